# Fails if a source asks for the time of day:  cmake -P cmake/check_clocks.cmake
# That clock may be set, by hand or by the network, while a robot hangs on a wall. What decides by
# time asks hal::Clock, or is told. Looks at the rooms that command or emulate a robot. One file may
# ask: it makes the date that a record of a session begins with, a text that nothing else reads.
cmake_minimum_required(VERSION 3.25)

set(rooms controller hal sim scenarios app examples)

# high_resolution_clock is the time of day in libstdc++; <ctime> and <chrono> alone mean nothing
set(time_of_day "system_clock|high_resolution_clock|utc_clock|tai_clock|file_clock|gettimeofday|\
CLOCK_REALTIME|CLOCK_TAI|timespec_get|TIME_UTC|(^|[^a-z_.>])time\\((nullptr|NULL|0|&)|\
(local|gm|f)time(_r)?\\(|SO_TIMESTAMP")

list(TRANSFORM rooms APPEND "/*.h" OUTPUT_VARIABLE headers)
list(TRANSFORM rooms APPEND "/*.cpp" OUTPUT_VARIABLE sources)
file(GLOB_RECURSE files RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${headers} ${sources})
if(NOT files)
  message(FATAL_ERROR "no sources below ${CMAKE_CURRENT_SOURCE_DIR}")
endif()
list(REMOVE_ITEM files app/date.cpp)
foreach(file IN LISTS files)
  file(STRINGS ${file} lines REGEX "${time_of_day}")
  foreach(line IN LISTS lines)
    message(SEND_ERROR "${file} asks for the time of day: ${line}")
  endforeach()
endforeach()

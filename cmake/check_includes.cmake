# Fails if a source includes what its room may not:  cmake -P cmake/check_includes.cmake
# Looks at the rooms below the working folder.
cmake_minimum_required(VERSION 3.25)

# what each room may include beside itself; hal/udp has arrows of its own
set(rooms controller hal hal/udp models sim record scenarios view bench app tests)
set(controller_may)
set(hal_may controller)
set(hal/udp_may controller hal models)
set(models_may controller)
set(sim_may controller hal models)
set(record_may controller)
set(scenarios_may controller hal models sim record)
set(view_may controller hal hal/udp models sim record scenarios)
set(bench_may ${view_may})
set(app_may ${view_may} view bench)
set(tests_may ${app_may} app)

# the mind: Eigen and the standard library without I/O, clock, thread
set(controller_never "^(i|o|f|io|if|of)?stream$|^cstdio$|^filesystem$|^spanstream$|^syncstream$|\
^thread$|^mutex$|^shared_mutex$|^condition_variable$|^future$|^stop_token$|^chrono$|^ctime$|\
\\.h$|^[a-z].*/")

# the innermost room that holds `path`
function(room_of path result)
  set(${result} "" PARENT_SCOPE)
  foreach(room IN LISTS rooms)
    if(path MATCHES "^${room}/")
      set(${result} ${room} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# why `file` in `room` may not include `header`; empty if it may
function(objection file room header quoted result)
  room_of("${header}" target)
  set(why "")
  if(header MATCHES "^mujoco/" AND NOT file MATCHES "^(tests/)?sim/")
    set(why "only sim knows MuJoCo")
  elseif(quoted AND NOT target)
    set(why "include from the root: \"room/header.h\"")
  elseif(room STREQUAL controller AND NOT target AND header MATCHES "${controller_never}")
    set(why "controller is Eigen and std only, without I/O, clock or thread")
  elseif(target AND NOT target IN_LIST ${room}_may AND NOT target STREQUAL room)
    set(why "no arrow from ${room} to ${target}")
  endif()
  set(${result} "${why}" PARENT_SCOPE)
endfunction()

list(TRANSFORM rooms REPLACE "(.+)" "\\1/*.h;\\1/*.cpp" OUTPUT_VARIABLE patterns)
file(GLOB_RECURSE files RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${patterns})
list(REMOVE_DUPLICATES files)
if(NOT files)
  message(FATAL_ERROR "no sources below ${CMAKE_CURRENT_SOURCE_DIR}")
endif()
foreach(file IN LISTS files)
  room_of(${file} room)
  file(STRINGS ${file} includes REGEX "^[ \t]*#[ \t]*include")
  foreach(include IN LISTS includes)
    if(include MATCHES "include[ \t]*([<\"])([^>\"]+)")
      set(header ${CMAKE_MATCH_2})
      string(COMPARE EQUAL ${CMAKE_MATCH_1} "\"" quoted)
      objection(${file} ${room} ${header} ${quoted} why)
      if(why)
        message(SEND_ERROR "${file} includes ${header}: ${why}")
      endif()
    endif()
  endforeach()
endforeach()

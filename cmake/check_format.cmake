# Fails if clang-format 14 would change a source:  cmake -P cmake/check_format.cmake
# Looks at the rooms below the working folder. To mend a file: clang-format-14 -i FILE.
cmake_minimum_required(VERSION 3.25)

find_program(clang_format clang-format-14)
if(NOT clang_format)
  message(FATAL_ERROR "clang-format-14 is missing: run cmake/setup.sh, or install it")
endif()

set(files)
foreach(room controller hal models sim record scenarios papers view bench app examples tests)
  file(GLOB_RECURSE found ${room}/*.h ${room}/*.cpp)
  list(APPEND files ${found})
endforeach()
if(NOT files)
  message(FATAL_ERROR "no sources below ${CMAKE_CURRENT_SOURCE_DIR}")
endif()
execute_process(COMMAND ${clang_format} --dry-run -Werror ${files} COMMAND_ERROR_IS_FATAL ANY)

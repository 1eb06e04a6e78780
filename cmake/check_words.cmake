# Fails if a comment, message or document has a phrase of cmake/banned_phrases.txt:
#   cmake -P cmake/check_words.cmake
# Looks at sources, documents and YAML files of the rooms below the working folder, and at the
# documents in it; not at the YAML files of tests, which are inputs.
cmake_minimum_required(VERSION 3.25)

find_program(awk NAMES mawk gawk awk REQUIRED)

set(files)
foreach(room controller hal models sim record scenarios papers view bench app examples docs tests)
  foreach(kind h cpp md yaml)
    file(GLOB_RECURSE found RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${room}/*.${kind})
    list(APPEND files ${found})
  endforeach()
endforeach()
file(GLOB found RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.md)
list(APPEND files ${found})
if(NOT files)
  message(FATAL_ERROR "no sources below ${CMAKE_CURRENT_SOURCE_DIR}")
endif()
list(FILTER files EXCLUDE REGEX "^tests/.*\\.yaml$")

execute_process(
  COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${awk} -f ${CMAKE_CURRENT_LIST_DIR}/check_words.awk
    ${CMAKE_CURRENT_LIST_DIR}/banned_phrases.txt ${files}
  OUTPUT_VARIABLE found RESULT_VARIABLE result)
if(found OR NOT result EQUAL 0)
  message("${found}")
  message(FATAL_ERROR "phrases of cmake/banned_phrases.txt")
endif()

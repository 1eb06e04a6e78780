# ventosa_fuzz(name SOURCE... [CORPUS folder] [LIBRARIES library...]): the target fuzz_<name>, a minute
# of libFuzzer from the saved corpus; `fuzz` runs all. GCC has no libFuzzer: clang 14 builds the sources
# a second time, with options of its own. What it finds is left in the build folder.
find_program(VENTOSA_FUZZ_COMPILER clang++-14)
if(VENTOSA_FUZZ_COMPILER)
  execute_process(OUTPUT_VARIABLE VENTOSA_FUZZER OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND
    ${VENTOSA_FUZZ_COMPILER} --print-file-name=libclang_rt.fuzzer-${CMAKE_SYSTEM_PROCESSOR}.a)
endif()
add_custom_target(fuzz COMMENT "every fuzz_* target")

function(ventosa_fuzz name)
  cmake_parse_arguments(PARSE_ARGV 1 is "" "CORPUS" "LIBRARIES")
  add_dependencies(fuzz fuzz_${name})
  if(NOT IS_ABSOLUTE "${VENTOSA_FUZZER}")
    add_custom_target(fuzz_${name} COMMAND ${CMAKE_COMMAND} -E echo
      "skipped: fuzz_${name} needs the Debian packages clang-14 and libclang-rt-14-dev")
    return()
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/fuzz/${name})
  get_target_property(eigen Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  list(TRANSFORM is_LIBRARIES PREPEND -l)
  add_custom_target(fuzz_${name} USES_TERMINAL WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}/found
    COMMAND ${VENTOSA_FUZZ_COMPILER} -std=c++20 -O1 -g -I. -isystem ${eigen}
      -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
      ${is_UNPARSED_ARGUMENTS} ${is_LIBRARIES} -o ${folder}/fuzz
    COMMAND ${folder}/fuzz -max_total_time=60 -artifact_prefix=${folder}/ ${folder}/found ${is_CORPUS})
endfunction()

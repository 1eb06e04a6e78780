# A room is a folder with one target; its tests lie in tests/<room>.

# Parsing Eigen and GoogleTest took 72 % of a clean build: each is parsed once for all targets. No
# target may differ from these in what changes code: options, definitions that Eigen reads.
add_library(ventosa_eigen_headers OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
target_link_libraries(ventosa_eigen_headers PUBLIC ventosa::options Eigen3::Eigen)
target_precompile_headers(ventosa_eigen_headers PRIVATE
  <Eigen/Cholesky> <Eigen/Core> <Eigen/Geometry>
  <algorithm> <array> <cmath> <memory> <optional> <string> <string_view> <vector>)
add_library(ventosa_test_headers OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
target_link_libraries(ventosa_test_headers PUBLIC ventosa::options Eigen3::Eigen GTest::gtest)
target_precompile_headers(ventosa_test_headers PRIVATE
  <gtest/gtest.h> <Eigen/Cholesky> <Eigen/Core> <Eigen/Geometry> <Eigen/Dense>
  <algorithm> <array> <cmath> <memory> <optional> <string> <string_view> <vector>)

# Most of what is left of a build is instantiating the same templates in every source: with
# VENTOSA_UNITY (all presets but `tsan` and `tidy`) the sources of a folder are compiled as one, which
# takes less than three quarters of the CPU time. So two sources of a folder may not give different
# private things one name. The results are the same to the bit.
option(VENTOSA_UNITY "compile the sources of a folder as one" OFF)

# ventosa_unite(target source...): one unit a folder; a source whose property
# SKIP_UNITY_BUILD_INCLUSION is set stays alone
function(ventosa_unite target)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${VENTOSA_UNITY} UNITY_BUILD_MODE GROUP)
  foreach(source ${ARGN})
    cmake_path(GET source PARENT_PATH folder)
    string(REPLACE "/" "_" group "${target}_${folder}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

# ventosa_library(room [source...]): the library ventosa_<room>, alias ventosa::<room>.
# Without sources it is header-only: link to it with INTERFACE.
function(ventosa_library room)
  if(ARGN)
    add_library(ventosa_${room} STATIC ${ARGN})
    target_link_libraries(ventosa_${room} PUBLIC ventosa::options)
    target_precompile_headers(ventosa_${room} REUSE_FROM ventosa_eigen_headers)
    ventosa_unite(ventosa_${room} ${ARGN})
  else()
    add_library(ventosa_${room} INTERFACE)
    target_link_libraries(ventosa_${room} INTERFACE ventosa::options)
  endif()
  add_library(ventosa::${room} ALIAS ventosa_${room})
endfunction()

# ventosa_list_tests(source...): tests/CMakeLists.txt refuses a source that no call lists
function(ventosa_list_tests)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME room)
  list(TRANSFORM ARGN PREPEND ${room}/ OUTPUT_VARIABLE sources)
  set_property(GLOBAL APPEND PROPERTY ventosa_test_sources ${sources})
endfunction()

# ventosa_tool(program LIBRARIES library... SOURCES source...):
# a program of the developers, not tested and not part of `all`: it is built by its name or with `tools`.
add_custom_target(tools COMMENT "programs that write tables of the docs and compare builds")
function(ventosa_tool program)
  cmake_parse_arguments(PARSE_ARGV 1 is "" "" "LIBRARIES;SOURCES")
  add_executable(${program} EXCLUDE_FROM_ALL ${is_SOURCES})
  target_link_libraries(${program} PRIVATE ${is_LIBRARIES} ventosa::options)
  target_compile_definitions(${program} PRIVATE VENTOSA_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_dependencies(tools ${program})
endfunction()

# ventosa_tests(program [LABEL label] LIBRARIES library... SOURCES source...):
# a program of the tests of a room; every TEST in it is one ctest with that label, by which ./test
# chooses (docs/testing.md). VENTOSA_SOURCE_DIR is the place of the shipped robots and scenarios.
# Each source keeps what it defines in a namespace named after the file, so that a dozen of them can be
# compiled as one: with VENTOSA_UNITY that takes a quarter of the CPU time.
add_custom_target(campaigns COMMENT "the tests labelled campaign")
function(ventosa_tests program)
  cmake_parse_arguments(PARSE_ARGV 1 is "" "LABEL" "LIBRARIES;SOURCES")
  add_executable(${program} ${is_SOURCES})
  target_link_libraries(${program} PRIVATE ${is_LIBRARIES} ventosa::options GTest::gtest_main)
  target_precompile_headers(${program} REUSE_FROM ventosa_test_headers)
  target_compile_definitions(${program} PRIVATE VENTOSA_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set_target_properties(${program} PROPERTIES
    UNITY_BUILD ${VENTOSA_UNITY} UNITY_BUILD_BATCH_SIZE 12)
  if(is_LABEL STREQUAL campaign)
    add_dependencies(campaigns ${program})
  endif()
  ventosa_list_tests(${is_SOURCES})
  # the tests are listed when ctest asks for them: a build does not run what it has just built
  gtest_discover_tests(${program} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 120
    PROPERTIES LABELS "${is_LABEL}")
endfunction()

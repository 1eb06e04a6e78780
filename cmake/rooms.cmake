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

# ventosa_library(room [source...]): the library ventosa_<room>, alias ventosa::<room>.
# Without sources it is header-only: link to it with INTERFACE.
function(ventosa_library room)
  if(ARGN)
    add_library(ventosa_${room} STATIC ${ARGN})
    target_link_libraries(ventosa_${room} PUBLIC ventosa::options)
    target_precompile_headers(ventosa_${room} REUSE_FROM ventosa_eigen_headers)
  else()
    add_library(ventosa_${room} INTERFACE)
    target_link_libraries(ventosa_${room} INTERFACE ventosa::options)
  endif()
  add_library(ventosa::${room} ALIAS ventosa_${room})
endfunction()

# ventosa_test(path library...): the program of path.cpp, named after the file, every TEST in it one
# ctest.
# VENTOSA_SOURCE_DIR is the place of the shipped robots and scenarios.
function(ventosa_test path)
  cmake_path(GET path FILENAME name)
  add_executable(${name} ${path}.cpp)
  target_link_libraries(${name} PRIVATE ${ARGN} ventosa::options GTest::gtest_main)
  target_precompile_headers(${name} REUSE_FROM ventosa_test_headers)
  target_compile_definitions(${name} PRIVATE VENTOSA_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # listing the tests runs the program while the other cores still compile: give it time
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 120)
endfunction()

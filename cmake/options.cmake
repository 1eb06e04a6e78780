# ventosa::options: what every target of this project is compiled with.

add_library(ventosa_options INTERFACE)
add_library(ventosa::options ALIAS ventosa_options)

target_compile_features(ventosa_options INTERFACE cxx_std_20)
target_include_directories(ventosa_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(ventosa_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Wdouble-promotion
  # GCC 12 cries wolf at std::string's operator+ when it optimises (GCC bug 105651)
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # a fused multiply-add rounds once where the source rounds twice, and whether the compiler fuses
  # depends on its version and flags: without it the same scenario gives the same state hash.
  # -march=native stays out for the same reason
  -ffp-contract=off)
# Eigen would load a 3-vector by a pair and a single where it has just been written by singles: the
# processor waits for such stores. By singles alone a tick takes 8 % less time
target_compile_definitions(ventosa_options INTERFACE EIGEN_UNALIGNED_VECTORIZE=0)

# an assertion is off only in plain Release, which defines NDEBUG
set(VENTOSA_SANITIZE "" CACHE STRING "sanitizers to build with, as -fsanitize= takes them")
if(VENTOSA_SANITIZE)
  # frame pointers: else the stack traces of a report have holes
  # no recovery: else undefined behaviour is printed, and the test passes
  # what a sanitizer adds to the code makes GCC 12 warn of std::regex (GCC bug 105562) and of
  # std::string's operator+ (105651)
  target_compile_options(ventosa_options INTERFACE
    -fsanitize=${VENTOSA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized$<SEMICOLON>-Wno-array-bounds>)
  target_link_options(ventosa_options INTERFACE -fsanitize=${VENTOSA_SANITIZE})
endif()

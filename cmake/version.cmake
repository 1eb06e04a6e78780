# ventosa::version: the header "app/version.h" with kVersion, "0.1.0" or "0.1.0 (commit)".
# Made anew at every build, because a commit changes no source; written only when it differs.

if(CMAKE_SCRIPT_MODE_FILE)
  execute_process(COMMAND git -C ${source} describe --always --dirty --exclude=*
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(commit)
    string(APPEND version " (${commit})")
  endif()
  file(CONFIGURE OUTPUT ${header} @ONLY CONTENT [[
#pragma once

/// The version of this program and the commit it was built from; "-dirty": with changes of its own.
namespace ventosa::app {

inline constexpr char kVersion[] = "@version@";

}  // namespace ventosa::app
]])
  return()
endif()

set(version_header ${PROJECT_BINARY_DIR}/generated/app/version.h)
add_custom_target(ventosa_version_header
  COMMAND ${CMAKE_COMMAND} -Dsource=${PROJECT_SOURCE_DIR} -Dversion=${PROJECT_VERSION}
    -Dheader=${version_header} -P ${CMAKE_CURRENT_LIST_FILE}
  BYPRODUCTS ${version_header}
  COMMENT "app/version.h")
add_library(ventosa_version INTERFACE)
add_library(ventosa::version ALIAS ventosa_version)
add_dependencies(ventosa_version ventosa_version_header)
target_include_directories(ventosa_version INTERFACE ${PROJECT_BINARY_DIR}/generated)

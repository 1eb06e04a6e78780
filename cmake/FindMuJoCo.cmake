# mujoco::mujoco, from the folder MUJOCO_DIR: include/mujoco/*.h and libmujoco.so.<version>.
# cmake/setup.sh puts it there; MUJOCO_DIR in the environment or with -D names another one.

set(mujoco_default ${PROJECT_SOURCE_DIR}/.deps/mujoco-${MuJoCo_FIND_VERSION})
if(DEFINED ENV{MUJOCO_DIR})
  set(mujoco_default $ENV{MUJOCO_DIR})
endif()
set(MUJOCO_DIR ${mujoco_default} CACHE PATH "MuJoCo: include/mujoco and the shared library")

# the wheel has no unversioned link, so the library is named in full; CMake adds the rpath
set(MuJoCo_LIBRARY ${MUJOCO_DIR}/libmujoco.so.${MuJoCo_FIND_VERSION})
if(NOT EXISTS ${MuJoCo_LIBRARY})
  set(MuJoCo_LIBRARY ${MUJOCO_DIR}/lib/libmujoco.so.${MuJoCo_FIND_VERSION})
endif()
if(EXISTS ${MuJoCo_LIBRARY} AND EXISTS ${MUJOCO_DIR}/include/mujoco/mujoco.h)
  set(MuJoCo_FOUND TRUE)
  add_library(mujoco::mujoco SHARED IMPORTED GLOBAL)
  set_target_properties(mujoco::mujoco PROPERTIES
    IMPORTED_LOCATION ${MuJoCo_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${MUJOCO_DIR}/include)
elseif(MuJoCo_FIND_REQUIRED)
  message(FATAL_ERROR "No MuJoCo ${MuJoCo_FIND_VERSION} in MUJOCO_DIR=${MUJOCO_DIR}. "
    "Run cmake/setup.sh, or set MUJOCO_DIR to a folder with include/mujoco/mujoco.h and "
    "libmujoco.so.${MuJoCo_FIND_VERSION}.")
endif()

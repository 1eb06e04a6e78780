# Fails if a source includes what its room may not:  cmake -P cmake/check_includes.cmake
# Looks at the rooms below the working folder. Inside a room: check_inner_includes.cmake.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/includes.cmake)

# what each room may include beside itself; the wires and what answers on them have arrows of their
# own
set(rooms controller planner hal hal/broadcast hal/legacy hal/native hal/emulator hal/udp models sim record scenarios papers view bench app examples tests)
set(controller_may)
set(planner_may controller)
set(hal_may controller)
set(hal/broadcast_may controller hal)
set(hal/legacy_may controller hal models)
set(hal/native_may controller hal models)
set(hal/udp_may controller hal models)
set(hal/emulator_may controller hal hal/broadcast hal/legacy hal/native models)
set(models_may controller)
set(sim_may controller hal models)
set(record_may controller)
set(scenarios_may controller planner hal models sim record)
set(papers_may controller models record scenarios)
set(view_may controller planner hal models sim record scenarios)
set(bench_may ${view_may} hal/broadcast hal/legacy hal/native hal/udp hal/emulator)
set(app_may ${bench_may} papers view bench)
set(examples_may controller hal models sim record scenarios)
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

# why `file` may not include `header`; empty if it may
function(objection file header quoted result)
  room_of("${file}" room)
  room_of("${header}" target)
  set(why "")
  if(header MATCHES "^mujoco/" AND NOT file MATCHES "^(tests/)?(sim|bench)/")
    set(why "only sim, and bench as its peer, know MuJoCo")
  elseif(header MATCHES "^(pinocchio|proxsuite|eiquadprog)/" AND NOT file MATCHES "^bench/peers/")
    set(why "only bench/peers knows the peers")
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
check_every_include(${patterns})

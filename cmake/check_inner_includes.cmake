# Fails if a folder of a room includes what it may not:  cmake -P cmake/check_inner_includes.cmake
# Looks at the rooms below the working folder. Between the rooms: check_includes.cmake.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/includes.cmake)

# arrows(FOLDER MAY...): what a folder may include of its own room beside itself: folders, or single
# headers. A room's own name stands for the files that lie in it directly. A row may name only
# folders of rows above it, so that no circle of folders can be written.
set(folders)
macro(arrows folder)
  foreach(target ${ARGN})
    if(NOT target IN_LIST folders AND NOT target MATCHES "\\.h$")
      message(FATAL_ERROR "the row of ${folder} names ${target}, which has no row above it")
    endif()
  endforeach()
  list(APPEND folders ${folder})
  set(${folder}_may ${ARGN})
endmacro()

# controller: the tick's own files on top; organizer and execution meet only there
set(geometry controller/model controller/kinematics)
set(mechanics ${geometry} controller/dynamics)
set(stages controller/estimation controller/perception controller/load_sharing
  controller/trajectory)
arrows(controller/model)
arrows(controller/kinematics   controller/model)
arrows(controller/dynamics     ${geometry})
arrows(controller/estimation   ${mechanics})
arrows(controller/perception   ${mechanics})
arrows(controller/load_sharing ${mechanics})
arrows(controller/trajectory   ${mechanics})
arrows(controller/organizer    ${mechanics} ${stages})
arrows(controller/execution    ${mechanics} ${stages})
arrows(controller              ${mechanics} ${stages} controller/organizer controller/execution)

# hal: the safe-state machine, the seam, what lies between a robot and its master; what all wires have
# in common; the wires; what answers on them
arrows(hal/guard)
arrows(hal          hal/guard)
arrows(hal/link     hal hal/guard)
arrows(hal/wire     hal hal/guard hal/link)
arrows(hal/broadcast hal hal/guard hal/link hal/wire)
arrows(hal/legacy   hal hal/guard hal/link hal/wire)
arrows(hal/native   hal hal/guard hal/link hal/wire)
arrows(hal/emulator hal hal/guard hal/broadcast hal/legacy hal/native)
arrows(hal/udp      hal hal/link)

# sim: laws know no engine; the engine runs them; pictures look at the engine's world
arrows(sim/model)
arrows(sim/drives  sim/model)
arrows(sim/cups    sim/model)
arrows(sim/feet    sim/model)
arrows(sim/power   sim/model)
arrows(sim/sensors sim/model sim/drives)  # the pan-tilt is two servos
arrows(sim/ground)
set(laws sim/drives sim/cups sim/feet sim/power sim/sensors sim/ground)
arrows(sim/config  sim/model ${laws})
arrows(sim/mujoco  sim/model ${laws} sim/config sim/truth.h sim/stimulus.h)
arrows(sim/render  sim/config sim/mujoco sim/truth.h sim/twin.h)
arrows(sim         sim/model ${laws} sim/config sim/mujoco)

# scenarios: what is asked of the robot, and what is asserted of the run; the file that says both; what
# can be said without a run; the run; the judge
arrows(scenarios/script)
arrows(scenarios/assertions)
arrows(scenarios/format  scenarios/script scenarios/assertions)
arrows(scenarios/statics scenarios/script scenarios/assertions scenarios/format)
arrows(scenarios/session scenarios/script scenarios/format)
arrows(scenarios/verdict scenarios/script scenarios/assertions scenarios/format scenarios/session)

# papers: a folder for each paper, which the catalogue names
arrows(papers)
arrows(papers/amru5     papers)
arrows(papers/asif2012  papers)

# view: the run that is watched; then what shows and touches it
arrows(view/signals)
arrows(view/run     view/signals)
arrows(view/window  view/run)
arrows(view/panels  view/run view/signals view/window)
arrows(view         view/run view/signals view/window view/panels)

# folders whose order.txt lists their files from leaves to top: a file may include only headers of
# its folder that stand before it
set(ordered controller/organizer)
foreach(folder IN LISTS ordered)
  file(STRINGS ${folder}/order.txt order REGEX "^[^#]")
  file(GLOB files RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/${folder} ${folder}/*.h ${folder}/*.cpp)
  list(TRANSFORM files REPLACE "\\..*" "")
  foreach(file IN LISTS files order)
    if(NOT file IN_LIST files)
      message(SEND_ERROR "${folder}/order.txt lists ${file}, which does not exist")
    elseif(NOT file IN_LIST order)
      message(SEND_ERROR "${folder}/order.txt does not list ${file}")
    endif()
  endforeach()
  set(${folder}_order ${order})
endforeach()

# whether `header` stands behind `file` in the order of their folder
function(goes_up file header folder result)
  cmake_path(GET file STEM file)
  cmake_path(GET header STEM header)
  list(FIND ${folder}_order ${file} place)
  list(FIND ${folder}_order ${header} other)
  set(${result} FALSE PARENT_SCOPE)
  if(other GREATER place)
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

# the room and the folder in it, `room/folder`; the room for a file that lies in it directly
function(folder_of path result)
  string(REGEX MATCH "^[^/]+(/[^/]+/)?" folder "${path}")
  string(REGEX REPLACE "/$" "" folder "${folder}")
  set(${result} "${folder}" PARENT_SCOPE)
endfunction()

# why `file` may not include `header`; empty if it may
function(objection file header quoted result)
  folder_of("${file}" folder)
  folder_of("${header}" target)
  string(REGEX REPLACE "/.*" "/" room "${file}")
  string(FIND "${header}" "${room}" same_room)
  goes_up("${file}" "${header}" "${folder}" goes_up)
  set(why "")
  if(NOT folder IN_LIST folders)
    set(why "${folder} has no row in cmake/check_inner_includes.cmake")
  elseif(same_room EQUAL 0 AND NOT target STREQUAL folder AND
         NOT target IN_LIST ${folder}_may AND NOT header IN_LIST ${folder}_may)
    set(why "no arrow from ${folder} to ${target}")
  elseif(target STREQUAL folder AND goes_up)
    set(why "${folder}/order.txt puts it behind")
  endif()
  set(${result} "${why}" PARENT_SCOPE)
endfunction()

set(rooms ${folders})
list(FILTER rooms INCLUDE REGEX "^[^/]+/")
list(TRANSFORM rooms REPLACE "/.*" "")
list(REMOVE_DUPLICATES rooms)
list(TRANSFORM rooms REPLACE "(.+)" "\\1/*.h;\\1/*.cpp" OUTPUT_VARIABLE patterns)
check_every_include(${patterns})

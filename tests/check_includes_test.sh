#!/bin/bash
# cmake/check_includes.cmake and check_inner_includes.cmake against small trees: each kind of wrong
# include is refused by name, a clean tree passes.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

# source FILE HEADER...: a source that includes them; "x" and <x> are written as they are given
source_file() {
  mkdir -p "$scratch/$(dirname "$1")"
  printf '#include %s\n' "${@:2}" > "$scratch/$1"
}

# a tree with arrows that are there
clean_tree() {
  rm -rf "${scratch:?}"/*
  source_file controller/controller.cpp '"controller/organizer/a.h"' '<Eigen/Core>' '<vector>'
  source_file controller/organizer/a.h '"controller/estimation/a.h"' '"controller/organizer/b.h"'
  source_file controller/organizer/b.h '"controller/model/a.h"'
  printf '# leaves first\n\nb\na\n' > "$scratch/controller/organizer/order.txt"
  source_file controller/dynamics/a.h '"controller/model/a.h"'
  source_file hal/link/a.h '"hal/robot.h"' '"controller/controller.h"'
  source_file sim/mujoco/a.cpp '<mujoco/mujoco.h>' '"sim/cups/a.h"' '"models/a.h"'
  source_file sim/mujoco/a.h '"sim/truth.h"'
  source_file scenarios/verdict/a.cpp '"scenarios/session/a.h"' '"record/a.h"' '<iostream>'
  source_file examples/a.cpp '"scenarios/verdict/a.h"' '"sim/a.h"' '"models/a.h"'
  source_file tests/controller/a.cpp '"app/a.h"' '<gtest/gtest.h>'
}

check() {
  (cd "$scratch" && cmake -P "$root/cmake/$1.cmake") > "$scratch/output" 2>&1
}

accepts() {
  if ! check "$1"; then
    echo "FAILED: $1 refuses a clean tree"
    cat "$scratch/output"
    status=1
  fi
}

# says CHECK REASON CASE...: the check of the tree fails for this reason
says() {
  if check "$1" || ! tr -s ' \n' ' ' < "$scratch/output" | grep -qF "$2"; then
    echo "FAILED: $1 does not say \"$2\" of ${*:3}"
    cat "$scratch/output"
    status=1
  fi
}

# refuses CHECK REASON FILE HEADER...: with this one source more, for this reason
refuses() {
  clean_tree
  source_file "${@:3}"
  says "$1" "$2" "$3 that includes ${*:4}"
}

clean_tree
accepts check_includes
accepts check_inner_includes

# between the rooms
outer='refuses check_includes'
$outer "no arrow from controller to sim" controller/model/x.h '"sim/twin.h"'
$outer "no arrow from hal to models" hal/link/x.h '"models/robot.h"'
$outer "no arrow from record to scenarios" record/x.cpp '"scenarios/script/x.h"'
$outer "no arrow from scenarios to papers" scenarios/verdict/x.cpp '"papers/x.h"'
$outer "no arrow from papers to app" papers/x.cpp '"app/x.h"'
$outer "no arrow from bench to app" bench/x.cpp '"app/x.h"'
$outer "no arrow from examples to app" examples/x.cpp '"app/x.h"'
$outer "no arrow from scenarios to examples" scenarios/session/x.h '"examples/x.h"'
$outer "only sim, and bench as its peer, know MuJoCo" app/x.cpp '<mujoco/mujoco.h>'
$outer "only bench/peers knows the peers" tests/controller/x.cpp '<pinocchio/fwd.hpp>'
$outer "include from the root" app/x.cpp '"x.h"'
$outer "controller is Eigen and std only" controller/model/x.cpp '<iostream>'
$outer "controller is Eigen and std only" controller/model/x.cpp '<nlohmann/json.hpp>'

# inside a room
inner='refuses check_inner_includes'
$inner "no arrow from controller/organizer to controller/execution" \
  controller/organizer/x.h '"controller/execution/x.h"'
$inner "no arrow from controller/execution to controller/organizer" \
  controller/execution/x.cpp '"controller/organizer/x.h"'
$inner "no arrow from controller/estimation to controller/perception" \
  controller/estimation/x.h '"controller/perception/x.h"'
$inner "no arrow from controller/model to controller/kinematics" \
  controller/model/x.h '"controller/kinematics/x.h"'
$inner "no arrow from controller/trajectory to controller" \
  controller/trajectory/x.h '"controller/state.h"'
$inner "no arrow from hal to hal/link" hal/x.h '"hal/link/x.h"'
$inner "no arrow from hal/link to hal/udp" hal/link/x.h '"hal/udp/x.h"'
$inner "no arrow from sim/cups to sim/mujoco" sim/cups/x.cpp '"sim/mujoco/world.h"'
$inner "no arrow from sim/cups to sim" sim/cups/x.cpp '"sim/twin.h"'
$inner "no arrow from scenarios/script to scenarios/session" \
  scenarios/script/x.h '"scenarios/session/x.h"'
$inner "no arrow from scenarios/format to scenarios/verdict" \
  scenarios/format/x.h '"scenarios/verdict/assertion.h"'
$inner "no arrow from scenarios/session to scenarios/verdict" \
  scenarios/session/x.cpp '"scenarios/verdict/derived_signals.h"'
$inner "controller/organizer/order.txt puts it behind" \
  controller/organizer/b.cpp '"controller/organizer/b.h"' '"controller/organizer/a.h"'
$inner "controller/organizer/order.txt does not list x" controller/organizer/x.h '"controller/model/a.h"'
$inner "controller/utils has no row" controller/utils/x.h '"controller/model/x.h"'

# the order of a folder's files
clean_tree
echo x >> "$scratch/controller/organizer/order.txt"
says check_inner_includes "order.txt lists x, which does not exist" "a tree without it"
rm "$scratch/controller/organizer/order.txt"
says check_inner_includes "cannot be read" "a tree without an order"

exit "$status"

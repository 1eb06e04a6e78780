#!/bin/bash
# cmake/check_clocks.cmake against small trees: each way to ask for the time of day is refused, what
# only looks like one passes.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

# check FILE LINE: of a tree of this one source
check() {
  rm -rf "${scratch:?}"/*
  mkdir -p "$scratch/$(dirname "$1")"
  printf '%s\n' "$2" > "$scratch/$1"
  (cd "$scratch" && cmake -P "$root/cmake/check_clocks.cmake") > "$scratch/output" 2>&1
}

fail() {
  echo "FAILED: $1"
  cat "$scratch/output"
  status=1
}

accepts() {
  check hal/clock.cpp "$1" || fail "refuses $1"
}

refuses() {
  check "$1" "$2" && fail "accepts $2"
  tr -s ' \n' ' ' < "$scratch/output" | grep -qF "$1 asks for the time of day" ||
    fail "does not name $1"
}

accepts 'clock_gettime(CLOCK_MONOTONIC, &now);'
accepts 'const auto now = std::chrono::steady_clock::now();'
accepts 'run_time(0); seen.time(nullptr); lasting_time(nullptr);'
accepts '#include <ctime>'

refuses hal/udp/x.cpp 'auto now = std::chrono::system_clock::now();'
refuses app/hal_command.cpp 'using Clock = std::chrono::high_resolution_clock;'
refuses app/link_command.cpp 'gettimeofday(&now, nullptr);'
refuses hal/clock.cpp 'clock_gettime(CLOCK_REALTIME, &now);'
refuses controller/x.h 'return time(nullptr);'
refuses sim/x.cpp 'seed = std::time(0);'
refuses scenarios/x.cpp 'std::localtime(&now)'
refuses hal/native/x.h 'timespec_get(&now, base);'

check app/date.cpp 'return std::time(nullptr);' || fail 'refuses the date of a record'
refuses app/dates.cpp 'return std::time(nullptr);'
refuses hal/date.cpp 'return std::time(nullptr);'

check docs/x.cpp '' && fail 'passes where there is no source'

exit "$status"

#!/bin/bash
# cmake/check_words.cmake against small trees: a banned phrase is refused in comments, messages and
# documents, also across the break of a line; what only looks like one passes.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

# check FILE LINE...: of a tree of this one file
check() {
  rm -rf "${scratch:?}"/*
  mkdir -p "$scratch/$(dirname "$1")"
  printf '%s\n' "${@:2}" > "$scratch/$1"
  (cd "$scratch" && cmake -P "$root/cmake/check_words.cmake") > "$scratch/output" 2>&1
}

fail() {
  echo "FAILED: $1"
  cat "$scratch/output"
  status=1
}

accepts() {
  check "$@" || fail "refuses ${*:2}"
}

# refuses LINE PHRASE FILE LINES...: the phrase is named with the number of its line
refuses() {
  check "${@:3}" && fail "accepts ${*:4}"
  grep -qF "$3:$1: \"$2\": write: " "$scratch/output" || fail "does not name $2 in line $1 of $3"
}

refuses 1 of hal/x.h '/// Of the body, from straight up the surface'
refuses 1 what hal/x.h 'double margin = 0;  ///< what is left'
refuses 2 that hal/x.h 'struct X {' '  /// That the foot attached to' '};'
refuses 1 'is told' app/x.cpp '// the module is told to hold'
refuses 2 'is told' app/x.cpp '// so that the module is' '// told to hold'
refuses 1 'believes' app/x.cpp 'fail("the robot believes in a surface");'
refuses 1 'held cup' docs/x.md 'The wrist of a held cup is passive.'
refuses 1 'of no account' README.md '- readings are of no account'
refuses 2 'rubs' scenarios/data/x.yaml 'title: a' '# a wrist that turns rubs'
refuses 1 'believes' tests/hal/x_test.cpp '// the filter believes its feet'

accepts hal/x.h '/// Heading of the body [rad]; zero' '/// of a body at rest' 'int n = 0;  ///< number of legs'
accepts hal/x.h '// of the base' 'bool is_told = believed;'
accepts hal/x.h '/// The sum' '/// That of all others follows.'
accepts docs/x.md 'The estimate is unchanged. Nothing is retold or unbelievable.'
accepts tests/data/x.yaml 'name: of no account'

check cmake/x.cpp '' && fail 'passes where there is no source'

exit "$status"

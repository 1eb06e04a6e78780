#!/bin/bash
# tests/check_sizes.py against small trees: every limit that is exceeded is refused with what exceeds
# it, and so is an exception that names no equation or applies to nothing.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

mkdir -p "$scratch/cmake" "$scratch/controller/gait"
cat > "$scratch/controller/plan.cpp" <<'END'
int five(int a, int b, int c, int d, int e) { return a + b + c + d + e; }
END
cat > "$scratch/controller/gait/walk.cpp" <<'END'
namespace {

int torque(const Leg& leg, std::array<double, 3> q, int n, int m, int k) { return k; }

double tall(double a, double b, double c, double d) {
  const double sum = a + b;

  return sum + c + d;
}

}  // namespace
END

# check LIMIT...: of the tree with these rows
check() {
  printf '%s\n' "$@" > "$scratch/cmake/size_limits.txt"
  python3 "$root/tests/check_sizes.py" "$scratch" > "$scratch/output" 2>&1
}

fail() {
  echo "FAILED: $1"
  cat "$scratch/output"
  status=1
}

accepts() {
  check "$@" || fail "refuses $*"
}

# refuses TEXT LIMIT...: with this text in the output
refuses() {
  check "${@:2}" && fail "accepts ${*:2}"
  grep -qF -- "$1" "$scratch/output" || fail "does not say: $1"
}

check 'controller - - -'
if [ $? -eq 77 ]; then
  cat "$scratch/output"
  exit 77
fi

accepts 'controller 2 12 5   # the whole'
accepts 'controller 1 1 1' 'controller/gait 1 11 5'
refuses 'controller: signatures 2, at most 1:' 'controller 1 - -'
refuses 'controller/gait/walk.cpp:3 torque' 'controller 1 - -'
refuses 'controller/plan.cpp:1 five' 'controller 0 - -' 'controller/gait 1 - -'
refuses 'controller/gait: lines 11, at most 10:' 'controller - - -' 'controller/gait - 10 -'
refuses 'controller/gait: p90 5, at most 4:' 'controller - - -' 'controller/gait - - 4'
refuses '5  controller/gait/walk.cpp:5 tall' 'controller - - -' 'controller/gait - - 4'

accepts 'controller 1 - -' 'equation controller/gait/walk.cpp torque Luh 1980, eq. 12'
refuses 'must name the number of an equation' \
  'controller 1 - -' 'equation controller/gait/walk.cpp torque Luh 1980'
refuses 'equation controller/gait/walk.cpp tall: there is no such function' \
  'controller 2 - -' 'equation controller/gait/walk.cpp tall Luh 1980, eq. 12'
refuses 'must have a folder and the limits' 'controller 2 -'
refuses 'nowhere: has neither headers nor sources' 'nowhere - - -'

exit "$status"

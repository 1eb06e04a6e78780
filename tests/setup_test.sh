#!/bin/bash
# cmake/setup.sh against a machine of pretence: its programs are played by small scripts, so nothing
# is installed or fetched.
set -uo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset MUJOCO_DIR
status=0

# plays NAME BODY: a program of the machine; it leaves its call in `calls`
plays() {
  printf '#!/bin/bash\necho "%s $*" >> "%s/calls"\n%s\n' "$1" "$scratch" "$2" > "$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}

# a machine with every package, and MuJoCo to be fetched by a user who is not root
new_machine() {
  rm -rf "$scratch"
  mkdir -p "$scratch/bin" "$scratch/cmake"
  cp "$root/cmake/setup.sh" "$root/cmake/mujoco.txt" "$scratch/cmake/"
  : > "$scratch/calls"
  plays id 'echo 1000'
  plays sudo 'exit 1'
  plays apt-get 'exit 0'
  plays dpkg-query 'shift 3; printf "installed %s\n" "$@"'
  plays pip3 'exit 1'
}

set_up() { PATH=$scratch/bin:$PATH "$scratch/cmake/setup.sh" > "$scratch/said" 2>&1; }

expect() {
  if ! eval "$2"; then
    echo "FAILED: $1: $2"
    cat "$scratch/said"
    status=1
  fi
}

subject="says and does nothing when all is there"
new_machine
mkdir -p "$scratch/.deps/mujoco-4.0.1"
set_up
expect "$subject" "[ $? -eq 0 ]"
expect "$subject" '[ ! -s $scratch/said ]'
expect "$subject" '! grep -qE "^(apt-get|pip3|sudo)" $scratch/calls'

subject="names the line to run, and exits 2, where it may not install"
new_machine
plays dpkg-query 'shift 3; printf "installed %s\n" "$@" | grep -v libpng-dev; exit 1'
set_up
expect "$subject" "[ $? -eq 2 ]"
expect "$subject" 'grep -q "apt-get install -y --no-install-recommends libpng-dev" $scratch/said'
expect "$subject" '! grep -q "^apt-get" $scratch/calls'

subject="installs only what is missing"
new_machine
mkdir -p "$scratch/.deps/mujoco-4.0.1"
plays id 'echo 0'
plays dpkg-query 'shift 3; printf "installed %s\n" "$@" | grep -v libpng-dev; exit 1'
set_up
expect "$subject" "[ $? -eq 0 ]"
expect "$subject" 'grep -q "^apt-get install -y --no-install-recommends libpng-dev -qq" $scratch/calls'

subject="leaves nothing behind when the download breaks off"
new_machine
plays pip3 'while [ "$1" != --dest ]; do shift; done; head -c 99 /dev/zero > $2/mujoco_core-1.whl'
set_up
expect "$subject" "[ $? -ne 0 ]"
expect "$subject" '[ -z "$(ls -A $scratch/.deps)" ]'

subject="every script parses"
for script in run test .ci/run cmake/setup.sh cmake/fetch_wheels.sh \
  cmake/lizard.sh cmake/log_readers.sh cmake/peers.sh tests/soak/soak.sh; do
  expect "$subject: $script" 'bash -n $root/$script'
done

exit "$status"

#!/bin/bash
# The window on a full disk: told with the file's name, nothing half written, and it goes on.
#   full_disk_test.sh VENTOSA SCENARIOS
set -uo pipefail
ventosa=$1 scenarios=$2
. "$(dirname "$0")/desktop.sh"
readonly skipped=77

# a small disk of its own; what a process may mount, only it and its children see
mkdir disk
if ! message=$(unshare -rm mount -t tmpfs -o size=1m none disk 2>&1); then
  echo "skipped: no disk can be mounted here: $message"
  exit $skipped
fi

files() { ls "/proc/$window/cwd/"; }
there() { [ -s "/proc/$window/cwd/$1" ]; }
# leave_pages N: of memory, which this disk is made of; no more is left
leave_pages() {
  local disk=/proc/$window/cwd free size
  rm -f "$disk/filling"
  read -r free size < <(stat -f -c '%a %S' "$disk/")
  head -c $((size * (free - $1))) /dev/zero >"$disk/filling"
}
told() { grep -q -- "$1" messages; }
# refused NAME: by its message, and without a trace
refused() {
  wait_for 10 told "$1.*cannot be written\|$1.*cannot write\|$1.*could not be written" ||
    fail "$1 was not told: $(cat messages)"
  files | grep -q -- "$1" && fail "it is left: $(files)"
}

start_desktop
mkdir bin # instead of ffmpeg: it writes down what it is given
printf '#!/bin/sh\nfor last; do :; done\ncat > "$last"\n' >bin/ffmpeg
chmod +x bin/ffmpeg
cp "$scenarios/crawl_up_wall.yaml" climb.yaml
PATH=$work/bin:$PATH unshare -rm bash -c 'mount -t tmpfs -o size=1m none disk && cd disk &&
  cp ../climb.yaml . && exec "$0" view ./climb.yaml --at 3' "$ventosa" 2>messages &
window=$!
find_window "Ventosa: climb"
press p # it is touched

echo "a screenshot"
leave_pages 1 # where it begins to fit
press ctrl+p
refused climb.png

echo "a scenario"
leave_pages 0
press ctrl+s
refused climb_touched.yaml

echo "what a plot shows"
# pictures may be slow: what the menu has not seen is done again
export_csv() {
  local n
  for n in 1 2 3 4; do
    click_export
    told "$1" && return
  done
  fail "it was not told: $(cat messages)"
}
click_export() { # each step as a picture of its own, however slow they are
  xdotool mousemove --window "$id" 300 700
  sleep 0.5
  xdotool click 3
  sleep 1.5
  xdotool mousemove --window "$id" 400 749
  sleep 1
  xdotool click 1
  sleep 1.5
}
export_csv "plot1.csv: cannot be written"
files | grep -q csv && fail "it is left: $(files)"

echo "a film"
leave_pages 25
xdotool mousemove --window "$id" 500 300
press ctrl+m
press space
refused climb.mp4
press space

echo "all of them, once there is room"
rm "/proc/$window/cwd/filling"
press ctrl+p
press ctrl+s
wait_for 10 there climb.png || fail "no screenshot: $(cat messages)"
wait_for 10 there climb_touched.yaml || fail "no scenario: $(cat messages)"
export_csv "written: climb-plot1.csv"
wait_for 10 there climb-plot1.csv || fail "no CSV: $(cat messages)"
files | grep -q partial && fail "it is left: $(files)"
press ctrl+q
end_window 0
finish

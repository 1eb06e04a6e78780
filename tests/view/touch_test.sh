#!/bin/bash
# The real window touched with the mouse: what is done to the run is what is written down.
#   touch_test.sh VENTOSA SCENARIOS
set -uo pipefail
ventosa=$1 scenarios=$2
. "$(dirname "$0")/desktop.sh"

told() { grep -q -- "$1" messages; }
# open_window PANEL OPTION...: of a robot that stands, with no other section
open_window() {
  mkdir -p "$XDG_STATE_HOME/ventosa"
  echo "{\"panels\": {\"leg\": false, \"$1\": true}}" >"$XDG_STATE_HOME/ventosa/appearance.json"
  "$ventosa" view ./stand.yaml "${@:2}" 2>messages &
  window=$!
  find_window "Ventosa: stand"
}
point() {
  xdotool mousemove --window "$id" "$1" "$2"
  sleep 0.3
}
click() {
  point "$1" "$2"
  xdotool click 1
  sleep 0.7
}
close_window() {
  press ctrl+q
  end_window 0
}
# inputs FILE: what was done, by tick
inputs() { sed -n '/^inputs:/,$p' "$1"; }
hash_of_run() { "$ventosa" run "$1" --out results --json 2>/dev/null | grep -o '"state_hash": *"[0-9a-f]*"' | head -1 | grep -o '[0-9a-f]\{16\}'; }

start_desktop
sed -e 's/at_s: 1,/at_s: 11,/' -e 's/^duration_s:.*/duration_s: 12/' -e '/^  - {name: travel/d' \
  "$scenarios/crawl_up_wall.yaml" >stand.yaml
readonly length=1264 n_ticks=1200 # of the bar; of the run

echo "a cup is detached by a button, and what is saved ends in the window's state"
open_window controls
press space
sleep 1.5
click 942 431 # detach
sleep 5       # it lifts
press s       # no key
xdotool key equal equal equal
sleep 3 # to the end
press ctrl+s
wait_for 5 test -s stand_touched.yaml || fail "nothing was saved: $(cat messages)"
inputs stand_touched.yaml | grep -q '"kind":"detach"' || fail "detaching was not written down"
[ "$(sed -n 's/.*state hash here \([0-9a-f]*\).*/\1/p' messages)" = "$(hash_of_run ./stand_touched.yaml)" ] ||
  fail "the saved scenario ends elsewhere: $(cat messages)"

echo "scrubbed back with the mouse, another thing is done there"
point 1270 594
xdotool mousedown 1
for x in 1100 900 640; do point $x 594; done # to the middle
xdotool mouseup 1
sleep 0.5
press p
press ctrl+s
wait_for 5 test -s stand-2_touched.yaml || fail "nothing was saved: $(cat messages)"
tick=$(inputs stand-2_touched.yaml | sed -n 's/.*"tick":\([0-9]*\).*/\1/p' | tail -1)
by=$((tick - n_ticks * (640 - 8) / length))
[ ${by#-} -le 3 ] || fail "it was touched at tick $tick"
close_window

echo "a robot that is known by its readings alone is touched, but does not go back"
rm -f stand*_touched.yaml
open_window controls --blind
press space
sleep 1
press space
press p
press Left
wait_for 5 told "cannot go back in time" || fail "going back was not refused: $(cat messages)"
press ctrl+s
wait_for 5 test -s stand_touched.yaml || fail "nothing was saved: $(cat messages)"
inputs stand_touched.yaml | grep -q '"pd":false' || fail "PD off was not written down"
close_window

echo "it opens as it was left, and what was not saved is kept"
left_as=$(cat "$XDG_STATE_HOME/ventosa/appearance.json")
grep -q '"controls": true' <<<"$left_as" || fail "it was left as $left_as"
rm -f "$XDG_STATE_HOME"/ventosa/*.yaml
open_window controls
press space
sleep 0.5
press p
close_window
grep -q '"pd":false' "$XDG_STATE_HOME/ventosa/stand_touched.yaml" || fail "what was done is lost: $(cat messages)"
told "unsaved interventions are saved" || fail "where it is kept was not told: $(cat messages)"

echo "a signal ends it, and what was done is kept beside what was kept before"
open_window controls
press space
sleep 0.5
press p
kill -TERM "$window"
end_window 130
grep -q '"pd":false' "$XDG_STATE_HOME/ventosa/stand-2_touched.yaml" || fail "what was done is lost: $(cat messages)"

echo "a robot that cannot do what the scenario needs is refused"
timeout 30 "$ventosa" view crawl_seen_ground --blind --at 1 --screenshot never.png 2>messages
[ $? -eq 2 ] || fail "exit code of a robot without a camera: $(cat messages)"
told "depth camera" || fail "message of a robot without a camera: $(cat messages)"

echo "a picture that cannot be written is an error"
timeout 30 "$ventosa" view crawl_up_wall --at 1 --screenshot /no/such/folder/x.png 2>messages
[ $? -eq 4 ] || fail "exit code of a picture that cannot be written: $(cat messages)"
finish

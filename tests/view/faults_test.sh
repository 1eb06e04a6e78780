#!/bin/bash
# What the real window survives, with the faults and the devices of faulty_desktop.cpp.
#   faults_test.sh VENTOSA SCENARIOS FAULTY_DESKTOP SMALL_PICTURE
set -uo pipefail
ventosa=$1 scenarios=$2 faulty_desktop=$3 small_picture=$4
. "$(dirname "$0")/desktop.sh"
mkdir faults
export VENTOSA_FAULTS=$work/faults

# order NAME WORD...: a file for faulty_desktop, whole at once
order() {
  printf '%s\n' "${*:2}" >order
  mv order "faults/$1"
}
is_done() { [ ! -e "faults/$1" ]; }
told() { grep -q -- "$1" messages; }
view() { LD_PRELOAD=$faulty_desktop timeout 120 "$ventosa" view "$@" 2>messages; }
# open_window OPTION...: of a robot that stands
open_window() {
  LD_PRELOAD=$faulty_desktop "$ventosa" view ./stand.yaml "$@" 2>messages &
  window=$!
  find_window "Ventosa: stand"
}
close_window() {
  press ctrl+q
  end_window 0
}
# inputs FILE: the ticks and goals of a scenario that was saved
inputs() { sed -n '/^inputs:/,$p' "$1"; }
ticks() { inputs "$1" | sed -n 's/.*"tick":\([0-9]*\).*/\1/p'; }

start_desktop
sed -e 's/at_s: 1,/at_s: 50,/' -e 's/^duration_s:.*/duration_s: 60/' -e '/^  - {name: travel/d' \
  "$scenarios/crawl_up_wall.yaml" >stand.yaml

echo "a gamepad lets it walk, and unplugged lets it stand"
open_window --play
order gamepad 0 0 0 0
sleep 0.5
order gamepad 0 -1 0 0
sleep 1.5
rm faults/gamepad
sleep 0.5
press ctrl+s
wait_for 10 test -s stand_touched.yaml || fail "nothing was saved: $(cat messages)"
goals=$(inputs stand_touched.yaml | grep -o '"activity":"[a-z]*"' | tr '\n' ' ')
[ "$goals" = '"activity":"walk" "activity":"hold" ' ] || fail "it was told: $(inputs stand_touched.yaml)"
# 17.4 mm/s: the largest speed of romerin4's gait
inputs stand_touched.yaml | grep '"walk"' | grep -q '"velocity":\[0.0,0.0,0.0174' ||
  fail "it does not walk up: $(inputs stand_touched.yaml)"

echo "a broken file that is dropped leaves the run there, and is told with its place"
sed 's/^robot:.*/robot: nobody/' stand.yaml >broken.yaml
order drop "$work/broken.yaml"
wait_for 10 told "broken.yaml:3" || fail "the broken file was not told: $(cat messages)"
order drop "$work/nowhere.yaml"
wait_for 10 told "nowhere.yaml" || fail "a file that is not there was not told: $(cat messages)"
mkdir empty
order drop "$work/empty"
wait_for 10 told "empty" || fail "a folder without results was not told: $(cat messages)"
xdotool search --name "Ventosa: stand" >/dev/null || fail "the run has gone"

echo "a scenario and a folder of results that are dropped are opened"
sed -e 's/at_s: 50,/at_s: 1,/' -e 's/^duration_s:.*/duration_s: 2/' stand.yaml >short.yaml
order drop "$work/short.yaml"
wait_for 20 xdotool search --name "Ventosa: short" || fail "the scenario was not opened: $(cat messages)"
cp short.yaml early.yaml
"$ventosa" run ./early.yaml --out results >/dev/null
order drop "$work/results"
wait_for 20 xdotool search --name "Ventosa: early" || fail "the results were not opened"
wait_for 20 told "same state hash" || fail "the results were not done again: $(cat messages)"
close_window

echo "a context that is lost, and a window that is refused, are made again as they were"
rm -f stand*_touched.yaml "$XDG_STATE_HOME"/ventosa/appearance.json # no messages
open_window --at 3 --panel help
xdotool windowmove "$id" 700 500 windowsize "$id" 1100 760
sleep 0.5
xdotool mousemove --window "$id" 60 131 click 1 # another leg
sleep 0.5
xdotool mousemove --window "$id" 450 70 # another place for the panel
sleep 0.3
xdotool mousedown 1
for x in 440 420 400; do
  xdotool mousemove --window "$id" $x 100
  sleep 0.2
done
xdotool mouseup 1
place=$(xdotool getwindowgeometry "$id" | tail -2)
press ctrl+p
press ctrl+p # with the message of the first
order refuse 2
order lose 1
wait_for 10 is_done refuse || fail "no window was opened"
find_window "Ventosa: stand"
sleep 2
[ "$(xdotool getwindowgeometry "$id" | tail -2)" = "$place" ] ||
  fail "it is elsewhere: $place $(xdotool getwindowgeometry "$id" | tail -2)"
# the window manager may give it the keys late
heard() { press ctrl+p && wait_for 3 test -s stand-3.png; }
heard || heard || heard || fail "the new window hears no key"
press ctrl+p
wait_for 5 test -s stand-4.png || fail "no picture of the new window"
for picture in stand-2 stand-4; do "$small_picture" shrink $picture.png $picture.small.png; done
by=$("$small_picture" differ stand-2.small.png stand-4.small.png)
# the last message has another time and file: 14; another leg 136
[ "${by:-255}" -le 30 ] || fail "the new window's picture differs by $by"
[ "$(grep -c "context was lost" messages)" -eq 1 ] || fail "it was told: $(cat messages)"

echo "the run plays on meanwhile"
press space
mark() { # a tick that is written down, and when; the next one needs a picture that shows this
  xdotool key p
  at_ms+=("$(date +%s%3N)")
  sleep 1.2
}
mark # the run may not have begun yet
at_ms=()
mark
order refuse 6 # three attempts
order lose 1
wait_for 10 is_done refuse
find_window "Ventosa: stand"
sleep 1.2
mark
mark
press ctrl+s
wait_for 10 test -s stand_touched.yaml || fail "nothing was saved: $(cat messages)"
mapfile -t tick < <(ticks stand_touched.yaml | tail -3)
[ $((tick[1] - tick[0])) -gt 50 ] ||
  fail "the run stood still: ticks ${tick[*]} at ${at_ms[*]} ms"

echo "a context that is lost for ever ends it, and what was done is kept"
mark
order lose 100
wait_for 20 is_closed
end_window 4
told "lost again and again" || fail "the end was told: $(cat messages)"
kept=$XDG_STATE_HOME/ventosa/stand_touched.yaml
[ "$(ticks "$kept" | tail -1)" -gt "${tick[2]}" ] || fail "what was done is not there"
told "$kept" || fail "where it is was not told: $(cat messages)"
rm -f faults/lose

echo "OpenGL that cannot tell of it will do"
touch faults/no_robustness
order lose 1
view ./stand.yaml --at 1 --screenshot plain.png || fail "exit code: $(cat messages)"
[ -s plain.png ] || fail "there is no picture"
[ -e faults/lose ] || fail "it was asked all the same"
finish

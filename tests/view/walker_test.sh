#!/bin/bash
# A robot without cups in the real window: driven by keys as fast as its gait can.
#   walker_test.sh VENTOSA
set -uo pipefail
ventosa=$1
. "$(dirname "$0")/desktop.sh"

start_desktop
cat >stand.yaml <<'END'
schema: 1
title: The hexapod stands on the ground, until it is driven
robot: hexapod3
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [6, 6], friction: 0.7}
placement: {surface: ground}
duration_s: 20
control_period_s: 0.002
asserts:
  - {name: stability margin, signal: stability.margin, min: 0.05, from_s: 0.5, unit: m}
  - {name: way, signal: error.travel.x, at: end, min: 0.1, unit: m}
END

echo "it walks by keys, in the gait that a key has chosen, faster by a tenth at each press"
"$ventosa" view ./stand.yaml --panel gait --panel controls 2>messages &
window=$!
find_window "Ventosa: stand"
press g # ripple
press g # tripod
xdotool key ctrl+Up ctrl+Up
press ctrl+Up
for n in 1 2 3 4 5 6 7 8; do xdotool key ctrl+Up; done # to the limit, and beyond
press space
sleep 8
press ctrl+Home # stand
sleep 2
press ctrl+p # screenshot
wait_for 5 test -s stand.png || fail "no screenshot"
press ctrl+s
wait_for 5 test -s stand_touched.yaml || fail "nothing was saved: $(cat messages)"
press ctrl+q
end_window 0
# the goals, in turn: the speed forwards in m/s
sed -n 's/.*"activity":"walk".*/&/p' stand_touched.yaml >walks
[ -s walks ] || fail "no walk was written down"
grep -q '"gait":2' walks || fail "it was no tripod"
grep -q '0\.0476' walks || fail "it was not as fast as the tripod can: $(tail -1 walks)"
cp stand.png "${WALKER_PICTURE:-/dev/null}"

echo "it has walked"
"$ventosa" run ./stand_touched.yaml >report 2>&1 || fail "what was saved does not walk: $(cat report)"
finish

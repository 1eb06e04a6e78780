#!/bin/bash
# Ten minutes at real time in a window: its memory grows by no more than the history that can be scrubbed.
#   memory_test.sh VENTOSA SCENARIOS [SECONDS]
set -uo pipefail
ventosa=$1 scenarios=$2 lasting_s=${3:-600}
work=$(mktemp -d)
export XDG_STATE_HOME=$work/state LIBGL_ALWAYS_SOFTWARE=1
cleanup() {
  kill "${window:-}" "${display:-}" 2>/dev/null
  rm -rf "$work"
}
trap cleanup EXIT

# 128 MB of keyframes, and the rows of plots until their rings are full
readonly allowed_kB=$(((128 + 40) * 1000))
readonly settled_s=30

Xvfb -displayfd 3 -screen 0 1280x800x24 3>"$work/number" 2>/dev/null &
display=$!
for ((n = 200; n > 0; --n)); do
  [ -s "$work/number" ] && break
  sleep 0.1
done
DISPLAY=:$(cat "$work/number")
export DISPLAY
sed "s/^duration_s:.*/duration_s: $((lasting_s + 60))/" "$scenarios/real_circle_wall.yaml" >"$work/long.yaml"
panels=(help files speed signals options controls gait estimate power modules messages)
"$ventosa" view "$work/long.yaml" --play "${panels[@]/#/--panel=}" 2>"$work/messages" &
window=$!

memory_kB() { awk '/^VmRSS/ {print $2}' "/proc/$window/status"; }
sleep "$settled_s"
before=$(memory_kB) || { echo "FAILED: no window: $(cat "$work/messages")" && exit 1; }
sleep $((lasting_s - settled_s))
after=$(memory_kB) || { echo "FAILED: it ended: $(cat "$work/messages")" && exit 1; }
echo "memory after $settled_s s: $before kB, after $lasting_s s: $after kB"
[ $((after - before)) -le "$allowed_kB" ] || { echo "FAILED: it grows" && exit 1; }

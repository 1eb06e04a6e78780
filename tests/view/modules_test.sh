#!/bin/bash
# The real window drives modules that another program emulates, over sockets of this computer.
#   modules_test.sh VENTOSA SCENARIOS
set -uo pipefail
ventosa=$1 scenarios=$2
. "$(dirname "$0")/desktop.sh"

port=$((10105 + $$ % 2000 * 10)) # below those that the system gives away
wire=(--keys "$work/keys" --address "127.0.0.1:$port")
told() { grep -q -- "$1" messages; }
# start_modules OPTION...: they run, and have said where they listen
start_modules() {
  "$ventosa" modules romerin4 crawl_up_wall --make-keys "${wire[@]}" "$@" >table 2>refused &
  modules=$!
  wait_for 60 grep -q body table || fail "the modules do not start: $(cat refused)"
}
# end_modules: `table` has how they were left
end_modules() {
  kill -INT "$modules"
  wait "$modules" || fail "exit code of the modules: $?"
}
# open_window OPTION...
open_window() {
  "$ventosa" view --hal romerin4 crawl_up_wall "${wire[@]}" "$@" 2>messages &
  window=$!
}
click() {
  xdotool mousemove --window "$id" "$1" "$2"
  sleep 0.3
  xdotool click 1
  sleep 0.5
}
# the buttons of 1280 x 800
hold() { click 130 90; }
go_on() { click 1040 90; } # or ARM
disarm() { click 1132 90; }
cut() { click 1224 90; }
# until_told WORDS: in the messages
until_told() { wait_for 20 told "$1" || fail "not told: $1: $(cat messages)"; }
picture() {
  [ -n "${VENTOSA_PICTURES:-}" ] || return 0
  press ctrl+p
  sleep 1
  mv crawl_up_wall.png "$VENTOSA_PICTURES/$1.png" 2>/dev/null
}

start_desktop

echo "what is wrong with the arguments is said before there is a window"
timeout 60 "$ventosa" view --hal romerin4 crawl_up_wall "${wire[@]}" 2>messages
[ $? -eq 2 ] || fail "exit code without keys"
timeout 60 "$ventosa" view --hal romerin4 crawl_up_wall --legacy 2>messages
[ $? -eq 2 ] || fail "exit code of an unauthenticated wire"
told allow-unauthenticated || fail "message of an unauthenticated wire: $(cat messages)"

echo "modules that do not answer are told of, in the window and beside it"
start_modules
end_modules
timeout 60 "$ventosa" view --hal romerin4 crawl_up_wall "${wire[@]}" --screenshot never.png 2>messages
[ $? -eq 5 ] || fail "exit code without modules"
told "front_left: expected an answer, found none" || fail "message without modules: $(cat messages)"
[ ! -e never.png ] || fail "there is a picture of nothing"
open_window
find_window "Ventosa"
until_told "expected an answer, found none"
is_closed && fail "the window does not stay"
press ctrl+q
end_window 5

echo "tried again it begins, unarmed"
open_window
find_window "Ventosa"
until_told "expected an answer, found none"
start_modules
press ctrl+l
find_window "Ventosa: crawl_up_wall"
until_told ": ready"
sleep 1
picture ready

echo "armed by its button it goes on, by HOLD and by H it holds, and goes on by the button alone"
go_on
until_told ": active"
sleep 4
picture active
hold
until_told "operator stop"
press h
press h
sleep 1
[ "$(grep -c ': active' messages)" -eq 1 ] || fail "a key made it go on: $(cat messages)"
picture hold
go_on
wait_for 20 test "$(grep -c ': active' messages)" -eq 2 || fail "it does not go on: $(cat messages)"
press h
wait_for 20 test "$(grep -c ': hold' messages)" -eq 2 || fail "H does not hold: $(cat messages)"

echo "cut takes both answers"
cut
click 1224 150 # beside the answers: nothing
picture questions
cut # no more
told ": cut" && fail "it was cut without an answer"

echo "an armed robot is not exchanged for another"
press ctrl+l
until_told "disarm the robot before"

echo "another master is told whose they are"
"$ventosa" hal romerin4 crawl_up_wall "${wire[@]}" 2>second
[ $? -eq 5 ] || fail "exit code of a second master"
grep -q "has a master on this computer" second || fail "message of a second master: $(cat second)"

echo "closed it leaves them holding"
go_on
sleep 1
press ctrl+q
end_window 0
until_told "released and hold"
end_modules
[ "$(grep -cE '^(front|rear)_[a-z]+ +offline +0' table)" -eq 4 ] || fail "they were not given back: $(cat table)"

echo "modules that are gone make it hold, and the window lives on"
start_modules
open_window
find_window "Ventosa: crawl_up_wall"
until_told ": ready"
go_on
until_told ": active"
kill -KILL "$modules"
until_told "stale"
sleep 2
is_closed && fail "the window is gone with the modules"
picture lost
press ctrl+q
end_window 0

echo "killed it leaves them holding"
start_modules
open_window --no-twin
find_window "Ventosa: crawl_up_wall"
until_told ": ready"
go_on
until_told ": active"
kill -KILL "$window"
wait "$window" 2> killed || true  # its address is free once it is gone
sleep 1
end_modules
[ "$(grep -cE '^(front|rear)_[a-z]+ +hold ' table)" -eq 4 ] || fail "they were left as: $(cat table)"

echo "a picture at a time"
start_modules
timeout 60 "$ventosa" view --hal romerin4 crawl_up_wall "${wire[@]}" --at 1 --screenshot picture.png \
  --panel links 2>messages || fail "exit code of a picture: $(cat messages)"
[ "$(stat -c %s picture.png 2>/dev/null || echo 0)" -gt 20000 ] || fail "there is no picture"
end_modules
finish

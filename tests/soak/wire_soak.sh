#!/bin/bash
# wire_soak.sh VENTOSA SECONDS: a quadruped stands on emulated modules for so long, over sockets,
# through a link that loses a tenth of the datagrams each way. It never holds.
set -uo pipefail
program=$(realpath "$1") seconds=$2
scratch=$(mktemp -d)
running=()
cleanup() {
  kill "${running[@]}" 2>/dev/null
  wait
  rm -rf "$scratch"
}
trap cleanup EXIT
cd "$scratch" || exit 1

readonly devices=5 # four modules and the body
readonly first=$((10100 + $$ % 1000 * 20)) # below the ports that the system gives away
readonly first_of_link=$((first + 10))

fail() {
  echo "FAILED: $1"
  cat ./*.txt
  exit 1
}

# wait_for WORDS FILE: at least one line for each device
wait_for() {
  for ((n = 600; n > 0; --n)); do
    lines=$(grep -c "$1" "$2" 2>/dev/null)
    [ "${lines:-0}" -ge "$devices" ] && return
    sleep 0.1
  done
  fail "there is no '$1' in $2"
}

cat > stand.yaml <<YAML
schema: 1
title: The quadruped stands on the ground
robot: romerin4
surfaces:
  - {name: ground, position_m: [0, 0, 0], normal: [0, 0, 1], size_m: [3, 3], friction: 0.6}
placement: {surface: ground}
cup_force_N: 100
duration_s: $seconds
asserts:
  - {name: feet attached, signal: "report.leg*.attached", equals: true}
YAML

"$program" modules romerin4 ./stand.yaml --make-keys --keys keys --address "127.0.0.1:$first" \
  > modules.txt 2>&1 &
running+=($!)
wait_for 127.0.0.1 modules.txt

routes=()
for ((k = 0; k < devices; ++k)); do
  routes+=(--listen "127.0.0.1:$((first_of_link + k))" --to "127.0.0.1:$((first + k))")
done
"$program" link "${routes[@]}" --loss 0.1 --latency-ms 5 --jitter-ms 3 \
  --back-loss 0.1 --back-latency-ms 5 --back-jitter-ms 3 > counters.txt 2> link.txt &
running+=($!)
wait_for 'listening on' link.txt

"$program" hal romerin4 ./stand.yaml --arm --json --keys keys \
  --address "127.0.0.1:$first_of_link" > hal.json 2> hal.txt
ended=$?

read -r heard missing <<< "$(awk '/"heard"/ {h += $2} /"missing"/ {m += $2} END {print h + 0, m + 0}' hal.json)"
echo "wire soak, $seconds s: exit code $ended, $missing datagrams missing, $heard heard"
[ "$ended" -eq 0 ] || fail 'it held, or did not come to its end'
grep -q '"ended": "end of the scenario"' hal.json || fail 'it did not come to its end'
# a tenth of all is missing, within a fifth of that
((missing * 100 > 8 * (heard + missing) && missing * 100 < 12 * (heard + missing))) ||
  fail 'the link did not lose a tenth'

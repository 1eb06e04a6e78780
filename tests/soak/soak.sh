#!/bin/bash
# soak.sh VENTOSA: the long runs of this folder, each watched for memory: at the end of twice the time
# a run holds no more, but for the index of its log.
set -uo pipefail
program=$1
folder=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

# run_watched SCENARIO: leaves its exit code in `ended`, its peak memory [kB] in `peak`
run_watched() {
  "$program" run "$1" --out "$scratch/out" > "$scratch/said" 2>&1 &
  local pid=$!
  peak=0
  while kill -0 $pid 2>/dev/null; do
    peak=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' /proc/$pid/status 2>/dev/null || true)
    peaks+=("${peak:-0}")
    sleep 0.2
  done
  wait $pid
  ended=$?
  peak=$(printf '%s\n' "${peaks[@]}" | sort -n | tail -1)
  peaks=()
  rm -rf "$scratch/out"
}

peaks=()
for scenario in "$folder"/*.yaml; do
  name=$(basename "$scenario" .yaml)
  seconds=$(sed -n 's/^duration_s: //p' "$scenario")

  # half of the time: what is asserted of the end may fail, anything else may not
  sed -e "s/^duration_s: .*/duration_s: $((seconds / 2))/" "$scenario" > "$scratch/$name.yaml"
  run_watched "$scratch/$name.yaml"
  if [ "$ended" -gt 1 ]; then cat "$scratch/said" && status=1; fi
  half=$peak

  run_watched "$scenario"
  echo "$name, $seconds s: exit code $ended, peak memory $((peak / 1024)) MB," \
    "$((half / 1024)) MB in half of the time"
  if [ "$ended" -ne 0 ]; then cat "$scratch/said" && status=1; fi
  if [ "$half" -eq 0 ] || [ "$peak" -gt $((half + half / 10)) ]; then
    echo "FAILED: $name: memory grows with time"
    status=1
  fi
done
exit "$status"

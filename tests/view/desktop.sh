# A desktop for tests of the real window: Xvfb with a window manager, and a folder to work in.
#   . desktop.sh; start_desktop
work=$(mktemp -d)
export XDG_STATE_HOME=$work/state LIBGL_ALWAYS_SOFTWARE=1
# the driver has been unloaded when leaks are looked for, and what it kept looks like one; what a test
# puts before GLFW comes before the sanitizer too
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0:verify_asan_link_order=0
cd "$work" || exit 1
failed=0

fail() {
  echo "FAILED: $*"
  failed=1
}
cleanup() {
  kill "${window:-}" "${modules:-}" "${manager:-}" "${display:-}" 2>/dev/null
  rm -rf "$work"
}
trap cleanup EXIT

# wait_for SECONDS COMMAND...
wait_for() {
  local n=$(($1 * 10))
  shift
  for ((; n > 0; --n)); do
    "$@" >/dev/null 2>&1 && return 0
    sleep 0.1
  done
  return 1
}

start_desktop() {
  Xvfb -displayfd 3 -noreset -screen 0 2600x1700x24 3>"$work/number" 2>/dev/null &
  display=$!
  wait_for 20 test -s "$work/number" || { echo "Xvfb does not start" && exit 1; }
  DISPLAY=:$(cat "$work/number")
  export DISPLAY
  openbox >/dev/null 2>&1 &
  manager=$!
  wait_for 20 xdotool get_num_desktops || { echo "openbox does not start" && exit 1; }
}

# find_window TITLE: its `id`, and it has the keyboard
find_window() {
  wait_for 60 xdotool search --name "$1" || fail "no window $1: $(cat "$work/messages")"
  id=$(xdotool search --name "$1" | head -1)
  timeout 10 xdotool windowactivate --sync "$id"
  sleep 1.5 # a key that comes before the first picture is lost
}

press() {
  xdotool key "$1"
  sleep 0.7
}

is_closed() { ! kill -0 "$window"; }

# end_window CODE: it has been asked to
end_window() {
  wait_for 20 is_closed || { fail "it does not close" && return; }
  wait "$window"
  local code=$?
  [ $code -eq "$1" ] || fail "exit code of the window: $code"
}

finish() {
  [ $failed -eq 0 ] && echo "all as it should be"
  exit $failed
}

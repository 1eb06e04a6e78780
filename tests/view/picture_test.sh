#!/bin/bash
# The window's picture of a run against the one that is kept, picture.png beside this; and that the
# comparison sees what it is there to see.
#   picture_test.sh VENTOSA SMALL_PICTURE [renew]   renew: the kept one is made anew
set -uo pipefail
ventosa=$1 small_picture=$2 renew=${3:-}
kept=$(cd "$(dirname "$0")" && pwd)/picture.png
. "$(dirname "$0")/desktop.sh"

# of 255, the mean colour of any square of 16 pixels: another driver or a slow machine measures 5,
# what is changed below on purpose 50 and more
readonly tolerance=20

# picture NAME OPTION...: a small one
picture() {
  timeout 60 "$ventosa" view crawl_up_wall "${@:2}" --screenshot large.png 2>messages &&
    "$small_picture" shrink large.png "$1.png"
}
# differs NAME
differs() {
  local by
  by=$("$small_picture" differ "$kept" "$1.png") || by=255
  echo "  by $by"
  [ "$by" -gt $tolerance ]
}
# must_differ NAME OPTION...
must_differ() {
  echo "it sees $1"
  picture other "${@:2}" || fail "no picture of $1: $(cat messages)"
  differs other || fail "it does not see $1"
}

start_desktop
picture same --at 3 || fail "no picture: $(cat messages)"
if [ "$renew" ]; then
  cp same.png "$kept" && finish
fi

echo "it is as the one that is kept"
differs same && fail "it is another picture: if it should be, $0 $ventosa $small_picture renew"

echo "so it is by another driver"
if GALLIUM_DRIVER=softpipe picture soft --at 3; then
  differs soft && fail "it is another picture by another driver"
else
  echo "  skipped: $(tail -1 messages)"
fi

must_differ "other arrows" --at 3 --show estimated
must_differ "other marks" --at 3 --show limits
must_differ "another panel" --at 3 --panel gait
must_differ "another theme" --at 3 --light
must_differ "another posture" --at 3.5
echo "it sees other colours"
"$small_picture" swap same.png other.png
differs other || fail "it does not see other colours"
finish

#!/bin/bash
# The real window: under Xvfb with a window manager, driven by xdotool as a user would.
#   window_test.sh VENTOSA SCENARIOS
set -uo pipefail
ventosa=$1 scenarios=$2
. "$(dirname "$0")/desktop.sh"

echo "without a display it says what to do instead"
message=$(timeout 60 env -u DISPLAY -u WAYLAND_DISPLAY "$ventosa" view crawl_up_wall 2>&1)
[ $? -eq 4 ] || fail "exit code without a display"
[[ $message == *"ventosa run"* ]] || fail "message without a display: $message"

start_desktop

echo "a broken scenario is refused with its place"
sed 's/^robot:.*/robot: nobody/' "$scenarios/crawl_up_wall.yaml" >broken.yaml
message=$(timeout 60 "$ventosa" view ./broken.yaml 2>&1)
[ $? -eq 2 ] || fail "exit code of a broken scenario"
[[ $message == *broken.yaml:* ]] || fail "message of a broken scenario: $message"

echo "a panel that does not exist is refused"
timeout 60 "$ventosa" view crawl_up_wall --panel nonsense 2>/dev/null
[ $? -eq 2 ] || fail "exit code of a panel that does not exist"

echo "a picture at a time, with every panel"
panels=(files help speed signals options controls gait estimate power modules messages)
timeout 120 "$ventosa" view crawl_up_wall --at 3 --screenshot picture.png \
  "${panels[@]/#/--panel=}" 2>/dev/null || fail "exit code of a picture"
[ "$(stat -c %s picture.png 2>/dev/null || echo 0)" -gt 20000 ] || fail "there is no picture"

echo "a run that is over, with a ghost, is done again to its hash"
"$ventosa" run crawl_up_wall --out results >/dev/null
message=$(timeout 120 "$ventosa" view results --ghost crawl_up_wall --at 5 --screenshot ghost.png 2>&1) ||
  fail "exit code of a folder of results"
[[ $message == *"same state hash"* ]] || fail "message of a folder of results: $message"
[ "$(stat -c %s ghost.png 2>/dev/null || echo 0)" -gt 50000 ] || fail "there is no picture of it"

echo "played, touched, saved and closed by keys"
mkdir bin  # instead of ffmpeg: it counts what it is given
printf '#!/bin/sh\nfor last; do :; done\nwc -c > "$last"\n' >bin/ffmpeg
chmod +x bin/ffmpeg
sed 's/^duration_s:/seed: 7\n&/' "$scenarios/crawl_up_wall.yaml" >climb.yaml
PATH=$work/bin:$PATH "$ventosa" view ./climb.yaml 2>"$work/messages" &
window=$!
find_window "Ventosa: climb"
xdotool mousemove --window "$id" 500 300
press ctrl+m # film
press space  # play
sleep 2
press ctrl+m # it ends
press ctrl+t # light
press p      # PD off
sleep 1
press p      # and on
press h      # HOLD
press h      # and go on
press space  # pause
press Left   # a tick back
press space  # on again
xdotool mousemove --window "$id" 585 310 # the body, or a leg in front of it
xdotool keydown ctrl mousedown 3
for x in 600 620 640; do # a push, as strong as the way is long
  xdotool mousemove --window "$id" $x 300
  sleep 0.3
done
xdotool mouseup 3 keyup ctrl
sleep 0.5
press space  # pause
press F1     # help
press ctrl+p # screenshot
press ctrl+s # save
wait_for 20 test -s climb_touched.yaml || fail "nothing was saved: $(cat "$work/messages")"
wait_for 5 test -s climb.png || fail "no screenshot"
[ "$(cat climb.mp4 2>/dev/null || echo 0)" -gt 3000000 ] || fail "there is no film"
echo "robot: nobody" >>climb.yaml # broken on reload: what runs stays, and the place is told
press ctrl+l
wait_for 10 grep -q "climb.yaml:" messages || fail "the broken file was not told"
press ctrl+o # the panel of files
press space  # play
press ctrl+q # closed during a run
end_window 0

grep -q '^seed: 7' climb_touched.yaml || fail "it was not run with the seed of the scenario"
grep -q '"pd":false' climb_touched.yaml || fail "PD off was not written down"
grep -q '"action":"hold"' climb_touched.yaml || fail "HOLD was not written down"
grep -q '"stimulus"' climb_touched.yaml || fail "the push was not written down"
"$ventosa" check ./climb_touched.yaml >/dev/null || fail "what was saved is no scenario"

echo "on a display of twice the density everything is twice as large"
echo "Xft.dpi: 192" | xrdb -merge
timeout 60 "$ventosa" view crawl_up_wall --at 1 --screenshot dense.png 2>/dev/null || fail "exit code on a dense display"
[ "$(od -An -j16 -N8 -tu1 dense.png | tr -s ' ')" = " 0 0 10 0 0 0 6 64" ] ||
  fail "the picture is not 2560 x 1600: $(od -An -j16 -N8 -tu1 dense.png)"

finish

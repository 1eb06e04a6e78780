#!/bin/bash
# Makes the pictures of README and docs anew:  docs/images/make.sh [VENTOSA]
# Without a display it makes one (xvfb-run).
set -euo pipefail
cd "$(dirname "$0")"
ventosa=$(realpath "${1:-../../build/release/app/ventosa}")
if [ -z "${DISPLAY:-}" ]; then
  exec xvfb-run -a -s "-screen 0 1280x800x24" "./$(basename "$0")" "$ventosa"
fi

# picture NAME ARGUMENT...
picture() {
  echo "$1.png"
  "$ventosa" view "${@:2}" --screenshot "$1.png"
}
picture app crawl_up_wall --at 12
picture app_ghost real_crawl_up_wall --at 26 --ghost crawl_up_wall
picture app_blind real_crawl_up_wall --blind --at 26 --show estimated
picture app_controls crawl_ceiling --at 14 --panel controls --show limits
picture app_camera crawl_seen_looking_around --at 20 --show camera --show planes --light

# the quadruped with a foot in the air, 15 s after its start
frames=$(mktemp -d)
"$ventosa" run crawl_up_wall --every 1000 --out "$frames/run" --frames "$frames" --frame-period 15 >/dev/null
cp "$frames/0001.png" climb.png

# the hexapod on three feet, 3.7 s after its start
"$ventosa" run hexapod3_tripod_flat --every 1000 --out "$frames/run" --frames "$frames" --frame-period 3.7 >/dev/null
cp "$frames/0001.png" walk.png

# the hexapod on rough ground
"$ventosa" run hexapod3_rough_ripple --seed 1 --every 1000 --out "$frames/run" --frames "$frames" --frame-period 5.6 >/dev/null
cp "$frames/0001.png" rough.png

# its walk by GPS and compass
"$ventosa" paper hexapod-fig7 --out "$frames/paper" >/dev/null
cp "$frames/paper/hexapod/fig7.svg" gps.svg
rm -r "$frames"

# the organisms of RIAI 2023 on one sheet
organisms="romerin4 romerin6_sides romerin7 romerin6_extended romerin5 romerin10"
(cd "$(mktemp -d)" && "$ventosa" check $organisms --draw >/dev/null &&
  "$OLDPWD/sheet.py" "$OLDPWD/organisms.png" 3 480 ${organisms// /.png }.png)

# profiles of uneven ground
"$(dirname "$ventosa")/../examples/draw_relief" relief.svg

# modules that another program emulates
keys=$(mktemp -d)
"$ventosa" modules romerin4 crawl_up_wall --make-keys --keys "$keys" >/dev/null &
modules=$!
trap 'kill -INT "$modules"; rm -r "$keys"' EXIT
sleep 5
picture app_hal --hal romerin4 crawl_up_wall --keys "$keys" --at 4

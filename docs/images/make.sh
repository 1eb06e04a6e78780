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
picture app_walker hexapod3_rough_wave --at 22.1 --panel gait
picture app_camera crawl_seen_looking_around --at 20 --show camera --show planes --light

# frame NAME SECONDS SCENARIO ARGUMENT...: an off-screen picture of a run at a time
frame() {
  echo "$1.png"
  local folder
  folder=$(mktemp -d)
  "$ventosa" run "${@:3}" --every 1000 --out "$folder/run" --frames "$folder/frames" --frame-period "$2" >/dev/null
  cp "$folder/frames/0001.png" "$1.png"
  rm -r "$folder"
}
frame climb 15 crawl_up_wall                    # a foot in the air
frame walk 3.7 hexapod3_tripod_flat             # on three feet
frame rough 5.6 hexapod3_rough_ripple --seed 1

# figures of the papers' experiments
../papers.sh "$ventosa"

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

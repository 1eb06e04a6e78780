#!/bin/bash
# Writes papers.md and the figures of docs that come from papers' experiments anew, in about three
# minutes:  docs/papers.sh [VENTOSA]
set -euo pipefail
cd "$(dirname "$0")"
ventosa=$(realpath "${1:-../build/release/app/ventosa}")
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

"$ventosa" paper all --out "$folder" >/dev/null
cp "$folder/papers.md" papers.md
cp "$folder/hexapod/fig7.svg" images/gps.svg           # by GPS and compass
cp "$folder/amru5/fig5.svg" images/amru5_fig5.svg      # by the reverse body
cp "$folder/amru5/fig3.svg" images/amru5_tripod.svg

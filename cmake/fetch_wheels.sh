#!/bin/bash
# fetch_wheels.sh NAME WHAT [COMMAND]: unpacks the Python wheels pinned in cmake/NAME.txt into
# .deps/NAME, and there runs COMMAND. Says nothing and changes nothing when they are there.
set -euo pipefail
cd "$(dirname "$0")/.."
name=$1 what=$2
shift 2

# named after the pins: other pins are fetched anew
pins=$(cksum < "cmake/$name.txt" | cut -d' ' -f1)
place=.deps/$name
if [ "$(cat "$place/pins" 2>/dev/null)" = "$pins" ]; then exit 0; fi

# made beside its place and renamed into it: never half there
echo "fetching $what into $place" >&2
mkdir -p "$(dirname "$place")"
made=$(mktemp -d "$place.XXXXXX")
trap 'rm -rf "$made"' EXIT
machine=$(uname -m)
pip3 download --quiet --require-hashes --requirement "cmake/$name.txt" --no-deps \
  --only-binary=:all: --python-version 3.11 --platform "manylinux_2_28_$machine" \
  --platform "manylinux2014_$machine" --dest "$made" >&2
(
  cd "$made"
  for wheel in *.whl; do cmake -E tar xf "$wheel"; done
  rm -f ./*.whl
  "$@"
)
echo "$pins" > "$made/pins"
chmod 755 "$made"
rm -rf "$place"
mv -T "$made" "$place"

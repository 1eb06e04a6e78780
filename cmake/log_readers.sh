#!/bin/bash
# Fetches the Python packages of which the tests decode logs into .deps/log_readers. Says nothing and
# changes nothing when they are there. The product never needs them.
set -euo pipefail
cd "$(dirname "$0")/.."

# named after the pins: other pins are fetched anew
pins=$(cksum < cmake/log_readers.txt | cut -d' ' -f1)
place=.deps/log_readers
if [ "$(cat "$place/pins" 2>/dev/null)" = "$pins" ]; then exit 0; fi

# made beside its place and renamed into it: never half there
echo "fetching readers of MCAP and ROS 2 messages into $place" >&2
mkdir -p "$(dirname "$place")"
made=$(mktemp -d "$place.XXXXXX")
trap 'rm -rf "$made"' EXIT
machine=$(uname -m)
pip3 download --quiet --require-hashes --requirement cmake/log_readers.txt --no-deps \
  --only-binary=:all: --python-version 3.11 --platform "manylinux_2_28_$machine" \
  --platform "manylinux2014_$machine" --dest "$made" >&2
cd "$made"
for wheel in *.whl; do cmake -E tar xf "$wheel"; done
rm -f ./*.whl
echo "$pins" > pins
cd - > /dev/null
chmod 755 "$made"
rm -rf "$place"
mv -T "$made" "$place"

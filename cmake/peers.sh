#!/bin/bash
# Fetches the peers, the libraries that Ventosa is compared with, into .deps/peers: nothing but
# headers and what must be linked. Says nothing and changes nothing when they are there. The product
# never needs them.
set -euo pipefail
cd "$(dirname "$0")/.."

# named after the pins: other pins are fetched anew
pins=$(cksum < cmake/peers.txt | cut -d' ' -f1)
place=.deps/peers
if [ "$(cat "$place/pins" 2>/dev/null)" = "$pins" ]; then exit 0; fi

# made beside its place and renamed into it: never half there
echo "fetching Pinocchio, ProxSuite and eiquadprog into $place" >&2
mkdir -p "$(dirname "$place")"
made=$(mktemp -d "$place.XXXXXX")
trap 'rm -rf "$made"' EXIT
pip3 download --quiet --require-hashes --requirement cmake/peers.txt --no-deps \
  --only-binary=:all: --python-version 3.11 --platform "manylinux_2_28_$(uname -m)" \
  --dest "$made" >&2
cd "$made"
for wheel in *.whl; do cmake -E tar xf "$wheel"; done
mkdir lib licenses
mv cmeel.prefix/include .
mv cmeel.prefix/lib/libeiquadprog.so lib
for texts in *.dist-info/licenses; do mv "$texts" "licenses/${texts%%.dist-info/*}"; done
rm -rf cmeel.prefix ./*.dist-info ./*.whl
echo "$pins" > pins
cd - > /dev/null
chmod 755 "$made"
rm -rf "$place"
mv -T "$made" "$place"

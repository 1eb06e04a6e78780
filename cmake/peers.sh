#!/bin/bash
# Fetches the peers, the libraries that Ventosa is compared with, into .deps/peers: nothing but
# headers and what must be linked. The product never needs them.
set -euo pipefail

arrange() {
  mkdir lib licenses
  mv cmeel.prefix/include .
  mv cmeel.prefix/lib/libeiquadprog.so lib
  for texts in *.dist-info/licenses; do mv "$texts" "licenses/${texts%%.dist-info/*}"; done
  rm -rf cmeel.prefix ./*.dist-info
}
export -f arrange
"$(dirname "$0")/fetch_wheels.sh" peers "Pinocchio, ProxSuite and eiquadprog" arrange

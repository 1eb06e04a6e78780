#!/bin/bash
# Fetches the Python package by which tests/check_sizes.py measures functions into .deps/lizard. The
# product never needs it.
exec "$(dirname "$0")/fetch_wheels.sh" lizard "a counter of parameters and lines of functions"

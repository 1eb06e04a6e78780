#!/bin/bash
# Fetches the Python packages of which the tests decode logs into .deps/log_readers. The product never
# needs them.
exec "$(dirname "$0")/fetch_wheels.sh" log_readers "readers of MCAP and ROS 2 messages"

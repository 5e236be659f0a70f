#!/bin/sh
# SPDX-License-Identifier: MIT
# `reel scan` of plays that this makes in memory (REEL_RAM_DISK, /dev/shm), beside reading the same files, and of XROR files beside the reference's
# way to read them: rows of the table beside others (bench/pairs.sh). The reference's packages come from PyPI.
#   bench/scans.sh [--plays=N] [--rounds=N]
set -eu
cd "$(dirname "$0")/.."
cmake --preset release > /dev/null
cmake --build build/release --target reel_bench_plays reel_command > /dev/null
python=$(bench/peers/python.sh)
exec "$python" bench/scans.py build/release "$@"

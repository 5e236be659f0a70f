#!/bin/sh
# SPDX-License-Identifier: MIT
# Cost against size: each verb of each format on files of 1,000 rows to a million (bench/scale.c), and `reel scan` of one file to many, on one
# processor and on two. Fails if a verb grows faster than the rows. Files of the scan are in memory (REEL_RAM_DISK, /dev/shm).
#   bench/scale.sh [--files=N] [--seconds=S] [--within=S] [FORMAT...]
#   bench/scale.sh --write    into bench/scale.md, and from there into the page
set -eu
cd "$(dirname "$0")/.."
cmake --preset release > /dev/null
cmake --build build/release --target reel_bench_scale reel_bench_plays reel_command > /dev/null
exec python3 bench/scale.py "$@"

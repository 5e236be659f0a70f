#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts with callgrind the instructions and allocations of each verb (identify, header, load, write, append, check, statistics, export,
# convert) on a small and a long made file of each format, and compares them with bench/instructions.tsv. It fails if a case grew or
# fell by more than 3 %, and names the function that grew most; or if a long one costs more than at the last release and
# bench/instructions_paid.tsv does not say what that bought. Takes some minutes.
#   bench/instructions.sh                     compare
#   bench/instructions.sh --write             replace the table, after a change that is worth its cost
#   bench/instructions.sh --release NAME --release-build FOLDER   write the table of the last release; bench/README.md says how
#   bench/instructions.sh --prove             make a case slower, and see that it is found and named
#   bench/instructions.sh --profile 'load gdr1-json'   the functions of the cases with this in their label
set -eu
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || { echo "skipped: valgrind is not installed" >&2; exit 77; }
cmake --preset release >/dev/null
cmake --build build/release --target reel_instructions reel_bench_plays reel_command make_replay >/dev/null
exec python3 bench/instructions.py "$@"

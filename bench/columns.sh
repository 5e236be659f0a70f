#!/bin/sh
# Size and CPU time of tables as Parquet and Arrow, beside other writers: bench/columns.sh [--pairs] [FILE...]
# With --pairs it prints rows of the table beside others (bench/pairs.sh) instead.
# Without names, the frames of the full BSOR plays of the corpus next to the project. Needs build/release; the peers come from PyPI.
set -eu
cd "$(dirname "$0")/.."
mode=sizes
[ "${1:-}" != --pairs ] || { mode=pairs; shift; }
[ $# -gt 0 ] || set -- ../shared/samples/bsor/plays/*.bsor
[ -e "$1" ] || { echo "no corpus beside the project: name the files to measure" >&2; exit 2; }
for program in cli/reel bench/reel_bench_parquet; do
    [ -x "build/release/$program" ] || { echo "build/release is not built" >&2; exit 2; }
done
python=$(bench/peers/python.sh)
"$python" bench/peers/columns/measure.py build/release/cli/reel build/release/bench/reel_bench_parquet "$mode" "$@"

#!/bin/sh
# Instructions for each byte of decoding, of statistics and of the JSON export, counted by callgrind: bench/instructions.sh FILE...
# The same binary and files give the same figures on any load, so a slow-down of a change shows.
set -eu
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || { echo "valgrind is not here" >&2; exit 2; }
[ $# -gt 0 ] || set -- ../shared/samples/bsor/plays/*.bsor
[ -e "$1" ] || { echo "no corpus beside the project: name the files to count" >&2; exit 2; }
cmake --preset release >/dev/null
cmake --build --preset release >/dev/null
bytes=$(cat "$@" | wc -c)
for job in load stats json; do
    count=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null build/release/bench/reel_instructions "$job" "$@" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p')
    base=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null build/release/bench/reel_instructions none "$@" 2>&1 |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p')
    awk -v job="$job" -v n="$((count - base))" -v b="$bytes" 'BEGIN { printf "%-6s %12d instructions, %.3f a byte\n", job, n, n / b }'
done

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Uses each door at full tilt over all good and bad files, one door after another, and prints its resident memory over time, then its passes
# and its memory at the start, in the middle and at the end. The exit status is 1 if the memory of a door grew by more than 16 MiB from the
# second quarter of the time to the last, or if a door failed. With a C compiler, the blocks of memory that reel has allocated in Python or
# DuckDB are counted: if more are there after a pass than after the first, the door fails, and the places that allocated them are printed.
#
#   bench/soak.sh [--together] [DOOR...]     doors: python, spark (its reader), npm, duckdb; by default all
#
# --together              all doors at the same time; only the last line of each is printed
#
# REEL_SOAK_SECONDS       for each door; by default 3600
# REEL_SOAK_STEP          9 uses each ninth file only: more passes in the same time; by default 1
# REEL_SOAK_FILES         folders of files, separated by colons; by default tests/formats
# REEL_SOAK_PYTHON        a Python with pyreel, pyarrow and polars, by default python3
# REEL_SOAK_SPARK         one that has pyspark as well, by default the same
# REEL_SOAK_DUCKDB        one with duckdb, by default the same
# REEL_DUCKDB_EXTENSION   by default build/duckdb/cmake/reel.duckdb_extension
#
# For npm, run `npm install` in web/wasm before.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
python=${REEL_SOAK_PYTHON:-python3}
seconds=${REEL_SOAK_SECONDS:-3600}
export REEL_DUCKDB_EXTENSION=${REEL_DUCKDB_EXTENSION:-$PWD/build/duckdb/cmake/reel.duckdb_extension}
IFS=: read -ra folders <<< "${REEL_SOAK_FILES:-$PWD/tests/formats}"
results=$(mktemp -d) || exit 2
trap 'rm -rf "$results"' EXIT
files=$(find "${folders[@]}" -type f | awk -v step="${REEL_SOAK_STEP:-1}" 'END { print int((NR + step - 1) / step) }')
counter=$results/live_blocks.so
"${CC:-cc}" -std=gnu17 -O2 -shared -fPIC -o "$counter" tests/support/preload/live_blocks.c -pthread 2> /dev/null ||
    { counter=; echo "bench/soak.sh: blocks of memory are not counted: no C compiler for tests/support/preload/live_blocks.c"; }

use_python() { env ${counter:+LD_PRELOAD="$counter"} "$2" bench/soak.py "$1" "$seconds" "${folders[@]}"; }

use() {
    case $1 in
    python) use_python python "$python" ;;
    spark) use_python spark "${REEL_SOAK_SPARK:-$python}" ;;
    duckdb) use_python duckdb "${REEL_SOAK_DUCKDB:-$python}" ;;
    npm) node --expose-gc bench/soak.mjs "$seconds" "${folders[@]}" ;;
    *) echo "bench/soak.sh: unknown door '$1' (there are: python spark npm duckdb)" >&2; return 2 ;;
    esac
}

# The samples of a door go to its own file; the last line sums them up.
soak() {
    local status=0
    echo "$1: seconds, passes, MiB"
    use "$1" | tee "$results/$1" || status=1
    awk -v door="$1" -v files="$files" '
        { size[NR] = $3; passes = $2 }
        function least(from, to,    i, found) { for (i = from; i <= to; i++) if (!found || size[i] < found) found = size[i]; return found }
        END {
            if (!NR) { print door ": no pass"; exit 1 }
            printf "%s: %d passes over %d files; MiB at the start %.1f, in the middle %.1f, at the end %.1f; ",
                door, passes, files, size[1], size[int((NR + 1) / 2)], size[NR]
            if (NR < 4) { print "too few samples to tell whether it grows: give it more time"; exit 1 }
            quarter = int(NR / 4)
            grown = least(NR - quarter + 1, NR) - least(quarter + 1, 2 * quarter)
            printf "%+.1f since the second quarter\n", grown
            exit grown > 16
        }' "$results/$1" || status=1
    return "$status"
}

together=
if [ "${1:-}" = --together ]; then
    together=1
    shift
fi
[ $# -gt 0 ] || set -- python spark npm duckdb
failed=0
jobs=()
for door; do
    if [ "$together" ]; then
        soak "$door" > "$results/$door.text" 2>&1 &
        jobs+=($!)
    else
        soak "$door" || failed=1
    fi
done
for job in "${jobs[@]}"; do wait "$job" || failed=1; done
for door; do [ ! "$together" ] || tail -n 1 "$results/$door.text"; done
exit "$failed"

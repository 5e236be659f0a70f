#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Uses each door at full tilt over all good and bad files, one door after another, and prints its resident memory over time. The exit status
# is 1 if the memory of a door grew by more than 16 MiB from the second quarter of the time to the last, or if a door failed.
#
#   bench/soak.sh [DOOR...]     doors: python, spark (its reader), npm, duckdb; by default all
#
# REEL_SOAK_SECONDS       for each door; by default 3600
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
results=$(mktemp) || exit 2
trap 'rm -f "$results"' EXIT

use() {
    case $1 in
    python) "$python" bench/soak.py python "$seconds" "${folders[@]}" ;;
    spark) "${REEL_SOAK_SPARK:-$python}" bench/soak.py spark "$seconds" "${folders[@]}" ;;
    duckdb) "${REEL_SOAK_DUCKDB:-$python}" bench/soak.py duckdb "$seconds" "${folders[@]}" ;;
    npm) node --expose-gc bench/soak.mjs "$seconds" "${folders[@]}" ;;
    *) echo "bench/soak.sh: unknown door '$1' (there are: python spark npm duckdb)" >&2; return 2 ;;
    esac
}

failed=0
for door in "${@:-python spark npm duckdb}"; do
    for each in $door; do
        echo "$each: seconds, passes, MiB"
        use "$each" | tee "$results" || failed=1
        awk -v door="$each" '
            { size[NR] = $3; passes = $2 }
            function least(from, to,    i, found) { for (i = from; i <= to; i++) if (!found || size[i] < found) found = size[i]; return found }
            END {
                if (NR < 4) { print door ": fewer than 4 samples; give it more time"; exit 1 }
                quarter = int(NR / 4)
                grown = least(NR - quarter + 1, NR) - least(quarter + 1, 2 * quarter)
                printf "%s: %d passes, %.1f MiB at the end, %+.1f MiB since the second quarter\n", door, passes, size[NR], grown
                exit grown > 16
            }' "$results" || failed=1
    done
done
exit "$failed"

#!/bin/sh
# Instructions for each row that is recorded, beside fwrite of the same rows, counted by callgrind, and allocations of a second in the steady
# state: bench/recorder.sh. The rows of 20 seconds less those of 10 are counted, so the start and the end do not matter.
set -eu
cd "$(dirname "$0")/.."
command -v valgrind >/dev/null || { echo "valgrind is not installed" >&2; exit 2; }
cmake --preset release >/dev/null
cmake --build build/release --target reel_bench_recorder >/dev/null
bench=build/release/bench/reel_bench_recorder

instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" "$@" 2>&1 | sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
# For a second: what one way costs.
cost() { echo $((($(instructions "$1" "$2" 20) - $(instructions "$1" "$2" 10)) / 10)); }

for table in frames inputs positions; do
    made=$(cost $table nothing)
    yardstick=$(($(cost $table fwrite) - made))
    echo "$table: fwrite $yardstick instructions a second"
    for way in rows spool archive; do
        awk -v way=$way -v n=$(($(cost $table $way) - made)) -v y=$yardstick -v a="$("$bench" $table $way 300)" \
            'BEGIN { printf "  %-8s %9d instructions a second, %5.2f times, %s\n", way, n, n / y, a }'
    done
done

#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures loading levels beside readers of others: twmap (PyPI) for maps of DDNet, bsmap (npm) for those of Beat Saber. The levels are made by twmap and
# as JSON (bench/peers/levels/make.py). Each line: how many times as long the peer takes, the median of the rounds with their range, and the
# milliseconds of both, all in time of the processor. The counts of notes and tiles have to be the same. All load one level again and again, and keep
# the memory of the load before, as glibc does it if it is asked: with REEL_FRESH=1 the system gives them new pages each time.
#   bench/levels.sh
# Needs python3 with venv, node and npm; what is missing is said.
set -eu
cd "$(dirname "$0")/.."
build=build/release made=build/peers/levels rounds=${REEL_ROUNDS:-7}
[ "${REEL_FRESH:-}" ] || export MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=268435456
cmake --preset release > /dev/null
cmake --build "$build" --target reel_bench_levels > /dev/null
mkdir -p "$made/files"
if ! { [ -x "$made/venv/bin/python" ] || python3 -m venv "$made/venv"; } > "$made/log" 2>&1 ||
    ! "$made/venv/bin/pip" install -q twmap numpy >> "$made/log" 2>&1; then
    echo "twmap is not installed (see $made/log)" >&2
    exit 2
fi
cp bench/peers/levels/with_bsmap.mjs "$made/"
npm install --prefix "$made" --silent --no-audit --no-fund bsmap > "$made/npm.log" 2>&1 || echo "bsmap is not installed (see $made/npm.log)" >&2
"$made/venv/bin/python" bench/peers/levels/make.py "$made/files"
echo "machine:  $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors"
echo "peers:    twmap $("$made/venv/bin/pip" show twmap | sed -n 's/^Version: //p'), bsmap $(sed -n 's/.*"version": "\(.*\)",/\1/p' "$made/node_modules/bsmap/package.json" 2> /dev/null)"

# beside NAME FILE PROGRAM [ARGUMENT]: the last line that each prints is seconds and a count
beside() {
    name=$1 file=$2
    shift 2
    for _ in $(seq "$rounds"); do
        echo "$("$@" "$file" | tail -n 1) $("$build/bench/reel_bench_levels" "$file")"
    done | awk -v name="$name" '
        $2 != $4 { print name ": the peer finds " $2 ", reel " $4 > "/dev/stderr"; bad = 1 }
        { ratio[NR] = $1 / $3; if (NR == 1 || $1 < peer) peer = $1; if (NR == 1 || $3 < own) own = $3 }
        END {
            for (i = 1; i <= NR; i++) for (j = i + 1; j <= NR; j++) if (ratio[j] < ratio[i]) { t = ratio[i]; ratio[i] = ratio[j]; ratio[j] = t }
            printf "| %s | %.1f (%.1f to %.1f) | %.2f | %.2f |\n", name, ratio[int((NR + 1) / 2)], ratio[1], ratio[NR], peer * 1000, own * 1000
            exit bad
        }'
}

echo "| level | the peer takes, times | peer, ms | reel, ms |"
echo "| --- | --: | --: | --: |"
[ ! -d "$made/node_modules/bsmap" ] || beside "Beat Saber, 10,000 notes, by bsmap" "$made/files/song.dat" node "$made/with_bsmap.mjs"
for map in rooms noise; do
    beside "DDNet, 1,000 × 1,000, $map, by twmap" "$made/files/$map.map" "$made/venv/bin/python" bench/peers/levels/with_twmap.py
done

#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures everything that the pages give as a figure of speed: bench/run.sh [--minutes=N] [--write] [FILE...]
# First the table beside others (bench/pairs.sh), then BSOR and every other family, then growth (bench/scale.sh). It ends after 15 minutes, building
# included, or N: what is not measured by then is named at the end. --write puts both tables into the pages, and takes as long as it takes.
# With names it measures only the BSOR plays that are named. Without the corpus beside the project (REEL_CORPUS) it measures what it can make.
# Peers need cargo and its registry; those that are not there are named. The last lines have the processor's time of all of it.
set -eu
cd "$(dirname "$0")/.."
samples=${REEL_CORPUS:-../shared}/samples
minutes=15 write='' begun=$(date +%s) missed=''
for option in "$@"; do
    case $option in
    --minutes=*) minutes=${option#*=} ;;
    --write) write=--write minutes=600 ;;
    --*) echo "usage: bench/run.sh [--minutes=N] [--write] [FILE...]" >&2; exit 2 ;;
    *) break ;;
    esac
    shift
done

# Seconds until the end, at least one.
left() {
    left_now=$((begun + minutes * 60 - $(date +%s)))
    echo $((left_now > 1 ? left_now : 1))
}

# stage NAME SECONDS COMMAND...: runs it for at most that long, and remembers that it did not end
stage() {
    name=$1 most=$2
    shift 2
    printf '\n== %s, at most %s s\n' "$name" "$most"
    status=0
    timeout "$most" "$@" || status=$?
    case $status in
    0) ;;
    124) missed="$missed
  $name: not ended after $most s" ;;
    *) missed="$missed
  $name: failed with status $status" ;;
    esac
}

echo "machine:  $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg)"
echo "compiler: $(cc --version | head -n 1), -O3"
echo "commit:   $(git describe --always --dirty 2> /dev/null || echo unknown)"
bench=build/release/bench
if [ $# -gt 0 ]; then
    cmake --preset release > /dev/null
    cmake --build build/release --target reel_bench > /dev/null
    exec "$bench/reel_bench" "$@"
fi
if [ -n "$write" ]; then
    echo "time:     until all cells of the pages are measured: half an hour on two processors that nobody else uses"
else
    echo "time:     $minutes minutes at most, until $(date -d "@$((begun + minutes * 60))" +%H:%M): building 1 to 5, beside others 6, families 1, the rest growth"
fi
cmake --preset release > build-configure.log || { cat build-configure.log >&2; exit 1; }
grep 'not found; built without' build-configure.log || true # figures of archives, .zst and .xz mean nothing then
rm build-configure.log
printf '\n== Building\n'
timeout "$(left)" cmake --build build/release --target reel_command reel_bench reel_bench_gdr reel_bench_teehistorian reel_bench_scale reel_bench_plays \
    reel_bench_pairs reel_bench_arrow reel_bench_parquet reel_bench_scoresaber reel_bench_fpzip reel_bench_butter > build/release/bench.log ||
    { tail -n 20 build/release/bench.log >&2; echo "not built within $minutes minutes, or not at all" >&2; exit 1; }
echo "$(left) s are left"

if [ -n "$write" ]; then most=$(left); else most=$(($(left) / 2)); fi
stage "Beside others" "$most" bench/pairs.sh $write
[ "$status" -eq 0 ] || cat build/peers/pairs/pairs.md 2> /dev/null || true # as far as it went
set -- "$samples"/bsor/plays/*.bsor
if [ -e "$1" ]; then
    stage "BSOR" "$(left)" "$bench/reel_bench" "$@"
else
    missed="$missed
  BSOR: no corpus beside the project"
fi
stage "Geometry Dash" "$(left)" "$bench/reel_bench_gdr"
set -- "$samples"/teehistorian/recorded/*.teehistorian
[ -e "$1" ] || set --
stage "teehistorian" "$(left)" "$bench/reel_bench_teehistorian" 30 "$@"
within=$(($(left) * 9 / 20)) # for scans, and again for verbs: beyond it, cells have the reason instead of a figure
stage "Scale" "$(left)" bench/scale.sh --files=1000000 --within=$within $write
[ -z "$write" ] || cat bench/scale.md

[ -z "$missed" ] || printf '\nNot measured:%s\n' "$missed"
printf '\n%s s in all; processor time of the shell, and of all programs:\n' "$(($(date +%s) - begun))"
times
case $missed in *failed*) exit 1 ;; esac

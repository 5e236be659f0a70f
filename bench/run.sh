#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures everything that the pages give as a figure of speed: bench/run.sh [--write] [FILE...]. With names only the BSOR plays that are named;
# without, those of the corpus beside the project, after the table beside others (bench/pairs.sh), then every other family and growth
# (bench/scale.sh). --write puts both tables into the pages.
# The last line has the processor's time of all of it. Peers need cargo and its registry; those that are not there are named.
set -eu
cd "$(dirname "$0")/.."
samples=${REEL_CORPUS:-../shared}/samples
all=0 write=''
[ "${1:-}" != --write ] || { write=--write; shift; }
if [ $# -eq 0 ]; then
    all=1
    set -- "$samples"/bsor/plays/*.bsor
    [ -e "$1" ] || { echo "no corpus beside the project: name the files to measure" >&2; exit 2; }
fi
cmake --preset release > /dev/null
cmake --build --preset release > /dev/null
if [ $all -eq 1 ]; then
    printf '== Beside others\n'
    bench/pairs.sh $write
    echo
fi
bench=build/release/bench
echo "machine:  $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
echo "compiler: $(cc --version | head -n 1), -O3"
echo "commit:   $(git describe --always --dirty 2> /dev/null || echo unknown)"
printf '\n== BSOR\n'
$bench/reel_bench "$@"
[ $all -eq 1 ] || exit 0

printf '\n== Geometry Dash\n'
$bench/reel_bench_gdr
printf '\n== teehistorian\n'
set -- "$samples"/teehistorian/recorded/*.teehistorian
[ -e "$1" ] || set --
$bench/reel_bench_teehistorian 30 "$@"
printf '\n== Scale\n'
bench/scale.sh --files=1000000 $write
[ -z "$write" ] || cat bench/scale.md
printf '\nprocessor time of the shell, and of all programs:\n'
times

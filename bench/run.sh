#!/bin/sh
# Builds in release mode and measures: bench/run.sh [FILE...] the BSOR plays that are named; without names those of the corpus beside the
# project, after the table beside others (bench/pairs.sh), and then every other family.
# The peer needs cargo and its registry; without them the line about it is left out, and that is said.
set -eu
cd "$(dirname "$0")/.."
all=0
if [ $# -eq 0 ]; then
    all=1
    set -- ../shared/samples/bsor/plays/*.bsor
    [ -e "$1" ] || { echo "no corpus beside the project: name the files to measure" >&2; exit 2; }
fi
if [ $all -eq 1 ]; then
    bench/pairs.sh
    echo
fi
cmake --preset release >/dev/null
cmake --build --preset release >/dev/null
echo "machine:  $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
echo "compiler: $(cc --version | head -n 1), -O3"
peer=0
if command -v cargo >/dev/null && cargo build --quiet --release --manifest-path bench/peers/rust/Cargo.toml \
    --target-dir build/peers/rust 2>build/peer.log; then
    peer=$(build/peers/rust/release/peer "$@")
else
    echo "peer:     not measured (cargo or its registry is not there)"
fi
build/release/bench/reel_bench "--peer=$peer" "$@"
printf '\n== Arrow\n'
build/release/bench/reel_bench_arrow "$@"
if [ $all -eq 1 ]; then
    printf '\n== Geometry Dash\n'
    bench/macros.sh
    printf '\n== teehistorian\n'
    set -- ../shared/samples/teehistorian/recorded/*.teehistorian
    [ -e "$1" ] || set --
    peer=0
    if [ $# -gt 0 ] && command -v cargo >/dev/null && cargo build --quiet --release \
        --manifest-path bench/peers/teehistorian/Cargo.toml --target-dir build/peers/teehistorian 2>build/peer.log; then
        peer=$(build/peers/teehistorian/release/peer-teehistorian "$@")
    else
        echo "peer:     not measured (cargo or its registry is not there, or no recordings)"
    fi
    build/release/bench/reel_bench_teehistorian 30 "--peer=$peer" "$@"
    printf '\n== ScoreSaber\n'
    set -- ../shared/samples/scoresaber/converted/*.dat
    [ -e "$1" ] && build/release/bench/reel_bench_scoresaber "$@"
    printf '\n== fpzip, the tables of XROR\n'
    set -- ../shared/samples/bsor/xror/*.xror ../shared/samples/xror/ref-play-*.xror
    [ -e "$1" ] && build/release/bench/reel_bench_fpzip "$@"
    printf '\n== Echo VR\n'
    set -- ../shared/samples/butter/echoreplay/*.echoreplay ../shared/samples/butter/butter/*.ki300.*.butter
    [ -e "$1" ] || set --
    build/release/bench/reel_bench_butter "$@"
fi

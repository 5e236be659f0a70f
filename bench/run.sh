#!/bin/sh
# Builds in release mode and measures: bench/run.sh [FILE...], by default the full plays of the corpus beside the project, and after them
# its recordings of Echo VR.
# The peer needs cargo and its registry; without them the line about it is left out, and that is said.
set -eu
cd "$(dirname "$0")/.."
echo=0
if [ $# -eq 0 ]; then
    echo=1
    set -- ../shared/samples/bsor/plays/*.bsor
    [ -e "$1" ] || { echo "no corpus beside the project: name the files to measure" >&2; exit 2; }
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
if [ $echo -eq 1 ]; then
    set -- ../shared/samples/butter/echoreplay/*.echoreplay ../shared/samples/butter/butter/*.ki300.*.butter
    [ -e "$1" ] || set --
    build/release/bench/reel_bench_butter "$@"
fi

#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures macros of Geometry Dash: a million inputs in each format that reel writes, and in each that the Rust crates slc_oxide (Silicate)
# and tcm (TCBot) write, beside these crates. The widest public converter reads those formats with them; it is not a crate itself
# (`cargo info zcb3` finds nothing). Without cargo or its registry that part is left out.
set -eu
cd "$(dirname "$0")/.."
cmake --preset release > /dev/null
cmake --build build/release --target reel_bench_gdr > /dev/null
build/release/bench/reel_bench_gdr
folder=build/peers/macros-files
mkdir -p "$folder"
if command -v cargo > /dev/null && cargo build --quiet --release --manifest-path bench/peers/macros/Cargo.toml \
    --target-dir build/peers/macros 2> build/peer.log; then
    build/peers/macros/release/peer-macros "$folder" > "$folder/times"
    set --
    while read -r file milliseconds; do set -- "$@" "--peer=$milliseconds" "$file"; done < "$folder/times"
    build/release/bench/reel_bench_gdr "$@"
else
    echo "peer:     not measured (cargo or its registry is not there)"
fi

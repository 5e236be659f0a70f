#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures reel beside public readers and writers, in turn (bench/pairs.c, and other benchmarks with --pairs), and prints a table of ratios with their ranges.
#   bench/pairs.sh [--only=TEXT]     the rows of bench/pairs.c whose work has this text; otherwise all
#   bench/pairs.sh --write           all, into the file of this machine in bench/pairs, and from there into the pages
# Without --only the rows that differ from the pages, beyond the ranges of all machines there, are listed at the end.
# The crates `bsor`, `teehistorian`, `slc_oxide` and `tcm` are fetched from their registry and built, if cargo is there, and so are
# those of Python (bench/peers/python.sh). Two peers are in no registry; they are measured if these name checkouts of them, and are
# otherwise left out:
#   REEL_PEER_ZCB3     the clickbot zcb3, for its crates `gdr` and `gdr2`
#   REEL_PEER_GDR1     GDReplayFormat 1, in C++
# Files are those of the corpus: REEL_CORPUS, by default beside the project.
set -eu
cd "$(dirname "$0")/.."
build=build/release corpus=${REEL_CORPUS:-../shared} made=build/peers/pairs
cmake --preset release > /dev/null
cmake --build "$build" --target reel_command reel_bench_pairs reel_bench_arrow reel_bench_parquet reel_bench_scoresaber reel_bench_fpzip reel_bench_butter > /dev/null
mkdir -p "$made"

# crate LIBRARY FOLDER: the path of the built library, or nothing
crate() {
    command -v cargo > /dev/null && cargo build --quiet --release --manifest-path "$2/Cargo.toml" --target-dir "$made/target" 2> "$made/$1.log" &&
        echo "$made/target/release/lib$1.so" || echo "peers:    $1 is not built (see $made/$1.log)" >&2
}

registry=$(crate peer_pairs bench/peers/pairs) rust='' cpp=''
if [ -n "${REEL_PEER_ZCB3:-}" ]; then
    mkdir -p "$made/elsewhere/src"
    cp bench/peers/elsewhere/src/lib.rs "$made/elsewhere/src/"
    cat > "$made/elsewhere/Cargo.toml" << END
[package]
name = "peer_elsewhere"
version = "0.0.0"
edition = "2021"
[lib]
crate-type = ["cdylib"]
[dependencies]
gdr = { path = "$REEL_PEER_ZCB3/bot/gdr" }
gdr2 = { path = "$REEL_PEER_ZCB3/bot/gdr2" }
serde = { version = "1", features = ["derive"] } # which gdr needs, and only its workspace asks for
[profile.release]
opt-level = 3
lto = "fat"
codegen-units = 1
[workspace]
END
    rust=$(crate peer_elsewhere "$made/elsewhere")
fi
if [ -n "${REEL_PEER_GDR1:-}" ]; then
    cpp=$made/libpeer_gdr1.so
    { [ -e "$cpp" ] && [ -z "$(find bench/peers/elsewhere/gdr1.cpp -newer "$cpp")" ]; } ||
        c++ -std=c++17 -O3 -shared -fPIC -I "$REEL_PEER_GDR1/include" -o "$cpp" bench/peers/elsewhere/gdr1.cpp
fi

simdjson=$made/libpeer_simdjson.so
c++ -std=c++17 -O3 -DNDEBUG -march=native -shared -fPIC -o "$simdjson" bench/peers/elsewhere/simdjson.cpp -lsimdjson 2> "$made/simdjson.log" || {
    echo "peers:    simdjson is not built (see $made/simdjson.log; libsimdjson-dev has it)" >&2
    simdjson=''
}
python=$(bench/peers/python.sh pyreel)

# Those files that are there: without a corpus only made files are measured.
there() {
    for file in "$@"; do [ ! -e "$file" ] || printf '%s\n' "$file"; done
}
[ -d "$corpus/samples" ] || echo "peers:    no corpus beside the project: rows of real files are not measured" >&2

write=no every=yes
case ${1:-} in --only=*) every=no ;; esac
[ "${1:-}" != --write ] || { write=yes; shift; }
report() {
    echo "machine:  $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors"
    echo "compiler: $(cc --version | head -n 1), -O3; $(rustc --version 2> /dev/null || echo 'no rustc')"
    echo "commit:   $(git describe --always --dirty 2> /dev/null || echo unknown)"
    echo
    samples=$corpus/samples
    set -- "$@" ${registry:+"--registry=$registry"} ${rust:+"--rust=$rust"} ${cpp:+"--cpp=$cpp"}
    IFS='
'
    # shellcheck disable=SC2046 # one file a line
    "$build/bench/reel_bench_pairs" "$@" --bsor-plays $(there "$samples"/bsor/plays/*.bsor) --bsor-clips $(there "$samples"/bsor/clips/*.bsor) \
        --gdr1 $(there "$samples"/gdr/gdr1/real/*.gdr) --gdr2 $(there "$samples"/gdr/gdr2/*/*.gdr2) \
        --teehistorian $(there "$samples"/teehistorian/recorded/*.teehistorian)
    [ $every = yes ] || return 0
    if [ ! -d "$samples" ]; then
        bench/scans.sh 2> /dev/null
        return 0
    fi
    "$build/bench/reel_bench_scoresaber" --pairs "$samples"/scoresaber/converted/*.dat
    "$build/bench/reel_bench_fpzip" --pairs "$samples"/bsor/xror/*.xror "$samples"/xror/ref-play-*.xror
    "$build/bench/reel_bench_butter" --pairs ${simdjson:+"--simdjson=$simdjson"} "$samples"/butter/echoreplay/*.echoreplay
    "$build/bench/reel_bench_arrow" "$samples"/bsor/plays/*.bsor
    bench/columns.sh --pairs "$samples"/bsor/plays/*.bsor
    "$python" python/bench.py --pairs --reel "$build/cli/reel" --rounds 9
    bench/scans.sh 2> /dev/null
}
report "$@" > "$made/pairs.md" # a file, as a pipe would hide a failure
cat "$made/pairs.md"
[ $every = no ] || python3 bench/pairs.py --compare "$made/pairs.md" || true # another machine may differ
[ $write = no ] || exec python3 bench/pairs.py --write "$made/pairs.md"

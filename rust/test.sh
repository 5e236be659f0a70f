#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the crates: rustfmt, clippy with warnings as errors, tests and examples of the documentation, which include what must not
# compile; cargo doc without warnings; packages made offline; the README in an empty folder; the corpus; a killed recorder;
# measures it beside the C API and the public crates.
#
#   rust/test.sh BUILD       BUILD has libreel.so and cli/reel. The last line is "N passed, N failed, N skipped"
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
root=$PWD build=$(cd "${1:-build/release}" && pwd) || exit 2
work=$root/build/rust
# shellcheck source=tests/door.sh
. tests/door.sh
# shellcheck source=tests/doors/corpus.sh
. tests/doors/corpus.sh
mkdir -p "$work"
export CARGO_TARGET_DIR=$work/target
use_ccache
[ -z "${CMAKE_C_COMPILER_LAUNCHER:-}" ] || export CC="$CMAKE_C_COMPILER_LAUNCHER ${CC:-cc}"

crates() { (cd rust && cargo "$@"); }

# The packages have what they need and nothing else, and what is in them builds.
packages() {
    local crate
    for crate in reel-sys reel-replay; do
        crates package -p "$crate" --list --allow-dirty > "$work/$crate.list" || return
    done
    grep -q '^vendor/src/core/chunk.c$' "$work/reel-sys.list" && grep -q '^vendor/include/reel/reel.h$' "$work/reel-sys.list" || return
    ! grep -E '^vendor/third_party/(xz|zstd)/' "$work/reel-sys.list" || return
    crates package -p reel-sys --offline --allow-dirty --no-verify && [ -s "$work/target/package/reel-sys-0.1.0.crate" ]
}

# The program of bench/peers/crates, with a play and the smallest real recording, or a made one.
peers() {
    local recording=tests/formats/teehistorian/golden/every-message.teehistorian found
    found=$(find -L "${REEL_CORPUS:-../shared}/samples/teehistorian/recorded" -name '*.teehistorian' -printf '%s %p\n' 2> /dev/null |
        sort -n | head -n 1 | cut -d ' ' -f 2-)
    "$work/peer/release/peer-crates" "$work/killed/1300.bsor" "${found:-$recording}"
}
peers_build() { CARGO_TARGET_DIR=$work/peer cargo build --release --quiet --manifest-path bench/peers/crates/Cargo.toml; }

# The README in an empty folder, to the letter, with the package of reel-sys in place of its folder.
readme() {
    local folder=$work/readme
    rm -rf "$folder" && mkdir -p "$folder/src" && tar -xzf "$work/target/package/reel-sys-0.1.0.crate" -C "$folder" || return
    awk '/^```rust/ { on = 1; next } /^```$/ { on = 0 } on' rust/reel-replay/README.md > "$folder/src/main.rs"
    cat > "$folder/Cargo.toml" <<MANIFEST
[package]
name = "readme"
version = "0.0.0"
edition = "2021"
[dependencies]
reel-replay = { path = "$root/rust/reel-replay", features = ["zlib", "lzma", "zstd", "sodium"] }
[workspace]
MANIFEST
    [ -f "$folder/reel-sys-0.1.0/vendor/src/core/chunk.c" ] && cp tests/formats/bsor/golden/full.bsor "$folder/play.bsor" &&
        (cd "$folder" && cargo run --offline --quiet && "$build/cli/reel" info new.bsor)
}

cargo --version > /dev/null 2>&1 || skip_rest "no cargo"
version=$(cargo --version | sed -nE 's/^cargo 1\.([0-9]+).*/\1/p')
[ "${version:-0}" -ge 77 ] || skip_rest "cargo is older than 1.77"
crates clippy --version > /dev/null 2>&1 || skip_rest "no clippy"
crates fetch > "$work/fetch.log" 2>&1 || skip_rest "the crates that these use cannot be downloaded"

run tables python3 tests/doors/generate.py --check "$build/libreel.so" --only rust
run rustfmt crates fmt --check
run clippy crates clippy --all-features --all-targets --offline -- -D warnings || exit 1
run tests crates test --all-features --offline
grep -hE '^test result: ' "$work/tests.log"
RUSTDOCFLAGS='-D warnings' run doc crates doc --all-features --no-deps --offline
run packages packages
run readme readme
run corpus same_rows "$work/target/debug/examples/corpus" && tail -n 1 "$work/corpus.log"
run killed survives_kill 72 "$work/target/debug/examples/recorder"
rm -f "$work/memory.bsor"
memory memory "$work/target/debug/examples/recorder" "$work/memory.bsor" 1
lifetimes=$(find "$work/target/debug/deps" -name 'lifetimes-*' -type f -perm -u+x -printf '%T@ %p\n' | sort -n | tail -n 1)
REEL_CALLS=150 memory lifetimes "${lifetimes#* }"
run bench "$work/target/debug/examples/bench" "$work/killed/1300.bsor" 20 && tail -n 1 "$work/bench.log"
if cargo fetch --manifest-path bench/peers/crates/Cargo.toml > "$work/peers.log" 2>&1; then
    run peers-build peers_build && run peers peers && tail -n 2 "$work/peers.log"
else
    skip "the crates bsor and teehistorian cannot be downloaded"
fi
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ]

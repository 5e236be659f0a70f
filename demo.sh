#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing (Debian), builds reel, records a sample replay and shows what can be done with it. Everything lands in
# build/. The viewer and the server are built too if their tools are there; otherwise this says which packages they need.
#
#   ./demo.sh              the demonstration
#   ./demo.sh --pictures   makes the pictures and the output in the README anew, after a change to what the command prints or draws
set -euo pipefail
cd "$(dirname "$0")"
case ${1:-} in
'' | --pictures) ;;
*)
    echo 'usage: ./demo.sh [--pictures]' >&2
    exit 2
    ;;
esac

need=(cmake ninja-build gcc libc6-dev pkg-config zlib1g-dev libdeflate-dev liblzma-dev libzstd-dev libsodium-dev libsqlite3-dev)
if command -v apt-get > /dev/null; then
    mapfile -t missing < <(for package in "${need[@]}"; do
        dpkg-query -W -f '${Status}' "$package" 2> /dev/null | grep -q ' installed$' || echo "$package"
    done)
    if [ ${#missing[@]} -gt 0 ]; then
        echo "apt-get will install: ${missing[*]}"
        root=()
        [ "$(id -u)" -eq 0 ] || root=(sudo)
        "${root[@]}" apt-get -qq update
        DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get -qq install -y --no-install-recommends "${missing[@]}" > /dev/null
    fi
fi

echo "building (build/release)"
mkdir -p build
if ! { cmake --preset release -DREEL_BUILD_TESTS=OFF -DREEL_BUILD_BENCH=OFF && cmake --build --preset release; } \
    > build/demo.log 2>&1; then
    tail -n 30 build/demo.log
    exit 1
fi

if [ "${1:-}" = --pictures ]; then
    docs/pictures/make.sh build/release/cli/reel build/release/examples/example_record docs/pictures < README.md > build/README.md
    cp build/README.md README.md
    git diff --stat -- README.md docs/pictures 2> /dev/null || true
    exit
fi

# The page of `reel view` goes where an installed one would be, beside the program.
if web/build.sh > build/demo-web.log 2>&1; then
    mkdir -p build/release/share/reel
    cp web/viewer/dist/index.html build/release/share/reel/viewer.html
else
    echo "reel view is left out: $(tail -n 1 build/demo-web.log)"
fi

# So does the server.
server_needs=(libmicrohttpd-dev libseccomp-dev libcurl4-openssl-dev libpq-dev libssl-dev)
mapfile -t server_missing < <(for module in libmicrohttpd libseccomp libcurl libpq libcrypto; do
    pkg-config --exists "$module" || echo "$module"
done)
if [ ${#server_missing[@]} -gt 0 ]; then
    echo "reel serve is left out: no ${server_missing[*]} (Debian: apt-get install ${server_needs[*]})"
elif cmake -G Ninja -S server -B build/server -DCMAKE_BUILD_TYPE=Release > build/demo-server.log 2>&1 &&
    cmake --build build/server --target reel-server >> build/demo-server.log 2>&1; then
    cp build/server/reel-server build/release/cli/reel-server
else
    echo "reel serve is left out: $(tail -n 1 build/demo-server.log)"
fi

demo=build/demo
rm -rf "$demo"
mkdir -p "$demo"
reel=build/release/cli/reel

# show COMMAND...: says it and does it.
show() {
    printf '\n$ %s\n' "${*//build\/release\/cli\//}"
    "$@" 2>&1
}

# shortened COMMAND...: the first lines of what it says.
shortened() {
    printf '\n$ %s | head\n' "${*//build\/release\/cli\//}"
    "$@" | sed -n '1,8p' | cut -c 1-160
}

show build/release/examples/example_record "$demo/play.bsor" 60
show "$reel" info "$demo/play.bsor"
show "$reel" check "$demo/play.bsor"
show "$reel" stats -t summary,hands "$demo/play.bsor"
shortened "$reel" export -t notes --to csv "$demo/play.bsor" -o -

# A file that was cut short, and what a repair makes of it.
head -c -200 "$demo/play.bsor" > "$demo/cut.bsor"
show "$reel" check "$demo/cut.bsor" || true
show "$reel" repair "$demo/cut.bsor" -o "$demo/repaired.bsor"
show "$reel" plot "$demo/play.bsor" -o "$demo/pictures"

# Whose replay it is, and that it has not changed.
if "$reel" --version | grep -q "libsodium [0-9]"; then
    rm -f "$demo/me.key" "$demo/me.pub"
    show "$reel" sign --new-key "$demo/me.key" --no-password
    show "$reel" sign --key "$demo/me.key" --challenge 5f21c0 --replace -o "$demo/signed.bsor" "$demo/play.bsor"
    show "$reel" verify --key "$demo/me.pub" --challenge 5f21c0 "$demo/signed.bsor"
fi
# The archive: about half the size, and the same bytes again.
show "$reel" pack -v -o "$demo/play.reel" "$demo/play.bsor"
show "$reel" unpack --replace -o "$demo/unpacked.bsor" "$demo/play.reel"

# Columns for data frames and databases.
show "$reel" export -t frames --to parquet -o "$demo/frames.parquet" "$demo/play.bsor"
ls -l "$demo/frames.parquet"

# A page that plays it.
if [ -f build/release/share/reel/viewer.html ]; then show "$reel" view -o "$demo/play.html" "$demo/play.bsor"; fi

printf '\nThe pictures are for a browser: %s/%s\n' "$PWD" "$demo/pictures"
[ ! -f build/release/share/reel/viewer.html ] || printf 'So is the play: %s/%s, or %s view %s/play.bsor\n' "$PWD" "$demo/play.html" "$reel" "$demo"
[ ! -x build/release/cli/reel-server ] || printf 'A server for replays: %s serve\n' "$reel"

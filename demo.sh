#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing (Debian), builds reel, records a sample replay and shows what can be done with it. Everything lands in
# build/. Then it builds the page of `reel view` and the server, or says what they lack, and how long each part took.
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

# The library and the command; the page of `reel view`; the server.
base=(cmake ninja-build gcc libc6-dev pkg-config zlib1g-dev libdeflate-dev liblzma-dev libzstd-dev libsodium-dev libsqlite3-dev)
page=(nodejs npm clang lld wasi-libc libclang-rt-dev-wasm32 xz-utils)
server=(libseccomp-dev libcurl4-openssl-dev libpq-dev libssl-dev)

# missing PACKAGE...: those of Debian's packages that are not installed. A tool that came in another way is there, too.
missing() {
    local package
    for package in "$@"; do
        case $package in
        nodejs | npm | clang) ! command -v "${package/nodejs/node}" > /dev/null || continue ;;
        lld) ! command -v wasm-ld > /dev/null || continue ;;
        libclang-rt-dev-wasm32)
            [ -z "$(find /usr/lib -name 'libclang_rt.builtins-wasm32.a' 2> /dev/null)" ] || continue
            package=$(apt-cache search --names-only '^libclang-rt-[0-9]+-dev-wasm32$' | sort -V | head -n 1 | cut -d ' ' -f 1)
            ;;
        esac
        [ -z "$package" ] || dpkg-query -W -f '${Status}' "$package" 2> /dev/null | grep -q ' installed$' || echo "$package"
    done
}
# install PACKAGE...: what is missing of them.
install() {
    local list root=()
    command -v apt-get > /dev/null || return 0
    mapfile -t list < <(missing "$@")
    [ ${#list[@]} -gt 0 ] || return 0
    [ "$(id -u)" -eq 0 ] || root=(sudo)
    [ -n "${updated:-}" ] || "${root[@]}" apt-get -qq update
    updated=1
    mapfile -t list < <(missing "$@") # the names that the index has
    echo "apt-get installs: ${list[*]}"
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "${list[@]}" > /dev/null
}
since=$SECONDS
# took WHAT: prints how long it took since the last time.
took() {
    echo "($1: $((SECONDS - since)) s)"
    since=$SECONDS
}

mkdir -p build
install "${base[@]}"
took "packages"
echo "building the library and the command (build/release)"
# A build that is configured for work on reel stays as it is.
configure() {
    [ -f build/release/build.ninja ] ||
        cmake --preset release -DREEL_BUILD_TESTS=OFF -DREEL_BUILD_BENCH=OFF -DREEL_BUILD_SHARED=OFF -DREEL_WERROR=OFF
}
if ! { configure && cmake --build build/release --target reel_command example_record; } > build/demo.log 2>&1; then
    tail -n 30 build/demo.log
    exit 1
fi
took "build"

if [ "${1:-}" = --pictures ]; then
    docs/pictures/make.sh build/release/cli/reel build/release/examples/example_record docs/pictures < README.md > build/README.md
    cp build/README.md README.md
    git diff --stat -- README.md docs/pictures 2> /dev/null || true
    exit
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

# A file whose end is missing, and what a repair makes of it.
head -c -9 "$demo/play.bsor" > "$demo/cut.bsor"
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

printf '\nThe pictures are for a browser: %s/%s\n' "$PWD" "$demo/pictures"
took "the demonstration"

# The page of `reel view` goes where an installed one would be, beside the program.
build_page() {
    install "${page[@]}" && web/build.sh page && mkdir -p build/release/share/reel && cp web/viewer/dist/index.html build/release/share/reel/viewer.html
}
printf '\nbuilding the page of reel view (web/viewer)\n'
if build_page > build/demo-web.log 2>&1; then
    took "the page"
    show "$reel" view -o "$demo/play.html" "$demo/play.bsor"
    printf 'A play for a browser: %s/%s, or %s view %s/play.bsor\n' "$PWD" "$demo/play.html" "$reel" "$demo"
else
    echo "reel view is left out: $(tail -n 1 build/demo-web.log)"
fi

# So does the server, with the library that is there.
build_server() {
    local libraries=(reel)
    ! grep -q '^REEL_BUILD_SHARED:BOOL=ON' build/release/CMakeCache.txt || libraries+=(reel_shared)
    install "${server[@]}" && cmake --build build/release --target "${libraries[@]}" &&
        cmake --install build/release --component runtime --prefix build/demo-library &&
        cmake --install build/release --component development --prefix build/demo-library &&
        cmake -G Ninja -S server -B build/server -DCMAKE_BUILD_TYPE=Release -DREEL_SERVER_TESTS=OFF "-DREEL_INSTALLED=$PWD/build/demo-library" &&
        cmake --build build/server --target reel-server && cp build/server/reel-server build/release/cli/reel-server
}
since=$SECONDS
printf '\nbuilding the server (build/server)\n'
if build_server > build/demo-server.log 2>&1; then
    took "the server"
    printf 'A server for replays: %s serve\n' "$reel"
else
    echo "reel serve is left out: $(tail -n 1 build/demo-server.log)"
fi
echo "(altogether: $SECONDS s)"

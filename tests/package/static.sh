#!/bin/sh
# SPDX-License-Identifier: MIT
# A static command needs nothing but itself: it reads every golden file in an empty root as the command of a usual build does.
#   static.sh STATIC BUILD      two builds: the one of the preset static, and one with tests
# Debian: cmake ninja-build gcc libc6-dev binutils zlib1g-dev liblzma-dev libzstd-dev libdeflate-dev libsodium-dev libsqlite3-dev; optional: musl-tools
# shellcheck disable=SC2317 # try calls the functions
static=$(cd "${1:?usage: static.sh STATIC BUILD}" && pwd) && build=$(cd "${2:?usage: static.sh STATIC BUILD}" && pwd) || exit 2
# shellcheck source=tests/package/harness.sh
. "$(dirname "$0")/harness.sh"
empty=$work/root
mkdir "$empty" || exit 2

# alone COMMAND...: runs it with the empty root as /, with the golden files beside it.
alone() { if [ "$(id -u)" = 0 ]; then chroot "$empty" "$@"; else unshare -r chroot "$empty" "$@"; fi; }

fill() {
    rm -rf "$empty" && mkdir "$empty" && cp "$1" "$empty/reel" || return 1
    find "$root"/tests/formats/*/golden -type f ! -name '*.md' ! -name '*.txt' -exec cp {} "$empty" \;
}

self_contained() {
    segments=$(readelf -lW "$1") && dynamic=$(readelf -dW "$1") || return 1
    case $segments$dynamic in *INTERP* | *NEEDED*) return 1 ;; esac
    [ "$2" = '' ] || case $segments in *"type is DYN"*GNU_RELRO*) ;; *) echo "$segments" && return 1 ;; esac
}

# Each verb that prints what is in a file, over all files; a verdict is a result too.
prints_the_same() {
    for verb in info "check --json" "stats --json" "export --to jsonl"; do
        # shellcheck disable=SC2086 # a verb and its options
        (cd "$empty" && "$build/cli/reel" $verb -j 2 ./* > "$work/wanted" 2> "$work/wanted.err")
        wanted=$?
        # shellcheck disable=SC2086
        (cd "$empty" && set -- ./* && alone ./reel $verb -j 2 "$@" > "$work/got" 2> "$work/got.err")
        [ $? = "$wanted" ] && cmp "$work/wanted" "$work/got" && cmp "$work/wanted.err" "$work/got.err" || return 1
    done
    [ "$(wc -l < "$work/got")" -gt 1000 ]
}

reads_compressed() {
    for tool in gzip xz zstd; do
        have "$tool" || continue
        "$tool" -c "$empty/full.bsor" > "$empty/play.$tool" && alone /reel info "play.$tool" || return 1
    done
}

refuses_png() {
    alone /reel plot --plot score -o x.png full.bsor > "$work/out" 2>&1
    [ $? = 2 ] && grep -F 'PNG is not supported by this build, which loads no libraries; use a name that ends in .svg' "$work/out" &&
        [ ! -e "$empty/x.png" ] && alone /reel plot --plot score -o x.svg full.bsor && [ -s "$empty/x.svg" ]
}

transcripts() { sh "$root/tests/cli/run.sh" "$static/cli/reel" "$build/tests/cli/make_replay"; }

musl() {
    cmake -G Ninja -S "$root" -B "$work/musl" -DCMAKE_C_COMPILER=musl-gcc -DCMAKE_BUILD_TYPE=Release -DREEL_STATIC=ON \
        -DREEL_BUILD_TESTS=OFF -DREEL_BUILD_EXAMPLES=OFF -DREEL_WITH_FORMATS=bsor -DREEL_WITH_ZLIB=OFF -DREEL_WITH_LZMA=OFF -DREEL_WITH_ZSTD=OFF -DREEL_WITH_SODIUM=OFF \
        -DREEL_WITH_SQLITE=OFF &&
        cmake --build "$work/musl" && self_contained "$work/musl/cli/reel" '' && fill "$work/musl/cli/reel" &&
        alone /reel info full.bsor
}

try "has no dynamic loader and no shared library" self_contained "$static/cli/reel" pie
fill "$static/cli/reel" || exit 2
if alone /reel --version > "$log" 2>&1; then
    try "prints the same in an empty root as elsewhere" prints_the_same
    try "reads compressed files there" reads_compressed
    try "refuses PNG and draws SVG" refuses_png
else
    skip "no empty root: $(tail -n 1 "$log")"
fi
try "transcripts of the command" transcripts
if have musl-gcc; then try "also with musl" musl; else skip "no musl-gcc"; fi
summary

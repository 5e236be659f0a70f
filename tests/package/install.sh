#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs a build in unusual folders, and configures where something is missing:
#   install.sh BUILD
# Debian: cmake ninja-build gcc libc6-dev pkg-config libcmocka-dev zlib1g-dev
# shellcheck disable=SC2317 # try calls the functions
build=$(cd "${1:?usage: install.sh BUILD}" && pwd) || exit 2
# shellcheck source=tests/package/harness.sh
. "$(dirname "$0")/harness.sh"
golden=$root/tests/formats/bsor/golden/full.bsor
version=$(sed -n 's/^#define REEL_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$root/include/reel/reel.h" | paste -sd. -)
readme_example "$work/example.c"
"$build/cli/reel" export -t notes --to csv "$golden" > "$work/notes.csv" || exit 2

configure() { cmake -G Ninja -S "$root" -B "$work/build" "$@"; }

# The folder that holds reel.pc below a prefix.
pc_folder() { dirname "$(find "$1" -name reel.pc)"; }

# One line a note, as the export has below its head line.
reads_golden() { [ "$("$@" "$golden" | wc -l)" = "$(($(wc -l < "$work/notes.csv") - 1))" ]; }

# uses PREFIX: the README's example is built by what pkg-config says of a prefix, shared and static, and runs.
uses() {
    folder=$(pc_folder "$1")/..
    PKG_CONFIG_PATH=$folder/pkgconfig
    export PKG_CONFIG_PATH
    [ "$(pkg-config --modversion reel)" = "$version" ] || return 1
    eval "set -- '$work/example.c' $(pkg-config --cflags --libs reel)" && cc -o "$work/shared" "$@" || return 1
    LD_LIBRARY_PATH=$folder reads_golden "$work/shared" || return 1
    eval "set -- '$root/examples/record.c' $(pkg-config --cflags --libs reel)" && cc -o "$work/record" "$@" || return 1
    eval "set -- '$work/example.c' $(pkg-config --static --cflags --libs reel | sed 's/-lreel/-l:libreel.a/g')"
    cc -o "$work/static" "$@" && reads_golden "$work/static"
}

install_at() { cmake --install "$build" --prefix "$1"; }

move() { mkdir -p "$work/elsewhere" && mv "$work/a prefix" "$work/elsewhere/b" && uses "$work/elsewhere/b"; }

multiarch() {
    configure -DCMAKE_INSTALL_LIBDIR=lib/machine-linux-gnu -DREEL_BUILD_TESTS=OFF || return 1
    mkdir -p "$work/multi/lib" && cp -R "$(pc_folder "$work/elsewhere/b")/.." "$work/multi/lib/machine-linux-gnu" &&
        cp -R "$work/elsewhere/b/include" "$work/multi" &&
        cp "$work/build/reel.pc" "$work/multi/lib/machine-linux-gnu/pkgconfig/reel.pc" && uses "$work/multi"
}

# An installed file refers neither to the build nor to the folder that it was staged in.
staged() {
    DESTDIR="$work/stage" cmake --install "$build" --prefix /opt/reel || return 1
    [ "$(ls "$work/stage")" = opt ] && [ "$(ls "$work/stage/opt")" = reel ] || return 1
    find "$work/stage" -type f ! -name '*.a' ! -name '*.so*' ! -name reel -exec grep -lF -e "$work" -e "$build" {} + && return 1
    uses "$work/stage/opt/reel"
}

# Each command has its page, and none of an older build is left.
manual_pages() {
    share=$work/elsewhere/b/share
    "$build/cli/reel" help --man | cmp - "$share/man/man1/reel.1" || return 1
    for verb in $("$build/cli/reel" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        "$build/cli/reel" help --man "$verb" | cmp - "$share/man/man1/reel-$verb.1" || return 1
    done
    "$build/cli/reel" completion bash | cmp - "$share/bash-completion/completions/reel"
}

guest_finds() {
    cmake -G Ninja -S "$root/tests/package" -B "$work/guest" "-DCMAKE_PREFIX_PATH=$work/elsewhere/b" &&
        cmake --build "$work/guest" && "$work/guest/guest"
}

guest_finds_without_pkg_config() {
    rm -rf "$work/guest" && cmake -G Ninja -S "$root/tests/package" -B "$work/guest" "-DCMAKE_PREFIX_PATH=$work/elsewhere/b" \
        -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON && cmake --build "$work/guest" && "$work/guest/guest"
}

# A build that does not ask for tests goes without, and says so in one line; one that asks fails and names the package.
without_cmocka() {
    configure -DPKG_CONFIG_EXECUTABLE=/nonexistent > "$work/configured" 2>&1 || return 1
    grep 'cmocka not found; built without tests' "$work/configured" && [ ! -e "$work/build/tests" ]
}
needs_cmocka() {
    ! configure -DPKG_CONFIG_EXECUTABLE=/nonexistent -DREEL_BUILD_TESTS=ON > "$work/configured" 2>&1 &&
        tr -s ' \n' '  ' < "$work/configured" | grep 'REEL_BUILD_TESTS needs cmocka, which was not found (Debian: libcmocka-dev'
}
with_cmocka() { configure && [ -e "$work/build/tests" ]; }

without_codecs() {
    configure -DPKG_CONFIG_EXECUTABLE=/nonexistent -DCMAKE_DISABLE_FIND_PACKAGE_ZLIB=ON -DCMAKE_DISABLE_FIND_PACKAGE_LibLZMA=ON \
        -DREEL_WITH_FORMATS=bsor -DREEL_BUILD_SHARED=OFF > "$work/configured" 2>&1 || return 1
    for codec in ZLIB LibLZMA zstd; do grep "$codec not found; built without it" "$work/configured" || return 1; done
    cmake --build "$work/build" && "$work/build/cli/reel" info "$golden" || return 1
    # the static library alone
    cmake --install "$work/build" --prefix "$work/alone" && PKG_CONFIG_PATH=$(pc_folder "$work/alone") && export PKG_CONFIG_PATH || return 1
    eval "set -- '$work/example.c' $(pkg-config --cflags --libs reel)" && cc -o "$work/static" "$@" && reads_golden "$work/static" || return 1
    gzip -c "$golden" > "$work/play.bsor.gz"
    "$work/build/cli/reel" info "$work/play.bsor.gz" 2>&1 | grep 'this build has no zlib'
}

fresh() { rm -rf "$work/build" && "$@"; }

try "installs into a folder with a space" install_at "$work/a prefix"
try "pkg-config finds it there" uses "$work/a prefix"
try "and after it was moved" move
try "has a manual page for each command" manual_pages
try "find_package finds it there" guest_finds
try "also without pkg-config" guest_finds_without_pkg_config
try "pkg-config finds it in a library folder of two levels" fresh multiarch
try "is staged with DESTDIR" staged
try "goes without tests where cmocka is missing" fresh without_cmocka
try "but not if they were asked for" fresh needs_cmocka
try "has tests where cmocka is found" fresh with_cmocka
try "works without compression libraries" fresh without_codecs
summary

#!/bin/sh
# SPDX-License-Identifier: MIT
# Two plug-ins with two versions of the static library in one process, in a host that has functions with names of reel's own:
#   symbols.sh BUILD
# Debian: cmake ninja-build gcc libc6-dev binutils pkg-config
# shellcheck disable=SC2317 # try calls the functions
build=$(cd "${1:?usage: symbols.sh BUILD}" && pwd) || exit 2
# shellcheck source=tests/package/harness.sh
. "$(dirname "$0")/harness.sh"
version=$(sed -n 's/^#define REEL_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$root/include/reel/reel.h" | paste -sd. -)

# A copy of the sources that calls itself another version: a library for recorders of BSOR.
other_version() {
    mkdir "$work/other" && cp -R "$root/CMakeLists.txt" "$root/cmake" "$root/include" "$root/src" "$root/third_party" "$work/other" &&
        sed -i 's/^#define REEL_VERSION_PATCH .*/#define REEL_VERSION_PATCH 77/' "$work/other/include/reel/reel.h" || return 1
    cmake -G Ninja -S "$work/other" -B "$work/other/build" -DCMAKE_BUILD_TYPE=MinSizeRel -DREEL_MINIMAL=ON -DREEL_RECORD_ONLY=ON \
        -DREEL_WITH_FORMATS=bsor -DREEL_HARDEN=OFF -DREEL_BUILD_SHARED=OFF \
        -DREEL_BUILD_CLI=OFF -DREEL_BUILD_TESTS=OFF -DREEL_BUILD_EXAMPLES=OFF -DREEL_INSTALL=OFF && cmake --build "$work/other/build"
}

# plugin NAME INCLUDE LIBRARY...
plugin() {
    out=$work/$1.so include=$2
    shift 2
    cc -shared -fPIC -o "$out" "-I$include" "$root/tests/package/plugin.c" "$@" -pthread -lm
}
libraries() { PKG_CONFIG_PATH="$build" pkg-config --static --libs-only-l reel | sed 's/-lreel//'; }
# shellcheck disable=SC2046 # words
this_plugin() { plugin this "$root/include" "$build/libreel.a" $(libraries); }
other_plugin() { plugin other "$work/other/include" "$work/other/build/libreel.a"; }

exports_nothing() {
    nm -D --defined-only "$work/this.so" "$work/other.so" | awk 'NF == 3 { print $3 }' | sort -u > "$work/exported"
    grep -v '^plugin_' "$work/exported" && return 1
    [ "$(wc -l < "$work/exported")" = 3 ]
}

# The host exports what it has, so that a plug-in that looked its own names up there would find them.
host() { cc -rdynamic -o "$work/host" "$root/tests/package/host.c" -ldl; }
each_has_its_own() {
    "$work/host" "$version" "$work/this.so" "${version%.*}.77" "$work/other.so" &&
        "$work/host" "${version%.*}.77" "$work/other.so" "$version" "$work/this.so"
}

# A recorder that is stripped has at most this many bytes.
most=122000
recorder() {
    cc -Os "-I$work/other/include" -o "$work/recorder" "$root/tests/package/recorder.c" "$work/other/build/libreel.a" -Wl,--gc-sections \
        -pthread -lm && strip "$work/recorder" && "$work/recorder" "$work/play.bsor" "$work/play.spool" || return 1
    [ ! -e "$work/play.spool" ] && "$build/cli/reel" info "$work/play.bsor" && wc -c "$work/recorder" &&
        [ "$(wc -c < "$work/recorder")" -le "$most" ]
}

try "another version is built" other_version
try "a recorder has at most $most bytes" recorder
try "a plug-in with this version" this_plugin
try "a plug-in with the other" other_plugin
try "they export their own names only" exports_nothing
try "a host" host
try "each has its own version, and its own functions" each_has_its_own
summary

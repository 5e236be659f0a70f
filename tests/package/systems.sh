#!/bin/sh
# SPDX-License-Identifier: MIT
# Every source of the library, and for macOS of the command, compiled for systems that are not at hand, without warnings. The headers of these systems are those that
# the package ziglang has; clang compiles, since it takes a tenth of the time that zig does. docs/platforms.md lists what else is tested.
#   systems.sh [all]      all: also the systems that differ from the others only in the processor
# Debian: clang python3-venv
# shellcheck disable=SC2317 # try calls the functions
all=${1:-}
# shellcheck source=tests/package/harness.sh
. "$(dirname "$0")/harness.sh"
zig=$root/build/zig
if ! [ -x "$zig/bin/python" ] || ! "$zig/bin/python" -c 'import ziglang' 2> /dev/null; then
    if ! python3 -m venv "$zig" || ! "$zig/bin/pip" install -q 'ziglang>=0.13'; then
        skip "the package ziglang cannot be installed"
        summary
    fi
fi
libc=$("$zig/bin/python" -c 'import ziglang, pathlib; print(pathlib.Path(ziglang.__file__).parent / "lib/libc/include")')
find "$root/src" -name '*.c' > "$work/sources"

# compile TRIPLE HEADERS OPTION...: HEADERS are folders of ziglang, separated by commas.
compile() {
    triple=$1 folders=$(echo "$2" | sed "s|[^,]*|-isystem\n$libc/&|g; s|,|\n|g")
    shift 2
    # shellcheck disable=SC2086 # words
    xargs clang "--target=$triple" $folders -std=c17 -fsyntax-only -nostdlibinc -Werror -Wall -Wextra -Wconversion -Wsign-conversion \
        -Wshadow -Wpedantic -Wmissing-prototypes -Wno-gnu-statement-expression -fvisibility=hidden -ffp-contract=off -DREEL_BUILDING \
        "-I$root/include" "-I$root/src" "-I$root/third_party" "$@" < "$work/sources"
}

try "macOS, arm64" compile arm64-apple-macos11 any-darwin-any
command() {
    find "$root/cli" -name '*.c' > "$work/sources"
    # <TargetConditionals.h> takes older versions of clang for one that builds a kernel
    compile arm64-apple-macos11 any-darwin-any "-I$root/cli" -D__TARGETCONDITIONALS__ -DTARGET_OS_MAC=1 -DTARGET_OS_OSX=1
}
try "macOS, arm64: the command" command
find "$root/src" -name '*.c' > "$work/sources"
# Its <math.h> declares functions of a type that older versions of clang do not have for this processor.
[ "$all" != all ] || try "macOS, x86-64" compile x86_64-apple-macos11 any-darwin-any -D_Float16=float
[ "$all" != all ] || try "Android-like, aarch64" compile aarch64-linux-android24 aarch64-linux-musl,generic-musl,aarch64-linux-any,any-linux-any
# i686 is compiled and run by a step of its own.
[ "$all" != all ] || try "Android-like, armv7" compile armv7a-linux-androideabi24 arm-linux-musl,generic-musl,arm-linux-any,any-linux-any
[ "$all" != all ] || try "Linux, riscv64" compile riscv64-linux-musl riscv64-linux-musl,generic-musl,riscv-linux-any,any-linux-any
# The headers are MinGW's, which do not know the compiler; sizes, calling conventions and long of 32 bits are those of MSVC, and so is the
# type of enumerations: int, also if no value is negative.
try "Windows, with the ABI of MSVC" compile x86_64-pc-windows-msvc any-windows-any -U_MSC_VER -fgnuc-version=4.2.1 -Wno-sign-conversion
# A newer clang than the system's warns of more. An enumeration constant is an int in C, and how this library names a whole number: it may
# be multiplied by a double. The public headers have no such exception, and are read as C++, too.
newest() {
    folders=$(for folder in x86_64-linux-musl generic-musl x86-linux-any any-linux-any; do printf ' -isystem %s' "$libc/$folder"; done)
    clang="$zig/bin/python -m ziglang clang --target=x86_64-linux-musl -nostdinc -isystem $libc/../../include $folders -fsyntax-only"
    clang="$clang -Werror -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wpedantic -Wno-gnu-statement-expression -I$root/include"
    # shellcheck disable=SC2086 # words
    xargs $clang -std=c17 -Wmissing-prototypes -Wno-enum-float-conversion -DREEL_BUILDING "-I$root/src" "-I$root/third_party" \
        < "$work/sources" || return
    (cd "$root/include" && printf '#include <%s>\n' reel/*.h) > "$work/headers.h"
    # shellcheck disable=SC2086 # words
    $clang -std=c17 -xc "$work/headers.h" && $clang -std=c++17 -xc++ -Wold-style-cast -Wzero-as-null-pointer-constant "$work/headers.h"
}
try "Linux, x86-64, by a newer clang" newest
summary

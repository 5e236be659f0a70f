#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the npm package (web/wasm/dist) and the page of the viewer (web/viewer/dist/index.html). Does nothing if they are newer than their
# sources, and can be run again after a failure. If something is missing, says what to install, and ends with status 3.
#
#   web/build.sh          both
#   web/build.sh wasm     only the npm package: what "npm install reel/web/wasm" runs
#   web/build.sh page     only the page, with the modules that it needs and no others, in half the time
#   web/build.sh element  both, and the npm package of the element (web/viewer/package)
set -euo pipefail
cd "$(dirname "$0")"
case ${1:-} in
"" | wasm | page | element) ;;
*) echo "web/build.sh: unknown argument '$1' (there are: wasm page element)" >&2; exit 2 ;;
esac

missing=()
node_version=$(node -p 'process.versions.node.split(".")[0]' 2> /dev/null || echo 0)
[ "$node_version" -ge 20 ] || missing+=("nodejs (20 or later)")
command -v npm > /dev/null || missing+=(npm)
command -v clang > /dev/null || missing+=(clang)
command -v wasm-ld > /dev/null || missing+=(lld)
command -v cmake > /dev/null || missing+=(cmake)
command -v ninja > /dev/null || missing+=(ninja-build)
[ "${1:-}" = wasm ] || command -v xz > /dev/null || missing+=(xz-utils)
[ -f /usr/lib/wasm32-wasi/libc.a ] || missing+=(wasi-libc)
find /usr/lib -name 'libclang_rt.builtins-wasm32.a' 2> /dev/null | grep -q . || missing+=(libclang-rt-14-dev-wasm32)
if [ ${#missing[@]} -gt 0 ]; then
    echo "web/build.sh: missing, by the names of Debian's packages: ${missing[*]}" >&2
    exit 3
fi

# is_new OUTPUT SOURCE...: the output is there, and no source is newer.
is_new() { [ -f "$1" ] && ! find "${@:2}" -name node_modules -prune -o -type f -newer "$1" -print | grep -q .; }

# The lock files lack what other systems need, which npm ci refuses. A folder that a failed run has left is repaired.
packages()
{
    if [ -d "$1/node_modules/.bin" ] && [ "$1/node_modules" -nt "$1/package.json" ]; then return; fi
    npm install --prefix "$1" --no-save --no-audit --no-fund --ignore-scripts # the package's own script is this one
}

# third_party OUT PART...: the licences of what is in a package or a page. They are found by Debian's packages; others can build without.
third_party()
{
    [ ! -f "$1" ] || return 0
    python3 ../packaging/release/licences.py "$@" > /dev/null || echo "web/build.sh: $1 could not be written; only a release needs it" >&2
}

# The module that is made last; a build of the page alone makes no reel-full.wasm.
if ! is_new wasm/dist/reel-demo.wasm wasm/module wasm/packing wasm/src wasm/scripts wasm/package.json ../src ../include ../third_party ||
    { [ "${1:-}" != page ] && [ ! -f wasm/dist/reel-full.wasm ]; }; then
    packages wasm
    rm -f wasm/THIRD_PARTY
    node wasm/scripts/build.mjs "${1:-}"
fi
[ "${1:-}" = page ] || third_party wasm/THIRD_PARTY link:../build/web-full:reel-{full,demo}.wasm link:../build/web:reel{,-level,-beatsaber,-ddnet,-echo,-geometrydash}.wasm
[ "${1:-}" != wasm ] || exit 0
if ! is_new viewer/dist/index.html viewer/src viewer/scripts viewer/index.html viewer/vite.config.ts viewer/package.json wasm/dist wasm/page; then
    packages viewer
    (cd viewer && node_modules/.bin/vite build)
fi
[ "${1:-}" = page ] || third_party viewer/dist/THIRD_PARTY file:wasm/THIRD_PARTY npm:page
[ "${1:-}" = element ] || exit 0
if ! is_new viewer/package/dist/reel-viewer.js viewer/src viewer/scripts viewer/vite.element.config.ts viewer/dist; then
    packages viewer
    rm -f viewer/package/THIRD_PARTY
    node viewer/scripts/element.mjs
fi
third_party viewer/package/THIRD_PARTY file:wasm/THIRD_PARTY npm:element

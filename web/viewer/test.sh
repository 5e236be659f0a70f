#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the viewer and tests it: tsc --strict, eslint, prettier, unit tests, the page and the element in Chromium, Firefox and WebKit.
#
#   web/viewer/test.sh       the last line is "N passed, N failed, N skipped"
#
# REEL_COMMAND   the native command to compare with, by default build/release/cli/reel
# REEL_CHROMIUM  the browser, by default /usr/bin/chromium
# REEL_FIREFOX   a second one, by default /usr/bin/firefox-esr
#
# The npm package in web/wasm must be built. Debian: nodejs (20 or later), npm and chromium; firefox-esr, webkit2gtk-driver and xvfb for the
# other browsers. Tools come from npm.
set -uo pipefail
cd "$(dirname "$0")" || exit 2
work=$PWD/.work
# shellcheck source=tests/door.sh
. ../../tests/door.sh

mkdir -p "$work"
for tool in node npm; do
    command -v "$tool" > /dev/null || skip_rest "no $tool"
done
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || skip_rest "node is older than 20"
[ -f ../wasm/dist/reel.wasm ] || skip_rest "web/wasm is not built: node web/wasm/scripts/build.mjs"
# npm ci refuses a lock file that lacks the packages of other systems, and this one does.
if ! npm install --no-save --no-audit --no-fund > "$work/npm.log" 2>&1; then
    tail -n 5 "$work/npm.log"
    skip_rest "the tools cannot be installed from npm"
fi

run types node_modules/.bin/tsc --noEmit
run eslint node_modules/.bin/eslint .
run prettier node_modules/.bin/prettier --check .
run unit node_modules/.bin/vitest run
grep -E '^ +Tests' "$work/unit.log"
run build node_modules/.bin/vite build || exit 1
if [ ! -x "${REEL_CHROMIUM:-/usr/bin/chromium}" ]; then skip_rest "no chromium"; fi

counted browser node test/browser/run.mjs
counted layout node test/browser/layout.mjs
counted large node test/browser/large.mjs
counted memory node test/browser/memory.mjs
counted access node test/browser/access.mjs
counted golden node test/browser/golden.mjs
counted video node test/browser/video.mjs
counted recent node test/browser/recent.mjs
counted folder node test/browser/folder.mjs
counted demo node test/browser/demo.mjs
counted edit node test/browser/edit.mjs
if run package node scripts/element.mjs; then
    counted element node test/browser/element.mjs
    counted frameworks node test/browser/frameworks.mjs
    counted others node test/browser/others.mjs
fi
[ "$failed" -eq 0 ]

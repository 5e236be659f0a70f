#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the viewer and tests it: tsc --strict, eslint, prettier, unit tests, and the page in Chromium.
#
#   web/viewer/test.sh       the last line is "N passed, N failed, N skipped"
#
# REEL_COMMAND   the native command to compare with, by default build/release/cli/reel
# REEL_CHROMIUM  the browser, by default /usr/bin/chromium
#
# The npm package in web/wasm must be built. Debian: nodejs (20 or later), npm and chromium. Tools come from npm.
set -uo pipefail
cd "$(dirname "$0")" || exit 2
work=$PWD/.work
passed=0 failed=0 skipped=0

trap 'echo "$passed passed, $failed failed, $skipped skipped"' EXIT

# run NAME COMMAND...: one test; its output is shown if it fails.
run() {
    local name=$1 log=$work/$1.log
    shift
    if "$@" > "$log" 2>&1; then
        passed=$((passed + 1))
        echo "   ok: $name"
    else
        failed=$((failed + 1))
        echo "   FAILED: $name ($log)"
        tail -n 40 "$log"
        return 1
    fi
}

# skip REASON
skip() {
    skipped=$((skipped + 1))
    echo "   skipped: $1"
    exit 0
}

mkdir -p "$work"
for tool in node npm; do
    command -v "$tool" > /dev/null || skip "no $tool"
done
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || skip "node is older than 20"
[ -f ../wasm/dist/reel.wasm ] || skip "web/wasm is not built: node web/wasm/scripts/build.mjs"
# npm ci refuses a lock file that lacks the packages of other systems, and this one does.
if ! npm install --no-save --no-audit --no-fund > "$work/npm.log" 2>&1; then
    tail -n 5 "$work/npm.log"
    skip "the tools cannot be installed from npm"
fi

run types node_modules/.bin/tsc --noEmit
run eslint node_modules/.bin/eslint .
run prettier node_modules/.bin/prettier --check .
run unit node_modules/.bin/vitest run
grep -E '^ +Tests' "$work/unit.log"
run build node_modules/.bin/vite build || exit 1
if [ ! -x "${REEL_CHROMIUM:-/usr/bin/chromium}" ]; then skip "no chromium"; fi

node test/browser/run.mjs > "$work/browser.log" 2>&1
sed '$d' "$work/browser.log"
read -r -a sums < <(tail -n 1 "$work/browser.log" | awk '/^[0-9]+ passed, [0-9]+ failed/ { print $1, $3, $5 + 0; ok = 1 } END { if (!ok) print 0, 1, 0 }')
passed=$((passed + sums[0])) failed=$((failed + sums[1])) skipped=$((skipped + sums[2]))
[ "$failed" -eq 0 ]

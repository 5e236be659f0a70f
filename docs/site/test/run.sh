#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the site and tests it: its checker, its links, and its pages in Chromium. The last line is "N passed, N failed, N skipped".
#
# REEL_CHROMIUM  the browser, by default /usr/bin/chromium
#
# Debian: doxygen python3-venv, what web/build.sh needs, and chromium.
set -uo pipefail
cd "$(dirname "$0")/../../.." || exit 2
work=$PWD/build/site-test
# shellcheck source=tests/door.sh
. tests/door.sh

mkdir -p "$work"
command -v python3 > /dev/null || skip_rest "no python3"
run checker python3 docs/site/test/test_check.py

status=0
docs/site/build.sh "$work/site" > "$work/build.log" 2>&1 || status=$?
case $status in
0) run build tail -n 1 "$work/build.log" && sed 's/^/   /' "$work/build.log" | tail -n 1 ;;
3) skip_rest "$(tail -n 1 "$work/build.log")" ;;
*) run build sh -c "cat '$work/build.log'; exit 1" || exit 1 ;;
esac
[ -x "${REEL_CHROMIUM:-/usr/bin/chromium}" ] || skip_rest "no chromium"
counted browser node docs/site/test/browser.mjs "$work/site"
[ "$failed" -eq 0 ]

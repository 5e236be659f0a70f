#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests that `file` and the database of MIME types know replays, and call nothing else one. The last line is "N passed, N failed, N skipped".
#
# REEL_COMMAND   the command, by default build/release/cli/reel
# Debian: python3 file; optional: shared-mime-info desktop-file-utils
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
reel=${REEL_COMMAND:-$PWD/build/release/cli/reel}
types=$PWD/packaging/types work=$PWD/build/types
# shellcheck source=tests/door.sh
. tests/door.sh
mkdir -p "$work"


mime_database() {
    rm -rf "$work/mime" && mkdir -p "$work/mime/packages" && cp "$types/reel.xml" "$work/mime/packages" &&
        update-mime-database -V "$work/mime" 2>&1 | tee "$work/mime.log" && ! grep -iE 'error|warning' "$work/mime.log" &&
        [ -s "$work/mime/application/x-reel-bsor.xml" ]
}

command -v python3 > /dev/null || skip_rest "no python3"
run up-to-date "$types/make.py" "$reel" --check
if command -v file > /dev/null; then
    run compiles sh -c "cd '$work' && file -C -m '$types/reel.magic' > magic.log 2>&1 && ! grep -i warning magic.log"
    run claims python3 "$types/claims.py" "$reel" "$types/reel.magic" "$work/made" && tail -n 1 "$work/claims.log"
else
    skip "no file"
fi
if command -v update-mime-database > /dev/null; then run mime-database mime_database; else skip "no update-mime-database (Debian: shared-mime-info)"; fi
if command -v desktop-file-validate > /dev/null; then
    run desktop-file desktop-file-validate "$types/reel.desktop"
else
    skip "no desktop-file-validate (Debian: desktop-file-utils)"
fi
run thumbnails python3 "$types/thumbnails.py" "$reel" "$types/reel.thumbnailer" "$work/thumbnails" && tail -n 3 "$work/thumbnails.log"
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ]

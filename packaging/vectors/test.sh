#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the test vectors twice, and reads them as another implementation would, and with one: py-bsor, for BSOR. The last line is "N passed, N failed, N skipped".
#
# REEL_COMMAND   the command, by default build/release/cli/reel
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
reel=${REEL_COMMAND:-$PWD/build/release/cli/reel}
work=$PWD/build/vectors
# shellcheck source=tests/door.sh
. tests/door.sh

mkdir -p "$work"
command -v python3 > /dev/null || skip_rest "no python3"
run makes python3 packaging/vectors/make.py "$reel" "$work/first.zip" || exit 1
twice() {
    python3 packaging/vectors/make.py "$reel" "$work/second.zip" && cmp "$work/first.zip" "$work/second.zip"
}
run same-bytes twice
run reads python3 packaging/vectors/use.py "$reel" "$work/first.zip"
if [ -x "$work/others/bin/python" ] || environment others py-bsor > "$work/others-install.log" 2>&1; then
    run another-reader "$work/others/bin/python" packaging/vectors/others.py "$work/first.zip" && tail -n 1 "$work/another-reader.log"
else
    skip "another reader: py-bsor cannot be installed from PyPI"
fi
[ "$failed" -eq 0 ]

# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# For the scripts here, which source it: they print a line for each test and end with "N passed, N failed, N skipped".
# They work in build/package/NAME, which is removed at the start and kept at the end.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$root/build/package/$(basename "$0" .sh)
rm -rf "$work"
mkdir -p "$work" || exit 2
log=$work/log
passed=0 failed=0 skipped=0
PATH=$PATH:/usr/sbin:/sbin
export LC_ALL=C.UTF-8

have() { command -v "$1" > /dev/null; }
skip() { skipped=$((skipped + 1)) && echo "skipped: $1"; }

# try NAME COMMAND...: one test. A failure prints the end of the command's output.
try() {
    try_name=$1
    shift
    if "$@" > "$log" 2>&1; then
        passed=$((passed + 1)) && echo "ok: $try_name"
    else
        failed=$((failed + 1)) && echo "FAILED: $try_name" && tail -n 40 "$log" && return 1
    fi
}

summary() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ] || exit 1
    exit 0
}

# readme_example FILE: the first example in C of the README.
readme_example() { awk '/^```c$/ { on = 1; next } /^```$/ && on { exit } on' "$root/README.md" > "$1"; }

# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # work and python are set by the script that reads this file
# What the test scripts of the doors have in common. They set `work`, a folder for logs. The last line of each is
# "N passed, N failed, N skipped", which ./test.sh adds up.
passed=0 failed=0 skipped=0

trap 'echo "$passed passed, $failed failed, $skipped skipped"' EXIT

# run NAME COMMAND...: one test; its output is shown if it fails.
run() {
    local name=$1 log=$work/$1.log started=$SECONDS
    shift
    if "$@" > "$log" 2>&1; then
        passed=$((passed + 1))
        echo "   ok: $name, $((SECONDS - started)) s"
    else
        failed=$((failed + 1))
        echo "   FAILED: $name ($log)"
        tail -n 40 "$log"
        return 1
    fi
}

# skip REASON: one test.
skip() {
    skipped=$((skipped + 1))
    echo "   skipped: $1"
}

# skip_rest REASON: all tests that would follow.
skip_rest() {
    skip "$1"
    exit 0
}

# memory NAME PROGRAM ARGUMENT...: one test, of a program that valgrind finds neither invalid accesses nor leaks in.
memory() {
    local name=$1
    shift
    if command -v valgrind > /dev/null; then
        run "$name" valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite "$@"
    else
        skip "$name: no valgrind"
    fi
}

# environment NAME PACKAGE...: a fresh virtual environment of Python in $work/NAME.
environment() {
    local folder=$work/$1
    shift
    rm -rf "$folder"
    "${python:-python3}" -m venv "$folder" && { [ $# -eq 0 ] || "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"; }
}

# discard NAME...: environments that the next run makes anew, and that hundreds of megabytes are in. After a failure they stay.
discard() { [ "$failed" -gt 0 ] || (cd "$work" && rm -rf -- "$@"); }

# pytests NAME COMMAND...: pytest, whose tests count one by one.
pytests() {
    local name=$1 log=$work/$1.log status=0 line
    shift
    "$@" > "$log" 2>&1 || status=$?
    line=$(grep -E '(passed|failed|error|skipped).* in [0-9.]+s' "$log" | tail -n 1)
    number() { sed -nE "s/.*[^0-9]([0-9]+) $1.*/\\1/p" <<< " $line" | grep . || echo 0; }
    passed=$((passed + $(number passed)))
    skipped=$((skipped + $(number skipped)))
    failed=$((failed + $(number failed) + $(number errors?)))
    grep -E '^SKIPPED' "$log" | sed 's/^/   /'
    if [ "$status" -eq 0 ] && [ -n "$line" ]; then
        echo "   ok: $name: $line"
    else
        [ "$(($(number failed) + $(number errors?)))" -gt 0 ] || failed=$((failed + 1))
        echo "   FAILED: $name ($log)"
        grep -vE '^[.sxFE]+ +\[ *[0-9]+%\]$' "$log" | tail -n 60
        grep -E '^(FAILED|ERROR) ' "$log" | cut -c 1-200 # last: of a long output, the end is what is read
    fi
}

# counted NAME COMMAND...: tests whose last line of output is "N passed, N failed[, N skipped]".
counted() {
    local log=$work/$1.log sums
    shift
    "$@" > "$log" 2>&1
    sed '$d' "$log"
    read -r -a sums < <(tail -n 1 "$log" |
        awk '/^[0-9]+ passed, [0-9]+ failed/ { print $1, $3, $5 + 0; ok = 1 } END { if (!ok) print 0, 1, 0 }')
    passed=$((passed + sums[0])) failed=$((failed + sums[1])) skipped=$((skipped + sums[2]))
}

# Compilers find what they compiled before.
use_ccache() {
    if command -v ccache > /dev/null && [ -z "${CMAKE_C_COMPILER_LAUNCHER+set}" ]; then
        export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
    fi
}

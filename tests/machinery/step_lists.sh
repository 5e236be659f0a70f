#!/bin/bash
# SPDX-License-Identifier: MIT
# The lists of steps agree: what ./test.sh all runs is run for each push by .github/workflows/ci.yml, what else there is by it at night, the
# table in CONTRIBUTING.md has a row for each, and each is a function of tests/steps.
set -u
cd "$(dirname "$0")/../.." || exit 2
passed=0 failed=0

# same NAME WANTED GOT: two lists of words, in any order
same() {
    local differences
    differences=$(diff <(tr -s ' ' '\n' <<< "$2" | grep . | LC_ALL=C sort) <(tr -s ' ' '\n' <<< "$3" | grep . | LC_ALL=C sort) | grep '^[<>]')
    if [ -z "$differences" ]; then
        passed=$((passed + 1))
        echo "ok   $1"
    else
        failed=$((failed + 1))
        echo "FAIL $1 (< is in test.sh only, > is not there, or twice)"
        echo "$differences"
    fi
}

# The entries of the matrix of a job in the workflow.
matrix() { awk -v job="  $1:" '$0 == job { inside = 1; next } inside && /^  [a-z]/ { exit } inside && /^ *steps:$/ { list = 1; next } list && /^ *- [a-z0-9]/ && !/:/ { sub(/^ *- /, ""); print; next } { list = 0 }' .github/workflows/ci.yml; }

all=$(./test.sh list all | tr '\n' ' ')
full=$(./test.sh list full | tr '\n' ' ')
same "the workflow runs for each push what ./test.sh all runs" "$all" "$(matrix test | tr '\n' ' ')"
# shellcheck disable=SC2046,SC2086 # words
same "the workflow runs at night what ./test.sh full runs besides" "$(./test.sh list full $(printf ' -%s' $all) | tr '\n' ' ')" \
    "$(matrix nightly | tr '\n' ' ')"
same "each step is a function of tests/steps" "$full" "$(sed -n 's/^step_\([a-z0-9]*\)().*/\1/p' tests/steps/*.sh | tr '\n' ' ')"
# shellcheck disable=SC2016 # backquotes of Markdown
same "CONTRIBUTING says what each step finds" "$full" \
    "$(sed -n '/^<!-- steps -->/,/^<!-- end -->/s/^| `\([a-z0-9]*\)` |.*/\1/p' CONTRIBUTING.md | tr '\n' ' ')"
same "what packages a step needs is said of a step" "" \
    "$(sed -n 's/^needs_\([a-z0-9]*\)().*/\1/p' tests/steps/*.sh | grep -vxE "more|$(tr -s ' ' '|' <<< "${full% }")" | tr '\n' ' ')"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

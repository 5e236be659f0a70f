#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples do what they say:
#   run.sh EXAMPLE_RECORD EXAMPLE_STREAM EXAMPLE_OWN_ROWS REEL
set -u
record=$1 stream=$2 own_rows=$3 reel=$4
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# prints NAME WANTED COMMAND...: the command succeeds and prints this, on both streams.
prints() {
    name=$1 wanted=$2
    shift 2
    if got=$("$@" 2>&1) && [ "$got" = "$wanted" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $name: $got"
    fi
}

prints "a play is recorded" "" "$record" "$scratch/play.bsor" 2
prints "a play is read piece by piece" "180 frames, average head height 1.60 m" "$stream" "$scratch/play.bsor"
prints "a play without frames is recorded" "" "$record" "$scratch/empty.bsor" 0
prints "a play without frames is read" "" "$stream" "$scratch/empty.bsor"
prints "a replay of own rows is walked by time" "$(printf 'note 30001\nwall, energy 0.5\nnote 31011')" "$own_rows"
prints "another play is recorded" "" "$record" "$scratch/long.bsor" 60
# shellcheck disable=SC2016 # the inner shell expands these
prints "its motion shows all of it" '"support":2' sh -c '"$1" stats --json -t evidence "$2" | grep -o "\"support\":2"' - "$reel" "$scratch/long.bsor"
prints "every check that reel has is content" "" "$reel" check -q --evidence --strict "$scratch/long.bsor"
prints "nothing but the plays is left" "empty.bsor long.bsor play.bsor" sh -c "cd '$scratch' && echo *"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

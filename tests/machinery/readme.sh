#!/bin/sh
# SPDX-License-Identifier: MIT
# The example is in three places: examples/notes.c, which is built, the README, and the head of reel.h. They say the same, and the
# example runs:
#   readme.sh EXAMPLE_NOTES REPLAY
set -u
cd "$(dirname "$0")/../.." || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
failed=0

sed -n '/^#include/,$p' examples/notes.c > "$scratch/example"
# shellcheck disable=SC2016 # these are the README's marks
sed -n '/^```c$/,/^```$/p' README.md | sed '/^```/d' | sed -n '1,/^}$/p' > "$scratch/readme"
sed -n '/^ \*     #include/,/^ \*     }$/p' include/reel/reel.h | sed 's/^ \*     //; s/^ \*$//' > "$scratch/header"
for place in readme header; do
    if diff -u "$scratch/example" "$scratch/$place"; then
        echo "ok   the example of the $place is examples/notes.c"
    else
        echo "FAIL the example of the $place is not examples/notes.c"
        failed=1
    fi
done

if "$1" "$2" | grep -q '^[0-9.]* s: note [0-9]*, event [0-9]$'; then
    echo "ok   the example prints notes"
else
    echo "FAIL the example prints no notes"
    failed=1
fi
if "$1" /nonexistent 2> "$scratch/stderr"; then failed=1; fi
grep -q 'cannot open' "$scratch/stderr" || failed=1
exit "$failed"

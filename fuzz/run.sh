#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs each fuzz target for so long, from the golden and bad files of its format and the small files of the corpus:
#   fuzz/run.sh SECONDS [TARGET...]
# 0 seconds run each of those files once and no others, which gives the same answer every time.
# A find stops its target, is kept in build/fuzz/finds and makes the script fail. Minimise it (TARGET -minimize_crash=1 FILE),
# mend the cause, and keep it as tests/formats/<family>/bad/fuzz-<what>: the tests then run it for ever.
set -u
seconds=${1:?usage: fuzz/run.sh SECONDS [TARGET...]}
shift
root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
build=$root/build/fuzz corpus=${REEL_CORPUS:-$root/../shared}
cd "$root" || exit 2
cmake --preset fuzz > /dev/null && cmake --build --preset fuzz || exit 2

# seeds FAMILY FOLDER: links to what the target starts from.
seeds() {
    for folder in "tests/formats/$1/golden" "tests/formats/$1/bad" "tests/$1/golden" "tests/$1/bad" "$corpus/samples/$1"; do
        [ -d "$folder" ] && find "$(cd "$folder" && pwd)" -type f -size -32 ! -name '*.tsv' ! -name '*.md'
    done | while read -r file; do
        ln -sf "$file" "$2/$(printf '%s' "$file" | cksum | tr ' ' '-')"
    done
}

mkdir -p "$build/finds"
[ $# -gt 0 ] || set -- "$build"/fuzz/fuzz_*_read "$build"/fuzz/fuzz_*_rewrite
failed=0
for target in "$@"; do
    name=$(basename "$target") family=${target##*/fuzz_}
    family=${family%_*}
    rm -rf "$build/seeds/$name"
    mkdir -p "$build/seeds/$name" "$build/grown/$name"
    seeds "$family" "$build/seeds/$name"
    if [ "$seconds" -eq 0 ]; then limit=-runs=0; else limit=-max_total_time=$seconds; fi
    if "$target" "$limit" -rss_limit_mb=1024 -timeout=10 -max_len=32768 -print_final_stats=1 \
        -artifact_prefix="$build/finds/$name-" "$build/grown/$name" "$build/seeds/$name" > "$build/$name.log" 2>&1; then
        result=ok
    else
        result=FAILED
        failed=1
        grep -vE '^#[0-9]|NEW_FUNC' "$build/$name.log" | tail -n 40
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$build/$name.log")
    echo "fuzz $name: $result, ${runs:-0} executions in $seconds s from $(find "$build/seeds/$name" -type l | wc -l) seeds"
done
exit $failed

#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs each fuzz target, from the golden and bad files of its format, seeds that are made of them, and what once crashed (fuzz/corpus):
#   fuzz/run.sh SECONDS [TARGET...]      each target for that long; 0: each seed once and no others, which gives the same answer every time
#   fuzz/run.sh RUNSx [TARGET...]        each target for that many executions: 1000000x
# With REEL_FUZZ_PRESET=fuzz-fast the targets have no sanitizers, which is several times as fast; with REEL_FUZZ_BUILD=FOLDER they are taken from
# there and not built (its file `commit` says of what). With REEL_FUZZ_COUNTS=FILE a line is added for each target: commit, preset, target, executions, finds.
# REEL_FUZZ_TIMEOUT is how many seconds an input may take, 10 by default: of the clock, so that a busy machine needs more.
# With REEL_FUZZ_CAMPAIGN=1 the seeds of the last run are taken again, because fuzz/campaign.py runs each target many times; and inputs are chosen
# without libFuzzer's weights of rare features, which take half of the processor's time in the fast targets.
# A find stops its target, is kept in the build's finds/ and makes the script fail. Minimise it (TARGET -minimize_crash=1 FILE), repair the cause,
# and keep it: as tests/formats/<family>/bad/fuzz-<what> if it is a replay, which the tests run from then on, else in fuzz/corpus/<target>.
set -u
quota=${1:?usage: fuzz/run.sh SECONDS|RUNSx [TARGET...]}
shift
root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
preset=${REEL_FUZZ_PRESET:-fuzz} corpus=${REEL_CORPUS:-$root/../shared}
build=${REEL_FUZZ_BUILD:-$root/build/$preset}
cd "$root" || exit 2
if [ -z "${REEL_FUZZ_BUILD:-}" ]; then
    cmake --preset "$preset" > /dev/null && cmake --build --preset "$preset" || exit 2
fi
commit=$(cat "$build/commit" 2> /dev/null || git rev-parse --short HEAD 2> /dev/null || echo unknown)
case $quota in
0) limit=-runs=0 ;;
*x) limit=-runs=${quota%x} ;;
*) limit=-max_total_time=$quota ;;
esac
longest=${REEL_FUZZ_LONGEST:-4096}
weights=${REEL_FUZZ_CAMPAIGN:+-entropic=0}

families() { sed -n '/^set(REEL_FORMATS/,/)/p' CMakeLists.txt | grep -oE '^[[:space:]]+[a-z][a-z0-9_-]*'; }

# names FAMILY: the family, its parts and its formats; the corpus has a folder for one or the other.
names() { { echo "$1"; find "src/formats/$1" -mindepth 1 -type d -exec basename {} \; 2> /dev/null; grep -rhoE 'reel_format_[a-z0-9]+' "src/formats/$1" 2> /dev/null | sed 's/reel_format_//'; } | sort -u; }

# files FAMILY: the small files of a family.
files() {
    for folder in "tests/formats/$1/golden" "tests/formats/$1/bad" "tests/$1/golden" "tests/$1/bad" \
        $(names "$1" | sed "s|^|$corpus/samples/|"); do
        [ -d "$folder" ] && find "$(cd "$folder" && pwd)" -type f -size -32 ! -name '*.tsv' ! -name '*.md'
    done
}

# link FOLDER: links to the files of the standard input, in a folder for each extension: those of the formats of a family.
link() {
    while read -r file; do
        kind=$1/other
        case ${file##*/} in *.*) kind=$1/${file##*.} ;; esac
        mkdir -p "$kind" && ln -sf "$file" "$kind/$(printf '%s' "$file" | cksum | tr ' ' '-')"
    done
}

# seeds KIND FAMILY FOLDER: links to what the target starts from, and what is made of that.
seeds() {
    if [ -n "$2" ]; then files "$2"; else for family in $(families); do files "$family"; done; fi > "$3.files"
    mkdir -p "$3/made"
    case $1 in
    load | read | rewrite) link "$3" < "$3.files" ;;
    esac
    tr '\n' '\0' < "$3.files" | xargs -0 "$build/fuzz/fuzz_seeds" "$1" "$3/made" || exit 2
    for file in "$root/fuzz/corpus/$name"/*; do [ -f "$file" ] && ln -sf "$file" "$3/"; done
}

# What the sanitizer keeps of freed memory must not count as much as what the library uses: the limit is for that.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}quarantine_size_mb=64
export ASAN_OPTIONS
mkdir -p "$build/finds"
[ $# -gt 0 ] || for target in "$build"/fuzz/fuzz_*; do
    case $target in *fuzz_seeds | *.a) ;; *) [ -f "$target" ] && set -- "$@" "$target" ;; esac
done
failed=0
for target in "$@"; do
    name=$(basename "$target") kind=${target##*_} family=${target##*/fuzz_}
    case $kind in load | read | rewrite) family=${family%_*} ;; *) family= ;; esac
    mkdir -p "$build/grown/$name"
    if [ -z "${REEL_FUZZ_CAMPAIGN:-}" ] || [ ! -e "$build/seeds/$name.made" ]; then
        rm -rf "$build/seeds/$name" "$build/seeds/$name.made"
        mkdir -p "$build/seeds/$name"
        seeds "$kind" "$family" "$build/seeds/$name"
        touch "$build/seeds/$name.made"
    fi
    if "$target" "$limit" ${weights:+"$weights"} -rss_limit_mb=1024 "-timeout=${REEL_FUZZ_TIMEOUT:-10}" "-max_len=$longest" -print_final_stats=1 \
        -artifact_prefix="$build/finds/$name-" "$build/grown/$name" "$build/seeds/$name" > "$build/$name.log" 2>&1; then
        result=ok finds=0
    else
        result=FAILED finds=1
        failed=1
        grep -vE '^#[0-9]|NEW_FUNC' "$build/$name.log" | tail -n 40
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$build/$name.log")
    echo "fuzz $name: $result, ${runs:-0} executions of $quota from $(find "$build/seeds/$name" ! -type d | wc -l) seeds"
    [ -z "${REEL_FUZZ_COUNTS:-}" ] || echo "$commit $preset $name ${runs:-0} $finds" >> "$REEL_FUZZ_COUNTS"
done
exit $failed

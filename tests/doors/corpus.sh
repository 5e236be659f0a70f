# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root, build and work are set by the script that reads this file
# What the doors to other languages are all tested with.

# The library as its users have it, in $work/prefix: without the command, which other steps install.
installed() {
    rm -rf "$work/prefix"
    cmake --install "$build" --prefix "$work/prefix" --component development > /dev/null &&
        cmake --install "$build" --prefix "$work/prefix" --component runtime > /dev/null
}

# The golden and bad files of the tests, and the corpus.
files_of_corpus() {
    local corpus=${REEL_CORPUS:-$root/../shared}
    {
        find "$root"/tests/formats/*/golden "$root"/tests/formats/*/bad -type f
        [ ! -d "$corpus/samples" ] || find -L "$corpus/samples" -type f ! -name '*.tsv'
    } | LC_ALL=C sort
}

# same_rows COMMAND...: reads paths and prints the lines of tests/doors/rows.c; they have to be those of the C API, although new memory holds other
# bytes there: no row has what memory held before.
same_rows() {
    local first second
    cc -O2 "-I$root/include" -o "$work/rows" "$root/tests/doors/rows.c" "$build/libreel.so" "-Wl,-rpath,$build" || return
    files_of_corpus > "$work/files"
    MALLOC_PERTURB_=90 "$work/rows" < "$work/files" > "$work/rows.c.txt" || return
    MALLOC_PERTURB_=165 "$@" < "$work/files" > "$work/rows.door.txt" || return
    diff "$work/rows.c.txt" "$work/rows.door.txt" || return
    first=$(wc -l < "$work/rows.door.txt") second=$(grep -c ' same ' "$work/rows.door.txt")
    echo "   $first files have the same rows as in C, $second are written byte for byte"
    [ "$first" -gt 0 ] && [ "$second" -gt 0 ]
}

# survives_kill RATE RECORDER...: a recorder of `FILE SECONDS KILLED_AT_FRAME`, killed at some frames, finishes its file at the next start:
# at most a second of frames is lost, and check finds nothing. At full effort it is killed 100 times.
survives_kill() {
    local rate=$1 frame file frames
    shift
    rm -rf "$work/killed"
    mkdir -p "$work/killed"
    for frame in 150 151 719 1300 $([ "${REEL_TEST_EFFORT:-}" != full ] || awk 'BEGIN { srand(7); for (i = 0; i < 96; i++) print 74 + int(4000 * rand()) }'); do
        file=$work/killed/$frame.bsor
        "$@" "$file" 60 "$frame"
        [ $? -gt 128 ] || { echo "it was not killed"; return 1; }
        [ ! -e "$file" ] || { echo "there is a file already"; return 1; }
        "$@" "$file" 1 || { echo "it does not recover"; return 1; }
        [ -e "${file%.bsor}-2.bsor" ] || { echo "it does not record under another name"; return 1; }
        [ ! -e "$file.spool" ] || { echo "the spool is left"; return 1; }
        "$build/cli/reel" check --strict "$file" || return
        frames=$("$build/cli/reel" export -q -t frames -f time --to csv "$file" | tail -n +2 | wc -l)
        echo "killed at frame $frame: $frames frames"
        [ "$frames" -le $((frame + 1)) ] && [ "$frames" -gt $((frame - rate)) ] || return
    done
}

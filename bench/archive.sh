#!/bin/sh
# Sizes and speeds of the archive's columns beside zstd and xz: bench/archive.sh [FILE...]; without names the BSOR plays, then the
# recordings of teehistorian above 30 kB of the corpus beside the project. The `release` preset must be built.
set -eu
cd "$(dirname "$0")/.."
bench=build/release/bench/reel_bench_archive
[ -x "$bench" ] || { echo "build the preset release first" >&2; exit 2; }

# Bytes that others make of each file, in all.
with_others() {
    zstd=0
    xz=0
    for file in "$@"; do
        zstd=$((zstd + $(zstd -q -19 -c "$file" | wc -c)))
        xz=$((xz + $(xz -9e -c "$file" | wc -c)))
    done
    echo "zstd -19: $zstd, xz -9e: $xz"
}

measure() {
    title=$1
    shift
    printf '== %s\n' "$title"
    "$bench" "$@"
    with_others "$@"
}

echo "machine:  $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg)"
echo "compiler: $(cc --version | head -n 1), -O3"
if [ $# -gt 0 ]; then
    measure "files, default" "$@"
    printf '== fast\n'
    "$bench" --fast "$@"
    exit
fi
corpus=../shared/samples
measure "BSOR plays, default" "$corpus"/bsor/plays/*.bsor
printf '== BSOR plays, frames, fast\n'
"$bench" --fast --table=frames "$corpus"/bsor/plays/*.bsor
printf '== BSOR plays, frames, errors of at most 0.1 mm and 0.05 degrees\n'
"$bench" --table=frames --position-step=0.0001 --rotation-step=0.05 "$corpus"/bsor/plays/*.bsor
printf '== BSOR clips\n'
"$bench" --table=frames "$corpus"/bsor/clips/*.bsor
find "$corpus/teehistorian/recorded" -name '*.teehistorian' -size +29k | sort > build/recordings
# shellcheck disable=SC2046
measure "teehistorian above 30 kB" $(cat build/recordings)
printf '== the same, whole archives\n'
# shellcheck disable=SC2046
"$bench" --whole $(cat build/recordings)

reel=build/release/cli/reel
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
bytes() { cat "$@" | wc -c; }
# The archive of one file.
packed() { "$reel" pack -q --replace -o "$made/archive" "$1" && bytes "$made/archive"; }

echo '== BSOR plays as XROR, whose frames fpzip compresses'
"$reel" convert -q --to xror -o "$made/xror" "$corpus"/bsor/plays/*.bsor
echo "$(bytes "$made"/xror/*) of $(bytes "$corpus"/bsor/plays/*.bsor) bytes"
echo '== macros: the archive that exceeds its file most'
find "$corpus/gdr" "$corpus/macros" -type f ! -name '*.tsv' | while read -r file; do
    echo "$(($(packed "$file") - $(bytes "$file"))) bytes, $file"
done | sort -rn | head -n 1
echo '== .echoreplay: archives, and xz -9e of their texts'
for file in "$corpus"/butter/echoreplay/*; do
    case $file in *.txt.echoreplay) continue ;; esac
    echo "$(packed "$file") and $(unzip -p "$file" | xz -9e | wc -c) for $(bytes "$file") bytes, $(basename "$file")"
done

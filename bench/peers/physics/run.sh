#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures the physics of DDNet beside the crate `twgame`, which is fetched from its registry and built: how often both agree with recordings,
# and, in turn, how many ticks of a tee they compute in a second of processor time. Prints tables (docs/ddnet-physics.md).
#   bench/peers/physics/run.sh [BUILD]     BUILD has tests/ddnet_agreement and cli/reel
# Recordings and a map are those of the corpus (REEL_CORPUS, by default beside the project), other maps those of the game (REEL_MAPS).
set -eu
cd "$(dirname "$0")/../../.."
build=${1:-build/release} corpus=${REEL_CORPUS:-../shared}/samples/teehistorian maps=${REEL_MAPS:-/usr/share/games/ddnet/data/maps}
rounds=${REEL_ROUNDS:-9} made=build/peers/physics
own=$build/tests/ddnet_agreement peer=$made/target/release/peer_physics
mkdir -p "$made"
cargo build --quiet --release --manifest-path bench/peers/physics/Cargo.toml --target-dir "$made/target" 2> "$made/log" || {
    echo "twgame is not built (see $made/log)" >&2
    exit 2
}
echo "machine:  $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors"
echo "peers:    $(sed -n 's/^\(tw[a-z-]*\|tee[a-z-]*\) = "=\(.*\)"/\1 \2/p' bench/peers/physics/Cargo.toml | paste -s -d , | sed 's/,/, /g'); $(rustc --version)"
echo

# figure LABEL FILE: the share that agrees; lives LABEL FILE: those to their end, of all; spans FILE: the median and the shortest
figure() { sed -n "s/^$1ticks .*(\(.*\) %).*/\1 %/p" "$2"; }
lives() { sed -n "s/^$1freely: lives \([0-9]*\), to their end \([0-9]*\),.*/\2 of \1/p" "$2"; }
spans() { sed -n 's/^freely: .* median \([0-9]*\) worst \([0-9]*\) .*/\1, \2/p' "$1"; }
tune='to the first tune: '
echo "| recording | reel agrees | twgame | twgame, to the first \`tune\` | lives to their end: reel | twgame | twgame, to the first \`tune\` | median, shortest: reel | twgame |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
for recording in "$corpus"/recorded/*.teehistorian; do
    [ -e "$recording" ] || { echo "no recordings in $corpus/recorded" >&2; break; }
    name=$(basename "$recording" .teehistorian)
    map=$("$build/cli/reel" info "$recording" | sed -n 's/^  map_name  *//p')
    file=$corpus/maps/$map.map
    [ -e "$file" ] || file=$maps/$map.map
    [ -e "$file" ] || { echo "$name: there is no map $map" >&2; continue; }
    "$own" "$file" "$recording" > "$made/reel.txt"
    "$peer" "$file" "$recording" > "$made/twgame.txt"
    grep -q '^freely' "$made/reel.txt" || { echo "$name: nobody plays" >&2; continue; }
    sed -n "s/^stopped/$name: twgame stopped/p" "$made/twgame.txt" | head -n 1 >&2
    reel=$made/reel.txt twgame=$made/twgame.txt
    echo "| $name | $(figure '' "$reel") | $(figure '' "$twgame") | $(figure "$tune" "$twgame") | $(lives '' "$reel") | $(lives '' "$twgame") | $(lives "$tune" "$twgame") | $(spans "$reel") | $(spans "$twgame") |"
done

echo
echo "| tees | reel, million ticks of a tee a second | twgame | reel is faster, times |"
echo "| ---: | ---: | ---: | ---: |"
for _ in $(seq "$rounds"); do
    "$own" --speed > "$made/reel.txt"
    "$peer" --speed | paste -d ' ' "$made/reel.txt" -
done | awk '
    { tees = $1; n[tees]++; ratio[tees, n[tees]] = $3 / $13; if ($3 > own[tees]) own[tees] = $3; if ($13 > peer[tees]) peer[tees] = $13 }
    n[tees] == 1 { order[++kinds] = tees }
    END {
        for (k = 1; k <= kinds; k++) {
            t = order[k]
            for (i = 1; i <= n[t]; i++) for (j = i + 1; j <= n[t]; j++) if (ratio[t, j] < ratio[t, i]) { x = ratio[t, i]; ratio[t, i] = ratio[t, j]; ratio[t, j] = x }
            printf "| %d | %.2f | %.2f | %.2f (%.2f to %.2f) |\n", t, own[t], peer[t], ratio[t, int((n[t] + 1) / 2)], ratio[t, 1], ratio[t, n[t]]
        }
    }'

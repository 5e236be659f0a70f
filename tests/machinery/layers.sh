#!/bin/sh
# SPDX-License-Identifier: MIT
# The pages that draw the layers of src/ and the rooms of server/src draw them as tests/layers.cmake and server/rooms.cmake have the linker prove
# them: an arrow for each layer that a layer uses, without those that another arrow implies. --write updates the pages.
#
#   layers.sh [--write]
set -u
cd "$(dirname "$0")/../.." || exit 2
write=${1:-}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# picture FILE FUNCTION: each line of the file names all that a layer may use, in the order from the bottom.
picture() {
    echo '```text'
    sed -n "s/^$2(\([a-z ]*\))\$/\1/p" "$1" | awk '
        { layer[NR] = $1; if (length($1) > width) width = length($1); for (i = 2; i <= NF; i++) uses[$1, $i] = 1 }
        END {
            for (i = NR; i > 1; i--) {
                line = ""
                for (j = NR; j >= 1; j--) {
                    implied = !((layer[i], layer[j]) in uses)
                    for (k = 1; k <= NR && !implied; k++)
                        if ((layer[i], layer[k]) in uses && (layer[k], layer[j]) in uses) implied = 1
                    if (!implied) line = line (line == "" ? "" : ", ") layer[j]
                }
                printf "%-" width "s → %s\n", layer[i], line
            }
        }'
    echo '```'
}

failed=0
# draw MARK FILE FUNCTION PAGE: what is between <!-- MARK --> and <!-- end --> in the page is the picture.
draw() {
    mark=$1 file=$2 page=$4
    picture "$file" "$3" > "$scratch/picture"
    [ "$(wc -l < "$scratch/picture")" -gt 5 ] || { echo "FAIL $file has no $mark"; exit 1; }
    awk -v picture="$scratch/picture" -v mark="<!-- $mark -->" '
        $0 == mark { print; inside = 1; while ((getline line < picture) > 0) print line; next }
        /^<!-- end -->$/ && inside { inside = 0; found = 1 }
        !inside { print }
        END { exit !found }' "$page" > "$scratch/page" || { echo "FAIL $page has no <!-- $mark --> with an <!-- end -->"; failed=1; return; }
    if cmp -s "$scratch/page" "$page"; then
        echo "ok   $page draws the $mark of $file"
    elif [ "$write" = --write ]; then
        cat "$scratch/page" > "$page"
        echo "     $page was updated"
    else
        echo "FAIL $page draws other $mark than $file: run tests/machinery/layers.sh --write"
        diff "$page" "$scratch/page" | sed 's/^/     /'
        failed=1
    fi
}

draw layers tests/layers.cmake reel_layer_links CONTRIBUTING.md
draw layers tests/layers.cmake reel_layer_links docs/decisions.md
draw rooms server/rooms.cmake server_room_links docs/decisions.md
exit $failed

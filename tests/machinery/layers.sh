#!/bin/sh
# SPDX-License-Identifier: MIT
# The pages that draw the layers of src/ draw them as tests/layers.cmake has the linker prove them: an arrow for each layer that a layer
# uses, without those that another arrow implies. --write updates the pages.
#
#   layers.sh [--write]
set -u
cd "$(dirname "$0")/../.." || exit 2
write=${1:-}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# Each line of layers.cmake names all that a layer may use, in the order from the bottom.
{
    echo '```text'
    sed -n 's/^reel_layer_links(\([a-z ]*\))$/\1/p' tests/layers.cmake | awk '
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
} > "$scratch/picture"
[ "$(wc -l < "$scratch/picture")" -gt 5 ] || { echo "FAIL tests/layers.cmake has no layers"; exit 1; }

failed=0
for page in CONTRIBUTING.md docs/decisions.md; do
    awk -v picture="$scratch/picture" '
        /^<!-- layers -->$/ { print; inside = 1; while ((getline line < picture) > 0) print line; next }
        /^<!-- end -->$/ && inside { inside = 0; found = 1 }
        !inside { print }
        END { exit !found }' "$page" > "$scratch/page" || { echo "FAIL $page has no <!-- layers --> with an <!-- end -->"; failed=1; continue; }
    if cmp -s "$scratch/page" "$page"; then
        echo "ok   $page draws the layers of tests/layers.cmake"
    elif [ "$write" = --write ]; then
        cat "$scratch/page" > "$page"
        echo "     $page was updated"
    else
        echo "FAIL $page draws other layers than tests/layers.cmake: run tests/machinery/layers.sh --write"
        diff "$page" "$scratch/page" | sed 's/^/     /'
        failed=1
    fi
done
exit $failed

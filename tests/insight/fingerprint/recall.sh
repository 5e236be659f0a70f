#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the tables of docs/match.md over the corpus beside the project, or at REEL_CORPUS:
#   recall.sh BUILD
# INDEX.tsv says which plays are recordings of people ("real"), which are clips of such ("derived"), and which are not.
set -eu
build=${1:?the folder of a build}
corpus=${REEL_CORPUS:-$(dirname "$0")/../../../../shared}
bsor=$corpus/samples/bsor
[ -d "$bsor" ] || { echo "no corpus at $corpus"; exit 0; }

# of_kind REGEX [FOLDER]: the plays of INDEX.tsv of a kind, one line each.
of_kind() {
    awk -F '\t' -v kind="^($1)" -v under="${2:-}" -v root="$bsor/" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["kind"] ~ kind && $1 ~ /[.]bsor$/ && index($1, under) == 1 && index($1, "made/") != 1 { print root $1 }' "$bsor/INDEX.tsv"
}

# Names in the corpus have no spaces.
# shellcheck disable=SC2046
"$build/tests/fingerprint_recall" $(of_kind real) -- $(of_kind derived) -- $(of_kind generated)
echo
# shellcheck disable=SC2046
"$build/tests/fingerprint_stolen" $(of_kind real)
echo
if [ -d "$corpus/samples/gdr" ]; then
    find "$corpus/samples/gdr" -path '*/real/*' -type f | LC_ALL=C sort | xargs "$build/tests/fingerprint_presses"
fi

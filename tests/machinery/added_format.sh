#!/bin/sh
# SPDX-License-Identifier: MIT
# Adds a format to a copy of the tree as CONTRIBUTING.md says: the text toy, under the name "ticks". Builds the command with that format
# alone, linked with the shared library, uses it, and runs the rules of house.sh there. The files that differ from the tree are in the six
# places that the page lists, and all six are needed.
#
#   added_format.sh CMAKE CC [CMAKE-ARGUMENT...]
set -u
cd "$(dirname "$0")/../.." || exit 2
cmake=$1 cc=$2
shift 2
tree=$PWD
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
# For a compiler cache: paths below the folder of this run do not count.
export CCACHE_BASEDIR="$scratch" CCACHE_NOHASHDIR=1
passed=0 failed=0

# ok NAME COMMAND...: the command succeeds.
ok() {
    name=$1
    shift
    if "$@" > "$scratch/log" 2>&1; then
        passed=$((passed + 1))
        echo "ok   $name"
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        tail -n 20 "$scratch/log" | sed 's/^/     /'
    fi
}
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

copy=$scratch/tree
mkdir "$copy"
for entry in *; do
    case $entry in build | web | python | server | duckdb | cpp | csharp | rust | go) ;; *) cp -R "$entry" "$copy/" || exit 2 ;; esac
done
cp .clang-format "$copy/" 2> /dev/null

# ---- the six places ---------------------------------------------------------------------------------------------------

# The toy under its other name.
rename() { sed -e 's/toy_text/ticks/g; s/toy-text/ticks/g; s/toy text/ticks v1/g; s/toy_/ticks_/g; s/TOY_TEXT_H/REEL_TICKS_H/; s/toyt/ticks/g; s/[Tt]oys*/ticks/g'; }

cd "$copy" || exit 2
mkdir -p src/formats/ticks tests/formats/ticks
# 1: the schema of the points, which the toys share, and the format; the writer is left out of libraries that only read.
{
    rename < tests/toy/text.c | sed -e 's|#include "text.h"|#include <reel/ticks.h>|; s|#include "core/kept.h"|#include "core/encoder.h"\n&|' \
        -e 's/\.writer = &writing/.writer = REEL_WRITES(\&writing)/' -e '/^static const char magic/,$d'
    sed -n '/^static const reel_field point_fields/,/^const reel_table toy_points/p' tests/toy/toy.c | rename
    rename < tests/toy/text.c | sed -e 's/\.writer = &writing/.writer = REEL_WRITES(\&writing)/' -n -e '/^static const char magic/,$p'
} > src/formats/ticks/format.c
# 2: the rows; public names are exported.
{
    rename < tests/toy/text.h | sed -e 's|#include "ticks.h"|#include <reel/reel.h>\n\n#ifdef __cplusplus\nextern "C" {\n#endif|' \
        -e 's/^extern const/REEL_API extern const/' -e '/^#endif$/d'
    sed -n '/^\/\* One point/,/^extern const reel_table/p' tests/toy/toy.h | rename | sed 's/^extern const/REEL_API extern const/'
    printf '#ifdef __cplusplus\n}\n#endif\n\n#endif\n'
} > include/reel/ticks.h
# 3 and 4: one line each, and the include.
sed -i.old -e 's|^#include <reel/xror.h>|#include <reel/ticks.h>\n&|' \
    -e 's|^    NULL,|#ifndef REEL_WITHOUT_TICKS\n    \&reel_format_ticks,\n#endif\n&|' src/formats/registry.c
sed -i.old '/^set(REEL_FORMATS/a\    ticks' CMakeLists.txt
rm -f src/formats/registry.c.old CMakeLists.txt.old
# 5: files of the toy, and what they answer.
for folder in golden bad; do
    mkdir "tests/formats/ticks/$folder"
    for file in tests/toy/"$folder"/*.toyt; do
        name=$(basename "$file" .toyt)
        rename < "$file" > "tests/formats/ticks/$folder/$name.ticks"
    done
done
{ sed -n 2p tests/toy/errors.tsv; grep toyt tests/toy/errors.tsv; } | rename > tests/formats/ticks/errors.tsv
# 6: the page.
printf '# Ticks\n\nPoints as lines of text.\n\n## ticks.points\n\n<!-- fields: ticks.points -->\n<!-- end -->\n' > docs/formats/ticks.md
cd "$tree" || exit 2

# ---- built and used ---------------------------------------------------------------------------------------------------

ok "the build is configured" "$cmake" -S "$copy" -B "$scratch/build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=Debug \
    -DREEL_WITH_FORMATS=ticks -DREEL_BUILD_TESTS=OFF -DREEL_BUILD_EXAMPLES=OFF -DREEL_LINK_SHARED=ON -DREEL_INSTALL=OFF "$@"
[ "$failed" -eq 0 ] || finish
ok "the command is built with it" "$cmake" --build "$scratch/build" --parallel 2 --target reel_command reel
[ "$failed" -eq 0 ] || finish
reel=$scratch/build/cli/reel
golden=$copy/tests/formats/ticks/golden bad=$copy/tests/formats/ticks/bad

# shellcheck disable=SC2317 # called by ok
is_listed() { "$reel" formats | grep -w ticks; }
# shellcheck disable=SC2317
exports_points() { "$reel" export --to csv -t points "$golden/usual.ticks" | tr -d '\r' | diff - "$scratch/points"; }
# shellcheck disable=SC2317
keeps_spelling() { "$reel" convert --to ticks -o "$scratch/same.ticks" "$golden/spaced.ticks" && cmp "$scratch/same.ticks" "$golden/spaced.ticks"; }
# shellcheck disable=SC2317
answers() {
    sed 1d "$copy/tests/formats/ticks/errors.tsv" | while IFS='	' read -r file status rule section offset; do
        found=$("$reel" check --json "$bad/$file")
        case $found in *"\"$rule\""*) ;; *) echo "$file: $status $rule $section $offset, but $found"; exit 1 ;; esac
    done
}
# shellcheck disable=SC2317
is_exported() { nm -D --defined-only "$scratch"/build/libreel.so | grep -w reel_format_ticks; }
printf 'tick,value\n0,-500\n12,419\n24,0\n' > "$scratch/points"
ok "reel formats lists it" is_listed
ok "reel check accepts its golden files" "$reel" check "$golden"
ok "reel check finds what is wrong with its bad files" answers
ok "reel export writes its points" exports_points
ok "reel convert gives back the spelling of a file" keeps_spelling
[ "$(uname -s)" != Linux ] || ok "the shared library exports it" is_exported
ok "house.sh passes" "$copy/tests/machinery/house.sh" "$cc" "$scratch/build/libreel.a" ""

# ---- counted ----------------------------------------------------------------------------------------------------------

# shellcheck disable=SC2016 # Markdown's backquotes
sed -n '/^<!-- places -->/,/^<!-- end -->/p' CONTRIBUTING.md | sed -n 's/^[0-9]*\. `\([^`]*\)`.*/\1/p' | sed 's/FORMAT/ticks/' |
    LC_ALL=C sort > "$scratch/places"
# A file or a folder that is new, and files that differ.
for entry in "$copy"/*; do
    name=${entry#"$copy"/}
    diff -rq "$name" "$entry" 2> /dev/null
done | sed -n -e "s|^Only in $copy/\(.*\): \(.*\)|\1/\2|p" -e "s|^Files \(.*\) and .* differ|\1|p" |
    while read -r path; do if [ -d "$copy/$path" ]; then echo "$path/"; else echo "$path"; fi; done | LC_ALL=C sort > "$scratch/touched"
ok "exactly the places of CONTRIBUTING.md were touched" diff "$scratch/places" "$scratch/touched"
finish

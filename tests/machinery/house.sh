#!/bin/sh
# SPDX-License-Identifier: MIT
# The rules of the house that a machine can check: which way the arrows run, what the floors may include, what the libraries
# export, how many places a format takes. Called by ctest with the C compiler and the libraries that were built ("" for none):
#   house.sh CC STATIC_LIBRARY SHARED_LIBRARY
set -u
cd "$(dirname "$0")/../.." || exit 2
cc=${1:-cc} static=${2:-} shared=${3:-}
passed=0 failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# ok NAME TEXT: the rule holds where TEXT, what speaks against it, is empty.
ok() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
        echo "ok   $1"
    else
        failed=$((failed + 1))
        echo "FAIL $1"
        printf '%s\n' "$2" | head -n 20 | sed 's/^/     /'
    fi
}
skip() { echo "skip $1"; }

# sources DIR...: the C files below those of the folders that exist.
sources() {
    for folder in "$@"; do
        [ -d "$folder" ] && find "$folder" -name '*.[ch]'
    done | LC_ALL=C sort
}

# including REGEX DIR...: the lines below the folders that include something like that.
including() {
    pattern=$1
    shift
    sources "$@" | xargs -r grep -nE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($pattern)" /dev/null
}

library='src/core src/codec src/formats src/containers src/pairs src/insight src/export src/plot src/jobs'

# ---- what the floors include -----------------------------------------------------------------------------------------

# shellcheck disable=SC2086 # a list of folders
ok "the library uses no stdio, setjmp or locale outside src/platform" "$(including '(stdio|setjmp|locale)\.h' $library)"
# shellcheck disable=SC2086
ok "the library knows no operating system outside src/platform" \
    "$(including '(unistd|pthread|fcntl|windows|dirent|threads|time)\.h|sys/' $library)"
ok "src/core includes public headers and its own only" \
    "$(including '[^>"]*' src/core | grep -vE 'include ["<](core/|reel/|(std[a-z]+|string|math|limits|float)\.h)')"
layers=$(sed -n 's/^reel_layer_links(\([a-z]*\).*/\1/p' tests/layers.cmake)
for layer in $layers; do
    below=$(sed -n "s/^reel_layer_links($layer *\(.*\))/\1/p" tests/layers.cmake) others=''
    for other in $layers; do
        case " $layer $below " in
        *" $other "*) ;;
        *) others="$others${others:+|}$other" ;;
        esac
    done
    [ -z "$others" ] ||
        ok "src/$layer includes only what tests/layers.cmake lets it use" "$(including "($others)/" "src/$layer")"
done
for folder in src cli; do
    ok "no file of $folder includes another in a circle" \
        "$(tests/machinery/arrows.sh --includes "$folder" "$folder" | grep -v '^ok ')"
done
if [ -d server ]; then # a copy of the tree may have no doors
    rooms=$(sed -n 's/^server_room_links(\([a-z]*\).*/\1/p' server/rooms.cmake)
    ok "server/rooms.cmake has the rooms of server/src" \
        "$(find server/src -mindepth 1 -maxdepth 1 | sed 's#.*/##' | LC_ALL=C sort > "$scratch/folders"
        printf '%s\n' "$rooms" | LC_ALL=C sort | diff - "$scratch/folders")"
    for room in $rooms; do
        below=$(sed -n "s/^server_room_links($room *\(.*\))/\1/p" server/rooms.cmake) others=''
        for other in $rooms; do
            case " $room $below " in
            *" $other "*) ;;
            *) others="$others${others:+|}$other" ;;
            esac
        done
        [ -z "$others" ] ||
            ok "server/src/$room includes only what server/rooms.cmake lets it use" \
                "$(including "($others)/" "server/src/$room" | grep -v 'base/svg_png\.h')"
    done
    ok "the server includes with the room" "$(including '[^>"/]*["]' server/src | grep -vE '"(page_data|board_default)\.h"')"
    ok "the server includes public headers and its own only" "$(including "(core|codec|formats|containers|insight|plot|pairs|jobs|export|platform)/" server)"
    ok "no file of the server includes another in a circle" "$(tests/machinery/arrows.sh --includes server server/src | grep -v '^ok ')"
fi
ok "private headers of formats are for formats and pairs" "$(including 'formats/' src/export src/insight src/plot src/jobs src/containers)"
above=$(echo "$layers" | grep -vx -e core -e codec -e columns | paste -sd '|' -)
ok "src/platform includes private headers of the core only" "$(including "(codec|columns|${above%|platform})/" src/platform)"
ok "the command includes public headers and its own only" "$(including "(core|codec|$above|yyjson)/" cli examples)"
ok "benchmarks include public headers and their peers only" "$(including "(core|codec|$above)/" bench)"
ok "the first toys include public headers and their own only" "$(including "(core|codec|$above)/" tests/toy | grep -vE '^tests/toy/[a-z_]*(packed|text)')"
ok "the other toys include no more than a format may" "$(including "($above)/" tests/toy)"

families() { find src/formats -mindepth 1 -maxdepth 1 -type d -exec basename {} \; | LC_ALL=C sort; }

foreign=''
for family in $(families); do
    for other in $(families); do
        [ "$family" = "$other" ] || foreign="$foreign$(including "formats/$other/|\.\./$other/" "src/formats/$family")"
    done
done
ok "no family includes another family's private header" "$foreign"

# ---- public headers ---------------------------------------------------------------------------------------------------

bad=''
for header in include/reel/*.h; do
    name=$(basename "$header")
    printf '#include <reel/%s>\n' "$name" > "$scratch/alone.c"
    "$cc" -std=c17 -Wall -Wextra -Wpedantic -Wundef -Wstrict-prototypes -Werror -Iinclude -fsyntax-only "$scratch/alone.c" \
        2> "$scratch/log" || bad="$bad$(cat "$scratch/log")"
done
ok "each public header compiles alone as C17" "$bad"

cxx=$(command -v c++ || command -v g++ || command -v clang++ || true)
if [ -n "$cxx" ]; then
    bad=''
    for header in include/reel/*.h; do
        name=$(basename "$header")
        printf '#include <reel/%s>\n' "$name" > "$scratch/alone.cc"
        "$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Wundef -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast \
            -Wzero-as-null-pointer-constant -Werror -Iinclude -fsyntax-only "$scratch/alone.cc" \
            2> "$scratch/log" || bad="$bad$(cat "$scratch/log")"
    done
    ok "each public header compiles alone as C++17" "$bad"
else
    skip "public headers as C++17: no C++ compiler"
fi

# Without REEL_API a name is in the static library only: programs that link the shared one do not find it.
ok "public headers declare with REEL_API" \
    "$(grep -nE '^(extern [^"]|(const |struct )?[a-z][a-z0-9_]*[ *]+[a-z0-9_]+\()' include/reel/*.h | grep -vE ':(typedef|static) ')"
# What a library that only reads leaves out: REEL_WRITES makes it NULL there.
# shellcheck disable=SC2016 # awk's
ok "formats have their writers and operations in REEL_WRITES" \
    "$(sources src/formats | xargs -r awk '/const reel_format reel_format_/ { inside = 1 } /^ *};/ { inside = 0 }
        inside && /^ +\.(writer|operations) = / && !/REEL_WRITES/ { print FILENAME ":" FNR ": " $0 }')"

# ---- symbols ----------------------------------------------------------------------------------------------------------

# A family's public names carry the family or the format: the prefixes are the headers in include/reel and the registered formats.
prefixes=$({ for header in include/reel/*.h; do basename "$header" .h; done
    sed -n 's/.*&reel_format_\([a-z0-9]*\),/\1/p' src/formats/registry.c; } |
    grep -vxE 'format|export|insight|plot' | LC_ALL=C sort -u | paste -sd '|')

if [ -n "$shared" ] && [ -f "$shared" ]; then
    ok "the shared library exports only $prefixes names" \
        "$(nm -D --defined-only "$shared" | awk '{ print $3 }' | grep -vE "^($prefixes)_" | grep -vE '^_(init|fini)$')"
    nm -D --defined-only "$shared" | awk '{ print $3 }' | LC_ALL=C sort > "$scratch/exported"
    ok "the shared library exports every registered format" \
        "$(sed -n 's/^ *&\(reel_format_[a-z0-9_]*\),$/\1/p' src/formats/registry.c | LC_ALL=C sort | LC_ALL=C comm -23 - "$scratch/exported")"
else
    skip "symbols of the shared library: none was built"
fi
if [ -n "$static" ] && [ -f "$static" ]; then
    # What is inside has the prefix reel__.
    nm -g --defined-only "$static" 2> /dev/null | awk 'NF == 3 { print $3 }' | sed 's/^_//' | LC_ALL=C sort -u > "$scratch/names"
    ok "the static library has only $prefixes names for others to meet" "$(grep -vE "^($prefixes)_" "$scratch/names")"
    ok "what it has beside private names is declared in a public header" \
        "$(grep -vE '^reel_(_|blake3_|zlib_)' "$scratch/names" | while read -r name; do
            grep -qwF "$name" include/reel/*.h || echo "$name"; done)"
    [ "$(grep -c '^reel__' "$scratch/names")" -gt 500 ] || ok "internal names were counted" "$(wc -l < "$scratch/names") names"
    if command -v readelf > /dev/null; then
        ok "a plug-in that is linked with the static library exports none of its names" \
            "$(readelf -sW "$static" 2> /dev/null | awk '$7 != "UND" && $6 == "DEFAULT" && $5 != "LOCAL" { print $8 }' | sort -u)"
    else
        skip "visibility in the static library: no readelf"
    fi
    # Constant tables of pointers lie in .data.rel.ro, which is read-only once the program is loaded.
    ok "no writable data: nothing global to lock" \
        "$(objdump -t "$static" 2> /dev/null |
            awk '/file format/ { object = $1 } / O \.(data|bss|tdata|tbss)/ && !/\.data\.rel\.ro/ { print object, $NF }')"
else
    skip "symbols of the static library: none was named"
fi

# ---- what a format takes ----------------------------------------------------------------------------------------------

# The list in CONTRIBUTING.md says which places a format takes: with FORMAT in their name they are its own, the others name it.
# shellcheck disable=SC2016 # Markdown's backquotes
places=$(sed -n '/^<!-- places -->/,/^<!-- end -->/p' CONTRIBUTING.md | sed -n 's/^[0-9]*\. `\([^`]*\)`.*/\1/p')
ok "CONTRIBUTING lists six places" "$([ "$(printf '%s\n' "$places" | wc -l)" -eq 6 ] || echo "$places")"
ids=$(sed -n '/^set(REEL_FORMATS/,/)/p' CMakeLists.txt | grep -oE '^[[:space:]]+[a-z][a-z0-9_-]*' | tr -d ' ')
ok "the build lists formats" "$([ -n "$ids" ] || echo "CMakeLists.txt has no REEL_FORMATS")"
for id in $ids; do
    missing=''
    for place in $places; do
        case $place in
        docs/*) # pages are called like ids, which have hyphens
            [ -e "$(printf '%s' "$place" | sed "s/FORMAT/$(printf '%s' "$id" | tr _ -)/")" ] || missing="$missing $place" ;;
        *FORMAT*) [ -e "$(printf '%s' "$place" | sed "s/FORMAT/$id/")" ] || missing="$missing $place" ;;
        *) grep -qw "$id\|reel_format_${id}[a-z0-9_]*" "$place" || missing="$missing $place" ;;
        esac
    done
    [ -d "tests/formats/$id/golden" ] || missing="$missing tests/formats/$id/golden"
    [ -f "tests/formats/$id/errors.tsv" ] || missing="$missing tests/formats/$id/errors.tsv"
    ok "$id has its places" "$missing"

    # Everything else in the core, the codecs, the exports and the command must not know that the format exists. An insight,
    # a plot and a conversion are about a format by their nature.
    ok "$id is named nowhere else" \
        "$(grep -rnwE "${id}_[a-z_]+|reel_format_$id|reel/$id\.h" src/core src/codec src/export src/platform cli fuzz cmake \
            CMakeLists.txt src/formats/*.c 2> /dev/null | grep -vE '^src/formats/registry\.c:')"
    lines=$(grep -cwE "$id" CMakeLists.txt)
    [ "$lines" -eq 1 ] && lines=''
    ok "$id takes one line in the build" "${lines:+$lines lines}"
done

# The toys stand for a format from outside: nothing of the project may know them but their tests and the page that shows them.
ok "no file of the library or the command knows the toys" "$(grep -rnwiE 'toy[a-z_]*' src cli include 2> /dev/null |
    grep -vE 'include/reel/format\.h:.*(/\*|\*).*toy')"

# Prints every block of C in CONTRIBUTING.md that is not, as a whole, in one file of the toys.
ok "the code in CONTRIBUTING is that of the toys" "$(awk '
    FILENAME != "CONTRIBUTING.md" { code[FILENAME] = code[FILENAME] $0 "\n"; next }
    $0 == "```c" { inside = 1; block = ""; next }
    /^```/ { found = !inside; for (file in code) if (index(code[file], block)) found = 1; if (!found) printf "%s", block; inside = 0; next }
    inside { block = block $0 "\n" }' tests/toy/toy.h tests/toy/toy.c tests/toy/packed.h tests/toy/packed.c \
    tests/toy/text.h tests/toy/text.c CONTRIBUTING.md)"

# tsan and msan write what they make of all files into one folder.
ok "no two golden or bad files have one name" "$(find tests/formats/*/golden tests/formats/*/bad -type f ! -name '*.py' | sed 's|.*/||' |
    LC_ALL=C sort | uniq -d)"

# ---- text -------------------------------------------------------------------------------------------------------------

ok "every source file says its licence" \
    "$(sources src include cli tests fuzz bench examples | xargs -r grep -L 'SPDX-License-Identifier: MIT')"
ok "one function escapes JSON, one writes hexadecimal digits, one writes exact numbers" \
    "$(sources src cli | grep -vE '^(src/core/text\.[ch]|src/codec/json_text\.c|src/platform/file\.c|cli/base/json\.c|cli/verbs/view/server\.c)$' |
        xargs -r grep -nF -e '0123456789abcdef"' -e '\\u%04x' -e '%.17g' -e '%.9g' /dev/null)"
marks='TO''DO|FIX''ME|XX''X'
ok "nothing is left for later" \
    "$(sources src include cli tests fuzz bench examples | xargs -r grep -nwE "$marks" /dev/null)"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

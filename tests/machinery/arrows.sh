#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the arrows between source files by the symbols of their objects: A points to B if A uses a symbol that B defines; or by their includes:
# a source file and its header are one. Fails on any circle, and prints its files with what makes it. For C and C++.
#
#   arrows.sh NAME OBJECT|FOLDER|@LIST...     a folder: all objects in it; a list: a file with an object per line
#   arrows.sh --includes NAME FOLDER          all sources below a folder, which includes are written from
#   arrows.sh --self-test CC                  two files that use each other are found, and one that uses both is not
#
# ARROWS=1 prints every arrow. NM: the nm to use.
set -u
nm=${NM:-nm}

# draw NAME OBJECT...
draw() {
    name=$1
    shift
    # -A names the object in each line; -P: object: symbol, type, value, size. Weak symbols are in every object that needs them.
    "$nm" -A -g -P "$@" 2> /dev/null | circles "$name"
}

# draw_includes NAME FOLDER: a file defines its own name, and uses those that it includes.
draw_includes() {
    # shellcheck disable=SC2016 # awk's
    (cd "$2" && find . -name '*.[ch]' | sed 's#^\./##' | LC_ALL=C sort | xargs awk '
        FNR == 1 { stem = FILENAME; sub(/\.[ch]$/, "", stem); print stem ": " stem " T" }
        /^[ \t]*#[ \t]*include[ \t]*"/ { split($0, part, "\""); sub(/\.[ch]$/, "", part[2]); print stem ": " part[2] " U" }') |
        circles "$1"
}

# circles NAME: reads lines as nm writes them.
circles() {
    LC_ALL=C awk -v name="$1" -v all="${ARROWS:-}" '
        # The source of an object: what follows TARGET.dir/ in the path, without .o
        function source(path) { sub(/:$/, "", path); sub(/^.*\.dir\/(\.\/)?/, "", path); sub(/\.o(bj)?$/, "", path); return path }
        function visit(v,    i, w, list, count) {
            number[v] = low[v] = ++numbers
            stack[++height] = v
            stacked[v] = 1
            count = split(to[v], list, SUBSEP)
            for (i = 1; i <= count; i++) {
                w = list[i]
                if (!(w in number)) {
                    visit(w)
                    if (low[w] < low[v]) low[v] = low[w]
                } else if (stacked[w] && number[w] < low[v])
                    low[v] = number[w]
            }
            if (low[v] != number[v]) return
            size = 0
            do {
                w = stack[height--]
                stacked[w] = 0
                circle[w] = v
                size++
            } while (w != v)
            if (size > 1) { circles++; sizes[v] = size }
        }
        { file = source($1) }
        !(file in known) { known[file] = 1; files[++total] = file }
        $3 ~ /^[TDBRSC]$/ { home[$2] = file }
        $3 == "U" { users[++uses] = file; used[uses] = $2 }
        END {
            if (!total) { print "FAIL " name ": no objects"; exit 2 }
            for (i = 1; i <= uses; i++) {
                target = home[used[i]]
                if (target == "" || target == users[i]) continue
                key = users[i] SUBSEP target
                if (!(key in why)) {
                    arrows++
                    order[arrows] = key
                    to[users[i]] = to[users[i]] == "" ? target : to[users[i]] SUBSEP target
                }
                why[key] = why[key] " " used[i]
            }
            for (i = 1; i <= total; i++) if (!(files[i] in number)) visit(files[i])
            for (c in sizes) {
                print "FAIL " name ": a circle of " sizes[c] " files"
                for (i = 1; i <= arrows; i++) {
                    split(order[i], ends, SUBSEP)
                    if (circle[ends[1]] == c && circle[ends[2]] == c) print "     " ends[1] " -> " ends[2] ":" why[order[i]]
                }
            }
            if (all) for (i = 1; i <= arrows; i++) { split(order[i], ends, SUBSEP); print ends[1] " -> " ends[2] ":" why[order[i]] }
            if (!circles) print "ok   " name ": " total " files, " arrows + 0 " arrows, no circle"
            exit circles ? 1 : 0
        }'
}

if [ "$1" = --self-test ]; then
    cc=${2:-cc}
    scratch=$(mktemp -d) || exit 2
    trap 'rm -rf "$scratch"' EXIT
    mkdir "$scratch/x.dir"
    cd "$scratch/x.dir" || exit 2
    echo 'int b(int i); int a(int i); int a(int i) { return i ? b(i - 1) : 0; }' > a.c
    echo 'int a(int i); int b(int i); int b(int i) { return i ? a(i - 1) : 1; }' > b.c
    echo 'int a(int i); int b(int i); int c(int i); int c(int i) { return a(i) + b(i); }' > c.c
    for file in a b c; do "$cc" -O0 -c $file.c -o $file.c.o || exit 2; done
    if found=$(draw circle a.c.o b.c.o c.c.o); then
        echo "FAIL a circle was not found: $found"
        exit 1
    fi
    [ "$(printf '%s\n' "$found" | sed 1d | sed 's/^ *//' | sort | tr '\n' ';')" = "a.c -> b.c: b;b.c -> a.c: a;" ] ||
        { echo "FAIL the circle is not a.c and b.c: $found"; exit 1; }
    draw line a.c.o c.c.o > /dev/null || { echo "FAIL a circle was found in a line"; exit 1; }
    mkdir room
    echo '#include "room/b.h"' > room/a.h
    echo '#include "room/a.h"' > room/b.c
    : > room/b.h
    echo '#include "room/a.h"' > room/c.h
    if found=$(draw_includes circle .); then
        echo "FAIL a circle of includes was not found: $found"
        exit 1
    fi
    [ "$(printf '%s\n' "$found" | sed 1d | sed 's/^ *//' | sort | tr '\n' ';')" = "room/a -> room/b: room/b;room/b -> room/a: room/a;" ] ||
        { echo "FAIL the circle of includes is not room/a and room/b: $found"; exit 1; }
    rm room/b.c
    draw_includes line . > /dev/null || { echo "FAIL a circle was found in a line of includes"; exit 1; }
    echo "ok   self-test: a circle is found, and its files are named"
    exit 0
fi

if [ "$1" = --includes ]; then
    draw_includes "$2" "$3"
    exit
fi

name=$1
shift
scratch=$(mktemp) || exit 2
trap 'rm -f "$scratch"' EXIT
for object; do
    case $object in
    @*) cat "${object#@}" && echo ;;
    *) if [ -d "$object" ]; then find "$object" -name '*.o' -o -name '*.obj'; else echo "$object"; fi ;;
    esac
done | sed '/^$/d' > "$scratch"
# No path of the build may have a blank.
# shellcheck disable=SC2046
draw "$name" $(cat "$scratch")

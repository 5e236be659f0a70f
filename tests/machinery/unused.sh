#!/bin/sh
# SPDX-License-Identifier: MIT
# Internal names are there for other files of the library. Prints each that no other file of it uses, and which therefore is static, or gone; a
# test may call one that its own file uses too, since it then tests what the library does.
#
#   unused.sh @LIST                 a file with an object of the library per line, each named as its source with .o
#   unused.sh --self-test CC        one name of each kind
#
# NM: the nm to use.
set -u
nm=${NM:-nm}

# What only tests call, and why.
allowed() {
    case $1 in
    reel__motion_prediction_hash) ;; # hashes doubles that no encoded byte shows: compilers that round otherwise are found
    *) return 1 ;;
    esac
}

# A build without a codec leaves users of names out.
needed='ZSTD_compressStream2 lzma_code inflate libdeflate_gzip_decompress_ex crypto_sign_ed25519_verify_detached sqlite3_step'

# unused ROOT OBJECT...
unused() {
    root=$1
    shift
    "$nm" -A -g -P "$@" 2> /dev/null | awk '
        { path = $1; sub(/:$/, "", path); sub(/^.*\.dir\/(\.\/)?/, "", path); sub(/\.o(bj)?$/, "", path) }
        $2 !~ /^_?reel__/ { next }
        $3 ~ /^[TDBRSC]$/ { home[$2] = path }
        $3 == "U" { used[$2] = 1 }
        END { for (name in home) if (!(name in used)) print name, home[name] }' | LC_ALL=C sort |
        while read -r name source; do
            name=${name#_reel}
            name=reel${name#reel}
            allowed "$name" && continue
            if ! grep -rqwF -- "$name" "$root/tests"; then
                echo "$source: no other file uses $name"
            elif [ "$(grep -cw -- "$name" "$root/$source")" -lt 2 ]; then
                echo "$source: only tests use $name"
            fi
        done
}

if [ "$1" = --self-test ]; then
    cc=${2:-cc}
    scratch=$(mktemp -d) || exit 2
    trap 'rm -rf "$scratch"' EXIT
    mkdir -p "$scratch/x.dir/src" "$scratch/src" "$scratch/tests"
    cd "$scratch" || exit 2
    echo 'int reel__both(void); int reel__both(void) { return 1; }
        int reel__own(void); int reel__own(void) { return 2; }
        int reel__test(void); int reel__test(void) { return 3; }
        int reel__tested(void); int reel__tested(void) { return 4; }
        int use(void); int use(void) { return reel__tested() + reel__own(); }' > src/a.c
    echo 'int reel__both(void); int b(void); int b(void) { return reel__both(); }' > src/b.c
    echo 'reel__test(); reel__tested();' > tests/test_a.c
    for file in a b; do "$cc" -O0 -c src/$file.c -o x.dir/src/$file.c.o || exit 2; done
    # Declarations in headers do not count: here each name is declared in its line.
    found=$(unused . x.dir/src/a.c.o x.dir/src/b.c.o | tr '\n' ';')
    [ "$found" = 'src/a.c: no other file uses reel__own;src/a.c: only tests use reel__test;' ] ||
        { echo "FAIL found: $found"; exit 1; }
    echo "ok   self-test: a name that nothing uses and one that only tests use are found"
    exit 0
fi

scratch=$(mktemp) || exit 2
trap 'rm -f "$scratch"' EXIT
sed '/^$/d' "${1#@}" > "$scratch"
# No path of the build may have a blank.
# shellcheck disable=SC2046
for function in $needed; do
    "$nm" -g -P $(cat "$scratch") 2> /dev/null | grep -qE "^_?$function U" ||
        { echo "skip names that nothing uses: this build does not call $function"; exit 77; }
done
# shellcheck disable=SC2046
found=$(unused "$(dirname "$0")/../.." $(cat "$scratch"))
[ -z "$found" ] || { printf 'FAIL names that nothing uses:\n%s\n' "$found"; exit 1; }
echo "ok   every internal name is used by another file of the library, or by its own and a test"

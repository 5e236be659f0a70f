#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Opens what older versions have written: every folder beside this script, which make.sh made with the command of that version. The last line is
# "N passed, N failed, N skipped".
#
#   tests/older/test.sh          what the command reads
#   tests/older/test.sh SERVER   only the stores of servers
#
# REEL_COMMAND   the command, by default build/release/cli/reel
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
program=${1:+$(realpath -m "$1")} reel=$(realpath "${REEL_COMMAND:-build/release/cli/reel}") work=$PWD/build/older
# shellcheck source=tests/door.sh
. tests/door.sh
mkdir -p "$work"

# Exit status 1 is for findings, which a replay may have.
reads() { "$reel" "$@" || [ $? = 1 ]; }

unpacked() {
    rm -rf "$work/unpacked" && mkdir "$work/unpacked" && "$reel" unpack -q -o "$work/unpacked" archive.reel && diff -r "$work/unpacked" replays &&
        "$reel" unpack -q -o "$work/one" --replace one.reel && cmp "$work/one" replays/full.bsor && "$reel" diff one.reel replays/full.bsor
}

# The index of another version is used, or ignored with a warning: then it would be of no use.
index() {
    cp replays/every-message.teehistorian "$work/" && cp every-message.reel-index "$work/every-message.teehistorian.reel-index" || return
    reads export --to jsonl --after 0 --before 1 -o - "$work/every-message.teehistorian" > "$work/with" 2> "$work/with.err"
    rm "$work/every-message.teehistorian.reel-index"
    reads export --to jsonl --after 0 --before 1 -o - "$work/every-message.teehistorian" > "$work/without" 2> "$work/without.err"
    cmp "$work/with" "$work/without" && diff "$work/with.err" "$work/without.err"
}

# Another name, because a replay is not compared with itself. The database is written, too.
match() {
    cp match.sqlite "$work/match.sqlite" && cp replays/macro.gdr2 "$work/copy.gdr2" || return
    "$reel" match --index "$work/match.sqlite" --json "$work/copy.gdr2" | grep macro.gdr2 &&
        "$reel" match -q --index "$work/match.sqlite" --add "$work/copy.gdr2" > /dev/null
}

# The same command goes on with the dataset and finds nothing new.
dataset() {
    rm -rf "$work/scan" && mkdir -p "$work/scan/scanned" && cp -R dataset "$work/scan" && cp replays/full.bsor replays/macro.gdr2 "$work/scan/scanned" &&
        touch -d @1000000000 "$work"/scan/scanned/* || return
    (cd "$work/scan" && reads scan -t notes,inputs -o dataset scanned 2> update.err) && cat "$work/scan/update.err" &&
        grep -F 'wrote 0 of 1 part' "$work/scan/update.err" && diff -r -x _reel dataset "$work/scan/dataset"
}

signatures() {
    "$reel" verify --key signer.pub --challenge older signed.bsor &&
        "$reel" verify --key signer.pub --signature macro.gdr2.minisig replays/macro.gdr2
}

# The server keeps what is in the store, and takes more; a store of a later version is refused in words, and stays as it is.
store() {
    # shellcheck source=tests/older/serve.sh
    . ../serve.sh
    rm -rf "$work/store" && tar -C "$work" -xf store.tar.xz && serve "$program" "$work/store" "$work/server.log" &&
        curl -s -f "$url/replays" > "$work/listed" && stop_serving && [ "$(grep -o '"id":"' "$work/listed" | wc -l)" = 2 ] || return
    local status=0
    python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
with db: db.execute("UPDATE reel_version SET version = version + 1000")
db.close()' "$work/store/catalogue.sqlite" && cp "$work/store/catalogue.sqlite" "$work/before" || return
    timeout 60 "$program" --store "$work/store" --port 0 > "$work/refused" 2>&1 || status=$?
    [ "$status" = 1 ] && grep 'the database is of a newer version of the server' "$work/refused" && cmp "$work/before" "$work/store/catalogue.sqlite"
}

[ -z "$program" ] || [ -x "$program" ] || skip_rest "no server is built"
sets=0
for folder in tests/older/*/; do
    version=$(basename "$folder") sets=$((sets + 1))
    cd "$folder" || exit 2
    if [ -n "$program" ]; then
        run "$version-store" store
        cd ../../.. || exit 2
        continue
    fi
    run "$version-rows" python3 ../rows.py "$reel" .
    run "$version-archives" unpacked
    run "$version-index" index
    if "$reel" --version | grep -q '^signatures: lib'; then run "$version-signatures" signatures; else skip "$version: signatures are not built in"; fi
    if "$reel" --version | grep -q '^indexes of fingerprints: SQLite'; then run "$version-match" match; else skip "$version: SQLite is not built in"; fi
    run "$version-dataset" dataset
    cd ../../.. || exit 2
done
# shellcheck disable=SC2154 # door.sh counts
[ "$sets" -gt 0 ] && [ "$failed" -eq 0 ]

#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes what this version writes, for later versions to open: replays, their rows, archives, an index, an index of fingerprints, a dataset, signed
# replays. At a release, once for each minor version:
#   tests/older/make.sh REEL SERVER     the command and the server. Writes tests/older/VERSION, which is committed and never changes
set -eu
reel=$(realpath "${1:?usage: make.sh REEL SERVER}") program=$(realpath "${2:?usage: make.sh REEL SERVER}")
here=$(cd "$(dirname "$0")" && pwd)
golden=$here/../formats
version=$("$reel" --version | sed -n '1s/^reel //p')
to=$here/$version
[ ! -e "$to" ] || { echo "make.sh: $to is there: a set of files that were published is not made again" >&2; exit 2; }
mkdir -p "$to/replays"
cd "$to"

# A macro with enough clicks to be compared, and one replay of each format that is read and written, as this version writes it.
awk 'BEGIN { print 240; x = 7; for (i = 0; i < 300; i++) { x = (x * 75 + 74) % 65537; frame += 5 + x % 60; print frame, 1 - i % 2, 1, 0 } }' > macro.txt
"$reel" convert -q --to gdr2 -o replays/macro.gdr2 macro.txt
for file in bsor/golden/full.bsor gdr/golden/plain.gdr gdr/golden/plain.gdr.json gdr/golden/plain.re2 gdr/golden/plain.ybot \
    teehistorian/golden/every-message.teehistorian scoresaber/golden/v3.1.dat xror/golden/beatsaber.xror echo/golden/arena.butter echo/golden/text.echoreplay; do
    "$reel" convert -q -o "replays/${file##*/}" "$golden/$file"
done
rm macro.txt
touch -d @1000000000 replays/*

mkdir rows
for file in replays/*; do "$reel" export -q --to jsonl -o "rows/${file##*/}.jsonl" "$file" || [ $? = 1 ]; done
"$reel" pack -q -o archive.reel replays/*
"$reel" pack -q -o one.reel replays/full.bsor
"$reel" index -q -o every-message.reel-index replays/every-message.teehistorian
"$reel" match -q --index match.sqlite --add replays/macro.gdr2 > /dev/null
mkdir scanned
cp -p replays/full.bsor replays/macro.gdr2 scanned
"$reel" scan -q -t notes,inputs -o dataset scanned || [ $? = 1 ]
rm -r scanned dataset/_reel/*/lock
"$reel" sign --new-key signer.key --no-password > /dev/null
"$reel" sign -q --key signer.key --challenge older -o signed.bsor replays/full.bsor
"$reel" sign -q --key signer.key -o macro.gdr2.minisig replays/macro.gdr2
rm signer.key

# The store of a server with two replays; packed, because a catalogue is mostly empty pages.
# shellcheck source=tests/older/serve.sh
. "$here/serve.sh"
mkdir store
token=$("$program" --store store token add maker --scopes upload)
serve "$program" store /dev/null
# shellcheck disable=SC2154 # serve sets url
for file in plain.gdr macro.gdr2; do curl -s -f -H "Authorization: Bearer $token" --data-binary "@replays/$file" "$url/replays" > /dev/null; done
stop_serving
tar -cJf store.tar.xz --owner=0 --group=0 store
rm -r store
find . -type f | LC_ALL=C sort

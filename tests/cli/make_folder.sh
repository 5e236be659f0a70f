#!/bin/sh
# SPDX-License-Identifier: MIT
# make_folder.sh DATA FOLDER COUNT: makes a folder of COUNT files (a multiple of 10) as an upload form collects them. Of every ten,
# four are good, one has an error, one is cut off, one is empty, one cannot be read, one is a text, and one is a picture with the name
# of a replay. DATA is the folder of replays of run.sh.
set -eu
data=$1 folder=$2 count=$3
mkdir -p "$folder"
block=0
while [ $block -lt $((count / 10)) ]; do
    part=$folder/$((block / 50))/$((block % 50))
    mkdir -p "$part"
    cp "$data/play.bsor" "$part/good one.bsor"
    cp "$data/other.bsor" "$part/error.bsor"
    ln "$part/good one.bsor" "$part/good, two.bsor"
    ln "$part/good one.bsor" "$part/good \"three\".bsor"
    ln "$part/good one.bsor" "$part/no ending"
    cp "$data/cut.bsor" "$part/cut.bsor"
    : > "$part/empty.bsor"
    ln -s "no such file" "$part/unreadable.bsor"
    echo 'notes' > "$part/notes.txt"
    cp "$data/picture.jpg" "$part/picture.bsor"
    block=$((block + 1))
done

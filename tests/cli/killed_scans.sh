#!/bin/sh
# SPDX-License-Identifier: MIT
# killed_scans.sh REEL MAKE_REPLAY: a scan that is killed again and again, and then ends, leaves the dataset of one that was left alone. Moments
# are random; SEED in the environment repeats them. Files change, appear and vanish between two rounds.
set -eu
here=$(cd "$(dirname "$0")" && pwd) reel=$1 make_replay=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
seed=${SEED:-$$}
echo "seed $seed"

mkdir data
for kind in play other lengths; do "$make_replay" "$kind" data/$kind.bsor; done
"$make_replay" game data/game.teehistorian
head -c 3000 data/play.bsor > data/cut.bsor
: > data/empty.bsor
printf '\377\330\377\340\000\020JFIF\000' > data/picture.jpg
sh "$here/make_folder.sh" data tree 300
cp data/game.teehistorian tree/
"$reel" pack -q -o tree/day.reel data # an archive of several replays; a build without zstd reads it as one that is damaged

# Parts of a few files each, so that there is always one to be killed in.
scan() { exec "$reel" scan -q -j 2 --part-size 20K -t notes,positions --stats tree -o "$1"; }

next_random() { seed=$(awk -v seed="$seed" 'BEGIN { srand(seed); print int(rand() * 2147483647) }'); }

# Runs the scan, killed after a random time that grows, until it ends by itself. Its exit status is 3: some files are broken links.
kill_until_it_ends() {
    limit=20 kills=0
    while :; do
        next_random
        delay=$(awk -v seed="$seed" -v limit=$limit 'BEGIN { srand(seed); printf "%.3f", (1 + rand() * limit) / 1000 }')
        status=0
        (scan killed) 2> errors &
        sleep "$delay"
        kill -KILL $! 2> /dev/null || :
        wait $! 2> /dev/null || status=$?
        [ "$status" = 137 ] || break
        kills=$((kills + 1))
        limit=$((limit + limit / 6))
    done
    [ "$status" = 3 ] || { echo "FAIL: status $status" && cat errors && exit 1; }
    echo "$kills kills"
    [ $kills -ge 3 ] || { echo "FAIL: too few kills" && exit 1; }
}

compare() {
    diff -r alone killed || { echo "FAIL: datasets differ ($1)" && exit 1; }
    [ -z "$(find killed -name '.*')" ] || { echo "FAIL: temporary files are left ($1)" && exit 1; }
}

(scan alone) || [ $? = 3 ]
kill_until_it_ends
compare "first scan"

touch -d '2001-02-03 04:05:06' tree/0/1/error.bsor tree/0/2/cut.bsor
rm tree/0/3/empty.bsor tree/game.teehistorian
mkdir tree/0/new
for i in 1 2 3 4 5 6 7 8 9; do cp data/play.bsor tree/0/new/$i.bsor; done
(scan alone) || [ $? = 3 ]
kill_until_it_ends
compare "second scan"

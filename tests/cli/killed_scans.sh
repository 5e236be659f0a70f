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
scan() { exec "$reel" scan -q -j 2 --part-size 20K --piece-size 4K -t notes,positions --stats tree -o "$1"; }

next_random() { seed=$(awk -v seed="$seed" 'BEGIN { srand(seed); print int(rand() * 2147483647) }'); }

# kill_until_it_ends MILLISECONDS: runs the scan, killed after a random time that grows from there, until it ends by itself. Its exit status
# is 3: some files are broken links.
kill_until_it_ends() {
    limit=$1 kills=0
    while :; do
        next_random
        delay=$(awk -v seed="$seed" -v limit="$limit" 'BEGIN { srand(seed); printf "%.3f", (1 + rand() * limit) / 1000 }')
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
}

compare() {
    diff -r alone killed || { echo "FAIL: datasets differ ($1)" && exit 1; }
    [ -z "$(find killed -name '.*')" ] || { echo "FAIL: temporary files are left ($1)" && exit 1; }
}

(scan alone) || [ $? = 3 ]
kill_until_it_ends 20
compare "first scan"

# A fast machine may be done before it is killed. Then the next round kills sooner, until there were three kills in rounds like this.
rm tree/0/3/empty.bsor tree/game.teehistorian
mkdir tree/0/new
round=0 all=0
while [ $all -lt 3 ]; do
    round=$((round + 1))
    [ $round -le 40 ] || { echo "FAIL: too few kills" && exit 1; }
    find tree -type f -name '*.bsor' -exec touch -d "2001-02-03 04:05:$((round + 10))" {} +
    for i in 1 2 3; do cp data/play.bsor "tree/0/new/$round-$i.bsor"; done
    rm -f "tree/0/new/$((round - 1))-1.bsor"
    (scan alone) || [ $? = 3 ]
    kill_until_it_ends $((20 / round))
    compare "scan $round of changes"
    all=$((all + kills))
done

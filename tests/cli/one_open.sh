#!/bin/sh
# SPDX-License-Identifier: MIT
# one_open.sh REEL MAKE_REPLAY LIBRARY: each input is opened once, whatever a command does with it, and twice with --hash; and a damaged file
# gets the same findings and the same verdict from standard input as by its name.
set -eu
reel=$1 make_replay=$2 library=$3
bad=$(cd "$(dirname "$0")/../formats" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$library" "$scratch/count.so" # LD_PRELOAD takes no path with spaces
cd "$scratch"
passed=0 failed=0

mkdir tree
"$make_replay" play tree/play.bsor
"$make_replay" other tree/other.bsor
"$make_replay" motion tree/motion.bsor
"$make_replay" game tree/game.teehistorian
head -c 3000 tree/play.bsor > tree/cut.bsor
echo text > tree/text.txt
"$reel" index tree/game.teehistorian
"$reel" pack -q -o tree/day.reel tree/play.bsor tree/other.bsor
names=tree/play.bsor:tree/other.bsor:tree/motion.bsor:tree/game.teehistorian:tree/cut.bsor:tree/text.txt:tree/day.reel
names=$names:tree/game.teehistorian.reel-index
"$reel" sign --new-key me.key --no-password > /dev/null 2>&1 || rm -f me.key

judge() {
    if [ "$1" = ok ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $2"
    fi
}

# opens MOST COMMAND...: no file is opened more often than that, and something is opened at all. An archive of several replays is opened for
# its list and for each of them.
opens() {
    most=$1
    shift
    rm -rf log out
    LD_PRELOAD=$scratch/count.so COUNT_OPENS=$names COUNT_OPENS_LOG=log "$reel" "$@" > printed 2>&1 || true
    if awk -v most="$most" '{ limit = /day.reel/ ? most * 2 + 1 : most; any += $1 } $1 > limit { print; bad = 1 } END { exit bad || !any }' log
    then judge ok; else judge bad "reel $*: opened more than $most times, or never"; fi
}

play=tree/play.bsor
opens 1 info $play
opens 1 info --header --json $play
opens 1 check $play
opens 1 check --json tree/cut.bsor
opens 1 check --strict --only-replays --format bsor --json tree
opens 2 check --json --hash tree
opens 1 stats $play
opens 1 stats --json tree
opens 1 stats -t summary --to csv --format bsor tree
opens 1 repair -o out tree
opens 1 convert --to xror -o out/ $play
opens 1 convert --to gdr2 --format gdr1 -o out/ tree
opens 1 convert -o out/ tree
opens 1 edit --after 1 --before 2 -o out/ $play
opens 1 export $play
opens 1 export -t notes -f event_time --to csv --after 0.5 $play
opens 1 export --to jsonl -t info -o out.jsonl tree
opens 1 export --after 1 -t positions --to csv tree/game.teehistorian
opens 1 pack -o out/ tree
opens 1 pack --stored --format bsor -o out/ tree
opens 1 unpack -o out/ tree/day.reel
opens 1 index -o out/ tree
opens 1 diff $play tree/other.bsor
opens 1 dups tree
opens 1 match tree/motion.bsor tree/other.bsor
opens 1 plot -o out/ $play
opens 1 plot --after 1 -o out.html $play
echo '<div id="app"></div>' > page.html
opens 1 view --viewer page.html -o out.html $play
opens 1 scan -o out -t notes,sections tree
if [ -f me.key ]; then
    opens 1 sign --key me.key -o out/ tree
    opens 1 verify --key me.pub tree
fi

# One answer, whatever the source. The name of the file is the only difference.
for file in "$bad"/*/bad/* tree/*; do
    [ -f "$file" ] || continue
    case $file in *.reel | *.reel-index) continue ;; esac # "day.reel" has several replays: by name each is one
    "$reel" check --json "$file" 2> /dev/null | sed 's/^{"file":"[^"]*"/{/' > by-name || true
    "$reel" check --json - < "$file" 2> /dev/null | sed 's/^{"file":"[^"]*"/{/' > by-pipe || true
    if cmp -s by-name by-pipe; then judge ok; else judge bad "$file: another answer from standard input"; fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

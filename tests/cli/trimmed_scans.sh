#!/bin/sh
# SPDX-License-Identifier: MIT
# trimmed_scans.sh REEL MAKE_REPLAY: files are added, changed and removed at random, and a scan brings its dataset up to date. Its outputs are, byte
# for byte, those of a scan that reads all files of the same parts again, it has the files of a fresh scan, and no replay was read that had not
# changed. SEED in the environment repeats the moves.
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

random() { # random N: a number from 0 to N - 1
    seed=$(awk -v seed="$seed" 'BEGIN { srand(seed); print int(rand() * 2147483647) }')
    drawn=$((seed % $1))
}

scan() {
    status=0
    out=$1
    shift
    "$reel" scan -q -j 2 --part-size 100K --piece-size 10K -t notes,positions --stats "$@" tree -o "$out" 2> errors || status=$?
    [ $status -le 1 ] || { echo "FAIL: status $status" && cat errors && exit 1; }
}

# Counts of files in the dataset, over all parts.
counts() { awk '{ for (i = 5; i <= 12; i++) sum[i] += $i } END { for (i = 5; i <= 12; i++) printf "%d ", sum[i] }' "$1/_reel/all/done"; }

# Whether two datasets are the same but for contents of parts.
same() { diff -r -x 'rows-*' "$1" "$2"; }

# pick: a file of the tree
pick() {
    find tree -type f | LC_ALL=C sort > all
    random "$(wc -l < all)"
    picked=$(sed -n "$((drawn + 1))p" all)
}

for options in "" "--partition mode"; do
    rm -rf tree dataset
    sh "$here/make_folder.sh" data tree 120
    find tree -type l -exec rm {} +
    cp data/game.teehistorian tree/
    "$reel" pack -q -o tree/day.reel data # an archive of several replays
    # shellcheck disable=SC2086 # several words
    scan dataset $options
    for round in 1 2 3; do
        for i in 1 2 3; do
            cp data/play.bsor "tree/0/new-$round-$i.bsor"
            pick && rm "$picked"
            pick && cp data/other.bsor "$picked" && touch -d "2001-02-03 04:05:$((10 * round + i))" "$picked"
        done
        # If these were read, the dataset would have other rows of them than they have.
        for i in 1 2 3 4 5; do
            pick
            case $picked in *new-"$round"*) continue ;; esac
            [ "$(find "$picked" -newer dataset/_reel/all/done)" ] || [ "$(find "$picked" -newermt 2001-01-01 ! -newermt 2001-12-31)" ] && continue
            [ -e "hidden-$i" ] || { cp -p "$picked" "hidden-$i" && echo "$picked" > "hidden-$i.name"; }
            head -c "$(wc -c < "$picked")" /dev/zero > zeros
            cat zeros > "$picked"
            touch -r "hidden-$i" "$picked"
        done
        # shellcheck disable=SC2086
        scan dataset $options
        for i in 5 4 3 2 1; do # if a file was taken twice, its first copy is the one to keep
            [ -e "hidden-$i" ] && cp -p "hidden-$i" "$(cat "hidden-$i.name")"
            rm -f "hidden-$i" "hidden-$i.name"
        done
        rm -rf before fresh
        cp -R dataset before
        # shellcheck disable=SC2086
        scan dataset $options --rehash
        same before dataset || { echo "FAIL: round $round of '$options'" && exit 1; }
        # shellcheck disable=SC2086
        scan fresh $options
        [ "$(counts dataset)" = "$(counts fresh)" ] || { echo "FAIL: other files in round $round of '$options'" && exit 1; }
        [ -z "$(find dataset -name '.*')" ] || { echo "FAIL: temporary files" && exit 1; }
    done
    echo "options '$options': $(find dataset -name 'part-*' | wc -l) outputs of $(find dataset/files -name 'part-*' | wc -l) parts"
done

# Of the files of a table of -t, an update writes those again that lost rows, and no others.
rm -rf dataset tree
sh "$here/make_folder.sh" data tree 120
find tree -type l -exec rm {} +
pieces() { "$reel" scan -q --part-size 10M --piece-size 10K -t notes --stats tree -o dataset 2> errors || [ $? -le 1 ] || { cat errors && exit 1; }; }
pieces
written() { find "dataset/$1" -name 'part-*' | wc -l; }
all=$(written bsor/notes)
events=$(written beatsaber/scored_events) # two pieces each
if [ "$(written bsor/info) $(written beatsaber/summary) $(written files)" != "1 1 1" ] || [ "$all" -le 5 ] || [ "$events" -le 2 ] || [ "$events" -ge "$all" ]; then
    echo "FAIL: $all and $events pieces" && exit 1
fi
find dataset -name 'part-*' -exec touch -d 2001-02-03 {} +
rm "tree/0/3/error.bsor"
pieces
changed=$(find dataset/bsor/notes -newermt 2002-01-01 -name 'part-*' | wc -l)
changed=$changed-$(find dataset/beatsaber/scored_events -newermt 2002-01-01 -name 'part-*' | wc -l)
[ "$changed $(written bsor/notes)" = "1-1 $all" ] || { echo "FAIL: $changed of $all pieces were written again" && exit 1; }
rm -rf before
cp -R dataset before
"$reel" scan -q --rehash -t notes --stats tree -o dataset 2> errors || [ $? -le 1 ] # other sizes are for new parts
same before dataset || { echo "FAIL: a piece is not that of a part that is read again" && exit 1; }
rm -rf dataset tree
mkdir tree
cp data/* tree/
scan dataset --partition mode
"$reel" pack -q -o tree/day.reel data
scan dataset --partition mode

# Without the contents of a part, or with damaged ones, it is read as a whole.
for damage in missing changed cut; do
    rm -f tree/day.reel
    for rows in dataset/_reel/all/rows-*; do
        case $damage in
        missing) rm "$rows" ;;
        changed) printf 'x' | dd of="$rows" bs=1 seek=40 conv=notrunc 2> /dev/null ;;
        cut) head -c 50 "$rows" > kept && cat kept > "$rows" ;;
        esac
    done
    scan dataset --partition mode
    rm -rf before
    cp -R dataset before
    scan dataset --partition mode --rehash
    same before dataset || { echo "FAIL: contents are $damage" && exit 1; }
    "$reel" pack -q -o tree/day.reel data
    scan dataset --partition mode
done

scan_whole() { "$reel" scan -q -t notes --stats tree -o dataset "$@" 2> errors || [ $? -le 1 ] || { cat errors && exit 1; }; }

# A part that lost the only replay of a level names that level no more.
rm -rf dataset tree before
mkdir tree
cp data/* tree/
scan_whole
rm tree/game.teehistorian
scan_whole
cp -R dataset before
scan_whole --rehash
same before dataset || { echo "FAIL: the level of a file that is gone" && exit 1; }

# A part is read as a whole, too, if an output is damaged: its rows are not copied.
rm -rf dataset tree
mkdir tree
cp data/* tree/
scan_whole
printf '\001\002\003' | dd of=dataset/bsor/notes/part-00001-00000.parquet bs=1 seek=200 conv=notrunc 2> /dev/null
rm tree/other.bsor
scan_whole
rm -rf before
cp -R dataset before
scan_whole --rehash
same before dataset || { echo "FAIL: a damaged output was copied" && exit 1; }

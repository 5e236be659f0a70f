#!/bin/sh
# SPDX-License-Identifier: MIT
# failing_calls.sh REEL MAKE_REPLAY LIBRARY: each call of the file system that the command makes fails once, and in a second round so do all
# later calls that write, as on a full disk. Whatever fails: the command ends by itself, inputs stay as they are, an output is complete or
# absent, a file that was to be replaced is the old or the new one, and a scan that is run again gives the dataset of one that never failed.
# In a third round an allocation is refused, and all later ones too.
#
# With effort "light" and "quick", only the first call from each place of the program fails, and some of the allocations; with "full" it is
# each call, and the first allocation from each place. Effort "light" leaves out the second round.
set -eu
reel=$1 make_replay=$2 library=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$library" "$scratch/failing.so" # LD_PRELOAD takes no path with spaces
library=$scratch/failing.so
cd "$scratch"
case ${REEL_TEST_EFFORT:-} in
light) places=yes memory_step=29 all_rounds='once memory-on' ;;
quick) places=yes memory_step=5 all_rounds='once on memory-on' ;;
*) places='' memory_step=1 all_rounds='once on memory-on' ;;
esac

mkdir -p tree/folder given
for kind in play other; do "$make_replay" $kind given/$kind.bsor; done
"$make_replay" game given/game.teehistorian
cp given/* tree/folder
head -c 3000 given/play.bsor > tree/cut.bsor
echo text > tree/text.txt
find given tree -type f -exec cksum {} + | sort > sums

fail() {
    echo "FAIL: $scenario, round $round, call $number ($(cat log)): $1"
    cat errors
    exit 1
}

# Runs a scenario with the call $number failing. False: there are fewer calls.
run() {
    rm -f log
    status=0
    LD_PRELOAD=$library REEL_FAIL_AT=$number REEL_FAIL_LOG=log "$@" > printed 2> errors || status=$?
    [ -e log ]
}

# each SCENARIO JUDGE COMMAND...
each() {
    scenario=$1 judge=$2 tried=0
    shift 2
    for round in ${rounds:-$all_rounds}; do
        unset REEL_FAIL_ON REEL_FAIL_MEMORY REEL_FAIL_PLACES
        number=1 step=1
        [ -z "$places" ] || export REEL_FAIL_PLACES=1
        case $round in *on) export REEL_FAIL_ON=1 ;; esac
        case $round in memory*) export REEL_FAIL_MEMORY=1 REEL_FAIL_PLACES=1 && step=$memory_step ;; esac
        while "prepare_$judge" && run "$@"; do
            [ "$status" -le 3 ] || fail "exit status $status"
            "judge_$judge" "$@"
            tried=$((tried + 1)) number=$((number + step))
        done
        find given tree -type f -exec cksum {} + | sort | cmp -s - sums || fail "inputs changed"
    done
    echo "$scenario: $tried failures"
    [ $tried -ge 1 ] || fail "no call failed"
}

prepare_new() { rm -rf out && mkdir out; }
judge_new() {
    [ "$status" = 0 ] || [ -s errors ] || fail "status $status without a message"
    for output in out/*; do
        [ ! -e "$output" ] || cmp -s "$output" wanted || fail "the output is neither absent nor complete"
    done
    [ "$status" != 0 ] || cmp -s out/* wanted || fail "status 0 without the output"
}

prepare_replaced() { rm -rf out && mkdir out && cp given/other.bsor out/file; }
judge_replaced() {
    cmp -s out/file wanted || { [ "$status" != 0 ] && cmp -s out/file given/other.bsor; } || fail "the old file is lost"
}

# What is printed is complete, or the status and a message say that it is not. Messages are in the result of --json.
prepare_printed() { :; }
judge_printed() {
    [ "$status" = "$wanted_status" ] || [ -s errors ] || grep -q '"error"' printed || fail "status $status without a message"
    [ "$status" != "$wanted_status" ] || [ -s errors ] || cmp -s printed wanted || fail "status $status, but something else is printed"
}

# printed COMMAND...: the command, undisturbed and then disturbed.
printed() {
    wanted_status=0
    "$reel" "$@" > wanted 2> errors || wanted_status=$?
    each "$*" printed "$reel" "$@"
}

prepare_scan() { rm -rf dataset; }
# Counts of files in the dataset, over all parts.
counts() { awk '{ for (i = 5; i <= 12; i++) sum[i] += $i } END { for (i = 5; i <= 12; i++) printf "%d ", sum[i] }' "$1/_reel/all/done"; }

# A file that could not be read is a row of the dataset, and not a message. Files that the first walk did not see, because a folder could not
# be read, are in other parts than without that failure.
judge_scan() {
    if [ "$status" = "$alone_status" ]; then
        diff -r -x walk -x work alone dataset > differences || { cat differences; fail "status $status, but the dataset differs"; }
    fi
    "$@" > printed 2> errors || [ $? = "$alone_status" ] || fail "the second run fails"
    case $(cat log) in
    opendir | readdir | stat | lstat) [ "$(counts alone)" = "$(counts dataset)" ] || fail "the dataset has other files after a second run" ;;
    *) diff -r alone dataset > differences || { cat differences; fail "the dataset differs after a second run"; } ;;
    esac
    [ -z "$(find dataset -name '.*')" ] || fail "temporary files are left"
}

# An archive has the replays that could be read.
prepare_members() { rm -rf out && mkdir out; }
judge_members() {
    [ "$status" = 0 ] || [ -s errors ] || fail "status $status without a message"
    [ "$status" != 0 ] || cmp -s out/file.reel wanted.reel || fail "status 0 without the output"
    [ ! -e out/file.reel ] || "$reel" info -q out/file.reel > found 2>&1 || fail "the archive is damaged: $(cat found)"
}

# Whatever was written is whole: a key signs, a signed file verifies, and an index finds what it had.
prepare_key() { rm -rf out && mkdir out; }
judge_key() {
    [ "$status" = 0 ] || [ -s errors ] || fail "status $status without a message"
    [ "$status" != 0 ] || { [ -e out/my.key ] && [ -e out/my.pub ]; } || fail "status 0 without both keys"
    [ ! -e out/my.key ] || "$reel" sign -q --key out/my.key given/play.bsor -o out/signed || fail "the secret key is damaged"
}

prepare_signed() { rm -rf out && mkdir out; }
judge_signed() {
    [ "$status" = 0 ] || [ -s errors ] || fail "status $status without a message"
    [ "$status" != 0 ] || [ -e out/file ] || fail "status 0 without the output"
    [ ! -e out/file ] || "$reel" verify -q --key my.pub out/file || fail "the signed file does not verify"
}

prepare_index() { rm -rf out && mkdir out && cp index out/index; }
judge_index() {
    "$reel" match --index out/index given/second.bsor > found || fail "the index is damaged"
    grep -q first.bsor found || fail "the index has lost an entry"
    [ "$status" != 0 ] || grep -q 'second.bsor' printed || fail "status 0 without a result"
}

# The commands write to out/file (or dataset) what they write here to `wanted` (or alone) undisturbed.
"$reel" convert -q given/game.teehistorian -o wanted
each "convert to a new file" new "$reel" convert -q given/game.teehistorian -o out/file
"$reel" edit -q --after 1 given/play.bsor -o wanted --replace
each "edit in place of another file" replaced "$reel" edit -q --after 1 given/play.bsor -o out/file --replace
"$reel" export -q --to parquet -t notes given/play.bsor -o wanted --replace
each "export to Parquet" new "$reel" export -q --to parquet -t notes given/play.bsor -o out/file
"$reel" pack -q given/play.bsor -o wanted --replace
each "pack" new "$reel" pack -q given/play.bsor -o out/file
cp wanted packed.reel
"$reel" pack -q given/play.bsor given/game.teehistorian -o wanted.reel
each "pack two replays into one archive" members "$reel" pack -q given/play.bsor given/game.teehistorian -o out/file.reel
cp given/play.bsor wanted
each "unpack" new "$reel" unpack -q packed.reel -o out/file
"$reel" plot -q --plot score given/play.bsor -o wanted --replace
each "plot" new "$reel" plot -q --plot score given/play.bsor -o out/file
echo '<div id="app"></div>' > page.html
"$reel" view -q --viewer page.html given/play.bsor -o wanted --replace
each "view" new "$reel" view -q --viewer page.html given/play.bsor -o out/file
if "$reel" sign --new-key my.key --no-password > printed 2>&1; then
    each "make a key" key "$reel" sign --new-key out/my.key --no-password
    each "sign" signed "$reel" sign -q --key my.key given/play.bsor -o out/file
else
    echo "not run: $(cat printed)"
fi
"$make_replay" motion given/first.bsor
"$make_replay" copied given/second.bsor
find given tree -type f -exec cksum {} + | sort > sums
if "$reel" match --index index --add given/first.bsor > printed 2>&1; then
    each "add to an index" index "$reel" match --index out/index --add given/second.bsor
else
    echo "not run: $(cat printed)"
fi

alone_status=0
"$reel" scan -q -j 1 --part-size 20K --stats tree -o alone || alone_status=$?
each "scan" scan "$reel" scan -q -j 1 --part-size 20K --stats tree -o dataset

# A dataset of a tree that grew, and then one that is made anew with other options. Parts may have other numbers.
rounds=${places:+once}
prepare_again() { rm -rf dataset && cp -Rp before dataset; }
judge_again() {
    "$@" > printed 2> errors || [ $? = "$alone_status" ] || fail "the second run fails"
    [ "$(counts alone)" = "$(counts dataset)" ] || fail "the dataset has other files after a second run"
    [ -z "$(find dataset -name '.*')" ] || fail "temporary files are left"
}
mv tree/folder/other.bsor kept
"$reel" scan -q -j 1 --part-size 20K --stats tree -o before || true
mv kept tree/folder/other.bsor
each "scan what is new" again "$reel" scan -q -j 1 --part-size 20K --stats tree -o dataset
each "scan anew" again "$reel" scan -q -j 1 --part-size 20K --partition mode --replace tree -o dataset

# What is printed needs few calls of the file system.
rounds=${places:+memory-on}
printed info --json tree
printed check --sarif tree
printed check --strict tree/cut.bsor
printed diff given/play.bsor given/other.bsor
printed diff --json given/play.bsor given/other.bsor
printed stats given/play.bsor
printed stats --json given/play.bsor
printed export --to csv -t notes tree
printed export --to json given/play.bsor
printed dups given tree
printed export --to csv --chain -t info given/game.teehistorian
printed match given/first.bsor given/second.bsor
printed match --json given/first.bsor given/second.bsor
printed formats --json
printed formats bsor
printed plot --list given/play.bsor

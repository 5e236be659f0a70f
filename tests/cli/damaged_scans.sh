#!/bin/sh
# SPDX-License-Identifier: MIT
# damaged_scans.sh REEL MAKE_REPLAY: what a scan keeps for its next run is damaged: each byte of its files is changed, and each file is cut at
# each byte. The next run says so, or gives a dataset with all files.
#
# Effort "light" tries every eleventh byte, "quick" every fifth.
set -eu
reel=$1 make_replay=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
case ${REEL_TEST_EFFORT:-} in light) step=11 ;; quick) step=5 ;; *) step=1 ;; esac

mkdir -p tree/folder
for kind in play other; do "$make_replay" $kind tree/folder/$kind.bsor; done
head -c 3000 tree/folder/play.bsor > tree/cut.bsor
echo text > tree/text.txt

scan() { "$reel" scan -q -j 1 --part-size 20K tree -o "$1"; }

fail() {
    echo "FAIL: $file, byte $at, $what: $1"
    cat errors
    exit 1
}

# Counts of files in the dataset, over all parts.
counts() { awk '{ for (i = 5; i <= 12; i++) sum[i] += $i } END { for (i = 5; i <= 12; i++) printf "%d ", sum[i] }' "$1/_reel/all/done"; }

# Runs the scan on the damaged dataset. Settings that differ are a wrong use of the command.
judge() {
    status=0
    scan dataset 2> errors || status=$?
    case $status in
    "$alone_status") [ "$(counts alone)" = "$(counts dataset)" ] || fail "the dataset has other files" ;;
    2 | 3) [ -s errors ] || fail "status $status without a message" ;;
    *) fail "exit status $status" ;;
    esac
    tried=$((tried + 1))
}

alone_status=0
scan alone || alone_status=$?
for file in settings all/plan all/done; do
    size=$(wc -c < "alone/_reel/$file") at=0 tried=0
    while [ $at -lt "$size" ]; do
        what='changed'
        rm -rf dataset && cp -Rp alone dataset
        byte=$(od -An -tu1 -j $at -N 1 "alone/_reel/$file")
        # shellcheck disable=SC2059 # the format is the byte
        printf "\\$(printf %o $(((byte + 1) % 256)))" | dd of="dataset/_reel/$file" bs=1 seek=$at conv=notrunc 2> /dev/null
        judge
        what='cut off'
        rm -rf dataset && cp -Rp alone dataset
        head -c $at "alone/_reel/$file" > "dataset/_reel/$file"
        judge
        at=$((at + step))
    done
    echo "$file: $tried damages"
done

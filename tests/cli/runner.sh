#!/bin/sh
# SPDX-License-Identifier: MIT
# runner.sh: run.sh itself. A transcript that hangs is named and fails, and so does a command that does not start; shards have every
# transcript once; one that changes its replays changes them for nobody else.
set -u
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# expect NAME STATUS LINE: run.sh has ended with STATUS and printed LINE.
expect() {
    if [ "$status" = "$2" ] && grep -qx "$3" "$scratch/log"; then
        passed=$((passed + 1))
        echo "ok   $1"
    else
        failed=$((failed + 1))
        echo "FAIL $1: status $status"
        cat "$scratch/log"
    fi
}

# runs [NAME=VALUE...]: all transcripts of this test, with a command that does nothing
runs() {
    status=0
    env -u REEL_EMULATOR -u REEL_WINDOWS -u REEL_ONLY -u REEL_UPDATE -u REEL_SHARD REEL_TRANSCRIPTS="$scratch/all" "$@" \
        sh "$here/run.sh" "$scratch/reel" "$scratch/make_replay" > "$scratch/log" 2>&1 || status=$?
}

# transcript NAME SCRIPT [OUTPUT]
transcript() {
    mkdir -p "$scratch/all/$1"
    printf '%s\n' "$2" > "$scratch/all/$1/cmd"
    [ $# -lt 3 ] || printf '%s\n' "$3" > "$scratch/all/$1/stdout"
}

# shellcheck disable=SC2016 # for the scripts
{
    printf '#!/bin/sh\nexit "${STATUS:-0}"\n' > "$scratch/reel"
    printf '#!/bin/sh\necho "$1" > "$2"\n' > "$scratch/make_replay"
    chmod +x "$scratch/reel" "$scratch/make_replay"
    transcript a 'echo changed > "$DATA/play.bsor"; cat "$DATA/play.bsor"' changed
    transcript b 'cat "$DATA/play.bsor"' play
    transcript c 'echo SKIP: a reason'
    transcript d 'exit 0'
    transcript e 'echo unexpected'
}
runs
expect "an output that differs fails" 1 'FAIL e: stdout'
expect "all are counted" 1 '3 transcripts pass, 1 fail, 1 skipped'
rm -r "$scratch/all/e"
runs
expect "transcripts have replays of their own" 0 '3 transcripts pass, 0 fail, 1 skipped'
for shard in 1 2 3; do
    runs REEL_SHARD=$shard/3
    cat "$scratch/log"
done | grep -E '^(ok|skip) ' | cut -c 6 | sort > "$scratch/names"
status=0
printf 'a\nb\nc\nd\n' | cmp -s - "$scratch/names" || status=1
cp "$scratch/names" "$scratch/log"
expect "shards have every transcript once" 0 a
runs REEL_ONLY='^[bd]'
expect "transcripts are chosen by name" 0 '2 transcripts pass, 0 fail, 0 skipped'
runs STATUS=9
expect "a command that does not start fails at once" 1 "FAIL: $scratch/reel does not start"
if command -v timeout > "$scratch/log" || command -v gtimeout > "$scratch/log"; then
    transcript hangs 'echo so far; sleep 1000 & wait' 'so far'
    runs REEL_TRANSCRIPT_SECONDS=4
    expect "a transcript that hangs is named" 1 'FAIL hangs: has not ended after 4 s'
    expect "the others run" 1 '3 transcripts pass, 1 fail, 1 skipped'
else
    echo "skip a transcript that hangs: there is no timeout(1)"
fi

# A transcript may skip because a program or a library is missing, and not because the command fails: a line that skips by what the command
# does looks for the message about that library.
# shellcheck disable=SC2016 # words of those lines
grep -n 'SKIP: ' "$here"/*/cmd | grep -F '"$REEL"' |
    grep -vE '__asan_init|cp "\$REEL" reel|they need libsodium|without SQLite|unpack[.]not-built|columns[.]no-zstd|grep -q zstd message|cannot be read: unsupported' > "$scratch/log"
status=0
[ ! -s "$scratch/log" ] || status=1
echo none >> "$scratch/log"
expect "no transcript skips because the command fails" 0 none
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]

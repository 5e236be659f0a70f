#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the transcripts of the command:
#   run.sh REEL MAKE_REPLAY [NAME...]
# Each folder here, or in $REEL_TRANSCRIPTS, tests one behaviour: `cmd` is a shell script, and `stdout`, `stderr` and `exit` are its expected output and exit
# status (a missing file means empty output or status 0). The script runs in an empty folder with empty standard input. $REEL is
# the program, $MAKE_REPLAY makes others, $DATA is a folder of replays, $HERE this folder, and $PAGE is docs/command.md. A line "SKIP: REASON" on stdout skips the test.
# A line "# Not on Windows: REASON" or "# Not under wine: REASON" in `cmd` skips it if REEL_WINDOWS is set (tests/windows/wine.sh), and
# "# Not under an emulator: REASON" if REEL_EMULATOR is set.
# $EXAMPLE_RECORD is the example that records a replay; without it, it is looked for beside the program.
# With REEL_UPDATE=1 in the environment, the actual output replaces the expected one: read the diff before you commit it.
#
# REEL_ONLY=REGEX in the environment runs the transcripts whose names match, if none is named.
# REEL_SHARD=I/N runs every N-th transcript from the I-th on, so that several of these scripts share the work. Each
# transcript has a folder and replays of its own, so their order does not matter. One that has not ended after REEL_TRANSCRIPT_SECONDS fails.
set -u
here=$(cd "$(dirname "$0")" && pwd)
REEL=$1 make_replay=$2
shift 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
DATA=$scratch/data
PAGE=$here/../../docs/command.md
LC_ALL=C.UTF-8
HERE=$here
EXAMPLE_RECORD=${EXAMPLE_RECORD:-$(dirname "$REEL")/../examples/example_record}
export REEL DATA PAGE HERE LC_ALL EXAMPLE_RECORD
unset REEL_CORPUS

# Programs built for another machine run under an emulator.
through_emulator() {
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$REEL_EMULATOR" "$1" > "$2" && chmod +x "$2"
}
if [ "${REEL_EMULATOR:-}" ]; then
    through_emulator "$REEL" "$scratch/reel" && REEL=$scratch/reel
    through_emulator "$make_replay" "$scratch/make_replay" && make_replay=$scratch/make_replay
fi

# limited COMMAND...: ends it, and what it started, after some time. Only what hangs takes that long, whatever else the machine does.
seconds=${REEL_TRANSCRIPT_SECONDS:-300}
timeout=$(command -v timeout || command -v gtimeout || true)
limited() {
    if [ "$timeout" ]; then "$timeout" -k 10 "$seconds" "$@"; else "$@"; fi
}

# A command that does not start fails here, and not as whatever each transcript makes of it.
if ! limited "$REEL" --version < /dev/null > "$scratch/stdout" 2> "$scratch/stderr"; then
    echo "FAIL: $REEL does not start"
    sed 's/^/     /' "$scratch/stderr"
    echo "0 transcripts pass, 1 fail, 0 skipped"
    exit 1
fi

MAKE_REPLAY=$make_replay
export MAKE_REPLAY
made=$scratch/made
mkdir "$made" || exit 2
for kind in play other lengths hostile big motion copied strange; do
    "$make_replay" "$kind" "$made/$kind.bsor" || exit 2
done
for kind in game next clients race relay; do
    "$make_replay" "$kind" "$made/$kind.teehistorian" || exit 2
done
head -c 3000 "$made/play.bsor" > "$made/cut.bsor"
: > "$made/empty.bsor"
printf '\377\330\377\340\000\020JFIF\000' > "$made/picture.jpg"

transcripts=${REEL_TRANSCRIPTS:-$here}
elsewhere=${REEL_WINDOWS:+on Windows|under wine}${REEL_EMULATOR:+under an emulator}
passed=0 failed=0 skipped=0
if [ $# = 0 ]; then
    for cmd in "$transcripts"/*/cmd; do
        name=${cmd%/cmd} name=${name##*/}
        if [ -z "${REEL_ONLY:-}" ] || printf '%s\n' "$name" | grep -qE "$REEL_ONLY"; then set -- "$@" "$name"; fi
    done
fi
shard=${REEL_SHARD:-1/1} number=0
for name; do
    number=$((number + 1))
    [ $((number % ${shard#*/})) = $((${shard%/*} % ${shard#*/})) ] || continue
    want=$transcripts/$name
    if [ "$elsewhere" ] && grep -E "^# Not ($elsewhere): " "$want/cmd" > "$scratch/plain"; then
        skipped=$((skipped + 1))
        echo "skip $name: $(sed 's/^# Not //' "$scratch/plain")"
        continue
    fi
    mkdir "$scratch/run"
    cp -R "$made" "$DATA"
    started=$(date +%s)
    (cd "$scratch/run" && limited sh "$want/cmd" < /dev/null > "$scratch/stdout" 2> "$scratch/stderr")
    echo $? > "$scratch/exit"
    took=$(($(date +%s) - started))
    chmod -R u+rwx "$scratch/run" "$DATA"
    rm -rf "$scratch/run" "$DATA"
    for stream in stdout stderr; do # $DATA is a different folder each time
        sed "s|$DATA|DATA|g" "$scratch/$stream" > "$scratch/plain" && mv "$scratch/plain" "$scratch/$stream"
    done
    status=$(cat "$scratch/exit")
    if [ "$took" -ge "$seconds" ] && { [ "$status" = 124 ] || [ "$status" = 137 ]; }; then # as timeout(1) reports it
        failed=$((failed + 1))
        echo "FAIL $name: has not ended after $seconds s"
        sed 's/^/     /' "$scratch/stdout" "$scratch/stderr"
        continue
    fi
    if grep '^SKIP: ' "$scratch/stdout" > "$scratch/plain"; then
        skipped=$((skipped + 1))
        echo "skip $name: $(sed 's/^SKIP: //' "$scratch/plain")"
        continue
    fi
    good=1
    for part in stdout stderr exit; do
        if [ "${REEL_UPDATE:-}" ]; then
            cp "$scratch/$part" "$want/$part"
            case $part in
            exit) [ "$(cat "$want/exit")" != 0 ] || rm "$want/exit" ;;
            *) [ -s "$want/$part" ] || rm "$want/$part" ;;
            esac
            continue
        fi
        case $part in
        exit) default=0 ;;
        *) default='' ;;
        esac
        if [ -f "$want/$part" ]; then cp "$want/$part" "$scratch/wanted"; else printf '%s' "${default:+$default
}" > "$scratch/wanted"; fi
        if ! diff -u "$scratch/wanted" "$scratch/$part" > "$scratch/diff"; then
            good=0
            echo "FAIL $name: $part"
            sed '1,2d;s/^/     /' "$scratch/diff"
        fi
    done
    slow='' # for the list of the slowest tests
    [ "$took" -lt 2 ] || slow=", $took s"
    if [ $good = 1 ]; then
        passed=$((passed + 1))
        echo "ok   $name$slow"
    else
        failed=$((failed + 1))
    fi
done
echo "$passed transcripts pass, $failed fail, $skipped skipped"
[ "$failed" = 0 ]

#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the transcripts of the command:
#   run.sh REEL MAKE_REPLAY [NAME...]
# Each folder here is one behaviour: `cmd`, a shell script, and what it must print and return: `stdout`, `stderr`, `exit` (a file
# that is not there: nothing, nothing, 0). It runs in an empty folder, with standard input empty, $REEL the command, $DATA a folder
# of replays, $PAGE the page about the command. A line on stdout that begins with "SKIP: " says why a behaviour cannot be tried
# here. With REEL_UPDATE=1 in the environment what came becomes what must come: read the difference before you keep it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
REEL=$1 make_replay=$2
shift 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
DATA=$scratch/data
PAGE=$here/../../docs/command.md
LC_ALL=C.UTF-8
export REEL DATA PAGE LC_ALL
unset REEL_CORPUS

mkdir "$DATA" || exit 2
# Built for another machine: run by an emulator.
through_emulator() {
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$REEL_EMULATOR" "$1" > "$2" && chmod +x "$2"
}
if [ "${REEL_EMULATOR:-}" ]; then
    through_emulator "$REEL" "$scratch/reel" && REEL=$scratch/reel
    through_emulator "$make_replay" "$scratch/make_replay" && make_replay=$scratch/make_replay
fi
for kind in play other lengths hostile big; do
    "$make_replay" "$kind" "$DATA/$kind.bsor" || exit 2
done
for kind in game next; do
    "$make_replay" "$kind" "$DATA/$kind.teehistorian" || exit 2
done
head -c 3000 "$DATA/play.bsor" > "$DATA/cut.bsor"
: > "$DATA/empty.bsor"
printf '\377\330\377\340\000\020JFIF\000' > "$DATA/picture.jpg"

passed=0 failed=0 skipped=0
if [ $# = 0 ]; then
    for cmd in "$here"/*/cmd; do set -- "$@" "$(basename "$(dirname "$cmd")")"; done
fi
for name; do
    want=$here/$name
    mkdir "$scratch/run"
    (cd "$scratch/run" && sh "$want/cmd" < /dev/null > "$scratch/stdout" 2> "$scratch/stderr")
    echo $? > "$scratch/exit"
    chmod -R u+rwx "$scratch/run"
    rm -rf "$scratch/run"
    for stream in stdout stderr; do # the data lies elsewhere each time
        sed "s|$DATA|DATA|g" "$scratch/$stream" > "$scratch/plain" && mv "$scratch/plain" "$scratch/$stream"
    done
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
    if [ $good = 1 ]; then
        passed=$((passed + 1))
        echo "ok   $name"
    else
        failed=$((failed + 1))
    fi
done
echo "$passed transcripts pass, $failed fail, $skipped were skipped"
[ "$failed" = 0 ]

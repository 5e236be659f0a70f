#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the command's transcripts, those of this folder, and the library's test programs, of a build for Windows, under wine:
#   wine.sh BUILD MAKE_REPLAY [NAME...]
# BUILD is a folder of cmake/toolchains/mingw.cmake; MAKE_REPLAY is tests/cli/make_replay of any build. Nothing is built here. Wine's
# own files go to BUILD/wine. Transcripts about what Windows does not have say so in their `cmd`: see tests/cli/run.sh.
set -u
# Wine needs the page at 0x7ffe0000. Debian's wine64 does not reserve it before the kernel places the heap, at a random address not far
# from there, so about one start in 3,000 failed. All that is started from here has addresses that are not random.
if [ -z "${WINE_ADDRESSES:-}" ]; then
    if setarch -R true 2> /dev/null; then
        WINE_ADDRESSES=fixed exec setarch -R sh "$0" "$@"
    fi
    echo "wine.sh: addresses stay random here (setarch -R is refused): one start of wine in 3,000 fails"
fi
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 2
make_replay=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
shift 2
wine=$(command -v wine64 || command -v wine) || {
    echo "wine.sh: no wine (Debian: wine64)" >&2
    exit 2
}

export WINEPREFIX="$build/wine" WINEARCH=win64 WINEDEBUG=-all,err+virtual WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe=d'
unset DISPLAY WAYLAND_DISPLAY
if [ ! -f "$WINEPREFIX/system.reg" ]; then
    "$wine" wineboot --init > "$build/wine.log" 2>&1 || {
        cat "$build/wine.log" >&2
        exit 2
    }
fi
# Wine's services start with the first program and end with the last one, which takes two seconds. This one waits until the end.
mkfifo "$build/wine-waits.$$"
"$wine" cmd /c more < "$build/wine-waits.$$" > /dev/null 2>&1 &
waiting=$!
exec 9> "$build/wine-waits.$$"
rm "$build/wine-waits.$$"
trap 'exec 9>&-; wait $waiting' EXIT

# through NAME PROGRAM: a script that runs a program under wine, or the program itself if this machine runs it. A program that hangs is
# ended.
through() {
    case $2 in
    *.exe)
        printf '#!/bin/sh\nexec timeout --foreground 240 "%s" "%s" "$@" 9>&-\n' "$wine" "$2" > "$build/$1" && chmod +x "$build/$1"
        echo "$build/$1"
        ;;
    *) echo "$2" ;;
    esac
}
reel=$(through wine-reel "$build/cli/reel.exe")
make_replay=$(through wine-make_replay "$make_replay")
export REEL_WINDOWS=1 REEL_TEST_EFFORT="${REEL_TEST_EFFORT:-light}" WINE="$wine" REEL_EXE="$build/cli/reel.exe"

failed=0
# What starts on any Windows needs no DLLs but those of Windows.
if command -v x86_64-w64-mingw32-objdump > /dev/null; then
    others=$(x86_64-w64-mingw32-objdump -p "$build/cli/reel.exe" | sed -n 's/^.*DLL Name: //p' |
        grep -vixE '(kernel32|msvcrt|ucrtbase|api-ms-win-crt-.*|user32|advapi32|shell32|ws2_32)\.dll')
    [ -z "$others" ] || {
        failed=1
        echo "FAIL reel.exe needs $others"
    }
fi
# One script for each processor shares the transcripts.
shards=$(nproc 2> /dev/null || echo 2)
for folder in "$here/../cli" "$here"; do
    names=''
    for name; do [ ! -d "$folder/$name" ] || names="$names $name"; done
    [ $# = 0 ] || [ "$names" ] || continue
    for shard in $(seq "$shards"); do
        # shellcheck disable=SC2086 # a list of names
        REEL_SHARD=$shard/$shards REEL_TRANSCRIPTS=$folder sh "$here/../cli/run.sh" "$reel" "$make_replay" $names > "$build/wine-$shard.log" 2>&1 &
        echo $! > "$build/wine-$shard.pid"
    done
    for shard in $(seq "$shards"); do
        wait "$(cat "$build/wine-$shard.pid")" || failed=1
        cat "$build/wine-$shard.log"
    done
done

# The library's test programs, if BUILD has them. Some need liblzma or libzstd, which Debian does not have for Windows: a program whose
# only errors are that this build lacks them (status -4, REEL_UNSUPPORTED) is left out.
passed=0
for program in "$build"/tests/test_*.exe; do
    if [ $# != 0 ] || [ ! -f "$program" ]; then continue; fi
    name=$(basename "$program" .exe)
    if [ "$name" = test_hostile_cost ]; then
        echo "skip $name: takes minutes under wine"
        continue
    fi
    if REEL_CORPUS=/nonexistent timeout --foreground 300 "$wine" "$program" > "$build/wine.log" 2>&1 9>&- < /dev/null; then
        passed=$((passed + 1))
    elif grep -aq '  ERROR  ' "$build/wine.log" &&
        ! grep -a '  ERROR  ' "$build/wine.log" | grep -avqE 'this build has no lib(lzma|zstd)|0xfffffffffffffffc != 0x0'; then
        echo "skip $name: needs liblzma or libzstd"
    else
        failed=1
        echo "FAIL $name"
        grep -a -e ERROR -e LINE -e 'FAILED  ' "$build/wine.log" | sed 's/^/     /'
    fi
done
[ $passed = 0 ] || echo "$passed test programs pass"
exit $failed

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes a release of the commit that is checked out, in two new folders, compares each byte, and uses what was made where nothing else is.
#
#   packaging/release/test/twice.sh [PART...]     by default all; the last line is "N passed, N failed, N skipped"
#
# After an interruption, a failure, or with other parts it goes on: parts of this commit that were made are not made again, and files that passed
# their tests are not tested again. So it can be run in pieces; it says how long each part took.
# Needs what packaging/release.sh needs; minisign verifies the signature, diffoscope says what differs. About 4 GB in build/dist-twice, which is
# removed if everything passed, unless only some PARTs were asked for.
set -uo pipefail
cd "$(dirname "$0")/../../.." || exit 2
root=$PWD work=$PWD/build/dist-twice
# shellcheck source=tests/door.sh
. tests/door.sh
id=$(git rev-parse -q --verify HEAD) || skip_rest "not a checkout of git"
[ "$(cat "$work/commit" 2> /dev/null)" = "$id" ] || rm -rf "$work"
mkdir -p "$work" && echo "$id" > "$work/commit" || exit 2
version=$(packaging/release/versions.py | sed 's/,.*//')
for word in "$@"; do packaging/release.sh list | grep -qx -- "${word#-}" || { echo "twice.sh: unknown part '$word'" >&2; exit 2; }; done

# A new checkout of the commit, with what was downloaded before.
checkout() {
    local file
    [ ! -f "$1/ready" ] || return 0
    rm -rf "${1:?}/reel" && mkdir -p "$1" && git clone -q --shared "$root" "$1/reel" && mkdir -p "$1/reel/build" || return
    for file in build/sysroot-aarch64 build/debian-root.tar build/debian-archives build/server-image-root.tar build/server-image-root.tar.needed \
        build/zig-[0-9]* web/wasm/node_modules web/viewer/node_modules; do
        [ ! -e "$file" ] || cp -a "$file" "$1/reel/${file%/*}/" || return
    done
    find "$1/reel/web" -maxdepth 2 -name node_modules -exec touch {} + && touch "$1/ready"
}

# times NAME: of the parts in the log of a release.
times() { sed -n "s/^   \([a-z0-9_-]*: [0-9]* s\)\$/   $1, \1/p" "$work/$1.log"; }

# first and second differ in what must not matter: the folder, the day that programs see, the time zone, the user's mask, the language, and whether
# ccache has what was compiled before; with it, paths in an object file are those of another folder.
first() { checkout "$work/first" && "$work/first/reel/packaging/release.sh" rehearse "$version" "$@"; }
second() (
    checkout "$work/second" && umask 077 && CCACHE_DISABLE=1 TZ=Pacific/Auckland LANG=C LC_ALL=C LD_PRELOAD=$work/later.so \
        "$work/second/reel/packaging/release.sh" rehearse "$version" "$@"
)

# Whether programs see another day with it.
later() {
    local day='import datetime; print(datetime.date.today())'
    cc -shared -fPIC packaging/release/test/later.c -o "$work/later.so" &&
        [ "$(date +%F)" != "$(LD_PRELOAD=$work/later.so date +%F)" ] &&
        [ "$(python3 -c "$day")" != "$(LD_PRELOAD=$work/later.so python3 -c "$day")" ]
}

same_bytes() (
    local file status=0
    cd "$work" || return
    made() { (cd "$1/reel/dist" && find . -type f -printf '%P\n' | LC_ALL=C sort); }
    diff <(made first) <(made second) || status=1
    while read -r file; do
        cmp -s "first/reel/dist/$file" "second/reel/dist/$file" && continue
        echo "$file differs"
        ! command -v diffoscope > /dev/null || diffoscope --text - "first/reel/dist/$file" "second/reel/dist/$file" | head -n 60
        status=1
    done < <(made first)
    return "$status"
)

signs() {
    local reel=$work/first/reel/build/release/cli/reel
    "$reel" sign --new-key "$work/release.key" --no-password && export REEL_RELEASE_KEY=$work/release.key REEL_RELEASE_PUBLIC=$work/release.pub &&
        "$work/first/reel/packaging/release.sh" rehearse "$version" sums && [ -s "$work/first/reel/dist/SHA256SUMS.minisig" ]
}

counted driver packaging/release/test/driver.sh
run later later || exit 1
run makes first "$@" || { times makes; exit 1; }
times makes
while read -r line; do skip "$line"; done < <(grep '^not made: ' "$work/makes.log")
run makes-again second "$@" || { times makes-again; exit 1; }
times makes-again
run same-bytes same_bytes
# What a release on another day, or machine, is compared with; it is a part too.
[ ! -f "$work/first/reel/dist/SHA256SUMS" ] || cp "$work/first/reel/dist/SHA256SUMS" build/dist-SHA256SUMS
if ! command -v minisign > /dev/null; then
    skip "the signature: no minisign"
elif [ ! -x "$work/first/reel/build/release/cli/reel" ]; then
    skip "the signature: these parts did not build the command"
else
    run signs signs
fi
REEL_GOES_ON=1 counted uses "$work/first/reel/packaging/release/test/install.sh"
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ] && { [ $# -gt 0 ] || rm -rf "$work"/{first,second,commit}; }

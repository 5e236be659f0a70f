#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes a release of the commit that is checked out, in dist/:
#
#   packaging/release.sh VERSION            every part
#   packaging/release.sh VERSION PART...    only these, and parts that they contain; files of this commit stay in dist/
#   packaging/release.sh VERSION -PART...   every part but these
#   packaging/release.sh plan VERSION ...   what is missing, what would be made, and how long it took the last time
#   packaging/release.sh rehearse VERSION ...   without a tag and a dated changelog; parts that lack something are left out
#   packaging/release.sh list               prints the parts
#
# First all that is missing is printed, with one line that installs it, and the exit status is 3. No part is made with less in it than it should
# have. What was made of this commit is not made again: after an interruption, the same command goes on. The exit status is 1 if a part
# failed, 0 otherwise. The same commit and the same tools give the same bytes in every folder and on every day, except for the signature.
#
# REEL_DIST               the folder, by default dist
# REEL_RELEASE_KEY        the secret key that signs SHA256SUMS; REEL_RELEASE_PASSWORD_FILE holds its password
# REEL_RELEASE_LOG        the log of ./test.sh full on this commit, which becomes a part of the release; by default that in build/full
# REEL_RELEASE_PUBLIC     the public key of it, by default packaging/reel.pub
# REEL_RELEASE_SPACE      megabytes that have to be free, by default 3000
# REEL_RELEASE_CHANGES    set: local changes are no error. The tarball has the commit, the binaries have the changes
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
# shellcheck disable=SC2034 # the parts use them
root=$PWD dist=${REEL_DIST:-$PWD/dist} work=$PWD/build/dist made=$PWD/build/dist/made jobs=$(nproc 2> /dev/null || echo 2)

# In this order: later parts use what earlier ones have built.
all_parts='web source deb static aarch64 windows macos-arm64 macos-x86_64 windows-arm64 python duckdb npm nuget crates image vectors site log sbom sums'

for file in packaging/release/*.sh; do
    # shellcheck source=/dev/null # each is checked by itself
    . "$file" || exit 2
done

stop() { echo "release.sh: $*" >&2; exit 2; }

task='make' rehearsal=''
# shellcheck disable=SC2034 # preflight.sh uses rehearsal
case ${1:-} in
list) echo "$all_parts" | tr ' ' '\n'; exit ;;
plan) task=plan; shift ;;
rehearse) rehearsal=yes; shift ;;
esac
version=${1:-}
case $version in
'' | -h | --help) sed -n '3,23s/^# \{0,1\}//p' packaging/release.sh; exit 2 ;;
esac
shift
parts='' without=''
for word; do
    [[ " $all_parts " == *" ${word#-} "* ]] || stop "unknown part '$word' (the parts are: $all_parts)"
    case $word in -*) without+=" ${word#-}" ;; *) parts+=" $word" ;; esac
done

git rev-parse -q --verify HEAD > /dev/null || stop "a release is made of a commit, and this folder is not a checkout of git"
id=$(git rev-parse HEAD) changes=$(git status --porcelain)
[ -z "$changes" ] || id+=" with $({ echo "$changes" && git diff HEAD; } | sha256sum)"

# In their order, each behind what it contains.
chosen=()
choose() {
    local before
    [[ " $without ${chosen[*]} " != *" $1 "* ]] || return 0
    for before in $(contains "$1"); do choose "$before"; done
    chosen+=("$1")
}
for part in $all_parts; do [[ " ${parts:-$all_parts} " != *" $part "* ]] || choose "$part"; done
mkdir -p "$dist" "$made" && touch "$work/times" || exit 2
exec 9> "$work/lock"
flock -n 9 || stop "another release is being made in this folder"
missing=() failures=() ready=yes
preflight "${chosen[@]}" || ready=no
[ "$task" = make ] && [ "$ready" = no ] && exit 3
plan "${chosen[@]}"
[ "$ready" = yes ] || exit 3
[ "$task" = make ] || exit 0

# What a build must not take from whoever runs it.
unset CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LANGUAGE "${!LC_@}"
if command -v ccache > /dev/null; then export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1; fi
umask 022
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LANG=C.UTF-8 TZ=UTC0 PYTHONHASHSEED=0 npm_config_prefer_offline=true

# Files of another commit, and of a part that failed, are not of this release.
for part in $all_parts; do
    case $(head -n 1 "$made/$part" 2> /dev/null) in "$id" | "$id incomplete") ;; *) forget "$part" ;; esac
done
for part in "${chosen[@]}"; do
    # preflight adds what a rehearsal leaves out
    [[ " $without " == *" $part "* ]] || run_part "$part"
done

echo
(cd "$dist" && find . -type f -printf '%10s  %P\n' | LC_ALL=C sort -k 2)
[ ${#missing[@]} = 0 ] || printf 'not made: %s\n' "${missing[@]}"
[ ${#failures[@]} = 0 ] || { printf 'FAILED: %s\n' "${failures[@]}"; exit 1; }

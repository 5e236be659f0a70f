#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What packaging/release.sh does around its parts: what is missing, what is made again, what gets a sum. In a repository of its own, with parts that
# write one line. The last line is "N passed, N failed, N skipped".
set -uo pipefail
cd "$(dirname "$0")/../../.." || exit 2
root=$PWD work=$PWD/build/release-driver
# shellcheck source=tests/door.sh
. tests/door.sh
rm -rf "$work" && mkdir -p "$work/tree/packaging/release" "$work/tree/tests" "$work/bin" || exit 2
tree=$work/tree
git() { command git -c user.name=Tester -c user.email=tester@reel.invalid -c core.hooksPath=/dev/null "$@"; }

# The driver, with other parts: each writes its name, and what the environment says; `broken` names one that fails.
cp packaging/release.sh "$tree/packaging/"
cp packaging/release/{base,preflight,whole}.sh "$tree/packaging/release/"
cp -R tests/steps "$tree/tests/"
# shellcheck disable=SC2016 # the script expands it
printf '#!/bin/sh\n[ "${1-0.1.0}" = 0.1.0 ] || { echo reel.h: 0.1.0; exit 1; }\necho 0.1.0\n' > "$tree/packaging/release/versions.py"
chmod +x "$tree/packaging/release/versions.py"
cat > "$tree/packaging/release/zz.sh" << 'PARTS'
one() { echo "$part" >> "$root/../ran"; [ "${broken:-}" != "$part" ] && echo "$part ${text:-}" > "$work/$part" && keep "$work/$part" && if [ "${killed:-}" = "$part" ]; then kill -9 $$; fi; }
for each in ${all_parts/ sums/}; do eval "part_$each() { one; }"; done
command_build() { :; }
needs() { printf '%s\n' 'web|tool|no-such-weaver|weaver loom' 'deb|tool|no-such-weaver|weaver' 'static|tool|sh|dash'; }
PARTS
sed -i 's/no-such-weaver/sh/' "$tree/packaging/release/zz.sh"
printf '# Changelog\n\n## [Unreleased]\n\n- more\n\n## [0.1.0] - 2026-12-01\n\n- first\n' > "$tree/CHANGELOG.md"
echo public > "$tree/packaging/reel.pub"
printf 'build\ndist\n' > "$tree/.gitignore"
echo '0 passed, 0 failed' > "$work/full.log"
export REEL_RELEASE_LOG=$work/full.log REEL_RELEASE_SPACE=0
(cd "$tree" && git init -q && git add -A && git commit -q -m 'release') || exit 2

release() { : > "$work/ran" && (cd "$tree" && packaging/release.sh "$@"); }
says() { grep -F -- "$1" "$work/out" > /dev/null || { echo "no '$1' in:"; cat "$work/out"; return 1; }; }
# refused TEXT WORD...: ends with 3 and this text, and nothing was made.
refused() {
    local text=$1 status=0
    shift
    release "$@" > "$work/out" 2>&1 || status=$?
    [ "$status" = 3 ] || { echo "status $status"; cat "$work/out"; return 1; }
    says "$text" && [ ! -s "$work/ran" ]
}
# made PARTS WORD...: ends with 0, and these parts ran.
made() {
    local parts=$1
    shift
    release "$@" > "$work/out" 2>&1 || { cat "$work/out"; return 1; }
    [ "$(xargs < "$work/ran")" = "$parts" ] || { echo "these ran: $(xargs < "$work/ran")"; return 1; }
}
# change PATTERN: of the parts; committed.
change() { (cd "$tree" && sed -i "$1" "${2:-packaging/release/zz.sh}" && git commit -q -am change); }

everything='web source deb static aarch64 windows macos-arm64 macos-x86_64 windows-arm64 python duckdb npm nuget crates image vectors site log sbom'
all_at_once() {
    change 's/|sh|weaver/|no-such-weaver|weaver/' && refused 'web lacks: no-such-weaver' 0.1.0 && says 'deb lacks: no-such-weaver' &&
        says 'apt-get install weaver loom' && says 'no annotated tag v0.1.0' && says 'CHANGELOG.md begins with "## [Unreleased]"' || return
    touch "$tree/other" && refused 'local changes' 0.1.0 && rm "$tree/other" && refused 'reel.h: 0.1.0' 0.2.0
}
# Without web, what contains its page is left out, too.
rehearsal_is_never_less() {
    made 'python duckdb crates vectors log sbom' rehearse 0.1.0 && says 'not made: static: no what the part web makes' &&
        [ ! -e "$tree/dist/static" ] && ! grep static "$tree/dist/SHA256SUMS"
}
tag_and_changelog() {
    change 's/no-such-weaver/sh/g' && refused 'no annotated tag' 0.1.0 && change '/Unreleased/,/more/d' CHANGELOG.md && change 's/2026-12-01/soon/' CHANGELOG.md &&
        refused 'begins with "## [0.1.0] - soon"' 0.1.0 && change 's/soon/2026-12-01/' CHANGELOG.md && (cd "$tree" && git tag v0.1.0) &&
        refused 'no annotated tag' 0.1.0 && (cd "$tree" && git tag -d v0.1.0 && git tag -a -m 'first' v0.1.0) > /dev/null
}
# After a failure, and an interruption, only what is not made is made. Parts bring what they contain.
goes_on() {
    local status=0
    broken=deb release 0.1.0 web static deb > "$work/out" 2>&1 || status=$?
    [ "$status" = 1 ] && says 'FAILED: deb' && [ "$(xargs < "$work/ran")" = 'web deb static' ] && made deb 0.1.0 static deb || return
    # killed when its file is there
    status=0
    killed=aarch64 release 0.1.0 aarch64 > "$work/out" 2>&1 || status=$?
    [ "$status" = 137 ] && [ -e "$tree/dist/aarch64" ] && made aarch64 0.1.0 aarch64 &&
        made 'windows nuget' 0.1.0 nuget && refused 'sums lacks: the part source' 0.1.0 sums || return
    status=0
    broken=site release 0.1.0 > "$work/out" 2>&1 || status=$?
    [ "$status" = 1 ] && says 'sums: it is made when all other parts are' && [ ! -e "$tree/dist/SHA256SUMS" ] && made 'site sbom' 0.1.0 &&
        says 'web           made already' && [ "$(wc -l < "$tree/dist/SHA256SUMS")" = 19 ] || return
    echo changed > "$tree/dist/deb" && made 'deb sbom' 0.1.0 && (cd "$tree/dist" && sha256sum --quiet -c SHA256SUMS)
}
# A stray file stops it before anything, and files of another commit are not taken for those of this one.
strays_get_no_sum() {
    touch "$tree/dist/evil.deb" && refused 'evil.deb in dist was made by no part' 0.1.0 && refused evil.deb rehearse 0.1.0 sums && rm "$tree/dist/evil.deb" &&
        change 's/first/first release/' CHANGELOG.md && (cd "$tree" && git tag -f -a -m first v0.1.0) > /dev/null && refused 'sums lacks: the part web' 0.1.0 sums &&
        [ -e "$tree/dist/crates" ] && made 'web deb' 0.1.0 deb && [ ! -e "$tree/dist/crates" ] && made "${everything/web source deb/source}" 0.1.0
}
signature() {
    "$reel" sign --new-key "$work/a.key" --no-password && "$reel" sign --new-key "$work/b.key" --no-password && mkdir -p "$tree/build/release/cli" &&
        ln -sf "$reel" "$tree/build/release/cli/reel" || return
    local -x REEL_RELEASE_KEY=$work/a.key REEL_RELEASE_PUBLIC=$work/nothing
    refused 'which users verify with' 0.1.0 sums && REEL_RELEASE_PUBLIC=$work/b.pub && ! release 0.1.0 sums > "$work/out" 2>&1 &&
        says 'is not the key that signs' && [ ! -e "$tree/dist/SHA256SUMS.minisig" ] && REEL_RELEASE_PUBLIC=$work/a.pub made '' 0.1.0 sums &&
        [ -s "$tree/dist/SHA256SUMS.minisig" ] && REEL_RELEASE_PUBLIC=$work/a.pub made '' 0.1.0 sums
}
# Both releases are made once; with more parts, and after a failure, only what is missing is made, in both. Of another commit, all is.
twice_goes_on() {
    local each
    mkdir -p "$tree/packaging/release/test" && cp packaging/release/test/{twice.sh,later.c} "$tree/packaging/release/test/" && cp tests/door.sh "$tree/tests/" &&
        mkdir -p "$tree/web" && touch "$tree/web/page" || return
    for each in driver install; do
        printf '#!/bin/sh\necho "1 passed, 0 failed, 0 skipped"\n' > "$tree/packaging/release/test/$each.sh" && chmod +x "$tree/packaging/release/test/$each.sh" || return
    done
    (cd "$tree" && git add -A && git commit -q -m 'twice') || return
    twice() { rm -f "$tree"/build/dist-twice/*/ran && (cd "$tree" && packaging/release/test/twice.sh "$@") > "$work/out" 2>&1; }
    ran() { xargs < "$tree/build/dist-twice/$1/ran"; }
    ! broken=deb twice crates deb || { cat "$work/out"; return 1; }
    says 'FAILED: makes' && [ "$(ran first)" = 'web deb crates' ] && twice crates deb && [ "$(ran first)" = deb ] && [ "$(ran second)" = 'web deb crates' ] &&
        says 'makes, deb: ' && twice crates vectors && [ "$(ran first)" = vectors ] && [ "$(ran second)" = vectors ] || return
    change 's/broken/spoilt/g' && twice crates && [ "$(ran first)" = crates ] && [ "$(ran second)" = crates ] && [ ! -e "$tree/build/dist-twice/first/reel/dist/deb" ]
}

run says-all-at-once all_at_once
run rehearsal-is-never-less rehearsal_is_never_less
run tag-and-changelog tag_and_changelog
run goes-on goes_on
run strays-get-no-sum strays_get_no_sum
reel=${REEL_COMMAND:-$root/build/release/cli/reel}
if [ -x "$reel" ]; then run signature signature; else skip "the signature: no command ($reel)"; fi
run twice-goes-on twice_goes_on
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ]

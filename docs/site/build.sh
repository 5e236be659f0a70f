#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the site: static pages of all that is written about reel, with a search and the viewer. If something is missing, says what to install,
# and ends with status 3. The page of every link is there, or it ends with status 1.
#
#   docs/site/build.sh OUT     a folder that this script made before is replaced
#
# REEL_COMMAND, REEL_RECORD   the command and examples/record.c, by default those of build/release, which are built
# The tools of requirements.txt are installed in build/site/venv once.
set -euo pipefail
[ $# = 1 ] || { echo "usage: docs/site/build.sh OUT" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
work=$PWD/build/site
[ -z "$(ls -A "$out")" ] || [ -f "$out/searchindex.js" ] || { echo "docs/site/build.sh: $out is not empty, and not a site" >&2; exit 2; }

missing=()
for tool in doxygen git python3; do command -v "$tool" > /dev/null || missing+=("$tool"); done
python3 -c 'import ensurepip' 2> /dev/null || missing+=(python3-venv)
if [ ${#missing[@]} -gt 0 ]; then
    echo "docs/site/build.sh: missing, by the names of Debian's packages: ${missing[*]}" >&2
    exit 3
fi
web/build.sh element
if [ -z "${REEL_COMMAND:-}" ] || [ -z "${REEL_RECORD:-}" ]; then
    cmake --preset release > /dev/null
    cmake --build build/release --target reel_command example_record
fi
reel=${REEL_COMMAND:-build/release/cli/reel} record=${REEL_RECORD:-build/release/examples/example_record}

mkdir -p "$work"
if ! cmp -s docs/site/requirements.txt "$work/venv/requirements.txt"; then
    rm -rf "$work/venv"
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps -r docs/site/requirements.txt
    cp docs/site/requirements.txt "$work/venv/"
fi

# The pages, the headers, and the viewer with a play of each game.
rm -rf "$work/source" "$work/python" "$work/extra" "$work/samples" "$work/doxygen" "$work/doctrees" "$work/site"
mkdir -p "$work/source" "$work/extra/docs" "$work/extra/viewer" "$work/samples"
python3 docs/site/pages.py "$work/source"
python3 docs/site/headers.py include "$work/source/c"
cp -R docs/pictures "$work/extra/docs/"
rm -f "$work/extra/docs/pictures/make.sh"
"$record" "$work/samples/play.bsor" 60 > /dev/null
cp tests/formats/echo/golden/arena.butter "$work/samples/"
node -e 'import("./web/viewer/test/browser/files.mjs").then(({ teehistorian }) => fs.writeFileSync(process.argv[1], Buffer.concat([...teehistorian()])))' \
    "$work/samples/circles.teehistorian" # eight players for three minutes
python3 docs/site/macro.py > "$work/samples/macro.gdr.json"
# What the site shows passes every check that reel has.
"$record" "$work/samples/short.bsor" 3 > /dev/null
"$reel" check --quiet --evidence --strict "$work/samples"
for game in beatsaber:play.bsor ddnet:circles.teehistorian echo:arena.butter geometrydash:macro.gdr.json; do
    "$reel" view --quiet --replace --viewer web/viewer/dist/index.html -o "$work/extra/viewer/${game%:*}.html" "$work/samples/${game#*:}"
done
# The element for the first page, with a play that is short enough to be loaded at once.
mkdir -p "$work/extra/element"
cp web/viewer/package/dist/*.js web/viewer/package/dist/*.wasm "$work/extra/element/"
cp "$work/samples/short.bsor" "$work/extra/element/play.bsor"

# What Sphinx warns about is an error: a page outside of the navigation, a link to nothing, a declaration that it cannot read.
REEL_SITE_ROOT=$PWD REEL_SITE_WORK=$work "$work/venv/bin/sphinx-build" -q -W --keep-going -b html -c docs/site -d "$work/doctrees" "$work/source" \
    "$work/site"
rm -f "$work/site/.buildinfo" # has paths of this machine
python3 docs/site/check.py "$work/site"
find "$out" -mindepth 1 -delete
cp -R "$work/site/." "$out"

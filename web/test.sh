#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the npm package as a user gets it, and tests that: the module, tsc --strict, eslint, prettier, the tests in Node and Chromium, and
# the packed package in an empty folder.
#
#   web/test.sh              the last line is "N passed, N failed, N skipped"
#
# REEL_COMMAND   the native command to compare with, by default build/release/cli/reel
# REEL_CORPUS    a folder of real replays, by default ../shared
# REEL_CHROMIUM  the browser, by default /usr/bin/chromium
#
# Debian: clang lld wasi-libc libclang-rt-14-dev-wasm32 cmake ninja-build nodejs (20 or later) npm, and chromium. Tools come from npm.
set -uo pipefail
cd "$(dirname "$0")/wasm" || exit 2
work=$PWD/.build
# shellcheck source=tests/door.sh
. ../../tests/door.sh

# The modules import nothing, and do not grow unseen. The one that makes demos asks for parts of the recording, which may be larger than its memory.
check_module() {
    node --input-type=module - <<'SCRIPT'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const limits = {
  'reel.wasm': 504_000, // groups of lights 3,600; archives of teehistorian as streams 2,300; statistics of demos and ghosts 7,000; plots of DDNet with the map 1,600; devices that are read side by side 600; the row of a DDNet recording, times in freeze and in solo 1,600; levels of Beat Saber and DDNet, ghosts and demos take 55,000; motion, pseudonyms and the model of .nevrcap 11,000
  'reel-level.wasm': 607_000, // reel.wasm with what takes a level, 79,000, of which walls take 4,000, and tables of evidence, 22,000
  'reel-demo.wasm': 303_000, // with the physics of DDNet, and which cells need none
  'reel-full.wasm': 822_000, // with evidence, which takes 25,000, edits of macros that keep their text, and levels, ghosts and demos, 80,000
  '../page/reel-page.wasm': 845_000, // with formats of levels, ghosts and demos, 83,000, and what judges a play with its level, 33,000; the page itself has a limit of its own
  '../page/reel-unpack.wasm': 5_000,
  'reel-beatsaber.wasm': 172_000, // with evidence, 18,000, and motion, 4,000
  'reel-ddnet.wasm': 160_000,
  'reel-echo.wasm': 181_500,
  'reel-geometrydash.wasm': 160_000,
}
let failed = false
for (const [name, most] of Object.entries(limits)) {
  const bytes = readFileSync(`dist/${name}`)
  const all = WebAssembly.Module.imports(new WebAssembly.Module(bytes))
  const imports = all.filter(({ module, name: own }) => !(name === 'reel-demo.wasm' && module === 'reel' && own === 'read'))
  const packed = gzipSync(bytes, { level: 9 }).length
  console.log(`${name} has ${bytes.length} bytes, ${packed} by gzip, and ${all.length} imports`)
  if (packed > most) console.log(`${name} may have ${most} bytes by gzip`)
  failed ||= imports.length > 0 || packed > most
}
process.exit(failed ? 1 : 0)
SCRIPT
}

# suite NAME FILE...: tests of node:test, which count one by one. JavaScript is compiled by the thread that runs it: in Node 20 a compiler beside
# it may wait at the end for memory that the main thread would free, while that waits for the compiler (NodePlatform::DrainTasks).
suite() {
    local name=$1 log=$work/$1.log
    shift
    node --test --no-concurrent-recompilation --test-timeout=900000 --test-reporter=spec "$@" > "$log" 2>&1
    number() { sed -nE "s/^ℹ $1 ([0-9]+)$/\\1/p" "$log" | tail -n 1 | grep . || echo 0; }
    passed=$((passed + $(number pass)))
    skipped=$((skipped + $(number skipped)))
    if [ "$(number fail)" -eq 0 ] && [ "$(number pass)" -gt 0 ]; then
        echo "   ok: $name: $(number pass) tests"
        grep -E '^   [0-9]+ files |﹣' "$log"
    else
        failed=$((failed + $(number fail)))
        [ "$(number fail)" -gt 0 ] || failed=$((failed + 1))
        echo "   FAILED: $name ($log)"
        sed -n '/failing tests:/,$p' "$log" | head -n 80
    fi
}

# The package as npm installs it: its files, its types for a project without @types/node, and the examples of its page.
install_packed() {
    local folder=$work/guest
    rm -rf "$folder"
    mkdir -p "$folder"
    npm pack --ignore-scripts --silent --pack-destination "$folder" || return
    (
        cd "$folder" || exit
        printf '{ "type": "module", "private": true }\n' > package.json
        npm install --no-audit --no-fund --offline ./reel-replay-reel-*.tgz || exit
        ls node_modules/@reel-replay/reel/{LICENSE,THIRD_PARTY,README.md,dist/reel{,-full,-demo,-beatsaber,-ddnet,-echo,-geometrydash}.wasm} || exit
        [ "$(ls node_modules)" = @reel-replay ] || exit
        cp "$work/readme.mjs" . && node readme.mjs || exit
        cat > page.ts <<'PAGE'
import { open, openInWorker, ReelError, type Table } from '@reel-replay/reel'

export async function times(file: File): Promise<Float32Array | null> {
  const replay = await open(file)
  const frames: Table = replay.table('frames')
  const time = frames.numbers('time')
  replay.close()
  return time instanceof Float32Array ? time : null
}

export async function player(file: File): Promise<unknown> {
  try {
    return (await openInWorker(file)).header['player_name']
  } catch (error) {
    return error instanceof ReelError ? error.rule : null
  }
}
PAGE
        # And the block of the page in TypeScript, which is about a page with a file.
        { echo 'declare const file: File'; awk '/^```ts$/ { on = 1; next } /^```$/ { on = 0 } on' "$OLDPWD/README.md"; } > block.ts
        grep -q gameOf block.ts || exit
        cat > tsconfig.json <<'CONFIG'
{
  "compilerOptions": {
    "strict": true, "noEmit": true, "types": [], "lib": ["ES2022", "DOM", "ESNext.Disposable"], "target": "ES2022", "module": "preserve",
    "moduleResolution": "bundler"
  },
  "files": ["page.ts", "block.ts"]
}
CONFIG
        "$OLDPWD/node_modules/.bin/tsc" -p .
    )
}

# The first line of the page, in an empty folder.
first_line() {
    local folder=$work/first-line line
    line=$(grep -m 1 '^    npm install ' README.md | sed "s|^ *||; s|reel/web/wasm|$PWD|")
    rm -rf "$folder"
    mkdir -p "$folder" && cd "$folder" && bash -c "$line --no-audit --no-fund" &&
        node --input-type=module -e "import { formats } from '@reel-replay/reel'; console.log((await formats()).size)"
}

mkdir -p "$work"
for tool in clang wasm-ld cmake ninja node npm; do
    command -v "$tool" > /dev/null || skip_rest "no $tool"
done
[ -f /usr/lib/wasm32-wasi/libc.a ] || skip_rest "no wasi-libc"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || skip_rest "node is older than 20"
if ! npm ci --no-audit --no-fund --ignore-scripts > "$work/npm.log" 2>&1; then
    tail -n 5 "$work/npm.log"
    skip_rest "the tools cannot be installed from npm"
fi

run build bash ../build.sh wasm || exit 1
run module check_module
cat "$work/module.log"
run types node_modules/.bin/tsc -p tsconfig.test.json || exit 1
run eslint node_modules/.bin/eslint .
run prettier node_modules/.bin/prettier --check .
suite node .build/test/{arguments,blocks,cases,games,soak,reading,stream,worker,readme,rewrite,edit,demo,native}.test.js
suite browser .build/test/browser.test.js
run package install_packed
run first-line first_line
[ "$failed" -eq 0 ]

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the library and its tests with Debian's mono, and runs them: behaviours, the README in an empty folder with the package, the corpus,
# a killed recorder.
#
#   csharp/test.sh BUILD     BUILD has libreel.so and cli/reel. The last line is "N passed, N failed, N skipped"
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
root=$PWD build=$(cd "${1:-build/release}" && pwd) || exit 2
work=$root/build/csharp
# shellcheck source=tests/door.sh
. tests/door.sh
# shellcheck source=tests/doors/corpus.sh
. tests/doors/corpus.sh
mkdir -p "$work"

compiler=(mcs -langversion:latest -unsafe -warn:4 -warnaserror+ -optimize+)

library() { "${compiler[@]}" -nowarn:1591 -target:library "-out:$work/Reel.dll" "-doc:$work/Reel.xml" csharp/src/*.cs; }

# program SOURCE: $work/NAME.exe
program() { "${compiler[@]}" "-r:$work/Reel.dll" "-out:$work/$(basename "$1" .cs).exe" "$1"; }

programs() {
    local source
    for source in csharp/tests/*.cs examples/csharp/recorder/Recorder.cs; do program "$source" || return; done
}

behaviours() {
    rm -rf "$work/scratch"
    mkdir -p "$work/scratch"
    cc -Iinclude -o "$work/layout" csharp/tests/layout.c && mono "$work/Behaviour.exe" tests/formats "$work/scratch" "$("$work/layout")"
}

# The package with the libraries that are there, and the README in an empty folder with what is in it.
readme() {
    local folder=$work/readme
    rm -rf "$folder" && mkdir -p "$folder" || return
    local -a libraries=("linux-x64=$(realpath "$build/libreel.so")")
    [ ! -f build/mingw/libreel.dll ] || libraries+=("win-x64=build/mingw/libreel.dll")
    python3 csharp/pack.py "$work/Reel.dll" "$work/Reel.nupkg" "${libraries[@]}" &&
        python3 -m zipfile -e "$work/Reel.nupkg" "$folder/package" || return
    awk '/^```csharp$/ { on = 1; next } /^```$/ { on = 0 } on' csharp/README.md > "$folder/Program.cs"
    cp tests/formats/bsor/golden/full.bsor "$folder/play.bsor"
    (
        cd "$folder" && cp package/lib/netstandard2.0/Reel.dll package/runtimes/linux-x64/native/libreel.so . &&
            "${compiler[@]}" -r:Reel.dll -out:Program.exe Program.cs &&
            LD_LIBRARY_PATH=$folder mono Program.exe && "$build/cli/reel" info new.bsor
    )
}

bench() {
    cc -O2 -shared -fPIC -Iinclude -o "$work/libbench.so" csharp/tests/bench.c "$build/libreel.so" "-Wl,-rpath,$build" &&
        LD_LIBRARY_PATH=$work:$LD_LIBRARY_PATH mono "$work/Bench.exe" "$work/killed/1300.bsor"
}

for tool in mono mcs; do command -v "$tool" > /dev/null || skip_rest "no $tool (Debian: mono-runtime mono-mcs)"; done
export LD_LIBRARY_PATH=$build

run tables python3 tests/doors/generate.py --check "$build/libreel.so" --only csharp
run library library || exit 1
run programs programs || exit 1
counted behaviours behaviours
run readme readme
run corpus same_rows mono "$work/Corpus.exe" && tail -n 1 "$work/corpus.log"
run killed survives_kill 72 mono "$work/Recorder.exe"
run bench bench && tail -n 1 "$work/bench.log"
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ]

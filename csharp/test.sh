#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the library and its tests with Debian's mono, makes it a library of netstandard2.0, and runs the tests with mono and with CoreCLR:
# behaviours, the package and the README in an empty folder, the corpus, a killed recorder.
#
#   csharp/test.sh BUILD [package]    BUILD has libreel.so and cli/reel. The last line is "N passed, N failed, N skipped"
#                                     package: only makes build/csharp/Reel.nupkg
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

# $work/standard has the library as it is published, with what mono needs: its programs, and the spans of its mscorlib as System.Memory.
# $work/core has the library and the programs for CoreCLR.
standard() {
    local name spans='System.Runtime.CompilerServices.TypeForwardedTo(typeof(System'
    "${compiler[@]}" "-r:$cecil" "-out:$work/standard.exe" csharp/standard.cs || return
    rm -rf "$work/standard" "$work/core" && mkdir -p "$work/standard" "$work/core" || return
    for name in Reel.dll Behaviour.exe Bench.exe Cases.exe Corpus.exe Lifetimes.exe Recorder.exe; do
        mono "$work/standard.exe" "$work/$name" "$work/core/$name" || return
        cat > "$work/core/${name%.*}.runtimeconfig.json" << 'CONFIG'
{"runtimeOptions":{"framework":{"name":"Microsoft.NETCore.App","version":"3.1.0"},"configProperties":{"System.Globalization.Invariant":true}}}
CONFIG
    done
    ikdasm "$work/core/Reel.dll" > "$work/Reel.il" &&
        [ "$(sed -n 's/^\.assembly extern //p' "$work/Reel.il" | xargs)" = "netstandard System.Memory" ] || return
    cp "$work"/*.exe "$work/core/Reel.dll" "$work/standard/" &&
        printf '[assembly: %s.%s<>))]\n' "$spans" Span "$spans" ReadOnlySpan > "$work/Spans.cs" &&
        "${compiler[@]}" -target:library "-out:$work/standard/System.Memory.dll" "$work/Spans.cs"
}

# behaviours RUN...: RUN starts a program of the folder that $programs names.
behaviours() {
    rm -rf "$work/scratch"
    mkdir -p "$work/scratch"
    cc -Iinclude -o "$work/layout" csharp/tests/layout.c && "$@" "$programs/Behaviour.exe" tests/formats "$work/scratch" "$("$work/layout")"
}

# cases RUN...: the cases of all doors.
cases() {
    rm -rf "$work/cases-scratch"
    mkdir -p "$work/cases-scratch"
    "$@" "$programs/Cases.exe" . "$work/cases-scratch"
}

# The package, with the libraries that are there: nothing is missing, and nothing else is in it.
package() {
    local library
    library=$(realpath "$build/libreel.so")
    local -a libraries=("linux-x64=$library") linked=("link:$build:${library##*/}") expected=('[Content_Types].xml' LICENSE README.md Reel.nuspec THIRD_PARTY
        lib/netstandard2.0/Reel.dll lib/netstandard2.0/Reel.xml runtimes/linux-x64/native/libreel.so)
    if [ -f build/mingw/libreel.dll ]; then
        libraries+=("win-x64=build/mingw/libreel.dll") linked+=(link:build/mingw:libreel.dll)
        expected+=(runtimes/win-x64/native/reel.dll)
    else
        echo "no library for Windows: that step was not run"
    fi
    rm -rf "$work/package" && python3 packaging/release/licences.py "$work/THIRD_PARTY" "${linked[@]}" &&
        python3 csharp/pack.py "$published" "$work/Reel.xml" "$work/THIRD_PARTY" "$work/Reel.nupkg" "${libraries[@]}" &&
        python3 -m zipfile -e "$work/Reel.nupkg" "$work/package" &&
        diff <(printf '%s\n' "${expected[@]}" | LC_ALL=C sort) <(cd "$work/package" && find . -type f | sed 's|^\./||' | LC_ALL=C sort)
}

# The README in an empty folder with what is in the package.
readme() {
    local folder=$work/readme
    rm -rf "$folder" && mkdir -p "$folder" || return
    awk '/^```csharp$/ { on = 1; next } /^```$/ { on = 0 } on' csharp/README.md > "$folder/Program.cs"
    cp tests/formats/bsor/golden/full.bsor "$folder/play.bsor"
    cp "$work/package/lib/netstandard2.0/Reel.dll" "$work/package/runtimes/linux-x64/native/libreel.so" "$folder"
    [ ! -f "$work/standard/System.Memory.dll" ] || cp "$work/standard/System.Memory.dll" "$folder"
    (
        cd "$folder" && "${compiler[@]}" -r:Reel.dll "${facade[@]}" -out:Program.exe Program.cs &&
            LD_LIBRARY_PATH=$folder mono Program.exe && "$build/cli/reel" info new.bsor
    )
}

# lifetimes RUN...: random calls over random handles, with a library that counts them. REEL_TEST_EFFORT says how many.
lifetimes() {
    rm -rf "$work/lifetimes-scratch" && mkdir -p "$work/lifetimes-scratch" "$work/counting" &&
        cc -O1 -shared -fPIC -Iinclude "-DREAL=\"$(realpath "$build/libreel.so")\"" -o "$work/counting/libreel.so" csharp/tests/counting.c \
            -Wl,--no-as-needed "$build/libreel.so" "-Wl,-rpath,$build" -ldl &&
        LD_LIBRARY_PATH=$work/counting:$LD_LIBRARY_PATH "$@" "$programs/Lifetimes.exe" tests/formats "$work/lifetimes-scratch"
}

# bench RUN...
bench() {
    cc -O2 -shared -fPIC -Iinclude -o "$work/libbench.so" csharp/tests/bench.c "$build/libreel.so" "-Wl,-rpath,$build" &&
        LD_LIBRARY_PATH=$work:$LD_LIBRARY_PATH "$@" "$programs/Bench.exe" "$work/killed/1300.bsor"
}

# all_with NAME RUN...
all_with() {
    local name=$1
    shift
    counted "behaviours-$name" behaviours "$@"
    counted "cases-$name" cases "$@"
    run "lifetimes-$name" lifetimes "$@" && sed -n 1p "$work/lifetimes-$name.log"
    run "corpus-$name" same_rows "$@" "$programs/Corpus.exe" && tail -n 1 "$work/corpus-$name.log"
    run "killed-$name" survives_kill 72 "$@" "$programs/Recorder.exe"
    run "bench-$name" bench "$@" && tail -n 2 "$work/bench-$name.log"
}

# The runtime of .NET, as Python's packages have it; it is kept.
coreclr() {
    local found
    found=$(find "$work/coreclr" -path '*/dotnetcore2/bin/dotnet' 2> /dev/null)
    if [ -z "$found" ]; then
        environment coreclr 'dotnetcore2==3.1.23' > "$work/coreclr.log" 2>&1 || return
        found=$(find "$work/coreclr" -path '*/dotnetcore2/bin/dotnet')
    fi
    [ -n "$found" ] && chmod +x "$found" && echo "$found"
}

for tool in mono mcs; do command -v "$tool" > /dev/null || skip_rest "no $tool (Debian: mono-runtime mono-mcs)"; done
export LD_LIBRARY_PATH=$build

run tables python3 tests/doors/generate.py --check "$build/libreel.so" --only csharp
run library library || exit 1
run programs programs || exit 1
programs=$work published=$work/Reel.dll facade=()
cecil=$(find /usr/lib/mono/gac/Mono.Cecil -name Mono.Cecil.dll 2> /dev/null | sort -V | tail -n 1)
netstandard=$(find /usr/lib/mono/4.5/Facades -name netstandard.dll 2> /dev/null)
if [ -z "$cecil" ] || [ -z "$netstandard" ]; then
    # what is published is that of netstandard2.0 alone
    [ "${2:-}" != package ] || skip_rest "no Mono.Cecil or netstandard.dll (Debian: mono-devel)"
    skip "no Mono.Cecil or netstandard.dll (Debian: mono-devel): the library of mono is tested, not that of netstandard2.0"
else
    run standard standard || exit 1
    programs=$work/standard published=$work/standard/Reel.dll facade=("-r:$netstandard")
fi
run package package && { [ "${2:-}" != package ] || exit 0; } && run readme readme
all_with mono mono
if [ ! -d "$work/core" ]; then
    skip "CoreCLR runs only libraries of netstandard2.0"
elif ! dotnet=$(coreclr); then
    skip "the runtime of .NET could not be downloaded ($work/coreclr.log)"
elif ! "$dotnet" --info > "$work/coreclr.log" 2>&1; then
    skip "the runtime of .NET does not run here ($work/coreclr.log)"
else
    programs=$work/core
    all_with coreclr "$dotnet"
fi
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ]

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Uses each file of a release where nothing else of reel is: unpacked or installed in an empty folder, root or environment, it does its main job.
#
#   packaging/release/test/install.sh [DIST]     by default dist. The last line is "N passed, N failed, N skipped"
#
# What is not in DIST is skipped, and so is what a tool is missing for. As root, with mmdebstrap and a network, the packages for Debian are
# installed in a clean root.
set -uo pipefail
cd "$(dirname "$0")/../../.." || exit 2
root=$PWD dist=$(realpath "${1:-dist}") work=$PWD/build/dist-test
# shellcheck source=tests/door.sh
. tests/door.sh
version=$(packaging/release/versions.py | sed 's/,.*//')
play=$root/tests/formats/bsor/golden/full.bsor
rm -rf "$work" && mkdir -p "$work/refused" || exit 2
use_ccache
have() { command -v "$1" > /dev/null; }

# found PATTERN: one file of the release.
found() {
    local file
    for file in "$dist"/$1; do
        [ -f "$file" ] && echo "$file" && return
    done
    return 1
}

# The functions change folders and variables.
alone() ( "$@" )

# each NAME PATTERN [TOOL...]: runs the function NAME with the file, or says why not.
each() {
    local name=$1 file tool
    file=$(found "$2") || { skip "$name: $2 is not in the release"; return; }
    for tool in "${@:3}"; do have "$tool" || { skip "$name: no $tool"; return; }; done
    rm -rf "${work:?}/$name" && mkdir -p "$work/$name" && run "$name" alone "$name" "$file"
}

# A program that must not be started: the tarball has what it would make.
for tool in node npm clang wasm-ld; do
    # shellcheck disable=SC2016 # the script expands it
    printf '#!/bin/sh\necho "$0 was started" >&2\nexit 99\n' > "$work/refused/$tool" && chmod +x "$work/refused/$tool"
done

# does_its_job FOLDER COMMAND...: the command, with relative names, in FOLDER: info, check, convert, plot, view.
does_its_job() {
    local status=0
    cp "$play" "$1/play.bsor" && cd "$1" && shift || return
    [ "$("$@" --version | head -n 1 | tr -d '\r')" = "reel $version" ] && "$@" info play.bsor | grep 'Beat Saber Open Replay' &&
        "$@" convert -q --to xror -o copy.xror play.bsor && "$@" info copy.xror | grep -i 'extended reality' &&
        "$@" plot --plot score -o score.svg play.bsor && grep -q '<svg' score.svg || return
    "$@" check play.bsor || status=$?
    [ "$status" -le 1 ] && "$@" view -o page.html play.bsor && grep -q '<script' page.html
}

signature() {
    (cd "$dist" && sha256sum --quiet -c SHA256SUMS) || return
    (cd "$dist" && find . -type f ! -name 'SHA256SUMS*' -printf '%P\n' | LC_ALL=C sort) | diff - <(sed 's/^[0-9a-f]*  //' "$dist/SHA256SUMS" | LC_ALL=C sort) || return
    [ -z "${REEL_RELEASE_PUBLIC:-}" ] || minisign -V -p "$REEL_RELEASE_PUBLIC" -m "$dist/SHA256SUMS"
}

source_tarball() {
    local tree=$work/source_tarball/reel-$version prefix=$work/source_tarball/prefix
    tar -C "$work/source_tarball" -xf "$1" && PATH=$work/refused:$PATH cmake -G Ninja -S "$tree" -B "$work/source_tarball/build" -DCMAKE_BUILD_TYPE=Release \
        -DREEL_BUILD_TESTS=OFF -DREEL_BUILD_EXAMPLES=OFF && PATH=$work/refused:$PATH cmake --build "$work/source_tarball/build" &&
        PATH=$work/refused:$PATH cmake --install "$work/source_tarball/build" --prefix "$prefix" || return
    ls "$prefix/share/man/man1/reel-check.1" "$prefix/share/reel/viewer.html" "$prefix/share/mime/packages/reel.xml" &&
        cmp "$tree/prebuilt/reel-check.1" "$prefix/share/man/man1/reel-check.1" && does_its_job "$prefix" "$prefix/bin/reel"
}

# The folder is the root: there is nothing but the command.
static() {
    tar -C "$work/static" -xf "$1" && cd "$work/static/reel-$version-linux-x86_64" && ls share/man/man1/reel.1 && does_its_job . unshare -r chroot . /bin/reel
}

static_aarch64() {
    tar -C "$work/static_aarch64" -xf "$1" && cd "$work/static_aarch64/reel-$version-linux-aarch64" && does_its_job . qemu-aarch64 bin/reel
}

windows() {
    python3 -m zipfile -e "$1" "$work/windows" || return
    local folder=$work/windows/reel-$version-windows-x86_64
    ls "$folder/bin/libreel.dll" "$folder/lib/libreel.dll.a" "$folder/include/reel/reel.h" || return
    export WINEPREFIX=$work/wine WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe=d'
    unset DISPLAY WAYLAND_DISPLAY
    does_its_job "$folder" setarch -R wine bin/reel.exe
}

wheel() {
    environment wheel "$1" && "$work/wheel/bin/python" -c 'import sys, pyreel
replay = pyreel.open(sys.argv[1])
assert pyreel.__version__ == sys.argv[2] and replay.header["player_name"], pyreel.__version__
assert replay.tables["frames"] and replay.stats()["summary"]' "$play" "$version"
}

npm_package() {
    cd "$work/npm_package" && printf '{ "type": "module", "private": true }\n' > package.json && npm install --no-audit --no-fund --offline "$1" &&
        cp "$play" play.bsor && node --input-type=module -e "import { open } from '@reel-replay/reel'
const replay = await open('play.bsor')
if (replay.format.id !== 'bsor' || replay.table('frames').length === 0) process.exit(1)"
}

# The example of the page, with both crates as they are published.
crates() {
    local folder=$work/crates
    tar -C "$folder" -xf "$1" && tar -C "$folder" -xf "${1/reel-replay/reel-sys}" && mkdir "$folder/src" && cp "$play" "$folder/play.bsor" &&
        awk '/^```rust/ { on = 1; next } /^```$/ { on = 0 } on' rust/reel-replay/README.md > "$folder/src/main.rs" || return
    cat > "$folder/Cargo.toml" << MANIFEST
[package]
name = "guest"
version = "0.0.0"
edition = "2021"
[dependencies]
reel-replay = { path = "reel-replay-$version" }
[patch.crates-io]
reel-sys = { path = "reel-sys-$version" }
[workspace]
MANIFEST
    cd "$folder" && cargo run --offline --quiet && [ -s new.bsor ]
}

nuget() {
    python3 -m zipfile -e "$1" "$work/nuget" && cd "$work/nuget" && grep -q "<version>$version</version>" Reel.nuspec &&
        awk '/^```csharp$/ { on = 1; next } /^```$/ { on = 0 } on' "$root/csharp/README.md" > Program.cs && cp "$play" play.bsor &&
        cp lib/netstandard2.0/Reel.dll runtimes/linux-x64/native/libreel.so . || return
    # spans are in the mscorlib of mono, and elsewhere in System.Memory
    printf '[assembly: %s.%s<>))]\n' 'System.Runtime.CompilerServices.TypeForwardedTo(typeof(System' Span \
        'System.Runtime.CompilerServices.TypeForwardedTo(typeof(System' ReadOnlySpan > Spans.cs
    mcs -langversion:latest -unsafe -target:library -out:System.Memory.dll Spans.cs && mcs -langversion:latest -r:Reel.dll \
        "-r:$(find /usr/lib/mono/4.5/Facades -name netstandard.dll)" -out:Program.exe Program.cs && LD_LIBRARY_PATH=. mono Program.exe && [ -s new.bsor ]
}

duckdb() {
    environment duckdb duckdb && "$work/duckdb/bin/python" -c 'import sys, duckdb
db = duckdb.connect(config={"allow_unsigned_extensions": "true"})
db.execute(f"LOAD \x27{sys.argv[1]}\x27")
assert db.execute(f"SELECT count(*) FROM \x27{sys.argv[2]}\x27").fetchone()[0] > 0' "$1" "$play"
}

# The module is a folder of the tarball, and needs the library that is installed from it.
go_module() {
    local prefix=$work/source_tarball/prefix tree=$work/source_tarball/reel-$version pc
    pc=$(find "$prefix" -name reel.pc) && awk '/^```go$/ { on = 1; next } /^```$/ { on = 0 } on' go/README.md > "$work/go_module/main.go" &&
        cp "$play" "$work/go_module/play.bsor" && cd "$work/go_module" || return
    export GOPATH=$work/gopath GOFLAGS='-mod=mod -modcacherw' GOTOOLCHAIN=local GOPROXY=off PKG_CONFIG_PATH=${pc%/reel.pc} LD_LIBRARY_PATH=${pc%/pkgconfig/reel.pc}
    go mod init mod && go mod edit -require reel@v0.0.0 -replace "reel=$tree/go" && go run . && [ -s new.bsor ]
}

vectors() { python3 packaging/vectors/use.py "$work/source_tarball/prefix/bin/reel" "$1"; }

# The packages in a root of Debian that has nothing else: the command, a program of C, the server, which answers and is stopped.
debian() {
    local clean=$work/clean tar=build/debian-root.tar
    rm -rf "$clean" && mkdir -p "$clean" && tar -C "$clean" -xf "$tar" && cp -L /etc/resolv.conf "$clean/etc/" && mkdir "$clean/play" &&
        cp "$dist"/*.deb tests/package/guest.c "$clean/play" && echo force-unsafe-io > "$clean/etc/dpkg/dpkg.cfg.d/unsafe-io" || return
    [ ! -d build/debian-archives ] || cp -R build/debian-archives/. "$clean/var/cache/apt/archives"
    inside() { env -u CMAKE_C_COMPILER_LAUNCHER DEBIAN_FRONTEND=noninteractive chroot "$clean" "$@"; }
    # shellcheck disable=SC2016 # the shell inside expands it
    inside apt-get -qq update && inside sh -c 'apt-get -qq -y --no-install-recommends install /play/*.deb gcc libc6-dev pkg-config curl' &&
        does_its_job "$clean/play" inside sh -c 'cd /play && exec reel "$@"' reel &&
        inside sh -c 'cd /play && cc -o guest guest.c $(pkg-config --cflags --libs reel) && ./guest' && inside sh -c 'cd /play
            reel serve --port 18437 > served.log 2>&1 & server=$!
            curl -s --retry 40 --retry-delay 1 --retry-all-errors -f http://127.0.0.1:18437/version; status=$?
            kill $server; wait $server; exit $status' && rm -rf "$clean"
}

each signature SHA256SUMS
each source_tarball "reel-$version.tar.xz" cmake ninja cc
each static "reel-$version-linux-x86_64.tar.xz" unshare
each static_aarch64 "reel-$version-linux-aarch64.tar.xz" qemu-aarch64
each windows "reel-$version-windows-x86_64.zip" wine setarch python3
each wheel 'pyreel-*.whl' python3
each npm_package "reel-replay-reel-$version.tgz" npm node
each crates "reel-replay-$version.crate" cargo
each nuget "Reel.$version.nupkg" mono mcs python3
each duckdb 'duckdb/*/reel.duckdb_extension' python3
if [ -d "$work/source_tarball/prefix" ]; then
    each go_module "reel-$version.tar.xz" go
    each vectors "replay-vectors-$version.zip" python3
fi
if [ "$(id -u)" != 0 ] || [ ! -f build/debian-root.tar ]; then
    skip "debian: needs root's rights and build/debian-root.tar, which tests/package/deb.sh makes"
else
    each debian "reel_${version}-*.deb" chroot
fi
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ]

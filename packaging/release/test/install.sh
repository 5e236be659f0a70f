#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Uses each file of a release where nothing else of reel is: unpacked or installed in an empty folder, root or environment, it does its main job.
#
#   packaging/release/test/install.sh [DIST [NAME...]]     by default dist, and all tests. The last line is "N passed, N failed, N skipped"
#
# What is not in DIST is skipped, and so is what a tool is missing for. As root and with a network, sources and packages are used in a clean root
# of Debian, for which build/debian-root.tar is kept. Where the site has one line that installs a file, that line is what is run.
# Each test prints the jobs that it did; at the end there is a table of them.
# REEL_JOBS_PAGE=docs/release.md writes the table into that page.
# REEL_GOES_ON=1: tests that passed with the same files of the release, by their sums, do not run again.
set -uo pipefail
cd "$(dirname "$0")/../../.." || exit 2
root=$PWD dist=$(realpath "${1:-dist}") names=${*:2} work=$PWD/build/dist-test
# shellcheck source=tests/door.sh
. tests/door.sh
version=$(packaging/release/versions.py | sed 's/,.*//')
play=$root/tests/formats/bsor/golden/full.bsor guests=$root/packaging/release/test/guests
mkdir -p "$work/refused" "$work/passed" || exit 2
[ -n "$names" ] || [ -n "${REEL_GOES_ON:-}" ] || rm -f "$work"/passed/* "$work/asked"
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

# the_line SYSTEM [HEADING]: how the site says that it is installed, from a folder that has the files of the release. What is asked for counts as
# run.
the_line() {
    printf '%s\t%s\n' "$1" "${2:-.*}" >> "$work/asked"
    sed -n "/^## ${2:-.*}\$/,\$ { s/^| $1 | \`\([^\`]*\)\`.*/\1/; T; s/{{VERSION}}/$version/g; p; q }" "$root/docs/site/pages/get.md" | grep .
}

# installs FOLDER SYSTEM [HEADING]: runs that line in FOLDER, which gets the files of the release.
installs() {
    local line folder=$1
    line=$(the_line "${@:2}") && mkdir -p "$folder" && ln -sf "$dist"/* "$folder/" && echo "+ $line" && (cd "$folder" && sh -ec "$line")
}

# Lines that no test runs as they are printed, with the reason.
not_run() {
    cat << TABLE
Windows|its own programs unpack a zip, which wine does not have; the test unpacks it with Python
Windows on ARM|nothing here runs it; the test unpacks it with Python, and looks at it
C#|no package of Debian has dotnet; the test uses the package with mono
TABLE
}

# Every line of the page was run, or it is in the list above, and not in both; and nothing that the list names is missing from the page.
lines() {
    local heading system asked in reason status=0 count=0 run
    not_run | sed 's/|.*//' | LC_ALL=C sort > "$work/lines.not"
    while IFS='|' read -r heading system; do
        run=no
        while IFS=$'\t' read -r asked in; do [[ $system =~ ^${asked}$ && $heading =~ ^${in}$ ]] && run=yes; done < "$work/asked"
        reason=$(not_run | sed -n "s/^$system|//p")
        if [ "$run" = yes ] && [ -z "$reason" ]; then count=$((count + 1))
        elif [ "$run" = no ] && [ -n "$reason" ]; then echo "$system: not run as printed: $reason"
        else echo "$heading, $system: run: $run, and the reason not to is '$reason'"; status=1; fi
        echo "$system" >> "$work/lines.page"
    done < <(awk -F ' *[|] *' '/^## / { heading = substr($0, 4) } /^[|]/ && !/^[|] (---|system|language)/ { print heading "|" $2 }' "$root/docs/site/pages/get.md")
    LC_ALL=C sort -u "$work/lines.page" | LC_ALL=C comm -13 - "$work/lines.not" | sed 's/$/: not a line of the page/' | grep . && status=1
    echo "$count lines were run"
    rm -f "$work/lines.page"
    return "$status"
}

skipped_lines=''
leave() { skip "$1: $2"; skipped_lines+=" $1"; }

# sums_of NAME PATTERN: the sums of what a test uses: of files of that name, or of all, and of this script and its guests.
sums_of() {
    case $1 in
    versions | signature | links | sbom | site) (cd "$dist" && find . -type f | LC_ALL=C sort | xargs sha256sum) ;;
    *) (cd "$dist" && for file in $2; do sha256sum "$file"; done) ;;
    esac | cat - "$root"/packaging/release/test/install.sh "$guests"/* | sha256sum
}

# each NAME PATTERN [TOOL...]: runs the function NAME with the file, or says why not.
each() {
    local name=$1 file tool sums
    [ -z "$names" ] || [[ " $names " == *" $name "* ]] || return 0
    file=$(found "$2") || { leave "$name" "$2 is not in the release"; return; }
    for tool in "${@:3}"; do have "$tool" || { leave "$name" "no $tool"; return; }; done
    sums=$(sums_of "$name" "$2")
    if [ -n "${REEL_GOES_ON:-}" ] && [ -s "$work/passed/$name" ] && [ "$(cat "$work/passed/$name")" = "$sums" ]; then
        passed=$((passed + 1))
        echo "   ok: $name, passed before with the same files"
        return
    fi
    rm -rf "${work:?}/$name" "$work/passed/$name" && mkdir -p "$work/$name" && run "$name" alone "$name" "$file" && echo "$sums" > "$work/passed/$name"
}

# Artefacts, by the name of the test: what it is, where it is used, what it must do there. A test prints "did JOB" for each.
artefacts() {
    cat << TABLE
source_root|\`reel-VERSION.tar.xz\`|an empty root of Debian with gcc and CMake|info check convert plot view
debian|\`.deb\` packages|an empty root of Debian|info check convert plot view serve
static|\`linux-x86_64.tar.xz\`|an empty root without anything|info check convert plot view serve
static_aarch64|\`linux-aarch64.tar.xz\`|qemu-user|info check convert plot view
windows|\`windows-x86_64.zip\`|wine, a new prefix|info check convert plot view
wheel|wheel for x86-64|an empty environment|info check convert plot
wheel_aarch64|wheel for aarch64|a Python of Debian for aarch64, qemu-user|info check convert plot
wheel_musl|wheel for musl, x86-64|a Python for musl, made from sources of Debian|info check convert plot
wheel_musl_aarch64|wheel for musl, aarch64|a Python for musl, made from sources of Debian, qemu-user|info check convert plot
wheel_windows|wheel for Windows|a Python for Windows, wine|info check convert plot
sdist|source distribution of Python|an empty environment|info check convert plot
npm_package|\`@reel-replay/reel\`|an empty project of Node|info check convert plot
npm_viewer|\`@reel-replay/viewer\`|an empty project of Node, Chromium|view
duckdb|DuckDB extension|DuckDB of PyPI|info
crates|crates|an empty project of Rust|info check convert
go_module|Go module of the sources|an empty GOPATH|info check convert
nuget|NuGet package|an empty folder, mono|info check convert
image|image for containers|its own root|info view serve
TABLE
}

# jobs_table [PAGE]: the table of what each test did when it was last run, for docs/release.md. If only some tests were asked for, the others have
# the rows of PAGE.
jobs_table() {
    local name what where must job line did kept
    echo '| of the release | used in | info | check | convert | plot | view | serve |'
    echo '| --- | --- | --- | --- | --- | --- | --- | --- |'
    while IFS='|' read -r name what where must; do
        did=$(sed -n 's/^did //p' "$work/$name.log" 2> /dev/null)
        line="| $what | $where |"
        if [ -n "$names" ] && [[ " $names " != *" $name "* ]] && kept=$(grep -m 1 -F "$line" "${1:-/dev/null}"); then
            echo "$kept"
            continue
        fi
        for job in info check convert plot view serve; do
            if [[ " $must " != *" $job "* ]]; then line+=' – |'
            elif [ ! -e "$work/passed/$name" ]; then line+=' not tested |'
            elif grep -qx "$job" <<< "$did"; then line+=' yes |'
            else line+=' no |'; fi
        done
        echo "$line"
    done < <(artefacts)
}

# Every job of an artefact whose test passed was done.
complete() { ! jobs_table | grep ' no |'; }

# write_jobs PAGE: the lines between the two marks, and no others, become the table. Without both marks the page stays as it is.
write_jobs() {
    jobs_table "$1" > "$work/jobs.md"
    awk -v table="$work/jobs.md" '$0 == "<!-- end -->" && inside { inside = 0; whole = 1 }
        !inside { print }
        $0 == "<!-- jobs -->" { inside = 1; while ((getline line < table) > 0) print line }
        END { exit !whole || inside }' "$1" > "$work/page.md" || { echo "$1 has no place for the table" >&2; return 1; }
    cp "$work/page.md" "$1"
}

# The same twice, and the rest of the page as it was, whether there was a table or not.
page_is_kept() {
    local page=$work/page_is_kept.md before='first\n<!-- jobs -->\n' after middle
    after="<!-- end -->\\nlast\\n<!-- fields -->\\nx\\n<!-- end -->\\n$(seq -s '\n' 20000)\\n"
    for middle in '' '| old |\n'; do
        # shellcheck disable=SC2059 # they have newlines
        printf "$before$middle$after" > "$page"
        write_jobs "$page" && write_jobs "$page" && { printf '%b' "$before" && jobs_table && printf '%b' "$after"; } | diff - "$page" || return
    done
    printf 'first\n<!-- jobs -->\n' > "$page" && ! write_jobs "$page" && echo first > "$page" && ! write_jobs "$page" && [ "$(cat "$page")" = first ]
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
    [ "$("$@" --version | head -n 1 | tr -d '\r')" = "reel $version" ] && "$@" info play.bsor | grep 'Beat Saber Open Replay' && echo 'did info' &&
        "$@" convert -q --to xror -o copy.xror play.bsor && "$@" info copy.xror | grep -i 'extended reality' && echo 'did convert' &&
        "$@" plot --plot score -o score.svg play.bsor && grep -q '<svg' score.svg && echo 'did plot' || return
    "$@" check play.bsor || status=$?
    [ "$status" -le 1 ] && echo 'did check' && "$@" view -o page.html play.bsor && grep -q '<script' page.html && echo 'did view'
}

# Markdown in what is unpacked or installed leads to nothing that is not there; packages of npm run no script.
links() {
    local file tree=$work/links/tree
    for file in "$dist"/reel-*-{linux,macos}-*.tar.xz "$dist"/reel-*-windows-*.zip "$dist"/*.tgz "$dist"/*.nupkg; do
        [ -f "$file" ] || continue
        rm -rf "$tree" && mkdir -p "$tree" || return
        case $file in *.zip | *.nupkg) python3 -m zipfile -e "$file" "$tree" ;; *) tar -C "$tree" -xf "$file" ;; esac || return
        echo "$file" && "$root/packaging/release/readme.py" --check "$tree" || return
        [[ $file != *.tgz ]] || ! grep -E '"(scripts|devDependencies|prepare)"' "$tree/package/package.json" || return
    done
    [ ! -d "$dist/duckdb" ] || ls "$dist"/duckdb/*/LICENSE
}

# What each file says of its version.
versions() { "$root/packaging/release/versions.py" "$version" "$dist"; }

signature() {
    (cd "$dist" && sha256sum --quiet -c SHA256SUMS) || return
    (cd "$dist" && find . -type f ! -name 'SHA256SUMS*' -printf '%P\n' | LC_ALL=C sort) | diff - <(sed 's/^[0-9a-f]*  //' "$dist/SHA256SUMS" | LC_ALL=C sort) || return
    [ -z "${REEL_RELEASE_PUBLIC:-}" ] || minisign -V -p "$REEL_RELEASE_PUBLIC" -m "$dist/SHA256SUMS"
}

# What is in the scripts of the viewer, in every file that has them.
sbom() { python3 "$root/packaging/release/test/sbom_test.py" "$dist"; }

source_tarball() {
    local tree=$work/source_tarball/reel-$version prefix=$work/source_tarball/prefix
    installs "$work/source_tarball" sources && PATH=$work/refused:$PATH cmake -G Ninja -S "$tree" -B "$work/source_tarball/build" -DCMAKE_BUILD_TYPE=Release \
        -DREEL_BUILD_TESTS=OFF -DREEL_BUILD_EXAMPLES=OFF && PATH=$work/refused:$PATH cmake --build "$work/source_tarball/build" &&
        PATH=$work/refused:$PATH cmake --install "$work/source_tarball/build" --prefix "$prefix" || return
    ls "$prefix/share/man/man1/reel-check.1" "$prefix/share/reel/viewer.html" "$prefix/share/mime/packages/reel.xml" &&
        cmp "$tree/prebuilt/reel-check.1" "$prefix/share/man/man1/reel-check.1" && does_its_job "$prefix" "$prefix/bin/reel"
}

# answers PID PORT: a server that was started, which is stopped.
answers() {
    local status=0
    curl -s --retry 40 --retry-delay 1 --retry-all-errors -f "http://127.0.0.1:$2/version" || status=$?
    kill "$1" && wait "$1" && [ "$status" = 0 ] && echo 'did serve'
}

# The folder is the root: there is nothing but the command and the server, whose worker needs /proc and /dev/null.
static() {
    installs "$work/static" 'any Linux, x86-64' && cd "$work/static/reel-$version-linux-x86_64" && ls share/man/man1/reel.1 share/man/man1/reel-server.1 &&
        does_its_job . unshare -r chroot . /bin/reel && mkdir dev proc tmp && touch dev/null || return
    # shellcheck disable=SC2016 # the shell in the namespace expands it
    unshare -r --mount sh -c 'mount --rbind /proc proc && mount --bind /dev/null dev/null && exec chroot . /bin/reel serve --port 18438 /tmp/store' &
    answers $! 18438
}

static_aarch64() {
    installs "$work/static_aarch64" 'any Linux, aarch64' && cd "$work/static_aarch64/reel-$version-linux-aarch64" && does_its_job . qemu-aarch64 bin/reel
}

with_wine() {
    export WINEPREFIX=$work/wine WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml,winemenubuilder.exe=d'
    unset DISPLAY WAYLAND_DISPLAY
}

windows() {
    python3 -m zipfile -e "$1" "$work/windows" || return
    local folder=$work/windows/reel-$version-windows-x86_64
    ls "$folder/bin/libreel.dll" "$folder/lib/libreel.dll.a" "$folder/include/reel/reel.h" || return
    with_wine
    does_its_job "$folder" setarch -R wine bin/reel.exe
}

# looked_at SYSTEM: what nothing here can run was unpacked.
looked_at() { "$root/packaging/release/elsewhere.py" "$1" "$work/${1//-/_}/reel-$version-$1" "$root"; }
macos_arm64() { installs "$work/macos_arm64" 'macOS, Apple silicon' && looked_at macos-arm64; }
macos_x86_64() { installs "$work/macos_x86_64" 'macOS, Intel' && looked_at macos-x86_64; }
windows_arm64() { python3 -m zipfile -e "$1" "$work/windows_arm64" && looked_at windows-arm64; }

python_guest() { cp "$play" "$work/$1/play.bsor" && cd "$work/$1" && bin/python "$guests/guest.py" "$version"; }
wheel() { environment wheel && PATH=$work/wheel/bin:$PATH installs "$work/wheel/release" Python && python_guest wheel; }

# The pip of this machine's Python, which another Python can run.
any_pip() { python3 -c 'import ensurepip, pathlib; print(next(pathlib.Path(ensurepip.__file__).parent.rglob("pip-*.whl")))'; }

# A Python for aarch64, of Debian, which qemu-user runs. Its pip chooses the wheel.
wheel_aarch64() {
    local folder=$root/build/python-aarch64 here=$work/wheel_aarch64 pip
    note() { printf '   %s\n' "$*"; }
    # shellcheck source=tests/steps/install.sh
    . tests/steps/install.sh
    sysroot arm64 "$folder" python3.11-minimal libpython3.11-minimal libpython3.11-stdlib libc6 libgcc-s1 zlib1g libexpat1 libffi8 libssl3 libbz2-1.0 \
        liblzma5 && pip=$(any_pip) || return
    python_of_qemu() { qemu-aarch64 -L "$folder" "$folder/usr/bin/python3.11" "$@"; }
    python_of_qemu -c 'import platform; print(platform.machine())' | grep aarch64 &&
        python_of_qemu "$pip/pip" --isolated install --no-index --find-links "$dist" --target "$here/site" pyreel && cp "$play" "$here/play.bsor" &&
        cd "$here" && PYTHONPATH=$here/site python_of_qemu "$guests/guest.py" "$version"
}

# on_musl MACHINE FOLDER [COMMAND...]: with the Python that the wheel was built with, which COMMAND runs; pip chooses the wheel. Nothing but musl
# is loaded: the libraries that read compressed replays are in the wheel.
on_musl() {
    local python=$root/build/python-musl-$1/bin/python3.11 here=$2 by=("${@:3}") pip
    [ -x "$python" ] || { echo "no $python: the part python makes it"; return 1; }
    python_of_musl() { PYTHONPATH=$here/site "${by[@]}" "$python" "$@"; }
    pip=$(any_pip) && readelf -lW "$python" | grep "interpreter: /lib/ld-musl-$1.so.1" &&
        python_of_musl "$pip/pip" --isolated install --no-index --find-links "$dist" --target "$here/site" pyreel && cp "$play" "$here/play.bsor" &&
        cd "$here" && gzip -k play.bsor && xz -k play.bsor && zstd -q play.bsor && python_of_musl "$guests/guest.py" "$version" &&
        python_of_musl -c 'import pyreel
rows = [len(pyreel.open("play.bsor" + ending)["frames"]) for ending in ("", ".gz", ".xz", ".zst")]
assert rows[0] and rows == rows[:1] * 4, rows
libraries = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
assert len(libraries) == 2 and any("musl" in name for name in libraries), libraries'
}
wheel_musl() { on_musl x86_64 "$work/wheel_musl"; }

# pip asks musl for its version by running it; qemu-user runs no program that the guest starts, so Python runs it by qemu-user.
wheel_musl_aarch64() {
    local here=$work/wheel_musl_aarch64 libc=$root/build/musl-aarch64
    mkdir "$here/site" && cat > "$here/site/sitecustomize.py" << PYTHON || return
import subprocess
run = subprocess.run
subprocess.run = lambda words, **options: run(["qemu-aarch64", f"$libc{words[0]}"] if "ld-musl" in words[0] else words, **options)
PYTHON
    on_musl aarch64 "$here" qemu-aarch64 -L "$libc"
}

# The Python for Windows that the wheel was built with lacks python3.dll, through which the stable ABI is used: it only forwards each name.
wheel_windows() {
    local python=$work/wheel_windows/python
    cp -R "$root/build/python-windows" "$python" && cd "$python" && {
        printf 'LIBRARY python3.dll\nEXPORTS\n'
        x86_64-w64-mingw32-nm libs/python3.lib | sed -n 's/.* __imp_\(.*\)/\1=python311.\1/p' | LC_ALL=C sort -u
    } > python3.def && x86_64-w64-mingw32-gcc -shared -nostdlib -o python3.dll python3.def && cp lib/vcruntime140*.dll . || return
    with_wine
    # its home is a path of Windows; wine gives it standard streams only if they are pipes or /dev/null
    export PYTHONHOME="Z:${python//\//\\}" PYTHONPATH="Z:${work//\//\\}\\wheel_windows\\site"
    python_of_wine() { setarch -R wine "$python/python.exe" "$@" < /dev/null 2>&1 | tr -d '\r'; }
    python_of_wine -m pip --isolated install --no-index --find-links "Z:$dist" --target "Z:$work/wheel_windows/site" pyreel && cp "$play" ../play.bsor &&
        cd .. && python_of_wine "Z:$guests/guest.py" "$version"
}
sdist() { environment sdist "$1" && python_guest sdist; }

# node_project SYSTEM: an empty project with what the line for it installs, and no other packages.
node_project() {
    printf '{ "type": "module", "private": true }\n' > package.json && npm_config_offline=true installs . "$1" &&
        [ "$(ls node_modules)" = @reel-replay ] && cp "$play" play.bsor
}
npm_package() { cd "$work/npm_package" && node_project JavaScript && cp "$guests/guest.mjs" . && node guest.mjs; }
npm_viewer() { cd "$work/npm_viewer" && node_project 'the element [^|]*' && python3 "$guests/view.py" . "$chromium"; }

# With both crates as they are published.
crates() {
    local folder=$work/crates
    installs "$folder" Rust && mkdir "$folder/src" && cp "$play" "$folder/play.bsor" &&
        cp "$guests/guest.rs" "$folder/src/main.rs" || return
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
    # what they depend on is downloaded once
    cd "$folder" && { cargo fetch --offline --quiet || cargo fetch --quiet; } && cargo run --offline --quiet
}

nuget() {
    python3 -m zipfile -e "$1" "$work/nuget" && cd "$work/nuget" && grep -q "<version>$version</version>" Reel.nuspec && cp "$play" play.bsor &&
        cp lib/netstandard2.0/Reel.dll runtimes/linux-x64/native/libreel.so . || return
    # spans are in the mscorlib of mono, and elsewhere in System.Memory
    printf '[assembly: %s.%s<>))]\n' 'System.Runtime.CompilerServices.TypeForwardedTo(typeof(System' Span \
        'System.Runtime.CompilerServices.TypeForwardedTo(typeof(System' ReadOnlySpan > Spans.cs
    mcs -langversion:latest -unsafe -target:library -out:System.Memory.dll Spans.cs && mcs -langversion:latest -r:Reel.dll \
        "-r:$(find /usr/lib/mono/4.5/Facades -name netstandard.dll)" -out:Guest.exe "$guests/Guest.cs" && LD_LIBRARY_PATH=. mono Guest.exe
}

duckdb() {
    environment duckdb duckdb && cd "$dist" && "$work/duckdb/bin/python" -c 'import sys, duckdb
db = duckdb.connect(config={"allow_unsigned_extensions": "true"})
db.execute(sys.argv[1])
assert db.execute(f"SELECT count(*) FROM \x27{sys.argv[2]}\x27").fetchone()[0] > 0
assert db.execute("SELECT extension_version FROM duckdb_extensions() WHERE extension_name = \x27reel\x27").fetchone()[0] == "v" + sys.argv[3]
print("did info")' "$(the_line SQL)" "$play" "$version"
}

# The module is a folder of the tarball, and needs the library that is installed from it.
go_module() {
    local prefix=$work/source_tarball/prefix tree=$work/source_tarball/reel-$version pc line
    pc=$(find "$prefix" -name reel.pc) && cp "$guests/guest.go" "$work/go_module/main.go" && cp "$play" "$work/go_module/play.bsor" && cd "$work/go_module" || return
    export GOPATH=$work/gopath GOFLAGS='-mod=mod -modcacherw' GOTOOLCHAIN=local GOPROXY=off PKG_CONFIG_PATH=${pc%/reel.pc} LD_LIBRARY_PATH=${pc%/pkgconfig/reel.pc}
    line=$(the_line Go) && line=${line//FOLDER/$tree/go} && echo "+ $line" && go mod init mod && sh -ec "$line" && go run .
}

# As it was unpacked: no link leads out of it, and every page is reached.
site() {
    local site=$work/site/reel-$version-site
    tar -C "$work/site" -xf "$1" && python3 docs/site/check.py "$site" docs/release.md && [ -f "$site/LICENSE" ] || return
    # all of a release, not that of some parts or of a rehearsal without the log
    if [ -f "$dist/reel-$version-test.log.xz" ] && [ -f "$dist/SHA256SUMS.minisig" ]; then python3 docs/site/check.py --release "$site" "$dist"; fi
}

vectors() { python3 packaging/vectors/use.py "$work/source_tarball/prefix/bin/reel" "$1"; }

# The image is run as what it says, in its own files.
image() {
    mkdir "$work/image/layout" && tar -C "$work/image/layout" -xf "$1" &&
        "$root/packaging/server/image_test.sh" "$work/image/layout:reel-server" | tee "$work/image/log" &&
        grep -E '^[1-9][0-9]* passed, 0 failed, 0 skipped$' "$work/image/log" && printf 'did %s\n' info view serve
}

# An engine loads it, by the line for it, into a store of its own; and knows what it is.
containers() (
    line=$(the_line containers) && running=$(mktemp -d) || return
    trap 'rm -rf "$running"' EXIT # podman takes no path of more than 50 characters for it
    cd "$dist" && export STORAGE_DRIVER=vfs CONTAINERS_CONF=/dev/null XDG_RUNTIME_DIR=$running &&
        podman() { command podman --root "$work/containers/store" --runroot "$running" "$@"; } && export -f podman && export work running &&
        echo "+ $line" && bash -ec "$line" && podman images && podman image inspect --format '{{.Config.Entrypoint}}' reel-server | grep reel-server
)

# clean_root: $clean is a root of Debian that has nothing else, with a folder /play; `inside` runs a command there.
clean_root() {
    clean=$work/clean
    tests/package/debian_root.sh build/debian-root.tar && rm -rf "$clean" && mkdir -p "$clean" || return
    tar -C "$clean" -xf build/debian-root.tar && cp -L /etc/resolv.conf "$clean/etc/" && mkdir "$clean/play" &&
        echo force-unsafe-io > "$clean/etc/dpkg/dpkg.cfg.d/unsafe-io" &&
        printf '%s "true";\n' APT::Get::Assume-Yes quiet > "$clean/etc/apt/apt.conf.d/yes" || return
    [ ! -d build/debian-archives ] || cp -R build/debian-archives/. "$clean/var/cache/apt/archives"
    inside apt-get -qq update
}
# shellcheck disable=SC2016 # the shell in the namespace expands it
inside() {
    env -u CMAKE_C_COMPILER_LAUNCHER DEBIAN_FRONTEND=noninteractive unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$clean" "$@"
}
get() { inside apt-get -qq -y --no-install-recommends install "$@"; }

# The packages by the lines for them: the command, the server, which answers and is stopped, and a program of C.
debian() {
    local heading
    clean_root && cp "$dist"/*.deb tests/package/guest.c "$clean/play" || return
    for heading in 'The command' 'The server'; do inside sh -ec "cd /play && $(the_line Debian "$heading" || echo false)" || return; done
    # shellcheck disable=SC2016 # the shell inside expands it
    does_its_job "$clean/play" inside sh -c 'cd /play && exec reel "$@"' reel && get gcc libc6-dev pkg-config curl &&
        inside sh -ec "cd /play && $(the_line C || echo false)" && inside sh -c 'cd /play && cc -o guest guest.c $(pkg-config --cflags --libs reel) && ./guest' &&
        inside sh -c 'cd /play && cc -o record $(find /usr/share/doc/libreel-dev -name record.c) $(pkg-config --cflags --libs reel) && ./record new.bsor 2' &&
        inside sh -c 'cd /play
            reel serve --port 18437 > served.log 2>&1 & server=$!
            curl -s --retry 40 --retry-delay 1 --retry-all-errors -f http://127.0.0.1:18437/version; status=$?
            kill $server; wait $server; exit $status' && echo 'did serve' && rm -rf "$clean"
}

# The sources, with a compiler and CMake only. Not optimised, which takes a quarter of the time; source_tarball builds a release.
source_root() {
    # shellcheck disable=SC2016 # the shell inside expands it
    clean_root && tar -C "$clean/play" -xf "$1" && get gcc libc6-dev cmake ninja-build && ! inside sh -c 'command -v node || command -v clang' &&
        inside sh -c 'cd /play && cmake -G Ninja -S reel-* -B b -DCMAKE_BUILD_TYPE=Debug -DREEL_BUILD_EXAMPLES=OFF && cmake --build b && cmake --install b' &&
        ls "$clean/usr/local/share/man/man1/reel-check.1" && does_its_job "$clean/play" inside sh -c 'cd /play && exec reel "$@"' reel && rm -rf "$clean"
}

chromium=$(command -v "${REEL_CHROMIUM:-chromium}" || echo chromium)
[ -n "$names" ] || run page page_is_kept
each versions SHA256SUMS python3
each signature SHA256SUMS
each links SHA256SUMS python3
each sbom "reel-$version.spdx.json" python3 dpkg-deb
each source_tarball "reel-$version.tar.xz" cmake ninja cc
each static "reel-$version-linux-x86_64.tar.xz" unshare
each static_aarch64 "reel-$version-linux-aarch64.tar.xz" qemu-aarch64
each windows "reel-$version-windows-x86_64.zip" wine setarch python3
each macos_arm64 "reel-$version-macos-arm64.tar.xz" llvm-objdump python3
each macos_x86_64 "reel-$version-macos-x86_64.tar.xz" llvm-objdump python3
each windows_arm64 "reel-$version-windows-arm64.zip" llvm-objdump python3
each wheel "pyreel-*-manylinux_*_$(uname -m).whl" python3
each wheel_aarch64 'pyreel-*-manylinux_*_aarch64.whl' qemu-aarch64 python3
each wheel_musl 'pyreel-*-musllinux_*_x86_64.whl' python3 readelf
each wheel_musl_aarch64 'pyreel-*-musllinux_*_aarch64.whl' qemu-aarch64 python3 readelf
each wheel_windows 'pyreel-*-win_amd64.whl' wine setarch x86_64-w64-mingw32-gcc
each sdist "pyreel-$version.tar.gz" python3 cmake
each npm_package "reel-replay-reel-$version.tgz" npm node
each npm_viewer "reel-replay-viewer-$version.tgz" npm "$chromium" python3
each site "reel-$version-site.tar.xz" python3
each crates "reel-replay-$version.crate" cargo
each nuget "Reel.$version.nupkg" mono mcs python3
each duckdb 'duckdb/*/reel.duckdb_extension' python3
if [ -d "$work/source_tarball/prefix" ]; then
    each go_module "reel-$version.tar.xz" go
    each vectors "replay-vectors-$version.zip" python3
fi
if [ "$(id -u)" != 0 ]; then
    leave "debian, source_root, image, containers" "they need root's rights"
else
    each debian "reel_${version}-*.deb" chroot mmdebstrap
    each source_root "reel-$version.tar.xz" chroot mmdebstrap
fi
[ "$(id -u)" != 0 ] || each image "reel-server-$version-oci.tar" umoci curl unshare python3
[ "$(id -u)" != 0 ] || each containers "reel-server-$version-oci.tar" podman
if [ -z "$names" ]; then
    run jobs complete
    if [ -n "$skipped_lines" ]; then skip "lines of the page: these tests were skipped:$skipped_lines"; else run lines lines; fi
    sed -n 's/^\(.*: not run as printed\)/   \1/p' "$work/lines.log" 2> /dev/null
fi
jobs_table "${REEL_JOBS_PAGE:-}"
[ -z "${REEL_JOBS_PAGE:-}" ] || run write-jobs write_jobs "$REEL_JOBS_PAGE"
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ]

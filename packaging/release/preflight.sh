# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # release.sh sets root, work, dist, version, parts, without, rehearsal and id
# What a release needs, which is looked for before anything is made: all that is missing is printed at once, with one line that installs it.

# Whose parts | kind | what | packages of Debian. Without the libraries a part would be made, but the programs in it could do less.
# `*` is every part that is compiled.
needs() {
    cat << TABLE
*|tool|cc|gcc libc6-dev
*|tool|cmake|cmake
*|tool|ninja|ninja-build
*|tool|pkg-config|pkg-config
*|tool|python3|python3
*|tool|dpkg-query|dpkg
*|lib|zlib|zlib1g-dev
*|lib|libdeflate|libdeflate-dev
*|lib|liblzma|liblzma-dev
*|lib|libzstd|libzstd-dev
*|lib|libsodium|libsodium-dev
*|lib|sqlite3|libsqlite3-dev
web site|node|20|nodejs
web npm|tool|npm|npm
web macos-arm64 macos-x86_64 windows-arm64|tool|clang|clang
web|tool|wasm-ld|lld
web|file|/usr/lib/wasm32-wasi/libc.a|wasi-libc
web|file|/usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a|libclang-rt-14-dev-wasm32
web source static aarch64 macos-arm64 macos-x86_64 site log|tool|xz|xz-utils
deb image python|tool|dpkg-shlibdeps|dpkg-dev
deb image|tool|file|file
deb static image|lib|libseccomp|libseccomp-dev
deb image|lib|libpq|libpq-dev
deb image|lib|libcurl|libcurl4-openssl-dev
deb static image|lib|libcrypto|libssl-dev
static python|tool|dpkg-source|dpkg-dev
aarch64 python|tool|aarch64-linux-gnu-gcc|gcc-aarch64-linux-gnu libc6-dev-arm64-cross
aarch64 python|tool|apt-get|apt
aarch64|tool|qemu-aarch64|qemu-user
windows python|tool|x86_64-w64-mingw32-gcc|gcc-mingw-w64-x86-64
windows python|file|/usr/x86_64-w64-mingw32/include/zlib.h|libz-mingw-w64-dev
macos-arm64 macos-x86_64 windows-arm64|tool|llvm-ar|llvm
macos-arm64 macos-x86_64 windows-arm64|tool|llvm-objdump|llvm
python site macos-arm64 macos-x86_64 windows-arm64|module|ensurepip|python3-venv
python|header|Python.h|python3-dev
python|tool|mvn|maven
python|tool|musl-gcc|musl-tools
static python|tool|make|make
python|tool|readelf|binutils
nuget|tool|mono|mono-runtime
nuget|tool|mcs|mono-mcs
nuget|file|/usr/lib/mono/4.5/Facades/netstandard.dll|mono-devel
nuget|file|/usr/lib/mono/gac/Mono.Cecil/*/Mono.Cecil.dll|mono-devel
crates|tool|cargo|cargo
image|tool|mmdebstrap|mmdebstrap
image|tool|umoci|umoci
site|tool|doxygen|doxygen
TABLE
}

# Parts that contain what another part makes.
contains() {
    case $1 in
    source | deb | static | aarch64 | windows | macos-* | windows-arm64 | npm | image | site) echo web ;;
    nuget) echo windows ;;
    esac
}

# is_there KIND WHAT
is_there() {
    case $1 in
    tool) have "$2" ;;
    lib) pkg-config --exists "$2" 2> /dev/null ;;
    file) compgen -G "$2" > /dev/null ;;
    module) python3 -c "import $2" 2> /dev/null ;;
    header) [ -f "$(python3 -c 'import sysconfig; print(sysconfig.get_paths()["include"])' 2> /dev/null)/$2" ] ;;
    node) [ "$(node -p 'process.versions.node.split(".")[0]' 2> /dev/null || echo 0)" -ge "$2" ] ;;
    esac
}

# lacking PART...: fills `lacks_of`, what each part lacks, and `install`, the packages that have it.
lacking() {
    local users kind what packages name part seen=''
    while IFS='|' read -r users kind what packages; do
        [ "$users" != '*' ] || users=${all_parts/ log sbom sums/}
        name=''
        for part; do
            [[ " $users " == *" $part "* ]] || continue
            # asked once for all parts
            if [ -z "$name" ]; then
                is_there "$kind" "$what" && break
                case $kind in lib) name="the library $what" ;; module) name="Python's $what" ;; node) name="node $what or later" ;; *) name=$what ;; esac
            fi
            lacks_of[$part]+="${lacks_of[$part]:+, }$name"
        done
        if [ -n "$name" ]; then
            for name in $packages; do [[ " $seen " == *" $name "* ]] || seen+=" $name"; done
        fi
    done < <(needs)
    install=${seen# }
}

# strays: files of dist that no part has made.
strays() {
    [ -d "$dist" ] || return 0
    LC_ALL=C comm -23 <(cd "$dist" && find . -type f -printf '%P\n' | LC_ALL=C sort) \
        <(cat "$made"/* 2> /dev/null | sed -n 's/^[0-9a-f]\{64\}  //p' | LC_ALL=C sort -u)
}

# The changelog has a dated section for the version, and nothing above it that is not in the release.
changelog_problem() {
    awk -v version="$version" '
        /^## \[/ { section = $0; if (section ~ "^## \\[" version "\\] - [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]$") { dated = 1; exit } next }
        section && NF { other = section; exit }
        END {
            if (other) printf "CHANGELOG.md begins with \"%s\": rename it to \"## [%s] - DATE\"\n", other, version
            else if (!dated) printf "CHANGELOG.md has no section \"## [%s] - DATE\"\n", version
        }' CHANGELOG.md
}

# What makes a release out of these files: problems are printed, one a line.
release_problems() {
    local key public=${REEL_RELEASE_PUBLIC:-packaging/reel.pub}
    [ -f "$public" ] || echo "there is no $public, which users verify with: reel sign --new-key KEY makes it beside the secret key"
    [ "$(git cat-file -t "v$version" 2> /dev/null)" = tag ] && [ "$(git rev-parse -q --verify "v$version^{commit}")" = "$(git rev-parse HEAD)" ] ||
        echo "the commit has no annotated tag v$version: git tag -a v$version"
    changelog_problem
    ! grep -l 'reel@reel\.invalid' cmake/package.cmake packaging/debian/changelog 2> /dev/null | sed 's/$/ has the address reel@reel.invalid, which nobody reads/'
    if [ -n "${REEL_RELEASE_KEY:-}" ]; then
        for key in "$REEL_RELEASE_KEY" "${REEL_RELEASE_PASSWORD_FILE:-$REEL_RELEASE_KEY}"; do [ -r "$key" ] || echo "$key cannot be read"; done
    fi
}

# preflight PART...: stops if these parts cannot be made whole. Of a rehearsal, such parts are left out.
preflight() {
    local -A lacks_of=()
    local -a problems=()
    local part before install='' line free stops
    lacking "$@"
    for part; do
        for before in $(contains "$part"); do
            [[ " $* " == *" $before "* ]] || is_made "$before" || lacks_of[$part]+="${lacks_of[$part]:+, }what the part $before makes"
            [ -z "${lacks_of[$before]:-}" ] || lacks_of[$part]+="${lacks_of[$part]:+, }what the part $before makes"
        done
        case $part in
        image) [ "$(id -u)" = 0 ] || lacks_of[image]+="${lacks_of[image]:+, }root's rights" ;;
        static) [ "$(uname -m)" = x86_64 ] || lacks_of[static]+="${lacks_of[static]:+, }an x86-64 machine" ;;
        log) [ -n "$(log_of_tests)" ] || lacks_of[log]+="a run of ./test.sh full on this commit, or its log by REEL_RELEASE_LOG" ;;
        sbom | sums)
            for before in ${all_parts/ sbom sums/} $([ "$part" = sbom ] || echo sbom); do
                [[ " $* $without " == *" $before "* ]] || is_made "$before" || lacks_of[$part]+="${lacks_of[$part]:+, }the part $before"
            done
            ;;
        esac
    done
    # without these, there is not even a rehearsal
    while read -r line; do problems+=("$line"); done < <(packaging/release/versions.py "$version" > "$work/versions" || sed 's/$/, and not the version/' "$work/versions")
    [ -z "$changes" ] || [ -n "${REEL_RELEASE_CHANGES:-}" ] || problems+=("there are local changes: commit them, or set REEL_RELEASE_CHANGES")
    free=$(df -Pk "$root" | awk 'NR == 2 { print int($4 / 1024) }')
    [ "$free" -ge "${REEL_RELEASE_SPACE:-3000}" ] || problems+=("$free MB are free in ${root}, and a release needs ${REEL_RELEASE_SPACE:-3000}")
    while read -r line; do problems+=("$line in $(basename "$dist") was made by no part: move it away"); done < <(strays)
    stops=${#problems[@]}
    for part; do [ -z "${lacks_of[$part]:-}" ] || problems+=("$part lacks: ${lacks_of[$part]}"); done
    if [ -z "$rehearsal" ]; then
        while read -r line; do problems+=("$line"); done < <(release_problems)
    fi
    [ ${#problems[@]} -eq 0 ] || { echo "what is missing:" && printf '   %s\n' "${problems[@]}"; }
    [ -z "$install" ] || printf 'what installs it: apt-get install %s\n' "$install"
    [ -n "${REEL_RELEASE_KEY:-}" ] || [[ " $* " != *' sums '* ]] || echo "later: the signature, by REEL_RELEASE_KEY=KEY packaging/release.sh $version sums"
    if [ -n "$rehearsal" ]; then
        for part; do
            # what the others lack is a reason not to sum them up only in a release
            [ -z "${lacks_of[$part]:-}" ] || [[ $part == sbom || $part == sums ]] || { missing+=("$part: no ${lacks_of[$part]}") && without+=" $part"; }
        done
        [ "$stops" -eq 0 ]
    else
        [ ${#problems[@]} -eq 0 ]
    fi
}

# plan PART...: what will be done, and how long it took the last time.
plan() {
    local part took sum=0 unknown=0
    for part; do
        [[ " $without " != *" $part "* ]] || continue
        took=$(sed -n "s/^$part //p" "$work/times" 2> /dev/null | tail -n 1)
        if is_made "$part" && [[ $part != sbom && $part != sums ]]; then printf '   %-13s made already\n' "$part"
        elif [ -n "$took" ]; then printf '   %-13s %5s s\n' "$part" "$took"; sum=$((sum + took))
        else printf '   %-13s     ? s\n' "$part"; unknown=$((unknown + 1)); fi
    done
    printf '   together      %5s s%s\n' "$sum" "$([ "$unknown" -eq 0 ] || echo ", and $unknown parts that were not timed here")"
}

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and runs every test, on this machine and on others by emulation. What it needs for that (Debian) it lists, and then installs.
#
#   ./test.sh                 everything but aarch64, tidy and coverage
#   ./test.sh STEP...         only these: debug asan release package abi wasm i686 s390x aarch64 mingw tsan cost fuzz warnings lint tidy coverage
#
# Cuts and flips are tried at a sample of positions (an eighth of it under an emulator); REEL_TEST_EFFORT=full tries every byte and every
# bit of every small file (hours).
# REEL_FUZZ_SECONDS (0: the seeds only) is how long each fuzz target runs. Tests that need the corpus (../shared, or REEL_CORPUS) are skipped
# where it is not there, and named at the end. The last line is "N passed, N failed, N skipped".
set -uo pipefail
cd "$(dirname "$0")" || exit 2
root=$PWD
jobs=$(nproc 2> /dev/null || echo 2)
all='debug asan release package abi wasm i686 s390x mingw tsan cost fuzz warnings lint'
steps=${*:-$all}
passed=0 failed=0 skipped=0
failures=()
mkdir -p build

head_line() { printf '\n== %s\n' "$*"; }
note() { printf '   %s\n' "$*"; }

for step in $steps; do
    [[ " $all aarch64 tidy coverage " == *" $step "* ]] || { echo "test.sh: no step $step (there are: $all aarch64 tidy coverage)" >&2; exit 2; }
done

# ---- what is needed ---------------------------------------------------------------------------------------------------

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi; }

missing_of() {
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2> /dev/null | grep -q ' installed$' || echo "$package"
    done
}

# packages STEP: lines of REQUIRED|OPTIONAL PACKAGE... A step whose optional packages cannot be installed is skipped.
packages() {
    case $1 in
    every)
        echo REQUIRED cmake ninja-build gcc g++ libc6-dev pkg-config libcmocka-dev
        echo OPTIONAL zlib1g-dev libdeflate-dev liblzma-dev libzstd-dev
        echo OPTIONAL ccache
        echo OPTIONAL python3 ;;
    asan | tsan | fuzz) echo REQUIRED clang libclang-rt-14-dev ;;
    abi) echo OPTIONAL abigail-tools ;;
    i686) echo OPTIONAL gcc-i686-linux-gnu libc6-dev-i386-cross libc6-i386 ;;
    s390x) echo OPTIONAL gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user ;;
    aarch64) echo OPTIONAL gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user ;;
    mingw) echo OPTIONAL gcc-mingw-w64-x86-64 ;;
    wasm) echo OPTIONAL clang lld wasi-libc libclang-rt-14-dev-wasm32 nodejs ;;
    warnings) echo OPTIONAL clang ;;
    lint)
        echo OPTIONAL clang-format-14
        echo OPTIONAL cppcheck
        echo OPTIONAL shellcheck ;;
    coverage) echo OPTIONAL gcovr ;;
    tidy)
        echo REQUIRED clang libclang-rt-14-dev
        echo OPTIONAL clang-tidy ;;
    esac
}

# Lists all that is missing for the steps that are wanted, then installs it.
install_packages() {
    local step need list missing
    local -a lines
    mapfile -t lines < <(for step in every $steps; do packages "$step"; done | awk '!seen[$0]++')
    if ! command -v apt-get > /dev/null; then
        note "no apt-get here; these have to be installed already:"
        printf '     %s\n' "${lines[@]}"
        return
    fi
    # shellcheck disable=SC2086 # a list of packages
    mapfile -t lines < <(for list in "${lines[@]}"; do
        missing=$(missing_of ${list#* } | tr '\n' ' ')
        [ -z "$missing" ] || echo "${list%% *} ${missing% }"
    done)
    [ ${#lines[@]} -gt 0 ] || { note "nothing has to be installed"; return; }
    note "apt-get will install:"
    printf '     %s\n' "${lines[@]}"
    as_root apt-get -qq update > build/apt.log 2>&1
    for list in "${lines[@]}"; do
        need=${list%% *} missing=${list#* }
        # shellcheck disable=SC2086 # a list of packages
        if ! DEBIAN_FRONTEND=noninteractive as_root apt-get -qq install -y --no-install-recommends $missing >> build/apt.log 2>&1
        then
            note "could not be installed: $missing ($need; build/apt.log has the reason)"
            [ "$need" = OPTIONAL ] || exit 2
        fi
    done
}

# Several builds compile the same files, and so does the next run.
use_ccache() {
    have ccache && [ -z "${CMAKE_C_COMPILER_LAUNCHER+set}" ] || return 0
    export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
}

have() { command -v "$1" > /dev/null; }

# sysroot DEBIAN_ARCHITECTURE FOLDER: the libraries of another machine, unpacked beside the build, with an apt of its own, so
# that nothing foreign is installed here.
sysroot() {
    local arch=$1 folder=$2
    [ -f "$folder/complete" ] && return 0
    have apt-get && have dpkg-deb || return 1
    note "downloading the libraries of $arch into ${folder#"$root"/}; they are not installed"
    mkdir -p "$folder/apt/state/lists/partial" "$folder/apt/cache/archives/partial" "$folder/debs"
    : > "$folder/apt/status"
    local apt=(apt-get -qq -o "APT::Architecture=$arch" -o "APT::Architectures=$arch" -o "Dir::State=$folder/apt/state"
        -o "Dir::State::status=$folder/apt/status" -o "Dir::Cache=$folder/apt/cache" -o APT::Sandbox::User=root)
    "${apt[@]}" update > "$folder/log" 2>&1 # an index that is missing shows below
    (cd "$folder/debs" && "${apt[@]}" download libcmocka0 libcmocka-dev zlib1g zlib1g-dev liblzma5 liblzma-dev libzstd1 \
        libzstd-dev libdeflate0 libdeflate-dev) >> "$folder/log" 2>&1 || { tail -n 3 "$folder/log"; return 1; }
    for package in "$folder"/debs/*.deb; do dpkg-deb -x "$package" "$folder" || return 1; done
    touch "$folder/complete"
}

# ---- running and counting ---------------------------------------------------------------------------------------------

# tell NAME OK|FAILED [LOG]: one test that is not of ctest.
tell() {
    if [ "$2" = OK ]; then
        passed=$((passed + 1))
        note "ok: $1"
    else
        failed=$((failed + 1))
        failures+=("$1")
        note "FAILED: $1"
        [ -z "${3:-}" ] || tail -n 40 "$3"
    fi
}

# Sums up a log of ctest: the tests inside a cmocka program, and in a script that ends with "N passed, N failed" (or as
# the transcripts say it), count one by one; any other program is one. A program that dies counts as one failure.
# shellcheck disable=SC2016 # awk's own dollars
count='
function done_with() {
    if (name == "") return
    if (!counted) { if (ok) good++; else bad++ }
    else { good += p; bad += f; skip += s; if (!ok && !f) bad++ }
    name = ""
}
/^[0-9]+\/[0-9]+ Testing: / { done_with(); name = $3; counted = p = f = s = ok = 0 }
/^\[  PASSED  \] [0-9]+ test/ { counted = 1; p = $4 }
/^\[  SKIPPED \] [0-9]+ test/ { s = $4 }
/^\[  FAILED  \] [0-9]+ test/ { counted = 1; f = $4 }
/^[0-9]+ passed, [0-9]+ failed/ { counted = 1; p = $1; f = $3; s = $5 + 0 }
/^[0-9]+ transcripts pass, [0-9]+ fail/ { counted = 1; p = $1; f = $4; s = $6 + 0 }
/^Test Passed\.$/ { ok = 1 }
END { done_with(); print good + 0, bad + 0, skip + 0 }'

# build_at SOURCE NAME ARGUMENT...: configures build/NAME and builds it.
build_at() {
    local source=$1 name=$2
    shift 2
    if cmake -S "$source" -B "build/$name" "$@" > "build/$name.log" 2>&1 && cmake --build "build/$name" -j "$jobs" >> "build/$name.log" 2>&1
    then
        return 0
    fi
    tell "build of $name" FAILED "build/$name.log"
    return 1
}

build() { build_at . "$@"; }

# run_tests NAME EFFORT [ARGUMENT...]: the tests of build/NAME; further arguments are for ctest.
run_tests() {
    local name=$1 effort=${REEL_TEST_EFFORT:-$2} log=build/$1/Testing/Temporary/LastTest.log sums started=$SECONDS
    shift 2
    (cd "build/$name" && REEL_TEST_EFFORT=$effort ctest -j "$jobs" --timeout 1200 --output-on-failure "$@") \
        > "build/$name-tests.log" 2>&1 ||
        grep -vE '^ *[0-9]+/[0-9]+ Test .* Passed|^ +Start +[0-9]+' "build/$name-tests.log" | tail -n 60
    read -r -a sums < <(awk "$count" "$log")
    passed=$((passed + sums[0])) failed=$((failed + sums[1])) skipped=$((skipped + sums[2]))
    [ "${sums[1]}" -eq 0 ] || failures+=("$name: $(sed -n 's/^\t *[0-9]* - \([^ ]*\) .*/\1/p' "build/$name-tests.log" | tr '\n' ' ')")
    [ "$((sums[0] + sums[1]))" -gt 0 ] || tell "$name ran no test" FAILED "build/$name-tests.log"
    grep -hE '^\[ NO CORPUS \]' "$log" >> build/no-corpus.log
    note "$name ($effort): ${sums[0]} passed, ${sums[1]} failed, ${sums[2]} skipped in $((SECONDS - started)) s"
}

# What hostile files cost is counted in steps, the same on every machine (the step cost); memory, in the step release.
but_cost=(-E '^test_hostile_cost$')

# ---- the steps --------------------------------------------------------------------------------------------------------

step_debug() {
    head_line "debug: gcc, no optimisation"
    # Damage is tried at quick effort in the step asan, the transcripts and what hostile files cost in the step release.
    build debug --preset debug && run_tests debug light -E '^(cli|test_hostile_cost)$'
}

step_asan() {
    head_line "asan: clang, address and undefined behaviour sanitizers"
    build asan --preset asan && run_tests asan quick "${but_cost[@]}"
}

step_release() {
    head_line "release: gcc, optimised"
    build release --preset release && run_tests release light
}

step_package() {
    head_line "package: as others use it"
    build release --preset release || return
    local prefix=$root/build/prefix log=build/package.log
    rm -rf "$prefix" build/guest build/guest-source
    if cmake --install build/release --prefix "$prefix" > "$log" 2>&1; then
        tell "installs" OK
    else
        tell "installs" FAILED "$log"
    fi
    if cmake -G Ninja -S tests/package -B build/guest -DCMAKE_PREFIX_PATH="$prefix" > "$log" 2>&1 &&
        cmake --build build/guest >> "$log" 2>&1 && build/guest/guest; then
        tell "find_package(reel)" OK
    else
        tell "find_package(reel)" FAILED "$log"
    fi
    if cmake -G Ninja -S tests/package -B build/guest-source -DGUEST_REEL_SOURCE="$root" > "$log" 2>&1 &&
        cmake --build build/guest-source -j "$jobs" >> "$log" 2>&1 && build/guest-source/guest; then
        tell "as a sub-project" OK
    else
        tell "as a sub-project" FAILED "$log"
    fi
    if cmake -G Ninja -S examples/bot -B build/bot > "$log" 2>&1 && cmake --build build/bot -j "$jobs" >> "$log" 2>&1 &&
        rm -f build/bot/bot.gdr2 && build/bot/example_bot build/bot/bot.gdr2 >> "$log" 2>&1 &&
        cmp build/bot/bot.gdr2 tests/formats/gdr/golden/plain.gdr2; then
        tell "a bot in C++ records the golden macro" OK
    else
        tell "a bot in C++ records the golden macro" FAILED "$log"
    fi
    local pc
    pc=$(dirname "$(find "$prefix" -name reel.pc)")
    # shellcheck disable=SC2046 # flags are words
    if cc -o build/guest/by-pkg-config tests/package/guest.c \
        $(PKG_CONFIG_PATH=$pc pkg-config --define-prefix --static --cflags --libs reel) > "$log" 2>&1 &&
        LD_LIBRARY_PATH=$(dirname "$pc") build/guest/by-pkg-config; then
        tell "pkg-config reel" OK
    else
        tell "pkg-config reel" FAILED "$log"
    fi
    lint hardening cmake/hardening.sh build/release/cli/reel build/release/libreel.so
    lint build-options chosen_parts
}

# A build of some formats, and without encoders: it reads, it refuses to write, and has no symbol of an encoder.
chosen_parts() {
    local play=tests/formats/bsor/golden/full.bsor reel=build/parts/cli/reel status=0
    rm -rf build/parts
    if cmake -G Ninja -S . -B build/parts "-DREEL_WITH_FORMATS=bsor;osu" > build/parts.log 2>&1 || ! grep -q "no format 'osu'" build/parts.log; then
        echo "an unknown format is not refused"
        return 1
    fi
    cmake -S . -B build/parts -G Ninja "-DREEL_WITH_FORMATS=bsor;scoresaber" -DREEL_READ_ONLY=ON -DCMAKE_BUILD_TYPE=Release \
        -DREEL_BUILD_TESTS=OFF && cmake --build build/parts -j "$jobs" || return 1
    "$reel" stats "$play" && "$reel" export --to csv -t notes -o - "$play" | grep -q '^' || return 1
    "$reel" convert --to bsor -o build/parts/copy.bsor "$play" || status=$?
    if [ "$status" -ne 2 ] || [ -e build/parts/copy.bsor ]; then
        echo "writing is not refused: status $status"
        return 1
    fi
    status=0
    "$reel" info tests/formats/gdr/golden/plain.gdr2 || status=$?
    [ "$status" -eq 3 ] || { echo "a format that was left out is not refused: status $status"; return 1; }
    ! nm "$reel" | grep -E ' (bsor_finish|dat_finish|decoded_finish|pair_bsor_|plot_tee|tee_)'
}

# The library as WebAssembly, which may import nothing, against the same code as a program of this machine.
step_wasm() {
    head_line "wasm: every golden and bad file in node"
    local tool log=build/wasm-read.log
    for tool in clang wasm-ld node; do
        have "$tool" || { skipped=$((skipped + 1)) && note "skipped: no $tool" && return; }
    done
    [ -f /usr/lib/wasm32-wasi/libc.a ] || { skipped=$((skipped + 1)) && note "skipped: no wasi-libc" && return; }
    build_at tests/wasm wasm -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchains/wasm32.cmake" || return
    build_at tests/wasm wasm-native -G Ninja -DCMAKE_BUILD_TYPE=Release || return
    local -a files
    mapfile -d '' files < <(find tests/formats/*/golden tests/formats/*/bad -type f -print0 | LC_ALL=C sort -z)
    if node tests/wasm/read.mjs build/wasm/read.wasm build/wasm-native/read "${files[@]}" > "$log" 2>&1; then
        note "$(tail -n 1 "$log")"
        tell "the module reads as the program does" OK
    else
        tell "the module reads as the program does" FAILED "$log"
    fi
}

# The symbols and types that programs are compiled against, as abidw reports them, are those in docs/abi/libreel.abi;
# REEL_UPDATE=1 ./test.sh abi writes that file anew.
step_abi() {
    head_line "abi: the binary interface is that of the report"
    if ! have abidw || ! have abidiff || [ "$(uname -m)" != x86_64 ]; then
        skipped=$((skipped + 1))
        note "skipped: no abidw or abidiff (Debian: abigail-tools), or not the machine of the report (x86_64)"
        return
    fi
    local report=docs/abi/libreel.abi log=build/abi.log
    if ! { cmake --preset debug && cmake --build --preset debug --target reel_shared; } > "$log" 2>&1 ||
        ! abidw --no-show-locs --no-comp-dir-path --no-corpus-path --no-elf-needed --no-architecture --drop-private-types \
            --headers-dir include/reel --out-file build/libreel.abi "$(readlink -f build/debug/libreel.so)" > "$log" 2>&1; then
        tell "report of the binary interface" FAILED "$log"
        return
    fi
    if [ -n "${REEL_UPDATE:-}" ]; then
        cp build/libreel.abi "$report"
        note "written: $report"
    fi
    lint abi abidiff "$report" build/libreel.abi
}

# cross NAME DEBIAN_ARCHITECTURE EFFORT LEVEL [ARGUMENT...]: a Linux of another kind; LEVEL is the compiler's, at which there must be no
# warning; further arguments are for ctest.
cross() {
    local name=$1 folder=$root/build/sysroot-$1
    if ! sysroot "$2" "$folder"; then
        skipped=$((skipped + 1))
        note "skipped: the libraries of $2 could not be had, so no test can be built for it"
        return 1
    fi
    build "$name" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS_RELEASE=$4 -DNDEBUG" -DREEL_WERROR=ON \
        -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchains/$name.cmake" \
        -DREEL_SYSROOT="$folder" -DREEL_BUILD_SHARED=OFF && run_tests "$name" "$3" "${@:5}"
}

step_i686() {
    head_line "i686: 32 bits"
    if have i686-linux-gnu-gcc; then cross i686 i386 light -O1 "${but_cost[@]}"; else skipped=$((skipped + 1)) && note "skipped: no i686-linux-gnu-gcc"; fi
}

# emulated_transcripts NAME: the transcripts call the command themselves, so they get one that calls the emulator.
emulated_transcripts() {
    local folder=$root/build/$1 program wrapper
    mkdir -p "$folder/emulated"
    for program in cli/reel tests/cli/make_replay; do
        wrapper=$folder/emulated/${program##*/}
        printf '#!/bin/sh\nexec qemu-%s -L /usr/%s-linux-gnu "%s" "$@"\n' "$1" "$1" "$folder/$program" > "$wrapper"
        chmod +x "$wrapper"
    done
    if sh tests/cli/run.sh "$folder/emulated/reel" "$folder/emulated/make_replay" > "build/$1-cli.log" 2>&1; then
        tell "transcripts of the command under qemu-$1" OK
    else
        tell "transcripts of the command under qemu-$1" FAILED "build/$1-cli.log"
    fi
}

# emulated NAME DEBIAN_ARCHITECTURE PATTERN: a Linux of another kind under qemu; tests whose name fits PATTERN are left out.
emulated() {
    if have "$1-linux-gnu-gcc" && have "qemu-$1"; then
        cross "$1" "$2" light -O2 -E "$3" && emulated_transcripts "$1"
    else
        skipped=$((skipped + 1))
        note "skipped: no $1-linux-gnu-gcc or no qemu-$1"
    fi
}

step_s390x() {
    head_line "s390x: big-endian, under qemu"
    emulated s390x s390x '^(cli|test_hostile_cost)$'
}

# Each of these takes more than 20 s under qemu. test_number does so too and stays: it is about floats.
slow_emulated='test_(.*_hostile|.*_corpus|hostile_cost|machinery_(flips|roundtrip|cuts|rows|changes)|echo_edit|echo_convert'
slow_emulated+='|scoresaber_memory|convert_scoresaber|plot|teehistorian_resync|butter_window)'

step_aarch64() {
    head_line "aarch64: char is unsigned, under qemu"
    note "left out, since they are slow under qemu and the step s390x has them: $slow_emulated"
    emulated aarch64 arm64 "^(cli|$slow_emulated)\$"
}

step_mingw() {
    head_line "mingw: compiles for Windows"
    if ! have x86_64-w64-mingw32-gcc; then
        skipped=$((skipped + 1))
        note "skipped: no x86_64-w64-mingw32-gcc"
        return
    fi
    build mingw -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS_RELEASE=-Os -DNDEBUG" -DREEL_WERROR=ON -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchains/mingw.cmake" \
        -DREEL_BUILD_TESTS=OFF && tell "library and command for Windows" OK
}

# race NAME COMMAND...: the command with every golden and bad file behind it. Findings and files that cannot be read are fine, statuses 1 and 3;
# a race ends it with 66.
race() {
    local name=tsan-$1 log=build/tsan-$1.log status=0
    local -a files
    mapfile -d '' files < <(find tests/formats/*/golden tests/formats/*/bad -type f -print0 | LC_ALL=C sort -z)
    TSAN_OPTIONS='exitcode=66 halt_on_error=1' "${@:2}" "${files[@]}" > "$log" 2>&1 || status=$?
    case $status in
    0 | 1 | 3) if grep -q 'WARNING: ThreadSanitizer' "$log"; then tell "$name" FAILED "$log"; else tell "$name" OK; fi ;;
    *) tell "$name: status $status" FAILED "$log" ;;
    esac
}

step_tsan() {
    head_line "tsan: the command over many files with 8 threads"
    build tsan --preset tsan || return
    local reel=$root/build/tsan/cli/reel out=build/tsan/out
    rm -rf "$out"
    mkdir -p "$out"
    race check "$reel" check -j 8 --json
    race info "$reel" info -j 8
    race export "$reel" export -j 8 --to jsonl -o "$out/export"
    race stats "$reel" stats -j 8 --json
    race convert "$reel" convert -j 8 -o "$out/convert"
    race repair "$reel" repair -j 8 -o "$out/repair"
    race plot "$reel" plot -j 8 -o "$out/plot"
}

step_cost() {
    head_line "cost: what every verb costs on hostile files, in steps of the library"
    if ! { cmake --preset cost && cmake --build --preset cost --target test_hostile_cost; } > build/cost.log 2>&1; then
        tell "build of cost" FAILED build/cost.log
    elif REEL_TEST_EFFORT=quick build/cost/tests/test_hostile_cost > build/cost.log 2>&1; then
        tell "every verb on every hostile file is linear" OK
    else
        tell "every verb on every hostile file is linear" FAILED build/cost.log
    fi
}

step_fuzz() {
    head_line "fuzz: each target for ${REEL_FUZZ_SECONDS:-0} s"
    # A change that does not live up to its seeds is found here; a long run is for a quiet machine.
    if fuzz/run.sh "${REEL_FUZZ_SECONDS:-0}" > build/fuzz.log 2>&1; then
        grep '^fuzz ' build/fuzz.log | sed 's/^/   /'
        passed=$((passed + $(grep -c '^fuzz ' build/fuzz.log)))
    else
        tell "fuzz" FAILED build/fuzz.log
    fi
}

# lint NAME COMMAND...: quiet is good.
lint() {
    local name=$1 log=build/lint-$1.log
    shift
    if "$@" > "$log" 2>&1; then tell "$name" OK; else tell "$name" FAILED "$log"; fi
}

ours() { git ls-files "$@" 2> /dev/null | grep -v '^third_party/'; }

# compile COMPILER LEVEL [FLAG...]: every file of the library and the command by itself, warnings being errors; nothing is kept.
compile() {
    # the flags of cmake/warnings.cmake; the launcher is empty or a word
    # shellcheck disable=SC2086,SC2016
    ours 'src/**/*.c' 'cli/*.c' | grep -v windows | xargs -P "$jobs" -I FILE \
        sh -c 'out=build/warnings/$(echo "$1" | tr / _).$$.o; shift; "$@" -o "$out" && rm -f "$out"' sh FILE \
        ${CMAKE_C_COMPILER_LAUNCHER:-} "$@" -std=c17 -Iinclude -Isrc -Icli -Ithird_party -DREEL_BUILDING "${codecs[@]}" -fPIC -fvisibility=hidden \
        -ffp-contract=off "${flags[@]}" -Werror -c FILE
}

step_warnings() {
    head_line "warnings: none, by two compilers, at the levels that no preset builds"
    local flags codecs
    mkdir -p build/warnings
    mapfile -t flags < <(sed -n '/target_compile_options.*-Wall/,/)/p' cmake/warnings.cmake | grep -oE '[[:space:]]-W[a-z=-]+' | tr -d ' ' |
        grep -vx -e -Werror)
    mapfile -t codecs < <(for name in zlib.h:ZLIB libdeflate.h:LIBDEFLATE lzma.h:LZMA zstd.h:ZSTD; do
        [ ! -f "/usr/include/${name%:*}" ] || echo "-DREEL_WITH_${name#*:}"
    done)
    # Warnings are errors elsewhere too: gcc -O0 in debug, -O1 in i686, -O2 in s390x, -O3 in release, -Os in mingw; clang -O2 in asan.
    # clang warns before it optimises.
    ! have clang || lint "clang-O0" compile clang -O0
    lint gcc-sanitizers compile gcc -O2 -fsanitize=address,undefined
}

# gcc follows the paths through each file. Off, and why: too-complex says that it gave up on a function, which is no finding; whether a pointer
# is set goes with a status that reel_fail returns from another file, which the analyzer does not see (the fault loops under ASan do).
analyse() {
    ours 'src/core/*.c' 'src/codec/*.c' 'src/formats/**/*.c' | xargs -P "$jobs" -n 1 gcc -std=c17 -Iinclude -Isrc -Ithird_party \
        -DREEL_BUILDING -DREEL_WITH_ZLIB -DREEL_WITH_LIBDEFLATE -DREEL_WITH_LZMA -DREEL_WITH_ZSTD -O1 -fanalyzer -Wno-analyzer-too-complex -Wno-analyzer-null-dereference -Werror -c -o /dev/null
}

step_lint() {
    head_line "lint"
    lint sbom third_party/check.sh
    lint analyzer analyse
    # Another major version formats differently.
    if have clang-format-14; then
        # shellcheck disable=SC2046 # a list of files
        lint clang-format clang-format-14 --dry-run --Werror $(ours '*.c' '*.h')
    else
        skipped=$((skipped + 1))
        note "skipped: no clang-format-14"
    fi
    if have shellcheck; then
        # shellcheck disable=SC2046 # a list of files
        lint shellcheck shellcheck $(ours '*.sh' .ci/run)
    fi
    if have cppcheck; then
        lint cppcheck cppcheck -q -j "$jobs" --std=c11 --enable=warning,performance,portability --inline-suppr \
            --suppress=missingIncludeSystem --error-exitcode=1 -Iinclude -Isrc -DREEL_WITH_ZLIB -DREEL_WITH_LIBDEFLATE -DREEL_WITH_LZMA \
            -DREEL_WITH_ZSTD src cli
    fi
}

# coverage WHAT PERCENT FLOOR: a floor only rises; REEL_UPDATE=1 raises it to what was measured.
coverage() {
    if awk -v now="$2" -v floor="$3" 'BEGIN { exit !(now >= floor) }'; then
        tell "coverage of $1: $2 % (floor $3 %)" OK
    else
        tell "coverage of $1: $2 % is below the floor of $3 %" FAILED
    fi
}

# Run on request: it is one more build and run of everything. The corpus is left out, so that every machine measures the same.
step_coverage() {
    head_line "coverage: lines and branches of src and cli, without the corpus"
    if ! have gcovr; then
        skipped=$((skipped + 1))
        note "skipped: no gcovr"
        return
    fi
    build coverage --preset coverage || return
    find build/coverage -name '*.gcda' -delete
    # The transcripts limit the size of files, and the counters of a program that is limited cannot be written either.
    REEL_CORPUS=/nonexistent run_tests coverage light -E '^(house|test_hostile_cost|cli)$'
    sh tests/cli/run.sh "$root/build/coverage/cli/reel" "$root/build/coverage/tests/cli/make_replay" > build/coverage-cli.log 2>&1
    if ! gcovr -r . -f src -f cli --gcov-ignore-parse-errors -j "$jobs" -s build/coverage/CMakeFiles build/coverage/cli \
        > build/coverage-gcovr.log 2>&1; then
        tell "gcovr" FAILED build/coverage-gcovr.log
        return
    fi
    local lines branches floor_lines floor_branches
    lines=$(sed -n 's/^lines: \([0-9.]*\)%.*/\1/p' build/coverage-gcovr.log)
    branches=$(sed -n 's/^branches: \([0-9.]*\)%.*/\1/p' build/coverage-gcovr.log)
    read -r floor_lines floor_branches < <(grep -v '^#' tests/coverage-floor)
    coverage lines "$lines" "$floor_lines"
    coverage branches "$branches" "$floor_branches"
    [ -z "${REEL_UPDATE:-}" ] || awk -v lines="$lines" -v branches="$branches" \
        '/^#/ { print; next } { print ($1 > lines ? $1 : lines), ($2 > branches ? $2 : branches) }' tests/coverage-floor \
        > build/coverage-floor && cp build/coverage-floor tests/coverage-floor
}

# Takes as long as everything else together, so it is run on request.
step_tidy() {
    head_line "tidy"
    if have clang-tidy && cmake --preset asan -DCMAKE_EXPORT_COMPILE_COMMANDS=ON > build/lint-clang-tidy.log 2>&1; then
        ours 'src/**/*.c' 'cli/*.c' | grep -v windows > build/lint-files
        lint clang-tidy xargs -a build/lint-files -P "$jobs" -n 4 timeout 600 clang-tidy --quiet -p build/asan
    fi
}

# ---- all of it --------------------------------------------------------------------------------------------------------

: > build/no-corpus.log
head_line "what is needed"
install_packages
use_ccache
for step in $steps; do "step_$step"; done

head_line "in all, after $SECONDS s"
if [ -s build/no-corpus.log ]; then
    echo "without the corpus these could not run:"
    LC_ALL=C sort -u build/no-corpus.log | sed 's/^/   /'
fi
for failure in ${failures[@]+"${failures[@]}"}; do echo "failed: $failure"; done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]

# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # jobs is set by test.sh
# Checks of the sources.

needs_warnings() { echo OPTIONAL clang; }
needs_lint() {
    echo OPTIONAL clang-format-14
    echo OPTIONAL cppcheck
    echo OPTIONAL shellcheck
}
needs_tidy() {
    echo REQUIRED clang libclang-rt-14-dev
    echo OPTIONAL clang-tidy
}

# The codecs that are installed, as flags.
codec_flags() {
    local name
    for name in zlib.h:ZLIB libdeflate.h:LIBDEFLATE lzma.h:LZMA zstd.h:ZSTD; do
        [ ! -f "/usr/include/${name%:*}" ] || echo "-DREEL_WITH_${name#*:}"
    done
}

# gcc follows the paths through each file. Not used: too-complex only reports that it gave up on a function; null-dereference does not see
# that reel_fail, in another file, never returns success (the fault loops under ASan cover that).
# shellcheck disable=SC2046 # flags are words
# blake3*.c only include code of others, which takes a minute.
analyse() {
    ours 'src/core/*.c' 'src/codec/*.c' 'src/formats/**/*.c' | grep -v '^src/codec/blake3' | xargs -P "$jobs" -n 1 gcc -std=c17 -Iinclude -Isrc -Ithird_party \
        -DREEL_BUILDING $(codec_flags) -O1 -fanalyzer -Wno-analyzer-too-complex -Wno-analyzer-null-dereference -Werror -c -o /dev/null
}

step_lint() {
    heading "lint"
    quiet sbom third_party/check.sh
    # Another major version formats differently.
    if have clang-format-14; then
        # shellcheck disable=SC2046 # a list of files
        quiet clang-format clang-format-14 --dry-run --Werror $(ours '*.c' '*.h')
    else
        skip_step "no clang-format-14"
    fi
    if have shellcheck; then
        # shellcheck disable=SC2046 # a list of files
        quiet shellcheck shellcheck $(ours '*.sh' .ci/run)
    fi
    if have cppcheck; then
        mkdir -p build/cppcheck # a file that did not change since is not analysed again
        # shellcheck disable=SC2046 # flags are words
        quiet cppcheck cppcheck -q -j "$jobs" --cppcheck-build-dir=build/cppcheck --std=c11 --enable=warning,performance,portability \
            --inline-suppr --suppress=missingIncludeSystem --error-exitcode=1 -Iinclude -Isrc $(codec_flags) src cli
    fi
}

# compile COMPILER LEVEL [FLAG...]: every file of the library and the command by itself, with warnings as errors; nothing is kept.
compile() {
    # the flags of cmake/warnings.cmake; the launcher is empty or a word
    # shellcheck disable=SC2086,SC2046,SC2016
    ours 'src/**/*.c' 'cli/**/*.c' 'cli/*.c' | grep -v windows | xargs -P "$jobs" -I FILE \
        sh -c 'out=build/warnings/$(echo "$1" | tr / _).$$.o; shift; "$@" -o "$out" && rm -f "$out"' sh FILE \
        ${CMAKE_C_COMPILER_LAUNCHER:-} "$@" -std=c17 -Iinclude -Isrc -Icli -Ithird_party -DREEL_BUILDING $(codec_flags) -fPIC \
        -fvisibility=hidden -ffp-contract=off "${flags[@]}" -Werror -c FILE
}

# On request. Other steps build with warnings as errors: gcc -O0 in debug, -O1 in i686, -O2 in s390x, -O3 in release, -Os in mingw; clang in
# asan. Left over is gcc with its own sanitizers, for those who build with them.
step_warnings() {
    heading "warnings: gcc with its sanitizers"
    local flags
    mkdir -p build/warnings
    mapfile -t flags < <(sed -n '/target_compile_options.*-Wall/,/)/p' cmake/warnings.cmake | grep -oE '[[:space:]]-W[a-z=-]+' | tr -d ' ' |
        grep -vx -e -Werror)
    quiet gcc-sanitizers compile gcc -O2 -fsanitize=address,undefined
}

# On request: it takes as long as everything else together. The analyzer of gcc has found none of the mistakes of docs/mutation.md.
step_tidy() {
    heading "tidy"
    quiet analyzer analyse
    if have clang-tidy && cmake --preset asan -DCMAKE_EXPORT_COMPILE_COMMANDS=ON > build/check-clang-tidy.log 2>&1; then
        ours 'src/**/*.c' 'cli/**/*.c' 'cli/*.c' | grep -v windows > build/lint-files
        quiet clang-tidy xargs -a build/lint-files -P "$jobs" -n 4 timeout 600 clang-tidy --quiet -p build/asan
    fi
}

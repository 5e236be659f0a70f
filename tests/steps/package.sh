# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154,SC2034 # root and jobs are set by test.sh; build uses targets
# The library as others use it: installed, as a sub-project, in parts, and its binary interface.

needs_package() { echo OPTIONAL python3 file shared-mime-info desktop-file-utils; }
needs_python() {
    echo OPTIONAL python3 python3-venv python3-dev
    echo OPTIONAL r-base-core r-cran-data.table r-cran-jsonlite r-cran-reticulate
}
needs_columns() { echo OPTIONAL python3-venv; }
needs_deb() { echo OPTIONAL dpkg-dev file lintian mmdebstrap binutils; }
needs_static() { echo OPTIONAL binutils; echo OPTIONAL musl-tools; echo OPTIONAL mandoc groff; }

step_package() {
    heading "package: as others use it"
    build release --preset release || return
    local prefix=$root/build/prefix log=build/package.log
    rm -rf "$prefix" build/guest build/guest-source
    if cmake --install build/release --prefix "$prefix" > "$log" 2>&1; then
        result "installs" OK
    else
        result "installs" FAILED "$log"
    fi
    if cmake -G Ninja -S tests/package -B build/guest -DCMAKE_PREFIX_PATH="$prefix" > "$log" 2>&1 &&
        cmake --build build/guest >> "$log" 2>&1 && build/guest/guest; then
        result "find_package(reel)" OK
    else
        result "find_package(reel)" FAILED "$log"
    fi
    if cmake -G Ninja -S tests/package -B build/guest-source -DGUEST_REEL_SOURCE="$root" > "$log" 2>&1 &&
        cmake --build build/guest-source -j "$jobs" >> "$log" 2>&1 && build/guest-source/guest; then
        result "as a sub-project" OK
    else
        result "as a sub-project" FAILED "$log"
    fi
    if cmake -G Ninja -S tests/package/fetch -B build/fetched > "$log" 2>&1 && cmake --build build/fetched -j "$jobs" >> "$log" 2>&1 &&
        build/fetched/fetched && ! grep -E '^(ZLIB|LIBLZMA|zstd)_' build/fetched/CMakeCache.txt >> "$log"; then
        result "FetchContent in a project of C++ only, without other libraries" OK
    else
        result "FetchContent in a project of C++ only, without other libraries" FAILED "$log"
    fi
    if cmake -G Ninja -S examples/bot -B build/bot > "$log" 2>&1 && cmake --build build/bot -j "$jobs" >> "$log" 2>&1 &&
        rm -f build/bot/bot.gdr2 && build/bot/example_bot build/bot/bot.gdr2 >> "$log" 2>&1 &&
        cmp build/bot/bot.gdr2 tests/formats/gdr/golden/plain.gdr2; then
        result "a bot in C++ records the golden macro" OK
    else
        result "a bot in C++ records the golden macro" FAILED "$log"
    fi
    local pc
    pc=$(dirname "$(find "$prefix" -name reel.pc)")
    # shellcheck disable=SC2046 # flags are words
    if cc -o build/guest/by-pkg-config tests/package/guest.c \
        $(PKG_CONFIG_PATH=$pc pkg-config --static --cflags --libs reel) > "$log" 2>&1 &&
        LD_LIBRARY_PATH=$(dirname "$pc") build/guest/by-pkg-config; then
        result "pkg-config reel" OK
    else
        result "pkg-config reel" FAILED "$log"
    fi
    quiet hardening cmake/hardening.sh build/release/cli/reel build/release/libreel.so
    quiet build-options chosen_parts
    counted package-install tests/package/install.sh build/release
    counted package-symbols tests/package/symbols.sh build/release
    counted package-vectors packaging/vectors/test.sh
    counted package-types packaging/types/test.sh
    counted package-older tests/older/test.sh
    counted package-release packaging/release/test/driver.sh
    quiet package-versions packaging/release/versions.py
}

# Finds: packages that Debian's policy refuses, that lack a dependency, or that do not work in a root with nothing else.
step_deb() {
    heading "deb: packages for Debian"
    have dpkg-shlibdeps || { skip_step "no dpkg-shlibdeps (Debian: dpkg-dev)"; return; }
    build deb --preset deb -DREEL_WERROR=ON && counted package-deb tests/package/deb.sh build/deb
}

# Finds: a command that needs a shared library.
step_static() {
    heading "static: one file that runs anywhere"
    build release --preset release && build static --preset static &&
        counted package-static tests/package/static.sh build/static build/release
}

# A build of some formats, and without encoders: it reads, it refuses to write, and has no symbol of an encoder.
chosen_parts() {
    local play=tests/formats/bsor/golden/full.bsor reel=build/parts/cli/reel status=0
    rm -rf build/parts
    if cmake -G Ninja -S . -B build/parts "-DREEL_WITH_FORMATS=bsor;osu" > build/parts.log 2>&1 || ! grep -q "no format 'osu'" build/parts.log; then
        echo "an unknown format is not refused"
        return 1
    fi
    cmake -S . -B build/parts -G Ninja "-DREEL_WITH_FORMATS=bsor;scoresaber;xror" -DREEL_READ_ONLY=ON -DREEL_BUILD_TESTS=OFF && cmake --build build/parts -j "$jobs" || return 1
    "$reel" stats "$play" && "$reel" export --to csv -t notes -o - "$play" | grep -q '^' || return 1
    "$reel" convert --to bsor -o build/parts/copy.bsor "$play" || status=$?
    if [ "$status" -ne 2 ] || [ -e build/parts/copy.bsor ]; then
        echo "writing is not refused: status $status"
        return 1
    fi
    status=0
    "$reel" info tests/formats/gdr/golden/plain.gdr2 || status=$?
    [ "$status" -eq 3 ] || { echo "a format that was left out is not refused: status $status"; return 1; }
    ! nm "$reel" | grep -E ' (reel__)?(bsor_finish|dat_finish|decoded_finish|pair_bsor_|plot_tee|tee_)'
}

# Finds: functions, members, fields and constants that programs are compiled against and that have changed without docs/abi;
# what the library exports and no header declares, or the other way round. REEL_UPDATE=1 ./test.sh abi writes docs/abi anew.
step_abi() {
    heading "abi: the binary interface is that of docs/abi"
    if [ "$(uname -m)" != x86_64 ]; then
        skip_step "not the machine of docs/abi (x86_64)"
        return
    fi
    local -a targets=(reel_shared)
    build release --preset release || return
    quiet abi python3 tests/doors/generate.py ${REEL_UPDATE:+--write} build/release/libreel.so # the code of the doors, too
    quiet abi-symbols declared_symbols
}
declared_symbols() {
    local names
    # Static inline functions and types of callbacks are declared, but are no symbols.
    names=$(nm -D --defined-only build/release/libreel.so | awk '$2 != "A" && $3 !~ /^_(init|fini)$/ { print $3 }' | LC_ALL=C sort)
    awk -F '\t' 'NR > 1 && $2 !~ /^(typedef|static)/ { print $1 }' docs/abi/symbols.tsv | LC_ALL=C sort | diff - <(echo "$names")
}

# Finds: Arrow and Parquet files that other programs refuse, or read as other values than JSON has.
step_columns() {
    heading "columns: Arrow and Parquet, read by pyarrow, DuckDB, polars and carquet"
    python3 -c 'import ensurepip' 2> /dev/null || { skip_step "no python3 with venv (Debian: python3-venv)"; return; }
    build release --preset release && counted columns sh tests/columns/proof.sh build/release
}

# Finds: a package that does not install from its own sources, or whose types, examples or lifetimes are wrong.
step_python() {
    heading "python: pyreel, as its users install it"
    counted python bash python/test.sh
}

# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # release.sh sets root, work, dist and version
# Packages for languages and databases. The test scripts of the doors make them; here they are only collected.

# door NAME COMMAND...: a test script that makes packages only. It ends with "N passed, N failed, N skipped"; a skip is why nothing was made.
door() {
    local log=$work/$1.log
    shift
    "$@" > "$log" 2>&1 || { tail -n 20 "$log"; return 1; }
    ! sed -n 's/^   skipped: //p' "$log" | grep . > "$log.skips" || leave_out "$(head -n 1 "$log.skips")"
}

part_python() {
    local wheel
    rm -rf build/python/sdist build/python/repaired
    door python bash python/test.sh packages || return
    for wheel in build/python/sdist/*.tar.gz; do [ ! -f "$wheel" ] || keep "$wheel"; done
    for wheel in build/python/repaired/*.whl; do [ ! -f "$wheel" ] || keep_wheel "$wheel" build/python/cmake:_reel.abi3.so || return; done
    wheel_for_aarch64 && wheel_for_windows && wheel_for_musl x86_64 && wheel_for_musl aarch64
}

# DuckDB finds the function that it calls first by the name of the file. Its licence and those of what is linked into it lie beside it.
part_duckdb() {
    logged duckdb cmake -G Ninja -S duckdb -B build/duckdb/cmake && logged duckdb cmake --build build/duckdb/cmake -j "$jobs" || return
    third_party "$work/duckdb.THIRD_PARTY" link:build/duckdb/cmake:reel_duckdb.so || return
    local folder
    folder=duckdb/linux_$(dpkg --print-architecture 2> /dev/null || uname -m)
    keep build/duckdb/cmake/reel.duckdb_extension "$folder/reel.duckdb_extension" && keep "$work/duckdb.THIRD_PARTY" "$folder/THIRD_PARTY" &&
        keep LICENSE "$folder/LICENSE"
}

part_npm() {
    local folder
    rm -rf "$work/npm" && mkdir -p "$work/npm"
    for folder in web/wasm web/viewer/package; do
        # what builds the package is not in it: neither are its scripts and the tools that they need
        mkdir "$work/npm/package" && tar -C "$folder" --exclude=./node_modules --exclude=./.build -cf - . | tar -C "$work/npm/package" -xf - &&
            (cd "$work/npm/package" && npm pkg delete scripts devDependencies && ../../../../packaging/release/readme.py . &&
                logged npm npm pack --ignore-scripts --pack-destination "$work/npm") && rm -rf "$work/npm/package" || return
    done
    for folder in "$work"/npm/*.tgz; do [ ! -f "$folder" ] || keep "$folder"; done
}

# With the library for Windows, of the part windows.
part_nuget() {
    rm -f build/csharp/Reel.nupkg
    command_build && door nuget bash csharp/test.sh build/release package || return
    [ ! -f build/csharp/Reel.nupkg ] || keep build/csharp/Reel.nupkg "Reel.$version.nupkg"
}

part_crates() {
    local crate target=$root/build/rust/target
    rm -f "$target"/package/*.crate
    (cd rust && CARGO_TARGET_DIR=$target logged crates cargo package --workspace --no-verify --allow-dirty) || return
    for crate in reel-sys reel-replay; do keep "$target/package/$crate-$version.crate" || return; done
}

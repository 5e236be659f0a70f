# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # release.sh sets root, work, dist and version
# The command and the static library for systems that are not at hand: clang compiles them, and the linker of the package ziglang links them
# (cmake/toolchains/zig.cmake). They are built and looked at, and not run.

# Another version has other libraries, and gives other bytes.
zig_version=0.17.1

# zig_folder: prints where the package is. It is downloaded once.
zig_folder() {
    local venv=$root/build/zig-$zig_version
    if ! "$venv/bin/python" -c 'import ziglang' 2> /dev/null; then
        rm -rf "$venv" && python3 -m venv "$venv" && "$venv/bin/python" -m pip install -q "ziglang==$zig_version" >&2 || return
    fi
    "$venv/bin/python" -c 'import pathlib, ziglang; print(pathlib.Path(ziglang.__file__).parent)'
}

# elsewhere SYSTEM ENDING: what the library has needs no other library. So the command reads no .gz, .xz and .zst, has no marks and no match.
elsewhere() {
    local system=$1 build=build/$1 tree=$work/unpacked/reel-$version-$1 zig
    zig=$(zig_folder 2> "$work/zig.log") || { leave_out "the package ziglang $zig_version could not be downloaded (build/dist/zig.log)"; return; }
    export ZIG_GLOBAL_CACHE_DIR=$root/build/zig-cache ZIG_LOCAL_CACHE_DIR=$root/build/zig-cache
    command_build && logged "$system" cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Release --toolchain "$root/cmake/toolchains/zig.cmake" \
        "-DREEL_ZIG=$zig" "-DREEL_ZIG_SYSTEM=$system" -DREEL_MINIMAL=ON -DREEL_BUILD_SHARED=OFF -DREEL_BUILD_TESTS=OFF -DREEL_BUILD_EXAMPLES=OFF &&
        logged "$system" cmake --build "$build" -j "$jobs" && rm -rf "$tree" && logged "$system" cmake --install "$build" --prefix "$tree" || return
    if [[ $system == macos-* ]]; then manual_pages "$tree/share" || return; fi
    logged "check-$system" python3 packaging/release/elsewhere.py "$system" "$tree" "$root" "$zig" &&
        packed "$system" "$2" "link:$build:libreel.a" "zig:$zig:$system"
}

# manual_pages SHARE: and completions, which the command prints. That of another system does not run, and prints the same.
manual_pages() {
    local from=build/release/cli
    install -D -m 0644 -t "$1/man/man1" "$from"/*.1 && install -D -m 0644 "$from/reel.bash" "$1/bash-completion/completions/reel" &&
        install -D -m 0644 "$from/reel.zsh" "$1/zsh/site-functions/_reel" && install -D -m 0644 -t "$1/fish/vendor_completions.d" "$from/reel.fish"
}

part_macos-arm64() { elsewhere macos-arm64 tar.xz; }
part_macos-x86_64() { elsewhere macos-x86_64 tar.xz; }
part_windows-arm64() { elsewhere windows-arm64 zip; }

# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # release.sh sets root, work, dist and version
# Sources, packages for Debian, and what is unpacked and used.

# The page of the viewer and the npm packages, which others contain.
part_web() {
    local status=0
    web/build.sh element > "$work/web.log" 2>&1 || status=$?
    case $status in
    0) record "$(realpath --relative-to="$dist" web/viewer/dist/index.html)" ;;
    3) leave_out "$(tail -n 1 "$work/web.log")" ;;
    *) tail -n 20 "$work/web.log"; return 1 ;;
    esac
}

# The command and the library of this machine, which also make what other parts contain.
command_build() {
    logged release cmake --preset release &&
        logged release cmake --build build/release -j "$jobs" --target reel_command reel_help reel reel_shared
}

# The files of the commit, and what they build with tools that who installs them need not have: the page of the viewer (node, clang), and the
# manual pages and completions, which the command prints (cross-compiled, it does not run).
part_source() {
    local name=reel-$version tree=$work/source/reel-$version
    rm -rf "$work/source" && mkdir -p "$tree/prebuilt" && command_build && git archive HEAD | tar -x -C "$tree" &&
        cp build/release/cli/*.1 build/release/cli/reel.bash build/release/cli/reel.zsh build/release/cli/reel.fish "$tree/prebuilt" || return
    mkdir -p "$tree/web/viewer/dist" && cp web/viewer/dist/index.html web/viewer/dist/reel-demo.lzma web/viewer/dist/THIRD_PARTY "$tree/web/viewer/dist" &&
        pack "$tree" "$work/$name.tar.xz" && keep "$work/$name.tar.xz"
}

# reel, libreel0.1, libreel-dev and reel-server, for the Debian of this machine.
part_deb() {
    local package server
    release_build deb && rm -f build/deb/*.deb && third_party build/deb/third_party/command link:build/deb:cli/reel "$page" &&
        third_party build/deb/third_party/runtime "link:build/deb:libreel.so.$version" &&
        third_party build/deb/third_party/development link:build/deb:libreel.a && (cd build/deb && logged deb-pack cpack) || return
    for package in build/deb/*.deb; do keep "$package"; done
    server=$(packaging/server/package.sh 2> "$work/server.log") || { tail -n 20 "$work/server.log"; return 1; }
    keep "$server"
}

# unpacked BUILD SYSTEM ENDING [OPTION...]: what a build installs, in one folder. OPTIONs are those of cmake --install.
unpacked() {
    local tree=$work/unpacked/reel-$version-$2 target
    local -a parts
    for target in cli/reel cli/reel.exe libreel.dll; do [ ! -f "build/$1/$target" ] || parts+=("link:build/$1:$target"); done
    rm -rf "$tree" && logged "$2" cmake --install "build/$1" --prefix "$tree" --strip "${@:4}" || return
    if [ "$1" = static ]; then
        install -s -m 755 build/server-static/reel-server "$tree/bin" && install -m 644 build/server-static/reel-server.1 "$tree/share/man/man1" &&
            parts+=(link:build/server-static:reel-server) || return
    fi
    packed "$2" "$3" "${parts[@]}"
}

# packed SYSTEM ENDING PART...: what is installed in the folder of this system, as a file of the release; PARTs are those of third_party.
packed() {
    local name=reel-$version-$1 tree=$work/unpacked/reel-$version-$1
    cp LICENSE README.md CHANGELOG.md "$tree" && packaging/release/readme.py "$tree" && third_party "$tree/THIRD_PARTY" "${@:3}" "$page" &&
        pack "$tree" "$work/$name.$2" && keep "$work/$name.$2"
}

# With the server, which reel serve starts.
part_static() {
    release_build static && static_server && unpacked static linux-x86_64 tar.xz --component command
}

# The libraries are those of Debian for arm64, in a folder.
part_aarch64() {
    sysroot arm64 "$root/build/sysroot-aarch64" || { leave_out "the libraries of arm64 could not be downloaded"; return; }
    release_build static-aarch64 && unpacked static-aarch64 linux-aarch64 tar.xz --component command
}

part_windows() {
    release_build mingw && unpacked mingw windows-x86_64 zip
}

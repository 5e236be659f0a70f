# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # release.sh sets root, work, dist and version
# reel-server for the archive of the static command. Debian's libcurl and libpq cannot be linked statically: they need libraries that it has as
# shared ones only. So both are built from Debian's source packages, with what the server uses: HTTP with OpenSSL, and PostgreSQL without
# Kerberos and LDAP.

server_libraries='curl postgresql-15'

# What is written is that of the sources: neither the day nor the folder is in it.
server_curl() {
    cmake -G Ninja -S "$1" -B "$1/build" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS=$flags" -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib \
        -DBUILD_SHARED_LIBS=OFF -DBUILD_CURL_EXE=OFF -DBUILD_TESTING=OFF -DHTTP_ONLY=ON -DCURL_USE_OPENSSL=ON -DCURL_ZLIB=OFF -DCURL_ZSTD=OFF \
        -DCURL_BROTLI=OFF -DCURL_USE_LIBSSH2=OFF -DCURL_USE_LIBPSL=OFF -DUSE_LIBIDN2=OFF -DUSE_NGHTTP2=OFF -DCURL_DISABLE_LDAP=ON -DCURL_USE_GSSAPI=OFF \
        -DCURL_CA_BUNDLE=/etc/ssl/certs/ca-certificates.crt -DCURL_CA_PATH=none && cmake --build "$1/build" -j "$jobs" &&
        DESTDIR=$sysroot cmake --install "$1/build"
}

# Only the client's library. OpenSSL is found in the folders of the system.
server_libpq() {
    local lib=$sysroot/usr/lib folder
    (cd "$1" && CFLAGS=$flags ./configure --prefix=/usr --with-ssl=openssl --without-readline --without-zlib --without-icu --without-ldap --without-gssapi &&
        make -j "$jobs" -C src/backend generated-headers && for folder in port common; do make -j "$jobs" -C "src/$folder" all || exit; done &&
        make -j "$jobs" -C src/interfaces/libpq libpq.a && install -D -m 644 -t "$lib" src/interfaces/libpq/libpq.a src/common/libpgcommon_shlib.a \
        src/port/libpgport_shlib.a && install -D -m 644 -t "$sysroot/usr/include" src/interfaces/libpq/libpq-fe.h src/include/postgres_ext.h src/include/pg_config_ext.h)
}

# described NAME VERSION LIBS: for pkg-config.
described() {
    printf '%s\n' "prefix=$sysroot/usr" "Name: $1" "Description: $1" "Version: $2" "Libs: -L\${prefix}/lib $3" "Cflags: -I\${prefix}/include" \
        > "$sysroot/usr/lib/pkgconfig/$1.pc"
}

# The libraries, and which package each is of, for licences.py.
server_sysroot() {
    local build=$sysroot.build flags='-O2 -fPIC -fstack-protector-strong -fstack-clash-protection -fcf-protection=full' package library version
    flags+=" -ffile-prefix-map=$build=."
    [ ! -f "$sysroot/complete" ] || return 0
    # shellcheck disable=SC2086 # a list of packages
    rm -rf "$sysroot" && mkdir -p "$sysroot/usr/lib/pkgconfig" && unpacked_sources "$sources" "$build" $server_libraries && server_curl "$build/curl" &&
        server_libpq "$build/postgresql-15" || return
    for library in curl:libcurl postgresql-15:libpq postgresql-15:libpgcommon_shlib postgresql-15:libpgport_shlib; do
        package=${library%:*}
        version=$(dpkg-parsechangelog -l "$build/$package/debian/changelog" -S Version) && install -D -m 644 "$build/$package/debian/copyright" \
            "$sysroot/usr/share/doc/$package/copyright" && printf 'usr/lib/%s.a\t%s\t%s\n' "${library#*:}" "$package" "$version" || return
    done > "$sysroot/owners.tsv"
    described libcurl "$(sed -n 's/#define LIBCURL_VERSION "\([0-9.]*\).*/\1/p' "$sysroot/usr/include/curl/curlver.h")" '-lcurl -lssl -lcrypto' &&
        described libpq "$(sed -n 's/^PACKAGE_VERSION=.\([0-9.]*\).*/\1/p' "$build/postgresql-15/configure")" '-lpq -lpgcommon_shlib -lpgport_shlib -lssl -lcrypto' &&
        rm -rf "$build" && touch "$sysroot/complete"
}

# yielding_malloc FOLDER: glibc's own object with malloc in FOLDER, whose malloc, free and realloc give way to those of the server, which clear what was
# used and call glibc's (server/src/base/clear.c). With the shared libc they give way by themselves; in the static one they would be defined twice.
yielding_malloc() {
    local library
    library=$(cc -print-file-name=libc.a) && rm -rf "$1" && mkdir -p "$1" && (cd "$1" && ar x "$library" malloc.o) &&
        objcopy --weaken-symbol=malloc --weaken-symbol=free --weaken-symbol=realloc "$1/malloc.o"
}

# clears_memory MALLOC PROGRAM: what clears memory does so in a static program, and it is that of the program: its free is not glibc's.
clears_memory() {
    local test=$work/test_clear.static
    cc -O2 -fPIE -D_GNU_SOURCE -Iserver/src server/test/test_clear.c server/src/base/clear.c -o "$test" -static-pie "$1" && "$test" &&
        [ "$(nm "$2" | awk '$3 == "free" || $3 == "__libc_free" { print $1 }' | sort -u | wc -l)" = 2 ]
}

# static_server: build/server-static/reel-server, which needs no shared library. CMake adds -pie to what it links, so that -static-pie comes last.
static_server() {
    local sources=$root/build/sources-server sysroot=$root/build/sysroot-server folder=build/server-static malloc=$root/build/server-static/glibc
    # CMake sets it by itself in each project
    echo 'set(CMAKE_FIND_LIBRARY_SUFFIXES .a)' > "$work/static_libraries.cmake"
    # shellcheck disable=SC2086 # a list of packages
    logged sources-server debian_sources "$sources" $server_libraries && (logged sysroot-server server_sysroot) && logged malloc yielding_malloc "$malloc" &&
        PKG_CONFIG_PATH=$sysroot/usr/lib/pkgconfig logged server-static cmake -G Ninja -S server -B "$folder" -DCMAKE_BUILD_TYPE=Release -DREEL_STATIC=ON \
            -DREEL_SERVER_TESTS=OFF "-DCMAKE_PROJECT_INCLUDE=$work/static_libraries.cmake" "-DCMAKE_C_STANDARD_LIBRARIES=-static-pie $malloc/malloc.o" &&
        logged server-static cmake --build "$folder" -j "$jobs" && logged clears-memory clears_memory "$malloc/malloc.o" "$folder/reel-server"
}

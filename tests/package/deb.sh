#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the packages for Debian, checks them, and installs and uses them in a root of Debian that has nothing else:
#   deb.sh BUILD        a build of the preset deb
# The clean root needs root's rights and downloads packages; build/debian-root.tar and build/debian-archives keep them for the next run.
# Debian: cmake ninja-build gcc libc6-dev pkg-config dpkg-dev file zlib1g-dev liblzma-dev libzstd-dev libdeflate-dev libsodium-dev libsqlite3-dev;
#   optional: lintian, mmdebstrap
# shellcheck disable=SC2317 # try calls the functions
build=$(cd "${1:?usage: deb.sh BUILD}" && pwd) || exit 2
# shellcheck source=tests/package/harness.sh
. "$(dirname "$0")/harness.sh"
golden=$root/tests/formats/bsor/golden/full.bsor
soversion=$(readelf -dW "$build/libreel.so" | sed -n 's/.*soname: \[libreel\.so\.\(.*\)\]/\1/p')
clean=$work/root
archives=$root/build/debian-archives

packages() {
    rm -f "$build"/*.deb
    (umask 077 && cd "$build" && cpack) || return 1
    for name in reel "libreel$soversion" libreel-dev; do
        cp "$build/${name}_"*.deb "$work/$name.deb" && dpkg-deb -R "$work/$name.deb" "$work/$name" || return 1
    done
    [ "$(find "$build" -maxdepth 1 -name '*.deb' | wc -l)" = 3 ]
}

# A build of other options is refused, since it would make other packages.
refuses() {
    configured=$(cmake -G Ninja -S "$root" -B "$work/other" -DREEL_BUILD_TESTS=OFF) || return 1
    (cd "$work/other" && cpack -D CPACK_INSTALL_CMAKE_PROJECTS=) > "$work/refused" 2>&1 && echo "$configured" && return 1
    tr -s ' \n' '  ' < "$work/refused" | grep 'Debian packages are made in a build of the preset deb'
}

field() { dpkg-deb -f "$work/$1.deb" "$2"; }

dependencies() {
    field reel Depends | grep -E "^libc6 .*libreel$soversion \(>= [0-9.]+\)$" && ! field reel Depends | grep zlib &&
        [ "$(field reel Recommends)" = librsvg2-2 ] || return 1
    for library in libc6 zlib1g liblzma5 libzstd1 libdeflate0 libsodium23 libsqlite3-0; do field "libreel$soversion" Depends | grep -w "$library" || return 1; done
    for library in zlib1g-dev liblzma-dev libzstd-dev libdeflate-dev libsodium-dev libsqlite3-dev; do field libreel-dev Depends | grep -w -e "$library" || return 1; done
    field libreel-dev Depends | grep -F "libreel$soversion (= $(field reel Version))"
}

control_files() {
    cd "$work/libreel$soversion" && grep -x 'activate-noawait ldconfig' DEBIAN/triggers && [ ! -e DEBIAN/postinst ] || return 1
    grep -E "^libreel $soversion libreel$soversion \(>= [0-9.]+\)$" DEBIAN/shlibs || return 1
    nm -D --defined-only usr/lib/*/libreel.so."$soversion" | awk '$2 != "A" { print $3 }' | sort > "$work/exported"
    sed -n 's/^ \(.*\)@Base .*/\1/p' DEBIAN/symbols | sort | diff "$work/exported" -
}

# Neither the build's folder nor a symbol that only a debugger needs is in a package.
stripped() {
    grep -rlF -e "$root" "$work/reel" "$work/libreel$soversion" "$work/libreel-dev" && return 1
    for file in "$work/reel/usr/bin/reel" "$work/libreel$soversion"/usr/lib/*/libreel.so."$soversion"; do
        ! readelf -SW "$file" | grep -E '\.(symtab|debug_)' || return 1
        # zeros where the folder of a library was: as many as its name had letters, and no more than $ORIGIN/.. needs
        objcopy -O binary --only-section=.dynstr "$file" "$work/strings" && [ "$(tail -c 15 "$work/strings" | tr -d '\000' | wc -c)" != 0 ] || return 1
    done
}

hardened() { "$root/cmake/hardening.sh" "$work/reel/usr/bin/reel" "$work/libreel$soversion"/usr/lib/*/"libreel.so.$soversion"; }

quiet_lintian() { lintian --allow-root --fail-on error,warning "$work"/*.deb; }

# What the pages and the changelog of the packages say belongs to one release.
same_date() {
    day=$(dpkg-parsechangelog -l "$root/packaging/debian/changelog" -S Timestamp) || return 1
    "$build/cli/reel" help --man | grep "^\.TH .* $(date -u -d "@$day" +%F) "
}

# ---- a root of Debian -------------------------------------------------------------------------------------------------

make_root() {
    tar=$root/build/debian-root.tar
    "$root/tests/package/debian_root.sh" "$tar" || return 1
    mkdir -p "$clean" "$archives" && tar -C "$clean" -xf "$tar" && cp -L /etc/resolv.conf "$clean/etc/" && mkdir "$clean/play" &&
        cp "$golden" "$work"/*.deb "$root/tests/package/CMakeLists.txt" "$root/tests/package/guest.c" "$clean/play" &&
        echo force-unsafe-io > "$clean/etc/dpkg/dpkg.cfg.d/unsafe-io" && cp -R "$archives/." "$clean/var/cache/apt/archives" && readme_example "$clean/play/example.c" && inside apt-get -qq update
}

# The compiler cache of the suite is not in there.
inside() { env -u CMAKE_C_COMPILER_LAUNCHER DEBIAN_FRONTEND=noninteractive chroot "$clean" "$@"; }
apt_install() { inside apt-get -qq -y --no-install-recommends -o DPkg::Lock::Timeout=60 install "$@"; }

command_works() {
    apt_install /play/reel.deb "/play/libreel$soversion.deb" && inside reel info /play/full.bsor | grep 'Beat Saber Open Replay' &&
        inside reel stats --json /play/full.bsor && [ "$(inside reel --version)" = "$("$build/cli/reel" --version)" ]
}

pages_and_completions() {
    for page in reel reel-check; do gzip -dc "$clean/usr/share/man/man1/$page.1.gz" | grep '^\.TH REEL' || return 1; done
    [ "$(inside bash -c '. /usr/share/bash-completion/completions/reel && complete -p reel')" = 'complete -F _reel reel' ] &&
        [ -s "$clean/usr/share/zsh/vendor-completions/_reel" ] && [ -s "$clean/usr/share/fish/vendor_completions.d/reel.fish" ]
}

png() {
    inside reel plot --plot score -o /play/a.png /play/full.bsor 2>&1 | grep 'PNG needs librsvg, which is not installed' || return 1
    apt_install librsvg2-2 && inside reel plot --plot score -o /play/a.png /play/full.bsor && head -c 4 "$clean/play/a.png" | grep PNG
}

# The README's example, as somebody with the packages builds it.
developing() {
    apt_install /play/libreel-dev.deb gcc libc6-dev cmake make || return 1
    # shellcheck disable=SC2016 # the shell inside expands it
    inside sh -ec 'cd /play && mv CMakeLists.txt guest.c /tmp && cmake -S /tmp -B /tmp/b && cmake --build /tmp/b && /tmp/b/guest' || return 1
    apt_install pkg-config || return 1
    # shellcheck disable=SC2016
    inside sh -ec 'cd /play && cc -o shared example.c $(pkg-config --cflags --libs reel) && ./shared full.bsor &&
        cc -o static example.c $(pkg-config --static --cflags --libs reel | sed s/-lreel/-l:libreel.a/) && ./static full.bsor
        ldd shared | grep libreel && ! ldd static | grep libreel && [ "$(pkg-config --cflags reel)" = "" ]
        for file in notes record stream; do
            cc -o $file /usr/share/doc/libreel-dev/examples/$file.c $(pkg-config --cflags --libs reel) -lm; done; ./notes full.bsor'
}

removed() {
    inside dpkg --purge libreel-dev reel "libreel$soversion" || return 1
    find "$clean/usr" "$clean/etc" -name '*reel*' | grep . && return 1
    inside ldconfig -p | grep libreel && return 1
    return 0
}

in_a_clean_root() {
    if ! make_root > "$log" 2>&1; then skip "no clean root: $(tail -n 1 "$log")" && return; fi
    try "reel works in a root of Debian with nothing else" command_works
    try "pages and completions are in their folders" pages_and_completions
    try "PNG needs the recommended package" png
    try "the README's example is built by pkg-config and by CMake" developing
    try "nothing is left when they are removed" removed
    cp "$clean"/var/cache/apt/archives/*.deb "$archives"
    rm -rf "$clean"
}

try "three packages" packages || summary
try "only of a build that is meant for it" refuses
try "dependencies" dependencies
try "control files of the library" control_files
try "stripped, and without a path of the build" stripped
try "hardened" hardened
try "the changelog has the date of the pages" same_date
if have lintian; then try "lintian" quiet_lintian; else skip "no lintian"; fi
in_a_clean_root
summary

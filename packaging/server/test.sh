#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the package, boots a clean Debian with systemd in a container, and installs, starts, uses, upgrades, reloads, removes and purges it:
#   packaging/server/test.sh        the last line is "N passed, N failed, N skipped"
#
# Needs root's rights. Debian: mmdebstrap systemd-container util-linux, and what package.sh needs. build/server-root.tar keeps the clean
# Debian for the next run.
cd "$(dirname "$0")/../.." || exit 2
tree=$PWD
work=$tree/build/server-boot
clean=$work/root
mkdir -p "$work"
# shellcheck source=tests/door.sh
. tests/door.sh
[ "$(id -u)" = 0 ] || skip_rest "only root can boot a container"
for tool in mmdebstrap systemd-nspawn script dpkg-deb; do command -v $tool > /dev/null || skip_rest "no $tool"; done

package=$(packaging/server/package.sh "$tree/build/server-package" -DREEL_WERROR=ON 2> "$work/package.log") || {
    failed=1
    tail -n 20 "$work/package.log"
    exit 1
}

nowhere() { ! grep -rlF "$tree" "$1"; }

rm -rf "$work/package" && dpkg-deb -x "$package" "$work/package" || exit 2
run hardened cmake/hardening.sh "$work/package/usr/bin/reel-server"
run no-folder-of-the-build nowhere "$work/package"
if command -v lintian > /dev/null; then
    run lintian lintian --allow-root --fail-on error,warning "$package"
else
    skip "no lintian"
fi

# The same as a later version.
rm -rf "$work/later" && dpkg-deb -R "$package" "$work/later" && sed -i 's/^Version: .*/&+later/' "$work/later/DEBIAN/control" || exit 2
dpkg-deb --root-owner-group -b "$work/later" "$work/later.deb" > /dev/null || exit 2

make_root() {
    suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release) tar=$tree/build/server-root.tar sources=
    for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do [ ! -s "$file" ] || sources=$file; done
    needed=$(dpkg-deb -f "$package" Depends | sed 's/([^)]*)//g; s/ //g')
    # shellcheck disable=SC2086 # none, or a file
    if [ ! -f "$tar" ] || [ "$(cat "$tar.needed" 2> /dev/null)" != "$needed" ]; then
        mmdebstrap --quiet --format=tar --variant=minbase --include="systemd,systemd-sysv,dbus,curl,$needed" "$suite" "$tar.part" $sources &&
            mv "$tar.part" "$tar" && echo "$needed" > "$tar.needed" || return 1
    fi
    rm -rf "$clean" && mkdir -p "$clean" && tar -C "$clean" -xf "$tar" && cp "$package" "$clean/srv/first.deb" &&
        cp "$work/later.deb" "$clean/srv/later.deb" && cp tests/formats/gdr/golden/plain.gdr2 "$clean/srv/" &&
        cp packaging/server/boot_test.sh "$clean/srv/"
}
make_root > "$work/root.log" 2>&1 || skip_rest "a clean Debian cannot be made (build/server-boot/root.log)"

# What the container runs instead of a login; it ends with its power.
cat > "$clean/etc/systemd/system/boot-test.service" << 'UNIT'
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh /srv/boot_test.sh
StandardOutput=file:/srv/result
StandardError=file:/srv/log
ExecStopPost=/bin/systemctl --no-block poweroff
[Install]
WantedBy=default.target
UNIT
mkdir -p "$clean/etc/systemd/system/default.target.wants"
ln -s /etc/systemd/system/boot-test.service "$clean/etc/systemd/system/default.target.wants/"
# a container has a terminal; script makes one. Its network is its own: other servers of this machine do not matter
timeout --kill-after=10 240 script --quiet --return --command "systemd-nspawn --quiet --directory='$clean' --boot --private-network --register=no --keep-unit" \
    "$work/boot.log" > /dev/null 2>&1 < /dev/null
[ -s "$clean/srv/result" ] || skip_rest "systemd does not boot in a container here (build/server-boot/boot.log)"
sed 's/^/   /' "$clean/srv/result"
passed=$((passed + $(grep -c '^ok: ' "$clean/srv/result")))
failed=$((failed + $(grep -c '^FAILED: ' "$clean/srv/result")))
grep -qx 'end' "$clean/srv/result" || failed=$((failed + 1))
[ "$failed" -eq 0 ] || tail -n 40 "$clean/srv/log"
rm -rf "$clean"
[ "$failed" -eq 0 ]

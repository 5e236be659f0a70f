#!/bin/sh
# SPDX-License-Identifier: MIT
# debian_root.sh TAR: makes TAR, a root of this machine's Debian with apt and nothing else, unless it is there. Needs root's rights, mmdebstrap,
# and a network.
set -eu
tar=${1:?usage: debian_root.sh TAR} part=$1.$$.tar sources=''
[ "$(id -u)" = 0 ] || { echo "it needs root's rights" >&2; exit 1; }
[ ! -f "$tar" ] || exit 0
command -v mmdebstrap > /dev/null || { echo "there is no mmdebstrap" >&2; exit 1; }
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do [ ! -s "$file" ] || sources=$file; done
trap 'rm -f "$part"' EXIT
# shellcheck disable=SC2086 # none, or a file
mmdebstrap --format=tar --variant=apt "$suite" "$part" $sources
mv "$part" "$tar"

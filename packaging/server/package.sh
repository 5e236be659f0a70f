#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the package reel-server for this release of Debian, and prints its path:
#   packaging/server/package.sh [FOLDER [OPTION...]]        by default build/server-package; OPTIONs are those of cmake
# Debian: cmake ninja-build gcc pkg-config file dpkg-dev python3 and the libraries that docs/server.md lists
set -e
cd "$(dirname "$0")/../.."
folder=${1:-build/server-package}
[ $# = 0 ] || shift
cmake -G Ninja -S server -B "$folder" -DREEL_SERVER_TESTS=OFF -DCMAKE_INSTALL_PREFIX=/usr "$@" >&2
cmake --build "$folder" >&2
page=web/viewer/dist/THIRD_PARTY
[ -f $page ] || page=
python3 packaging/release/licences.py "$folder/THIRD_PARTY" "link:$folder:reel-server" ${page:+"file:$page"} >&2
rm -f "$folder"/reel-server_*.deb
(umask 022 && cd "$folder" && cpack -G DEB >&2)
ls "$folder"/reel-server_*.deb

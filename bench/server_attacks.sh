#!/bin/sh
# SPDX-License-Identifier: MIT
# All attacks of server/test/test_soak.py at once beside honest clients, in 512 MB: bench/server_attacks.sh [SECONDS], by default 20 minutes.
# Prints what it ran on, how long each kind of honest request took, lost uploads, and memory; bench/server.md has results. Of a fresh clone, run
# server/test.sh first: it builds the server and the environment of the tests. A control group of memory needs root's rights.
set -eu
cd "$(dirname "$0")/.."
python=build/server-test/venv/bin/python
for needed in "$python" "${REEL_SERVER:-build/server/reel-server}"; do
    [ -x "$needed" ] || {
        echo "$needed is missing: run server/test.sh first" >&2
        exit 2
    }
done
load() { cut -d ' ' -f 1-3 /proc/loadavg; }
echo "$(date -u '+%F %R') UTC, $(git rev-parse --short HEAD 2> /dev/null || echo 'no revision'), $(uname -sr)"
echo "$(nproc) processors, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), load $(load)"
REEL_SOAK_SECONDS=${1:-1200} "$python" -m pytest -q -s -p no:cacheprovider server/test/test_soak.py || status=$?
echo "load $(load)"
exit "${status:-0}"

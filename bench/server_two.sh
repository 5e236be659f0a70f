#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a second server brings: bench/server_two.sh [UPLOADS [PERCENT]]. Starts PostgreSQL in a folder and a store like S3, then bench/server_shared.py:
# each server may use PERCENT of one processor, by default 25, and clients, database and store use the rest. Needs root's rights for that, and
# what server/test.sh builds.
set -euo pipefail
cd "$(dirname "$0")/.."
python=build/server-test/venv/bin/python
for needed in "$python" build/server/reel-server; do
    [ -x "$needed" ] || { echo "$needed is missing: run server/test.sh first" >&2; exit 2; }
done
bin=$(find /usr/lib/postgresql -name pg_ctl -printf '%h\n' | sort -V | tail -n 1)
[ -n "$bin" ] || { echo "PostgreSQL is missing (Debian: postgresql)" >&2; exit 2; }
folder=$(mktemp -d /tmp/reel-two.XXXXXX)
as_postgres() { if [ "$(id -u)" = 0 ]; then (cd / && setpriv --reuid=postgres --regid=postgres --clear-groups -- "$@"); else "$@"; fi; }
stop() { as_postgres "$bin/pg_ctl" -D "$folder/data" -m immediate stop > /dev/null 2>&1 || true; rm -rf "$folder"; }
trap stop EXIT
chmod 755 "$folder"
[ "$(id -u)" != 0 ] || chown postgres "$folder"
as_postgres "$bin/initdb" -D "$folder/data" -A trust -U reel --no-sync > /dev/null
as_postgres "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/log" -o "-c listen_addresses= -k $folder" start > /dev/null
as_postgres "$bin/createdb" -h "$folder" -U reel reel
REEL_TEST_POSTGRES="postgres:///reel?host=$folder&user=reel" "$python" bench/server_shared.py "${1:-400}" "${2:-25}"

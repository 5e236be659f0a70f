#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the server and tests it: on a folder with SQLite, and with PostgreSQL and a stand-in for S3 that it starts itself.
#
#   server/test.sh [PYTEST-ARGUMENT...]     the last line is "N passed, N failed, N skipped"
#
# Debian: libseccomp-dev libcurl4-openssl-dev libssl-dev libsodium-dev libsqlite3-dev libpq-dev
# python3-venv postgresql npm nginx-light caddy. Tools of the tests come from PyPI and npm into build/server-test.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
root=$PWD
work=$root/build/server-test
# shellcheck source=tests/door.sh
. tests/door.sh
mkdir -p "$work"

for module in libseccomp libcurl libcrypto libsodium sqlite3 libpq; do
    pkg-config --exists "$module" || skip_rest "no $module (its package in Debian ends with -dev)"
done
use_ccache
run configure cmake -G Ninja -S server -B build/server -DREEL_SERVER_WERROR=ON -DREEL_WERROR=ON || exit 1
run build cmake --build build/server -j "${jobs:-2}" || exit 1
run arrows tests/machinery/arrows.sh server build/server/CMakeFiles/server_*.dir build/server/CMakeFiles/reel-server.dir

# A name that no other file of the server and no test uses is static, or gone.
unused() {
    local name home
    nm -A -g -P "$@" | awk '
        { path = $1; sub(/:$/, "", path); sub(/^.*[.]dir\//, "", path) }
        $3 ~ /^[TDBR]$/ && path !~ /\/cli\// { home[$2] = path }
        $3 == "U" { used[$2] = 1 }
        END { for (name in home) if (!(name in used) && name != "main") print name, home[name] }' | LC_ALL=C sort |
        while read -r name home; do
            grep -rqwF -- "$name" server/test || echo "FAIL ${home%.o}: no other file uses $name"
        done | tee "$work/unused.txt"
    [ ! -s "$work/unused.txt" ]
}
objects() { find build/server/CMakeFiles/server_*.dir build/server/CMakeFiles/reel-server.dir -name '*.o'; }
# shellcheck disable=SC2046 # no path of the build has a blank
run unused unused $(objects)

# JSON is written by base/json_write.c and by nothing else: no other file has brackets, quotes and commas of its own. The schemas of the description
# of the interface are JSON in tables.
json_by_hand() {
    grep -rnE '\\":|[{,]\\"|text_(add|raw)\(.*"[][{}]' server/src --include='*.[ch]' |
        grep -vE '^server/src/(base/json_write|routes/(parameters|schemas)|api/decode)[.]|LIKE ' | sed 's/^/FAIL JSON by hand: /' | tee "$work/by-hand.txt"
    [ ! -s "$work/by-hand.txt" ]
}
run json_by_hand json_by_hand

# The environment is kept while the list of packages is the same.
packages=$(sha256sum server/test/requirements.txt | cut -c 1-16)
interpreter=$work/venv/bin/python
if [ ! -f "$work/venv/$packages" ]; then
    if ! environment venv -r server/test/requirements.txt > "$work/venv.log" 2>&1; then
        tail -n 5 "$work/venv.log"
        skip_rest "the packages of server/test/requirements.txt cannot be installed from PyPI"
    fi
    touch "$work/venv/$packages"
fi
export REEL_S3RVER=$work/s3rver/node_modules/.bin/s3rver
[ -x "$REEL_S3RVER" ] || npm install --prefix "$work/s3rver" --no-audit --no-fund s3rver@3.7.1 > "$work/s3rver.log" 2>&1 ||
    skip "s3rver cannot be installed from npm"

# The pages for people are tested with the axe-core of the viewer's tests.
export REEL_AXE=$work/axe/node_modules/axe-core/axe.min.js
[ -f "$REEL_AXE" ] || npm install --prefix "$work/axe" --no-audit --no-fund axe-core@4.14.1 > "$work/axe.log" 2>&1 ||
    skip "axe-core cannot be installed from npm"

# Players sign in at an issuer that is not of this project.
export REEL_OIDC=$work/oidc/node_modules
[ -d "$REEL_OIDC/oidc-provider" ] || npm install --prefix "$work/oidc" --no-audit --no-fund oidc-provider@8.8.1 > "$work/oidc.log" 2>&1 ||
    skip "oidc-provider cannot be installed from npm"

# Clients in TypeScript are generated from /openapi.json.
export REEL_CLIENTS=$work/clients
[ -x "$REEL_CLIENTS/node_modules/.bin/tsc" ] ||
    npm install --prefix "$REEL_CLIENTS" --no-audit --no-fund openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 \
        @types/node@20.19.43 > "$work/clients.log" 2>&1 || skip "packages of a client in TypeScript cannot be installed from npm"

# PostgreSQL in a folder, on a socket in it; it does not run as root.
database=
stop_postgres() { [ -z "$database" ] || as_postgres "$bin/pg_ctl" -D "$database/data" -m immediate stop > /dev/null 2>&1; rm -rf "$database"; }
as_postgres() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups -- "$@"; else "$@"; fi; }
start_postgres() {
    bin=$(find /usr/lib/postgresql -name pg_ctl -printf '%h\n' 2> /dev/null | sort -V | tail -n 1)
    [ -n "$bin" ] || return 1
    database=$(mktemp -d /tmp/reel-postgres.XXXXXX) && chmod 755 "$database"
    [ "$(id -u)" != 0 ] || chown postgres "$database"
    (cd / && as_postgres "$bin/initdb" -D "$database/data" -A trust -U reel --no-sync &&
        as_postgres "$bin/pg_ctl" -D "$database/data" -w -l "$database/log" -o "-c listen_addresses= -c fsync=off -k $database" start &&
        as_postgres "$bin/createdb" -h "$database" -U reel reel &&
        as_postgres "$bin/createdb" -h "$database" -U reel other) > "$work/postgres.log" 2>&1
}
# Nothing that is tested survives the machine, so nothing waits for its disk: files are in memory if there is much of it.
in_memory=
if [ "$(df --output=avail -B 1M /dev/shm 2> /dev/null | tail -n 1)" -ge 4096 ] 2> /dev/null; then
    in_memory=$(mktemp -d /dev/shm/reel-server.XXXXXX) && export TMPDIR=$in_memory
fi
trap 'stop_postgres; [ -z "$in_memory" ] || rm -rf "$in_memory"; echo "$passed passed, $failed failed, $skipped skipped"' EXIT
if start_postgres; then
    # each for other tests, which find it empty
    export REEL_TEST_POSTGRES="postgres:///reel?host=$database&user=reel" REEL_TEST_DATABASE="postgres:///other?host=$database&user=reel"
else
    skip "PostgreSQL cannot be started (Debian: postgresql; build/server-test/postgres.log)"
fi

export REEL=${REEL_COMMAND:-$root/build/release/cli/reel} REEL_SERVER=$root/build/server/reel-server
# Most tests wait most of the time: for deadlines, for other processes. A file of tests is one process, since it has a server of its own.
pytests server "$interpreter" -m pytest -q -rfEs -p no:cacheprovider -n "${REEL_TEST_PROCESSES:-4}" --dist loadfile --no-loadscope-reorder server/test "$@"
[ "$failed" -eq 0 ]

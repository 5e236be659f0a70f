#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the extension and tests it as its users use it: loaded by the stock DuckDB of PyPI, the newest and the newest of two older lines, and
# by that of npm.
#
#   duckdb/test.sh          the last line is "N passed, N failed, N skipped"
#
# REEL_CORPUS             a folder of real replays, by default ../shared
# REEL_COMMAND            the command `reel` to compare with; built if it is not given
# REEL_DUCKDB_VERSIONS    versions of DuckDB for pip, the first one for the whole suite
#
# Debian: python3 python3-venv cmake ninja-build gcc, and zlib1g-dev libdeflate-dev liblzma-dev libzstd-dev for compressed replays;
# libsodium-dev for marks; libsqlite3-dev for reel match; libfpzip1 to compare with; node and npm for Node.js.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
root=$PWD
work=$root/build/duckdb
extension=$work/cmake/reel.duckdb_extension
# shellcheck source=tests/door.sh
. tests/door.sh

configure() { cmake -G Ninja -S "$1" -B "$2" "${@:3}" && cmake --build "$2"; }

build_command() {
    configure . "$work/command" -DCMAKE_BUILD_TYPE=Release -DREEL_WERROR=ON -DREEL_BUILD_TESTS=OFF -DREEL_BUILD_EXAMPLES=OFF -DREEL_BUILD_SHARED=OFF
}

# The entry point and nothing else; a footer; and no need for what a stock DuckDB does not bring.
check_extension() {
    [ "$(nm -D --defined-only "$work/cmake/reel_duckdb.so" | awk '{ print $3 }')" = reel_init_c_api ] ||
        { nm -D --defined-only "$work/cmake/reel_duckdb.so"; return 1; }
    [ "$(tail -c 534 "$extension" | head -c 22 | tail -c 18 | tr -d '\0')" = "$(printf 'duckdb_signature\200\004')" ]
}

# sql NAME ENVIRONMENT ARGUMENT...: pytest with the extension.
sql() {
    pytests "$1" env REEL_DUCKDB_EXTENSION="$extension" MALLOC_PERTURB_=85 "$work/$2/bin/python" -m pytest -q -rfEs -p no:cacheprovider \
        --basetemp "$work/tmp" "${@:3}"
    rm -rf "$work/tmp"
}

test_node() {
    mkdir -p "$work/node" && cp duckdb/tests/node/test.mjs "$work/node" && (cd "$work/node" && node test.mjs "$extension" "$root/tests/formats/bsor/golden" "$root/duckdb/README.md")
}

install_node() {
    mkdir -p "$work/node" && (cd "$work/node" && npm install --silent --no-audit --no-fund --ignore-scripts @duckdb/node-api)
}

mkdir -p "$work"
command -v cmake > /dev/null || skip_rest "no cmake"
python3 -c 'import venv, ensurepip' 2> /dev/null || skip_rest "no python3 with venv (Debian: python3-venv)"
use_ccache

run build configure duckdb "$work/cmake" -DREEL_DUCKDB_WERROR=ON -DREEL_WERROR=ON || exit 1
run symbols check_extension
run hardened cmake/hardening.sh "$work/cmake/reel_duckdb.so"
run arrows tests/machinery/arrows.sh duckdb "$work/cmake/CMakeFiles/reel_duckdb.dir"
if [ -z "${REEL_COMMAND:-}" ]; then
    run command build_command || exit 1
    REEL_COMMAND=$work/command/cli/reel
fi
export REEL_COMMAND

first=yes
for version in ${REEL_DUCKDB_VERSIONS:-'duckdb>=1' 'duckdb==1.5.*' 'duckdb==1.4.*'}; do
    name=duckdb-$(tr -cd '0-9.' <<< "$version" | sed 's/\.$//')
    tools=
    [ "$first" = no ] || tools='ruff mypy'
    # shellcheck disable=SC2086 # a list of packages
    if ! environment "$name" "$version" pyarrow pytest pytz $tools > "$work/$name-install.log" 2>&1; then
        tail -n 5 "$work/$name-install.log"
        skip "$version cannot be installed from PyPI"
        continue
    fi
    if [ "$first" = yes ]; then
        run ruff "$work/$name/bin/ruff" check --no-cache duckdb
        run ruff-format "$work/$name/bin/ruff" format --check --no-cache duckdb
        run mypy "$work/$name/bin/mypy" --strict --ignore-missing-imports --cache-dir "$work/mypy" duckdb/*.py duckdb/tests/*.py
        sql "$name" "$name" duckdb/tests
    else
        sql "$name" "$name" duckdb/tests/test_sql.py duckdb/tests/test_hostile.py duckdb/tests/test_readme.py
    fi
    discard "$name"
    first=no
done

if ! command -v npm > /dev/null; then
    skip "no npm (Debian: npm)"
elif ! install_node > "$work/npm.log" 2>&1; then
    tail -n 5 "$work/npm.log"
    skip "@duckdb/node-api cannot be installed from npm"
else
    run node test_node
fi
[ "$failed" -eq 0 ]

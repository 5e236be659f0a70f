#!/bin/sh
# SPDX-License-Identifier: MIT
# Proves that other programs read what reel writes as Arrow and Parquet, value by value: tests/columns/proof.sh [BUILD]
# pyarrow, DuckDB, polars and carquet come from PyPI, into a virtual environment below the build folder. BUILD (build/release) must be built.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build/release}
if [ ! -x "$build/cli/reel" ] || [ ! -x "$build/tests/column_samples" ]; then
    echo "$build is not built" >&2
    exit 2
fi

peers=build/column-peers
if [ ! -e "$peers/ready" ]; then
    rm -rf "$peers"
    python3 -m venv "$peers"
    "$peers/bin/pip" install --quiet --disable-pip-version-check pyarrow duckdb polars carquet
    touch "$peers/ready"
fi
"$peers/bin/pip" list --disable-pip-version-check 2> /dev/null | grep -E '^(pyarrow|duckdb|polars|carquet) '

samples=$(mktemp -d)
trap 'rm -rf "$samples"' EXIT
"$build/tests/column_samples" "$samples"
status=0
"$peers/bin/python" tests/columns/read_back.py samples "$samples" > "$samples/samples.log" || status=1
find tests/formats -path '*/golden/*' -type f ! -name '*.tsv' ! -name '*.md' ! -name '*.py' | LC_ALL=C sort |
    xargs "$peers/bin/python" tests/columns/read_back.py exports "$build/cli/reel" > "$samples/exports.log" || status=1
grep -h '^FAIL' "$samples/samples.log" "$samples/exports.log" | head -n 40 || true
cat "$samples/samples.log" "$samples/exports.log" |
    awk '/passed, [0-9]+ failed$/ { passed += $1; failed += $3 } END { print passed + 0 " passed, " failed + 0 " failed" }'
exit "$status"

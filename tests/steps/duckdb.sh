# SPDX-License-Identifier: MIT
# shellcheck shell=bash

needs_duckdb() { echo OPTIONAL python3 python3-venv; }

# Builds the extension and loads it into the DuckDB of PyPI and npm.
step_duckdb() {
    heading "duckdb: the extension, as its users load it"
    counted duckdb bash duckdb/test.sh
}

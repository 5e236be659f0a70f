# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root is set by test.sh

needs_duckdb() { echo OPTIONAL python3 python3-venv; }

# Builds the extension and loads it into the DuckDB of PyPI and npm.
step_duckdb() {
    heading "duckdb: the extension, as its users load it"
    local -x REEL_COMMAND=$root/build/release/cli/reel
    # shellcheck disable=SC2034 # build uses it
    local -a targets=(reel_command)
    build release --preset release && counted duckdb bash duckdb/test.sh
}

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures what every verb costs on every hostile file, with the release build, and prints the table of docs/security.md;
# --write puts it there.
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake --preset release > build/cost-table.log
cmake --build build/release --target test_hostile_cost >> build/cost-table.log
REEL_TEST_EFFORT=full build/release/tests/test_hostile_cost --table > build/cost-table.txt
table=$(grep '^|' build/cost-table.txt)
if [ "${1:-}" != --write ]; then
    grep -E '^(\||worst of)' build/cost-table.txt
    exit 0
fi
page=docs/security.md
{
    sed '/<!-- cost -->/q' "$page"
    printf '%s\n' "$table"
    sed -n '/<!-- end -->/,$p' "$page"
} > build/security.md
mv build/security.md "$page"

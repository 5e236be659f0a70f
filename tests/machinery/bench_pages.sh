#!/bin/sh
# SPDX-License-Identifier: MIT
# The table of small files in bench/README.md is that of the counts in bench/instructions.tsv.
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
exec python3 bench/instructions.py --page check

#!/bin/sh
# SPDX-License-Identifier: MIT
# The table of small files in bench/README.md is that of the counts in bench/instructions.tsv, and the tables of reel beside others and of scale
# are those of the last runs, bench/pairs/ and bench/scale.md. No page has a ratio to a peer beside them (bench/pairs.py).
set -eu
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "skipped: python3 is not installed"; exit 77; }
python3 bench/instructions.py --page check
python3 bench/scale.py --page check
exec python3 bench/pairs.py

#!/bin/sh
# SPDX-License-Identifier: MIT
# All attacks of server/test/test_soak.py at once beside honest clients, in 512 MB: bench/server_attacks.sh [SECONDS], by default 20 minutes.
# Prints how long look-ups took, and memory; bench/server.md has results. server/test.sh has made the environment. Root's rights limit the memory.
set -eu
cd "$(dirname "$0")/.."
REEL_SOAK_SECONDS=${1:-1200} exec build/server-test/venv/bin/python -m pytest -q -s -p no:cacheprovider server/test/test_soak.py

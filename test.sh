#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds reel and runs every test, on this machine and under emulators of others. Lists missing Debian packages, then installs them.
#
#   ./test.sh           the default steps, in two lanes at once: all but tidy, warnings, coverage and repeat
#   ./test.sh STEP...   only these steps, one after the other; tests/steps has one function step_NAME for each
#
# REEL_TEST_EFFORT   light, quick or full: how many truncations, flipped bits and random values are tried. Each step has its own default;
#                    full tries every byte and every bit of every small file and takes hours.
# REEL_FUZZ_SECONDS  how long each fuzz target runs; 0, the default, runs the seeds only.
# REEL_CORPUS        a folder of real replays, by default ../shared. Tests that need it are skipped without it, and listed at the end.
#
# The last line is "N passed, N failed, N skipped". Logs are in build/.
set -uo pipefail
cd "$(dirname "$0")" || exit 2
# shellcheck disable=SC2034 # the steps use both
root=$PWD jobs=$(nproc 2> /dev/null || echo 2)
# Many steps use only one processor for much of their time, so two run at a time. Steps that use the same build or the small corpus are in
# the same lane.
lanes=('release package static columns debug abi mingw python spark duckdb web viewer server'
    'asan fuzz tsan cost i686 s390x aarch64 wasm deb lint')
default_steps=${lanes[*]}
other_steps='warnings tidy coverage repeat'
mkdir -p build/steps

for file in tests/steps/*.sh; do
    # shellcheck source=/dev/null # each is checked by itself
    . "$file" || exit 2
done

steps=${*:-$default_steps}
[ $# = 0 ] || lanes=("$steps")
for step in $steps; do
    [[ " $default_steps $other_steps " == *" $step "* ]] || {
        echo "test.sh: unknown step '$step' (the steps are: $default_steps $other_steps)" >&2
        exit 2
    }
done

: > build/no-corpus.log
: > build/costs.log
rm -f build/steps/*
heading "packages"
# shellcheck disable=SC2086 # a list of steps
install_packages $steps
use_ccache
run_lanes "${lanes[@]}"
summary

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds reel and tests it. Lists missing Debian packages, then installs them.
#
#   ./test.sh              the quick run, minutes: one build, every test program and every transcript, at light effort
#   ./test.sh all          every step that a change has to pass
#   ./test.sh full         all steps, and those that run at night, at full effort, for a release: hours. After an interruption, or a failure,
#                          it goes on with what has not passed yet, as long as the sources stay the same
#   ./test.sh STEP...      only these steps; tests/steps has one function step_NAME for each
#   ./test.sh all -STEP... leaves steps out (full as well)
#   ./test.sh list [all]   prints the steps of a run and does not run them
#
# REEL_TEST_EFFORT   light, quick or full: how many truncations, flipped bits and random values are tried. Each step has its own default;
#                    full tries every byte and every bit of every small file and takes hours.
# REEL_TEST_DRAWS    at light effort, one in so many of the games and plays that tests make from seeds. Steps that run the tests again set it.
# REEL_TEST_LANES    how many steps run at a time, by default 4. With 1, each prints as it goes.
# REEL_FUZZ_SECONDS  how long each fuzz target runs; 0, the default, runs the seeds only.
# REEL_TEST_MORE     set: the quick run, too, installs what some tests need or compare with (g++, python3, minisign). Others skip them.
# REEL_CORPUS        a folder of real replays, by default ../shared. Tests that need it are skipped without it, and listed at the end.
#
# The last line is "N passed, N failed, N skipped". Logs are in build/.
set -uo pipefail
cd "$(dirname "$0")" || exit 2
# shellcheck disable=SC2034 # the steps use both
root=$PWD jobs=$(nproc 2> /dev/null || echo 2)
# pip compiles every module that it installs, which takes longer than the rest. Python compiles those that are imported.
export PIP_COMPILE=0

quick_steps='release'
# The longest first, and those that wait for downloads beside those that compute; at the end short ones, so that no lane ends long before another. In a
# full run, after those of the night, of which dist uses one processor for half an hour. Steps that would use the same folder at the same time wait
# for each other: see group_of in tests/steps/base.sh.
all_steps='server asan viewer release python msan s390x duckdb mingw rust cost cpp package spark i686 web columns systems go static deb lint'
all_steps+=' fuzz csharp tsan debug abi'
nightly_steps='dist repeat tidy coverage warnings guard site aarch64 wasm'

for file in tests/steps/*.sh; do
    # shellcheck source=/dev/null # each is checked by itself
    . "$file" || exit 2
done

usage() { sed -n '3,23s/^# \{0,1\}//p' test.sh; }

run=steps steps='' without=''
for word; do
    case $word in
    all | full | list) [ "$run" = list ] && [ "$word" != list ] && list=$word || run=$word ;;
    -h | --help) usage; exit ;;
    -*) without+=" ${word#-}" ;;
    *) steps+=" $word" ;;
    esac
done
[ $# -gt 0 ] || run=quick
case $run.${list:-quick} in
quick.* | list.quick) steps=$quick_steps ;;
all.* | list.all) steps=$all_steps ;;
full.* | list.full) steps="$nightly_steps $all_steps" ;;
esac
for step in $steps $without; do
    [[ " $all_steps $nightly_steps " == *" $step "* ]] || {
        echo "test.sh: unknown step '$step' (the steps are: $all_steps $nightly_steps)" >&2
        exit 2
    }
done
steps=$(for step in $steps; do [[ " $without " == *" $step "* ]] || echo "$step"; done)
[ "$run" != list ] || { echo "$steps"; exit; }
[ -n "$steps" ] || { echo "test.sh: no step is left" >&2; exit 2; }

start_run "$run"
heading "packages"
# shellcheck disable=SC2086 # a list of steps
install_packages $steps
use_ccache
# shellcheck disable=SC2086
run_steps $steps
# shellcheck disable=SC2154 # start_run sets it
if [ -n "$state" ]; then (git log -1 --format='commit %H'; summary) | tee "$state/summary"; else summary; fi

#!/bin/sh
# SPDX-License-Identifier: MIT
# Mutation testing of formats: which small mistakes in their sources no test finds. docs/mutation.md has what it found.
#
#   run.sh toys [OPTION...]            all mutants of the toy formats; fails below 95 %
#   run.sh FAMILY [OPTION...]          a sample of those of src/formats/FAMILY, 40 unless --sample says otherwise
#   run.sh quick                       a fixed sample of the toys', in less than a minute
#
# Options are those of mutate.py. BUILD=FOLDER: another build of the release preset than build/release.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build/release}
what=${1:?toys, quick, or the name of a folder in src/formats}
shift
[ -f "$build/build.ninja" ] || cmake --preset release -B "$build" > /dev/null
case $what in
    toys) exec tests/mutation/mutate.py "$build" tests/toy/toy.c tests/toy/packed.c tests/toy/text.c --files tests/toy/ --floor 95 "$@" ;;
    quick)
        exec tests/mutation/mutate.py "$build" tests/toy/toy.c tests/toy/packed.c tests/toy/text.c --files tests/toy/ --floor 90 \
            --sample 60 --seed 54 --killers 1 "$@"
        ;;
    *)
        # shellcheck disable=SC2046 # a list of files
        exec tests/mutation/mutate.py "$build" $(find "src/formats/$what" -name '*.c' | LC_ALL=C sort) --files "tests/formats/$what/" \
            --sample 40 --seed 54 "$@"
        ;;
esac

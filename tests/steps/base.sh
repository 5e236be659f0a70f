# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root and jobs are set by test.sh
# What all steps use: counting, builds, runs of ctest.
#
# To add a step NAME: write step_NAME in a file of this folder, needs_NAME beside it if it needs packages, and add NAME to the lists in
# test.sh. A step never ends the script: it reports each result with `result`, or calls `skip_step` and returns.

passed=0 failed=0 skipped=0
failures=()

have() { command -v "$1" > /dev/null; }

heading() { printf '\n== %s\n' "$*"; }

note() { printf '   %s\n' "$*"; }

# result NAME OK|FAILED [LOG]: one result; after a failure, the lines of LOG that begin with FAIL and what follows them, and its end.
result() {
    if [ "$2" = OK ]; then
        passed=$((passed + 1))
        note "ok: $1"
    else
        failed=$((failed + 1))
        failures+=("$1")
        note "FAILED: $1"
        [ -z "${3:-}" ] || { grep -a -A 8 '^FAIL' "$3" | head -n 40; tail -n 20 "$3"; }
    fi
}

# quiet NAME COMMAND...: passes if COMMAND succeeds; its output is printed only if it fails.
quiet() {
    local name=$1 log=build/check-$1.log
    shift
    if "$@" > "$log" 2>&1; then result "$name" OK; else result "$name" FAILED "$log"; fi
}

# counted NAME COMMAND...: a script whose last line is "N passed, N failed, N skipped"; its output is printed.
counted() {
    local name=$1 log=build/$1.log sums
    shift
    "$@" > "$log" 2>&1
    sed 's/^/   /' "$log"
    read -r -a sums < <(tail -n 1 "$log" | awk '/^[0-9]+ passed, [0-9]+ failed/ { print $1, $3, $5 + 0; ok = 1 } END { if (!ok) print 0, 1, 0 }')
    passed=$((passed + sums[0])) failed=$((failed + sums[1])) skipped=$((skipped + sums[2]))
    [ "${sums[1]}" -eq 0 ] || failures+=("$name")
}

# skip_step REASON
skip_step() {
    skipped=$((skipped + 1))
    note "skipped: $1"
}

# Our own files, by patterns of git.
ours() { git ls-files "$@" 2> /dev/null | grep -v '^third_party/'; }

# The CPU seconds of the commands that have ended, from the output of `times`.
cpu_seconds() { awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += 60 * t[1] + t[2] } printf "%d", sum }' "$1"; }

# Runs a step in a shell of its own, so that lanes can run side by side. build/steps/NAME.sums gets its counts and the names of its failures,
# build/costs.log its name, its wall time and its CPU time, in seconds.
run_step() (
    started=$SECONDS
    "step_$1"
    times > "build/steps/$1.times" # not in a pipe: that is another shell, with times of its own
    used=$(cpu_seconds "build/steps/$1.times")
    note "$1: $((SECONDS - started)) s, of CPU $used s"
    echo "$1 $((SECONDS - started)) $used" >> build/costs.log
    printf '%s\n' "$passed $failed $skipped" ${failures[@]+"${failures[@]}"} > "build/steps/$1.sums"
)

# run_lanes LANE...: each lane is a list of steps that run one after the other, beside those of the other lanes. If there is more than one
# lane, the output of a step is printed when it ends.
run_lanes() {
    local lane step
    if [ $# = 1 ]; then
        for step in $1; do run_step "$step"; done
    else
        for lane; do
            for step in $lane; do
                run_step "$step" > "build/steps/$step.log" 2>&1
                flock build/steps cat "build/steps/$step.log" # one output at a time
            done < /dev/null &
        done
        wait
    fi
    for lane; do
        for step in $lane; do add_sums "$step"; done
    done
}

# add_sums STEP: adds what the step counted. A step that ended without its counts has failed.
add_sums() {
    local sums
    local -a lines
    if ! mapfile -t lines < "build/steps/$1.sums" || [ ${#lines[@]} = 0 ]; then
        lines=('0 1 0' "step $1 ended early")
    fi 2> /dev/null
    read -r -a sums <<< "${lines[0]}"
    passed=$((passed + sums[0])) failed=$((failed + sums[1])) skipped=$((skipped + sums[2]))
    failures+=("${lines[@]:1}")
}

# Builds of one run compile many files more than once, and so does the next run.
use_ccache() {
    have ccache && [ -z "${CMAKE_C_COMPILER_LAUNCHER+set}" ] || return 0
    export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
}

# build_at SOURCE NAME ARGUMENT...: configures build/NAME with ARGUMENTs and builds it; with targets=(...), only those.
targets=()
build_at() {
    local source=$1 name=$2
    shift 2
    if cmake -S "$source" -B "build/$name" "$@" > "build/$name.log" 2>&1 &&
        cmake --build "build/$name" -j "$jobs" ${targets[@]+--target "${targets[@]}"} >> "build/$name.log" 2>&1; then
        return 0
    fi
    result "build of $name" FAILED "build/$name.log"
    return 1
}

build() { build_at . "$@"; }

# Sums up a log of ctest: passed, failed, skipped. The tests in a cmocka program, and in a script that ends with "N passed, N failed" or
# "N transcripts pass, N fail", count one by one; any other program counts as one. A program that crashes counts as one failure.
# shellcheck disable=SC2016 # awk's own dollars
count='
function end_program() {
    if (name == "") return
    if (!counted) { if (ok) good++; else bad++ }
    else { good += p; bad += f; skip += s; if (!ok && !f) bad++ }
    name = ""
}
/^[0-9]+\/[0-9]+ Testing: / { end_program(); name = $3; counted = p = f = s = ok = 0 }
/^\[  PASSED  \] [0-9]+ test/ { counted = 1; p = $4 }
/^\[  SKIPPED \] [0-9]+ test/ { s = $4 }
/^\[  FAILED  \] [0-9]+ test/ { counted = 1; f = $4 }
/^[0-9]+ passed, [0-9]+ failed/ { counted = 1; p = $1; f = $3; s = $5 + 0 }
/^[0-9]+ transcripts pass, [0-9]+ fail/ { counted = 1; p = $1; f = $4; s = $6 + 0 }
/^Test Passed\.$/ { ok = 1 }
END { end_program(); print good + 0, bad + 0, skip + 0 }'

# run_tests NAME EFFORT [ARGUMENT...]: the tests of build/NAME; ARGUMENTs are for ctest.
run_tests() {
    local name=$1 effort=${REEL_TEST_EFFORT:-$2} log=build/$1/Testing/Temporary/LastTest.log sums
    shift 2
    (cd "build/$name" && REEL_TEST_EFFORT=$effort ctest -j "$jobs" --timeout 1200 --output-on-failure "$@") \
        > "build/$name-tests.log" 2>&1 ||
        grep -vE '^ *[0-9]+/[0-9]+ Test .* Passed|^ +Start +[0-9]+' "build/$name-tests.log" | tail -n 60
    read -r -a sums < <(awk "$count" "$log")
    passed=$((passed + sums[0])) failed=$((failed + sums[1])) skipped=$((skipped + sums[2]))
    [ "${sums[1]}" -eq 0 ] || failures+=("$name: $(sed -n 's/^\t *[0-9]* - \([^ ]*\) .*/\1/p' "build/$name-tests.log" | tr '\n' ' ')")
    [ "$((sums[0] + sums[1]))" -gt 0 ] || result "$name ran no test" FAILED "build/$name-tests.log"
    # the small corpus lacks most files on purpose
    [ "${REEL_CORPUS:-}" = "$root/build/corpus-small" ] || grep -hE '^\[ NO CORPUS \]' "$log" >> build/no-corpus.log
    note "$name ($effort): ${sums[0]} passed, ${sums[1]} failed, ${sums[2]} skipped"
}

# A corpus of every third play, as links, without files above 128 KiB: a fortieth of the bytes, of every family. Prints its folder.
small_corpus() {
    local corpus=${REEL_CORPUS:-$root/../shared} small=$root/build/corpus-small
    if [ -d "$corpus/samples" ]; then
        rm -rf "$small"
        mkdir -p "$small"
        cp -rs "$(realpath "$corpus")/"{samples,expected} "$small/" 2> /dev/null
        find -L "$small/samples" -type f -size +128k ! -name '*.tsv' -delete
        # the files of one play share their name up to the first point
        find "$small/samples" -type l ! -name '*.tsv' | LC_ALL=C sort | awk -F / '{
            play = $NF
            sub(/[.].*/, "", play)
            if (!(play in number)) number[play] = ++plays
            if (number[play] % 3 != 1) print
        }' | xargs -r -d '\n' rm -f
    fi
    echo "$small"
}

summary() {
    heading "in all, after $SECONDS s"
    if [ -s build/no-corpus.log ]; then
        echo "these tests found no corpus:"
        LC_ALL=C sort -u build/no-corpus.log | sed 's/^/   /'
    fi
    awk '{ printf "   %-9s %5d s, of CPU %5d s\n", $1, $2, $3; wall += $2; cpu += $3 } END { printf "   %-9s %5d s, of CPU %5d s\n", "all", wall, cpu }' \
        build/costs.log
    local failure
    for failure in ${failures[@]+"${failures[@]}"}; do echo "failed: $failure"; done
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}

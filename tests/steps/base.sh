# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154,SC2030,SC2031 # root and jobs are set by test.sh; a step has a shell of its own
# What all steps use: counting, lanes, builds, runs of ctest.
#
# To add a step NAME: write step_NAME in a file of this folder, needs_NAME beside it if it needs packages; add NAME to a list in test.sh, to
# .github/workflows/ci.yml and to the table in CONTRIBUTING.md (tests/machinery/step_lists.sh compares them), and to group_of below if it
# uses the folders of another step. A step never ends the script: it reports each result with `result`, or calls `skip_step` and returns.

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

# slow NAME SECONDS: for the list of the slowest tests; half a second and more.
slow() { awk -v name="${current:-} $1" -v took="$2" 'BEGIN { if (took >= 0.5) printf "%.1f %s\n", took, name }' >> build/steps/slow; }

# quiet NAME COMMAND...: passes if COMMAND succeeds; its output is printed only if it fails.
quiet() {
    local name=$1 log=build/check-$1.log started=$SECONDS
    shift
    if "$@" > "$log" 2>&1; then result "$name" OK; else result "$name" FAILED "$log"; fi
    slow "$name" $((SECONDS - started))
}

# add_counts NAME SUM SUM SUM: passed, failed, skipped.
add_counts() {
    passed=$((passed + $2)) failed=$((failed + $3)) skipped=$((skipped + $4))
    [ "$3" -eq 0 ] || failures+=("$1")
}

# counted NAME COMMAND...: a script whose last line is "N passed, N failed, N skipped"; its output is printed. What it and pytest call FAILED is
# named at the end of the run.
counted() {
    local name=$1 log=build/$1.log sums test took
    shift
    "$@" > "$log" 2>&1
    sed 's/^/   /' "$log"
    read -r -a sums < <(tail -n 1 "$log" | awk '/^[0-9]+ passed, [0-9]+ failed/ { print $1, $3, $5 + 0; ok = 1 } END { if (!ok) print 0, 1, 0 }')
    add_counts "$name" "${sums[@]}"
    while read -r test; do failures+=("$name: $test"); done < <(sed -nE 's/^ *FAILED:? //p' "$log" | head -n 20)
    while read -r took test; do slow "$test" "$took"; done < <(sed -nE 's/^   ok: (.*)[,;] ([0-9]+) s$/\2 \1/p; s/^   ok: ([^:]*): .* in ([0-9.]+)s.*/\2 \1/p' "$log")
    sed -n "s/^   skipped: /${current:-}: /p" "$log" >> build/steps/skips
}

# skip_step REASON
skip_step() {
    skipped=$((skipped + 1))
    note "skipped: $1"
    echo "${current:-}: $1" >> build/steps/skips
}

# Our own files, by patterns of git.
ours() { git ls-files "$@" 2> /dev/null | grep -v '^third_party/'; }

# The CPU seconds of the commands that have ended, from the output of `times`.
cpu_seconds() { awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += 60 * t[1] + t[2] } printf "%d", sum }' "$1"; }

# ---- steps --------------------------------------------------------------------------------------------------------------

# What the sources are: a name for what is committed and all changes since, but for the ledger of fuzzing and the page with its table: they may
# be committed after the run of a release. Empty without git.
name_of_sources() {
    local notes='fuzz/(executions[.]tsv|README[.]md)'
    git rev-parse HEAD > /dev/null 2>&1 || return 0
    {
        git ls-tree -r HEAD
        git diff HEAD --raw --no-renames
        git ls-files -mo --exclude-standard -z | LC_ALL=C sort -zu | xargs -0 -r cksum 2> /dev/null
    } | grep -vE "[[:space:]]$notes\$" | cksum | tr ' ' -
}

# start_run KIND: KIND is quick, all, full or steps. A full run keeps what has passed in build/full, by the sources, and its whole output, which
# packaging/release.sh makes a part of the release.
start_run() {
    kind=$1 state=''
    rm -rf build/steps
    mkdir -p build/steps
    : > build/steps/slow
    : > build/steps/skips
    : > build/steps/costs
    : > build/steps/no-corpus
    if [ "$kind" = all ] || [ "$kind" = full ]; then tell_of_disk; fi
    [ "$kind" = full ] || return 0
    export REEL_TEST_EFFORT=${REEL_TEST_EFFORT:-full}
    local sources
    sources=$(name_of_sources)
    [ -n "$sources" ] || return 0
    state=build/full/$REEL_TEST_EFFORT-$sources
    mkdir -p "$state"
    find build/full -mindepth 1 -maxdepth 1 ! -path "$state" -exec rm -r {} +
}

# A run of all steps that fills the disk fails late, and in a hundred ways.
tell_of_disk() {
    local needed=14 free used
    free=$(df -k --output=avail build 2> /dev/null | tail -n 1)
    used=$(du -sk build | cut -f 1)
    [ -n "$free" ] && [ $((free + used)) -lt $((needed * 1000000)) ] || return 0
    echo "all steps write about $needed GB to build; it has $((used / 1000000)) GB, and the disk has $((free / 1000000)) GB free"
}

# Runs a step in a shell of its own. build/steps/NAME.sums gets its counts and the names of its failures, build/steps/costs its name, its wall
# time and its CPU time, in seconds.
run_step() (
    current=$1 started=$SECONDS
    if [ -n "$state" ] && [ -f "$state/$1.sums" ]; then
        heading "$1: has passed before the interruption ($state)"
        cp "$state/$1.sums" build/steps/
        [ ! -f "$state/$1.out" ] || cat "$state/$1.out"
        return
    fi
    "step_$1"
    times > "build/steps/$1.times" # not in a pipe: that is another shell, with times of its own
    used=$(cpu_seconds "build/steps/$1.times")
    note "$1: $((SECONDS - started)) s, of CPU $used s"
    echo "$1 $((SECONDS - started)) $used" >> build/steps/costs
    printf '%s\n' "$passed $failed $skipped" ${failures[@]+"${failures[@]}"} > "build/steps/$1.sums"
    if [ -n "$state" ] && [ "$failed" = 0 ]; then cp "build/steps/$1.sums" "$state/"; fi
)

# Steps that write to the same folders have one group, and never run at the same time. Builds of build_at have locks of their own.
group_of() {
    case $1 in
    python | spark) echo python ;;   # build/python
    web | viewer | site) echo web ;; # web/wasm
    asan | fuzz) echo asan ;;        # programs that are built while others of that build are tested
    *) echo "$1" ;;
    esac
}

# Prints the next step of the queue whose group no other lane runs, and takes it. False: there is none, or the disk is full.
take_step() {
    local step group
    while [ -s build/steps/queue ]; do
        while read -r step; do
            group=$(group_of "$step")
            if ! mkdir "build/steps/busy-$group" 2> /dev/null; then
                [ ! -d "build/steps/busy-$group" ] || continue
                note "nothing can be written to build/steps" >&2
                return 1
            fi
            sed -i "/^$step\$/d" build/steps/queue || return
            echo "$step"
            return
        done < <(cat build/steps/queue)
        flock -u 9
        sleep 1
        flock 9
    done
    return 1
}

# run_steps STEP...: several at a time, because many use only one processor for much of their time, and some wait for downloads, deadlines and
# browsers: on two processors, three steps at a time left a sixth of the time of the processors unused. The output of a step is then printed
# when it ends. REEL_TEST_LANES says how many; one by one, each prints as it goes.
run_steps() {
    local step lane lanes=${REEL_TEST_LANES:-4}
    printf '%s\n' "$@" > build/steps/queue
    if [ "$lanes" = 1 ] || [ $# = 1 ]; then
        for step; do run_step "$step"; done
    else
        note "$# steps, $lanes at a time; each prints when it ends, until then to build/steps/STEP.log"
        for ((lane = 0; lane < lanes; lane++)); do
            while step=$({ flock 9 && take_step; } 9> build/steps/lock); do
                run_step "$step" > "build/steps/$step.log" 2>&1
                [ -z "$state" ] || cp "build/steps/$step.log" "$state/$step.out"
                flock build/steps cat "build/steps/$step.log" # one output at a time
                rmdir "build/steps/busy-$(group_of "$step")"
            done < /dev/null &
        done
        wait
    fi
    for step; do add_sums "$step"; done
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

# ---- builds -------------------------------------------------------------------------------------------------------------

# Builds of one run compile many files more than once, and so does the next run.
use_ccache() {
    have ccache && [ -z "${CMAKE_C_COMPILER_LAUNCHER+set}" ] || return 0
    export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
}

# build_at SOURCE NAME ARGUMENT...: configures build/NAME with ARGUMENTs and builds it; with targets=(...), only those. Steps that share a
# build wait for each other.
targets=()
build_at() {
    local source=$1 name=$2
    shift 2
    if (
        flock 9
        cmake -S "$source" -B "build/$name" "$@" > "build/$name.log" 2>&1 &&
            cmake --build "build/$name" -j "$jobs" ${targets[@]+--target "${targets[@]}"} >> "build/$name.log" 2>&1
    ) 9> "build/$name.lock"; then
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

# The tests of a log of ctest that have passed, with their output. An interrupted one leaves LastTest.log.tmp.
# shellcheck disable=SC2016
passed_tests='
/^[0-9]+\/[0-9]+ Testing: / { if (ok) printf "%s", text; text = ""; ok = 0 }
{ text = text $0 "\n" }
/^Test Passed\.$/ { ok = 1 }
END { if (ok) printf "%s", text }'

# harvest NAME: adds what has passed of the tests of build/NAME, since they were last begun in this full run, to the file of that call of
# run_tests.
harvest() {
    local log
    if [ -f "$state/$1.begun" ]; then
        for log in "build/$1/Testing/Temporary/LastTest.log"{,.tmp}; do
            [ ! -f "$log" ] || awk "$passed_tests" "$log" >> "$(cat "$state/$1.begun")"
        done
    fi
    rm -f "build/$1/Testing/Temporary/LastTest.log"{,.tmp}
}

# Tests of files flush them thousands of times, which takes minutes on a busy disk. Prints a folder in memory for them, if there is room.
memory_folder() {
    local free
    free=$(df -k --output=avail /dev/shm 2> /dev/null | tail -n 1)
    if [ "${free:-0}" -gt 2000000 ] && [ -w /dev/shm ]; then mktemp -d /dev/shm/reel-tests.XXXXXX; else mktemp -d; fi
}

# run_tests NAME EFFORT [-R REGEX] [-E REGEX]: the tests of build/NAME whose names match the first and not the second expression. What has passed
# in an earlier attempt at a full run does not run again; two calls of a step with the same NAME have different efforts.
run_tests() {
    local name=$1 effort=${REEL_TEST_EFFORT:-$2} log=build/$1/Testing/Temporary/LastTest.log only=. not='^$' earlier=/dev/null
    local longest=1200 sums failing took test
    shift 2
    [ "$effort" != full ] || longest=36000
    while [ $# -gt 0 ]; do
        case $1 in -R) only=$2 ;; -E) not=$2 ;; esac
        shift 2
    done
    if [ -n "$state" ]; then
        harvest "$name"
        earlier=$state/$name-$effort.log
        echo "$earlier" > "$state/$name.begun"
        touch "$earlier"
        not+=$(sed -nE 's,^[0-9]+/[0-9]+ Testing: (.*),|^\1$,p' "$earlier" | tr -d '\n')
    fi
    local -x TMPDIR
    TMPDIR=$(memory_folder)
    (cd "build/$name" && REEL_TEST_EFFORT=$effort ctest -j "$jobs" --timeout $longest --output-on-failure -R "$only" -E "$not") \
        > "build/$name-tests.log" 2>&1 ||
        grep -vE '^ *[0-9]+/[0-9]+ Test .* Passed|^ +Start +[0-9]+' "build/$name-tests.log" | tail -n 60
    rm -rf "$TMPDIR"
    # ctest then runs all tests, and says nothing at its end
    ! grep -q 'Error in compile' "build/$name-tests.log" || result "$name: an expression that ctest refuses" FAILED "build/$name-tests.log"
    read -r -a sums < <(cat "$earlier" "$log" 2> /dev/null | awk "$count")
    failing=$(sed -n 's/^\t *[0-9]* - \([^ ]*\) .*/\1/p' "build/$name-tests.log" | tr '\n' ' ')
    add_counts "$name: $failing" "${sums[@]}"
    [ "$((sums[0] + sums[1]))" -gt 0 ] || result "$name ran no test" FAILED "build/$name-tests.log"
    # shards of transcripts name the slow ones themselves
    while read -r took test; do slow "$test" "$took"; done < <(
        sed -nE 's,^ *[0-9]+/[0-9]+ Test +#[0-9]+: ([^ ]*) \.*.* ([0-9.]+) sec.*,\2 \1,p' "build/$name-tests.log" | grep -v ' cli_[0-9]*$'
        sed -nE 's/^ok   ([^ ,]+), ([0-9]+) s$/\2 \1/p' "$log"
    )
    sed -n "s/^skip \([^:]*\): /${current:-}: /p; s/^\[  SKIPPED \] \([a-z_0-9]*\)$/${current:-}: \1/p" "$log" >> build/steps/skips
    # the small corpus lacks most files on purpose
    [ "${REEL_CORPUS:-}" = "$root/build/corpus-small" ] || grep -hE '^\[ NO CORPUS \]' "$log" >> build/steps/no-corpus
    note "$name ($effort): ${sums[0]} passed, ${sums[1]} failed, ${sums[2]} skipped"
}

# A corpus of every third play, as links, without files above 128 KiB: a fortieth of the bytes, of every family. Made once a run; prints its
# folder.
small_corpus() (
    corpus=${REEL_CORPUS:-$root/../shared} small=$root/build/corpus-small
    flock 9
    if [ -d "$corpus/samples" ] && [ "$corpus" != "$small" ] && [ ! -f build/steps/corpus-small ]; then
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
        touch build/steps/corpus-small
    fi
    echo "$small"
) 9> build/corpus-small.lock

# The corpus of steps that run this machine's tests once more: the small one, but in a full run the whole.
lesser_corpus() { if [ "$kind" = full ]; then echo "${REEL_CORPUS:-$root/../shared}"; else small_corpus; fi; }

# ---- the end ------------------------------------------------------------------------------------------------------------

summary() {
    heading "in all, after $SECONDS s"
    if [ -s build/steps/no-corpus ]; then
        echo "these tests found no corpus:"
        LC_ALL=C sort -u build/steps/no-corpus | sed 's/^/   /'
    fi
    if [ -s build/steps/skips ]; then
        echo "skipped:"
        LC_ALL=C sort build/steps/skips | uniq -c | sed 's/^ *\([0-9]*\) /   \1 x /'
    fi
    echo "time ($(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2> /dev/null | head -n 1), $jobs processors):"
    awk '{ printf "   %-9s %5d s, of CPU %5d s\n", $1, $2, $3; wall += $2; cpu += $3 } END { printf "   %-9s %5d s, of CPU %5d s\n", "all", wall, cpu }' \
        build/steps/costs
    echo "the slowest tests:"
    sort -rn build/steps/slow | head -n 5 | sed 's/^\([0-9.]*\) /   \1 s  /'
    if [ "$kind" = quick ]; then
        echo "not run:" "$(./test.sh list all "${quick_steps/#/-}" | tr '\n' ' ')" "(./test.sh all)"
    fi
    local failure
    for failure in ${failures[@]+"${failures[@]}"}; do echo "failed: $failure"; done
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}

# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # root and jobs are set by test.sh
# Builds and runs on this machine. Each step names the defects that no other step finds.

needs_asan() { echo REQUIRED clang libclang-rt-14-dev; echo OPTIONAL lld; }
needs_tsan() { needs_asan; }
needs_fuzz() { needs_asan; }
needs_msan() { needs_asan; }
needs_coverage() { echo OPTIONAL gcovr; }

# Finds: warnings at -O0; a layer that refers to another one in code that the optimiser would remove. The step coverage runs the tests of
# such a build.
step_debug() {
    heading "debug: gcc -O0, each layer linked by itself"
    local -a targets
    mapfile -t targets < <(sed -n 's/^reel_layer_links(\([a-z]*\).*/layer_\1/p' tests/layers.cmake)
    targets+=(reel_command)
    build debug --preset debug && result "library, layers and command at -O0" OK
}

full_effort() { [ "$kind" = full ] && [ "$REEL_TEST_EFFORT" = full ]; }

# Finds: reads and writes out of bounds, use after free, leaks, undefined behaviour, on real and on damaged files; warnings of clang.
step_asan() {
    heading "asan: clang, address and undefined behaviour sanitizers"
    build asan --preset asan -DREEL_BUILD_FUZZ=ON '-DREEL_TESTS_LEFT_OUT=test_machinery_residue;test_archive_size' || return
    local -x REEL_CORPUS
    REEL_CORPUS=$(lesser_corpus)
    # millions of calls by thousands of files: less of what is freed is kept, and fewer callers of each block
    local -x ASAN_OPTIONS=quarantine_size_mb=16:malloc_context_size=5${ASAN_OPTIONS:+:$ASAN_OPTIONS}
    if full_effort; then
        run_tests asan full -E "^($no_memory_of_ours|test_hostile_cost)\$"
        REEL_TEST_EFFORT=quick run_tests asan quick -R '^test_hostile_cost$' # the step cost has it at full effort
    else
        REEL_TEST_DRAWS=$fewer_draws run_tests asan light -E "^($no_memory_of_ours)\$"
    fi
}

# Steps that run the tests of release once more make one in so many of the games and plays that loops draw from seeds: what they find is in what a
# game passes through, and how often a rule holds is for release.
fewer_draws=4

# What the step asan leaves out: tests of the shell scripts and of the text of the sources, and those whose time is that of a compiler or of
# many starts of the command that others start, too; and what compares answers with answers, sizes with those of xz -9e, or pages with
# tables, whose calls all are in other tests.
no_memory_of_ours='house|step_.*|layers|arrows.*|added_format|transcript_runner|killed_scans|damaged_scans|test_machinery_residue'
no_memory_of_ours+='|test_archive_size|fields_doc'

# What asks for every answer of the library: each reader and writer, statistics, plots, conversions, archives, columns, and small mutants. Not
# machinery_residue, which compares answers over memory with different contents: the sanitizer finds that in any test, and this one takes longest.
every_answer='machinery_(rules|changes|clean|cuts|exports|flips|repair|rows|spans)|core_(fill|spool|convert)|archive_.*|arrow.*|convert_.*'
every_answer+='|beatsaber_(check|evidence|frames|shown)|echo_(edit|merge)|gdr_(operations|fixes)|macro_.*|match.*|pairs_.*|plot.*|scene.*'
every_answer+='|scoresaber_.*|tape|teehistorian_.*|xror_.*'

# Finds: answers that depend on memory that nobody set, which may be that of another file. The codecs are those of third_party/, built with it;
# libdeflate, libsodium and SQLite, which are not, are left out.
step_msan() {
    heading "msan: clang, memory sanitizer, with the codecs of third_party"
    local test
    local -a targets=(reel_command fuzz_targets)
    for test in tests/*/test_*.c tests/*/*/test_*.c; do
        test=$(basename "$test" .c)
        [[ ! $test =~ ^test_($every_answer)$ || $test = test_archive_size ]] || targets+=("$test")
    done
    build msan --preset msan -DREEL_BUILD_FUZZ=ON || return
    local -x REEL_CORPUS
    REEL_CORPUS=$(lesser_corpus)
    REEL_TEST_DRAWS=$fewer_draws run_tests msan light -R "^test_($every_answer)\$" -E '^test_archive_size$'
    over_every_file msan "$root/build/msan/cli/reel" 2
    local -x REEL_FUZZ_BUILD=$root/build/msan REEL_FUZZ_PRESET=msan
    run_fuzz 0
}

# The quick run. Finds: what the command and the library do wrong, as users build them and over the whole corpus; warnings at -O3. At full
# effort, asan tries everything with its programs; here that is done by those that it does not have.
step_release() {
    heading "release: gcc -O3, every test program and every transcript"
    build release --preset release || return
    local only_here="^($no_memory_of_ours|failing_calls|one_open)\$"
    if full_effort; then
        run_tests release full -R "$only_here"
        REEL_TEST_EFFORT=quick run_tests release quick -E "$only_here"
    else
        run_tests release light
    fi
}

# watched NAME COMMAND...: runs COMMAND on every golden and bad file. Findings (1) and unreadable files (3) are fine; a report of a sanitizer ends
# it with 66.
watched() {
    local name=$1 log=build/$1.log status=0
    local -a files
    mapfile -d '' files < <(find tests/formats/*/golden tests/formats/*/bad -type f -print0 | LC_ALL=C sort -z)
    TSAN_OPTIONS='exitcode=66 halt_on_error=1' MSAN_OPTIONS=exitcode=66 "${@:2}" "${files[@]}" > "$log" 2>&1 || status=$?
    case $status in
    0 | 1 | 3) if grep -qE 'WARNING: (Thread|Memory)Sanitizer' "$log"; then result "$name" FAILED "$log"; else result "$name" OK; fi ;;
    *) result "$name: status $status" FAILED "$log" ;;
    esac
}

# over_every_file NAME REEL THREADS: the verbs of the command REEL.
over_every_file() {
    local name=$1 reel=$2 out=build/$1/out
    rm -rf "$out"
    mkdir -p "$out"
    watched "$name-check" "$reel" check -j "$3" --json
    watched "$name-info" "$reel" info -j "$3"
    watched "$name-export" "$reel" export -j "$3" --to jsonl -o "$out/export"
    watched "$name-stats" "$reel" stats -j "$3" --json
    watched "$name-convert" "$reel" convert -j "$3" -o "$out/convert"
    watched "$name-repair" "$reel" repair -j "$3" -o "$out/repair"
    watched "$name-plot" "$reel" plot -j "$3" -o "$out/plot"
    # a scan takes folders: the names of files would not be distinct
    # shellcheck disable=SC2016 # the inner shell expands these
    watched "$name-scan" sh -c '"$0" scan -q -j "$1" --stats --part-size 16K -t notes -o "$2" tests/formats' "$reel" "$3" "$out/scan"
}

# Finds: data races.
step_tsan() {
    heading "tsan: the command over many files with 8 threads"
    build tsan --preset tsan || return
    over_every_file tsan "$root/build/tsan/cli/reel" 8
}

# Finds: work or memory that is not linear in the file.
step_cost() {
    heading "cost: memory and executed basic blocks of every command on hostile files"
    local -a targets=(test_hostile_cost)
    build cost --preset cost || return
    REEL_TEST_EFFORT=${REEL_TEST_EFFORT:-light} quiet cost build/cost/tests/test_hostile_cost
}

# run_fuzz SECONDS: the targets of the build REEL_FUZZ_BUILD.
run_fuzz() {
    local log=build/fuzz-$REEL_FUZZ_PRESET.log
    if find "$REEL_FUZZ_BUILD/fuzz" -maxdepth 1 -name 'fuzz_*' -type f -executable ! -name fuzz_seeds | LC_ALL=C sort |
        xargs -P "$jobs" -n 1 fuzz/run.sh "$1" > "$log" 2>&1; then
        grep '^fuzz ' "$log" | sed 's/^/   /'
        passed=$((passed + $(grep -c '^fuzz ' "$log")))
    else
        result "fuzz $REEL_FUZZ_PRESET" FAILED "$log"
    fi
}

# Finds: guarantees that do not hold for a seed. The seeds need no instrumentation for coverage, so the build of asan serves.
step_fuzz() {
    heading "fuzz: each target for ${REEL_FUZZ_SECONDS:-0} s"
    local -a targets=(fuzz_targets)
    local preset=asan
    [ "${REEL_FUZZ_SECONDS:-0}" = 0 ] || preset=fuzz
    build $preset --preset $preset -DREEL_BUILD_FUZZ=ON || return
    local -x REEL_FUZZ_BUILD=$root/build/$preset REEL_FUZZ_PRESET=$preset
    run_fuzz "${REEL_FUZZ_SECONDS:-0}"
    counted fuzz-campaign fuzz/campaign_test.sh
}

# above_floor WHAT PERCENT FLOOR
above_floor() {
    if awk -v now="$2" -v floor="$3" 'BEGIN { exit !(now >= floor) }'; then
        result "coverage of $1: $2 % (floor $3 %)" OK
    else
        result "coverage of $1: $2 % is below the floor of $3 %" FAILED
    fi
}

# Programs whose loops meet paths that light effort leaves out.
covers_more='test_(machinery_(faults|rows|changes|cuts|flips)|rewrite_faults|teehistorian_(hostile|index)|gdr_hostile|scoresaber_memory|unpack'
covers_more+='|convert_scoresaber|number|row_values|replaced_values|xror_values)'

# On request. The corpus is left out, so that every machine measures the same. REEL_UPDATE=1 raises the floor to what was measured.
step_coverage() {
    heading "coverage: lines and branches of src and cli, without the corpus; gcc -O0"
    have gcovr || { skip_step "no gcovr"; return; }
    build coverage --preset coverage || return
    find build/coverage -name '*.gcda' -delete
    local -x REEL_TEST_EFFORT=light # the floor is for that, also in a full run
    # Some transcripts limit the size of files, so the counters are not always written: what counts is that the others are.
    REEL_CORPUS=/nonexistent run_tests coverage light -E '^(house|step_.*|layers|arrows.*|added_format|test_hostile_cost|cli_[0-9]+)$'
    REEL_CORPUS=/nonexistent REEL_TEST_EFFORT=quick run_tests coverage quick -R "^$covers_more\$"
    REEL_TEST_EFFORT=quick sh tests/cli/run.sh "$root/build/coverage/cli/reel" "$root/build/coverage/tests/cli/make_replay" > build/coverage-cli.log 2>&1
    if ! gcovr -r . -f src -f cli --gcov-ignore-parse-errors -j "$jobs" -s build/coverage/CMakeFiles build/coverage/cli \
        > build/coverage-gcovr.log 2>&1; then
        result "gcovr" FAILED build/coverage-gcovr.log
        return
    fi
    local lines branches floor_lines floor_branches
    lines=$(sed -n 's/^lines: \([0-9.]*\)%.*/\1/p' build/coverage-gcovr.log)
    branches=$(sed -n 's/^branches: \([0-9.]*\)%.*/\1/p' build/coverage-gcovr.log)
    read -r floor_lines floor_branches < <(grep -v '^#' tests/coverage-floor)
    above_floor lines "$lines" "$floor_lines"
    above_floor branches "$branches" "$floor_branches"
    [ -n "${REEL_UPDATE:-}" ] || return 0
    awk -v lines="$lines" -v branches="$branches" \
        '/^#/ { print; next } { print ($1 > lines ? $1 : lines), ($2 > branches ? $2 : branches) }' tests/coverage-floor \
        > build/coverage-floor && cp build/coverage-floor tests/coverage-floor
}

# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154,SC2034 # root and jobs are set by test.sh; build uses targets
# Tests that depend on time, many times over. On request: after a change to one of them, run ./test.sh repeat.

# They start threads or processes, wait, or send signals. All passed 200 times on two processors with a load of 20.
timed_programs='test_core_files test_platform_arrow test_platform_faults test_platform_sweep test_teehistorian_recorder'
timed_transcripts='export_follow_keeps_its_output_when_interrupted export_follows_a_file_that_grows
    files_of_a_killed_command_are_removed_by_the_next follow_ends_when_the_file_is_replaced follow_waits_for_a_pipe
    interrupted_collection_leaves_nothing interrupted_twice_leaves_nothing interrupted_while_it_waits_leaves_nothing
    interrupted_while_it_writes_leaves_whole_files passwords_are_asked_on_a_terminal
    standard_input_is_chosen_by_its_format time_limits_leave_no_output time_limit_ends_a_file scan_goes_on_after_an_interruption
    scan_is_refused_while_another_runs scan_reports_files_that_vanish_or_shrink_while_it_runs scan_shards_have_the_rows_of_one_scan'

# repeated NAME TIMES RUNS COMMAND...: RUNS runs of COMMAND, which is the test TIMES / RUNS times, four for each processor at once, so that
# each waits for the others. One failure is too many.
repeated() {
    local name=$1 times=$2 runs=$3 log=build/repeat-$1.log
    shift 3
    # shellcheck disable=SC2016 # the inner shell expands these
    if seq "$runs" | xargs -P $((4 * jobs)) -I RUN sh -c '"$@" > "$0.RUN" 2>&1 && rm "$0.RUN"' "$log" "$@"; then
        result "$name, $times times" OK
    else
        result "$name, $times times" FAILED "$(find build -name "${log##*/}.*" | head -n 1)"
    fi
}

# REEL_REPEAT: how often; REEL_REPEAT_ONLY: some of the names above instead of all.
step_repeat() {
    heading "repeat: tests that depend on time, ${REEL_REPEAT:-100} times under load"
    local name times=${REEL_REPEAT:-100} each
    local -a targets=(make_replay reel_command) names
    for name in $timed_programs; do targets+=("$name"); done
    build release --preset release || return
    local -x TMPDIR
    TMPDIR=$(memory_folder)
    rm -f build/repeat-*.log.*
    each=$(((times + 4 * jobs - 1) / (4 * jobs)))
    for name in ${REEL_REPEAT_ONLY:-$timed_programs $timed_transcripts}; do
        case $name in
        test_*) REEL_TEST_EFFORT=light repeated "$name" "$times" "$times" "build/release/tests/$name" ;;
        *)
            # one run of the script makes its replays once and repeats the transcript
            mapfile -t names < <(yes "$name" | head -n "$each")
            repeated "$name" "$((each * 4 * jobs))" $((4 * jobs)) sh tests/cli/run.sh "$root/build/release/cli/reel" \
                "$root/build/release/tests/cli/make_replay" "${names[@]}"
            ;;
        esac
    done
    rm -rf "$TMPDIR"
}

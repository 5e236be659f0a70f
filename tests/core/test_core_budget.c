/* SPDX-License-Identifier: MIT
 * What a file may cost: limits of steps and of unpacked bytes, counted once for all layers, and a caller who stops a long call. */
#include "codec/pack/block.h"
#include "core/budget.h"
#include "core/memory.h"
#include "machinery.h"

#include <reel/bsor.h>
#include <reel/insight.h>

enum { FRAMES = 40000 };

static reel_memory play; /* a BSOR of FRAMES frames, about 3.7 MB */

static int make_play(void **state)
{
    (void)state;
    reel_writer *writer;
    const bsor_info info = { 0 };
    bsor_frame frame = { 0 };
    if (reel_create(reel_sink_memory(&play, NULL), &reel_format_bsor, NULL, &writer, NULL) < 0) return -1;
    reel_append(writer, &bsor_infos, &info, 1);
    for (int i = 0; i < FRAMES; i++) {
        frame.time = (float)i / 90;
        reel_append(writer, &bsor_frames, &frame, 1);
    }
    return reel_finish(writer, NULL);
}

static int free_play(void **state)
{
    (void)state;
    reel_memory_free(&play);
    return 0;
}

typedef struct listener {
    unsigned calls, stop_at; /* 0: never */
    uint64_t last;
} listener;

static bool listen(void *context, const reel_progress *progress)
{
    listener *l = context;
    assert_true(progress->work > l->last || l->calls == 0);
    assert_true(progress->read <= progress->size);
    l->last = progress->work;
    return ++l->calls != l->stop_at;
}

static reel_options listening(listener *l)
{
    return (reel_options){ REEL_SIZED(reel_options), .on_progress = listen, .progress_context = l };
}

static void a_caller_hears_of_progress_and_can_stop(void **state)
{
    (void)state;
    listener l = { 0 };
    reel_options options = listening(&l);
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_load(reel_source_memory(play.data, play.size), &options, &replay, &error), REEL_OK);
    reel_free(replay);
    assert_true(l.calls >= 2);
    for (unsigned stop = 1, calls = l.calls; stop <= calls; stop++) {
        test_allocator counted = { 0 };
        reel_allocator allocator = test_allocator_of(&counted);
        l = (listener){ .stop_at = stop };
        options.allocator = &allocator;
        assert_int_equal(reel_load(reel_source_memory(play.data, play.size), &options, &replay, &error), REEL_CANCELLED);
        assert_null(replay);
        assert_string_equal(error.rule, "reel.cancelled");
        assert_int_equal(l.calls, stop); /* nobody is asked again after that */
        assert_int_equal(counted.live, 0);
    }
}

static void every_long_call_can_be_stopped(void **state)
{
    (void)state;
    reel_error error;
    listener l = { .stop_at = 2 };
    reel_options options = listening(&l);
    assert_int_equal(reel_check(reel_source_memory(play.data, play.size), &options, &error), REEL_CANCELLED);
    l = (listener){ .stop_at = 2 };
    test_sink sink = { 0 };
    assert_int_equal(reel_convert(reel_source_memory(play.data, play.size), &options, NULL, test_sink_of(&sink), NULL, &error),
                     REEL_CANCELLED);
    assert_true(sink.commits == 0 && sink.discards == 1);
    test_sink_free(&sink);

    reel_replay *replay, *figures;
    replay = load_bytes(play.data, play.size, NULL);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        if (!reel_insight_takes(*insight, &reel_format_bsor)) continue;
        l = (listener){ .stop_at = 1 };
        const reel_insight_options how = { REEL_SIZED(reel_insight_options), .on_progress = listen, .progress_context = &l };
        assert_int_equal(reel_insight_run_chunk(*insight, &reel_format_bsor, reel_replay_chunk(replay), &how, &figures, &error),
                         REEL_CANCELLED);
        assert_null(figures);
    }
    reel_free(replay);
}

static void a_work_limit_ends_the_reading_with_a_finding(void **state)
{
    (void)state;
    static finding_text findings;
    reel_options options = { REEL_SIZED(reel_options), .limits = { .work = play.size + 1000 }, .report = finding_text_report,
                             .report_context = &findings };
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(play.data, play.size), &options, &replay, &error) >= 0) {
        assert_non_null(reel_replay_damage(replay));
        assert_string_equal(reel_replay_damage(replay)->rule, "reel.work-limit");
        assert_non_null(strstr(findings.text, "reel.work-limit"));
        reel_free(replay);
    } else {
        assert_int_equal(error.status, REEL_LIMIT);
        assert_string_equal(error.rule, "reel.work-limit");
    }
    options.limits.work = play.size * 10;
    replay = load_bytes(play.data, play.size, &options);
    assert_null(reel_replay_damage(replay));
    reel_free(replay);
}

#ifdef REEL_WITH_ZLIB

static void an_unpacking_limit_is_for_the_whole_file(void **state)
{
    (void)state;
    const reel_allocator allocator = reel__memory_allocator(NULL);
    reel_memory packed = { .allocator = allocator };
    assert_int_equal(reel__block_pack(BLOCK_GZIP, 6, play.data, play.size, &allocator, &packed), REEL_OK);
    static finding_text findings;
    reel_options options = { REEL_SIZED(reel_options), .report = finding_text_report, .report_context = &findings };
    reel_replay *replay;
    reel_error error;
    replay = load_bytes(packed.data, packed.size, &options);
    assert_null(reel_replay_damage(replay));
    reel_free(replay);
    options.limits.unpacked_bytes = play.size / 2;
    assert_int_equal(reel_load(reel_source_memory(packed.data, packed.size), &options, &replay, &error), REEL_OK);
    assert_string_equal(reel_replay_damage(replay)->rule, "unpack.limit");
    assert_int_equal(reel_replay_damage(replay)->status, REEL_LIMIT);
    size_t count;
    reel_rows(replay, &bsor_frames, &count);
    assert_in_range(count, FRAMES / 3, FRAMES / 2);
    reel_free(replay);
    reel_memory_free(&packed);
}

#endif

static void allowances_grow_with_what_was_read(void **state)
{
    (void)state;
    const reel_limits limits = reel__budget_limits(&(reel_limits){ .ratio = 10 });
    reel_budget budget = reel__budget_of(&limits, NULL, NULL);
    uint64_t start = reel_unpacked_left(&budget);
    assert_int_equal(start, reel_unpacked_most(&limits, 0));
    assert_int_equal(reel__budget_read(&budget, 100), REEL_OK);
    assert_int_equal(reel_unpacked_left(&budget), start + 1000);
    assert_int_equal(reel_spend_unpacked(&budget, start + 1000), REEL_OK);
    assert_int_equal(reel_unpacked_left(&budget), 0);
    assert_int_equal(reel_spend_unpacked(&budget, 1), REEL_LIMIT);
    assert_int_equal(reel_spend_unpacked(&budget, 0), REEL_LIMIT); /* sticky */
    assert_int_equal(reel_spend(&budget, 1), REEL_OK);             /* rows of what was unpacked may be made */
    assert_int_equal(reel_spend(NULL, UINT64_MAX), REEL_OK);
    budget = reel__budget_of(&limits, NULL, NULL);
    assert_int_equal(reel_spend(&budget, UINT64_MAX), REEL_LIMIT);
    assert_int_equal(reel_spend(&budget, 0), REEL_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_caller_hears_of_progress_and_can_stop),      cmocka_unit_test(every_long_call_can_be_stopped),
        cmocka_unit_test(a_work_limit_ends_the_reading_with_a_finding),
#ifdef REEL_WITH_ZLIB
        cmocka_unit_test(an_unpacking_limit_is_for_the_whole_file),
#endif
        cmocka_unit_test(allowances_grow_with_what_was_read),
    };
    return cmocka_run_group_tests(tests, make_play, free_play);
}

/* SPDX-License-Identifier: MIT
 * Changes on the way from a reader to a writer, and the proof of what was written. */
#include <reel/bsor.h>
#include <reel/butter.h>

#include "support.h"

static reel_string text(const char *s) { return (reel_string){ s, strlen(s) }; }

/* A play of 100 frames and 5 notes, one second apart. */
static reel_memory made_play(void)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    const bsor_info info = { .player_name = text("Somebody"),
                             .player_id = text("76561190000000000"),
                             .timestamp = text("1700000000"),
                             .song_name = text("Song"),
                             .score = 300,
                             .jump_distance = 18 };
    reel_append(writer, &bsor_infos, &info, 1);
    for (int i = 0; i < 100; i++) {
        const bsor_frame frame = { .time = (float)i / 10, .head = { { 0, 1.7f, 0 }, { 0, 0, 0, 1 } } };
        reel_append(writer, &bsor_frames, &frame, 1);
        const bsor_note note = {
            .note_id = 32001, .event_time = (float)i / 20, .spawn_time = (float)i / 20, .event_type = BSOR_MISS
        };
        if (i % 20 == 0) reel_append(writer, &bsor_notes, &note, 1);
    }
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    return memory;
}

typedef struct outcome {
    reel_status status;
    reel_error error;
    reel_findings *findings;
    reel_replay *replay; /* of what was written; NULL where it failed */
} outcome;

static outcome convert(const reel_memory *input, const reel_convert_options *how)
{
    outcome o = { .findings = reel_findings_new(NULL) };
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = o.findings };
    reel_memory output;
    o.status = reel_convert(reel_source_memory(input->data, input->size), &options, NULL, reel_sink_memory(&output, NULL), how,
                            &o.error);
    if (o.status == REEL_OK) {
        assert_int_equal(reel_load(reel_source_memory(output.data, output.size), NULL, &o.replay, NULL), REEL_OK);
        reel_memory_free(&output);
    }
    return o;
}

static void done(outcome *o)
{
    reel_findings_free(o->findings);
    reel_free(o->replay);
}

static const reel_finding *found(const outcome *o, const char *rule, const reel_table *table)
{
    for (size_t i = 0; i < reel_findings_count(o->findings); i++) {
        const reel_finding *finding = reel_findings_at(o->findings, i);
        if (strcmp(finding->rule, rule) == 0 && finding->table == table) return finding;
    }
    return NULL;
}

static size_t rows(const outcome *o, const reel_table *table)
{
    size_t count;
    reel_rows(o->replay, table, &count);
    return count;
}

static const bsor_info *info_of(const outcome *o)
{
    size_t count;
    const bsor_info *info = reel_rows(o->replay, &bsor_infos, &count);
    assert_int_equal(count, 1);
    return info;
}

static void assert_text(reel_string s, const char *expected)
{
    assert_int_equal(s.size, strlen(expected));
    assert_memory_equal(s.data, expected, s.size);
}

static void sets_header_fields(void **state)
{
    reel_memory *input = *state;
    const reel_setting settings[] = { { "info.song_name", "Neues Lied ♫" }, { "jump_distance", "17.25" }, { "score", "-7" } };
    outcome o =
        convert(input, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .settings = settings, .setting_count = 3 });
    assert_int_equal(o.status, REEL_OK);
    assert_text(info_of(&o)->song_name, "Neues Lied ♫");
    assert_true(info_of(&o)->jump_distance == 17.25f);
    assert_int_equal(info_of(&o)->score, -7);
    assert_text(info_of(&o)->player_name, "Somebody");
    done(&o);
}

static void refuses_settings_that_mean_nothing(void **state)
{
    reel_memory *input = *state;
    const reel_setting bad[] = {
        { "info.no_such", "1" }, { "frames.time", "1" }, { "score", "many" }, { "jump_distance", "" }, { "score", "99999999999" }
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        outcome o =
            convert(input, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .settings = &bad[i], .setting_count = 1 });
        assert_int_equal(o.status, REEL_ARGUMENT);
        done(&o);
    }
}

/* Fields of the format that is written, whether or not the other one has them. */
static void settings_choose_how_the_target_is_written(void **state)
{
    (void)state;
    const char *path = project_path("tests/formats/echo/golden/combat.echoreplay");
    const reel_setting good[] = { { "compression", "zstd" }, { "info.keyframe_interval", "7" } };
    const reel_setting bad[] = { { "container", "text" }, { "compression", "zst" }, { "frames.time", "1" } };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = good, .setting_count = 2 };
    reel_source source;
    reel_memory output;
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_source_file(path, 0, &source, NULL), REEL_OK);
    assert_int_equal(reel_convert(source, NULL, &reel_format_butter, reel_sink_memory(&output, NULL), &how, NULL), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(output.data, output.size), NULL, &replay, NULL), REEL_OK);
    const butter_info *info = reel_rows(replay, &butter_infos, &count);
    assert_int_equal(count, 1);
    assert_int_equal(info->compression, BUTTER_ZSTD_3);
    assert_int_equal(info->keyframe_interval, 7);
    reel_free(replay);
    reel_memory_free(&output);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        how = (reel_convert_options){ REEL_SIZED(reel_convert_options), .settings = &bad[i], .setting_count = 1 };
        assert_int_equal(reel_source_file(path, 0, &source, NULL), REEL_OK);
        assert_int_equal(reel_convert(source, NULL, &reel_format_butter, reel_sink_memory(&output, NULL), &how, NULL),
                         REEL_ARGUMENT);
    }
}

static void cuts_by_time_and_says_what_went(void **state)
{
    reel_memory *input = *state;
    outcome o = convert(
        input, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = 2, .has_to = true, .to = 4 });
    assert_int_equal(o.status, REEL_OK);
    assert_int_equal(rows(&o, &bsor_frames), 20);
    assert_int_equal(rows(&o, &bsor_notes), 2);
    assert_int_equal(found(&o, "edit.cut", &bsor_frames)->count, 80);
    assert_int_equal(found(&o, "edit.cut", &bsor_notes)->count, 3);
    done(&o);
}

static void a_part_of_a_play_states_its_own_score(void **state)
{
    (void)state;
    enum { NOTES = 8 };
    reel_memory play;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&play, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    /* 8 cuts of 115 points: multipliers 1, 2, 2, 2, 2, 4, 4, 4 */
    const bsor_info info = { .mod_version = text("0.9.25"),
                             .game_version = text("1.29.1"),
                             .song_name = text("Song"),
                             .score = 115 * 21,
                             .jump_distance = 18 };
    reel_append(writer, &bsor_infos, &info, 1);
    for (int i = 0; i < 100; i++) {
        const bsor_frame frame = { .time = (float)i / 10, .head = { { 0, 1.7f, 0 }, { 0, 0, 0, 1 } } };
        reel_append(writer, &bsor_frames, &frame, 1);
    }
    for (int i = 0; i < NOTES; i++) {
        const bsor_note note = {
            .note_id = 32001,
            .event_time = (float)i + 1,
            .spawn_time = (float)i + 1,
            .event_type = BSOR_GOOD_CUT,
            .has_cut = 1,
            .cut = { .speed_ok = 1, .direction_ok = 1, .saber_type_ok = 1, .before_cut_rating = 1, .after_cut_rating = 1 }
        };
        reel_append(writer, &bsor_notes, &note, 1);
    }
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    outcome o = convert(&play, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = 2.5,
                                                        .has_to = true, .to = 5.5 });
    assert_int_equal(o.status, REEL_OK);
    assert_int_equal(rows(&o, &bsor_notes), 3);
    assert_int_equal(info_of(&o)->score, 115 * 5);
    assert_non_null(found(&o, "edit.score", &bsor_infos));
    done(&o);
    o = convert(&play, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = 2.5, .has_to = true,
                                                .to = 2.6 }); /* one frame */
    assert_int_equal(o.status, REEL_LOSS);
    assert_string_equal(o.error.rule, "edit.new-error");
    done(&o);
    reel_memory_free(&play);
}

static void hides_who_played(void **state)
{
    reel_memory *input = *state;
    outcome o = convert(input, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE });
    assert_int_equal(o.status, REEL_OK);
    assert_text(info_of(&o)->player_name, "anonymous");
    assert_text(info_of(&o)->player_id, "0");
    assert_text(info_of(&o)->song_name, "Song");
    assert_non_null(found(&o, "edit.anonymised", &bsor_infos));
    done(&o);
}

static void hides_what_was_set_too(void **state)
{
    reel_memory *input = *state;
    const reel_setting settings[] = { { "player_name", "Somebody else" }, { "song_name", "Other" } };
    outcome o = convert(input, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE,
                                                        .settings = settings, .setting_count = 2 });
    assert_int_equal(o.status, REEL_OK);
    assert_text(info_of(&o)->player_name, "anonymous");
    assert_text(info_of(&o)->song_name, "Other");
    done(&o);
}

static void keeps_everything_when_nothing_is_asked(void **state)
{
    reel_memory *input = *state, output;
    reel_error error;
    assert_int_equal(
        reel_convert(reel_source_memory(input->data, input->size), NULL, NULL, reel_sink_memory(&output, NULL), NULL, &error),
        REEL_OK);
    assert_int_equal(output.size, input->size);
    assert_memory_equal(output.data, input->data, input->size);
    reel_memory_free(&output);
}

/* A sink that damages what it is given to read back. */
typedef struct liar {
    test_sink inner;
    reel_sink sink;
} liar;

static reel_status liar_write(void *context, const void *data, size_t size, reel_error *error)
{
    liar *l = context;
    return l->sink.write(l->sink.context, data, size, error);
}

static reel_status liar_reopen(void *context, reel_source *source, reel_error *error)
{
    liar *l = context;
    l->inner.data[l->inner.size / 2] ^= 1;
    return l->sink.reopen(l->sink.context, source, error);
}

static reel_status liar_commit(void *context, reel_error *error)
{
    liar *l = context;
    return l->sink.commit(l->sink.context, error);
}

static void liar_discard(void *context)
{
    liar *l = context;
    l->sink.discard(l->sink.context);
}

static void finds_out_that_the_output_is_not_what_was_meant(void **state)
{
    reel_memory *input = *state;
    for (uint32_t flags = 0; flags <= REEL_NO_VERIFY; flags += REEL_NO_VERIFY) {
        liar l = { .inner = { 0 } };
        l.sink = test_sink_of(&l.inner);
        reel_sink sink = {
            .context = &l, .write = liar_write, .reopen = liar_reopen, .commit = liar_commit, .discard = liar_discard
        };
        reel_error error;
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = flags };
        reel_status status = reel_convert(reel_source_memory(input->data, input->size), NULL, NULL, sink, &how, &error);
        assert_int_equal(status, flags ? REEL_OK : REEL_LOSS);
        assert_int_equal(l.inner.commits, flags ? 1 : 0);
        if (!flags) assert_string_equal(error.rule, "convert.verify");
        test_sink_free(&l.inner);
    }
}

static void proves_what_goes_to_a_pipe_before_it_goes(void **state)
{
    reel_memory *input = *state;
    test_sink pipe = { 0 };
    reel_sink sink = test_sink_of(&pipe);
    sink.reopen = NULL;
    reel_error error;
    assert_int_equal(reel_convert(reel_source_memory(input->data, input->size), NULL, NULL, sink, NULL, &error), REEL_OK);
    assert_int_equal(pipe.commits, 1);
    assert_int_equal(pipe.size, input->size);
    assert_memory_equal(pipe.data, input->data, input->size);
    test_sink_free(&pipe);
}

static void refuses_a_damaged_file_unless_it_is_to_be_repaired(void **state)
{
    reel_memory *input = *state;
    const reel_memory cut = { .data = input->data, .size = input->size / 2 };
    outcome o = convert(&cut, NULL);
    assert_int_equal(o.status, REEL_TRUNCATED);
    done(&o);
    o = convert(&cut, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR });
    assert_int_equal(o.status, REEL_OK);
    assert_in_range(rows(&o, &bsor_frames), 40, 60);
    assert_text(info_of(&o)->song_name, "Song");
    done(&o);
}

static void too_many_rows_are_no_lack_of_memory(void **state)
{
    const reel_memory *input = *state;
    const reel_options options = { REEL_SIZED(reel_options), .limits = { .rows = 10 } };
    reel_memory output;
    reel_error error;
    assert_int_equal(
        reel_convert(reel_source_memory(input->data, input->size), &options, NULL, reel_sink_memory(&output, NULL), NULL, &error),
        REEL_LIMIT);
    assert_string_equal(error.rule, "reel.row-limit");
}

static void knows_no_operation_that_the_format_has_not(void **state)
{
    reel_memory *input = *state;
    const reel_setting operation = { "turn-around", NULL };
    outcome o = convert(
        input, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &operation, .operation_count = 1 });
    assert_int_equal(o.status, REEL_ARGUMENT);
    assert_string_equal(o.error.rule, "edit.operation");
    done(&o);
}

static int setup(void **state)
{
    static reel_memory memory;
    memory = made_play();
    *state = &memory;
    return 0;
}

static int teardown(void **state)
{
    reel_memory_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_header_fields),
        cmocka_unit_test(refuses_settings_that_mean_nothing),
        cmocka_unit_test(settings_choose_how_the_target_is_written),
        cmocka_unit_test(cuts_by_time_and_says_what_went),
        cmocka_unit_test(a_part_of_a_play_states_its_own_score),
        cmocka_unit_test(hides_who_played),
        cmocka_unit_test(hides_what_was_set_too),
        cmocka_unit_test(keeps_everything_when_nothing_is_asked),
        cmocka_unit_test(finds_out_that_the_output_is_not_what_was_meant),
        cmocka_unit_test(proves_what_goes_to_a_pipe_before_it_goes),
        cmocka_unit_test(refuses_a_damaged_file_unless_it_is_to_be_repaired),
        cmocka_unit_test(too_many_rows_are_no_lack_of_memory),
        cmocka_unit_test(knows_no_operation_that_the_format_has_not),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

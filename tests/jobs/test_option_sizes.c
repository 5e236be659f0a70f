/* SPDX-License-Identifier: MIT
 * Options of programs that are older or newer than the library, in every call that takes options. A struct of every size is read as far as it
 * goes, filled and unfilled, and nothing that is not there; what is no size of a struct is refused, and so is an option that the library does
 * not know. What a call owns is freed. */
#include "machinery.h"

#include <reel/archive.h>
#include <reel/arrow.h>
#include <reel/bsor.h>
#include <reel/export.h>
#include <reel/insight.h>
#include <reel/match.h>
#include <reel/plot.h>
#include <reel/sign.h>

static const uint8_t *play;
static size_t play_size;
static size_t open_sources;

static void closed(void *context)
{
    (void)context;
    open_sources--;
}

static reel_source source(void)
{
    reel_source made = reel_source_memory(play, play_size);
    made.close = closed;
    open_sources++;
    return made;
}

static reel_replay *loaded(void) { return load_bytes(play, play_size, NULL); }

/* A sink whose bytes nobody wants. */
static reel_memory made;
static reel_sink sink(void) { return reel_sink_memory(&made, NULL); }

static reel_status open_with(const void *options, reel_error *error)
{
    reel_reader *reader;
    reel_status status = reel_open(source(), options, &reader, error);
    reel_close(reader);
    return status;
}
static reel_status load_with(const void *options, reel_error *error)
{
    reel_replay *replay;
    reel_status status = reel_load(source(), options, &replay, error);
    reel_free(replay);
    return status;
}
static reel_status identify_with(const void *options, reel_error *error)
{
    return reel_identify(source(), options, NULL, NULL, error);
}
static reel_status check_with(const void *options, reel_error *error) { return reel_check(source(), options, error); }
static reel_status convert_from(const void *options, reel_error *error)
{
    return reel_convert(source(), options, NULL, sink(), NULL, error);
}
static reel_status pack_from(const void *options, reel_error *error)
{
    return reel_pack(source(), options, NULL, sink(), NULL, error);
}
static reel_status hash_with(const void *options, reel_error *error)
{
    uint8_t hash[REEL_HASH_SIZE];
    return reel_content_hash(source(), options, hash, error);
}
static reel_status stream_from(const void *options, reel_error *error)
{
    struct ArrowArrayStream stream;
    reel_status status = reel_arrow_stream(source(), options, "frames", NULL, &stream, error);
    if (stream.release) stream.release(&stream);
    return status;
}
static reel_status survey_from(const void *options, reel_error *error)
{
    reel_survey survey = { REEL_SIZED(reel_survey) };
    return reel_survey_run(source(), options, &survey, error);
}
static reel_status verify_from(const void *options, reel_error *error)
{
    reel_mark *mark;
    reel_status status = reel_verify(source(), options, NULL, &mark, error);
    reel_mark_free(mark);
    return status;
}
static reel_status sign_from(const void *options, reel_error *error)
{
    reel_key *key;
    assert_int_equal(reel_key_new(&key, NULL), REEL_OK);
    reel_status status = reel_sign(source(), options, key, NULL, sink(), error);
    reel_key_free(key);
    return status;
}
static reel_status recover_with(const void *options, reel_error *error)
{
    return reel_recover("no such folder/spool", "no such folder/file", options, error);
}

static reel_status create_with(const void *options, reel_error *error)
{
    reel_writer *writer;
    reel_status status = reel_create(sink(), &reel_format_bsor, options, &writer, error);
    reel_discard(writer);
    return status;
}
static reel_status write_with(const void *options, reel_error *error)
{
    reel_replay *replay = loaded();
    reel_status status = reel_write(reel_replay_chunk(replay), &reel_format_bsor, sink(), options, error);
    reel_free(replay);
    return status;
}
static reel_status convert_with(const void *options, reel_error *error)
{
    return reel_convert(source(), NULL, NULL, sink(), options, error);
}
static reel_status pseudonymise_with(const void *options, reel_error *error)
{
    return convert_with(&(reel_convert_options){ REEL_SIZED(reel_convert_options), .pseudonyms = options }, error);
}
static reel_status pack_with(const void *options, reel_error *error)
{
    return reel_pack(source(), NULL, options, sink(), NULL, error);
}
static reel_status record_with(const void *options, reel_error *error)
{
    return create_with(&(reel_write_options){ REEL_SIZED(reel_write_options), .archive = options }, error);
}
static reel_status export_with(const void *options, reel_error *error)
{
    reel_export *out;
    reel_status status = reel_export_open(reel_exporter_by_id("json"), sink(), &reel_format_bsor, options, &out, error);
    if (status == REEL_OK) reel_export_discard(out);
    return status;
}
static reel_status insight_with(const void *options, reel_error *error)
{
    reel_replay *replay = loaded(), *result;
    reel_status status = reel_insight_run_chunk(reel_insight_by_id("beatsaber"), &reel_format_bsor, reel_replay_chunk(replay),
                                                options, &result, error);
    reel_free(result);
    reel_free(replay);
    return status;
}
static reel_status levels_with(const void *options, reel_error *error)
{
    reel_levels *levels;
    reel_status status =
        reel_levels_open(project_path("tests/formats/beatsaber_map/golden/level-2.zip"), options, &levels, error);
    reel_levels_close(levels);
    return status;
}
static reel_status survey_with(const void *options, reel_error *error)
{
    size_t size;
    memcpy(&size, options, sizeof size);
    reel_survey *copy = malloc(size > sizeof size ? size : sizeof size);
    assert_non_null(copy);
    memcpy(copy, options, size > sizeof size ? size : sizeof size);
    reel_status status = reel_survey_run(source(), NULL, copy, error);
    free(copy);
    return status;
}
static reel_status plot_with(const void *options, reel_error *error)
{
    reel_replay *replay = loaded();
    reel_status status = reel_plot_draw(reel_plot_by_id(&reel_format_bsor, "score"), replay, sink(), options, error);
    reel_free(replay);
    return status;
}
static reel_status scene_with(const void *options, reel_error *error)
{
    reel_replay *replay = loaded();
    reel_status status = reel_plot_scene(replay, 1, sink(), options, error);
    reel_free(replay);
    return status;
}
static reel_status no_frame(void *context, const reel_plot_frame *frame, reel_error *error)
{
    (void)context, (void)frame, (void)error;
    return REEL_OK;
}
static reel_status clip_with(const void *options, reel_error *error)
{
    reel_replay *replay = loaded();
    reel_status status = reel_plot_clip(replay, 0, 1, 5, no_frame, NULL, options, error);
    reel_free(replay);
    return status;
}
static reel_status report_with(const void *options, reel_error *error)
{
    reel_replay *replay = loaded();
    reel_status status = reel_plot_report(replay, sink(), options, error);
    reel_free(replay);
    return status;
}
static reel_status schema_with(const void *options, reel_error *error)
{
    struct ArrowSchema schema = { 0 };
    reel_status status = reel_arrow_schema(&bsor_frames, &reel_format_bsor, options, &schema, error);
    if (schema.release) schema.release(&schema);
    return status;
}
static reel_status stream_with(const void *options, reel_error *error)
{
    struct ArrowArrayStream stream;
    reel_status status = reel_arrow_stream(source(), NULL, "frames", options, &stream, error);
    if (stream.release) stream.release(&stream);
    return status;
}
static reel_status motion_with(const void *options, reel_error *error)
{
    reel_replay *replay = loaded();
    reel_motion *motion;
    reel_status status = reel_motion_of(replay, options, &motion, error);
    reel_motion_free(motion);
    reel_free(replay);
    return status;
}
static reel_status write_key_with(const void *options, reel_error *error)
{
    reel_key *key;
    char text[REEL_SECRET_KEY_FILE];
    size_t size;
    assert_int_equal(reel_key_new(&key, NULL), REEL_OK);
    reel_status status = reel_key_write(key, options, text, &size, error);
    reel_key_free(key);
    return status;
}
static reel_status read_key_with(const void *options, reel_error *error)
{
    reel_key *key;
    reel_status status = reel_key_read("", 0, options, &key, error);
    reel_key_free(key);
    return status;
}
static reel_status sign_with(const void *options, reel_error *error)
{
    reel_key *key;
    assert_int_equal(reel_key_new(&key, NULL), REEL_OK);
    reel_status status = reel_sign(source(), NULL, key, options, sink(), error);
    reel_key_free(key);
    return status;
}
static reel_status verify_with(const void *options, reel_error *error)
{
    reel_mark *mark;
    reel_status status = reel_verify(source(), NULL, options, &mark, error);
    reel_mark_free(mark);
    return status;
}

/* Values for every option that a call may have, which change no answer of another kind than a shorter struct's. */
static void hear(void *context, const reel_finding *finding) { (void)context, (void)finding; }
static bool go_on(void *context, const reel_progress *progress)
{
    (void)context, (void)progress;
    return true;
}
static reel_status choose_nothing(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                                  reel_error *error)
{
    (void)context, (void)format, (void)header, (void)options, (void)error;
    return REEL_OK;
}
static bool no_password(void *context, char *password, size_t capacity, size_t *size)
{
    (void)context, (void)password, (void)capacity;
    *size = 0;
    return true;
}

static const reel_table *const some_tables[] = { &bsor_frames, NULL };
static const reel_format *const some_formats[] = { &reel_format_bsor, NULL };
static const char *const some_names[] = { "frames", NULL }, *const some_columns[] = { "time", NULL };

static const reel_options full_options = { REEL_SIZED(reel_options),
                                           .flags = REEL_STRICT,
                                           .formats = some_formats,
                                           .format = &reel_format_bsor,
                                           .tables = some_tables,
                                           .report = hear,
                                           .has_from = true,
                                           .has_to = true,
                                           .to = 1,
                                           .on_progress = go_on,
                                           .select = some_names,
                                           .name = "play.bsor",
                                           .choose = choose_nothing };
static const reel_write_options full_write = { REEL_SIZED(reel_write_options), .report = hear, .on_progress = go_on };
static const reel_setting some_settings[] = { { "info.player_name", "another" } };
static const reel_convert_options full_convert = { REEL_SIZED(reel_convert_options),
                                                   .flags = REEL_REPAIR,
                                                   .settings = some_settings,
                                                   .setting_count = 1,
                                                   .has_from = true,
                                                   .has_to = true,
                                                   .to = 1 };
static const reel_pseudonyms full_pseudonyms = { REEL_SIZED(reel_pseudonyms), .key = "sixteen bytes or more", .key_size = 21,
                                                 .times = REEL_BLUR, .bodies = REEL_DROP };
static const reel_archive_options full_archive = {
    REEL_SIZED(reel_archive_options), .level = REEL_ARCHIVE_RECORD, .chunk_rows = 100, .id = "a play",
    .position_error = 0.001,          .rotation_error = 0.1,        .named = true,     .only_replays = true
};
static const reel_export_options full_export = { REEL_SIZED(reel_export_options),
                                                 .tables = some_tables,
                                                 .fields = some_columns,
                                                 .has_from = true,
                                                 .has_to = true,
                                                 .to = 1,
                                                 .origin = "file",
                                                 .zstd_level = 3 };
static const reel_insight_options full_insight = { REEL_SIZED(reel_insight_options), .report = hear, .on_progress = go_on };
static const reel_survey full_survey = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK };
static const reel_plot_options full_plot = {
    REEL_SIZED(reel_plot_options), .theme = REEL_PLOT_DARK, .width = 640, .height = 360, .title = "a title", .on_progress = go_on
};
static const reel_arrow_options full_arrow = { REEL_SIZED(reel_arrow_options),
                                               .columns = some_columns,
                                               .row_column = "row",
                                               .file_column = "file",
                                               .file = "a",
                                               .batch_rows = 7 };
static const reel_motion_options full_motion = { REEL_SIZED(reel_motion_options), .report = hear };
static const reel_key_options full_key = { REEL_SIZED(reel_key_options), .on_password = no_password, .memory = 16 << 20 };
static const reel_sign_options full_sign = { REEL_SIZED(reel_sign_options),
                                             .flags = REEL_SIGN_DETACHED,
                                             .time = 1,
                                             .player = "1",
                                             .level = "2",
                                             .challenge = "3",
                                             .file = "4" };
static const reel_verify_options full_verify = { REEL_SIZED(reel_verify_options), .player = "1", .level = "2", .challenge = "3" };

typedef struct taker {
    const char *name; /* of the struct */
    size_t size;
    const void *full; /* one that is filled */
    reel_status (*call)(const void *options, reel_error *error);
    bool signs; /* needs libsodium */
} taker;

static const taker takers[] = {
    { "reel_options", sizeof(reel_options), &full_options, open_with, false },
    { "reel_options", sizeof(reel_options), &full_options, load_with, false },
    { "reel_options", sizeof(reel_options), &full_options, identify_with, false },
    { "reel_options", sizeof(reel_options), &full_options, check_with, false },
    { "reel_options", sizeof(reel_options), &full_options, convert_from, false },
    { "reel_options", sizeof(reel_options), &full_options, pack_from, false },
    { "reel_options", sizeof(reel_options), &full_options, hash_with, false },
    { "reel_options", sizeof(reel_options), &full_options, stream_from, false },
    { "reel_options", sizeof(reel_options), &full_options, survey_from, false },
    { "reel_options", sizeof(reel_options), &full_options, verify_from, true },
    { "reel_options", sizeof(reel_options), &full_options, sign_from, true },
    { "reel_options", sizeof(reel_options), &full_options, recover_with, false },
    { "reel_options", sizeof(reel_options), &full_options, levels_with, false },
    { "reel_write_options", sizeof(reel_write_options), &full_write, create_with, false },
    { "reel_write_options", sizeof(reel_write_options), &full_write, write_with, false },
    { "reel_convert_options", sizeof(reel_convert_options), &full_convert, convert_with, false },
    { "reel_pseudonyms", sizeof(reel_pseudonyms), &full_pseudonyms, pseudonymise_with, false },
    { "reel_archive_options", sizeof(reel_archive_options), &full_archive, pack_with, false },
    { "reel_archive_options", sizeof(reel_archive_options), &full_archive, record_with, false },
    { "reel_export_options", sizeof(reel_export_options), &full_export, export_with, false },
    { "reel_insight_options", sizeof(reel_insight_options), &full_insight, insight_with, false },
    { "reel_survey", sizeof(reel_survey), &full_survey, survey_with, false },
    { "reel_plot_options", sizeof(reel_plot_options), &full_plot, plot_with, false },
    { "reel_plot_options", sizeof(reel_plot_options), &full_plot, report_with, false },
    { "reel_plot_options", sizeof(reel_plot_options), &full_plot, scene_with, false },
    { "reel_plot_options", sizeof(reel_plot_options), &full_plot, clip_with, false },
    { "reel_arrow_options", sizeof(reel_arrow_options), &full_arrow, schema_with, false },
    { "reel_arrow_options", sizeof(reel_arrow_options), &full_arrow, stream_with, false },
    { "reel_motion_options", sizeof(reel_motion_options), &full_motion, motion_with, false },
    { "reel_key_options", sizeof(reel_key_options), &full_key, write_key_with, true },
    { "reel_key_options", sizeof(reel_key_options), &full_key, read_key_with, true },
    { "reel_sign_options", sizeof(reel_sign_options), &full_sign, sign_with, true },
    { "reel_verify_options", sizeof(reel_verify_options), &full_verify, verify_with, true },
};
enum { TAKERS = sizeof takers / sizeof *takers };

/* Calls with options that state `size` and begin with `count` bytes of `from`; behind these there is nothing, or what is zero. */
static reel_status call(const taker *each, size_t size, const void *from, size_t count, reel_error *error)
{
    size_t room = size > sizeof size ? size : sizeof size;
    if (room > each->size + 4096) room = each->size + 4096;
    uint8_t *options = calloc(1, room);
    assert_non_null(options);
    if (count) memcpy(options, from, count < room ? count : room);
    memcpy(options, &size, sizeof size);
    *error = (reel_error){ .rule = "" };
    made = (reel_memory){ 0 };
    reel_status status = each->call(options, error);
    reel_memory_free(&made);
    free(options);
    assert_int_equal(open_sources, 0);
    return status;
}

static void each_taker(void (*try_one)(const taker *each))
{
    for (size_t t = 0; t < TAKERS; t++) {
        if (takers[t].signs && !reel_signing_library()) continue;
        trying("call %zu with %s", t, takers[t].name);
        try_one(&takers[t]);
    }
}

static void try_newer(const taker *each)
{
    static const size_t sizes[] = { 1, 2, 8 };
    for (size_t s = 0; s < 3; s++) {
        const size_t size = each->size + sizes[s] * sizeof(void *);
        uint8_t *options = calloc(1, size);
        reel_error error;
        assert_non_null(options);
        options[size - 1] = 1;
        if (call(each, size, options, size, &error) != REEL_UNSUPPORTED || strcmp(error.rule, "reel.newer-options") != 0)
            fail_msg("%s: rule \"%s\"", each->name, error.rule);
        free(options);
    }
}

static void what_is_newer_is_refused(void **state)
{
    (void)state;
    each_taker(try_newer);
}

/* Where the options of `each` have limits of later versions; 0: they have no limits. */
static size_t later_limits(const taker *each)
{
    if (strcmp(each->name, "reel_options") == 0) return offsetof(reel_options, limits.reserved);
    if (strcmp(each->name, "reel_insight_options") == 0) return offsetof(reel_insight_options, limits.reserved);
    if (strcmp(each->name, "reel_plot_options") == 0) return offsetof(reel_plot_options, limits.reserved);
    return 0;
}

static void try_later_limit(const taker *each)
{
    const size_t at = later_limits(each);
    if (!at) return;
    const reel_limits none = { 0 };
    for (size_t i = 0; i < sizeof none.reserved / sizeof *none.reserved; i++) {
        uint8_t *options = calloc(1, each->size);
        reel_error error;
        assert_non_null(options);
        options[at + i * sizeof *none.reserved] = 1;
        reel_status status = call(each, each->size, options, each->size, &error);
        if (status != REEL_UNSUPPORTED || strcmp(error.rule, "reel.newer-options") != 0)
            fail_msg("call %zu with %s: %s, rule \"%s\"", (size_t)(each - takers), each->name, reel_status_name(status),
                     error.rule);
        free(options);
    }
}

static void a_limit_of_a_later_version_is_refused(void **state)
{
    (void)state;
    each_taker(try_later_limit);
}

static void try_newer_unset(const taker *each)
{
    reel_error known, newer;
    reel_status status = call(each, each->size, NULL, 0, &known);
    assert_int_equal(call(each, each->size + 64, NULL, 0, &newer), status);
    assert_string_equal(newer.rule, known.rule);
    status = call(each, each->size, each->full, each->size, &known);
    assert_int_equal(call(each, each->size + 64, each->full, each->size, &newer), status);
    assert_string_equal(newer.rule, known.rule);
}

static void what_is_newer_and_not_set_does_no_harm(void **state)
{
    (void)state;
    each_taker(try_newer_unset);
}

static void try_older(const taker *each)
{
    for (size_t size = sizeof(size_t); size <= each->size; size += sizeof(void *)) {
        reel_error older, known;
        const reel_status status = call(each, size, each->full, size, &older);
        const reel_status expected = call(each, each->size, each->full, size, &known); /* the rest is zero */
        if (status != expected || strcmp(older.rule, known.rule) != 0)
            fail_msg("%s of %zu bytes: %s, rule \"%s\", in place of %s, rule \"%s\"", each->name, size, reel_status_name(status),
                     older.rule, reel_status_name(expected), known.rule);
        if (strcmp(older.rule, "reel.struct-size") == 0) fail_msg("%s of %zu bytes is refused", each->name, size);
        assert_int_equal(call(each, size, NULL, 0, &older), call(each, each->size, NULL, 0, &known));
        assert_string_equal(older.rule, known.rule);
    }
}

static void an_older_struct_of_every_size_is_read_as_far_as_it_goes(void **state)
{
    (void)state;
    each_taker(try_older);
}

static void try_unsized(const taker *each)
{
    for (size_t size = 0; size <= each->size + 64; size++) {
        reel_error error;
        if (size >= sizeof(size_t) && size % sizeof(void *) == 0) continue;
        const reel_status status = call(each, size, each->full, size < each->size ? size : each->size, &error);
        if (status != REEL_ARGUMENT || strcmp(error.rule, "reel.struct-size") != 0)
            fail_msg("%s of %zu bytes: %s, rule \"%s\"", each->name, size, reel_status_name(status), error.rule);
    }
}

static void what_is_no_size_of_a_struct_is_refused(void **state)
{
    (void)state;
    each_taker(try_unsized);
}

/* Every struct of the headers that has a size is in the list above. */
static void every_struct_is_tried(void **state)
{
    (void)state;
    size_t structs = 0, tried = 0;
    file_list headers = files_below(project_path("include/reel"));
    for (size_t i = 0; i < headers.count; i++) {
        size_t size;
        uint8_t *text = read_file(headers.paths[i], &size);
        for (size_t at = 0; at + 23 <= size; at++) structs += memcmp(text + at, "    size_t struct_size;", 23) == 0;
        free(text);
    }
    file_list_free(&headers);
    for (size_t t = 0; t < TAKERS; t++) tried += t == 0 || strcmp(takers[t].name, takers[t - 1].name) != 0;
    assert_int_equal(tried, structs);
}

static void tables_of_another_format_are_refused(void **state)
{
    (void)state;
    static const reel_table points = { .name = "points" };
    const reel_table *const foreign[] = { &points, NULL }, *const mixed[] = { &points, &bsor_frames, NULL };
    reel_error error;
    assert_int_equal(load_with(&(reel_options){ REEL_SIZED(reel_options), .tables = foreign }, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "reel.foreign-table");
    assert_int_equal(load_with(&(reel_options){ REEL_SIZED(reel_options), .tables = mixed }, &error), REEL_OK);
    assert_int_equal(load_with(&(reel_options){ REEL_SIZED(reel_options), .tables = foreign + 1 }, &error),
                     REEL_OK); /* none but the header */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_newer_is_refused),
        cmocka_unit_test(a_limit_of_a_later_version_is_refused),
        cmocka_unit_test(what_is_newer_and_not_set_does_no_harm),
        cmocka_unit_test(an_older_struct_of_every_size_is_read_as_far_as_it_goes),
        cmocka_unit_test(what_is_no_size_of_a_struct_is_refused),
        cmocka_unit_test(every_struct_is_tried),
        cmocka_unit_test(tables_of_another_format_are_refused),
    };
    play = read_file(project_path("tests/formats/bsor/golden/full.bsor"), &play_size);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free((void *)(uintptr_t)play);
    return failed;
}

/* SPDX-License-Identifier: MIT
 * A program that is newer than the library sets an option that the library does not know: every call that takes options refuses it, frees what
 * it owns, and reads nothing that is not there. */
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
    reel_survey survey = { .struct_size = sizeof survey };
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
static reel_status pack_with(const void *options, reel_error *error)
{
    return reel_pack(source(), NULL, options, sink(), NULL, error);
}
static reel_status record_with(const void *options, reel_error *error)
{
    return create_with(&(reel_write_options){ .archive = options }, error);
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
static reel_status survey_with(const void *options, reel_error *error)
{
    uint8_t copy[sizeof(reel_survey) + 64];
    memcpy(copy, options, sizeof copy);
    return reel_survey_run(source(), NULL, (reel_survey *)(void *)copy, error);
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

typedef struct taker {
    const char *name; /* of the struct */
    size_t size;
    reel_status (*call)(const void *options, reel_error *error);
    bool signs; /* needs libsodium */
} taker;

static const taker takers[] = {
    { "reel_options", sizeof(reel_options), open_with, false },
    { "reel_options", sizeof(reel_options), load_with, false },
    { "reel_options", sizeof(reel_options), identify_with, false },
    { "reel_options", sizeof(reel_options), check_with, false },
    { "reel_options", sizeof(reel_options), convert_from, false },
    { "reel_options", sizeof(reel_options), pack_from, false },
    { "reel_options", sizeof(reel_options), hash_with, false },
    { "reel_options", sizeof(reel_options), stream_from, false },
    { "reel_options", sizeof(reel_options), survey_from, false },
    { "reel_options", sizeof(reel_options), verify_from, true },
    { "reel_options", sizeof(reel_options), sign_from, true },
    { "reel_options", sizeof(reel_options), recover_with, false },
    { "reel_write_options", sizeof(reel_write_options), create_with, false },
    { "reel_write_options", sizeof(reel_write_options), write_with, false },
    { "reel_convert_options", sizeof(reel_convert_options), convert_with, false },
    { "reel_archive_options", sizeof(reel_archive_options), pack_with, false },
    { "reel_archive_options", sizeof(reel_archive_options), record_with, false },
    { "reel_export_options", sizeof(reel_export_options), export_with, false },
    { "reel_insight_options", sizeof(reel_insight_options), insight_with, false },
    { "reel_survey", sizeof(reel_survey), survey_with, false },
    { "reel_plot_options", sizeof(reel_plot_options), plot_with, false },
    { "reel_plot_options", sizeof(reel_plot_options), report_with, false },
    { "reel_plot_options", sizeof(reel_plot_options), scene_with, false },
    { "reel_arrow_options", sizeof(reel_arrow_options), schema_with, false },
    { "reel_arrow_options", sizeof(reel_arrow_options), stream_with, false },
    { "reel_motion_options", sizeof(reel_motion_options), motion_with, false },
    { "reel_key_options", sizeof(reel_key_options), write_key_with, true },
    { "reel_key_options", sizeof(reel_key_options), read_key_with, true },
    { "reel_sign_options", sizeof(reel_sign_options), sign_with, true },
    { "reel_verify_options", sizeof(reel_verify_options), verify_with, true },
};
enum { TAKERS = sizeof takers / sizeof *takers };

/* Options whose size is `more` bytes larger than known, all zero but for the last byte of these. */
static reel_status call(const taker *each, size_t more, uint8_t last, reel_error *error)
{
    size_t room = each->size + (more > 64 ? more : 64), size = each->size + more;
    uint8_t *options = calloc(1, room);
    assert_non_null(options);
    memcpy(options, &size, sizeof size);
    if (more) options[size - 1] = last;
    *error = (reel_error){ .rule = "" };
    made = (reel_memory){ 0 };
    reel_status status = each->call(options, error);
    reel_memory_free(&made);
    free(options);
    assert_int_equal(open_sources, 0);
    return status;
}

static void what_is_newer_is_refused(void **state)
{
    static const size_t sizes[] = { 1, 8, 64 };
    (void)state;
    for (size_t t = 0; t < TAKERS; t++) {
        if (takers[t].signs && !reel_signing_library()) continue;
        for (size_t s = 0; s < 3; s++) {
            reel_error error;
            trying("call %zu with %s, %zu bytes more", t, takers[t].name, sizes[s]);
            if (call(&takers[t], sizes[s], 1, &error) != REEL_UNSUPPORTED || strcmp(error.rule, "reel.newer-options") != 0)
                fail_msg("call %zu with %s: rule \"%s\"", t, takers[t].name, error.rule);
        }
    }
}

static void what_is_newer_and_not_set_does_no_harm(void **state)
{
    (void)state;
    for (size_t t = 0; t < TAKERS; t++) {
        if (takers[t].signs && !reel_signing_library()) continue;
        reel_error known, newer;
        trying("call %zu with %s", t, takers[t].name);
        reel_status status = call(&takers[t], 0, 0, &known);
        assert_int_equal(call(&takers[t], 64, 0, &newer), status);
        assert_string_not_equal(newer.rule, "reel.newer-options");
    }
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
    assert_int_equal(load_with(&(reel_options){ .tables = foreign }, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "reel.foreign-table");
    assert_int_equal(load_with(&(reel_options){ .tables = mixed }, &error), REEL_OK);
    assert_int_equal(load_with(&(reel_options){ .tables = foreign + 1 }, &error), REEL_OK); /* none but the header */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_newer_is_refused),
        cmocka_unit_test(what_is_newer_and_not_set_does_no_harm),
        cmocka_unit_test(every_struct_is_tried),
        cmocka_unit_test(tables_of_another_format_are_refused),
    };
    play = read_file(project_path("tests/formats/bsor/golden/full.bsor"), &play_size);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free((void *)(uintptr_t)play);
    return failed;
}

/* SPDX-License-Identifier: MIT
 * Every verb of the library over recordings that were made to cost much: each ends with an answer, in memory and steps that are in
 * proportion to the file, and leaks nothing. */
#include "hostile.h"
#include "machinery.h"

#include <math.h>

#include <reel/ddnet.h>
#include <reel/export.h>
#include <reel/insight.h>
#include <reel/plot.h>

enum {
    STEPS_FREE = 1 << 17,  /* a picture, a state of 128 clients */
    STEPS_EACH = 800,      /* for each byte of the file, of all layers */
    MEMORY_FREE = 3 << 20, /* rows of a chunk of a stream, a picture */
    MEMORY_EACH = 300,
    DENSE_FREE =
        12 << 20 /* rows for every tick are charged before they are made; figures of inputs take 70 kB for each of 128 clients */
};

static const hostile_kind *kind;
static size_t file_size;

/* What a job of this file may cost. */
static reel_limits limits_of(void) { return (reel_limits){ .work = STEPS_FREE + (uint64_t)STEPS_EACH * file_size }; }

static void expect(const char *verb, const test_allocator *memory, reel_status status, const reel_error *error)
{
    uint64_t most = MEMORY_FREE + (uint64_t)MEMORY_EACH * file_size;
    if (memory->live) fail_msg("%s of %s: %zu bytes leaked", verb, kind->name, memory->live);
    if (memory->peak > most) fail_msg("%s of %s, %zu bytes: takes %zu bytes", verb, kind->name, file_size, memory->peak);
    if (status < 0 && !strcmp(error->rule, "reel.work-limit"))
        fail_msg("%s of %s, %zu bytes: %s", verb, kind->name, file_size, error->message);
    if (status < 0 && (!error->rule[0] || !error->message[0])) fail_msg("%s of %s: fails without a rule", verb, kind->name);
}

static reel_options options_of(const reel_allocator *allocator)
{
    return (reel_options){ REEL_SIZED(reel_options), .allocator = allocator, .limits = limits_of() };
}

static reel_source source_of(const hostile *file) { return reel_source_memory(file->data, file->size); }

/* ---- insights ------------------------------------------------------------------------------------------------------- */

static void run_table(const hostile *file, const reel_table *table)
{
    const reel_table *const tables[] = { table, NULL };
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = options_of(&allocator);
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .allocator = &allocator, .tables = tables };
    reel_reader *reader;
    reel_replay *result = NULL;
    reel_error error = { .rule = "" };
    bool dense = table->flags & REEL_TABLE_ON_REQUEST;
    reel_status status = reel_open(source_of(file), &options, &reader, &error);
    if (status >= 0) status = reel_insight_run(&reel_insight_ddnet, reader, &how, &result, &error);
    reel_free(result);
    reel_close(reader);
    if (dense) { /* rows that the file only implies: as many as the limit allows, or none */
        if (memory.peak > DENSE_FREE + options.limits.work)
            fail_msg("%s: %zu bytes of %zu", table->name, memory.peak, (size_t)(DENSE_FREE + options.limits.work));
        memory.peak = 0;
        if (status == REEL_LIMIT) status = REEL_OK;
    }
    expect(table->name, &memory, status, &error);
}

static void insights(const hostile *file)
{
    for (const reel_table *const *table = reel_insight_ddnet.tables; *table; table++) run_table(file, *table);
}

/* ---- plots ---------------------------------------------------------------------------------------------------------- */

static void draw(const reel_plot *plot, const reel_replay *replay, const char *who)
{
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    const reel_plot_options options = { REEL_SIZED(reel_plot_options), .allocator = &allocator, .who = who };
    reel_memory picture;
    reel_error error = { .rule = "" };
    reel_status status = reel_plot_draw(plot, replay, reel_sink_memory(&picture, &allocator), &options, &error);
    if (status == REEL_OK) {
        assert_true(picture.size <= 300000);
        reel_memory_free(&picture);
    }
    expect(plot->id, &memory, status, &error);
}

static void plots(const hostile *file)
{
    reel_replay *replay;
    reel_options options = options_of(NULL);
    if (reel_load(source_of(file), &options, &replay, NULL) < 0) return;
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        if (!reel_plot_by_id(&reel_format_teehistorian, (*plot)->id) || (*plot)->formats[0] != &reel_format_teehistorian)
            continue;
        draw(*plot, replay, NULL);
        if ((*plot)->takes_who) draw(*plot, replay, "tee"), draw(*plot, replay, "5");
    }
    reel_free(replay);
}

/* ---- check, index, load ---------------------------------------------------------------------------------------------- */

static void checks(const hostile *file, const char *convention)
{
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = options_of(&allocator);
    reel_error error = { .rule = "" };
    options.convention = convention;
    reel_status status = reel_check(source_of(file), &options, &error);
    expect("check", &memory, status, &error);
    reel_replay *replay;
    memory = (test_allocator){ 0 };
    status = reel_load(source_of(file), &options, &replay, &error);
    reel_free(replay);
    expect("load", &memory, status, &error);
}

static void indexes(const hostile *file)
{
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = options_of(&allocator);
    reel_memory index;
    reel_error error = { .rule = "" };
    reel_status status = reel_index(source_of(file), &options, 1, reel_sink_memory(&index, &allocator), &error);
    if (status >= 0) reel_memory_free(&index);
    expect("index", &memory, status, &error);
}

/* ---- export, convert -------------------------------------------------------------------------------------------------- */

static void exports(const hostile *file)
{
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = options_of(&allocator);
    const reel_export_options how = { REEL_SIZED(reel_export_options), .allocator = &allocator };
    reel_reader *reader;
    reel_error error = { .rule = "" };
    reel_status status = reel_open(source_of(file), &options, &reader, &error);
    if (status >= 0) {
        test_sink text = { 0 };
        reel_export *export_;
        const reel_chunk *chunk;
        status = reel_export_open(reel_exporter_by_id("jsonl"), test_sink_of(&text), &reel_format_teehistorian, &how, &export_,
                                  &error);
        assert_int_equal(status, REEL_OK);
        while (status == REEL_OK && (status = reel_next(reader, &chunk, &error)) == REEL_OK)
            status = reel_export_chunk(export_, chunk);
        reel_status finished = reel_export_finish(export_, &error);
        status = status < 0 ? status : finished;
        test_sink_free(&text);
    }
    reel_close(reader);
    expect("export", &memory, status, &error);
}

static void convert(const hostile *file, const char *verb, const char *convention, const reel_convert_options *how)
{
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = options_of(&allocator);
    test_sink made = { 0 };
    reel_error error = { .rule = "" };
    options.convention = convention;
    reel_status status = reel_convert(source_of(file), &options, NULL, test_sink_of(&made), how, &error);
    bool repair = how->flags & REEL_REPAIR;
    if (repair && status < 0 && strcmp(error.section, "header") != 0) fail_msg("%s of %s: %s", verb, kind->name, error.message);
    if (made.size > 4 * file->size + 65536) fail_msg("%s of %s: writes %zu bytes", verb, kind->name, made.size);
    test_sink_free(&made);
    expect(verb, &memory, status, &error);
}

static void converts(const hostile *file)
{
    const reel_setting client = { "client", "3" }, scrub = { "scrub", "key" }, version = { "version", "1" };
    convert(file, "convert", NULL, &(reel_convert_options){ REEL_SIZED(reel_convert_options) });
    convert(file, "repair", NULL, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR });
    convert(file, "resync", "resync", &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR });
    convert(file, "hide", NULL, &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE });
    convert(file, "client", NULL,
            &(reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &client, .operation_count = 1 });
    convert(file, "scrub", NULL,
            &(reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &scrub, .operation_count = 1 });
    convert(file, "version", NULL,
            &(reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &version, .operation_count = 1 });
    static const double spans[][2] = { { 2, 3 }, { 100, 1e6 }, { 1e9, 1e10 }, { -1e300, 5 }, { 2147483646, 2147483648.0 } };
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
        convert(file, "cut", NULL,
                &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = spans[i][0], .has_to = true,
                                         .to = spans[i][1] });
    convert(file, "cut", NULL,
            &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = (double)NAN });
}

static void every_verb_costs_in_proportion(void **state)
{
    (void)state;
    static const size_t sizes[] = { 459, 4096, 60000, 400000 };
    const size_t count = by_effort(4, 3, 2);
    for (size_t i = 0; i < HOSTILE_KINDS; i++) {
        for (size_t s = 0; s < count; s++) {
            hostile file = hostile_make(i, sizes[s], (uint32_t)(17 * i + s));
            kind = &hostile_kinds[i];
            file_size = file.size;
            insights(&file);
            plots(&file);
            checks(&file, NULL);
            checks(&file, "resync");
            indexes(&file);
            exports(&file);
            converts(&file);
            free(file.data);
        }
    }
}

/* ---- memory ------------------------------------------------------------------------------------------------------------- */

/* The most memory that reading takes, chunk by chunk or whole, with every table. */
static size_t peak_of(const hostile *file, bool whole)
{
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    test_source source = { .data = file->data, .size = file->size };
    const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator, .tables = reel__tee_tables };
    reel_replay *replay = NULL;
    reel_reader *reader;
    const reel_chunk *chunk;
    if (whole) {
        reel_load(test_source_of(&source), &options, &replay, NULL);
        reel_free(replay);
    } else if (reel_open(test_source_of(&source), &options, &reader, NULL) == REEL_OK) {
        while (reel_next(reader, &chunk, NULL) == REEL_OK) continue;
        reel_close(reader);
    }
    assert_int_equal(memory.live, 0);
    return memory.peak;
}

static void the_bound_of_memory_holds_and_is_reached_by_two_thirds(void **state)
{
    (void)state;
    static const size_t sizes[] = { 459, 4096, 60000, 300000 };
    const size_t count = by_effort(4, 4, 3);
    for (size_t s = 0; s < count; s++) {
        uint64_t nearest = 0, bound = 1;
        for (size_t i = 0; i < HOSTILE_KINDS; i++) {
            hostile file = hostile_make(i, sizes[s], (uint32_t)i);
            bound = reel_memory_bound(&reel_format_teehistorian, file.size, NULL);
            for (int whole = 0; whole < 2; whole++) {
                size_t peak = peak_of(&file, whole);
                if (peak > bound)
                    fail_msg("%s of %zu bytes: %zu bytes of memory, %llu promised", hostile_kinds[i].name, file.size, peak,
                             (unsigned long long)bound);
                if (peak * UINT64_C(100) / bound > nearest) nearest = peak * UINT64_C(100) / bound;
            }
            free(file.data);
        }
        printf("files of %zu bytes take up to %llu of 100 of the bound\n", sizes[s], (unsigned long long)nearest);
        if (sizes[s] >= 60000) assert_true(nearest >= 66);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_bound_of_memory_holds_and_is_reached_by_two_thirds),
                                        cmocka_unit_test(every_verb_costs_in_proportion) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "damage.h"

#include <reel/format.h>

#include "core/budget.h"

typedef struct outcome {
    reel_status status;
    reel_error error;
    reel_replay *replay;
    finding_text findings;
} outcome;

static bool is_about_the_file(reel_status status)
{
    return status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_UNSUPPORTED || status == REEL_LIMIT;
}

/* The highest offset that a finding about a file may have: inside a packed section offsets count in what it unpacks to. */
static uint64_t highest_offset(const char *section, size_t size)
{
    reel_limits limits = reel__budget_limits(&(reel_limits){ 0 });
    return section[0] ? reel_unpacked_most(&limits, size) : size;
}

static void assert_told(const char *what, const reel_error *error, size_t size)
{
    if (!is_about_the_file(error->status)) fail_msg("%s: status %s", what, reel_status_name(error->status));
    if (!error->rule || !error->rule[0]) fail_msg("%s: no rule", what);
    if (!error->section) fail_msg("%s: no section", what);
    if (!error->message[0]) fail_msg("%s: %s has no message", what, error->rule);
    if (error->offset > highest_offset(error->section, size))
        fail_msg("%s: %s at %llu of %zu bytes", what, error->rule, (unsigned long long)error->offset, size);
}

/* A spool's rows are packed as they are, so they take about what it has, strings in places of 16 bytes, with room to grow. */
enum { SPOOL_RATIO = 32, SPOOL_OWN = 300000 };

static uint64_t bound_of(const reel_format *format, const uint8_t *data, size_t size, const reel_options *options)
{
    static const char spool[] = "REELSPL";
    if (is_unwrapped(format, data, size)) return reel_memory_bound(format, size, options);
    if (size >= sizeof spool - 1 && memcmp(data, spool, sizeof spool - 1) == 0) return SPOOL_RATIO * (uint64_t)size + SPOOL_OWN;
    return reel_memory_bound_packed(format, size, options);
}

/* The bound is about the format that read the file; one that streams holds a chunk at a time. */
static void assert_bound(const char *what, const uint8_t *data, size_t size)
{
    test_allocator state = { 0 };
    reel_allocator allocator = test_allocator_of(&state);
    reel_options options = machinery_options(&allocator);
    reel_reader *reader;
    const reel_chunk *chunk;
    if (reel_open(reel_source_memory(data, size), &options, &reader, NULL) == REEL_OK) {
        uint64_t bound = bound_of(reel_reader_format(reader), data, size, &options);
        while (reel_next(reader, &chunk, NULL) == REEL_OK) continue;
        if (state.peak > bound) fail_msg("%s: %zu bytes of memory, %llu promised", what, state.peak, (unsigned long long)bound);
        reel_close(reader);
    }
    if (state.live) fail_msg("%s: %zu bytes leaked", what, state.live);
}

static void try_load(outcome *trial, const uint8_t *data, size_t size, uint32_t flags)
{
    reel_options options = machinery_options(NULL);
    options.flags = flags;
    options.report = finding_text_report;
    options.report_context = &trial->findings;
    trial->findings.size = trial->findings.errors = trial->findings.total = 0;
    trial->findings.text[0] = 0;
    trial->status = reel_load(reel_source_memory(data, size), &options, &trial->replay, &trial->error);
}

/* Every outcome is told: as a failure, or as damage with a finding. */
static const reel_error *judge(const outcome *got, const char *what, size_t size)
{
    if (got->status < 0) {
        assert_null(got->replay);
        assert_told(what, &got->error, size);
        return &got->error;
    }
    const reel_error *damage = reel_replay_damage(got->replay);
    if (!damage) return NULL;
    assert_told(what, damage, size);
    if (!got->findings.errors) fail_msg("%s: %s is damage without a finding", what, damage->rule);
    return damage;
}

static void assert_strict_agrees(const char *what, const uint8_t *data, size_t size, const reel_error *damage)
{
    static outcome strict;
    try_load(&strict, data, size, REEL_STRICT);
    if ((strict.status < 0) != (damage != NULL)) fail_msg("%s: strict says %s", what, reel_status_name(strict.status));
    if (damage && (strict.status != damage->status || strcmp(strict.error.rule, damage->rule) != 0))
        fail_msg("%s: strict says %s, lenient %s", what, strict.error.rule, damage->rule);
    reel_free(strict.replay);
}

/* What was read whole is written as the bytes that it was, however odd they are. */
static void assert_written_back(const char *what, const reel_replay *replay, const uint8_t *data, size_t size)
{
    reel_memory memory;
    reel_error error;
    reel_sink sink = reel_sink_memory(&memory, NULL);
    reel_status status = reel_write(reel_replay_chunk(replay), reel_replay_format(replay), sink, NULL, &error);
    if (reel_replay_damage(replay)) {
        if (status == REEL_OK) reel_memory_free(&memory);
        return; /* half a replay owes nothing but an answer */
    }
    if (status < 0) fail_msg("%s: whole, but cannot be written: %s", what, error.message);
    if (memory.size != size || memcmp(memory.data, data, size) != 0) fail_msg("%s: whole, but written as other bytes", what);
    reel_memory_free(&memory);
}

/* A repair gives a file that a strict reader takes, or says why there is none. */
static void assert_repaired(const char *what, const uint8_t *data, size_t size)
{
    reel_options options = machinery_options(NULL);
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    test_sink sink = { 0 };
    reel_error error;
    reel_status status = reel_convert(reel_source_memory(data, size), &options, NULL, test_sink_of(&sink), &how, &error);
    if (status < 0 && !is_about_the_file(status)) fail_msg("%s: repair: %s", what, error.message);
    assert_int_equal(sink.commits, status == REEL_OK);
    assert_int_equal(sink.discards, status != REEL_OK);
    if (status == REEL_OK) {
        options.flags = REEL_STRICT;
        reel_replay *repaired;
        if (reel_load(reel_source_memory(sink.data, sink.size), &options, &repaired, &error) < 0)
            fail_msg("%s: what was repaired does not read: %s", what, error.message);
        reel_free(repaired);
    }
    test_sink_free(&sink);
}

static void check(const uint8_t *data, size_t size)
{
    static finding_text findings;
    reel_options options = machinery_options(NULL);
    findings.size = 0;
    options.report = finding_text_report;
    options.report_context = &findings;
    reel_status status = reel_check(reel_source_memory(data, size), &options, NULL);
    if (status < 0) assert_true(is_about_the_file(status));
}

reel_replay *damage_read(const char *what, const uint8_t *data, size_t size, bool thorough)
{
    trying("%s", what);
    static outcome got;
    try_load(&got, data, size, 0);
    const reel_error *damage = judge(&got, what, size);
    if (thorough) {
        assert_strict_agrees(what, data, size, damage);
        assert_bound(what, data, size);
        check(data, size);
        const reel_format *format = got.replay ? reel_replay_format(got.replay) : NULL;
        if (format && format->writer && is_unwrapped(format, data, size)) assert_written_back(what, got.replay, data, size);
        if (got.replay) assert_repaired(what, data, size);
    }
    return got.replay;
}

reel_replay *damage_read_container(const char *what, const uint8_t *data, size_t size)
{
    trying("%s", what);
    static outcome got;
    try_load(&got, data, size, 0);
    assert_strict_agrees(what, data, size, judge(&got, what, size));
    assert_bound(what, data, size);
    check(data, size);
    return got.replay;
}

/* Whether a heavy file is the one of its format that is damaged at every place: the first that is sound. */
static bool is_chosen(const specimen *file)
{
    static const reel_format *chosen[64];
    static const char *paths[64];
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    size_t i = 0;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return false;
    const reel_format *format = reel_replay_format(replay);
    bool sound = !reel_replay_damage(replay);
    reel_free(replay);
    while (i < 63 && chosen[i] && chosen[i] != format) i++;
    if (chosen[i] || !sound) return chosen[i] && strcmp(paths[i], file->name) == 0;
    chosen[i] = format;
    paths[i] = strdup(file->name);
    printf("%s: at every place\n", file->name);
    return true;
}

static bool note_work(void *context, const reel_progress *progress)
{
    *(uint64_t *)context = progress->work;
    return true;
}

/* Packed files are small and may take long all the same, also those that are refused. */
static size_t weight_of(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    uint64_t work = 0;
    size_t weight = file->size, rows = 0;
    options.on_progress = note_work;
    options.progress_context = &work;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) >= 0) {
        for (const reel_table *const *table = reel_replay_format(replay)->tables; *table; table++) {
            size_t count;
            reel_rows(replay, *table, &count);
            rows += count * (*table)->row_size;
        }
        reel_free(replay);
    }
    if (rows > weight) weight = rows;
    return work > weight ? (size_t)work : weight;
}

/* Trying every place takes time with the square of the weight. A sample takes the same time for each file, within bounds. */
enum { LIGHT = 8192, SAMPLE_WORK = 64 << 20, SAMPLE_LEAST = 256, SAMPLE_MOST = 2000 };

/* Above these weights only one place in 16 has everything tried: of a sample of places, and of all of them. */
enum { THOROUGH = 32768, THOROUGH_EVERYWHERE = 2048 };

damage_plan damage_plan_of(const specimen *file, size_t places)
{
    size_t weight = weight_of(file);
    damage_plan plan = { 1, weight <= THOROUGH };
    if (!full_effort()) {
        plan.step = stride_for(places, 128, file->kind == CORPUS ? 16 : 64);
    } else if (weight > LIGHT && !is_chosen(file)) {
        size_t sample = SAMPLE_WORK / weight;
        plan.step = stride_for(places, 1, sample < SAMPLE_LEAST ? SAMPLE_LEAST : sample > SAMPLE_MOST ? SAMPLE_MOST : sample);
    } else {
        plan.thorough = weight <= THOROUGH_EVERYWHERE;
    }
    return plan;
}

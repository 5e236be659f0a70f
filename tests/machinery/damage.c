/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "damage.h"

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

static void assert_told(const char *what, const reel_error *error, size_t size)
{
    if (!is_about_the_file(error->status)) fail_msg("%s: status %s", what, reel_status_name(error->status));
    if (!error->rule || !error->rule[0]) fail_msg("%s: no rule", what);
    if (!error->section) fail_msg("%s: no section", what);
    if (!error->message[0]) fail_msg("%s: %s has no message", what, error->rule);
    if (error->offset > size) fail_msg("%s: %s at %llu of %zu bytes", what, error->rule, (unsigned long long)error->offset, size);
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
        uint64_t bound = reel_memory_bound(reel_reader_format(reader), size, &options);
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

/* What was read can be written, or the writer says why not; what it wrote reads as the same rows, and writes as the same bytes. */
static void write_and_compare(const char *what, const reel_replay *replay, const uint8_t *data, size_t size, bool said)
{
    reel_options options = machinery_options(NULL);
    reel_memory first, second;
    reel_error error;
    const reel_format *format = reel_replay_format(replay);
    bool whole = !reel_replay_damage(replay);
    if (reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&first, NULL), NULL, &error) < 0) {
        if (whole) fail_msg("%s: whole, but cannot be written: %s", what, error.message);
        return;
    }
    if (whole && !said && (first.size != size || memcmp(first.data, data, size) != 0))
        fail_msg("%s: whole, nothing said, but written as other bytes", what);
    options.format = format;
    reel_replay *again = load_bytes(first.data, first.size, &options);
    if (whole)
        assert_same_replay(replay, again, true, what);
    else
        assert_prefix(replay, again, what); /* a header that was never reached may have been made up */
    if (reel_write(reel_replay_chunk(again), format, reel_sink_memory(&second, NULL), NULL, &error) < 0)
        fail_msg("%s: written once, but not again: %s", what, error.message);
    if (second.size != first.size || memcmp(second.data, first.data, first.size) != 0)
        fail_msg("%s: written again as other bytes", what);
    reel_free(again);
    reel_memory_free(&first);
    reel_memory_free(&second);
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
    static outcome got;
    try_load(&got, data, size, 0);
    const reel_error *damage = judge(&got, what, size);
    if (thorough) {
        assert_strict_agrees(what, data, size, damage);
        assert_bound(what, data, size);
        check(data, size);
        if (got.replay) write_and_compare(what, got.replay, data, size, got.findings.total > 0);
    }
    return got.replay;
}

/* Whether a large file is the one of its format that is damaged at every place: the first that is sound. */
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

size_t damage_step(const specimen *file, size_t places)
{
    if (!full_effort()) return stride_for(places, 512, 256);
    if (file->size <= DAMAGE_SMALL || is_chosen(file)) return 1;
    return stride_for(places, 1, 2000);
}

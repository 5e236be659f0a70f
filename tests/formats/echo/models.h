/* SPDX-License-Identifier: MIT
 * For the tests of archives of captures. */
#ifndef TESTS_ECHO_MODELS_H
#define TESTS_ECHO_MODELS_H

#include "core/rows.h"
#include "damage.h"
#include "formats/echo/tape/first_model.h"

#include <reel/archive.h>

static uint32_t state_of_chance = 1;
static uint32_t chance(void) { return state_of_chance = state_of_chance * 1664525u + 1013904223u; }

static float thousandths(double value)
{
    const double scaled = value * 1000;
    return (float)((double)(int)(scaled < 0 ? scaled - 0.5 : scaled + 0.5) / 1000);
}

static reel_memory packed(const reel_memory *file, reel_packed *how)
{
    reel_memory archive;
    reel_error error;
    if (reel_pack(reel_source_memory(file->data, file->size), NULL, NULL, reel_sink_memory(&archive, NULL), how, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return archive;
}

static void assert_unpacks(const reel_memory *archive, const reel_memory *file)
{
    reel_memory back;
    reel_error error;
    if (reel_unpack(reel_source_memory(archive->data, archive->size), NULL, reel_sink_memory(&back, NULL), &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    assert_int_equal(back.size, file->size);
    assert_memory_equal(back.data, file->data, file->size);
    reel_memory_free(&back);
}

/* Packs a capture, and compares what comes back: the file, and its rows. */
static reel_memory assert_is_archived(const reel_memory *file, const reel_format *format)
{
    reel_packed how;
    reel_options options = machinery_options(NULL);
    reel_memory archive = packed(file, &how);
    assert_ptr_equal(how.format, format);
    assert_false(how.stored);
    if (archive.size * 2 > file->size) fail_msg("%zu bytes become %zu", file->size, archive.size);
    assert_unpacks(&archive, file);
    reel_replay *one = load_bytes(file->data, file->size, &options), *other = load_bytes(archive.data, archive.size, &options);
    assert_ptr_equal(reel_replay_format(other), format);
    for (const reel_table *const *table = format->tables; *table; table++) {
        size_t count, also;
        const void *a = reel_rows(one, *table, &count), *b = reel_rows(other, *table, &also);
        assert_int_equal(count, also);
        assert_true(reel__rows_are_equal(*table, a, b, count));
    }
    printf("%zu bytes, archive %zu\n", file->size, archive.size);
    reel_free(one);
    reel_free(other);
    return archive;
}

static inline void assert_refused(const reel_memory *archive, const char *rule)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay = NULL;
    reel_error error = { .rule = "" };
    reel_sink sink;
    reel_memory back;
    options.flags = REEL_STRICT;
    if (reel_load(reel_source_memory(archive->data, archive->size), &options, &replay, &error) >= 0) fail_msg("it was read");
    if (strcmp(error.rule, rule) != 0) fail_msg("%s: %s, not %s", error.rule, error.message, rule);
    sink = reel_sink_memory(&back, NULL);
    assert_true(reel_unpack(reel_source_memory(archive->data, archive->size), NULL, sink, &error) < 0);
    reel_free(replay);
}

#endif

/* SPDX-License-Identifier: MIT
 * Rows of every format, appended one by one as a recorder has them, to an archive for recorders and to a spool: they come back, and in the
 * steady state nothing is allocated. */
#include "archives.h"

#include <reel/archive.h>

enum { FLUSH_EVERY = 7 };

static const reel_archive_options recording = { REEL_SIZED(reel_archive_options), .level = REEL_ARCHIVE_RECORD };

static void succeed(reel_status status, const reel_error *error)
{
    if (status < 0) fail_msg("%s: %s", error->rule, error->message);
}

static reel_writer *begin(const reel_format *format, reel_sink file, reel_sink spool, const reel_allocator *allocator)
{
    reel_writer *writer;
    reel_error error;
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &recording, .allocator = allocator };
    succeed(reel_create(file, format, &options, &writer, &error), &error);
    succeed(reel_spool(writer, spool, NULL, &error), &error);
    return writer;
}

static void append_header(reel_writer *writer, const reel_replay *replay)
{
    for (const reel_table *const *table = reel_format_tables(reel_replay_format(replay)); *table; table++) {
        size_t count;
        const void *rows = reel_rows(replay, *table, &count);
        if ((*table)->flags & REEL_TABLE_HEADER) assert_int_equal(reel_append(writer, *table, rows, count), REEL_OK);
    }
}

/* Row `i` of each other table without one of these flags. False if there is none. */
static bool append_rows(reel_writer *writer, const reel_replay *replay, size_t i, uint16_t but)
{
    bool some = false;
    for (const reel_table *const *table = reel_format_tables(reel_replay_format(replay)); *table; table++) {
        size_t count;
        const uint8_t *rows = reel_rows(replay, *table, &count);
        if ((*table)->flags & (REEL_TABLE_HEADER | but) || i >= count) continue;
        some = true;
        if (reel_append(writer, *table, rows + i * (*table)->row_size, 1) != REEL_OK)
            fail_msg("%s %zu: %s", (*table)->name, i, reel_writer_error(writer)->message);
    }
    return some;
}

static reel_replay *load_sound(const specimen *file)
{
    reel_replay *replay;
    reel_options options = machinery_options(NULL);
    options.flags = REEL_STRICT;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return NULL;
    if (reel_format_writes(reel_replay_format(replay)) && !repeats_rows(replay)) return replay;
    reel_free(replay);
    return NULL;
}

static void compare(const reel_memory *recorded, const reel_replay *replay, const char *name)
{
    const reel_options options = machinery_options(NULL);
    reel_replay *again = load_bytes(recorded->data, recorded->size, &options);
    assert_null(reel_replay_damage(again));
    assert_ptr_equal(reel_replay_format(again), reel_replay_format(replay));
    assert_same_replay(replay, again, true, name);
    reel_free(again);
}

static void append_all(reel_writer *writer, const reel_replay *replay)
{
    append_header(writer, replay);
    for (size_t i = 0; append_rows(writer, replay, i, 0); i++)
        if (i % FLUSH_EVERY == 0) assert_int_equal(reel_flush(writer, NULL), REEL_OK);
}

static reel_memory spool_of(const reel_replay *replay)
{
    reel_memory ignored, spool;
    reel_writer *writer =
        begin(reel_replay_format(replay), reel_sink_memory(&ignored, NULL), reel_sink_memory(&spool, NULL), NULL);
    append_all(writer, replay);
    reel_discard(writer); /* keeps it */
    return spool;
}

static void record_twice(const specimen *file)
{
    reel_replay *replay = load_sound(file);
    if (!replay) return;
    trying_with(file->name);
    reel_memory archive, spool;
    reel_writer *writer =
        begin(reel_replay_format(replay), reel_sink_memory(&archive, NULL), reel_sink_memory(&spool, NULL), NULL);
    append_all(writer, replay);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK); /* discards the spool */
    compare(&archive, replay, file->name);
    spool = spool_of(replay);
    compare(&spool, replay, file->name);
    reel_memory_free(&archive);
    reel_memory_free(&spool);
    reel_free(replay);
}

static void rows_come_back(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(0, 200000, 20000), record_twice);
}

/* ---- spools that are cut ------------------------------------------------------------------------------------------ */

static size_t repaired;

/* What a crash left, up to any byte: rows that were recorded first, and a file that is sound, or a failure that says why. */
static void try_cut(const reel_memory *spool, size_t size, const reel_replay *whole, const char *name)
{
    reel_options options = machinery_options(NULL);
    reel_replay *part, *again;
    reel_error error = { .rule = "" };
    reel_memory made;
    if (reel_load(reel_source_memory(spool->data, size), &options, &part, &error) < 0) {
        assert_true(error.rule[0] != 0);
        return;
    }
    assert_prefix(part, whole, name);
    reel_free(part);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    if (reel_convert(reel_source_memory(spool->data, size), &options, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0) {
        assert_true(error.rule[0] != 0);
        return;
    }
    repaired++;
    options.flags = REEL_STRICT;
    if (reel_load(reel_source_memory(made.data, made.size), &options, &again, &error) < 0)
        fail_msg("%s: %s", name, error.message);
    reel_free(again);
    reel_memory_free(&made);
}

static void cut_spool(const specimen *file)
{
    reel_replay *replay = load_sound(file);
    if (!replay) return;
    reel_memory spool = spool_of(replay);
    const size_t stride = stride_for(spool.size, by_effort(4000, 600, 100), by_effort(2000, 200, 25));
    for (size_t size = 1; size < spool.size; size += stride) {
        trying("%s, a spool of %zu bytes", file->name, size);
        try_cut(&spool, size, replay, file->name);
    }
    reel_memory_free(&spool);
    reel_free(replay);
}

static void cut_spools_give_what_was_recorded_first(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(20000, 8000, 2000), cut_spool);
    printf("%zu cut spools became files\n", repaired);
    assert_true(repaired > 0);
}

/* ---- allocations -------------------------------------------------------------------------------------------------- */

static reel_status swallow(void *context, const void *data, size_t size, reel_error *error)
{
    (void)context, (void)data, (void)size, (void)error;
    return REEL_OK;
}

static reel_status commit(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void discard(void *context) { (void)context; }

/* Seconds of play, each with all rows of the replay that a recorder has, but for those that come first. In the later ones only the index of the archive grows, which doubles its room. */
static void record_for_long(const specimen *file)
{
    enum { SECONDS = 96, WARM = 32, DOUBLINGS = 2 };
    test_allocator memory = { 0 };
    const reel_allocator counting = test_allocator_of(&memory);
    const reel_sink nowhere = { .write = swallow, .commit = commit, .discard = discard };
    reel_replay *replay = load_sound(file);
    if (!replay) return;
    trying_with(file->name);
    reel_writer *writer = begin(reel_replay_format(replay), nowhere, nowhere, &counting);
    size_t warm = 0;
    append_header(writer, replay);
    for (size_t second = 0; second < SECONDS; second++) {
        if (second == WARM) warm = memory.calls;
        for (size_t i = 0; append_rows(writer, replay, i, REEL_TABLE_LAYOUT | (second ? REEL_TABLE_FIRST : 0)); i++) continue;
        assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    }
    if (memory.calls - warm > DOUBLINGS)
        fail_msg("%s: %zu allocations in %d seconds", file->name, memory.calls - warm, SECONDS - WARM);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_free(replay);
}

static void nothing_is_allocated_in_the_steady_state(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(60000, 20000, 3000), record_for_long);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_back),
        cmocka_unit_test(cut_spools_give_what_was_recorded_first),
        cmocka_unit_test(nothing_is_allocated_in_the_steady_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

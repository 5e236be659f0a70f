/* SPDX-License-Identifier: MIT
 * Making an index, and reading with one, with the n-th allocation, read or write refused: the error of that fault, no leak, no output. */
#include "support.h"

#include <reel/teehistorian.h>

enum { TICKS = 400, CLIENTS = 4 };

static reel_memory game, index_of_game;

static int record(void **state)
{
    (void)state;
    reel_writer *writer;
    const teehistorian_header header = { .version = 2, .version_minor = 22, .present = TEEHISTORIAN_HAS_VERSION_MINOR };
    assert_int_equal(reel_create(reel_sink_memory(&game, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &teehistorian_headers, &header, 1);
    for (int32_t tick = 1; tick <= TICKS; tick++)
        for (int32_t cid = 0; cid < CLIENTS; cid++) {
            const teehistorian_position position = { .tick = tick, .cid = cid, .x = tick * 7 + cid, .y = -tick };
            reel_append(writer, &teehistorian_positions, &position, 1);
        }
    reel_error error;
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    test_source source = { .data = game.data, .size = game.size, .step = 700 };
    return reel_index(test_source_of(&source), NULL, 500, reel_sink_memory(&index_of_game, NULL), NULL);
}

static int forget(void **state)
{
    (void)state;
    reel_memory_free(&game);
    reel_memory_free(&index_of_game);
    return 0;
}

typedef enum refusal { ALLOCATION, READ, WRITE, COMMIT, REFUSALS } refusal;

static void making_an_index_fails_without_an_output(void **state)
{
    (void)state;
    for (refusal refused = ALLOCATION; refused < REFUSALS; refused++)
        for (size_t n = 1;; n++) {
            test_allocator memory = { .fail_at = refused == ALLOCATION ? n : 0 };
            test_source source = { .data = game.data, .size = game.size, .step = 700, .fail_at = refused == READ ? n : 0 };
            test_sink sink = { .fail_at = refused == WRITE ? n : 0, .fail_commit = refused == COMMIT };
            reel_allocator allocator = test_allocator_of(&memory);
            const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
            reel_error error = { .rule = "" };
            reel_status status = reel_index(test_source_of(&source), &options, 500, test_sink_of(&sink), &error);
            bool met = refused == ALLOCATION ? memory.calls >= n
                       : refused == READ     ? source.reads >= n
                       : refused == WRITE    ? sink.writes >= n
                                             : n == 1;
            if (status != (!met ? REEL_OK : refused == ALLOCATION ? REEL_MEMORY : REEL_IO))
                fail_msg("refusal %zu of kind %d: %s: %s", n, (int)refused, reel_status_name(status), error.message);
            if (met && (error.status != status || !*error.message))
                fail_msg("refusal %zu of kind %d: no reason", n, (int)refused);
            assert_int_equal(memory.live, 0);
            assert_int_equal(source.closed, 1);
            assert_int_equal(sink.commits, !met || refused == COMMIT);
            assert_int_equal(sink.discards, met && refused != COMMIT);
            if (!met && refused != COMMIT) {
                assert_int_equal(sink.size, index_of_game.size);
                assert_memory_equal(sink.data, index_of_game.data, sink.size);
            }
            test_sink_free(&sink);
            if (!met || refused == COMMIT) break;
        }
}

static reel_status seek(void *context, uint64_t offset, reel_error *error)
{
    (void)error;
    test_source *source = context;
    source->at = (size_t)offset;
    return REEL_OK;
}

static size_t left_out;

static void watch(void *context, const reel_finding *finding)
{
    (void)context;
    left_out += !strncmp(finding->rule, "index.", 6);
}

/* The rows of the last 50 ticks, with an index. `ignored`: it was not used, and a finding says so. */
static reel_status read_end(const reel_memory *index, test_allocator *memory, test_source *source, bool *ignored, size_t *rows)
{
    reel_allocator allocator = test_allocator_of(memory);
    const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator, .index = { index->data, index->size },
                                   .report = watch,          .has_from = true,        .from = TICKS - 49 };
    reel_source given = test_source_of(source);
    reel_replay *replay;
    given.size = game.size;
    given.seek = seek;
    left_out = 0;
    *rows = 0;
    reel_status status = reel_load(given, &options, &replay, NULL);
    *ignored = left_out > 0;
    if (status < 0) return status;
    const teehistorian_position *positions = reel_rows(replay, &teehistorian_positions, rows);
    for (size_t i = 0; i < *rows; i++) assert_int_equal(positions[i].x, positions[i].tick * 7 + positions[i].cid);
    reel_free(replay);
    return status;
}

static void reading_with_an_index_fails_like_reading_without_one(void **state)
{
    (void)state;
    for (refusal refused = ALLOCATION; refused <= READ; refused++)
        for (int once = 0; once < 2; once++)
            for (size_t n = 1;; n++) {
                test_allocator memory = { .fail_at = refused == ALLOCATION ? n : 0, .fail_once = once };
                test_source source = {
                    .data = game.data, .size = game.size, .step = 700, .fail_at = refused == READ ? n : 0, .fail_once = once
                };
                bool ignored;
                size_t rows;
                reel_status status = read_end(&index_of_game, &memory, &source, &ignored, &rows);
                bool met = refused == ALLOCATION ? memory.calls >= n : source.reads >= n;
                /* Room for rows to come is only a wish, and an index that cannot be read is reported and ignored. */
                bool second = met && once && refused == ALLOCATION && status == REEL_OK;
                if (!second) assert_int_equal(status, !met ? REEL_OK : refused == ALLOCATION ? REEL_MEMORY : REEL_IO);
                assert_int_equal(memory.live, 0);
                assert_int_equal(source.closed, 1);
                if (status == REEL_OK) assert_int_equal(rows, 50 * CLIENTS);
                if (!met) assert_false(ignored);
                if (!met) break;
            }
}

/* An index that is damaged anywhere is reported and ignored, or does no harm. */
static void a_damaged_index_never_changes_the_rows(void **state)
{
    (void)state;
    size_t reported = 0;
    for (size_t at = 0; at < index_of_game.size; at += at < 100 ? 1 : 7) {
        const reel_memory cut = { .data = index_of_game.data, .size = at };
        test_allocator memory = { 0 };
        test_source source = { .data = game.data, .size = game.size };
        bool ignored;
        size_t rows;
        assert_int_equal(read_end(&cut, &memory, &source, &ignored, &rows), REEL_OK);
        assert_int_equal(rows, 50 * CLIENTS);
        reported += ignored;
        index_of_game.data[at] ^= 0x5a;
        source = (test_source){ .data = game.data, .size = game.size };
        assert_int_equal(read_end(&index_of_game, &memory, &source, &ignored, &rows), REEL_OK);
        assert_int_equal(rows, 50 * CLIENTS);
        reported += ignored;
        index_of_game.data[at] ^= 0x5a;
    }
    assert_true(reported > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(making_an_index_fails_without_an_output),
        cmocka_unit_test(reading_with_an_index_fails_like_reading_without_one),
        cmocka_unit_test(a_damaged_index_never_changes_the_rows),
    };
    return cmocka_run_group_tests(tests, record, forget);
}

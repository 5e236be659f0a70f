/* SPDX-License-Identifier: MIT
 * A window of a long game by its index, against the same window without one. */
#include "support.h"

#include <reel/teehistorian.h>

enum { TICKS = 4000, CLIENTS = 70, EVERY = 32768 };

/* A game in memory: everybody runs to and fro, some leave and come back. */
static reel_memory record(const char *server_name)
{
    reel_memory memory;
    reel_writer *writer;
    const teehistorian_header header = { .version = 2, .version_minor = 22, .server_name = { server_name, strlen(server_name) } };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_append(writer, &teehistorian_headers, &header, 1), REEL_OK);
    for (int32_t tick = 1; tick <= TICKS; tick++) {
        teehistorian_position positions[CLIENTS];
        teehistorian_input inputs[CLIENTS];
        for (int32_t cid = 0; cid < CLIENTS; cid++) {
            bool away = (tick / 100 + cid) % 7 == 0, leaves = away && tick % 100 == 0;
            positions[cid] =
                (teehistorian_position){ .tick = tick, .cid = cid, .x = 32 * cid + tick % 90, .y = tick * (cid + 1) };
            if (leaves) positions[cid].kind = TEEHISTORIAN_OLD;
            inputs[cid] = (teehistorian_input){ .tick = tick, .cid = cid, .target_x = tick % 300 - 150, .fire = tick / 9 % 64 };
        }
        assert_int_equal(reel_append(writer, &teehistorian_positions, positions, CLIENTS), REEL_OK);
        assert_int_equal(reel_append(writer, &teehistorian_inputs, inputs, CLIENTS), REEL_OK);
        const teehistorian_command command = { .tick = tick, .cid = tick % CLIENTS, .flags = 128, .command = { "emote", 5 } };
        if (tick % 50 == 0) assert_int_equal(reel_append(writer, &teehistorian_commands, &command, 1), REEL_OK);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return memory;
}

static reel_memory index_of(const reel_memory *game)
{
    reel_memory index;
    reel_error error;
    if (reel_index(reel_source_memory(game->data, game->size), NULL, EVERY, reel_sink_memory(&index, NULL), &error) < 0)
        fail_msg("%s", error.message);
    return index;
}

/* What findings there were, and how far into the file the reader went back. */
typedef struct reading {
    reel_replay *replay;
    reel_findings *findings;
    uint64_t first_position; /* number in the file of the first row */
} reading;

static reading read_window(reel_source source, const reel_memory *index, double from, double to)
{
    reading r = { .findings = reel_findings_new(NULL) };
    const reel_options options = { .report = reel_findings_report,
                                   .report_context = r.findings,
                                   .has_from = true,
                                   .from = from,
                                   .has_to = true,
                                   .to = to,
                                   .index = { index ? index->data : NULL, index ? index->size : 0 } };
    reel_error error;
    if (reel_load(source, &options, &r.replay, &error) < 0) fail_msg("%s", error.message);
    r.first_position = reel_chunk_first(reel_replay_chunk(r.replay), &teehistorian_positions);
    return r;
}

static reading read_memory(const reel_memory *game, const reel_memory *index, double from, double to)
{
    return read_window(reel_source_memory(game->data, game->size), index, from, to);
}

static void done(reading *r)
{
    reel_free(r->replay);
    reel_findings_free(r->findings);
}

static void expect_same(const reading *a, const reading *b)
{
    static const reel_table *const tables[] = { &teehistorian_positions, &teehistorian_inputs, NULL };
    for (const reel_table *const *table = tables; *table; table++) {
        size_t count, other;
        const uint8_t *rows = reel_rows(a->replay, *table, &count), *others = reel_rows(b->replay, *table, &other);
        assert_int_equal(count, other);
        for (size_t i = 0; i < count; i++)
            for (size_t f = 0; f < (*table)->field_count; f++)
                assert_memory_equal(rows + i * (*table)->row_size + (*table)->fields[f].offset,
                                    others + i * (*table)->row_size + (*table)->fields[f].offset,
                                    reel_type_size((*table)->fields[f].type));
    }
    assert_int_equal(a->first_position, b->first_position);
}

static bool found(const reading *r, const char *rule)
{
    for (size_t i = 0; i < reel_findings_count(r->findings); i++)
        if (!strcmp(reel_findings_at(r->findings, i)->rule, rule)) return true;
    return false;
}

static void a_window_is_the_same_with_an_index(void **state)
{
    (void)state;
    reel_memory game = record("one"), index = index_of(&game);
    static const double windows[][2] = { { 0, 10 },      { 1, 2 },       { 1999, 2500 },   { 2000.5, 2001.5 },
                                         { 3990, 9999 }, { 5000, 6000 }, { 3000, 3000.5 }, { -5, 1 } };
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        reading with = read_memory(&game, &index, windows[i][0], windows[i][1]);
        reading without = read_memory(&game, NULL, windows[i][0], windows[i][1]);
        expect_same(&with, &without);
        assert_int_equal(reel_findings_count(with.findings), reel_findings_count(without.findings));
        size_t count;
        const teehistorian_position *rows = reel_rows(with.replay, &teehistorian_positions, &count);
        for (size_t r = 0; r < count; r++) assert_true(rows[r].tick >= windows[i][0] && rows[r].tick < windows[i][1]);
        done(&with);
        done(&without);
    }
    reel_memory_free(&game);
    reel_memory_free(&index);
}

/* Counts what is read, and can go anywhere. */
typedef struct counted {
    const reel_memory *game;
    uint64_t at, read;
} counted;

static reel_status counted_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    (void)error;
    counted *c = context;
    *got = c->game->size - c->at < capacity ? (size_t)(c->game->size - c->at) : capacity;
    memcpy(buffer, c->game->data + c->at, *got);
    c->at += *got;
    c->read += *got;
    return *got ? REEL_OK : REEL_END;
}

static reel_status counted_seek(void *context, uint64_t offset, reel_error *error)
{
    (void)error;
    ((counted *)context)->at = offset;
    return REEL_OK;
}

static void an_index_saves_the_reading_of_what_lies_before(void **state)
{
    (void)state;
    reel_memory game = record("one"), index = index_of(&game);
    counted c = { .game = &game };
    reel_source source = { .context = &c, .size = game.size, .read = counted_read, .seek = counted_seek };
    reading with = read_window(source, &index, 3500, 3510), without = read_memory(&game, NULL, 3500, 3510);
    expect_same(&with, &without);
    assert_true(c.read < 10 * EVERY && c.read < game.size / 2);
    done(&with);
    done(&without);
    reel_memory_free(&game);
    reel_memory_free(&index);
}

static void an_index_of_a_source_that_cannot_seek_is_left(void **state)
{
    (void)state;
    reel_memory game = record("one"), index = index_of(&game);
    test_source bytes = { .data = game.data, .size = game.size };
    reading with = read_window(test_source_of(&bytes), &index, 3500, 3510), without = read_memory(&game, NULL, 3500, 3510);
    expect_same(&with, &without);
    assert_true(found(&with, "index.unusable"));
    done(&with);
    done(&without);
    reel_memory_free(&game);
    reel_memory_free(&index);
}

static void a_damaged_index_is_left(void **state)
{
    (void)state;
    reel_memory game = record("one"), index = index_of(&game);
    reading without = read_memory(&game, NULL, 3500, 3510);
    for (size_t at = 0; at < index.size; at += at < 200 ? 1 : 997) {
        index.data[at] ^= 0x10;
        reading with = read_memory(&game, &index, 3500, 3510);
        index.data[at] ^= 0x10;
        expect_same(&with, &without);
        assert_true(found(&with, "index.damaged"));
        done(&with);
    }
    for (size_t size = 1; size < index.size; size += 499) {
        const reel_memory cut = { .data = index.data, .size = size };
        reading with = read_memory(&game, &cut, 3500, 3510);
        expect_same(&with, &without);
        assert_true(found(&with, "index.damaged"));
        done(&with);
    }
    done(&without);
    reel_memory_free(&game);
    reel_memory_free(&index);
}

static void an_index_of_another_file_is_left(void **state)
{
    (void)state;
    reel_memory game = record("one"), other = record("two"), index = index_of(&other);
    reading with = read_memory(&game, &index, 3500, 3510), without = read_memory(&game, NULL, 3500, 3510);
    expect_same(&with, &without);
    assert_true(found(&with, "index.stale"));
    done(&with);
    reel_memory_free(&index);
    index = index_of(&game); /* and then the file changes under it */
    memmove(game.data + game.size / 4, game.data + game.size / 4 + 7, game.size - game.size / 4 - 7);
    with = read_memory(&game, &index, 3500, 3510);
    assert_true(found(&with, "index.stale"));
    done(&with);
    done(&without);
    reel_memory_free(&game);
    reel_memory_free(&other);
    reel_memory_free(&index);
}

/* A game that goes on after its index was made. */
static void an_index_serves_a_file_that_has_grown(void **state)
{
    (void)state;
    reel_memory game = record("one");
    const reel_memory half = { .data = game.data, .size = game.size / 2 };
    reel_memory index = index_of(&half);
    reading with = read_memory(&game, &index, 3500, 3510), without = read_memory(&game, NULL, 3500, 3510);
    expect_same(&with, &without);
    assert_int_equal(reel_findings_count(with.findings), reel_findings_count(without.findings));
    done(&with);
    done(&without);
    reel_memory_free(&game);
    reel_memory_free(&index);
}

static void memory_that_runs_out_leaks_nothing(void **state)
{
    (void)state;
    reel_memory game = record("one"), index = index_of(&game);
    for (size_t n = 1, tried = 0; tried < 400; n += 1 + n / 4, tried++) {
        test_allocator counter = { .fail_at = n };
        reel_allocator allocator = test_allocator_of(&counter);
        const reel_options options = {
            .allocator = &allocator, .has_from = true, .from = 3500, .index = { index.data, index.size }
        };
        reel_memory made;
        reel_replay *replay;
        reel_status status =
            reel_index(reel_source_memory(game.data, game.size), &options, EVERY, reel_sink_memory(&made, NULL), NULL);
        if (status >= 0) reel_memory_free(&made);
        assert_int_equal(counter.live, 0);
        counter = (test_allocator){ .fail_at = n };
        reel_status loaded = reel_load(reel_source_memory(game.data, game.size), &options, &replay, NULL);
        reel_free(replay);
        assert_int_equal(counter.live, 0);
        if (status >= 0 && loaded >= 0) break;
        assert_true(tried < 399);
    }
    reel_memory_free(&game);
    reel_memory_free(&index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_is_the_same_with_an_index),
        cmocka_unit_test(an_index_saves_the_reading_of_what_lies_before),
        cmocka_unit_test(an_index_of_a_source_that_cannot_seek_is_left),
        cmocka_unit_test(a_damaged_index_is_left),
        cmocka_unit_test(an_index_of_another_file_is_left),
        cmocka_unit_test(an_index_serves_a_file_that_has_grown),
        cmocka_unit_test(memory_that_runs_out_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

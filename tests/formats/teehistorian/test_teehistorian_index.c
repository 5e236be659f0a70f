/* SPDX-License-Identifier: MIT
 * A window of a long game by its index, against the same window without one. */
#include "core/packing.h"
#include "support.h"

#include <reel/ddnet.h>
#include <reel/insight.h>
#include <reel/plot.h>
#include <reel/teehistorian.h>

/* The short game, of the same kind, is for tests that read it hundreds of times. The window of most tests is near the end of the long one. */
enum { TICKS = 1600, FROM = TICKS - 200, TO = FROM + 10, SHORT_TICKS = 500, CLIENTS = 70, EVERY = 32768 };

/* Everybody runs to and fro, some leave and come back. */
static void put_game(reel_writer *writer, const char *server_name, int32_t ticks)
{
    const teehistorian_header header = { .version = 2,
                                         .version_minor = 22,
                                         .present = TEEHISTORIAN_HAS_VERSION_MINOR,
                                         .server_name = { server_name, strlen(server_name) } };
    assert_int_equal(reel_append(writer, &teehistorian_headers, &header, 1), REEL_OK);
    for (int32_t tick = 1; tick <= ticks; tick++) {
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
}

static reel_memory record_ticks(const char *server_name, int32_t ticks)
{
    reel_memory memory;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    put_game(writer, server_name, ticks);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return memory;
}

static reel_memory copy_of(const reel_memory *game)
{
    reel_memory copy = { .data = malloc(game->size), .size = game->size };
    assert_non_null(copy.data);
    memcpy(copy.data, game->data, game->size);
    return copy;
}

/* Recorded once for all tests. */
static reel_memory long_game, short_game;

static int record_games(void **state)
{
    (void)state;
    long_game = record_ticks("one", TICKS);
    short_game = record_ticks("one", SHORT_TICKS);
    return 0;
}

static int free_games(void **state)
{
    (void)state;
    reel_memory_free(&long_game);
    reel_memory_free(&short_game);
    return 0;
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
    const reel_options options = { REEL_SIZED(reel_options),
                                   .report = reel_findings_report,
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
    reel_memory game = long_game, index = index_of(&game);
    static const double windows[][2] = { { 0, 10 },      { 1, 2 },       { 799, 1000 },    { 800.5, 801.5 },
                                         { 1590, 9999 }, { 2000, 3000 }, { 1200, 1200.5 }, { -5, 1 } };
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
    reel_memory game = long_game, index = index_of(&game);
    counted c = { .game = &game };
    reel_source source = { .context = &c, .size = game.size, .read = counted_read, .seek = counted_seek };
    reading with = read_window(source, &index, FROM, TO), without = read_memory(&game, NULL, FROM, TO);
    expect_same(&with, &without);
    assert_true(c.read < 10 * EVERY && c.read < game.size / 2);
    done(&with);
    done(&without);
    reel_memory_free(&index);
}

static reel_replay *load_few(reel_source source, const reel_memory *index, double to)
{
    static const reel_table *const few[] = { &teehistorian_commands, &teehistorian_endings, NULL };
    const reel_options options = { REEL_SIZED(reel_options), .tables = few, .has_to = to > 0, .to = to,
                                   .index = { index ? index->data : NULL, index ? index->size : 0 } };
    reel_replay *replay;
    reel_error error;
    if (reel_load(source, &options, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

static void expect_same_commands(const reel_replay *a, const reel_replay *b)
{
    size_t count, other, endings, others;
    const teehistorian_command *rows = reel_rows(a, &teehistorian_commands, &count);
    const teehistorian_command *row = reel_rows(b, &teehistorian_commands, &other);
    reel_rows(a, &teehistorian_endings, &endings);
    reel_rows(b, &teehistorian_endings, &others);
    assert_int_equal(count, other);
    assert_int_equal(endings, others);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(rows[i].seq, row[i].seq);
        assert_int_equal(rows[i].offset, row[i].offset);
        assert_int_equal(rows[i].tick, row[i].tick);
        assert_int_equal(rows[i].cid, row[i].cid);
        assert_int_equal(rows[i].command.size, row[i].command.size);
        assert_memory_equal(rows[i].command.data, row[i].command.data, row[i].command.size);
    }
}

static void tables_with_few_rows_come_from_the_index(void **state)
{
    (void)state;
    static const double ends[] = { 0, TICKS / 2, 1 };
    reel_memory game = long_game, index = index_of(&game);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        counted c = { .game = &game };
        const reel_source source = { .context = &c, .size = game.size, .read = counted_read, .seek = counted_seek };
        reel_replay *with = load_few(source, &index, ends[i]);
        reel_replay *without = load_few(reel_source_memory(game.data, game.size), NULL, ends[i]);
        expect_same_commands(with, without);
        assert_true(c.read < 10 * EVERY && c.read < game.size / 2);
        reel_free(with);
        reel_free(without);
    }
    reel_memory_free(&index);
}

static void an_index_of_a_source_that_cannot_seek_is_left(void **state)
{
    (void)state;
    reel_memory game = long_game, index = index_of(&game);
    test_source bytes = { .data = game.data, .size = game.size };
    reading with = read_window(test_source_of(&bytes), &index, FROM, TO), without = read_memory(&game, NULL, FROM, TO);
    expect_same(&with, &without);
    assert_true(found(&with, "index.unusable"));
    done(&with);
    done(&without);
    reel_memory_free(&index);
}

static void a_damaged_index_is_left(void **state)
{
    (void)state;
    reel_memory game = short_game, index = index_of(&game);
    reading without = read_memory(&game, NULL, 450, 460);
    const size_t step = by_effort(1, 1, 5);
    for (size_t at = 0; at < index.size; at += at < 200 ? step : 997) {
        index.data[at] ^= 0x10;
        reading with = read_memory(&game, &index, 450, 460);
        index.data[at] ^= 0x10;
        expect_same(&with, &without);
        assert_true(found(&with, "index.damaged"));
        done(&with);
    }
    for (size_t size = 1; size < index.size; size += 499) {
        const reel_memory cut = { .data = index.data, .size = size };
        reading with = read_memory(&game, &cut, 450, 460);
        expect_same(&with, &without);
        assert_true(found(&with, "index.damaged"));
        done(&with);
    }
    done(&without);
    reel_memory_free(&index);
}

static void an_index_of_another_file_is_left(void **state)
{
    (void)state;
    reel_memory game = copy_of(&long_game), other = record_ticks("two", TICKS), index = index_of(&other);
    reading with = read_memory(&game, &index, FROM, TO), without = read_memory(&game, NULL, FROM, TO);
    expect_same(&with, &without);
    assert_true(found(&with, "index.stale"));
    done(&with);
    reel_memory_free(&index);
    index = index_of(&game); /* and then the file changes under it */
    memmove(game.data + game.size / 4, game.data + game.size / 4 + 7, game.size - game.size / 4 - 7);
    with = read_memory(&game, &index, FROM, TO);
    assert_true(found(&with, "index.stale"));
    done(&with);
    done(&without);
    free(game.data);
    reel_memory_free(&other);
    reel_memory_free(&index);
}

/* A game that goes on after its index was made. */
static void an_index_serves_a_file_that_has_grown(void **state)
{
    (void)state;
    reel_memory game = long_game;
    const reel_memory half = { .data = game.data, .size = game.size / 2 };
    reel_memory index = index_of(&half);
    reading with = read_memory(&game, &index, FROM, TO), without = read_memory(&game, NULL, FROM, TO);
    expect_same(&with, &without);
    assert_int_equal(reel_findings_count(with.findings), reel_findings_count(without.findings));
    done(&with);
    done(&without);
    reel_memory_free(&index);
}

static void memory_that_runs_out_leaks_nothing(void **state)
{
    (void)state;
    reel_memory game = short_game, index = index_of(&game);
    for (size_t n = 1, tried = 0; tried < 400; n += 1 + n / 4, tried++) {
        test_allocator counter = { .fail_at = n };
        reel_allocator allocator = test_allocator_of(&counter);
        const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator, .has_from = true, .from = 450,
                                       .index = { index.data, index.size } };
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
    reel_memory_free(&index);
}

/* ---- indexes that lie ------------------------------------------------------------------------------------------------ */

enum { ID_BYTES = 12, TABLES = 28, ENTRIES_AT = 8 + 4 + 4 + 1 + ID_BYTES + 8 + 4, STATE_AT = 1 + 8 + 8 + 1 + 8 + 8 * TABLES + 4 };

static void seal(reel_memory *index)
{
    reel_store_u64le(index->data + index->size - 8, reel__packing_checksum(index->data, index->size - 8));
}

static size_t entry_size(const uint8_t *entry) { return STATE_AT + reel_load_u32le(entry + STATE_AT - 4); }

/* The last entry before `tick`, which a window from there enters. */
static uint8_t *entry_before(const reel_memory *index, double tick)
{
    uint8_t *found = NULL;
    for (uint8_t *at = index->data + ENTRIES_AT; *at == 1; at += entry_size(at))
        if (reel_double_of(reel_load_u64le(at + 1)) < tick) found = at;
    assert_non_null(found);
    return found;
}

static void expect_left(const reel_memory *game, reel_memory *index, const reading *without, const char *what)
{
    seal(index);
    reading with = read_memory(game, index, 450, 460);
    expect_same(&with, without);
    if (!found(&with, "index.stale")) fail_msg("%s is believed", what);
    done(&with);
}

static void an_index_that_lies_is_left(void **state)
{
    (void)state;
    reel_memory game = short_game, index = index_of(&game);
    uint8_t *entry = entry_before(&index, 450), *values = entry + STATE_AT;
    static const uint8_t none[8] = { 0 };
    reading without = read_memory(&game, NULL, 450, 460);
    static const struct {
        const char *what;
        size_t at; /* in the entry */
        size_t size;
        uint64_t value;
    } lies[] = {
        { "a number of messages that would overflow", STATE_AT + 8, 8, UINT64_MAX - 4000 },
        { "more messages than there are bytes", STATE_AT + 8, 8, UINT32_MAX },
        { "a tick below zero", STATE_AT, 4, 0x80000000 },
        { "a tick behind the window", STATE_AT, 4, 480 },
        { "an unknown state of a client", STATE_AT + 16, 1, 8 },
        { "a client whose place is missing", STATE_AT + 16, 1, 0 },
        { "a state that is too long", STATE_AT - 4, 4, 20 },
        { "an offset behind the file", 9, 8, UINT64_C(1) << 40 },
        { "an offset that overflows", 9, 8, UINT64_MAX - 8 },
        { "an offset before its context", 9, 8, 3 },
        { "another context", 18, 8, 12345 },
        { "more context than there is", 17, 1, 255 },
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        uint8_t old[8], fresh[8];
        memcpy(old, entry + lies[i].at, lies[i].size);
        reel_store_u64le(fresh, lies[i].value);
        memcpy(entry + lies[i].at, fresh, lies[i].size);
        if (lies[i].at == STATE_AT - 4) { /* what follows is not an entry then; the ones before it are */
            seal(&index);
            reading with = read_memory(&game, &index, 450, 460);
            expect_same(&with, &without);
            done(&with);
        } else {
            expect_left(&game, &index, &without, lies[i].what);
        }
        memcpy(entry + lies[i].at, old, lies[i].size);
    }
    reel_store_u64le(entry + 9, 40); /* inside the header, with the right context */
    entry[17] = 8;
    reel_store_u64le(entry + 18, reel__packing_checksum(game.data + 32, 8));
    memcpy(values + 8, none, 8);
    expect_left(&game, &index, &without, "an offset inside the header");
    done(&without);
    reel_memory_free(&index);
}

/* Whatever is in an index: an answer, after steps in proportion to the file, and rows of the window only. */
static void an_index_of_any_bytes_gives_an_answer(void **state)
{
    (void)state;
    reel_memory game = short_game, index = index_of(&game);
    uint32_t random = 1;
    uint8_t *copy = malloc(index.size);
    assert_non_null(copy);
    memcpy(copy, index.data, index.size);
    for (size_t round = 0; round < 60; round++) {
        for (size_t n = 0; n < 1 + round % 4; n++) {
            random = random * 1664525 + 1013904223;
            index.data[8 + (random >> 4) % (index.size - 16)] = round % 3 ? (uint8_t)(random >> 24) : 0xff;
        }
        seal(&index);
        const reel_options options = { REEL_SIZED(reel_options),
                                       .has_from = true,
                                       .from = 400,
                                       .has_to = true,
                                       .to = 420,
                                       .index = { index.data, index.size },
                                       .limits.work = 64 * (uint64_t)game.size };
        reel_replay *replay;
        reel_error error;
        if (reel_load(reel_source_memory(game.data, game.size), &options, &replay, &error) < 0) fail_msg("%s", error.message);
        const reel_error *damage = reel_replay_damage(replay);
        if (damage && damage->status == REEL_LIMIT) fail_msg("%s", damage->message);
        size_t count;
        const teehistorian_position *rows = reel_rows(replay, &teehistorian_positions, &count);
        for (size_t r = 0; r < count; r++) assert_true(rows[r].tick >= 400 && rows[r].tick < 420);
        reel_free(replay);
        reel_free(load_few(reel_source_memory(game.data, game.size), &index, 0));
        memcpy(index.data, copy, index.size);
    }
    free(copy);
    reel_memory_free(&index);
}

/* ---- spools ------------------------------------------------------------------------------------------------------------ */

/* What is left of a recorder of the same game that died at its end. */
static reel_memory record_spool(void)
{
    reel_memory file, spool;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_teehistorian, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_spool(writer, reel_sink_memory(&spool, NULL), NULL, NULL), REEL_OK);
    put_game(writer, "one", TICKS);
    assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    reel_discard(writer);
    return spool;
}

static void a_spool_has_no_index(void **state)
{
    (void)state;
    reel_memory game = long_game, spool = record_spool(), index = index_of(&game), made;
    reel_error error;
    assert_int_equal(reel_index(reel_source_memory(spool.data, spool.size), NULL, 1, reel_sink_memory(&made, NULL), &error),
                     REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "index.format");
    reading with = read_memory(&spool, &index, FROM, TO), without = read_memory(&spool, NULL, FROM, TO); /* and takes none */
    expect_same(&with, &without);
    size_t count;
    reel_rows(with.replay, &teehistorian_positions, &count);
    assert_true(count > 0);
    done(&with);
    done(&without);
    reel_memory_free(&spool);
    reel_memory_free(&index);
}

/* Rows without numbers are in the order of the batches in which they were written: seq and offset may differ. */
static void expect_same_values(const reading *a, const reading *b)
{
    size_t count, other;
    const teehistorian_position *rows = reel_rows(a->replay, &teehistorian_positions, &count);
    const teehistorian_position *others = reel_rows(b->replay, &teehistorian_positions, &other);
    assert_int_equal(count, other);
    for (size_t i = 0; i < count; i++)
        assert_true(rows[i].tick == others[i].tick && rows[i].cid == others[i].cid && rows[i].x == others[i].x &&
                    rows[i].y == others[i].y && rows[i].kind == others[i].kind);
}

static bool any_difference(void *context, const reel_difference *difference)
{
    (void)context, (void)difference;
    return true;
}

static void every_verb_takes_a_spool(void **state)
{
    (void)state;
    reel_memory game = long_game, spool = record_spool(), made, picture;
    reel_source source = reel_source_memory(spool.data, spool.size);
    reel_replay *replay, *whole, *result;
    reel_reader *reader;
    reel_error error;
    uint64_t differences;
    size_t count;
    assert_int_equal(reel_load(source, NULL, &replay, &error), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(game.data, game.size), NULL, &whole, &error), REEL_OK);
    assert_int_equal(reel_diff(replay, replay, true, any_difference, NULL, &differences, &error), REEL_OK);
    assert_int_equal(differences, 0);
    assert_int_equal(reel_diff(replay, whole, false, any_difference, NULL, &differences, &error), REEL_OK);
    assert_int_equal(reel_check(source, NULL, &error), REEL_OK);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    assert_int_equal(reel_convert(source, NULL, NULL, reel_sink_memory(&made, NULL), &how, &error), REEL_OK);
    reading repaired = read_memory(&made, NULL, 0, 1e9), recorded = read_memory(&game, NULL, 0, 1e9);
    expect_same_values(&repaired, &recorded);
    done(&repaired);
    done(&recorded);
    assert_int_equal(reel_open(source, NULL, &reader, &error), REEL_OK);
    const reel_insight_options all = { REEL_SIZED(reel_insight_options), .tables = reel_insight_ddnet.tables };
    assert_int_equal(reel_insight_run(&reel_insight_ddnet, reader, &all, &result, &error), REEL_OK);
    reel_rows(result, &ddnet_inputs, &count);
    assert_true(count > 0);
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        if ((*plot)->formats[0] != &reel_format_teehistorian) continue;
        reel_status status = reel_plot_draw(*plot, replay, reel_sink_memory(&picture, NULL), NULL, &error);
        assert_true(status == REEL_OK || status == REEL_END);
        if (status == REEL_OK) reel_memory_free(&picture);
    }
    reel_close(reader);
    reel_free(result);
    reel_free(replay);
    reel_free(whole);
    reel_memory_free(&made);
    reel_memory_free(&spool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_is_the_same_with_an_index),
        cmocka_unit_test(an_index_saves_the_reading_of_what_lies_before),
        cmocka_unit_test(tables_with_few_rows_come_from_the_index),
        cmocka_unit_test(an_index_of_a_source_that_cannot_seek_is_left),
        cmocka_unit_test(a_damaged_index_is_left),
        cmocka_unit_test(an_index_of_another_file_is_left),
        cmocka_unit_test(an_index_serves_a_file_that_has_grown),
        cmocka_unit_test(memory_that_runs_out_leaks_nothing),
        cmocka_unit_test(an_index_that_lies_is_left),
        cmocka_unit_test(an_index_of_any_bytes_gives_an_answer),
        cmocka_unit_test(a_spool_has_no_index),
        cmocka_unit_test(every_verb_takes_a_spool),
    };
    return cmocka_run_group_tests(tests, record_games, free_games);
}

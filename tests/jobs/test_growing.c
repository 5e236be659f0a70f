/* SPDX-License-Identifier: MIT
 * What a reader gives does not depend on how its bytes arrive, nor on which tables are wanted. */
#include "machinery.h"

enum { MOST_EMPTY = 8 }; /* a header without rows, and slices of a file that say nothing */

/* A file that is being written: each read gets at most `step` bytes, and every other read finds nothing new. */
typedef struct growing {
    const uint8_t *data;
    size_t size, at, step;
    bool waits, nothing_new;
} growing;

static reel_status give(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    (void)error;
    growing *g = context;
    *got = 0;
    if (g->at == g->size) return REEL_END;
    g->nothing_new = g->waits && !g->nothing_new;
    if (g->nothing_new) return REEL_AGAIN;
    size_t size = g->step < capacity ? g->step : capacity;
    if (size > g->size - g->at) size = g->size - g->at;
    memcpy(buffer, g->data + g->at, size);
    g->at += size;
    *got = size;
    return REEL_OK;
}

/* Compares the rows of each chunk with those at the same place of the whole replay; counts what was seen. */
static size_t compare_chunk(const specimen *file, const reel_chunk *chunk, const reel_table *const *tables,
                            const reel_replay *whole, bool waits, size_t *seen)
{
    size_t found = 0;
    for (size_t t = 0; tables[t]; t++) {
        const reel_table *table = tables[t];
        size_t count, all;
        const uint8_t *rows = reel_chunk_rows(chunk, table, &count), *wanted = reel_rows(whole, table, &all);
        uint64_t first = reel_chunk_first(chunk, table);
        if (count && first + count > all) fail_msg("%s: more rows of %s than there are", file->name, table->name);
        for (size_t i = 0; i < count && !(waits && table->flags & REEL_TABLE_LAYOUT); i++)
            if (!rows_equal(table, rows + i * table->row_size, wanted + (first + i) * table->row_size))
                fail_msg("%s: row %zu of %s is another one", file->name, (size_t)first + i, table->name);
        seen[t] += count;
        found += count;
    }
    return found;
}

/* What follows the end of a replay is not waited for: those bytes are in a layout table. */
static bool all_seen(const reel_table *table, size_t seen, size_t all, bool waits)
{
    return seen == all || (waits && table->flags & REEL_TABLE_LAYOUT && seen < all);
}

static void read_growing(const specimen *file, const reel_replay *whole, size_t step, bool waits)
{
    growing source = { .data = file->data, .size = file->size, .step = step, .waits = waits };
    const reel_options options = { REEL_SIZED(reel_options),
                                   .format = reel_replay_format(whole) }; /* a byte is too little to tell */
    reel_reader *reader = NULL;
    reel_error error = { .rule = "" };
    reel_status status = REEL_TRUNCATED;
    /* The header is there or not; nothing of it is kept until then. */
    for (size_t there = 1; status == REEL_TRUNCATED && there < file->size + step; there += step) {
        source.at = 0;
        growing part = source;
        part.step = there;
        part.nothing_new = true; /* its first read finds something */
        status = reel_open((reel_source){ .context = &part, .size = REEL_UNKNOWN_SIZE, .read = give }, &options, &reader, &error);
        if (status == REEL_TRUNCATED) {
            if (waits && strcmp(error.rule, "reel.no-header-yet") != 0) /* it is no damage */
                fail_msg("%s, %zu bytes: %s: %s", file->name, there, error.rule, error.message);
            continue;
        }
        if (status < 0) fail_msg("%s, %zu bytes: %s", file->name, there, error.message);
        part.step = step;
        size_t seen[64] = { 0 }, waited = 0, empty = 0;
        const reel_chunk *chunk;
        const reel_table *const *tables = reel_reader_format(reader)->tables;
        while ((status = reel_next(reader, &chunk, &error)) != REEL_END) {
            if (status < 0) fail_msg("%s: %s", file->name, error.message);
            waited += status == REEL_AGAIN;
            if (waited > 2 * file->size + 10) fail_msg("%s: waits for ever", file->name);
            if (status == REEL_OK) empty += !compare_chunk(file, chunk, tables, whole, waits, seen);
        }
        if (empty > MOST_EMPTY) fail_msg("%s: %zu chunks without a row, where there is nothing new", file->name, empty);
        for (size_t t = 0; tables[t]; t++) {
            size_t all;
            reel_rows(whole, tables[t], &all);
            if (!all_seen(tables[t], seen[t], all, waits))
                fail_msg("%s: %zu rows of %s, not %zu", file->name, seen[t], tables[t]->name, all);
        }
        reel_close(reader);
        return;
    }
    fail_msg("%s: never opens", file->name);
}

static void grow_one(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *whole = load_bytes(file->data, file->size, &options);
    if (is_unwrapped(reel_replay_format(whole), file->data, file->size)) {
        static const size_t steps[] = { 1, 7, 300 };
        for (size_t i = 0; i < 6; i++) read_growing(file, whole, steps[i / 2], i % 2);
    }
    reel_free(whole);
}

static void a_growing_file_gives_the_rows_of_the_whole(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 8192, grow_one);
}

/* ---- before the end ------------------------------------------------------------------------------------------------ */

/* A file that is there, of which nobody says that it is whole. */
static reel_status give_all(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    (void)error;
    growing *g = context;
    size_t left = g->size - g->at, size = left < capacity ? left : capacity;
    *got = size;
    if (!size) return REEL_AGAIN;
    memcpy(buffer, g->data + g->at, size);
    g->at += size;
    return REEL_OK;
}

/* The rows of the tables of a chunk that are no layout. */
static size_t rows_of(const reel_chunk *chunk, const reel_format *format)
{
    size_t all = 0, count;
    for (const reel_table *const *table = format->tables; *table; table++) {
        reel_chunk_rows(chunk, *table, &count);
        if (!((*table)->flags & REEL_TABLE_LAYOUT)) all += count;
    }
    return all;
}

/* Formats whose files say where they end, or whose rows stand for themselves: their rows are there as soon as their bytes are. The others wait for
 * the end, of which most do not even open before it. */
static const char *const soon[] = { "beatsaber-map", "ddnet-map",       "echoreplay", "milk",         "nevrcap",
                                    "scoresaber",    "scoresaber-json", "tape",       "teehistorian", "toy-packed" };
/* A tick waits for the snapshot behind it, a message does not: it depends on what a file ends with. */
static const char *const either = "demo";
static size_t at_once, later;

static void wait_for_rows(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *whole = load_bytes(file->data, file->size, &options);
    const reel_format *format = reel_replay_format(whole);
    const size_t all = rows_of(reel_replay_chunk(whole), format);
    const bool known = strcmp(format->id, either) != 0;
    growing source = { .data = file->data, .size = file->size };
    bool is_soon = false;
    size_t seen = 0, waited = 0;
    for (size_t i = 0; i < sizeof soon / sizeof *soon; i++) is_soon |= !strcmp(format->id, soon[i]);
    reel_free(whole);
    if (!all || !is_unwrapped(format, file->data, file->size)) return;
    options.format = format;
    reel_reader *reader;
    reel_error error;
    const reel_chunk *chunk;
    if (reel_open((reel_source){ .context = &source, .size = REEL_UNKNOWN_SIZE, .read = give_all }, &options, &reader, &error) <
        0) {
        assert_string_equal(error.rule, "reel.no-header-yet");
        later++;
        return;
    }
    for (reel_status status = REEL_OK; status != REEL_END && waited < 3;) {
        status = reel_next(reader, &chunk, &error);
        if (status < 0) fail_msg("%s: %s", file->name, error.message);
        if (status == REEL_OK) seen += rows_of(chunk, format);
        waited += status == REEL_AGAIN;
    }
    reel_close(reader);
    if (known && (seen == all) != is_soon) fail_msg("%s: %zu of %zu rows before the end", file->name, seen, all);
    at_once += is_soon;
    later += !is_soon;
}

static void rows_are_there_before_the_end_of_a_file_that_states_it(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 200000, wait_for_rows);
    print_message("%zu files are read before their end is known, %zu are not\n", at_once, later);
    assert_enough(at_once > 0 && later > 0);
}

/* ---- some tables ------------------------------------------------------------------------------------------------------ */

static void read_one_table(const specimen *file, const reel_replay *whole, const reel_table *table)
{
    const reel_table *const tables[] = { table, NULL };
    reel_options options = machinery_options(NULL);
    options.tables = tables;
    reel_replay *part = load_bytes(file->data, file->size, &options);
    size_t count, all;
    const uint8_t *rows = reel_rows(part, table, &count), *wanted = reel_rows(whole, table, &all);
    if (count != all) fail_msg("%s: %zu rows of %s alone, not %zu", file->name, count, table->name, all);
    for (size_t i = 0; i < count; i++)
        if (!rows_equal(table, rows + i * table->row_size, wanted + i * table->row_size))
            fail_msg("%s: row %zu of %s alone is another one", file->name, i, table->name);
    reel_free(part);
}

static void read_each_table(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *usual = load_bytes(file->data, file->size, &options);
    const reel_format *format = reel_replay_format(usual);
    options.tables = format->tables; /* those on request too */
    reel_replay *whole = load_bytes(file->data, file->size, &options);
    for (const reel_table *const *table = format->tables; *table; table++) read_one_table(file, whole, *table);
    reel_free(whole);
    reel_free(usual);
}

static void a_table_read_alone_has_the_rows_that_it_has_among_all(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 8192, read_each_table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_growing_file_gives_the_rows_of_the_whole),
        cmocka_unit_test(rows_are_there_before_the_end_of_a_file_that_states_it),
        cmocka_unit_test(a_table_read_alone_has_the_rows_that_it_has_among_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * One row, one rule: a second row of a ONE_ROW table that differs is refused at once, and an equal one changes nothing; a row of a FIRST table
 * is refused after others. So in every format, in files, archives and recordings with a spool, whatever was flushed before. */
#include "machinery.h"

#include <reel/archive.h>

enum { FILES, ARCHIVES, SPOOLED, WAYS, FLUSHES = 3, MOST_ROW = 4096, CAP = 1 << 16 };

static size_t second, equal, late, replaced;

static reel_writer *begin(const reel_format *format, unsigned way, reel_memory *bytes, reel_memory *spool)
{
    static const reel_archive_options archive = { REEL_SIZED(reel_archive_options), .level = REEL_ARCHIVE_RECORD };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = way == ARCHIVES ? &archive : NULL };
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(bytes, NULL), format, &options, &writer, NULL), REEL_OK);
    if (way == SPOOLED) assert_int_equal(reel_spool(writer, reel_sink_memory(spool, NULL), NULL, NULL), REEL_OK);
    return writer;
}

/* The same row with another value in one field. */
static const void *changed(const reel_table *table, const void *row)
{
    static uint64_t copy[MOST_ROW / 8];
    static const reel_string other = { "another", 7 };
    assert_true(table->row_size <= sizeof copy);
    memcpy(copy, row, table->row_size);
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        uint8_t *place = (uint8_t *)copy + field->offset;
        if (field->flags & REEL_FIELD_DERIVED || !reel_field_present(field, row)) continue;
        if (field->type == REEL_STRING)
            memcpy(place, &other, sizeof other);
        else if (field->type == REEL_BOOL || field->type == REEL_BYTES || field->type == REEL_F32 || field->type == REEL_F64)
            continue;
        else
            *place ^= 1;
        return copy;
    }
    return NULL;
}

static void assert_refused(const reel_writer *writer, reel_status status, const char *rule, const char *what)
{
    if (status != REEL_ARGUMENT) fail_msg("%s: %s is not refused, but %s", what, rule, reel_status_name(status));
    assert_non_null(reel_writer_error(writer));
}

static bool was(const reel_writer *writer, const char *rule) { return !strcmp(reel_writer_error(writer)->rule, rule); }

/* Rows that may not follow those that are there, and some that may. */
static void provoke(reel_writer *writer, const reel_table *table, const void *rows, const char *what)
{
    if (table->flags & REEL_TABLE_ONE_ROW) {
        const void *other = changed(table, rows);
        if (reel_append(writer, table, rows, 1) != REEL_OK) fail_msg("%s: an equal row is refused", what);
        equal++;
        if (!other) return;
        assert_refused(writer, reel_append(writer, table, other, 1), "writer.second-row", what);
        second += was(writer, "writer.second-row");
    } else if (table->flags & REEL_TABLE_FIRST) {
        assert_refused(writer, reel_append(writer, table, rows, 1), "writer.late-row", what);
        late += was(writer, "writer.late-row");
    }
}

/* Another row for a while, which may not be written any more, or not be one that the format can have. */
static void replace(reel_writer *writer, const reel_table *table, const void *row, const char *what)
{
    const void *other = table->flags & REEL_TABLE_ONE_ROW ? changed(table, row) : NULL;
    if (!other || reel_replace(writer, table, other) != REEL_OK) return;
    if (reel_replace(writer, table, row) != REEL_OK) fail_msg("%s: %s", what, reel_writer_error(writer)->message);
    replaced++;
}

/* Writes the rows of a replay, and if asked also those that are refused. `flush`: after each table, after the last, or never. */
static reel_status write_rows(const reel_format *format, const reel_chunk *rows, unsigned way, unsigned flush, bool provokes,
                              const char *what, reel_memory *bytes)
{
    reel_memory spool = { 0 };
    reel_writer *writer = begin(format, way, bytes, &spool);
    reel_status status = REEL_OK;
    for (unsigned pass = 0; pass < (provokes ? 3 : 1) && status == REEL_OK; pass++) {
        for (const reel_table *const *table = format->tables; *table && status == REEL_OK; table++) {
            size_t count;
            const void *list = reel_chunk_rows(rows, *table, &count);
            if (!count) continue;
            if (pass == 0) status = reel_append(writer, *table, list, count);
            if (pass == 1) provoke(writer, *table, list, what);
            if (pass == 2) replace(writer, *table, list, what);
            if (flush == 0) reel_flush(writer, NULL);
        }
        if (flush == 1) reel_flush(writer, NULL);
    }
    if (status == REEL_OK)
        status = reel_finish(writer, NULL);
    else
        reel_discard(writer);
    reel_memory_free(&spool); /* which is kept after a failure */
    return status;
}

static void try_file(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (!is_readable(file->data, file->size) ||
        reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0)
        return;
    const reel_format *format = reel_replay_format(replay);
    const reel_chunk *rows = reel_replay_chunk(replay);
    for (unsigned way = 0; way < WAYS && format->writer && !repeats_rows(replay); way++) {
        for (unsigned flush = 0; flush < FLUSHES; flush++) {
            static char what[512];
            reel_memory plain = { 0 }, same = { 0 };
            snprintf(what, sizeof what, "%s, way %u, flush %u", file->name, way, flush);
            const reel_status expected = write_rows(format, rows, way, flush, false, what, &plain);
            if (expected == REEL_OK) { /* other orders of rows may be refused when they are written */
                assert_int_equal(write_rows(format, rows, way, flush, true, what, &same), REEL_OK);
                reel_replay *one = load_bytes(plain.data, plain.size, &options),
                            *other = load_bytes(same.data, same.size, &options);
                assert_same_replay(one, other, true, what);
                if (way != ARCHIVES) assert_true(plain.size == same.size && memcmp(plain.data, same.data, plain.size) == 0);
                reel_free(one);
                reel_free(other);
            }
            reel_memory_free(&same);
            reel_memory_free(&plain);
        }
    }
    reel_free(replay);
}

static void a_row_that_may_not_come_is_refused_at_once(void **state)
{
    (void)state;
    each_specimen(GOLDEN, CAP, try_file);
    printf("%zu second rows refused, %zu equal ones accepted, %zu late ones refused, %zu replaced\n", second, equal, late,
           replaced);
    assert_enough(second && equal && replaced);
}

/* The header after all other rows. A file that needs it first has failed by then, if they were flushed. */
static void try_late(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (!is_readable(file->data, file->size) ||
        reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0)
        return;
    const reel_format *format = reel_replay_format(replay);
    for (unsigned run = 0; run < 4 && format->writer; run++) {
        const bool flush = run & 1, archive = run & 2;
        reel_memory bytes = { 0 };
        reel_writer *writer = begin(format, archive ? ARCHIVES : FILES, &bytes, NULL);
        bool others = false;
        for (unsigned headers = 0; headers < 2; headers++) {
            for (const reel_table *const *table = format->tables; *table; table++) {
                const bool first = (*table)->flags & REEL_TABLE_FIRST;
                size_t count;
                const void *rows = reel_chunk_rows(reel_replay_chunk(replay), *table, &count);
                if (!count || first != headers) continue;
                const reel_status status = reel_append(writer, *table, rows, count);
                others |= !first && status == REEL_OK;
                if (!first || !others) continue;
                assert_int_equal(status, REEL_ARGUMENT);
                if ((*table)->flags & REEL_TABLE_ONE_ROW) assert_int_equal(reel_replace(writer, *table, rows), REEL_ARGUMENT);
                if (!flush || archive) assert_string_equal(reel_writer_error(writer)->rule, "writer.late-row");
                late++;
            }
            if (flush) reel_flush(writer, NULL);
        }
        reel_discard(writer);
    }
    reel_free(replay);
}

static void a_header_that_comes_late_is_refused(void **state)
{
    (void)state;
    late = 0;
    each_specimen(GOLDEN, CAP, try_late);
    printf("%zu rows refused\n", late);
    assert_enough(late);
}

/* ---- rows that do not come --------------------------------------------------------------------------------------- */

static size_t without, refused;

/* What was written has the rows that were given, and no damage. `said`: what the writer reported about rows that it left out. */
static void assert_has(const specimen *file, const reel_format *format, const reel_memory *made, const reel_own_rows *own,
                       size_t tables, const char *missing, const finding_text *said)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    reel_error error;
    options.format = format;
    if (reel_load(reel_source_memory(made->data, made->size), &options, &replay, &error) < 0)
        fail_msg("%s without %s: written, and not read: %s", file->name, missing, error.message);
    if (reel_replay_damage(replay))
        fail_msg("%s without %s: written with damage: %s", file->name, missing, reel_replay_damage(replay)->message);
    for (size_t i = 0; i < tables; i++) {
        size_t count;
        reel_rows(replay, own[i].table, &count);
        if (count != own[i].count && !strstr(said->text, own[i].table->name))
            fail_msg("%s without %s: %zu rows of %s, not %zu", file->name, missing, count, own[i].table->name, own[i].count);
    }
    reel_free(replay);
}

/* Writes the rows of all tables but one. */
static void leave_out(const specimen *file, const reel_replay *replay, const reel_table *missing)
{
    const reel_format *format = reel_replay_format(replay);
    reel_own_rows own[64];
    reel_replay *rest;
    reel_memory made;
    reel_error error = { .rule = "" };
    static finding_text said;
    const reel_write_options options = { REEL_SIZED(reel_write_options), .report = finding_text_report, .report_context = &said };
    size_t tables = 0;
    said.size = 0;
    said.text[0] = 0;
    for (const reel_table *const *table = format->tables; *table; table++) {
        size_t count;
        const void *rows = reel_rows(replay, *table, &count);
        if (!count || *table == missing || (*table)->flags & REEL_TABLE_LAYOUT) continue;
        assert_true(tables < sizeof own / sizeof *own);
        own[tables++] = (reel_own_rows){ .table = *table, .rows = rows, .count = count };
    }
    assert_int_equal(reel_replay_of_rows(format, own, tables, NULL, &rest, NULL), REEL_OK);
    if (reel_write(reel_replay_chunk(rest), format, reel_sink_memory(&made, NULL), &options, &error) >= 0) {
        assert_has(file, format, &made, own, tables, missing->name, &said);
        reel_memory_free(&made);
        without++;
    } else {
        if (!error.rule[0] || !error.message[0]) fail_msg("%s without %s: refused without a reason", file->name, missing->name);
        refused++;
    }
    reel_free(rest);
}

static void leave_out_each(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    const reel_format *format = reel_replay_format(replay);
    for (const reel_table *const *table = format->tables; *table && format->writer && !repeats_rows(replay); table++) {
        size_t count;
        reel_rows(replay, *table, &count);
        if (count && !((*table)->flags & REEL_TABLE_LAYOUT)) leave_out(file, replay, *table);
    }
    reel_free(replay);
}

static void a_file_without_some_rows_is_refused_or_sound(void **state)
{
    (void)state;
    each_specimen(GOLDEN, CAP, leave_out_each);
    printf("%zu files written without a table, %zu refused\n", without, refused);
    assert_enough(without + refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_row_that_may_not_come_is_refused_at_once),
                                        cmocka_unit_test(a_file_without_some_rows_is_refused_or_sound),
                                        cmocka_unit_test(a_header_that_comes_late_is_refused) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

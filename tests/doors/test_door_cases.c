/* SPDX-License-Identifier: MIT
 * The cases that all doors are tested with (cases/README.md), by the C API. */
#include "case_values.h"

#include <reel/insight.h>

static case_files files;
static const char *now = ""; /* the case that runs */
static size_t ran, not_here, not_built, wrong;

#define COMPLAIN(...) (printf("FAIL %s: ", now), printf(__VA_ARGS__), printf("\n"), wrong++)

/* ---- what a case says ----------------------------------------------------------------------------------------------- */

static const char *const statuses[] = { "ok",    "io",     "truncated", "corrupt", "unsupported",
                                        "limit", "memory", "argument",  "loss",    "cancelled" };
static const char *const severities[] = { "note", "warning", "error" };

/* The bytes that a case names: an input, or a file of the project. */
static uint8_t *bytes_of(const char *name, size_t *size)
{
    for (size_t i = 0; i < files.block_count; i++)
        if (is(files.blocks[i].lines, "input") && strcmp(word_at(files.blocks[i].lines, 1), name) == 0)
            return made_bytes(&files.blocks[i], size);
    return read_file(project_path(name), size);
}

static uint8_t *bytes_of_case(const block *c, size_t *size)
{
    uint8_t *data = bytes_of(word_at(find_line(c, "file", NULL), 1), size);
    const line *cut = find_line(c, "cut", NULL);
    if (cut) *size = strtoul(word_at(cut, 1), NULL, 10);
    return data;
}

typedef struct wishes {
    reel_options reading;
    reel_convert_options converting;
    reel_setting expected, set;
    const char *select[2], *insight;
    const reel_format *to;
    bool twice;
} wishes;

/* False if the options do not exist. They point into `w`. */
static void read_wishes(const block *c, wishes *w)
{
    *w = (wishes){ .reading = { REEL_SIZED(reel_options) }, .converting = { REEL_SIZED(reel_convert_options) } };
    for (const line *l = find_line(c, "with", NULL); l; l = find_line(c, "with", l)) {
        const char *name = word_at(l, 1);
        if (!strcmp(name, "strict"))
            w->reading.flags |= REEL_STRICT;
        else if (!strcmp(name, "select"))
            w->select[0] = word_at(l, 2), w->reading.select = w->select;
        else if (!strcmp(name, "between")) {
            w->reading.has_from = w->reading.has_to = w->converting.has_from = w->converting.has_to = true;
            w->reading.from = w->converting.from = strtod(word_at(l, 2), NULL);
            w->reading.to = w->converting.to = strtod(word_at(l, 3), NULL);
        } else if (!strcmp(name, "expect")) {
            w->expected = (reel_setting){ word_at(l, 2), word_at(l, 3) };
            w->reading.expected = &w->expected, w->reading.expected_count = 1;
        } else if (!strcmp(name, "set")) {
            w->set = (reel_setting){ word_at(l, 2), word_at(l, 3) };
            w->converting.settings = &w->set, w->converting.setting_count = 1;
        } else if (!strcmp(name, "to"))
            w->to = reel_format_by_id(NULL, word_at(l, 2));
        else if (!strcmp(name, "repair"))
            w->converting.flags |= REEL_REPAIR;
        else if (!strcmp(name, "anonymise"))
            w->converting.flags |= REEL_ANONYMISE;
        else if (!strcmp(name, "insight"))
            w->insight = word_at(l, 2);
        else if (!strcmp(name, "twice"))
            w->twice = true;
        else if (!strcmp(name, "size"))
            w->reading.struct_size = strtoul(word_at(l, 2), NULL, 10);
        else
            fail_msg("%s: unknown option \"%s\"", now, name);
    }
}

static bool is_wished(const block *c, const char *option)
{
    for (const line *l = find_line(c, "with", NULL); l; l = find_line(c, "with", l))
        if (strcmp(word_at(l, 1), option) == 0) return true;
    return false;
}

/* ---- comparing ---------------------------------------------------------------------------------------------------------- */

static const reel_table *table_of(const reel_chunk *chunk, const char *name)
{
    for (const reel_table *const *t = reel_chunk_tables(chunk); *t; t++)
        if (strcmp((*t)->name, name) == 0) return *t;
    return NULL;
}

/* The rows of the case that are in this chunk, whose first row of the table has the number `first`. */
static void compare_rows(const block *c, const line *head, const reel_table *table, const uint8_t *rows, uint64_t first,
                         size_t count)
{
    static char got[TOKEN];
    for (const line *row = head + 1; row < c->lines + c->count && is(row, "row"); row++) {
        uint64_t number = strtoull(word_at(row, 1), NULL, 10);
        if (number < first || number >= first + count) continue;
        if (row->count + 1 != head->count) fail_msg("%s: a row of %s has %zu words", now, table->name, row->count);
        for (size_t i = 3; i < head->count; i++) {
            const reel_field *field;
            size_t index;
            if (!reel_table_column(table, head->word[i], &field, &index)) fail_msg("%s: no column %s", now, head->word[i]);
            put_value(got, field, index, rows + (number - first) * table->row_size, row->word[i - 1]);
            if (strcmp(got, row->word[i - 1]) != 0)
                COMPLAIN("%s of row %llu of %s is %s, not %s", head->word[i], (unsigned long long)number, table->name, got,
                         row->word[i - 1]);
        }
    }
}

/* Adds the rows of a chunk to the counts of the tables of the case, in their order. */
static void compare_chunk(const block *c, const reel_chunk *chunk, uint64_t *counts)
{
    const bool spanned = is_wished(c, "between"); /* rows keep their numbers in the whole file */
    for (const line *head = find_line(c, "table", NULL); head; head = find_line(c, "table", head), counts++) {
        const reel_table *table = table_of(chunk, word_at(head, 1));
        if (!table) {
            COMPLAIN("no table %s", head->word[1]);
            continue;
        }
        size_t count;
        const uint8_t *rows = reel_chunk_rows(chunk, table, &count);
        if (count && !spanned && reel_chunk_first(chunk, table) != *counts)
            COMPLAIN("the first row of a chunk of %s is not the next one", table->name);
        compare_rows(c, head, table, rows, *counts, count);
        *counts += count;
    }
}

static void compare_counts(const block *c, const uint64_t *counts)
{
    for (const line *head = find_line(c, "table", NULL); head; head = find_line(c, "table", head), counts++)
        if (*counts != strtoull(word_at(head, 2), NULL, 10))
            COMPLAIN("%s has %llu rows, not %s", head->word[1], (unsigned long long)*counts, head->word[2]);
}

static void compare_format(const block *c, const reel_format *format)
{
    const line *l = find_line(c, "format", NULL);
    if (l && strcmp(reel_format_id(format), word_at(l, 1)) != 0)
        COMPLAIN("the format is %s, not %s", reel_format_id(format), l->word[1]);
}

/* `error` is NULL if nothing failed; `at` is the number of the first word of what is expected: STATUS RULE SECTION OFFSET. */
static void compare_error(const line *l, size_t at, const reel_error *error)
{
    if (!l && error) COMPLAIN("%s (%s)", error->message, error->rule);
    if (l && !error) COMPLAIN("nothing is wrong, but %s %s is expected", word_at(l, at), word_at(l, at + 1));
    if (!l || !error) return;
    const bool placed = l->count > at + 2;
    const char *section = placed && strcmp(word_at(l, at + 2), "-") ? l->word[at + 2] : "";
    if (strcmp(statuses[-error->status], word_at(l, at)) || strcmp(error->rule, word_at(l, at + 1)) ||
        (placed && (strcmp(error->section, section) || error->offset != strtoull(word_at(l, at + 3), NULL, 10))))
        COMPLAIN("%s %s %s %llu, not %s %s", statuses[-error->status], error->rule, error->section,
                 (unsigned long long)error->offset, l->word[at], l->word[at + 1]);
}

static bool is_built(reel_status status, const reel_error *error)
{
    if (status >= 0 || strcmp(error->rule, "unpack.not-built") != 0) return true;
    not_built++;
    return false;
}

static void compare_result(const line *l, size_t at, const reel_memory *memory)
{
    uint8_t hash[REEL_HASH_SIZE];
    char hex[2 * REEL_HASH_SIZE + 1], *to = hex;
    if (!l) return;
    assert_int_equal(reel_source_hash(reel_source_memory(memory->data, memory->size), NULL, hash, NULL), REEL_OK);
    for (size_t i = 0; i < REEL_HASH_SIZE; i++) to += sprintf(to, "%02x", hash[i]);
    if (memory->size != strtoul(word_at(l, at), NULL, 10) || strcmp(hex, word_at(l, at + 1)) != 0)
        COMPLAIN("the result has %zu bytes and another hash, not %s", memory->size, l->word[at]);
}

/* ---- calls ------------------------------------------------------------------------------------------------------------- */

static void compare_replay(const block *c, const reel_replay *replay)
{
    uint64_t counts[MOST_WORDS] = { 0 };
    if (reel_replay_format(replay)) compare_format(c, reel_replay_format(replay));
    compare_error(find_line(c, "damage", NULL), 1, reel_replay_damage(replay));
    compare_chunk(c, reel_replay_chunk(replay), counts);
    compare_counts(c, counts);
}

static void call_load(const block *c, const wishes *w)
{
    size_t size;
    uint8_t *data = bytes_of_case(c, &size);
    reel_replay *replay;
    reel_error error;
    const reel_status status = reel_load(reel_source_memory(data, size), &w->reading, &replay, &error);
    if (is_built(status, &error)) compare_error(find_line(c, "error", NULL), 1, status < 0 ? &error : NULL);
    if (status >= 0) compare_replay(c, replay);
    reel_free(replay);
    free(data);
}

static void call_chunks(const block *c, const wishes *w)
{
    size_t size;
    uint8_t *data = bytes_of_case(c, &size);
    uint64_t counts[MOST_WORDS] = { 0 };
    const reel_chunk *chunk;
    reel_reader *reader;
    reel_error error;
    test_source slow = { data, size, .step = 7 };
    reel_status status = reel_open(test_source_of(&slow), &w->reading, &reader, &error);
    if (status >= 0) compare_format(c, reel_reader_format(reader));
    while (status == REEL_OK && (status = reel_next(reader, &chunk, &error)) == REEL_OK) compare_chunk(c, chunk, counts);
    if (is_built(status, &error)) compare_error(find_line(c, "error", NULL), 1, status < 0 ? &error : NULL);
    if (status >= 0) {
        compare_error(find_line(c, "damage", NULL), 1, reel_reader_damage(reader));
        compare_counts(c, counts);
    }
    reel_close(reader);
    free(data);
}

static void call_statistics(const block *c, const wishes *w)
{
    size_t size;
    uint8_t *data = bytes_of_case(c, &size);
    reel_replay *replay, *result;
    reel_error error;
    assert_int_equal(reel_load(reel_source_memory(data, size), &w->reading, &replay, &error), REEL_OK);
    assert_int_equal(reel_insight_run_chunk(reel_insight_by_id(w->insight), reel_replay_format(replay), reel_replay_chunk(replay),
                                            NULL, &result, &error),
                     REEL_OK);
    compare_replay(c, result);
    reel_free(result);
    reel_free(replay);
    free(data);
}

static void call_check(const block *c, const wishes *w)
{
    size_t size, next = 0;
    uint8_t *data = bytes_of_case(c, &size);
    reel_findings *found = reel_findings_new(NULL);
    reel_options options = w->reading;
    reel_error error;
    options.report = reel_findings_report;
    options.report_context = found;
    const reel_status status = reel_check(reel_source_memory(data, size), &options, &error);
    compare_error(find_line(c, "error", NULL), 1, status < 0 ? &error : NULL);
    for (const line *l = find_line(c, "finding", NULL); l; l = find_line(c, "finding", l), next++) {
        if (next >= reel_findings_count(found)) continue;
        char got[512], offset[32] = "-", row[32] = "-";
        const reel_finding *f = reel_findings_at(found, next);
        if (f->offset != REEL_NO_OFFSET) snprintf(offset, sizeof offset, "%llu", (unsigned long long)f->offset);
        if (f->row != REEL_NO_ROW) snprintf(row, sizeof row, "%llu", (unsigned long long)f->row);
        snprintf(got, sizeof got, "%s\t%s\t%s\t%s\t%s\t%s\t%llu", severities[f->severity], f->rule,
                 *f->section ? f->section : "-", offset, f->table ? f->table->name : "-", row, (unsigned long long)f->count);
        char *text = got;
        for (size_t i = 1; i < 8; i++, text += strcspn(text, "\t") + 1)
            if (strlen(word_at(l, i)) != strcspn(text, "\t") || strncmp(text, l->word[i], strlen(l->word[i])) != 0)
                COMPLAIN("finding %zu is %s: not %s", next, got, l->word[i]);
    }
    if (next != reel_findings_count(found)) {
        COMPLAIN("%zu findings, not %zu", reel_findings_count(found), next);
        for (size_t i = 0; i < reel_findings_count(found); i++)
            printf("  %s: %s\n", reel_findings_at(found, i)->rule, reel_findings_at(found, i)->message);
    }
    reel_findings_free(found);
    free(data);
}

static void rewrite(const uint8_t *data, size_t size, const reel_options *options, const line *result, size_t at)
{
    reel_replay *replay;
    reel_memory memory = { 0 };
    reel_error error;
    reel_status status = reel_load(reel_source_memory(data, size), options, &replay, &error);
    if (status >= 0)
        status = reel_write(reel_replay_chunk(replay), reel_replay_format(replay), reel_sink_memory(&memory, NULL), NULL, &error);
    if (is_built(status, &error)) compare_error(NULL, 0, status < 0 ? &error : NULL);
    if (status >= 0) compare_result(result, at, &memory);
    reel_memory_free(&memory);
    reel_free(replay);
}

static void call_rewrite(const block *c, const wishes *w)
{
    size_t size;
    uint8_t *data;
    if (find_line(c, "file", NULL)) {
        data = bytes_of_case(c, &size);
        rewrite(data, size, &w->reading, find_line(c, "result", NULL), 1);
        free(data);
    }
    for (const line *l = find_line(c, "each", NULL); l; l = find_line(c, "each", l)) {
        data = bytes_of(word_at(l, 1), &size);
        rewrite(data, size, &w->reading, l, 2);
        free(data);
    }
}

static void call_open(const block *c, const wishes *w)
{
    for (const line *l = find_line(c, "each", NULL); l; l = find_line(c, "each", l)) {
        size_t size;
        uint8_t *data = bytes_of(word_at(l, 1), &size);
        reel_reader *reader;
        reel_error error;
        const reel_status status = reel_open(reel_source_memory(data, size), &w->reading, &reader, &error);
        if (is_built(status, &error)) compare_error(NULL, 0, status < 0 ? &error : NULL);
        if (status >= 0 && strcmp(reel_format_id(reel_reader_format(reader)), word_at(l, 2)) != 0)
            COMPLAIN("%s is %s, not %s", l->word[1], reel_format_id(reel_reader_format(reader)), l->word[2]);
        reel_close(reader);
        free(data);
    }
}

static void call_damage(const block *c, const wishes *w)
{
    for (const line *l = find_line(c, "each", NULL); l; l = find_line(c, "each", l)) {
        size_t size;
        uint8_t *data = bytes_of(word_at(l, 1), &size);
        reel_replay *replay;
        reel_error error;
        const reel_status status = reel_load(reel_source_memory(data, size), &w->reading, &replay, &error);
        const reel_error *damage = status < 0 ? &error : reel_replay_damage(replay);
        if (!damage || is_built(damage->status, damage)) compare_error(l, 2, damage);
        reel_free(replay);
        free(data);
    }
}

static void call_convert(const block *c, const wishes *w)
{
    size_t size;
    uint8_t *data = bytes_of_case(c, &size);
    reel_memory memory = { 0 };
    reel_error error;
    reel_sink sink = reel_sink_memory(&memory, NULL);
    reel_status status = REEL_OK;
    if (w->twice) { /* a file of this name is there */
        assert_int_equal(reel_sink_file(project_path("README.md"), 0, &sink, &error), REEL_IO);
        status = error.status;
    } else
        status = reel_convert(reel_source_memory(data, size), NULL, w->to, sink, &w->converting, &error);
    compare_error(find_line(c, "error", NULL), 1, status < 0 ? &error : NULL);
    if (status >= 0) {
        compare_result(find_line(c, "result", NULL), 1, &memory);
        reel_replay *replay;
        assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, NULL), REEL_OK);
        compare_replay(c, replay);
        reel_free(replay);
    }
    reel_memory_free(&memory);
    free(data);
}

/* append FILE TABLE, also of another format, which the writer then refuses. */
static void append(reel_writer *writer, const line *l)
{
    size_t size, count;
    uint8_t *data = bytes_of(word_at(l, 1), &size);
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(data, size), NULL, &replay, NULL), REEL_OK);
    const reel_table *table = table_of(reel_replay_chunk(replay), word_at(l, 2));
    const void *rows = reel_rows(replay, table, &count);
    const reel_status status = reel_append(writer, table, rows, count);
    compare_error(is(l, "append") ? NULL : l, 3, status < 0 ? reel_writer_error(writer) : NULL);
    reel_free(replay);
    free(data);
}

static void call_write(const block *c, const wishes *w)
{
    (void)w;
    reel_memory memory = { 0 };
    reel_writer *writer;
    reel_error error;
    const reel_format *format = reel_format_by_id(NULL, word_at(find_line(c, "create", NULL), 1));
    reel_status status = reel_create(reel_sink_memory(&memory, NULL), format, NULL, &writer, &error);
    bool fails = false;
    for (const line *l = c->lines; status >= 0 && l < c->lines + c->count; l++) {
        if (is(l, "append") || is(l, "refused") || is(l, "fails")) append(writer, l);
        if (is(l, "flush")) assert_int_equal(reel_flush(writer, &error), REEL_OK);
        fails = fails || is(l, "fails");
    }
    if (status >= 0) status = reel_finish(writer, &error);
    if (fails) {
        if (status >= 0) COMPLAIN("a failed writer finishes");
    } else {
        compare_error(find_line(c, "error", NULL), 1, status < 0 ? &error : NULL);
        if (status >= 0) compare_result(find_line(c, "result", NULL), 1, &memory);
    }
    if (status >= 0 && find_line(c, "table", NULL)) {
        reel_replay *replay;
        assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, NULL), REEL_OK);
        compare_replay(c, replay);
        reel_free(replay);
    }
    reel_memory_free(&memory);
}

static const struct {
    const char *name;
    void (*run)(const block *c, const wishes *w);
} calls[] = {
    { "load", call_load },       { "chunks", call_chunks }, { "statistics", call_statistics }, { "check", call_check },
    { "rewrite", call_rewrite }, { "open", call_open },     { "damage", call_damage },         { "convert", call_convert },
    { "write", call_write },     { "options", call_load },
};

/* ---- cases -------------------------------------------------------------------------------------------------------------- */

static void assert_words_are_known(const block *c)
{
    static const char *const known[] = { "case",   "file",   "cut",     "with",  "call",    "not",    "format",
                                         "damage", "error",  "table",   "row",   "finding", "result", "each",
                                         "create", "append", "refused", "fails", "flush",   NULL };
    for (const line *l = c->lines; l < c->lines + c->count; l++) {
        size_t i = 0;
        while (known[i] && !is(l, known[i])) i++;
        if (!known[i]) fail_msg("%s: unknown word \"%s\"", now, l->word[0]);
    }
}

static bool is_for_c(const block *c, const line *call)
{
    for (const line *l = call + 1; l < c->lines + c->count && is(l, "not"); l++)
        if (strcmp(word_at(l, 1), "c") == 0) return false;
    return true;
}

static void run_call(const block *c, const line *call)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(word_at(call, 1), calls[i].name) != 0) continue;
        wishes w;
        read_wishes(c, &w);
        calls[i].run(c, &w);
        ran++;
        return;
    }
    fail_msg("%s: unknown call \"%s\"", now, call->word[1]);
}

static void every_case_has_its_answer(void **state)
{
    (void)state;
    file_list list = files_below(project_path("tests/doors/cases"));
    for (size_t i = 0; i < list.count; i++)
        if (strstr(list.paths[i], ".tsv")) read_case_file(&files, list.paths[i]);
    file_list_free(&list);
    for (size_t i = 0; i < files.block_count; i++) {
        const block *c = &files.blocks[i];
        if (!is(c->lines, "case")) continue;
        now = word_at(c->lines, 1);
        assert_words_are_known(c);
        for (const line *l = find_line(c, "call", NULL); l; l = find_line(c, "call", l)) {
            if (is_for_c(c, l))
                run_call(c, l);
            else
                not_here++;
        }
    }
    printf("%zu cases ran, %zu are not for this door", ran, not_here);
    if (not_built) printf("; %zu files need a codec that is not built", not_built);
    printf("\n");
    assert_true(ran > 0);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_case_has_its_answer) };
    return cmocka_run_group_tests_name("door_cases", tests, NULL, NULL);
}

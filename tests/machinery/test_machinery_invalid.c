/* SPDX-License-Identifier: MIT
 * Any invalid value, put into any field of any format that may have one: clean rows lack it, a note counts it, and statistics are the same for
 * all invalid values in that place. */
#include "core/chunk.h"
#include "core/valid.h"
#include "machinery.h"

#include <reel/arrow.h>
#include <reel/export.h>
#include <reel/insight.h>

#include <math.h>

enum { MOST_VALUES = 4, ARROW_NULLABLE = 2 };

typedef struct injection {
    const specimen *file;
    const reel_format *format;
    const reel_table *table;
    const reel_field *field;
    size_t row;
    uint64_t others; /* values of the field that the file has without */
} injection;

typedef struct counted {
    const injection *at;
    uint64_t notes;
} counted;

static uint64_t injected, fields_tried, failures;

/* Counts what is wrong with a field, and goes on; the place where two texts begin to differ says where. */
static void complain(const injection *at, const char *what, const char *a, const char *b)
{
    size_t same = 0;
    while (a && b && a[same] && a[same] == b[same]) same++;
    size_t from = same > 40 ? same - 40 : 0;
    print_message("%s: %s.%s: %s", at->file->name, at->table->name, at->field->name, what);
    if (a && b) print_message(":\n    %.90s\n    %.90s", a + from, b + from);
    print_message("\n");
    failures++;
}

static void count(void *context, const reel_finding *finding)
{
    counted *c = context;
    bool is_clean = !strcmp(finding->rule, "clean.date") || !strcmp(finding->rule, "clean.not-finite");
    char name[128];
    snprintf(name, sizeof name, "%s.%s: ", c->at->table->name, c->at->field->name);
    if (is_clean && finding->table == c->at->table && strstr(finding->message, name)) c->notes += finding->count;
}

static reel_memory text_of(const reel_chunk *rows, const reel_table *const *tables, uint32_t flags)
{
    reel_memory text;
    reel_export *export_;
    const reel_export_options how = { REEL_SIZED(reel_export_options), .tables = tables, .flags = flags };
    assert_int_equal(reel_export_open(reel_exporter_by_id("json"), reel_sink_memory(&text, NULL), NULL, &how, &export_, NULL),
                     REEL_OK);
    reel_export_chunk(export_, rows);
    assert_int_equal(reel_export_finish(export_, NULL), REEL_OK);
    return text;
}

/* What all statistics say, one after the other. */
static char *statistics_of(const reel_replay *replay)
{
    size_t size = 0;
    char *all = calloc(1, 1);
    const reel_format *format = reel_replay_format(replay);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        reel_replay *figures;
        if (!(*insight)->tables || !reel_insight_takes(*insight, format)) continue;
        if (reel_insight_run_chunk(*insight, format, reel_replay_chunk(replay), NULL, &figures, NULL) < 0) continue;
        reel_memory text = text_of(reel_replay_chunk(figures), (*insight)->tables, 0);
        all = realloc(all, size + text.size + 1);
        memcpy(all + size, text.data, text.size);
        all[size += text.size] = '\0';
        reel_memory_free(&text);
        reel_free(figures);
    }
    return all;
}

/* The rows, as a recorder that died leaves them: a spool keeps any value. */
static reel_memory spool_of(const reel_replay *replay)
{
    reel_memory file, spool;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), reel_replay_format(replay), NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_spool(writer, reel_sink_memory(&spool, NULL), NULL, NULL), REEL_OK);
    reel_append_chunk(writer, reel_replay_chunk(replay));
    reel_flush(writer, NULL);
    reel_discard(writer);
    return spool;
}

static const uint8_t *row_of(const reel_replay *replay, const injection *at)
{
    size_t rows;
    const uint8_t *first = reel_rows(replay, at->table, &rows);
    return at->row < rows ? first + at->row * at->table->row_size : NULL;
}

/* The vector is null in one column, and so is each of its values. */
static void check_vector(const injection *at, const uint8_t *row, uint32_t form)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    const char *columns[] = { at->field->name, NULL };
    const reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .flags = REEL_ARROW_CLEAN | form, .columns = columns };
    assert_int_equal(reel_arrow_schema(at->table, at->format, &how, &schema, NULL), REEL_OK);
    assert_int_equal(reel_arrow_rows(at->table, row, 1, 0, &how, &array, NULL), REEL_OK);
    int64_t values = 0;
    bool all_can = true;
    for (int64_t i = 0; i < array.children[0]->n_children; i++) {
        values += array.children[0]->children[i]->null_count;
        all_can = all_can && schema.children[0]->children[i]->flags & ARROW_NULLABLE;
    }
    if (array.children[0]->null_count != 1 || values != at->field->count || !all_can)
        complain(at, "a vector is not null as Arrow", NULL, NULL);
    schema.release(&schema);
    array.release(&array);
}

/* The column of the field lacks the value, and says that it can. */
static void check_column(const injection *at, const uint8_t *row)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    char name[128];
    reel_column_name(at->field, 0, name, sizeof name);
    const char *columns[] = { name, NULL };
    const reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .flags = REEL_ARROW_CLEAN, .columns = columns };
    assert_int_equal(reel_arrow_schema(at->table, at->format, &how, &schema, NULL), REEL_OK);
    assert_int_equal(reel_arrow_rows(at->table, row, 1, 0, &how, &array, NULL), REEL_OK);
    if (!(schema.children[0]->flags & ARROW_NULLABLE) || array.children[0]->null_count != 1)
        complain(at, "not null as Arrow", NULL, NULL);
    schema.release(&schema);
    array.release(&array);
    if (at->field->count == 1) return;
    check_vector(at, row, REEL_ARROW_LISTS);
    check_vector(at, row, REEL_ARROW_STRUCTS);
}

/* REEL_CLEAN is asked of the reader alone: an export of the rows takes no flag for it. */
static void check_text(const injection *at, const reel_replay *clean, const reel_replay *raw)
{
    const reel_table *const tables[] = { at->table, NULL };
    reel_memory plain = text_of(reel_replay_chunk(clean), tables, 0),
                with = text_of(reel_replay_chunk(clean), tables, REEL_EXPORT_CLEAN),
                dirty = text_of(reel_replay_chunk(raw), tables, 0);
    if (plain.size != with.size || memcmp(plain.data, with.data, plain.size) != 0)
        complain(at, "an export of clean rows depends on a flag", NULL, NULL);
    if (plain.size == dirty.size && !memcmp(plain.data, dirty.data, plain.size))
        complain(at, "an export of clean rows has the value", NULL, NULL);
    reel_memory_free(&plain);
    reel_memory_free(&with);
    reel_memory_free(&dirty);
}

/* Reads the rows with and without REEL_CLEAN. Returns the statistics; NULL: such a replay is refused. */
static char *look(const injection *at, const reel_memory *spool)
{
    reel_replay *raw, *clean;
    counted notes = { .at = at };
    reel_options options = machinery_options(NULL);
    if (reel_load(reel_source_memory(spool->data, spool->size), &options, &raw, NULL) < 0) return NULL;
    options.flags |= REEL_CLEAN;
    options.report = count;
    options.report_context = &notes;
    assert_int_equal(reel_load(reel_source_memory(spool->data, spool->size), &options, &clean, NULL), REEL_OK);
    char *before = statistics_of(raw), *after = statistics_of(clean);
    const uint8_t *row = row_of(clean, at), *was = row_of(raw, at);
    if (row && was && reel_field_present(at->field, was) && !reel_field_valid(at->field, was)) {
        bool is_text = at->field->type == REEL_STRING;
        if (reel_field_valid(at->field, row) || (is_text && text_value(row + at->field->offset).size))
            complain(at, "clean rows have a value", NULL, NULL);
        if (notes.notes != at->others + 1) complain(at, "not counted, or counted several times", NULL, NULL);
        check_column(at, row);
        check_text(at, clean, raw);
        injected++;
    }
    const char *odd = strstr(before, "\"NaN\"") ? strstr(before, "\"NaN\"") : strstr(before, "Infinity\"");
    if (strcmp(before, after) != 0) complain(at, "statistics of clean rows differ", before, after);
    if (odd) complain(at, "a statistic is not a number", odd - (odd > before + 30 ? 30 : 0), "");
    free(after);
    reel_free(raw);
    reel_free(clean);
    return before;
}

/* Replaces all values of the field with invalid value number `which`. False: no such number. */
static bool put_invalid(const reel_field *field, uint8_t *slot, size_t which)
{
    static const double numbers[] = { NAN, INFINITY, -INFINITY };
    static const char *const words[] = { "never", "0", "99999999999999999999" };
    size_t size = reel_type_size(field->type);
    if (which >= 3) return false;
    for (size_t i = 0; i < field->count; i++) {
        const float narrow = (float)numbers[which];
        if (field->type == REEL_F32) memcpy(slot + i * size, &narrow, size);
        if (field->type == REEL_F64) memcpy(slot + i * size, &numbers[which], size);
    }
    if (field->type == REEL_STRING) memcpy(slot, &(reel_string){ words[which], strlen(words[which]) }, size);
    if (field->type == REEL_I64 || field->type == REEL_U64) memcpy(slot, &(int64_t){ which ? INT64_MAX : 0 }, size);
    return true;
}

static void inject(reel_replay *replay, const injection *at)
{
    uint8_t *slot = (uint8_t *)(uintptr_t)row_of(replay, at) + at->field->offset;
    size_t size = reel_type_size(at->field->type) * at->field->count;
    uint8_t *original = malloc(size);
    memcpy(original, slot, size);
    char *first = NULL;
    fields_tried++;
    for (size_t which = 0; which < MOST_VALUES && put_invalid(at->field, slot, which); which++) {
        trying("%s: value %zu in %s.%s of row %zu", at->file->name, which, at->table->name, at->field->name, at->row);
        reel_memory spool = spool_of(replay);
        char *said = look(at, &spool);
        if (first && said && strcmp(first, said) != 0)
            complain(at, "statistics depend on which invalid value it has", first, said);
        if (!first)
            first = said;
        else
            free(said);
        reel_memory_free(&spool);
    }
    free(first);
    memcpy(slot, original, size);
    free(original);
}

/* How many rows have an invalid value of the field. */
static uint64_t invalid_in(const reel_replay *replay, const injection *at)
{
    size_t rows;
    uint64_t count = 0;
    const uint8_t *row = reel_rows(replay, at->table, &rows);
    for (size_t i = 0; i < rows; i++, row += at->table->row_size) {
        bool is_empty = at->field->type == REEL_STRING && !text_value(row + at->field->offset).size;
        bool is_whole = reel__field_valid_values(at->field, row, 0, at->field->count) == at->field->count;
        count += reel_field_present(at->field, row) && !is_empty && !is_whole;
    }
    return count;
}

static void inject_everywhere(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    injection at = { .file = file, .format = reel_replay_format(replay) };
    bool is_usable = at.format->writer && !reel_replay_damage(replay);
    for (const reel_table *const *table = at.format->tables; is_usable && *table; table++) {
        size_t rows;
        reel_rows(replay, *table, &rows);
        if ((*table)->flags & REEL_TABLE_LAYOUT || !rows) continue;
        const size_t places[] = { rows / 2, 0, rows - 1 };
        for (size_t p = 0; p < by_effort(3, 3, 1) && p < rows; p++)
            for (size_t i = 0; i < (*table)->field_count; i++) {
                at.table = *table;
                at.field = &(*table)->fields[i];
                at.row = places[p];
                at.others = invalid_in(replay, &at);
                if (field_can_be_invalid(at.field) && reel_field_valid(at.field, row_of(replay, &at))) inject(replay, &at);
            }
    }
    reel_free(replay);
}

static void a_value_that_is_none_is_missing_wherever_it_is(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(1 << 16, 1 << 13, 1 << 12), inject_everywhere);
    print_message("%llu fields of rows, %llu values\n", (unsigned long long)fields_tried, (unsigned long long)injected);
    assert_int_equal(failures, 0);
    assert_enough(injected > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_value_that_is_none_is_missing_wherever_it_is) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

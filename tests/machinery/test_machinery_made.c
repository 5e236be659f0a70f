/* SPDX-License-Identifier: MIT
 * What is made of golden files: edits, conversions, files of rows that were changed, left out, repeated or put in another order, and the repairs
 * of spools with such rows. Answers are those of made.tsv: bytes, losses, refusals with their rule and offset. `test_machinery_made --write` writes the tables. */
#include "records.h"
#include "shakes.h"
#include "uses.h"

enum { LARGEST = 40000, SPOOLED = 4 };

/* Of a file with many rows fewer things are made. */
enum { HEAVY = 24 << 10 };
static bool heavy;

/* ---- conversions ------------------------------------------------------------------------------------------------------ */

static void convert(const specimen *file, const reel_format *from, const reel_format *to, reel_convert_options how)
{
    use_converted(from, to, file->data, file->size, how);
}

static void operate(const specimen *file, const reel_format *format, const reel_operation *operation)
{
    for (size_t i = 0; i < (operation->argument ? USE_ARGUMENTS : 1); i++) {
        const reel_setting setting = { operation->id, operation->argument ? use_argument(operation, i) : NULL };
        if (operation->argument && !setting.value) break;
        if (record_item("%s %s", operation->id, setting.value ? setting.value : ""))
            convert(file, format, NULL, (reel_convert_options){ .operations = &setting, .operation_count = 1 });
    }
}

/* With itself, and with the files of the format that came before. */
static void merge(const specimen *file, const reel_format *format)
{
    enum { KEPT = 6, MOST_FORMATS = 64 };
    static struct {
        const reel_format *format;
        uint8_t *data[KEPT];
        size_t sizes[KEPT], count;
    } earlier[MOST_FORMATS];
    size_t f = 0;
    while (earlier[f].format && earlier[f].format != format) f++;
    assert_true(f < MOST_FORMATS - 1);
    earlier[f].format = format;
    reel_source other = reel_source_memory(file->data, file->size);
    if (record_item("merge with itself"))
        convert(file, format, NULL, (reel_convert_options){ .merge = &other, .merge_count = 1 });
    for (size_t i = 0; i < KEPT && i < earlier[f].count; i++) {
        other = reel_source_memory(earlier[f].data[i], earlier[f].sizes[i]);
        if (record_item("merge with %zu bytes", earlier[f].sizes[i]))
            convert(file, format, NULL, (reel_convert_options){ .merge = &other, .merge_count = 1 });
    }
    const size_t at = earlier[f].count++ % KEPT;
    free(earlier[f].data[at]);
    earlier[f].data[at] = malloc(file->size + 1);
    assert_non_null(earlier[f].data[at]);
    memcpy(earlier[f].data[at], file->data, file->size);
    earlier[f].sizes[at] = file->size;
}

static void cut_spans(const specimen *file, const reel_format *format, double first, double last)
{
    static const int spans[][2] = { { -1, 1 }, { -1, 3 }, { 1, 3 }, { 2, 5 }, { 3, -1 }, { 0, 4 } };
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        const double step = (last - first) / 4;
        const reel_convert_options how = { .has_from = spans[i][0] >= 0,
                                           .has_to = spans[i][1] >= 0,
                                           .from = first + spans[i][0] * step,
                                           .to = first + spans[i][1] * step };
        if (record_item("span %d to %d of 4", spans[i][0], spans[i][1])) convert(file, format, NULL, how);
    }
}

/* Each field of the header that can be stated, by three words. */
static void set_fields(const specimen *file, const reel_format *format)
{
    static const char *const values[] = { "3", "-2.5", "a name" };
    for (const reel_table *const *table = reel_format_tables(format); *table; table++)
        for (size_t f = 0; f < (*table)->field_count; f++) {
            const reel_field *field = &(*table)->fields[f];
            if (!((*table)->flags & REEL_TABLE_ONE_ROW) || !record_item("--set %s", field->name)) continue;
            for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
                const reel_setting setting = { field->name, values[i] };
                convert(file, format, NULL, (reel_convert_options){ .settings = &setting, .setting_count = 1 });
            }
        }
}

static void edit(const specimen *file, const reel_format *format, double first, double last, size_t number)
{
    record_begin(file, "edited");
    for (const reel_operation *const *operation = format->operations; operation && *operation; operation++)
        if (!reel_operation_is_reserved(*operation)) operate(file, format, *operation);
    if (record_item("anonymise")) convert(file, format, NULL, (reel_convert_options){ .flags = REEL_ANONYMISE });
    for (uint8_t kept = REEL_KEEP; kept <= REEL_DROP; kept++) {
        const reel_pseudonyms names = {
            REEL_SIZED(reel_pseudonyms), .key = "sixteen bytes or more", .key_size = 21, kept, kept, kept
        };
        if (record_item("pseudonymise, policy %d", kept))
            convert(file, format, NULL, (reel_convert_options){ .pseudonyms = &names });
    }
    merge(file, format);
    cut_spans(file, format, first, last);
    if (number < SPOOLED) set_fields(file, format);
    record_end();
}

static void convert_to_all(const specimen *file, const reel_format *format, size_t number)
{
    record_begin(file, "converted");
    for (const reel_format *const *to = reel_formats(); *to; to++) {
        const char *const *names = (*to)->writer ? (*to)->writer->conventions : NULL;
        if (strcmp((*to)->game, format->game) != 0) continue;
        for (int carry = 0; carry < (number < SPOOLED ? 2 : 1); carry++)
            if (record_item("to %s%s", (*to)->id, carry ? ", carrying" : ""))
                convert(file, format, *to, (reel_convert_options){ .flags = carry ? REEL_CARRY : 0 });
        for (size_t i = 1; names && names[0] && names[i]; i++)
            if (record_item("to %s, %s", (*to)->id, names[i]))
                convert(file, format, *to, (reel_convert_options){ .convention = names[i] });
    }
    record_end();
}

/* ---- writing ---------------------------------------------------------------------------------------------------------- */

static reel_row_list *list_of(const reel_replay *replay, const reel_table *table)
{
    return reel_change_rows((reel_chunk *)(uintptr_t)reel_replay_chunk(replay), table);
}

/* Other rows of a table: what is done to them, and the rows by their numbers. Returns their count, or SIZE_MAX after the last change. */
static size_t arrange(size_t way, size_t count, size_t *numbers, const char **what)
{
    static const char *const names[] = { "none",           "all but the first", "all but the last", "the first twice",
                                         "the last twice", "backwards",         "two exchanged",    "every second" };
    size_t made = 0;
    if (way >= sizeof names / sizeof *names) return SIZE_MAX;
    *what = names[way];
    for (size_t i = 0; i < count && way; i++) {
        if ((way == 1 && !i) || (way == 2 && i + 1 == count) || (way == 7 && i % 2)) continue;
        if ((way == 3 && !i) || (way == 4 && i + 1 == count)) numbers[made++] = i;
        numbers[made++] = way == 5 ? count - 1 - i : way == 6 && i / 2 == count / 4 ? (i ^ 1) % count : i;
    }
    return made;
}

static void arrange_table(const reel_replay *replay, const reel_table *table, size_t number)
{
    static size_t numbers[SHAKEN_ROWS + 1];
    reel_row_list *list = list_of(replay, table);
    const char *what;
    if (!list || !list->count || list->count > SHAKEN_ROWS) return;
    const reel_row_list before = *list;
    if (!record_item("rows of %s", table->name)) return;
    for (size_t way = 0; way < 8; way += heavy ? 3 : 1) {
        const size_t count = arrange(way, before.count, numbers, &what);
        uint8_t *rows = malloc(count * table->row_size + 1);
        assert_non_null(rows);
        for (size_t i = 0; i < count; i++)
            memcpy(rows + i * table->row_size, before.data + numbers[i] * table->row_size, table->row_size);
        list->data = rows;
        list->count = list->capacity = count;
        record_text("  %s\n", what);
        use_written(replay, NULL, 0);
        if (number < SPOOLED && !(table->flags & REEL_TABLE_LAYOUT)) use_spool(replay);
        *list = before;
        free(rows);
    }
}

static void write_arranged(const specimen *file, const reel_replay *replay, size_t number)
{
    const reel_format *format = reel_replay_format(replay);
    const char *const *names = format->writer->conventions;
    reel_replay *alone = rows_alone(replay);
    record_begin(file, "written");
    for (int own = 0; own < 2; own++) {
        const reel_replay *rows = own ? alone : replay;
        if (record_item(own ? "without its layout" : "as it is")) use_written(rows, NULL, 0);
        for (size_t i = 0; names && names[i]; i++)
            if (record_item("%s%s", names[i], own ? " without its layout" : "")) use_written(rows, names[i], 0);
        if (record_item("a spool")) use_spool(rows);
        for (const reel_table *const *table = reel_format_tables(format); *table; table++) arrange_table(rows, *table, number);
    }
    record_end();
    reel_free(alone);
}

/* ---- values ------------------------------------------------------------------------------------------------------------ */

/* A part with another header is one of another recording, or can be joined. */
static void merge_changed(const specimen *file, const reel_replay *replay, size_t number)
{
    const reel_write_options how = { REEL_SIZED(reel_write_options) };
    const reel_format *format = reel_replay_format(replay);
    reel_memory made;
    if (reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&made, NULL), &how, NULL) != REEL_OK) return;
    use_merged(file, format, made.data, made.size, number);
    reel_memory_free(&made);
}

/* One value after the other in the first, a middle or the last row; then the value there or not there, as it was not. */
static void change_field(const specimen *file, const reel_replay *replay, const reel_table *table, const reel_field *field,
                         size_t number)
{
    const reel_row_list *list = list_of(replay, table);
    if (!list || !list->count || !record_item("%s.%s", table->name, field->name)) return;
    uint8_t *old = malloc(table->row_size);
    assert_non_null(old);
    for (size_t candidate = 0; candidate <= CHANGED_VALUES; candidate++) {
        const size_t at = candidate % 3 ? candidate % 3 == 1 ? list->count / 2 : list->count - 1 : 0;
        uint8_t *row = list->data + at * table->row_size;
        if ((candidate == CHANGED_VALUES && !field->present_mask) || (heavy && candidate % 4 != field->offset / 4 % 4)) continue;
        memcpy(old, row, table->row_size);
        if (candidate < CHANGED_VALUES)
            change_value(table, field, row, candidate);
        else
            row[field->present_offset] ^= field->present_mask;
        record_text("  row %zu, value %zu\n", at, candidate);
        use_written(replay, NULL, 0);
        if (number < SPOOLED && candidate % 4 == number % 4) use_spool(replay);
        if (number < SPOOLED && candidate < 2 && table->flags & REEL_TABLE_ONE_ROW) merge_changed(file, replay, candidate);
        memcpy(row, old, table->row_size);
    }
    free(old);
}

/* ---- several changes ---------------------------------------------------------------------------------------------------- */

enum { SHAKEN = 6000, LEAST_SHAKEN = 80, MOST_SHAKEN = 600, SHAKEN_TOGETHER = 4 };

static void shake(const reel_replay *replay, size_t number)
{
    shaking changed;
    shaking_begin(&changed, replay, 1);
    shaking_shake(&changed, number);
    record_text("  %zu:%s\n", number, changed.what);
    use_written(replay, NULL, number % 3 == 1 ? number / 3 + 1 : 0);
    if (number % 3 == 0) use_spool(replay);
    shaking_end(&changed);
}

static void shake_values(const specimen *file, const reel_replay *replay)
{
    size_t copies = SHAKEN / (1 + records_beside(file));
    if (copies > MOST_SHAKEN) copies = MOST_SHAKEN;
    if (copies < LEAST_SHAKEN) copies = LEAST_SHAKEN;
    if (heavy) copies /= 6;
    reel_replay *alone = rows_alone(replay);
    record_begin(file, "shaken");
    for (size_t first = 0; first < copies; first += SHAKEN_TOGETHER) {
        if (!record_item("%zu to %d", first, (int)first + SHAKEN_TOGETHER - 1)) continue;
        for (size_t number = first; number < first + SHAKEN_TOGETHER; number++) {
            record_seed(file, number);
            shake(number % 4 == 1 ? alone : replay, number);
        }
    }
    record_end();
    reel_free(alone);
}

static void change_values(const specimen *file, const reel_replay *replay, size_t number)
{
    record_begin(file, "changed");
    for (const reel_table *const *table = reel_format_tables(reel_replay_format(replay)); *table; table++)
        for (size_t f = 0; f < (*table)->field_count; f++) change_field(file, replay, *table, &(*table)->fields[f], number);
    record_end();
}

/* ---- files -------------------------------------------------------------------------------------------------------------- */

static size_t bytes_of(const reel_replay *replay)
{
    size_t bytes = 0;
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(replay)); *table; table++) {
        size_t count;
        reel_rows(replay, *table, &count);
        bytes += count * (*table)->row_size;
    }
    return bytes;
}

/* How many files of the format came before. */
static size_t number_of(const reel_format *format)
{
    static const reel_format *seen[64];
    static size_t counts[64];
    size_t i = 0;
    while (seen[i] && seen[i] != format) i++;
    assert_true(i < 63);
    seen[i] = format;
    return counts[i]++;
}

static void make_of(const specimen *file)
{
    const reel_options options = machinery_options(NULL);
    reel_replay *replay;
    double first = 0, last = 1;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_format *format = reel_replay_format(replay);
    heavy = bytes_of(replay) > HEAVY;
    const size_t number = number_of(format) + (heavy ? SPOOLED : 0);
    record_span(replay, &first, &last);
    convert_to_all(file, format, number);
    if (format->writer) {
        edit(file, format, first, last, number);
        write_arranged(file, replay, number);
        change_values(file, replay, number);
        shake_values(file, replay);
    }
    reel_free(replay);
}

static void what_is_made_is_what_its_table_says(void **state)
{
    const bool *write = *state;
    if (!records_begin("made.tsv", *write)) return;
    each_specimen(GOLDEN, LARGEST, make_of);
    records_end();
}

int main(int argc, char **argv)
{
    bool write = argc > 1 && !strcmp(argv[1], "--write");
    const struct CMUnitTest tests[] = { cmocka_unit_test_prestate(what_is_made_is_what_its_table_says, &write) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

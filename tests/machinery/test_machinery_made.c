/* SPDX-License-Identifier: MIT
 * What is made of golden files: edits, conversions, files of rows that were changed, left out, repeated or put in another order, and the repairs
 * of spools with such rows. Answers are those of made.tsv: bytes, losses, refusals with their rule and offset. `test_machinery_made --write` writes the tables. */
#include "records.h"

#include <math.h>

enum { LARGEST = 40000, MOST_ROWS = 20000, VALUES = 8, SPOOLED = 4 };

/* Of a file with many rows fewer things are made. */
enum { HEAVY = 24 << 10 };
static bool heavy;

/* ---- conversions ------------------------------------------------------------------------------------------------------ */

static void convert(const specimen *file, const reel_format *from, const reel_format *to, reel_convert_options how)
{
    reel_options options = machinery_options(NULL);
    reel_memory made;
    reel_error error;
    how.struct_size = sizeof how;
    options.report = record_finding;
    const reel_status status =
        reel_convert(reel_source_memory(file->data, file->size), &options, to, reel_sink_memory(&made, NULL), &how, &error);
    record_status(status, &error);
    if (status != REEL_OK) return;
    record_made(to ? to : from, made.data, made.size);
    reel_memory_free(&made);
}

/* Arguments to try, by what the operation calls its own. Others get numbers. */
static const struct {
    const char *argument, *values[4];
} arguments[] = {
    { "FRAMES", { "+7", "-20", "100000" } },
    { "RATE", { "60", "480", "144.5" } },
    { "FACTOR", { "2", "0.5", "1.1" } },
    { "KEY", { "a key" } },
};
static const char *const usual[4] = { "0", "1", "2", "x" };

static void operate(const specimen *file, const reel_format *format, const reel_operation *operation)
{
    const char *const *values = usual;
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments && operation->argument; i++)
        if (!strcmp(arguments[i].argument, operation->argument)) values = arguments[i].values;
    for (size_t i = 0; i < (operation->argument ? 4 : 1); i++) {
        const reel_setting setting = { operation->id, operation->argument ? values[i] : NULL };
        if (operation->argument && !values[i]) break;
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

/* `also`: what was written is converted, too: to a format that this number chooses; 0: it is not. */
static void write_rows(const reel_replay *replay, const char *convention, size_t also)
{
    const reel_write_options how = { REEL_SIZED(reel_write_options), .report = record_finding, .convention = convention };
    const reel_format *format = reel_replay_format(replay);
    reel_memory made;
    reel_error error;
    const reel_status status = reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&made, NULL), &how, &error);
    record_status(status, &error);
    if (status != REEL_OK) return;
    record_made(format, made.data, made.size);
    if (also) record_conversion(format, made.data, made.size, also);
    reel_memory_free(&made);
}

/* What a recorder of these rows leaves when it dies, and what is repaired of it. */
static void repair_spool(const reel_replay *replay)
{
    const reel_format *format = reel_replay_format(replay);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    reel_options options = machinery_options(NULL);
    reel_memory file, spool, made;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), format, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_spool(writer, reel_sink_memory(&spool, NULL), NULL, NULL), REEL_OK);
    reel_append_chunk(writer, reel_replay_chunk(replay));
    record_status(reel_flush(writer, &error), &error);
    reel_discard(writer);
    options.report = record_finding;
    const reel_status status =
        reel_convert(reel_source_memory(spool.data, spool.size), &options, format, reel_sink_memory(&made, NULL), &how, &error);
    record_status(status, &error);
    if (status == REEL_OK) {
        record_made(format, made.data, made.size);
        reel_memory_free(&made);
    }
    reel_memory_free(&spool);
}

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
    static size_t numbers[MOST_ROWS + 1];
    reel_row_list *list = list_of(replay, table);
    const char *what;
    if (!list || !list->count || list->count > MOST_ROWS) return;
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
        write_rows(replay, NULL, 0);
        if (number < SPOOLED && !(table->flags & REEL_TABLE_LAYOUT)) repair_spool(replay);
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
        if (record_item(own ? "without its layout" : "as it is")) write_rows(rows, NULL, 0);
        for (size_t i = 0; names && names[i]; i++)
            if (record_item("%s%s", names[i], own ? " without its layout" : "")) write_rows(rows, names[i], 0);
        if (record_item("a spool")) repair_spool(rows);
        for (const reel_table *const *table = reel_format_tables(format); *table; table++) arrange_table(rows, *table, number);
    }
    record_end();
    reel_free(alone);
}

/* ---- values ------------------------------------------------------------------------------------------------------------ */

static uint64_t whole(const reel_field *field, const uint8_t *place)
{
    uint64_t value = 0;
    memcpy(&value, place, reel_type_size(field->type)); /* on machines with this order of bytes */
    return value;
}

/* NULL for an enumeration: its labels are the values. */
static void change_whole(const reel_field *field, uint8_t *place, size_t candidate)
{
    const size_t size = reel_type_size(field->type);
    const uint64_t old = whole(field, place),
                   values[VALUES] = { old + 1, old - 1, 0, 1, UINT64_MAX, UINT64_MAX >> 1, old ^ 4, 77 };
    uint64_t fresh = values[candidate];
    if (candidate == 5) fresh = UINT64_MAX >> (65 - 8 * size); /* the largest signed one */
    if (field->type == REEL_BOOL) fresh = candidate % 2 ? old : !old;
    size_t labels = 0;
    while (field->labels && field->labels[labels].name) labels++;
    if (labels && candidate % 2) fresh = (uint64_t)field->labels[(old + candidate) % labels].value;
    memcpy(place, &fresh, size);
}

static void change_fraction(const reel_field *field, uint8_t *place, size_t candidate)
{
    double old;
    float single;
    memcpy(&old, place, reel_type_size(field->type));
    memcpy(&single, place, sizeof single);
    if (field->type == REEL_F32) old = (double)single;
    const double values[VALUES] = { old + 0.5, -old, 0, 1, NAN, 1e30, 0.1, old * 0.999 };
    old = values[candidate];
    single = (float)old;
    memcpy(place, field->type == REEL_F32 ? (const void *)&single : &old, reel_type_size(field->type));
}

static void change_text(uint8_t *place, size_t candidate)
{
    static const char many[301] = "0123456789";
    static const reel_bytes values[VALUES] = {
        { (const uint8_t *)"changed", 7 }, { NULL, 0 },
        { (const uint8_t *)"7", 1 },       { (const uint8_t *)"\xff\xfe", 2 },
        { (const uint8_t *)many, 300 },    { (const uint8_t *)"a\"\\\n\tb", 6 },
        { (const uint8_t *)"\0x", 2 },     { (const uint8_t *)"0123456789abcdef0123456789abcdef", 32 },
    };
    memcpy(place, &values[candidate], sizeof values[candidate]);
}

static void change_value(const reel_table *table, const reel_field *field, uint8_t *row, size_t candidate)
{
    uint8_t *place = row + field->offset + (candidate % field->count) * reel_type_size(field->type);
    (void)table;
    switch (field->type) {
    case REEL_STRING:
    case REEL_BYTES: change_text(place, candidate); break;
    case REEL_F32:
    case REEL_F64: change_fraction(field, place, candidate); break;
    case REEL_UUID: place[candidate] ^= 1; break;
    default: change_whole(field, place, candidate);
    }
}

/* One value after the other in the first, a middle or the last row; then the value there or not there, as it was not. */
static void change_field(const reel_replay *replay, const reel_table *table, const reel_field *field, size_t number)
{
    const reel_row_list *list = list_of(replay, table);
    if (!list || !list->count || !record_item("%s.%s", table->name, field->name)) return;
    uint8_t *old = malloc(table->row_size);
    assert_non_null(old);
    for (size_t candidate = 0; candidate <= VALUES; candidate++) {
        const size_t at = candidate % 3 ? candidate % 3 == 1 ? list->count / 2 : list->count - 1 : 0;
        uint8_t *row = list->data + at * table->row_size;
        if ((candidate == VALUES && !field->present_mask) || (heavy && candidate % 4 != field->offset / 4 % 4)) continue;
        memcpy(old, row, table->row_size);
        if (candidate < VALUES)
            change_value(table, field, row, candidate);
        else
            row[field->present_offset] ^= field->present_mask;
        record_text("  row %zu, value %zu\n", at, candidate);
        write_rows(replay, NULL, 0);
        if (number < SPOOLED && candidate % 4 == number % 4) repair_spool(replay);
        memcpy(row, old, table->row_size);
    }
    free(old);
}

/* ---- several changes ---------------------------------------------------------------------------------------------------- */

enum { SHAKEN = 6000, LEAST_SHAKEN = 80, MOST_SHAKEN = 600, SHAKEN_TOGETHER = 4, CHANGES = 3 };

/* A text with an end cut off, or another letter. */
static void draw_text(uint8_t *place)
{
    static uint8_t rooms[8][64];
    static size_t next;
    uint8_t *room = rooms[next++ % 8];
    reel_bytes text;
    memcpy(&text, place, sizeof text);
    if (!text.size || text.size > sizeof rooms[0]) return;
    memcpy(room, text.data, text.size);
    const size_t at = record_draw(text.size), step = record_draw(3);
    if (record_draw(2))
        text.size = at;
    else
        room[at] = (uint8_t)(room[at] + step - 1);
    text.data = room;
    memcpy(place, &text, sizeof text);
}

/* A value of the field as its neighbours have it: that of another row, or one near it, or a small one. */
static void draw_value(const reel_table *table, const reel_field *field, const reel_row_list *list, uint8_t *row)
{
    const size_t size = reel_type_size(field->type);
    const uint8_t *other = list->data + record_draw(list->count) * table->row_size;
    const bool number = field->type != REEL_STRING && field->type != REEL_BYTES && field->type != REEL_UUID;
    if (record_draw(3) || !number) {
        memcpy(row + field->offset, other + field->offset, size * field->count);
        if (!number && field->type != REEL_UUID && record_draw(2)) draw_text(row + field->offset);
        return;
    }
    uint8_t *place = row + field->offset + record_draw(field->count) * size;
    if (field->type == REEL_F32 || field->type == REEL_F64) {
        const double values[] = { 0, 1, -1, 0.5, 2, 10, -0.25, 1000 };
        const size_t which = record_draw(8), added = record_draw(2);
        const double value = values[which] + (added ? reel_field_number(field, row, 0) : 0);
        const float single = (float)value;
        memcpy(place, field->type == REEL_F32 ? (const void *)&single : &value, size);
        return;
    }
    const uint64_t value = record_draw(4) ? record_draw(18) - 1 : whole(field, place) + record_draw(9) - 4;
    const uint8_t truth = value & 1;
    memcpy(place, field->type == REEL_BOOL ? (const void *)&truth : &value, size);
}

static void shake_row(const reel_table *table, const reel_row_list *list, char *what, size_t room)
{
    const reel_field *field = &table->fields[record_draw(table->field_count)];
    uint8_t *row = list->data + record_draw(list->count) * table->row_size;
    const size_t kind = record_draw(10);
    snprintf(what, room, " %s.%s", table->name, field->name);
    if (kind == 0 && field->present_mask)
        row[field->present_offset] ^= field->present_mask;
    else if (kind == 1)
        change_value(table, field, row, record_draw(VALUES));
    else
        draw_value(table, field, list, row);
}

/* A row more or fewer, or two exchanged. The list gets rows of its own. */
static void shake_rows(const reel_table *table, reel_row_list *list, char *what, size_t room)
{
    const size_t size = table->row_size, at = record_draw(list->count), other = record_draw(list->count), kind = record_draw(3);
    uint8_t *from = list->data + at * size;
    if (kind == 0) {
        memmove(from, from + size, (list->count - at - 1) * size);
        list->count--;
    } else if (kind == 1) {
        memmove(from + size, from, (list->count - at) * size);
        list->count++;
    } else {
        for (size_t i = 0; i < size; i++) {
            uint8_t *a = from + i, *b = list->data + other * size + i, byte = *a;
            *a = *b, *b = byte;
        }
    }
    snprintf(what, room, " %s %s", kind == 2 ? "order of" : kind ? "a row more of" : "a row fewer of", table->name);
}

/* Some changes at once, in tables that are drawn: in those with fewer rows as often as in others. */
static void shake(const reel_replay *replay, size_t number)
{
    enum { MOST_TABLES = 64 };
    reel_row_list *lists[MOST_TABLES], before[MOST_TABLES];
    size_t count = 0, size = 0;
    char what[200] = "";
    for (const reel_table *const *table = reel_format_tables(reel_replay_format(replay)); *table && count < MOST_TABLES;
         table++) {
        reel_row_list *list = list_of(replay, *table);
        if (!list || !list->count || list->count > MOST_ROWS) continue;
        before[count] = *list;
        lists[count++] = list;
        uint8_t *rows = malloc((list->count + CHANGES) * (*table)->row_size);
        assert_non_null(rows);
        memcpy(rows, list->data, list->count * (*table)->row_size);
        list->data = rows;
        list->capacity = list->count + CHANGES;
    }
    for (size_t i = 0; i < 1 + number % CHANGES && count; i++) {
        reel_row_list *list = lists[record_draw(count)];
        if (!list->count) continue;
        size = strlen(what);
        if (record_draw(4))
            shake_row(list->table, list, what + size, sizeof what - size);
        else
            shake_rows(list->table, list, what + size, sizeof what - size);
    }
    record_text("  %zu:%s\n", number, what);
    write_rows(replay, NULL, number % 3 == 1 ? number / 3 + 1 : 0);
    if (number % 3 == 0) repair_spool(replay);
    for (size_t i = 0; i < count; i++) {
        free(lists[i]->data);
        *lists[i] = before[i];
    }
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
        for (size_t f = 0; f < (*table)->field_count; f++) change_field(replay, *table, &(*table)->fields[f], number);
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

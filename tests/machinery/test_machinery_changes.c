/* SPDX-License-Identifier: MIT
 * Every field that is not DERIVED can be changed in a golden file, one value at a time, and reads back changed: through reel_write, and
 * then through reel_convert of a spool that holds what was read back. A writer may refuse a value, with a rule; it may never answer with
 * the old bytes. */
#include "machinery.h"

#include <math.h>

enum { CANDIDATES = 6, MOST_REPORTED = 60 };

static size_t changed, refused, kept, extremes;

/* ---- another value ------------------------------------------------------------------------------------------------ */

static bool is_rotation(const reel_field *field)
{
    return field->count == 4 && field->type == REEL_F32 && field->components && strcmp(field->components, "xyzw") == 0;
}

/* Another rotation of the same length: a quarter turn about z behind it. */
static void change_rotation(uint8_t *place)
{
    float q[4];
    memcpy(q, place, sizeof q);
    if (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] < 0.5f) {
        memcpy(place, (const float[]){ 0, 0, 1, 0 }, sizeof q);
    } else {
        const float h = 0.70710678f;
        const float turned[4] = { h * (q[0] + q[1]), h * (q[1] - q[0]), h * (q[2] + q[3]), h * (q[3] - q[2]) };
        memcpy(place, turned, sizeof turned);
    }
}

/* Text and bytes point to static memory: rows borrow. */
static bool change_text(const reel_field *field, uint8_t *place, size_t candidate)
{
    static uint8_t copy[65536];
    static const char *const words[] = { "changed", "7", "0123456789abcdef", "2026-01-01 00:00:00", "a\tb" };
    reel_bytes value;
    memcpy(&value, place, sizeof value);
    if (candidate == 0 && value.size && value.size <= sizeof copy) { /* the same length, another last byte */
        memcpy(copy, value.data, value.size);
        copy[value.size - 1] = copy[value.size - 1] == '1' ? '2' : '1';
        value.data = copy;
    } else if (candidate < 1 + sizeof words / sizeof *words) {
        const char *word = words[candidate ? candidate - 1 : 0];
        if (value.size == strlen(word) && memcmp(value.data, word, value.size) == 0) return false;
        value = (reel_bytes){ (const uint8_t *)word, strlen(word) };
    } else {
        return false;
    }
    (void)field;
    memcpy(place, &value, sizeof value);
    return true;
}

static int64_t integer_of(const reel_field *field, const uint8_t *place)
{
    switch (field->type) {
    case REEL_I8: return *(const int8_t *)place;
    case REEL_I16: return (int64_t)(int16_t)((const uint16_t *)(const void *)place)[0];
    case REEL_U16: return ((const uint16_t *)(const void *)place)[0];
    case REEL_I32: return (int64_t)(int32_t)((const uint32_t *)(const void *)place)[0];
    case REEL_U32: return ((const uint32_t *)(const void *)place)[0];
    case REEL_I64:
    case REEL_U64: return (int64_t)((const uint64_t *)(const void *)place)[0];
    default: return place[0];
    }
}

static void put_integer(const reel_field *field, uint8_t *place, int64_t value)
{
    const uint64_t wide = (uint64_t)value;
    const uint32_t word = (uint32_t)wide;
    const uint16_t half = (uint16_t)wide;
    const uint8_t byte = (uint8_t)wide;
    switch (reel_type_size(field->type)) {
    case 8: memcpy(place, &wide, 8); break;
    case 4: memcpy(place, &word, 4); break;
    case 2: memcpy(place, &half, 2); break;
    default: *place = byte;
    }
}

static bool change_integer(const reel_field *field, uint8_t *place, size_t candidate)
{
    int64_t old = integer_of(field, place);
    const int64_t values[CANDIDATES] = { (int64_t)((uint64_t)old + 1), (int64_t)((uint64_t)old - 1), old ^ 1, 1, 0, 2 };
    int64_t fresh = values[candidate];
    if (field->type == REEL_BOOL) {
        if (candidate) return false;
        fresh = !old;
    } else if (field->labels) {
        const reel_label *label = field->labels;
        for (size_t skip = candidate; label->name && (label->value == old || skip--);) label++;
        if (!label->name) return false;
        fresh = label->value;
    }
    if (fresh == old) return false;
    put_integer(field, place, fresh);
    return integer_of(field, place) != old;
}

static bool change_float(const reel_field *field, uint8_t *place, size_t candidate)
{
    double old = 0;
    float single;
    if (field->type == REEL_F64) {
        memcpy(&old, place, sizeof old);
    } else {
        memcpy(&single, place, sizeof single);
        old = (double)single;
    }
    const double values[CANDIDATES] = { old + 0.5, old + 1, old * 0.5, 1, 0.25, 0 };
    double fresh = values[candidate];
    if (!isfinite(fresh)) fresh = 1;
    single = (float)fresh;
    if (fresh == old || (field->type == REEL_F32 && (double)single == old)) return false;
    if (field->type == REEL_F64)
        memcpy(place, &fresh, sizeof fresh);
    else
        memcpy(place, &single, sizeof single);
    return true;
}

/* Puts another value into the row; false: there is no such candidate. */
static bool change_value(const reel_field *field, uint8_t *row, size_t candidate)
{
    uint8_t *place = row + field->offset;
    if (is_rotation(field)) {
        if (candidate) return false;
        change_rotation(place);
        return true;
    }
    switch (field->type) {
    case REEL_STRING:
    case REEL_BYTES: return change_text(field, place, candidate);
    case REEL_UUID:
        if (candidate) return false;
        place[0] ^= 1;
        return true;
    case REEL_F32:
    case REEL_F64: return change_float(field, place, candidate);
    default: return change_integer(field, place, candidate);
    }
}

/* ---- whether it came back ------------------------------------------------------------------------------------------- */

/* A format that rounds gives a number near the one that was meant, and not the old one. */
static bool near_value(const reel_format *format, const reel_field *field, const uint8_t *meant, const uint8_t *got)
{
    if (field->type == REEL_STRING || field->type == REEL_BYTES) {
        reel_bytes a, b;
        memcpy(&a, meant + field->offset, sizeof a);
        memcpy(&b, got + field->offset, sizeof b);
        return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
    }
    size_t size = reel_type_size(field->type) * field->count;
    if (memcmp(meant + field->offset, got + field->offset, size) == 0) return true;
    if (!format->writer->rounds || (field->type != REEL_F32 && field->type != REEL_F64)) return false;
    double same = 0, opposite = 0;
    for (size_t i = 0; i < field->count; i++) {
        double a = reel_field_number(field, meant, i), b = reel_field_number(field, got, i);
        same = fmax(same, fabs(a - b));
        opposite = fmax(opposite, fabs(a + b));
    }
    return same <= 0.02 || (is_rotation(field) && opposite <= 0.02);
}

static void report(const specimen *file, const reel_table *table, const reel_field *field, size_t row, const char *by,
                   const char *what)
{
    if (++kept <= MOST_REPORTED) printf("%s: %s.%s of row %zu, %s: %s\n", file->name, table->name, field->name, row, by, what);
}

/* Rows with a GROUP field set: how many there are, and how many there should be. */
static size_t expected_set;

static size_t count_set(const reel_field *field, const reel_table *table, const uint8_t *rows, size_t count)
{
    size_t set = 0;
    for (size_t i = 0; i < count; i++) set += rows[i * table->row_size + field->offset] != 0;
    return set;
}

/* Reads what was written and compares the value. Returns the replay, for the caller to free, where it came back. */
static reel_replay *compare(const specimen *file, const reel_format *format, const reel_memory *made, const reel_table *table,
                            const reel_field *field, size_t row, const uint8_t *meant, const char *by)
{
    reel_options options = machinery_options(NULL);
    reel_replay *again;
    reel_error error;
    const char *what = NULL;
    options.format = format;
    if (reel_load(reel_source_memory(made->data, made->size), &options, &again, &error) < 0) {
        report(file, table, field, row, by, error.message);
        return NULL;
    }
    size_t count;
    const uint8_t *rows = reel_rows(again, table, &count);
    if (table->flags & REEL_TABLE_LAYOUT) /* how a file was written gives way to what was played; but what is written reads */
        what = NULL;
    else if (row >= count)
        what = "the row is gone";
    else if (!reel_field_present(field, rows + row * table->row_size))
        what = "the value is gone";
    else if (field->flags & REEL_FIELD_GROUP) /* the row may be at another place now */
        what = count_set(field, table, rows, count) == expected_set ? NULL : "is not counted in its group";
    else if (!near_value(format, field, meant, rows + row * table->row_size))
        what = "reads back as another value";
    if (!what) {
        changed++;
        return again;
    }
    report(file, table, field, row, by, what);
    reel_free(again);
    return NULL;
}

/* ---- writing --------------------------------------------------------------------------------------------------------- */

static reel_status write_directly(const reel_replay *replay, reel_memory *made, reel_error *error)
{
    return reel_write(reel_replay_chunk(replay), reel_replay_format(replay), reel_sink_memory(made, NULL), NULL, error);
}

/* The spool that a recorder of these rows leaves if it dies. */
static reel_memory spool_of(const reel_replay *replay)
{
    reel_memory file, spool;
    reel_writer *writer;
    reel_error error;
    const reel_format *format = reel_replay_format(replay);
    if (reel_create(reel_sink_memory(&file, NULL), format, NULL, &writer, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(reel_spool(writer, reel_sink_memory(&spool, NULL), NULL, NULL), REEL_OK);
    reel_append_chunk(writer, reel_replay_chunk(replay));
    reel_flush(writer, NULL);
    reel_discard(writer);
    return spool;
}

static reel_status convert_spool(const reel_replay *replay, reel_memory *made, reel_error *error)
{
    reel_options options = machinery_options(NULL);
    reel_memory spool = spool_of(replay);
    reel_status status = reel_convert(reel_source_memory(spool.data, spool.size), &options, reel_replay_format(replay),
                                      reel_sink_memory(made, NULL), NULL, error);
    reel_memory_free(&spool);
    return status;
}

/* By reel_write; then what was read back goes through a spool and reel_convert. false: the writer refused. */
static bool write_changed(const specimen *file, const reel_replay *replay, const reel_table *table, const reel_field *field,
                          size_t row, const uint8_t *meant)
{
    reel_memory made;
    reel_error error = { .rule = "" };
    const reel_format *format = reel_replay_format(replay);
    if (write_directly(replay, &made, &error) < 0) {
        if (!error.rule[0]) report(file, table, field, row, "refused", "without a rule");
        return false;
    }
    reel_replay *again = compare(file, format, &made, table, field, row, meant, "reel_write");
    reel_memory_free(&made);
    if (!again) return true;
    if (convert_spool(again, &made, &error) == REEL_OK) {
        reel_replay *converted = compare(file, format, &made, table, field, row, meant, "reel_convert");
        reel_memory_free(&made);
        reel_free(converted);
    } else {
        report(file, table, field, row, "reel_convert", error.message);
    }
    reel_free(again);
    return true;
}

/* Changes one value to the first candidate that the writer accepts, and puts the old one back. */
static void try_value(const specimen *file, const reel_replay *replay, const reel_table *table, const reel_field *field,
                      size_t row)
{
    size_t count;
    uint8_t *place = (uint8_t *)(uintptr_t)reel_rows(replay, table, &count) + row * table->row_size;
    if (!reel_field_present(field, place)) return;
    uint8_t *old = malloc(table->row_size);
    assert_non_null(old);
    memcpy(old, place, table->row_size);
    bool written = false, any = false;
    for (size_t candidate = 0; candidate < CANDIDATES && !written; candidate++) {
        memcpy(place, old, table->row_size);
        if (!change_value(field, place, candidate)) continue;
        any = true;
        if (field->flags & REEL_FIELD_GROUP) expected_set = count_set(field, table, place - row * table->row_size, count);
        written = write_changed(file, replay, table, field, row, place);
    }
    refused += any && !written;
    memcpy(place, old, table->row_size);
    free(old);
}

/* The largest number, and the one with the highest bit alone: a writer that takes them writes them. */
static void try_extremes(const specimen *file, const reel_replay *replay, const reel_table *table, const reel_field *field)
{
    size_t count;
    uint8_t *place = (uint8_t *)(uintptr_t)reel_rows(replay, table, &count);
    const size_t size = reel_type_size(field->type);
    const bool is_number = field->type != REEL_STRING && field->type != REEL_BYTES && field->type != REEL_BOOL &&
                           field->type != REEL_UUID && field->type != REEL_F32 && field->type != REEL_F64;
    if (!is_number || field->count != 1 || field->labels || field->flags & REEL_FIELD_GROUP || !reel_field_present(field, place))
        return;
    uint8_t old[8];
    memcpy(old, place + field->offset, size);
    for (size_t i = 0; i < 2; i++) {
        put_integer(field, place + field->offset, i ? (int64_t)(UINT64_C(1) << (8 * size - 1)) : -1);
        if (memcmp(old, place + field->offset, size) != 0) extremes += write_changed(file, replay, table, field, 0, place);
        memcpy(place + field->offset, old, size);
    }
}

static bool replay_is_of(const reel_replay *replay, const char *id) { return strcmp(reel_replay_format(replay)->id, id) == 0; }

/* A range that the description of a number states ("0 to 3") is what is written: both ends, and nothing beyond them. */
static void try_range(const specimen *file, const reel_replay *replay, const reel_table *table, const reel_field *field)
{
    unsigned first, last;
    size_t count;
    uint8_t *place = (uint8_t *)(uintptr_t)reel_rows(replay, table, &count);
    const char *comma = strstr(field->doc, ", ");
    if (!comma || sscanf(comma, ", %u to %u", &first, &last) != 2 || first >= last || field->count != 1) return;
    if (field->type != REEL_U8 && field->type != REEL_U16 && field->type != REEL_U32) return;
    const int64_t values[] = { first, last, (int64_t)first - 1, (int64_t)last + 1 };
    const int64_t old = integer_of(field, place + field->offset);
    for (size_t i = 0; i < 4; i++) {
        if (values[i] < 0 || values[i] == old) continue;
        put_integer(field, place + field->offset, values[i]);
        const bool written = write_changed(file, replay, table, field, 0, place);
        if (!written && replay_is_of(replay, "butter")) continue; /* which version a file has depends on its rows */
        if (written != (i < 2))
            report(file, table, field, 0, "reel_write", written ? "is beyond its range" : "an end of its range is refused");
        put_integer(field, place + field->offset, old);
    }
}

/* Files of a format differ by version and form, so each field is tried in several of them. Returns whether it is to be tried in one more. */
static bool is_to_be_tried(const reel_field *field)
{
    enum { SLOTS = 1 << 14 };
    static struct {
        const reel_field *field;
        size_t files;
    } seen[SLOTS];
    size_t at = (uintptr_t)field / sizeof *field % SLOTS;
    while (seen[at].field && seen[at].field != field) at = (at + 1) % SLOTS;
    seen[at].field = field;
    return seen[at].files++ < by_effort(SIZE_MAX, 24, 3);
}

static void try_file(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_format *format = reel_replay_format(replay);
    if (format->writer && !reel_replay_damage(replay) && is_unwrapped(format, file->data, file->size))
        for (const reel_table *const *table = format->tables; *table; table++) {
            size_t count;
            reel_rows(replay, *table, &count);
            for (size_t f = 0; count && f < (*table)->field_count; f++) {
                const reel_field *field = &(*table)->fields[f];
                if (field->flags & REEL_FIELD_DERIVED || !is_to_be_tried(field)) continue;
                try_value(file, replay, *table, field, 0);
                try_extremes(file, replay, *table, field);
                try_range(file, replay, *table, field);
                if (count > 1) try_value(file, replay, *table, field, count - 1);
                if (count > 2) try_value(file, replay, *table, field, count / 2);
            }
        }
    reel_free(replay);
}

static void a_changed_value_reads_back_or_is_refused(void **state)
{
    (void)state;
    each_specimen(GOLDEN, by_effort(200000, 20000, 6000), try_file);
    printf("%zu changed values read back, %zu of them extreme, %zu were refused with a rule, %zu did neither\n", changed,
           extremes, refused, kept);
    assert_enough(changed > 0);
    if (kept) fail_msg("%zu changed values were written as something else", kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_changed_value_reads_back_or_is_refused) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

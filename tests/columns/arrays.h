/* SPDX-License-Identifier: MIT
 * Tables of the Arrow C data interface for tests: columns over buffers that the test owns, and one of every type with values at random. */
#ifndef TESTS_COLUMNS_ARRAYS_H
#define TESTS_COLUMNS_ARRAYS_H

#include "support.h"

#include "core/memory.h"
#include "core/output.h"

#include <reel/arrow.h>

enum { TEST_COLUMNS = 48, TEST_BLOCKS = 256 };

typedef struct test_table {
    struct ArrowSchema schema, fields[TEST_COLUMNS], labels[TEST_COLUMNS], *field_list[TEST_COLUMNS];
    struct ArrowArray batch, arrays[TEST_COLUMNS], texts[TEST_COLUMNS], *array_list[TEST_COLUMNS];
    const void *buffers[TEST_COLUMNS][3], *text_buffers[TEST_COLUMNS][3], *no_buffers[1];
    size_t count;
    void *blocks[TEST_BLOCKS]; /* freed with the table */
    size_t block_count;
    uint64_t random;
} test_table;

/* A table without columns. It must not move. */
static inline void table_begin(test_table *t, int64_t rows)
{
    memset(t, 0, sizeof *t);
    t->schema = (struct ArrowSchema){ .format = "+s", .name = "", .children = t->field_list };
    t->batch = (struct ArrowArray){ .length = rows, .n_buffers = 1, .buffers = t->no_buffers, .children = t->array_list };
    t->random = UINT64_C(0x123456789abcdef);
}

/* A column, also as a child of no table: `validity` may be NULL. `bytes` are those of texts, whose offsets are `values`. */
static inline size_t table_add(test_table *t, const char *name, const char *format, const void *validity, const void *values,
                               const void *bytes)
{
    size_t i = t->count++;
    bool is_text = strchr("uUzZ", format[0]) != NULL, is_nested = format[0] == '+';
    t->fields[i] = (struct ArrowSchema){ .format = format, .name = name, .flags = validity ? ARROW_FLAG_NULLABLE : 0 };
    t->buffers[i][0] = validity;
    t->buffers[i][1] = values;
    t->buffers[i][2] = bytes;
    t->arrays[i] = (struct ArrowArray){ .length = t->batch.length,
                                        .null_count = validity ? -1 : 0,
                                        .n_buffers = is_nested ? 1
                                                     : is_text ? 3
                                                               : 2,
                                        .buffers = t->buffers[i] };
    t->field_list[i] = &t->fields[i];
    t->array_list[i] = &t->arrays[i];
    t->schema.n_children = t->batch.n_children = (int64_t)t->count;
    return i;
}

/* Makes the integers of a column indexes into texts. */
static inline void table_labels(test_table *t, size_t column, int64_t count, const int32_t *offsets, const void *bytes)
{
    t->labels[column] = (struct ArrowSchema){ .format = "u", .name = "" };
    t->text_buffers[column][1] = offsets;
    t->text_buffers[column][2] = bytes;
    t->texts[column] = (struct ArrowArray){ .length = count, .n_buffers = 3, .buffers = t->text_buffers[column] };
    t->fields[column].dictionary = &t->labels[column];
    t->arrays[column].dictionary = &t->texts[column];
}

/* ---- values at random --------------------------------------------------------------------------------------------- */

static inline uint64_t table_random(test_table *t)
{
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    t->random ^= t->random << 17;
    return t->random;
}

static inline void *table_block(test_table *t, size_t size)
{
    assert_true(t->block_count < TEST_BLOCKS);
    return t->blocks[t->block_count++] = calloc(1, size ? size : 1);
}

static inline void table_free(test_table *t)
{
    while (t->block_count) free(t->blocks[--t->block_count]);
}

/* Where the `width` bytes of a number that are not zero stand. */
static inline const uint8_t *low_bytes(const uint64_t *number, size_t width)
{
    static const uint16_t one = 1;
    return (const uint8_t *)number + (*(const uint8_t *)&one ? 0 : sizeof *number - width);
}

/* Bits, in runs of random lengths. */
static inline void *random_bits(test_table *t, size_t count)
{
    uint8_t *bits = table_block(t, count / 8 + 1);
    for (size_t i = 0; i < count;) {
        size_t run = (size_t)(table_random(t) % 4 ? 1 + table_random(t) % 5 : table_random(t) % 200);
        bool bit = table_random(t) & 1;
        for (; run && i < count; run--, i++) bits[i / 8] |= (uint8_t)(bit << i % 8);
    }
    return bits;
}

/* Small steps, jumps, equal runs and noise. */
static inline void *random_values(test_table *t, size_t count, size_t width)
{
    uint8_t *values = table_block(t, count * width);
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        switch (table_random(t) % 16) {
        case 0: value = table_random(t); break;
        case 1: value += table_random(t) % 1000; break;
        case 2: value -= table_random(t) % 1000; break;
        default: break;
        }
        const uint64_t wide[2] = { value, value * 7 };
        memcpy(values + i * width, wide, width);
    }
    return values;
}

/* Finite and other floats, among them both zeros. */
static inline void *random_floats(test_table *t, size_t count, bool is_double)
{
    uint8_t *values = table_block(t, count * (is_double ? 8 : 4));
    static const double some[] = { 0.0, -0.0, 1e300 * 1e300, -1e300 * 1e300, 1.5, -2.25 };
    for (size_t i = 0; i < count; i++) {
        double value = (double)(int64_t)(table_random(t) % 2000000 - 1000000) / 1024;
        uint64_t kind = table_random(t) % 64;
        if (kind < 6) value = some[kind];
        float narrow = (float)value;
        memcpy(values + i * (is_double ? 8 : 4), is_double ? (void *)&value : (void *)&narrow, is_double ? 8 : 4);
        if (kind == 7) memset(values + i * (is_double ? 8 : 4), 0xff, is_double ? 8 : 4); /* NaN */
    }
    return values;
}

/* Texts out of `kinds` different ones; the offsets in *offsets, of the width given. */
static inline void *random_texts(test_table *t, size_t count, size_t width, uint64_t kinds, void **offsets)
{
    enum { LONGEST = 40 };
    uint8_t *bytes = table_block(t, (count + 1) * LONGEST), *at = bytes;
    uint8_t *ends = *offsets = table_block(t, (count + 1) * width);
    for (size_t i = 0; i < count; i++) {
        uint64_t kind = table_random(t) % kinds, mixed = kind * UINT64_C(0x9e3779b97f4a7c15);
        size_t size = kinds < 5 ? 0 : 8 + (size_t)(mixed >> 40) % (LONGEST - 18);
        for (size_t c = 0; c < size; c++) *at++ = (uint8_t)('a' + (mixed >> c % 50) % 26);
        if (kind % 5 == 0) at += sprintf((char *)at, "%s", "\xc3\xa9\xf0\x9f\x8e\xae"); /* e acute, a gamepad */
        uint64_t end = (uint64_t)(at - bytes);
        memcpy(ends + (i + 1) * width, low_bytes(&end, width), width);
    }
    return bytes;
}

static inline void *random_indexes(test_table *t, size_t count, size_t width, uint64_t labels)
{
    uint8_t *values = table_block(t, count * width);
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        if (table_random(t) % 4 == 0) value = table_random(t) % labels;
        memcpy(values + i * width, low_bytes(&value, width), width);
    }
    return values;
}

/* A column of each flat type, with and without missing values. */
static inline void table_of_every_type(test_table *t, size_t rows, uint64_t seed)
{
    static const struct {
        const char *format, *names[2];
        size_t width;
    } numbers[] = {
        { "b", { "bool", "bool_or_null" }, 0 },   { "c", { "i8", "i8_or_null" }, 1 },
        { "C", { "u8", "u8_or_null" }, 1 },       { "s", { "i16", "i16_or_null" }, 2 },
        { "S", { "u16", "u16_or_null" }, 2 },     { "i", { "i32", "i32_or_null" }, 4 },
        { "I", { "u32", "u32_or_null" }, 4 },     { "l", { "i64", "i64_or_null" }, 8 },
        { "L", { "u64", "u64_or_null" }, 8 },     { "f", { "f32", "f32_or_null" }, 4 },
        { "g", { "f64", "f64_or_null" }, 8 },     { "w:16", { "uuid", "uuid_or_null" }, 16 },
        { "w:5", { "five", "five_or_null" }, 5 },
    };
    static const struct {
        const char *format, *names[2];
        size_t width;
        uint64_t kinds;
    } texts[] = {
        { "u", { "text", "text_or_null" }, 4, 50 },
        { "U", { "large", "large_or_null" }, 8, UINT64_MAX },
        { "z", { "bytes", "bytes_or_null" }, 4, 1000 },
        { "Z", { "large_bytes", "large_bytes_or_null" }, 8, 3 },
    };
    static const struct {
        const char *format, *names[2];
        size_t width;
    } labels[] = { { "c", { "label8", "label8_or_null" }, 1 },
                   { "s", { "label16", "label16_or_null" }, 2 },
                   { "i", { "label32", "label32_or_null" }, 4 } };
    table_begin(t, (int64_t)rows);
    t->random ^= seed * UINT64_C(0x9e3779b97f4a7c15);
    for (int n = 0; n < 2; n++) {
        void *offsets, *bytes;
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            char code = numbers[i].format[0];
            void *values = code == 'b'                  ? random_bits(t, rows)
                           : code == 'f' || code == 'g' ? random_floats(t, rows, code == 'g')
                                                        : random_values(t, rows, numbers[i].width);
            table_add(t, numbers[i].names[n], numbers[i].format, n ? random_bits(t, rows) : NULL, values, NULL);
        }
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
            bytes = random_texts(t, rows, texts[i].width, texts[i].kinds, &offsets);
            table_add(t, texts[i].names[n], texts[i].format, n ? random_bits(t, rows) : NULL, offsets, bytes);
        }
        for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
            void *indexes = random_indexes(t, rows, labels[i].width, 100);
            size_t column = table_add(t, labels[i].names[n], labels[i].format, n ? random_bits(t, rows) : NULL, indexes, NULL);
            uint64_t before = t->random;
            t->random = 77; /* the same texts in every batch */
            bytes = random_texts(t, 100, 4, UINT64_MAX, &offsets);
            t->random = before;
            table_labels(t, column, 100, offsets, bytes);
        }
    }
}

/* A table of one integer, one text and one column of labels, whose batch does not have the shape of its schema in one of several ways. It must not
 * move. Returns false after the last way. */
static inline bool table_of_another_shape(test_table *t, size_t way)
{
    static const int32_t values[] = { 0, 1, 0, 1 }, offsets[] = { 0, 1, 2, 3, 4 };
    static const char letters[] = "abcdefgh";
    enum { NUMBER, TEXT, LABEL };
    table_begin(t, 4);
    table_add(t, "number", "i", NULL, values, NULL);
    table_add(t, "text", "u", NULL, offsets, letters);
    table_labels(t, table_add(t, "label", "i", NULL, values, NULL), 2, offsets, letters);
    switch (way) {
    case 0: t->arrays[NUMBER].length = -1; break;
    case 1: t->arrays[NUMBER].offset = -1; break;
    case 2: t->arrays[NUMBER].n_buffers = 3; break;
    case 3: t->arrays[TEXT].n_buffers = 2; break;
    case 4: t->arrays[TEXT].null_count = 1; break; /* without a bitmap */
    case 5: t->arrays[TEXT].length = 3; break;
    case 6: t->arrays[NUMBER].dictionary = &t->texts[LABEL]; break;
    case 7: t->arrays[LABEL].dictionary = NULL; break;
    case 8: t->texts[LABEL].length = -1; break;
    case 9: t->texts[LABEL].n_buffers = 2; break;
    case 10: t->text_buffers[LABEL][1] = NULL; break;
    case 11: t->array_list[TEXT] = NULL; break;
    case 12: t->batch.n_children = 2; break;
    case 13: t->batch.length = -1; break;
    case 14: t->batch.offset = -1; break;
    case 15: t->batch.offset = 1; break;
    default: return false;
    }
    return true;
}

/* The same of a table whose column of labels has a type that labels cannot have. */
static inline bool table_of_odd_labels(test_table *t, size_t way)
{
    static const int32_t values[] = { 0, 1 };
    table_begin(t, 1);
    table_labels(t, table_add(t, "label", way == 0 ? "f" : way == 1 ? "?" : "i", NULL, values, NULL), 1, values, "a");
    if (way == 2) t->labels[0].format = "i";
    if (way == 3) t->labels[0].format = "?";
    if (way == 4) t->labels[0].dictionary = &t->labels[0];
    return way < 5;
}

/* Metadata as the C data interface has it, from keys and values that end with NULL. */
static inline char *metadata_of(test_table *t, const char *const *pairs)
{
    size_t size = 4;
    int32_t count = 0;
    for (const char *const *p = pairs; *p; p++, count++) size += 4 + strlen(*p);
    char *metadata = table_block(t, size), *at = metadata;
    count /= 2;
    memcpy(at, &count, 4), at += 4;
    for (; *pairs; pairs++) {
        int32_t length = (int32_t)strlen(*pairs);
        memcpy(at, &length, 4), at += 4;
        memcpy(at, *pairs, (size_t)length), at += length;
    }
    return metadata;
}

#endif

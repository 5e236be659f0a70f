/* SPDX-License-Identifier: MIT */
#include "columns/columns.h"
#include "core/rows.h"

/* ---- choosing fields -------------------------------------------------------------------------------------------- */

static bool has_field(const column_set *set, const reel_field *field)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->columns[i].field == field) return true;
    return false;
}

static void add_column(column_set *set, const reel_field *field)
{
    column *fresh = &set->columns[set->count++];
    *fresh = (column){ .field = field,
                       .values.allocator = set->allocator,
                       .offsets.allocator = set->allocator,
                       .validity.allocator = set->allocator };
}

static reel_status choose(column_set *set, const char *const *names, reel_error *error)
{
    for (size_t i = 0; !names && i < set->table->field_count; i++) add_column(set, &set->table->fields[i]);
    for (; names && *names; names++) {
        const reel_field *field = reel_table_field(set->table, *names);
        if (!field)
            return reel_fail(error, REEL_ARGUMENT, "columns.unknown-field", set->table->name, 0, "table %s has no field \"%s\"",
                             set->table->name, *names);
        if (!has_field(set, field)) add_column(set, field);
    }
    return REEL_OK;
}

reel_status columns_begin(column_set *set, const reel_table *table, const char *const *names, const reel_allocator *allocator,
                          reel_error *error)
{
    *set = (column_set){ .table = table, .allocator = *allocator };
    set->columns = memory_new(allocator, table->field_count * sizeof *set->columns);
    if (!set->columns) return reel_fail(error, REEL_MEMORY, "reel.memory", "", 0, "no memory for columns");
    return choose(set, names, error);
}

void columns_reset(column_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        column *c = &set->columns[i];
        c->values.size = c->offsets.size = c->validity.size = 0;
        c->null_count = 0;
    }
    set->rows = 0;
}

void columns_free(column_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        reel_memory_free(&set->columns[i].values);
        reel_memory_free(&set->columns[i].offsets);
        reel_memory_free(&set->columns[i].validity);
    }
    memory_drop(&set->allocator, set->columns);
    *set = (column_set){ 0 };
}

bool column_has(const column *c, uint64_t row) { return !c->validity.size || c->validity.data[row / 8] >> row % 8 & 1; }

/* ---- gathering ---------------------------------------------------------------------------------------------------- */

/* Puts `count` bits, the lowest of `bits` first, behind the `have` bits of a bitmap. */
static bool add_bits(reel_memory *bitmap, uint64_t have, uint64_t bits, size_t count)
{
    size_t wanted = (size_t)((have + count + 7) / 8), old = bitmap->size;
    if (wanted > old) {
        if (bitmap->capacity < wanted && !memory_room(bitmap, wanted - old)) return false;
        memset(bitmap->data + old, 0, wanted - old);
        bitmap->size = wanted;
    }
    for (size_t i = 0; i < count;) {
        size_t shift = (size_t)((have + i) % 8), part = 8 - shift < count - i ? 8 - shift : count - i;
        bitmap->data[(have + i) / 8] |= (uint8_t)((bits >> i & (UINT64_C(0xff) >> (8 - part))) << shift);
        i += part;
    }
    return true;
}

/* The bitmap is only made when the first value is missing: all rows before it have one. */
static bool add_validity(column *c, uint64_t have, const uint8_t *rows, size_t row_size, size_t count)
{
    const reel_field *field = c->field;
    if (!field->present_mask) return true;
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++)
        bits |= (uint64_t)((rows[i * row_size + field->present_offset] & field->present_mask) != 0) << i;
    uint64_t all = UINT64_MAX >> (64 - count);
    if (bits == all && !c->validity.size) return true;
    if (!c->validity.size)
        for (uint64_t done = 0; done < have; done += COLUMN_BLOCK) {
            size_t step = have - done < COLUMN_BLOCK ? (size_t)(have - done) : COLUMN_BLOCK;
            if (!add_bits(&c->validity, done, UINT64_MAX, step)) return false;
        }
    for (uint64_t missing = ~bits & all; missing; missing &= missing - 1) c->null_count++;
    return add_bits(&c->validity, have, bits, count);
}

static bool add_texts(column *c, const uint8_t *row, size_t row_size, size_t count)
{
    const uint8_t *at = row + c->field->offset;
    if (!c->offsets.size && !memory_add(&c->offsets, &(int64_t){ 0 }, sizeof(int64_t))) return false;
    for (size_t i = 0; i < count; i++, at += row_size) {
        reel_bytes text = text_value(at);
        if (reel_field_present(c->field, at - c->field->offset) && !memory_add(&c->values, text.data, text.size)) return false;
        int64_t end = (int64_t)c->values.size;
        if (!memory_add(&c->offsets, &end, sizeof end)) return false;
    }
    return true;
}

static bool add_bools(column *c, uint64_t have, const uint8_t *rows, size_t row_size, size_t count)
{
    size_t width = c->field->count;
    for (size_t i = 0; i < count; i++, rows += row_size)
        for (size_t v = 0; v < width; v++)
            if (!add_bits(&c->values, (have + i) * width + v, rows[c->field->offset + v] != 0, 1)) return false;
    return true;
}

/* A copy with a size that the compiler knows is a load and a store. */
#define COPY_EACH(size)                                                                                                          \
    for (size_t i = 0; i < count; i++) memcpy(to + i * (size), from + i * row_size, size)

static bool add_numbers(column *c, const uint8_t *rows, size_t row_size, size_t count)
{
    size_t size = reel_type_size(c->field->type) * c->field->count;
    if (c->values.capacity - c->values.size < size * count && !memory_room(&c->values, size * count)) return false;
    uint8_t *to = c->values.data + c->values.size;
    const uint8_t *from = rows + c->field->offset;
    switch (size) {
    case 1: COPY_EACH(1); break;
    case 2: COPY_EACH(2); break;
    case 4: COPY_EACH(4); break;
    case 8: COPY_EACH(8); break;
    case 12: COPY_EACH(12); break;
    case 16: COPY_EACH(16); break;
    default: COPY_EACH(size); break;
    }
    c->values.size += size * count;
    return true;
}

static bool add_values(column *c, uint64_t have, const uint8_t *rows, size_t row_size, size_t count)
{
    if (type_is_text(c->field->type)) return add_texts(c, rows, row_size, count);
    if (c->field->type == REEL_BOOL) return add_bools(c, have, rows, row_size, count);
    return add_numbers(c, rows, row_size, count);
}

bool columns_append(column_set *set, const void *rows, size_t count)
{
    const uint8_t *at = rows;
    size_t row_size = set->table->row_size;
    while (count) {
        size_t block = count < COLUMN_BLOCK ? count : COLUMN_BLOCK;
        for (size_t i = 0; i < set->count; i++) {
            column *c = &set->columns[i];
            if (!add_validity(c, set->rows, at, row_size, block)) return false;
            if (!add_values(c, set->rows, at, row_size, block)) return false;
        }
        set->rows += block;
        at += block * row_size;
        count -= block;
    }
    return true;
}

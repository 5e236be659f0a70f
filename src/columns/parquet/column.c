/* SPDX-License-Identifier: MIT
 * Collecting the values of a page. */
#include "columns/parquet/column.h"

enum { MOST_TEXT = 1 << 30 }; /* the size of a page is a positive int32 */

/* ---- types -------------------------------------------------------------------------------------------------------- */

static void describe_integer(parquet_column *c)
{
    static const statistics_order orders[2][2] = { { ORDER_U32, ORDER_I32 }, { ORDER_U64, ORDER_I64 } };
    bool is_wide = c->type.size == 8;
    c->physical = is_wide ? PHYSICAL_I64 : PHYSICAL_I32;
    c->width = is_wide ? 8 : 4;
    c->statistics.order = orders[is_wide][c->type.is_signed];
}

static void describe_float(parquet_column *c)
{
    c->physical = c->type.size == 8 ? PHYSICAL_F64 : PHYSICAL_F32;
    c->width = (uint8_t)c->type.size;
    c->statistics.order = c->type.size == 8 ? ORDER_F64 : ORDER_F32;
}

static bool describe(parquet_column *c)
{
    switch (c->type.kind) {
    case ARRAY_BOOL:
        c->physical = PHYSICAL_BOOL;
        c->width = 1;
        c->statistics.order = ORDER_BOOL;
        return true;
    case ARRAY_INTEGER: describe_integer(c); return true;
    case ARRAY_FLOAT: describe_float(c); return true;
    case ARRAY_TEXT:
        c->physical = PHYSICAL_BYTES;
        c->statistics.order = c->type.is_utf8 ? ORDER_UTF8 : ORDER_BYTES;
        return true;
    case ARRAY_FIXED:
        c->physical = PHYSICAL_FIXED;
        c->statistics.order = ORDER_BYTES;
        c->page_rows = c->type.size < PAGE_BYTES ? PAGE_BYTES / c->type.size : 1;
        if (c->page_rows > PAGE_ROWS) c->page_rows = PAGE_ROWS;
        return true;
    default: return false;
    }
}

reel_status reel__column_begin(parquet_column *c, const struct ArrowSchema *schema, parquet_tools *tools)
{
    c->schema = schema;
    c->tools = tools;
    c->is_nullable = (schema->flags & ARROW_FLAG_NULLABLE) != 0;
    c->page_rows = PAGE_ROWS;
    reel_memory *const blocks[] = { &c->values, &c->sizes, &c->indexes, &c->present, &c->pages, &c->mapped };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) blocks[i]->allocator = tools->allocator;
    reel__text_set_begin(&c->dictionary, &tools->allocator, DICTIONARY_MOST);
    bool is_known = schema->dictionary ? reel__array_is_dictionary(schema) : true;
    if (!is_known || !reel__array_type_of(schema->dictionary ? schema->dictionary : schema, &c->type) || !describe(c))
        return reel_fail(tools->error, REEL_UNSUPPORTED, "parquet.type", "", 0,
                         "column \"%s\" has a type that is not written to Parquet: \"%s\"", array_name(schema), schema->format);
    return REEL_OK;
}

void reel__column_reset(parquet_column *c)
{
    c->pages.size = 0;
    reel__text_set_reset(&c->dictionary);
    c->is_direct = false;
    memset(c->used, 0, sizeof c->used);
    c->group_rows = c->group_missing = c->plain_size = 0;
    c->statistics = (statistics){ .order = c->statistics.order };
}

void reel__column_end(parquet_column *c)
{
    reel_memory_free(&c->values);
    reel_memory_free(&c->sizes);
    reel_memory_free(&c->indexes);
    reel_memory_free(&c->present);
    reel_memory_free(&c->pages);
    reel_memory_free(&c->mapped);
    reel__text_set_free(&c->dictionary);
}

/* ---- numbers ------------------------------------------------------------------------------------------------------ */

/* Room for more bytes at the end of the page; NULL: no memory. The room grows fourfold: most outputs have one page, whose bytes would be moved once
 * for each doubling. */
static uint8_t *add_room(reel_memory *block, size_t size)
{
    const size_t most = 4 * block->capacity, more = size + 1;
    if (block->capacity - block->size < size || !block->data) {
        const size_t wanted = most > block->size && most - block->size > more ? most - block->size : more;
        if (!reel__memory_room(block, wanted)) return NULL;
    }
    block->size += size;
    return block->data + block->size - size;
}

#define WIDEN(type)                                                                                                              \
    for (uint64_t i = 0; i < count; i++) ((uint32_t *)(void *)to)[i] = (uint32_t)((const type *)values)[from + i]

/* Copies values [from, from + count) in the width that the page has. */
static void copy_values(const parquet_column *c, uint8_t *to, const uint8_t *values, uint64_t from, uint64_t count)
{
    bool is_signed = c->type.is_signed;
    if (c->type.kind == ARRAY_BOOL) {
        for (uint64_t i = 0; i < count; i++) to[i] = bit_at(values, from + i);
    } else if (c->type.kind == ARRAY_INTEGER && c->type.size == 1) {
        if (is_signed)
            WIDEN(int8_t);
        else
            WIDEN(uint8_t);
    } else if (c->type.kind == ARRAY_INTEGER && c->type.size == 2) {
        if (is_signed)
            WIDEN(int16_t);
        else
            WIDEN(uint16_t);
    } else {
        memcpy(to, values + from * c->type.size, (size_t)(count * c->type.size));
    }
}

/* Adds a run of values that are all there. */
static bool add_run(parquet_column *c, const uint8_t *values, uint64_t from, uint64_t count)
{
    size_t width = c->width ? c->width : c->type.size;
    uint8_t *to = add_room(&c->values, (size_t)count * width);
    if (!to) return false;
    copy_values(c, to, values, from, count);
    if (c->width) reel__statistics_numbers(&c->statistics, to, (size_t)count);
    for (uint64_t i = 0; !c->width && i < count; i++) reel__statistics_add_text(&c->statistics, to + i * width, width);
    return true;
}

/* The end of the run of equal bits that begins at `from`. */
static uint64_t run_end(const uint8_t *bits, uint64_t from, uint64_t end)
{
    bool bit = bit_at(bits, from);
    uint8_t all = bit ? 0xff : 0;
    while (from < end && bit_at(bits, from) == bit) from += from % 8 == 0 && end - from >= 8 && bits[from / 8] == all ? 8 : 1;
    return from;
}

static reel_status add_numbers(parquet_column *c, const struct ArrowArray *array, uint64_t from, uint64_t count)
{
    const uint8_t *values = array->buffers[1], *bits = array_validity(array);
    uint64_t at = from + (uint64_t)array->offset, end = at + count;
    while (at < end) {
        uint64_t stop = bits ? run_end(bits, at, end) : end;
        if ((!bits || bit_at(bits, at)) && !add_run(c, values, at, stop - at)) return reel__memory_fail(c->tools->error);
        at = stop;
    }
    return REEL_OK;
}

/* ---- texts -------------------------------------------------------------------------------------------------------- */

static reel_status add_direct(parquet_column *c, reel_bytes text)
{
    uint32_t size = (uint32_t)text.size;
    bool fits = memory_add(&c->values, text.data, text.size) && memory_add(&c->sizes, &size, sizeof size);
    reel__statistics_add_text(&c->statistics, text.data, text.size);
    return fits ? REEL_OK : reel__memory_fail(c->tools->error);
}

/* When the dictionary is full, the page so far is written with it and all that follow go without. */
static reel_status leave_dictionary(parquet_column *c, reel_bytes text)
{
    reel_status status = reel__column_flush(c);
    c->is_direct = true;
    return status < 0 ? status : add_direct(c, text);
}

static reel_status add_text(parquet_column *c, reel_bytes text, uint32_t *index)
{
    if (text.size > MOST_TEXT)
        return reel_fail(c->tools->error, REEL_LIMIT, "parquet.value", "", 0,
                         "column \"%s\" has a value of %zu bytes, which is too large for Parquet", array_name(c->schema),
                         text.size);
    if (c->is_direct) return add_direct(c, text);
    switch (text.size > DICTIONARY_MOST ? TEXT_SET_FULL : reel__text_set_add(&c->dictionary, text.data, text.size, index)) {
    case TEXT_SET_NO_MEMORY: return reel__memory_fail(c->tools->error);
    case TEXT_SET_NEW: reel__statistics_add_text(&c->statistics, text.data, text.size); break;
    case TEXT_SET_KNOWN: break;
    case TEXT_SET_FULL: return leave_dictionary(c, text);
    }
    return memory_add(&c->indexes, index, sizeof *index) ? REEL_OK : reel__memory_fail(c->tools->error);
}

static void mark_row(parquet_column *c, bool is_present)
{
    if (is_present && c->is_nullable) reel__bits_copy(c->present.data, c->rows, NULL, 0, 1);
    c->missing += !is_present;
    c->rows++;
}

/* A bit for each of `count` more rows, all 0. */
static bool extend_present(parquet_column *c, uint64_t count)
{
    size_t size = (size_t)((c->rows + count + 7) / 8), old = c->present.size;
    if (!c->is_nullable || size <= old) return true;
    if (!add_room(&c->present, size - old)) return false;
    memset(c->present.data + old, 0, size - old);
    return true;
}

/* The text of a row, and what is known about it: where our index + 1 of it is kept, or NULL. */
typedef struct text_source {
    const struct ArrowArray *array, *dictionary; /* dictionary: NULL: the texts are in the array */
    array_type type, index_type;
    uint32_t *mapped;
} text_source;

static reel_status source_begin(parquet_column *c, text_source *source, const struct ArrowArray *array, uint64_t count)
{
    *source = (text_source){ .array = array, .type = c->type };
    if (!c->schema->dictionary) return REEL_OK;
    source->dictionary = array->dictionary;
    reel__array_type_of(c->schema, &source->index_type);
    size_t labels = array->dictionary ? (size_t)array->dictionary->length : 0;
    if (labels > 4 * count + 1024) return REEL_OK; /* it would cost more than the rows */
    c->mapped.size = 0;
    if (!add_room(&c->mapped, labels * sizeof *source->mapped)) return labels ? reel__memory_fail(c->tools->error) : REEL_OK;
    memset(c->mapped.data, 0, c->mapped.size);
    source->mapped = (void *)c->mapped.data;
    return REEL_OK;
}

/* Adds a text of the array's dictionary. One that was met before in this array is not looked up again, as long as our dictionary is in use. */
static reel_status add_label(parquet_column *c, const text_source *source, uint64_t at)
{
    int64_t label = reel__array_integer(&source->index_type, source->array->buffers[1], at);
    if (!source->dictionary || label < 0 || label >= source->dictionary->length)
        return reel_fail(c->tools->error, REEL_ARGUMENT, "arrow.batch", "", 0,
                         "column \"%s\" has an index outside its dictionary", array_name(c->schema));
    uint32_t *known = source->mapped ? &source->mapped[label] : NULL, index = 0;
    if (known && *known && !c->is_direct && *known <= c->dictionary.count) {
        index = *known - 1;
        return memory_add(&c->indexes, &index, sizeof index) ? REEL_OK : reel__memory_fail(c->tools->error);
    }
    reel_status status = add_text(c, reel__array_text(&source->type, source->dictionary, (uint64_t)label), &index);
    if (known) *known = c->is_direct ? 0 : index + 1;
    return status;
}

static reel_status add_texts(parquet_column *c, const struct ArrowArray *array, uint64_t from, uint64_t count)
{
    const uint8_t *bits = array_validity(array);
    text_source source;
    uint32_t index;
    reel_status status = source_begin(c, &source, array, count);
    for (uint64_t i = from; i < from + count && status == REEL_OK; i++) {
        uint64_t at = i + (uint64_t)array->offset;
        bool is_present = !bits || bit_at(bits, at);
        if (is_present)
            status = source.dictionary ? add_label(c, &source, at) : add_text(c, reel__array_text(&c->type, array, i), &index);
        if (status == REEL_OK && !extend_present(c, 1)) return reel__memory_fail(c->tools->error);
        if (status == REEL_OK) mark_row(c, is_present);
        if (status == REEL_OK && (c->rows == c->page_rows || c->values.size >= PAGE_BYTES)) status = reel__column_flush(c);
    }
    return status;
}

/* ---- adding ------------------------------------------------------------------------------------------------------- */

/* Adds rows that fit into the page. */
static reel_status add_rows(parquet_column *c, const struct ArrowArray *array, uint64_t from, uint64_t count)
{
    const uint8_t *bits = array_validity(array);
    uint64_t at = from + (uint64_t)array->offset;
    reel_status status = add_numbers(c, array, from, count);
    if (status < 0) return status;
    if (!extend_present(c, count)) return reel__memory_fail(c->tools->error);
    if (c->is_nullable) reel__bits_copy(c->present.data, c->rows, bits, at, count);
    c->missing += bits ? (uint32_t)(count - reel__bits_count(bits, at, count)) : 0;
    c->rows += (uint32_t)count;
    return REEL_OK;
}

reel_status reel__column_add(parquet_column *c, const struct ArrowArray *array, uint64_t from, uint64_t count)
{
    const uint8_t *bits = array_validity(array);
    uint64_t at = from + (uint64_t)array->offset;
    if (bits && !c->is_nullable && reel__bits_count(bits, at, count) < count)
        return reel_fail(c->tools->error, REEL_ARGUMENT, "arrow.batch", "", 0, "column \"%s\" is not nullable and lacks values",
                         array_name(c->schema));
    if (c->physical == PHYSICAL_BYTES) return add_texts(c, array, from, count);
    reel_status status = REEL_OK;
    while (count && status == REEL_OK) {
        uint64_t step = c->page_rows - c->rows < count ? c->page_rows - c->rows : count;
        status = add_rows(c, array, from, step);
        if (status == REEL_OK && c->rows == c->page_rows) status = reel__column_flush(c);
        from += step;
        count -= step;
    }
    return status;
}

/* SPDX-License-Identifier: MIT
 * Pages: their headers, and which encoding a page gets. */
#include "columns/parquet/column.h"
#include "columns/parquet/thrift.h"

enum { PAGE_DATA = 0, PAGE_DICTIONARY = 2 };

static void put_header(thrift *t, const parquet_column *c, reel_bytes body, int encoding, uint32_t rows, bool is_dictionary)
{
    reel__thrift_i32(t, 1, is_dictionary ? PAGE_DICTIONARY : PAGE_DATA);
    reel__thrift_i32(t, 2, (int32_t)c->tools->plain.size);
    reel__thrift_i32(t, 3, (int32_t)body.size);
    reel__thrift_i32(t, 4, (int32_t)reel__checksum_of(&c->tools->checksums, body.data, body.size));
    reel__thrift_struct(t, is_dictionary ? 7 : 5);
    reel__thrift_i32(t, 1, (int32_t)rows);
    reel__thrift_i32(t, 2, encoding);
    if (!is_dictionary) {
        reel__thrift_i32(t, 3, ENCODING_RLE);
        reel__thrift_i32(t, 4, ENCODING_RLE);
    }
    reel__thrift_end(t);
    reel__thrift_end(t);
}

reel_status reel__page_add(parquet_column *c, reel_memory *to, int encoding, uint32_t rows, bool is_dictionary)
{
    parquet_tools *tools = c->tools;
    reel_memory *body = &tools->plain;
    if (tools->packer.state) {
        body = &tools->packed;
        body->size = 0;
        const unsigned planes = encoding == ENCODING_SPLIT ? c->width : 1;
        const size_t plane = encoding == ENCODING_SPLIT ? c->values.size / planes : 0;
        if (reel__packer_add_planes(&tools->packer, tools->plain.data, tools->plain.size, plane, planes, body) < 0)
            return reel__memory_fail(c->tools->error);
    }
    if (tools->plain.size > INT32_MAX || body->size > INT32_MAX)
        return reel_fail(tools->error, REEL_LIMIT, "parquet.value", "", 0,
                         "column \"%s\" has a value that is too large for Parquet", array_name(c->schema));
    size_t start = to->size;
    thrift t = { .to = to, .depth = 0 };
    put_header(&t, c, (reel_bytes){ body->data, body->size }, encoding, rows, is_dictionary);
    if (t.failed || !memory_add(to, body->data, body->size)) return reel__memory_fail(c->tools->error);
    c->plain_size += tools->plain.size + (to->size - start - body->size);
    return REEL_OK;
}

/* ---- texts -------------------------------------------------------------------------------------------------------- */

/* What each way would take before compression; texts that seldom repeat are better off without a dictionary. */
static bool dictionary_pays(const parquet_column *c, size_t count)
{
    const uint32_t *indexes = (const void *)c->indexes.data;
    uint64_t direct = 0, index_bits = 1;
    for (size_t i = 0; i < count; i++) direct += 4 + reel__text_set_at(&c->dictionary, indexes[i]).size;
    while (index_bits < 32 && c->dictionary.count >> index_bits) index_bits++;
    return c->dictionary.page.size + count * index_bits / 8 <= direct;
}

/* Takes the texts of the page out of the dictionary. */
static bool undo_dictionary(parquet_column *c, size_t count)
{
    const uint32_t *indexes = (const void *)c->indexes.data;
    for (size_t i = 0; i < count; i++) {
        reel_bytes text = reel__text_set_at(&c->dictionary, indexes[i]);
        uint32_t size = (uint32_t)text.size;
        if (!memory_add(&c->values, text.data, text.size) || !memory_add(&c->sizes, &size, sizeof size)) return false;
    }
    c->indexes.size = 0;
    c->is_direct = true;
    reel__text_set_reset(&c->dictionary);
    return true;
}

static bool encode_plain(parquet_column *c)
{
    const uint32_t *sizes = (const void *)c->sizes.data;
    const uint8_t *at = c->values.data;
    for (size_t i = 0; i < c->sizes.size / sizeof *sizes; at += sizes[i++]) {
        uint8_t head[4];
        reel_store_u32le(head, sizes[i]);
        if (!memory_add(&c->tools->plain, head, sizeof head) || !memory_add(&c->tools->plain, at, sizes[i])) return false;
    }
    return true;
}

/* A column that is a dictionary in Arrow too has one as long as it fits, and then plain texts: pyarrow reads no others as a dictionary. */
static bool encode_texts(parquet_column *c, int *encoding)
{
    size_t indexes = c->indexes.size / sizeof(uint32_t);
    bool is_first = !c->pages.size && !c->schema->dictionary;
    if (is_first && indexes && !c->is_direct && !dictionary_pays(c, indexes) && !undo_dictionary(c, indexes)) return false;
    if (c->indexes.size || !c->is_direct) {
        *encoding = ENCODING_DICTIONARY;
        return reel__encode_indexes(&c->tools->plain, (const void *)c->indexes.data, indexes, c->dictionary.count);
    }
    *encoding = c->schema->dictionary ? ENCODING_PLAIN : ENCODING_DELTA_LENGTH;
    if (c->schema->dictionary) return encode_plain(c);
    if (!reel__encode_delta32(&c->tools->plain, (const void *)c->sizes.data, c->sizes.size / sizeof(uint32_t))) return false;
    return memory_add(&c->tools->plain, c->values.data, c->values.size);
}

/* ---- values ------------------------------------------------------------------------------------------------------- */

/* A byte each to a bit each. */
static bool encode_bools(parquet_column *c)
{
    size_t count = c->values.size;
    c->sizes.size = 0;
    if (!reel__memory_room(&c->sizes, count / 8 + 1)) return false;
    uint8_t *bits = c->sizes.data;
    memset(bits, 0, count / 8 + 1);
    for (size_t i = 0; i < count; i++) bits[i / 8] |= (uint8_t)(c->values.data[i] << i % 8);
    return reel__encode_bits(&c->tools->plain, bits, count);
}

static bool encode_values(parquet_column *c, int *encoding)
{
    reel_memory *to = &c->tools->plain;
    const void *values = c->values.data;
    size_t count = c->width ? c->values.size / c->width : 0;
    switch (c->physical) {
    case PHYSICAL_BOOL: *encoding = ENCODING_RLE; return encode_bools(c);
    case PHYSICAL_I32: *encoding = ENCODING_DELTA; return reel__encode_delta32(to, values, count);
    case PHYSICAL_I64: *encoding = ENCODING_DELTA; return reel__encode_delta64(to, values, count);
    case PHYSICAL_F32: *encoding = ENCODING_SPLIT; return reel__encode_split32(to, values, count);
    case PHYSICAL_F64: *encoding = ENCODING_SPLIT; return reel__encode_split64(to, values, count);
    case PHYSICAL_BYTES: return encode_texts(c, encoding);
    case PHYSICAL_FIXED: *encoding = ENCODING_PLAIN; return memory_add(to, values, c->values.size);
    }
    return false;
}

reel_status reel__column_flush(parquet_column *c)
{
    if (!c->rows) return REEL_OK;
    reel_memory *plain = &c->tools->plain;
    int encoding = ENCODING_PLAIN;
    plain->size = 0;
    if (c->is_nullable && !reel__encode_bits(plain, c->missing ? c->present.data : NULL, c->rows))
        return reel__memory_fail(c->tools->error);
    if (!encode_values(c, &encoding)) return reel__memory_fail(c->tools->error);
    reel_status status = reel__page_add(c, &c->pages, encoding, c->rows, false);
    if (status < 0) return status;
    c->used[encoding] = true;
    c->group_rows += c->rows;
    c->group_missing += c->missing;
    c->values.size = c->sizes.size = c->indexes.size = c->present.size = 0;
    c->rows = c->missing = 0;
    return REEL_OK;
}

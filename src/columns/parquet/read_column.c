/* SPDX-License-Identifier: MIT
 * Reads the pages that page.c and column.c write. A page of others is refused, or is damaged. */
#include "columns/parquet/read_column.h"

#include "columns/parquet/decode.h"

enum { PAGE_DATA = 0, PAGE_DICTIONARY = 2 };
/* A page header has up to 40 bytes as we write it. A page holds a text of 1 GiB at most. */
enum { HEADER_MOST = 96, ROWS_MOST = 131072, PLAIN_MOST = (1 << 30) + (1 << 24), GIVEN_BYTES = 16 << 20 };

typedef struct page_head {
    int64_t type, plain, packed, crc, rows, encoding;
} page_head;

static reel_status fail(const read_column *c, const char *what)
{
    return reel_fail(c->error, REEL_CORRUPT, "parquet.page", "", c->at, "column \"%s\": %s", array_name(c->as->schema), what);
}

static void texts_begin(read_texts *texts, const reel_allocator *allocator)
{
    texts->bytes.allocator = texts->offsets.allocator = *allocator;
}

reel_status reel__read_column_begin(read_column *c, const parquet_column *as, read_room *room, reel_error *error)
{
    const reel_allocator *allocator = &as->tools->allocator;
    reel_memory *const blocks[] = { &c->present, &c->values, &c->flags, &c->found, &c->text, &c->text_offsets };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) blocks[i]->allocator = *allocator;
    texts_begin(&c->dictionary, allocator);
    texts_begin(&c->own, allocator);
    c->as = as;
    c->room = room;
    c->error = error;
    if (as->schema->dictionary) reel__array_type_of(as->schema, &c->index_type);
    if (!as->schema->dictionary || as->type.size == sizeof(int32_t)) return REEL_OK;
    return reel_fail(error, REEL_UNSUPPORTED, "parquet.type", "", 0,
                     "column \"%s\" has a type that is not read from Parquet: \"%s\"", array_name(as->schema),
                     as->schema->format);
}

void reel__read_column_end(read_column *c)
{
    reel_memory *const blocks[] = {
        &c->present,      &c->values,           &c->flags,     &c->found,       &c->text,
        &c->text_offsets, &c->dictionary.bytes, &c->own.bytes, &c->own.offsets, &c->dictionary.offsets
    };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) reel_memory_free(blocks[i]);
}

void reel__read_room_begin(read_room *room, const reel_allocator *allocator)
{
    room->packed.allocator = room->unpacker.allocator = *allocator;
    room->unpacker.codec = BLOCK_ZSTD;
}

void reel__read_room_end(read_room *room)
{
    reel_memory_free(&room->packed);
    reel__block_free(&room->unpacker);
}

/* ---- pages --------------------------------------------------------------------------------------------------------- */

static void take_inner(thrift_in *in, page_head *head)
{
    thrift_field field = { 0, 0 };
    while (reel__thrift_take_field(in, &field))
        if (field.id == 1)
            head->rows = reel__thrift_take_number(in);
        else if (field.id == 2)
            head->encoding = reel__thrift_take_number(in);
        else
            reel__thrift_skip(in, field.type);
}

static bool take_head(thrift_in *in, page_head *head)
{
    thrift_field field = { 0, 0 };
    int64_t *const numbers[] = { NULL, &head->type, &head->plain, &head->packed, &head->crc };
    *head = (page_head){ .type = -1, .rows = -1, .encoding = -1 };
    while (reel__thrift_take_field(in, &field))
        if (field.id >= 1 && field.id <= 4)
            *numbers[field.id] = reel__thrift_take_number(in);
        else if ((field.id == 5 || field.id == 7) && field.type == THRIFT_STRUCT)
            take_inner(in, head);
        else
            reel__thrift_skip(in, field.type);
    return !in->failed;
}

/* Reads the header and the body of the next page, and moves behind it. */
static reel_status load_page(read_column *c, const checksum_tables *checksums, read_at *read, void *file, page_head *head,
                             reel_bytes *plain)
{
    uint8_t bytes[HEADER_MOST];
    reel_memory *packed = &c->room->packed;
    block_reader *unpacker = &c->room->unpacker;
    const uint64_t left = c->end - c->at;
    const size_t size = left < HEADER_MOST ? (size_t)left : HEADER_MOST;
    reel_status status = read(file, c->at, bytes, size, c->error);
    if (status < 0) return status;
    thrift_in in = { .at = bytes, .end = bytes + size };
    if (!take_head(&in, head)) return fail(c, "a page has no header");
    const uint64_t head_size = (uint64_t)(in.at - bytes);
    if (head->packed < 0 || (uint64_t)head->packed > left - head_size || head->plain < 0 || head->plain > PLAIN_MOST ||
        head->rows < 0 || (head->type == PAGE_DATA && head->rows > ROWS_MOST))
        return fail(c, "the header of a page is damaged");
    packed->size = 0;
    if (!reel__memory_room(packed, (size_t)head->packed + 1)) return reel__memory_fail(c->error);
    status = read(file, c->at + head_size, packed->data, (size_t)head->packed, c->error);
    if (status < 0) return status;
    if (reel__checksum_of(checksums, packed->data, (size_t)head->packed) != (uint32_t)head->crc)
        return fail(c, "a page does not have its checksum");
    c->at += head_size + (uint64_t)head->packed;
    *plain = (reel_bytes){ packed->data, (size_t)head->packed };
    if (!c->is_packed) return REEL_OK;
    status = reel__block_start(unpacker, packed->data, (size_t)head->packed, (uint64_t)head->plain);
    if (status == REEL_OK) status = reel__block_unpack(unpacker, (size_t)head->plain + 1);
    if (status == REEL_MEMORY) return reel__memory_fail(c->error);
    if (status == REEL_UNSUPPORTED)
        return reel_fail(c->error, status, "columns.no-zstd", "", 0, "this build of the library has no zstd");
    if (status != REEL_END || unpacker->made != (size_t)head->plain) return fail(c, "a page cannot be unpacked");
    *plain = (reel_bytes){ unpacker->buffer, unpacker->made };
    return REEL_OK;
}

/* ---- texts -------------------------------------------------------------------------------------------------------- */

static bool texts_add(read_texts *texts, reel_bytes text)
{
    if (!memory_add(&texts->bytes, text.data, text.size)) return false;
    const int32_t end = (int32_t)texts->bytes.size;
    texts->count++;
    return memory_add(&texts->offsets, &end, sizeof end);
}

static bool texts_reset(read_texts *texts)
{
    const int32_t none = 0;
    texts->bytes.size = texts->offsets.size = 0;
    texts->count = 0;
    return memory_add(&texts->offsets, &none, sizeof none);
}

/* `count` texts behind their sizes; as a page is not larger than PLAIN_MOST, their offsets fit. */
static reel_status take_plain(read_column *c, thrift_in *in, read_texts *texts, size_t count)
{
    if (!texts_reset(texts)) return reel__memory_fail(c->error);
    for (size_t i = 0; i < count; i++) {
        if (in->end - in->at < 4) return fail(c, "a text is missing");
        const size_t size = reel_load_u32le(in->at);
        in->at += 4;
        if (size > (size_t)(in->end - in->at)) return fail(c, "a text is cut off");
        if (!texts_add(texts, (reel_bytes){ in->at, size })) return reel__memory_fail(c->error);
        in->at += size;
    }
    return REEL_OK;
}

static reel_status take_sized(read_column *c, thrift_in *in, size_t count)
{
    c->found.size = 0;
    if (!texts_reset(&c->own) || !reel__memory_room(&c->found, count * sizeof(uint32_t) + 1)) return reel__memory_fail(c->error);
    const uint32_t *sizes = (const void *)c->found.data;
    if (!reel__decode_delta(in, c->found.data, sizeof *sizes, count)) return fail(c, "the sizes of texts are damaged");
    for (size_t i = 0; i < count; i++) {
        if (sizes[i] > (size_t)(in->end - in->at)) return fail(c, "a text is cut off");
        if (!texts_add(&c->own, (reel_bytes){ in->at, sizes[i] })) return reel__memory_fail(c->error);
        in->at += sizes[i];
    }
    return REEL_OK;
}

/* ---- values ------------------------------------------------------------------------------------------------------- */

/* Which rows are there: `flags` has a byte for each, and *count is their number. */
static reel_status take_present(read_column *c, thrift_in *in, size_t *count)
{
    c->flags.size = c->present.size = 0;
    *count = c->rows;
    c->has_missing = false;
    if (!c->as->is_nullable) return REEL_OK;
    if (!reel__memory_room(&c->flags, c->rows + 1) || !reel__memory_room(&c->present, c->rows / 8 + 1))
        return reel__memory_fail(c->error);
    if (!reel__decode_bits(in, c->flags.data, c->rows)) return fail(c, "levels are damaged");
    memset(c->present.data, 0, c->rows / 8 + 1);
    *count = 0;
    for (uint32_t i = 0; i < c->rows; i++) {
        c->present.data[i / 8] |= (uint8_t)(c->flags.data[i] << i % 8);
        *count += c->flags.data[i];
    }
    c->has_missing = *count < c->rows;
    return REEL_OK;
}

/* Decodes `count` values of the page, of `width` bytes each, to `found`. */
static reel_status take_values(read_column *c, thrift_in *in, int64_t encoding, size_t count, size_t *width)
{
    const bool is_fixed = c->as->physical == PHYSICAL_FIXED, is_text = c->as->physical == PHYSICAL_BYTES;
    *width = is_fixed ? c->as->type.size : is_text ? sizeof(uint32_t) : c->as->width;
    c->uses_own = is_text && encoding != ENCODING_DICTIONARY;
    reel_status status = REEL_OK;
    if (c->uses_own && encoding == ENCODING_PLAIN)
        status = take_plain(c, in, &c->own, count);
    else if (c->uses_own && encoding == ENCODING_DELTA_LENGTH)
        status = take_sized(c, in, count);
    else if (c->uses_own)
        status = fail(c, "a page has an encoding that is not known");
    if (status < 0) return status;
    c->found.size = 0;
    if (!reel__memory_room(&c->found, count * *width + 1)) return reel__memory_fail(c->error);
    void *to = c->found.data;
    bool fine = false;
    if (c->uses_own) {
        for (uint32_t i = 0; i < count; i++) ((uint32_t *)to)[i] = i;
        fine = true;
    } else if (is_text) {
        fine = reel__decode_indexes(in, to, count, c->dictionary.count);
    } else if (is_fixed && encoding == ENCODING_PLAIN && (size_t)(in->end - in->at) / *width == count) {
        memcpy(to, in->at, count * *width);
        in->at += count * *width;
        fine = true;
    } else if (encoding == ENCODING_RLE && c->as->physical == PHYSICAL_BOOL) {
        fine = reel__decode_bits(in, to, count);
    } else if (encoding == ENCODING_DELTA && c->as->type.kind == ARRAY_INTEGER) {
        fine = reel__decode_delta(in, to, *width, count);
    } else if (encoding == ENCODING_SPLIT && c->as->type.kind == ARRAY_FLOAT) {
        fine = reel__decode_split(in, to, *width, count);
    }
    return fine && in->at == in->end ? REEL_OK : fail(c, "the values of a page are damaged");
}

/* The value of a row as an array has it: integers may be narrower than a page has them. */
static void put_value(const read_column *c, uint8_t *to, uint32_t row, size_t size, const uint8_t *from)
{
    uint32_t number;
    switch (c->as->type.kind) {
    case ARRAY_BOOL: to[row / 8] |= (uint8_t)(*from << row % 8); break;
    case ARRAY_INTEGER:
        if (size >= 4) break;
        memcpy(&number, from, sizeof number);
        reel__array_set_integer(&c->as->type, to, row, number);
        return;
    default: break;
    }
    if (c->as->type.kind != ARRAY_BOOL) memcpy(to + row * size, from, size);
}

/* Moves the values to their rows. */
static reel_status spread(read_column *c, size_t width)
{
    const array_type *type = &c->as->type;
    const size_t size = type->kind == ARRAY_TEXT ? sizeof(uint32_t) : type->kind == ARRAY_BOOL ? 1 : type->size;
    c->values.size = 0;
    if (!reel__memory_room(&c->values, (size_t)c->rows * size + 8)) return reel__memory_fail(c->error);
    const bool is_same = size == width && type->kind != ARRAY_BOOL && !c->has_missing;
    if (is_same) memcpy(c->values.data, c->found.data, c->rows * size);
    if (is_same) return REEL_OK;
    memset(c->values.data, 0, (size_t)c->rows * size + 8);
    const uint8_t *from = c->found.data;
    for (uint32_t row = 0; row < c->rows; row++) {
        if (c->has_missing && !c->flags.data[row]) continue;
        put_value(c, c->values.data, row, size, from);
        from += width;
    }
    return REEL_OK;
}

reel_status reel__read_column_page(read_column *c, const checksum_tables *checksums, read_at *read, void *file)
{
    page_head head;
    reel_bytes plain;
    size_t count, width;
    reel_status status = load_page(c, checksums, read, file, &head, &plain);
    if (status < 0) return status;
    thrift_in in = { .at = plain.data, .end = plain.data + plain.size };
    if (head.type == PAGE_DICTIONARY) {
        if (c->as->physical != PHYSICAL_BYTES || head.encoding != ENCODING_PLAIN || c->dictionary.count)
            return fail(c, "a dictionary is in the wrong place");
        status = take_plain(c, &in, &c->dictionary, (size_t)head.rows);
        if (status == REEL_OK) status = load_page(c, checksums, read, file, &head, &plain);
        if (status < 0) return status;
        in = (thrift_in){ .at = plain.data, .end = plain.data + plain.size };
    }
    if (head.type != PAGE_DATA || !head.rows) return fail(c, "a page is of a kind that is not known");
    c->rows = (uint32_t)head.rows;
    c->row = 0;
    status = take_present(c, &in, &count);
    if (status == REEL_OK) status = take_values(c, &in, head.encoding, count, &width);
    return status == REEL_OK ? spread(c, width) : status;
}

/* ---- arrays ------------------------------------------------------------------------------------------------------- */

static const read_texts *texts_of(const read_column *c) { return c->uses_own ? &c->own : &c->dictionary; }

static bool is_missing(const read_column *c, uint32_t row) { return c->has_missing && !c->flags.data[row]; }

uint32_t reel__read_column_room(const read_column *c, uint32_t rows)
{
    const uint32_t *indexes = (const void *)c->values.data;
    const int32_t *offsets = (const void *)texts_of(c)->offsets.data;
    size_t bytes = 0;
    if (c->as->physical != PHYSICAL_BYTES || c->as->schema->dictionary) return rows;
    for (uint32_t i = 0; i < rows; i++) {
        const uint32_t row = c->row + i;
        if (!is_missing(c, row)) bytes += (size_t)(offsets[indexes[row] + 1] - offsets[indexes[row]]);
        if (bytes > GIVEN_BYTES) return i ? i : 1;
    }
    return rows;
}

/* Texts in the order of the rows. */
static reel_status give_texts(read_column *c, uint32_t rows)
{
    const read_texts *texts = texts_of(c);
    const uint32_t *indexes = (const void *)c->values.data;
    const int32_t *offsets = (const void *)texts->offsets.data;
    c->text.size = c->text_offsets.size = 0;
    for (uint32_t i = 0; i <= rows; i++) {
        const int64_t wide = (int64_t)c->text.size;
        const int32_t narrow = (int32_t)wide;
        const bool is_wide = c->as->type.size == sizeof wide;
        const uint32_t row = c->row + i;
        if (!memory_add(&c->text_offsets, is_wide ? (const void *)&wide : &narrow, is_wide ? sizeof wide : sizeof narrow))
            return reel__memory_fail(c->error);
        if (i == rows || is_missing(c, row)) continue;
        const int32_t from = offsets[indexes[row]];
        const size_t size = (size_t)(offsets[indexes[row] + 1] - from);
        if (size && !memory_add(&c->text, texts->bytes.data + from, size)) /* without texts there are no bytes */
            return reel__memory_fail(c->error);
    }
    /* the texts begin at row 0, and the bitmap does not */
    c->array.offset = 0;
    c->buffers[1] = c->text_offsets.data;
    c->buffers[2] = c->text.data;
    c->array.n_buffers = 3;
    if (!c->has_missing) return REEL_OK;
    c->found.size = 0;
    if (!reel__memory_room(&c->found, rows / 8 + 1)) return reel__memory_fail(c->error);
    memset(c->found.data, 0, rows / 8 + 1);
    reel__bits_copy(c->found.data, 0, c->present.data, c->row, rows);
    c->buffers[0] = c->found.data;
    return REEL_OK;
}

/* Numbers of texts in the width that the indexes of the column have. */
static reel_status give_labels(read_column *c, uint32_t rows)
{
    static const uint8_t nothing[1];
    const read_texts *texts = texts_of(c);
    const uint32_t *indexes = (const void *)c->values.data;
    const unsigned bits = 8 * c->index_type.size - c->index_type.is_signed;
    if (bits < 32 && texts->count >> bits)
        return reel_fail(c->error, REEL_UNSUPPORTED, "parquet.type", "", 0, "column \"%s\" has too many texts",
                         array_name(c->as->schema));
    c->text.size = 0;
    if (!reel__memory_room(&c->text, (size_t)(c->row + rows) * c->index_type.size + 8)) return reel__memory_fail(c->error);
    for (uint32_t i = c->row; i < c->row + rows; i++) reel__array_set_integer(&c->index_type, c->text.data, i, indexes[i]);
    c->buffers[1] = c->text.data;
    c->label_buffers[0] = NULL;
    c->label_buffers[1] = texts->offsets.data;
    c->label_buffers[2] = texts->bytes.size ? texts->bytes.data : nothing;
    c->labels = (struct ArrowArray){ .length = texts->count, .n_buffers = 3, .buffers = c->label_buffers };
    c->array.dictionary = &c->labels;
    return texts->offsets.size || texts_reset(c->uses_own ? &c->own : &c->dictionary) ? REEL_OK : reel__memory_fail(c->error);
}

reel_status reel__read_column_give(read_column *c, uint32_t rows)
{
    c->array = (struct ArrowArray){ .length = rows, .offset = c->row, .n_buffers = 2, .buffers = c->buffers };
    c->array.null_count = c->has_missing ? -1 : 0;
    c->buffers[0] = c->has_missing ? c->present.data : NULL;
    c->buffers[1] = c->values.data;
    if (c->as->physical != PHYSICAL_BYTES) return REEL_OK;
    return c->as->schema->dictionary ? give_labels(c, rows) : give_texts(c, rows);
}

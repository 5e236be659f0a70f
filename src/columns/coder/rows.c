/* SPDX-License-Identifier: MIT
 * Integers are LEB128, signed ones zigzagged first; values of one byte, floats and UUIDs are little-endian; text is its size as LEB128
 * and its bytes. */
#include "columns/coder/rows.h"

#include "core/rows.h"

/* Whether a field's values are stored as they are rather than as LEB128. */
static bool is_plain(const coder_field *field)
{
    return field->type == REEL_F32 || field->type == REEL_F64 || field->type == REEL_UUID || reel__field_bits(field) == 8;
}

static void encode_value(block_writer *block, const coder_field *field, size_t index, const uint8_t *row, reel_memory *to)
{
    uint64_t value;
    uint8_t bytes[8];
    reel__series_load(field, index, row, block->table->row_size, 1, &value);
    if (!is_plain(field)) {
        reel__block_add_leb128(block, to, reel__type_is_signed(field->type) ? zigzag(value) : value);
        return;
    }
    reel_store_u64le(bytes, value);
    reel__block_add(block, to, bytes, reel__field_bits(field) / 8);
}

static void encode_field(block_writer *block, const coder_field *field, const uint8_t *row, size_t r, reel_memory *to)
{
    if (field_is_ordered(field, block->member)) return;
    if (block->member && field->role == CODER_OFFSET) {
        reel__block_add_leb128(block, to, block->member->values[CODER_OFFSET][r]);
        return;
    }
    for (size_t i = 0; i < reel__field_series(field); i++) encode_value(block, field, i, row, to);
    if (!type_is_text(field->type)) return;
    reel_bytes text = text_value(row + field->field->offset);
    reel__block_add_leb128(block, to, text.size);
    reel__block_add(block, to, text.data, text.size);
}

/* Whether the values are in memory as they are in the block. */
static bool is_copied(const coder_field *field)
{
    const bool bytes = reel__field_bits(field) == 8 || field->type == REEL_UUID;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return !type_is_text(field->type) && bytes;
#else
    return !type_is_text(field->type) && (bytes || is_plain(field));
#endif
}

/* What becomes of one place in a row. */
typedef enum piece_kind {
    PIECE_FIELD, /* encoded by encode_field: it has text, or bytes in another order */
    PIECE_BYTES, /* copied */
    PIECE_BYTE,
    PIECE_U16, /* whole numbers, which become LEB128 */
    PIECE_I16,
    PIECE_U32,
    PIECE_I32,
    PIECE_U64,
    PIECE_I64
} piece_kind;

typedef struct encode_piece {
    const coder_field *field; /* of PIECE_FIELD */
    uint32_t offset, size;    /* in the row */
    piece_kind kind;
} encode_piece;

enum { MOST_PIECES = 128, LEB_MOST = 10 };

typedef struct encode_plan {
    encode_piece pieces[MOST_PIECES + 1]; /* the last one, after `count`, is a PIECE_FIELD, too */
    size_t count;
    size_t most; /* bytes of all pieces but those of fields, and one more: there is always a block */
    size_t rest; /* the first field that has no piece */
} encode_plan;

static piece_kind kind_of(const coder_field *field)
{
    const bool is_signed = reel__type_is_signed(field->type);
    switch (reel__field_bits(field)) {
    case 16: return is_signed ? PIECE_I16 : PIECE_U16;
    case 32: return is_signed ? PIECE_I32 : PIECE_U32;
    default: return is_signed ? PIECE_I64 : PIECE_U64;
    }
}

static void add_piece(encode_plan *plan, piece_kind kind, size_t offset, size_t size)
{
    plan->pieces[plan->count++] = (encode_piece){ .kind = kind, .offset = (uint32_t)offset, .size = (uint32_t)size };
    plan->most += kind < PIECE_U16 ? size : LEB_MOST;
}

static void plan_field(encode_plan *plan, const coder_field *field)
{
    const size_t size = reel_type_size(field->type), offset = field->field->offset, all = size * field->count;
    encode_piece *last = plan->count ? &plan->pieces[plan->count - 1] : NULL;
    if (type_is_text(field->type) || (is_plain(field) && !is_copied(field))) {
        plan->pieces[plan->count++] = (encode_piece){ .field = field };
    } else if (!is_plain(field)) {
        for (size_t i = 0; i < field->count; i++) add_piece(plan, kind_of(field), offset + i * size, size);
    } else if (last && (last->kind == PIECE_BYTES || last->kind == PIECE_BYTE) && last->offset + last->size == offset) {
        last->kind = PIECE_BYTES;
        last->size += (uint32_t)all;
        plan->most += all;
    } else {
        add_piece(plan, all == 1 ? PIECE_BYTE : PIECE_BYTES, offset, all);
    }
}

/* The rows of a part that is in no order. */
static void plan_pieces(encode_plan *plan, const block_writer *block)
{
    plan->count = plan->rest = 0;
    plan->most = 1;
    for (; plan->rest < block->table->count && !block->member; plan->rest++) {
        const coder_field *field = &block->table->fields[plan->rest];
        if (plan->count + field->count > MOST_PIECES) break;
        plan_field(plan, field);
    }
    plan->pieces[plan->count] = (encode_piece){ .kind = PIECE_FIELD };
}

/* Encodes pieces until one of a field, which it returns. There is room for all of them. */
static const encode_piece *put_pieces(const encode_piece *piece, const uint8_t *row, reel_memory *to)
{
    uint8_t *place = to->data + to->size;
    for (;; piece++) {
        const uint8_t *at = row + piece->offset;
        uint64_t value;
        uint32_t usual;
        uint16_t narrow;
        switch (piece->kind) {
        case PIECE_BYTES:
            memcpy(place, at, piece->size);
            place += piece->size;
            continue;
        case PIECE_BYTE: *place++ = *at; continue;
        case PIECE_U16:
        case PIECE_I16:
            memcpy(&narrow, at, sizeof narrow);
            value = piece->kind == PIECE_U16 ? narrow : zigzag((uint64_t)(int16_t)narrow);
            break;
        case PIECE_U32:
            memcpy(&usual, at, sizeof usual);
            value = usual;
            break;
        case PIECE_I32:
            memcpy(&usual, at, sizeof usual);
            value = zigzag((uint64_t)(int32_t)usual);
            break;
        case PIECE_U64: memcpy(&value, at, sizeof value); break;
        case PIECE_I64:
            memcpy(&value, at, sizeof value);
            value = zigzag(value);
            break;
        default: to->size = (size_t)(place - to->data); return piece;
        }
        for (; value > 0x7f; value >>= 7) *place++ = (uint8_t)(value | 0x80);
        *place++ = (uint8_t)value;
    }
}

void reel__rows_encode(block_writer *block, reel_memory *to)
{
    encode_plan plan;
    plan_pieces(&plan, block);
    const encode_piece *end = plan.pieces + plan.count;
    for (size_t r = 0; r < block->count && block->status == REEL_OK; r++) {
        const uint8_t *row = block->rows + r * block->table->row_size;
        for (const encode_piece *piece = plan.pieces;; piece++) {
            if (to->capacity - to->size < plan.most && !reel__memory_room(to, plan.most)) {
                block->status = REEL_MEMORY;
                return;
            }
            if ((piece = put_pieces(piece, row, to)) == end) break;
            encode_field(block, piece->field, row, r, to);
        }
        for (size_t f = plan.rest; f < block->table->count; f++) encode_field(block, &block->table->fields[f], row, r, to);
    }
}

static void decode_value(reel_cursor *in, const coder_field *field, size_t index, uint8_t *row, size_t row_size)
{
    uint64_t value = 0;
    uint8_t bytes[8] = { 0 };
    if (is_plain(field)) {
        size_t size = reel__field_bits(field) / 8;
        const uint8_t *from = reel_take(in, size);
        if (from) memcpy(bytes, from, size);
        value = reel_load_u64le(bytes);
    } else {
        value = reel_get_leb128(in);
        if (reel__type_is_signed(field->type)) value = unzigzag(value);
    }
    if (field->field && !in->failed) reel__series_store(field, index, row, row_size, 1, &value);
}

static void decode_text(reel_cursor *in, const coder_field *field, uint8_t *row, reel_chunk *chunk)
{
    uint64_t size = reel_get_leb128(in);
    const uint8_t *text = reel_count_fits(in, size, 1) ? reel_take(in, (size_t)size) : reel_take(in, SIZE_MAX);
    if (!field->field || !text) return;
    reel_bytes value = reel_chunk_bytes(chunk, text, (size_t)size);
    memcpy(row + field->field->offset, &value, sizeof value);
}

/* A value of the order, or a length. */
static void decode_ordered(block_source *source, reel_cursor *in, const coder_field *field, size_t r, uint8_t *row)
{
    uint64_t *value = &source->member->values[field->role][r];
    if (field->role == CODER_OFFSET)
        *value = reel_get_leb128(in);
    else if (field->field)
        reel__series_store(field, 0, row, source->table->row_size, 1, value);
    source->member->lengths_known = true;
}

reel_status reel__rows_decode(block_source *source, reel_cursor *in)
{
    const coder_table *table = source->table;
    reel_status status = reel__source_spend(source, in, source->count * (uint64_t)table->count);
    for (size_t r = 0; r < source->count && status == REEL_OK; r++) {
        uint8_t *row = source->rows + r * table->row_size;
        for (size_t f = 0; f < table->count; f++) {
            const coder_field *field = &table->fields[f];
            if (source->member && field->role != CODER_VALUE) {
                decode_ordered(source, in, field, r, row);
                continue;
            }
            for (size_t i = 0; i < reel__field_series(field); i++) decode_value(in, field, i, row, table->row_size);
            if (type_is_text(field->type)) decode_text(in, field, row, source->chunk);
        }
        if (in->failed) return reel__source_corrupt(source, in, "rows that go on after the block's end");
        status = reel_build_status(source->chunk);
    }
    if (status != REEL_OK)
        return reel_build_status(source->chunk) ? reel__chunk_failure(source->chunk, reel_offset(in), source->error) : status;
    return reel_left(in) ? reel__source_corrupt(source, in, "bytes after its rows") : REEL_OK;
}

/* SPDX-License-Identifier: MIT
 * Integers are LEB128, signed ones zigzagged first; values of one byte, floats and UUIDs are little-endian; text is its size as LEB128
 * and its bytes. */
#include "columns/coder/rows.h"

#include "core/rows.h"

/* Whether a field's values are stored as they are rather than as LEB128. */
static bool is_plain(const coder_field *field)
{
    return field->type == REEL_F32 || field->type == REEL_F64 || field->type == REEL_UUID || field_bits(field) == 8;
}

static void encode_value(block_writer *block, const coder_field *field, size_t index, const uint8_t *row, reel_memory *to)
{
    uint64_t value;
    uint8_t bytes[8];
    series_load(field, index, row, block->table->row_size, 1, &value);
    if (!is_plain(field)) {
        block_add_leb128(block, to, type_is_signed(field->type) ? zigzag(value) : value);
        return;
    }
    reel_store_u64le(bytes, value);
    block_add(block, to, bytes, field_bits(field) / 8);
}

void rows_encode(block_writer *block, reel_memory *to)
{
    for (size_t r = 0; r < block->count; r++) {
        const uint8_t *row = block->rows + r * block->table->row_size;
        for (size_t f = 0; f < block->table->count; f++) {
            const coder_field *field = &block->table->fields[f];
            if (field_is_ordered(field, block->member)) continue;
            if (block->member && field->role == CODER_OFFSET) {
                block_add_leb128(block, to, block->member->values[CODER_OFFSET][r]);
                continue;
            }
            for (size_t i = 0; i < field_series(field); i++) encode_value(block, field, i, row, to);
            if (!type_is_text(field->type)) continue;
            reel_bytes text = text_value(row + field->field->offset);
            block_add_leb128(block, to, text.size);
            block_add(block, to, text.data, text.size);
        }
    }
}

static void decode_value(reel_cursor *in, const coder_field *field, size_t index, uint8_t *row, size_t row_size)
{
    uint64_t value = 0;
    uint8_t bytes[8] = { 0 };
    if (is_plain(field)) {
        size_t size = field_bits(field) / 8;
        const uint8_t *from = reel_take(in, size);
        if (from) memcpy(bytes, from, size);
        value = reel_load_u64le(bytes);
    } else {
        value = reel_get_leb128(in);
        if (type_is_signed(field->type)) value = unzigzag(value);
    }
    if (field->field && !in->failed) series_store(field, index, row, row_size, 1, &value);
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
        series_store(field, 0, row, source->table->row_size, 1, value);
    source->member->lengths_known = true;
}

reel_status rows_decode(block_source *source, reel_cursor *in)
{
    const coder_table *table = source->table;
    reel_status status = source_spend(source, in, source->count * (uint64_t)table->count);
    for (size_t r = 0; r < source->count && status == REEL_OK; r++) {
        uint8_t *row = source->rows + r * table->row_size;
        for (size_t f = 0; f < table->count; f++) {
            const coder_field *field = &table->fields[f];
            if (source->member && field->role != CODER_VALUE) {
                decode_ordered(source, in, field, r, row);
                continue;
            }
            for (size_t i = 0; i < field_series(field); i++) decode_value(in, field, i, row, table->row_size);
            if (type_is_text(field->type)) decode_text(in, field, row, source->chunk);
        }
        if (in->failed) return source_corrupt(source, in, "rows that go on after the block's end");
        status = reel_build_status(source->chunk);
    }
    if (status != REEL_OK)
        return reel_build_status(source->chunk) ? chunk_failure(source->chunk, reel_offset(in), source->error) : status;
    return reel_left(in) ? source_corrupt(source, in, "bytes after its rows") : REEL_OK;
}

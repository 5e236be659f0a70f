/* SPDX-License-Identifier: MIT
 * Columns of numbers: every series of a field, one after the other. */
#include "columns/coder/series.h"

static void encode_series(block_writer *block, size_t f, size_t index, series_context *context, reel_memory *to)
{
    const uint64_t *values = reel__block_series(block, f, index);
    context->index = index;
    uint8_t *tokens = reel__block_room(block, block->count, 1);
    if (!values || !tokens) return;
    if (reel__series_encode(block, context, reel__series_type_of(&block->table->fields[f]), values, block->count, tokens, to))
        block->tokens[block->first[f] + index] = tokens;
}

void reel__number_encode(block_writer *block, size_t f, reel_memory *to)
{
    series_context context = { .field = f };
    reel_memory body = reel__block_part(block);
    for (size_t i = 0; i < reel__field_series(&block->table->fields[f]) && block->status == REEL_OK; i++)
        encode_series(block, f, i, &context, &body);
    uint8_t head = (uint8_t)(COLUMN_NUMBERS << COLUMN_KIND_SHIFT | (unsigned)context.count);
    reel__block_add(block, to, &head, 1);
    for (size_t i = 0; i < context.count; i++) reel__block_add_leb128(block, to, context.references[i]);
    reel__block_add(block, to, body.data, body.size);
    reel_memory_free(&body);
}

static reel_status decode_series(block_source *source, size_t f, size_t index)
{
    const coder_field *field = &source->table->fields[f];
    block_column *column = &source->columns[f];
    bool keep = column->referenced;
    uint64_t *values = (keep ? reel__source_keep : reel__source_room)(source, source->count, sizeof *values);
    uint8_t *tokens = (keep ? reel__source_keep : reel__source_room)(source, source->count, 1);
    if (!values || !tokens) return reel__memory_fail(source->error);
    reel_status status =
        reel__series_decode(source, column, reel__series_type_of(field), source->count, values, tokens, &column->wholes[index]);
    if (status != REEL_OK) return status;
    column->before[0] = column->before[1];
    column->before[1] = values;
    column->series[index] = keep ? values : NULL;
    column->tokens[index] = keep ? tokens : NULL;
    if (source->member && field->role == CODER_OFFSET) {
        memcpy(source->member->values[CODER_OFFSET], values, source->count * sizeof *values);
        source->member->lengths_known = true;
        return REEL_OK;
    }
    if (field->field) reel__series_store(field, index, source->rows, source->table->row_size, source->count, values);
    return REEL_OK;
}

reel_status reel__number_decode(block_source *source, size_t f)
{
    block_column *column = &source->columns[f];
    size_t series = reel__field_series(&source->table->fields[f]);
    column->series = reel__source_keep(source, series, sizeof *column->series);
    column->tokens = reel__source_keep(source, series, sizeof *column->tokens);
    column->wholes = reel__source_keep(source, series, sizeof *column->wholes);
    if (!column->series || !column->tokens || !column->wholes) return reel__memory_fail(source->error);
    memset(column->series, 0, series * sizeof *column->series);
    memset(column->wholes, 0, series * sizeof *column->wholes);
    memset(column->tokens, 0, series * sizeof *column->tokens);
    for (size_t i = 0; i < series; i++) {
        reel_status status = decode_series(source, f, i);
        if (status != REEL_OK) return status;
    }
    return reel_left(&column->in) ? reel__source_corrupt(source, &column->in, "bytes after a column's values") : REEL_OK;
}

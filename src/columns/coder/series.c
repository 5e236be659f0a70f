/* SPDX-License-Identifier: MIT
 * The forms of a series: by itself, or by way of another list of numbers. All are tried, and the smallest is kept. */
#include "columns/coder/series.h"

#include "columns/coder/decimal.h"

/* A series in one of its forms. Each begins with the references that there were, and the smallest keeps its own. */
typedef struct series_bytes {
    reel_memory bytes;
    series_context context;
    bool has_tokens;
    uint64_t *wholes;
} series_bytes;

static series_bytes bytes_begin(block_writer *block, const series_context *context)
{
    series_bytes new = { .bytes = reel__block_part(block) };
    if (context) new.context = *context;
    return new;
}

static void keep_smaller(series_bytes *best, series_bytes *other, bool fits)
{
    series_bytes loser = *other;
    if (fits && (!best->bytes.size || other->bytes.size < best->bytes.size)) {
        loser = *best;
        *best = *other;
    }
    reel_memory_free(&loser.bytes);
}

/* Another series with the same values. True: in all rows, which nothing else can surpass. */
static bool try_same(block_writer *block, const series_context *context, series_type type, const uint64_t *values, size_t count,
                     series_bytes *best)
{
    enum { EXACT = 5 }; /* bytes of a method, a position and no exceptions; an index may have two */
    series_bytes now = bytes_begin(block, context);
    series_place place = { 0 };
    bool fits = reel__same_encode(block, &now.context, type, values, count, &place, &now.bytes);
    if (fits) now.wholes = block->wholes[block->first[place.field] + place.index];
    keep_smaller(best, &now, fits);
    return fits && best->bytes.size <= EXACT;
}

static bool is_time(const block_writer *block, const series_context *context, series_type type)
{
    return context && type.is_float && block->table->fields[context->field].time && block->options.level == CODER_DEFAULT;
}

static void try_forms(block_writer *block, const series_context *context, series_type type, const uint64_t *values, size_t count,
                      uint8_t *tokens, series_bytes *best)
{
    if (context && !block->has_motion && try_same(block, context, type, values, count, best)) return;
    series_bytes simple = bytes_begin(block, context), listed = bytes_begin(block, context),
                 decimal = bytes_begin(block, context);
    simple.has_tokens =
        reel__series_encode_simple(block, context ? &simple.context : NULL, type, values, count, tokens, &simple.bytes);
    keep_smaller(best, &simple, true);
    if (is_time(block, context, type)) {
        series_bytes grid = bytes_begin(block, context);
        keep_smaller(best, &grid, reel__grid_encode(block, type, values, count, &grid.bytes));
    }
    if (block->has_motion || block->status != REEL_OK) return;
    keep_smaller(best, &listed, reel__listed_encode(block, type, values, count, &listed.bytes));
    if (type.is_float)
        decimal.wholes = reel__decimal_encode(block, context ? &decimal.context : NULL, type, values, count, &decimal.bytes);
    keep_smaller(best, &decimal, decimal.wholes);
}

bool reel__series_encode(block_writer *block, series_context *context, series_type type, const uint64_t *values, size_t count,
                         uint8_t *tokens, reel_memory *to)
{
    if (reel__series_is_constant(values, count))
        return reel__series_encode_simple(block, context, type, values, count, tokens, to);
    series_bytes best = bytes_begin(block, context);
    try_forms(block, context, type, values, count, tokens, &best);
    reel__block_add(block, to, best.bytes.data, best.bytes.size);
    reel_memory_free(&best.bytes);
    if (context) *context = best.context;
    if (context) block->wholes[block->first[context->field] + context->index] = best.wholes;
    return best.has_tokens;
}

reel_status reel__series_decode(block_source *source, block_column *column, series_type type, size_t count, uint64_t *values,
                                uint8_t *tokens, uint64_t **wholes)
{
    uint8_t method;
    if (!reel__series_read_method(column, &method)) return reel__source_corrupt(source, &column->in, "a series without a method");
    bool listed = series_is_method(method, PACKING_NOTHING, SERIES_DICTIONARY),
         same = series_is_method(method, PACKING_NOTHING, SERIES_SAME);
    bool scaled = series_is_method(method, PACKING_NOTHING, SERIES_SCALED) && type.is_float;
    bool decimal = series_is_method(method, PACKING_NOTHING, SERIES_DECIMAL) && type.is_float;
    bool grid = series_is_method(method, PACKING_NOTHING, SERIES_GRID) && type.is_float;
    if (!listed && !same && !scaled && !decimal && !grid)
        return reel__series_decode_method(source, column, type, method, count, values, tokens);
    if (tokens) memset(tokens, 0, count);
    if (listed) return reel__listed_decode(source, column, type, count, values);
    if (grid) return reel__grid_decode(source, column, type, count, values);
    if (same) return reel__same_decode(source, column, type, count, values, wholes);
    return reel__decimal_decode(source, column, type, scaled, count, values, wholes);
}

/* SPDX-License-Identifier: MIT
 * Reads series that need no other list of numbers (series_simple.c writes them). */
#include "columns/coder/bytes.h"
#include "columns/coder/series.h"
#include "columns/coder/value_list.h"

#include <limits.h>

reel_status reel__series_read_place(block_source *source, block_column *column, const block_column **other, uint64_t *index)
{
    uint64_t slot = reel_get_leb128(&column->in);
    *index = reel_get_leb128(&column->in);
    if (column->in.failed || slot >= column->reference_count)
        return reel__source_corrupt(source, &column->in, "a reference that is not there");
    *other = &source->columns[column->references[slot]];
    if ((*other)->series && *index < reel__field_series(&source->table->fields[column->references[slot]])) return REEL_OK;
    return reel__source_corrupt(source, &column->in, "a reference to a column without numbers");
}

reel_status reel__series_is_of_rows(const block_source *source, const block_column *column, size_t count)
{
    return count == source->count ? REEL_OK : reel__source_corrupt(source, &column->in, "a list that refers to rows");
}

static reel_status read_place(block_source *source, block_column *column, const uint64_t **values, const uint8_t **tokens)
{
    const block_column *other = NULL;
    uint64_t index = 0;
    reel_status status = reel__series_read_place(source, column, &other, &index);
    if (status != REEL_OK) return status;
    if (values) *values = other->series[index];
    if (tokens) *tokens = other->tokens[index];
    if ((!values || *values) && (!tokens || *tokens)) return REEL_OK;
    return reel__source_corrupt(source, &column->in, "a reference to a column without numbers");
}

/* Numbers of their bytes. Those of floats are read in one pass. */
static void join_planes(const uint8_t *planes, size_t width, size_t count, uint64_t *restrict values)
{
#ifndef __OPTIMIZE_SIZE__
    if (width == 4) {
        for (size_t i = 0; i < count; i++)
            values[i] = (uint32_t)planes[i] | (uint32_t)planes[count + i] << 8 | (uint32_t)planes[2 * count + i] << 16 |
                        (uint32_t)planes[3 * count + i] << 24;
        return;
    }
    if (width == 3) {
        for (size_t i = 0; i < count; i++)
            values[i] = (uint32_t)planes[i] | (uint32_t)planes[count + i] << 8 | (uint32_t)planes[2 * count + i] << 16;
        return;
    }
#endif
    memset(values, 0, count * sizeof *values);
    for (size_t p = 0; p < width; p++)
        for (size_t i = 0; i < count; i++) values[i] |= (uint64_t)planes[p * count + i] << (CHAR_BIT * p);
}

static reel_status read_planes(block_source *source, reel_cursor *in, size_t count, uint64_t *values)
{
    uint8_t width = reel_get_u8(in);
    const uint8_t *planes = NULL;
    if (in->failed || width > 8) return reel__source_corrupt(source, in, "numbers of more than eight bytes");
    reel_status status = reel__bytes_decode(source, in, (uint64_t)count * width, &planes);
    if (status != REEL_OK) return status;
    join_planes(planes, width, count, values);
    return REEL_OK;
}

static reel_status read_stored(block_source *source, reel_cursor *in, series_type type, size_t count, uint64_t *values)
{
    size_t size = type.bits / 8;
    const uint8_t *bytes = reel_count_fits(in, count, size) ? reel_take(in, count * size) : NULL;
    if (!bytes) return reel__source_corrupt(source, in, "a series that goes on after its end");
    for (size_t i = 0; i < count; i++) {
        uint8_t value[8] = { 0 };
        memcpy(value, bytes + i * size, size);
        values[i] = reel__series_narrow(reel_load_u64le(value), type);
    }
    return REEL_OK;
}

static reel_status read_constant(block_source *source, reel_cursor *in, series_type type, size_t count, uint64_t *values)
{
    uint64_t value = reel__series_narrow(unzigzag(reel_get_leb128(in)), type);
    if (in->failed) return reel__source_corrupt(source, in, "a series without its value");
    for (size_t i = 0; i < count; i++) values[i] = value;
    return REEL_OK;
}

static reel_status read_residuals(block_source *source, block_column *column, unsigned packing, size_t count, uint64_t *values,
                                  uint8_t *tokens)
{
    const uint8_t *row = NULL;
    const bool ranked = packing >= PACKING_RANKS;
    uint64_t *list = NULL;
    size_t listed = 0;
    if (packing == PACKING_PLANES) return read_planes(source, &column->in, count, values);
    if (ranked) packing -= PACKING_RANKS;
    if (packing >= TOKEN_ROW) {
        reel_status status = read_place(source, column, NULL, &row);
        if (status != REEL_OK) return status;
    }
    reel_status status = ranked ? reel__ranks_decode(source, &column->in, count, &list, &listed) : REEL_OK;
    if (status == REEL_OK) status = reel__tokens_decode(source, &column->in, row, count, (token_context)packing, values, tokens);
    if (status == REEL_OK && ranked) status = reel__ranks_replace(source, &column->in, list, listed, values, count);
    return status;
}

/* The steps of SERIES_SIZES: a constant and the sizes of changes, by key. */
static reel_status read_sizes(block_source *source, block_column *column, size_t count, const uint64_t **other)
{
    uint64_t base = reel_get_leb128(&column->in), terms = reel_get_leb128(&column->in);
    if (column->in.failed || terms > SERIES_TERMS) return reel__source_corrupt(source, &column->in, "a step of too many sizes");
    uint64_t *steps = reel__source_room(source, count, sizeof *steps);
    if (!steps) return reel__memory_fail(source->error);
    for (size_t i = 0; i < count; i++) steps[i] = base;
    reel_status status = reel__source_spend(source, &column->in, terms * count);
    for (uint64_t t = 0; t < terms && status == REEL_OK; t++) {
        const uint64_t *values = NULL;
        status = read_place(source, column, &values, NULL);
        if (status == REEL_OK) reel__series_add_sizes(*other, values, count, steps);
    }
    *other = steps;
    return status;
}

/* What SERIES_MINUS, SERIES_SHIFTED, SERIES_ROOT and SERIES_RATE expect of each row. */
static reel_status read_expected(block_source *source, block_column *column, series_transform transform, size_t count,
                                 const uint64_t **other)
{
    const uint64_t *a = column->before[0], *b = column->before[1];
    uint64_t *expected = reel__source_room(source, count, sizeof *expected);
    if (!expected) return reel__memory_fail(source->error);
    reel_status status = reel__series_is_of_rows(source, column, count);
    if (status == REEL_OK) status = reel__source_spend(source, &column->in, count);
    if (status == REEL_OK && transform != SERIES_ROOT) status = read_place(source, column, &a, NULL);
    if (status == REEL_OK && transform == SERIES_MINUS) status = read_place(source, column, &b, NULL);
    if (status != REEL_OK) return status;
    if (transform == SERIES_SHIFTED) {
        int64_t shift = (int64_t)unzigzag(reel_get_leb128(&column->in));
        if (column->in.failed || shift > SHIFT_MOST || shift < -SHIFT_MOST)
            return reel__source_corrupt(source, &column->in, "a shift that is too large");
        reel__expect_shift(a, shift, count, expected);
    } else if (transform == SERIES_MINUS)
        reel__expect_difference(a, b, count, expected);
    else if (transform == SERIES_RATE)
        reel__expect_rate(a, count, expected);
    else if (a && b)
        reel__expect_root(a, b, count, expected);
    else
        return reel__source_corrupt(source, &column->in, "a root without the series before it");
    *other = expected;
    return REEL_OK;
}

static bool is_expected(unsigned transform, series_type type)
{
    if (transform == SERIES_RATE) return !type.is_float;
    return transform >= SERIES_MINUS && transform <= SERIES_ROOT && type.is_float && type.bits == 32;
}

static reel_status read_transformed(block_source *source, block_column *column, series_type type, uint8_t method, size_t count,
                                    uint64_t *values, uint8_t *tokens)
{
    series_model model = { .transform = (series_transform)(method & TRANSFORM_MASK) };
    bool refers = model.transform == SERIES_KEYED || model.transform == SERIES_KEYED_2 || model.transform == SERIES_DIFFERENCE ||
                  model.transform == SERIES_SIZES;
    reel_status status = refers ? read_place(source, column, &model.other, NULL) : REEL_OK;
    if (status == REEL_OK && refers) status = reel__series_is_of_rows(source, column, count);
    if (status == REEL_OK && model.transform == SERIES_SIZES) status = read_sizes(source, column, count, &model.other);
    if (is_expected(model.transform, type)) status = read_expected(source, column, model.transform, count, &model.other);
    uint8_t *own = tokens ? tokens : reel__source_room(source, count, 1);
    if (!own) return reel__memory_fail(source->error);
    if (status == REEL_OK) status = read_residuals(source, column, method >> PACKING_SHIFT, count, values, own);
    if (status != REEL_OK) return status;
    series_type ordered = type;
    if (type.is_float) ordered.is_signed = true;
    reel__series_back(&model, ordered, values, count);
    if (type.is_float)
        reel__series_unorder_all(values, count, type.bits);
    else
        reel__series_narrow_all(values, count, type);
    return REEL_OK;
}

reel_status reel__series_decode_method(block_source *source, block_column *column, series_type type, uint8_t method, size_t count,
                                       uint64_t *values, uint8_t *tokens)
{
    unsigned transform = method & TRANSFORM_MASK;
    reel_status status = reel__source_spend(source, &column->in, count);
    if (tokens) memset(tokens, 0, count);
    if (status != REEL_OK) return status;
    if (series_is_method(method, PACKING_NOTHING, SERIES_CONSTANT))
        return read_constant(source, &column->in, type, count, values);
    if (series_is_method(method, PACKING_STORED, SERIES_PLAIN)) return read_stored(source, &column->in, type, count, values);
    unsigned packing = method >> PACKING_SHIFT;
    bool known = (transform >= SERIES_PLAIN && transform <= SERIES_DIFFERENCE) || transform == SERIES_SIZES ||
                 is_expected(transform, type);
    if (!known || !(packing < TOKEN_KINDS || packing == PACKING_PLANES || packing >= PACKING_RANKS))
        return reel__source_unsupported(source, &column->in, "a method for numbers");
    return read_transformed(source, column, type, method, count, values, tokens);
}

bool reel__series_read_method(block_column *column, uint8_t *method)
{
    *method = reel_get_u8(&column->in);
    return !column->in.failed;
}

reel_status reel__series_decode_simple(block_source *source, block_column *column, series_type type, size_t count,
                                       uint64_t *values)
{
    uint8_t method;
    if (!reel__series_read_method(column, &method)) return reel__source_corrupt(source, &column->in, "a series without a method");
    return reel__series_decode_method(source, column, type, method, count, values, NULL);
}

/* SPDX-License-Identifier: MIT
 * Writes fpzip streams. */
#include "codec/fpzip_model.h"
#include "core/memory.h"

enum { VALUES_AT_ONCE = 256 };

typedef struct range_encoder {
    uint32_t low, range;
    uint8_t *at;
} range_encoder;

FORCE_INLINE void store_low(const range_encoder *e)
{
    for (uint32_t i = 0; i < sizeof e->low; i++) e->at[i] = (uint8_t)(e->low >> (24 - 8 * i));
}

/* Writes the top bytes of low, at most 3; four are stored, and the next ones overwrite those that do not count. */
FORCE_INLINE void shift_out(range_encoder *e, uint32_t bytes)
{
    store_low(e);
    e->at += bytes;
    e->low <<= 8 * bytes;
}

FORCE_INLINE void widen(range_encoder *e, uint32_t low, uint32_t width)
{
    e->low += e->range * low;
    e->range *= width;
    uint32_t bytes = settled_bytes(e->low, e->range);
    shift_out(e, bytes);
    e->range <<= 8 * bytes;
    if (e->range < FPZIP_TOTAL) {
        shift_out(e, 2);
        e->range = 0 - e->low;
    }
}

FORCE_INLINE void give_bits(range_encoder *e, uint32_t bits, uint64_t value)
{
    for (; bits > FPZIP_STEP_BITS; bits -= FPZIP_STEP_BITS, value >>= FPZIP_STEP_BITS) {
        e->range >>= FPZIP_STEP_BITS;
        widen(e, (uint32_t)value & (FPZIP_TOTAL - 1), 1);
    }
    e->range >>= bits;
    widen(e, (uint32_t)value, 1);
}

FORCE_INLINE void give_symbol(range_encoder *e, fpzip_model *m, uint32_t symbol)
{
    uint32_t low = m->starts[symbol], width = m->starts[symbol + 1] - low;
    count_symbol(m, symbol);
    e->range >>= FPZIP_TOTAL_LOG;
    widen(e, low, width);
}

FORCE_INLINE void give_value(range_encoder *e, fpzip_model *m, uint64_t prediction, uint64_t value, bool wide)
{
    const uint32_t equal = wide ? 64 : 32;
    uint64_t expected = order_of(prediction, wide), order = order_of(value, wide);
    if (order == expected) {
        give_symbol(e, m, equal);
        return;
    }
    bool less = order < expected;
    uint64_t difference = negated_if(less, order - expected);
    uint32_t bits = fpzip_highest_bit(difference);
    give_symbol(e, m, equal + (uint32_t)negated_if(less, bits + 1));
    give_bits(e, bits, difference - (UINT64_C(1) << bits));
}

/* On a copy of the encoder: the bytes that it stores could otherwise change it, for all the compiler knows. */
FORCE_INLINE void write_part(range_encoder *encoder, fpzip_model *m, const uint8_t *row, const uint8_t *row_above, uint32_t at,
                             uint32_t end, bool wide)
{
    uint64_t left = at ? load_value(row, at - 1, wide) : 0;
    uint64_t diagonal = at && row_above ? load_value(row_above, at - 1, wide) : 0;
    range_encoder e = *encoder;
    for (; at < end; at++) {
        uint64_t above = row_above ? load_value(row_above, at, wide) : 0, value = load_value(row, at, wide);
        give_value(&e, m, predict(left, above, diagonal, wide), value, wide);
        left = value;
        diagonal = above;
    }
    *encoder = e;
}

FORCE_INLINE bool write_row(range_encoder *e, fpzip_model *m, const uint8_t *row, const uint8_t *row_above, uint32_t columns,
                            reel_memory *out, bool wide)
{
    for (uint32_t at = 0, end; at < columns; at = end) {
        end = columns - at < VALUES_AT_ONCE ? columns : at + VALUES_AT_ONCE;
        if (!reel__memory_room(out, (size_t)(end - at + 1) * FPZIP_VALUE_BYTES)) return false;
        e->at = out->data + out->size;
        write_part(e, m, row, row_above, at, end, wide);
        out->size = (size_t)(e->at - out->data);
    }
    return true;
}

FORCE_INLINE bool write_values(range_encoder *e, fpzip_model *m, const fpzip_shape *shape, const uint8_t *table, reel_memory *out,
                               bool wide)
{
    const size_t row_size = (size_t)shape->columns * (wide ? sizeof(double) : sizeof(float));
    reel__fpzip_model_start(m, wide);
    if (!shape->columns) return true;
    for (uint32_t i = 0; i < shape->rows; i++) {
        const uint8_t *row = table + i * row_size;
        if (!write_row(e, m, row, i ? row - row_size : NULL, shape->columns, out, wide)) return false;
    }
    return true;
}

static bool write_floats(range_encoder *e, fpzip_model *m, const fpzip_shape *shape, const uint8_t *table, reel_memory *out)
{
    return write_values(e, m, shape, table, out, false);
}

static bool write_doubles(range_encoder *e, fpzip_model *m, const fpzip_shape *shape, const uint8_t *table, reel_memory *out)
{
    return write_values(e, m, shape, table, out, true);
}

static void give_header(range_encoder *e, const fpzip_shape *shape)
{
    for (size_t i = 0; i < sizeof FPZIP_MAGIC; i++) give_bits(e, 8, (uint8_t)FPZIP_MAGIC[i]);
    give_bits(e, 16, FPZIP_VERSION);
    give_bits(e, 8, FPZIP_FAST_MODE);
    give_bits(e, 1, shape->wide);
    give_bits(e, 7, 0); /* precision: all of it */
    give_bits(e, 32, shape->columns);
    give_bits(e, 32, shape->rows);
    give_bits(e, 32, 1);
    give_bits(e, 32, 1);
}

reel_status reel__fpzip_encode(const fpzip_shape *shape, const void *table, reel_memory *out, reel_error *error)
{
    size_t start = out->size;
    fpzip_model model;
    range_encoder e = { .range = UINT32_MAX };
    bool good = reel__memory_room(out, 2 * FPZIP_VALUE_BYTES);
    if (good) {
        e.at = out->data + out->size;
        give_header(&e, shape);
        out->size = (size_t)(e.at - out->data);
        /* cppcheck-suppress uninitvar ; both begin it */
        good = (shape->wide ? write_doubles : write_floats)(&e, &model, shape, table, out) &&
               reel__memory_room(out, FPZIP_VALUE_BYTES);
    }
    if (!good) {
        out->size = start;
        return reel__memory_fail(error);
    }
    e.at = out->data + out->size;
    store_low(&e);
    out->size += sizeof e.low;
    return REEL_OK;
}

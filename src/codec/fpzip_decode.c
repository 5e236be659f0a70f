/* SPDX-License-Identifier: MIT
 * Reads fpzip streams: a carryless range coder of 32 bits, one adaptive model, the Lorenzo predictor of two dimensions.
 *
 * The chain from one value to the next limits the speed. A value's prediction needs the value before it, its bits come in steps of at most
 * 16, and each step divides by a range that the step before it made. Nothing in the chain can overlap, so the code avoids what a processor
 * would have to guess: the bytes that a step shifts in are counted instead of looped over, signs are applied without branches, and a
 * symbol is found with a table of buckets. The format's authors keep `low` and `code`; only their difference, here `rest`, is divided. */
#include "codec/fpzip_model.h"

static const char section[] = "fpzip";

/* ---- decoding --------------------------------------------------------------------------------------------------- */

typedef struct range_decoder {
    uint32_t low, range, rest;
    const uint8_t *at;
} range_decoder;

FORCE_INLINE void shift_in(range_decoder *d, uint32_t bytes)
{
    uint64_t ahead = (uint64_t)d->rest << 32 | reel_load_u32be(d->at);
    d->rest = (uint32_t)(ahead >> (32 - 8 * bytes));
    d->low <<= 8 * bytes;
    d->at += bytes;
}

FORCE_INLINE void narrow(range_decoder *d, uint32_t low, uint32_t width)
{
    d->low += d->range * low;
    d->rest -= d->range * low;
    d->range *= width;
    uint32_t bytes = settled_bytes(d->low, d->range);
    shift_in(d, bytes);
    d->range <<= 8 * bytes;
    if (d->range < FPZIP_TOTAL) { /* a carry may still come: give up what is above it */
        shift_in(d, 2);
        d->range = 0 - d->low;
    }
}

/* A number of up to 64 bits, the low ones first; false: corrupt. */
FORCE_INLINE bool take_bits(range_decoder *d, uint32_t bits, uint64_t *value)
{
    uint64_t got = 0;
    for (uint32_t at = 0;; at += FPZIP_STEP_BITS, bits -= FPZIP_STEP_BITS) {
        uint32_t step = bits > FPZIP_STEP_BITS ? FPZIP_STEP_BITS : bits;
        d->range >>= step;
        uint32_t part = d->rest / d->range;
        if (part >> step) return false;
        narrow(d, part, 1);
        got |= (uint64_t)part << at;
        if (bits <= FPZIP_STEP_BITS) break;
    }
    *value = got;
    return true;
}

FORCE_INLINE bool take_symbol(range_decoder *d, fpzip_model *m, uint32_t *symbol)
{
    d->range >>= FPZIP_TOTAL_LOG;
    uint32_t part = d->rest / d->range;
    if (part >= FPZIP_TOTAL) return false;
    uint32_t s = m->first[part >> FPZIP_BUCKET_LOG];
    while (m->starts[s + 1] <= part) s++;
    uint32_t low = m->starts[s], width = m->starts[s + 1] - low;
    count_symbol(m, s);
    narrow(d, low, width);
    *symbol = s;
    return true;
}

/* Copies the last bytes to where bytes behind them may be loaded. */
static void enter_tail(fpzip_decoder *r, range_decoder *d)
{
    size_t left = (size_t)(r->end - d->at);
    memset(r->tail, 0, sizeof r->tail);
    if (left) memcpy(r->tail, d->at, left);
    r->before = r->size - left;
    d->at = r->tail;
    r->fence = r->end = r->tail + left;
}

/* After each value: is there enough in front, or was there enough for it? */
FORCE_INLINE bool past_fence(fpzip_decoder *r, range_decoder *d)
{
    if (d->at <= r->fence) return false;
    if (r->fence != r->end) enter_tail(r, d);
    return d->at > r->end;
}

static void resume(const fpzip_decoder *r, range_decoder *d) { *d = (range_decoder){ r->low, r->range, r->rest, r->at }; }

static void suspend(fpzip_decoder *r, const range_decoder *d)
{
    r->low = d->low, r->range = d->range, r->rest = d->rest, r->at = d->at;
    bool tail = r->fence == r->end;
    r->used = tail ? r->before + (size_t)(d->at - r->tail) : (size_t)(d->at - r->data);
    if (r->used > r->size) r->used = r->size;
}

FORCE_INLINE bool take_value(range_decoder *d, fpzip_model *m, uint64_t prediction, uint64_t *value, bool wide)
{
    const uint32_t equal = wide ? 64 : 32;
    uint32_t symbol;
    if (!take_symbol(d, m, &symbol)) return false;
    *value = prediction;
    if (symbol == equal) return true;
    bool less = symbol < equal;
    uint32_t bits = (uint32_t)negated_if(less, (uint64_t)symbol - equal) - 1;
    uint64_t difference, order = order_of(prediction, wide);
    if (!take_bits(d, bits, &difference)) return false;
    difference += UINT64_C(1) << bits;
    *value = value_of((order + negated_if(less, difference)) & all_bits(wide), wide);
    return true;
}

/* Decodes values up to `end` of one row. Returns how many of the row there are then; fewer than `end` after damage. */
FORCE_INLINE uint32_t read_row(fpzip_decoder *r, range_decoder *d, uint8_t *row, const uint8_t *row_above, uint32_t at,
                               uint32_t end, bool wide)
{
    uint64_t left = at ? load_value(row, at - 1, wide) : 0;
    uint64_t diagonal = at && row_above ? load_value(row_above, at - 1, wide) : 0;
    for (; at < end; at++) {
        uint64_t above = row_above ? load_value(row_above, at, wide) : 0;
        if (!take_value(d, &r->model, predict(left, above, diagonal, wide), &left, wide)) {
            r->failed = REEL_CORRUPT;
            break;
        }
        if (past_fence(r, d)) {
            r->failed = REEL_TRUNCATED;
            break;
        }
        store_value(row, at, left, wide);
        diagonal = above;
    }
    return at;
}

FORCE_INLINE void read_values(fpzip_decoder *r, uint8_t *table, uint64_t count, bool wide)
{
    const size_t row_size = (size_t)r->shape.columns * (wide ? sizeof(double) : sizeof(float));
    range_decoder d;
    resume(r, &d);
    while (r->made < count && r->failed == REEL_OK) {
        uint64_t row_index = r->made / r->shape.columns, left = count - r->made;
        uint32_t at = (uint32_t)(r->made % r->shape.columns), end = r->shape.columns;
        if (end - at > left) end = at + (uint32_t)left;
        uint8_t *row = table + (size_t)row_index * row_size;
        r->made += read_row(r, &d, row, row_index ? row - row_size : NULL, at, end, wide) - at;
    }
    suspend(r, &d);
}

static void read_floats(fpzip_decoder *r, uint8_t *table, uint64_t count) { read_values(r, table, count, false); }
static void read_doubles(fpzip_decoder *r, uint8_t *table, uint64_t count) { read_values(r, table, count, true); }

reel_status reel__fpzip_decode(fpzip_decoder *r, void *table, uint64_t count, reel_error *error)
{
    if (count > r->values) count = r->values;
    if (r->failed == REEL_OK && r->made < count) {
        (r->shape.wide ? read_doubles : read_floats)(r, table, count);
        unsigned long long index = r->made, values = r->values;
        /* A damaged value that also asked for bytes behind the end is truncated. */
        if (r->failed == REEL_TRUNCATED || (r->failed == REEL_CORRUPT && r->at > r->end))
            r->failed = reel_fail(&r->error, REEL_TRUNCATED, "fpzip.truncated", section, r->size,
                                  "truncated fpzip stream: it ends inside value %llu of %llu", index, values);
        else if (r->failed == REEL_CORRUPT)
            reel_fail(&r->error, REEL_CORRUPT, "fpzip.corrupt", section, r->used,
                      "invalid fpzip stream at value %llu of %llu, near its byte %zu", index, values, r->used);
    }
    if (r->failed != REEL_OK && error) *error = r->error;
    return r->failed;
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

static void start_decoder(fpzip_decoder *r, const uint8_t *data, size_t size)
{
    r->data = data;
    r->size = size;
    r->end = data + size;
    range_decoder d = { .range = UINT32_MAX, .at = data };
    if (size > FPZIP_VALUE_BYTES)
        r->fence = r->end - FPZIP_VALUE_BYTES;
    else
        enter_tail(r, &d);
    d.rest = reel_load_u32be(d.at);
    d.at += sizeof d.rest;
    (void)past_fence(r, &d);
    suspend(r, &d);
}

/* One field of the header; false: the stream ends before it, or it has a value that no encoder writes. */
static bool take_field(fpzip_decoder *r, uint32_t bits, uint32_t *value)
{
    uint64_t got = 0;
    range_decoder d;
    resume(r, &d);
    bool good = take_bits(&d, bits, &got);
    bool past = past_fence(r, &d);
    suspend(r, &d);
    *value = (uint32_t)got;
    if (past)
        r->failed = REEL_TRUNCATED;
    else if (!good)
        r->failed = REEL_CORRUPT;
    return good && !past;
}

static reel_status fail_header(fpzip_decoder *r, reel_error *error)
{
    if (r->failed == REEL_TRUNCATED)
        return reel_fail(error, REEL_TRUNCATED, "fpzip.truncated", section, r->size,
                         "truncated fpzip stream: it ends after %zu bytes, inside its header", r->size);
    return reel_fail(error, REEL_CORRUPT, "fpzip.magic", section, 0,
                     "invalid fpzip stream: its header does not start with \"fpz\"");
}

static reel_status read_identity(fpzip_decoder *r, reel_error *error)
{
    uint32_t byte, version, mode;
    for (size_t i = 0; i < sizeof FPZIP_MAGIC; i++) {
        if (!take_field(r, 8, &byte)) return fail_header(r, error);
        if (byte != (uint8_t)FPZIP_MAGIC[i]) return fail_header(r, error);
    }
    if (!take_field(r, 16, &version) || !take_field(r, 8, &mode)) return fail_header(r, error);
    if (version != FPZIP_VERSION)
        return reel_fail(error, REEL_UNSUPPORTED, "fpzip.version", section, 0, "fpzip codec version %x is not supported",
                         version);
    if (mode != FPZIP_FAST_MODE)
        return reel_fail(error, REEL_UNSUPPORTED, "fpzip.mode", section, 0, "fpzip arithmetic mode %u is not supported", mode);
    return REEL_OK;
}

static reel_status read_shape(fpzip_decoder *r, reel_error *error)
{
    uint32_t type, precision, depth, fields;
    if (!take_field(r, 1, &type) || !take_field(r, 7, &precision) || !take_field(r, 32, &r->shape.columns) ||
        !take_field(r, 32, &r->shape.rows) || !take_field(r, 32, &depth) || !take_field(r, 32, &fields))
        return fail_header(r, error);
    r->shape.wide = type == 1;
    if (precision && precision != 8 * fpzip_value_size(&r->shape))
        return reel_fail(error, REEL_UNSUPPORTED, "fpzip.precision", section, 0, "fpzip with loss (%u bits) is not supported",
                         precision);
    if (depth != 1 || fields != 1)
        return reel_fail(error, REEL_UNSUPPORTED, "fpzip.shape", section, 0,
                         "an fpzip stream of %u tables of %u layers is not supported", fields, depth);
    r->values = (uint64_t)r->shape.columns * r->shape.rows;
    return REEL_OK;
}

/* Before anything is allocated. */
static reel_status check_size(const fpzip_decoder *r, uint64_t limit, reel_error *error)
{
    const fpzip_shape *shape = &r->shape;
    if (reel__fpzip_table_size(shape) > limit)
        return reel_fail(error, REEL_LIMIT, "fpzip.limit", section, 0, "an fpzip table of %u rows of %u columns is too large",
                         shape->rows, shape->columns);
    if (r->values / FPZIP_VALUES_PER_BYTE > r->size)
        return reel_fail(error, REEL_CORRUPT, "fpzip.size", section, 0,
                         "an fpzip stream of %zu bytes cannot have %u rows of %u columns", r->size, shape->rows, shape->columns);
    return REEL_OK;
}

reel_status reel__fpzip_start(fpzip_decoder *r, const uint8_t *data, size_t size, uint64_t limit, reel_error *error)
{
    r->shape = (fpzip_shape){ 0 };
    r->values = r->made = 0;
    r->failed = REEL_OK;
    start_decoder(r, data, size);
    reel_status status = read_identity(r, &r->error);
    if (status == REEL_OK) status = read_shape(r, &r->error);
    if (status == REEL_OK) status = check_size(r, limit, &r->error);
    r->failed = status;
    if (status == REEL_OK)
        reel__fpzip_model_start(&r->model, r->shape.wide);
    else if (error)
        *error = r->error;
    return status;
}

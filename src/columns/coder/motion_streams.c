/* SPDX-License-Identifier: MIT
 * Of a row come three components of the rotation, the one that was largest in the row before, and the position. A residual is the
 * difference of the bits of two floats, the value and its prediction: with the same sign that is their distance in order, and with
 * different signs it is long in any case.
 *
 * The length of a residual is expected to be what it was in the rows before, taken together with the exponent of its prediction, so that
 * a hand that passes zero does not upset it. With fitted coefficients it also follows what was unexpected in the values before: that
 * makes a chain of the values, and is worth 0.0012 of the size. Otherwise only the position in the stream is a chain: a load, a table of
 * 256 codes and two additions. */
#include "columns/coder/motion_streams.h"

#include "columns/coder/bits.h"

enum {
    CODE_BITS = 8, /* of a code, at most */
    CODES = 1 << CODE_BITS,
    SYMBOLS = 16,
    ESCAPE = 15, /* the length follows */
    ESCAPE_BITS = 6,
    MIDDLE = 10,          /* symbol of a residual as long as expected */
    LENGTH_MOST = 32,     /* of a residual */
    FRACTION = 8,         /* bits of fractions of lengths */
    LENGTH_START = 141,   /* length and exponent before anything is known */
    EXPONENT_LEAST = 100, /* smaller exponents count as this */
    LARGEST = 3,          /* slot of the component that was largest, and its average */
    AVERAGES = MOTION_VALUES + 1,
    TABLES = 4, /* by the fraction of the expected length; two more for the largest */
    VALUE_BYTES = (CODE_BITS + ESCAPE_BITS + LENGTH_MOST + 7) / 8,
    SLACK = (MOTION_VALUES + 1) * VALUE_BYTES + BITS_SLACK /* what one row can read after a stream's end */
};

#define SIGN 0x80000000u
#define TOO_LARGE 0x461c4000u /* the bits of 10^4 */
#define FNV_PRIME UINT64_C(1099511628211)

/* What a table says of the next CODE_BITS bits: the length of the code in the lowest bits, the symbol above. */
enum { ENTRY_SHIFT = 4, ENTRY_LENGTH = 15, ENTRY_ESCAPE = 512 /* more than any length */ };

typedef struct stream_table {
    uint16_t entries[CODES];
} stream_table;

typedef enum stream_mode { STREAM_WRITE, STREAM_READ, STREAM_TRACE } stream_mode;

/* A value before its code is known. */
typedef struct stream_record {
    uint32_t bits;
    uint8_t table, symbol, length;
} stream_record;

typedef struct stream_device {
    double last[MOTION_VALUES], before[MOTION_VALUES]; /* x y z w, x y z of the row before this one, and of the one before that */
    int32_t quick[AVERAGES], slow[AVERAGES];           /* averages of length and exponent, in 1 / 256 */
    int32_t bias;                        /* of lengths against what was expected, except of the largest; if fitted */
    uint32_t component[MOTION_ROTATION]; /* in the order of coding: the last one is the largest of the row before */
    uint32_t sign;                       /* of the rotation's floats, which are negated by it */
    motion_history history;              /* if fitted */
} stream_device;

typedef struct stream_coder {
    const uint8_t *bits;
    uint64_t at;                /* next bit */
    const stream_table *tables; /* TABLES */
    stream_record *record;
    uint64_t hash;
} stream_coder;

/* The others come first, in their order. */
static void set_largest(stream_device *s, uint32_t largest)
{
    for (uint32_t k = 0; k < LARGEST; k++) s->component[k] = k + (k >= largest);
    s->component[LARGEST] = largest;
}

static void device_begin(stream_device *s, unsigned grain)
{
    memset(s, 0, sizeof *s);
    set_largest(s, 0);
    for (int k = 0; k < AVERAGES; k++) s->quick[k] = s->slow[k] = (LENGTH_START - (int32_t)grain) << FRACTION;
}

/* ---- one value -------------------------------------------------------------------------------------------------- */

FORCE_INLINE uint32_t value_write(stream_coder *c, uint32_t residual, int32_t expected, unsigned table)
{
    uint32_t negative = 0 - (residual >> 31), size = (residual ^ negative) - negative, length = bits_length(size);
    int32_t symbol = (int32_t)length - (expected >> FRACTION) + MIDDLE;
    if (symbol < 0 || symbol > ESCAPE) symbol = ESCAPE;
    uint32_t mask = (uint32_t)((UINT64_C(1) << length) - 1);
    *c->record++ = (stream_record){ size ^ (negative & mask), (uint8_t)table, (uint8_t)symbol, (uint8_t)length };
    return length;
}

FORCE_INLINE uint32_t value_read(stream_coder *c, uint32_t *residual, int32_t expected, unsigned table)
{
    uint64_t word = reel_load_u64le(c->bits + (c->at >> 3)) >> (c->at & 7);
    uint32_t entry = c->tables[table].entries[word & (CODES - 1)], code = entry & ENTRY_LENGTH;
    uint32_t length = (entry >> ENTRY_SHIFT) + (uint32_t)((expected >> FRACTION) - MIDDLE);
    word >>= code;
    c->at += code;
    if (MOTION_RARELY(length > LENGTH_MOST)) {
        length = word & ((1 << ESCAPE_BITS) - 1);
        length = length > LENGTH_MOST ? LENGTH_MOST : length;
        word >>= ESCAPE_BITS;
        c->at += ESCAPE_BITS;
    }
    c->at += length;
    uint64_t mask = (UINT64_C(1) << length) - 1;
    word &= mask;
    uint32_t negative = 0 - (uint32_t)(2 * word <= mask);
    *residual = (uint32_t)word - ((uint32_t)mask & negative);
    return length;
}

/* How the rows of a group are coded. Of the usual groups these are constants. */
typedef struct stream_style {
    bool fitted;
    unsigned grain; /* bits of every float that are 0 and are not coded, from the lowest on */
} stream_style;

/* Codes the bits of a float, and returns them. `average` is the number of its averages. */
FORCE_INLINE uint32_t value_code(stream_coder *c, stream_device *s, uint32_t average, bool is_largest, uint32_t actual,
                                 double prediction, stream_style style, stream_mode mode)
{
    const bool fitted = style.fitted;
    if (mode == STREAM_TRACE) c->hash = (c->hash ^ reel_double_bits(prediction)) * FNV_PRIME;
    uint32_t predicted = reel_float_bits((float)prediction);
    int32_t exponent = (int32_t)(predicted >> 23 & 255), quick = s->quick[average], slow = s->slow[average];
    if (style.grain) predicted = (predicted + (UINT32_C(1) << (style.grain - 1))) >> style.grain;
    uint32_t residual = (actual >> style.grain) - predicted;
    if (exponent < EXPONENT_LEAST) exponent = EXPONENT_LEAST;
    int32_t expected = ((quick + slow) >> 1) - (exponent << FRACTION);
    if (fitted && !is_largest) expected += s->bias >> 1;
    unsigned table = ((unsigned)expected >> (FRACTION - 1) & 1) + (is_largest ? 2 : 0);
    uint32_t length = mode == STREAM_READ ? value_read(c, &residual, expected, table) : value_write(c, residual, expected, table);
    int32_t both = ((int32_t)length + exponent) << FRACTION;
    if (fitted && !is_largest) s->bias += (((int32_t)length << FRACTION) - expected - s->bias) >> 3;
    s->quick[average] = quick + ((both - quick) >> 2);
    s->slow[average] = slow + ((both - slow) >> 4);
    return (predicted + residual) << style.grain;
}

/* ---- one device in one row -------------------------------------------------------------------------------------- */

/* Values for arithmetic, of floats whose sign `sign` changed: those that are usual are not asked one by one. */
FORCE_INLINE void numbers_of(const uint32_t *bits, int count, uint32_t sign, double *to)
{
    bool strange = false;
    for (int k = 0; k < count; k++) {
        strange = strange || (bits[k] & ~SIGN) >= TOO_LARGE;
        to[k] = (double)reel_float_of(bits[k]);
    }
    if (MOTION_RARELY(strange))
        for (int k = 0; k < count; k++) to[k] = motion_value(bits[k] ^ sign) * (sign ? -1 : 1);
}

/* The row that a device is in. */
typedef struct stream_row {
    const motion_terms *terms;
    double pace;
    size_t row;
    uint8_t *rotation, *position;
} stream_row;

/* The step of the row before again, once there was one. */
FORCE_INLINE void predict_step(const double *last, const double *before, int count, size_t row, double *to)
{
    if (MOTION_RARELY(row < 2))
        for (int k = 0; k < count; k++) to[k] = last[k];
    else
        for (int k = 0; k < count; k++) to[k] = last[k] + (last[k] - before[k]);
}

FORCE_INLINE void predict_rotation(stream_device *s, const stream_row *r, bool fitted, double *to)
{
    lanes turn;
    if (fitted) {
        motion_begin_row(&s->history, r->row);
        turn = motion_predict_turn(&s->history, r->terms, r->pace, r->row, true);
    } else {
        predict_step(s->last, s->before, MOTION_ROTATION, r->row, turn.v);
    }
    for (int k = 0; k < MOTION_ROTATION; k++) to[k] = turn.v[s->component[k]];
}

FORCE_INLINE void predict_position(stream_device *s, const stream_row *r, bool fitted, double *to)
{
    if (fitted) {
        lanes move = motion_predict_move(&s->history, r->terms, r->pace, r->row, true);
        for (int k = 0; k < MOTION_AXES; k++) to[k] = move.v[k];
    } else {
        predict_step(s->last + MOTION_ROTATION, s->before + MOTION_ROTATION, MOTION_AXES, r->row, to);
    }
}

/* What the row adds to the history. */
FORCE_INLINE void set_rotation(stream_device *s, bool fitted, const double *slots)
{
    lanes q;
    for (int k = 0; k < MOTION_ROTATION; k++) q.v[s->component[k]] = slots[k];
    if (fitted) {
        s->history.past[0]->rotation = q;
        motion_turned(s->history.past, true);
    } else {
        memcpy(s->before, s->last, sizeof q);
        memcpy(s->last, q.v, sizeof q);
    }
    uint32_t largest = (uint32_t)motion_largest(q.v);
    if (MOTION_RARELY(largest != s->component[LARGEST])) set_largest(s, largest);
}

FORCE_INLINE void set_position(stream_device *s, bool fitted, const double *p)
{
    double *last = s->last + MOTION_ROTATION, *before = s->before + MOTION_ROTATION;
    if (fitted) {
        s->history.past[0]->position = (lanes){ .v = { p[0], p[1], p[2], 0 } };
        motion_moved(s->history.past);
    } else {
        memcpy(before, last, MOTION_AXES * sizeof *p);
        memcpy(last, p, MOTION_AXES * sizeof *p);
    }
}

/* What the length 1 of a rotation leaves for the component that comes last. */
FORCE_INLINE double largest_of(const stream_device *s, const double *others, double predicted)
{
    double rest = 1 - others[0] * others[0] - others[1] * others[1] - others[2] * others[2], size = sqrt(rest > 0 ? rest : 0);
    bool negative = s->sign ? !(predicted > 0) : predicted < 0;
    return negative ? -size : size;
}

FORCE_INLINE void rotation_code(stream_coder *c, stream_device *s, const stream_row *r, stream_style style, stream_mode mode)
{
    const bool fitted = style.fitted;
    uint32_t bits[MOTION_ROTATION] = { 0 };
    double predicted[MOTION_ROTATION], now[MOTION_ROTATION];
    for (int k = 0; k < MOTION_ROTATION && mode != STREAM_READ; k++)
        bits[k] = motion_load(r->rotation + 4 * s->component[k]) ^ s->sign;
    predict_rotation(s, r, fitted, predicted);
    for (int k = 0; k < LARGEST; k++) bits[k] = value_code(c, s, s->component[k], false, bits[k], predicted[k], style, mode);
    numbers_of(bits, LARGEST, s->sign, now);
    bits[LARGEST] = value_code(c, s, MOTION_VALUES, true, bits[LARGEST], largest_of(s, now, predicted[LARGEST]), style, mode);
    numbers_of(bits + LARGEST, 1, s->sign, now + LARGEST);
    for (int k = 0; k < MOTION_ROTATION && mode == STREAM_READ; k++) {
        uint32_t value = bits[k] ^ s->sign;
        memcpy(r->rotation + 4 * s->component[k], &value, sizeof value);
    }
    set_rotation(s, fitted, now);
}

FORCE_INLINE void position_code(stream_coder *c, stream_device *s, const stream_row *r, stream_style style, stream_mode mode)
{
    const bool fitted = style.fitted;
    uint32_t bits[MOTION_AXES] = { 0 };
    double predicted[MOTION_AXES], now[MOTION_AXES];
    if (mode != STREAM_READ) memcpy(bits, r->position, sizeof bits);
    predict_position(s, r, fitted, predicted);
    for (uint32_t k = 0; k < MOTION_AXES; k++)
        bits[k] = value_code(c, s, MOTION_ROTATION + k, false, bits[k], predicted[k], style, mode);
    numbers_of(bits, MOTION_AXES, 0, now);
    if (mode == STREAM_READ) memcpy(r->position, bits, sizeof bits);
    set_position(s, fitted, now);
}

FORCE_INLINE void row_code(stream_coder *c, stream_device *s, const stream_row *r, stream_style style, stream_mode mode)
{
    rotation_code(c, s, r, style, mode);
    position_code(c, s, r, style, mode);
}

/* ---- tables ----------------------------------------------------------------------------------------------------- */

/* The lowest CODE_BITS bits, the other way round. */
static uint32_t reversed(uint32_t value)
{
    uint32_t result = 0;
    for (int bit = 0; bit < CODE_BITS; bit++) result |= (value >> bit & 1) << (CODE_BITS - 1 - bit);
    return result;
}

/* Codes are numbered by length, then by symbol; a code's highest bit comes first. False: they are not all that there can be. */
static bool build_table(const uint8_t *lengths, stream_table *table)
{
    uint32_t at = 0;
    for (unsigned symbol = 0; symbol < SYMBOLS; symbol++)
        if (lengths[symbol] > CODE_BITS) return false;
    for (unsigned length = 1; length <= CODE_BITS; length++)
        for (unsigned symbol = 0; symbol < SYMBOLS; symbol++)
            for (unsigned i = 0; lengths[symbol] == length && i < (unsigned)CODES >> length; i++) {
                unsigned value = symbol == ESCAPE ? ENTRY_ESCAPE : symbol;
                if (at == CODES) return false;
                table->entries[reversed(at++)] = (uint16_t)(value << ENTRY_SHIFT | length);
            }
    return at == CODES;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* The numbers of the two smallest weights that are not 0; -1 for one that is not there. */
static void find_smallest(const uint64_t *weights, int count, int pair[2])
{
    pair[0] = pair[1] = -1;
    for (int n = 0; n < count; n++) {
        if (!weights[n]) continue;
        if (pair[0] < 0 || weights[n] < weights[pair[0]]) {
            pair[1] = pair[0];
            pair[0] = n;
        } else if (pair[1] < 0 || weights[n] < weights[pair[1]])
            pair[1] = n;
    }
}

/* Huffman's: the two rarest are joined until one is left. Returns the greatest length. */
static uint32_t join_rarest(const uint32_t *counts, uint8_t *lengths)
{
    uint64_t weights[2 * SYMBOLS] = { 0 };
    int parent[2 * SYMBOLS] = { 0 }, nodes = SYMBOLS, pair[2];
    uint32_t most = 0;
    for (int s = 0; s < SYMBOLS; s++) weights[s] = counts[s];
    for (find_smallest(weights, nodes, pair); pair[1] >= 0; find_smallest(weights, nodes, pair)) {
        weights[nodes] = weights[pair[0]] + weights[pair[1]];
        weights[pair[0]] = weights[pair[1]] = 0;
        parent[pair[0]] = parent[pair[1]] = nodes++;
    }
    for (int s = 0; s < SYMBOLS; s++) {
        lengths[s] = 0;
        for (int n = s; counts[s] && parent[n]; n = parent[n]) lengths[s]++;
        if (lengths[s] > most) most = lengths[s];
    }
    return most;
}

/* Lengths of codes by how often a symbol is there. Frequent symbols count less until no code is too long. There are at least two codes. */
static void choose_lengths(uint32_t *counts, uint8_t *lengths)
{
    for (int s = 0; s < 2; s++) counts[s] += counts[s] == 0;
    while (join_rarest(counts, lengths) > CODE_BITS)
        for (int s = 0; s < SYMBOLS; s++) counts[s] = (counts[s] + 1) / 2;
}

typedef struct stream_codes {
    uint8_t lengths[TABLES][SYMBOLS];
    uint32_t codes[TABLES][SYMBOLS];
} stream_codes;

static void choose_codes(const stream_record *records, size_t count, stream_codes *codes)
{
    uint32_t counts[TABLES][SYMBOLS];
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i < count; i++) counts[records[i].table][records[i].symbol]++;
    for (int t = 0; t < TABLES; t++) {
        uint32_t at = 0;
        choose_lengths(counts[t], codes->lengths[t]);
        for (uint32_t length = 1; length <= CODE_BITS; length++)
            for (int s = 0; s < SYMBOLS; s++) {
                if (codes->lengths[t][s] != length) continue;
                codes->codes[t][s] = reversed(at);
                at += (uint32_t)CODES >> length;
            }
    }
}

static size_t write_stream(const stream_record *records, size_t count, const stream_codes *codes, uint8_t *to)
{
    bit_writer out = { .at = to };
    for (size_t i = 0; i < count; i++) {
        const stream_record *r = &records[i];
        uint64_t value = codes->codes[r->table][r->symbol];
        unsigned length = codes->lengths[r->table][r->symbol];
        if (r->symbol == ESCAPE) {
            value |= (uint64_t)r->length << length;
            length += ESCAPE_BITS;
        }
        bits_put(&out, value | (uint64_t)r->bits << length, length + r->length);
    }
    return (size_t)(bits_end(&out) - to);
}

/* The sign changes if the rotation points away from the row before. */
FORCE_INLINE bool find_flip(stream_device *s, const stream_row *r, bool fitted)
{
    const double *last = fitted ? s->history.ring[(r->row - 1) % MOTION_PAST].rotation.v : s->last;
    double dot = 0;
    for (int k = 0; k < MOTION_ROTATION; k++) dot += motion_value(motion_load(r->rotation + 4 * k) ^ s->sign) * last[k];
    if (dot < 0) s->sign ^= SIGN;
    return dot < 0;
}

static stream_row row_of(const motion_group *group, size_t row, size_t d)
{
    const motion_device *device = &group->device[d];
    stream_row r = { .row = row,
                     .rotation = device->rotation + row * device->rotation_stride,
                     .position = device->position + row * device->position_stride };
    if (!group->fitted) return r;
    r.terms = &group->terms[d];
    r.pace = group->pace[row];
    return r;
}

FORCE_INLINE void code_rows(const motion_group *group, stream_coder *coders, motion_changes *changes, stream_style style,
                            stream_mode mode)
{
    stream_device devices[MOTION_DEVICES];
    for (size_t d = 0; d < group->devices; d++) device_begin(&devices[d], style.grain);
    for (size_t row = 0; row < group->count; row++)
        for (size_t d = 0; d < group->devices; d++) {
            stream_row r = row_of(group, row, d);
            if (find_flip(&devices[d], &r, style.fitted))
                changes->at[changes->count++] = (uint64_t)(row * group->devices + d) << MOTION_CHANGE_BITS | MOTION_FLIP;
            row_code(&coders[d], &devices[d], &r, style, mode);
        }
}

static void code_all_rows(const motion_group *group, stream_coder *coders, motion_changes *changes, stream_mode mode)
{
    if (mode == STREAM_TRACE)
        code_rows(group, coders, changes, (stream_style){ true, 0 }, STREAM_TRACE);
    else if (group->grain)
        code_rows(group, coders, changes, (stream_style){ group->fitted, group->grain }, STREAM_WRITE);
    else if (group->fitted)
        code_rows(group, coders, changes, (stream_style){ true, 0 }, STREAM_WRITE);
    else
        code_rows(group, coders, changes, (stream_style){ false, 0 }, STREAM_WRITE);
}

/* Room for the values of all devices, a part for each. */
static stream_record *give_records(block_writer *block, const motion_group *group, stream_coder *coders)
{
    size_t values = group->count * MOTION_VALUES;
    stream_record *records = reel__block_room(block, values * group->devices, sizeof *records);
    for (size_t d = 0; d < group->devices && records; d++) coders[d] = (stream_coder){ .record = records + d * values };
    return records;
}

void reel__streams_encode(block_writer *block, const motion_group *group, motion_changes *changes, reel_memory *to)
{
    size_t values = group->count * MOTION_VALUES;
    stream_coder coders[MOTION_DEVICES];
    stream_codes codes;
    stream_record *records = give_records(block, group, coders);
    uint8_t *bits = reel__block_room(block, values + BITS_SLACK, VALUE_BYTES);
    if (!records || !bits) return;
    code_all_rows(group, coders, changes, STREAM_WRITE);
    choose_codes(records, values * group->devices, &codes);
    for (size_t t = 0; t < TABLES; t++)
        for (size_t s = 0; s < SYMBOLS; s += 2) {
            uint8_t two = (uint8_t)(codes.lengths[t][s] | codes.lengths[t][s + 1] << 4);
            reel__block_add(block, to, &two, 1);
        }
    for (size_t d = 0; d < group->devices; d++) {
        size_t size = write_stream(records + d * values, values, &codes, bits);
        reel__block_add_leb128(block, to, size);
        reel__block_add(block, to, bits, size);
    }
}

/* The zeros that all floats of the group end with, as far as that many are coded as such; 0 if all are 0. */
unsigned reel__streams_grain(const motion_group *group)
{
    uint32_t all = 0;
    for (size_t d = 0; d < group->devices; d++) {
        const motion_device *device = &group->device[d];
        for (size_t row = 0; row < group->count && !(all & 1); row++) {
            for (size_t k = 0; k < MOTION_ROTATION; k++)
                all |= motion_load(device->rotation + row * device->rotation_stride + 4 * k);
            for (size_t k = 0; k < MOTION_AXES; k++) all |= motion_load(device->position + row * device->position_stride + 4 * k);
        }
    }
    unsigned zeros = all ? bits_length(all & (0 - all)) - 1 : 0;
    return zeros < MOTION_GRAIN_MOST ? zeros : MOTION_GRAIN_MOST;
}

uint64_t reel__streams_hash(block_writer *block, const motion_group *group, motion_changes *changes)
{
    stream_coder coders[MOTION_DEVICES];
    uint64_t hash = 0;
    if (!give_records(block, group, coders)) return 0;
    code_all_rows(group, coders, changes, STREAM_TRACE);
    for (size_t d = 0; d < group->devices; d++) hash = (hash ^ coders[d].hash) * FNV_PRIME;
    return hash;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* From where a code begins to where the next one does is a chain of some 15 cycles, and a device has more instructions in a row than a
 * processor looks ahead. So the same value of all devices is read before the next: the chains overlap. It is worth 14 % of the time, 20 %
 * without coefficients, for 8 % more instructions. */
FORCE_INLINE void read_rotations(stream_coder *c, stream_device *s, const stream_row *r, size_t devices, stream_style style)
{
    uint32_t bits[MOTION_DEVICES][MOTION_ROTATION];
    double predicted[MOTION_DEVICES][MOTION_ROTATION], now[MOTION_DEVICES][MOTION_ROTATION];
    for (size_t d = 0; d < devices; d++) predict_rotation(&s[d], &r[d], style.fitted, predicted[d]);
    for (int k = 0; k < LARGEST; k++)
        for (size_t d = 0; d < devices; d++)
            bits[d][k] = value_code(&c[d], &s[d], s[d].component[k], false, 0, predicted[d][k], style, STREAM_READ);
    for (size_t d = 0; d < devices; d++) {
        numbers_of(bits[d], LARGEST, s[d].sign, now[d]);
        bits[d][LARGEST] = value_code(&c[d], &s[d], MOTION_VALUES, true, 0, largest_of(&s[d], now[d], predicted[d][LARGEST]),
                                      style, STREAM_READ);
    }
    for (size_t d = 0; d < devices; d++) {
        numbers_of(bits[d] + LARGEST, 1, s[d].sign, now[d] + LARGEST);
        for (int k = 0; k < MOTION_ROTATION; k++) {
            uint32_t value = bits[d][k] ^ s[d].sign;
            memcpy(r[d].rotation + 4 * s[d].component[k], &value, sizeof value);
        }
        set_rotation(&s[d], style.fitted, now[d]);
    }
}

FORCE_INLINE void read_positions(stream_coder *c, stream_device *s, const stream_row *r, size_t devices, stream_style style)
{
    uint32_t bits[MOTION_DEVICES][MOTION_AXES];
    double predicted[MOTION_DEVICES][MOTION_AXES], now[MOTION_AXES];
    for (size_t d = 0; d < devices; d++) predict_position(&s[d], &r[d], style.fitted, predicted[d]);
    for (uint32_t k = 0; k < MOTION_AXES; k++)
        for (size_t d = 0; d < devices; d++)
            bits[d][k] = value_code(&c[d], &s[d], MOTION_ROTATION + k, false, 0, predicted[d][k], style, STREAM_READ);
    for (size_t d = 0; d < devices; d++) {
        numbers_of(bits[d], MOTION_AXES, 0, now);
        memcpy(r[d].position, bits[d], sizeof bits[d]);
        set_position(&s[d], style.fitted, now);
    }
}

/* Until a stream is read past its end: the zeros after it are enough for one row. */
FORCE_INLINE bool read_rows(const motion_group *group, size_t count, stream_coder *coders, stream_device *devices,
                            const uint64_t *ends, const motion_changes *changes, stream_style style)
{
    size_t next = 0;
    uint64_t number = 0, flip = changes->count ? changes->at[0] >> MOTION_CHANGE_BITS : UINT64_MAX;
    stream_row rows[MOTION_DEVICES];
    for (size_t row = 0; row < group->count; row++) {
        for (size_t d = 0; d < count; d++, number++) {
            if (MOTION_RARELY(number == flip)) {
                devices[d].sign ^= SIGN;
                flip = ++next < changes->count ? changes->at[next] >> MOTION_CHANGE_BITS : UINT64_MAX;
            }
            rows[d] = row_of(group, row, d);
        }
        read_rotations(coders, devices, rows, count, style);
        read_positions(coders, devices, rows, count, style);
        for (size_t d = 0; d < count; d++)
            if (coders[d].at > ends[d]) return false;
    }
    return true;
}

static bool read_all_rows(const motion_group *group, stream_coder *coders, stream_device *devices, const uint64_t *ends,
                          const motion_changes *changes)
{
#ifdef __OPTIMIZE_SIZE__
    return read_rows(group, group->devices, coders, devices, ends, changes, (stream_style){ group->fitted, group->grain });
#else
    enum { USUAL = 3 }; /* a head and two hands */
    const stream_style style = { group->fitted, group->grain };
    if (style.grain || group->devices != USUAL) return read_rows(group, group->devices, coders, devices, ends, changes, style);
    return group->fitted ? read_rows(group, USUAL, coders, devices, ends, changes, (stream_style){ true, 0 })
                         : read_rows(group, USUAL, coders, devices, ends, changes, (stream_style){ false, 0 });
#endif
}

reel_status reel__streams_decode(block_source *source, reel_cursor *in, const motion_group *group, const motion_changes *changes)
{
    stream_coder coders[MOTION_DEVICES] = { { 0 } };
    uint64_t ends[MOTION_DEVICES];
    stream_table *tables = reel__source_room(source, TABLES, sizeof *tables);
    stream_device *devices = reel__source_room(source, group->devices, sizeof *devices);
    const uint8_t *packed = reel_take(in, TABLES * SYMBOLS / 2);
    if (!tables || !devices) return reel__memory_fail(source->error);
    for (size_t t = 0; t < TABLES; t++) {
        uint8_t lengths[SYMBOLS];
        for (size_t s = 0; s < SYMBOLS && packed; s++) lengths[s] = packed[(t * SYMBOLS + s) / 2] >> (s % 2 * 4) & 15;
        if (!packed || !build_table(lengths, &tables[t])) return reel__source_corrupt(source, in, "codes that do not add up");
    }
    for (size_t d = 0; d < group->devices; d++) {
        size_t size;
        reel_status status = reel__source_part(source, in, SLACK, &coders[d].bits, &size);
        if (status != REEL_OK) return status;
        coders[d].tables = tables;
        device_begin(&devices[d], group->grain);
        ends[d] = (uint64_t)size * 8;
    }
    bool whole = read_all_rows(group, coders, devices, ends, changes);
    whole = whole && !reel_left(in);
    for (size_t d = 0; d < group->devices && whole; d++) whole = ends[d] - coders[d].at < 8;
    return whole ? REEL_OK : reel__source_corrupt(source, in, "motion that does not end with its rows");
}

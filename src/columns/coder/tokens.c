/* SPDX-License-Identifier: MIT */
#include "columns/coder/tokens.h"

enum { MANY = 1024, BITS_FEW = 10, BITS_MANY = 11, LOG_SCALE = 256, VALUE_BYTES = 8 };

static unsigned table_bits(size_t count) { return count < MANY ? BITS_FEW : BITS_MANY; }
static unsigned states_of(size_t count) { return count < MANY ? 1 : RANS_STATES; }

typedef uint32_t token_counts[TOKEN_CONTEXTS][TOKEN_SYMBOLS];

static void count_tokens(const uint8_t *tokens, const uint8_t *row, size_t count, token_context context,
                         uint32_t (*counts)[TOKEN_SYMBOLS])
{
    unsigned before = 0;
    memset(counts, 0, token_tables(context) * sizeof *counts);
    for (size_t i = 0; i < count; i++) {
        counts[token_table(context, before, row ? row[i] : 0)][tokens[i]]++;
        before = tokens[i];
    }
}

/* Bits that a symbol takes in a table. */
enum { TABLE_SYMBOL_BITS = 7, TABLE_BITS = 8 };

uint64_t reel__tokens_cost(const uint8_t *tokens, const uint8_t *row, size_t count, token_context context)
{
    token_counts counts;
    uint64_t cost = 0, bits = 0;
    count_tokens(tokens, row, count, context, counts);
    for (size_t t = 0; t < token_tables(context); t++) {
        uint64_t total = 0;
        for (unsigned s = 0; s < TOKEN_SYMBOLS; s++) {
            uint64_t n = counts[t][s];
            if (!n) continue;
            total += n;
            cost -= n * reel__rans_log2(n);
            bits += n * token_bits(s) + TABLE_SYMBOL_BITS;
        }
        if (total) cost += total * reel__rans_log2(total);
        bits += TABLE_BITS;
    }
    return bits + cost / LOG_SCALE;
}

static void write_symbols(block_writer *block, const uint8_t *tokens, const uint8_t *row, size_t count, token_context context,
                          uint16_t (*frequencies)[TOKEN_SYMBOLS], reel_memory *to)
{
    uint16_t starts[TOKEN_CONTEXTS][TOKEN_SYMBOLS];
    unsigned bits = table_bits(count), states = states_of(count);
    for (size_t t = 0; t < token_tables(context); t++) {
        uint16_t sum = 0;
        for (size_t s = 0; s < TOKEN_SYMBOLS; s++) {
            starts[t][s] = sum;
            sum = (uint16_t)(sum + frequencies[t][s]);
        }
    }
    uint8_t *room = reel__block_room(block, count, RANS_STEP), state[4];
    if (!room) return;
    uint8_t *end = room + count * RANS_STEP;
    rans_encoder encoder = rans_encoder_at(end);
    for (size_t i = count; i-- > 0;) {
        unsigned table = token_table(context, i ? tokens[i - 1] : 0, row ? row[i] : 0);
        rans_put(&encoder, frequencies[table][tokens[i]], starts[table][tokens[i]], bits, (unsigned)i & (states - 1));
    }
    for (unsigned s = 0; s < states; s++) {
        reel_store_u32le(state, encoder.state[s]);
        reel__block_add(block, to, state, sizeof state);
    }
    reel__block_add(block, to, encoder.at, (size_t)(end - encoder.at));
}

void reel__tokens_encode(block_writer *block, const uint64_t *values, const uint8_t *tokens, const uint8_t *row, size_t count,
                         token_context context, reel_memory *to)
{
    token_counts counts;
    uint16_t frequencies[TOKEN_CONTEXTS][TOKEN_SYMBOLS];
    uint8_t *room =
        reel__block_room(block, count * VALUE_BYTES + TOKEN_CONTEXTS * RANS_TABLE_MOST(TOKEN_SYMBOLS) + BITS_SLACK, 1);
    if (!room) return;
    bit_writer out = { .at = room };
    count_tokens(tokens, row, count, context, counts);
    for (size_t t = 0; t < token_tables(context); t++) {
        reel__rans_normalise(counts[t], TOKEN_SYMBOLS, table_bits(count), frequencies[t]);
        reel__rans_write_table(&out, frequencies[t], TOKEN_SYMBOLS);
    }
    for (size_t i = 0; i < count; i++) {
        unsigned bits = token_bits(tokens[i]);
        bits_put_long(&out, values[i] - token_base(tokens[i]), bits);
    }
    reel_memory symbols = reel__block_part(block);
    write_symbols(block, tokens, row, count, context, frequencies, &symbols);
    size_t size = (size_t)(bits_end(&out) - room);
    reel__block_add_leb128(block, to, size);
    reel__block_add(block, to, room, size);
    reel__block_add_leb128(block, to, symbols.size);
    reel__block_add(block, to, symbols.data, symbols.size);
    reel_memory_free(&symbols);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

enum { AT_ONCE = 64 }; /* values between two looks at the end */

typedef struct token_source {
    bit_reader bits;
    const uint8_t *bits_end, *symbols_end;
    rans_decoder states;
    const rans_slot *slots;
    unsigned table_bits, states_used;
} token_source;

static reel_status open_tokens(block_source *source, reel_cursor *in, size_t count, token_context context, token_source *tokens)
{
    size_t size, tables = token_tables(context);
    tokens->table_bits = table_bits(count);
    tokens->states_used = states_of(count);
    const uint8_t *bits = NULL, *symbols = NULL;
    reel_status status = reel__source_part(
        source, in, AT_ONCE * VALUE_BYTES + TOKEN_CONTEXTS * RANS_TABLE_MOST(TOKEN_SYMBOLS) + BITS_SLACK, &bits, &size);
    if (status != REEL_OK) return status;
    tokens->bits_end = bits + size;
    tokens->bits.at = bits;
    rans_slot *slots = reel__source_slots(source);
    if (!slots) return reel__memory_fail(source->error);
    for (size_t t = 0; t < tables; t++) {
        uint16_t frequencies[TOKEN_SYMBOLS];
        if (!reel__rans_read_table(&tokens->bits, frequencies, TOKEN_SYMBOLS, tokens->table_bits) ||
            tokens->bits.at > tokens->bits_end)
            return reel__source_corrupt(source, in, "frequencies that do not add up");
        reel__rans_build(frequencies, TOKEN_SYMBOLS, tokens->table_bits, slots + (t << tokens->table_bits));
    }
    tokens->slots = slots;
    status = reel__source_part(source, in, AT_ONCE * RANS_STEP + BITS_SLACK, &symbols, &size);
    if (status != REEL_OK) return status;
    if (size < tokens->states_used * 4u) return reel__source_corrupt(source, in, "numbers without symbols");
    for (unsigned s = 0; s < tokens->states_used; s++) tokens->states.state[s] = reel_load_u32le(symbols + 4 * s);
    tokens->states.at = symbols + 4u * tokens->states_used;
    tokens->symbols_end = symbols + size;
    return reel__source_spend(source, in, tables << tokens->table_bits);
}

/* By symbol: how many bits follow it, and its classes. */
static const uint8_t bits_after[TOKEN_SYMBOLS] = {
#define BITS(n) (n), (n)
#define BITS_8(n) BITS(n), BITS((n) + 1), BITS((n) + 2), BITS((n) + 3), BITS((n) + 4), BITS((n) + 5), BITS((n) + 6), BITS((n) + 7)
    [TOKEN_DIRECT] = BITS_8(3),
    BITS_8(11),
    BITS_8(19),
    BITS_8(27),
    BITS_8(35),
    BITS_8(43),
    BITS_8(51),
    BITS(59),
    BITS(60),
    BITS(61),
    BITS(62),
#undef BITS_8
#undef BITS
};

/* The next symbol of one of the states. */
static inline unsigned next_symbol(uint32_t *state, const uint8_t **at, const rans_slot *slots, unsigned bits)
{
    const uint32_t x = *state;
    const rans_slot slot = slots[x & ((1u << bits) - 1)];
    const uint32_t next = (slot >> RANS_FREQUENCY_SHIFT & RANS_FREQUENCY_MASK) * (x >> bits) + (slot >> RANS_OFFSET_SHIFT);
    const uint32_t low = next < RANS_LOW;
    *state = low ? next << 16 | reel_load_u16le(*at) : next;
    *at += low ? RANS_STEP : 0;
    return slot & RANS_SYMBOL_MASK;
}

/* The symbols of some rows, from a multiple of four on. `context` is a constant where this is called, so that each has a loop of its own. */
static inline unsigned decode_symbols(token_source *t, token_context context, const uint8_t *row, size_t count, unsigned before,
                                      uint8_t *tokens)
{
    const rans_slot *const slots = t->slots;
    const unsigned bits = t->table_bits;
    const uint8_t *at = t->states.at;
    size_t i = 0;
#define NEXT(n)                                                                                                                  \
    before = next_symbol(&x##n, &at, slots + ((size_t)token_table(context, before, row ? row[i + (n)] : 0) << bits), bits);      \
    tokens[i + (n)] = (uint8_t)before
#ifndef __OPTIMIZE_SIZE__
    if (t->states_used == RANS_STATES) {
        uint32_t x0 = t->states.state[0], x1 = t->states.state[1], x2 = t->states.state[2], x3 = t->states.state[3];
        for (; i + RANS_STATES <= count; i += RANS_STATES) {
            NEXT(0);
            NEXT(1);
            NEXT(2);
            NEXT(3);
        }
        t->states.state[0] = x0, t->states.state[1] = x1, t->states.state[2] = x2, t->states.state[3] = x3;
    }
#endif
    for (const unsigned mask = t->states_used - 1; i < count; i++) {
        uint32_t x0 = t->states.state[i & mask];
        NEXT(0);
        t->states.state[i & mask] = x0;
    }
#undef NEXT
    t->states.at = at;
    return before;
}

static unsigned decode_in_context(token_source *t, token_context context, const uint8_t *row, size_t count, unsigned before,
                                  uint8_t *tokens)
{
#ifdef __OPTIMIZE_SIZE__ /* as for a browser: one loop */
    return decode_symbols(t, context, row, count, before, tokens);
#else
    switch (context) {
    case TOKEN_BEFORE: return decode_symbols(t, TOKEN_BEFORE, NULL, count, before, tokens);
    case TOKEN_BEFORE_FINE: return decode_symbols(t, TOKEN_BEFORE_FINE, NULL, count, before, tokens);
    case TOKEN_ROW: return decode_symbols(t, TOKEN_ROW, row, count, before, tokens);
    case TOKEN_ROW_AND_BEFORE: return decode_symbols(t, TOKEN_ROW_AND_BEFORE, row, count, before, tokens);
    default: return decode_symbols(t, TOKEN_ALONE, NULL, count, before, tokens);
    }
#endif
}

static void decode_values(bit_reader *from, const uint8_t *tokens, size_t count, uint64_t *values)
{
    bit_reader in = *from;
    for (size_t i = 0; i < count; i++) {
        const unsigned token = tokens[i], bits = bits_after[token];
        values[i] = token < TOKEN_DIRECT ? token : ((uint64_t)(2 + (token & 1)) << bits) + bits_get_long(&in, bits);
    }
    *from = in;
}

reel_status reel__tokens_decode(block_source *source, reel_cursor *in, const uint8_t *row, size_t count, token_context context,
                                uint64_t *values, uint8_t *tokens)
{
    token_source t = { 0 };
    reel_status status = open_tokens(source, in, count, context, &t);
    if (status != REEL_OK) return status;
    unsigned before = 0;
    bool whole = true;
    for (size_t from = 0; from < count && whole; from += AT_ONCE) {
        const size_t some = count - from < AT_ONCE ? count - from : AT_ONCE;
        before = decode_in_context(&t, context, row ? row + from : NULL, some, before, tokens + from);
        decode_values(&t.bits, tokens + from, some, values + from);
        whole = t.bits.at <= t.bits_end && t.states.at <= t.symbols_end;
    }
    return whole && t.states.at == t.symbols_end ? REEL_OK
                                                 : reel__source_corrupt(source, in, "numbers that do not end with its rows");
}

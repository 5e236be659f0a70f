/* SPDX-License-Identifier: MIT
 * Integers as symbols and bits: small ones are symbols of their own, of larger ones the symbol has the length and the bit after the
 * highest. Symbols are coded by static tables, of which a context chooses one. */
#ifndef COLUMNS_CODER_TOKENS_H
#define COLUMNS_CODER_TOKENS_H

#include "columns/coder/block.h"
#include "columns/coder/rans.h"

enum {
    TOKEN_DIRECT = 16, /* values below this are their own symbol */
    TOKEN_DIRECT_BITS = 5,
    TOKEN_SYMBOLS = TOKEN_DIRECT + 2 * (64 - 4),
    TOKEN_CONTEXTS = 16
};

/* Which table codes a symbol: one for all; by the symbol before, in four or sixteen classes; by a symbol of the same row in another series,
 * in four classes; by both. */
typedef enum token_context {
    TOKEN_ALONE = 0,
    TOKEN_BEFORE = 1,
    TOKEN_BEFORE_FINE = 2,
    TOKEN_ROW = 3,
    TOKEN_ROW_AND_BEFORE = 4
} token_context;
enum { TOKEN_KINDS = 5 };

static inline uint8_t token_of(uint64_t value)
{
    if (value < TOKEN_DIRECT) return (uint8_t)value;
    unsigned length = bits_length(value);
    return (uint8_t)(TOKEN_DIRECT + 2 * (length - TOKEN_DIRECT_BITS) + (value >> (length - 2) & 1));
}

/* Bits after a symbol. */
static inline unsigned token_bits(unsigned token)
{
    return token < TOKEN_DIRECT ? 0 : (token - TOKEN_DIRECT) / 2 + TOKEN_DIRECT_BITS - 2;
}

/* The value of a symbol whose bits are zero. */
static inline uint64_t token_base(unsigned token)
{
    return token < TOKEN_DIRECT ? token : (uint64_t)(2 + (token & 1)) << token_bits(token);
}

static inline unsigned token_class(unsigned token) { return token == 0 ? 0 : token < 3 ? 1 : token < TOKEN_DIRECT ? 2 : 3; }

static inline unsigned token_class_fine(unsigned token)
{
    return token < 12 ? token : token < TOKEN_DIRECT ? 12 : token < 24 ? 13 : token < 36 ? 14 : 15;
}

static inline unsigned token_table(token_context context, unsigned before, unsigned row)
{
    switch (context) {
    case TOKEN_BEFORE: return token_class(before);
    case TOKEN_BEFORE_FINE: return token_class_fine(before);
    case TOKEN_ROW: return token_class(row);
    case TOKEN_ROW_AND_BEFORE: return 4 * token_class(row) + token_class(before);
    default: return 0;
    }
}

static inline size_t token_tables(token_context context)
{
    return context == TOKEN_ALONE ? 1 : context == TOKEN_BEFORE || context == TOKEN_ROW ? 4 : TOKEN_CONTEXTS;
}

/* Cost in bits of `count` symbols, their bits and tables included. `row` may be NULL unless the context needs it. */
uint64_t reel__tokens_cost(const uint8_t *tokens, const uint8_t *row, size_t count, token_context context);
/* Appends values, whose symbols are `tokens`. */
void reel__tokens_encode(block_writer *block, const uint64_t *values, const uint8_t *tokens, const uint8_t *row, size_t count,
                         token_context context, reel_memory *to);
/* Fills values and their symbols. */
reel_status reel__tokens_decode(block_source *source, reel_cursor *in, const uint8_t *row, size_t count, token_context context,
                                uint64_t *values, uint8_t *tokens);

#endif

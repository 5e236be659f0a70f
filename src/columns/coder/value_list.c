/* SPDX-License-Identifier: MIT
 * A series of few different values is the list of them, and an index for each row. If the most frequent values come first, small indexes
 * are frequent, which is what symbols are made for: steps of time that are multiples of a clock's, for example, are large numbers whose
 * lowest bits would be stored as they are. */
#include "columns/coder/value_list.h"

#include "core/rank.h"

enum { SLOT_PROBES = 24, SLOTS_LEAST = 64, SLOTS_EACH = 4 };

static uint32_t value_slot(const value_list *list, uint64_t value)
{
    uint32_t at = (uint32_t)((value * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & list->mask;
    for (unsigned probe = 0; probe < SLOT_PROBES; probe++, at = (at + 1) & list->mask)
        if (!list->slots[at] || list->values[list->slots[at] - 1] == value) return at;
    return UINT32_MAX;
}

bool reel__value_list_make(block_writer *block, const uint64_t *values, size_t count, size_t most, value_list *list)
{
    list->mask = SLOTS_LEAST - 1;
    while (list->mask < SLOTS_EACH * most) list->mask = 2 * list->mask + 1;
    list->values = reel__block_room(block, most + 1, sizeof *list->values);
    list->slots = reel__block_room(block, (size_t)list->mask + 1, sizeof *list->slots);
    list->count = 0;
    if (!list->values || !list->slots) return false;
    memset(list->slots, 0, ((size_t)list->mask + 1) * sizeof *list->slots);
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = value_slot(list, values[i]);
        if (slot == UINT32_MAX) return false;
        if (list->slots[slot]) continue;
        if (list->count == most) return false;
        list->values[list->count++] = values[i];
        list->slots[slot] = (uint32_t)list->count;
    }
    return true;
}

bool reel__value_list_reorder(value_list *list, const uint64_t *values)
{
    memset(list->slots, 0, ((size_t)list->mask + 1) * sizeof *list->slots);
    memmove(list->values, values, list->count * sizeof *values);
    for (size_t i = 0; i < list->count; i++) {
        uint32_t slot = value_slot(list, list->values[i]);
        if (slot == UINT32_MAX) return false;
        list->slots[slot] = (uint32_t)i + 1;
    }
    return true;
}

bool reel__value_list_index(const value_list *list, const uint64_t *values, size_t count, uint64_t *indexes)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = value_slot(list, values[i]);
        if (slot == UINT32_MAX || !list->slots[slot]) return false;
        indexes[i] = list->slots[slot] - 1;
    }
    return true;
}

/* ---- ranks ------------------------------------------------------------------------------------------------------ */

bool reel__ranks_make(block_writer *block, const uint64_t *values, size_t count, value_list *list, uint64_t *ranks)
{
    enum { INDEX_BITS = 32 };
    uint64_t *keys = reel__block_room(block, list->count, 2 * sizeof *keys);
    if (!keys || !reel__value_list_index(list, values, count, ranks)) return false;
    uint64_t *sorted = keys + list->count;
    for (size_t i = 0; i < list->count; i++) keys[i] = (uint64_t)UINT32_MAX << INDEX_BITS | i;
    for (size_t i = 0; i < count; i++) keys[ranks[i]] -= UINT64_C(1) << INDEX_BITS;
    reel__rank_numbers(keys, sorted, list->count);
    for (size_t i = 0; i < list->count; i++) sorted[i] = list->values[(uint32_t)keys[i]];
    return reel__value_list_reorder(list, sorted) && reel__value_list_index(list, values, count, ranks);
}

static uint8_t *list_tokens(block_writer *block, const value_list *list)
{
    uint8_t *tokens = reel__block_room(block, list->count, 1);
    for (size_t i = 0; i < list->count && tokens; i++) tokens[i] = token_of(list->values[i]);
    return tokens;
}

uint64_t reel__ranks_cost(block_writer *block, const value_list *list)
{
    static const uint64_t fixed_bits = 64; /* a state, and sizes */
    const uint8_t *tokens = list_tokens(block, list);
    return fixed_bits + (tokens ? reel__tokens_cost(tokens, NULL, list->count, TOKEN_ALONE) : 0);
}

void reel__ranks_encode(block_writer *block, const value_list *list, reel_memory *to)
{
    const uint8_t *tokens = list_tokens(block, list);
    if (!tokens) return;
    reel__block_add_leb128(block, to, list->count);
    reel__tokens_encode(block, list->values, tokens, NULL, list->count, TOKEN_ALONE, to);
}

reel_status reel__ranks_decode(block_source *source, reel_cursor *in, size_t count, uint64_t **list, size_t *listed)
{
    uint64_t stated = reel_get_leb128(in);
    if (in->failed || !stated || stated > count) return reel__source_corrupt(source, in, "a list of more values than rows");
    *listed = (size_t)stated;
    *list = reel__source_room(source, *listed, sizeof **list);
    uint8_t *tokens = reel__source_room(source, *listed, 1);
    if (!*list || !tokens) return reel__memory_fail(source->error);
    return reel__tokens_decode(source, in, NULL, *listed, TOKEN_ALONE, *list, tokens);
}

reel_status reel__ranks_replace(block_source *source, reel_cursor *in, const uint64_t *list, size_t listed, uint64_t *values,
                                size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (values[i] >= listed) return reel__source_corrupt(source, in, "the index of a value that is not listed");
        values[i] = list[values[i]];
    }
    return REEL_OK;
}

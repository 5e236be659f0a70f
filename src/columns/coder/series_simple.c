/* SPDX-License-Identifier: MIT
 * Series that need no other list of numbers: what the encoder tries, and the bytes. Candidates are compared by the entropy of their
 * symbols, so that only the winner is coded; zstd is tried beside it where it may win. */
#include "columns/coder/bytes.h"
#include "columns/coder/series.h"
#include "columns/coder/value_list.h"

#include <limits.h>

series_type reel__series_type_of(const coder_field *field)
{
    return (series_type){ .bits = reel__field_bits(field),
                          .is_signed = reel__type_is_signed(field->type),
                          .is_float = field->type == REEL_F32 || field->type == REEL_F64 };
}

/* ---- choosing --------------------------------------------------------------------------------------------------- */

typedef struct series_choice {
    series_model model;
    series_place other;               /* of the model */
    uint64_t base;                    /* of SERIES_SIZES, and what its steps are sums of; of SERIES_SHIFTED, zigzagged */
    series_place terms[SERIES_TERMS]; /* of SERIES_MINUS, the first: what is taken away */
    size_t term_count;
    value_list list;    /* `residuals` are ranks in it, if it has any */
    uint64_t list_cost; /* bits */
    token_context context;
    series_place row; /* of the context */
    const uint8_t *row_tokens;
    uint64_t *residuals; /* in memory of the trial */
    uint8_t *tokens;
    uint64_t cost; /* bits */
} series_choice;

typedef struct series_trial {
    block_writer *block;
    series_context *context;
    series_type type;
    const uint64_t *values; /* in order, if they are floats */
    size_t count;
    series_choice best, now;
    series_choice plain; /* the best one without a list */
} series_trial;

static void tokenize(const uint64_t *residuals, size_t count, uint8_t *tokens)
{
    for (size_t i = 0; i < count; i++) tokens[i] = token_of(residuals[i]);
}

static void keep_if_better(series_trial *trial, uint64_t cost)
{
    if (cost >= trial->best.cost) return;
    trial->now.cost = cost;
    series_choice old = trial->best;
    trial->best = trial->now;
    trial->now.residuals = old.residuals; /* the room of the loser serves the next one */
    trial->now.tokens = old.tokens;
}

/* Bits of the references that a model or context needs, about. */
static const uint64_t fixed_bits = 64, reference_bits = 16;

static void try_model(series_trial *trial, series_model model, series_place other)
{
    trial->now.model = model;
    trial->now.other = other;
    trial->now.context = TOKEN_ALONE;
    trial->now.row_tokens = NULL;
    trial->now.list.count = 0;
    trial->now.list_cost = 0;
    reel__series_forward(&model, trial->type, trial->values, trial->count, trial->now.residuals);
    tokenize(trial->now.residuals, trial->count, trial->now.tokens);
    keep_if_better(trial, fixed_bits + (model.other ? reference_bits : 0) +
                              reel__tokens_cost(trial->now.tokens, NULL, trial->count, TOKEN_ALONE));
}

static void try_context(series_trial *trial, token_context context, const uint8_t *row, series_place place)
{
    uint64_t cost = fixed_bits + (row ? reference_bits : 0) + (trial->best.model.other ? reference_bits : 0) +
                    trial->best.list_cost + reel__tokens_cost(trial->best.tokens, row, trial->count, context);
    if (cost >= trial->best.cost) return;
    trial->best.cost = cost;
    trial->best.context = context;
    trial->best.row_tokens = row;
    trial->best.row = place;
}

static bool can_be_key(const block_writer *block, size_t field)
{
    const coder_field *key = &block->table->fields[field];
    if (!block->written[field] || key->time || reel__field_series(key) != 1 || reel__field_bits(key) == 64 ||
        reel__series_type_of(key).is_float)
        return false;
    const uint64_t *values = block->series[block->first[field]]; /* NULL: text */
    bool varies = false;
    for (size_t i = 0; i < block->count && values; i++) {
        if (values[i] >= SERIES_KEYS) return false;
        varies = varies || values[i] != values[0];
    }
    return values && varies;
}

enum { KEYS_TRIED = 2, ROWS_TRIED = 6 };

static void try_key(series_trial *trial, size_t field)
{
    const uint64_t *key = trial->block->series[trial->block->first[field]];
    series_place place = { (uint16_t)field, 0 };
    try_model(trial, (series_model){ .transform = SERIES_KEYED, .other = key }, place);
    try_model(trial, (series_model){ .transform = SERIES_KEYED_2, .other = key }, place);
}

/* How many different values a key has, if it takes turns: after most values comes what came after them the last time. 0: it does not. */
static size_t turns_of(const uint64_t *key, size_t count)
{
    uint16_t next[SERIES_KEYS] = { 0 }; /* 1 + the key that came after */
    size_t repeated = 0, values = 0;
    for (size_t i = 1; i < count; i++) {
        uint16_t *after = &next[key[i - 1]];
        values += !*after;
        repeated += *after == key[i] + 1;
        *after = (uint16_t)(key[i] + 1);
    }
    return repeated > count / 2 ? values : 0;
}

/* The first few keys, and the one that separates most series. */
static void try_keys(series_trial *trial)
{
    const block_writer *block = trial->block;
    size_t tried = 0, best = 0, most = 0;
    bool best_tried = true;
    for (size_t f = 0; f < block->table->count; f++) {
        if (!can_be_key(block, f)) continue;
        size_t turns = turns_of(block->series[block->first[f]], block->count);
        if (turns > most) {
            most = turns;
            best = f;
            best_tried = tried < KEYS_TRIED;
        }
        if (tried++ < KEYS_TRIED) try_key(trial, f);
    }
    if (!best_tried) try_key(trial, best);
}

/* Whether two series look as if they had a constant difference: at most places of a few. */
static bool is_parallel(const uint64_t *a, const uint64_t *b, size_t count)
{
    enum { PLACES = 16, ENOUGH = 12 };
    unsigned same = 0;
    for (size_t i = 0; i < PLACES; i++) {
        size_t at = (count - 1) * (i + 1) / PLACES, before = at ? at - 1 : 0;
        same += a[at] - b[at] == a[before] - b[before];
    }
    return same >= ENOUGH;
}

static void try_differences(series_trial *trial)
{
    const block_writer *block = trial->block;
    for (size_t f = 0; f < block->table->count; f++) {
        const coder_field *field = &block->table->fields[f];
        for (size_t i = 0; i < reel__field_series(field); i++) {
            const uint64_t *other = block->series[block->first[f] + i];
            bool earlier = block->written[f];
            if (!earlier || !other || reel__field_bits(field) != trial->type.bits ||
                reel__series_type_of(field).is_float != trial->type.is_float)
                continue;
            if (trial->type.is_float || !is_parallel(trial->values, other, trial->count)) continue;
            try_model(trial, (series_model){ .transform = SERIES_DIFFERENCE, .other = other },
                      (series_place){ (uint16_t)f, (uint16_t)i });
        }
    }
}

/* Contexts by the symbols of earlier series, the latest first. */
static void try_rows(series_trial *trial)
{
    const block_writer *block = trial->block;
    unsigned tried = 0;
    for (size_t f = block->table->count; f-- > 0 && tried < ROWS_TRIED;) {
        if (f == trial->context->field) continue;
        for (size_t i = reel__field_series(&block->table->fields[f]); i-- > 0 && tried < ROWS_TRIED;) {
            const uint8_t *tokens = block->tokens[block->first[f] + i];
            if (!tokens) continue;
            series_place place = { (uint16_t)f, (uint16_t)i };
            try_context(trial, TOKEN_ROW, tokens, place);
            try_context(trial, TOKEN_ROW_AND_BEFORE, tokens, place);
            tried++;
        }
    }
}

/* What is left most often, of numbers below 64, once sizes are taken from it. */
static uint64_t most_frequent_rest(const uint64_t *values, const uint64_t *sizes, size_t count)
{
    enum { RESTS = 64 };
    uint32_t counts[RESTS] = { 0 };
    uint64_t most = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t rest = values[i] - sizes[i];
        if (rest < RESTS && ++counts[rest] > counts[most]) most = rest;
    }
    return most;
}

/* The length of a record in a file: the sizes of its fields, which were stored as changes. */
static void try_sizes(series_trial *trial)
{
    block_writer *block = trial->block;
    size_t fields = block->table->count, key = 0;
    while (key < fields && !can_be_key(block, key)) key++;
    uint64_t *steps = key < fields ? reel__block_room(block, trial->count, sizeof *steps) : NULL;
    if (trial->type.bits != 64 || !steps) return;
    memset(steps, 0, trial->count * sizeof *steps);
    trial->now.term_count = 0;
    for (size_t f = key + 1; f < fields && trial->now.term_count < SERIES_TERMS; f++) {
        if (!block->written[f] || block->table->fields[f].type != REEL_I32) continue;
        const uint64_t *values = block->series[block->first[f]];
        if (!values) continue;
        reel__series_add_sizes(block->series[block->first[key]], values, trial->count, steps);
        trial->now.terms[trial->now.term_count++] = (series_place){ (uint16_t)f, 0 };
    }
    if (!trial->now.term_count) return;
    trial->now.base = most_frequent_rest(trial->values, steps, trial->count);
    for (size_t i = 0; i < trial->count; i++) steps[i] += trial->now.base;
    try_model(trial, (series_model){ .transform = SERIES_SIZES, .other = steps }, (series_place){ (uint16_t)key, 0 });
}

static const uint64_t *series_at(const block_writer *block, series_place place)
{
    return block->series[block->first[place.field] + place.index];
}

/* Floats that follow from others. */
static void try_expected(series_trial *trial)
{
    block_writer *block = trial->block;
    size_t field = trial->context->field, index = trial->context->index;
    series_place other;
    int64_t shift;
    if (block->table->fields[field].type != REEL_F32 || trial->type.bits != 32 || !trial->type.is_float || block->has_motion)
        return;
    uint64_t *expected = reel__block_room(block, trial->count, sizeof *expected);
    if (!expected) return;
    if (reel__find_difference(block, trial->values, trial->count, &other, &trial->now.terms[0])) {
        reel__expect_difference(series_at(block, other), series_at(block, trial->now.terms[0]), trial->count, expected);
        try_model(trial, (series_model){ .transform = SERIES_MINUS, .other = expected }, other);
    } else if (reel__find_shift(block, trial->values, trial->count, &other, &shift)) {
        reel__expect_shift(series_at(block, other), shift, trial->count, expected);
        trial->now.base = zigzag((uint64_t)shift);
        try_model(trial, (series_model){ .transform = SERIES_SHIFTED, .other = expected }, other);
    } else if (index == 2 && block->table->fields[field].count == 3) {
        const series_place x = { (uint16_t)field, 0 }, y = { (uint16_t)field, 1 };
        reel__expect_root(series_at(block, x), series_at(block, y), trial->count, expected);
        try_model(trial, (series_model){ .transform = SERIES_ROOT, .other = expected }, x);
    }
}

/* A rate of frames beside their times. */
static void try_rate(series_trial *trial)
{
    series_place time;
    if (trial->type.is_float || !reel__find_rate(trial->block, trial->values, trial->count, &time)) return;
    uint64_t *expected = reel__block_room(trial->block, trial->count, sizeof *expected);
    if (!expected) return;
    reel__expect_rate(series_at(trial->block, time), trial->count, expected);
    try_model(trial, (series_model){ .transform = SERIES_RATE, .other = expected }, time);
}

static bool trial_begin(series_trial *trial)
{
    block_writer *block = trial->block;
    for (int i = 0; i < 2; i++) {
        series_choice *choice = i ? &trial->best : &trial->now;
        choice->residuals = reel__block_room(block, trial->count, sizeof *choice->residuals);
        choice->tokens = reel__block_room(block, trial->count, 1);
    }
    trial->best.cost = UINT64_MAX;
    return block->status == REEL_OK;
}

static void try_contexts(series_trial *trial, bool fast)
{
    static const series_place none = { 0 };
    try_context(trial, TOKEN_BEFORE, NULL, none);
    if (!fast) try_context(trial, TOKEN_BEFORE_FINE, NULL, none);
    if (trial->context && !fast) try_rows(trial);
}

enum { RANKS_SHARE = 4, RANKS_MOST = 4096, RANKS_ROWS_LEAST = 64 };

/* The residuals of a model by their ranks: of the best one, or of steps. */
static void try_ranks(series_trial *trial, series_choice of)
{
    block_writer *block = trial->block;
    size_t most = trial->count / RANKS_SHARE < RANKS_MOST ? trial->count / RANKS_SHARE : RANKS_MOST;
    if (!reel__value_list_make(block, of.residuals, trial->count, most, &of.list)) return;
    uint64_t *ranks = reel__block_room(block, trial->count, sizeof *ranks);
    uint8_t *tokens = reel__block_room(block, trial->count, 1);
    if (!ranks || !tokens || !reel__ranks_make(block, of.residuals, trial->count, &of.list, ranks)) return;
    tokenize(ranks, trial->count, tokens);
    of.residuals = ranks;
    of.tokens = tokens;
    of.context = TOKEN_ALONE;
    of.row_tokens = NULL;
    of.list_cost = reel__ranks_cost(block, &of.list);
    of.cost = fixed_bits + (of.model.other ? reference_bits : 0) + of.list_cost +
              reel__tokens_cost(tokens, NULL, trial->count, TOKEN_ALONE);
    const series_choice before = trial->best;
    trial->best = of;
    try_contexts(trial, false);
    if (trial->best.cost >= before.cost) trial->best = before;
}

static void try_all_ranks(series_trial *trial)
{
    if (trial->count < RANKS_ROWS_LEAST) return;
    try_ranks(trial, trial->plain);
    if (trial->plain.model.transform == SERIES_DELTA) return;
    series_choice steps = trial->now;
    steps.model = (series_model){ .transform = SERIES_DELTA };
    steps.term_count = 0;
    reel__series_forward(&steps.model, trial->type, trial->values, trial->count, steps.residuals);
    try_ranks(trial, steps);
}

static bool choose(series_trial *trial, const uint64_t *values)
{
    block_writer *block = trial->block;
    if (!trial_begin(trial)) return false;
    trial->values = values;
    if (trial->type.is_float) {
        uint64_t *ordered = reel__block_room(block, trial->count, sizeof *ordered);
        if (!ordered) return false;
        for (size_t i = 0; i < trial->count; i++) ordered[i] = reel__series_order(values[i], trial->type.bits);
        trial->values = ordered;
        trial->type.is_signed = true;
    }
    static const series_place none = { 0 };
    for (int t = SERIES_PLAIN; t <= SERIES_DELTA_2; t++)
        try_model(trial, (series_model){ .transform = (series_transform)t }, none);
    bool fast = block->options.level != CODER_DEFAULT;
    if (trial->context) {
        try_keys(trial);
        try_differences(trial);
        if (!fast) try_sizes(trial);
        if (!fast) try_expected(trial);
        if (!fast) try_rate(trial);
    }
    try_contexts(trial, fast);
    trial->plain = trial->best;
    if (!fast) try_all_ranks(trial);
    return block->status == REEL_OK;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

bool reel__series_is_constant(const uint64_t *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (values[i] != values[0]) return false;
    return true;
}

bool reel__series_add_place(block_writer *block, series_context *context, series_place place, reel_memory *to)
{
    size_t slot = 0;
    while (slot < context->count && context->references[slot] != place.field) slot++;
    if (slot == COLUMN_REFERENCES) return false;
    if (slot == context->count) context->references[context->count++] = place.field;
    reel__block_add_leb128(block, to, slot);
    reel__block_add_leb128(block, to, place.index);
    return true;
}

static bool add_place(series_trial *trial, series_place place, reel_memory *to)
{
    return reel__series_add_place(trial->block, trial->context, place, to);
}

static bool write_terms(series_trial *trial, const series_choice *best, reel_memory *to)
{
    bool fits = true;
    reel__block_add_leb128(trial->block, to, best->base);
    reel__block_add_leb128(trial->block, to, best->term_count);
    for (size_t t = 0; t < best->term_count; t++) fits = fits && add_place(trial, best->terms[t], to);
    return fits;
}

/* Bytes of all residuals, the lowest of each first. */
static size_t write_planes(block_writer *block, const uint64_t *residuals, size_t count, reel_memory *to)
{
    uint64_t all = 0;
    size_t start = to->size;
    for (size_t i = 0; i < count; i++) all |= residuals[i];
    uint8_t width = (uint8_t)((bits_length(all) + 7) / 8);
    uint8_t *planes = reel__block_room(block, count, width ? width : 1);
    if (!planes) return SIZE_MAX;
    for (size_t b = 0; b < width; b++)
        for (size_t i = 0; i < count; i++) planes[b * count + i] = (uint8_t)(residuals[i] >> (8 * b));
    reel__block_add(block, to, &width, 1);
    reel__bytes_encode(block, planes, count * width, reel__block_has_planes(block) ? count : 0, to);
    return to->size - start;
}

/* Fewer bytes than this are not worth trying zstd. Its quick level tells whether the thorough one, which takes ten times as long, may be smaller
 * than the symbols: if it saved more than a tenth of the quick one's bytes. The plays of the corpus take two millionths more. */
enum { ZSTD_WORTH = 64, QUICK_SHARE = 10, SLOW_SHARE = 8 };

static bool write_planes_if_worth(block_writer *block, const uint64_t *residuals, size_t count, size_t than, reel_memory *planes)
{
    const coder_level level = block->options.level;
    block->options.level = CODER_FAST;
    const size_t quick = write_planes(block, residuals, count, planes);
    block->options.level = level;
    planes->size = 0;
    if (quick - quick / QUICK_SHARE >= than) return false;
    return write_planes(block, residuals, count, planes) < than;
}

/* For the fastest level, planes may be a little larger than the symbols would be. */
static bool write_planes_if_fast(series_trial *trial, reel_memory *planes)
{
    const uint64_t symbols = trial->best.cost / CHAR_BIT;
    if (symbols <= ZSTD_WORTH) return false;
    return write_planes(trial->block, trial->plain.residuals, trial->count, planes) <= symbols + symbols / SLOW_SHARE;
}

static void write_tokens(const series_trial *trial, reel_memory *to)
{
    const series_choice *best = &trial->best;
    if (best->list.count) reel__ranks_encode(trial->block, &best->list, to);
    reel__tokens_encode(trial->block, best->residuals, best->tokens, best->row_tokens, trial->count, best->context, to);
}

static bool write_choice(series_trial *trial, reel_memory *to)
{
    block_writer *block = trial->block;
    const series_choice *best = &trial->best;
    unsigned packing = (unsigned)best->context + (best->list.count ? PACKING_RANKS : 0);
    uint8_t method = (uint8_t)(packing << PACKING_SHIFT | (unsigned)best->model.transform);
    bool fits = true, has_tokens = true;
    reel_memory tokens = reel__block_part(block), planes = reel__block_part(block);
    if (reel__block_has_planes(block)) has_tokens = !write_planes_if_fast(trial, &planes);
    if (has_tokens) write_tokens(trial, &tokens);
    if (block->options.level == CODER_DEFAULT && !block->has_motion && tokens.size > ZSTD_WORTH)
        has_tokens = !write_planes_if_worth(block, trial->plain.residuals, trial->count, tokens.size, &planes);
    if (!has_tokens) {
        best = &trial->plain;
        method = (uint8_t)(PACKING_PLANES << PACKING_SHIFT | (unsigned)best->model.transform);
    }
    reel__block_add(block, to, &method, 1);
    if (best->model.other && best->model.transform != SERIES_ROOT) fits = add_place(trial, best->other, to);
    if (best->model.transform == SERIES_MINUS) fits = fits && add_place(trial, best->terms[0], to);
    if (best->model.transform == SERIES_SHIFTED) reel__block_add_leb128(block, to, best->base);
    if (best->model.transform == SERIES_SIZES) fits = fits && write_terms(trial, best, to);
    if (has_tokens && best->row_tokens) fits = fits && add_place(trial, best->row, to);
    const reel_memory *part = has_tokens ? &tokens : &planes;
    reel__block_add(block, to, part->data, part->size);
    reel_memory_free(&tokens);
    reel_memory_free(&planes);
    return fits;
}

static void write_stored(block_writer *block, series_type type, const uint64_t *values, size_t count, reel_memory *to)
{
    uint8_t method = PACKING_STORED << PACKING_SHIFT | SERIES_PLAIN, bytes[8];
    reel__block_add(block, to, &method, 1);
    for (size_t i = 0; i < count; i++) {
        reel_store_u64le(bytes, values[i]);
        reel__block_add(block, to, bytes, type.bits / 8);
    }
}

static void write_constant(block_writer *block, uint64_t value, reel_memory *to)
{
    uint8_t method = PACKING_NOTHING << PACKING_SHIFT | SERIES_CONSTANT;
    reel__block_add(block, to, &method, 1);
    reel__block_add_leb128(block, to, zigzag(value));
}

/* The best of the transforms that need no other list of values. */
static bool write_best(block_writer *block, series_context *context, series_type type, const uint64_t *values, size_t count,
                       uint8_t *tokens, reel_memory *to)
{
    series_trial trial = { .block = block, .context = context, .type = type, .count = count };
    series_context before = { 0 };
    if (context) before = *context;
    if (!choose(&trial, values)) return false;
    if (trial.best.cost / 8 > count * (uint64_t)(type.bits / 8)) {
        write_stored(block, type, values, count, to);
        return false;
    }
    size_t start = to->size;
    if (!write_choice(&trial, to)) {
        to->size = start;
        if (context) *context = before;
        write_stored(block, type, values, count, to);
        return false;
    }
    if (block->status != REEL_OK) return false;
    if (tokens) memcpy(tokens, trial.best.tokens, count);
    unsigned packing = to->data[start] >> PACKING_SHIFT;
    return packing < TOKEN_KINDS || packing >= PACKING_RANKS;
}

bool reel__series_encode_simple(block_writer *block, series_context *context, series_type type, const uint64_t *values,
                                size_t count, uint8_t *tokens, reel_memory *to)
{
    if (!reel__series_is_constant(values, count)) return write_best(block, context, type, values, count, tokens, to);
    write_constant(block, values[0], to);
    return false;
}

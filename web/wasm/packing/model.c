/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <wasm_simd128.h>

enum { CONTEXTS = 6, INPUTS = 8 }; /* and the match, and one that is always the same */

/* A counter: 12 bits of a probability that the bit is 1, and 4 of how often it came. A bucket has the counters of four bits of a code: behind
 * counter n, from 1, come 2n and 2n + 1. The check tells contexts apart that share it. */
typedef struct bucket {
    uint16_t check, counters[15];
} bucket;
enum { BUCKET_BITS = 16, BUCKETS = 1 << BUCKET_BITS, BUCKET_LEVELS = 4 };
enum { COUNT_BITS = 4, MOST_COUNT = 15, HALF = 2048 << COUNT_BITS };

/* Squashing goes from -SPAN to SPAN in so many steps. */
enum { STEPS = 4096 };
#define SPAN 12.0F
#define STEPS_OF_ONE (STEPS / (2 * SPAN))
/* Knots of what corrects the last guess. */
enum { KNOTS = 33 };

typedef union inputs {
    float each[INPUTS];
    v128_t lanes[INPUTS / 4];
} inputs;
#define BIAS 0.3F

enum { MATCH_LEAST = 5, MATCH_MOST = 400, MATCH_BITS = 18, MATCH_KINDS = 35 };
#define LEARN 0.009F
#define LEARN_KNOT 0.02F
#define LEARN_MATCH 0.01F

static const uint8_t *bytes;
static uint32_t at;
static uint32_t node, own; /* of the tree of codes; of the bucket */
static uint32_t done;      /* bits of the code that are known */
/* Below a node: another one, LEAF and the byte, or 0, which no code has. */
enum { LEAF = 256 };
static uint16_t trees[WALK_FIELDS][256][2];
uint8_t model_lengths[WALK_FIELDS][256];
uint16_t model_codes[WALK_FIELDS][256];
static walk place;
static uint32_t word; /* hash of the letters before this byte */

static bucket table[CONTEXTS][BUCKETS];
static uint32_t contexts[CONTEXTS];
static bucket *found[CONTEXTS];
static uint16_t *used[CONTEXTS];
static v128_t counters;

static v128_t in[INPUTS / 4];
/* Those of the field and the node, and those of the byte before (the opcode, in code) and the match, which are added to them. */
enum { MATCH_STATES = 4 };
static inputs weights[WALK_FIELDS * 256], weights_before[256 * MATCH_STATES];
static inputs *chosen, *before;
static float guess; /* of the network */

static float knots[WALK_FIELDS * 256][KNOTS];
static float *knot;

static uint32_t last_of[1 << MATCH_BITS]; /* the place behind the last bytes with this hash */
static uint32_t match, match_length;
static bool match_holds;               /* as far as this byte is known */
static float match_right[MATCH_KINDS]; /* how often a match of a length guesses right */
static float *matched;

static float squashed[STEPS], stretched[4096];
/* How much a counter learns, by how often it came, in 1/32768: low and high bytes. */
static uint8_t rates[2][MOST_COUNT + 1];

static uint32_t mix(uint32_t one, uint32_t other)
{
    uint32_t hash = (one * 0x9e3779b1U) ^ ((other + 0x7f4a7c15U) * 0x85ebca6bU);
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6dU;
    return hash ^ (hash >> 13);
}

static float squash(float x)
{
    const float step = (x + SPAN) * STEPS_OF_ONE;
    return squashed[step < 0 ? 0 : step > STEPS - 1 ? STEPS - 1 : (int)step];
}

/* squash(x) = 1 / (1 + e^-x), and its inverse of p = (i + 0.5) / 4096. */
static void make_tables(void)
{
    double power = 162754.79141900392; /* e^12 */
    for (int i = 0; i < STEPS; i++, power *= 0.9941577827829756 /* e^(-24 / 4096) */) squashed[i] = (float)(1 / (1 + power));
    int step = 0;
    for (int i = 0; i < 4096; i++) {
        const float p = ((float)i + 0.5F) / 4096;
        while (step < STEPS - 1 && squashed[step + 1] < p) step++;
        stretched[i] = (float)step / STEPS_OF_ONE - SPAN;
    }
    for (int i = 0; i <= MOST_COUNT; i++) {
        const uint32_t rate = (uint32_t)(32768 / (i + 1.6));
        rates[0][i] = (uint8_t)rate;
        rates[1][i] = (uint8_t)(rate >> 8);
    }
}

/* Codes of a length follow each other in the order of bytes, behind the shorter ones. */
static void make_tree(walk_field field)
{
    uint32_t code = 0, nodes = 1;
    for (uint32_t length = 1; length <= MODEL_LONGEST; length++, code <<= 1)
        for (uint32_t byte = 0; byte < 256; byte++) {
            if (model_lengths[field][byte] != length) continue;
            model_codes[field][byte] = (uint16_t)code;
            uint16_t *below = trees[field][0];
            for (uint32_t bit = length - 1; bit > 0; bit--) {
                uint16_t *next = &below[code >> bit & 1];
                /* Lengths of a damaged file may ask for more than there can be. */
                if (*next == 0 && nodes < 256) *next = (uint16_t)nodes++;
                below = trees[field][*next % 256];
            }
            below[code & 1] = (uint16_t)(LEAF + byte);
            code++;
        }
}

void model_begin(const uint8_t *given)
{
    bytes = given;
    make_tables();
    for (int field = 0; field < WALK_FIELDS; field++) make_tree((walk_field)field);
    for (uint32_t i = 0; i < WALK_FIELDS * 256; i++)
        for (int k = 0; k < INPUTS; k++) weights[i].each[k] = 0.3F;
    for (uint32_t i = 0; i < WALK_FIELDS * 256; i++)
        for (int k = 0; k < KNOTS; k++) knots[i][k] = squash((float)(k - KNOTS / 2) * (2 * SPAN / (KNOTS - 1)));
    for (int i = 0; i < MATCH_KINDS; i++) match_right[i] = 0.75F;
}

static uint32_t back(uint32_t distance) { return at >= distance ? bytes[at - distance] : 0; }

static void find_contexts_of_code(void)
{
    const walk *w = &place;
    const uint8_t *op = w->opcodes;
    const uint32_t field = mix((uint32_t)w->field * 16 + w->index, w->value);
    const uint32_t two = op[0] | (uint32_t)op[1] << 8, three = two | (uint32_t)op[2] << 16;
    uint32_t *c = contexts;
    c[0] = field;
    c[1] = mix(field, two);
    c[2] = mix(field, three);
    c[5] = mix(mix(mix(field, three), op[3] | (uint32_t)op[4] << 8), op[5]);
    switch (w->field) {
    case WALK_OPCODE: {
        const uint32_t open = w->depth > 0 && w->depth <= WALK_DEPTH ? w->blocks[w->depth - 1] : 0;
        c[3] = mix(mix(field, op[0] | open << 8), w->numbers[0] * 64 + (w->depth < 60 ? w->depth : 60));
        c[4] = mix(mix(field, w->body_end), op[0]);
        break;
    }
    case WALK_LOCAL_GET:
    case WALK_LOCAL_SET:
    case WALK_LOCAL_TEE:
        c[3] = mix(mix(field, w->locals[0]), w->locals[1] * 256 + w->locals[2]);
        c[4] = mix(mix(field, w->body_end), op[1]);
        break;
    case WALK_OFFSET:
        c[3] = mix(mix(field, op[0] | w->alignment << 8), w->far * 256 + w->locals[0]);
        c[4] = mix(mix(field, op[0]), mix(w->locals[0], w->body_end));
        break;
    case WALK_FUNCTION:
        c[3] = mix(field, w->called);
        c[4] = mix(field, w->constant);
        break;
    default: c[3] = mix(mix(field, w->constant), op[1]); c[4] = mix(mix(field, w->body_end), op[0]);
    }
}

static void find_contexts_of_others(void)
{
    const walk *w = &place;
    const uint32_t field = (uint32_t)w->field;
    const uint32_t column = w->field == WALK_DATA ? w->at & 3 : 4 + w->index;
    const uint32_t one = back(1), two = one | back(2) << 8, three = two | back(3) << 16;
    const uint8_t letter = (uint8_t)(one | 0x20);
    word = (letter >= 'a' && letter <= 'z') || one == '_' ? mix(word, one) : 0;
    uint32_t *c = contexts;
    c[0] = mix(one, field * 16 + (w->index < 15 ? w->index : 15));
    c[1] = mix(two, field);
    c[2] = mix(three, field);
    c[3] = mix(word, one << 8);
    c[4] = mix(mix(column, back(4)), back(8));
    c[5] = mix(mix(three, back(4)), field);
}

/* A bucket for each context: its own, or of the two where it may be the one that was used less. */
static void find_buckets(void)
{
    for (uint32_t i = 0; i < CONTEXTS; i++) {
        uint32_t hash = (contexts[i] ^ node * 0x9e3779b1U) * 0x2c1b3c6dU;
        hash ^= hash >> 15;
        const uint16_t check = (uint16_t)(hash >> 16 | 1);
        bucket *mine = &table[i][hash % BUCKETS];
        if (mine->check != check) {
            bucket *other = &table[i][(hash ^ 1) % BUCKETS];
            if (other->check == check) {
                mine = other;
            } else {
                if ((other->counters[0] & MOST_COUNT) < (mine->counters[0] & MOST_COUNT)) mine = other;
                mine->check = check;
                for (int k = 0; k < 15; k++) mine->counters[k] = HALF;
            }
        }
        found[i] = mine;
    }
    own = 1;
}

walk_field model_byte(uint32_t place_of_byte)
{
    at = place_of_byte;
    node = 0;
    done = 0;
    match_holds = match_length > 0;
    if (place.field >= WALK_CODE)
        find_contexts_of_code();
    else
        find_contexts_of_others();
    find_buckets();
    return place.field;
}

/* The bit that came last time. */
static uint32_t bit_of_match(void)
{
    const uint8_t expected = bytes[match];
    const uint32_t length = model_lengths[place.field][expected];
    return length > done ? model_codes[place.field][expected] >> (length - 1 - done) & 1 : 0;
}

static float guess_of_match(void)
{
    if (!match_holds) return 0;
    matched = &match_right[match_length < 32 ? match_length : 32 + (match_length > 64) + (match_length == MATCH_MOST)];
    const float sure = stretched[(int)(*matched * 4095)];
    return bit_of_match() ? sure : -sure;
}

static uint32_t state_of_match(void) { return !match_holds ? 0 : match_length < 16 ? 1 : match_length < 32 ? 2 : 3; }

uint32_t model_guess(void)
{
    for (int i = 0; i < CONTEXTS; i++) used[i] = &found[i]->counters[own - 1];
    const uint32_t c0 = *used[0], c1 = *used[1], c2 = *used[2], c3 = *used[3], c4 = *used[4], c5 = *used[5];
    counters = wasm_u16x8_make((uint16_t)c0, (uint16_t)c1, (uint16_t)c2, (uint16_t)c3, (uint16_t)c4, (uint16_t)c5, 0, 0);
    in[0] = wasm_f32x4_make(stretched[c0 >> COUNT_BITS], stretched[c1 >> COUNT_BITS], stretched[c2 >> COUNT_BITS],
                            stretched[c3 >> COUNT_BITS]);
    in[1] = wasm_f32x4_make(stretched[c4 >> COUNT_BITS], stretched[c5 >> COUNT_BITS], guess_of_match(), BIAS);
    chosen = &weights[(uint32_t)place.field * 256 + node];
    before = &weights_before[(place.field >= WALK_CODE ? place.opcodes[0] : back(1)) * MATCH_STATES + state_of_match()];
    v128_t sums = wasm_f32x4_add(wasm_f32x4_mul(wasm_f32x4_add(chosen->lanes[0], before->lanes[0]), in[0]),
                                 wasm_f32x4_mul(wasm_f32x4_add(chosen->lanes[1], before->lanes[1]), in[1]));
    sums = wasm_f32x4_add(sums, wasm_i32x4_shuffle(sums, sums, 2, 3, 0, 1));
    sums = wasm_f32x4_add(sums, wasm_i32x4_shuffle(sums, sums, 1, 0, 3, 2));
    sums = wasm_f32x4_pmin(wasm_f32x4_pmax(sums, wasm_f32x4_splat(0.1F - SPAN)), wasm_f32x4_splat(SPAN - 0.1F));
    const float sum = wasm_f32x4_extract_lane(sums, 0);
    guess = squashed[(int)((sum + SPAN) * STEPS_OF_ONE)];
    const float where = (sum + SPAN) * ((KNOTS - 1) / (2 * SPAN));
    const int below = (int)where;
    const float share = where - (float)below;
    float *two = &knots[(uint32_t)place.field * 256 + node][below];
    const float better = two[0] * (1 - share) + two[1] * share;
    knot = two + (share >= 0.5F);
    const uint32_t scaled = (uint32_t)((guess + better) * (1 << (MODEL_SCALE - 1)));
    return scaled < 1 ? 1 : scaled > (1 << MODEL_SCALE) - 1 ? (1 << MODEL_SCALE) - 1 : scaled;
}

/* All counters at once: p += (bit - p) * rate, rounded, and one is added to how often it came. */
static void learn_counters(uint32_t bit)
{
    const v128_t most = wasm_i16x8_splat(MOST_COUNT);
    const v128_t all = counters, counts = wasm_v128_and(all, most), p = wasm_u16x8_shr(all, COUNT_BITS);
    /* A byte beyond the table gives 0. */
    const v128_t low = wasm_v128_or(counts, wasm_i16x8_splat((int16_t)0xff00));
    const v128_t high = wasm_v128_or(wasm_i16x8_shl(counts, 8), wasm_i16x8_splat(0xff));
    const v128_t rate =
        wasm_v128_or(wasm_i8x16_swizzle(wasm_v128_load(rates[0]), low), wasm_i8x16_swizzle(wasm_v128_load(rates[1]), high));
    const v128_t step = wasm_i16x8_q15mulr_sat(wasm_i16x8_sub(wasm_i16x8_splat(bit ? 4095 : 0), p), rate);
    const v128_t next = wasm_v128_or(wasm_i16x8_shl(wasm_i16x8_add(p, step), COUNT_BITS),
                                     wasm_i16x8_min(wasm_i16x8_add(counts, wasm_i16x8_splat(1)), most));
    wasm_v128_store16_lane(used[0], next, 0);
    wasm_v128_store16_lane(used[1], next, 1);
    wasm_v128_store16_lane(used[2], next, 2);
    wasm_v128_store16_lane(used[3], next, 3);
    wasm_v128_store16_lane(used[4], next, 4);
    wasm_v128_store16_lane(used[5], next, 5);
}

int model_learn(uint32_t bit)
{
    const float truth = (float)bit;
    const float error = (truth - guess) * LEARN;
    const v128_t errors = wasm_f32x4_splat(error);
    chosen->lanes[0] = wasm_f32x4_add(chosen->lanes[0], wasm_f32x4_mul(errors, in[0]));
    chosen->lanes[1] = wasm_f32x4_add(chosen->lanes[1], wasm_f32x4_mul(errors, in[1]));
    before->lanes[0] = wasm_f32x4_add(before->lanes[0], wasm_f32x4_mul(errors, in[0]));
    before->lanes[1] = wasm_f32x4_add(before->lanes[1], wasm_f32x4_mul(errors, in[1]));
    *knot += ((bit ? 0.99999F : 0.00001F) - *knot) * LEARN_KNOT;
    learn_counters(bit);
    if (match_holds) {
        match_holds = bit_of_match() == bit;
        *matched += ((float)match_holds - *matched) * LEARN_MATCH;
        if (!match_holds) match_length = 0;
    }
    const uint32_t below = trees[place.field][node][bit];
    if (below >= LEAF || below == 0) return below & 255;
    node = below;
    own = own << 1 | bit;
    if (++done % BUCKET_LEVELS == 0) find_buckets();
    return -1;
}

void model_byte_end(void)
{
    const uint8_t byte = bytes[at];
    walk_on(&place, byte);
    if (match_length > 0) {
        match++;
        if (match_length < MATCH_MOST) match_length++;
    }
    if (at + 1 < MATCH_LEAST) return;
    uint32_t hash = 0;
    for (uint32_t k = 0; k < MATCH_LEAST; k++) hash = mix(hash, bytes[at - k]);
    uint32_t *last = &last_of[hash % (1 << MATCH_BITS)];
    if (match_length == 0 && *last) {
        match = *last;
        uint32_t same = 0;
        while (same < MATCH_MOST && same < match && bytes[match - 1 - same] == bytes[at - same]) same++;
        match_length = same >= MATCH_LEAST ? same : 0;
    }
    *last = at + 1;
}

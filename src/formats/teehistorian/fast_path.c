/* SPDX-License-Identifier: MIT
 * The fast path of the teehistorian reader, for PLAYER_DIFF and INPUT_DIFF as servers write them: 97 % of the bytes of a full
 * server. These messages are only a few bytes long. A call per number and a bounds check per byte would dominate the time.
 *
 * The loop therefore loads each message at once: a move as a word, an input as 16 bytes. It stops FAST_PATH_BYTES before the end of
 * the input, so that every load is in bounds, and rows are reserved for all messages before it begins. It relies on these facts about
 * the numbers (varints of Teeworlds):
 *   - The first byte is ESDDDDDD and each later one EDDDDDDD: E says that another byte follows, S is the sign, D are value bits.
 *     A negative value v is stored as ~v, so XOR with a mask of the sign decodes it without a branch.
 *   - Moves are small: the fast path accepts numbers of one or two bytes only. E of the first byte, shifted to the value 8, is the
 *     number of bits by which the next number starts later.
 *   - The shortest encoding is the only one accepted: a second byte must not be zero, and must not have E.
 * Everything else is left for reel__tee_read_message: longer numbers, unusual encodings, findings, and the last bytes of the input. */
#include "core/inline.h"
#include "formats/teehistorian/reader.h"

/* Of 64-bit machines only: there a row ends with padding, which a vector may overwrite. */
#if defined(__SSE2__) && defined(__x86_64__)
#define TEE_VECTORS
#include <emmintrin.h>
#endif

#if defined(__GNUC__)
#define OUTLINE __attribute__((noinline))
/* Keeps the compiler from moving a computation behind what follows it in the source. */
#define COMPUTE_NOW(value) __asm__ volatile("" : "+r"(value))
#else
#define OUTLINE
#define COMPUTE_NOW(value) (void)(value)
#endif

#define EACH_BYTE(n) (UINT64_C(0x0101010101010101) * (n))

enum {
    FAST_PATH_BYTES = 32,  /* maximum number of bytes that decoding one message loads */
    LEAST_BYTES = 3,       /* size of the shortest message */
    INPUT_DIFF_BYTE = 0x44 /* TEE_INPUT_DIFF as a varint */
};

/* The number and the offset of the next message: the first two members of its row, stored by one instruction. */
#ifdef TEE_VECTORS
typedef __m128i origin;
FORCE_INLINE origin origin_of(uint64_t seq, uint64_t offset) { return _mm_set_epi64x((int64_t)offset, (int64_t)seq); }
FORCE_INLINE origin origin_after(origin o, origin step) { return _mm_add_epi64(o, step); }
#else
typedef struct origin {
    uint64_t seq, offset;
} origin;
FORCE_INLINE origin origin_of(uint64_t seq, uint64_t offset) { return (origin){ seq, offset }; }
FORCE_INLINE origin origin_after(origin o, origin step) { return (origin){ o.seq + step.seq, o.offset + step.offset }; }
#endif

_Static_assert(sizeof(origin) == offsetof(tee_origin, tick) && offsetof(teehistorian_position, tick) == sizeof(origin) &&
                   offsetof(teehistorian_input, tick) == sizeof(origin),
               "rows must begin with their number and offset");

/* State of the fast path. The caller has reserved a row, and checked a tick, for every message. */
typedef struct fast_path {
    const uint8_t *at;
    origin next;
    int32_t tick;
    uint32_t after; /* one more than the client id of the last position, 0 after a TICK_SKIP: ids below it begin a tick */
    teehistorian_position *position;
    teehistorian_input *input;
} fast_path;

/* Passes a message of `size` bytes. */
FORCE_INLINE void pass(fast_path *s, const uint8_t *after, origin step)
{
    s->at = after;
    s->next = origin_after(s->next, step);
}

/* ---- clients ---------------------------------------------------------------------------------------------------------- */

enum { ONE_BYTE_CLIENTS = 64 };

/* A position within MARGIN of zero stays below 2^31 for RECHECK messages: each adds at most 2^13, the most that two bytes hold, so they
 * add at most 2^29. So no move on the fast path compares its sum with the edge. */
#define MARGIN (INT32_C(1) << 30)
enum { RECHECK = 1 << 16 };

static uint8_t is_inside(int32_t x) { return x > -MARGIN && x < MARGIN; }

void reel__tee_update_fast_client(tee_reader *r, int32_t cid)
{
    const tee_world *world = &r->world;
    size_t first_byte = (size_t)cid + (cid < ONE_BYTE_CLIENTS ? 0 : 0x80 - ONE_BYTE_CLIENTS);
    bool inside = !r->positions || (is_inside(world->at[cid].x) && is_inside(world->at[cid].y));
    r->fast.moves[first_byte] = world->alive[cid] && inside ? 0xffffff : 0;
    r->fast.inputs[first_byte] = world->has_input[cid];
}

static void update_fast_clients(tee_reader *r)
{
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) reel__tee_update_fast_client(r, cid);
    r->fast.until = r->seq + RECHECK - TEE_CHUNK_MESSAGES;
}

/* ---- numbers ---------------------------------------------------------------------------------------------------------- */

/* Numbers of one byte, and a move by one in x or in y. */
#define ONE(n) (n)
#define NEGATIVE(n) (-1 - (n))
#define IN_X(n)                                                                                                                  \
    {                                                                                                                            \
        n, 0                                                                                                                     \
    }
#define IN_Y(n)                                                                                                                  \
    {                                                                                                                            \
        0, n                                                                                                                     \
    }
#define FOUR(each, sign, n) each(sign(n)), each(sign(n + 1)), each(sign(n + 2)), each(sign(n + 3))
#define SIXTEEN(each, sign, n) FOUR(each, sign, n), FOUR(each, sign, n + 4), FOUR(each, sign, n + 8), FOUR(each, sign, n + 12)
#define SIXTY_FOUR(each, sign) SIXTEEN(each, sign, 0), SIXTEEN(each, sign, 16), SIXTEEN(each, sign, 32), SIXTEEN(each, sign, 48)
#define SINGLES(each)                                                                                                            \
    {                                                                                                                            \
        SIXTY_FOUR(each, ONE), SIXTY_FOUR(each, NEGATIVE)                                                                        \
    }
static const int8_t singles[128] = SINGLES(ONE);
static const struct {
    tee_point x[128], y[128];
} steps = { SINGLES(IN_X), SINGLES(IN_Y) };

/* Decodes a number of one or two bytes, the first being the lowest of `word`. The first byte alone is the value if the second one's bits
 * are all zero. XOR adds them, inverted if the number is negative, as the bits above the first six are then all set. */
FORCE_INLINE uint32_t number_of(uint32_t word)
{
    uint32_t two = 0u - (word >> 7 & 1);
    return (uint32_t)singles[word & 0x7f] ^ (word >> 2 & 0x1fc0 & two);
}

/* Whether `word` starts with a number of one byte or two, in its shortest encoding: a second byte must be 0x01 to 0x7f. */
FORCE_INLINE bool is_short(uint32_t word) { return !(word & 0x80) || (uint8_t)((word >> 8) - 1) < 0x7f; }

/* 8 if the number has two bytes, else 0: the number of bits by which the next number starts later. */
FORCE_INLINE unsigned further(uint32_t word) { return word >> 4 & 8; }

/* ---- moves ------------------------------------------------------------------------------------------------------------ */

/* Adds a step in x and one in y to a character, and copies the sum to its row. */
FORCE_INLINE void add_step(tee_point *character, size_t x, size_t y, int32_t *row)
{
#ifdef TEE_VECTORS
    __m128i sum = _mm_loadl_epi64((const __m128i *)(void *)character);
    sum = _mm_add_epi32(sum, _mm_loadl_epi64((const __m128i *)(const void *)&steps.x[x]));
    sum = _mm_add_epi32(sum, _mm_loadl_epi64((const __m128i *)(const void *)&steps.y[y]));
    _mm_storel_epi64((__m128i *)(void *)character, sum);
    _mm_storel_epi64((__m128i *)(void *)row, sum);
#else
    row[0] = character->x += steps.x[x].x;
    row[1] = character->y += steps.y[y].y;
#endif
}

_Static_assert(offsetof(teehistorian_position, y) == offsetof(teehistorian_position, x) + sizeof(int32_t) &&
                   sizeof(tee_point) == 2 * sizeof(int32_t),
               "the coordinates of a row must be a tee_point");

/* The kind of a move, or of an input, and the bytes behind it, so that no byte of a row keeps what memory held. */
static const uint8_t diff_and_gap[sizeof(teehistorian_position) - offsetof(teehistorian_position, kind)] = { TEEHISTORIAN_DIFF };
_Static_assert(sizeof(teehistorian_input) - offsetof(teehistorian_input, kind) == sizeof diff_and_gap, "both rows end alike");

/* Begins the row of a move: all but its coordinates. */
FORCE_INLINE teehistorian_position *begin_position(fast_path *s, uint32_t cid)
{
    teehistorian_position *row = s->position++;
    memcpy(row, &s->next, sizeof s->next);
    row->tick = s->tick, row->cid = (int32_t)cid;
    memcpy(&row->kind, diff_and_gap, sizeof diff_and_gap);
    return row;
}

/* Begins a message of client `cid`: lower ids than the last one begin a tick. An addition of the carry, as the comparison is unsigned. */
FORCE_INLINE void step_to(fast_path *s, uint32_t cid)
{
    s->tick += cid < s->after;
    s->after = cid + 1;
}

FORCE_INLINE bool is_move(const tee_reader *r, const uint8_t *at) { return reel_load_u32le(at) & r->fast.moves[(size_t)at[0]]; }

/* Whether a message is one of three numbers of one byte, the first of them not negative: nearly all moves. */
FORCE_INLINE bool is_small_move(const uint8_t *at) { return !(reel_load_u32le(at) & 0x8080c0); }

FORCE_INLINE void small_move(fast_path *s, tee_world *world, bool wanted)
{
    size_t cid = s->at[0], x = s->at[1], y = s->at[2];
    step_to(s, (uint32_t)cid);
    if (wanted) add_step(&world->at[cid], x, y, &begin_position(s, (uint32_t)cid)->x);
    pass(s, s->at + LEAST_BYTES, origin_of(1, LEAST_BYTES));
}

/* A move of a client with a larger id, or by more. Returns false, and changes nothing, if it is not of one of those forms. */
FORCE_INLINE bool large_move(fast_path *s, tee_reader *r, bool wanted)
{
    uint32_t cid = s->at[0], bytes = 1;
    if (!is_move(r, s->at)) return false;
    if (cid & 0x80) {
        if (s->at[1] != 1) return false;
        cid -= 0x80 - ONE_BYTE_CLIENTS;
        bytes = 2;
    }
    uint32_t x = reel_load_u32le(s->at + bytes), y = x >> 8 >> further(x);
    unsigned size = bytes + 2 + (further(x) + further(y)) / 8;
    if (!is_short(x) || !is_short(y)) return false;
    step_to(s, cid);
    if (wanted) {
        teehistorian_position *row = begin_position(s, cid);
        row->x = r->world.at[cid].x += (int32_t)number_of(x);
        row->y = r->world.at[cid].y += (int32_t)number_of(y);
    }
    pass(s, s->at + size, origin_of(1, size));
    return true;
}

/* ---- inputs ----------------------------------------------------------------------------------------------------------- */

/* An input is its kind, the client, the direction, two aims, and seven more numbers. Only the aims have a second byte in usual ones.
 * Offsets are from `base`: the message's first byte, or the second if the client id has two, so that the last byte of the id is at 1. */
enum { DIRECTION_AT = 2, AIM_AT = 3, REST = 7 };

/* The sizes of the aims follow from E of the bytes 3 to 5. With one byte in the first aim the second begins at 4, else at 5, so that E
 * can be set in one of four combinations; the others are numbers of other sizes. All other bytes of the message must be without E. */
typedef struct input_shape {
    uint64_t step[2];  /* one message, and its bytes with a client id of one */
    uint16_t value[4]; /* value bits of the direction, the aims and the jump, two bytes each */
    uint16_t without;  /* a bit for each byte that must not have E */
    uint8_t second;    /* offset of the second aim */
    uint8_t size;      /* offset of the next message */
} input_shape;
#define ONE_BYTE 0x003f
#define TWO_BYTES 0x7f3f
#define UNUSUAL                                                                                                                  \
    {                                                                                                                            \
        .without = 0xffff                                                                                                        \
    }
#define SHAPE(with, aim, second_, second_aim, size_)                                                                             \
    {                                                                                                                            \
        .step = { 1, size_ }, .value = { ONE_BYTE, aim, second_aim, ONE_BYTE },                                                  \
        .without = ((1 << (size_)) - 2) & ~((with) << AIM_AT), .second = second_, .size = size_                                  \
    }
static const input_shape shapes[8] = { SHAPE(0, ONE_BYTE, 4, ONE_BYTE, 12),
                                       SHAPE(1, TWO_BYTES, 5, ONE_BYTE, 13),
                                       SHAPE(2, ONE_BYTE, 4, TWO_BYTES, 13),
                                       UNUSUAL,
                                       UNUSUAL,
                                       SHAPE(5, TWO_BYTES, 5, TWO_BYTES, 14),
                                       UNUSUAL,
                                       UNUSUAL };

FORCE_INLINE const input_shape *shape_of(uint32_t continued) { return &shapes[continued >> AIM_AT & 7]; }

#ifndef TEE_VECTORS
/* Bit i is bit 7 of byte i. The factor moves bit 8 i to 56 + i: byte i of it, counted from the top, is 2^i; and no two of the products
 * meet in a bit, so nothing carries. */
FORCE_INLINE uint32_t top_bits(uint64_t word)
{
    return (uint32_t)((word >> 7 & EACH_BYTE(1)) * UINT64_C(0x0102040810204080) >> 56);
}
/* Sets bit 7 of each byte that is zero. Adding 0x7f to seven bits carries into bit 7 exactly if they are not zero, and never further. */
FORCE_INLINE uint64_t zero_bytes(uint64_t word) { return ~(((word & EACH_BYTE(0x7f)) + EACH_BYTE(0x7f)) | word); }
#endif

/* Finds the bytes with E among the 16 at `base`, and those that are zero after one with E, as bits. */
FORCE_INLINE uint32_t continued_bytes(const uint8_t *base, uint32_t *overlong)
{
#ifdef TEE_VECTORS
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)base);
    uint32_t continued = (uint32_t)_mm_movemask_epi8(bytes);
    uint32_t zero = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
#else
    uint64_t low = reel_load_u64le(base), high = reel_load_u64le(base + 8);
    uint32_t continued = top_bits(low) | top_bits(high) << 8, zero = top_bits(zero_bytes(low)) | top_bits(zero_bytes(high)) << 8;
#endif
    *overlong = continued << 1 & zero;
    return continued;
}

/* Adds ten differences to `input`, and copies the sums, the kind and three zeros to `row`. */
FORCE_INLINE void add_input(int32_t *input, const uint8_t *base, const input_shape *shape, void *row)
{
    const uint8_t *rest = base + shape->size - REST;
#ifdef TEE_VECTORS
    /* Two bytes each for the direction, the aims and the jump. The second one of each is value bits 6 to 12, or masked. */
    __m128i zero = _mm_setzero_si128();
    __m128i pairs = _mm_cvtsi32_si128((int)reel_load_u16le(base + DIRECTION_AT));
    pairs = _mm_insert_epi16(pairs, (short)reel_load_u16le(base + AIM_AT), 1);
    pairs = _mm_insert_epi16(pairs, (short)reel_load_u16le(base + shape->second), 2);
    pairs = _mm_insert_epi16(pairs, (short)reel_load_u16le(rest), 3);
    __m128i bits = _mm_and_si128(pairs, _mm_loadl_epi64((const __m128i *)(const void *)shape->value));
    bits = _mm_madd_epi16(_mm_unpacklo_epi8(bits, zero), _mm_set1_epi32(1 << 22 | 1));
    __m128i negative = _mm_srai_epi32(_mm_slli_epi32(_mm_unpacklo_epi16(pairs, pairs), 25), 31);
    __m128i first = _mm_xor_si128(bits, negative);
    /* One byte each for the other six. The next message's two become zero: no byte is above 0x7f as a signed one. */
    __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)(rest + 1));
    __m128i most = _mm_set_epi32(0, 0, 0x7f7f3f3f, 0x3f3f3f3f), values = _mm_set_epi32(0, 0, 0x00003f3f, 0x3f3f3f3f);
    bytes = _mm_xor_si128(_mm_and_si128(bytes, values), _mm_cmpgt_epi8(bytes, most));
    bytes = _mm_unpacklo_epi8(bytes, bytes);
    __m128i middle = _mm_srai_epi32(_mm_unpacklo_epi16(bytes, bytes), 24);
    __m128i last = _mm_srai_epi32(_mm_unpackhi_epi16(bytes, bytes), 24);
    __m128i *sums = (__m128i *)(void *)input, *to = row;
    first = _mm_add_epi32(first, _mm_loadu_si128(sums));
    middle = _mm_add_epi32(middle, _mm_loadu_si128(sums + 1));
    last = _mm_add_epi32(last, _mm_loadu_si128(sums + 2));
    _mm_storeu_si128(sums, first);
    _mm_storeu_si128(sums + 1, middle);
    _mm_storeu_si128(sums + 2, last);
    _mm_storeu_si128(to, first);
    _mm_storeu_si128(to + 1, middle);
    _mm_storeu_si128(to + 2, _mm_or_si128(last, _mm_set_epi32(0, TEEHISTORIAN_DIFF, 0, 0)));
#else
    uint32_t changes[3] = { number_of(base[DIRECTION_AT]), number_of(reel_load_u16le(base + AIM_AT)),
                            number_of(reel_load_u16le(base + shape->second)) };
    for (size_t i = 0; i < 3; i++) input[i] = (int32_t)((uint32_t)input[i] + changes[i]);
    for (size_t i = 0; i < REST; i++) input[3 + i] = (int32_t)((uint32_t)input[3 + i] + (uint32_t)singles[rest[i]]);
    memcpy(row, input, 10 * sizeof *input);
    memcpy((uint8_t *)row + 10 * sizeof *input, diff_and_gap, sizeof diff_and_gap);
#endif
}

_Static_assert(offsetof(teehistorian_input, kind) - offsetof(teehistorian_input, direction) == 10 * sizeof(int32_t),
               "an input's row must end with ten numbers and the kind");
#ifdef TEE_VECTORS
_Static_assert(sizeof(teehistorian_input) - offsetof(teehistorian_input, direction) == 12 * sizeof(int32_t),
               "these are three vectors of four");
#endif

/* The size of a usual input, from its bytes 3 to 6: shape->size without the table. The next message begins where this one ends, so each
 * has to wait for this sum, and a branch that was mispredicted for the time that it takes: three additions are half of the way through
 * the table. */
FORCE_INLINE unsigned size_of_input(uint32_t aims) { return 12 + (aims >> 7 & 1) + (aims >> 15 & 1) + (aims >> 23 & 1); }

/* Decodes an input whose client id has one byte, and `further` more. Returns false, and changes nothing, if it is not a usual one. */
FORCE_INLINE bool fast_input(fast_path *s, tee_reader *r, size_t further_bytes, bool wanted)
{
    const uint8_t *base = s->at + further_bytes, *after = base + size_of_input(reel_load_u32le(base + AIM_AT));
    COMPUTE_NOW(after); /* the next message waits for it, the rows wait for nothing */
    size_t cid = s->at[1];
    uint32_t overlong;
    if (!r->fast.inputs[cid] || (further_bytes && (cid < 0x80 || base[1] != 1))) return false;
    if (further_bytes) cid -= 0x80 - ONE_BYTE_CLIENTS;
    uint32_t continued = continued_bytes(base, &overlong);
    const input_shape *shape = shape_of(continued);
    if ((continued & shape->without) | overlong) return false;
    if (wanted) {
        teehistorian_input *row = s->input++;
        memcpy(row, &s->next, sizeof s->next);
        row->tick = s->tick, row->cid = (int32_t)cid;
        add_input(r->world.input[cid], base, shape, &row->direction);
    }
    origin step;
    memcpy(&step, shape->step, sizeof step);
    if (further_bytes) step = origin_after(step, origin_of(0, further_bytes));
    pass(s, after, step);
    return true;
}

/* ---- runs ------------------------------------------------------------------------------------------------------------- */

/* Decodes a move that is not a small one, or an input of a client with an id of two bytes. Not inlined: they would take registers from
 * the others. */
OUTLINE static bool rare_message(fast_path *s, tee_reader *r, bool positions, bool inputs)
{
    return *s->at == INPUT_DIFF_BYTE ? fast_input(s, r, 1, inputs) : large_move(s, r, positions);
}

/* Dispatches on the kind of each message. A loop per kind is slower: with ten players the kind changes after about ten moves and
 * again after about three inputs, and entering a loop costs more than the dispatch. */
FORCE_INLINE void walk_messages(fast_path *path, tee_reader *r, const uint8_t *last, bool positions, bool inputs)
{
    fast_path s = *path; /* a local copy stays in registers */
    while (s.at <= last) {
        if (is_small_move(s.at) && is_move(r, s.at)) {
            small_move(&s, &r->world, positions);
        } else if (*s.at != INPUT_DIFF_BYTE || !fast_input(&s, r, 0, inputs)) {
            *path = s;
            if (!rare_message(path, r, positions, inputs)) return;
            s = *path;
        }
    }
    *path = s;
}

typedef void walk(fast_path *path, tee_reader *r, const uint8_t *last);

/* gcc would collect four numbers of a row in a vector to store them at once, which is slower than four stores. */
#if defined(__GNUC__) && !defined(__clang__)
#define NO_GATHERING __attribute__((optimize("no-tree-slp-vectorize")))
#else
#define NO_GATHERING
#endif

#define WALK(name, positions, inputs)                                                                                            \
    NO_GATHERING static void name(fast_path *path, tee_reader *r, const uint8_t *last)                                           \
    {                                                                                                                            \
        walk_messages(path, r, last, positions, inputs);                                                                         \
    }
WALK(walk_both, true, true)
WALK(walk_positions, true, false)
WALK(walk_inputs, false, true)
WALK(walk_none, false, false)

/* Indexed by whether positions and inputs are requested. */
static walk *const walks[2][2] = { { walk_none, walk_inputs }, { walk_positions, walk_both } };

static void *next_row(const reel_row_list *list)
{
    return list && list->data ? list->data + list->count * list->table->row_size : NULL;
}

/* The number of rows, at most `most`, that the list has room for and the limit allows. */
static uint64_t rows_left(const reel_decoder *d, const reel_row_list *list, uint64_t most)
{
    if (!list) return most;
    uint64_t room = tee_room_of(list), allowed = d->limits.rows > list->count ? d->limits.rows - list->count : 0;
    if (room < most) most = room;
    return allowed < most ? allowed : most;
}

void reel__tee_run_fast_path(reel_decoder *d, tee_reader *r, uint64_t budget)
{
    if (r->skip.pending || r->ticks || reel_left(&d->in) < FAST_PATH_BYTES || r->world.tick > INT32_MAX - TEE_CHUNK_MESSAGES)
        return;
    if ((*d->in.at & 0xc0) == 0x40 && *d->in.at != INPUT_DIFF_BYTE) return; /* a kind that is not decoded here */
    budget = rows_left(d, r->positions, rows_left(d, r->inputs, budget));
    if (!budget) return;
    if (r->seq >= r->fast.until) update_fast_clients(r);
    fast_path s = { .at = d->in.at,
                    .next = origin_of(r->seq, reel_offset(&d->in)),
                    .tick = r->world.tick,
                    .after = r->world.previous < 0 ? 0 : (uint32_t)r->world.previous + 1,
                    .position = next_row(r->positions),
                    .input = next_row(r->inputs) };
    const teehistorian_position *first_position = s.position;
    const teehistorian_input *first_input = s.input;
    const uint8_t *last = d->in.end - FAST_PATH_BYTES;
    walk *go = walks[r->positions != NULL][r->inputs != NULL];
    /* A message has at least three bytes, so `bytes` cannot hold more messages than the budget allows. Repeat with the rest of the
     * budget until it is used up, or until the loop stops before the end of those bytes: at a message that is left for
     * reel__tee_read_message. */
    uint64_t stop = r->seq + budget;
    for (const uint8_t *end = s.at; s.at >= end && s.at <= last && r->seq != stop;) {
        uint64_t bytes = (stop - r->seq - 1) * LEAST_BYTES;
        end = bytes < (uint64_t)(last - s.at) ? s.at + bytes + 1 : last + 1;
        go(&s, r, end - 1);
        memcpy(&r->seq, &s.next, sizeof r->seq);
    }
    if (r->positions) r->positions->count += (size_t)(s.position - first_position);
    if (r->inputs) r->inputs->count += (size_t)(s.input - first_input);
    r->world.tick = s.tick;
    if (s.after) r->world.previous = (int32_t)(s.after - 1); /* 0: no move, so a negative id is still the last */
    d->in.at = s.at;
}

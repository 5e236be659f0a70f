/* SPDX-License-Identifier: MIT
 * The fast path of the teehistorian reader, for PLAYER_DIFF and INPUT_DIFF as servers write them: 97 % of the bytes of a full
 * server. These messages are only a few bytes long. A call per number and a bounds check per byte would dominate the time.
 *
 * Moves are therefore decoded from single bytes and inputs from 8-byte words. The loop stops FAST_PATH_BYTES before the end of the
 * input, so that every load is in bounds. The bit tricks rely on three facts about the numbers (varints of Teeworlds):
 *   - The first byte is ESDDDDDD and each later one EDDDDDDD: E says that another byte follows, S is the sign, D are value bits.
 *     A negative value v is stored as ~v, so XOR with a mask of the sign decodes it without a branch.
 *   - Moves are small: the fast path accepts numbers of one or two bytes only. E of the first byte, shifted to the value 8, is the
 *     number of bits by which the next number starts later.
 *   - The shortest encoding is the only one accepted: a second byte must not be zero, and must not have E.
 * Everything else is left for tee_read_message: longer numbers, unusual encodings, findings, and the last bytes of the input. */
#include "formats/teehistorian/reader.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

#define EACH_BYTE(n) (UINT64_C(0x0101010101010101) * (n))

enum {
    FAST_PATH_BYTES = 32,  /* maximum number of bytes that decoding one message loads */
    LEAST_BYTES = 3,       /* size of the shortest message */
    INPUT_DIFF_BYTE = 0x44 /* TEE_INPUT_DIFF as a varint */
};

/* State of the fast path. The caller has reserved a row, and checked a tick, for every message. */
typedef struct fast_path {
    const uint8_t *at;
    uint64_t bias; /* `at` + bias is the offset in the file */
    uint64_t seq;
    int32_t tick, previous;
    teehistorian_position *position;
    teehistorian_input *input;
} fast_path;

INLINE uint64_t offset_of(const fast_path *s) { return (uint64_t)(uintptr_t)s->at + s->bias; }

/* ---- numbers: the first byte of each is the lowest of `word` ---------------------------------------------------------- */

/* Whether `word` starts with a client id of `bytes` bytes. 0 to 63 take one byte; 64 to 127 take two, and the second is 1. */
INLINE bool is_client_of(uint64_t word, unsigned bytes) { return bytes == 1 ? !(word & 0xc0) : (word & 0xffc0) == 0x0180; }

INLINE uint32_t client_of(uint64_t word, unsigned bytes) { return (uint32_t)(word & 0x3f) + (bytes == 1 ? 0 : 64); }

/* Numbers of one byte. */
#define ONE(n) (n)
#define FOUR(each, n) each(n), each(n + 1), each(n + 2), each(n + 3)
#define SIXTEEN(n) FOUR(ONE, n), FOUR(ONE, n + 4), FOUR(ONE, n + 8), FOUR(ONE, n + 12)
#define NEGATIVE(n) (-1 - (n))
#define NEGATIVE_SIXTEEN(n) FOUR(NEGATIVE, n), FOUR(NEGATIVE, n + 4), FOUR(NEGATIVE, n + 8), FOUR(NEGATIVE, n + 12)
static const int8_t singles[128] = { SIXTEEN(0),          SIXTEEN(16),          SIXTEEN(32),          SIXTEEN(48),
                                     NEGATIVE_SIXTEEN(0), NEGATIVE_SIXTEEN(16), NEGATIVE_SIXTEEN(32), NEGATIVE_SIXTEEN(48) };

INLINE uint32_t single_of(uint32_t byte) { return (uint32_t)singles[byte]; }

/* Decodes a number of one or two bytes. The first byte alone is the value if the second one's bits are all zero. XOR adds them,
 * inverted if the number is negative, as the bits above the first six are then all set. */
INLINE uint32_t number_of(uint32_t word)
{
    uint32_t two = 0u - (word >> 7 & 1);
    return single_of(word & 0x7f) ^ (word >> 2 & 0x1fc0 & two);
}

/* 8 if the number has two bytes, else 0: the number of bits by which the next number starts later. */
INLINE unsigned further(uint64_t word) { return (unsigned)(word >> 4) & 8; }

/* Nonzero if a number in `word` is longer than two bytes or not in its shortest encoding. The shift by 8 marks each byte that
 * follows an E. Such a byte is odd if it has E itself (three bytes) or if its seven value bits are zero (overlong). Adding 0x7f to
 * seven bits carries into bit 7 exactly if they are not zero, and never into the next byte. */
INLINE uint64_t odd_bytes(uint64_t word)
{
    uint64_t not_zero = (word & EACH_BYTE(0x7f)) + EACH_BYTE(0x7f);
    return (word & EACH_BYTE(0x80)) << 8 & (word | ~not_zero);
}

/* ---- messages. Each function decodes one, or changes nothing and returns false ---------------------------------------- */

INLINE bool fast_diff(fast_path *s, tee_world *world, unsigned bytes, bool wanted)
{
    uint32_t id = bytes == 1 ? s->at[0] : s->at[0] | (uint32_t)s->at[1] << 8, cid = client_of(id, bytes);
    uint32_t one = s->at[bytes], other = s->at[bytes + 1], x, y, size;
    if (!is_client_of(id, bytes) || !world->alive[cid]) return false;
    if ((one | other) < 0x80) { /* nearly all moves: a predicted branch costs less than the computation */
        x = single_of(one);
        y = single_of(other);
        size = bytes + 2;
    } else {
        uint32_t numbers = reel_load_u32le(s->at + bytes);
        unsigned first = further(numbers), second = further(numbers >> 8 >> first);
        if ((uint32_t)odd_bytes(numbers)) return false;
        x = number_of(numbers);
        y = number_of(numbers >> 8 >> first);
        size = bytes + 2 + ((first + second) >> 3);
    }
    int32_t next_tick = (int32_t)cid <= s->previous;
    if (wanted) {
        x += (uint32_t)world->x[cid];
        y += (uint32_t)world->y[cid];
        const uint32_t far = 1u << 30; /* margin to the wrap-around that no single step can cross */
        if (((x + far) | (y + far)) >> 31) return false;
        world->x[cid] = (int32_t)x;
        world->y[cid] = (int32_t)y;
        teehistorian_position *row = s->position++;
        row->seq = s->seq, row->offset = offset_of(s), row->tick = s->tick + next_tick, row->cid = (int32_t)cid;
        row->x = (int32_t)x, row->y = (int32_t)y, row->kind = TEEHISTORIAN_DIFF;
    }
    s->tick += next_tick;
    s->previous = (int32_t)cid;
    s->at += size;
    s->seq++;
    return true;
}

enum { AFTER_AIMS = 3, REST = 7 }; /* an input: direction, two aims, and seven more numbers, which have one byte each */

/* Size of the direction and the aims. The next message begins where this one ends, so in a run of inputs each computation waits for
 * the one before; it has to be short. Only the aims may have a second byte, and each E among the bytes 1 to 3 stands for one, so the
 * E are counted without finding out where the numbers begin. is_usual rejects the inputs for which that is wrong. */
INLINE unsigned bytes_to_rest(uint64_t word)
{
    return AFTER_AIMS + (unsigned)(word >> 15 & 1) + (unsigned)(word >> 23 & 1) + (unsigned)(word >> 31 & 1);
}

/* Whether only the aims have two bytes. The second aim begins at byte 3 only if byte 1 has E, so E of byte 3 alone is not an aim's. */
INLINE bool is_usual(uint64_t word, uint64_t rest)
{
    uint64_t late = word & ~(word << 16) & UINT64_C(0x80000000);
    return !((word & 0x80) | late | odd_bytes(word) | (rest & EACH_BYTE(0x80) >> 8));
}

/* Decodes seven numbers of one byte, adds them to `numbers`, and copies those to `copy`. Both have room for an eighth, which does not
 * change. */
INLINE void add_rest(int32_t *numbers, uint64_t rest, void *copy)
{
#ifdef __SSE2__
    __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)&rest);
    __m128i negative = _mm_cmpgt_epi8(bytes, _mm_set1_epi8(0x3f)); /* S is set: the value bits are inverted */
    __m128i values = _mm_xor_si128(_mm_and_si128(bytes, _mm_set1_epi8(0x3f)), negative);
    values = _mm_and_si128(values, _mm_set_epi32(0, 0, 0x00ffffff, -1));
    __m128i twice = _mm_unpacklo_epi8(values, values);
    __m128i low = _mm_srai_epi32(_mm_unpacklo_epi16(twice, twice), 24),
            high = _mm_srai_epi32(_mm_unpackhi_epi16(twice, twice), 24);
    __m128i *at = (__m128i *)(void *)numbers, *to = copy;
    low = _mm_add_epi32(_mm_loadu_si128(at), low);
    high = _mm_add_epi32(_mm_loadu_si128(at + 1), high);
    _mm_storeu_si128(at, low);
    _mm_storeu_si128(at + 1, high);
    _mm_storeu_si128(to, low);
    _mm_storeu_si128(to + 1, high);
#else
    for (size_t i = 0; i < REST; i++, rest >>= 8) numbers[i] = (int32_t)((uint32_t)numbers[i] + single_of(rest & 0x7f));
    memcpy(copy, numbers, (REST + 1) * sizeof *numbers);
#endif
}

INLINE bool fast_input(fast_path *s, tee_world *world, unsigned bytes, bool wanted)
{
    const uint8_t *at = s->at + 1 + bytes;
    uint64_t client = reel_load_u32le(s->at + 1), word = reel_load_u64le(at);
    const uint8_t *after = at + bytes_to_rest(word);
    uint32_t cid = client_of(client, bytes);
    uint64_t rest = reel_load_u64le(after);
    if (!is_client_of(client, bytes) || !world->has_input[cid] || !is_usual(word, rest)) return false;
    if (wanted) {
        int32_t *input = world->input[cid];
        teehistorian_input *row = s->input++;
        row->seq = s->seq, row->offset = offset_of(s), row->tick = s->tick, row->cid = (int32_t)cid;
        add_rest(input + AFTER_AIMS, rest, (uint8_t *)row + offsetof(teehistorian_input, jump)); /* the eighth is the kind */
        uint32_t x = (uint32_t)(word >> 8), y = (uint32_t)(word >> 16 >> further(word >> 8));
        row->direction = input[0] = (int32_t)((uint32_t)input[0] + single_of((uint32_t)word & 0x7f));
        row->target_x = input[1] = (int32_t)((uint32_t)input[1] + number_of(x));
        row->target_y = input[2] = (int32_t)((uint32_t)input[2] + number_of(y));
        row->kind = TEEHISTORIAN_DIFF;
    }
    s->seq++;
    s->at = after + REST;
    return true;
}

/* ---- runs ------------------------------------------------------------------------------------------------------------- */

/* Dispatches on the kind of each message. A loop per kind is slower: with ten players the kind changes after about ten moves and
 * again after about three inputs, and entering a loop costs more than the dispatch. */
INLINE bool fast_message(fast_path *s, tee_world *world, bool positions, bool inputs)
{
    uint8_t first = *s->at;
    if (first < 0x40) return fast_diff(s, world, 1, positions);
    if (first == INPUT_DIFF_BYTE) return fast_input(s, world, s->at[1] < 0x80 ? 1 : 2, inputs);
    return first >= 0x80 && fast_diff(s, world, 2, positions);
}

INLINE void walk_messages(fast_path *path, tee_world *world, const uint8_t *last, bool positions, bool inputs)
{
    fast_path s = *path; /* a local copy stays in registers */
    while (s.at <= last && fast_message(&s, world, positions, inputs)) continue;
    *path = s;
}

typedef void walk(fast_path *path, tee_world *world, const uint8_t *last);

/* gcc would collect four numbers of a row in a vector to store them at once, which is slower than four stores. */
#if defined(__GNUC__) && !defined(__clang__)
#define NO_GATHERING __attribute__((optimize("no-tree-slp-vectorize")))
#else
#define NO_GATHERING
#endif

#define WALK(name, positions, inputs)                                                                                            \
    NO_GATHERING static void name(fast_path *path, tee_world *world, const uint8_t *last)                                        \
    {                                                                                                                            \
        walk_messages(path, world, last, positions, inputs);                                                                     \
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

void tee_run_fast_path(reel_decoder *d, tee_reader *r, uint64_t budget)
{
    if (r->skip.pending || r->ticks || reel_left(&d->in) < FAST_PATH_BYTES || r->world.tick > INT32_MAX - TEE_CHUNK_MESSAGES)
        return;
    budget = rows_left(d, r->positions, rows_left(d, r->inputs, budget));
    if (!budget) return;
    fast_path s = { .at = d->in.at,
                    .bias = reel_offset(&d->in) - (uint64_t)(uintptr_t)d->in.at,
                    .seq = r->seq,
                    .tick = r->world.tick,
                    .previous = r->world.previous,
                    .position = next_row(r->positions),
                    .input = next_row(r->inputs) };
    const teehistorian_position *first_position = s.position;
    const teehistorian_input *first_input = s.input;
    const uint8_t *last = d->in.end - FAST_PATH_BYTES;
    walk *go = walks[r->positions != NULL][r->inputs != NULL];
    /* A message has at least three bytes, so `bytes` cannot hold more messages than the budget allows. Repeat with the rest of the
     * budget until it is used up, or until the loop stops before the end of those bytes: at a message that is left for
     * tee_read_message. */
    uint64_t stop = r->seq + budget;
    for (const uint8_t *end = s.at; s.at >= end && s.at <= last && s.seq != stop;) {
        uint64_t bytes = (stop - s.seq - 1) * LEAST_BYTES;
        end = bytes < (uint64_t)(last - s.at) ? s.at + bytes + 1 : last + 1;
        go(&s, &r->world, end - 1);
    }
    if (r->positions) r->positions->count += (size_t)(s.position - first_position);
    if (r->inputs) r->inputs->count += (size_t)(s.input - first_input);
    r->seq = s.seq;
    r->world.tick = s.tick;
    r->world.previous = s.previous;
    d->in.at = s.at;
}

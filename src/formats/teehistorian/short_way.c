/* SPDX-License-Identifier: MIT
 * The short way through a teehistorian: PLAYER_DIFF and INPUT_DIFF as servers write them, 97 of 100 bytes of a full server. Such
 * a message is so small that a function for each number, and a question for each byte whether it is there, would be most of the
 * work. So a run of messages of one kind is taken in one loop, from words of eight bytes that are surely in the window. Whatever
 * is not usual stays where it is, for tee_read_message: a number that is not in its shortest form, or larger than play makes it;
 * anything that is worth a finding; the last bytes of the window. */
#include "formats/teehistorian/reader.h"

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

#define EACH_BYTE(n) (UINT64_C(0x0101010101010101) * (n))

enum { SHORT_WAY_BYTES = 32, INPUT_DIFF_BYTE = 0x44 }; /* bytes that may be looked at; TEE_INPUT_DIFF as a number */

/* Where the short way is. There is room for as many rows, and as many ticks, as there may be messages. */
typedef struct short_way {
    const uint8_t *at;
    uint64_t bias; /* to add to `at` for the offset in the file */
    uint64_t seq;
    int32_t tick, previous;
    teehistorian_position *position;
    teehistorian_input *input;
} short_way;

INLINE uint64_t offset_of(const short_way *s) { return (uint64_t)(uintptr_t)s->at + s->bias; }

/* ---- numbers: the first byte of each is the lowest of `word` ---------------------------------------------------------- */

/* Whether a client id of `bytes` bytes is there: 0 to 63 have one byte, 64 to 127 two, of which the second is 1. */
INLINE bool is_client_of(uint64_t word, unsigned bytes) { return bytes == 1 ? !(word & 0xc0) : (word & 0xffc0) == 0x0180; }

INLINE uint32_t client_of(uint64_t word, unsigned bytes) { return (uint32_t)(word & 0x3f) + (bytes == 1 ? 0 : 64); }

/* A number of one byte. */
INLINE uint32_t single_of(uint32_t word) { return (word & 0x3f) ^ (0u - (word >> 6 & 1)); }

/* A number of one or two bytes. */
INLINE uint32_t number_of(uint32_t word)
{
    uint32_t two = 0u - (word >> 7 & 1), negative = 0u - (word >> 6 & 1);
    return ((word & 0x3f) | (word >> 2 & 0x1fc0 & two)) ^ negative;
}

/* 8 where a number has two bytes, 0 where it has one: the bits that the next one lies further. */
INLINE unsigned further(uint64_t word) { return (unsigned)(word >> 4) & 8; }

/* Bits where a byte is not what the short way takes: after one that says that another follows, one that says so too, or that is
 * zero, which is not the shortest form. */
INLINE uint64_t odd_bytes(uint64_t word)
{
    uint64_t not_zero = (word & EACH_BYTE(0x7f)) + EACH_BYTE(0x7f);
    return (word & EACH_BYTE(0x80)) << 8 & (word | ~not_zero);
}

/* ---- messages. Each function takes one, or changes nothing and returns false ------------------------------------------ */

INLINE bool short_diff(short_way *s, tee_world *world, unsigned bytes, bool wanted)
{
    uint64_t word = reel_load_u64le(s->at);
    uint32_t cid = client_of(word, bytes), numbers = (uint32_t)(word >> 8 * bytes), x, y, size;
    if (!is_client_of(word, bytes) || !world->alive[cid]) return false;
    if (!(numbers & 0x8080)) { /* nearly all: a guess that is right costs less than a calculation */
        x = single_of(numbers);
        y = single_of(numbers >> 8);
        size = bytes + 2;
    } else {
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
        const uint32_t far = 1u << 30; /* so far from a place where they wrap that no step gets there */
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
    return true;
}

INLINE bool short_input(short_way *s, tee_world *world, unsigned bytes, bool wanted)
{
    const uint8_t *at = s->at + 1 + bytes;
    uint64_t client = reel_load_u32le(s->at + 1), word = reel_load_u64le(at);
    uint32_t cid = client_of(client, bytes);
    unsigned first = further(word >> 8), second = further(word >> 16 >> first);
    if (!is_client_of(client, bytes) || !world->has_input[cid]) return false;
    const uint8_t *after = at + 3 + ((first + second) >> 3);
    uint64_t rest = reel_load_u64le(after);
    if ((word & 0x80) | odd_bytes(word) | (rest & EACH_BYTE(0x80) >> 8)) return false;
    if (wanted) {
        uint64_t negative = (rest >> 6 & EACH_BYTE(1)) * 0xff; /* all bits of the bytes whose sign is set */
        uint64_t singles = (rest & EACH_BYTE(0x3f)) ^ negative;
        int32_t *input = world->input[cid];
        teehistorian_input *row = s->input++;
        row->seq = s->seq, row->offset = offset_of(s), row->tick = s->tick, row->cid = (int32_t)cid;
        int32_t *now = (int32_t *)(void *)((uint8_t *)row + offsetof(teehistorian_input, direction));
        int8_t change[8];
        reel_store_u64le((uint8_t *)change, singles);
        for (int i = 0; i < 7; i++) now[3 + i] = input[3 + i] = (int32_t)((uint32_t)input[3 + i] + (uint32_t)change[i]);
        now[0] = input[0] = (int32_t)((uint32_t)input[0] + single_of((uint32_t)word));
        now[1] = input[1] = (int32_t)((uint32_t)input[1] + number_of((uint32_t)(word >> 8)));
        now[2] = input[2] = (int32_t)((uint32_t)input[2] + number_of((uint32_t)(word >> 16 >> first)));
        row->kind = TEEHISTORIAN_DIFF;
    }
    s->at = after + 7;
    return true;
}

/* ---- runs ------------------------------------------------------------------------------------------------------------- */

/* Runs of one kind of message with client ids of one size. Functions of their own, so that what they keep stays in registers. */
INLINE void walk_diffs(short_way *way, tee_world *world, const uint8_t *last, uint64_t stop, unsigned bytes, bool wanted)
{
    short_way s = *way;
    while (s.at <= last && s.seq < stop && short_diff(&s, world, bytes, wanted)) s.seq++;
    *way = s;
}

INLINE void walk_inputs(short_way *way, tee_world *world, const uint8_t *last, uint64_t stop, unsigned bytes, bool wanted)
{
    short_way s = *way;
    while (s.at <= last && s.seq < stop && *s.at == INPUT_DIFF_BYTE && short_input(&s, world, bytes, wanted)) s.seq++;
    *way = s;
}

typedef void walk(short_way *way, tee_world *world, const uint8_t *last, uint64_t stop);

#define WALK(name, kind, bytes, wanted)                                                                                          \
    static void name(short_way *way, tee_world *world, const uint8_t *last, uint64_t stop)                                       \
    {                                                                                                                            \
        walk_##kind(way, world, last, stop, bytes, wanted);                                                                      \
    }
WALK(take_diffs, diffs, 1, true)
WALK(take_wide_diffs, diffs, 2, true)
WALK(skip_diffs, diffs, 1, false)
WALK(skip_wide_diffs, diffs, 2, false)
WALK(take_inputs, inputs, 1, true)
WALK(take_wide_inputs, inputs, 2, true)
WALK(skip_inputs, inputs, 1, false)
WALK(skip_wide_inputs, inputs, 2, false)

/* By whether the rows are wanted. */
static walk *const diff_walks[2][2] = { { skip_diffs, skip_wide_diffs }, { take_diffs, take_wide_diffs } };
static walk *const input_walks[2][2] = { { skip_inputs, skip_wide_inputs }, { take_inputs, take_wide_inputs } };

static void *next_row(const reel_row_list *list)
{
    return list && list->data ? list->data + list->count * list->table->row_size : NULL;
}

void tee_go_short_way(reel_decoder *d, tee_reader *r, uint64_t budget)
{
    if (r->skip.pending || r->ticks || reel_left(&d->in) < SHORT_WAY_BYTES || r->world.tick > INT32_MAX - TEE_CHUNK_MESSAGES)
        return;
    if (r->positions && tee_room_of(r->positions) < budget) budget = tee_room_of(r->positions);
    if (r->inputs && tee_room_of(r->inputs) < budget) budget = tee_room_of(r->inputs);
    short_way s = { .at = d->in.at,
                    .bias = reel_offset(&d->in) - (uint64_t)(uintptr_t)d->in.at,
                    .seq = r->seq,
                    .tick = r->world.tick,
                    .previous = r->world.previous,
                    .position = next_row(r->positions),
                    .input = next_row(r->inputs) };
    const teehistorian_position *first_position = s.position;
    const teehistorian_input *first_input = s.input;
    const uint8_t *last = d->in.end - SHORT_WAY_BYTES;
    uint64_t stop = r->seq + budget, before;
    walk *const *diffs = diff_walks[r->positions != NULL], *const *inputs = input_walks[r->inputs != NULL];
    do {
        before = s.seq;
        for (size_t wide = 0; wide < 2; wide++) diffs[wide](&s, &r->world, last, stop);
        for (size_t wide = 0; wide < 2; wide++) inputs[wide](&s, &r->world, last, stop);
    } while (s.seq != before);
    if (r->positions) r->positions->count += (size_t)(s.position - first_position);
    if (r->inputs) r->inputs->count += (size_t)(s.input - first_input);
    r->seq = s.seq;
    r->world.tick = s.tick;
    r->world.previous = s.previous;
    d->in.at = s.at;
}

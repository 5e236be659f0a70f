/* SPDX-License-Identifier: MIT
 * Resynchronisation: finds the next message after lost or damaged bytes. Messages carry no start marker, and noise decodes
 * as a move at one offset in four. So one valid message proves nothing, but a chain of messages, each directly after the one before,
 * does.
 *
 * What is scored. The worth of a message is a lower bound of -log2 of the probability that random bytes decode as such a message. An
 * input has ten numbers, several in ranges like -1 to 1, which only 3 of 256 first bytes are in (6.4 bits each): 24 bits. A known
 * extension matches in the 128 bits of its UUID, an unknown one in the 8 bits of the message id and the 6 of the UUID's version and
 * variant, which count as 12. A move is worth nothing, or 2 bits if its client has a character. Random bytes are independent, so probabilities along a chain multiply and
 * worths add up:
 *
 *     run[offset] = worth(message at offset) + run[offset of the next message]       (0 if no valid message starts here)
 *
 * Hence a run of n bits has a probability of 2^-n in noise. run[] depends on higher offsets only, so one pass from the end of the
 * window to its start computes all of them. Each offset decodes one message of bounded size: the cost is linear. Scores saturate at
 * 255 and take one byte each.
 *
 * Why these thresholds. With RUN_BITS = 96, even a terabyte of noise (2^40 offsets) has a false match with a probability of 2^-56
 * only. A higher threshold would cost messages before the next gap or the end of the file: four inputs reach 96 bits, which is one or
 * two ticks of play. But any offset before a good chain inherits its run if a message decoded from noise happens to end where
 * the chain starts, and moves often do. So the message at the accepted offset must itself be worth
 * START_BITS = 16: a wrong start then has a probability of 2^-16 per offset. The price is that valid moves before the first input,
 * command or extension are skipped. The lowest accepted offset is used. */
#include "codec/teeworlds_int.h"
#include "core/text.h"
#include "formats/teehistorian/reader.h"

enum {
    PROBE_FIRST = 2048,    /* size of the first window: most gaps are short */
    PROBE_BYTES = 65536,   /* size of the second window, if the first has no match */
    PROBE_OVERLAP = 16384, /* bytes at its end that are probed again: their messages may continue past it */
    RUN_BITS = 96,         /* minimum score of an offset and the messages that follow */
    START_BITS = 16,       /* minimum score of its own message */
    MOST_STEP = 65535,     /* per tick, including teleports */
    MOST_POSITION = 1 << 20,
    MOST_SKIP = 50 * 86400, /* a day */
    MOST_TEXT = 2048,       /* also for a network message */
    MOST_COMMAND = 4096,    /* bytes of all its texts: bounds the cost of hostile input */
    MOST_PAYLOAD = 65536,
    MOST_ARGUMENTS = 32
};

typedef struct probe {
    const uint8_t *at, *end;
    bool wrong; /* sticky */
} probe;

/* Reads a number, which must be in its shortest encoding and in a range. */
static int32_t read_ranged(probe *p, int32_t least, int32_t most)
{
    int32_t value = 0;
    size_t size = p->wrong ? 0 : varint_read(p->at, (size_t)(p->end - p->at), &value);
    if (!size || varint_form(size, p->at[size - 1]) || value < least || value > most) {
        p->wrong = true;
        return 0;
    }
    p->at += size;
    return value;
}

static const uint8_t *read_bytes(probe *p, size_t size)
{
    if (p->wrong || (size_t)(p->end - p->at) < size) {
        p->wrong = true;
        return NULL;
    }
    p->at += size;
    return p->at - size;
}

/* Reads NUL-terminated UTF-8 without control characters. */
static void read_text(probe *p)
{
    size_t left = (size_t)(p->end - p->at), most = left < MOST_TEXT ? left : MOST_TEXT;
    const uint8_t *nul = p->wrong || !left ? NULL : memchr(p->at, 0, most);
    if (!nul) {
        p->wrong = true;
        return;
    }
    size_t size = (size_t)(nul - p->at);
    p->wrong = !reel__utf8_is_valid(p->at, size);
    for (size_t i = 0; i < size; i++) p->wrong |= p->at[i] < 0x20;
    p->at = nul + 1;
}

static void read_client(probe *p) { read_ranged(p, 0, TEEHISTORIAN_CLIENTS - 1); }

/* ---- the score of each kind of message --------------------------------------------------------------------------------- */

static unsigned worth_of_diff(probe *p, const tee_world *world, int32_t cid)
{
    int32_t dx = read_ranged(p, -MOST_STEP, MOST_STEP), dy = read_ranged(p, -MOST_STEP, MOST_STEP);
    p->wrong |= !dx && !dy;
    return world->alive[cid] ? 2 : 0;
}

/* Ranges of direction, aim, jump, fire, hook, flags and weapons; a difference may span the whole range either way. */
static unsigned worth_of_input(probe *p, bool is_change)
{
    static const struct {
        int32_t least, most;
    } ranges[10] = { { -1, 1 },
                     { -MOST_STEP, MOST_STEP },
                     { -MOST_STEP, MOST_STEP },
                     { 0, 1 },
                     { 0, 63 },
                     { 0, 1 },
                     { 0, 255 },
                     { 0, 6 },
                     { 0, 63 },
                     { 0, 63 } };
    read_client(p);
    for (size_t i = 0; i < 10; i++) {
        int32_t range = ranges[i].most - ranges[i].least;
        read_ranged(p, is_change ? -range : ranges[i].least, is_change ? range : ranges[i].most);
    }
    return 24;
}

static unsigned worth_of_packet(probe *p)
{
    read_client(p);
    int32_t size = read_ranged(p, 1, MOST_TEXT);
    const uint8_t *data = read_bytes(p, (size_t)size);
    probe inside = { data, data ? data + size : NULL, !data };
    p->wrong |= read_ranged(&inside, 0, 512) & 1 || inside.wrong; /* game messages are even: bit 0 marks system messages */
    return 12;
}

static unsigned worth_of_command(probe *p)
{
    read_ranged(p, -3, TEEHISTORIAN_CLIENTS - 1);
    read_ranged(p, 0, 511);
    if (p->end - p->at > MOST_COMMAND) p->end = p->at + MOST_COMMAND;
    p->wrong |= p->at == p->end || !*p->at; /* the name must not be empty */
    read_text(p);
    for (int32_t left = read_ranged(p, 0, MOST_ARGUMENTS); left > 0 && !p->wrong; left--) read_text(p);
    return 20;
}

static unsigned worth_of_extension(probe *p)
{
    const uint8_t *uuid = read_bytes(p, 16);
    int32_t size = read_ranged(p, 0, MOST_PAYLOAD);
    read_bytes(p, (size_t)size);
    if (!uuid) return 0;
    p->wrong |= uuid[6] >> 4 != 3 || uuid[8] >> 6 != 2; /* all are name-based UUIDs of version 3 */
    return reel__tee_kind_of(TEE_EX, uuid) ? 128 : 12;
}

/* The score in bits of the message at p->at. Sets p->wrong if there is no valid message. */
static unsigned worth_of(probe *p, const tee_world *world, bool is_last)
{
    int32_t id = read_ranged(p, TEE_EX, TEEHISTORIAN_CLIENTS - 1);
    if (p->wrong) return 0;
    switch (id) {
    case TEE_FINISH: p->wrong = !is_last || p->at != p->end; return 8;
    case TEE_TICK_SKIP: read_ranged(p, 0, MOST_SKIP); return 4;
    case TEE_PLAYER_NEW:
        read_client(p);
        read_ranged(p, -MOST_POSITION, MOST_POSITION);
        read_ranged(p, -MOST_POSITION, MOST_POSITION);
        return 8;
    case TEE_PLAYER_OLD:
    case TEE_JOIN: read_client(p); return 8;
    case TEE_INPUT_DIFF:
    case TEE_INPUT_NEW: return worth_of_input(p, id == TEE_INPUT_DIFF);
    case TEE_MESSAGE: return worth_of_packet(p);
    case TEE_DROP:
        read_client(p);
        read_text(p);
        return 8;
    case TEE_COMMAND: return worth_of_command(p);
    case TEE_EX: return worth_of_extension(p);
    default: return worth_of_diff(p, world, id);
    }
}

/* ---- offsets ----------------------------------------------------------------------------------------------------------- */

/* The first accepted offset in `size` bytes, or `size`. `runs` has room for one byte per offset. */
static size_t first_match(const uint8_t *bytes, size_t size, bool is_last, const tee_world *world, uint8_t *runs)
{
    size_t found = size;
    for (size_t offset = size; offset-- > 0;) {
        probe p = { bytes + offset, bytes + size, false };
        unsigned worth = worth_of(&p, world, is_last), run = worth;
        if (!p.wrong && p.at < p.end) run += runs[p.at - bytes];
        runs[offset] = (uint8_t)(p.wrong ? 0 : run < 255 ? run : 255);
        if (worth >= START_BITS && runs[offset] >= RUN_BITS) found = offset;
    }
    return found;
}

/* Probes a window of at most `most` bytes and sets *size to its size. Sets *offset to the match, or to *size. */
static reel_status probe_window(reel_decoder *d, const tee_world *world, size_t most, size_t *offset, size_t *size)
{
    reel_status status = reel_fill(d, most);
    if (status < 0 || status == REEL_AGAIN) return status;
    uint8_t *runs = d->allocator.alloc(d->allocator.context, most);
    if (!runs) return reel__memory_fail(d->error);
    *size = reel_left(&d->in) < most ? reel_left(&d->in) : most;
    *offset = *size ? first_match(d->in.at, *size, status == REEL_END, world, runs) : 0;
    d->allocator.free(d->allocator.context, runs);
    return status;
}

/* Probes a small window first, since most gaps are short, then the large one. */
static reel_status probe_ahead(reel_decoder *d, const tee_world *world, size_t *offset, size_t *size)
{
    reel_status status = probe_window(d, world, PROBE_FIRST, offset, size);
    return status == REEL_OK && *offset == *size ? probe_window(d, world, PROBE_BYTES, offset, size) : status;
}

/* ---- gaps -------------------------------------------------------------------------------------------------------------- */

bool reel__tee_goes_on(reel_decoder *d, tee_reader *r)
{
    size_t offset = 0, size = 0;
    reel_status status = probe_ahead(d, &r->world, &offset, &size);
    if (status < 0 || offset == size) return false;
    return size < TEE_MAGIC_BYTES ||
           memcmp(d->in.at, reel__tee_magic, TEE_MAGIC_BYTES) != 0; /* a magic starts another recording */
}

void reel__tee_open_gap(reel_decoder *d, tee_reader *r, uint64_t offset)
{
    r->gap = (tee_gap){ true, offset, *d->error };
    r->done = false;
    if (reel_offset(&d->in) == offset && reel_left(&d->in)) d->in.at++;
}

static void close_gap(reel_decoder *d, tee_reader *r)
{
    uint64_t length = reel_offset(&d->in) - r->gap.offset;
    r->gap.open = false;
    r->want = 1;
    if (r->skip.pending) {
        r->skip.odd = true; /* the message that it preceded is lost */
        reel__tee_settle_skip(r, false, 0);
    }
    r->world.previous = INT32_MAX; /* the next position begins a tick */
    reel_find(&d->reporter,
              (reel_finding){ .rule = "teehistorian.gap",
                              .severity = REEL_ERROR,
                              .section = "messages",
                              .offset = r->gap.offset,
                              .length = length },
              "skipped %llu bytes (%s): ticks continue from %d, and positions from the last known ones until a PLAYER_NEW",
              (unsigned long long)length, r->gap.why.message, r->world.tick);
}

reel_status reel__tee_cross_gap(reel_decoder *d, tee_reader *r)
{
    for (;;) {
        size_t offset = 0, size = 0;
        reel_status status = probe_ahead(d, &r->world, &offset, &size);
        if (status < 0 || status == REEL_AGAIN) return status;
        if (offset < size) {
            d->in.at += offset;
            close_gap(d, r);
            return REEL_OK;
        }
        if (status == REEL_END) {
            r->done = true;
            *d->error = r->gap.why;
            return r->gap.why.status;
        }
        d->in.at += size - PROBE_OVERLAP;
    }
}

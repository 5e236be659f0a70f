/* SPDX-License-Identifier: MIT
 * Finds the way back into a stream that is out of step: bytes are lost or wrong, and messages have no marks that they begin with.
 * What tells them from noise is that numbers of play are small and that one sound message is followed by the next. Each place is
 * worth as many bits as its message would have to hit by chance, and those of the messages behind it; one pass over the window,
 * from its end to its start, knows that of all places. */
#include "formats/teehistorian/reader.h"
#include "formats/teehistorian/varint.h"

enum {
    LOOK_FIRST = 2048,  /* bytes looked at together at first */
    LOOK_BYTES = 65536, /* and where there is nothing in them */
    LOOK_AGAIN = 16384, /* of them at the end, whose messages may go on behind the window */
    RUN_BITS = 96,      /* that a place and what follows it have to be worth */
    START_BITS = 16,    /* that its own message has to be worth */
    MOST_STEP = 65535,  /* in one tick, teleporters included */
    MOST_PLACE = 1 << 20,
    MOST_SKIP = 50 * 86400, /* a day */
    MOST_TEXT = 2048,       /* or of a network message */
    MOST_COMMAND = 4096,    /* bytes of all its texts, so that hostile bytes do not take long */
    MOST_PAYLOAD = 65536,
    MOST_ARGUMENTS = 32
};

typedef struct look {
    const uint8_t *at, *end;
    bool wrong; /* sticky */
} look;

/* A number in its shortest form, and in a range. */
static int32_t take(look *l, int32_t least, int32_t most)
{
    int32_t value = 0;
    size_t size = l->wrong ? 0 : varint_read(l->at, (size_t)(l->end - l->at), &value);
    if (!size || varint_form(size, l->at[size - 1]) || value < least || value > most) {
        l->wrong = true;
        return 0;
    }
    l->at += size;
    return value;
}

static const uint8_t *take_bytes(look *l, size_t size)
{
    if (l->wrong || (size_t)(l->end - l->at) < size) {
        l->wrong = true;
        return NULL;
    }
    l->at += size;
    return l->at - size;
}

/* Text as a person reads it, up to its NUL. */
static void take_text(look *l)
{
    size_t left = (size_t)(l->end - l->at), most = left < MOST_TEXT ? left : MOST_TEXT;
    const uint8_t *nul = l->wrong || !left ? NULL : memchr(l->at, 0, most);
    if (!nul) {
        l->wrong = true;
        return;
    }
    size_t size = (size_t)(nul - l->at);
    l->wrong = tee_utf8(l->at, size) < size;
    for (size_t i = 0; i < size; i++) l->wrong |= l->at[i] < 0x20;
    l->at = nul + 1;
}

static void take_client(look *l) { take(l, 0, TEEHISTORIAN_CLIENTS - 1); }

/* ---- what a message of each kind is worth ------------------------------------------------------------------------------ */

static unsigned worth_of_diff(look *l, const tee_world *world, int32_t cid)
{
    int32_t dx = take(l, -MOST_STEP, MOST_STEP), dy = take(l, -MOST_STEP, MOST_STEP);
    l->wrong |= !dx && !dy;
    return world->alive[cid] ? 2 : 0;
}

/* Direction, aim, jump, fire, hook, flags, weapons: from `least` of it to `most` of it. */
static unsigned worth_of_input(look *l, bool is_change)
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
    take_client(l);
    for (size_t i = 0; i < 10; i++) {
        int32_t range = ranges[i].most - ranges[i].least;
        take(l, is_change ? -range : ranges[i].least, is_change ? range : ranges[i].most);
    }
    return 24;
}

static unsigned worth_of_packet(look *l)
{
    take_client(l);
    int32_t size = take(l, 1, MOST_TEXT);
    const uint8_t *data = take_bytes(l, (size_t)size);
    look inside = { data, data ? data + size : NULL, !data };
    l->wrong |= take(&inside, 0, 512) & 1 || inside.wrong; /* messages of the game are even */
    return 12;
}

static unsigned worth_of_command(look *l)
{
    take(l, -3, TEEHISTORIAN_CLIENTS - 1);
    take(l, 0, 511);
    if (l->end - l->at > MOST_COMMAND) l->end = l->at + MOST_COMMAND;
    l->wrong |= l->at == l->end || !*l->at; /* it has a name */
    take_text(l);
    for (int32_t left = take(l, 0, MOST_ARGUMENTS); left > 0 && !l->wrong; left--) take_text(l);
    return 20;
}

static unsigned worth_of_extension(look *l)
{
    const uint8_t *uuid = take_bytes(l, 16);
    int32_t size = take(l, 0, MOST_PAYLOAD);
    take_bytes(l, (size_t)size);
    if (!uuid) return 0;
    l->wrong |= uuid[6] >> 4 != 3 || uuid[8] >> 6 != 2; /* all are hashes of names: version 3 */
    return tee_kind_of(TEE_EX, uuid) ? 128 : 12;
}

/* The bits that the message at l->at is worth, which is no message where l->wrong is set. */
static unsigned worth_of(look *l, const tee_world *world, bool is_last)
{
    int32_t id = take(l, TEE_EX, TEEHISTORIAN_CLIENTS - 1);
    if (l->wrong) return 0;
    switch (id) {
    case TEE_FINISH: l->wrong = !is_last || l->at != l->end; return 8;
    case TEE_TICK_SKIP: take(l, 0, MOST_SKIP); return 4;
    case TEE_PLAYER_NEW:
        take_client(l);
        take(l, -MOST_PLACE, MOST_PLACE);
        take(l, -MOST_PLACE, MOST_PLACE);
        return 8;
    case TEE_PLAYER_OLD:
    case TEE_JOIN: take_client(l); return 8;
    case TEE_INPUT_DIFF:
    case TEE_INPUT_NEW: return worth_of_input(l, id == TEE_INPUT_DIFF);
    case TEE_MESSAGE: return worth_of_packet(l);
    case TEE_DROP:
        take_client(l);
        take_text(l);
        return 8;
    case TEE_COMMAND: return worth_of_command(l);
    case TEE_EX: return worth_of_extension(l);
    default: return worth_of_diff(l, world, id);
    }
}

/* ---- places ------------------------------------------------------------------------------------------------------------ */

/* The first place in `size` bytes from which messages make sense, or `size`. `runs` has room for a byte each. */
static size_t first_place(const uint8_t *bytes, size_t size, bool is_last, const tee_world *world, uint8_t *runs)
{
    size_t found = size;
    for (size_t place = size; place-- > 0;) {
        look l = { bytes + place, bytes + size, false };
        unsigned worth = worth_of(&l, world, is_last), run = worth;
        if (!l.wrong && l.at < l.end) run += runs[l.at - bytes];
        runs[place] = (uint8_t)(l.wrong ? 0 : run < 255 ? run : 255);
        if (worth >= START_BITS && runs[place] >= RUN_BITS) found = place;
    }
    return found;
}

/* Looks through a window of at most `most` bytes. *place is the bytes before the place, or all of those that were looked at. */
static reel_status look_through(reel_decoder *d, const tee_world *world, size_t most, size_t *place, size_t *size)
{
    reel_status status = reel_fill(d, most);
    if (status < 0 || status == REEL_AGAIN) return status;
    uint8_t *runs = d->allocator.alloc(d->allocator.context, most);
    if (!runs)
        return reel_fail(d->error, REEL_MEMORY, "reel.memory", "messages", reel_offset(&d->in), "no memory to look for messages");
    *size = reel_left(&d->in) < most ? reel_left(&d->in) : most;
    *place = *size ? first_place(d->in.at, *size, status == REEL_END, world, runs) : 0;
    d->allocator.free(d->allocator.context, runs);
    return status;
}

/* Most places are near; only where there is none the whole window is looked through. */
static reel_status look_around(reel_decoder *d, const tee_world *world, size_t *place, size_t *size)
{
    reel_status status = look_through(d, world, LOOK_FIRST, place, size);
    return status == REEL_OK && *place == *size ? look_through(d, world, LOOK_BYTES, place, size) : status;
}

/* ---- gaps -------------------------------------------------------------------------------------------------------------- */

bool tee_goes_on(reel_decoder *d, tee_reader *r)
{
    size_t place = 0, size = 0;
    reel_status status = look_around(d, &r->world, &place, &size);
    if (status < 0 || place == size) return false;
    return size < TEE_MAGIC_BYTES || memcmp(d->in.at, tee_magic, TEE_MAGIC_BYTES) != 0; /* else it is another recording */
}

void tee_open_gap(reel_decoder *d, tee_reader *r, uint64_t offset)
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
        r->skip.odd = true; /* what it stood before is lost */
        tee_settle_skip(r, false, 0);
    }
    r->world.previous = INT32_MAX; /* the next record of a character begins a tick */
    reel_find(&d->reporter,
              (reel_finding){ .rule = "teehistorian.gap",
                              .severity = REEL_ERROR,
                              .section = "messages",
                              .offset = r->gap.offset,
                              .length = length,
                              .row = REEL_NO_ROW,
                              .count = 1 },
              "%llu bytes are left out (%s): from here on ticks count from %d, and places from those before until a PLAYER_NEW",
              (unsigned long long)length, r->gap.why.message, r->world.tick);
}

reel_status tee_cross_gap(reel_decoder *d, tee_reader *r)
{
    for (;;) {
        size_t place = 0, size = 0;
        reel_status status = look_around(d, &r->world, &place, &size);
        if (status < 0 || status == REEL_AGAIN) return status;
        if (place < size) {
            d->in.at += place;
            close_gap(d, r);
            return REEL_OK;
        }
        if (status == REEL_END) {
            r->done = true;
            *d->error = r->gap.why;
            return r->gap.why.status;
        }
        d->in.at += size - LOOK_AGAIN;
    }
}

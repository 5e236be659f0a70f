/* SPDX-License-Identifier: MIT
 * What is changed, and by how much, is what the service of DDNet does for its first ranks (def-/ddnet, src/tools/demo_scramble.cpp). Each value that is
 * changed hides one that a solver would begin with; each rule beside it is there because a second value would give the first one away: the speed is
 * the difference of the places that are stated, the angle that of the target that is stated, and what is at a tee goes with the tee. */
#include "pairs/ddnet/scramble.h"
#include "pairs/ddnet/state.h"

#include "codec/sha256.h"
#include "core/memory.h"
#include "game/ddnet/curves.h"
#include "game/ddnet/state.h"

#include <math.h>

/* Units and ticks. A tee that stands on the ground has two units below its middle before clients draw it as falling. */
enum {
    PLACE_X = 2,
    PLACE_Y = 1,
    PLACE_PERIOD = 40,
    AIM_PERIOD = 25,
    STILL = 3,
    DIRECTION_LATE = 2,
    JUMP_LATE = 1,
    TARGET_LEAST = 32
};
static const double aim_most = 0.02; /* radians */

enum { NOISE_BITS = 24, NOISE_ONE = 1 << NOISE_BITS };

typedef enum channel { CHANNEL_X, CHANNEL_Y, CHANNEL_AIM, CHANNEL_DIRECTION, CHANNEL_JUMP, CHANNEL_HOOK, CHANNEL_POINT } channel;

typedef struct place {
    int32_t x, y;
} place;

/* Noise of a channel between two ticks. */
typedef struct smooth {
    bool is_known;
    int32_t block, from, to;
} smooth;

/* A value whose changes are stated late. */
typedef struct held {
    bool waits;
    int32_t value, left; /* left: ticks until the change is stated */
} held;

typedef struct rope {
    int32_t state, tick, dx, dy, hooked_cid;
    place end;
} rope;

typedef struct scrambled {
    bool is_there, is_new; /* in this tick; is_new: not in the one before */
    int32_t tick;          /* the last one */
    place recorded, stated, recorded_before, stated_before;
    int32_t still_x, still_y; /* ticks in a row */
    smooth x, y, aim;
    held direction, jumped, jumped_total;
    bool hook_is_late;
    double hook_turn; /* of the aim when the hook was fired */
    rope hook;        /* of the tick before, as recorded */
    bool is_anchored;
    place anchor, stated_anchor;
} scrambled;

struct scrambler {
    uint8_t key[SHA256_SIZE];
    int32_t tick;
    scrambled tees[DDNET_CLIENTS];
};

/* ---- noise ------------------------------------------------------------------------------------------------------ */

static void put_number(uint8_t to[4], int32_t value)
{
    for (unsigned i = 0; i < 4; i++) to[i] = (uint8_t)((uint32_t)value >> 8 * i & 0xff);
}

/* 32 bits that only the key gives. The message has one length, so that none is the beginning of another. */
static uint32_t bits_of(const scrambler *s, channel of, int32_t a, int32_t b)
{
    sha256 sha;
    uint8_t message[12], hash[SHA256_SIZE];
    put_number(message, (int32_t)of);
    put_number(message + 4, a);
    put_number(message + 8, b);
    reel__sha256_begin(&sha);
    reel__sha256_add(&sha, s->key, sizeof s->key);
    reel__sha256_add(&sha, message, sizeof message);
    reel__sha256_end(&sha, hash);
    return reel_load_u32le(hash);
}

/* From -NOISE_ONE to NOISE_ONE. */
static int32_t value_of(const scrambler *s, channel of, int32_t a, int32_t b)
{
    return (int32_t)(bits_of(s, of, a, b) >> (31 - NOISE_BITS)) - NOISE_ONE;
}

/* Noise that takes `period` ticks from one value to the next, along 3 f^2 - 2 f^3, so that it moves as a tee does. */
static int32_t noise_at(const scrambler *s, smooth *n, channel of, int32_t cid, int32_t tick, int32_t period)
{
    const int32_t block = tick / period;
    if (!n->is_known || n->block != block)
        *n = (smooth){ true, block, value_of(s, of, cid, block), value_of(s, of, cid, block + 1) };
    const int64_t f = tick - (int64_t)block * period, cube = (int64_t)period * period * period,
                  part = f * f * (3 * period - 2 * f);
    return (int32_t)((n->from * (cube - part) + n->to * part) / cube);
}

/* Noise as a whole number of units, at most `most` of them. */
static int32_t units_of(int32_t noise, int32_t most)
{
    const int64_t units = (int64_t)noise * most, half = NOISE_ONE / 2;
    return (int32_t)((units >= 0 ? units + half : units - half) / NOISE_ONE);
}

static double turn_of(int32_t noise) { return (double)noise / NOISE_ONE * aim_most; }

static double aim_at(const scrambler *s, smooth *n, int32_t cid, int32_t tick)
{
    return turn_of(noise_at(s, n, CHANNEL_AIM, cid, tick, AIM_PERIOD));
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

static int32_t bounded(int64_t value) { return value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : (int32_t)value; }

static int32_t rounded(double value) { return value > -2e9 && value < 2e9 ? (int32_t)floor(value + 0.5) : 0; }

static bool is_same(place a, place b) { return a.x == b.x && a.y == b.y; }

static void turn(double angle, double by, int32_t *x, int32_t *y)
{
    double sine, cosine;
    reel__curve_sine_cosine(angle, &sine, &cosine);
    const double from_x = *x, from_y = *y;
    *x = rounded((from_x * cosine - from_y * sine) * by);
    *y = rounded((from_x * sine + from_y * cosine) * by);
}

static void hold(const scrambler *s, held *h, channel of, int32_t cid, int32_t most, int32_t *value)
{
    if (*value == h->value) {
        h->waits = false;
        return;
    }
    if (!h->waits) h->left = (int32_t)(bits_of(s, of, cid, s->tick) % (uint32_t)(most + 1));
    h->waits = h->left-- > 0;
    if (!h->waits) h->value = *value;
    *value = h->value;
}

/* ---- tees ------------------------------------------------------------------------------------------------------- */

scrambler *reel__scramble_begin(const reel_allocator *allocator, const void *key, size_t key_size, const reel_uuid *game)
{
    scrambler *s = reel__memory_new(allocator, sizeof *s);
    if (!s) return NULL;
    uint8_t size[4];
    sha256 sha;
    put_number(size, (int32_t)key_size);
    reel__sha256_begin(&sha);
    reel__sha256_add(&sha, "reel scramble", sizeof "reel scramble");
    reel__sha256_add(&sha, size, sizeof size);
    reel__sha256_add(&sha, key, key_size);
    reel__sha256_add(&sha, game->bytes, sizeof game->bytes);
    reel__sha256_end(&sha, s->key);
    for (size_t i = 0; i < DDNET_CLIENTS; i++) s->tees[i].tick = NO_TICK;
    return s;
}

void reel__scramble_end(const reel_allocator *allocator, scrambler *s)
{
    if (!s) return;
    memset(s->key, 0, sizeof s->key);
    reel__memory_drop(allocator, s);
}

void reel__scramble_tick(scrambler *s, int32_t tick)
{
    s->tick = tick;
    for (size_t i = 0; i < DDNET_CLIENTS; i++) s->tees[i].is_there = false;
}

/* A tee that stands still is stated to do so, or clients would draw it walking on the spot. It has to stand for some ticks: at once, it would say
 * of each tick whether the place is that of the one before. */
static int32_t still_or(int32_t *still, bool is_same_place, int32_t before, int32_t now)
{
    *still = is_same_place ? *still + (*still < STILL) : 0;
    return *still >= STILL ? before : now;
}

void reel__scramble_place(scrambler *s, int32_t cid, int32_t x, int32_t y)
{
    scrambled *t = &s->tees[cid];
    const place now = { x, y };
    t->is_new = t->tick == NO_TICK || t->tick != s->tick - 1;
    t->is_there = true;
    t->recorded_before = t->is_new ? now : t->recorded;
    t->stated_before = t->stated;
    t->recorded = now;
    t->stated.x = bounded((int64_t)x + units_of(noise_at(s, &t->x, CHANNEL_X, cid, s->tick, PLACE_PERIOD), PLACE_X));
    t->stated.y = bounded((int64_t)y + units_of(noise_at(s, &t->y, CHANNEL_Y, cid, s->tick, PLACE_PERIOD), PLACE_Y));
    t->tick = s->tick;
    if (t->is_new) {
        t->stated_before = t->stated;
        t->still_x = t->still_y = 0;
        t->hook_is_late = t->is_anchored = false;
        t->hook = (rope){ .hooked_cid = -1 };
        return;
    }
    t->stated.x = still_or(&t->still_x, x == t->recorded_before.x, t->stated_before.x, t->stated.x);
    t->stated.y = still_or(&t->still_y, y == t->recorded_before.y, t->stated_before.y, t->stated.y);
}

/* The end of a rope that flies or holds on to the map: turned by the aim that was stated when it was fired. One that does not move stays where it was
 * stated, as how it seemed to move would be the turn. */
static void scramble_anchor(scrambled *t, demo_character *row)
{
    const place end = { row->hook_x, row->hook_y };
    if (!t->is_anchored || !is_same(end, t->anchor)) {
        place way = { bounded((int64_t)end.x - t->recorded.x), bounded((int64_t)end.y - t->recorded.y) };
        turn(t->hook_turn, 1, &way.x, &way.y);
        t->stated_anchor = (place){ bounded((int64_t)t->stated.x + way.x), bounded((int64_t)t->stated.y + way.y) };
    }
    t->is_anchored = true;
    t->anchor = end;
    row->hook_x = t->stated_anchor.x;
    row->hook_y = t->stated_anchor.y;
}

/* Every second hook is a tick late, as a whole. */
static void scramble_hook(scrambler *s, scrambled *t, demo_character *row)
{
    const rope now = {
        row->hook_state, row->hook_tick, row->hook_dx, row->hook_dy, row->hooked_cid, { row->hook_x, row->hook_y }
    };
    if (now.state > DDNET_HOOK_IDLE && t->hook.state <= DDNET_HOOK_IDLE) {
        t->hook_is_late = bits_of(s, CHANNEL_HOOK, row->cid, s->tick) & 1;
        t->hook_turn = aim_at(s, &t->aim, row->cid, s->tick);
    }
    if (t->hook_is_late) {
        row->hook_state = t->hook.state;
        row->hook_tick = t->hook.tick;
        row->hook_x = t->hook.end.x, row->hook_y = t->hook.end.y;
        row->hook_dx = t->hook.dx, row->hook_dy = t->hook.dy;
        row->hooked_cid = t->hook.hooked_cid;
    }
    t->hook = now;
    const scrambled *hooked = is_client(row->hooked_cid) ? &s->tees[row->hooked_cid] : NULL;
    if (row->hook_state > DDNET_HOOK_IDLE && !(hooked && hooked->is_there)) {
        scramble_anchor(t, row);
    } else { /* it is where a tee is: the hooked one, or its own */
        const place at = row->hook_state > DDNET_HOOK_IDLE ? hooked->stated : t->stated;
        row->hook_x = at.x, row->hook_y = at.y;
        t->is_anchored = false;
    }
    turn(t->hook_turn, 1, &row->hook_dx, &row->hook_dy);
}

/* The target, and the angle that follows from what is stated of it. A target on the tee is moved away: there a turn is rounded to nothing. */
static void scramble_aim(double angle, demo_character *row)
{
    const double x = row->target_x, y = row->target_y, length = sqrt(x * x + y * y);
    if (length > 0) {
        turn(angle, (length > TARGET_LEAST ? length : TARGET_LEAST) / length, &row->target_x, &row->target_y);
        row->angle = reel__ddnet_core_angle(row->target_x, row->target_y);
    } else {
        row->angle = bounded(row->angle + (int64_t)rounded(angle * 256));
    }
}

void reel__scramble_character(scrambler *s, demo_character *row)
{
    scrambled *t = &s->tees[row->cid];
    row->x = t->stated.x, row->y = t->stated.y;
    row->vel_x = bounded(256 * ((int64_t)t->stated.x - t->stated_before.x));
    row->vel_y = bounded(256 * ((int64_t)t->stated.y - t->stated_before.y));
    if (t->is_new) {
        t->direction = (held){ .value = row->direction };
        t->jumped = (held){ .value = row->jumped };
        t->jumped_total = (held){ .value = row->jumped_total };
    }
    scramble_hook(s, t, row);
    scramble_aim(aim_at(s, &t->aim, row->cid, s->tick), row);
    hold(s, &t->direction, CHANNEL_DIRECTION, row->cid, DIRECTION_LATE, &row->direction);
    hold(s, &t->jumped, CHANNEL_JUMP, row->cid, JUMP_LATE, &row->jumped);
    hold(s, &t->jumped_total, CHANNEL_JUMP, row->cid, JUMP_LATE, &row->jumped_total);
}

/* ---- shots ------------------------------------------------------------------------------------------------------ */

void reel__scramble_point(scrambler *s, int32_t *x, int32_t *y)
{
    const place at = { *x, *y };
    place to = { 0, 0 };
    bool is_of_tee = false;
    for (size_t i = 0; i < DDNET_CLIENTS && !is_of_tee; i++) {
        const scrambled *t = &s->tees[i];
        is_of_tee = t->is_there && (is_same(at, t->recorded) || is_same(at, t->recorded_before));
        if (is_of_tee) to = is_same(at, t->recorded) ? t->stated : t->stated_before;
    }
    if (!is_of_tee) {
        const uint32_t bits = bits_of(s, CHANNEL_POINT, at.x, at.y);
        to.x = bounded((int64_t)at.x + (int32_t)(bits % (2 * PLACE_X + 1)) - PLACE_X);
        to.y = bounded((int64_t)at.y + (int32_t)((bits >> 16) % (2 * PLACE_Y + 1)) - PLACE_Y);
    }
    *x = to.x, *y = to.y;
}

void reel__scramble_direction(const scrambler *s, int32_t cid, int32_t tick, int32_t *x, int32_t *y)
{
    smooth noise = { .is_known = false };
    if (is_client(cid) && tick >= 0) turn(aim_at(s, &noise, cid, tick), 1, x, y);
}

/* SPDX-License-Identifier: MIT
 * Built with -O2, as servers are. */
#include "unpacker.h"

#include <stdbool.h>
#include <string.h>

/* The yardstick: what a server's own code for reading numbers does, in a loop over the messages. There a number takes two calls, as
 * the functions are in files of their own: one asks whether there was an error or nothing is left, the other goes byte by byte, asks
 * before each whether there is one, takes mask and shift from tables, and leaves the number where a pointer says. */
#if defined(__GNUC__)
#define CALLED __attribute__((noinline))
#else
#define CALLED
#endif

typedef struct unpacker {
    const uint8_t *at, *end;
    bool failed;
} unpacker;

static inline const uint8_t *number_at(const uint8_t *at, int32_t *value, int left)
{
    static const int masks[] = { 0x7f, 0x7f, 0x7f, 0x0f }, shifts[] = { 6, 13, 20, 27 };
    if (left-- <= 0) return NULL;
    int32_t sign = *at >> 6 & 1;
    *value = *at & 0x3f;
    for (size_t i = 0; i < 4 && *at & 0x80; i++) {
        if (left-- <= 0) return NULL;
        at++;
        *value |= (int32_t)((uint32_t)(*at & masks[i]) << shifts[i]);
    }
    *value ^= -sign;
    return at + 1;
}

CALLED static const uint8_t *called_number_at(const uint8_t *at, int32_t *value, int left) { return number_at(at, value, left); }

typedef const uint8_t *number_reader(const uint8_t *at, int32_t *value, int left);

static inline int32_t next_number(unpacker *u, number_reader *read)
{
    int32_t value = 0;
    if (u->failed || u->at >= u->end) {
        u->failed = true;
        return 0;
    }
    const uint8_t *after = read(u->at, &value, (int)(u->end - u->at));
    u->failed = !after;
    if (after) u->at = after;
    return after ? value : 0;
}

typedef int32_t taker(unpacker *u);
CALLED static int32_t take_called(unpacker *u) { return next_number(u, called_number_at); }
static inline int32_t take_inlined(unpacker *u) { return next_number(u, number_at); }

static struct {
    int32_t x[128], y[128], input[128][10], tick, previous;
} state;

static void step_to(int32_t cid)
{
    state.tick += cid <= state.previous;
    state.previous = cid;
}

static void pass(unpacker *u, size_t size)
{
    u->failed |= (size_t)(u->end - u->at) < size;
    if (!u->failed) u->at += size;
}

static void pass_text(unpacker *u)
{
    const uint8_t *nul = u->at < u->end ? memchr(u->at, 0, (size_t)(u->end - u->at)) : NULL;
    u->failed |= !nul;
    if (nul) u->at = nul + 1;
}

/* What is neither a move nor an input; false: the end, or nothing that is known. */
static inline bool pass_other(unpacker *u, int32_t id, taker *take)
{
    switch (id) {
    case -2:
        state.tick += take(u) + 1;
        state.previous = -1;
        return true;
    case -3:;
        int32_t cid = take(u);
        step_to(cid);
        state.x[cid & 127] = take(u);
        state.y[cid & 127] = take(u);
        return true;
    case -4: step_to(take(u)); return true;
    case -7:
        take(u);
        pass(u, (size_t)take(u));
        return true;
    case -8: take(u); return true;
    case -9:
        take(u);
        pass_text(u);
        return true;
    case -10:
        take(u), take(u);
        pass_text(u);
        for (int32_t left = take(u); left > 0 && !u->failed; left--) pass_text(u);
        return true;
    case -11:
        pass(u, 16);
        pass(u, (size_t)take(u));
        return true;
    default: return false;
    }
}

static inline uint64_t walk_messages(const uint8_t *data, size_t size, taker *take)
{
    unpacker u = { data + 16, data + size, false };
    uint64_t messages = 0;
    memset(&state, 0, sizeof state);
    pass_text(&u); /* the header */
    for (; !u.failed && u.at < u.end; messages++) {
        int32_t id = take(&u), cid = id;
        if (id >= 0) {
            step_to(cid);
            state.x[cid & 127] += take(&u);
            state.y[cid & 127] += take(&u);
        } else if (id == -5 || id == -6) {
            int32_t *input = state.input[take(&u) & 127];
            for (size_t i = 0; i < 10; i++) input[i] = (id == -5 ? input[i] : 0) + take(&u);
        } else if (!pass_other(&u, id, take)) {
            break;
        }
    }
    return messages;
}

uint64_t unpack_as_server(const uint8_t *data, size_t size) { return walk_messages(data, size, take_called); }

uint64_t unpack_inlined(const uint8_t *data, size_t size) { return walk_messages(data, size, take_inlined); }

/* SPDX-License-Identifier: MIT
 * The state of a reader in an index: the tick and, for each client, the position of its character, its last input and its protocol. */
#include "formats/teehistorian/reader.h"

enum { IS_ALIVE = 1, HAS_INPUT = 2, IS_SEVEN = 4, STATES = 8 };

reel_status reel__tee_snapshot(const reel_decoder *d, reel_output *out, double *time)
{
    const tee_reader *r = d->state;
    if (r->skip.pending || r->finished || r->done || r->gap.open) return REEL_AGAIN;
    *time = r->world.tick;
    reel_put_i32le(out, r->world.tick);
    reel_put_i32le(out, r->world.previous);
    reel_put_u64le(out, r->seq);
    for (size_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) {
        bool alive = r->world.alive[cid], input = r->world.has_input[cid];
        reel_put_u8(out, (uint8_t)((alive ? IS_ALIVE : 0) | (input ? HAS_INPUT : 0) | (r->protocol[cid] == 7 ? IS_SEVEN : 0)));
        if (alive) {
            reel_put_i32le(out, r->world.at[cid].x);
            reel_put_i32le(out, r->world.at[cid].y);
        }
        for (size_t i = 0; input && i < 10; i++) reel_put_i32le(out, r->world.input[cid][i]);
    }
    return REEL_OK;
}

static reel_status fail_state(const reel_decoder *d)
{
    return reel_fail(d->error, REEL_CORRUPT, "teehistorian.state", "index", REEL_NO_OFFSET, "the index has no valid game state");
}

enum { LEAST_MESSAGE = 2 }; /* bytes, except for FINISH, after which nothing is indexed */

/* Whether a reader can have this state at its offset. Indexes are untrusted, and impossible numbers would overflow. */
static bool is_possible(const reel_decoder *d, const tee_world *world, uint64_t seq)
{
    const tee_reader *r = d->state;
    uint64_t offset = reel_offset(&d->in);
    return world->tick >= 0 && (double)world->tick < d->from && offset >= r->start && seq <= (offset - r->start) / LEAST_MESSAGE;
}

reel_status reel__tee_restore(reel_decoder *d, reel_cursor *in)
{
    tee_reader *r = d->state;
    tee_world world;
    uint8_t protocol[TEEHISTORIAN_CLIENTS];
    tee_world_begin(&world);
    world.tick = reel_get_i32le(in);
    world.previous = reel_get_i32le(in);
    uint64_t seq = reel_get_u64le(in);
    for (size_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) {
        uint8_t state = reel_get_u8(in);
        if (state >= STATES) return fail_state(d);
        world.alive[cid] = (state & IS_ALIVE) != 0;
        world.has_input[cid] = (state & HAS_INPUT) != 0;
        protocol[cid] = state & IS_SEVEN ? 7 : 6;
        if (world.alive[cid]) {
            world.at[cid].x = reel_get_i32le(in);
            world.at[cid].y = reel_get_i32le(in);
        }
        for (size_t i = 0; world.has_input[cid] && i < 10; i++) world.input[cid][i] = reel_get_i32le(in);
    }
    if (in->failed || reel_left(in) || !is_possible(d, &world, seq)) return fail_state(d);
    r->world = world;
    r->fast.until = 0; /* `moves` and `inputs` are of another state */
    r->seq = seq;
    memcpy(r->protocol, protocol, sizeof protocol);
    r->want = 1;
    return REEL_OK;
}

reel_status reel__tee_next_of_window(reel_decoder *d)
{
    tee_reader *r = d->state;
    return (double)r->world.tick >= d->to ? REEL_END : reel__tee_next(d); /* ticks never go back */
}

/* SPDX-License-Identifier: MIT */
#include "net/shares.h"

static int64_t smaller_of(int64_t one, int64_t other) { return one < other ? one : other; }

static uint32_t larger_of(uint32_t one, uint32_t other) { return one > other ? one : other; }

/* How many addresses there are. */
static uint32_t count_active(shares *all, share *s, int64_t now)
{
    if (now - all->window_begun > SHARE_WINDOW_US) {
        all->window_begun = now;
        all->active_before = all->active;
        all->active = 0;
        all->window++;
    }
    if (s->window != all->window) s->window = all->window, all->active++;
    return larger_of(all->active, all->active_before);
}

/* Two thirds of the time are for all addresses together, so that one that comes has its turn soon. */
static void refill(share *s, uint32_t active, int64_t now)
{
    enum { FULL_US = 60 * 1000000 };
    const int64_t passed = now - s->filled, parts = larger_of(SHARE_PARTS, active + active / 2);
    if (!s->filled || passed > FULL_US) {
        s->us = SHARE_US;
        s->bytes = SHARE_BYTES;
    } else {
        if (passed < parts) return;
        s->us = smaller_of(s->us + passed / parts, SHARE_US);
        s->bytes = smaller_of(s->bytes + passed * SHARE_BYTES_MS / 1000, SHARE_BYTES);
    }
    s->filled = now;
}

void shares_begin_turn(shares *all) { all->turn++; }

share_verdict shares_ask(shares *all, shares_contended *contended, uint32_t slot, bool limited, bool has_body, int64_t now)
{
    share *s = &all->slots[slot];
    if (slot != all->last_slot) atomic_store_explicit(contended, now, memory_order_relaxed);
    if (s->turn != all->turn) s->turn = all->turn, s->count = 0;
    const uint32_t active = count_active(all, s, now), most = SHARE_TURN / active;
    if (s->count >= (most > SHARE_CONNECTIONS ? SHARE_CONNECTIONS : larger_of(most, 1))) return SHARE_NEXT_TURN;
    refill(s, active, now);
    const bool others = now - atomic_load_explicit(contended, memory_order_relaxed) < SHARE_CONTENDED_US;
    if (limited && others && (s->us < 0 || (has_body && s->bytes < 0))) return SHARE_LATER;
    s->count++;
    all->last_slot = slot;
    return SHARE_NOW;
}

bool shares_in_debt(shares *all, uint32_t slot, int64_t now)
{
    share *s = &all->slots[slot];
    refill(s, count_active(all, s, now), now);
    return s->us < 0;
}

void shares_charge(shares *all, uint32_t slot, int64_t us, size_t body)
{
    share *s = &all->slots[slot];
    s->us -= us;
    s->bytes -= (int64_t)body;
}

/* SPDX-License-Identifier: MIT
 * The allowances grow with what was really read of the file, never with what it claims, so the cost of any input is linear in its
 * bytes. Steps are charged in bulk and checked every million of them, which costs next to nothing. */
#include "core/budget.h"

#define FREE_UNPACKED (UINT64_C(64) << 10) /* every file may unpack to as much */
#define FREE_WORK (UINT64_C(64) << 20)
#define WORK_PER_BYTE 4096
#define BETWEEN_POLLS (UINT64_C(1) << 20)

static uint64_t add_capped(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

static uint64_t times_capped(uint64_t a, uint64_t b) { return b && a > UINT64_MAX / b ? UINT64_MAX : a * b; }

reel_limits reel__budget_limits(const reel_limits *given)
{
    reel_limits limits = *given;
    if (!limits.buffer_bytes) limits.buffer_bytes = UINT64_C(1) << 30;
    if (!limits.rows) limits.rows = UINT64_C(1) << 31;
    if (!limits.string_bytes) limits.string_bytes = UINT64_C(256) << 20;
    if (!limits.nesting) limits.nesting = 128;
    if (!limits.ratio) limits.ratio = 1000;
    return limits;
}

reel_budget reel__budget_of(const reel_limits *limits, reel_on_progress *on_progress, void *progress_context)
{
    return (reel_budget){ .work_limit = limits->work,
                          .size = REEL_UNKNOWN_SIZE,
                          .unpacked_limit = limits->unpacked_bytes,
                          .ratio = limits->ratio,
                          .next = BETWEEN_POLLS,
                          .on_progress = on_progress,
                          .progress_context = progress_context };
}

static uint64_t work_most(const reel_budget *b)
{
    return b->work_limit ? b->work_limit : add_capped(add_capped(FREE_WORK, b->granted), times_capped(b->read, WORK_PER_BYTE));
}

static uint64_t unpacked_most(uint64_t limit, uint32_t ratio, uint64_t read)
{
    return limit ? limit : add_capped(FREE_UNPACKED, times_capped(read, ratio));
}

/* Checks the limit and calls the progress callback. The next check is a million steps later, or at the limit if that is sooner. */
static reel_status poll_budget(reel_budget *b)
{
    uint64_t most = work_most(b);
    if (b->work > most) return b->status = REEL_LIMIT;
    reel_progress progress = { b->read, b->size, b->work };
    if (b->on_progress && !b->on_progress(b->progress_context, &progress)) return b->status = REEL_CANCELLED;
    b->next = add_capped(b->work, BETWEEN_POLLS);
    if (b->work_limit && b->next > most) b->next = add_capped(most, 1);
    return REEL_OK;
}

reel_status reel_spend(reel_budget *b, uint64_t steps)
{
    if (!b) return REEL_OK;
    if (b->status != REEL_OK) return b->status;
    b->work = add_capped(b->work, steps);
    return b->work < b->next ? REEL_OK : poll_budget(b);
}

void reel__budget_grant(reel_budget *b, uint64_t steps)
{
    if (b) b->granted = add_capped(b->granted, steps);
}

reel_status reel_spend_unpacked(reel_budget *b, uint64_t bytes)
{
    if (!b) return REEL_OK;
    b->unpacked = add_capped(b->unpacked, bytes);
    if (b->unpacked > unpacked_most(b->unpacked_limit, b->ratio, b->read)) b->unpacked_out = true;
    reel_status status = reel_spend(b, bytes);
    return status == REEL_OK && b->unpacked_out ? REEL_LIMIT : status;
}

uint64_t reel_unpacked_left(const reel_budget *b)
{
    if (!b) return UINT64_MAX;
    uint64_t most = unpacked_most(b->unpacked_limit, b->ratio, b->read);
    return most > b->unpacked ? most - b->unpacked : 0;
}

reel_status reel__budget_read(reel_budget *b, uint64_t bytes)
{
    if (!b) return REEL_OK;
    b->read = add_capped(b->read, bytes);
    return reel_spend(b, bytes);
}

reel_status reel_fail_budget(const reel_budget *b, reel_error *error, const char *section, uint64_t offset)
{
    if (b->status == REEL_CANCELLED) return reel_fail(error, REEL_CANCELLED, "reel.cancelled", section, offset, "cancelled");
    if (b->unpacked_out && b->status == REEL_OK)
        return reel_fail(error, REEL_LIMIT, "unpack.limit", section, offset,
                         "the file decompresses to more than %llu bytes, the limit for its size",
                         (unsigned long long)unpacked_most(b->unpacked_limit, b->ratio, b->read));
    return reel_fail(error, REEL_LIMIT, "reel.work-limit", section, offset, "decoding takes more than %llu steps, the limit%s",
                     (unsigned long long)work_most(b), b->work_limit ? "" : " for its size");
}

uint64_t reel_unpacked_most(const reel_limits *limits, uint64_t size)
{
    return unpacked_most(limits->unpacked_bytes, limits->ratio ? limits->ratio : 1000, size);
}

/* SPDX-License-Identifier: MIT
 * .milk to .butter: first to rows of .echoreplay, then from these to .butter. */
#include "core/chunk.h"
#include "pairs/echo/butter.h"
#include "pairs/echo/milk.h"

#include <reel/milk.h>

typedef struct journey {
    void *first, *second; /* states of the two conversions */
    reel_chunk *between;
} journey;

static pair_job second_job(const pair_job *job)
{
    pair_job second = *job;
    second.state = ((journey *)job->state)->second;
    return second;
}

static reel_status prepare(pair_job *job, journey *j)
{
    const reel_table *const *tables = reel__pair_milk_echoreplay.to->tables;
    if (j->between) return REEL_OK;
    j->first = reel__memory_new(&job->allocator, reel__pair_milk_echoreplay.state_size);
    j->second = reel__memory_new(&job->allocator, reel__pair_echoreplay_butter.state_size);
    j->between = reel__chunk_new(tables, tables, UINT64_MAX, &job->allocator);
    return j->first && j->second && j->between ? REEL_OK : reel__memory_fail(job->error);
}

static reel_status convert_chunk(pair_job *job, const reel_chunk *in)
{
    journey *j = job->state;
    reel_status status = prepare(job, j);
    if (status < 0) return status;
    size_t count;
    const milk_info *info = reel_chunk_rows(in, &milk_infos, &count);
    bool arena = !count || !(info->flags & MILK_NOT_ARENA);
    reel_chunk_rows(in, &milk_frames, &count);
    reel__pair_lose(job, &milk_frames, "disc_position", arena ? 0 : count, "stored for Arena only");
    reel__pair_lose(job, &milk_frames, "blue_points", arena ? 0 : count, "points are not stored for an unknown map");
    reel__pair_lose(job, &milk_frames, "orange_points", arena ? 0 : count, "points are not stored for an unknown map");
    pair_job first = *job, second = second_job(job);
    first.state = j->first;
    first.out = j->between;
    reel__chunk_reset(j->between);
    status = reel__pair_milk_echoreplay.chunk(&first, in);
    if (j->between->status != REEL_OK) return reel__chunk_failure(j->between, 0, job->error);
    return status < 0 ? status : reel__pair_echoreplay_butter.chunk(&second, j->between);
}

static reel_status finish(pair_job *job)
{
    pair_job second = second_job(job);
    return second.state ? reel__pair_echoreplay_butter.finish(&second) : REEL_OK;
}

static void close_pair(pair_job *job)
{
    journey *j = job->state;
    reel__memory_drop(&job->allocator, j->first);
    reel__memory_drop(&job->allocator, j->second);
    reel__chunk_free(j->between);
}

const convert_pair reel__pair_milk_butter = {
    .from = &reel_format_milk,
    .to = &reel_format_butter,
    .state_size = sizeof(journey),
    .chunk = convert_chunk,
    .finish = finish,
    .close = close_pair,
    .target_rounds = true,
};

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
    const reel_table *const *tables = pair_milk_echoreplay.to->tables;
    if (j->between) return REEL_OK;
    j->first = memory_new(&job->allocator, pair_milk_echoreplay.state_size);
    j->second = memory_new(&job->allocator, pair_echoreplay_butter.state_size);
    j->between = chunk_new(tables, tables, UINT64_MAX, &job->allocator);
    return j->first && j->second && j->between ? REEL_OK : memory_fail(job->error);
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
    pair_lose(job, &milk_frames, "disc_position", arena ? 0 : count, "stored for Arena only");
    pair_lose(job, &milk_frames, "blue_points", arena ? 0 : count, "points are not stored for an unknown map");
    pair_lose(job, &milk_frames, "orange_points", arena ? 0 : count, "points are not stored for an unknown map");
    pair_job first = *job, second = second_job(job);
    first.state = j->first;
    first.out = j->between;
    chunk_reset(j->between);
    status = pair_milk_echoreplay.chunk(&first, in);
    if (j->between->status != REEL_OK) return chunk_failure(j->between, 0, job->error);
    return status < 0 ? status : pair_echoreplay_butter.chunk(&second, j->between);
}

static reel_status finish(pair_job *job)
{
    pair_job second = second_job(job);
    return second.state ? pair_echoreplay_butter.finish(&second) : REEL_OK;
}

static void close_pair(pair_job *job)
{
    journey *j = job->state;
    memory_drop(&job->allocator, j->first);
    memory_drop(&job->allocator, j->second);
    chunk_free(j->between);
}

const convert_pair pair_milk_butter = {
    .from = &reel_format_milk,
    .to = &reel_format_butter,
    .state_size = sizeof(journey),
    .chunk = convert_chunk,
    .finish = finish,
    .close = close_pair,
    .target_rounds = true,
};

/* SPDX-License-Identifier: MIT
 * Finds the blocks of a span of time. A block is packed independently and starts with the time of its first frame, so
 * only these bytes of other blocks are decompressed. Bones continue from block to block: to read them, all earlier
 * blocks are read. */
#include "formats/echo/butter/file.h"

#include <math.h>

enum { HEAD = 10 }; /* magic and time of a keyframe */

/* Reads the time at which a block starts, in ms. false: the block is invalid. */
static bool block_time(file_reader *r, const uint8_t *packed, size_t size, int64_t *time)
{
    int level;
    const uint8_t *head = packed;
    if (reel__file_codec(r->info.compression, &r->packed.codec, &level)) {
        if (reel__block_start(&r->packed, packed, size, HEAD) != REEL_OK || reel__block_unpack(&r->packed, HEAD) < 0)
            return false;
        head = r->packed.buffer;
        size = r->packed.made;
    }
    if (size < HEAD || reel_load_u16le(head) != WIRE_KEYFRAME) return false;
    *time = (int64_t)reel_load_u64le(head + 2);
    return true;
}

static double seconds_of(const file_reader *r, int64_t time)
{
    return (double)(int64_t)((uint64_t)time - (uint64_t)r->frames->first_time) / 1000;
}

/* Skips a block. It is assumed to have as many frames as the header states. */
static void skip_block(reel_decoder *d, file_reader *r, int64_t next_time)
{
    uint32_t interval = r->info.keyframe_interval ? r->info.keyframe_interval : 300;
    frame_state *state = r->frames;
    state->frame = state->frame > UINT32_MAX - interval ? UINT32_MAX : state->frame + interval;
    state->time = next_time;
    reel_take(&d->in, r->sizes[r->next++]);
}

/* Whether blocks before the span may be skipped. */
static bool can_skip(const reel_decoder *d)
{
    return isfinite(d->from) && !reel_chunk_table(d->chunk, &butter_bones) && !reel_chunk_table(d->chunk, &butter_blocks);
}

reel_status reel__file_find_window(reel_decoder *d, file_reader *r)
{
    if (!isfinite(d->from) && !isfinite(d->to)) return REEL_OK;
    while (r->next < r->blocks && r->sizes[r->next]) {
        int64_t first, second;
        uint64_t size = r->sizes[r->next], after = r->next + 1 < r->blocks ? r->sizes[r->next + 1] : 0;
        uint64_t limit = reel__file_block_limit(r->info.keyframe_interval);
        if (size > limit || after > limit) return REEL_OK;
        reel_status status = reel__file_fill(d, size + after);
        if (status < 0 || status == REEL_AGAIN) return status;
        size_t left = reel_left(&d->in);
        if (left < size || !block_time(r, d->in.at, (size_t)size, &first)) return REEL_OK;
        if (r->frames->frame == 0) r->frames->first_time = first;
        if (seconds_of(r, first) >= d->to) return REEL_END;
        if (!can_skip(d) || !after || left < size + after || !block_time(r, d->in.at + size, (size_t)after, &second))
            return REEL_OK;
        if (second < first || seconds_of(r, second) > d->from) return REEL_OK;
        skip_block(d, r, second);
    }
    return REEL_OK;
}

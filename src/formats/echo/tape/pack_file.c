/* SPDX-License-Identifier: MIT
 * The file around the messages: none, one zstd frame, or a zstd frame for each keyframe and a seek table. */
#include "codec/xxh3.h"
#include "core/input.h"
#include "formats/echo/tape/write.h"

enum { LEVEL = 3, PIECE_OUT = 1 << 20 };

static void stream_sum_add(stream_sum *sum, const void *data, size_t size)
{
    const uint8_t *at = data;
    sum->size += size;
    while (size) {
        const size_t room = sizeof sum->block - sum->used, some = size < room ? size : room;
        memcpy(sum->block + sum->used, at, some);
        sum->used += some;
        at += some;
        size -= some;
        if (sum->used < sizeof sum->block) continue;
        sum->sum = reel__xxh3_64(sum->block, sum->used, sum->sum);
        sum->used = 0;
    }
}

static uint64_t stream_sum_end(stream_sum *sum)
{
    sum->sum = reel__xxh3_64(sum->block, sum->used, sum->sum ^ sum->size);
    sum->used = 0;
    return sum->sum;
}

static reel_status packing(reel_encoder *e, reel_status status)
{
    if (status == REEL_UNSUPPORTED)
        return reel_fail(e->error, status, "tape.not-built", "zstd", 0, "this build has no libzstd to compress a capture");
    return status < 0 ? reel__memory_fail(e->error) : REEL_OK;
}

/* Passes on what is packed, unless it waits. */
static reel_status flush(reel_encoder *e, tape_file *f)
{
    if (f->hold || f->packed.size == 0) return e->out->status;
    reel_put(e->out, f->packed.data, f->packed.size);
    f->packed_at += f->packed.size;
    f->packed.size = 0;
    return e->out->status;
}

static uint64_t packed_offset(const tape_file *f) { return f->packed_at + f->packed.size; }

/* Packs the current block as a zstd frame of its own. */
static reel_status end_block(reel_encoder *e, tape_file *f)
{
    const uint64_t start = packed_offset(f);
    if (!f->block.size) return REEL_OK;
    reel_status status = packing(e, reel__zstd_push_begin(&f->push, LEVEL, f->block.size));
    if (status == REEL_OK) status = packing(e, reel__zstd_push_add(&f->push, f->block.data, f->block.size, true, &f->packed));
    if (status < 0) return status;
    tape_block *blocks = reel__memory_items(&e->allocator, f->blocks, &f->block_capacity, f->block_count + 1, sizeof *blocks);
    if (!blocks) return reel__memory_fail(e->error);
    f->blocks = blocks;
    blocks[f->block_count++] = (tape_block){ (uint32_t)(packed_offset(f) - start), (uint32_t)f->block.size };
    f->block.size = 0;
    f->in_block = 0;
    return flush(e, f);
}

reel_status reel__tape_file_message(reel_encoder *e, tape_file *f, const void *data, size_t size)
{
    f->offset += size;
    stream_sum_add(&f->sum, data, size);
    if (f->container == TAPE_PLAIN) {
        reel_put(e->out, data, size);
        return e->out->status;
    }
    if (f->container == TAPE_BLOCKS) return memory_add(&f->block, data, size) ? REEL_OK : reel__memory_fail(e->error);
    reel_status status = f->push.open ? REEL_OK : packing(e, reel__zstd_push_begin(&f->push, LEVEL, REEL_UNKNOWN_SIZE));
    if (status == REEL_OK) status = packing(e, reel__zstd_push_add(&f->push, data, size, false, &f->packed));
    return status < 0 || f->packed.size < PIECE_OUT ? status : flush(e, f);
}

reel_status reel__tape_file_frame(reel_encoder *e, tape_file *f, uint32_t frame)
{
    const bool key = frame % f->interval == 0;
    if (key && f->container == TAPE_BLOCKS) {
        reel_status status = end_block(e, f);
        if (status < 0) return status;
    }
    if (!key) return REEL_OK;
    tape_keyframe *keys = reel__memory_items(&e->allocator, f->keys, &f->key_capacity, f->key_count + 1, sizeof *keys);
    if (!keys) return reel__memory_fail(e->error);
    f->keys = keys;
    keys[f->key_count++] = (tape_keyframe){ f->container == TAPE_BLOCKS ? packed_offset(f) : f->offset, frame };
    return REEL_OK;
}

reel_status reel__tape_file_end_frames(reel_encoder *e, tape_file *f)
{
    return f->container == TAPE_BLOCKS ? end_block(e, f) : REEL_OK;
}

static reel_status put_table(reel_encoder *e, tape_file *f)
{
    const size_t size = f->block_count * TAPE_SEEK_ENTRY + TAPE_SEEK_TAIL;
    uint8_t word[TAPE_SEEK_TAIL];
    reel_store_u32le(word, TAPE_SEEK_MAGIC);
    reel_store_u32le(word + 4, (uint32_t)size);
    bool fine = memory_add(&f->packed, word, TAPE_SKIPPABLE_HEADER);
    for (size_t i = 0; i < f->block_count && fine; i++) {
        reel_store_u32le(word, f->blocks[i].packed);
        reel_store_u32le(word + 4, f->blocks[i].unpacked);
        fine = memory_add(&f->packed, word, TAPE_SEEK_ENTRY);
    }
    reel_store_u32le(word, (uint32_t)f->block_count);
    word[4] = 0;
    reel_store_u32le(word + 5, TAPE_SEEK_END);
    return fine && memory_add(&f->packed, word, TAPE_SEEK_TAIL) ? flush(e, f) : reel__memory_fail(e->error);
}

reel_status reel__tape_file_end(reel_encoder *e, tape_file *f)
{
    if (f->container == TAPE_PLAIN) return e->out->status;
    if (f->container == TAPE_BLOCKS) {
        reel_status status = end_block(e, f);
        return status < 0 ? status : put_table(e, f);
    }
    reel_status status = f->push.open ? REEL_OK : packing(e, reel__zstd_push_begin(&f->push, LEVEL, REEL_UNKNOWN_SIZE));
    if (status == REEL_OK) status = packing(e, reel__zstd_push_add(&f->push, NULL, 0, true, &f->packed));
    return status < 0 ? status : flush(e, f);
}

tape_mark reel__tape_file_mark(const tape_file *f)
{
    return (tape_mark){ .offset = f->offset, .packed = f->packed.size, .blocks = f->block_count, .sum = f->sum };
}

void reel__tape_file_back(tape_file *f, const tape_mark *mark)
{
    f->offset = mark->offset;
    f->packed.size = mark->packed;
    f->block_count = mark->blocks;
    f->sum = mark->sum;
    f->block.size = 0;
}

void reel__tape_file_free(const reel_encoder *e, tape_file *f)
{
    reel__zstd_push_free(&f->push);
    reel__memory_drop(&e->allocator, f->block.data);
    reel__memory_drop(&e->allocator, f->packed.data);
    reel__memory_drop(&e->allocator, f->blocks);
    reel__memory_drop(&e->allocator, f->keys);
}

/* ---- the original bytes ----------------------------------------------------------------------------------------- */

reel_status reel__tape_file_holds(reel_encoder *e, tape_file *f, const reel_memory *pieces, bool *holds)
{
    reel_input input;
    reel_error error;
    reel_decoder d = {
        .allocator = e->allocator, .error = &error, .limits = reel__budget_limits(&(reel_limits){ 0 }), .input = &input
    };
    tape_stream *s = reel__memory_new(&e->allocator, sizeof *s);
    stream_sum sum = { 0 };
    *holds = false;
    if (!s) return reel__memory_fail(e->error);
    reel__input_open(&input, reel_source_memory(pieces->data, pieces->size), UINT64_MAX, UINT64_MAX, NULL, &e->allocator);
    reel_status status = reel__tape_stream_begin(&d, s);
    bool packed = s->packed;
    while (status == REEL_OK && packed && sum.size <= f->sum.size) {
        status = reel__tape_stream_more(&d, s);
        if (s->have > s->at) stream_sum_add(&sum, s->buffer + s->at, s->have - s->at);
        s->at = s->have;
    }
    reel__tape_stream_free(&d, s);
    reel__input_close(&input);
    reel__memory_drop(&e->allocator, s);
    if (status == REEL_MEMORY) return reel__memory_fail(e->error);
    *holds = packed && status == REEL_END && sum.size == f->sum.size && stream_sum_end(&sum) == stream_sum_end(&f->sum);
    return REEL_OK;
}

/* SPDX-License-Identifier: MIT
 * Reads a .tape for its archive, some messages at a time. */
#include "formats/echo/tape/model.h"

reel_status reel__tape_model_start(reel_decoder *d, tape_stream *stream, reel_memory *head)
{
    tape_message first;
    reel_status status = reel__tape_stream_begin(d, stream);
    if (status == REEL_OK) status = reel__tape_stream_next(d, stream, &first);
    if (status == REEL_END) return reel_fail(d->error, REEL_TRUNCATED, "tape.truncated", "header", 0, "the file has no header");
    if (status != REEL_OK) return status;
    if (!memory_add(head, first.whole.data, first.whole.size)) return reel__memory_fail(d->error);
    status = reel__tape_stream_peek(d, stream); /* whether a second zstd frame follows */
    if (status == REEL_AGAIN) return status;
    model_info *row = reel_row_add(reel_chunk_table(d->chunk, &reel__tape_model_infos));
    const uint8_t packed = tape_stream_at_block(stream) ? TAPE_BLOCKS : TAPE_STREAM;
    if (row) *row = (model_info){ .container = stream->packed ? packed : TAPE_PLAIN };
    return REEL_OK;
}

reel_status reel__tape_model_open(reel_decoder *d)
{
    model_reader *r = d->state;
    r->lists.made.allocator = r->head.allocator = d->allocator;
    return reel__tape_model_start(d, &r->stream, &r->head);
}

static bool is_full(const model_lists *lists)
{
    enum { MESSAGES = 256, ROWS = 16384 };
    return lists->messages->count >= MESSAGES || lists->players->count + lists->bones->count >= ROWS;
}

reel_status reel__tape_model_next(reel_decoder *d)
{
    enum { CHUNK_BYTES = 1 << 20 };
    model_reader *r = d->state;
    model_lists *lists = &r->lists;
    reel_status status = REEL_OK;
    const uint64_t start = r->stream.offset;
    const reel_table *const tables[] = { &reel__tape_model_messages, &reel__tape_model_players, &reel__tape_model_skeletons,
                                         &reel__tape_model_bones, &reel__tape_model_events };
    reel_row_list **const all[] = { &lists->messages, &lists->players, &lists->skeletons, &lists->bones, &lists->events };
    lists->chunk = d->chunk;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i] = reel_chunk_table(d->chunk, tables[i]);
        if (!*all[i]) return REEL_END; /* not wanted */
    }
    if (r->head.size) {
        const reel_bytes whole = { r->head.data, r->head.size };
        const tape_message first = { .whole = whole, .body = whole, .begins_block = r->stream.packed };
        r->head.size = 0;
        if (!reel__tape_model_add(lists, &first)) return reel__memory_fail(d->error);
    }
    while (status == REEL_OK && !is_full(lists) && r->stream.offset - start < CHUNK_BYTES) {
        tape_message message;
        status = reel__tape_stream_next(d, &r->stream, &message);
        if (status == REEL_OK && !reel__tape_model_add(lists, &message))
            return reel_build_status(d->chunk) < 0 ? reel_build_status(d->chunk) : reel__memory_fail(d->error);
    }
    return status;
}

void reel__tape_model_close(reel_decoder *d)
{
    model_reader *r = d->state;
    reel__tape_stream_free(d, &r->stream);
    reel__memory_drop(&d->allocator, r->lists.made.data);
    reel__memory_drop(&d->allocator, r->head.data);
}

/* SPDX-License-Identifier: MIT
 * Unpacks a capture and finds its messages.
 *
 * A zstd frame that states a size, as those of the recorders' keyframes do, is unpacked in one call, straight into the buffer that messages are read
 * from: a stream is decompressed into a window of its own first and copied. Of any other frame, and of one that is damaged or not whole, the
 * decompressor is given one block at a time. All blocks before damage are then unpacked, whatever pieces the file was read in, and the damage has
 * the offset of its block. */
#include "formats/echo/tape/stream.h"

#include "codec/pack/block.h"
#include "codec/pack/unpacker.h"
#include "codec/protobuf_pull.h"

static const char zstd_section[] = "zstd", message_section[] = "messages";

enum { BLOCK_HEADER = 3, CHECKSUM = 4, LONGEST_HEADER = 18, VARINT_MOST = 10, FIRST_BUFFER = 2 * TAPE_ZSTD_BLOCK };
/* What a zstd frame may have, packed, beyond its content to be unpacked in one call. */
enum { WHOLE_SLACK = 64 << 10 };
/* Types of blocks. */
enum { RAW, RLE, PACKED, RESERVED };

#ifdef REEL_WITH_ZSTD
static const unpack_codec *const zstd = &reel__unpack_zstd;
#else
static const unpack_codec *const zstd = NULL;
#endif

static size_t zstd_header_of(const uint8_t *at, size_t size, tape_zstd_header *header)
{
    static const uint8_t dictionary_sizes[] = { 0, 1, 2, 4 }, content_sizes[] = { 0, 2, 4, 8 };
    *header = (tape_zstd_header){ 0 };
    if (size < 5) return 0;
    const uint8_t flags = at[4];
    const bool single = flags >> 5 & 1;
    const size_t dictionary = dictionary_sizes[flags & 3], content = single && !(flags >> 6) ? 1 : content_sizes[flags >> 6];
    const size_t all = 5 + (single ? 0u : 1u) + dictionary + content;
    if (size < all) return 0;
    header->checksum = flags >> 2 & 1;
    header->broken = flags >> 3 & 1;
    const uint8_t *p = at + 5;
    if (!single) {
        const unsigned log = 10 + (*p >> 3);
        header->window = (UINT64_C(1) << log) + ((UINT64_C(1) << log) / 8) * (*p & 7);
        p++;
    }
    for (size_t i = 0; i < dictionary; i++) header->dictionary |= (uint32_t)p[i] << 8 * i;
    p += dictionary;
    for (size_t i = 0; i < content; i++) header->content |= (uint64_t)p[i] << 8 * i;
    if (content == 2) header->content += 256;
    if (single) header->window = header->content;
    return all;
}

/* A block of a zstd frame: the bytes after its header, and the number that it states. */
typedef struct tape_zstd_block {
    size_t size, stated;
    unsigned type;
    bool last;
} tape_zstd_block;

static tape_zstd_block zstd_block_at(const uint8_t *at)
{
    const uint32_t header = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
    const unsigned type = header >> 1 & 3;
    return (tape_zstd_block){ .size = type == RLE ? 1 : header >> 3, .stated = header >> 3, .type = type, .last = header & 1 };
}

reel_status reel__tape_stream_begin(reel_decoder *d, tape_stream *s)
{
    reel_status status = reel_fill(d, 4);
    if (status < 0 || status == REEL_AGAIN) return status;
    s->table.allocator = s->kept.allocator = d->allocator;
    s->packed = reel_left(&d->in) >= 4 && reel_load_u32le(d->in.at) == TAPE_ZSTD_MAGIC;
    s->keep &= s->packed;
    if (!s->packed) return REEL_OK;
    if (!zstd)
        return reel_fail(d->error, REEL_UNSUPPORTED, "unpack.not-built", zstd_section, 0,
                         "zstd streams are not supported: this build has no libzstd");
    s->codec = zstd->start(&d->allocator);
    return s->codec ? REEL_OK : reel__memory_fail(d->error);
}

void reel__tape_stream_free(const reel_decoder *d, tape_stream *s)
{
    if (s->codec) zstd->stop(s->codec);
    reel__memory_drop(&d->allocator, s->buffer);
    reel__memory_drop(&d->allocator, s->blocks);
    reel__memory_drop(&d->allocator, s->table.data);
    reel__memory_drop(&d->allocator, s->kept.data);
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

/* Passes over bytes of the file. */
static reel_status pass(reel_decoder *d, tape_stream *s, size_t size)
{
    const uint8_t *bytes = reel_take(&d->in, size);
    if (s->keep && bytes && !memory_add(&s->kept, bytes, size)) return reel__memory_fail(d->error);
    return REEL_OK;
}

static reel_status cut(const reel_decoder *d, uint64_t offset, const char *what)
{
    return reel_fail(d->error, REEL_TRUNCATED, "tape.truncated", zstd_section, offset, "the file ends inside %s", what);
}

static reel_status corrupt(const reel_decoder *d, uint64_t offset, const char *what)
{
    return reel_fail(d->error, REEL_CORRUPT, "tape.zstd", zstd_section, offset, "%s", what);
}

/* Room behind the unread bytes for `more`. */
static reel_status make_room(reel_decoder *d, tape_stream *s, size_t more)
{
    if (s->at) {
        if (s->have > s->at) memmove(s->buffer, s->buffer + s->at, s->have - s->at);
        s->have -= s->at;
        s->at = 0;
    }
    if (s->capacity - s->have >= more) return REEL_OK;
    size_t capacity = s->capacity ? 2 * s->capacity : s->packed ? FIRST_BUFFER : TAPE_PIECE;
    while (capacity - s->have < more) capacity *= 2;
    uint8_t *buffer = d->allocator.resize(d->allocator.context, s->buffer, s->capacity, capacity);
    if (!buffer) return reel__memory_fail(d->error);
    s->buffer = buffer;
    s->capacity = capacity;
    return REEL_OK;
}

/* Gives bytes to the decompressor until it has consumed them and returned what they give. */
static reel_status unpack(reel_decoder *d, tape_stream *s, size_t size, bool *ended, const char *what)
{
    const uint64_t offset = reel_offset(&d->in);
    const uint8_t *at = d->in.at, *const end = at + size;
    reel_status status = REEL_OK;
    for (size_t made = 1; status == REEL_OK && (at < end || made);) {
        const uint8_t *const before = at;
        status = make_room(d, s, TAPE_ZSTD_BLOCK);
        if (status < 0) return status;
        status = zstd->step(s->codec, &at, end, s->buffer + s->have, s->capacity - s->have, &made);
        if (status == REEL_MEMORY) return reel__memory_fail(d->error);
        if (status == REEL_LIMIT)
            return reel_fail(d->error, REEL_LIMIT, "tape.window", zstd_section, offset,
                             "the zstd frame needs a window larger than %llu bytes", (unsigned long long)UNPACK_WINDOW);
        if (status < 0) return corrupt(d, offset, what);
        s->have += made;
        s->unpacked += made;
        if (reel_spend_unpacked(d->budget, made) != REEL_OK) {
            s->have -= made;
            return reel_fail_budget(d->budget, d->error, zstd_section, offset);
        }
        if (!made && at == before && at < end) return corrupt(d, offset, what);
    }
    *ended = status == REEL_END;
    if (at < end) return corrupt(d, offset, what);
    return pass(d, s, size);
}

/* A zstd frame was read to its end. */
static reel_status end_block(reel_decoder *d, tape_stream *s)
{
    tape_block *blocks = reel__memory_items(&d->allocator, s->blocks, &s->block_capacity, s->block_count + 1, sizeof *blocks);
    if (!blocks) return reel__memory_fail(d->error);
    s->blocks = blocks;
    blocks[s->block_count++] =
        (tape_block){ (uint32_t)(reel_offset(&d->in) - s->block_at), (uint32_t)(s->unpacked - s->block_offset) };
    s->state = STREAM_BETWEEN;
    return REEL_OK;
}

/* Finds the size of the zstd frame that begins at the input and whose header has `size` bytes. REEL_END: it is cut, damaged or too large;
 * REEL_AGAIN: it is not there yet. */
static reel_status measure_frame(reel_decoder *d, const tape_zstd_header *header, size_t *size)
{
    const size_t most = (size_t)header->content + WHOLE_SLACK;
    reel_status status = REEL_OK;
    for (bool last = false; !last;) {
        status = reel_fill(d, *size + BLOCK_HEADER);
        if (status != REEL_OK) return status;
        const tape_zstd_block block = zstd_block_at(d->in.at + *size);
        if (block.type == RESERVED || block.stated > TAPE_ZSTD_BLOCK || *size > most) return REEL_END;
        last = block.last;
        *size += BLOCK_HEADER + block.size;
    }
    *size += header->checksum ? CHECKSUM : 0;
    return *size > most ? REEL_END : reel_fill(d, *size);
}

/* Unpacks the zstd frame that begins at the input in one call. REEL_END: it has to be read block by block, and nothing was unpacked. */
static reel_status unpack_whole(reel_decoder *d, tape_stream *s, const tape_zstd_header *header, size_t size)
{
    const uint64_t offset = reel_offset(&d->in), room = reel_unpacked_left(d->budget);
    if (!header->content || header->content > TAPE_WHOLE || header->window > UNPACK_WINDOW || header->content > room ||
        header->content + WHOLE_SLACK > d->limits.buffer_bytes)
        return REEL_END;
    reel_status status = measure_frame(d, header, &size);
    if (status != REEL_OK) return status == REEL_AGAIN ? REEL_END : status;
    status = make_room(d, s, (size_t)header->content);
    if (status < 0) return status;
    const uint8_t *at = d->in.at, *const end = at + size;
    size_t made = 0;
    status = zstd->step(s->codec, &at, end, s->buffer + s->have, s->capacity - s->have, &made);
    if (status == REEL_MEMORY) return reel__memory_fail(d->error);
    if (status != REEL_END || at != end || made != header->content) /* damaged: its blocks show where */
        return zstd->member(s->codec, UINT64_MAX) < 0 ? reel__memory_fail(d->error) : REEL_END;
    if (reel_spend_unpacked(d->budget, made) != REEL_OK) return reel_fail_budget(d->budget, d->error, zstd_section, offset);
    s->have += made;
    s->unpacked += made;
    status = pass(d, s, size);
    return status < 0 ? status : end_block(d, s);
}

/* At the start of a zstd frame, of something that is passed over, or of the end. */
static reel_status begin_block(reel_decoder *d, tape_stream *s)
{
    reel_status status = reel_fill(d, LONGEST_HEADER);
    if (status < 0) return status;
    const size_t left = reel_left(&d->in);
    const uint64_t offset = reel_offset(&d->in);
    tape_zstd_header header;
    if (!left) return status == REEL_AGAIN ? REEL_AGAIN : REEL_END;
    if (s->has_table) { /* it is not the end of the file */
        s->has_table = false;
        s->table.size = 0;
    }
    const uint32_t magic = left >= 4 ? reel_load_u32le(d->in.at) : 0;
    const bool skippable = left >= 4 && (magic & TAPE_SKIPPABLE_MASK) == TAPE_SKIPPABLE_MAGIC;
    if (left >= 4 && !skippable && magic != TAPE_ZSTD_MAGIC)
        return corrupt(d, offset, "these bytes are neither a zstd frame nor one that is skipped");
    const size_t size = skippable && left >= TAPE_SKIPPABLE_HEADER ? TAPE_SKIPPABLE_HEADER
                        : skippable || left < 4                    ? 0
                                                                   : zstd_header_of(d->in.at, left, &header);
    if (!size) return status == REEL_AGAIN ? REEL_AGAIN : cut(d, offset, "the header of a zstd frame");
    if (skippable) {
        s->skip_at = offset;
        s->skip_left = reel_load_u32le(d->in.at + 4);
        const uint64_t table = (uint64_t)s->block_count * TAPE_SEEK_ENTRY + TAPE_SEEK_TAIL;
        const bool is_table = magic == TAPE_SEEK_MAGIC && s->skip_left == table;
        s->state = is_table ? STREAM_TABLE : STREAM_SKIPPING;
        return pass(d, s, size);
    }
    if (header.dictionary)
        return reel_fail(d->error, REEL_UNSUPPORTED, "tape.dictionary", zstd_section, offset,
                         "the zstd frame needs the dictionary %lu, which is not part of the file",
                         (unsigned long)header.dictionary);
    if (header.broken) return corrupt(d, offset, "the header of the zstd frame has a bit set that must not be");
    s->block_at = offset;
    s->block_offset = s->unpacked;
    s->checksum = header.checksum;
    if (zstd->member(s->codec, UINT64_MAX) < 0) return reel__memory_fail(d->error);
    status = unpack_whole(d, s, &header, size);
    if (status != REEL_END) return status;
    bool ended = false;
    status = unpack(d, s, size, &ended, "the header of the zstd frame is invalid");
    s->state = STREAM_BLOCKS;
    return status;
}

static reel_status read_block(reel_decoder *d, tape_stream *s)
{
    reel_status status = reel_fill(d, BLOCK_HEADER);
    if (status < 0 || status == REEL_AGAIN) return status;
    const uint64_t offset = reel_offset(&d->in);
    if (status == REEL_END) return cut(d, offset, "a zstd frame");
    const tape_zstd_block block = zstd_block_at(d->in.at);
    const size_t size = BLOCK_HEADER + block.size;
    if (block.type == RESERVED || block.stated > TAPE_ZSTD_BLOCK) return corrupt(d, offset, "invalid header of a zstd block");
    status = reel_fill(d, size);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (status == REEL_END) return cut(d, offset, "a block of a zstd frame");
    bool ended = false;
    status = unpack(d, s, size, &ended, "invalid zstd block");
    if (status < 0) return status;
    if (!block.last) return ended ? corrupt(d, offset, "the zstd frame ends before its last block") : REEL_OK;
    if (s->checksum) {
        s->state = STREAM_CHECKSUM;
        return REEL_OK;
    }
    return ended ? end_block(d, s) : corrupt(d, offset, "the zstd frame does not have the size that it states");
}

static reel_status read_checksum(reel_decoder *d, tape_stream *s)
{
    reel_status status = reel_fill(d, CHECKSUM);
    if (status < 0 || status == REEL_AGAIN) return status;
    const uint64_t offset = reel_offset(&d->in);
    if (status == REEL_END) return cut(d, offset, "the checksum of a zstd frame");
    bool ended = false;
    status = unpack(d, s, CHECKSUM, &ended, "the checksum of the zstd frame does not match its content");
    if (status < 0) return status;
    return ended ? end_block(d, s) : corrupt(d, offset, "the zstd frame does not end with its checksum");
}

/* Passes over a part of what is skipped, and keeps it if it is a seek table. */
static reel_status skip_some(reel_decoder *d, tape_stream *s)
{
    if (s->skip_left) {
        reel_status status = reel_fill(d, 1);
        if (status < 0 || status == REEL_AGAIN) return status;
        if (status == REEL_END) return cut(d, s->skip_at, "a frame that zstd skips");
        size_t some = reel_left(&d->in) < TAPE_PIECE ? reel_left(&d->in) : TAPE_PIECE;
        if (some > s->skip_left) some = (size_t)s->skip_left;
        s->skip_left -= some;
        if (s->state == STREAM_TABLE && !memory_add(&s->table, d->in.at, some)) return reel__memory_fail(d->error);
        return pass(d, s, some);
    }
    if (s->state == STREAM_TABLE) {
        s->has_table = true;
        s->table_at = s->skip_at;
    }
    s->state = STREAM_BETWEEN;
    return REEL_OK;
}

/* Copies bytes of a file that is not compressed. */
static reel_status copy_some(reel_decoder *d, tape_stream *s)
{
    reel_status status = reel_fill(d, 1);
    if (status != REEL_OK) return status;
    const size_t some = reel_left(&d->in) < TAPE_PIECE ? reel_left(&d->in) : TAPE_PIECE;
    status = make_room(d, s, some);
    if (status < 0) return status;
    const uint8_t *from = reel_take(&d->in, some);
    if (from) memcpy(s->buffer + s->have, from, some);
    s->have += some;
    s->unpacked += some;
    return REEL_OK;
}

/* Makes at least one step. REEL_END: the file has no more. */
reel_status reel__tape_stream_more(reel_decoder *d, tape_stream *s)
{
    if (!s->packed) return copy_some(d, s);
    switch (s->state) {
    case STREAM_BETWEEN: return begin_block(d, s);
    case STREAM_BLOCKS: return read_block(d, s);
    case STREAM_CHECKSUM: return read_checksum(d, s);
    case STREAM_SKIPPING:
    case STREAM_TABLE: return skip_some(d, s);
    }
    return REEL_CORRUPT;
}

/* ---- messages --------------------------------------------------------------------------------------------------- */

/* Makes `want` unread bytes available. REEL_END: there are fewer. */
static reel_status need(reel_decoder *d, tape_stream *s, size_t want)
{
    reel_status status = REEL_OK;
    while (status == REEL_OK && s->have - s->at < want) status = reel__tape_stream_more(d, s);
    return status;
}

reel_status reel__tape_stream_peek(reel_decoder *d, tape_stream *s)
{
    const reel_status status = need(d, s, 1);
    if (status < 0) s->failure = *d->error;
    if (status < 0) s->failure.status = status;
    return status < 0 ? REEL_OK : status;
}

reel_status reel__tape_stream_next(reel_decoder *d, tape_stream *s, tape_message *message)
{
    uint64_t size = 0;
    size_t head = 0;
    if (s->failure.status < 0) {
        *d->error = s->failure;
        return s->failure.status;
    }
    reel_status status = need(d, s, 1);
    if (status != REEL_OK) return status;
    const uint64_t block_at = s->block_at;
    const bool begins = s->packed && s->offset == s->block_offset;
    for (size_t want = 1; !head; want++) {
        status = need(d, s, want);
        if (status < 0 || status == REEL_AGAIN) return status;
        const uint8_t *at = s->buffer + s->at;
        if (status == REEL_OK && reel__proto_varint(&at, s->buffer + s->at + want, &size)) head = want;
        if (head) break;
        if (status == REEL_END)
            return reel_fail(d->error, REEL_TRUNCATED, "tape.truncated", message_section, s->offset,
                             "the file ends inside the size of a message");
        if (want == VARINT_MOST)
            return reel_fail(d->error, REEL_CORRUPT, "tape.size", message_section, s->offset,
                             "the size of a message is longer than %d bytes", (int)VARINT_MOST);
    }
    if (size > TAPE_LONGEST_MESSAGE || size > d->limits.string_bytes)
        return reel_fail(d->error, REEL_LIMIT, "tape.size", message_section, s->offset,
                         "a message would have %llu bytes, more than any capture has", (unsigned long long)size);
    status = need(d, s, head + (size_t)size);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (status == REEL_END)
        return reel_fail(d->error, REEL_TRUNCATED, "tape.truncated", message_section, s->offset,
                         "the file ends inside a message of %llu bytes", (unsigned long long)size);
    const uint8_t *whole = s->buffer + s->at;
    *message = (tape_message){ .whole = { whole, head + (size_t)size },
                               .body = { whole + head, (size_t)size },
                               .offset = s->offset,
                               .block_at = block_at,
                               .begins_block = begins };
    s->at += head + (size_t)size;
    s->offset += head + size;
    return REEL_OK;
}

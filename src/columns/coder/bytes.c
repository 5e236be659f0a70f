/* SPDX-License-Identifier: MIT
 * Text and what has no better method go through zstd, if the library is built in and the result is smaller. */
#include "columns/coder/bytes.h"

#include "columns/packer.h"

enum { ZSTD_LEAST = 48, ZSTD_FAST = 3, ZSTD_SMALL = 15, ZSTD_LARGE = 9, LARGE = 1 << 18 };

static reel_status pack_planes(const uint8_t *data, size_t size, size_t plane, reel_memory *to)
{
    packer zstd;
    reel_status status = reel__packer_begin(&zstd, PACKER_DEFAULT, &to->allocator, NULL);
    if (status == REEL_OK) status = reel__packer_add_planes(&zstd, data, size, plane, (unsigned)(size / plane), to);
    reel__packer_end(&zstd);
    return status;
}

void reel__bytes_encode(block_writer *block, const uint8_t *data, size_t size, size_t plane, reel_memory *to)
{
    uint8_t method = BYTES_STORED;
    reel_memory packed = reel__block_part(block);
    if (size >= ZSTD_LEAST && reel__block_known(BLOCK_ZSTD)) {
        int level = block->options.level != CODER_DEFAULT ? ZSTD_FAST : size < LARGE ? ZSTD_SMALL : ZSTD_LARGE;
        reel_status status = plane ? pack_planes(data, size, plane, &packed)
                                   : reel__block_pack(BLOCK_ZSTD, level, data, size, &block->memory.allocator, &packed);
        if (status == REEL_OK && packed.size + 2 < size) method = BYTES_ZSTD;
        if (status == REEL_MEMORY) block->status = status;
    }
    reel__block_add(block, to, &method, 1);
    if (method == BYTES_ZSTD) {
        reel__block_add_leb128(block, to, packed.size);
        reel__block_add(block, to, packed.data, packed.size);
    } else {
        reel__block_add(block, to, data, size);
    }
    reel_memory_free(&packed);
}

/* The unpacked bytes, copied out of the decompressor's buffer once their number is known to be right. */
static reel_status unpack(block_source *source, reel_cursor *in, uint64_t size, const uint8_t **data)
{
    block_reader *reader = &source->unpacker;
    uint64_t packed_size = reel_get_leb128(in);
    const uint8_t *packed = reel_count_fits(in, packed_size, 1) ? reel_take(in, (size_t)packed_size) : NULL;
    if (!packed || size >= SIZE_MAX) return reel__source_corrupt(source, in, "packed bytes that go on after its end");
    reel_status status = reel__block_start(reader, packed, (size_t)packed_size, size);
    if (status == REEL_UNSUPPORTED) return reel__source_unsupported(source, in, "libzstd");
    if (status == REEL_OK) status = reel__block_unpack(reader, SIZE_MAX);
    if (status == REEL_LIMIT || status == REEL_CANCELLED)
        return source->budget && (source->budget->status != REEL_OK || source->budget->unpacked_out)
                   ? reel_fail_budget(source->budget, source->error, "columns", reel_offset(in))
                   : reel__source_unsupported(source, in, "a window of more than 128 MiB");
    if (status == REEL_MEMORY) return reel__memory_fail(source->error);
    if (status != REEL_END || reader->made != size) return reel__source_corrupt(source, in, "packed bytes that are damaged");
    uint8_t *copy = reel__source_room(source, (size_t)size, 1);
    if (!copy) return reel__memory_fail(source->error);
    *data = size ? memcpy(copy, reader->buffer, (size_t)size) : copy;
    return REEL_OK;
}

reel_status reel__bytes_decode(block_source *source, reel_cursor *in, uint64_t size, const uint8_t **data)
{
    uint8_t method = reel_get_u8(in);
    if (method == BYTES_STORED) {
        bool fits = reel_count_fits(in, size, 1);
        *data = fits ? reel_take(in, (size_t)size) : NULL;
        return fits && !in->failed ? REEL_OK : reel__source_corrupt(source, in, "bytes that go on after its end");
    }
    if (method != BYTES_ZSTD) return reel__source_unsupported(source, in, "a method for bytes");
    return unpack(source, in, size, data);
}

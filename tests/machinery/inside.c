/* SPDX-License-Identifier: MIT */
#include "inside.h"

#include "codec/pack/block.h"
#include "codec/pack/bzip2.h"
#include "codec/pack/lzma.h"
#include "core/memory.h"
#include "core/output.h"

enum { MOST_CONTENTS = 1 << 16, MAGIC = 28, LZMA_START = 5, PACKED_WITH = 1 };

static inside_kind kind_of(const uint8_t *data, size_t size, size_t *before)
{
    static const uint8_t lzma[LZMA_START] = { 0x5d, 0, 0, 0x80, 0 };
    *before = size > MAGIC && !memcmp(data, "ScoreSaber Replay ", 18) ? MAGIC : 0;
    if (size > *before + LZMA_ALONE_HEAD && !memcmp(data + *before, lzma, sizeof lzma)) return INSIDE_LZMA;
    *before = 0;
    if (size > BZIP2_HEAD && !memcmp(data, "BZh", 3)) return INSIDE_BZIP2;
    if (size > 4 && !memcmp(data, "\x28\xb5\x2f\xfd", 4)) return INSIDE_ZSTD;
    return INSIDE_NONE;
}

static void copy_contents(inside *in, const uint8_t *data, size_t size)
{
    in->memory.data = malloc(size + 1);
    assert_non_null(in->memory.data);
    if (size) memcpy(in->memory.data, data, size);
    in->memory.size = size;
}

static bool unpack_lzma(inside *in, const uint8_t *data, size_t size)
{
    const reel_allocator allocator = reel__memory_allocator(NULL);
    lzma_alone stream = { 0 };
    reel_error error;
    bool done = reel__lzma_alone_start(&stream, data, size, MOST_CONTENTS, NULL, &allocator, &error) >= 0 &&
                reel__lzma_alone_more(&stream, data, size, SIZE_MAX, &error) >= 0;
    if (done) copy_contents(in, stream.data, stream.size);
    reel__lzma_alone_stop(&stream);
    return done;
}

static bool unpack_bzip2(inside *in, const uint8_t *data, size_t size)
{
    static bzip2_reader reader;
    reel_memory made = { .allocator = reel__memory_allocator(NULL) };
    reel_status status = REEL_OK;
    reader = (bzip2_reader){ .allocator = reel__memory_allocator(NULL), .data = data, .size = size };
    while (status == REEL_OK && made.size < MOST_CONTENTS) status = reel__bzip2_block(&reader, &made, NULL);
    if (status == REEL_END) copy_contents(in, made.data, made.size);
    reel_memory_free(&made);
    reel__bzip2_close(&reader);
    return status == REEL_END;
}

static bool unpack_zstd(inside *in, const uint8_t *data, size_t size)
{
    block_reader block = { .allocator = reel__memory_allocator(NULL), .codec = BLOCK_ZSTD };
    const bool done =
        reel__block_start(&block, data, size, MOST_CONTENTS) == REEL_OK && reel__block_unpack(&block, MOST_CONTENTS) == REEL_END;
    if (done) copy_contents(in, block.buffer, block.made);
    reel__block_free(&block);
    return done;
}

inside inside_of(const uint8_t *data, size_t size)
{
    inside in = { .kind = INSIDE_NONE };
    in.kind = kind_of(data, size, &in.before);
    const uint8_t *stream = data + in.before;
    const size_t left = size - in.before;
    const bool done = in.kind == INSIDE_LZMA    ? unpack_lzma(&in, stream, left)
                      : in.kind == INSIDE_BZIP2 ? unpack_bzip2(&in, stream, left)
                                                : in.kind == INSIDE_ZSTD && unpack_zstd(&in, stream, left);
    if (!done) in.kind = INSIDE_NONE;
    return in;
}

static void pack_stream(inside_kind kind, const uint8_t *contents, size_t size, reel_memory *packed)
{
    const reel_allocator allocator = reel__memory_allocator(NULL);
    if (kind == INSIDE_ZSTD) {
        *packed = (reel_memory){ .allocator = allocator };
        assert_int_equal(reel__block_pack(BLOCK_ZSTD, PACKED_WITH, contents, size, &allocator, packed), REEL_OK);
        return;
    }
    reel_sink sink = reel_sink_memory(packed, NULL);
    reel_output out;
    reel_error error;
    assert_true(reel__output_open(&out, &sink, &allocator, &error));
    if (kind == INSIDE_LZMA) {
        assert_int_equal(reel__lzma_alone_pack(&out, contents, size, false, &allocator, &error), REEL_OK);
    } else {
        bzip2_writer *writer = reel__bzip2_new(&out, &allocator);
        assert_non_null(writer);
        reel__bzip2_add(writer, contents, size);
        assert_true(reel__bzip2_end(writer));
        reel__bzip2_free(writer);
    }
    assert_int_equal(reel__output_flush(&out), REEL_OK);
    reel__output_close(&out, &allocator);
}

uint8_t *inside_packed(const inside *in, const uint8_t *file, const uint8_t *contents, size_t size, size_t *made)
{
    reel_memory packed;
    pack_stream(in->kind, contents, size, &packed);
    *made = in->before + packed.size;
    uint8_t *data = malloc(*made + 1);
    assert_non_null(data);
    memcpy(data, file, in->before);
    memcpy(data + in->before, packed.data, packed.size);
    reel_memory_free(&packed);
    return data;
}

void inside_free(inside *in)
{
    free(in->memory.data);
    *in = (inside){ .kind = INSIDE_NONE };
}

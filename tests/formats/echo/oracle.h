/* SPDX-License-Identifier: MIT
 * Tables of expected values: tab-separated, perhaps gzipped, a header line first. */
#ifndef BUTTER_ORACLE_H
#define BUTTER_ORACLE_H

#include "corpus.h"

#include "codec/pack/block.h"

/* A file, unzipped if it is gzipped, with a NUL at its end. */
static inline char *read_unzipped(const char *path, size_t *length)
{
    size_t size;
    uint8_t *data = read_file(path, &size);
    if (size > 2 && data[0] == 0x1f && data[1] == 0x8b) {
        block_reader block = { .codec = BLOCK_GZIP };
        test_allocator memory = { 0 };
        block.allocator = test_allocator_of(&memory);
        assert_int_equal(reel__block_start(&block, data, size, SIZE_MAX), REEL_OK);
        assert_int_equal(reel__block_unpack(&block, SIZE_MAX), REEL_END);
        free(data);
        size = block.made;
        data = malloc(size + 1);
        assert_non_null(data);
        memcpy(data, block.buffer, size);
        reel__block_free(&block);
    } else {
        data = realloc(data, size + 1);
        assert_non_null(data);
    }
    data[size] = 0;
    *length = size;
    return (char *)data;
}

static inline tsv tsv_read(const char *path)
{
    size_t size;
    char *text = read_unzipped(path, &size);
    return tsv_parse(text, size);
}

#endif

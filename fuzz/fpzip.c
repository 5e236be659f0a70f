/* SPDX-License-Identifier: MIT
 * Streams of fpzip as the input has them, and tables of the same bytes. Decoding ends inside the buffers with all values or with an error,
 * in any steps; what was decoded is written again to a stream with the same values. */
#include "support.h"

#include "codec/fpzip.h"
#include "core/memory.h"

#include <stdlib.h>

enum { LIMIT = 1 << 22, SIZES = 3 };

/* Decodes in steps of one row, or at once. Returns the table, malloc'ed with exactly its size, or NULL. */
static uint8_t *decode(const uint8_t *data, size_t size, bool rows, fpzip_decoder *decoder, reel_status *status)
{
    reel_error error;
    *status = reel__fpzip_start(decoder, data, size, LIMIT, &error);
    if (*status != REEL_OK) return NULL;
    uint8_t *table = calloc(1, (size_t)reel__fpzip_table_size(&decoder->shape) + 1);
    require(table != NULL, "allocation succeeds");
    while (*status == REEL_OK && decoder->made < decoder->values)
        *status = reel__fpzip_decode(decoder, table, rows ? decoder->made + decoder->shape.columns : UINT64_MAX, &error);
    require((*status == REEL_OK) == (decoder->made == decoder->values), "all values are there, or an error");
    require(decoder->used <= size, "no byte behind the stream counts");
    return table;
}

static void check_again(const fpzip_shape *shape, const uint8_t *table)
{
    static fpzip_decoder decoder;
    reel_memory stream = { .allocator = reel__memory_allocator(NULL) };
    reel_status status;
    require(reel__fpzip_encode(shape, table, &stream, NULL) == REEL_OK, "every table has a stream");
    uint8_t *again = decode(stream.data, stream.size, false, &decoder, &status);
    require(status == REEL_OK && decoder.used == stream.size, "a stream that was written is read to its end");
    require(memcmp(table, again, (size_t)reel__fpzip_table_size(shape)) == 0, "the values are the same");
    free(again);
    reel_memory_free(&stream);
}

static void fuzz_stream(const uint8_t *data, size_t size)
{
    static fpzip_decoder whole, stepped;
    reel_status status, other;
    uint8_t *table = decode(data, size, false, &whole, &status), *rows = decode(data, size, true, &stepped, &other);
    require(status == other && whole.made == stepped.made, "steps make no difference");
    if (table) require(memcmp(table, rows, (size_t)whole.made * fpzip_value_size(&whole.shape)) == 0, "nor in the values");
    if (table && status == REEL_OK) check_again(&whole.shape, table);
    free(table);
    free(rows);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_stream(data, size);
    if (size < SIZES) return 0;
    fpzip_shape shape = { .wide = data[0] & 1, .columns = data[1] };
    size_t row = shape.columns * fpzip_value_size(&shape);
    if (row) shape.rows = (uint32_t)((size - SIZES) / row);
    uint8_t *table = malloc(row * shape.rows + 1);
    require(table != NULL, "allocation succeeds");
    memcpy(table, data + SIZES, row * shape.rows);
    check_again(&shape, table);
    free(table);
    return 0;
}

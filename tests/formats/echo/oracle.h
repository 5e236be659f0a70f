/* SPDX-License-Identifier: MIT
 * Tables of expected values: tab-separated, perhaps gzipped, a header line first. */
#ifndef BUTTER_ORACLE_H
#define BUTTER_ORACLE_H

#include "support.h"

#include "codec/pack/block.h"

typedef struct tsv {
    char *text;
    char **cells;
    size_t columns, rows;
} tsv;

static inline tsv tsv_parse(char *text, size_t size)
{
    tsv t = { .text = text, .columns = 1 };
    size_t lines = 0, at = 0;
    for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
    for (size_t i = 0; i < size && text[i] != '\n'; i++) t.columns += text[i] == '\t';
    t.cells = calloc((lines + 1) * t.columns, sizeof *t.cells);
    assert_non_null(t.cells);
    for (size_t line = 0; line < lines; line++)
        for (size_t column = 0; column < t.columns; column++) {
            t.cells[line * t.columns + column] = text + at;
            while (at < size && text[at] != '\t' && text[at] != '\n') at++;
            if (at < size) text[at++] = 0;
        }
    t.rows = lines - 1;
    return t;
}

static inline tsv tsv_read(const char *path)
{
    size_t size;
    uint8_t *data = read_file(path, &size);
    if (size > 2 && data[0] == 0x1f && data[1] == 0x8b) {
        block_reader block = { .codec = BLOCK_GZIP };
        test_allocator memory = { 0 };
        block.allocator = test_allocator_of(&memory);
        assert_int_equal(block_start(&block, data, size), REEL_OK);
        assert_int_equal(block_unpack(&block, SIZE_MAX), REEL_END);
        free(data);
        size = block.made;
        data = malloc(size + 1);
        assert_non_null(data);
        memcpy(data, block.buffer, size);
        block_free(&block);
    } else {
        data = realloc(data, size + 1);
        assert_non_null(data);
    }
    data[size] = 0;
    return tsv_parse((char *)data, size);
}

static inline void tsv_free(tsv *t)
{
    free(t->cells);
    free(t->text);
}

/* A cell of data row `row`. */
static inline const char *tsv_at(const tsv *t, size_t row, size_t column) { return t->cells[(row + 1) * t->columns + column]; }

#endif

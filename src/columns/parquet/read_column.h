/* SPDX-License-Identifier: MIT
 * One column of a row group that is read: a page of it at a time. */
#ifndef COLUMNS_PARQUET_READ_COLUMN_H
#define COLUMNS_PARQUET_READ_COLUMN_H

#include "codec/pack/block.h"
#include "columns/parquet/column.h"

/* Texts that indexes refer to. */
typedef struct read_texts {
    reel_memory bytes, offsets; /* int32_t: one more than there are texts */
    uint32_t count;
} read_texts;

/* What all columns of a file use, one after another. */
typedef struct read_room {
    reel_memory packed;
    block_reader unpacker;
} read_room;

typedef struct read_column {
    const parquet_column *as; /* its type, as the writer has it */
    reel_error *error;
    read_room *room;
    array_type index_type; /* of a dictionary */

    /* The column chunk. */
    uint64_t at, end; /* where its next page is in the file, and its end */
    bool is_packed;
    read_texts dictionary;

    /* The page. */
    uint32_t rows, row; /* in it, and of it that were used */
    bool has_missing;
    reel_memory present; /* a bitmap of the rows */
    reel_memory values;  /* of all rows, as an array has them; of texts: uint32_t each, which number texts */
    read_texts own;      /* texts of a page without a dictionary */
    bool uses_own;
    reel_memory flags, found; /* room to work */

    /* What was given last. */
    reel_memory text, text_offsets;
    struct ArrowArray array, labels;
    const void *buffers[3], *label_buffers[3];
} read_column;

/* Reads `size` bytes of the file. */
typedef reel_status read_at(void *file, uint64_t offset, void *to, size_t size, reel_error *error);

/* Readies a zeroed column. REEL_OK or REEL_UNSUPPORTED (parquet.type: a dictionary whose offsets have 64 bits). Ended by reel__read_column_end, in any case. */
reel_status reel__read_column_begin(read_column *column, const parquet_column *as, read_room *room, reel_error *error);
/* Makes the next page the current one. REEL_OK, REEL_MEMORY, REEL_CORRUPT (parquet.page), REEL_UNSUPPORTED, or the status of `read`. */
reel_status reel__read_column_page(read_column *column, const checksum_tables *checksums, read_at *read, void *file);
/* The most of the next `rows` rows that one array can have, as texts that repeat may be long. */
uint32_t reel__read_column_room(const read_column *column, uint32_t rows);
/* Makes `array` of the next `rows` rows of the page. REEL_OK or REEL_MEMORY. */
reel_status reel__read_column_give(read_column *column, uint32_t rows);
void reel__read_column_end(read_column *column);
/* For a zeroed room. */
void reel__read_room_begin(read_room *room, const reel_allocator *allocator);
void reel__read_room_end(read_room *room);

#endif

/* SPDX-License-Identifier: MIT
 * What the files of this folder share: a block being written, a block being read, and the bytes of both.
 *
 * A series is the list of one value of a field over all rows, as integers of 64 bits: unsigned ones as they are, signed ones sign-extended,
 * floats by their bits. A field of three f32 has three series, a UUID two. */
#ifndef COLUMNS_CODER_BLOCK_H
#define COLUMNS_CODER_BLOCK_H

#include "codec/pack/block.h"
#include "columns/coder.h"

/* First byte of a block. */
typedef enum block_form { BLOCK_ROWS = 0, BLOCK_COLUMNS = 1 } block_form;

/* The upper four bits of a column's first byte. The lower four count the columns that it refers to. */
typedef enum column_kind { COLUMN_NUMBERS = 0, COLUMN_TEXT = 1, COLUMN_MOTION = 2, COLUMN_MEMBER = 3 } column_kind;
enum { COLUMN_REFERENCES = 15, COLUMN_KIND_SHIFT = 4 };

enum { UUID_SERIES = 2, BLOCK_RATIO = 1024, TEXT_BYTES = 16 };

static inline uint64_t zigzag(uint64_t value) { return value << 1 ^ (UINT64_C(0) - (value >> 63)); }
static inline uint64_t unzigzag(uint64_t value) { return value >> 1 ^ (UINT64_C(0) - (value & 1)); }

/* ---- writing ---------------------------------------------------------------------------------------------------- */

typedef struct block_writer {
    const coder_table *table;
    const uint8_t *rows;
    size_t count;
    const coder_member *member; /* NULL: the rows are in no order */
    coder_options options;
    memory_arena memory; /* freed with the block */
    uint64_t **series;   /* by number; NULL until it was asked for */
    uint64_t **wholes;   /* of series whose columns are written as decimals; NULL: of others */
    size_t *first;       /* number of a field's first series */
    uint8_t **tokens;    /* symbols of the series whose columns are written; NULL: without symbols */
    uint8_t *written;    /* whether a field's column is in the block */
    bool has_motion;     /* the rest of such a table is small: little is tried */
    reel_status status;  /* sticky: MEMORY or LIMIT */
} block_writer;

bool reel__block_prepare(block_writer *block);
/* Appends bytes, or sets the status. */
void reel__block_add(block_writer *block, reel_memory *to, const void *data, size_t size);
void reel__block_add_leb128(block_writer *block, reel_memory *to, uint64_t value);
/* Memory that lives as long as the writer. NULL, with the status set, for none. */
void *reel__block_room(block_writer *block, size_t count, size_t size);
/* An empty growing block, for a part that is measured before it is appended. The caller frees it. */
reel_memory reel__block_part(const block_writer *block);
/* Whether numbers, and motion with them, become planes of bytes, which zstd reads faster than symbols: at the fastest level, unless poses are rounded. */
bool reel__block_has_planes(const block_writer *block);
/* A series of a field, or NULL with the status set. */
const uint64_t *reel__block_series(block_writer *block, size_t field, size_t index);

/* ---- reading ---------------------------------------------------------------------------------------------------- */

typedef struct block_column {
    reel_cursor in; /* the column after its first byte and references */
    column_kind kind;
    bool present, needed, wanted, referenced, unsupported;
    uint8_t reference_count;
    uint16_t references[COLUMN_REFERENCES]; /* fields of columns before it */
    uint64_t **series;                      /* decoded values and symbols, for columns that refer to them */
    uint8_t **tokens;
    uint64_t **wholes;         /* of decimals; NULL: not decimals */
    const uint64_t *before[2]; /* while it is decoded: the two series before this one; NULL: there are fewer */
} block_column;

typedef struct block_source {
    const coder_table *table;
    uint8_t *rows;
    size_t count;
    coder_member *member; /* NULL: the rows are in no order */
    reel_chunk *chunk;
    reel_budget *budget;
    memory_arena memory;   /* freed with the block */
    memory_arena scratch;  /* forgotten after every column */
    block_reader unpacker; /* one for all columns */
    uint32_t *slots;       /* room for the tables of one series or of motion; NULL until it is needed */
    block_column *columns; /* by field */
    uint16_t *order;       /* fields in the order of their columns */
    size_t column_count;
    reel_error *error;
} block_source;

/* Memory until the column's end, and until the block's. NULL: no memory. */
void *reel__source_room(block_source *source, size_t count, size_t size);
void *reel__source_keep(block_source *source, size_t count, size_t size);
/* Room for the tables of RANS_TABLES contexts. Every series uses it again. */
uint32_t *reel__source_slots(block_source *source);
/* The next part: its size as LEB128 and its bytes, of which *part is a copy with `slack` zeros after it. */
reel_status reel__source_part(block_source *source, reel_cursor *in, size_t slack, const uint8_t **part, size_t *size);
/* Fills the error and returns its status. The offset is that of the next byte of `in`. */
reel_status reel__source_corrupt(const block_source *source, const reel_cursor *in, const char *what);
reel_status reel__source_unsupported(const block_source *source, const reel_cursor *in, const char *what);
/* Charges the budget, and fills the error if it is used up. */
reel_status reel__source_spend(const block_source *source, const reel_cursor *in, uint64_t steps);

/* ---- fields ----------------------------------------------------------------------------------------------------- */

/* Whether a field of a table has no column, because its values are in the order. */
static inline bool field_is_ordered(const coder_field *field, const coder_member *member)
{
    return member && (field->role == CODER_SEQUENCE || field->role == CODER_CLOCK || field->role == CODER_KEY);
}
/* How many series a field has; 0 for text. */
size_t reel__field_series(const coder_field *field);
/* Bits of one value of a series: 8, 16, 32 or 64. */
unsigned reel__field_bits(const coder_field *field);
bool reel__type_is_signed(reel_type type);
/* Whether field `f` begins a pose, and the next one ends it. */
bool reel__motion_is_pose(const coder_table *table, size_t f);

/* Reads one series out of rows, and writes one back. */
void reel__series_load(const coder_field *field, size_t index, const uint8_t *rows, size_t row_size, size_t count,
                       uint64_t *values);
void reel__series_store(const coder_field *field, size_t index, uint8_t *rows, size_t row_size, size_t count,
                        const uint64_t *values);

/* ---- methods ---------------------------------------------------------------------------------------------------- */

/* Appends a column of numbers: all series of a field. `references` has room for COLUMN_REFERENCES fields. */
void reel__number_encode(block_writer *block, size_t field, reel_memory *to);
reel_status reel__number_decode(block_source *source, size_t field);

void reel__text_encode(block_writer *block, size_t field, reel_memory *to);
reel_status reel__text_decode(block_source *source, size_t field);

#endif

/* SPDX-License-Identifier: MIT
 *
 * For those who add a format (or an insight): what a format is made of, and the few tools that its reader and writer
 * are written with. CONTRIBUTING.md walks through one from an empty folder.
 *
 * A format is one constant `struct reel_format`: names, tables, and functions. The library calls them in this order:
 *
 *     reading   sniff -> open -> next -> next ... -> close
 *     writing   begin -> rows, rows ... -> finish -> end
 *
 * All state lives in the block of `reader_size` or `writer_size` zeroed bytes that the library hands over, so there is
 * nothing global and nothing to lock.
 */
#ifndef REEL_FORMAT_H
#define REEL_FORMAT_H

#include <reel/reel.h>

#include <stdarg.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__MINGW32__) && !defined(__clang__)
#define REEL_PRINTF(string, first) __attribute__((format(gnu_printf, string, first)))
#elif defined(__GNUC__)
#define REEL_PRINTF(string, first) __attribute__((format(printf, string, first)))
#else
#define REEL_PRINTF(string, first)
#endif

/* ---- describing rows -------------------------------------------------------------------------------------------- */

#ifndef __cplusplus

/* The reel_type that a struct member has, by the compiler's own knowledge. uint8_t serves for U8 and BOOL. */
#define REEL_TYPE_OF_(value)                                                                                           \
    _Generic((value), uint8_t: REEL_U8, int8_t: REEL_I8, uint16_t: REEL_U16, int16_t: REEL_I16, uint32_t: REEL_U32,    \
        int32_t: REEL_I32, uint64_t: REEL_U64, int64_t: REEL_I64, float: REEL_F32, double: REEL_F64,                   \
        reel_string: REEL_STRING, reel_bytes: REEL_BYTES, reel_uuid: REEL_UUID, reel_vec3: REEL_F32,                   \
        reel_quaternion: REEL_F32, reel_pose: REEL_F32, uint8_t *: REEL_U8, int8_t *: REEL_I8, uint16_t *: REEL_U16,   \
        int16_t *: REEL_I16, uint32_t *: REEL_U32, int32_t *: REEL_I32, uint64_t *: REEL_U64, int64_t *: REEL_I64,     \
        float *: REEL_F32, double *: REEL_F64, default: 0)
#define REEL_SIZE_OF_(type)                                                                                            \
    ((type) == REEL_STRING  ? sizeof(reel_string)                                                                      \
     : (type) == REEL_BYTES ? sizeof(reel_bytes)                                                                       \
     : (type) == REEL_UUID  ? sizeof(reel_uuid)                                                                        \
     : (type) >= REEL_F32   ? ((type) == REEL_F32 ? 4u : 8u)                                                           \
     : (type) >= REEL_U64   ? 8u                                                                                       \
     : (type) >= REEL_U32   ? 4u                                                                                       \
     : (type) >= REEL_U16   ? 2u                                                                                       \
                            : 1u)
#define REEL_MEMBER_(row, member) (((row *)0)->member)
/* 0, or a compile error where the declared type is not the member's. */
#define REEL_TYPE_CHECK_(declared, row, member)                                                                        \
    (0 * sizeof(char[(int)REEL_TYPE_OF_(REEL_MEMBER_(row, member)) ==                                                  \
                             ((int)(declared) == (int)REEL_BOOL ? (int)REEL_U8 : (int)(declared))                      \
                         ? 1                                                                                           \
                         : -1]))

/* One field of a row: REEL_FIELD(bsor_frame, "head_position", head.position, F32, "m", "position of the head",
 * .components = "xyz"). What follows the documentation sets further members of reel_field. */
#define REEL_FIELD(row, name_, member, type_, unit_, ...)                                                              \
    { .name = name_, .type = (reel_type)(REEL_##type_ + REEL_TYPE_CHECK_(REEL_##type_, row, member)),                  \
      .count = (uint16_t)(sizeof(REEL_MEMBER_(row, member)) / REEL_SIZE_OF_(REEL_##type_)),                            \
      .offset = (uint16_t)offsetof(row, member), .unit = unit_, .doc = __VA_ARGS__ }

/* Further members of a field that has a value only where the byte `member` has a bit of `mask` set. */
#define REEL_PRESENT_IF(row, member, mask) .present_offset = (uint16_t)offsetof(row, member), .present_mask = (mask)

/* A table: const reel_table toy_points = REEL_TABLE("points", "points", toy_point, toy_point_fields, 0); */
#define REEL_TABLE(name_, doc_, row, fields_, flags_)                                                                  \
    { .name = name_, .doc = doc_, .fields = fields_, .field_count = sizeof(fields_) / sizeof((fields_)[0]),            \
      .flags = flags_, .row_size = sizeof(row) }

#endif

/* ---- the byte cursor -------------------------------------------------------------------------------------------- */

/* A window on the input. A read beyond the end yields zeros and sets `failed`, which stays: a reader reads a whole
 * structure and asks once. `failed_at` is then the offset of the first read that had too few bytes. */
typedef struct reel_cursor {
    const uint8_t *at, *end; /* what is left of the window */
    uint64_t end_offset;     /* offset in the input of `end` */
    uint64_t failed_at;
    bool failed;
} reel_cursor;

static inline size_t reel_left(const reel_cursor *cursor) { return (size_t)(cursor->end - cursor->at); }

/* Offset in the input of the next byte. */
static inline uint64_t reel_offset(const reel_cursor *cursor) { return cursor->end_offset - reel_left(cursor); }

/* The next `size` bytes, in place, or NULL. */
static inline const uint8_t *reel_take(reel_cursor *cursor, size_t size)
{
    if (reel_left(cursor) < size) {
        if (!cursor->failed) {
            cursor->failed = true;
            cursor->failed_at = reel_offset(cursor);
        }
        cursor->at = cursor->end;
        return NULL;
    }
    const uint8_t *bytes = cursor->at;
    cursor->at += size;
    return bytes;
}

static inline uint16_t reel_load_u16le(const uint8_t *p) { return (uint16_t)(p[0] | p[1] << 8); }
static inline uint32_t reel_load_u32le(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static inline uint64_t reel_load_u64le(const uint8_t *p)
{
    return (uint64_t)reel_load_u32le(p) | (uint64_t)reel_load_u32le(p + 4) << 32;
}
static inline uint32_t reel_load_u32be(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}
static inline uint64_t reel_load_u64be(const uint8_t *p)
{
    return (uint64_t)reel_load_u32be(p) << 32 | (uint64_t)reel_load_u32be(p + 4);
}
static inline float reel_float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline double reel_double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline uint32_t reel_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
static inline uint64_t reel_double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
static inline void reel_store_u32le(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}
static inline void reel_store_u64le(uint8_t *p, uint64_t v)
{
    reel_store_u32le(p, (uint32_t)v);
    reel_store_u32le(p + 4, (uint32_t)(v >> 32));
}

static inline uint8_t reel_get_u8(reel_cursor *c)
{
    const uint8_t *p = reel_take(c, 1);
    return p ? p[0] : 0;
}
static inline uint16_t reel_get_u16le(reel_cursor *c)
{
    const uint8_t *p = reel_take(c, 2);
    return p ? reel_load_u16le(p) : 0;
}
static inline uint32_t reel_get_u32le(reel_cursor *c)
{
    const uint8_t *p = reel_take(c, 4);
    return p ? reel_load_u32le(p) : 0;
}
static inline uint64_t reel_get_u64le(reel_cursor *c)
{
    const uint8_t *p = reel_take(c, 8);
    return p ? reel_load_u64le(p) : 0;
}
static inline uint32_t reel_get_u32be(reel_cursor *c)
{
    const uint8_t *p = reel_take(c, 4);
    return p ? reel_load_u32be(p) : 0;
}
static inline int32_t reel_get_i32le(reel_cursor *c) { return (int32_t)reel_get_u32le(c); }
static inline int64_t reel_get_i64le(reel_cursor *c) { return (int64_t)reel_get_u64le(c); }
static inline float reel_get_f32le(reel_cursor *c) { return reel_float_of(reel_get_u32le(c)); }
static inline double reel_get_f64le(reel_cursor *c) { return reel_double_of(reel_get_u64le(c)); }
static inline float reel_get_f32be(reel_cursor *c) { return reel_float_of(reel_get_u32be(c)); }

/* An unsigned LEB128 of up to 10 bytes. A tenth byte above 1, or a continued one, fails the cursor. */
REEL_API uint64_t reel_get_leb128(reel_cursor *cursor);

/* Whether `count` items of at least `item` bytes can be in the rest of the window: ask before allocating. */
static inline bool reel_count_fits(const reel_cursor *cursor, uint64_t count, size_t item)
{
    return item == 0 || count <= reel_left(cursor) / item;
}

/* ---- building rows ---------------------------------------------------------------------------------------------- */

/* The rows of one table in the chunk that is being built. */
typedef struct reel_row_list {
    const reel_table *table;
    uint8_t *data;   /* count * table->row_size bytes in use */
    size_t count, capacity;
    uint64_t first;  /* number in the file of the first row here */
    bool wanted;
    reel_chunk *chunk;
    size_t held;     /* the library's: how many of them were held against the window of reel_options */
    uint64_t gone;   /* the library's: how many behind the last one lay outside of it */
} reel_row_list;

/* The rows of `table` in `chunk`, or NULL where the table is not its or nobody wants it. The pointer stays good. */
REEL_API reel_row_list *reel_chunk_table(reel_chunk *chunk, const reel_table *table);

/* Room for `count` more rows at once, uninitialised, or NULL (no memory, or over limits.rows: see reel_build_status).
 * With `exact` no more than that is allocated; without it room doubles. */
REEL_API void *reel_row_grow(reel_row_list *list, size_t count, bool exact);

/* Room for one more row, zeroed, or NULL. */
static inline void *reel_row_add(reel_row_list *list)
{
    size_t size = list->table->row_size;
    if (list->count < list->capacity) {
        void *row = list->data + list->count++ * size;
        return memset(row, 0, size);
    }
    void *row = reel_row_grow(list, 1, false);
    return row ? memset(row, 0, size) : NULL;
}

/* Bytes that live as long as the chunk's rows, aligned for any type; NULL: no memory. */
REEL_API void *reel_chunk_alloc(reel_chunk *chunk, size_t size);
/* A copy that lives as long as the chunk's rows. An empty one where there is no memory: ask reel_build_status. */
REEL_API reel_string reel_chunk_string(reel_chunk *chunk, const void *data, size_t size);
REEL_API reel_bytes reel_chunk_bytes(reel_chunk *chunk, const void *data, size_t size);
/* REEL_OK, or why the chunk could not hold something (REEL_MEMORY, REEL_LIMIT); sticky. */
REEL_API reel_status reel_build_status(const reel_chunk *chunk);

/* ---- findings --------------------------------------------------------------------------------------------------- */

/* Where findings go, with what they have in common. Part of every job below. */
typedef struct reel_reporter {
    reel_report *report; /* may be NULL */
    void *context;
} reel_reporter;

/* Reports a finding whose message is formatted: %s %c %d %u %x %ld %lu %zu %lld %llu %llx, %% and %.*s as printf has
 * them, %f as a short decimal. The table may be NULL, the row REEL_NO_ROW. */
REEL_API void reel_find(const reel_reporter *reporter, reel_finding finding, const char *message, ...) REEL_PRINTF(3, 4);

/* Fills *error (if it is not NULL) and returns `status`. The message as for reel_find. */
REEL_API reel_status reel_fail(reel_error *error, reel_status status, const char *rule, const char *section,
                               uint64_t offset, const char *message, ...) REEL_PRINTF(6, 7);

/* ---- cost ------------------------------------------------------------------------------------------------------- */

/* What one job may still cost. The library charges for bytes read, rows made and bytes written by itself. A function charges for loops
 * whose length a file decides without making rows, and for what it unpacks. */
typedef struct reel_budget reel_budget;

/* Charges `steps`. REEL_OK, or what ends the job: REEL_LIMIT (reel_limits.work) or REEL_CANCELLED. Sticky: once it failed it fails
 * again. A NULL budget allows everything. */
REEL_API reel_status reel_spend(reel_budget *budget, uint64_t steps);
/* Charges `bytes` that were unpacked from something compressed. REEL_LIMIT also by reel_limits.unpacked_bytes; only this function then
 * fails again, so that rows of what was unpacked before can still be made. */
REEL_API reel_status reel_spend_unpacked(reel_budget *budget, uint64_t bytes);
/* How many more bytes may be unpacked. */
REEL_API uint64_t reel_unpacked_left(const reel_budget *budget);
/* Fills *error with why the budget failed, and returns that status; for the end of a function that was refused. */
REEL_API reel_status reel_fail_budget(const reel_budget *budget, reel_error *error, const char *section, uint64_t offset);
/* The most bytes that what is compressed in a file of `size` bytes may unpack to: for memory bounds. */
REEL_API uint64_t reel_unpacked_most(const reel_limits *limits, uint64_t size);

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* What the functions of a format's reader get. */
typedef struct reel_decoder {
    void *state;              /* reader->state_size bytes, zeroed before open */
    reel_chunk *chunk;        /* to build */
    reel_cursor in;           /* the window on the input */
    reel_reporter reporter;
    reel_limits limits;       /* with the defaults filled in */
    const char *convention;   /* the option, or NULL */
    double from, to;          /* rows are wanted with from <= time < to; others may be given, and are dropped. Infinite: no bound */
    uint64_t input_size;      /* bytes in all, or REEL_UNKNOWN_SIZE */
    reel_allocator allocator;
    reel_error *error;        /* to fill by reel_fail; never NULL */
    reel_budget *budget;
    struct reel_input *input; /* the library's */
} reel_decoder;

/* Moves the window of d->in so that at least `want` bytes are in it (SIZE_MAX: all that follow). What lies before d->in.at
 * is given up. REEL_OK: they are; REEL_END: the input ends sooner, the window holds all that is left; REEL_AGAIN: a growing
 * input has no more yet; or a failure, already told in d->error. Pointers into the old window are void, `failed` is cleared.
 * The window of an input in memory is all of it from the start, so there this costs nothing. */
REEL_API reel_status reel_fill(reel_decoder *decoder, size_t want);

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* Bytes on their way to the sink, buffered. The first failure sticks; nothing is written after it. */
typedef struct reel_output {
    uint8_t *at, *end;
    uint8_t *buffer;
    uint64_t flushed;   /* bytes already given to the sink */
    reel_status status;
    reel_sink *sink;
    reel_error *error;
} reel_output;

/* Room for `size` bytes (at most 4096) to be filled in right away, or NULL once the output has failed. */
REEL_API uint8_t *reel_put_space_slow(reel_output *out, size_t size);
static inline uint8_t *reel_put_space(reel_output *out, size_t size)
{
    if ((size_t)(out->end - out->at) < size) return reel_put_space_slow(out, size);
    uint8_t *p = out->at;
    out->at += size;
    return p;
}
/* Any number of bytes; large blocks go to the sink directly. */
REEL_API void reel_put(reel_output *out, const void *data, size_t size);
/* Offset in the output of the next byte. */
static inline uint64_t reel_put_offset(const reel_output *out) { return out->flushed + (uint64_t)(out->at - out->buffer); }

static inline void reel_put_u8(reel_output *out, uint8_t v)
{
    uint8_t *p = reel_put_space(out, 1);
    if (p) p[0] = v;
}
static inline void reel_put_u32le(reel_output *out, uint32_t v)
{
    uint8_t *p = reel_put_space(out, 4);
    if (p) reel_store_u32le(p, v);
}
static inline void reel_put_u64le(reel_output *out, uint64_t v)
{
    uint8_t *p = reel_put_space(out, 8);
    if (p) reel_store_u64le(p, v);
}
static inline void reel_put_i32le(reel_output *out, int32_t v) { reel_put_u32le(out, (uint32_t)v); }
static inline void reel_put_f32le(reel_output *out, float v) { reel_put_u32le(out, reel_float_bits(v)); }
REEL_API void reel_put_leb128(reel_output *out, uint64_t value);

/* What the functions of a format's writer get. */
typedef struct reel_encoder {
    void *state;              /* writer->state_size bytes, zeroed before begin */
    reel_output *out;
    reel_reporter reporter;
    reel_allocator allocator;
    const char *convention;   /* the option of writing, or NULL */
    reel_error *error;        /* never NULL */
} reel_encoder;

/* ---- changing rows ---------------------------------------------------------------------------------------------- */

/* What an operation gets: rows on their way from a reader to a writer, to be changed in place. */
typedef struct reel_change {
    void *state;              /* the function's own bytes, zeroed before the first chunk */
    reel_chunk *chunk;        /* rows as they were read */
    const reel_chunk *other;  /* of a merge: all rows of the replay to merge in; else NULL */
    const char *argument;     /* of an operation; NULL where it takes none */
    double from, to;          /* of a cut: what lies in from <= time < to is kept. Infinite: no bound */
    reel_reporter reporter;
    reel_error *error;        /* never NULL */
    reel_allocator allocator;
    reel_budget *budget;
    struct reel_tallies *tallies; /* the library's */
} reel_change;

/* Counts rows of `table` that a change concerned, or their values of one field (NULL: whole rows). What comes together over all
 * chunks is reported after the last one, a finding for each rule, table, field and message: "7 rows of names:
 * dropped", "1 value of info.player_name: replaced". The texts are static. */
REEL_API void reel_tally(const reel_change *change, const char *rule, reel_severity severity, const reel_table *table,
                         const char *field, uint64_t rows, const char *message);

/* The rows of `table` in `chunk` to change in place; NULL where the table is not its. Drop rows by lowering `count`, add some by
 * reel_row_grow. */
REEL_API reel_row_list *reel_change_rows(reel_chunk *chunk, const reel_table *table);

/* A change that one format knows how to make: "swap-players", "shift". `reel edit --do ID=ARGUMENT`. */
typedef struct reel_operation {
    const char *id;       /* lower-case words with hyphens */
    const char *doc;      /* one line */
    const char *argument; /* what the argument is ("FRAMES"); NULL: it takes none */
    size_t state_size;
    reel_status (*apply)(reel_change *change); /* for every chunk in order. A bad argument: REEL_ARGUMENT */
} reel_operation;

/* Reserved ids: reel_convert looks these operations up by itself, and --do does not offer them. They take no argument. */
#define REEL_OPERATION_REPAIR "repair" /* corrects rows so that the writer makes a sound file of them, and reports each correction. Without
                                        * it a repair keeps the rows before the damage as they are */
#define REEL_OPERATION_MERGE "merge"   /* adds the rows of change->other to those in change->chunk, which holds all rows of the first
                                        * replay. Without it replays cannot be merged */
#define REEL_OPERATION_CUT "cut"       /* keeps change->from <= time < change->to as a replay of its own. Without it rows outside that
                                        * span are dropped */
#define REEL_OPERATION_ANONYMISE "anonymise" /* hides who played. Without it fields flagged PERSONAL are replaced */
REEL_API bool reel_operation_is_reserved(const reel_operation *operation);

/* ---- insights and checks ---------------------------------------------------------------------------------------- */

/* What the functions of an insight (or a check) get. */
typedef struct reel_analysis {
    void *state;               /* state_size bytes, zeroed before the first chunk */
    const reel_format *format; /* of the replay */
    reel_chunk *result;        /* rows to give: reel_chunk_table(result, &table), NULL where nobody wants them */
    reel_reporter reporter;
    reel_allocator allocator;
    const char *convention;    /* one of the insight's, never NULL where it has any */
    reel_error *error;         /* never NULL */
    reel_budget *budget;
} reel_analysis;

/* A function of what replays mean: chunks go in, rows of its own tables or findings come out. One without tables is a
 * check: reel_check runs it. */
typedef struct reel_insight {
    const char *id;                    /* "beatsaber" */
    const char *name;                  /* for a person */
    const char *doc;
    const reel_format *const *formats; /* formats it understands, ending with NULL */
    const reel_table *const *tables;   /* tables it gives, ending with NULL; NULL: a check */
    const char *const *conventions;    /* ways of counting, the first is the default, ending with NULL; NULL: one only */
    const reel_table *const *inputs;   /* tables it needs to be read, ending with NULL; NULL: all */
    size_t state_size;
    reel_status (*chunk)(reel_analysis *analysis, const reel_chunk *chunk); /* for every chunk in order */
    reel_status (*finish)(reel_analysis *analysis);                         /* after the last one; may be NULL */
    void (*close)(reel_analysis *analysis);                                 /* always, last; may be NULL */
} reel_insight;

/* ---- the format itself ------------------------------------------------------------------------------------------ */

/* How a reader can be entered in the middle of a file, for an index. Both are called between two calls of `next`. */
typedef struct reel_format_positions {
    /* Puts into `out` what `next` must know to continue from reel_offset(&decoder->in), and into *time the time before which no later
     * row can be. REEL_AGAIN: not at this position. */
    reel_status (*snapshot)(const reel_decoder *decoder, reel_output *out, double *time);
    /* Gets these bytes after `open`, with the window at that position. REEL_CORRUPT: they are not such bytes. */
    reel_status (*restore)(reel_decoder *decoder, reel_cursor *bytes);
} reel_format_positions;

/* The reader facet: how rows come out of bytes. A format has one; a container (a spool) supplies one for the format that it holds.
 *
 * The contract:
 *
 *   open    reads the header and fills the HEADER tables. It may not look beyond the body: a header field whose value is stored
 *           behind the body belongs in a table of its own.
 *   next    adds the rows of the next slice to decoder->chunk. REEL_OK: more may follow; REEL_END: nothing was left to read. A
 *           format without REEL_FORMAT_STREAMS may give all its rows in one call.
 *   close   frees what `state` holds; called once, also after a failed open. NULL: nothing to free.
 *
 *   Damage. Keep every whole row that comes before it, in all tables, and return reel_fail(...) with the offset of the damage. Where
 *   sections are independent, damage in one must not hide the next: report it with reel_find and go on. A value that the damage
 *   cuts through is not given. The library passes on the rows and turns the failure into a finding, or into a failed call under
 *   REEL_STRICT.
 *   REEL_TRUNCATED: the file ends inside a structure. REEL_CORRUPT: the bytes contradict the format. REEL_UNSUPPORTED: a version or
 *   variant that this reader does not know. REEL_LIMIT: correct, but larger than the limits allow.
 *   A growing input. Where reel_fill gives REEL_AGAIN, return REEL_AGAIN with decoder->in at the start of the first structure that is not
 *   there yet: the same function is called again, with the same state, once more bytes may have come. Whole rows may be given first.
 *   Counts lie. Ask reel_count_fits before allocating, and charge decoder->budget for loops that make no rows.
 *   Bytes without meaning (padding, trailing bytes, unknown sections) go into LAYOUT tables, so that the writer can repeat them.
 *   Unwanted tables. reel_chunk_table gives NULL for them; skip their bytes as cheaply as the format allows.
 *   Offsets are those of the file. Inside a packed section they count in what it unpacks to, and the finding's section says which. */
typedef struct reel_format_reader {
    size_t state_size;
    reel_status (*open)(reel_decoder *decoder);
    reel_status (*next)(reel_decoder *decoder);
    void (*close)(reel_decoder *decoder);
    const char *const *conventions;         /* words that reel_options.convention may be, the default first, ending with NULL; NULL: none */
    const reel_format_positions *positions; /* NULL: cannot be indexed */
} reel_format_reader;

/* The writer facet: how bytes are made of rows. Rows and strings live for the call only. Every function returns reel_fail(...) or
 * encoder->out->status. Every field that is not flagged DERIVED can be changed: the writer writes the new value or fails with a rule
 * that says why not; it never repeats old bytes for a changed row. */
typedef struct reel_format_writer {
    size_t state_size;
    reel_status (*begin)(reel_encoder *encoder); /* may be NULL */
    /* Of a streaming format: gets the rows batch by batch, as they were appended or read. The order of rows of different tables follows
     * from the rows: a sequence number, a tick. NULL: the library keeps all rows, and `finish` gets them in `staged`. */
    reel_status (*rows)(reel_encoder *encoder, const reel_chunk *batch);
    reel_status (*finish)(reel_encoder *encoder, const reel_chunk *staged); /* `staged` is NULL where there is `rows` */
    void (*end)(reel_encoder *encoder); /* always, last; may be NULL */
    const char *const *conventions; /* words that reel_write_options.convention may be, as for the reader */
    bool rounds;                    /* fractions may be rounded where rows were changed; what was rounded is reported */
} reel_format_writer;

enum {
    REEL_FORMAT_STREAMS = 1 << 0 /* comes in many chunks, so that memory stays bounded however long the file is */
};

struct reel_format {
    const char *id;                  /* "bsor": the word for --to */
    const char *name;                /* "Beat Saber Open Replay" */
    const char *game;                /* "Beat Saber" */
    const char *const *extensions;   /* without dot, the usual one first, ending with NULL */
    const reel_table *const *tables; /* ending with NULL */
    uint32_t flags;
    uint64_t input_limit;            /* default of limits.input_bytes; 0: none */

    /* How many bits of `head`, the first `size` bytes of the file (at least 1, up to 4096), were compared and fit; 0: not this format.
     * The highest bid gets the file. A magic of 4 bytes is worth 32. A format without a magic counts what it verified: each field
     * whose value is in its narrow range, a length that fits what follows; the look of a text is worth 4 at most. */
    int (*sniff)(const uint8_t *head, size_t size);
    /* Upper bound of the memory that rows and strings of a file of `size` bytes take, whatever the bytes: for each table the largest row over
     * the fewest bytes that one takes in a file, times two for the growth of its list, plus kept bytes. NULL: every byte of the file may
     * become a row of the largest table. */
    uint64_t (*memory_bound)(uint64_t size, const reel_limits *limits);

    const reel_format_reader *reader;
    const reel_format_writer *writer;         /* NULL: the format can only be read */
    const reel_operation *const *operations;  /* ending with NULL; NULL: none */
    const reel_insight *check;                /* the format's own rules beyond its structure; NULL: none */
};

#ifdef __cplusplus
}
#endif

#endif

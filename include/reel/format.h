/* SPDX-License-Identifier: MIT
 *
 * For adding a format or an insight: the parts of a format, and the functions for its reader and writer.
 * CONTRIBUTING.md builds one from an empty folder.
 *
 * A format is one constant `struct reel_format`: names, tables, and functions. The library calls them in this order:
 *
 *     reading   sniff -> open -> next -> next ... -> close
 *     writing   begin -> rows, rows ... -> finish -> end
 *
 * All state is in a zeroed block of `state_size` bytes that the library allocates. There is no global state and no lock.
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

/* What compiles without warnings in both languages. */
#ifdef __cplusplus
#define REEL_CAST_(type, value) static_cast<type>(value)
#define REEL_NULL_ nullptr
#else
#define REEL_CAST_(type, value) ((type)(value))
#define REEL_NULL_ NULL
#endif

/* ---- describing rows -------------------------------------------------------------------------------------------- */

#ifndef __cplusplus

/* The reel_type of a struct member, derived from its C type. uint8_t stands for U8 and BOOL. */
#define REEL_TYPE_OF_(value)                                                                                                     \
    _Generic((value), uint8_t: REEL_U8, int8_t: REEL_I8, uint16_t: REEL_U16, int16_t: REEL_I16, uint32_t: REEL_U32,    \
        int32_t: REEL_I32, uint64_t: REEL_U64, int64_t: REEL_I64, float: REEL_F32, double: REEL_F64,                   \
        reel_string: REEL_STRING, reel_bytes: REEL_BYTES, reel_uuid: REEL_UUID, reel_vec3: REEL_F32,                   \
        reel_quaternion: REEL_F32, reel_pose: REEL_F32, uint8_t *: REEL_U8, int8_t *: REEL_I8, uint16_t *: REEL_U16,   \
        int16_t *: REEL_I16, uint32_t *: REEL_U32, int32_t *: REEL_I32, uint64_t *: REEL_U64, int64_t *: REEL_I64,     \
        float *: REEL_F32, double *: REEL_F64, default: 0)
#define REEL_SIZE_OF_(type)                                                                                                      \
    ((type) == REEL_STRING  ? sizeof(reel_string)                                                                                \
     : (type) == REEL_BYTES ? sizeof(reel_bytes)                                                                                 \
     : (type) == REEL_UUID  ? sizeof(reel_uuid)                                                                                  \
     : (type) >= REEL_F32   ? ((type) == REEL_F32 ? 4u : 8u)                                                                     \
     : (type) >= REEL_U64   ? 8u                                                                                                 \
     : (type) >= REEL_U32   ? 4u                                                                                                 \
     : (type) >= REEL_U16   ? 2u                                                                                                 \
                            : 1u)
#define REEL_MEMBER_(row, member) (((row *)0)->member)
/* 0, or a compile error if the declared type differs from the member's type. */
#define REEL_TYPE_CHECK_(declared, row, member)                                                                                  \
    (0 * sizeof(char[(int)REEL_TYPE_OF_(REEL_MEMBER_(row, member)) ==                                                            \
                             ((int)(declared) == (int)REEL_BOOL ? (int)REEL_U8 : (int)(declared))                                \
                         ? 1                                                                                                     \
                         : -1]))

/* One field of a row: REEL_FIELD(bsor_frame, "head_position", head.position, F32, "m", "position of the head",
 * .components = "xyz"). Arguments after the documentation set further members of reel_field. */
#define REEL_FIELD(row, name_, member, type_, unit_, ...)                                                                        \
    {                                                                                                                            \
        .name = name_, .type = (reel_type)(REEL_##type_ + REEL_TYPE_CHECK_(REEL_##type_, row, member)),                          \
        .count = (uint16_t)(sizeof(REEL_MEMBER_(row, member)) / REEL_SIZE_OF_(REEL_##type_)),                                    \
        .offset = (uint16_t)offsetof(row, member), .unit = unit_, .doc = __VA_ARGS__                                             \
    }

/* Further members of a field that has a value only if the byte `member` has a bit of `mask` set. That byte must be a field too: a spool
 * stores fields only. */
#define REEL_PRESENT_IF(row, member, mask) .present_offset = (uint16_t)offsetof(row, member), .present_mask = (mask)

/* A table: const reel_table toy_points = REEL_TABLE("points", "points", toy_point, toy_point_fields, 0); */
#define REEL_TABLE(name_, doc_, row, fields_, flags_)                                                                            \
    {                                                                                                                            \
        .name = name_, .doc = doc_, .fields = fields_, .field_count = sizeof(fields_) / sizeof((fields_)[0]), .flags = flags_,   \
        .row_size = sizeof(row)                                                                                                  \
    }

#endif

/* ---- the byte cursor -------------------------------------------------------------------------------------------- */

/* The part of the input that is in memory. A read past its end returns zeros and sets `failed`, which is sticky: read a whole
 * structure, then check once. `failed_at` is then the offset of the first read that had too few bytes. */
typedef struct reel_cursor {
    const uint8_t *at, *end; /* unread bytes */
    uint64_t end_offset;     /* offset in the input of `end` */
    uint64_t failed_at;
    bool failed;
} reel_cursor;

static inline size_t reel_left(const reel_cursor *cursor) { return REEL_CAST_(size_t, cursor->end - cursor->at); }

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
        return REEL_NULL_;
    }
    const uint8_t *bytes = cursor->at;
    cursor->at += size;
    return bytes;
}

static inline uint16_t reel_load_u16le(const uint8_t *p) { return REEL_CAST_(uint16_t, p[0] | p[1] << 8); }
static inline uint32_t reel_load_u32le(const uint8_t *p)
{
    return REEL_CAST_(uint32_t, p[0]) | REEL_CAST_(uint32_t, p[1]) << 8 | REEL_CAST_(uint32_t, p[2]) << 16 |
           REEL_CAST_(uint32_t, p[3]) << 24;
}
static inline uint64_t reel_load_u64le(const uint8_t *p)
{
    return REEL_CAST_(uint64_t, reel_load_u32le(p)) | REEL_CAST_(uint64_t, reel_load_u32le(p + 4)) << 32;
}
static inline uint32_t reel_load_u32be(const uint8_t *p)
{
    return REEL_CAST_(uint32_t, p[0]) << 24 | REEL_CAST_(uint32_t, p[1]) << 16 | REEL_CAST_(uint32_t, p[2]) << 8 |
           REEL_CAST_(uint32_t, p[3]);
}
static inline uint64_t reel_load_u64be(const uint8_t *p)
{
    return REEL_CAST_(uint64_t, reel_load_u32be(p)) << 32 | REEL_CAST_(uint64_t, reel_load_u32be(p + 4));
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
    p[0] = REEL_CAST_(uint8_t, v);
    p[1] = REEL_CAST_(uint8_t, v >> 8);
    p[2] = REEL_CAST_(uint8_t, v >> 16);
    p[3] = REEL_CAST_(uint8_t, v >> 24);
}
static inline void reel_store_u64le(uint8_t *p, uint64_t v)
{
    reel_store_u32le(p, REEL_CAST_(uint32_t, v));
    reel_store_u32le(p + 4, REEL_CAST_(uint32_t, v >> 32));
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
static inline int32_t reel_get_i32le(reel_cursor *c) { return REEL_CAST_(int32_t, reel_get_u32le(c)); }
static inline int64_t reel_get_i64le(reel_cursor *c) { return REEL_CAST_(int64_t, reel_get_u64le(c)); }
static inline float reel_get_f32le(reel_cursor *c) { return reel_float_of(reel_get_u32le(c)); }
static inline double reel_get_f64le(reel_cursor *c) { return reel_double_of(reel_get_u64le(c)); }
static inline float reel_get_f32be(reel_cursor *c) { return reel_float_of(reel_get_u32be(c)); }

/* An unsigned LEB128 of up to 10 bytes. A tenth byte above 1, or a continued one, fails the cursor. */
REEL_API uint64_t reel_get_leb128(reel_cursor *cursor);

/* Whether the unread bytes can hold `count` items of at least `item` bytes each. Check this before allocating. */
static inline bool reel_count_fits(const reel_cursor *cursor, uint64_t count, size_t item)
{
    return item == 0 || count <= reel_left(cursor) / item;
}

/* ---- building rows ---------------------------------------------------------------------------------------------- */

/* The rows of one table in the chunk under construction. */
typedef struct reel_row_list {
    const reel_table *table;
    uint8_t *data; /* count * table->row_size bytes in use */
    size_t count, capacity;
    uint64_t first; /* number in the file of the first row here */
    bool wanted;
    reel_chunk *chunk;
} reel_row_list;

/* The rows of `table` in `chunk`, or NULL if the format has no such table or it was not requested. Valid as long as the chunk. */
REEL_API reel_row_list *reel_chunk_table(reel_chunk *chunk, const reel_table *table);

/* Adds `count` uninitialised rows and returns the first, or NULL if out of memory or over limits.rows (see reel_build_status).
 * `exact` allocates no more than that; otherwise capacity doubles. */
REEL_API void *reel_row_grow(reel_row_list *list, size_t count, bool exact);

/* Adds one zeroed row and returns it, or NULL. */
static inline void *reel_row_add(reel_row_list *list)
{
    size_t size = list->table->row_size;
    if (list->count < list->capacity) {
        void *row = list->data + list->count++ * size;
        return memset(row, 0, size);
    }
    void *row = reel_row_grow(list, 1, false);
    return row ? memset(row, 0, size) : REEL_NULL_;
}

/* Allocates bytes that live as long as the chunk's rows, aligned for any type. NULL if out of memory. */
REEL_API void *reel_chunk_alloc(reel_chunk *chunk, size_t size);
/* Copies `size` bytes; the copy lives as long as the chunk's rows. Empty if out of memory: check reel_build_status. */
REEL_API reel_string reel_chunk_string(reel_chunk *chunk, const void *data, size_t size);
REEL_API reel_bytes reel_chunk_bytes(reel_chunk *chunk, const void *data, size_t size);
/* REEL_OK, or why adding to the chunk failed (REEL_MEMORY, REEL_LIMIT). Sticky. */
REEL_API reel_status reel_build_status(const reel_chunk *chunk);

/* ---- findings --------------------------------------------------------------------------------------------------- */

/* Receiver of findings. Part of every job below. */
typedef struct reel_reporter {
    reel_report *report; /* may be NULL */
    void *context;
} reel_reporter;

/* Reports a finding with a formatted message. Members left out have defaults: section "", count 1, and REEL_NO_ROW without a table.
 * Supports %s %c %d %u %x %ld %lu %zu %lld %llu %llx %% and %.*s as in printf; %f prints
 * a short decimal. "{row has|rows have}" is the first text if the number before it is 1, else the second. */
REEL_API void reel_find(const reel_reporter *reporter, reel_finding finding, const char *message, ...) REEL_PRINTF(3, 4);

/* Fills *error, unless it is NULL, and returns `status`. The message is formatted as by reel_find. */
REEL_API reel_status reel_fail(reel_error *error, reel_status status, const char *rule, const char *section, uint64_t offset,
                               const char *message, ...) REEL_PRINTF(6, 7);

/* ---- cost ------------------------------------------------------------------------------------------------------- */

/* The remaining cost limit of a job. The library charges for bytes read, rows made and bytes written. A format charges for loops
 * whose length depends on the file and that make no rows, and for what it decompresses. */
typedef struct reel_budget reel_budget;

/* Charges `steps`. Returns REEL_OK, REEL_LIMIT (reel_limits.work) or REEL_CANCELLED. A failure is sticky. A NULL budget has no
 * limit. */
REEL_API reel_status reel_spend(reel_budget *budget, uint64_t steps);
/* Charges decompressed `bytes`. Returns REEL_LIMIT also if they exceed reel_limits.unpacked_bytes. That failure is sticky for this
 * function only, so that rows can still be made from data decompressed before. */
REEL_API reel_status reel_spend_unpacked(reel_budget *budget, uint64_t bytes);
/* Number of bytes that may still be decompressed. */
REEL_API uint64_t reel_unpacked_left(const reel_budget *budget);
/* Fills *error with the reason that the budget failed and returns its status. */
REEL_API reel_status reel_fail_budget(const reel_budget *budget, reel_error *error, const char *section, uint64_t offset);
/* Most bytes that a file of `size` bytes may decompress to. For memory bounds. */
REEL_API uint64_t reel_unpacked_most(const reel_limits *limits, uint64_t size);

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* Argument of a reader's functions. */
typedef struct reel_decoder {
    void *state;       /* reader->state_size bytes, zeroed before open: see reel_format_reader.zeroed */
    reel_chunk *chunk; /* to build */
    reel_cursor in;    /* the part of the input in memory */
    reel_reporter reporter;
    reel_limits limits;     /* with the defaults filled in */
    const char *convention; /* the option, or NULL */
    const char *member;     /* the option, for formats whose files can hold several replays; NULL: none. Valid during open */
    uint32_t flags;         /* of the options: REEL_COMPACT_LAYOUT */
    double from,
        to; /* requested span: from <= time < to. Rows outside it may be skipped or returned (and dropped). Infinite: no bound */
    uint64_t input_size; /* total bytes, or REEL_UNKNOWN_SIZE */
    reel_allocator allocator;
    reel_error *error; /* to fill by reel_fail; never NULL */
    reel_budget *budget;
    struct reel_input *input; /* of the library: reel_fill uses it */
} reel_decoder;

/* Makes at least `want` bytes available in d->in (SIZE_MAX: all that follow) and drops the bytes before d->in.at. Returns REEL_OK;
 * REEL_END if the input ends sooner, with all the rest available; REEL_AGAIN if a growing input has no more yet; or a failure,
 * which is already in d->error. Invalidates pointers into the input and clears `failed`. Free for inputs that are in memory. */
REEL_API reel_status reel_fill(reel_decoder *decoder, size_t want);

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* Buffered output to a sink. The first failure is sticky; nothing is written after it. */
typedef struct reel_output {
    uint8_t *at, *end;
    uint8_t *buffer;
    uint64_t flushed; /* bytes already passed to the sink */
    reel_status status;
    reel_sink *sink;
    reel_error *error;
} reel_output;

/* Reserves `size` bytes (at most 4096), which the caller must fill at once. NULL if the output has failed. */
REEL_API uint8_t *reel_put_space_slow(reel_output *out, size_t size);
static inline uint8_t *reel_put_space(reel_output *out, size_t size)
{
    if (REEL_CAST_(size_t, out->end - out->at) < size) return reel_put_space_slow(out, size);
    uint8_t *p = out->at;
    out->at += size;
    return p;
}
/* Writes `size` bytes; large blocks go directly to the sink. */
REEL_API void reel_put(reel_output *out, const void *data, size_t size);
/* Offset of the next byte in the output. */
static inline uint64_t reel_put_offset(const reel_output *out)
{
    return out->flushed + REEL_CAST_(uint64_t, out->at - out->buffer);
}

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
static inline void reel_put_i32le(reel_output *out, int32_t v) { reel_put_u32le(out, REEL_CAST_(uint32_t, v)); }
static inline void reel_put_f32le(reel_output *out, float v) { reel_put_u32le(out, reel_float_bits(v)); }
REEL_API void reel_put_leb128(reel_output *out, uint64_t value);

/* Argument of a writer's functions. */
typedef struct reel_encoder {
    void *state; /* writer->state_size bytes, zeroed before begin */
    reel_output *out;
    reel_reporter reporter;
    reel_allocator allocator;
    const char *convention; /* the writing option, or NULL */
    reel_error *error;      /* never NULL */
    /* Set if the rows come from another format, which has more digits. A writer with `rounds` then chooses how to round,
     * reports the errors that it makes, and passes here each row of tables that are not HEADER or LAYOUT as a reader will return
     * it: reel_convert compares the output with these. A demo's writer completes its header then, and passes that. Otherwise NULL. */
    void (*stored)(void *context, const reel_table *table, const void *rows, size_t count);
    void *stored_context;
    bool compared; /* reel_convert compares the rows of `stored` with those of the source: the writer need not report losses */
    const reel_format *format; /* that is being written */
} reel_encoder;

/* ---- changing rows ---------------------------------------------------------------------------------------------- */

/* Argument of an operation: rows between reader and writer, to be changed in place. */
typedef struct reel_change {
    void *state;             /* state_size bytes, zeroed before the first chunk */
    reel_chunk *chunk;       /* rows as they were read */
    const reel_chunk *other; /* merge: all rows of the replay to merge in; else NULL */
    const char *argument;    /* the operation's argument; NULL if it takes none */
    double from, to;         /* cut: keep from <= time < to. Infinite: no bound */
    reel_reporter reporter;
    reel_error *error; /* never NULL */
    reel_allocator allocator;
    reel_budget *budget;
    struct reel_tallies *tallies;                /* of the library: reel_tally uses it */
    const struct reel_pseudonym_run *pseudonyms; /* anonymise: of the library, players get pseudonyms. NULL: they get none */
} reel_change;

/* Counts changed rows of `table`, or changed values of `field` (NULL: whole rows). After the last chunk, one finding per rule, table,
 * field and message reports the sum: "7 rows of names: dropped", "1 value of info.player_name: replaced". Strings must be
 * static. */
REEL_API void reel_tally(const reel_change *change, const char *rule, reel_severity severity, const reel_table *table,
                         const char *field, uint64_t rows, const char *message);

/* The rows of `table` in `chunk`, to change in place; NULL if the format has no such table. Lower `count` to drop rows; call
 * reel_row_grow to add some. */
REEL_API reel_row_list *reel_change_rows(reel_chunk *chunk, const reel_table *table);

/* A change that is specific to a format: "swap-players", "shift". `reel edit --do ID=ARGUMENT`. */
typedef struct reel_operation {
    const char *id;       /* lower-case words with hyphens */
    const char *doc;      /* one line */
    const char *argument; /* name of the argument ("FRAMES"); NULL if it takes none */
    size_t state_size;
    reel_status (*apply)(reel_change *change); /* called for every chunk in order; REEL_ARGUMENT for an invalid argument */
    const void *reserved[2];                   /* NULL */
} reel_operation;

/* Reserved ids: reel_convert runs these operations itself, and --do does not offer them. They take no argument. */
#define REEL_OPERATION_REPAIR                                                                                                    \
    "repair" /* corrects rows so that the writer produces a valid file, and reports each correction. Without it
                                        * a repair keeps the rows before the damage unchanged */
#define REEL_OPERATION_MERGE                                                                                                     \
    "merge" /* adds the rows of change->other to change->chunk, which holds all rows of the first replay. Of a
                                        * format with REEL_FORMAT_STREAMS it is called for each chunk of each replay in turn,
                                        * to drop what must not follow; change->other has the header of the first, and is
                                        * NULL while that is read. Without it merging is not supported */
#define REEL_OPERATION_CUT                                                                                                       \
    "cut" /* makes a valid replay of change->from <= time < change->to. Without it rows outside that span
                                        * are dropped */
#define REEL_OPERATION_ANONYMISE                                                                                                 \
    "anonymise" /* replaces what identifies players. Without it fields flagged PERSONAL are replaced */
REEL_API bool reel_operation_is_reserved(const reel_operation *operation);

/* ---- insights and checks ---------------------------------------------------------------------------------------- */

/* How the reading of a replay went. A table with one row for the whole replay ends with it: REEL_READING_FIELDS. */
typedef struct reel_reading {
    uint32_t notes, warnings, errors; /* number of findings of the reader and of the insight; those of a check do not count */
    uint8_t known;                    /* 0: no reader made the rows, so nothing here has a value */
    uint8_t complete;                 /* 1: read to the end of the file, without damage */
} reel_reading;

#ifndef __cplusplus
/* The fields of `reading`, a member of that type in the row. */
#define REEL_READING_FIELDS(row)                                                                                                 \
    REEL_FIELD(row, "complete", reading.complete, BOOL, "", "the file was read to its end, without damage",                      \
               REEL_PRESENT_IF(row, reading.known, 1), .flags = REEL_FIELD_MAIN | REEL_FIELD_DERIVED),                           \
        REEL_FIELD(row, "error_findings", reading.errors, U32, "", "errors found while reading and measuring",                   \
                   REEL_PRESENT_IF(row, reading.known, 1), .flags = REEL_FIELD_DERIVED),                                         \
        REEL_FIELD(row, "warning_findings", reading.warnings, U32, "", "warnings found while reading and measuring",             \
                   REEL_PRESENT_IF(row, reading.known, 1), .flags = REEL_FIELD_DERIVED),                                         \
        REEL_FIELD(row, "note_findings", reading.notes, U32, "", "notes found while reading and measuring",                      \
                   REEL_PRESENT_IF(row, reading.known, 1), .flags = REEL_FIELD_DERIVED)
#endif

/* Argument of the functions of an insight or a check. */
typedef struct reel_analysis {
    void *state;               /* state_size bytes, zeroed before the first chunk */
    const reel_format *format; /* of the replay */
    reel_chunk *result;        /* output rows: reel_chunk_table(result, &table), NULL if not requested */
    reel_reporter reporter;
    reel_allocator allocator;
    const char *convention; /* one of the insight's; NULL only if it has none */
    reel_error *error;      /* never NULL */
    reel_budget *budget;
    const reel_reading *reading; /* so far; never NULL. `finish` copies it once it has reported its findings */
    const reel_replay *level;    /* what was played, of a format in the insight's `levels`; NULL: not given */
} reel_analysis;

/* An insight computes rows of its own tables, or findings, from the chunks of a replay. An insight without tables is a check, which
 * reel_check runs. */
typedef struct reel_insight {
    const char *id;   /* "beatsaber" */
    const char *name; /* for people */
    const char *doc;
    const reel_format *const *formats; /* supported formats, ending with NULL; NULL: the formats that name it as their check */
    const reel_table *const *tables;   /* output tables, ending with NULL; NULL: a check */
    const char *const *conventions;    /* counting conventions, the default first, ending with NULL; NULL: only one */
    const reel_table *const *inputs;   /* input tables, ending with NULL; NULL: all */
    size_t state_size;
    reel_status (*chunk)(reel_analysis *analysis, const reel_chunk *chunk); /* called for every chunk in order */
    reel_status (*finish)(reel_analysis *analysis);                         /* called after the last chunk; may be NULL */
    void (*close)(reel_analysis *analysis);                                 /* always called last; may be NULL */
    const reel_format *const *levels; /* formats of levels that it uses, ending with NULL; NULL: it uses none */
    const void *reserved;             /* NULL */
} reel_insight;

/* ---- the format itself ------------------------------------------------------------------------------------------ */

/* How an index restores a reader in the middle of a file. Both functions are called between two calls of `next`. */
typedef struct reel_format_positions {
    /* Writes to `out` the state that `next` needs to continue from reel_offset(&decoder->in). Sets *time to a lower bound of the time
     * of all later rows. REEL_AGAIN: not possible at this position. */
    reel_status (*snapshot)(const reel_decoder *decoder, reel_output *out, double *time);
    /* Restores that state after `open`, with the input at that position. REEL_CORRUPT: `bytes` is not such a state. */
    reel_status (*restore)(reel_decoder *decoder, reel_cursor *bytes);
    const void *reserved[2]; /* NULL */
} reel_format_positions;

/* The reader facet: makes rows from bytes. Every format has one. A container (a spool) supplies one for the format that it holds.
 *
 * The contract:
 *
 *   open    reads the header and fills the HEADER tables. It must not read past the body: a header field stored after the body
 *           belongs in its own table.
 *   next    adds the rows of the next slice to decoder->chunk. REEL_OK: more may follow; REEL_END: nothing was left to read. A
 *           format without REEL_FORMAT_STREAMS may add all its rows in one call.
 *   close   frees what `state` holds. Called once, even after a failed open. NULL: nothing to free.
 *
 *   Damage: keep every complete row before it, in all tables, and return reel_fail(...) with its offset. If sections are
 *   independent, remember the first failure, read the other sections, report only later failures with reel_find, and return the
 *   first one. Do not add partial values. The library passes on the rows and turns the failure into a finding, or under REEL_STRICT
 *   into a failed call.
 *   Status: REEL_TRUNCATED if the file ends inside a structure, REEL_CORRUPT if the bytes contradict the format, REEL_UNSUPPORTED
 *   for an unknown version or variant, REEL_LIMIT if the file is valid but exceeds the limits.
 *   Growing input: if reel_fill returns REEL_AGAIN, return REEL_AGAIN with decoder->in at the first incomplete structure. `next` is
 *   called again with the same state when more bytes may be available; complete rows may be added first. `open` is not: reel_open
 *   fails with rule "reel.no-header-yet", and its caller starts again with a new reader.
 *   Counts are untrusted: call reel_count_fits before allocating, and charge decoder->budget for loops that make no rows.
 *   Bytes without meaning (padding, trailing bytes, unknown sections) go into LAYOUT tables, so that the writer can repeat them.
 *   Tables not requested: reel_chunk_table returns NULL. Skip their bytes as cheaply as the format allows.
 *   Offsets refer to the file, also those of damage to compressed bytes. For damage to what a compressed section holds they refer to
 *   the decompressed bytes, and the finding names the section. */
typedef struct reel_format_reader {
    size_t state_size;
    reel_status (*open)(reel_decoder *decoder);
    reel_status (*next)(reel_decoder *decoder);
    void (*close)(reel_decoder *decoder);
    const char *const *conventions; /* values of reel_options.convention, the default first, ending with NULL; NULL: none */
    const reel_format_positions *positions; /* NULL: no index */
    size_t zeroed;           /* so many bytes at the start of the state are zeroed before open, the rest is not; 0: all are */
    const void *reserved[2]; /* NULL */
} reel_format_reader;

/* The writer facet: makes bytes from rows. Rows and strings are valid only during the call. Every function returns reel_fail(...) or
 * encoder->out->status. The caller may change every field that is not flagged DERIVED: the writer then writes the new value, or
 * fails with a rule that explains why. It never repeats old bytes for a changed row. */
typedef struct reel_format_writer {
    size_t state_size;
    reel_status (*begin)(reel_encoder *encoder); /* may be NULL */
    /* Streaming formats: receives rows batch by batch, as appended or read. The rows themselves order different tables, by a sequence
     * number or a tick. NULL: the library keeps all rows and passes them to `finish` as `staged`. */
    reel_status (*rows)(reel_encoder *encoder, const reel_chunk *batch);
    reel_status (*finish)(reel_encoder *encoder, const reel_chunk *staged); /* `staged` is NULL if `rows` is set */
    void (*end)(reel_encoder *encoder);                                     /* always called last; may be NULL */
    const char *const *conventions; /* values of reel_write_options.convention, as for the reader */
    bool rounds;                    /* fractions in changed rows may be rounded, which is reported */
    /* Returns reel_fail(...) if rows cannot be written, whatever other rows there are: reel_append refuses them. NULL: all can. Rules that
     * need other rows are on the page of the format, between `<!-- whole file -->` and `<!-- end -->`. */
    reel_status (*accepts)(const reel_table *table, const void *rows, size_t count, reel_error *error);
    /* Streaming formats: a table whose rows are written with a row of another table, which may be appended just before them: no batch of a
     * recorder ends in front of them. NULL: none. */
    const reel_table *joined;
    const void *reserved[2]; /* NULL */
} reel_format_writer;

enum {
    REEL_FORMAT_STREAMS = 1 << 0, /* reads and writes chunk by chunk: memory use does not grow with the file */
    REEL_FORMAT_PACKED = 1 << 1,  /* its files are zstd themselves: sniff looks into it, and the reader unpacks it */
    REEL_FORMAT_LEVEL = 1 << 2    /* its files are levels: what is played, not how */
};

struct reel_format {
    const char *id;                  /* "bsor": the word for --to */
    const char *name;                /* "Beat Saber Open Replay" */
    const char *game;                /* "Beat Saber" */
    const char *const *extensions;   /* without dot, the usual one first, ending with NULL */
    const reel_table *const *tables; /* ending with NULL */
    uint32_t flags;
    uint64_t input_limit; /* default of limits.input_bytes; 0: none */

    /* Returns the number of bits verified in `head`, the first `size` bytes of the file (1 to 4096), or 0 if it is not this format.
     * The format with the highest number is chosen. A magic of 4 bytes counts 32. A format without a magic counts each field in its
     * valid range and each length that fits. Merely looking like text counts at most 4. */
    int (*sniff)(const uint8_t *head, size_t size);
    /* Upper bound of the memory for rows and strings of any file of `size` bytes. Sum over the tables: row size divided by the fewest
     * bytes a row has in a file, times two for growth of the list. Add the bytes kept, and three times `size` if reel_fill is asked
     * for the whole input. Count what exists at the same time. NULL: every byte of the file may become a row of the largest table. */
    uint64_t (*memory_bound)(uint64_t size, const reel_limits *limits);

    const reel_format_reader *reader;
    const reel_format_writer *writer;        /* NULL: the format can only be read */
    const reel_operation *const *operations; /* ending with NULL; NULL: none */
    const reel_insight *check;               /* the format's own rules beyond its structure; NULL: none */
    /* Makes rows fit for sums, for REEL_CLEAN: removes values that mean nothing and corrects those whose meaning is known, and tallies
     * each under a rule "clean.ID...". Called for each chunk in order, once for each row; NULL: values are always as they are meant. */
    const reel_operation *clean;
    const void *reserved[4]; /* NULL */
};

#ifdef __cplusplus
}
#endif

#endif

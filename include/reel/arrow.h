/* SPDX-License-Identifier: MIT
 *
 * Apache Arrow: tables as columns, for programs that read Arrow (pyarrow, polars, DuckDB, R, ...). The structs below are the C data
 * interface and the C stream interface of Arrow; no Arrow library is needed on this side.
 *
 * Schemas, arrays and streams are independent of each other and of what they were made from. Each may be used by one thread at a
 * time, and released by any thread, in any order.
 */
#ifndef REEL_ARROW_H
#define REEL_ARROW_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the Arrow C interfaces ---------------------------------------------------------------------------------------- */

/* Layouts fixed by the Arrow specification. Every header that declares them uses the same guards, so that several can be included. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

/* The type of a column. A released schema has a NULL `release`. */
struct ArrowSchema {
    const char *format; /* type code: "i" is int32, "u" is UTF-8 text, "+s" is a struct, ... */
    const char *name;
    const char *metadata; /* int32 count, then key and value pairs, each with an int32 length before it; may be NULL */
    int64_t flags;        /* ARROW_FLAG_... */
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *); /* frees everything that the struct points to; may be called on any thread */
    void *private_data;
};

/* The values of a column. A released array has a NULL `release`. */
struct ArrowArray {
    int64_t length;
    int64_t null_count; /* -1: not counted */
    int64_t offset;     /* values to skip at the start of the buffers */
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

/* A stream of arrays of one schema. get_schema and get_next return 0 or an errno value; get_next sets a released array at the end. */
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
    int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
    const char *(*get_last_error)(struct ArrowArrayStream *); /* valid until the next call; NULL if there was no error */
    void (*release)(struct ArrowArrayStream *);
    void *private_data;
};

#endif

/* ---- tables as Arrow ------------------------------------------------------------------------------------------------ */

/* How a table becomes columns, unless an option below says otherwise:
 *
 *   reel              Arrow
 *   bool              bool; each odd byte is true
 *   integers, floats  the same widths
 *   string            utf8. A byte that is not valid UTF-8 is the code point U+F700 + byte, as in the exports
 *   bytes, uuid       binary; fixed_size_binary(16) with the extension type arrow.uuid
 *   vectors           one column for each value, named by reel_column_name: head_position_x
 *   enumerations      integers; the names are in the metadata of the column
 *   moments           timestamp(us, "UTC") in a column of their own beside the field, NAME_utc; null if the field has no moment
 *   absent values     null. A field that is always present is not nullable
 *
 * Numbers are in the type that holds those of all tables of the game that have a column of the name: a time is a double although the frames of
 * BSOR have a float.
 *
 * Metadata of a column: reel:unit, reel:doc, reel:flags (words, separated by commas) and reel:labels (a JSON object of names by
 * value), each if there is one. Metadata of the schema: reel:format, reel:table, reel:doc and reel:version. */

/* Flags of reel_arrow_options. */
enum {
    REEL_ARROW_PLAIN = 1 << 0,   /* only types that every engine has: unsigned integers become the next wider signed ones, u64
                                  * decimal(20, 0) and uuid text. Excludes LISTS and STRUCTS */
    REEL_ARROW_BYTES = 1 << 1,   /* bool as uint8 (int16 with PLAIN), which keeps odd bytes, and numbers in the types of
                                  * their fields */
    REEL_ARROW_LISTS = 1 << 2,   /* vectors as fixed_size_list */
    REEL_ARROW_STRUCTS = 1 << 3, /* vectors as struct; excludes LISTS */
    REEL_ARROW_LABELS = 1 << 4, /* enumerations as dictionaries of their names; with PLAIN, as text. A value without a name is its
                                  * number as text */
    REEL_ARROW_MOMENTS =
        1 << 5, /* after each field that is a moment (reel_field_is_moment), a column NAME_utc; without the flag, only
                                  * those that `columns` names */
    REEL_ARROW_CLEAN =
        1 << 6 /* a value that is not valid (reel_field_valid) is null: for rows that were read with REEL_CLEAN. A vector that is
                               * one column is null if none of its values is valid, else those that are not are. Streams and scans that read
                               * so set it */
};

/* What a stream reports to its owner. All calls are made on a thread that opens the stream, or that calls get_next or release. */
typedef struct reel_arrow_observer {
    void *context;
    /* Damage that ended a file early, or why a file was not read. `path` is reel_arrow_options.file, or a path of the scan. Both
     * arguments are valid only during the call. The function may be NULL. */
    void (*failure)(void *context, const char *path, const reel_error *error);
    /* Called once, when the stream is released. May be NULL. */
    void (*release)(void *context);
} reel_arrow_observer;

struct reel_levels;

/* Options for tables as Arrow. */
typedef struct reel_arrow_options {
    size_t struct_size;
    uint32_t flags;
    const reel_allocator *allocator; /* of every schema, array and stream; used on any thread. NULL: malloc */
    const char *const
        *columns; /* columns (also NAME_utc) or fields to make, in this order, ending with NULL; NULL: all. Copied */
    const char
        *row_column; /* name of a column with the number of the row in its file (uint64), before the others; NULL: none. Copied */
    const char *file_column;      /* name of the first column, which has `file` as utf8; NULL: none. Copied */
    const char *file;             /* NULL: empty. Copied */
    uint64_t batch_rows;          /* rows of an array at most; 0: 16384. An array also ends after about 16 MiB of text */
    reel_arrow_observer observer; /* of streams; the stream owns its context, even if it is not created */
    /* For tables of statistics that use levels: the level of each replay. `find_level` is called when the header is known; REEL_END and NULL: none.
     * `release_level` gives it back before the observer is released. reel_levels_find and reel_levels_release of <reel/file.h> are such
     * functions, `levels` is what they are called with, and must outlive the stream. Called on threads of a scan. NULL: no levels */
    reel_status (*find_level)(const struct reel_levels *levels, const reel_chunk *header, const reel_replay **level,
                              reel_error *error);
    void (*release_level)(const struct reel_levels *levels, const reel_replay *level);
    const struct reel_levels *levels;
} reel_arrow_options;

/* Makes the schema of a table: a struct type with a child for each column.
 *
 * table    the table, of a format or of an insight
 * format   its format, for the metadata; may be NULL
 * options  NULL: defaults
 * schema   receives the schema; the caller calls its `release`. Released (NULL) on failure
 *
 * Returns REEL_OK, REEL_MEMORY, or REEL_ARGUMENT: columns.unknown (no such column), columns.twice, arrow.flags. */
REEL_API reel_status reel_arrow_schema(const reel_table *table, const reel_format *format, const reel_arrow_options *options,
                                       struct ArrowSchema *schema, reel_error *error);
/* Makes an array of `count` rows of a table, all in one, whatever options->batch_rows is. `rows` are the structs as reel_chunk_rows
 * returns them, borrowed for the call; `first` is the number of the first one. The array owns copies; the caller calls its `release`.
 *
 * Fails as reel_arrow_schema does, and with REEL_LIMIT, rule "arrow.text-size", if a column has more than 2 GiB of text. */
REEL_API reel_status reel_arrow_rows(const reel_table *table, const void *rows, size_t count, uint64_t first,
                                     const reel_arrow_options *options, struct ArrowArray *array, reel_error *error);

/* Opens a replay as a stream of one of its tables.
 *
 * source   the replay; the stream owns it, even if this call fails
 * reading  options for reading; NULL: defaults. `tables` and `select` are ignored: only what the table needs is read. The pointers in
 *          it must outlive the stream
 * table    name of a table as for reel_find_table, so that statistics are tables too
 * options  NULL: defaults
 * stream   receives the stream; the caller calls its `release`. Released (NULL) on failure
 *
 * Damage ends the stream after the rows before it. With REEL_STRICT, the next call of get_next then fails; without, it is reported to
 * the observer only. get_next of a growing file that has no more rows yet returns EAGAIN and may be called again. Other failures are
 * permanent: EIO for a file, ENOMEM, ECANCELED or EINVAL, and get_last_error has the message with rule and offset.
 *
 * Fails like reel_open and reel_arrow_schema, and with REEL_ARGUMENT, rule "arrow.table", if the format has no such table. */
REEL_API reel_status reel_arrow_stream(reel_source source, const reel_options *reading, const char *table,
                                       const reel_arrow_options *options, struct ArrowArrayStream *stream, reel_error *error);

#ifndef REEL_WITHOUT_PLATFORM

/* Returns the path of the next file to read, valid until the next call, or NULL after the last one. Called by one thread at a time, on
 * any thread of the scan. */
typedef const char *reel_next_path(void *context);

/* Opens many files as one stream of one table. Worker threads read ahead while the consumer works; arrays come in the order of the
 * files, each from a single file, whatever the number of threads. All replays of an archive of several are read, by one thread and in
 * their order, each as a file called PATH#NAME (<reel/archive.h>), unless `reading` has a `member`.
 *
 * next     gives the paths; `paths` is its context, which must outlive the stream
 * reading  options for reading, as for reel_arrow_stream. Its callbacks are called on worker threads, one at a time
 * table    name of the table. The first file that has it decides which table that is; files that do not have the same table are not
 *          read, with a failure
 * options  as for reel_arrow_stream; file_column gets the path of each file, and `file` is not used. With REEL_STRICT in `reading`, the
 *          stream fails at the first failure; without, failures are reported to the observer and the stream goes on with the next file.
 *          The pointers in it must outlive the stream, and so must `table`
 * threads  number of worker threads; 0: one for each processor
 * stream   receives the stream; the caller calls its `release`, which stops the threads. Released (NULL) on failure
 *
 * At most four files for each thread are open or wait with at most two arrays each. Fails with REEL_ARGUMENT, rule "arrow.table", if no
 * file has the table (the observer got the failure of each file), or rule "arrow.no-file" if `next` returns no path; or with
 * REEL_MEMORY. */
REEL_API reel_status reel_arrow_scan(reel_next_path *next, void *paths, const reel_options *reading, const char *table,
                                     const reel_arrow_options *options, unsigned threads, struct ArrowArrayStream *stream,
                                     reel_error *error);

#endif

#ifdef __cplusplus
}
#endif

#endif

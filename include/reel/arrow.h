/* SPDX-License-Identifier: MIT
 *
 * Apache Arrow: tables as columns, for programs that read Arrow (pyarrow, polars, DuckDB, R, ...). The structs below are the C data
 * interface and the C stream interface of Arrow; no Arrow library is needed on this side.
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

#ifdef __cplusplus
}
#endif

#endif

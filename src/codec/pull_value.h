/* SPDX-License-Identifier: MIT
 * The values of JSON, msgpack and BSON, and the states of their reader and writer: pull.h. */
#ifndef CODEC_PULL_VALUE_H
#define CODEC_PULL_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum pull_form { PULL_MSGPACK, PULL_JSON, PULL_BSON } pull_form;

typedef enum pull_kind {
    PULL_END, /* of the map or array, or of the input */
    PULL_NULL,
    PULL_BOOL,
    PULL_UNSIGNED,
    PULL_NEGATIVE, /* integers */
    PULL_REAL,
    PULL_STRING,
    PULL_BINARY,
    PULL_EXTENSION,
    PULL_ARRAY,
    PULL_MAP
} pull_kind;

typedef struct pull_value {
    pull_kind kind;
    bool escaped;         /* a JSON string with backslashes: see reel__pull_unescape */
    const uint8_t *start; /* of the value in the input; it ends at pull_reader.at, for a map or array after reel__pull_skip */
    const uint8_t *data;  /* STRING, BINARY, EXTENSION: the raw bytes */
    size_t size;
    uint64_t number; /* BOOL; UNSIGNED; NEGATIVE as an int64_t */
    double real;
    uint64_t count; /* msgpack: stated number of items of an ARRAY or pairs of a MAP; otherwise 0 */
    /* BSON: the type and the start of the element, which is its type byte; of a key, those of its value. A BINARY has its subtype in
     * `number`; an EXTENSION is any value that has no kind of its own, whole. */
    uint8_t type;
    const uint8_t *element;
} pull_value;

/* Types of BSON that are asked for by name. */
enum {
    BSON_DOUBLE = 0x01,
    BSON_STRING = 0x02,
    BSON_DOCUMENT = 0x03,
    BSON_ARRAY = 0x04,
    BSON_BINARY = 0x05,
    BSON_BOOL = 0x08,
    BSON_DATE = 0x09,
    BSON_NULL = 0x0a,
    BSON_INT32 = 0x10,
    BSON_INT64 = 0x12,
    BSON_LEAST_DOCUMENT = 5 /* bytes of an empty one */
};

typedef enum pull_fault {
    PULL_OK,
    PULL_CUT,    /* the input ends inside a value */
    PULL_BROKEN, /* invalid syntax */
    PULL_DEEP    /* nested deeper than allowed */
} pull_fault;

enum { PULL_MOST_DEPTH = 256 };

typedef struct pull_level {
    uint64_t left;                /* msgpack: remaining keys and values */
    bool map, value;              /* value: a key was read, its value is next */
    bool any;                     /* JSON: an item was read */
    bool bare;                    /* members without brackets: ends at the end of the input */
    uint8_t type;                 /* BSON: of the value that is next */
    const uint8_t *end, *element; /* BSON: end of the document; start of the element that is being read */
    size_t missing;               /* BSON: bytes of the document that the input does not have */
} pull_level;

typedef struct pull_reader {
    const uint8_t *start, *at, *end;
    const uint8_t *fault_at;
    pull_fault fault;
    pull_form form;
    unsigned depth, most_depth;
    pull_level levels[PULL_MOST_DEPTH + 1];
} pull_reader;

typedef struct push_level {
    bool map, value, any;
} push_level; /* value: a key was written, its value is next */

typedef struct push_writer {
    pull_form form;
    bool spaced; /* JSON: a space after every comma and colon */
    void (*put)(void *context, const void *data, size_t size);
    void *context;
    unsigned depth;
    push_level levels[PULL_MOST_DEPTH + 1];
} push_writer;

#endif

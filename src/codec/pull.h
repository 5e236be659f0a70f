/* SPDX-License-Identifier: MIT
 * Values in maps and arrays, as JSON and msgpack have them: read one after another, without building anything, with the place of
 * each in the bytes; and written. One interface for both forms. Depth is bounded, nothing recurses. */
#ifndef CODEC_PULL_H
#define CODEC_PULL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tree_form { TREE_MSGPACK, TREE_JSON } tree_form;

typedef enum tree_kind {
    TREE_END, /* of the map or array, or of the whole */
    TREE_NULL,
    TREE_BOOL,
    TREE_UNSIGNED,
    TREE_NEGATIVE, /* integers */
    TREE_REAL,
    TREE_STRING,
    TREE_BINARY,
    TREE_EXTENSION,
    TREE_ARRAY,
    TREE_MAP
} tree_kind;

typedef struct tree_value {
    tree_kind kind;
    bool escaped;         /* a JSON string with backslashes: see tree_unescape */
    const uint8_t *start; /* of the value in the bytes; it ends at tree_reader.at, a map or array after tree_skip */
    const uint8_t *data;  /* STRING, BINARY, EXTENSION: their bytes, as they stand */
    size_t size;
    uint64_t number; /* BOOL; UNSIGNED; NEGATIVE as an int64_t */
    double real;
    uint64_t count; /* msgpack: items of an ARRAY, pairs of a MAP, as stated; JSON does not say: 0 */
} tree_value;

typedef enum tree_fault {
    TREE_FINE,
    TREE_CUT,    /* the bytes end inside a value */
    TREE_BROKEN, /* no such form */
    TREE_DEEP    /* nested deeper than allowed */
} tree_fault;

enum { TREE_MOST_DEPTH = 256 };

typedef struct tree_level {
    uint64_t left;   /* msgpack: keys and values to come */
    bool map, value; /* value: a key was read */
    bool any;        /* JSON: an item was read */
    bool bare;       /* no bracket around it: ends with the bytes */
} tree_level;

typedef struct tree_reader {
    const uint8_t *start, *at, *end;
    const uint8_t *fault_at;
    tree_fault fault;
    tree_form form;
    unsigned depth, most_depth;
    tree_level levels[TREE_MOST_DEPTH + 1];
} tree_reader;

/* Starts on one value. `most_depth` is cut to TREE_MOST_DEPTH. */
void tree_begin(tree_reader *reader, tree_form form, const void *data, size_t size, unsigned most_depth);
/* Starts on keys and values without a map around them. */
void tree_begin_members(tree_reader *reader, tree_form form, const void *data, size_t size);
/* The next value of the map or array that the reader is in: in a map keys and values take turns. A map or array that was read is
 * entered. False: a fault, which stays. */
bool tree_next(tree_reader *reader, tree_value *value);
/* Passes over what is inside a map or array that was just read; nothing for other values. */
bool tree_skip(tree_reader *reader, const tree_value *value);

/* The text of a string, at most value->size bytes, into `to` (NULL: nowhere); returns its size. Lone surrogates become U+FFFD. */
size_t tree_unescape(const tree_value *value, uint8_t *to);

/* ---- writing ---------------------------------------------------------------------------------------------------- */

typedef struct tree_place {
    bool map, value, any;
} tree_place; /* value: a key was written */

typedef struct tree_writer {
    tree_form form;
    bool spaced; /* JSON: a space after every comma and colon */
    void (*put)(void *context, const void *data, size_t size);
    void *context;
    unsigned depth;
    tree_place levels[TREE_MOST_DEPTH + 1];
} tree_writer;

void tree_write(tree_writer *writer, tree_form form, void (*put)(void *context, const void *data, size_t size), void *context);

/* msgpack needs the number of pairs or items beforehand. */
void tree_put_map(tree_writer *writer, uint64_t pairs);
void tree_put_array(tree_writer *writer, uint64_t items);
void tree_put_end(tree_writer *writer);                                   /* of the map or array */
void tree_put_string(tree_writer *writer, const void *data, size_t size); /* also a key */
void tree_put_bool(tree_writer *writer, bool value);
void tree_put_null(tree_writer *writer);
void tree_put_integer(tree_writer *writer, bool negative, uint64_t number);
/* msgpack: 4 bytes where they say the same. JSON has no infinities: null. */
void tree_put_real(tree_writer *writer, double value);
/* A value or a key as it stands in bytes of the same form. */
void tree_put_raw(tree_writer *writer, const void *data, size_t size);
/* Keys with their values as they stand in bytes of the same form, commas between them. */
void tree_put_members(tree_writer *writer, const void *data, size_t size);
/* A string as it was read. */
void tree_put_text(tree_writer *writer, const tree_value *value);

/* Writes the value (or key) that was just read, with all that is in it, in the writer's form. Counts what has no such form there:
 * binary becomes a string in base64, an extension or a number that is none null, a key that is no string its text. False: a
 * fault of the reader. */
bool tree_copy(tree_reader *reader, const tree_value *value, tree_writer *writer, uint64_t *lost);

#endif

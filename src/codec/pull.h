/* SPDX-License-Identifier: MIT
 * Values in maps and arrays, as JSON and msgpack have them: read one after another, without building anything, with the place of
 * each in the bytes; and written. One interface for both forms. Depth is bounded, nothing recurses. */
#ifndef CODEC_PULL_H
#define CODEC_PULL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum pull_form { PULL_MSGPACK, PULL_JSON } pull_form;

typedef enum pull_kind {
    PULL_END, /* of the map or array, or of the whole */
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
    bool escaped;         /* a JSON string with backslashes: see pull_unescape */
    const uint8_t *start; /* of the value in the bytes; it ends at pull_reader.at, a map or array after pull_skip */
    const uint8_t *data;  /* STRING, BINARY, EXTENSION: their bytes, as they stand */
    size_t size;
    uint64_t number; /* BOOL; UNSIGNED; NEGATIVE as an int64_t */
    double real;
    uint64_t count; /* msgpack: items of an ARRAY, pairs of a MAP, as stated; JSON does not say: 0 */
} pull_value;

typedef enum pull_fault {
    PULL_OK,
    PULL_CUT,    /* the bytes end inside a value */
    PULL_BROKEN, /* no such form */
    PULL_DEEP    /* nested deeper than allowed */
} pull_fault;

enum { PULL_MOST_DEPTH = 256 };

typedef struct pull_level {
    uint64_t left;   /* msgpack: keys and values to come */
    bool map, value; /* value: a key was read */
    bool any;        /* JSON: an item was read */
    bool bare;       /* no bracket around it: ends with the bytes */
} pull_level;

typedef struct pull_reader {
    const uint8_t *start, *at, *end;
    const uint8_t *fault_at;
    pull_fault fault;
    pull_form form;
    unsigned depth, most_depth;
    pull_level levels[PULL_MOST_DEPTH + 1];
} pull_reader;

/* Starts on one value. `most_depth` is cut to PULL_MOST_DEPTH. */
void pull_begin(pull_reader *reader, pull_form form, const void *data, size_t size, unsigned most_depth);
/* Starts on keys and values without a map around them. */
void pull_begin_members(pull_reader *reader, pull_form form, const void *data, size_t size);
/* The next value of the map or array that the reader is in: in a map keys and values take turns. A map or array that was read is
 * entered. False: a fault, which stays. */
bool pull_next(pull_reader *reader, pull_value *value);
/* Passes over what is inside a map or array that was just read; nothing for other values. */
bool pull_skip(pull_reader *reader, const pull_value *value);

/* The text of a string, at most value->size bytes, into `to` (NULL: nowhere); returns its size. Lone surrogates become U+FFFD. */
size_t pull_unescape(const pull_value *value, uint8_t *to);

/* ---- writing ---------------------------------------------------------------------------------------------------- */

typedef struct push_level {
    bool map, value, any;
} push_level; /* value: a key was written */

typedef struct push_writer {
    pull_form form;
    bool spaced; /* JSON: a space after every comma and colon */
    void (*put)(void *context, const void *data, size_t size);
    void *context;
    unsigned depth;
    push_level levels[PULL_MOST_DEPTH + 1];
} push_writer;

void push_begin(push_writer *writer, pull_form form, void (*put)(void *context, const void *data, size_t size), void *context);

/* msgpack needs the number of pairs or items beforehand. */
void push_map(push_writer *writer, uint64_t pairs);
void push_array(push_writer *writer, uint64_t items);
void push_end(push_writer *writer);                                   /* of the map or array */
void push_string(push_writer *writer, const void *data, size_t size); /* also a key */
void push_bool(push_writer *writer, bool value);
void push_null(push_writer *writer);
void push_integer(push_writer *writer, bool negative, uint64_t number);
/* msgpack: 4 bytes where they say the same. JSON has no infinities: null. */
void push_real(push_writer *writer, double value);
/* A value or a key as it stands in bytes of the same form. */
void push_raw(push_writer *writer, const void *data, size_t size);
/* Keys with their values as they stand in bytes of the same form, commas between them. */
void push_members(push_writer *writer, const void *data, size_t size);
/* A string as it was read. */
void push_text(push_writer *writer, const pull_value *value);

/* Writes the value (or key) that was just read, with all that is in it, in the writer's form. Counts what has no such form there:
 * binary becomes a string in base64, an extension or a number that is none null, a key that is no string its text. False: a
 * fault of the reader. */
bool pull_copy(pull_reader *reader, const pull_value *value, push_writer *writer, uint64_t *lost);

#endif

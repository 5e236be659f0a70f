/* SPDX-License-Identifier: MIT
 * A streaming reader for JSON, msgpack and BSON, and a writer for JSON and msgpack, with one interface for all. The reader returns one
 * value at a time, with its position in the input, and builds no tree. Depth is bounded and nothing recurses. */
#ifndef CODEC_PULL_H
#define CODEC_PULL_H

#include "codec/pull_value.h"

/* Starts reading one value. A `most_depth` above PULL_MOST_DEPTH counts as that. */
void reel__pull_begin(pull_reader *reader, pull_form form, const void *data, size_t size, unsigned most_depth);
/* Starts reading keys and values that are not enclosed in a map. */
void reel__pull_begin_members(pull_reader *reader, pull_form form, const void *data, size_t size);
/* Starts reading one BSON value of this type. pull_begin reads a document: one that the input cuts is read up to there, and bytes after it
 * are left unread at pull_reader.at. */
void reel__pull_begin_bson(pull_reader *reader, uint8_t type, const void *data, size_t size, unsigned most_depth);
/* Reads the next value of the current map or array; in a map, keys and values alternate. Reading a map or array enters it. Returns false
 * on a fault, which is sticky. */
bool reel__pull_next(pull_reader *reader, pull_value *value);
/* Skips to the end of a map or array that was just read. Does nothing for other values. */
bool reel__pull_skip(pull_reader *reader, const pull_value *value);
/* The same, without a call for all but maps and arrays. */
static inline bool pull_pass(pull_reader *reader, const pull_value *value)
{
    return value->kind == PULL_MAP || value->kind == PULL_ARRAY ? reel__pull_skip(reader, value) : reader->fault == PULL_OK;
}
/* The most items of the current array that a caller may read by itself: in JSON none before the first one was read by reel__pull_next. */
uint64_t reel__pull_items_left(const pull_reader *reader);
/* Moves to `end`, after `count` items that the caller has read by itself; in JSON each with the comma before it. */
void reel__pull_pass_items(pull_reader *reader, const uint8_t *end, uint64_t count);

/* The number that a value is: itself, or what a string of nothing but the digits of one says, as programs write that know no large integers.
 * False: it is neither. Readers take such a number and note it. */
bool reel__pull_as_number(const pull_value *value, pull_value *number);

/* Decodes a string into `to`, which needs at most value->size bytes and may be NULL. Returns the size. Lone surrogates become U+FFFD. */
size_t reel__pull_unescape(const pull_value *value, uint8_t *to);

/* ---- writing ---------------------------------------------------------------------------------------------------- */

void reel__push_begin(push_writer *writer, pull_form form, void (*put)(void *context, const void *data, size_t size),
                      void *context);

/* msgpack needs the number of pairs or items in advance; JSON ignores it. */
void reel__push_map(push_writer *writer, uint64_t pairs);
void reel__push_array(push_writer *writer, uint64_t items);
void reel__push_end(push_writer *writer);                                   /* of the map or array */
void reel__push_string(push_writer *writer, const void *data, size_t size); /* also a key */
void reel__push_bool(push_writer *writer, bool value);
void reel__push_null(push_writer *writer);
void reel__push_integer(push_writer *writer, bool negative, uint64_t number);
/* msgpack: 4 bytes if they represent the same value. JSON: null for infinities and NaN. */
void reel__push_real(push_writer *writer, double value);
/* A value or a key that is already encoded in the writer's form. */
void reel__push_raw(push_writer *writer, const void *data, size_t size);
/* The same for keys with their values; in JSON with the commas between them. */
void reel__push_members(push_writer *writer, const void *data, size_t size);
/* A string that was read. */
void reel__push_text(push_writer *writer, const pull_value *value);

/* Writes the value or key that was just read, including its contents, in the writer's form. JSON cannot express all of msgpack: binary
 * becomes a base64 string, an extension and a non-finite number become null, and a key that is not a string becomes its text. *lost counts
 * these. Returns false on a fault of the reader. */
bool reel__pull_copy(pull_reader *reader, const pull_value *value, push_writer *writer, uint64_t *lost);

#endif

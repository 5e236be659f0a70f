/* SPDX-License-Identifier: MIT
 * What pull.c, push.c and the files of JSON, msgpack and BSON need of each other. Private to the files that implement it. */
#ifndef CODEC_PULL_FORM_H
#define CODEC_PULL_FORM_H

#include "codec/pull_value.h"

/* Records a fault and returns false. */
bool reel__pull_fail(pull_reader *reader, pull_fault fault, const uint8_t *at);
/* Enters a map or array that was read. Returns false if it is nested too deeply. */
bool reel__pull_enter(pull_reader *reader, const pull_value *value);
/* Writes the punctuation that JSON needs before a value or a key. */
void reel__push_item(push_writer *writer);

bool reel__pull_next_json(pull_reader *reader, pull_value *value);

bool reel__pull_next_bson(pull_reader *reader, pull_value *value);

bool reel__pull_next_msgpack(pull_reader *reader, pull_value *value);
bool reel__pull_skip_msgpack(pull_reader *reader);
void reel__push_head_msgpack(push_writer *writer, pull_kind kind, uint64_t number);
void reel__push_real_msgpack(push_writer *writer, double value);

#endif

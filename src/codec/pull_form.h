/* SPDX-License-Identifier: MIT
 * What JSON and msgpack each do for tree.h; nobody else includes this. */
#ifndef CODEC_PULL_FORM_H
#define CODEC_PULL_FORM_H

#include "codec/pull.h"

/* Notes a fault and returns false. */
bool tree_fail(tree_reader *reader, tree_fault fault, const uint8_t *at);
/* Goes into a map or array that was read; false: too deep. */
bool tree_enter(tree_reader *reader, const tree_value *value);
/* Before a value or a key: JSON's punctuation. */
void tree_item(tree_writer *writer);

bool tree_next_json(tree_reader *reader, tree_value *value);
void tree_quote_json(tree_writer *writer, const uint8_t *data, size_t size);

bool tree_next_msgpack(tree_reader *reader, tree_value *value);
bool tree_skip_msgpack(tree_reader *reader);
void tree_head_msgpack(tree_writer *writer, tree_kind kind, uint64_t number);
void tree_real_msgpack(tree_writer *writer, double value);

#endif

/* SPDX-License-Identifier: MIT
 * Reading JSON: a tree of items in one block of memory, no recursion, no stdio. Text that is no UTF-8 is taken as it is. */
#ifndef CODEC_JSON_READ_H
#define CODEC_JSON_READ_H

#include <reel/format.h>

typedef struct json_tree json_tree;
typedef struct json_item json_item;

typedef enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_kind;

/* REEL_OK, REEL_CORRUPT (*bad_at: the byte where it stops being JSON), or REEL_MEMORY. `allocator` lives as long as the tree. */
reel_status json_read(const void *text, size_t size, const reel_allocator *allocator, json_tree **tree, size_t *bad_at);
void json_free(json_tree *tree); /* NULL is fine */

const json_item *json_root(const json_tree *tree);
json_kind json_kind_of(const json_item *item);
/* The text of a string, which lives with the tree; empty for other kinds. */
reel_string json_text(const json_item *item);
/* Whether a number is an integer of 64 bits. */
bool json_integer(const json_item *item, int64_t *value);

/* A walk over the items of an object or an array: `key` is NULL in an array. */
typedef struct json_walk {
    const json_item *next;
    size_t left;
    bool object;
} json_walk;
json_walk json_walk_of(const json_item *container);
bool json_step(json_walk *walk, const json_item **key, const json_item **value);

/* An item as compact JSON, from `allocator`; size 0: no memory. */
reel_string json_print(const json_item *item, const reel_allocator *allocator);

#endif

/* SPDX-License-Identifier: MIT
 * A JSON text as a tree. What is read is what the server or a worker wrote: a text that ends early, or goes on in another way, is a tree of what
 * came before. */
#ifndef SERVER_JSON_H
#define SERVER_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH = 64 };

typedef enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_kind;

/* A value is followed by those that are in it. Texts end with a NUL. */
typedef struct json_value {
    json_kind kind;
    uint32_t name, text; /* offsets in json.texts: of a member's name, and of a string or number; 0: "" */
    uint32_t next;       /* index of the first value that is not in this one */
} json_value;

typedef struct json {
    json_value *values; /* the first one is the root */
    uint32_t count, capacity;
    char *texts;
} json;

/* False: out of memory, or the text is larger than 1 GiB. json_free is needed in any case. */
bool json_parse(const char *text, size_t size, json *tree);
void json_free(json *tree);

static inline const char *json_name(const json *tree, uint32_t at) { return tree->texts + tree->values[at].name; }
static inline const char *json_text(const json *tree, uint32_t at) { return tree->texts + tree->values[at].text; }
/* The member of an object, or 0: no member is the root. `size` is the length of the name. */
uint32_t json_member(const json *tree, uint32_t object, const char *name, size_t size);

#endif

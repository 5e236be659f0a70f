/* SPDX-License-Identifier: MIT
 * The reader of JSON over yyjson, which is static here as in json.c. */
#include "codec/json_read.h"

#include "codec/yyjson_static.h"

struct json_tree {
    reel_allocator allocator;
    yyjson_alc memory;
    yyjson_doc *doc;
};

static void *give(void *context, size_t size)
{
    const reel_allocator *allocator = context;
    return allocator->alloc(allocator->context, size);
}

static void *regrow(void *context, void *old, size_t old_size, size_t size)
{
    const reel_allocator *allocator = context;
    return allocator->resize(allocator->context, old, old_size, size);
}

static void take_back(void *context, void *pointer)
{
    const reel_allocator *allocator = context;
    if (pointer) allocator->free(allocator->context, pointer);
}

static yyjson_val *of(const json_item *item) { return (yyjson_val *)(uintptr_t)(const void *)item; }
static const json_item *item_of(const yyjson_val *value) { return (const json_item *)(const void *)value; }

reel_status json_read(const void *text, size_t size, const reel_allocator *allocator, json_tree **tree, size_t *bad_at)
{
    *tree = NULL;
    *bad_at = 0;
    json_tree *fresh = allocator->alloc(allocator->context, sizeof *fresh);
    if (!fresh) return REEL_MEMORY;
    fresh->allocator = *allocator;
    fresh->memory = (yyjson_alc){ give, regrow, take_back, &fresh->allocator };
    yyjson_read_err error;
    /* Without the flag for reading in place the text is copied first and never changed. */
    fresh->doc = yyjson_read_opts((char *)(uintptr_t)text, size, YYJSON_READ_ALLOW_INVALID_UNICODE, &fresh->memory, &error);
    if (!fresh->doc) {
        *bad_at = error.pos;
        json_free(fresh);
        return error.code == YYJSON_READ_ERROR_MEMORY_ALLOCATION ? REEL_MEMORY : REEL_CORRUPT;
    }
    *tree = fresh;
    return REEL_OK;
}

void json_free(json_tree *tree)
{
    if (!tree) return;
    if (tree->doc) yyjson_doc_free(tree->doc);
    reel_allocator allocator = tree->allocator;
    allocator.free(allocator.context, tree);
}

const json_item *json_root(const json_tree *tree) { return item_of(yyjson_doc_get_root(tree->doc)); }

json_kind json_kind_of(const json_item *item)
{
    switch (yyjson_get_type(of(item))) {
    case YYJSON_TYPE_BOOL: return JSON_BOOL;
    case YYJSON_TYPE_NUM: return JSON_NUMBER;
    case YYJSON_TYPE_STR: return JSON_STRING;
    case YYJSON_TYPE_ARR: return JSON_ARRAY;
    case YYJSON_TYPE_OBJ: return JSON_OBJECT;
    default: return JSON_NULL;
    }
}

reel_string json_text(const json_item *item)
{
    const char *text = yyjson_get_str(of(item));
    return (reel_string){ text, text ? yyjson_get_len(of(item)) : 0 };
}

bool json_integer(const json_item *item, int64_t *value)
{
    if (yyjson_is_uint(of(item)) && yyjson_get_uint(of(item)) > INT64_MAX) return false;
    if (!yyjson_is_int(of(item))) return false;
    *value = yyjson_get_sint(of(item));
    return true;
}

json_walk json_walk_of(const json_item *container)
{
    bool object = yyjson_is_obj(of(container));
    if (!object && !yyjson_is_arr(of(container))) return (json_walk){ 0 };
    return (json_walk){ item_of(of(container) + 1), unsafe_yyjson_get_len(of(container)), object };
}

bool json_step(json_walk *walk, const json_item **key, const json_item **value)
{
    if (!walk->left) return false;
    walk->left--;
    *key = walk->object ? walk->next : NULL;
    *value = walk->object ? item_of(of(walk->next) + 1) : walk->next;
    walk->next = item_of(unsafe_yyjson_get_next(of(*value)));
    return true;
}

reel_string json_print(const json_item *item, const reel_allocator *allocator)
{
    yyjson_alc memory = { give, regrow, take_back, (void *)(uintptr_t)allocator };
    size_t size = 0;
    char *text = yyjson_val_write_opts(of(item), YYJSON_WRITE_ALLOW_INVALID_UNICODE, &memory, &size, NULL);
    return (reel_string){ text, text ? size : 0 };
}

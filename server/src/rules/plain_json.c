/* SPDX-License-Identifier: MIT */
#include "rules/plain_json.h"

#include <string.h>

enum { MOST_MEMBERS = 128 };

const char *plain_json_text(yyjson_val *value)
{
    const char *text = yyjson_get_str(value);
    return text && strlen(text) == yyjson_get_len(value) ? text : NULL;
}

const char *plain_json_member(yyjson_val *object, const char *name) { return plain_json_text(yyjson_obj_get(object, name)); }

bool plain_json_copy(yyjson_val *object, const char *name, char *to, size_t room)
{
    const char *text = plain_json_member(object, name);
    size_t size = text ? strlen(text) : 0;
    if (!size || size >= room) return false;
    memcpy(to, text, size + 1);
    return true;
}

/* The number of members bounds the time that this takes. */
bool plain_json_is_object(yyjson_val *value)
{
    yyjson_val *key, *member;
    size_t i, count;
    if (!yyjson_is_obj(value) || yyjson_obj_size(value) > MOST_MEMBERS) return false;
    yyjson_obj_foreach(value, i, count, key, member)
    {
        /* the first of that name is this one */
        if (yyjson_obj_getn(value, yyjson_get_str(key), yyjson_get_len(key)) != member) return false;
    }
    return true;
}

yyjson_doc *plain_json_read(const char *text, size_t size)
{
    yyjson_doc *document = yyjson_read(text, size, YYJSON_READ_NOFLAG);
    if (plain_json_is_object(yyjson_doc_get_root(document))) return document;
    yyjson_doc_free(document);
    return NULL;
}

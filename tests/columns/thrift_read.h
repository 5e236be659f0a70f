/* SPDX-License-Identifier: MIT
 * Reads thrift's compact protocol, for tests: finds values by the ids of the fields on the way to them. */
#ifndef TESTS_COLUMNS_THRIFT_READ_H
#define TESTS_COLUMNS_THRIFT_READ_H

#include "support.h"

typedef struct thrift_at {
    const uint8_t *at, *end;
} thrift_at;

static inline uint64_t thrift_varint(thrift_at *t)
{
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        assert_true(t->at < t->end && shift < 70);
        uint8_t byte = *t->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
    }
}

static inline int64_t thrift_zigzag(thrift_at *t)
{
    uint64_t value = thrift_varint(t);
    return (int64_t)(value >> 1 ^ (0 - (value & 1)));
}

/* The next field of a struct: its id, and its type in *type; 0 at the end. */
static inline int thrift_field(thrift_at *t, int *last, int *type)
{
    assert_true(t->at < t->end);
    uint8_t byte = *t->at++;
    *type = byte & 15;
    if (!byte) return 0;
    return *last += byte >> 4;
}

static inline size_t thrift_list_head(thrift_at *t, int *type)
{
    uint8_t byte = *t->at++;
    *type = byte & 15;
    return byte >> 4 == 15 ? (size_t)thrift_varint(t) : byte >> 4;
}

static inline void thrift_skip(thrift_at *t, int type, bool in_list)
{
    int last = 0, inner, id;
    switch (type) {
    case 1:
    case 2: t->at += in_list; break;
    case 3: t->at++; break;
    case 4:
    case 5:
    case 6: thrift_varint(t); break;
    case 8: {
        uint64_t size = thrift_varint(t);
        assert_true(size <= (size_t)(t->end - t->at));
        t->at += size;
        break;
    }
    case 9: {
        size_t count = thrift_list_head(t, &inner);
        for (size_t i = 0; i < count; i++) thrift_skip(t, inner, true);
        break;
    }
    case 12:
        while ((id = thrift_field(t, &last, &inner)) != 0) thrift_skip(t, inner, false);
        break;
    default: fail_msg("thrift type %d", type);
    }
}

/* Goes to the value of a field of the struct at `t`; false: it has none. */
static inline bool thrift_find(thrift_at t, int wanted, thrift_at *value, int *type)
{
    int last = 0, id;
    while ((id = thrift_field(&t, &last, type)) != 0) {
        if (id == wanted) {
            *value = t;
            return true;
        }
        thrift_skip(&t, *type, false);
    }
    return false;
}

static inline int64_t thrift_number(thrift_at t, int id)
{
    int type;
    thrift_at value = { NULL, NULL };
    if (!thrift_find(t, id, &value, &type)) fail_msg("no field %d", id);
    return thrift_zigzag(&value);
}

/* Item `i` of the list in a field; *count: of all. */
static inline thrift_at thrift_item(thrift_at t, int id, size_t i, size_t *count)
{
    int type;
    thrift_at value = { NULL, NULL };
    if (!thrift_find(t, id, &value, &type)) fail_msg("no list %d", id);
    *count = thrift_list_head(&value, &type);
    for (size_t n = 0; n < i; n++) thrift_skip(&value, type, true);
    return value;
}

static inline thrift_at thrift_inner(thrift_at t, int id)
{
    int type;
    thrift_at value = { NULL, NULL };
    if (!thrift_find(t, id, &value, &type)) fail_msg("no struct %d", id);
    return value;
}

static inline reel_bytes thrift_bytes(thrift_at t, int id)
{
    thrift_at value = thrift_inner(t, id);
    size_t size = (size_t)thrift_varint(&value);
    return (reel_bytes){ value.at, size };
}

#endif

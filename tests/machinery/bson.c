/* SPDX-License-Identifier: MIT */
#include "bson.h"

#include "records.h"

enum { MOST_ELEMENTS = 1024, BSON_DOCUMENT = 3, BSON_ARRAY = 4 };

typedef struct element {
    size_t at, value, end;
} element;

typedef struct tree {
    element elements[MOST_ELEMENTS];
    size_t documents[MOST_ELEMENTS + 1]; /* where they begin, with their sizes */
    size_t count, document_count;
} tree;

static uint32_t load_size(const uint8_t *p) { return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24; }

static void store_size(uint8_t *p, uint32_t size)
{
    for (int i = 0; i < 4; i++) p[i] = (uint8_t)(size >> 8 * i);
}

/* SIZE_MAX: a type that is not known here. */
static size_t value_size(uint8_t type, const uint8_t *value, size_t left)
{
    const size_t stated = left < 4 ? SIZE_MAX / 2 : load_size(value);
    switch (type) {
    case 2: return 4 + stated;
    case BSON_DOCUMENT:
    case BSON_ARRAY: return stated;
    case 5: return 5 + stated;
    case 7: return 12;
    case 8: return 1;
    case 10: return 0;
    case 16: return 4;
    case 1:
    case 9:
    case 17:
    case 18: return 8;
    default: return SIZE_MAX;
    }
}

static bool read_tree(const copy *c, tree *t)
{
    size_t at = 4;
    t->count = 0;
    t->document_count = 1;
    t->documents[0] = 0;
    if (c->size < 5 || load_size(c->data) != c->size) return false;
    while (at < c->size && t->count < MOST_ELEMENTS) {
        const uint8_t type = c->data[at], *nul = memchr(c->data + at, 0, c->size - at);
        if (!type) at++;
        if (!type) continue;
        if (!nul) break;
        const size_t value = (size_t)(nul - c->data) + 1, size = value_size(type, c->data + value, c->size - value);
        if (size > c->size - value) break;
        t->elements[t->count++] = (element){ at, value, value + size };
        const bool opens = (type == BSON_DOCUMENT || type == BSON_ARRAY) && size >= 5;
        if (opens) t->documents[t->document_count++] = value;
        at = value + (opens ? 4 : size);
    }
    return t->count != 0;
}

/* Replaces bytes, and corrects the sizes of the documents around them. */
static void replace(copy *c, const tree *t, size_t at, size_t removed, const void *added, size_t size)
{
    for (size_t i = 0; i < t->document_count; i++) {
        uint8_t *stated = c->data + t->documents[i];
        if (t->documents[i] < at && at < t->documents[i] + load_size(stated))
            store_size(stated, (uint32_t)(load_size(stated) + size - removed));
    }
    copy_splice(c, at, removed, added, size);
}

static const struct {
    uint8_t type, size;
    const char *bytes;
} values[] = {
    { 10, 0, "" },
    { 8, 1, "\0" },
    { 8, 1, "\1" },
    { 8, 1, "\2" },
    { 16, 4, "\0\0\0\0" },
    { 16, 4, "\1\0\0\0" },
    { 16, 4, "\xff\xff\xff\xff" },
    { 16, 4, "\xff\xff\xff\x7f" },
    { 18, 8, "\0\0\0\0\0\0\0\0" },
    { 18, 8, "\0\0\0\0\0\0\0\x80" },
    { 18, 8, "\xff\xff\xff\xff\xff\xff\xff\x7f" },
    { 1, 8, "\0\0\0\0\0\0\xf0\x3f" },
    { 1, 8, "\0\0\0\0\0\0\xf8\x7f" },
    { 1, 8, "\0\0\0\0\0\0\xe0\xc3" },
    { 1, 8, "\0\0\0\0\0\0\xe0\x43" },
    { 1, 8, "\0\0\0\0\0\0\xe0\xbf" },
    { 2, 5, "\1\0\0\0\0" },
    { 2, 6, "\2\0\0\0x\0" },
    { 3, 5, "\5\0\0\0\0" },
    { 4, 5, "\5\0\0\0\0" },
    { 4, 8, "\x8\0\0\0\n0\0\0" },
    { 3, 12, "\xc\0\0\0\x10x\0\1\0\0\0\0" },
    { 5, 5, "\0\0\0\0\0" },
    { 5, 6, "\1\0\0\0\0x" },
    { 5, 6, "\1\0\0\0\2x" },
    { 9, 8, "\0\0\0\0\0\0\0\0" },
    { 7, 12, "0123456789ab" },
};

bool bson_change(copy *c)
{
    static tree t;
    if (!read_tree(c, &t)) return false;
    const element e = t.elements[record_draw(t.count)], other = t.elements[record_draw(t.count)];
    const size_t kind = record_draw(8), which = record_draw(sizeof values / sizeof *values);
    const bool whole = kind == 4 || kind == 5;
    const element *from = kind == 4 ? &e : &other;
    const size_t start = whole ? from->at : from->value, size = from->end - start;
    const uint8_t type = c->data[other.at];
    uint8_t *block = malloc(size + 1);
    assert_non_null(block);
    memcpy(block, c->data + start, size);
    switch (kind) {
    case 0:
    case 1:
    case 2:
        c->data[e.at] = values[which].type;
        replace(c, &t, e.value, e.end - e.value, values[which].bytes, values[which].size);
        break;
    case 3: replace(c, &t, e.at, e.end - e.at, NULL, 0); break;
    case 4:
    case 5: replace(c, &t, e.at, 0, block, size); break;
    case 6:
        c->data[e.at] = type;
        replace(c, &t, e.value, e.end - e.value, block, size);
        break;
    default: replace(c, &t, e.value - 1, 0, "x", 1);
    }
    free(block);
    snprintf(c->what, sizeof c->what, "element at %zu, %zu, value %zu, other at %zu", e.at, kind, which, other.at);
    return true;
}

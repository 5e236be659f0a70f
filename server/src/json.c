/* SPDX-License-Identifier: MIT */
#include "json.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TEXT ((size_t)1 << 30)

typedef struct parser {
    const char *at, *end;
    json *tree;
    char *texts; /* where the next text goes: a text takes no more than its spelling, with what ends it */
    uint32_t open[JSON_DEPTH];
    unsigned depth;
    bool failed;
} parser;

static void skip_space(parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\n' || *p->at == '\t' || *p->at == '\r')) p->at++;
}

static bool take(parser *p, char wanted)
{
    skip_space(p);
    if (p->at == p->end || *p->at != wanted) return false;
    p->at++;
    return true;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static void put_point(parser *p, uint32_t point)
{
    if (point < 0x80) {
        *p->texts++ = (char)point;
    } else if (point < 0x800) {
        *p->texts++ = (char)(0xc0 | point >> 6);
        *p->texts++ = (char)(0x80 | (point & 0x3f));
    } else if (point < 0x10000) {
        *p->texts++ = (char)(0xe0 | point >> 12);
        *p->texts++ = (char)(0x80 | (point >> 6 & 0x3f));
        *p->texts++ = (char)(0x80 | (point & 0x3f));
    } else {
        *p->texts++ = (char)(0xf0 | point >> 18);
        *p->texts++ = (char)(0x80 | (point >> 12 & 0x3f));
        *p->texts++ = (char)(0x80 | (point >> 6 & 0x3f));
        *p->texts++ = (char)(0x80 | (point & 0x3f));
    }
}

static bool take_hex(parser *p, uint32_t *value)
{
    *value = 0;
    if (p->end - p->at < 4) return false;
    for (int i = 0; i < 4; i++) {
        char c = *p->at++;
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
                                                : 16;
        if (digit == 16) return false;
        *value = *value << 4 | digit;
    }
    return true;
}

/* After "\u". A NUL or half of a pair becomes U+FFFD. */
static bool take_point(parser *p)
{
    uint32_t point, low;
    if (!take_hex(p, &point)) return false;
    if (point >= 0xd800 && point < 0xdc00 && p->end - p->at >= 6 && p->at[0] == '\\' && p->at[1] == 'u') {
        const char *back = p->at;
        p->at += 2;
        if (!take_hex(p, &low)) return false;
        if (low >= 0xdc00 && low < 0xe000)
            point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
        else
            p->at = back;
    }
    put_point(p, point == 0 || (point >= 0xd800 && point < 0xe000) ? 0xfffd : point);
    return true;
}

static bool take_escape(parser *p)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (p->at == p->end) return false;
    const char letter = *p->at++, *found = letter ? strchr(letters, letter) : NULL;
    if (letter == 'u') return take_point(p);
    if (found) *p->texts++ = meanings[found - letters];
    return found != NULL;
}

/* After the first quote. Sets *text to the offset. */
static bool take_string(parser *p, uint32_t *text)
{
    *text = (uint32_t)(p->texts - p->tree->texts);
    for (bool fine = true; fine && p->at < p->end;) {
        char c = *p->at++;
        if (c == '"') {
            *p->texts++ = '\0';
            return true;
        }
        if (c == '\\')
            fine = take_escape(p);
        else if (c)
            *p->texts++ = c;
    }
    p->texts = p->tree->texts + *text;
    return false;
}

/* A number, or one of the words. */
static bool take_word(parser *p, json_value *value)
{
    const char *begin = p->at;
    while (p->at < p->end && *p->at && strchr("+-.0123456789Eaefilnrstu", *p->at)) p->at++;
    size_t size = (size_t)(p->at - begin);
    value->kind = JSON_NUMBER;
    if (size == 4 && memcmp(begin, "null", 4) == 0) return value->kind = JSON_NULL, true;
    if (size == 4 && memcmp(begin, "true", 4) == 0) return value->kind = JSON_TRUE, true;
    if (size == 5 && memcmp(begin, "false", 5) == 0) return value->kind = JSON_FALSE, true;
    if (!size || !strchr("-0123456789", *begin) || p->at == p->end) return false; /* a number may be cut off */
    value->text = (uint32_t)(p->texts - p->tree->texts);
    memcpy(p->texts, begin, size);
    p->texts[size] = '\0';
    p->texts += size + 1;
    return true;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static json_value *add_value(parser *p)
{
    json *tree = p->tree;
    if (tree->count == tree->capacity) {
        uint32_t capacity = tree->capacity ? 2 * tree->capacity : 256;
        json_value *values = realloc(tree->values, capacity * sizeof *values);
        if (!values) return p->failed = true, NULL;
        tree->values = values;
        tree->capacity = capacity;
    }
    return &tree->values[tree->count++];
}

/* One value, with the name of a member before it; an array or object stays open. */
static bool take_value(parser *p)
{
    json_value value = { .kind = JSON_NULL };
    bool in_object = p->depth && p->tree->values[p->open[p->depth - 1]].kind == JSON_OBJECT;
    if (in_object && (!take(p, '"') || !take_string(p, &value.name) || !take(p, ':'))) return false;
    bool opens = false;
    if (take(p, '"')) {
        value.kind = JSON_STRING;
        if (!take_string(p, &value.text)) return false;
    } else if (take(p, '{') || take(p, '[')) {
        value.kind = p->at[-1] == '{' ? JSON_OBJECT : JSON_ARRAY;
        opens = true;
        if (p->depth == JSON_DEPTH) return false;
    } else if (!take_word(p, &value)) {
        return false;
    }
    json_value *added = add_value(p);
    if (!added) return false;
    *added = value;
    added->next = p->tree->count;
    if (opens) p->open[p->depth++] = p->tree->count - 1;
    return true;
}

static void close_value(parser *p) { p->tree->values[p->open[--p->depth]].next = p->tree->count; }

/* After a value: closes what ends here. False: nothing follows. */
static bool take_ends(parser *p)
{
    while (p->depth) {
        bool in_object = p->tree->values[p->open[p->depth - 1]].kind == JSON_OBJECT;
        if (!take(p, in_object ? '}' : ']')) return true;
        close_value(p);
    }
    return false;
}

bool json_parse(const char *text, size_t size, json *tree)
{
    *tree = (json){ .count = 0 };
    parser p = { .at = text, .end = text + size, .tree = tree };
    if (size > MOST_TEXT) return false;
    tree->texts = malloc(size + 2);
    if (!tree->texts) return false;
    *tree->texts = '\0';
    p.texts = tree->texts + 1;
    while (take_value(&p) && take_ends(&p)) {
        bool first = p.open[p.depth - 1] == tree->count - 1; /* nothing is in it yet */
        if (!first && !take(&p, ',')) break;
    }
    while (p.depth) close_value(&p);
    if (!tree->count && !p.failed) {
        json_value *root = add_value(&p);
        if (root) *root = (json_value){ .kind = JSON_NULL, .next = 1 };
    }
    return !p.failed;
}

void json_free(json *tree)
{
    free(tree->values);
    free(tree->texts);
    *tree = (json){ .count = 0 };
}

uint32_t json_member(const json *tree, uint32_t object, const char *name, size_t size)
{
    const json_value *in = &tree->values[object];
    if (in->kind != JSON_OBJECT) return 0;
    for (uint32_t at = object + 1; at < in->next; at = tree->values[at].next) {
        const char *found = json_name(tree, at);
        if (strncmp(found, name, size) == 0 && !found[size]) return at;
    }
    return 0;
}

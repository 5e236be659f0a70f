/* SPDX-License-Identifier: MIT
 * JSON output of the commands. */
#include "base/json.h"
#include "base/field.h"

/* A JSON string. Bytes that are not UTF-8, which messages may contain, become U+FFFD. */
static void add_quoted(struct text *text, const char *value)
{
    static const char hex[] = "0123456789abcdef";
    text_add(text, "\"", 1);
    size_t size = strlen(value);
    for (size_t at = 0; at < size;) {
        unsigned char c = (unsigned char)value[at];
        size_t used = 1;
        if (c == '"' || c == '\\') {
            char escaped[2] = { '\\', (char)c };
            text_add(text, escaped, 2);
        } else if (c < 0x20) {
            char escaped[6] = { '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15] };
            text_add(text, escaped, 6);
        } else if (reel_utf8(value + at, size - at, &used) == 0xfffd && used == 0) {
            text_string(text, "\xEF\xBF\xBD");
            used = 1;
        } else {
            text_add(text, value + at, used);
        }
        at += used;
    }
    text_add(text, "\"", 1);
}

/* Adds the comma before an item, if one is needed, and its name. */
static void begin_item(struct text *text, const char *name)
{
    char last = text->size ? text->data[text->size - 1] : '\n';
    if (!strchr("{[:\n", last)) text_add(text, ",", 1);
    if (!name) return;
    add_quoted(text, name);
    text_add(text, ":", 1);
}

void json_open(struct text *text, const char *name, char bracket)
{
    begin_item(text, name);
    text_add(text, &bracket, 1);
}

void json_close(struct text *text, char bracket) { text_add(text, &bracket, 1); }

void json_string(struct text *text, const char *name, const char *value)
{
    begin_item(text, name);
    add_quoted(text, value);
}

void json_count(struct text *text, const char *name, uint64_t value)
{
    begin_item(text, name);
    text_print(text, "%llu", (unsigned long long)value);
}

void json_bool(struct text *text, const char *name, bool value) { json_raw(text, name, value ? "true" : "false", value ? 4 : 5); }

void json_null(struct text *text, const char *name) { json_raw(text, name, "null", 4); }

void json_raw(struct text *text, const char *name, const char *data, size_t size)
{
    begin_item(text, name);
    text_add(text, data, size);
}

void json_number(struct text *text, const char *name, double value, reel_type type)
{
    const reel_field number = { .name = "", .type = type == REEL_F32 ? REEL_F32 : REEL_F64, .count = 1 };
    float narrow = (float)value;
    json_field(text, name, &number, type == REEL_F32 ? (const void *)&narrow : (const void *)&value);
}

/* One value of a field; NaN and infinities become strings. */
static void add_number(struct text *text, const char *value, size_t size)
{
    const char *first = value + (value[0] == '-');
    bool finite = *first != 'N' && *first != 'I';
    begin_item(text, NULL);
    if (!finite) text_add(text, "\"", 1);
    text_add(text, value, size);
    if (!finite) text_add(text, "\"", 1);
}

void json_field(struct text *text, const char *name, const reel_field *field, const void *row)
{
    if (!reel_field_present(field, row)) {
        json_null(text, name);
        return;
    }
    struct text whole = { 0 };
    field_text(&whole, field, row, false);
    const char *value = text_of(&whole);
    size_t size = whole.size;
    if (field->type >= REEL_STRING) {
        json_string(text, name, value);
    } else {
        begin_item(text, name);
        bool list = field->count > 1;
        if (list) text_add(text, "[", 1);
        for (size_t at = 0; at < size;) {
            size_t used = strcspn(value + at, " ");
            add_number(text, value + at, used);
            at += used + (value[at + used] == ' ');
        }
        if (list) text_add(text, "]", 1);
    }
    text_free(&whole);
}

void json_path(struct text *text, const char *name, const char *path)
{
    const reel_field bytes = { .name = "", .type = REEL_STRING, .count = 1 };
    const reel_string row = { path, strlen(path) };
    json_field(text, name, &bytes, &row);
}

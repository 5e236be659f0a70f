/* SPDX-License-Identifier: MIT
 * Growing strings, and text that is safe and aligned on a terminal. */
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *joined(const char *a, const char *b, const char *c)
{
    size_t la = strlen(a), lb = strlen(b), lc = strlen(c);
    char *all = grow(NULL, la + lb + lc + 1);
    memcpy(all, a, la);
    memcpy(all + la, b, lb);
    memcpy(all + la + lb, c, lc);
    all[la + lb + lc] = '\0';
    return all;
}

char *copy_of(const char *string) { return joined(string, "", ""); }

char *text_room(struct text *text, size_t size)
{
    if (text->capacity - text->size >= size) return text->data + text->size;
    if (size > SIZE_MAX / 4 - text->size) {
        counted_refuse();
        return NULL;
    }
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity - text->size < size) capacity *= 2;
    char *data = counted_resize(text->data, capacity);
    if (!data) return NULL;
    text->data = data;
    text->capacity = capacity;
    return text->data + text->size;
}

void text_add(struct text *text, const char *data, size_t size)
{
    char *room = size ? text_room(text, size) : NULL;
    if (!room) return;
    memcpy(room, data, size);
    text->size += size;
}

bool text_drop(struct text *text, char last)
{
    if (!text->size || text->data[text->size - 1] != last) return false;
    text->size--;
    return true;
}

void text_string(struct text *text, const char *string) { text_add(text, string, strlen(string)); }

void text_print(struct text *text, const char *format, ...)
{
    va_list list;
    char *room = text_room(text, 256);
    if (!room) return;
    va_start(list, format);
    int size = vsnprintf(room, 256, format, list);
    va_end(list);
    if (size >= 256) {
        room = text_room(text, (size_t)size + 1);
        if (!room) return;
        va_start(list, format);
        vsnprintf(room, (size_t)size + 1, format, list);
        va_end(list);
    }
    if (size > 0) text->size += (size_t)size;
}

void text_count(struct text *text, uint64_t count)
{
    char digits[32];
    int size = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
    for (int i = 0; i < size; i++) {
        if (i && (size - i) % 3 == 0) text_add(text, ",", 1);
        text_add(text, digits + i, 1);
    }
}

void text_counted(struct text *text, uint64_t count, const char *one, const char *many)
{
    text_count(text, count);
    text_print(text, " %s", count == 1 ? one : many);
}

void text_date(struct text *text, uint64_t seconds)
{
    /* Gregorian date from days since 1 March of year 0: years that begin in March have the leap day at their end */
    uint64_t days = seconds / 86400 + 719468;
    uint64_t era = days / 146097, day = days % 146097, year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    day -= 365 * year + year / 4 - year / 100;
    uint64_t month = (5 * day + 2) / 153;
    day -= (153 * month + 2) / 5;
    month = month < 10 ? month + 3 : month - 9;
    text_print(text, "%04u-%02u-%02u %02u:%02u:%02u UTC", (unsigned)(year + era * 400 + (month < 3)), (unsigned)month,
               (unsigned)day + 1, (unsigned)(seconds / 3600 % 24), (unsigned)(seconds / 60 % 60), (unsigned)(seconds % 60));
}

void text_spaces(struct text *text, size_t count)
{
    char *room = count ? text_room(text, count) : NULL;
    if (!room) return;
    memset(room, ' ', count);
    text->size += count;
}

/* Returns the next code point and sets *size to its length. An invalid byte is 0xFFFD with length 1. */
static uint32_t next_code(const char *string, size_t left, size_t *size)
{
    uint32_t code = reel_utf8(string, left, size);
    if (!*size) *size = 1;
    return code;
}

struct range {
    uint32_t first, last;
};

static bool within(const struct range *ranges, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    return false;
}

/* Width of a character on a terminal. An approximation that aligns names in most scripts. */
static size_t columns_of(uint32_t code)
{
    static const struct range none[] = { { 0x300, 0x36F } };
    static const struct range two[] = { { 0x1100, 0x115F },   { 0x2E80, 0xA4CF },  { 0xAC00, 0xD7A3 }, { 0xF900, 0xFAFF },
                                        { 0xFE30, 0xFE6F },   { 0xFF00, 0xFF60 },  { 0xFFE0, 0xFFE6 }, { 0x1F300, 0x1F64F },
                                        { 0x1F900, 0x1F9FF }, { 0x20000, 0x3FFFD } };
    if (code < 0x300) return 1;
    if (within(none, sizeof none / sizeof *none, code)) return 0;
    return within(two, sizeof two / sizeof *two, code) ? 2 : 1;
}

/* Characters that are escaped: those that control a terminal (Cc), that change lines or the direction of text (Cf, Zl, Zp), and all others that Unicode
 * calls ignorable or that no font shows: two names must not look the same. Joiners and variants of emoji are among them. */
static const struct range unsafe[] = { { 0, 0x1F },          { 0x7F, 0x9F },       { 0xAD, 0xAD },       { 0x34F, 0x34F },
                                       { 0x600, 0x605 },     { 0x61C, 0x61C },     { 0x6DD, 0x6DD },     { 0x70F, 0x70F },
                                       { 0x890, 0x891 },     { 0x8E2, 0x8E2 },     { 0x115F, 0x1160 },   { 0x17B4, 0x17B5 },
                                       { 0x180B, 0x180F },   { 0x200B, 0x200F },   { 0x2028, 0x202E },   { 0x2060, 0x206F },
                                       { 0x2800, 0x2800 },   { 0x3164, 0x3164 },   { 0xFDD0, 0xFDEF },   { 0xFE00, 0xFE0F },
                                       { 0xFEFF, 0xFEFF },   { 0xFFA0, 0xFFA0 },   { 0xFFF0, 0xFFFB },   { 0x110BD, 0x110BD },
                                       { 0x110CD, 0x110CD }, { 0x13430, 0x1343F }, { 0x1BCA0, 0x1BCA3 }, { 0x1D173, 0x1D17A },
                                       { 0xE0000, 0xE0FFF } };

static bool is_unsafe(uint32_t code)
{
    if (code >= 0x20 && code < 0x7F) return false;
    return within(unsafe, sizeof unsafe / sizeof *unsafe, code) || (code & 0xFFFE) == 0xFFFE; /* no characters */
}

/* Writes one character, escaped if it is unsafe, to `shown` (16 bytes). Returns the bytes written; sets *used to the bytes
 * read and *columns to the width. */
static size_t escape_character(const char *string, size_t left, char *shown, size_t *used, size_t *columns)
{
    uint32_t code = next_code(string, left, used);
    if (is_unsafe(code) || (code == 0xFFFD && *used == 1)) {
        unsigned value = code == 0xFFFD ? (unsigned char)*string : code;
        int size = snprintf(shown, 16, value < 0x100 ? "\\x%02x" : "\\u{%x}", value);
        *columns = (size_t)size;
        return (size_t)size;
    }
    memcpy(shown, string, *used);
    *columns = columns_of(code);
    return *used;
}

size_t text_cut(struct text *text, const char *string, size_t size, size_t columns)
{
    size_t total = 0, fits = text->size; /* end of the text if it has to be cut */
    size_t fits_columns = 0;
    for (size_t at = 0, used; at < size; at += used) {
        char shown[16];
        size_t wide, bytes = escape_character(string + at, size - at, shown, &used, &wide);
        if (total + wide > columns) {
            text->size = fits;
            text_string(text, "…");
            return fits_columns + 1;
        }
        text_add(text, shown, bytes);
        total += wide;
        if (total < columns) {
            fits = text->size;
            fits_columns = total;
        }
    }
    return total;
}

size_t text_visible(struct text *text, const char *string, size_t size) { return text_cut(text, string, size, SIZE_MAX); }

void text_terminal(struct text *text, const char *data, size_t size)
{
    while (size) {
        size_t plain = 0;
        while (plain < size && data[plain] != '\n' && data[plain] != '\t') plain++;
        text_visible(text, data, plain);
        if (plain < size) text_add(text, data + plain++, 1);
        data += plain;
        size -= plain;
    }
}

const char *text_of(struct text *text)
{
    char *room = text_room(text, 1);
    if (!room) return "";
    *room = '\0';
    return text->data;
}

void text_free(struct text *text)
{
    counted_free(text->data);
    *text = (struct text){ NULL, 0, 0 };
}

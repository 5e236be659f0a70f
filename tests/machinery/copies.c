/* SPDX-License-Identifier: MIT */
#include "copies.h"

#include "records.h"

copy copy_of(const void *data, size_t size)
{
    copy c = { .size = size };
    c.data = malloc(size + 1);
    assert_non_null(c.data);
    memcpy(c.data, data, size);
    return c;
}

void copy_splice(copy *c, size_t at, size_t removed, const void *added, size_t size)
{
    uint8_t *data = malloc(c->size - removed + size + 1);
    assert_non_null(data);
    memcpy(data, c->data, at);
    if (size) memcpy(data + at, added, size);
    memcpy(data + at + size, c->data + at + removed, c->size - at - removed);
    free(c->data);
    c->data = data;
    c->size += size - removed;
}

/* ---- texts --------------------------------------------------------------------------------------------------------- */

static const char *const words[] = { "null",
                                     "true",
                                     "0",
                                     "-0",
                                     "1",
                                     "2",
                                     "3",
                                     "7",
                                     "-1",
                                     "0.5",
                                     "-7.25",
                                     "1e15",
                                     "1e300",
                                     "1e999",
                                     "4294967296",
                                     "9223372036854775808",
                                     "nan",
                                     "-inf",
                                     "\"\"",
                                     "\"x\"",
                                     "[]",
                                     "{}",
                                     "[1,{}]",
                                     "+1",
                                     "0x1",
                                     "\"a\\u0000\"",
                                     "\"\\ud83d\\ude00\"",
                                     "\"\\ud800\"",
                                     "1 1",
                                     "1,1",
                                     "",
                                     "65535",
                                     "256",
                                     "-129",
                                     "16777217",
                                     "0.1",
                                     "1.0",
                                     "2147483648",
                                     "99999999999999999999999" };

static bool is_text(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (data[i] < ' ' && !strchr("\t\r\n", data[i])) return false;
    return size && data[0];
}

static bool ends_word(uint8_t c) { return strchr("{}[]:,| \t\r\n;=", c) != NULL; }

/* The word at or behind a place. */
static size_t word_at(const copy *c, size_t *at)
{
    while (*at < c->size && ends_word(c->data[*at])) ++*at;
    while (*at && *at < c->size && !ends_word(c->data[*at - 1])) --*at;
    size_t end = *at;
    while (end < c->size && !ends_word(c->data[end])) end++;
    return end - *at;
}

/* From behind the last separator to the next one: an item of a list, or a line. */
static size_t item_at(const copy *c, size_t *at, char separator)
{
    while (*at && c->data[*at - 1] != (uint8_t)separator) --*at;
    const uint8_t *end = memchr(c->data + *at, separator, c->size - *at);
    return end ? (size_t)(end - c->data) + 1 - *at : c->size - *at;
}

static void damage_text(copy *c)
{
    static const char separators[] = "\n,";
    size_t at = record_draw(c->size), size;
    const size_t kind = record_draw(8);
    if (kind < 4) {
        const char *word = words[record_draw(sizeof words / sizeof *words)];
        size = word_at(c, &at);
        copy_splice(c, at, size, word, strlen(word));
        snprintf(c->what, sizeof c->what, "word at %zu is %s", at, word);
    } else if (kind < 6) {
        size = item_at(c, &at, separators[kind % 2]);
        copy_splice(c, at, size, NULL, 0);
        snprintf(c->what, sizeof c->what, "%zu bytes at %zu are missing", size, at);
    } else if (kind == 6) {
        size = item_at(c, &at, separators[record_draw(2)]);
        uint8_t *item = malloc(size + 1);
        assert_non_null(item);
        memcpy(item, c->data + at, size);
        copy_splice(c, at, 0, item, size);
        free(item);
        snprintf(c->what, sizeof c->what, "%zu bytes at %zu come twice", size, at);
    } else {
        size = word_at(c, &at);
        const size_t letter = record_draw(size);
        const uint8_t bit = (uint8_t)(1u << record_draw(6));
        if (size) c->data[at + letter] ^= bit;
        snprintf(c->what, sizeof c->what, "a letter of the word at %zu is another", at);
    }
}

/* ---- bytes --------------------------------------------------------------------------------------------------------- */

typedef struct part {
    const char *bytes;
    uint8_t size, replaced;
} part;

#define PART(bytes, replaced)                                                                                                    \
    {                                                                                                                            \
        bytes, sizeof bytes - 1, replaced                                                                                        \
    }

static const part parts[] = {
    PART("\0", 1),
    PART("\1", 1),
    PART("\2", 1),
    PART("\3", 1),
    PART("\x7f", 1),
    PART("\x80", 1),
    PART("\xff", 1),
    PART("", 1),
    PART("\0", 0),
    PART("\0\0", 2),
    PART("\xff\x7f", 2),
    PART("\xff\xff\xff\xff", 4),
    PART("\xff\xff\xff\x7f", 4),
    PART("\0\0\0\0", 4),
    PART("\1\0\0\0", 4),
    PART("\0\0\0\1", 4),
    PART("\0\0\x80\xbf", 4),
    PART("\0\0\xc0\x7f", 4),
    PART("\0\0\x80\x7f", 4),
    PART("\0\0\0\0\0\0\xf8\x7f", 8),
    PART("\0\0\0\0\0\0\xf0\xbf", 8),
    PART("\0\0\0\0\0\0\0\0", 8),
    PART("\xff\xff\xff\xff\xff\xff\xff\x7f", 8),
    PART("\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", 1),
    PART("\xc0", 1), /* MessagePack */
    PART("\xa1x", 1),
    PART("\x90", 1),
    PART("\x80", 1),
    PART("\x81\xa1x\xc0", 1),
    PART("\xce\xff\xff\xff\xff", 1),
    PART("\xd3\x80\0\0\0\0\0\0\0", 1),
    PART("\xcb\xc0\x1d\0\0\0\0\0\0", 1),
    PART("\xc4\1x", 1),
};

static void replace_part(copy *c, size_t at)
{
    const part *by = &parts[record_draw(sizeof parts / sizeof *parts)];
    const size_t replaced = at + by->replaced <= c->size ? by->replaced : c->size - at;
    copy_splice(c, at, replaced, by->bytes, by->size);
    snprintf(c->what, sizeof c->what, "%zu bytes at %zu are replaced by %02x and %d more", replaced, at,
             by->size ? (unsigned)(uint8_t)by->bytes[0] : 0, by->size - 1);
}

/* Headers are short and say most: every second place is in the first 200 bytes, or the last ones. */
static size_t draw_place(size_t size)
{
    const size_t near = size < 200 ? size : 200, kind = record_draw(8);
    return kind < 3 ? record_draw(near) : kind == 3 ? size - 1 - record_draw(near) : record_draw(size);
}

static void damage_bytes(copy *c)
{
    const size_t at = draw_place(c->size), kind = record_draw(8);
    if (kind < 3) {
        replace_part(c, at);
    } else if (kind == 3) {
        c->data[at] ^= (uint8_t)(1u << record_draw(8));
        snprintf(c->what, sizeof c->what, "byte %zu is %02x", at, c->data[at]);
    } else if (kind == 4) {
        c->data[at] = (uint8_t)(c->data[at] + (record_draw(2) ? 1 : 255));
        snprintf(c->what, sizeof c->what, "byte %zu is %02x", at, c->data[at]);
    } else if (kind == 5) {
        const size_t most = c->size - at, size = 1 + record_draw(most < 40 ? most : 40);
        copy_splice(c, at, size, NULL, 0);
        snprintf(c->what, sizeof c->what, "%zu bytes at %zu are missing", size, at);
    } else if (kind == 6) {
        const size_t most = c->size - at, size = 1 + record_draw(most < 40 ? most : 40);
        uint8_t block[40];
        memcpy(block, c->data + at, size);
        const size_t to = record_draw(4) ? at : record_draw(c->size);
        copy_splice(c, to, 0, block, size);
        snprintf(c->what, sizeof c->what, "%zu bytes at %zu again at %zu", size, at, to);
    } else {
        const size_t from = record_draw(c->size), most = c->size - (at > from ? at : from);
        const size_t size = record_draw(most < 24 ? most : 24);
        memmove(c->data + at, c->data + from, size);
        snprintf(c->what, sizeof c->what, "%zu bytes at %zu are those at %zu", size, at, from);
    }
}

void copy_damage(copy *c, size_t number)
{
    if (!number || !c->size) {
        snprintf(c->what, sizeof c->what, "as it is");
    } else if (number % 12 == 1) {
        c->size = draw_place(c->size);
        snprintf(c->what, sizeof c->what, "cut at %zu", c->size);
    } else if (number % 12 == 2) {
        uint8_t tail[24];
        const size_t size = 1 + record_draw(sizeof tail);
        const int byte = record_draw(3) ? (int)record_draw(256) : 0;
        memset(tail, byte, sizeof tail);
        copy_splice(c, c->size, 0, tail, size);
        snprintf(c->what, sizeof c->what, "%zu bytes %02x behind it", size, (unsigned)byte);
    } else if (is_text(c->data, c->size) && number % 4) {
        damage_text(c);
    } else {
        damage_bytes(c);
    }
}

/* SPDX-License-Identifier: MIT */
#include "jobs/sign/comment.h"

#include "codec/number.h"
#include "core/memory.h"
#include "core/text.h"
#include "jobs/sign/minisign.h"

/* The member of a mark that each name stands for. */
static const struct {
    const char *name;
    size_t offset;
} texts[] = {
    { "format", offsetof(reel_mark, format) }, { "player", offsetof(reel_mark, player) },
    { "level", offsetof(reel_mark, level) },   { "challenge", offsetof(reel_mark, challenge) },
    { "file", offsetof(reel_mark, file) },
};

enum { TEXTS = sizeof texts / sizeof *texts, FILE_TEXT = TEXTS - 1 };

static reel_string *text_in(reel_mark *mark, size_t index) { return (reel_string *)(void *)((char *)mark + texts[index].offset); }

/* ---- writing -------------------------------------------------------------------------------------------------------- */

/* Printable ASCII stays as it is, all else and the percent sign become %XX: minisign refuses comments that are not printable. */
static bool add_value(reel_memory *out, reel_string value)
{
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < value.size; i++) {
        uint8_t byte = (uint8_t)value.data[i];
        char escaped[3] = { '%', digits[byte >> 4], digits[byte & 15] };
        bool plain = byte >= 0x20 && byte < 0x7f && byte != '%';
        if (!memory_add(out, plain ? (const void *)&value.data[i] : escaped, plain ? 1 : sizeof escaped)) return false;
    }
    return true;
}

static bool add_pair(reel_memory *out, const char *name, reel_string value)
{
    if (!value.size) return true;
    return (!out->size || memory_add(out, "\t", 1)) && memory_add(out, name, strlen(name)) && memory_add(out, ":", 1) &&
           add_value(out, value);
}

static bool add_time(reel_memory *out, int64_t time)
{
    char digits[NUMBER_SIZE];
    if (!time) return true;
    size_t size = reel__number_i64(digits, time);
    return add_pair(out, "timestamp", (reel_string){ digits, size });
}

bool reel__comment_write(reel_memory *out, const reel_mark *mark, bool detached)
{
    reel_mark copy = *mark;
    char key[REEL_PUBLIC_KEY_TEXT];
    reel_public_key_text(&mark->key, key);
    bool made = add_time(out, mark->time);
    if (detached)
        made =
            made && add_pair(out, "file", mark->file) && (!out->size || memory_add(out, "\t", 1)) && memory_add(out, "hashed", 6);
    made = made && add_pair(out, "reel", (reel_string){ "1", 1 }) && add_pair(out, "key", (reel_string){ key, strlen(key) });
    for (size_t i = 0; i < FILE_TEXT && made; i++) made = add_pair(out, texts[i].name, *text_in(&copy, i));
    return made;
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */

static bool read_value(reel_string value, reel_string *text, char **room)
{
    char *start = *room, *to = start;
    for (size_t i = 0; i < value.size; i++) {
        if (value.data[i] != '%') {
            *to++ = value.data[i];
            continue;
        }
        int high = i + 2 < value.size ? hex_digit(value.data[i + 1]) : -1, low = high < 0 ? -1 : hex_digit(value.data[i + 2]);
        if (low < 0) return false;
        *to++ = (char)(high << 4 | low);
        i += 2;
    }
    *text = (reel_string){ start, (size_t)(to - start) };
    *room = to;
    return true;
}

static bool read_time(reel_string value, int64_t *time)
{
    bool negative = reel__minisign_prefix(&value, "-");
    uint64_t number = 0;
    if (!value.size || value.size > 18) return false; /* below 2^63 */
    for (size_t i = 0; i < value.size; i++) {
        if (value.data[i] < '0' || value.data[i] > '9') return false;
        number = number * 10 + (uint64_t)(value.data[i] - '0');
    }
    *time = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

static bool read_pair(reel_string pair, reel_mark *mark, char **room)
{
    if (reel__minisign_prefix(&pair, "timestamp:")) return read_time(pair, &mark->time);
    if (reel__minisign_prefix(&pair, "key:")) {
        mark->has_key = reel_public_key_read(pair.data, pair.size, &mark->key, NULL) == REEL_OK;
        return mark->has_key;
    }
    for (size_t i = 0; i < TEXTS; i++) {
        reel_string value = pair;
        if (!reel__minisign_prefix(&value, texts[i].name) || !reel__minisign_prefix(&value, ":")) continue;
        return read_value(value, text_in(mark, i), room);
    }
    return true;
}

/* The next part of a comment that tabs separate. */
static bool next_pair(reel_string *rest, reel_string *pair)
{
    if (!rest->data) return false;
    const char *tab = rest->size ? memchr(rest->data, '\t', rest->size) : NULL;
    *pair = (reel_string){ rest->data, tab ? (size_t)(tab - rest->data) : rest->size };
    *rest = tab ? (reel_string){ tab + 1, rest->size - pair->size - 1 } : (reel_string){ NULL, 0 };
    return true;
}

static bool is_ours(reel_string comment)
{
    reel_string pair;
    while (next_pair(&comment, &pair))
        if (pair.size == 6 && !memcmp(pair.data, "reel:1", 6)) return true;
    return false;
}

/* Whether a name that means something is there for the second time: which one counts? */
static bool is_second(reel_string pair, unsigned *seen)
{
    static const char *const names[] = { "reel", "timestamp", "key", "format", "player", "level", "challenge", "file" };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        reel_string value = pair;
        if (!reel__minisign_prefix(&value, names[i]) || !reel__minisign_prefix(&value, ":")) continue;
        const bool second = *seen >> i & 1;
        *seen |= 1u << i;
        return second;
    }
    return false;
}

bool reel__comment_read(reel_string comment, reel_mark *mark, char *room)
{
    reel_string pair;
    unsigned seen = 0;
    bool ours = is_ours(comment);
    while (next_pair(&comment, &pair)) {
        bool timestamp = pair.size > 10 && !memcmp(pair.data, "timestamp:", 10);
        if (!ours && !timestamp) continue;
        if (ours && is_second(pair, &seen)) return false;
        if (!read_pair(pair, mark, &room) && ours) return false;
    }
    return true;
}

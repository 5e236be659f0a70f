/* SPDX-License-Identifier: MIT
 * Keys of levels and players: one for all spellings of the same level. Which level a header names. */
#include "core/level.h"

#include <string.h>

enum { MAP_HASH = 40 /* hex digits that name a map of Beat Saber */ };

/* Text that may be longer than the buffer that gets it. */
typedef struct key_writer {
    char *data;
    size_t size, length;
    bool lower;
} key_writer;

static void put_byte(key_writer *key, char byte)
{
    if (key->lower && byte >= 'A' && byte <= 'Z') byte = (char)(byte - 'A' + 'a');
    if (key->length + 1 < key->size) key->data[key->length] = byte;
    key->length++;
}

static void put_text(key_writer *key, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) put_byte(key, text[i]);
}

/* Characters that people do not see, or see as a blank: controls, spaces, marks of direction and width. */
static bool is_blank(uint32_t point)
{
    return point <= 0x20 || (point >= 0x7f && point <= 0xa0) || point == 0xad || point == 0x61c || point == 0x1680 ||
           point == 0x180e || (point >= 0x2000 && point <= 0x200f) || (point >= 0x2028 && point <= 0x202f) ||
           (point >= 0x205f && point <= 0x206f) || point == 0x3000 || (point >= 0xfe00 && point <= 0xfe0f) || point == 0xfeff;
}

/* The length of the character at `at`; a byte that is not UTF-8 is a character. Sets *blank. */
static size_t step_of(const char *at, const char *end, bool *blank)
{
    size_t step;
    uint32_t point = reel_utf8(at, (size_t)(end - at), &step);
    *blank = step && is_blank(point);
    return step ? step : 1;
}

/* Copies a part without blanks at its ends, and with one for each run of them between. */
static void put_part(key_writer *key, const char *at, const char *end)
{
    bool blank, waits = false, any = false;
    for (size_t step; at < end; at += step) {
        step = step_of(at, end, &blank);
        waits = waits || blank;
        if (blank) continue;
        if (waits && any) put_byte(key, ' ');
        put_text(key, at, step);
        waits = false;
        any = true;
    }
}

static const char *skip_blanks(const char *at, const char *end)
{
    bool blank = true;
    for (size_t step; at < end; at += step) {
        step = step_of(at, end, &blank);
        if (!blank) break;
    }
    return at;
}

static bool begins_with(const char *at, const char *end, const char *lower)
{
    for (; *lower; lower++, at++)
        if (at == end || (*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at) != *lower) return false;
    return true;
}

static bool is_hex(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

static bool is_word(char byte) { return is_hex(byte) || (byte >= 'g' && byte <= 'z') || (byte >= 'G' && byte <= 'Z'); }

/* Whether a part begins with the hash of a map, whatever follows it: " WIP" for a map in work, or what other programs append. */
static bool is_map_hash(const char *at, const char *end)
{
    if (end - at < MAP_HASH || (end - at > MAP_HASH && is_word(at[MAP_HASH]))) return false;
    for (size_t i = 0; i < MAP_HASH; i++)
        if (!is_hex(at[i])) return false;
    return true;
}

/* A difficulty of Beat Saber has a number in some files, and a name in others. */
static bool put_difficulty(key_writer *key, const char *at, const char *end)
{
    static const struct {
        const char *spelled, *name;
    } all[] = { { "1", "easy" },
                { "3", "normal" },
                { "5", "hard" },
                { "7", "expert" },
                { "9", "expertplus" },
                { "expert+", "expertplus" },
                { "expert plus", "expertplus" } };
    char text[sizeof "expert plus"];
    key_writer part = { text, sizeof text, 0, true };
    put_part(&part, at, end);
    if (part.length >= sizeof text) return false;
    text[part.length] = '\0';
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(text, all[i].spelled) != 0) continue;
        put_text(key, all[i].name, strlen(all[i].name));
        return true;
    }
    return false;
}

/* Where a name ends without the word WIP, which some programs append to maps in work. */
static const char *without_wip(const char *at, const char *end)
{
    const char *word = at, *last = at, *before = at; /* the last word, where it ends, and where the one before it ends */
    bool blank, waits = true;
    for (size_t step; at < end; at += step) {
        step = step_of(at, end, &blank);
        if (!blank && waits) {
            before = last;
            word = at;
        }
        if (!blank) last = at + step;
        waits = blank;
    }
    bool wip = last - word == 3 && begins_with(word, last, "wip") && before < word;
    return wip ? before : last;
}

/* The first part: the hash of a map alone, or a name without what surrounds it. Returns whether it is a hash. */
static bool put_first(key_writer *key, const char *at, const char *end)
{
    static const char prefix[] = "custom_level_";
    at = skip_blanks(at, end);
    while (begins_with(at, end, prefix)) at = skip_blanks(at + sizeof prefix - 1, end);
    if (is_map_hash(at, end)) return put_text(key, at, MAP_HASH), true;
    for (const char *shorter; (shorter = without_wip(at, end)) != end && shorter > at;) end = shorter;
    put_part(key, at, end);
    return false;
}

/* Text of blanks only is its own key: it is not unknown. */
static size_t end_key(key_writer *key, const char *text, size_t size)
{
    key->lower = false;
    if (!key->length) put_text(key, text, size);
    if (key->size) key->data[key->length < key->size ? key->length : key->size - 1] = '\0';
    return key->length;
}

size_t reel_level_key(const char *level, size_t size, char *buffer, size_t capacity)
{
    key_writer key = { buffer, capacity, 0, true };
    const char *at = level, *end = level + size;
    bool hashed = false;
    while (at < end) {
        const char *slash = memchr(at, '/', (size_t)(end - at)), *stop = slash ? slash : end;
        size_t before = key.length;
        if (before) put_byte(&key, '/');
        size_t begun = key.length;
        if (before == 0)
            hashed = put_first(&key, at, stop);
        else if (!hashed || !put_difficulty(&key, at, stop))
            put_part(&key, at, stop);
        if (key.length == begun) key.length = before; /* an empty part says nothing */
        at = slash ? slash + 1 : end;
    }
    return end_key(&key, level, size);
}

size_t reel_player_key(const char *player, size_t size, char *buffer, size_t capacity)
{
    key_writer key = { buffer, capacity, 0, false };
    if (size) put_part(&key, player, player + size);
    return end_key(&key, player, size);
}

/* ---- the levels that headers name -------------------------------------------------------------------------------- */

bool reel__level_next(const reel_chunk *header, level_place *place, char key[LEVEL_KEY])
{
    const reel_table *const *tables = reel_chunk_tables(header);
    for (; tables[place->table]; place->table++, place->field = 0) {
        const reel_table *table = tables[place->table];
        size_t count = 0;
        const void *row = table->flags & REEL_TABLE_HEADER ? reel_chunk_rows(header, table, &count) : NULL;
        while (count && place->field < table->field_count) {
            const reel_field *field = &table->fields[place->field++];
            if (!(field->flags & REEL_FIELD_LEVEL) || field->type != REEL_STRING || !reel_field_present(field, row)) continue;
            reel_string text;
            memcpy(&text, (const char *)row + field->offset, sizeof text);
            const size_t size = text.size ? reel_level_key(text.data, text.size, key, LEVEL_KEY) : 0;
            if (size && size < LEVEL_KEY) return true;
        }
    }
    return false;
}

static bool is_hash(const char *key)
{
    size_t size = 0;
    while (is_hex(key[size])) size++;
    return size >= MAP_HASH && !key[size];
}

bool reel__level_next_hash(const reel_chunk *header, level_place *place, char key[LEVEL_KEY])
{
    while (reel__level_next(header, place, key))
        if (is_hash(key)) return true;
    return false;
}

level_answer reel__level_compare(const reel_chunk *level, const reel_chunk *replay)
{
    char own[LEVEL_KEY], key[LEVEL_KEY];
    bool asked = false;
    for (level_place at = { 0 }; reel__level_next(level, &at, own);)
        for (level_place other = { 0 }; reel__level_next(replay, &other, key);) {
            if (strcmp(own, key) == 0) return LEVEL_SAME;
            asked |= is_hash(own) == is_hash(key);
        }
    return asked ? LEVEL_OTHER : LEVEL_UNKNOWN;
}

void reel__level_names(const reel_chunk *header, char *text, size_t size)
{
    char key[LEVEL_KEY];
    size_t length = 0;
    for (level_place at = { 0 }; reel__level_next(header, &at, key);) {
        const size_t more = strlen(key);
        if (length + 1 + more >= size) break;
        if (length) text[length++] = '/';
        memcpy(text + length, key, more);
        length += more;
    }
    text[length] = '\0';
}

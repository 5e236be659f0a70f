/* SPDX-License-Identifier: MIT
 * Recordings that no server would write and every reader has to bear: long skips, standing crowds, comings and goings, numbers at
 * their ends, large headers and commands. Each is of about the size that is asked for. */
#ifndef TEEHISTORIAN_HOSTILE_H
#define TEEHISTORIAN_HOSTILE_H

#include "codec/teeworlds_int.h"
#include "generate.h"

typedef struct hostile {
    uint8_t *data;
    size_t size, capacity;
    uint32_t random;
} hostile;

static inline uint32_t hostile_draw(hostile *h, uint32_t below)
{
    h->random = h->random * 1664525 + 1013904223;
    return (h->random >> 8) % below;
}

static inline void hostile_put(hostile *h, const void *data, size_t size)
{
    if (h->capacity - h->size < size) {
        h->capacity = 2 * h->capacity + size;
        h->data = realloc(h->data, h->capacity);
        assert_non_null(h->data);
    }
    if (size) memcpy(h->data + h->size, data, size);
    h->size += size;
}

static inline void hostile_text(hostile *h, const char *text) { hostile_put(h, text, strlen(text)); }

static inline void hostile_numbers(hostile *h, const int32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t number[VARINT_MOST];
        hostile_put(h, number, varint_write(number, values[i]));
    }
}

#define NUMBERS(h, ...)                                                                                                          \
    hostile_numbers(h, (const int32_t[]){ __VA_ARGS__ }, sizeof((const int32_t[]){ __VA_ARGS__ }) / sizeof(int32_t))

static inline void hostile_begin(hostile *h)
{
    bytes head;
    begin(&head, USUAL);
    h->size = 0;
    hostile_put(h, head.data, head.size);
}

static inline void hostile_ex(hostile *h, const char *name, const void *payload, size_t size)
{
    uint8_t uuid[16];
    reel__tee_uuid_of_name(name, strlen(name), uuid);
    NUMBERS(h, TEE_EX);
    hostile_put(h, uuid, sizeof uuid);
    NUMBERS(h, (int32_t)size);
    hostile_put(h, payload, size);
}

static inline void hostile_crowd(hostile *h, int32_t clients)
{
    for (int32_t cid = 0; cid < clients; cid++) NUMBERS(h, TEE_JOIN, cid);
    for (int32_t cid = 0; cid < clients; cid++) NUMBERS(h, TEE_PLAYER_NEW, cid, 32 * cid, 0);
    for (int32_t cid = 0; cid < clients; cid++) NUMBERS(h, TEE_INPUT_NEW, cid, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

/* ---- one for each attack ---------------------------------------------------------------------------------------------- */

static inline void hostile_one_skip(hostile *h, size_t size)
{
    (void)size;
    hostile_crowd(h, 1);
    NUMBERS(h, TEE_TICK_SKIP, INT32_MAX - 2);
}

static inline void hostile_standing_crowd(hostile *h, size_t size)
{
    (void)size;
    hostile_crowd(h, TEEHISTORIAN_CLIENTS);
    NUMBERS(h, TEE_TICK_SKIP, INT32_MAX - 2, TEE_FINISH);
}

/* Nobody is there for any of the ticks. */
static inline void hostile_empty_ticks(hostile *h, size_t size)
{
    while (h->size < size) NUMBERS(h, TEE_TICK_SKIP, 1 << 16, TEE_JOIN, 0);
    NUMBERS(h, TEE_FINISH);
}

static inline void hostile_many_skips(hostile *h, size_t size)
{
    hostile_crowd(h, 64);
    for (int32_t i = 0; h->size < size; i++) NUMBERS(h, TEE_TICK_SKIP, 1 << 10, i % 64, 1, -1);
    NUMBERS(h, TEE_FINISH);
}

static inline void hostile_overflow(hostile *h, size_t size)
{
    hostile_crowd(h, 2);
    NUMBERS(h, TEE_TICK_SKIP, INT32_MAX - 3);
    while (h->size < size) NUMBERS(h, 1, 1, 1);
}

static inline void hostile_revolving_door(hostile *h, size_t size)
{
    static const uint8_t cid = 3;
    for (int32_t i = 0; h->size < size; i++) {
        NUMBERS(h, TEE_JOIN, i % 128, TEE_PLAYER_NEW, i % 128, i, -i, TEE_DROP, i % 128);
        hostile_text(h, "bye");
        hostile_put(h, "", 1);
        if (i % 4 == 0) hostile_ex(h, "teehistorian-rejoinver6@ddnet.org", &cid, 1);
        if (i % 4 == 1) hostile_ex(h, "teehistorian-player-name@ddnet.org", "\3tee", 5);
    }
    NUMBERS(h, TEE_FINISH);
}

/* Every row on another tile, far away: nothing is near anything. */
static inline void hostile_far_tiles(hostile *h, size_t size)
{
    hostile_crowd(h, 1);
    while (h->size < size) NUMBERS(h, 0, (int32_t)(hostile_draw(h, 1 << 24) << 8), (int32_t)(hostile_draw(h, 1 << 24) << 8 | 1));
    NUMBERS(h, TEE_FINISH);
}

/* Tiles whose places are alike in the bits that a multiplicative hash looks at. */
static inline void hostile_alike_tiles(hostile *h, size_t size)
{
    for (int32_t i = 0; h->size < size; i++) NUMBERS(h, TEE_PLAYER_NEW, 5, (int32_t)((uint32_t)i << 14), 0);
    NUMBERS(h, TEE_FINISH);
}

static inline void hostile_ends_of_numbers(hostile *h, size_t size)
{
    static const int32_t ends[] = { INT32_MIN, INT32_MAX, 0, 1, -1, INT32_MIN + 1, INT32_MAX - 1, 1 << 30 };
    while (h->size < size) {
        int32_t cid = (int32_t)hostile_draw(h, 128), x = ends[hostile_draw(h, 8)], y = ends[hostile_draw(h, 8)];
        NUMBERS(h, TEE_PLAYER_NEW, cid, x, y, cid, y, x, TEE_INPUT_NEW, cid, x, y, y, x, y, x, x, y, x, y);
        NUMBERS(h, TEE_INPUT_DIFF, cid, y, x, x, y, y, y, x, x, y, y);
        if (hostile_draw(h, 4) == 0) NUMBERS(h, TEE_PLAYER_OLD, cid);
    }
    NUMBERS(h, TEE_FINISH);
}

/* Client ids of any value: of records, inputs, joins, commands. */
static inline void hostile_strangers(hostile *h, size_t size)
{
    static const int32_t ids[] = { INT32_MAX, 128, 127, 1 << 20, 129 };
    while (h->size < size) {
        int32_t cid = ids[hostile_draw(h, 5)];
        NUMBERS(h, TEE_PLAYER_NEW, cid, 1, 2, TEE_JOIN, -cid, TEE_INPUT_NEW, cid, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        NUMBERS(h, TEE_COMMAND, cid, INT32_MIN);
        hostile_put(h, "x", 2);
        NUMBERS(h, 0);
    }
}

static inline void hostile_commands(hostile *h, size_t size)
{
    while (h->size < size) {
        NUMBERS(h, TEE_COMMAND, 1, 128);
        hostile_put(h, "a", 2);
        NUMBERS(h, 1000);
        for (size_t i = 0; i < 1000; i++) hostile_put(h, "", 1);
    }
    NUMBERS(h, TEE_FINISH);
}

/* One command whose arguments are a byte each. */
static inline void hostile_one_command(hostile *h, size_t size)
{
    NUMBERS(h, TEE_COMMAND, 1, 128);
    hostile_put(h, "a", 2);
    size_t count = size > h->size + 16 ? size - h->size - 16 : 1;
    NUMBERS(h, (int32_t)count);
    for (size_t i = 0; i < count; i++) hostile_put(h, "", 1);
    NUMBERS(h, TEE_FINISH);
}

/* The same of two bytes each: texts that are copied. */
static inline void hostile_short_texts(hostile *h, size_t size)
{
    NUMBERS(h, TEE_COMMAND, 1, 128);
    hostile_put(h, "a", 2);
    size_t count = size > h->size + 16 ? (size - h->size - 16) / 2 : 1;
    NUMBERS(h, (int32_t)count);
    for (size_t i = 0; i < count; i++) hostile_put(h, "b", 2);
    NUMBERS(h, TEE_FINISH);
}

static inline void hostile_one_text(hostile *h, size_t size)
{
    NUMBERS(h, TEE_DROP, 1);
    while (h->size < size) hostile_text(h, "text ");
    hostile_put(h, "", 1);
    NUMBERS(h, TEE_FINISH);
}

static inline void hostile_long_numbers(hostile *h, size_t size)
{
    while (h->size < size) hostile_put(h, "\xc7\x80\x80\x80\xf0\x80\x00", 7); /* JOIN 0, both numbers in odd forms */
    NUMBERS(h, TEE_FINISH);
}

static inline void hostile_departures(hostile *h, size_t size)
{
    while (h->size < size) NUMBERS(h, TEE_PLAYER_OLD, 1);
    NUMBERS(h, TEE_FINISH);
}

static inline void hostile_odd_departures(hostile *h, size_t size)
{
    while (h->size < size) hostile_put(h, "\x43\x81\x00", 3); /* the client's number in a long form */
    NUMBERS(h, TEE_FINISH);
}

static inline void hostile_odd_skips(hostile *h, size_t size)
{
    while (h->size < size) NUMBERS(h, TEE_TICK_SKIP, 0);
    NUMBERS(h, TEE_FINISH);
}

static inline void hostile_short_extensions(hostile *h, size_t size)
{
    while (h->size < size) hostile_ex(h, "known@example.org", "", 0);
    NUMBERS(h, TEE_FINISH);
}

static inline void hostile_noise(hostile *h, size_t size)
{
    while (h->size < size) {
        uint8_t byte = (uint8_t)hostile_draw(h, 256);
        hostile_put(h, &byte, 1);
    }
}

/* Bytes that look like the beginnings of long messages, over and over. */
static inline void hostile_beginnings(hostile *h, size_t size)
{
    static const char *const begun[] = { "\x49\x00\x04\x61\x00\x20", "\x46\x00\xbf\x1f\x00", "\x48\x00", "\x44\x00\x01\x02" };
    hostile_crowd(h, 2);
    NUMBERS(h, -60);
    while (h->size < size) {
        size_t which = hostile_draw(h, 4);
        hostile_put(h, begun[which], which < 3 ? 6 - 2 * which + (which == 1) : 4);
    }
}

static inline void hostile_zeros(hostile *h, size_t size)
{
    NUMBERS(h, -60);
    while (h->size < size) hostile_put(h, "", 1);
}

/* ---- headers ------------------------------------------------------------------------------------------------------------ */

static inline void hostile_begin_header(hostile *h)
{
    h->size = 0;
    hostile_put(h, reel__tee_magic, TEE_MAGIC_BYTES);
    hostile_text(h, "{\"version\":\"2\"");
}

static inline void hostile_end_header(hostile *h)
{
    hostile_put(h, "}", 2);
    NUMBERS(h, TEE_FINISH);
}

static inline size_t hostile_header_size(size_t size) { return size < TEE_HEADER_MOST ? size : TEE_HEADER_MOST - 64; }

static inline void hostile_list(hostile *h, size_t size, const char *open, const char *item, const char *close)
{
    hostile_begin_header(h);
    hostile_text(h, open);
    hostile_text(h, item + 1);
    while (h->size < hostile_header_size(size)) hostile_text(h, item);
    hostile_text(h, close);
    hostile_end_header(h);
}

static inline void hostile_empty_names(hostile *h, size_t size) { hostile_list(h, size, ",\"uuids\":[", ",\"\"", "]"); }
static inline void hostile_short_names(hostile *h, size_t size) { hostile_list(h, size, ",\"uuids\":[", ",\"a\"", "]"); }
static inline void hostile_number_names(hostile *h, size_t size) { hostile_list(h, size, ",\"uuids\":[", ",1", "]"); }
static inline void hostile_settings(hostile *h, size_t size) { hostile_list(h, size, ",\"config\":{", ",\"\":1", "}"); }
static inline void hostile_text_settings(hostile *h, size_t size) { hostile_list(h, size, ",\"config\":{", ",\"\":\"\"", "}"); }
static inline void hostile_other_keys(hostile *h, size_t size) { hostile_list(h, size, ",", ",\"\":1", ""); }
static inline void hostile_same_keys(hostile *h, size_t size) { hostile_list(h, size, ",", ",\"version\":\"2\"", ""); }
static inline void hostile_other_list(hostile *h, size_t size) { hostile_list(h, size, ",\"x\":[", ",1", "]"); }
static inline void hostile_nested_lists(hostile *h, size_t size) { hostile_list(h, size, ",\"x\":[", ",[]", "]"); }
static inline void hostile_large_numbers(hostile *h, size_t size) { hostile_list(h, size, ",\"x\":[", ",1e300", "]"); }
static inline void hostile_escapes(hostile *h, size_t size) { hostile_list(h, size, ",\"x\":\"", " \\u0001", "\""); }

static inline void hostile_deep(hostile *h, size_t size)
{
    size_t depth = (hostile_header_size(size) - 64) / 2;
    hostile_begin_header(h);
    hostile_text(h, ",\"x\":");
    for (size_t i = 0; i < depth; i++) hostile_text(h, "[");
    for (size_t i = 0; i < depth; i++) hostile_text(h, "]");
    hostile_end_header(h);
}

typedef struct hostile_kind {
    const char *name;
    void (*make)(hostile *h, size_t size);
    bool header; /* it makes its own */
} hostile_kind;

static const hostile_kind hostile_kinds[] = {
    { "one-skip", hostile_one_skip, false },
    { "standing-crowd", hostile_standing_crowd, false },
    { "empty-ticks", hostile_empty_ticks, false },
    { "many-skips", hostile_many_skips, false },
    { "overflow", hostile_overflow, false },
    { "revolving-door", hostile_revolving_door, false },
    { "far-tiles", hostile_far_tiles, false },
    { "alike-tiles", hostile_alike_tiles, false },
    { "ends-of-numbers", hostile_ends_of_numbers, false },
    { "strangers", hostile_strangers, false },
    { "commands", hostile_commands, false },
    { "one-command", hostile_one_command, false },
    { "short-texts", hostile_short_texts, false },
    { "one-text", hostile_one_text, false },
    { "long-numbers", hostile_long_numbers, false },
    { "departures", hostile_departures, false },
    { "odd-departures", hostile_odd_departures, false },
    { "odd-skips", hostile_odd_skips, false },
    { "short-extensions", hostile_short_extensions, false },
    { "noise", hostile_noise, false },
    { "beginnings", hostile_beginnings, false },
    { "zeros", hostile_zeros, false },
    { "empty-names", hostile_empty_names, true },
    { "short-names", hostile_short_names, true },
    { "number-names", hostile_number_names, true },
    { "settings", hostile_settings, true },
    { "text-settings", hostile_text_settings, true },
    { "other-keys", hostile_other_keys, true },
    { "same-keys", hostile_same_keys, true },
    { "other-list", hostile_other_list, true },
    { "nested-lists", hostile_nested_lists, true },
    { "large-numbers", hostile_large_numbers, true },
    { "escapes", hostile_escapes, true },
    { "deep", hostile_deep, true },
};
enum { HOSTILE_KINDS = sizeof hostile_kinds / sizeof *hostile_kinds };

/* A file of one kind; free its data. */
static inline hostile hostile_make(size_t kind, size_t size, uint32_t seed)
{
    hostile h = { .random = seed };
    if (!hostile_kinds[kind].header) hostile_begin(&h);
    hostile_kinds[kind].make(&h, size);
    return h;
}

#endif

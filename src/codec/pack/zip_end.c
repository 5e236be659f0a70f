/* SPDX-License-Identifier: MIT
 * APPNOTE 4.3.12 (directory), 4.3.14 and 4.3.15 (its end with ZIP64), 4.3.16 (its end). */
#include "codec/pack/zip_end.h"

#include <string.h>

enum { END_SIZE = 22, END64_SIZE = 56, LOCATOR_SIZE = 20, LISTED_SIZE = 46 };

static bool begins(const uint8_t *at, uint8_t third, uint8_t fourth)
{
    return at[0] == 'P' && at[1] == 'K' && at[2] == third && at[3] == fourth;
}

/* Reads the record at `at`, which has END_SIZE bytes. False: it does not point to a directory that ends there. */
static bool read_end(const uint8_t *data, size_t at, uint64_t base, zip_tail *end)
{
    const uint8_t *p = data + at;
    uint64_t entries = reel_load_u16le(p + 10), size = reel_load_u32le(p + 12), offset = reel_load_u32le(p + 16);
    uint64_t before = base + at;
    if (at >= LOCATOR_SIZE + END64_SIZE && begins(p - LOCATOR_SIZE, 6, 7)) {
        const uint8_t *wide = p - LOCATOR_SIZE - END64_SIZE;
        if (!begins(wide, 6, 6)) return false;
        before -= LOCATOR_SIZE + END64_SIZE;
        if (entries == UINT16_MAX) entries = reel_load_u64le(wide + 32);
        if (size == UINT32_MAX) size = reel_load_u64le(wide + 40);
        if (offset == UINT32_MAX) offset = reel_load_u64le(wide + 48);
    }
    if (offset > before || size != before - offset) return false;
    *end = (zip_tail){ .directory = offset,
                       .directory_size = size,
                       .at = base + at,
                       .after = base + at + END_SIZE + reel_load_u16le(p + 20),
                       .entries = entries };
    return true;
}

bool reel__zip_find_end(const uint8_t *data, size_t size, uint64_t base, zip_tail *end)
{
    const uint8_t *p = data, *last = size >= END_SIZE ? data + (size - END_SIZE) : NULL;
    for (; last && p <= last; p++) {
        p = memchr(p, 'P', (size_t)(last - p) + 1);
        if (!p) return false;
        if (begins(p, 5, 6) && read_end(data, (size_t)(p - data), base, end)) return true;
    }
    return false;
}

bool reel__zip_is_closed(const uint8_t *data, size_t size)
{
    for (size_t comment = 0; comment <= UINT16_MAX && comment + END_SIZE <= size; comment++) {
        const uint8_t *p = data + (size - END_SIZE - comment);
        if (begins(p, 5, 6) && reel_load_u16le(p + 20) == comment) return true;
    }
    return false;
}

bool reel__zip_next(zip_walk *walk, zip_listed *entry)
{
    const uint8_t *p = walk->data + walk->at;
    if (walk->at > walk->size || walk->size - walk->at < LISTED_SIZE || !begins(p, 1, 2)) return false;
    size_t name = reel_load_u16le(p + 28), extra = reel_load_u16le(p + 30), comment = reel_load_u16le(p + 32);
    if (walk->size - walk->at - LISTED_SIZE < name + extra + comment) return false;
    *entry = (zip_listed){ .checksum = reel_load_u32le(p + 16),
                           .packed_size = reel_load_u32le(p + 20),
                           .size = reel_load_u32le(p + 24),
                           .offset = reel_load_u32le(p + 42),
                           .name = { (const char *)p + LISTED_SIZE, name },
                           .at = walk->at };
    /* ZIP64: those that are all ones are in extra field 1, in this order */
    uint64_t *const wide[] = { &entry->size, &entry->packed_size, &entry->offset };
    reel_cursor in = { .at = p + LISTED_SIZE + name, .end = p + LISTED_SIZE + name + extra };
    while (reel_left(&in) >= 4) {
        uint16_t kind = reel_get_u16le(&in), length = reel_get_u16le(&in);
        if (reel_left(&in) < length) break;
        reel_cursor field = { .at = in.at, .end = in.at + length };
        reel_take(&in, length);
        for (size_t i = 0; kind == 1 && i < 3; i++)
            if (*wide[i] == UINT32_MAX && reel_left(&field) >= 8) *wide[i] = reel_get_u64le(&field);
    }
    walk->at += LISTED_SIZE + name + extra + comment;
    return true;
}

reel_string reel__zip_base_name(reel_string name)
{
    for (size_t i = name.size; i-- > 0;)
        if (name.data[i] == '/' || name.data[i] == '\\') return (reel_string){ name.data + i + 1, name.size - i - 1 };
    return name;
}

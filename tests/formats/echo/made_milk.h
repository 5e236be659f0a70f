/* SPDX-License-Identifier: MIT
 * Small .milk files, byte by byte: there is no writer for them. */
#ifndef BUTTER_MADE_MILK_H
#define BUTTER_MADE_MILK_H

#include "support.h"

#include <reel/milk.h>

typedef struct made_milk {
    unsigned blue, orange; /* players */
    unsigned tallies, rate;
    uint8_t flags;
    bool odd; /* a frame first, a state, bits and numbers that there are not */
} made_milk;

static inline void milk_put(reel_memory *to, const void *data, size_t size)
{
    if (to->capacity - to->size < size) {
        to->capacity = 2 * to->capacity + size;
        to->data = realloc(to->data, to->capacity);
        assert_non_null(to->data);
    }
    memcpy(to->data + to->size, data, size);
    to->size += size;
}

static inline void milk_byte(reel_memory *to, unsigned value)
{
    uint8_t byte = (uint8_t)value;
    milk_put(to, &byte, 1);
}

/* A half of `quarters` / 4, which must be below 2048 and exact. */
static inline void milk_half(reel_memory *to, int quarters)
{
    unsigned size = (unsigned)(quarters < 0 ? -quarters : quarters), exponent = 13 + 10, bits = 0;
    if (size) {
        while (size < 1024) size <<= 1, exponent--;
        bits = exponent << 10 | (size & 1023);
    }
    bits |= quarters < 0 ? 0x8000u : 0;
    milk_byte(to, bits & 255);
    milk_byte(to, bits >> 8);
}

static inline void milk_text(reel_memory *to, const char *text) { milk_put(to, text, strlen(text)); }

static inline void milk_lists(reel_memory *to, const made_milk *m, bool names)
{
    char text[64];
    for (unsigned team = 0; team < 2; team++) {
        milk_text(to, team ? ",[" : "[[");
        for (unsigned i = 0; i < (team ? m->orange : m->blue); i++) {
            snprintf(text, sizeof text, names ? "%s\"%s%u\"" : "%s%s%u", i ? "," : "",
                     !names ? ""
                     : team ? "Orange "
                            : "Bl\\u00fc",
                     10 * team + i);
            milk_text(to, text);
        }
        milk_text(to, "]");
    }
    milk_text(to, "]");
}

/* What a player's seven triples are, in quarters. */
static inline int milk_coordinate(unsigned frame, unsigned player, unsigned triple, unsigned axis)
{
    return (int)(frame + 4 * player + 8 * triple) * (axis == 1 ? -1 : 1) + (int)axis;
}

static inline void milk_tally(reel_memory *to, const made_milk *m, unsigned number)
{
    milk_text(to, "\xfe\xfd");
    milk_byte(to, number);
    milk_byte(to, 2);
    milk_half(to, 4 * (300 - (int)number));
    for (unsigned i = 0; i < 13 * (2 + m->blue + m->orange); i++) milk_byte(to, number + i);
}

static inline void milk_frame_of(reel_memory *to, const made_milk *m, unsigned frame)
{
    milk_text(to, "\xfd\xfe");
    for (unsigned axis = 0; axis < 3; axis++) {
        if (m->odd && frame == 1 && axis == 1)
            milk_put(to, "\x00\x7e", 2); /* no number */
        else
            milk_half(to, (int)(4 * frame + axis));
    }
    milk_byte(to, m->odd && frame == 2 ? 99 : frame % 9);
    for (unsigned p = 0; p < m->blue + m->orange; p++)
        for (unsigned i = 0; i < 21; i++) milk_half(to, milk_coordinate(frame, p, i / 3, i % 3));
    milk_byte(to, frame % 2 ? 0x80 : 0x08); /* first of a team has the disc */
    milk_byte(to, m->blue > 1 ? 0x40 : 0);
    milk_byte(to, m->odd ? 0xff : 0);
}

static inline reel_memory made_milk_file(const made_milk *m)
{
    reel_memory file = { 0 };
    unsigned frame = 0;
    milk_text(&file, "{\"author\":\"Rec\\\"order\",\"players\":");
    milk_lists(&file, m, true);
    milk_text(&file, ",\"numbers\":");
    milk_lists(&file, m, false);
    milk_text(&file, "}");
    if (m->flags >= 128) milk_byte(&file, 0xc0 | m->flags >> 6); /* a character of UTF-8 */
    milk_byte(&file, m->flags >= 128 ? 0x80 | (m->flags & 0x3f) : m->flags);
    if (m->odd) milk_frame_of(&file, m, frame++);
    for (unsigned h = 0; h < m->tallies; h++) {
        milk_tally(&file, m, h);
        unsigned count = h + 1 < m->tallies ? m->rate : m->rate - 1;
        for (unsigned i = 0; i < count; i++) milk_frame_of(&file, m, frame++);
    }
    return file;
}

#endif

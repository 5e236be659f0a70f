/* SPDX-License-Identifier: MIT
 * A recording of a game that nobody played: many clients, messages of all sizes, as a server would write it. */
#ifndef TEEHISTORIAN_RECORDING_H
#define TEEHISTORIAN_RECORDING_H

#include "codec/teeworlds_int.h"
#include "generate.h"

enum { RECORDING_CLIENTS = 70 }; /* ids above 63 take two bytes */

typedef struct recording {
    uint8_t *data;
    size_t size, capacity, header;
    uint32_t random;
    int32_t previous;
} recording;

static inline uint32_t draw(recording *r, uint32_t below)
{
    r->random = r->random * 1664525 + 1013904223;
    return (r->random >> 8) % below;
}

static inline int32_t draw_around(recording *r, uint32_t most) { return (int32_t)draw(r, 2 * most + 1) - (int32_t)most; }

static inline void record(recording *r, const void *data, size_t size)
{
    assert_true(r->capacity - r->size >= size);
    memcpy(r->data + r->size, data, size);
    r->size += size;
}

static inline void record_number(recording *r, int32_t value)
{
    uint8_t number[VARINT_MOST];
    record(r, number, varint_write(number, value));
}

static inline void record_numbers(recording *r, const int32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) record_number(r, values[i]);
}

/* Anything but characters, inputs and time. */
static inline void record_event(recording *r, int32_t cid)
{
    bytes event = { .size = 0 };
    switch (draw(r, 4)) {
    case 0: put_message(&event, (uint8_t)(cid & 63), "2e 05"); break;
    case 1: put_ex(&event, "teehistorian-player-team@ddnet.tw", "05 01"); break;
    case 2: put_ex(&event, "unknown@example.org", "4a 00 44 80 80"); break;
    default: put_hex(&event, "49 05 8002 74 65 61 6d 00 01 33 00"); /* /team 3 */
    }
    record(r, event.data, event.size);
}

/* Moves of a tick, in order of the clients; in some only the client moves that did so last. `calm` is one in how many that are
 * large. */
static inline void record_moves(recording *r, uint32_t calm)
{
    int32_t alone = draw(r, 8) ? -1 : r->previous;
    for (int32_t cid = 0, first = 1; cid < RECORDING_CLIENTS; cid++) {
        if (alone < 0 ? draw(r, 10) == 0 : cid != alone) continue;
        if (first && cid > r->previous) record_numbers(r, (int32_t[]){ TEE_TICK_SKIP, 0 }, 2);
        uint32_t most = draw(r, calm) ? 30 : draw(r, 2) ? 5000 : 90000;
        int32_t dx = draw_around(r, most), dy = draw_around(r, most);
        record_numbers(r, (int32_t[]){ cid, dx, dy || dx ? dy : 1 }, 3);
        r->previous = cid;
        first = 0;
    }
}

static inline void record_inputs(recording *r, uint32_t calm)
{
    for (int32_t cid = 0; cid < RECORDING_CLIENTS; cid++) {
        if (draw(r, 10) > 2) continue;
        record_numbers(r, (int32_t[]){ TEE_INPUT_DIFF, cid }, 2);
        for (int i = 0; i < 10; i++) {
            bool aims = i == 1 || i == 2;
            uint32_t most = draw(r, 10 * calm) ? 1 : 200;
            record_number(r, aims ? draw_around(r, draw(r, calm) ? 300 : 20000) : draw(r, 4) ? 0 : draw_around(r, most));
        }
    }
}

static inline recording make_recording(uint32_t seed, size_t ticks, uint32_t calm)
{
    recording r = { .random = seed, .capacity = ticks * 2048 + 16384, .previous = INT32_MAX };
    bytes head;
    begin(&head, USUAL);
    r.data = malloc(r.capacity);
    assert_non_null(r.data);
    record(&r, head.data, head.size);
    r.header = r.size;
    for (int32_t cid = 0; cid < RECORDING_CLIENTS; cid++) record_numbers(&r, (int32_t[]){ TEE_JOIN, cid }, 2);
    for (int32_t cid = 0; cid < RECORDING_CLIENTS; cid++) record_numbers(&r, (int32_t[]){ TEE_PLAYER_NEW, cid, 900, 9000 }, 4);
    r.previous = RECORDING_CLIENTS - 1;
    for (int32_t cid = 0; cid < RECORDING_CLIENTS; cid++)
        record_numbers(&r, (int32_t[]){ TEE_INPUT_NEW, cid, 0, 0, -100, 0, 0, 0, 1, 0, 0, 0 }, 12);
    for (size_t tick = 0; tick < ticks; tick++) {
        record_moves(&r, calm);
        record_inputs(&r, calm);
        if (draw(&r, 2)) record_event(&r, draw_around(&r, 20));
    }
    record_number(&r, TEE_FINISH);
    return r;
}

#endif

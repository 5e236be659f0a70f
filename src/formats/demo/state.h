/* SPDX-License-Identifier: MIT
 * The state of a reader, a writer and a cut. */
#ifndef DEMO_STATE_H
#define DEMO_STATE_H

#include "codec/teeworlds_int.h"
#include "formats/demo/layout.h"

typedef struct demo_reader {
    int32_t version;
    bool seven, done, started, lost,
        second;  /* lost: no snapshot to which a difference could be; second: the first snapshot was read */
    bool turned; /* the ticks went back, which was reported */
    bool old;    /* the encoder before 20.0 */
    bool failed;
    bool lists_found, want_items, want_messages, want_forms;
    int32_t tick, last_tick;
    uint64_t others, others_at; /* chunks without a meaning, and the first of them */
    uint64_t seq, map_left, map_at;
    size_t rows; /* of the slice */
    reel_error first;
    const char *why;   /* of the first failure */
    size_t late_count; /* types that the next snapshot of the file names */
    demo_extended late[DEMO_EXTENDED_MOST];
    demo_world world; /* what follows is not zeroed when a reader opens */
    demo_frame frame, ahead;
    demo_unpacked unpacked;
    uint8_t packed[DEMO_PACK_ROOM];
} demo_reader;

enum {
    INFO_TEXTS = DEMO_NET_VERSION + DEMO_MAP_NAME + DEMO_TYPE + DEMO_TIMESTAMP + 8 + 2 * DEMO_SHA256,
    KEYS_MOST = VARINT_MOST * DEMO_ITEMS_MOST
};

/* How a chunk is to be written. */
typedef struct demo_style {
    uint8_t marker, size, encoder;
    size_t packed_size;
    uint8_t packed[DEMO_PACKED_MOST];
} demo_style;

typedef struct demo_writer {
    bool has_info, begun, seven, started, has_full, old;
    bool needs_second;        /* the only snapshot so far has types without a name, and the one behind it may name them */
    int32_t tick, first_tick; /* first_tick: of the first tick marker */
    demo_info info;           /* its texts are in `texts` */
    size_t text_size, marker_count, head_size;
    char texts[INFO_TEXTS];
    demo_marker markers[DEMO_MARKERS];
    uint8_t head[DEMO_HEAD_MOST];
    size_t tail_size; /* of a marker at the end of the file */
    uint8_t tail[DEMO_MARK_MOST];
    /* the snapshot under construction */
    bool pending;
    demo_origin origin, last;
    demo_snapshot snapshot;
    demo_style style;
    size_t key_size, late_count;
    uint8_t keys[KEYS_MOST];
    demo_extended late[DEMO_EXTENDED_MOST];
    uint32_t counts[DEMO_TABLES];
    demo_slots slots;
    demo_frame frame;
    demo_world world;
    /* room to work in */
    demo_op ops[DEMO_ITEMS_MOST];
    uint64_t sorted[DEMO_ITEMS_MOST], spare[DEMO_ITEMS_MOST];
    demo_frame other;
    demo_unpacked unpacked;
    int32_t ints[DEMO_INTS_MOST];
    uint8_t bytes[DEMO_NUMBERS_ROOM], made[DEMO_PACK_ROOM];
} demo_writer;

/* A cut follows the game from snapshot to snapshot, in or out of its span. */
typedef struct demo_cutter {
    bool known, seven, has_full, inside, has_held;
    demo_snapshot held; /* a tick without a snapshot, of which nothing that follows is known yet */
    demo_world world;
    demo_frame frame;
    demo_slots slots;
} demo_cutter;

#endif

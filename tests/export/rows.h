/* SPDX-License-Identifier: MIT
 * Tables made by hand for the tests of exports: a row with a field of every type, a header, and a layout table. */
#ifndef TESTS_EXPORT_ROWS_H
#define TESTS_EXPORT_ROWS_H

#include "core/chunk.h"
#include "support.h"

#include <reel/export.h>

typedef struct every {
    double time;
    uint8_t flag, u8, present;
    int8_t i8;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    int32_t i32, kind, maybe;
    uint64_t u64;
    int64_t i64;
    float f32;
    reel_vec3 position, maybe_position;
    float list[3];
    uint16_t pair[2];
    reel_string text;
    reel_bytes blob;
    reel_uuid id;
} every;

static const reel_label every_kinds[] = {
    { 0, "none" }, { 1, "good" }, { -5, "good cut" }, { 7, "a \"quoted\", one" }, { 0, NULL }
};

static const reel_field every_fields[] = {
    REEL_FIELD(every, "time", time, F64, "s", "", .flags = REEL_FIELD_TIME),
    REEL_FIELD(every, "flag", flag, BOOL, "", ""),
    REEL_FIELD(every, "u8", u8, U8, "", ""),
    REEL_FIELD(every, "i8", i8, I8, "", ""),
    REEL_FIELD(every, "u16", u16, U16, "", ""),
    REEL_FIELD(every, "i16", i16, I16, "", ""),
    REEL_FIELD(every, "u32", u32, U32, "", ""),
    REEL_FIELD(every, "i32", i32, I32, "", ""),
    REEL_FIELD(every, "u64", u64, U64, "", ""),
    REEL_FIELD(every, "i64", i64, I64, "", ""),
    REEL_FIELD(every, "f32", f32, F32, "", ""),
    REEL_FIELD(every, "kind", kind, I32, "", "", .labels = every_kinds),
    REEL_FIELD(every, "position", position, F32, "m", "", .components = "xyz"),
    REEL_FIELD(every, "list", list, F32, "", ""),
    REEL_FIELD(every, "pair", pair, U16, "", "", .components = "ab"),
    REEL_FIELD(every, "maybe", maybe, I32, "", "", REEL_PRESENT_IF(every, present, 1)),
    REEL_FIELD(every, "maybe_position", maybe_position, F32, "", "", .components = "xyz", REEL_PRESENT_IF(every, present, 2)),
    REEL_FIELD(every, "text", text, STRING, "", ""),
    REEL_FIELD(every, "blob", blob, BYTES, "", ""),
    REEL_FIELD(every, "id", id, UUID, "", ""),
};
static const reel_table every_table = REEL_TABLE("every", "a field of every type", every, every_fields, 0);

typedef struct head {
    int32_t version;
    reel_string name;
} head;
static const reel_field head_fields[] = {
    REEL_FIELD(head, "version", version, I32, "", ""),
    REEL_FIELD(head, "name", name, STRING, "", ""),
};
static const reel_table head_table = REEL_TABLE("head", "a header", head, head_fields, REEL_TABLE_HEADER);

typedef struct place {
    uint64_t offset;
} place;
static const reel_field place_fields[] = { REEL_FIELD(place, "offset", offset, U64, "bytes", "") };
static const reel_table place_table = REEL_TABLE("places", "how it was written", place, place_fields, REEL_TABLE_LAYOUT);

typedef struct point {
    float time;
    int32_t value;
} point;
static const reel_field point_fields[] = {
    REEL_FIELD(point, "time", time, F32, "s", "", .flags = REEL_FIELD_TIME),
    REEL_FIELD(point, "value", value, I32, "", ""),
};
static const reel_table point_table = REEL_TABLE("points", "points", point, point_fields, 0);
static const reel_table rare_table = REEL_TABLE("rare", "on request", point, point_fields, REEL_TABLE_ON_REQUEST);

static const reel_table *const all_tables[] = { &head_table, &point_table, &every_table, &place_table, &rare_table, NULL };

static const reel_string name_text = { "A \"name\"\n", 9 };

/* A chunk of a header, two points, one row of every type and one place. */
static inline reel_chunk *small_chunk(const reel_table *const *wanted)
{
    reel_allocator allocator = reel__memory_allocator(NULL);
    reel_chunk *chunk = reel__chunk_new(all_tables, wanted, 1000, &allocator);
    assert_non_null(chunk);
    head h = { 3, name_text };
    point points[2] = { { 0.5f, -1 }, { 1.5f, 2 } };
    every e = { .time = 2.25,
                .flag = 2,
                .u8 = 255,
                .i8 = -128,
                .u16 = 65535,
                .i16 = -32768,
                .u32 = 4294967295u,
                .i32 = INT32_MIN,
                .u64 = UINT64_MAX,
                .i64 = INT64_MIN,
                .f32 = 0.1f,
                .kind = 1,
                .present = 2,
                .maybe = 9,
                .position = { 1, -0.0f, 1e30f },
                .list = { 0.25f, 1e-7f, 3 },
                .pair = { 1, 2 },
                .maybe_position = { 1, 2, 3 },
                .text = { "a,b", 3 },
                .blob = { (const uint8_t *)"\0\1\2\3", 4 } };
    for (uint8_t i = 0; i < 16; i++) e.id.bytes[i] = (uint8_t)(i * 17);
    place p = { 42 };
    assert_int_equal(reel__chunk_append(chunk, &head_table, &h, 1), REEL_OK);
    assert_int_equal(reel__chunk_append(chunk, &point_table, points, 2), REEL_OK);
    assert_int_equal(reel__chunk_append(chunk, &every_table, &e, 1), REEL_OK);
    assert_int_equal(reel__chunk_append(chunk, &place_table, &p, 1), REEL_OK);
    return chunk;
}

#endif

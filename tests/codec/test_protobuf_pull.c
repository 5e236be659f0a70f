/* SPDX-License-Identifier: MIT
 * Protocol Buffers: fields of every wire type, hostile ones, and messages by a list, read and written. */
#include "support.h"

#include "codec/protobuf_pull.h"
#include "core/memory.h"

typedef struct inner {
    float x;
    uint8_t has;
} inner;
typedef struct outer {
    inner part;
    reel_vec3 place;
    reel_string text;
    int64_t wide;
    int32_t number;
    uint16_t half;
    uint8_t truth, has;
} outer;

static const proto_member inner_members[] = { { .number = 1, .type = PROTO_F32, .offset = (uint16_t)offsetof(inner, x) } };
static const proto_message inner_list = PROTO_LIST(inner_members);
#define OUTER(n, t, m)                                                                                                           \
    {                                                                                                                            \
        .number = n, .type = PROTO_##t, .offset = (uint16_t)offsetof(outer, m)                                                   \
    }
static const proto_member outer_members[] = {
    OUTER(1, I32, number),
    OUTER(2, STRING, text),
    { .number = 3,
      .type = PROTO_MESSAGE,
      .offset = (uint16_t)offsetof(outer, part),
      .has = (uint16_t)offsetof(outer, has),
      .bit = 1,
      .message = &inner_list },
    OUTER(4, I64, wide),
    OUTER(5, I32_AS_U16, half),
    OUTER(6, BOOL, truth),
    { .number = 7,
      .type = PROTO_F64_AS_VEC3,
      .offset = (uint16_t)offsetof(outer, place),
      .has = (uint16_t)offsetof(outer, has),
      .bit = 2 },
};
static const proto_message outer_list = PROTO_LIST(outer_members);

static bool get(const void *data, size_t size, outer *to, proto_notes *notes)
{
    const uint8_t *broken_at;
    *to = (outer){ .number = 0 };
    *notes = (proto_notes){ 0 };
    return reel__proto_get(&outer_list, data, size, to, 0, notes, &broken_at);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    const outer meant = { .part = { .x = -0.0f },
                          .place = { 0.1f, -2.5f, 1e-30f },
                          .text = { "t\xc3\xbcr", 4 },
                          .wide = INT64_MIN,
                          .number = -1,
                          .half = 65535,
                          .truth = 1,
                          .has = 3 };
    reel_memory made = { .allocator = reel__memory_allocator(NULL) };
    outer got;
    proto_notes notes;
    assert_true(reel__proto_put(&made, &outer_list, &meant));
    assert_true(get(made.data, made.size, &got, &notes));
    assert_int_equal(notes.unknown + notes.mistyped + notes.clamped + notes.bad_text, 0);
    assert_int_equal(reel_float_bits(got.part.x), reel_float_bits(meant.part.x));
    assert_memory_equal(&got.place, &meant.place, sizeof got.place);
    assert_true(got.text.size == 4 && !memcmp(got.text.data, meant.text.data, 4));
    assert_true(got.wide == INT64_MIN && got.number == -1 && got.half == 65535 && got.truth == 1 && got.has == 3);
    for (size_t size = 0; size < made.size; size++) get(made.data, size, &got, &notes); /* never beyond the end */
    reel_memory_free(&made);
}

static void odd_encodings_read(void **state)
{
    static const uint8_t odd[] = { 0x88, 0x80, 0x00, 0x85, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, /* padded */
                                   0x08, 7,                                              /* again: replaces */
                                   0x1a, 0,    0x1a, 5,    0x0d, 0,    0,    0x80, 0x3f, /* in two parts: merged */
                                   0x7b, 0x08, 1,    0x7b, 0x7c, 0x7c,                   /* groups in groups */
                                   0x10, 3,                                              /* another type */
                                   0x28, 0xff, 0xff, 0xff, 0xff, 0x0f };                 /* below the range */
    outer got;
    proto_notes notes;
    (void)state;
    assert_true(get(odd, sizeof odd, &got, &notes));
    assert_int_equal(got.number, 7);
    assert_true(got.part.x == 1 && got.has == 1);
    assert_int_equal(notes.unknown, 1);
    assert_int_equal(notes.mistyped, 1);
    assert_int_equal(notes.clamped, 1);
}

/* A list may be packed, in parts, or of single numbers; one that lacks numbers, or has too many, is left out. */
static void vectors_come_in_any_form(void **state)
{
    static const uint8_t one[] = { 0, 0, 0, 0, 0, 0, 0xf0, 0x3f }, two[] = { 0, 0, 0, 0, 0, 0, 0, 0x40 };
    static const char *const forms[] = { "1 2 1", "[12] 1", "1 [21]", "[121]", "[] [1] 2 1", "1 2", "[1212]", "[12] [12]" };
    outer got;
    proto_notes notes;
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        reel_memory made = { .allocator = reel__memory_allocator(NULL) };
        const char *packed = NULL;
        for (const char *at = forms[i]; *at; at++) {
            const uint8_t *number = *at == '1' ? one : two;
            if (*at == '[') {
                packed = at;
                reel__proto_put_tag(&made, 7, PROTO_BYTES);
                reel__proto_put_varint(&made, (uint64_t)(strchr(at, ']') - at - 1) * 8);
            }
            if (*at == ']') packed = NULL;
            if (*at < '0' || *at > '9') continue;
            if (!packed) reel__proto_put_tag(&made, 7, PROTO_FIXED64);
            memory_add(&made, number, 8);
        }
        assert_true(get(made.data, made.size, &got, &notes));
        const bool whole = i < 5;
        if ((got.has == 2) != whole || (notes.mistyped == 0) != whole) fail_msg("%s", forms[i]);
        assert_true(got.place.x == (whole ? 1.0f : 0) && got.place.y == (whole ? 2.0f : 0) && got.place.z == (whole ? 1.0f : 0));
        reel_memory_free(&made);
    }
}

static void broken_messages_are_refused(void **state)
{
    static const struct {
        uint8_t bytes[16];
        size_t size;
    } broken[] = {
        { { 0x08 }, 1 },                                                                    /* no value */
        { { 0x00, 1 }, 2 },                                                                 /* field 0 */
        { { 0x0f, 1 }, 2 },                                                                 /* wire type 7 */
        { { 0x12, 5, 'a' }, 3 },                                                            /* longer than the message */
        { { 0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f }, 10 },             /* 2^63 - 1 */
        { { 0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01 }, 12 }, /* eleven bytes */
        { { 0x7c }, 1 },                                                                    /* the end of no group */
        { { 0x7b, 0x74 }, 2 },                                                              /* of another group */
        { { 0x7b }, 1 },                                                                    /* of none */
        { { 0x1a, 2, 0x0d, 0 }, 4 },                                                        /* inside of a part */
    };
    outer got;
    proto_notes notes;
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (get(broken[i].bytes, broken[i].size, &got, &notes)) fail_msg("broken message %zu is read", i);
    uint8_t deep[200];
    memset(deep, 0x7b, sizeof deep);
    assert_false(get(deep, sizeof deep, &got, &notes));
    static const uint8_t latin[] = { 0x12, 1, 0xfc };
    assert_true(get(latin, sizeof latin, &got, &notes));
    assert_int_equal(notes.bad_text, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(odd_encodings_read),
        cmocka_unit_test(vectors_come_in_any_form),
        cmocka_unit_test(broken_messages_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

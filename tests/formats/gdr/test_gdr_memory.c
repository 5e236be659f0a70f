/* SPDX-License-Identifier: MIT
 * Files made to take as much memory as they can: none takes more than reel_memory_bound, and the worst takes a good part of it. */
#include <reel/format.h>
#include <reel/gdr.h>

#include "support.h"

enum { FILE_BYTES = 300000 };

typedef struct made {
    uint8_t data[FILE_BYTES + 64];
    size_t size;
} made;

static void put(made *m, const void *data, size_t size)
{
    assert_true(m->size + size <= sizeof m->data);
    memcpy(m->data + m->size, data, size);
    m->size += size;
}

static void put_varint(made *m, uint64_t value)
{
    for (; value > 0x7f; value >>= 7) put(m, &(uint8_t){ (uint8_t)(value | 0x80) }, 1);
    put(m, &(uint8_t){ (uint8_t)value }, 1);
}

/* The same bytes until the file is full. */
static size_t fill(made *m, const void *piece, size_t size, size_t end)
{
    size_t count = 0;
    for (; m->size + size <= end; count++) put(m, piece, size);
    return count;
}

static size_t worst_of_all, bound_of_worst;

static void measure(const made *m, const reel_format *format, const char *what)
{
    for (int streamed = 0; streamed < 3; streamed++) {
        test_allocator memory = { .live = 0 };
        reel_allocator allocator = test_allocator_of(&memory);
        const reel_table *const few[] = { &gdr_inputs, &gdr_blocks, &gdr_extensions, NULL };
        reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator, .format = format,
                                 .tables = streamed == 2 ? few : NULL };
        test_source source = { .data = m->data, .size = m->size, .step = 4096 };
        reel_replay *replay = NULL;
        reel_error error;
        reel_status status =
            reel_load(streamed ? test_source_of(&source) : reel_source_memory(m->data, m->size), &options, &replay, &error);
        if (status < 0) fail_msg("%s: %s", what, error.message);
        uint64_t bound = reel_memory_bound(format, m->size, &options);
        if (memory.peak > bound) fail_msg("%s: %zu bytes, the bound is %llu", what, memory.peak, (unsigned long long)bound);
        if (memory.peak > worst_of_all) {
            worst_of_all = memory.peak;
            bound_of_worst = (size_t)bound;
        }
        reel_free(replay);
        assert_int_equal(memory.live, 0);
    }
}

static void reaches_a_good_part_of_the_bound(const reel_format *format)
{
    printf("%s: at most %zu of %zu bytes, %.1f for each of the file\n", format->id, worst_of_all, bound_of_worst,
           (double)worst_of_all / FILE_BYTES);
    assert_true(worst_of_all >= bound_of_worst / 3);
    assert_true(reel_memory_bound(format, 1 << 20, NULL) <= UINT64_C(64) << 20);
    worst_of_all = bound_of_worst = 0;
}

/* ---- GDR2 --------------------------------------------------------------------------------------------------------- */

static void begin_binary(made *m, const char *tag)
{
    m->size = 0;
    put(m, "GDR\2", 4);
    put_varint(m, strlen(tag));
    put(m, tag, strlen(tag));
    const uint8_t rest[27] = { 0 };
    put(m, rest, sizeof rest - 2); /* up to the count of deaths */
}

/* Deaths, then inputs of one form. `claimed`: the count of inputs, 0 for the right one. */
static void binary(const char *what, const char *tag, size_t deaths, const void *piece, size_t size, uint64_t claimed,
                   const char *behind)
{
    made *m = malloc(sizeof *m);
    begin_binary(m, tag);
    put_varint(m, deaths);
    for (size_t i = 0; i < deaths; i++) put(m, "\1", 1);
    size_t room = FILE_BYTES - m->size - 12 - strlen(behind);
    uint64_t count = claimed ? claimed : size ? room / size : 0;
    put_varint(m, count);
    put_varint(m, count / 2);
    if (size) fill(m, piece, size, FILE_BYTES - strlen(behind));
    put(m, behind, strlen(behind));
    measure(m, &reel_format_gdr2, what);
    free(m);
}

static void gdr2_stays_below_its_bound(void **state)
{
    (void)state;
    uint8_t physics[30] = { 2, 28 };
    binary("plain", "", 0, "\3", 1, 0, "");
    binary("plain and odd", "", 0, "\3", 1, 0, "tail");
    binary("two bytes", "", 0, "\x83\1", 2, 0, "");
    binary("more claimed than there", "", 0, "\x83\1", 2, FILE_BYTES - 1, "");
    binary("deaths", "", FILE_BYTES - 100, "\3", 1, 0, "");
    binary("deaths and inputs", "", FILE_BYTES / 2, "\3", 1, 0, "tail");
    binary("empty blocks", "X", 0, "\3\0", 2, 0, "tail");
    binary("blocks", "X", 0, "\3\1x", 3, 0, "tail");
    binary("blocks, more claimed", "X", 0, "\3\1x", 3, FILE_BYTES - 1, "");
    binary("physics", "Phys", 0, physics, sizeof physics, 0, "tail");
    binary("physics of a wrong size", "Phys", 0, "\3\1x", 3, 0, "tail");
    binary("physics, more claimed", "Phys", 0, "\3\1x", 3, FILE_BYTES - 1, "");
    reaches_a_good_part_of_the_bound(&reel_format_gdr2);
}

/* ---- GDR1 --------------------------------------------------------------------------------------------------------- */

static void put_head(made *m, uint8_t head, uint64_t count)
{
    const uint8_t bytes[5] = { head, (uint8_t)(count >> 24), (uint8_t)(count >> 16), (uint8_t)(count >> 8), (uint8_t)count };
    put(m, bytes, sizeof bytes);
}

/* Keys, then inputs; the counts are `times` too high. */
static void packed(const char *what, const void *key, size_t key_size, const void *input, size_t input_size, unsigned times)
{
    made *m = malloc(sizeof *m);
    const size_t begin = 5 + 8, half = key_size && input_size ? FILE_BYTES / 2 : FILE_BYTES;
    m->size = 0;
    size_t keys = key_size ? (half - begin) / key_size : 0;
    put_head(m, 0xdf, 1 + keys + (input_size != 0));
    put(m,
        "\xa6"
        "author\xc0",
        8);
    for (size_t i = 0; i < keys; i++) put(m, key, key_size);
    if (input_size) {
        put(m, "\xa6inputs", 7);
        put_head(m, 0xdd, (FILE_BYTES - m->size - 5) / input_size * times);
        fill(m, input, input_size, FILE_BYTES);
    }
    measure(m, &reel_format_gdr1, what);
    free(m);
}

static void gdr1_stays_below_its_bound(void **state)
{
    (void)state;
    static const char scattered[] = "\x83\xa0\xc0\xa5"
                                    "frame\1\xa0\xc0";
    packed("keys without text", "\xa0\xc0", 2, "", 0, 1);
    packed("keys of one byte", "\xa1x\xc0", 3, "", 0, 1);
    packed("empty inputs", "", 0, "\x80", 1, 1);
    packed("numbers for inputs", "", 0, "\1", 1, 1);
    packed("inputs with keys", "", 0, "\x81\xa0\xc0", 3, 1);
    packed("inputs with keys, more claimed", "", 0, "\x81\xa0\xc0", 3, 4);
    packed("scattered keys", "", 0, scattered, sizeof scattered - 1, 1);
    packed("scattered keys, more claimed", "", 0, scattered, sizeof scattered - 1, 12);
    packed("keys and inputs", "\xa0\xc0", 2, "\x81\xa0\xc0", 3, 4);
    packed("a repeated text",
           "\xa6"
           "author\xa1x",
           9, "", 0, 1);
    packed("a version that is a number",
           "\xa3"
           "bot\x81\xa7version\xcb\x3f\xf1\x23\x45\x67\x89\xab\xcd",
           22, "", 0, 1);
    reaches_a_good_part_of_the_bound(&reel_format_gdr1);
}

static void text(const char *what, const char *begin, const char *piece, const char *end)
{
    made *m = malloc(sizeof *m);
    m->size = 0;
    put(m, begin, strlen(begin));
    fill(m, piece, strlen(piece), FILE_BYTES - strlen(end));
    put(m, end, strlen(end));
    measure(m, &reel_format_gdr1_json, what);
    free(m);
}

static void gdr1_json_stays_below_its_bound(void **state)
{
    (void)state;
    text("keys", "{\"author\":\"a\"", ",\"\":1", "}");
    text("escaped keys", "{\"author\":\"a\"", ",\"\\n\":1", "}");
    text("escaped texts", "{\"author\":\"a\"", ",\"author\":\"\\n\"", "}");
    text("numbers for inputs", "{\"inputs\":[1", ",1", "]}");
    text("empty inputs", "{\"inputs\":[{}", ",{}", "]}");
    text("inputs with keys", "{\"inputs\":[{}", ",{\"\":1}", "]}");
    text("scattered keys", "{\"inputs\":[{}", ",{\"\":1,\"2p\":1,\"\":1}", "]}");
    text("inputs that end too soon", "{\"inputs\":[1", ",1", "");
    reaches_a_good_part_of_the_bound(&reel_format_gdr1_json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gdr2_stays_below_its_bound),
        cmocka_unit_test(gdr1_stays_below_its_bound),
        cmocka_unit_test(gdr1_json_stays_below_its_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * reel_memory_bound of the two formats holds for the files that take most, and is near what they take. */
#include "machinery.h"

#include "codec/pack/lzma.h"
#include "core/output.h"

#include <reel/format.h>
#include <reel/scoresaber.h>

/* A block that grows moves: for a moment there are two of it. */
static void *resize_by_moving(void *context, void *old, size_t old_size, size_t new_size)
{
    reel_allocator counted = test_allocator_of(context);
    void *moved = counted.alloc(context, new_size);
    if (old) memcpy(moved, old, old_size < new_size ? old_size : new_size);
    counted.free(context, old);
    return moved;
}

static double most_of(const char *what, const reel_format *format, const uint8_t *file, size_t size, bool streamed)
{
    test_allocator state = { 0 };
    reel_allocator allocator = test_allocator_of(&state);
    allocator.resize = resize_by_moving;
    const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator, .format = format };
    test_source pieces = { .data = file, .size = size };
    reel_reader *reader;
    reel_error error;
    const reel_chunk *chunk;
    reel_source source = streamed ? test_source_of(&pieces) : reel_source_memory(file, size);
    uint64_t bound = reel_memory_bound(format, size, &options);
    if (reel_open(source, &options, &reader, &error) == REEL_OK) {
        while (reel_next(reader, &chunk, NULL) == REEL_OK) continue;
        reel_close(reader);
    }
    if (state.peak > bound) fail_msg("%s: %zu bytes, %llu promised", what, state.peak, (unsigned long long)bound);
    assert_int_equal(state.live, 0);
    return (double)state.peak / (double)bound;
}

static double nearer(double a, double b) { return a > b ? a : b; }

/* ---- .dat ------------------------------------------------------------------------------------------------------- */

typedef struct payload {
    uint8_t *data;
    size_t size;
} payload;

static void put(payload *to, const void *data, size_t size)
{
    memcpy(to->data + to->size, data, size);
    to->size += size;
}

static void put_u32(payload *to, uint32_t value)
{
    uint8_t bytes[4];
    reel_store_u32le(bytes, value);
    put(to, bytes, 4);
}

/* Pointers, metadata of empty texts, and the lists, empty. */
static void put_empty_play(payload *to)
{
    static const uint8_t numbers[29] = { 0 };
    to->size = 0;
    for (int i = 0; i < 10; i++) put_u32(to, 40);
    put_u32(to, 5);
    put(to, "3.0.0", 5);
    for (int i = 0; i < 5; i++) put_u32(to, 0);
    put(to, numbers, sizeof numbers);
    for (uint32_t i = 1; i < 8; i++) {
        reel_store_u32le(to->data + (size_t)4 * i, (uint32_t)to->size);
        put_u32(to, 0);
    }
    reel_store_u32le(to->data + 32, 0);
}

static void put_extensions(payload *to, uint32_t count, uint32_t id, uint32_t body)
{
    static const uint8_t bytes[64] = { 0 };
    reel_store_u32le(to->data + 32, (uint32_t)to->size);
    put(to, "SSX1\1\0\0\0", 8);
    put_u32(to, count);
    for (uint32_t i = 0; i < count; i++) {
        put_u32(to, id);
        put(to, bytes, id);
        put_u32(to, 1);
        put_u32(to, body);
        put(to, bytes, body);
    }
}

/* Records of a list; the pointers behind it move on. */
static void put_records(payload *to, size_t list, uint32_t count, size_t record)
{
    size_t at = reel_load_u32le(to->data + 4 * list), rest = to->size - at - 4, bytes = count * record;
    memmove(to->data + at + 4 + bytes, to->data + at + 4, rest);
    memset(to->data + at + 4, 0, bytes);
    reel_store_u32le(to->data + at, count);
    for (size_t i = list + 1; i < 8; i++)
        reel_store_u32le(to->data + 4 * i, (uint32_t)(reel_load_u32le(to->data + 4 * i) + bytes));
    to->size += bytes;
}

/* Packed, with as many bytes behind it as it needs to be allowed to unpack. */
static reel_memory pack(const payload *from)
{
    static uint8_t block[4096];
    reel_memory memory;
    reel_error error;
    reel_sink sink = reel_sink_memory(&memory, NULL);
    reel_output out;
    const reel_allocator allocator = reel__memory_allocator(NULL);
    assert_true(reel__output_open(&out, &sink, &allocator, &error));
    assert_int_equal(reel__lzma_alone_pack(&out, from->data, from->size, true, &allocator, &error), REEL_OK);
    for (uint64_t at; (at = reel_put_offset(&out)) * 1000 + 65536 <= from->size + 1;)
        reel_put(&out, block, from->size / 1000 - at < sizeof block ? (size_t)(from->size / 1000 - at + 1) : sizeof block);
    assert_int_equal(reel__output_flush(&out), REEL_OK);
    reel__output_close(&out, &allocator);
    assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
    return memory;
}

static double most_of_payload(const char *what, const payload *from)
{
    reel_memory packed = pack(from);
    double share = most_of(what, &reel_format_scoresaber, packed.data, packed.size, false);
    share = nearer(share, most_of(what, &reel_format_scoresaber, packed.data, packed.size, true));
    reel_memory_free(&packed);
    return share;
}

static void the_bound_of_dat_holds_and_is_near(void **state)
{
    (void)state;
    const size_t largest = by_effort(1 << 20, 1 << 20, 1 << 18);
    payload p = { malloc(largest + 4096), 0 };
    double nearest = 0;
    assert_non_null(p.data);
    for (size_t size = 4096; size <= largest; size *= 4) {
        for (uint32_t id = 0; id < 3; id++)
            for (uint32_t body = 0; body < 20; body += body < 2 ? 1 : 16) {
                put_empty_play(&p);
                put_extensions(&p, (uint32_t)size / (12 + id + body), id, body);
                nearest = nearer(nearest, most_of_payload("extensions", &p));
            }
        static const struct {
            size_t list, record;
        } lists[] = { { 1, 92 }, { 2, 8 }, { 3, 177 }, { 4, 12 }, { 6, 12 } };
        for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
            put_empty_play(&p);
            put_records(&p, lists[i].list, (uint32_t)(size / lists[i].record), lists[i].record);
            nearest = nearer(nearest, most_of_payload("records", &p));
        }
    }
    free(p.data);
    printf("the nearest is %.2f of the bound\n", nearest);
    assert_true(nearest > 0.5);
}

static void a_tiny_file_has_a_small_dictionary(void **state)
{
    (void)state;
    uint8_t file[60] = { 0x5d, 0, 0, 0x80, 0 };
    memset(file + 1, 0xff, 12); /* a dictionary of 4 GiB, an unknown size */
    memcpy(file + 1, "\0\0\x80\0", 4);
    assert_true(most_of("8 MiB", &reel_format_scoresaber, file, sizeof file, false) <= 1);
    memset(file + 1, 0xff, 4);
    uint8_t with_magic[28 + sizeof file];
    memcpy(with_magic, "ScoreSaber Replay \xf0\x9f\x91\x8c\xf0\x9f\xa4\xa0\r\n", 28);
    memcpy(with_magic + 28, file, sizeof file);
    assert_true(most_of("4 GiB", &reel_format_scoresaber, with_magic, sizeof with_magic, false) <= 1);
    assert_true(reel_memory_bound(&reel_format_scoresaber, sizeof with_magic, NULL) < 2 << 20);
}

/* ---- the decoded JSON ------------------------------------------------------------------------------------------- */

typedef struct text_file {
    const char *what, *before, *item, *after;
} text_file;

static double most_of_text(const text_file *of, size_t items)
{
    size_t item = strlen(of->item), before = strlen(of->before), after = strlen(of->after);
    uint8_t *text = malloc(before + items * item + after + 1);
    assert_non_null(text);
    memcpy(text, of->before, before);
    for (size_t i = 0; i < items; i++) memcpy(text + before + i * item, of->item, item);
    memcpy(text + before + items * item, of->after, after);
    size_t size = before + items * item + after;
    double share = most_of(of->what, &reel_format_scoresaber_json, text, size, false);
    share = nearer(share, most_of(of->what, &reel_format_scoresaber_json, text, size, true));
    free(text);
    return share;
}

static void the_bound_of_json_holds_and_is_near(void **state)
{
    (void)state;
    static const text_file files[] = {
        { "scores", "{\"scores\":[", "0,", "0]}" },
        { "cut scores", "{\"scores\":[", "0,", "" },
        { "texts", "{\"noteInfos\":[", "\"1\",", "\"\"]}" },
        { "empty texts", "{\"noteInfos\":[", "\"\",", "\"\"]}" },
        { "extras", "{", "\"\":0,", "\"x\":0}" },
        { "extras with a key", "{", "\"a\":0,", "\"x\":0}" },
        { "extras of info", "{\"info\":{", "\"\":0,", "\"x\":0}}" },
        { "heights", "{\"dynamicHeight\":[", "{\"h\":0,\"a\":0},", "{}]}" },
        { "modifiers", "{\"info\":{\"modifiers\":[", "\"\",", "\"\"]}}" },
        { "modifiers again", "{\"info\":{", "\"modifiers\":[0],", "\"x\":0}}" },
        { "arrays", "{\"x\":", "[", "" },
        { "frames", "{\"frames\":[",
          "{\"h\":{\"r\":{\"x\":0,\"y\":0,\"z\":0,\"w\":0},\"p\":{\"x\":0,\"y\":0,\"z\":0}},\"l\":{\"r\":{\"x\":0,\"y\":0,\"z\":"
          "0,\"w\":0},"
          "\"p\":{\"x\":0,\"y\":0,\"z\":0}},\"r\":{\"r\":{\"x\":0,\"y\":0,\"z\":0,\"w\":0},\"p\":{\"x\":0,\"y\":0,\"z\":0}},"
          "\"a\":0,\"i\":0},",
          "{}]}" },
    };
    const size_t largest = by_effort(4 << 20, 4 << 20, 1 << 18);
    double nearest = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (size_t items = 1; items < 500000; items *= 9) {
            if (items * strlen(files[i].item) > largest) continue;
            nearest = nearer(nearest, most_of_text(&files[i], items));
        }
    printf("the nearest is %.2f of the bound\n", nearest);
    assert_true(nearest > 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bound_of_dat_holds_and_is_near),
        cmocka_unit_test(a_tiny_file_has_a_small_dictionary),
        cmocka_unit_test(the_bound_of_json_holds_and_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

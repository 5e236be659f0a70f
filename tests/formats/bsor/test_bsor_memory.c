/* SPDX-License-Identifier: MIT
 * reel_memory_bound of BSOR holds for the files that take most, and is near what they take. */
#include "machinery.h"

#include <reel/bsor.h>
#include <reel/format.h>

enum { SECTIONS_AFTER_INFO = 7, EMPTY_SECTIONS = 25, LARGE = 1 << 20 };

/* The bytes of a file up to the end of its section 0. */
static reel_memory head_of_a_file(void)
{
    reel_memory memory;
    reel_writer *writer;
    const bsor_info info = { .score = 1 };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_append(writer, &bsor_infos, &info, 1), REEL_OK);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    memory.size -= EMPTY_SECTIONS;
    return memory;
}

static size_t put_record(uint8_t *to, uint8_t id, size_t key, size_t value)
{
    size_t at = 0;
    if (id != 7) { /* a note without a cut */
        memset(to, 0, 16);
        to[12] = 2;
        return 16;
    }
    reel_store_u32le(to, (uint32_t)key);
    memset(to + 4, 'k', key);
    at = 4 + key;
    reel_store_u32le(to + at, (uint32_t)value);
    memset(to + at + 4, 'v', value);
    return at + 4 + value;
}

/* A file of the section `id` as often as it is looked at, `records` in all of them together. The last one has a single record: the
 * rows before it move. */
static uint8_t *made(uint8_t id, size_t records, size_t key, size_t value, size_t *size)
{
    reel_memory head = head_of_a_file();
    size_t record = id == 7 ? 8 + key + value : 16;
    uint8_t *file = malloc(head.size + SECTIONS_AFTER_INFO * 5 + (records + 2) * record);
    assert_non_null(file);
    memcpy(file, head.data, head.size);
    size_t at = head.size;
    for (size_t section = 0; section < SECTIONS_AFTER_INFO; section++) {
        size_t count = section + 1 == SECTIONS_AFTER_INFO ? 1 : section == 0 ? records : 0;
        file[at] = id;
        reel_store_u32le(file + at + 1, (uint32_t)count);
        at += 5;
        for (size_t i = 0; i < count; i++) at += put_record(file + at, id, key, value);
    }
    *size = at;
    reel_memory_free(&head);
    return file;
}

/* A block that grows moves: for a moment there are two of it. */
static void *resize_by_moving(void *context, void *old, size_t old_size, size_t new_size)
{
    reel_allocator counted = test_allocator_of(context);
    void *moved = counted.alloc(context, new_size);
    if (old) memcpy(moved, old, old_size < new_size ? old_size : new_size);
    counted.free(context, old);
    return moved;
}

static double most_of(const char *what, uint8_t *file, size_t size, bool streamed)
{
    test_allocator state = { 0 };
    reel_allocator allocator = test_allocator_of(&state);
    allocator.resize = resize_by_moving;
    const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
    test_source pieces = { .data = file, .size = size };
    reel_reader *reader;
    reel_error error;
    const reel_chunk *chunk;
    reel_source source = streamed ? test_source_of(&pieces) : reel_source_memory(file, size);
    if (reel_open(source, &options, &reader, &error) < 0) fail_msg("%s: %s", what, error.message);
    while (reel_next(reader, &chunk, NULL) == REEL_OK) continue;
    uint64_t bound = reel_memory_bound(&reel_format_bsor, size, &options);
    if (state.peak > bound) fail_msg("%s: %zu bytes, %llu promised", what, state.peak, (unsigned long long)bound);
    if (size > LARGE) assert_true(bound <= 16 * (uint64_t)size);
    reel_close(reader);
    assert_int_equal(state.live, 0);
    return (double)state.peak / (double)bound;
}

static void the_bound_holds_and_is_near(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        uint8_t id;
        size_t key, value;
    } files[] = {
        { "entries of a byte each", 7, 1, 1 }, { "empty entries", 7, 0, 0 },    { "keys of a byte", 7, 1, 0 },
        { "longer values", 7, 17, 17 },        { "large values", 7, 1, 20000 }, { "notes", 2, 0, 0 },
    };
    double nearest = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (size_t records = 1; records < 300000; records *= 8) {
            if (records * (files[i].key + files[i].value + 10) > 8u << 20) continue;
            size_t size;
            uint8_t *file = made(files[i].id, records, files[i].key, files[i].value, &size);
            for (int streamed = 0; streamed < 2; streamed++) {
                double share = most_of(files[i].what, file, size, streamed);
                if (share > nearest) nearest = share;
            }
            free(file);
        }
    printf("the nearest is %.2f of the bound\n", nearest);
    assert_true(nearest > 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_bound_holds_and_is_near) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

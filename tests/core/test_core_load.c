/* SPDX-License-Identifier: MIT
 * Loading a whole replay of a format that streams: its rows get their room at once, not by doubling. */
#include <reel/teehistorian.h>

#include "support.h"

/* A recording of one player: `moves` moves, and then as many bytes of one long network message as are left. */
static uint8_t *make_recording(size_t moves, size_t size)
{
    static const uint8_t begin[] = "\x69\x9d\xb1\x7b\x8e\xfb\x34\xff\xb1\xd8\xda\x6f\x60\xc1\x5d\xd1{\"version\":\"2\"}";
    static const uint8_t appear[] = { 0x42, 0x00, 0x01, 0x02 }, move[] = { 0x00, 0x01, 0x41 };
    uint8_t *data = calloc(1, size), *at = data;
    assert_non_null(data);
    memcpy(at, begin, sizeof begin), at += sizeof begin;
    memcpy(at, appear, sizeof appear), at += sizeof appear;
    for (size_t i = 0; i < moves; i++, at += sizeof move) memcpy(at, move, sizeof move);
    size_t left = size - (size_t)(at - data);
    while (left > 80) { /* messages of 64 bytes */
        memcpy(at, (uint8_t[]){ 0x46, 0x00, 0x80, 0x01 }, 4);
        at += 68, left -= 68;
    }
    memset(at, 0x40, left); /* FINISH, and what follows it */
    return data;
}

/* Counts the bytes that growing blocks may have to copy. */
typedef struct copier {
    size_t copied, largest, shrunk_to;
    bool refuses_large; /* blocks of more than 3 MiB */
} copier;

static void *count_alloc(void *context, size_t size)
{
    (void)context;
    return malloc(size);
}

static void *count_resize(void *context, void *old, size_t old_size, size_t size)
{
    copier *c = context;
    if (c->refuses_large && size > 3 << 20) return NULL;
    if (size > old_size) c->copied += old_size;
    if (size < old_size && size > c->shrunk_to) c->shrunk_to = size;
    if (size > c->largest) c->largest = size;
    return realloc(old, size);
}

static void count_free(void *context, void *block)
{
    (void)context;
    free(block);
}

static reel_replay *load(copier *c, const uint8_t *data, size_t size)
{
    reel_allocator allocator = { count_alloc, count_resize, count_free, c };
    reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_load(reel_source_memory(data, size), &options, &replay, &error), REEL_OK);
    return replay;
}

enum { MOVES = 400000 };

static void rows_of_a_long_replay_are_hardly_copied(void **state)
{
    (void)state;
    size_t size = 3 * MOVES + 100, count;
    uint8_t *data = make_recording(MOVES, size);
    copier c = { 0 };
    reel_replay *replay = load(&c, data, size);
    const teehistorian_position *rows = reel_rows(replay, &teehistorian_positions, &count);
    assert_int_equal(count, MOVES + 1);
    assert_int_equal(rows[MOVES].x, 1 + MOVES);
    size_t bytes = count * sizeof *rows;
    assert_true(c.copied < bytes / 3);
    assert_true(c.largest < bytes + bytes / 4);
    reel_free(replay);
    free(data);
}

static void room_that_was_estimated_too_large_is_given_back(void **state)
{
    (void)state;
    size_t size = 3 * MOVES, moves = MOVES / 8, count;
    uint8_t *data = make_recording(moves, size);
    copier c = { 0 };
    reel_replay *replay = load(&c, data, size);
    reel_rows(replay, &teehistorian_positions, &count);
    assert_int_equal(count, moves + 1);
    assert_true(c.largest > 4 * count * sizeof(teehistorian_position));
    assert_true(c.largest < 20 * count * sizeof(teehistorian_position));
    assert_int_equal(c.shrunk_to, count * sizeof(teehistorian_position));
    reel_free(replay);
    free(data);
}

static void an_estimate_that_is_refused_grows_as_it_must(void **state)
{
    (void)state;
    size_t size = 3 * MOVES, moves = MOVES / 10, count; /* the rows fit below 3 MiB, what they promise does not */
    uint8_t *data = make_recording(moves, size);
    copier c = { .refuses_large = true };
    reel_replay *replay = load(&c, data, size);
    reel_rows(replay, &teehistorian_positions, &count);
    assert_int_equal(count, moves + 1);
    reel_free(replay);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_a_long_replay_are_hardly_copied),
        cmocka_unit_test(room_that_was_estimated_too_large_is_given_back),
        cmocka_unit_test(an_estimate_that_is_refused_grows_as_it_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

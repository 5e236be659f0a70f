/* SPDX-License-Identifier: MIT
 * A source that fails in the middle: what it gave before is read all the same. */
#include "support.h"
#include "toy.h"

static const reel_format *const toys[] = { &reel_format_toy, &reel_format_toy_stream, NULL };

/* Gives `size` bytes and then fails in the way that it is told. */
typedef struct breaking {
    const uint8_t *data;
    size_t size, at;
    reel_status status;
    bool silent; /* says nothing of it */
} breaking;

static reel_status breaking_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    breaking *b = context;
    size_t count = b->size - b->at < capacity ? b->size - b->at : capacity;
    if (count == 0 && b->silent) return b->status;
    if (count == 0) {
        *error = (reel_error){ .status = b->status, .rule = "test.broken", .section = "" };
        return b->status;
    }
    memcpy(buffer, b->data + b->at, count);
    b->at += count;
    *got = count;
    return REEL_OK;
}

/* 1000 points in either format. */
static uint8_t *points(const reel_format *format, size_t *size)
{
    reel_memory memory;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), format, NULL, &writer, NULL), REEL_OK);
    for (int32_t i = 0; i < 1000; i++) reel_append(writer, &toy_points, &(toy_point){ i, i }, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    *size = memory.size;
    return memory.data;
}

static reel_status load(breaking *b, uint32_t flags, reel_replay **replay, reel_error *error)
{
    const reel_options options = { REEL_SIZED(reel_options), .formats = toys, .flags = flags };
    b->at = 0;
    return reel_load((reel_source){ .context = b, .size = REEL_UNKNOWN_SIZE, .read = breaking_read }, &options, replay, error);
}

static void assert_partial(const reel_format *format, size_t cut, size_t expected)
{
    size_t size;
    uint8_t *data = points(format, &size);
    breaking b = { data, size - cut, 0, REEL_CORRUPT, false };
    reel_replay *replay;
    reel_error error;
    assert_int_equal(load(&b, 0, &replay, &error), REEL_OK);
    size_t count;
    reel_rows(replay, &toy_points, &count);
    assert_int_equal(count, expected);
    assert_non_null(reel_replay_damage(replay));
    assert_string_equal(reel_replay_damage(replay)->rule, "test.broken");
    reel_free(replay);
    assert_int_equal(load(&b, REEL_STRICT, &replay, &error), REEL_CORRUPT);
    assert_string_equal(error.rule, "test.broken");
    b.status = REEL_IO; /* a refusal of the system is not damage of the file */
    assert_int_equal(load(&b, 0, &replay, &error), REEL_IO);
    free(data);
}

static void rows_before_the_break_are_read(void **state)
{
    (void)state;
    assert_partial(&reel_format_toy, 404, 949);
    assert_partial(&reel_format_toy_stream, 404, 949);
}

static void a_break_behind_the_last_byte_is_told(void **state)
{
    (void)state;
    assert_partial(&reel_format_toy, 0, 1000);
    assert_partial(&reel_format_toy_stream, 0, 1000);
}

static void a_break_before_the_first_byte_fails(void **state)
{
    (void)state;
    breaking b = { (const uint8_t *)"", 0, 0, REEL_CORRUPT, false };
    reel_replay *replay;
    reel_error error;
    assert_int_equal(load(&b, 0, &replay, &error), REEL_CORRUPT);
    assert_string_equal(error.rule, "test.broken");
}

static void a_break_without_a_word_has_an_error_all_the_same(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = points(&reel_format_toy, &size);
    for (size_t given = 0; given <= size; given += size / 2) { /* before the format is known, and behind that */
        breaking b = { .data = data, .size = given, .status = REEL_IO, .silent = true };
        reel_replay *replay;
        reel_error error;
        memset(&error, 0xaa, sizeof error);
        assert_int_equal(load(&b, 0, &replay, &error), REEL_IO);
        assert_int_equal(error.status, REEL_IO);
        assert_string_equal(error.rule, "");
        assert_string_equal(error.section, "");
        assert_string_equal(error.message, "");
    }
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_before_the_break_are_read),
        cmocka_unit_test(a_break_behind_the_last_byte_is_told),
        cmocka_unit_test(a_break_before_the_first_byte_fails),
        cmocka_unit_test(a_break_without_a_word_has_an_error_all_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * Bytes that are measured and then written: what is given is exactly what was written, whatever the caller measured. */
#include "core/fill.h"
#include "machinery.h"

static reel_chunk *new_chunk(void)
{
    static const reel_table *const none[] = { NULL };
    static const reel_allocator *const usual = NULL;
    const reel_allocator allocator = reel__memory_allocator(usual);
    reel_chunk *chunk = reel__chunk_new(none, NULL, 10, &allocator);
    assert_non_null(chunk);
    return chunk;
}

static void pieces_are_joined(void **state)
{
    (void)state;
    reel_chunk *chunk = new_chunk();
    chunk_fill fill = reel__fill_begin(chunk, 6);
    reel__fill_bytes(&fill, "ab", 2);
    reel__fill_bytes(&fill, NULL, 0);
    memcpy(reel__fill_room(&fill, 3), "cde", 3);
    reel__fill_bytes(&fill, "f", 1);
    reel_string text = reel__fill_text(&fill);
    assert_int_equal(text.size, 6);
    assert_memory_equal(text.data, "abcdef", 6);
    assert_int_equal(reel_build_status(chunk), REEL_OK);
    reel__chunk_free(chunk);
}

static void nothing_is_a_text_of_no_bytes(void **state)
{
    (void)state;
    reel_chunk *chunk = new_chunk();
    chunk_fill fill = reel__fill_begin(chunk, 0);
    reel__fill_bytes(&fill, "", 0);
    assert_int_equal(reel__fill_text(&fill).size, 0);
    assert_int_equal(reel_build_status(chunk), REEL_OK);
    reel__chunk_free(chunk);
}

/* Writes `pieces` pieces of `size` bytes into room for `measured`. */
static void differs(size_t measured, size_t pieces, size_t size)
{
    reel_chunk *chunk = new_chunk();
    reel_error error;
    chunk_fill fill = reel__fill_begin(chunk, measured);
    for (size_t i = 0; i < pieces; i++) reel__fill_bytes(&fill, "abcdefgh", size);
    reel_bytes bytes = reel__fill_end(&fill);
    assert_null(bytes.data);
    assert_int_equal(bytes.size, 0);
    assert_int_equal(reel_build_status(chunk), REEL_CORRUPT);
    assert_int_equal(reel__chunk_failure(chunk, 0, &error), REEL_CORRUPT);
    assert_string_equal(error.rule, "reel.internal");
    reel__chunk_free(chunk);
}

static void sizes_that_differ_give_nothing(void **state)
{
    (void)state;
    for (size_t measured = 0; measured < 20; measured++)
        for (size_t pieces = 0; pieces < 6; pieces++)
            for (size_t size = 0; size <= 8; size++)
                if (pieces * size != measured) differs(measured, pieces, size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_joined),
        cmocka_unit_test(nothing_is_a_text_of_no_bytes),
        cmocka_unit_test(sizes_that_differ_give_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * The small parts that everything stands on. */
#include <limits.h>
#include <math.h>

#include "core/input.h"
#include "core/output.h"
#include "core/packing.h"
#include "core/text.h"
#include "support.h"

static char *say(char *buffer, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    reel__text_format(buffer, size, format, arguments);
    va_end(arguments);
    return buffer;
}

static void messages_format_like_printf(void **state)
{
    (void)state;
    char ours[200], theirs[200];
    say(ours, sizeof ours, "%d %d %u %x %s %c %% %.*s", INT_MIN, 7, UINT_MAX, 0xbeefu, "text", 'c', 3, "abcdef");
    snprintf(theirs, sizeof theirs, "%d %d %u %x %s %c %% %.*s", INT_MIN, 7, UINT_MAX, 0xbeefu, "text", 'c', 3, "abcdef");
    assert_string_equal(ours, theirs);
    say(ours, sizeof ours, "%lld %llu %zu %ld %lu", LLONG_MIN, ULLONG_MAX, (size_t)0, -5L, 5UL);
    snprintf(theirs, sizeof theirs, "%lld %llu %zu %ld %lu", LLONG_MIN, ULLONG_MAX, (size_t)0, -5L, 5UL);
    assert_string_equal(ours, theirs);
}

static void messages_are_cut_at_their_room(void **state)
{
    (void)state;
    char small[8] = "1234567";
    assert_string_equal(say(small, sizeof small, "%s", "a long text"), "a lo…");
    assert_string_equal(say(small, sizeof small, "%s", "a long "), "a long ");
    assert_string_equal(say(small, sizeof small, "%s", "aé€€€"), "aé…");
    assert_string_equal(say(small, 3, "%s", "a€"), "a");
    assert_string_equal(say(small, 1, "%d", 5), "");
    assert_string_equal(say(small, sizeof small, "<%.*s>", 4, "aé€"), "<aé>");
}

static void messages_have_a_plural(void **state)
{
    (void)state;
    char text[100];
    static const char format[] = "%llu {wall has|walls have} %s {its|their} energy";
    assert_string_equal(say(text, sizeof text, format, 1ull, "{1|2}"), "1 wall has {1|2} its energy");
    assert_string_equal(say(text, sizeof text, format, 0ull, ""), "0 walls have  their energy");
    assert_string_equal(say(text, sizeof text, "%d {a|b}, %zu {c|d}, %u {|s}", -1, (size_t)1, 21u), "-1 b, 1 c, 21 s");
    assert_string_equal(say(text, sizeof text, "{} {a {b}|} {a"), "{} {a {b}|} {a");
}

static void messages_hide_control_characters(void **state)
{
    (void)state;
    char text[32];
    assert_string_equal(say(text, sizeof text, "%s", "a\nb\033[31m"), "a?b?[31m");
}

static void decimals_are_short(void **state)
{
    (void)state;
    char text[64];
    assert_string_equal(say(text, sizeof text, "%f %f %f %f", 1.0, -0.5, 12.3456, (double)NAN), "1 -0.5 12.346 NaN");
    assert_string_equal(say(text, sizeof text, "%f %f", (double)INFINITY, 1e300), "infinity over 9e15");
    assert_string_equal(say(text, sizeof text, "%f %f %f", -0.0, -0.0004, -0.0005), "0 0 -0.001");
}

static void arena_gives_aligned_and_separate_places(void **state)
{
    (void)state;
    test_allocator memory = { 0 };
    memory_arena arena = { .allocator = test_allocator_of(&memory) };
    uint8_t *places[200];
    for (size_t i = 0; i < 200; i++) {
        places[i] = reel__arena_push(&arena, i * 37 % 3000 + 1);
        assert_non_null(places[i]);
        assert_int_equal((uintptr_t)places[i] % 16, 0);
        memset(places[i], (int)i, i * 37 % 3000 + 1);
    }
    for (size_t i = 0; i < 200; i++)
        for (size_t b = 0; b < i * 37 % 3000 + 1; b++) assert_int_equal(places[i][b], (uint8_t)i);
    reel__arena_reset(&arena);
    assert_non_null(reel__arena_push(&arena, 10));
    reel__arena_free(&arena);
    assert_int_equal(memory.live, 0);
}

/* A source that gives `step` bytes at a time and says how many there are only where `told`. */
typedef struct drip {
    const uint8_t *data;
    size_t size, at, step;
} drip;

static reel_status drip_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    (void)error;
    drip *d = context;
    size_t count = d->size - d->at < d->step ? d->size - d->at : d->step;
    if (count > capacity) count = capacity;
    if (count == 0) return REEL_END;
    memcpy(buffer, d->data + d->at, count);
    d->at += count;
    *got = count;
    return REEL_OK;
}

static void window_slides_over_any_source(void **state)
{
    (void)state;
    enum { SIZE = 200000 };
    uint8_t *data = malloc(SIZE);
    assert_non_null(data);
    for (size_t i = 0; i < SIZE; i++) data[i] = (uint8_t)(i * 7 + i / 256);
    const size_t steps[] = { 1, 7, 4096, SIZE };
    for (size_t s = 0; s < 4; s++) {
        for (int told = 0; told < 2; told++) {
            test_allocator memory = { 0 };
            reel_allocator allocator = test_allocator_of(&memory);
            drip d = { data, SIZE, 0, steps[s] };
            reel_source source = { .context = &d, .size = told ? SIZE : REEL_UNKNOWN_SIZE, .read = drip_read };
            reel_input input;
            reel_error error;
            reel_cursor in = { 0 };
            reel__input_open(&input, source, UINT64_MAX, UINT64_MAX, NULL, &allocator);
            size_t at = 0;
            while (reel__input_fill(&input, &in, 100, &error) == REEL_OK) {
                assert_int_equal(reel_offset(&in), at);
                assert_memory_equal(in.at, data + at, 100);
                reel_take(&in, 90);
                at += 90;
            }
            assert_int_equal(reel_offset(&in), at);
            assert_int_equal(reel_left(&in), SIZE - at);
            assert_memory_equal(in.at, data + at, SIZE - at);
            assert_true(memory.peak <= 65536);
            reel__input_close(&input);
            assert_int_equal(memory.live, 0);
        }
    }
    free(data);
}

static void window_can_hold_all(void **state)
{
    (void)state;
    enum { SIZE = 100001 };
    uint8_t *data = calloc(1, SIZE);
    assert_non_null(data);
    data[SIZE - 1] = 9;
    for (int told = 0; told < 2; told++) {
        test_allocator memory = { 0 };
        reel_allocator allocator = test_allocator_of(&memory);
        drip d = { data, SIZE, 0, 5000 };
        reel_input input;
        reel_error error;
        reel_cursor in = { 0 };
        reel__input_open(&input, (reel_source){ .context = &d, .size = told ? SIZE : REEL_UNKNOWN_SIZE, .read = drip_read },
                         UINT64_MAX, UINT64_MAX, NULL, &allocator);
        assert_int_equal(reel__input_fill(&input, &in, 10, &error), REEL_OK);
        reel_take(&in, 3);
        assert_int_equal(reel__input_fill(&input, &in, SIZE_MAX, &error), REEL_END);
        assert_int_equal(reel_left(&in), SIZE - 3);
        assert_int_equal(in.at[SIZE - 4], 9);
        if (told) assert_true(memory.peak <= SIZE + 1);
        reel__input_close(&input);
    }
    free(data);
}

static void window_keeps_to_its_limits(void **state)
{
    (void)state;
    static const uint8_t data[50000] = { 0 };
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    drip d = { data, sizeof data, 0, 1000 };
    reel_input input;
    reel_error error;
    reel_cursor in = { 0 };
    reel__input_open(&input, (reel_source){ .context = &d, .size = REEL_UNKNOWN_SIZE, .read = drip_read }, 20000, UINT64_MAX,
                     NULL, &allocator);
    assert_int_equal(reel__input_fill(&input, &in, SIZE_MAX, &error), REEL_LIMIT);
    assert_string_equal(error.rule, "reel.input-limit");
    reel__input_close(&input);
    d.at = 0;
    in = (reel_cursor){ 0 };
    reel__input_open(&input, (reel_source){ .context = &d, .size = REEL_UNKNOWN_SIZE, .read = drip_read }, UINT64_MAX, 20000,
                     NULL, &allocator);
    assert_int_equal(reel__input_fill(&input, &in, SIZE_MAX, &error), REEL_LIMIT);
    assert_string_equal(error.rule, "reel.buffer-limit");
    reel__input_close(&input);
    assert_int_equal(memory.live, 0);
}

/* Fills the window over `size` zeros in a source that does not know how many they are. */
static reel_status fill(size_t size, size_t want, uint64_t buffer_limit, size_t *peak)
{
    uint8_t *data = calloc(1, size);
    assert_non_null(data);
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    drip d = { data, size, 0, size };
    reel_input input;
    reel_error error;
    reel_cursor in = { 0 };
    reel__input_open(&input, (reel_source){ .context = &d, .size = REEL_UNKNOWN_SIZE, .read = drip_read }, UINT64_MAX,
                     buffer_limit, NULL, &allocator);
    reel_status status = reel__input_fill(&input, &in, want, &error);
    if (status >= 0) assert_int_equal(reel_left(&in), size);
    reel__input_close(&input);
    assert_int_equal(memory.live, 0);
    *peak = memory.peak;
    free(data);
    return status;
}

static void window_can_be_as_large_as_its_limit(void **state)
{
    (void)state;
    size_t peak;
    assert_int_equal(fill(100000, SIZE_MAX, 110000, &peak), REEL_END);
    assert_int_equal(fill(100000, SIZE_MAX, 99999, &peak), REEL_LIMIT);
}

static void window_grows_with_what_is_there_not_with_what_is_wanted(void **state)
{
    (void)state;
    size_t peak;
    assert_int_equal(fill(100000, (size_t)900 << 20, (uint64_t)1 << 30, &peak), REEL_END);
    assert_true(peak < 500000);
}

static void cursor_fails_once_and_stays_failed(void **state)
{
    (void)state;
    const uint8_t data[6] = { 1, 2, 3, 4, 5, 6 };
    reel_cursor c = { .at = data, .end = data + 6, .end_offset = 106 };
    assert_int_equal(reel_get_u32le(&c), 0x04030201);
    assert_int_equal(reel_get_u32le(&c), 0);
    assert_true(c.failed);
    assert_int_equal(c.failed_at, 104);
    assert_int_equal(reel_get_u8(&c), 0);
    assert_int_equal(c.failed_at, 104);
}

static void leb128_reads_what_it_writes(void **state)
{
    (void)state;
    const uint64_t values[] = { 0, 1, 127, 128, 16383, 16384, UINT32_MAX, (uint64_t)1 << 63, UINT64_MAX };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        uint8_t room[16];
        reel_output out = { .at = room, .end = room + 16, .buffer = room };
        reel_put_leb128(&out, values[i]);
        reel_cursor c = { .at = room, .end = out.at };
        assert_true(reel_get_leb128(&c) == values[i]);
        assert_false(c.failed);
        assert_int_equal(reel_left(&c), 0);
    }
}

static void leb128_refuses_what_is_no_64_bit_number(void **state)
{
    (void)state;
    const uint8_t over[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02, 7 };
    reel_cursor c = { .at = over, .end = over + sizeof over, .end_offset = sizeof over };
    reel_get_leb128(&c);
    assert_true(c.failed);
    assert_int_equal(c.failed_at, 0);
    assert_int_equal(reel_get_u8(&c), 0); /* sticky as every failure */
    const uint8_t cut[] = { 0x80, 0x80 };
    c = (reel_cursor){ .at = cut, .end = cut + 2, .end_offset = 2 };
    reel_get_leb128(&c);
    assert_true(c.failed);
}

static void output_tells_a_space_that_it_cannot_give(void **state)
{
    (void)state;
    test_sink sink = { 0 };
    reel_sink to = test_sink_of(&sink);
    reel_error error = { .rule = "" };
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_output out;
    assert_true(reel__output_open(&out, &to, &allocator, &error));
    while (reel_put_space(&out, 5000)) continue; /* more than is promised: there may be room, and there may not */
    assert_int_equal(out.status, REEL_ARGUMENT);
    assert_string_equal(error.rule, "reel.space");
    reel__output_close(&out, &allocator);
    to.discard(to.context);
    test_sink_free(&sink);
}

static void checksum_sees_every_bit(void **state)
{
    (void)state;
    uint8_t data[103];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(i * 11);
    uint64_t sum = reel__packing_checksum(data, sizeof data);
    for (size_t bit = 0; bit < 8 * sizeof data; bit++) {
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_true(reel__packing_checksum(data, sizeof data) != sum);
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    assert_true(reel__packing_checksum(data, sizeof data - 1) != sum);
}

static void findings_keep_a_hundred_of_a_rule(void **state)
{
    (void)state;
    reel_findings *findings = reel_findings_new(NULL);
    for (int i = 0; i < 1000; i++)
        reel_findings_report(findings, &(reel_finding){ .rule = "a", .severity = REEL_WARNING, .message = "m" });
    reel_findings_report(findings, &(reel_finding){ .rule = "b", .severity = REEL_ERROR, .message = "n" });
    assert_int_equal(reel_findings_count(findings), 101);
    assert_int_equal(reel_findings_total(findings, REEL_WARNING), 1000);
    assert_string_equal(reel_findings_at(findings, 100)->message, "n");
    assert_null(reel_findings_at(findings, 101));
    reel_findings_free(findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_format_like_printf),
        cmocka_unit_test(messages_are_cut_at_their_room),
        cmocka_unit_test(messages_have_a_plural),
        cmocka_unit_test(messages_hide_control_characters),
        cmocka_unit_test(decimals_are_short),
        cmocka_unit_test(arena_gives_aligned_and_separate_places),
        cmocka_unit_test(window_slides_over_any_source),
        cmocka_unit_test(window_can_hold_all),
        cmocka_unit_test(window_keeps_to_its_limits),
        cmocka_unit_test(window_can_be_as_large_as_its_limit),
        cmocka_unit_test(window_grows_with_what_is_there_not_with_what_is_wanted),
        cmocka_unit_test(cursor_fails_once_and_stays_failed),
        cmocka_unit_test(leb128_reads_what_it_writes),
        cmocka_unit_test(leb128_refuses_what_is_no_64_bit_number),
        cmocka_unit_test(output_tells_a_space_that_it_cannot_give),
        cmocka_unit_test(checksum_sees_every_bit),
        cmocka_unit_test(findings_keep_a_hundred_of_a_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * Deflate by the zlib of third_party: its bytes never change, reel__zip_inflate reads them, and the level of a stream is found. */
#include "codec/pack/zip.h"
#include "codec/sha256.h"
#include "core/memory.h"

#include "support.h"

enum { TEXT_SIZE = 300000 };

/* Words in an order that repeats now and then, so that every level finds other matches. */
static uint8_t *made_text(void)
{
    static const char *const words[] = { "{\"position\":[", "0.5", "-12.25", "],\"forward\":", "true", "null,",
                                         "\"name\"",        "7",   "\r\n" };
    uint8_t *text = malloc(TEXT_SIZE + 16);
    uint32_t seed = 1;
    assert_non_null(text);
    for (size_t at = 0; at < TEXT_SIZE;) {
        seed = seed * 1664525 + 1013904223;
        const char *word = words[(seed >> 24) % (sizeof words / sizeof *words)];
        memcpy(text + at, word, strlen(word));
        at += strlen(word);
    }
    return text;
}

static reel_memory deflated(const uint8_t *text, size_t size, int level, size_t step)
{
    reel_memory out = { .allocator = reel__memory_allocator(NULL) };
    deflater *d = reel__deflater_new(level, &out.allocator);
    assert_non_null(d);
    for (size_t at = 0; at < size; at += step)
        assert_true(reel__deflater_add(d, text + at, size - at < step ? size - at : step, false, &out));
    assert_true(reel__deflater_add(d, NULL, 0, true, &out));
    reel__deflater_free(d);
    return out;
}

static void bytes_of_a_level_never_change(void **state)
{
    /* SHA-256, the first four bytes. An archive that was packed with other ones could not be unpacked. */
    static const uint32_t sums[] = { 0,          0xc6040a72, 0x341dc28e, 0xc0ea1749, 0x59bfe715,
                                     0x7d6ea4f1, 0xbb1ddfac, 0xcae8612a, 0x57bee8e4, 0x37d38035 };
    (void)state;
    const int one_in = (int)by_effort(1, 1, 3);
    uint8_t *text = made_text();
    for (int level = 1; level <= DEFLATE_LEVELS; level++)
        for (size_t step = TEXT_SIZE; step > 5000; step /= 50) {
            if (step < TEXT_SIZE && (level - 1) % one_in) continue;
            reel_memory out = deflated(text, TEXT_SIZE, level, step);
            uint8_t hash[SHA256_SIZE];
            sha256 sum;
            reel__sha256_begin(&sum);
            reel__sha256_add(&sum, out.data, out.size);
            reel__sha256_end(&sum, hash);
            if (reel_load_u32be(hash) != sums[level]) fail_msg("level %d: 0x%08x", level, reel_load_u32be(hash));
            reel_memory_free(&out);
        }
    free(text);
}

static void what_is_deflated_inflates(void **state)
{
    (void)state;
    uint8_t *text = made_text(), *back = malloc(TEXT_SIZE);
    assert_non_null(back);
    if (!reel__zip_known()) skip();
    for (int level = 1; level <= DEFLATE_LEVELS; level += (int)by_effort(1, 1, 3)) {
        reel_memory out = deflated(text, TEXT_SIZE, level, TEXT_SIZE);
        zip_reader reader = { .allocator = reel__memory_allocator(NULL) };
        const uint8_t *at = out.data;
        size_t made, all = 0;
        reel_status status;
        while ((status = reel__zip_inflate(&reader, &at, out.data + out.size, back + all, TEXT_SIZE - all, &made)) == REEL_OK &&
               all < TEXT_SIZE)
            all += made;
        all += made;
        assert_true(status >= 0);
        assert_int_equal(all, TEXT_SIZE);
        assert_memory_equal(back, text, TEXT_SIZE);
        reel__zip_reader_free(&reader);
        reel_memory_free(&out);
    }
    free(back);
    free(text);
}

/* Passes on a stream and its text in steps, as they come from a file. */
static deflate_match matched(const reel_memory *stream, const uint8_t *text, size_t steps, size_t settle_at)
{
    deflate_match m = { .allocator = reel__memory_allocator(NULL) };
    size_t at = 0, text_at = 0;
    assert_true(reel__deflate_match_begin(&m));
    for (size_t i = 1; i <= steps; i++) {
        const size_t end = stream->size * i / steps, text_end = TEXT_SIZE * i / steps;
        assert_true(reel__deflate_match_add(&m, stream->data + at, end - at, text + text_at, text_end - text_at, i == steps));
        at = end, text_at = text_end;
        if (i == settle_at) reel__deflate_match_settle(&m);
    }
    return m;
}

static void levels_are_found(void **state)
{
    (void)state;
    uint8_t *text = made_text();
    for (int level = 1; level <= DEFLATE_LEVELS; level += (int)by_effort(1, 1, 5))
        for (size_t steps = 1; steps < 60; steps = steps * 50) {
            reel_memory stream = deflated(text, TEXT_SIZE, level, TEXT_SIZE), again = deflated(text, TEXT_SIZE, 1, TEXT_SIZE);
            /* Levels of 2 and more have made nothing yet, or differ in later blocks only. */
            deflate_match m = matched(&stream, text, steps, level == 1 || level == 6 ? steps * 7 / 8 : 0);
            reel__deflate_match_settle(&m);
            reel_memory_free(&again);
            again = deflated(text, TEXT_SIZE, m.level, TEXT_SIZE); /* levels may make the same bytes */
            if (m.count != 1) fail_msg("level %d in %zu steps: %u levels", level, steps, m.count);
            assert_int_equal(m.equal[m.level], stream.size);
            assert_int_equal(reel__deflate_match_rest(&m).size, 0);
            assert_int_equal(again.size, stream.size);
            assert_memory_equal(again.data, stream.data, stream.size);
            reel__deflate_match_free(&m);
            reel_memory_free(&again);
            reel_memory_free(&stream);
        }
    free(text);
}

/* However early or late a stream differs: what the level makes, and the rest, are the stream. */
static void the_rest_of_other_streams_is_kept(void **state)
{
    (void)state;
    uint8_t *text = made_text();
    reel_memory right = deflated(text, TEXT_SIZE, 6, TEXT_SIZE);
    for (size_t wrong = 0; wrong < right.size; wrong += right.size / by_effort(17, 17, 5)) {
        reel_memory stream = { .allocator = reel__memory_allocator(NULL) };
        assert_true(memory_add(&stream, right.data, right.size) && memory_add(&stream, "more", wrong % 5 ? 0 : 4));
        stream.data[wrong] ^= 1;
        deflate_match m = { .allocator = reel__memory_allocator(NULL) };
        size_t rest = 0, at = 0;
        bool over = false;
        assert_true(reel__deflate_match_begin(&m));
        for (size_t i = 1; i <= 50 && !over; i++) {
            const size_t from = TEXT_SIZE * (i - 1) / 50, end = stream.size * i / 50;
            assert_true(reel__deflate_match_add(&m, stream.data + at, end - at, text + from, TEXT_SIZE * i / 50 - from, i == 50));
            at = end;
            over = m.count == 0;
        }
        assert_true(over);
        const reel_bytes left = reel__deflate_match_rest(&m);
        rest = (size_t)m.equal[m.level];
        assert_true(rest <= wrong);
        assert_int_equal(rest + left.size, at);
        if (left.size) assert_memory_equal(left.data, stream.data + rest, left.size);
        if (m.level == 6) assert_memory_equal(stream.data, right.data, rest);
        reel__deflate_match_free(&m);
        reel_memory_free(&stream);
    }
    reel_memory_free(&right);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_a_level_never_change),
        cmocka_unit_test(what_is_deflated_inflates),
        cmocka_unit_test(levels_are_found),
        cmocka_unit_test(the_rest_of_other_streams_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * Random text in UTF-16, read by every step: the UTF-8 is that of each character, and offsets lead back to the file. */
#include "codec/utf16.h"
#include "core/text.h"
#include "support.h"

enum { MOST = 3000, STEPS = 5 };

typedef struct made {
    uint8_t file[2 + 4 * MOST + 1], text[4 * MOST];
    uint64_t
        offsets[4 * MOST + 1]; /* in the file, of each byte of the text that begins a character; else that of the character */
    size_t file_size, text_size;
} made;

static uint32_t seed;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)seed * below) >> 32);
}

static void add_unit(made *m, utf16_order order, uint32_t unit)
{
    m->file[m->file_size++] = (uint8_t)(order == UTF16_LITTLE ? unit : unit >> 8);
    m->file[m->file_size++] = (uint8_t)(order == UTF16_LITTLE ? unit >> 8 : unit);
}

static void add_character(made *m, utf16_order order, uint32_t code)
{
    size_t size = reel__utf8_write(m->text + m->text_size, code);
    for (size_t i = 0; i < size; i++) m->offsets[m->text_size + i] = m->file_size;
    m->text_size += size;
    if (code < 0x10000) {
        add_unit(m, order, code);
        return;
    }
    add_unit(m, order, 0xd800 + ((code - 0x10000) >> 10));
    add_unit(m, order, 0xdc00 + (code & 0x3ff));
}

/* Mostly ASCII, and characters of each other width; no surrogate beside another. */
static void make(made *m, utf16_order order, size_t count, bool mark)
{
    m->file_size = m->text_size = 0;
    if (mark) add_unit(m, order, 0xfeff);
    for (size_t i = 0; i < count; i++) {
        switch (draw(12)) {
        case 0: add_character(m, order, 0x80 + draw(0x780)); break;
        case 1: add_character(m, order, 0x800 + draw(0xd000)); break;
        case 2: add_character(m, order, 0x10000 + draw(0x100000)); break;
        case 3: add_character(m, order, 0xe000 + draw(0x1000)); break;
        default: add_character(m, order, ' ' + draw(95)); break;
        }
    }
    m->offsets[m->text_size] = m->file_size;
}

/* Opens a text whose head of `head` bytes was read. In memory if `step` is 0, else from a source that gives `step` bytes at a time. */
static reel_source open_text(const made *m, utf16_order order, size_t head, size_t step, test_source *state,
                             const reel_allocator *allocator)
{
    reel_source outer;
    *state = (test_source){ .data = m->file, .size = m->file_size, .at = head, .step = step };
    assert_int_equal(reel__utf16_open(step ? test_source_of(state) : reel_source_memory(m->file, m->file_size), order, m->file,
                                      head, NULL, allocator, &outer, NULL),
                     REEL_OK);
    return outer;
}

static size_t read_all(const reel_source *from, uint8_t *to, size_t capacity, size_t room, reel_status *status, reel_error *error)
{
    size_t size = 0, got;
    do {
        size_t some = capacity - size < room ? capacity - size : room;
        *status = from->read(from->context, to + size, some, &got, error);
        size += got;
    } while (*status == REEL_OK && size < capacity);
    if (*status == REEL_OK) *status = from->read(from->context, to, 1, &got, error);
    return size;
}

static void any_text_is_read_by_any_step(void **state)
{
    (void)state;
    static made m;
    static uint8_t text[sizeof m.text];
    static const size_t steps[STEPS] = { 0, 1, 3, 1000, 100000 };
    for (size_t run = 0; run < by_effort(2000, 300, 60); run++) {
        test_allocator memory = { 0 };
        reel_allocator allocator = test_allocator_of(&memory);
        test_source source;
        reel_status status;
        seed = (uint32_t)run;
        const utf16_order order = run % 2 ? UTF16_BIG : UTF16_LITTLE;
        make(&m, order, run < 8 ? run : draw(MOST), run % 3 == 0);
        const size_t step = steps[run % STEPS], head = step && m.file_size ? draw((uint32_t)m.file_size + 1) : 0;
        reel_source outer = open_text(&m, order, head, step, &source, &allocator);
        size_t size = read_all(&outer, text, sizeof text, run % 7 == 0 ? 1 : 1 + draw(5000), &status, NULL);
        assert_int_equal(status, REEL_END);
        assert_int_equal(size, m.text_size);
        assert_memory_equal(text, m.text, size);
        for (size_t i = 0; i <= size && size; i++)
            if (reel__utf16_offset(&outer, i) != m.offsets[i]) fail_msg("run %zu: byte %zu", run, i);
        outer.close(outer.context);
        assert_int_equal(memory.live, 0);
    }
}

static void half_a_pair_is_invalid_text_and_half_a_unit_is_the_end(void **state)
{
    (void)state;
    static made m;
    uint8_t text[64];
    static const uint8_t right[] = { 'a', 0xed, 0xa0, 0xbd, 'b', 0xed, 0xb8, 0x80, 0xed, 0xa0, 0xbd };
    for (utf16_order order = UTF16_LITTLE; order <= UTF16_BIG; order++) {
        test_source source;
        reel_status status;
        reel_error error = { .rule = "" };
        reel_allocator allocator = test_allocator_of(&(test_allocator){ 0 });
        m.file_size = m.text_size = 0;
        static const uint32_t units[] = { 'a', 0xd83d, 'b', 0xde00, 0xd83d };
        for (size_t i = 0; i < 5; i++) add_unit(&m, order, units[i]);
        m.file[m.file_size++] = 'x';
        reel_source outer = open_text(&m, order, 0, 1, &source, &allocator);
        assert_int_equal(read_all(&outer, text, sizeof text, 5, &status, &error), sizeof right - 3);
        assert_memory_equal(text, right, sizeof right - 3); /* a pair may follow the byte */
        assert_int_equal(status, REEL_TRUNCATED);
        assert_string_equal(error.rule, "reel.utf-16");
        outer.close(outer.context);
        m.file_size--;
        outer = open_text(&m, order, 0, 1, &source, &allocator);
        assert_int_equal(read_all(&outer, text, sizeof text, 5, &status, &error), sizeof right);
        assert_memory_equal(text, right, sizeof right);
        assert_int_equal(status, REEL_END);
        outer.close(outer.context);
    }
}

static void the_order_is_seen_with_and_without_a_mark(void **state)
{
    (void)state;
    static const uint8_t little[] = "2\0004\0000\0\n\0", big[] = "\0002\0004\0000\0\n", plain[] = "240\n12|1", zeros[16] = { 0 };
    assert_int_equal(reel__utf16_order_of((const uint8_t *)"\xff\xfe", 2), UTF16_LITTLE);
    assert_int_equal(reel__utf16_order_of((const uint8_t *)"\xfe\xff", 2), UTF16_BIG);
    assert_int_equal(reel__utf16_order_of(little, 8), UTF16_LITTLE);
    assert_int_equal(reel__utf16_order_of(big, 8), UTF16_BIG);
    assert_int_equal(reel__utf16_order_of(plain, 8), UTF16_NOT);
    assert_int_equal(reel__utf16_order_of(zeros, 16), UTF16_NOT);
    assert_int_equal(reel__utf16_order_of(little, 6), UTF16_NOT);
}

static void memory_that_runs_out_is_reported(void **state)
{
    (void)state;
    static made m;
    seed = 1;
    make(&m, UTF16_LITTLE, 500, true);
    for (size_t fail = 1; fail < 8; fail++) {
        test_allocator memory = { .fail_at = fail, .fail_once = true };
        reel_allocator allocator = test_allocator_of(&memory);
        static uint8_t text[sizeof m.text];
        reel_source outer;
        reel_error error = { .rule = "" };
        reel_status status;
        test_source source = { .data = m.file, .size = m.file_size, .step = 100 };
        if (reel__utf16_open(test_source_of(&source), UTF16_LITTLE, m.file, 0, NULL, &allocator, &outer, &error) == REEL_OK) {
            read_all(&outer, text, sizeof text, 100, &status, &error);
            assert_true(status == (memory.calls >= fail ? REEL_MEMORY : REEL_END));
            outer.close(outer.context);
        }
        assert_int_equal(source.closed, 1);
        assert_int_equal(memory.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_text_is_read_by_any_step),
        cmocka_unit_test(half_a_pair_is_invalid_text_and_half_a_unit_is_the_end),
        cmocka_unit_test(the_order_is_seen_with_and_without_a_mark),
        cmocka_unit_test(memory_that_runs_out_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * Macros whose end was never written: in each format that is written, from every third of the file on, zeros or 0xFF take the place of what
 * was there. What is read are the first inputs of the whole, an error says so, and a repair leaves them. */
#include "machinery.h"

#include <reel/gdr.h>
#include <reel/macros.h>

enum { PRESSES = 60, STEP = 30, HOLD = 8 };

static size_t tried, refused;

static void put_input(reel_writer *writer, int64_t frame, bool down)
{
    const gdr_input input = { .frame = frame, .button = GDR_JUMP, .down = down };
    assert_int_equal(reel_append(writer, &gdr_inputs, &input, 1), REEL_OK);
}

/* A macro of presses and releases, as GDR2. */
static reel_memory make_macro(void)
{
    reel_memory made;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_gdr2, NULL, &writer, NULL), REEL_OK);
    const gdr_info info = { .version = 2, .framerate = 240, .duration = (float)(PRESSES * STEP) / 240.0f };
    assert_int_equal(reel_append(writer, &gdr_infos, &info, 1), REEL_OK);
    for (int64_t i = 0; i < PRESSES; i++) {
        const int64_t frame = STEP * i + 3 + i * i * 7 % 11; /* not at equal intervals, which are packed as a repeat */
        put_input(writer, frame, true);
        put_input(writer, frame + HOLD, false);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return made;
}

static void try_cleared(const reel_format *format, const reel_memory *made, const reel_replay *whole, size_t kept, int byte)
{
    static finding_text findings;
    char what[100];
    snprintf(what, sizeof what, "%s with %#x from byte %zu of %zu on", format->id, (unsigned)byte, kept, made->size);
    uint8_t *data = malloc(made->size);
    assert_non_null(data);
    memcpy(data, made->data, kept);
    memset(data + kept, byte, made->size - kept);
    memset(&findings, 0, sizeof findings);
    const reel_options options = { REEL_SIZED(reel_options), .format = format, .report = finding_text_report,
                                   .report_context = &findings };
    reel_replay *replay;
    tried++;
    if (reel_load(reel_source_memory(data, made->size), &options, &replay, NULL) < 0) {
        refused++;
        free(data);
        return;
    }
    size_t count, all;
    const gdr_input *rows = reel_rows(replay, &gdr_inputs, &count), *right = reel_rows(whole, &gdr_inputs, &all);
    if (!findings.total) fail_msg("%s: nothing is reported", what);
    if (count > all - all / 12) fail_msg("%s: %zu inputs", what, count);
    /* 0xFF in a section of Silicate 3 is a section of its own */
    if (format == &reel_format_slc3 && byte && findings.errors) {
        reel_free(replay);
        free(data);
        return;
    }
    /* the input that the padding begins in may be another one: its own zeros cannot be told from those */
    for (size_t i = 0; i + 1 < count; i++)
        if (!rows_equal(&gdr_inputs, &rows[i], &right[i])) fail_msg("%s: input %zu is not that of the whole", what, i);
    reel_memory again;
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    if (reel_convert(reel_source_memory(data, made->size), &options, NULL, reel_sink_memory(&again, NULL), &how, NULL) ==
        REEL_OK) {
        reel_replay *repaired = load_bytes(again.data, again.size,
                                           &(reel_options){ REEL_SIZED(reel_options), .flags = REEL_STRICT, .format = format });
        size_t left;
        reel_rows(repaired, &gdr_inputs, &left);
        if (left != count) fail_msg("%s: %zu inputs after a repair, not %zu", what, left, count);
        reel_free(repaired);
        reel_memory_free(&again);
    }
    reel_free(replay);
    free(data);
}

static void a_macro_that_was_not_written_to_its_end_has_only_its_own_inputs(void **state)
{
    (void)state;
    reel_memory macro = make_macro();
    size_t formats = 0;
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        reel_memory made;
        if (strcmp((*format)->game, "Geometry Dash") != 0 || reel_convert(reel_source_memory(macro.data, macro.size), NULL,
                                                                          *format, reel_sink_memory(&made, NULL), NULL, NULL) < 0)
            continue;
        reel_replay *whole = load_bytes(made.data, made.size, &(reel_options){ REEL_SIZED(reel_options), .format = *format });
        formats++;
        const size_t step = by_effort(1, 3, 17);
        for (size_t kept = made.size / 3; kept + made.size / 8 < made.size; kept += step)
            for (int byte = 0; byte < 256; byte += 255) try_cleared(*format, &made, whole, kept, byte);
        reel_free(whole);
        reel_memory_free(&made);
    }
    reel_memory_free(&macro);
    print_message("%zu macros of %zu formats, %zu refused\n", tried, formats, refused);
    assert_true(formats > 10 && refused < tried / 3 * 2); /* JSON that ends early has no framerate, which is its last member */
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_macro_that_was_not_written_to_its_end_has_only_its_own_inputs) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

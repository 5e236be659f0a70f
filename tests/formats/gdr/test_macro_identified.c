/* SPDX-License-Identifier: MIT
 * A macro that is written is identified as what it was written as, whatever the number of its inputs: counts are among the first bytes of many
 * formats without a name, where they look like framerates, names and counts of others. */
#include <reel/format.h>
#include <reel/macros.h>
#include <stdio.h>

#include "support.h"

static uint32_t chance(uint32_t limit)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)(state >> 16) % limit;
}

/* As many inputs of one button as `count`, `step` frames apart, or at random up to that. */
static reel_memory made_macro(size_t count, uint32_t step, bool random)
{
    const gdr_info info = { .version = 2, .framerate = 240, .bot_version = 1, .bot_name = { "toy", 3 } };
    reel_memory memory;
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_gdr2, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &gdr_infos, &info, 1);
    gdr_input input = { .button = GDR_JUMP };
    for (size_t i = 0; i < count; i++) {
        input.frame += random ? chance(step + 1) : step;
        input.down = !(i & 1);
        reel_append(writer, &gdr_inputs, &input, 1);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return memory;
}

/* Some sizes at all scales, half of which end with the upper byte of a float that is a usual framerate. */
static size_t choose_count(size_t most)
{
    size_t count = chance((uint32_t)(most >> chance(14))) + 1;
    return chance(2) ? count : (count & ~(size_t)0xff) + 0x3e + chance(12);
}

static void what_is_written_is_identified(void **state)
{
    (void)state;
    size_t turns = by_effort(400, 60, 24), most = by_effort(1u << 20, 1u << 17, 1u << 16), tried = 0;
    for (size_t turn = 0; turn < turns; turn++) {
        size_t count = choose_count(most);
        uint32_t step = 1 + chance(turn % 3 ? 8 : 300);
        reel_memory macro = made_macro(count, step, turn % 2);
        for (const reel_format *const *format = reel_formats(); *format; format++) {
            if (!reel_format_writes(*format) || strcmp((*format)->game, "Geometry Dash") != 0) continue;
            const reel_convert_options quick = { REEL_SIZED(reel_convert_options), .flags = REEL_NO_VERIFY };
            const reel_format *found = NULL;
            reel_memory made;
            reel_error error;
            reel_status status = reel_convert(reel_source_memory(macro.data, macro.size), NULL, *format,
                                              reel_sink_memory(&made, NULL), &quick, &error);
            if (status == REEL_UNSUPPORTED) continue;
            if (status < 0) fail_msg("%zu inputs to %s: %s", count, (*format)->id, error.message);
            reel_status known = reel_identify(reel_source_memory(made.data, made.size), NULL, &found, NULL, &error);
            if (known < 0 || found != *format)
                fail_msg("%zu inputs, %u frames apart%s: %s is taken for %s", count, step, turn % 2 ? " at most" : "",
                         (*format)->id, known < 0 ? error.message : found->id);
            reel_memory_free(&made);
            tried++;
        }
        reel_memory_free(&macro);
    }
    printf("%zu files\n", tried);
    assert_true(tried >= turns * 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_written_is_identified) };
    return cmocka_run_group_tests_name("macro_identified", tests, NULL, NULL);
}

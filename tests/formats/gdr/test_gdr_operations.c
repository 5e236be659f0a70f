/* SPDX-License-Identifier: MIT
 * Changes of macros at the ends of what numbers can say: each gives the exact result, or an error that names the row and no output. */
#include "truth.h"

typedef struct outcome {
    reel_status status;
    reel_error error;
    reel_memory file;
    reel_replay *replay; /* NULL where the operation failed */
    char rule[64];       /* the first finding of severity error */
    const reel_table *table;
    uint64_t row, dropped; /* dropped: rows of edit.dropped */
} outcome;

static void watch(void *context, const reel_finding *finding)
{
    outcome *out = context;
    if (strcmp(finding->rule, "edit.dropped") == 0) out->dropped += finding->count;
    if (finding->severity != REEL_ERROR || strncmp(finding->rule, "edit.", 5) != 0) return;
    snprintf(out->rule, sizeof out->rule, "%s", finding->rule);
    out->table = finding->table;
    out->row = finding->row;
}

static outcome apply(const void *data, size_t size, const reel_convert_options *how)
{
    outcome out = { .status = REEL_OK };
    reel_options options = { REEL_SIZED(reel_options), .report = watch, .report_context = &out };
    reel_error error = { .rule = "" };
    out.status = reel_convert(reel_source_memory(data, size), &options, NULL, reel_sink_memory(&out.file, NULL), how, &error);
    out.error = error;
    if (out.status >= 0 && reel_load(reel_source_memory(out.file.data, out.file.size), NULL, &out.replay, NULL) < 0)
        fail_msg("the output does not read");
    if (out.status < 0) assert_int_equal(out.file.size, 0);
    return out;
}

static outcome operate(const void *data, size_t size, const char *id, const char *argument)
{
    const reel_setting operation = { id, argument };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &operation, .operation_count = 1 };
    return apply(data, size, &how);
}

static void end(outcome *out)
{
    reel_free(out->replay);
    reel_memory_free(&out->file);
}

/* ---- made files --------------------------------------------------------------------------------------------------- */

/* GDR1 in JSON with one press. */
static size_t json_macro(char text[300], int64_t frame, const char *rate)
{
    return (size_t)snprintf(text, 300, "{\"framerate\":%s,\"inputs\":[{\"frame\":%lld,\"btn\":1,\"2p\":false,\"down\":true}]}",
                            rate, (long long)frame);
}

/* GDR2 with deaths and presses of the first player. */
static reel_memory binary_macro(const int64_t *deaths, size_t death_count, const int64_t *frames, size_t count)
{
    reel_memory file;
    reel_writer *writer;
    const gdr_info info = { .version = 2, .framerate = 240, .bot_version = 1 };
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_gdr2, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &gdr_infos, &info, 1);
    reel_append(writer, &gdr_deaths, deaths, death_count);
    for (size_t i = 0; i < count; i++) {
        const gdr_input input = { .frame = frames[i], .button = GDR_JUMP, .down = 1 };
        reel_append(writer, &gdr_inputs, &input, 1);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return file;
}

/* ---- frames per second -------------------------------------------------------------------------------------------- */

#define OVER (INT64_MIN + 1)

/* Made with exact fractions. OVER: more than 63 bits. */
static const struct {
    int64_t frame;
    const char *from, *to;
    int64_t result;
} scaled[] = {
    { INT64_C(2147483648), "240", "1000000", INT64_C(8947848533333) },
    { INT64_C(9007199254740993), "240", "1000000", OVER },
    { INT64_C(0), "240", "1000000", INT64_C(0) },
    { INT64_C(4611686018427387904), "240", "1000000", OVER },
    { INT64_C(2147483647), "240", "120", INT64_C(1073741824) },
    { INT64_C(1), "240", "120", INT64_C(0) },
    { INT64_C(240), "240", "120", INT64_C(120) },
    { INT64_C(9223372036854775807), "240", "120", INT64_C(4611686018427387904) },
    { INT64_C(2147483647), "240", "360", INT64_C(3221225470) },
    { INT64_C(1152921504606846975), "240", "360", INT64_C(1729382256910270462) },
    { INT64_C(3), "240", "360", INT64_C(4) },
    { INT64_C(4611686018427387904), "240", "360", INT64_C(6917529027641081856) },
    { INT64_C(999999937), "360", "240", INT64_C(666666625) },
    { INT64_C(4611686018427387903), "360", "240", INT64_C(3074457345618258602) },
    { INT64_C(2147483648), "360", "240", INT64_C(1431655765) },
    { INT64_C(9223372036854775807), "360", "240", INT64_C(6148914691236517205) },
    { INT64_C(1152921504606846975), "59.94", "60", INT64_C(1154075580187034053) },
    { INT64_C(240), "59.94", "60", INT64_C(240) },
    { INT64_C(2), "59.94", "60", INT64_C(2) },
    { INT64_C(4611686018427387904), "59.94", "60", INT64_C(4616302320748136215) },
    { INT64_C(9223372036854775807), "60", "59.94", INT64_C(9214148664817920682) },
    { INT64_C(5), "60", "59.94", INT64_C(5) },
    { INT64_C(-5), "60", "59.94", INT64_C(-5) },
    { INT64_C(9223372036854775807), "60", "59.94", INT64_C(9214148664817920682) },
    { INT64_C(999999937), "0.1", "0.3", INT64_C(2999999811) },
    { INT64_MIN, "0.1", "0.3", OVER },
    { INT64_C(240), "0.1", "0.3", INT64_C(720) },
    { INT64_C(4611686018427387904), "0.1", "0.3", OVER },
    { INT64_C(9007199254740991), "1", "1e-05", INT64_C(90071992547) },
    { INT64_C(999999937), "1", "1e-05", INT64_C(10000) },
    { INT64_C(-5), "1", "1e-05", INT64_C(0) },
    { INT64_C(9223372036854775807), "1", "1e-05", INT64_C(92233720368548) },
    { INT64_C(1152921504606846975), "240", "5e-324", INT64_C(0) },
    { INT64_C(4294967296), "240", "5e-324", INT64_C(0) },
    { INT64_C(0), "240", "5e-324", INT64_C(0) },
    { INT64_C(9223372036854775807), "240", "5e-324", INT64_C(0) },
    { INT64_C(5), "5e-324", "240", OVER },
    { INT64_C(2147483648), "5e-324", "240", OVER },
    { INT64_C(2), "5e-324", "240", OVER },
    { INT64_C(4611686018427387904), "5e-324", "240", OVER },
    { INT64_C(0), "2.938735877055719e-39", "1", INT64_C(0) }, /* 2 to the power of -128 */
    { INT64_C(1), "2.938735877055719e-39", "1", OVER },
    { INT64_C(0), "999999999.0", "1.5", INT64_C(0) },
    { INT64_C(9007199254740991), "999999999.0", "1.5", INT64_C(13510799) },
    { INT64_C(2), "999999999.0", "1.5", INT64_C(0) },
    { INT64_C(9223372036854775807), "999999999.0", "1.5", INT64_C(13835058069) },
    { INT64_C(-1), "1", "999999999.0", INT64_C(-999999999) },
    { INT64_C(9007199254740991), "1", "999999999.0", OVER },
    { INT64_C(240), "1", "999999999.0", INT64_C(239999999760) },
    { INT64_C(4611686018427387904), "1", "999999999.0", OVER },
    { INT64_C(240), "144", "59.94005994", INT64_C(100) },
    { INT64_C(1), "144", "59.94005994", INT64_C(0) },
    { INT64_C(2147483648), "144", "59.94005994", INT64_C(893890962) },
    { INT64_C(9223372036854775807), "144", "59.94005994", INT64_C(3839232449569410616) },
};

static void scales_frames_exactly_or_refuses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scaled / sizeof *scaled; i++) {
        char text[300];
        size_t size = json_macro(text, scaled[i].frame, scaled[i].from), count;
        outcome out = operate(text, size, "tps", scaled[i].to);
        if (scaled[i].result == OVER) {
            assert_int_equal(out.status, REEL_LOSS);
            assert_string_equal(out.error.rule, "edit.frame-range");
            assert_string_equal(out.rule, "edit.frame-range");
            assert_ptr_equal(out.table, &gdr_inputs);
            assert_int_equal(out.row, 0);
        } else {
            if (out.status < 0) fail_msg("%s at %s: %s", text, scaled[i].to, out.error.message);
            const gdr_input *rows = reel_rows(out.replay, &gdr_inputs, &count);
            assert_int_equal(count, 1);
            if (rows->frame != scaled[i].result) fail_msg("%s at %s: %lld", text, scaled[i].to, (long long)rows->frame);
        }
        end(&out);
    }
}

static void scales_deaths_or_names_the_one_that_does_not_fit(void **state)
{
    (void)state;
    static const int64_t fine[] = { 3, INT64_MAX / 5000 }, beyond[] = { 3, INT64_MAX / 4000 };
    size_t count;
    reel_memory file = binary_macro(fine, 2, NULL, 0);
    outcome out = operate(file.data, file.size, "tps", "1000000");
    assert_int_equal(out.status, REEL_OK);
    const gdr_death *deaths = reel_rows(out.replay, &gdr_deaths, &count);
    assert_int_equal(count, 2);
    assert_int_equal(deaths[0].frame, 12500);
    assert_true(deaths[1].frame == INT64_C(7686143364045645833)); /* 1844674407370955 * 12500 / 3, to the nearest */
    end(&out);
    reel_memory_free(&file);
    file = binary_macro(beyond, 2, NULL, 0);
    out = operate(file.data, file.size, "tps", "1000000");
    assert_int_equal(out.status, REEL_LOSS);
    assert_ptr_equal(out.table, &gdr_deaths);
    assert_int_equal(out.row, 1);
    end(&out);
    reel_memory_free(&file);
}

static void scales_a_duration_in_frames_or_refuses(void **state)
{
    (void)state;
    static const char fine[] = "{\"framerate\":240,\"duration\":31073}",
                      beyond[] = "{\"framerate\":240,\"duration\":9000000000000000}";
    outcome out = operate(fine, strlen(fine), "tps", "480");
    size_t count;
    assert_int_equal(out.status, REEL_OK);
    assert_true(((const gdr_info_v1 *)reel_rows(out.replay, &gdr_infos_v1, &count))->duration == 62146);
    end(&out);
    out = operate(beyond, strlen(beyond), "tps", "1000000");
    assert_int_equal(out.status, REEL_LOSS);
    assert_ptr_equal(out.table, &gdr_infos_v1);
    end(&out);
}

/* ---- shift -------------------------------------------------------------------------------------------------------- */

/* Every frame with every shift: moved, dropped before the start, or refused beyond the end. */
static void shifts_frames_exactly_drops_or_refuses(void **state)
{
    (void)state;
    static const int64_t values[] = {
        0,         1,         2,         59,        INT64_C(1) << 40, (INT64_C(1) << 40) + 1, INT64_MAX - 1,
        -1,        -5,        -60,       INT64_MIN, INT64_MIN + 4,    INT64_MIN + 6,          INT64_MAX,
        INT32_MAX, INT32_MIN, UINT32_MAX
    };
    enum { VALUES = sizeof values / sizeof *values };
    for (size_t f = 0; f < VALUES; f++)
        for (size_t s = 0; s < VALUES; s++) {
            int64_t frame = values[f], by = values[s];
            char text[300], argument[40];
            size_t size = json_macro(text, frame, "240"), count;
            if (by == INT64_MIN) continue; /* not an argument: its size does not fit */
            snprintf(argument, sizeof argument, by > 0 && s % 2 ? "+%lld" : "%lld", (long long)by);
            bool over = by > 0 && frame > INT64_MAX - by, under = by < 0 && frame < INT64_MIN - by;
            bool before = !over && (under || frame + by < 0);
            outcome out = operate(text, size, "shift", argument);
            if (over) {
                assert_int_equal(out.status, REEL_LOSS);
                assert_string_equal(out.rule, "edit.frame-range");
                assert_ptr_equal(out.table, &gdr_inputs);
            } else {
                if (out.status < 0) fail_msg("%s by %s: %s", text, argument, out.error.message);
                const gdr_input *rows = reel_rows(out.replay, &gdr_inputs, &count);
                assert_int_equal(count, !before);
                assert_int_equal(out.dropped, before);
                if (!before) assert_true(rows->frame == frame + by);
            }
            end(&out);
        }
}

static void shifts_deaths_drops_or_refuses(void **state)
{
    (void)state;
    static const int64_t deaths[] = { 3, 7, INT64_MIN, 4, 900 }, frames[] = { 100 };
    size_t count;
    reel_memory file = binary_macro(deaths, 5, frames, 1);
    outcome out = operate(file.data, file.size, "shift", "-5");
    assert_int_equal(out.status, REEL_OK);
    const gdr_death *rows = reel_rows(out.replay, &gdr_deaths, &count);
    assert_int_equal(count, 2);
    assert_int_equal(rows[0].frame, 2);
    assert_int_equal(rows[1].frame, 895);
    assert_int_equal(out.dropped, 3);
    end(&out);
    reel_memory_free(&file);
    static const int64_t late[] = { 3, INT64_MAX - 4 };
    file = binary_macro(late, 2, frames, 1);
    out = operate(file.data, file.size, "shift", "5");
    assert_int_equal(out.status, REEL_LOSS);
    assert_string_equal(out.rule, "edit.frame-range");
    assert_ptr_equal(out.table, &gdr_deaths);
    assert_int_equal(out.row, 1);
    end(&out);
    reel_memory_free(&file);
}

static void refuses_arguments_that_make_no_sense(void **state)
{
    (void)state;
    static const char *const neither[] = { "",    " ",  "nan", "NaN",  "inf",  "-inf", "1e999", "-1e999", "-0",  "0x10", "0x1p3",
                                           "5 ",  " 5", "5x",  "+-5",  "--5",  "-+5",  "++5",   "+",      "-",   "five", "5,0",
                                           "5\n", "1e", ".",   "1..2", "\xff", "null", "true",  "5;",     "5/2", "%5" };
    static const char *const no_rate[] = { "0", "0.0", "-5", "-240", "1e9", "1e300", "1e-400", "1000000000", "+240", ".5", "5." };
    static const char *const no_shift[] = {
        "1.5", "1e3", "9223372036854775808", "-9223372036854775808", "18446744073709551616", "99999999999999999999999999"
    };
    static const char *const operations[] = { "tps", "shift" };
    char text[300];
    size_t size = json_macro(text, 100, "240");
    for (size_t o = 0; o < 2; o++) {
        for (size_t i = 0; i < sizeof neither / sizeof *neither; i++) {
            outcome out = operate(text, size, operations[o], neither[i]);
            if (out.status != REEL_ARGUMENT) fail_msg("%s=\"%s\": %d", operations[o], neither[i], out.status);
            assert_string_equal(out.error.rule, "edit.argument");
            end(&out);
        }
        const char *const *own = o ? no_shift : no_rate;
        size_t count = o ? sizeof no_shift / sizeof *no_shift : sizeof no_rate / sizeof *no_rate;
        for (size_t i = 0; i < count; i++) {
            outcome out = operate(text, size, operations[o], own[i]);
            if (out.status != REEL_ARGUMENT) fail_msg("%s=\"%s\": %d", operations[o], own[i], out.status);
            end(&out);
        }
    }
}

/* ---- merging ------------------------------------------------------------------------------------------------------ */

/* Each death of one lies before each of the other, the worst for an insertion: 10^10 steps, if it were one. */
static void mirrors_one_player_and_refuses_two(void **state)
{
    (void)state;
    static const char one[] = "{\"framerate\":240,\"inputs\":[{\"frame\":9,\"btn\":1,\"2p\":%s,\"down\":true},"
                              "{\"frame\":12,\"btn\":3,\"2p\":%s,\"down\":false}]}";
    static const char *const players[][2] = { { "false", "false" }, { "true", "true" }, { "false", "true" } };
    for (size_t i = 0; i < 3; i++) {
        char text[300];
        size_t count, size = (size_t)snprintf(text, sizeof text, one, players[i][0], players[i][1]);
        outcome out = operate(text, size, "mirror", NULL);
        if (i == 2) {
            assert_int_equal(out.status, REEL_ARGUMENT);
            assert_string_equal(out.error.rule, "edit.both-players");
        } else {
            const gdr_input *rows = reel_rows(out.replay, &gdr_inputs, &count);
            assert_int_equal(count, 4);
            for (size_t r = 0; r < count; r++) {
                assert_int_equal(rows[r].frame, r < 2 ? 9 : 12);
                assert_int_equal(rows[r].player2, r % 2);
                assert_int_equal(rows[r].button, r < 2 ? GDR_JUMP : GDR_RIGHT);
                assert_int_equal(rows[r].down, r < 2);
            }
        }
        if (i < 2) end(&out);
    }
}

static void merges_long_lists_of_deaths_in_order(void **state)
{
    (void)state;
    enum { COUNT = 200000 };
    int64_t *frames = malloc(2 * COUNT * sizeof *frames);
    for (size_t i = 0; i < 2 * (size_t)COUNT; i++) frames[i] = (int64_t)i;
    reel_memory late = binary_macro(frames + COUNT, COUNT, frames, 3), early = binary_macro(frames, COUNT, frames, 2);
    reel_source other = reel_source_memory(early.data, early.size);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = &other, .merge_count = 1 };
    outcome out = apply(late.data, late.size, &how);
    size_t count;
    assert_int_equal(out.status, REEL_OK);
    const gdr_death *deaths = reel_rows(out.replay, &gdr_deaths, &count);
    assert_int_equal(count, 2 * COUNT);
    for (size_t i = 0; i < count; i++) assert_true(deaths[i].frame == (int64_t)i);
    reel_rows(out.replay, &gdr_inputs, &count);
    assert_int_equal(count, 5);
    end(&out);
    reel_memory_free(&late);
    reel_memory_free(&early);
    free(frames);
}

static void merges_unsorted_deaths_in_order(void **state)
{
    (void)state;
    static const int64_t one[] = { 300, 250, INT64_MIN, 900 }, two[] = { 260, 255, INT64_MAX, 250 };
    static const int64_t both[] = { INT64_MIN, 250, 250, 255, 260, 300, 900, INT64_MAX };
    reel_memory first = binary_macro(one, 4, NULL, 0), second = binary_macro(two, 4, NULL, 0);
    reel_source other = reel_source_memory(second.data, second.size);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = &other, .merge_count = 1 };
    outcome out = apply(first.data, first.size, &how);
    size_t count;
    const gdr_death *deaths = reel_rows(out.replay, &gdr_deaths, &count);
    assert_int_equal(count, 8);
    for (size_t i = 0; i < 8; i++) assert_true(deaths[i].frame == both[i]);
    end(&out);
    reel_memory_free(&first);
    reel_memory_free(&second);
}

/* ---- what GDR2 can say ---------------------------------------------------------------------------------------------- */

static void writes_a_step_that_reads_back_or_refuses_it(void **state)
{
    (void)state;
    static const int64_t frames[] = {
        0, 5, (INT64_C(1) << 60) - 1, INT64_C(1) << 60, (INT64_C(1) << 62) - 1, INT64_C(1) << 62, INT64_MAX
    };
    enum { FRAMES = sizeof frames / sizeof *frames };
    for (size_t i = 0; i < 2 * FRAMES * FRAMES; i++) {
        const gdr_info info = { .version = 2, .framerate = 240, .bot_version = 1, .platformer = i & 1 };
        const int64_t most = INT64_C(1) << (i & 1 ? 60 : 62);
        const gdr_input rows[2] = { { .frame = frames[i / 2 % FRAMES], .button = GDR_JUMP, .down = 1 },
                                    { .frame = frames[i / 2 / FRAMES], .button = GDR_JUMP } };
        int64_t step = rows[1].frame - rows[0].frame;
        bool fits = rows[0].frame < most && step < most && step >= -most;
        reel_memory file;
        reel_writer *writer;
        reel_error error;
        assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_gdr2, NULL, &writer, NULL), REEL_OK);
        reel_append(writer, &gdr_infos, &info, 1);
        reel_append(writer, &gdr_inputs, rows, 2);
        reel_status status = reel_finish(writer, &error);
        assert_int_equal(status, fits ? REEL_OK : REEL_ARGUMENT);
        if (!fits) assert_string_equal(error.rule, "gdr.step-range");
        if (fits) {
            reel_replay *replay;
            size_t count;
            assert_int_equal(reel_load(reel_source_memory(file.data, file.size), NULL, &replay, NULL), REEL_OK);
            const gdr_input *read = reel_rows(replay, &gdr_inputs, &count);
            assert_int_equal(count, 2);
            assert_true(read[0].frame == rows[0].frame && read[1].frame == rows[1].frame);
            reel_free(replay);
        }
        reel_memory_free(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scales_frames_exactly_or_refuses),
        cmocka_unit_test(scales_deaths_or_names_the_one_that_does_not_fit),
        cmocka_unit_test(scales_a_duration_in_frames_or_refuses),
        cmocka_unit_test(shifts_frames_exactly_drops_or_refuses),
        cmocka_unit_test(shifts_deaths_drops_or_refuses),
        cmocka_unit_test(refuses_arguments_that_make_no_sense),
        cmocka_unit_test(mirrors_one_player_and_refuses_two),
        cmocka_unit_test(merges_long_lists_of_deaths_in_order),
        cmocka_unit_test(merges_unsorted_deaths_in_order),
        cmocka_unit_test(writes_a_step_that_reads_back_or_refuses_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

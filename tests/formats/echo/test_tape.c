/* SPDX-License-Identifier: MIT
 * .tape: the rows of made files against the values that make_tape.py, which does not know the library, says they have; repairs, edits and
 * captures that are written from rows alone. */
#include "truth.h"

#include <reel/tape.h>

static void rows_are_what_the_generator_says(void **state)
{
    (void)state;
    const truth t = compare_truth("tests/formats/echo/tape_truth.tsv");
    assert_true(t.compared > 1000 && t.files > 4);
}

/* ---- without the messages ---------------------------------------------------------------------------------------- */

static reel_memory written(const reel_chunk *chunk)
{
    reel_memory made;
    reel_error error;
    if (reel_write(chunk, &reel_format_tape, reel_sink_memory(&made, NULL), NULL, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return made;
}

typedef struct heard {
    size_t count;
    char rules[1024];
} heard;

static void hear(void *context, const reel_finding *finding)
{
    heard *h = context;
    const size_t size = strlen(h->rules);
    h->count += finding->severity > REEL_NOTE;
    snprintf(h->rules + size, sizeof h->rules - size, "%s ", finding->rule);
}

/* Loads what was written, with the findings. */
static reel_replay *read_again(const reel_memory *made, heard *h)
{
    reel_options options = machinery_options(NULL);
    reel_error error;
    reel_replay *again;
    *h = (heard){ .count = 0 };
    options.report = hear;
    options.report_context = h;
    options.flags = REEL_STRICT;
    if (reel_load(reel_source_memory(made->data, made->size), &options, &again, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    return again;
}

static void captures_of_rows_alone_have_the_same_rows(void **state)
{
    static const char *const names[] = { "golden/blocks.tape", "golden/stream.tape", "golden/plain.tape", "golden/first.tape",
                                         "golden/nothing.tape" };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        reel_replay *replay = load_file(names[i]), *copy;
        reel_own_rows own[8];
        size_t count = 0;
        for (const reel_table *const *table = reel_format_tape.tables; *table; table++) {
            own[count].table = *table;
            own[count].rows = reel_rows(replay, *table, &own[count].count);
            count += !((*table)->flags & REEL_TABLE_LAYOUT);
        }
        assert_int_equal(reel_replay_of_rows(&reel_format_tape, own, count, NULL, &copy, NULL), REEL_OK);
        reel_memory made = written(reel_replay_chunk(copy));
        heard h;
        reel_replay *again = read_again(&made, &h);
        if (h.count) fail_msg("%s, from rows: %s", names[i], h.rules);
        for (const reel_table *const *table = reel_format_tape.tables; *table; table++) {
            size_t one, other;
            const uint8_t *a = reel_rows(replay, *table, &one), *b = reel_rows(again, *table, &other);
            if ((*table)->flags & REEL_TABLE_LAYOUT) continue;
            assert_int_equal(one, other);
            for (size_t row = 0; row < one; row++, a += (*table)->row_size, b += (*table)->row_size)
                for (size_t f = 0; f < (*table)->field_count; f++) {
                    const reel_field *field = &(*table)->fields[f];
                    if (field->flags & REEL_FIELD_DERIVED || field->type == REEL_STRING || !reel_field_present(field, a))
                        continue;
                    if (!reel_field_present(field, b))
                        fail_msg("%s: %s.%s of row %zu is gone", names[i], (*table)->name, field->name, row);
                    for (size_t n = 0; n < field->count; n++)
                        if (fabs(reel_field_number(field, a, n) - reel_field_number(field, b, n)) > 1e-6)
                            fail_msg("%s: %s.%s of row %zu", names[i], (*table)->name, field->name, row);
                }
        }
        reel_memory_free(&made);
        reel_free(again);
        reel_free(copy);
        reel_free(replay);
    }
}

/* ---- repair and edits -------------------------------------------------------------------------------------------- */

static reel_memory repaired(const char *name)
{
    size_t size;
    char path[512];
    reel_memory made;
    reel_error error;
    reel_options options = machinery_options(NULL);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    snprintf(path, sizeof path, "tests/formats/echo/%s", name);
    uint8_t *data = read_file(project_path(path), &size);
    if (reel_convert(reel_source_memory(data, size), &options, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s: %s", name, error.message);
    free(data);
    return made;
}

static void a_crashed_capture_keeps_every_whole_frame(void **state)
{
    static const struct {
        const char *name;
        size_t frames;
    } files[] = {
        { "bad/tape-crash.tape", 9 }, { "bad/tape-cut.tape", 4 }, { "bad/tape-twice.tape", 9 }, { "bad/tape-frames.tape", 1 }
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        reel_memory made = repaired(files[i].name);
        heard h;
        size_t count;
        reel_replay *again = read_again(&made, &h);
        if (h.count) fail_msg("%s, repaired: %s", files[i].name, h.rules);
        reel_rows(again, &echoreplay_frames, &count);
        assert_int_equal(count, files[i].frames);
        reel_free(again);
        reel_memory_free(&made);
    }
}

static bool has_bytes(const reel_memory *memory, const char *text)
{
    const size_t size = strlen(text);
    for (size_t i = 0; i + size <= memory->size; i++)
        if (memcmp(memory->data + i, text, size) == 0) return true;
    return false;
}

/* A name that was replaced in all rows is nowhere in the file, and what rows do not have stays. */
static void edits_keep_what_rows_do_not_have_and_nothing_else(void **state)
{
    (void)state;
    reel_replay *replay = load_file("golden/plain.tape");
    size_t count;
    echoreplay_player *players = (echoreplay_player *)(uintptr_t)reel_rows(replay, &echoreplay_players, &count);
    for (size_t i = 0; i < count; i++)
        if (players[i].common.userid == 1111) players[i].common.name = (reel_string){ "Zoe", 3 };
    reel_memory made = written(reel_replay_chunk(replay));
    heard h;
    reel_replay *again = read_again(&made, &h);
    if (h.count) fail_msg("after the edit: %s", h.rules);
    assert_true(has_bytes(&made, "Zoe"));
    assert_false(has_bytes(&made, "Ada"));
    const echoreplay_player *rows = reel_rows(again, &echoreplay_players, &count);
    for (size_t i = 0; i < count; i++)
        assert_true(rows[i].common.userid != 1111 ||
                    (rows[i].common.name.size == 3 && !memcmp(rows[i].common.name.data, "Zoe", 3)));
    reel_free(again);
    reel_memory_free(&made);
    reel_free(replay);

    replay = load_file("golden/odd.tape");
    echoreplay_frame *frames = (echoreplay_frame *)(uintptr_t)reel_rows(replay, &echoreplay_frames, &count);
    frames[1].err_code = 77;
    made = written(reel_replay_chunk(replay));
    again = read_again(&made, &h);
    frames = (echoreplay_frame *)(uintptr_t)reel_rows(again, &echoreplay_frames, &count);
    assert_int_equal(frames[1].err_code, 77);
    assert_true(has_bytes(&made, "echo_arena") && has_bytes(&made, "something else"));
    assert_non_null(strstr(h.rules, "tape.unknown-fields"));
    reel_free(again);
    reel_memory_free(&made);
    reel_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_what_the_generator_says),
        cmocka_unit_test(captures_of_rows_alone_have_the_same_rows),
        cmocka_unit_test(a_crashed_capture_keeps_every_whole_frame),
        cmocka_unit_test(edits_keep_what_rows_do_not_have_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

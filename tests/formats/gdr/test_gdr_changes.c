/* SPDX-License-Identifier: MIT
 * Cutting and merging macros with deaths, blocks and physics; what other forms cannot say is cut to what they can. */
#include "truth.h"

typedef struct made {
    const char *tag;
    int platformer;
    const int64_t *deaths;
    size_t death_count;
} made;

/* Presses at 10, 20, 30, each with a block if the macro has a tag; physics for "Phys". */
static reel_memory make(const made *m)
{
    reel_memory file;
    reel_writer *writer;
    reel_error error;
    const bool physics = !strcmp(m->tag, "Phys");
    const gdr_info info = { .version = 2,
                            .framerate = 240,
                            .bot_version = 1,
                            .platformer = (uint8_t)m->platformer,
                            .input_tag = { m->tag, strlen(m->tag) } };
    assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_gdr2, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &gdr_infos, &info, 1);
    for (size_t i = 0; i < m->death_count; i++) reel_append(writer, &gdr_deaths, &(gdr_death){ m->deaths[i] }, 1);
    for (uint32_t frame = 10; frame <= 30; frame += 10) {
        const gdr_input input = { .frame = frame,
                                  .button = GDR_JUMP,
                                  .down = frame != 20,
                                  .extra = !*m->tag  ? GDR_PLAIN
                                           : physics ? GDR_PHYSICS
                                                     : GDR_BLOCK };
        const gdr_physics place = { .x = (float)frame, .frame = frame };
        const gdr_block block = { .frame = frame, .data = { (const uint8_t *)"abc", frame / 10 } };
        reel_append(writer, &gdr_inputs, &input, 1);
        if (input.extra == GDR_PHYSICS) reel_append(writer, &gdr_physics_rows, &place, 1);
        if (input.extra == GDR_BLOCK) reel_append(writer, &gdr_blocks, &block, 1);
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return file;
}

static uint64_t dropped;
static const char *dropped_rule;

static void watch(void *context, const reel_finding *finding)
{
    (void)context;
    if (strcmp(finding->rule, dropped_rule) == 0) dropped += finding->count;
}

static reel_replay *change(const reel_memory *file, const reel_convert_options *how, const char *rule)
{
    const reel_options options = { REEL_SIZED(reel_options), .report = watch };
    reel_memory out;
    reel_replay *replay;
    reel_error error;
    dropped = 0;
    dropped_rule = rule;
    if (reel_convert(reel_source_memory(file->data, file->size), &options, NULL, reel_sink_memory(&out, NULL), how, &error) < 0)
        fail_msg("%s", error.message);
    if (reel_load(reel_source_memory(out.data, out.size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    reel_memory_free(&out);
    return replay;
}

static size_t count_of(const reel_replay *replay, const reel_table *table)
{
    size_t count;
    reel_rows(replay, table, &count);
    return count;
}

/* Inputs in the span with what belongs to them, and its deaths; the end is not in it. */
static void a_span_keeps_inputs_with_their_data_and_deaths(void **state)
{
    (void)state;
    static const int64_t deaths[] = { 5, 10, 20, 25, 30, 31 };
    static const char *const tags[] = { "", "Phys", "bot" };
    static const struct {
        double from, to;
        size_t inputs, deaths;
    } cases[] = { { 10, 30, 2, 3 }, { 10.5, 30.5, 2, 3 }, { 0, 100, 3, 6 }, { 40, 100, 0, 0 }, { 30, 31, 1, 1 } };
    for (size_t t = 0; t < 3; t++) {
        reel_memory file = make(&(made){ tags[t], 0, deaths, 6 });
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = true, .has_to = true,
                                               .from = cases[i].from, .to = cases[i].to };
            reel_replay *replay = change(&file, &how, "edit.cut");
            assert_int_equal(count_of(replay, &gdr_inputs), cases[i].inputs);
            assert_int_equal(count_of(replay, &gdr_deaths), cases[i].deaths);
            assert_int_equal(count_of(replay, &gdr_physics_rows), t == 1 ? cases[i].inputs : 0);
            assert_int_equal(count_of(replay, &gdr_blocks), t == 2 ? cases[i].inputs : 0);
            assert_int_equal(dropped, (3 - cases[i].inputs) * (t ? 2 : 1) + 6 - cases[i].deaths);
            reel_free(replay);
        }
        reel_memory_free(&file);
    }
}

/* Blocks are a bot's own: under another tag they would be read as something else. */
static void merging_keeps_blocks_only_of_the_same_tag(void **state)
{
    (void)state;
    static const struct {
        const char *one, *other;
        size_t blocks, physics;
        uint64_t dropped;
    } cases[] = {
        { "bot", "bot", 6, 0, 0 },  { "bot", "cat", 3, 0, 3 },   { "bot", "", 3, 0, 0 },     { "", "bot", 0, 0, 3 },
        { "bot", "Phys", 3, 0, 3 }, { "Phys", "Phys", 0, 6, 0 }, { "Phys", "bot", 0, 3, 3 }, { "bot", "bots", 3, 0, 3 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reel_memory one = make(&(made){ .tag = cases[i].one }), other = make(&(made){ .tag = cases[i].other });
        reel_source source = reel_source_memory(other.data, other.size);
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = &source, .merge_count = 1 };
        reel_replay *replay = change(&one, &how, "edit.merge-tag");
        assert_int_equal(count_of(replay, &gdr_inputs), 6);
        assert_int_equal(count_of(replay, &gdr_blocks), cases[i].blocks);
        assert_int_equal(count_of(replay, &gdr_physics_rows), cases[i].physics);
        assert_int_equal(dropped, cases[i].dropped);
        reel_free(replay);
        reel_memory_free(&one);
        reel_memory_free(&other);
    }
}

static void merging_a_platformer_makes_one(void **state)
{
    (void)state;
    static const int64_t deaths[] = { 7, 3 };
    for (int i = 0; i < 8; i++) {
        reel_memory one = make(&(made){ "", i & 1, deaths, i & 4 ? 2 : 0 }), other = make(&(made){ "", i >> 1 & 1, deaths, 2 });
        reel_source source = reel_source_memory(other.data, other.size);
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = &source, .merge_count = 1 };
        reel_replay *replay = change(&one, &how, "");
        size_t count;
        const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
        assert_int_equal(info->platformer, (i & 3) != 0);
        const gdr_death *rows = reel_rows(replay, &gdr_deaths, &count);
        assert_int_equal(count, i & 4 ? 4 : 2);
        for (size_t d = 1; d < count; d++) assert_true(rows[d - 1].frame <= rows[d].frame);
        reel_free(replay);
        reel_memory_free(&one);
        reel_memory_free(&other);
    }
}

static void macros_of_other_framerates_are_not_merged(void **state)
{
    (void)state;
    static const char slow[] = "{\"framerate\":60,\"inputs\":[]}", fast[] = "{\"framerate\":240,\"inputs\":[]}",
                      none[] = "{\"inputs\":[]}";
    const char *const texts[] = { slow, fast, none };
    for (size_t i = 0; i < 9; i++) {
        const char *one = texts[i / 3], *other = texts[i % 3];
        reel_source source = reel_source_memory(other, strlen(other));
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = &source, .merge_count = 1 };
        test_sink sink = { 0 };
        reel_error error = { .rule = "" };
        reel_status status = reel_convert(reel_source_memory(one, strlen(one)), NULL, NULL, test_sink_of(&sink), &how, &error);
        bool same = (one == slow) == (other == slow); /* one that is not stated is 240 */
        if (status != (same ? REEL_OK : REEL_ARGUMENT)) fail_msg("%s and %s: %s", one, other, error.message);
        if (!same) assert_string_equal(error.rule, "edit.merge-framerate");
        test_sink_free(&sink);
    }
}

/* ---- what the other form cannot say ------------------------------------------------------------------------------------- */

static reel_replay *convert_text(const char *json, size_t size, const char *rule)
{
    const reel_options options = { REEL_SIZED(reel_options), .report = watch };
    reel_memory out;
    reel_replay *replay;
    reel_error error;
    dropped = 0;
    dropped_rule = rule;
    if (reel_convert(reel_source_memory(json, size), &options, &reel_format_gdr2, reel_sink_memory(&out, NULL), NULL, &error) < 0)
        fail_msg("%s", error.message);
    if (reel_load(reel_source_memory(out.data, out.size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    reel_memory_free(&out);
    return replay;
}

/* A text of GDR2 has 65535 bytes at most, and no half character. */
static void long_texts_are_cut_between_characters(void **state)
{
    (void)state;
    for (size_t before = 0; before < 3; before++) {
        static char json[80000];
        size_t count,
            size = (size_t)snprintf(json, sizeof json, "{\"framerate\":240,\"inputs\":[],\"author\":\"%.*s", (int)before, "xx");
        for (size_t i = 0; i < 22000; i++, size += 3) memcpy(json + size, "\xe6\x97\xa5", 3);
        size += (size_t)snprintf(json + size, sizeof json - size, "\"}");
        reel_replay *replay = convert_text(json, size, "convert.loss");
        const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
        assert_int_equal(info->author.size, before + (65535 - before) / 3 * 3);
        assert_true(dropped >= 1); /* keys that the macro does not have are added as well */
        reel_free(replay);
    }
}

static void durations_in_frames_become_seconds(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        double seconds;
    } cases[] = {
        { "{\"framerate\":240,\"duration\":2.5,\"inputs\":[{\"frame\":600,\"btn\":1,\"2p\":false,\"down\":true}]}", 2.5 },
        { "{\"framerate\":240,\"duration\":600,\"inputs\":[{\"frame\":600,\"btn\":1,\"2p\":false,\"down\":true}]}", 2.5 },
        { "{\"framerate\":240,\"duration\":601,\"inputs\":[{\"frame\":600,\"btn\":1,\"2p\":false,\"down\":true}]}", 601 },
        { "{\"framerate\":240,\"duration\":0,\"inputs\":[{\"frame\":0,\"btn\":1,\"2p\":false,\"down\":true}]}", 0 },
        { "{\"framerate\":0,\"duration\":600,\"inputs\":[{\"frame\":600,\"btn\":1,\"2p\":false,\"down\":true}]}", 600 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count;
        reel_replay *replay = convert_text(cases[i].json, strlen(cases[i].json), "");
        const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
        if ((double)info->duration != cases[i].seconds) fail_msg("%s: %g", cases[i].json, (double)info->duration);
        reel_free(replay);
    }
}

/* 2074 is what some programs write for 2.2074: it is said, and read as 2.074. */
static void odd_game_versions_are_reported(void **state)
{
    (void)state;
    static const struct {
        int32_t version;
        uint64_t notes;
    } cases[] = { { 22074, 0 }, { 2074, 1 }, { 2999, 1 }, { 3000, 0 }, { 1999, 0 }, { 0, 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const gdr_info info = { .version = 2, .framerate = 240, .game_version = cases[i].version };
        reel_memory file, out;
        reel_writer *writer;
        reel_error error;
        assert_int_equal(reel_create(reel_sink_memory(&file, NULL), &reel_format_gdr2, NULL, &writer, NULL), REEL_OK);
        reel_append(writer, &gdr_infos, &info, 1);
        assert_int_equal(reel_finish(writer, NULL), REEL_OK);
        const reel_options options = { REEL_SIZED(reel_options), .report = watch };
        dropped = 0;
        dropped_rule = "convert.gdr.game-version";
        if (reel_convert(reel_source_memory(file.data, file.size), &options, &reel_format_gdr1, reel_sink_memory(&out, NULL),
                         NULL, &error) < 0)
            fail_msg("%s", error.message);
        assert_int_equal(dropped, cases[i].notes);
        reel_memory_free(&file);
        reel_memory_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_span_keeps_inputs_with_their_data_and_deaths),
        cmocka_unit_test(merging_keeps_blocks_only_of_the_same_tag),
        cmocka_unit_test(merging_a_platformer_makes_one),
        cmocka_unit_test(macros_of_other_framerates_are_not_merged),
        cmocka_unit_test(long_texts_are_cut_between_characters),
        cmocka_unit_test(durations_in_frames_become_seconds),
        cmocka_unit_test(odd_game_versions_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

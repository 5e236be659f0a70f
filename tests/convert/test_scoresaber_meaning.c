/* SPDX-License-Identifier: MIT
 * What a field of ScoreSaber means is what its recorder writes, and that is kept by conversions: units, spaces, codes, points. */
#include "convert_scoresaber.h"

/* Poses are in the player's own space, as those of BSOR: what the game's settings say of the room moves nothing. */
static void the_room_moves_nothing(void **state)
{
    (void)state;
    static const reel_format *const formats[] = { &reel_format_bsor, &reel_format_xror, &reel_format_scoresaber_json };
    scoresaber_info info = { .room_rotation = 90, .room_center = { 1, 0, 2 } };
    scoresaber_pose pose = { .head = { { 4, 1.5f, 2 }, { 0, 0.70710678f, 0, 0.70710678f } },
                             .time = 1,
                             .left_hand.position.z = 3 };
    const reel_table *const tables[] = { &scoresaber_infos, &scoresaber_poses, NULL };
    const void *const rows[] = { &info, &pose };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        reel_replay *made = convert_rows(&reel_format_scoresaber, formats[i], tables, rows, (const size_t[]){ 1, 1 });
        const reel_table *frames = reel_format_table(formats[i], "frames");
        size_t count;
        const uint8_t *frame = reel_rows(made, frames, &count);
        assert_int_equal(count, 1);
        for (size_t f = 0; f < scoresaber_poses.field_count; f++) {
            const reel_field *field = &scoresaber_poses.fields[f], *other = reel_table_field(frames, field->name);
            if (!other || field->count < 3) continue;
            for (size_t v = 0; v < field->count; v++)
                assert_true(reel_field_number(field, &pose, v) == reel_field_number(other, frame, v));
        }
        assert_true(formats[i] == &reel_format_scoresaber_json || lost_field("info.room_rotation 1\n"));
        reel_free(made);
    }
}

static void pauses_are_milliseconds_there_and_seconds_in_bsor(void **state)
{
    (void)state;
    static const int64_t seconds[] = { 4, 61 };
    reel_memory memory = convert_path(project_path("tests/formats/scoresaber/golden/pauses.dat"), &reel_format_bsor), back;
    assert_true(lost_field("pauses.duration 1\n")); /* of 4.2 s */
    if (reel_convert(reel_source_memory(memory.data, memory.size), NULL, &reel_format_scoresaber, reel_sink_memory(&back, NULL),
                     NULL, NULL) < 0)
        fail();
    reel_replay *made = load_memory(&memory), *again = load_memory(&back);
    size_t count, other;
    const bsor_pause *pauses = reel_rows(made, &bsor_pauses, &count);
    const scoresaber_pause *rows = reel_rows(again, &scoresaber_pauses, &other);
    assert_int_equal(count, 2);
    assert_int_equal(other, 2);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(pauses[i].duration, seconds[i]);
        assert_int_equal(rows[i].duration, 1000 * seconds[i]);
    }
    reel_free(made);
    reel_free(again);
}

static void assert_text(reel_string text, const char *wanted)
{
    if (text.size != strlen(wanted) || (text.size && memcmp(text.data, wanted, text.size) != 0))
        fail_msg("'%.*s', not '%s'", (int)text.size, text.data ? text.data : "", wanted);
}

static void modifiers_mean_the_same_after_a_conversion(void **state)
{
    (void)state;
    static const struct {
        const char *there, *in_bsor;
        float fail_time;
        bool back; /* the same list comes back */
    } lists[] = {
        { "", "", 0, true },
        { "NF", "", 0, false },
        { "NF", "NF", 12, true },
        { "NF,GN", "GN", 0, false },
        { "GN,SC", "GN,SC", 0, true }, /* behind GN: small cubes */
        { "SC,NB", "CS,NB", 0, true }, /* before NB: a fail on saber clash */
        { "SC,GN,SC,PM", "CS,GN,SC,PM", 0, true },
        { "SC", "SC", 0, true },
        { "SC,SC", "CS,SC", 0, true },
        { "XX,SC,NO", "XX,CS,NO", 0, false },
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const scoresaber_info info = { .modifiers = { lists[i].there, strlen(lists[i].there) }, .fail_time = lists[i].fail_time };
        reel_memory file = written(&reel_format_scoresaber, &scoresaber_infos, &info);
        reel_replay *there, *back;
        const bsor_info *row = converted(&file, &reel_format_bsor, &bsor_infos, &there);
        assert_text(row->modifiers, lists[i].in_bsor);
        assert_text(row->timestamp, "0");
        assert_true(row->fail_time == 0);
        assert_true(lost_field("info.modifiers 1\n") == (!strncmp(lists[i].there, "NF", 2) && lists[i].fail_time == 0));
        const scoresaber_info *again = converted(&file, &reel_format_scoresaber, &scoresaber_infos, &back);
        if (lists[i].back) assert_text(again->modifiers, lists[i].there);
        reel_free(there);
        reel_free(back);
        reel_memory_free(&file);
    }
}

static void custom_level_is_before_a_hash_only(void **state)
{
    (void)state;
#define HASH "0123456789abcdefABCDEF0123456789ABCDEF01"
    static const char *const levels[][2] = { { HASH, "custom_level_" HASH },
                                             { HASH " WIP", "custom_level_" HASH " WIP" },
                                             { "100Bills", "100Bills" },
                                             { HASH "2", HASH "2" },
                                             { "custom_level_100Bills", "custom_level_100Bills" } };
#undef HASH
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        const bsor_info info = { .map_hash = { levels[i][0], strlen(levels[i][0]) } };
        reel_memory file = written(&reel_format_bsor, &bsor_infos, &info);
        reel_replay *there, *back;
        const scoresaber_info *row = converted(&file, &reel_format_scoresaber, &scoresaber_infos, &there);
        assert_text(row->level_id, levels[i][1]);
        const bsor_info *again = converted(&file, &reel_format_bsor, &bsor_infos, &back);
        assert_text(again->map_hash, levels[i][0]);
        reel_free(there);
        reel_free(back);
        reel_memory_free(&file);
    }
}

/* Every number of points that a cut can have is that of the cut which is chosen for it, and comes back as it was. */
static void points_of_the_json_are_those_of_the_chosen_cuts(void **state)
{
    (void)state;
    enum { POINTS = 115 };
    static const reel_format *const formats[] = { &reel_format_scoresaber, &reel_format_bsor };
    scoresaber_json_note notes[POINTS];
    for (int i = 0; i < POINTS; i++)
        notes[i] = (scoresaber_json_note){
            .time = 1 + (i ^ 1) / 64.0, .note = { "0010", 4 }, .score = i + 1, .combo = 1 + (i ^ 1), .present = 15
        };
    notes[POINTS - 1].time = 1 + (POINTS - 1) / 64.0;
    notes[POINTS - 1].combo = POINTS;
    const scoresaber_json_info info = { .version = { "2.0.0", 5 }, .present = { SCORESABER_JSON_VERSION, 0 } };
    reel_memory file, made, back;
    reel_writer *writer;
    reel_create(reel_sink_memory(&file, NULL), &reel_format_scoresaber_json, NULL, &writer, NULL);
    reel_append(writer, &scoresaber_json_infos, &info, 1);
    reel_append(writer, &scoresaber_json_notes, notes, POINTS);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    for (size_t f = 0; f < 2; f++) {
        assert_int_equal(
            reel_convert(reel_source_memory(file.data, file.size), NULL, formats[f], reel_sink_memory(&made, NULL), NULL, NULL),
            REEL_OK);
        assert_int_equal(reel_convert(reel_source_memory(made.data, made.size), NULL, &reel_format_scoresaber_json,
                                      reel_sink_memory(&back, NULL), NULL, NULL),
                         REEL_OK);
        reel_memory_free(&made);
        reel_replay *replay = load_memory(&back);
        size_t count;
        const scoresaber_json_note *rows = reel_rows(replay, &scoresaber_json_notes, &count);
        assert_int_equal(count, POINTS);
        for (size_t i = 0; i < count; i++)
            assert_true(rows[i].score == notes[i].score && rows[i].time == notes[i].time && rows[i].combo == notes[i].combo);
        reel_free(replay);
    }
    reel_memory_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_room_moves_nothing),
        cmocka_unit_test(pauses_are_milliseconds_there_and_seconds_in_bsor),
        cmocka_unit_test(modifiers_mean_the_same_after_a_conversion),
        cmocka_unit_test(custom_level_is_before_a_hash_only),
        cmocka_unit_test(points_of_the_json_are_those_of_the_chosen_cuts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * Plays that are cut into parts and joined again, in BSOR, XROR and both forms of ScoreSaber: the same bytes, the score included. What is no next
 * part is refused. Arguments are the number of plays, and that of the first. */
#include "made_play.h"

#include <reel/scoresaber.h>
#include <reel/xror.h>

enum { MOST_PARTS = 3 };

static uint32_t random_state, plays, first_play = 1;

static uint32_t below(uint32_t limit)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % limit;
}

static void draw_play(made_play *play, float *end)
{
    *play = made_new();
    play->info.map_hash = text("00112233445566778899AABBCCDDEEFF00112233");
    float time = 0;
    const uint32_t count = 10 + below(60);
    for (uint32_t i = 0; i < count; i++) {
        time += 0.05f + (float)below(100) / 100;
        made_frame(play, time)->head.position.x = (float)below(100) / 100;
        if (below(2)) {
            bsor_note *note =
                made_note(play, time, 30000 + (int32_t)(below(4) * 1000 + below(3) * 100 + below(2) * 10 + below(9)),
                          (bsor_event_type)below(3));
            note->spawn_time = time - 0.25f + (float)below(100) / 200;
            note->cut.before_cut_rating = (float)below(100) / 80;
        }
        if (below(12) == 0) made_wall(play, time, time - 1, (float)below(100) / 100);
        if (below(12) == 0) play->heights[play->height_count++] = (bsor_height){ .height = 1.7f, .time = time };
        if (below(15) == 0) play->pauses[play->pause_count++] = (bsor_pause){ .duration = below(9), .time = time };
    }
    *end = time;
    beatsaber_summary summary = made_summary(play, NULL);
    play->info.score = (int32_t)summary.score + (below(3) == 0 ? 7 : 0); /* a score that is wrong stays as it is */
}

static reel_memory edit(const reel_memory *file, const reel_format *to, reel_convert_options how)
{
    reel_memory made;
    reel_error error;
    how.struct_size = sizeof how;
    how.flags |= REEL_NO_VERIFY; /* a part may have too few frames for a server */
    if (reel_convert(reel_source_memory(file->data, file->size), NULL, to, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    return made;
}

static reel_status join(const reel_memory *parts, size_t count, reel_memory *made, reel_error *error)
{
    reel_source others[MOST_PARTS];
    for (size_t i = 1; i < count; i++) others[i - 1] = reel_source_memory(parts[i].data, parts[i].size);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = others, .merge_count = count - 1,
                                       .flags = REEL_NO_VERIFY };
    return reel_convert(reel_source_memory(parts[0].data, parts[0].size), NULL, NULL, reel_sink_memory(made, NULL), &how, error);
}

/* Whether a table has a row in a part: otherwise nothing says that the parts are in the wrong order. */
static bool has_frames(const reel_memory *file, const reel_table *table)
{
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(file->data, file->size), NULL, &replay, NULL), REEL_OK);
    reel_rows(replay, table, &count);
    reel_free(replay);
    return count > 0;
}

/* Decoded JSON lists notes in the order of the map. Where that is not the order of their times, notes on both sides of a cut change places: then
 * the text has the same characters. */
static bool is_reordered(const reel_memory *file, const reel_memory *made)
{
    reel_replay *replay;
    size_t count, counts[256] = { 0 };
    bool back = false, same = file->size == made->size;
    assert_int_equal(reel_load(reel_source_memory(file->data, file->size), NULL, &replay, NULL), REEL_OK);
    const scoresaber_json_note *notes = reel_rows(replay, &scoresaber_json_notes, &count);
    for (size_t i = 1; i < count; i++) back |= notes[i].time < notes[i - 1].time && notes[i].score != SCORESABER_JSON_WALL;
    reel_free(replay);
    for (size_t i = 0; i < file->size && same; i++) counts[file->data[i]]++;
    for (size_t i = 0; i < file->size && same; i++) same = counts[made->data[i]]-- > 0;
    return back && same;
}

static void check_parts(const reel_memory *file, const reel_table *frames, float end)
{
    double cuts[MOST_PARTS + 1] = { 0 };
    reel_memory parts[MOST_PARTS], made;
    reel_error error;
    const size_t count = 2 + below(MOST_PARTS - 1);
    for (size_t i = 1; i < count; i++) cuts[i] = (double)end * below(110) / 100;
    if (count == 3 && cuts[1] > cuts[2]) cuts[1] = cuts[2];
    for (size_t i = 0; i < count; i++)
        parts[i] = edit(file, NULL,
                        (reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = i > 0, .from = cuts[i],
                                                .has_to = i + 1 < count, .to = i + 1 < count ? cuts[i + 1] : 0 });
    if (join(parts, count, &made, &error) < 0) fail_msg("%s", error.message);
    if (made.size != file->size || (memcmp(made.data, file->data, file->size) != 0 && !is_reordered(file, &made)))
        fail_msg("%s cut at %g and %g of %g: other bytes", frames == &scoresaber_poses ? ".dat" : frames->name, cuts[1], cuts[2],
                 (double)end);
    reel_memory_free(&made);
    const reel_memory wrong[2] = { parts[count - 1], parts[0] };
    if (has_frames(&wrong[0], frames) && has_frames(&wrong[1], frames)) {
        assert_int_equal(join(wrong, 2, &made, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "edit.merge");
    }
    for (size_t i = 0; i < count; i++) reel_memory_free(&parts[i]);
}

static void parts_give_the_play_again(void **state)
{
    (void)state;
    const uint32_t count = plays ? plays : (uint32_t)draws(100000, 1500, 150);
    for (uint32_t seed = first_play; seed - first_play < count; seed++) {
        trying("play %lu", (unsigned long)seed);
        made_play *play = malloc(sizeof *play);
        float end;
        assert_non_null(play);
        random_state = seed * 2654435761u;
        draw_play(play, &end);
        reel_memory file = made_file(play),
                    recording =
                        edit(&file, &reel_format_xror, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = 0 });
        check_parts(&file, &bsor_frames, end);
        check_parts(&recording, &xror_frames, end);
        reel_memory_free(&recording);
        recording = edit(&file, &reel_format_scoresaber, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = 0 });
        check_parts(&recording, &scoresaber_poses, end);
        reel_memory_free(&recording);
        recording =
            edit(&file, &reel_format_scoresaber_json, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = 0 });
        check_parts(&recording, &scoresaber_json_frames, end);
        reel_memory_free(&recording);
        reel_memory_free(&file);
        free(play);
    }
}

static void another_play_is_not_joined(void **state)
{
    (void)state;
    for (int differs = 0; differs < 3; differs++) {
        made_play play = made_new(), next = made_new();
        for (int i = 0; i < 10; i++) made_frame(&play, (float)i), made_frame(&next, 10 + (float)i);
        if (differs == 1) next.info.player_name = text("another");
        if (differs == 2) next.info.map_hash = text("another");
        next.info.score = 5;
        reel_memory files[2] = { made_file(&play), made_file(&next) }, made;
        reel_error error;
        assert_int_equal(join(files, 2, &made, &error), differs ? REEL_ARGUMENT : REEL_OK);
        if (differs)
            assert_string_equal(error.rule, "edit.merge");
        else
            reel_memory_free(&made);
        for (int i = 0; i < 2; i++) reel_memory_free(&files[i]);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_give_the_play_again),
        cmocka_unit_test(another_play_is_not_joined),
    };
    if (argc > 1) plays = (uint32_t)strtoul(argv[1], NULL, 10);
    if (argc > 2) first_play = (uint32_t)strtoul(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

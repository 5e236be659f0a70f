/* SPDX-License-Identifier: MIT
 * Whatever a play holds, its pictures are sound and of a bounded size. */
#include "corpus.h"
#include "plays.h"

#include <math.h>

static void text_of_the_file_cannot_break_out(void **state)
{
    (void)state;
    static char endless[1000];
    memset(endless, 'W', sizeof endless);
    const reel_string texts[] = {
        text_of("</title></svg><script>alert(1)</script>"),
        text_of("\"><b a='x'>&lt;&amp;]]>"),
        { "a\0b\x01\x1F\x7F\n", 7 },
        text_of("\xE2\x80\xAE evil \xE2\x81\xA6 \xEF\xBF\xBE"),
        text_of("\xF0\x9F\x8E\xB5 \xE3\x83\xA6\xE3\x83\x8B \xD7\xA9\xD7\x9C"),
        { endless, sizeof endless },
        { NULL, 0 },
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bsor_note note = note_at(1, BSOR_GOOD_CUT);
        const reel_pose still = { .rotation = { 0, 0, 0, 1 } };
        bsor_frame frames[] = { { .time = 1.4f, .left_hand = still, .right_hand = still },
                                { .time = 1.5f, .left_hand = still, .right_hand = still } };
        uint8_t room[HEART_ROOM];
        rows r = { .info = sound_info(), .frames = frames, .notes = &note, .frame_count = 2, .note_count = 1 };
        r.hearts = hearts_of(room, &(heart_at){ 1, 90 }, 1);
        r.info.song_name = r.info.mapper = r.info.player_name = r.info.modifiers = texts[i];
        reel_replay *replay = replay_of(&r);
        assert_int_equal(count_sound(replay, "a hostile text"), plot_count());
        reel_memory memory;
        assert_int_equal(picture_draw(bsor_plots()[0]->id, replay, NULL, &memory), REEL_OK);
        assert_true(memory.size < 12000);
        reel_memory_free(&memory);
        reel_free(replay);
    }
}

static void a_title_of_invalid_utf8_is_repaired(void **state)
{
    (void)state;
    reel_replay *replay = tiny_play();
    const reel_plot_options options = { REEL_SIZED(reel_plot_options),
                                        .title = "\xFF\xC0\x80 \xED\xA0\x80 good \xF5\x80\x80\x80" };
    for (const reel_plot *const *plot = bsor_plots(); *plot; plot++) {
        reel_memory memory;
        assert_int_equal(picture_draw((*plot)->id, replay, &options, &memory), REEL_OK);
        assert_null(xml_wrong(memory.data, memory.size));
        assert_true(picture_holds(&memory, " good \xEF\xBF\xBD"));
        reel_memory_free(&memory);
    }
    reel_free(replay);
}

static uint32_t next_random(uint32_t *seed) { return *seed = *seed * 1664525u + 1013904223u; }

/* A number that a file may hold: any bits at all, or one of those that hurt. */
static float odd_float(uint32_t *seed)
{
    static const float odd[] = { 0, -0.0f, 1, -1, 0.3f, 1e-40f, 1e9f, -1e9f, 3.4e38f, -3.4e38f, 86400, -5, 9.999f };
    uint32_t choice = next_random(seed) >> 24;
    if (choice < 16) return NAN;
    if (choice < 32) return choice & 1 ? INFINITY : -INFINITY;
    if (choice < 128) return odd[choice % (sizeof odd / sizeof *odd)];
    uint32_t bits = next_random(seed) ^ next_random(seed) >> 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void odd_floats(float *values, size_t count, uint32_t *seed)
{
    for (size_t i = 0; i < count; i++) values[i] = odd_float(seed);
}

static reel_vec3 odd_vec3(uint32_t *seed)
{
    float values[3];
    odd_floats(values, 3, seed);
    return (reel_vec3){ values[0], values[1], values[2] };
}

static bsor_note odd_note(uint32_t *seed)
{
    bsor_note note = note_at((int)(next_random(seed) >> 20), (int)(next_random(seed) >> 30));
    if (next_random(seed) >> 30 == 0) note.note_id = (int32_t)next_random(seed);
    note.event_time = odd_float(seed);
    note.spawn_time = odd_float(seed);
    if (!note.has_cut) return note;
    note.cut.time_deviation = odd_float(seed);
    note.cut.cut_distance_to_center = odd_float(seed);
    note.cut.before_cut_rating = odd_float(seed);
    note.cut.after_cut_rating = odd_float(seed);
    note.cut.saber_type = (int32_t)next_random(seed);
    return note;
}

static void odd_numbers_never_break_a_picture(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    int drawn = 0;
    for (uint32_t round = 1; round <= 150; round++) {
        uint32_t seed = round;
        bsor_frame frames[COUNT];
        bsor_note notes[COUNT];
        bsor_wall walls[COUNT];
        bsor_pause pauses[COUNT];
        memset(frames, 0, sizeof frames);
        for (size_t i = 0; i < COUNT; i++) {
            frames[i].time = odd_float(&seed);
            frames[i].head.position = odd_vec3(&seed);
            frames[i].left_hand.position = odd_vec3(&seed);
            frames[i].right_hand.position = odd_vec3(&seed);
            notes[i] = odd_note(&seed);
            walls[i] = (bsor_wall){ (int32_t)next_random(&seed), odd_float(&seed), odd_float(&seed), odd_float(&seed) };
            pauses[i] = (bsor_pause){ i % 3 ? (int64_t)next_random(&seed) : i % 2 ? INT64_MAX : INT64_MIN, odd_float(&seed) };
        }
        size_t count = 1 + round % COUNT;
        heart_at hearts[8];
        uint8_t room[HEART_ROOM];
        for (size_t i = 0; i < 8; i++) hearts[i] = (heart_at){ odd_float(&seed), (int32_t)next_random(&seed) >> (round % 31) };
        rows r = { sound_info(),
                   frames,
                   notes,
                   walls,
                   pauses,
                   count,
                   count,
                   round % 5,
                   round % 3 * (count / 2),
                   hearts_of(room, hearts, 8) };
        r.info.fail_time = odd_float(&seed);
        reel_replay *replay = replay_of(&r);
        drawn += count_sound(replay, "odd numbers");
        reel_free(replay);
    }
    assert_true(drawn > 150);
}

static void a_long_replay_gives_a_bounded_picture(void **state)
{
    (void)state;
    enum { FRAMES = 200000, NOTES = 60000 };
    bsor_frame *frames = calloc(FRAMES, sizeof *frames);
    bsor_note *notes = calloc(NOTES, sizeof *notes);
    assert_true(frames && notes);
    uint32_t seed = 1;
    for (int i = 0; i < FRAMES; i++) {
        frames[i].time = (float)i / 90;
        frames[i].left_hand.position = (reel_vec3){ (float)(next_random(&seed) >> 8) / 16777216, 1, (float)(i % 1000) / 1000 };
        frames[i].right_hand.position = (reel_vec3){ (float)(i % 7), 1, (float)(i % 5) };
        frames[i].left_hand.rotation = frames[i].right_hand.rotation = (reel_quaternion){ 0, 0, 0, 1 };
    }
    for (int i = 0; i < NOTES; i++) {
        notes[i] = note_at(i, (int)(next_random(&seed) >> 30));
        notes[i].event_time = (float)i / 27;
    }
    const rows r = { .info = sound_info(), .frames = frames, .notes = notes, .frame_count = FRAMES, .note_count = NOTES };
    reel_replay *replay = replay_of(&r);
    assert_int_equal(count_sound(replay, "a long replay"), plot_count() - 1); /* it has no heart rate */
    reel_free(replay);
    free(frames);
    free(notes);
}

static void many_frames_are_drawn_as_squares(void **state)
{
    (void)state;
    enum { FEW = 12000, MANY = 12001 };
    bsor_frame *frames = calloc(MANY, sizeof *frames);
    assert_non_null(frames);
    uint32_t seed = 1;
    for (int i = 0; i < MANY; i++) {
        frames[i].time = (float)i / 90;
        frames[i].left_hand.position = (reel_vec3){ (float)(next_random(&seed) >> 8) / 16777216, 1, (float)(i % 1000) / 1000 };
    }
    for (int count = FEW; count <= MANY; count++) {
        const rows r = { .info = sound_info(), .frames = frames, .frame_count = (size_t)count };
        reel_replay *replay = replay_of(&r);
        reel_memory memory;
        assert_int_equal(picture_draw("paths", replay, NULL, &memory), REEL_OK);
        assert_int_equal(picture_holds(&memory, "class=\"shade3 f-left\""), count == MANY);
        assert_int_equal(picture_holds(&memory, "stronger: three times as often"), count == MANY);
        assert_int_equal(picture_holds(&memory, "class=\"trace s-left\""), count == FEW);
        assert_true(picture_holds(&memory, "ahead, where the notes come from"));
        assert_true(memory.size < PICTURE_MOST_BYTES);
        reel_memory_free(&memory);
        reel_free(replay);
    }
    free(frames);
}

static void a_single_event_is_visible(void **state)
{
    (void)state;
    const bsor_note note = note_at(1, BSOR_GOOD_CUT);
    const rows r = { .info = sound_info(), .notes = &note, .note_count = 1 };
    reel_replay *replay = replay_of(&r);
    reel_memory memory;
    assert_int_equal(picture_draw("energy", replay, NULL, &memory), REEL_OK);
    assert_true(picture_holds(&memory, "a2.5 2.5 0 1 0 5 0")); /* a disc */
    reel_memory_free(&memory);
    reel_free(replay);
}

/* Every other position is invalid, so that no two of them are joined. */
static void broken_paths_give_a_bounded_picture(void **state)
{
    (void)state;
    enum { FRAMES = 100000 };
    bsor_frame *frames = calloc(FRAMES, sizeof *frames);
    assert_non_null(frames);
    for (int i = 0; i < FRAMES; i++) {
        frames[i].time = (float)i / 90;
        frames[i].head.position = (reel_vec3){ i % 2 ? NAN : (float)(i * 37 % 1000) / 1000, 1.7f, (float)(i * 91 % 1000) / 1000 };
    }
    const rows r = { .info = sound_info(), .frames = frames, .frame_count = FRAMES };
    reel_replay *replay = replay_of(&r);
    assert_int_equal(count_sound(replay, "broken paths"), 1);
    reel_free(replay);
    free(frames);
}

/* One cut in 200 is far outside the picture; the mean includes it. */
static void timing_has_the_mean_of_the_statistics(void **state)
{
    (void)state;
    enum { NOTES = 400 };
    bsor_note notes[NOTES];
    for (int i = 0; i < NOTES; i++) {
        notes[i] = note_at(0, 0);
        notes[i].event_time = notes[i].spawn_time = 1 + (float)i;
        notes[i].cut.time_deviation = i == 7 ? 4 : 0.01f;
    }
    const rows r = { .info = sound_info(), .notes = notes, .note_count = NOTES };
    reel_replay *replay = replay_of(&r);
    reel_memory memory;
    assert_int_equal(picture_draw("timing", replay, NULL, &memory), REEL_OK);
    assert_true(picture_holds(&memory, "mean (dashed) 20.0 ms")); /* (399 * 10 + 4000) / 400 */
    reel_memory_free(&memory);
    reel_free(replay);
}

/* Pauses come in any order: a mark for each would make a picture of any size. */
static void many_pauses_give_a_bounded_picture(void **state)
{
    (void)state;
    enum { PAUSES = 20000 };
    bsor_pause *pauses = calloc(PAUSES, sizeof *pauses);
    bsor_note notes[24];
    assert_non_null(pauses);
    for (int i = 0; i < 24; i++) notes[i] = note_at(i, 0);
    for (int i = 0; i < PAUSES; i++) pauses[i] = (bsor_pause){ .duration = 1, .time = (float)(i % 2 ? i % 9 : 9 - i % 7) };
    const rows r = { .info = sound_info(), .notes = notes, .pauses = pauses, .note_count = 24, .pause_count = PAUSES };
    reel_replay *replay = replay_of(&r);
    assert_true(count_sound(replay, "many pauses") > 0);
    reel_free(replay);
    free(pauses);
}

static void far_positions_are_cut_off_and_counted(void **state)
{
    (void)state;
    bsor_frame frames[4];
    memset(frames, 0, sizeof frames);
    for (int i = 0; i < 4; i++) {
        frames[i].time = (float)i;
        frames[i].left_hand.position.x = -0.5f;
        frames[i].right_hand.position.x = 0.5f;
    }
    frames[1].head.position.z = 1e30f;
    frames[2].left_hand.position.x = NAN;
    const rows r = { .info = sound_info(), .frames = frames, .frame_count = 4 };
    reel_replay *replay = replay_of(&r);
    reel_memory memory;
    assert_int_equal(picture_draw("paths", replay, NULL, &memory), REEL_OK);
    assert_true(picture_holds(&memory, "2 positions of 12 not shown: outside the picture or invalid"));
    reel_memory_free(&memory);
    reel_free(replay);
}

/* Counts the pieces of the line: each begins with a move. */
static size_t pieces_of(const reel_memory *memory)
{
    const char *path = strstr((const char *)memory->data, "<path class=\"line s-main\" d=\"");
    size_t pieces = 0;
    if (!path) return 0;
    for (path = strchr(path, 'd'); *path != '>'; path++) pieces += *path == 'M';
    return pieces;
}

static void a_heart_rate_that_is_not_known_is_a_gap(void **state)
{
    (void)state;
    static const struct {
        size_t count;
        heart_at values[6];
        size_t pieces; /* 0: nothing to draw */
        bool noted;
    } cases[] = {
        { 4, { { 1, 90 }, { 2, 91 }, { 3, 95 }, { 4, 99 } }, 1, false },
        { 4, { { 1, 90 }, { 2, 91 }, { 13, 95 }, { 14, 99 } }, 2, false }, /* nothing for 11 s */
        { 4, { { 1, 90 }, { 11, 91 }, { 21, 95 }, { 31, 99 } }, 1, false },
        { 5, { { 1, 90 }, { 2, 91 }, { 3, 0 }, { 4, 95 }, { 5, 99 } }, 2, true }, /* contact was lost */
        { 6, { { 1, 90 }, { 2, 91 }, { 3, 0 }, { 4, -5 }, { 5, 99 }, { 6, 99 } }, 2, true },
        { 5, { { 1, 90 }, { 2, 91 }, { 1.5f, 80 }, { 3, 95 }, { 4, 99 } }, 1, false },
        { 3, { { NAN, 90 }, { 2, 91 }, { 3, 95 } }, 1, true },
        { 4, { { 1, 90 }, { 2, 91 }, { 3, 2147483647 }, { 1e9f, 95 } }, 1, true },
        { 2, { { 1, 0 }, { 2, -2147483647 - 1 } }, 0, false },
        { 0, { { 0, 0 } }, 0, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t room[HEART_ROOM];
        bsor_frame frame = { .time = 40 };
        const rows r = {
            .info = sound_info(), .frames = &frame, .frame_count = 1, .hearts = hearts_of(room, cases[i].values, cases[i].count)
        };
        reel_replay *replay = replay_of(&r);
        reel_memory memory = { 0 };
        assert_int_equal(picture_draw("heart-rate", replay, NULL, &memory), cases[i].pieces ? REEL_OK : REEL_END);
        if (cases[i].pieces) {
            if (pieces_of(&memory) != cases[i].pieces) fail_msg("case %zu: %zu pieces", i, pieces_of(&memory));
            assert_int_equal(picture_holds(&memory, "not shown: no heart rate"), cases[i].noted);
            assert_true(picture_sound("heart-rate", replay, "a heart rate"));
        }
        reel_memory_free(&memory);
        reel_free(replay);
    }
}

/* Very many values in any order, every other one missing. */
static void any_heart_rate_gives_a_bounded_picture(void **state)
{
    (void)state;
    enum { VALUES = 200000 };
    uint8_t *room = calloc(1, 8 + 8 * (size_t)VALUES);
    assert_non_null(room);
    for (int order = 0; order < 2; order++) {
        uint32_t seed = 7;
        reel_store_u32le(room, 1);
        reel_store_u32le(room + 4, VALUES);
        for (uint32_t i = 0; i < VALUES; i++) {
            float time = order ? (float)(next_random(&seed) >> 8) / 200 : (float)i * 0.43f;
            reel_store_u32le(room + 8 + 8 * i, reel_float_bits(time));
            reel_store_u32le(room + 12 + 8 * i, i % 2 ? 0 : 60 + (next_random(&seed) >> 25));
        }
        const rows r = { .info = sound_info(), .hearts = { room, 8 + 8 * (size_t)VALUES } };
        reel_replay *replay = replay_of(&r);
        assert_true(picture_sound("heart-rate", replay, "many heart rates"));
        reel_free(replay);
    }
    free(room);
}

static bool draws_sample(const char *path, const char *name)
{
    reel_replay *replay;
    if (reel_load_file(path, NULL, &replay, NULL) != REEL_OK) return false;
    count_sound(replay, name);
    reel_free(replay);
    return true;
}

static void draws_every_file_of_the_corpus(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    corpus_compared(corpus_each("samples/bsor", "", draws_sample), "files");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_of_the_file_cannot_break_out),       cmocka_unit_test(a_title_of_invalid_utf8_is_repaired),
        cmocka_unit_test(odd_numbers_never_break_a_picture),       cmocka_unit_test(a_long_replay_gives_a_bounded_picture),
        cmocka_unit_test(many_frames_are_drawn_as_squares),        cmocka_unit_test(a_single_event_is_visible),
        cmocka_unit_test(broken_paths_give_a_bounded_picture),     cmocka_unit_test(timing_has_the_mean_of_the_statistics),
        cmocka_unit_test(many_pauses_give_a_bounded_picture),      cmocka_unit_test(far_positions_are_cut_off_and_counted),
        cmocka_unit_test(a_heart_rate_that_is_not_known_is_a_gap), cmocka_unit_test(any_heart_rate_gives_a_bounded_picture),
        cmocka_unit_test(draws_every_file_of_the_corpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

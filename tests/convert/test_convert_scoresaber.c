/* SPDX-License-Identifier: MIT
 * Conversions between the formats of ScoreSaber and BSOR. */
#include "../formats/scoresaber/twins.h"
#include "convert_scoresaber.h"

static bool compare_decoded(const char *json, const char *dat)
{
    reel_memory memory = convert_path(dat, &reel_format_scoresaber_json);
    size_t size;
    uint8_t *wanted = read_file(json, &size);
    if (memory.size != size || memcmp(memory.data, wanted, size) != 0) fail_msg("%s does not become %s", dat, json);
    free(wanted);
    reel_memory_free(&memory);
    return true;
}

static void dat_gives_the_json_of_the_published_decoder(void **state)
{
    (void)state;
    corpus_compared(play_each_decoded(compare_decoded), "files");
}

/* Every row that independent conversion made of the same play, but for its invented pause and the offsets that it left out. */
static void assert_same_tables(const reel_replay *a, const reel_replay *b)
{
    for (const reel_table *const *table = reel_format_scoresaber.tables; *table; table++) {
        if ((*table)->flags & REEL_TABLE_LAYOUT || *table == &scoresaber_pauses || *table == &scoresaber_infos ||
            *table == &scoresaber_offsets)
            continue;
        size_t count, other;
        const uint8_t *rows = reel_rows(a, *table, &count), *others = reel_rows(b, *table, &other);
        if (count != other) fail_msg("%s: %zu rows, not %zu", (*table)->name, count, other);
        if (count && memcmp(rows, others, count * (*table)->row_size) != 0) fail_msg("%s differs", (*table)->name);
    }
}

static float capped(float rating) { return rating > 1 ? 1 : rating < 0 ? 0 : rating; }

static void assert_lost(const char *path, const char *field, size_t count)
{
    char line[128];
    snprintf(line, sizeof line, "%s %zu\n", field, count);
    if (count && !lost_field(line)) fail_msg("%s: not reported: %s", path, line);
    snprintf(line, sizeof line, "%s ", field);
    if (!count && lost_field(line)) fail_msg("%s: reported: %s", path, field);
}

static bool compare_with_dat(const char *dat, const char *bsor, const play *of)
{
    if (strcmp(of->version, "3.1.0") != 0) return false; /* what is written */
    reel_memory memory = convert_path(bsor, &reel_format_scoresaber);
    reel_replay *made = load_memory(&memory), *wanted = load_path(dat), *origin = load_path(bsor);
    assert_same_tables(made, wanted);
    size_t count, more = 0;
    const bsor_note *notes = reel_rows(origin, &bsor_notes, &count);
    for (size_t i = 0; i < count; i++)
        more += notes[i].has_cut && capped(notes[i].cut.before_cut_rating) != notes[i].cut.before_cut_rating;
    assert_lost(bsor, "notes.before_cut_rating", more);
    const bsor_info *info = reel_rows(origin, &bsor_infos, &count);
    assert_lost(bsor, "info.player_name", info->player_name.size > 0);
    reel_free(made);
    reel_free(wanted);
    reel_free(origin);
    return true;
}

static void bsor_gives_the_dat_that_an_independent_writer_made(void **state)
{
    (void)state;
    corpus_compared(play_each_origin(compare_with_dat), "files");
}

static void compare_notes(const char *path, const reel_replay *made, const reel_replay *origin)
{
    size_t count, wanted;
    const bsor_note *notes = reel_rows(made, &bsor_notes, &count), *truth = reel_rows(origin, &bsor_notes, &wanted);
    assert_int_equal(count, wanted);
    for (size_t i = 0; i < count; i++) {
        bsor_note note = truth[i];
        note.cut.before_cut_rating = capped(note.cut.before_cut_rating);
        note.cut.after_cut_rating = capped(note.cut.after_cut_rating);
        note.cut.saber_type_ok =
            notes[i].cut.saber_type_ok; /* derived, and speed_ok and was_cut_too_soon taken as true and false */
        note.cut.speed_ok = notes[i].cut.speed_ok;
        note.cut.was_cut_too_soon = notes[i].cut.was_cut_too_soon;
        if (!notes[i].has_cut) note.cut = (bsor_cut){ 0 };
        if (memcmp(&note, &notes[i], offsetof(bsor_note, has_cut)) != 0) fail_msg("%s: note %zu differs", path, i);
    }
}

static bool compare_with_bsor(const char *dat, const char *bsor, const play *of)
{
    (void)of;
    reel_memory memory = convert_path(dat, &reel_format_bsor);
    reel_replay *made = load_memory(&memory), *origin = load_path(bsor);
    size_t count, wanted;
    compare_notes(dat, made, origin);
    const bsor_frame *frames = reel_rows(made, &bsor_frames, &count), *true_frames = reel_rows(origin, &bsor_frames, &wanted);
    assert_int_equal(count, wanted);
    assert_memory_equal(frames, true_frames, count * sizeof *frames);
    const bsor_info *info = reel_rows(made, &bsor_infos, &count), *true_info = reel_rows(origin, &bsor_infos, &wanted);
    assert_int_equal(info->score, true_info->score);
    assert_int_equal(info->map_hash.size, true_info->map_hash.size);
    assert_memory_equal(info->map_hash.data, true_info->map_hash.data, info->map_hash.size);
    reel_free(made);
    reel_free(origin);
    return true;
}

static void dat_gives_back_the_notes_and_cuts_of_its_bsor(void **state)
{
    (void)state;
    corpus_compared(play_each_origin(compare_with_bsor), "files");
}

static void extensions_go_to_walls_pauses_and_data_of_mods(void **state)
{
    (void)state;
    reel_memory memory = convert_path(project_path("tests/formats/scoresaber/golden/extensions.dat"), &reel_format_bsor);
    reel_replay *made = load_memory(&memory);
    size_t count;
    const bsor_wall *walls = reel_rows(made, &bsor_walls, &count);
    assert_int_equal(count, 1);
    assert_true(walls->time == 3.0f && walls->wall_id % 10 == 1);
    const bsor_pause *pauses = reel_rows(made, &bsor_pauses, &count);
    assert_int_equal(count, 1);
    assert_int_equal(pauses->duration, 0); /* of 7 ms: BSOR has whole seconds */
    assert_true(lost_field("pauses.duration 1\n"));
    const bsor_user_entry *entries = reel_rows(made, &bsor_user_data, &count);
    assert_int_equal(count, 2);
    assert_memory_equal(entries[1].key.data, "other.mod", 9);
    assert_int_equal(entries[1].value.size, 3);
    assert_true(lost_field("walls.height 1\n"));
    assert_true(lost_field("pauses.began 1\n"));
    assert_true(lost_field("extensions.layout_version 1\n"));
    reel_free(made);
}

static void json_gives_events_without_cuts(void **state)
{
    (void)state;
    reel_memory memory = convert_path(project_path("tests/formats/scoresaber/golden/decoded.json"), &reel_format_bsor);
    reel_replay *made = load_memory(&memory);
    size_t count;
    const bsor_note *notes = reel_rows(made, &bsor_notes, &count);
    assert_int_equal(count, 4);
    static const int32_t ids[] = { 0 * 1000 + 0 * 100 + 0 * 10 + 1, 1000 + 100 + 10 + 1, 2000 + 200 + 0 + 1, 3000 + 0 + 30 + 9 };
    for (int i = 0; i < 4; i++) {
        assert_int_equal(notes[i].note_id, ids[i]);
        assert_int_equal(notes[i].event_type, i);
        assert_true(notes[i].spawn_time == notes[i].event_time);
    }
    const bsor_wall *walls = reel_rows(made, &bsor_walls, &count);
    assert_int_equal(count, 1);
    assert_true(walls->time == 3.0f);
    assert_false(lost_field("notes.score"));
    assert_true(lost_field("notes.combo 5\n"));
    assert_true(beatsaber_points_of(BSOR_NORMAL, notes->cut.before_cut_rating, notes->cut.after_cut_rating,
                                    notes->cut.cut_distance_to_center)
                    .total == 115);
    const bsor_info *info = reel_rows(made, &bsor_infos, &count);
    assert_int_equal(info->score, 115);
    assert_memory_equal(info->difficulty.data, "Expert", 6);
    reel_free(made);
}

static void key_frames_give_motion_and_a_score(void **state)
{
    (void)state;
    reel_memory memory = convert_path(project_path("tests/formats/scoresaber/golden/keyframes.dat"), &reel_format_bsor);
    reel_replay *made = load_memory(&memory);
    size_t count;
    const bsor_frame *frames = reel_rows(made, &bsor_frames, &count);
    assert_int_equal(count, 3);
    assert_true(frames[0].head.position.y == 1.75f && frames[0].right_hand.position.x == 0.5f && frames[2].time == 0.25f);
    const bsor_info *info = reel_rows(made, &bsor_infos, &count);
    assert_int_equal(info->score, 230);
    assert_true(lost_field("keyframes.combo 2\n"));
    reel_free(made);
}

static void falls_of_the_combo_without_a_note_become_walls(void **state)
{
    (void)state;
    scoresaber_note notes[2] = {
        { .note_time = 2, .event_time = 2.5f, .event_type = SCORESABER_MISS },
        { .note_time = 1, .event_time = 1.5f, .event_type = SCORESABER_BOMB, .color = -1, .direction = 9 }
    };
    scoresaber_combo combos[3] = { { 7, 1.5f }, { 0, 2.0f }, { 3, 1.5f } };
    const reel_table *const tables[] = { &scoresaber_notes, &scoresaber_combos, NULL };
    const void *const rows[] = { notes, combos };
    reel_replay *made =
        convert_rows(&reel_format_scoresaber, &reel_format_scoresaber_json, tables, rows, (const size_t[]){ 2, 3 });
    size_t count;
    const scoresaber_json_note *found = reel_rows(made, &scoresaber_json_notes, &count);
    assert_int_equal(count, 3);
    assert_true(lost_field("combos.combo 1\n")); /* 7 belongs to no note, and is no fall */
    assert_int_equal(found[0].combo, 3);         /* the last one of its time */
    assert_int_equal(found[0].score, SCORESABER_JSON_BOMB);
    assert_memory_equal(found[0].note.data, "009-1", 5);
    assert_int_equal(found[1].combo, 3); /* none of its own: as before */
    assert_int_equal(found[1].score, SCORESABER_JSON_MISS);
    assert_int_equal(found[2].score, SCORESABER_JSON_WALL);
    assert_int_equal(found[2].combo, 0);
    assert_true(found[2].time == 2);
    assert_int_equal(found[2].present & SCORESABER_JSON_HAS_NOTE, 0);
    reel_free(made);
}

static bool compare_with_json(const char *json, const char *dat)
{
    play of;
    char bsor[1024];
    if (!play_read(dat, &reel_format_scoresaber, &of) || !play_twin(&of, &reel_format_bsor, "samples/bsor", bsor, sizeof bsor))
        return false;
    reel_memory memory = convert_path(bsor, &reel_format_scoresaber_json);
    reel_replay *made = load_memory(&memory), *wanted = load_path(json);
    size_t count, other;
    const scoresaber_json_note *notes = reel_rows(made, &scoresaber_json_notes, &count);
    const scoresaber_json_note *truth = reel_rows(wanted, &scoresaber_json_notes, &other);
    assert_int_equal(count, other);
    for (size_t i = 0; i < count; i++) assert_true(notes[i].score == truth[i].score && notes[i].time == truth[i].time);
    const scoresaber_json_frame *frames = reel_rows(made, &scoresaber_json_frames, &count);
    const scoresaber_json_frame *true_frames = reel_rows(wanted, &scoresaber_json_frames, &other);
    assert_int_equal(count, other);
    assert_memory_equal(frames, true_frames, count * sizeof *frames);
    reel_free(made);
    reel_free(wanted);
    return true;
}

static void bsor_gives_json_too(void **state)
{
    (void)state;
    corpus_compared(play_each_decoded(compare_with_json), "files");
}

/* Hostile: each note would have to look past all combos that are taken. */
static void combos_of_one_time_are_taken_once_each(void **state)
{
    (void)state;
    enum { REST = 3 };
    const size_t note_count = by_effort(60000, 60000, 5000), combo_count = note_count + REST;
    scoresaber_note *notes = calloc(note_count, sizeof *notes);
    scoresaber_combo *combos = calloc(combo_count, sizeof *combos);
    assert_true(notes && combos);
    for (size_t i = 0; i < note_count; i++)
        notes[i] = (scoresaber_note){
            .note_time = 1, .event_time = 2, .event_type = SCORESABER_MISS, .line = (int32_t)(i % 10), .present = 1
        };
    for (size_t i = 0; i < combo_count; i++) combos[i] = (scoresaber_combo){ (int32_t)i, 2 };
    const reel_options options = { REEL_SIZED(reel_options), .limits = { .unpacked_bytes = UINT64_MAX } };
    reel_writer *writer;
    reel_memory dat, json;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&dat, NULL), &reel_format_scoresaber, NULL, &writer, &error), REEL_OK);
    const scoresaber_info info = { .difficulty = 9 };
    reel_append(writer, &scoresaber_infos, &info, 1);
    reel_append(writer, &scoresaber_notes, notes, note_count);
    reel_append(writer, &scoresaber_combos, combos, combo_count);
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    if (reel_convert(reel_source_memory(dat.data, dat.size), &options, &reel_format_scoresaber_json,
                     reel_sink_memory(&json, NULL), NULL, &error) < 0)
        fail_msg("%s", error.message);
    reel_memory_free(&dat);
    reel_replay *made = load_memory(&json);
    size_t count;
    const scoresaber_json_note *rows = reel_rows(made, &scoresaber_json_notes, &count);
    assert_int_equal(count, note_count); /* the one fall is that of a miss */
    for (size_t i = 0; i < note_count; i++) assert_int_equal(rows[i].combo, i + REST);
    reel_free(made);
    free(notes);
    free(combos);
}

static reel_memory json_of(const scoresaber_json_info *info, const scoresaber_json_note *note)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_scoresaber_json, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &scoresaber_json_infos, info, 1);
    if (note) reel_append(writer, &scoresaber_json_notes, note, 1);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return memory;
}

static void texts_that_bsor_cannot_hold_are_lost_and_said(void **state)
{
    (void)state;
    char text[3001];
    memset(text, 'x', sizeof text);
    memcpy(text + 10, "\xff\xc3\xa9", 3);
    memcpy(text + 999, "\xc3\xa9", 2); /* cut here, a character would be cut through */
    const scoresaber_json_info info = { .environment = { text, sizeof text }, .present = { SCORESABER_JSON_ENVIRONMENT, 0 } };
    reel_memory json = json_of(&info, NULL), bsor;
    reel_error error;
    lost = (losses){ 0 };
    const reel_options options = { REEL_SIZED(reel_options), .report = note_loss, .report_context = &lost };
    if (reel_convert(reel_source_memory(json.data, json.size), &options, &reel_format_bsor, reel_sink_memory(&bsor, NULL), NULL,
                     &error) < 0)
        fail_msg("%s", error.message);
    assert_true(lost_field("info.environment 1"));
    reel_memory_free(&json);
    reel_replay *made = load_memory(&bsor);
    size_t count;
    const bsor_info *row = reel_rows(made, &bsor_infos, &count);
    assert_int_equal(row->environment.size, 999);
    assert_int_equal(row->environment.data[10], '?');
    assert_memory_equal(row->environment.data + 11, text + 11, 999 - 11);
    reel_free(made);
}

/* ---- controller offsets ------------------------------------------------------------------------------------------- */

static bool near(float a, float b, float least) { return a - b <= least && b - a <= least; }

static bool same_rotation(reel_quaternion a, reel_quaternion b)
{
    float sign = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z < 0 ? -1.0f : 1.0f;
    return near(a.x, sign * b.x, 1e-6f) && near(a.y, sign * b.y, 1e-6f) && near(a.z, sign * b.z, 1e-6f) &&
           near(a.w, sign * b.w, 1e-6f);
}

/* Quaternions worked out apart from the library: about z, then x, then y. */
static const struct {
    reel_vec3 angles;
    reel_quaternion rotation;
} turns[] = {
    { { 0, 0, 0 }, { 0, 0, 0, 1 } },
    { { 30, 40, 50 }, { 0.360042174F, 0.196628226F, 0.303371774F, 0.860042174F } },
    { { 0, 90, 0 }, { 0, 0.70710678F, 0, 0.70710678F } },
    { { 90, 20, 0 }, { 0.69636424F, 0.122787804F, -0.122787804F, 0.69636424F } },
    { { -75.5F, 170, -12.25F }, { -0.137097556F, 0.777491058F, 0.599053166F, 0.133593486F } },
    { { 0, 0, 180 }, { 0, 0, 1, 0 } },
};

static void controller_offsets_of_bsor_survive_through_scoresaber(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        const bsor_controller_offsets row = { { { 0.01F, -0.02F, 0.03F }, turns[i].rotation },
                                              { { -0.25F, 1e-7F, 3 }, { -0.09311554F, -0.3409072F, -0.67567605F, 0.6469728F } } };
        reel_memory file = written(&reel_format_bsor, &bsor_offsets, &row);
        reel_replay *dat, *back;
        const scoresaber_controller_offsets *there = converted(&file, &reel_format_scoresaber, &scoresaber_offsets, &dat);
        assert_non_null(there);
        assert_int_equal(there->present, SCORESABER_HAS_LEFT | SCORESABER_HAS_RIGHT);
        assert_memory_equal(&there->left.position, &row.left.position, sizeof(reel_vec3));
        if (!near(there->left.rotation.x, turns[i].angles.x, 2e-4F) || !near(there->left.rotation.y, turns[i].angles.y, 2e-4F) ||
            !near(there->left.rotation.z, turns[i].angles.z, 2e-4F))
            fail_msg("%zu: %f %f %f", i, (double)there->left.rotation.x, (double)there->left.rotation.y,
                     (double)there->left.rotation.z);
        const bsor_controller_offsets *again = converted(&file, &reel_format_bsor, &bsor_offsets, &back);
        assert_non_null(again);
        assert_false(lost_field("offsets"));
        assert_memory_equal(&again->left.position, &row.left.position, sizeof(reel_vec3));
        assert_memory_equal(&again->right.position, &row.right.position, sizeof(reel_vec3));
        assert_true(same_rotation(again->left.rotation, row.left.rotation));
        assert_true(same_rotation(again->right.rotation, row.right.rotation));
        reel_free(dat);
        reel_free(back);
        reel_memory_free(&file);
    }
}

static void controller_offsets_of_scoresaber_survive_through_bsor(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        const scoresaber_controller_offsets row = { .left = { { 0.01F, -0.02F, 0.03F }, turns[i].angles },
                                                    .present = SCORESABER_HAS_LEFT };
        reel_memory file = written(&reel_format_scoresaber, &scoresaber_offsets, &row);
        reel_replay *bsor, *back;
        const bsor_controller_offsets *there = converted(&file, &reel_format_bsor, &bsor_offsets, &bsor);
        assert_non_null(there);
        assert_false(lost_field("offsets"));
        assert_true(same_rotation(there->left.rotation, turns[i].rotation));
        assert_true(there->right.rotation.w == 0);
        const scoresaber_controller_offsets *again = converted(&file, &reel_format_scoresaber, &scoresaber_offsets, &back);
        assert_non_null(again);
        assert_int_equal(again->present, SCORESABER_HAS_LEFT);
        assert_memory_equal(&again->left.position, &row.left.position, sizeof(reel_vec3));
        assert_true(near(again->left.rotation.y, turns[i].angles.y, 2e-4F));
        reel_free(bsor);
        reel_free(back);
        reel_memory_free(&file);
    }
}

static void controller_offsets_without_a_place_are_reported(void **state)
{
    (void)state;
    const float none = reel_float_of(0x7fc00000u);
    const scoresaber_controller_offsets shared = { .shared = { { 0, 0.01F, 0 }, { 0, 5, 0 } },
                                                   .left = { { 1, 0, 0 }, { none, 0, 0 } },
                                                   .present = SCORESABER_HAS_SHARED | SCORESABER_HAS_LEFT };
    const bsor_controller_offsets flat = { .left = { { 1, 0, 0 }, { 0, 0, 0, 0 } } }, unset = { .left.position.x = 0 };
    const bsor_controller_offsets sound = { { { 1, 0, 0 }, { 0, 0, 0, 1 } }, { { 1, 0, 0 }, { 0, 0, 0, 1 } } };
    reel_replay *replay;
    reel_memory file = written(&reel_format_scoresaber, &scoresaber_offsets, &shared);
    assert_non_null(converted(&file, &reel_format_bsor, &bsor_offsets, &replay));
    assert_true(lost_field("controller_offsets.shared_position 1\n"));
    assert_true(lost_field("controller_offsets.shared_rotation 1\n"));
    assert_true(lost_field("controller_offsets.left_rotation 1\n"));
    reel_free(replay);
    reel_memory_free(&file);
    file = written(&reel_format_bsor, &bsor_offsets, &flat);
    assert_non_null(converted(&file, &reel_format_scoresaber, &scoresaber_offsets, &replay));
    assert_true(lost_field("controller_offsets.left_rotation 1\n"));
    reel_free(replay);
    reel_memory_free(&file);
    file = written(&reel_format_bsor, &bsor_offsets, &unset);
    assert_null(converted(&file, &reel_format_scoresaber, &scoresaber_offsets, &replay));
    assert_false(lost_field("controller_offsets"));
    reel_free(replay);
    reel_memory_free(&file);
    file = written(&reel_format_bsor, &bsor_offsets, &sound);
    converted(&file, &reel_format_scoresaber_json, &scoresaber_json_infos, &replay);
    assert_true(lost_field("controller_offsets.left_position 1\n"));
    reel_free(replay);
    reel_memory_free(&file);
}

static void what_is_not_finite_goes_through_every_conversion(void **state)
{
    (void)state;
    static const uint32_t bits[] = { 0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff,
                                     0x7f800000, 0xff800000, 0x7f7fffff, 0x80000000 };
    static const reel_format *const formats[] = { &reel_format_scoresaber_json, &reel_format_bsor };
    const int32_t ends[] = { INT32_MIN, INT32_MAX };
    for (size_t i = 0; i < 2 * sizeof bits / sizeof *bits; i++) {
        float value = reel_float_of(bits[i / 2]);
        const scoresaber_info info = { .difficulty = ends[i % 2],
                                       .initial_height = value,
                                       .fail_time = value,
                                       .room_rotation = value,
                                       .room_center = { value, 0, 0 } };
        const scoresaber_pose pose = { .head.position = { value, value, value }, .fps = ends[i % 2], .time = value };
        const scoresaber_note note = { .note_time = value,
                                       .event_time = value,
                                       .line = ends[i % 2],
                                       .layer = ends[i % 2],
                                       .present = 1,
                                       .color = ends[i % 2],
                                       .direction = ends[i % 2],
                                       .event_type = 1 + (int32_t)(i % 2),
                                       .scoring_type = ends[i % 2],
                                       .saber_type = ends[i % 2],
                                       .before_cut_rating = value };
        const scoresaber_combo combo = { ends[i % 2], value };
        reel_writer *writer;
        reel_memory dat, made, again;
        reel_error error;
        assert_int_equal(reel_create(reel_sink_memory(&dat, NULL), &reel_format_scoresaber, NULL, &writer, &error), REEL_OK);
        reel_append(writer, &scoresaber_infos, &info, 1);
        reel_append(writer, &scoresaber_poses, &pose, 1);
        reel_append(writer, &scoresaber_notes, &note, 1);
        reel_append(writer, &scoresaber_combos, &combo, 1);
        assert_int_equal(reel_finish(writer, &error), REEL_OK);
        for (size_t to = 0; to < 2; to++) {
            if (reel_convert(reel_source_memory(dat.data, dat.size), NULL, formats[to], reel_sink_memory(&made, NULL), NULL,
                             &error) < 0)
                fail_msg("bits %x: %s", (unsigned)bits[i / 2], error.message);
            const reel_format *next = to ? &reel_format_scoresaber_json : &reel_format_bsor;
            if (reel_convert(reel_source_memory(made.data, made.size), NULL, next, reel_sink_memory(&again, NULL), NULL, &error) <
                0)
                fail_msg("bits %x, back: %s", (unsigned)bits[i / 2], error.message);
            reel_memory_free(&made);
            reel_memory_free(&again);
        }
        reel_memory_free(&dat);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dat_gives_the_json_of_the_published_decoder),
        cmocka_unit_test(bsor_gives_the_dat_that_an_independent_writer_made),
        cmocka_unit_test(dat_gives_back_the_notes_and_cuts_of_its_bsor),
        cmocka_unit_test(extensions_go_to_walls_pauses_and_data_of_mods),
        cmocka_unit_test(json_gives_events_without_cuts),
        cmocka_unit_test(key_frames_give_motion_and_a_score),
        cmocka_unit_test(falls_of_the_combo_without_a_note_become_walls),
        cmocka_unit_test(bsor_gives_json_too),
        cmocka_unit_test(combos_of_one_time_are_taken_once_each),
        cmocka_unit_test(texts_that_bsor_cannot_hold_are_lost_and_said),
        cmocka_unit_test(controller_offsets_of_bsor_survive_through_scoresaber),
        cmocka_unit_test(controller_offsets_of_scoresaber_survive_through_bsor),
        cmocka_unit_test(controller_offsets_without_a_place_are_reported),
        cmocka_unit_test(what_is_not_finite_goes_through_every_conversion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * The samples against what independent readers found in them; writing; the file beside its rows. */
#include "corpus.h"

#include <reel/format.h>
#include <reel/scoresaber.h>
#include <yyjson/yyjson.h>

/* ---- reading, against the truth --------------------------------------------------------------------------------- */

static reel_replay *load(const char *path)
{
    reel_error error;
    reel_replay *replay;
    reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    if (reel_load_file(path, &options, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
    return replay;
}

/* Fields of a record in the order of the file. */
static const char *const pose_order[] = { "head_position",
                                          "head_rotation",
                                          "left_hand_position",
                                          "left_hand_rotation",
                                          "right_hand_position",
                                          "right_hand_rotation",
                                          "fps",
                                          "time",
                                          NULL };
static const char *const note_order_v2[] = { "note_time",
                                             "layer",
                                             "line",
                                             "color",
                                             "direction",
                                             "event_type",
                                             "cut_point",
                                             "cut_normal",
                                             "saber_direction",
                                             "saber_type",
                                             "direction_ok",
                                             "saber_speed",
                                             "cut_angle",
                                             "cut_distance_to_center",
                                             "cut_direction_deviation",
                                             "before_cut_rating",
                                             "after_cut_rating",
                                             "event_time",
                                             "unity_timescale",
                                             "time_sync_timescale",
                                             NULL };
static const char *const note_order_v3[] = { "note_time",
                                             "layer",
                                             "line",
                                             "color",
                                             "direction",
                                             "gameplay_type",
                                             "scoring_type",
                                             "direction_offset",
                                             "event_type",
                                             "cut_point",
                                             "cut_normal",
                                             "saber_direction",
                                             "saber_type",
                                             "direction_ok",
                                             "saber_speed",
                                             "cut_angle",
                                             "cut_distance_to_center",
                                             "cut_direction_deviation",
                                             "before_cut_rating",
                                             "after_cut_rating",
                                             "event_time",
                                             "unity_timescale",
                                             "time_sync_timescale",
                                             "time_deviation",
                                             "world_rotation",
                                             "inverse_world_rotation",
                                             "note_rotation",
                                             "note_position",
                                             NULL };
static const char *const height_order[] = { "height", "time", NULL };
static const char *const score_order_v2[] = { "score", "time", NULL };
static const char *const score_order_v3[] = { "score", "time", "max_score", NULL };
static const char *const combo_order[] = { "combo", "time", NULL };
static const char *const multiplier_order[] = { "multiplier", "progress", "time", NULL };
static const char *const energy_order[] = { "energy", "time", NULL };
static const char *const keyframe_order[] = {
    "right_position", "left_position", "head_position", "right_rotation", "left_rotation",
    "head_rotation",  "time",          "combo",         "score",          NULL
};

static void assert_row(const reel_table *table, const void *row, const char *const *order, yyjson_val *values)
{
    size_t at = 0;
    for (; *order; order++) {
        const reel_field *field = reel_table_field(table, *order);
        assert_non_null(field);
        for (size_t i = 0; i < field->count; i++, at++) {
            double wanted = yyjson_get_num(yyjson_arr_get(values, at)), found = reel_field_number(field, row, i);
            if (wanted != found) fail_msg("%s.%s[%zu]: %.17g, not %.17g", table->name, *order, i, found, wanted);
        }
    }
    assert_int_equal(at, yyjson_arr_size(values));
}

static void assert_list(const reel_replay *replay, const reel_table *table, yyjson_val *list, const char *const *order)
{
    size_t count;
    const uint8_t *rows = reel_rows(replay, table, &count);
    assert_int_equal(count, yyjson_get_uint(yyjson_obj_get(list, "count")));
    if (!count) return;
    assert_row(table, rows, order, yyjson_obj_get(list, "first"));
    assert_row(table, rows + (count - 1) * table->row_size, order, yyjson_obj_get(list, "last"));
}

static void assert_text(reel_string found, yyjson_val *object, const char *key)
{
    const char *wanted = yyjson_get_str(yyjson_obj_get(object, key));
    if (!wanted) wanted = "";
    if (found.size != strlen(wanted) || (found.size && memcmp(found.data, wanted, found.size) != 0))
        fail_msg("%s: %.*s, not %s", key, (int)found.size, found.data, wanted);
}

static void assert_metadata(const reel_replay *replay, yyjson_val *truth)
{
    size_t count;
    const scoresaber_info *info = reel_rows(replay, &scoresaber_infos, &count);
    assert_int_equal(count, 1);
    assert_text(info->version, truth, "version");
    assert_text(info->level_id, truth, "levelId");
    assert_text(info->characteristic, truth, "characteristic");
    assert_text(info->environment, truth, "environment");
    assert_text(info->game_version, truth, "gameVersion");
    assert_text(info->plugin_version, truth, "pluginVersion");
    assert_text(info->platform, truth, "platform");
    assert_int_equal(info->difficulty, yyjson_get_int(yyjson_obj_get(truth, "difficulty")));
    assert_true((double)info->note_spawn_offset == yyjson_get_num(yyjson_obj_get(truth, "noteSpawnOffset")));
    assert_true((double)info->initial_height == yyjson_get_num(yyjson_obj_get(truth, "initialHeight")));
    assert_true((double)info->fail_time == yyjson_get_num(yyjson_obj_get(truth, "failTime")));
    assert_int_equal(info->left_handed, yyjson_get_int(yyjson_obj_get(truth, "leftHanded")));
}

static bool compare_file(yyjson_val *truth)
{
    char path[512];
    const char *name = yyjson_get_str(yyjson_obj_get(truth, "file"));
    snprintf(path, sizeof path, "samples/scoresaber/%s", name ? name : "");
    const char *found = corpus_path(path);
    if (!found) return false;
    reel_replay *replay = load(found);
    yyjson_val *keys = yyjson_obj_get(truth, "keyframes");
    if (keys) {
        size_t count;
        const scoresaber_keyframe *rows = reel_rows(replay, &scoresaber_keyframes, &count);
        assert_int_equal(count, yyjson_get_uint(yyjson_obj_get(keys, "count")));
        assert_row(&scoresaber_keyframes, rows, keyframe_order, yyjson_obj_get(keys, "first"));
        assert_row(&scoresaber_keyframes, rows + 1, keyframe_order, yyjson_obj_get(keys, "second"));
        assert_row(&scoresaber_keyframes, rows + count - 1, keyframe_order, yyjson_obj_get(keys, "last"));
    } else {
        yyjson_val *meta = yyjson_obj_get(truth, "metadata");
        bool v2 = strcmp(yyjson_get_str(yyjson_obj_get(meta, "version")), "2.0.0") == 0;
        assert_metadata(replay, meta);
        assert_list(replay, &scoresaber_poses, yyjson_obj_get(truth, "poses"), pose_order);
        assert_list(replay, &scoresaber_heights, yyjson_obj_get(truth, "heights"), height_order);
        assert_list(replay, &scoresaber_notes, yyjson_obj_get(truth, "notes"), v2 ? note_order_v2 : note_order_v3);
        assert_list(replay, &scoresaber_scores, yyjson_obj_get(truth, "scores"), v2 ? score_order_v2 : score_order_v3);
        assert_list(replay, &scoresaber_combos, yyjson_obj_get(truth, "combos"), combo_order);
        assert_list(replay, &scoresaber_multipliers, yyjson_obj_get(truth, "multipliers"), multiplier_order);
        assert_list(replay, &scoresaber_energies, yyjson_obj_get(truth, "energies"), energy_order);
    }
    reel_free(replay);
    return true;
}

static void rows_are_what_an_independent_reader_found(void **state)
{
    (void)state;
    size_t size, compared = 0;
    char *text = corpus_text("expected/scoresaber/decoded.jsonl", &size);
    if (!text) skip();
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        yyjson_doc *doc = yyjson_read(line, strlen(line), 0);
        assert_non_null(doc);
        compared += compare_file(yyjson_doc_get_root(doc));
        yyjson_doc_free(doc);
    }
    free(text);
    corpus_compared(compared, "files");
}

static void extensions_become_rows(void **state)
{
    (void)state;
    reel_replay *replay = load(project_path("tests/formats/scoresaber/golden/extensions.dat"));
    size_t count;
    const scoresaber_play_settings *settings = reel_rows(replay, &scoresaber_play_settings_rows, &count);
    assert_int_equal(count, 1);
    assert_true(settings->song_speed == 1.0f && settings->jump_distance == 16.5f);
    assert_int_equal(settings->present & (SCORESABER_HAS_LEFT_SABER | SCORESABER_HAS_RIGHT_SABER), SCORESABER_HAS_LEFT_SABER);
    assert_true(settings->left_saber[0] == 1.0f && settings->left_saber[3] == 1.0f);
    assert_memory_equal(settings->environment.data, "TheSecond", 9);
    const scoresaber_pause *pauses = reel_rows(replay, &scoresaber_pauses, &count);
    assert_int_equal(count, 1);
    assert_true(pauses->duration == 7 && pauses->ended - pauses->began == 7);
    const scoresaber_wall *walls = reel_rows(replay, &scoresaber_walls, &count);
    assert_int_equal(count, 1);
    assert_true(walls->time == 3.0f && walls->width == 1 && walls->height == 3);
    const scoresaber_controller_offsets *offsets = reel_rows(replay, &scoresaber_offsets, &count);
    assert_int_equal(count, 1);
    assert_true(offsets->present & SCORESABER_HAS_SHARED);
    const scoresaber_extension *others = reel_rows(replay, &scoresaber_extensions, &count);
    assert_int_equal(count, 2); /* one that holds bytes, and an unknown one */
    assert_int_equal(others[1].layout_version, 4);
    reel_free(replay);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* Writes the rows without the file that they came from. */
static reel_memory write_rows(const reel_replay *replay)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), reel_replay_format(replay), NULL, &writer, &error), REEL_OK);
    for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(replay)); *table; table++) {
        size_t count;
        const void *rows = reel_rows(replay, *table, &count);
        if (*table != &scoresaber_originals) assert_int_equal(reel_append(writer, *table, rows, count), REEL_OK);
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return memory;
}

static bool none(void *context, const reel_difference *difference)
{
    (void)context;
    fail_msg("%s.%s differs", difference->table->name, difference->field ? difference->field->name : "(row)");
    return false;
}

static bool write_and_read(const char *path, const char *name)
{
    reel_replay *replay, *again;
    reel_error error;
    reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    if (reel_load_file(path, &options, &replay, &error) < 0) return false;
    reel_memory memory = write_rows(replay);
    if (reel_load(reel_source_memory(memory.data, memory.size), &options, &again, &error) < 0)
        fail_msg("%s: %s", name, error.message);
    assert_int_equal(reel_diff(replay, again, false, none, NULL, NULL, &error), REEL_OK);
    reel_free(again);
    reel_free(replay);
    reel_memory_free(&memory);
    return true;
}

static void rows_alone_are_written_and_read_back_equal(void **state)
{
    (void)state;
    corpus_need("samples/scoresaber");
    corpus_compared(corpus_each("samples/scoresaber", "", write_and_read), "files");
}

static bool write_decoded(const char *path, const char *name)
{
    size_t size;
    uint8_t *text = read_file(path, &size);
    reel_replay *replay = load(path);
    assert_ptr_equal(reel_replay_format(replay), &reel_format_scoresaber_json);
    reel_memory memory = write_rows(replay);
    if (memory.size != size || memcmp(memory.data, text, size) != 0) fail_msg("%s is written as another text", name);
    reel_memory_free(&memory);
    reel_free(replay);
    free(text);
    return true;
}

static void decoded_rows_alone_give_the_text_of_the_published_decoder(void **state)
{
    (void)state;
    corpus_need("samples/scoresaber");
    corpus_compared(corpus_each("samples/scoresaber", ".json", write_decoded), "files");
}

static void a_written_file_states_its_size_and_has_no_end_mark(void **state)
{
    (void)state;
    reel_memory memory;
    reel_error error;
    reel_writer *writer;
    scoresaber_info info = { .difficulty = 9 };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_scoresaber, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_append(writer, &scoresaber_infos, &info, 1), REEL_OK);
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    static const uint8_t head[] = { 0x5d, 0, 0, 0x80, 0 };
    assert_memory_equal(memory.data, "ScoreSaber Replay ", 18);
    assert_memory_equal(memory.data + 28, head, sizeof head);
    /* pointers, metadata of empty texts but for the version, seven empty lists */
    assert_int_equal(reel_load_u64le(memory.data + 33), 40 + 9 + 4 + 4 + 4 + 4 + 4 + 29 + 12 + 28);
    reel_memory_free(&memory);
}

typedef struct repacked {
    int count;
} repacked;

static void count_repacked(void *context, const reel_finding *finding)
{
    if (strcmp(finding->rule, "scoresaber.repacked") == 0) ((repacked *)context)->count++;
}

static void a_changed_file_is_packed_anew_and_that_is_said(void **state)
{
    (void)state;
    reel_memory memory;
    reel_error error;
    repacked said = { 0 };
    reel_setting setting = { "info.environment", "Nowhere" };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = &setting, .setting_count = 1 };
    reel_options options = { REEL_SIZED(reel_options), .report = count_repacked, .report_context = &said };
    reel_source source;
    assert_int_equal(reel_source_file(project_path("tests/formats/scoresaber/golden/no-magic.dat"), 0, &source, &error), REEL_OK);
    if (reel_convert(source, &options, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(said.count, 1);
    assert_int_equal(memory.data[0], 0x5d); /* still without the magic text */
    reel_replay *again;
    size_t count;
    assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &again, &error), REEL_OK);
    const scoresaber_info *info = reel_rows(again, &scoresaber_infos, &count);
    assert_memory_equal(info->environment.data, "Nowhere", 7);
    reel_free(again);
    reel_memory_free(&memory);
}

static void an_unknown_version_is_not_written(void **state)
{
    (void)state;
    reel_memory memory;
    reel_error error;
    reel_writer *writer;
    scoresaber_info info = { .version = { "3.2.0", 5 } };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_scoresaber, NULL, &writer, &error), REEL_OK);
    assert_int_equal(reel_append(writer, &scoresaber_infos, &info, 1), REEL_ARGUMENT);
    assert_int_equal(finish_unless_refused(writer, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "scoresaber.version");
}

/* ---- damage ----------------------------------------------------------------------------------------------------- */

static void damage_leaves_what_is_whole(void **state)
{
    (void)state;
    reel_replay *replay;
    reel_error error;
    size_t notes, poses;
    const char *path = project_path("tests/formats/scoresaber/bad/pointer-back.dat");
    assert_int_equal(reel_load_file(path, NULL, &replay, &error), REEL_OK);
    assert_string_equal(reel_replay_damage(replay)->rule, "scoresaber.pointer");
    reel_rows(replay, &scoresaber_notes, &notes);
    reel_rows(replay, &scoresaber_poses, &poses);
    assert_int_equal(poses, 4);
    assert_int_equal(notes, 4); /* where the next section begins is unknown: the count is believed */
    reel_free(replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_what_an_independent_reader_found),
        cmocka_unit_test(extensions_become_rows),
        cmocka_unit_test(rows_alone_are_written_and_read_back_equal),
        cmocka_unit_test(decoded_rows_alone_give_the_text_of_the_published_decoder),
        cmocka_unit_test(a_written_file_states_its_size_and_has_no_end_mark),
        cmocka_unit_test(a_changed_file_is_packed_anew_and_that_is_said),
        cmocka_unit_test(an_unknown_version_is_not_written),
        cmocka_unit_test(damage_leaves_what_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

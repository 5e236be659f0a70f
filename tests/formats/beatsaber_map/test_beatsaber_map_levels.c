/* SPDX-License-Identifier: MIT
 * Levels of several files: the hashes that another program computes (levels.tsv), the jump of every difficulty, times by the tempo of
 * the level, and changed rows, which leave all other files of the zip as they are. */
#include "support.h"

#include <reel/beatsaber_map.h>

#include <math.h>

static reel_replay *load(const char *name)
{
    char path[256];
    reel_replay *replay;
    snprintf(path, sizeof path, "tests/formats/beatsaber_map/golden/%s", name);
    size_t size;
    uint8_t *bytes = read_file(project_path(path), &size);
    assert_int_equal(reel_load(reel_source_memory(bytes, size), NULL, &replay, NULL), REEL_OK);
    free(bytes);
    return replay;
}

static void the_hashes_are_those_of_another_program(void **state)
{
    (void)state;
    size_t size, lines = 0;
    char *list = (char *)read_file(project_path("tests/formats/beatsaber_map/levels.tsv"), &size), *rest = NULL;
    list = realloc(list, size + 1);
    list[size] = 0;
    for (char *line = strtok_r(list, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char name[64], raw[64], pc[64];
        if (*line == '#') continue;
        assert_int_equal(sscanf(line, "%63s %63s %63s", name, raw, pc), 3);
        reel_replay *replay = load(name);
        size_t count;
        const beatsaber_map_info *info = reel_rows(replay, &beatsaber_map_infos, &count);
        assert_int_equal(count, 1);
        assert_int_equal(info->level_hash.size, 40);
        assert_memory_equal(info->level_hash.data, raw, 40);
        assert_int_equal(info->present & BEATSABER_MAP_HAS_PC_HASH, strcmp(pc, "-") ? BEATSABER_MAP_HAS_PC_HASH : 0);
        if (info->present & BEATSABER_MAP_HAS_PC_HASH) assert_memory_equal(info->pc_hash.data, pc, 40);
        reel_free(replay);
        lines++;
    }
    assert_int_equal(lines, 7);
    free(list);
}

/* By hand: 120 beats a minute. Speed 0 of Hard is 10 m/s: 20 m in 4 beats, so 2 beats, 1 s. 16 m/s: 2 beats, less half a one. 9 m/s: 18 m
 * in 4 beats, so 2 beats, and a quarter. */
static void jumps_are_those_of_the_game(void **state)
{
    (void)state;
    static const double jumps[][2] = { { 20, 1 }, { 24, 0.75 }, { 20.25, 1.125 } };
    reel_replay *replay = load("level-2.zip");
    size_t count;
    const beatsaber_map_difficulty *rows = reel_rows(replay, &beatsaber_map_difficulties, &count);
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++) {
        assert_true(rows[i].present & BEATSABER_MAP_HAS_JUMP);
        assert_true(fabs(rows[i].jump_distance - jumps[i][0]) < 1e-12);
        assert_true(fabs(rows[i].reaction_time - jumps[i][1]) < 1e-12);
    }
    reel_free(replay);
}

/* Regions of the audio data: 2 s for the first 4 beats, then 58 s for 116. */
static void times_of_version_4_follow_the_audio_data(void **state)
{
    (void)state;
    reel_replay *replay = load("level-4.zip");
    size_t count;
    const beatsaber_map_note *notes = reel_rows(replay, &beatsaber_map_notes, &count);
    assert_int_equal(count, 8);
    for (size_t i = 0; i < count; i++) {
        const double time = notes[i].beat < 4 ? notes[i].beat / 2 : 2 + (notes[i].beat - 4) / 2;
        assert_int_equal(notes[i].difficulty, i / 4);
        if (fabs(notes[i].time - time) > 1e-12) fail_msg("note %zu is at %f, not %f", i, notes[i].time, time);
    }
    reel_free(replay);
}

static bool has_bytes(const reel_memory *in, const char *bytes, size_t size)
{
    for (size_t i = 0; i + size <= in->size; i++)
        if (memcmp(in->data + i, bytes, size) == 0) return true;
    return false;
}

static void a_changed_note_changes_its_file_only(void **state)
{
    (void)state;
    reel_replay *replay = load("level-4.zip"), *again;
    reel_memory bytes;
    size_t count, again_count;
    beatsaber_map_note *notes = (beatsaber_map_note *)(uintptr_t)reel_rows(replay, &beatsaber_map_notes, &count);
    notes[1].line = 0;
    notes[2].beat = 3.25;
    assert_int_equal(
        reel_write(reel_replay_chunk(replay), &reel_format_beatsaber_map, reel_sink_memory(&bytes, NULL), NULL, NULL), REEL_OK);
    assert_true(has_bytes(&bytes, "OggS, no music", 14));
    assert_true(has_bytes(&bytes, "{\"b\":2.0,\"r\":15,\"i\":3},{\"b\":3.25,\"i\":1}", 39));
    assert_true(has_bytes(&bytes, "{\"x\":0,\"y\":1,\"c\":1,\"d\":8,\"a\":30}]", 33));
    assert_true(has_bytes(&bytes, "a comment", 9));
    assert_int_equal(reel_load(reel_source_memory(bytes.data, bytes.size), NULL, &again, NULL), REEL_OK);
    const beatsaber_map_note *now = reel_rows(again, &beatsaber_map_notes, &again_count);
    assert_int_equal(again_count, count);
    for (size_t i = 0; i < count; i++)
        assert_true(now[i].beat == notes[i].beat && now[i].line == notes[i].line && now[i].direction == notes[i].direction);
    reel_free(again);
    reel_free(replay);
    reel_memory_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hashes_are_those_of_another_program),
        cmocka_unit_test(jumps_are_those_of_the_game),
        cmocka_unit_test(times_of_version_4_follow_the_audio_data),
        cmocka_unit_test(a_changed_note_changes_its_file_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

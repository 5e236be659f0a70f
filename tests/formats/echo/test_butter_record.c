/* SPDX-License-Identifier: MIT
 * A program that records .butter: rows as it has them, without a roster, frame by frame or table by table. */
#include "support.h"

#include <math.h>
#include <reel/butter.h>

enum { INTERVAL = 4, FRAMES = 1500, PLAYERS = 3 };

static reel_string text_of(const char *text) { return (reel_string){ text, strlen(text) }; }

static butter_frame frame_of(uint32_t i)
{
    return (butter_frame){ .common = { .frame = i, .time = i / 30.0, .has = ECHO_HAS_DISC, .status = ECHO_PLAYING } };
}

static butter_player player_of(uint32_t frame, int p)
{
    static const char *const names[PLAYERS] = { "ann", "ben", "cat" };
    return (butter_player){ .common = { .frame = frame,
                                        .team = (uint8_t)(p / 2),
                                        .userid = 1000u + (unsigned)p,
                                        .number = (uint16_t)(p == 2 ? 1000 : p),
                                        .level = (uint16_t)(p == 2 ? 1000 : 10 * p),
                                        .name = text_of(names[p]),
                                        .head = { (float)frame / 8, 1, (float)p } } };
}

static reel_writer *begin(reel_memory *memory, const butter_info *info)
{
    reel_writer *writer;
    assert_int_equal(reel_create(reel_sink_memory(memory, NULL), &reel_format_butter, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_append(writer, &butter_infos, info, 1), REEL_OK);
    return writer;
}

static const butter_info info = { .version = 3, .keyframe_interval = INTERVAL, .map = BUTTER_ARENA };

static void finish(reel_writer *writer)
{
    reel_error error;
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
}

static void append_frame(reel_writer *writer, uint32_t i)
{
    const butter_frame frame = frame_of(i);
    assert_int_equal(reel_append(writer, &butter_frames, &frame, 1), REEL_OK);
}

static void append_players(reel_writer *writer, uint32_t frame)
{
    for (int p = 0; p < PLAYERS; p++) {
        const butter_player player = player_of(frame, p);
        assert_int_equal(reel_append(writer, &butter_players, &player, 1), REEL_OK);
    }
}

static void assert_recorded(reel_memory *memory, size_t frame_count)
{
    reel_replay *replay;
    reel_error error;
    size_t count;
    if (reel_load(reel_source_memory(memory->data, memory->size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    assert_null(reel_replay_damage(replay));
    const butter_entry *roster = reel_rows(replay, &butter_roster, &count);
    assert_int_equal(count, PLAYERS);
    for (int p = 0; p < PLAYERS; p++) {
        const echo_player wanted = player_of(0, p).common;
        assert_int_equal(roster[p].userid, wanted.userid);
        assert_int_equal(roster[p].name.size, wanted.name.size);
        assert_memory_equal(roster[p].name.data, wanted.name.data, wanted.name.size);
        assert_int_equal(roster[p].number, p == 2 ? 255 : p); /* a byte in the file */
        assert_int_equal(roster[p].level, p == 2 ? 255 : 10 * p);
    }
    reel_rows(replay, &butter_frames, &count);
    assert_int_equal(count, frame_count);
    const butter_player *players = reel_rows(replay, &butter_players, &count);
    assert_int_equal(count, PLAYERS * frame_count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(players[i].common.frame, i / PLAYERS);
        assert_int_equal(players[i].common.player, players[i].common.userid - 1000 + 1);
        assert_true(players[i].common.head.x == (float)(i / PLAYERS) / 8);
    }
    reel_free(replay);
    reel_memory_free(memory);
}

static void players_without_a_number_get_one_when_they_first_come(void **state)
{
    (void)state;
    reel_memory memory;
    reel_writer *writer = begin(&memory, &info);
    for (uint32_t i = 0; i < FRAMES; i++) {
        append_frame(writer, i);
        append_players(writer, i);
    }
    finish(writer);
    assert_recorded(&memory, FRAMES);
}

/* The blocks are the same, whatever comes first. */
static void rows_may_come_table_by_table(void **state)
{
    (void)state;
    reel_memory by_frame, by_table;
    reel_writer *writer = begin(&by_frame, &info);
    for (uint32_t i = 0; i < FRAMES; i++) {
        append_frame(writer, i);
        append_players(writer, i);
    }
    finish(writer);
    writer = begin(&by_table, &info);
    for (uint32_t i = 0; i < FRAMES; i++) append_frame(writer, i);
    for (uint32_t i = 0; i < FRAMES; i++) append_players(writer, i);
    finish(writer);
    assert_int_equal(by_frame.size, by_table.size);
    assert_memory_equal(by_frame.data, by_table.data, by_frame.size);
    reel_memory_free(&by_frame);
    assert_recorded(&by_table, FRAMES);
}

/* ---- values, each on its own ---------------------------------------------------------------------------------------- */

enum { BONES = 23, MOVES = 18 };

/* A bone that moves along one axis alone, and back. */
static echo_bone bone_of(uint32_t frame, uint8_t bone)
{
    echo_bone row = { .frame = frame, .bone = bone, .position = { bone, 1, 2 }, .rotation = { 0, 0, 0, 1 } };
    float *const axes[] = { &row.position.x, &row.position.y, &row.position.z };
    if (frame % 2 && bone == frame / 2 % BONES) *axes[frame / 2 % 3] += 0.25f;
    return row;
}

static reel_replay *loaded(const reel_memory *memory)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(memory->data, memory->size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

static void a_bone_moves_along_one_axis(void **state)
{
    (void)state;
    reel_memory memory;
    size_t count;
    reel_writer *writer = begin(&memory, &info);
    for (uint32_t i = 0; i < MOVES; i++) {
        const butter_player player = player_of(i, 0);
        append_frame(writer, i);
        assert_int_equal(reel_append(writer, &butter_players, &player, 1), REEL_OK);
        for (uint8_t b = 0; b < BONES; b++) {
            const echo_bone bone = bone_of(i, b);
            assert_int_equal(reel_append(writer, &butter_bones, &bone, 1), REEL_OK);
        }
    }
    finish(writer);
    reel_replay *replay = loaded(&memory);
    const echo_bone *bones = reel_rows(replay, &butter_bones, &count);
    assert_int_equal(count, MOVES * BONES);
    for (size_t i = 0; i < count; i++) {
        const echo_bone wanted = bone_of((uint32_t)(i / BONES), (uint8_t)(i % BONES));
        assert_true(fabsf(bones[i].position.x - wanted.position.x) < 0.001f &&
                    fabsf(bones[i].position.y - wanted.position.y) < 0.001f &&
                    fabsf(bones[i].position.z - wanted.position.z) < 0.001f);
    }
    reel_free(replay);
    reel_memory_free(&memory);
}

enum { POINTS_FRAMES = 9 };

static reel_status record_points(reel_memory *memory, const butter_info *here, bool has, reel_error *error)
{
    reel_writer *writer = begin(memory, here);
    for (uint32_t i = 0; i < POINTS_FRAMES; i++) {
        butter_frame frame = frame_of(i);
        frame.common.has = (uint8_t)((here->map == BUTTER_ARENA ? frame.common.has : 0) | (has ? ECHO_HAS_POINTS : 0));
        frame.common.blue_points = has ? (float)(i + 3) : 0;
        frame.common.orange_points = has ? (float)(i / 2 + 1) : 0;
        reel_append(writer, &butter_frames, &frame, 1);
    }
    return reel_finish(writer, error);
}

/* Points of a map whose files have none are refused, and absent in what is read. Older versions have one layout for all maps. */
static void points_are_those_that_were_written_or_absent(void **state)
{
    (void)state;
    for (uint8_t map = BUTTER_NO_MAP; map <= BUTTER_TUTORIAL; map++) {
        const butter_info here = { .version = 3, .keyframe_interval = INTERVAL, .map = map };
        reel_memory memory;
        size_t count;
        reel_error error;
        const bool has = record_points(&memory, &here, true, &error) >= 0;
        if (!has && record_points(&memory, &here, false, &error) < 0) fail_msg("map %d: %s", map, error.message);
        assert_true(has || map != BUTTER_ARENA);
        reel_replay *replay = loaded(&memory);
        const butter_frame *frames = reel_rows(replay, &butter_frames, &count);
        assert_int_equal(count, POINTS_FRAMES);
        for (uint32_t i = 0; i < POINTS_FRAMES; i++) {
            const echo_frame *f = &frames[i].common;
            assert_int_equal((f->has & ECHO_HAS_POINTS) != 0, has);
            if (has) assert_true(f->blue_points == (float)(i + 3) && f->orange_points == (float)(i / 2 + 1));
        }
        reel_free(replay);
        reel_memory_free(&memory);
    }
}

/* The same in a file that is edited: what is not changed stays as the file has it, and what is changed along one axis is not. */
static void a_bone_is_edited_along_one_axis(void **state)
{
    (void)state;
    enum { ROW = 4 * BONES + 7 };
    for (unsigned axis = 0; axis < 3; axis++) {
        reel_memory memory, edited;
        size_t count;
        reel_writer *writer = begin(&memory, &info);
        for (uint32_t i = 0; i < MOVES; i++) {
            const butter_player player = player_of(i, 0);
            append_frame(writer, i);
            assert_int_equal(reel_append(writer, &butter_players, &player, 1), REEL_OK);
            for (uint8_t b = 0; b < BONES; b++) {
                const echo_bone bone = bone_of(i, b);
                assert_int_equal(reel_append(writer, &butter_bones, &bone, 1), REEL_OK);
            }
        }
        finish(writer);
        reel_replay *replay = loaded(&memory);
        echo_bone *bones = (echo_bone *)(uintptr_t)reel_rows(replay, &butter_bones, &count);
        float *const axes[] = { &bones[ROW].position.x, &bones[ROW].position.y, &bones[ROW].position.z };
        const float wanted = *axes[axis] += 0.25f;
        assert_int_equal(reel_write(reel_replay_chunk(replay), &reel_format_butter, reel_sink_memory(&edited, NULL), NULL, NULL),
                         REEL_OK);
        reel_replay *again = loaded(&edited);
        const echo_bone *bone = (const echo_bone *)reel_rows(again, &butter_bones, &count) + ROW;
        const float places[] = { bone->position.x, bone->position.y, bone->position.z };
        assert_true(fabsf(places[axis] - wanted) < 0.001f);
        reel_free(again);
        reel_free(replay);
        reel_memory_free(&edited);
        reel_memory_free(&memory);
    }
}

/* Every word of a loadout, whatever the others are, by both ways of writing. */
static void each_word_of_a_loadout_comes_back(void **state)
{
    (void)state;
    static const char *const conventions[] = { "ideal", "faithful" };
    static const butter_info combat = { .version = 3, .keyframe_interval = INTERVAL, .map = BUTTER_FISSION };
    enum { LOADOUTS = 128 };
    for (size_t c = 0; c < 2; c++) {
        const reel_write_options options = { REEL_SIZED(reel_write_options), .convention = conventions[c] };
        reel_memory memory;
        reel_writer *writer;
        size_t count;
        assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_butter, &options, &writer, NULL), REEL_OK);
        assert_int_equal(reel_append(writer, &butter_infos, &combat, 1), REEL_OK);
        for (uint32_t i = 0; i < LOADOUTS; i++) {
            butter_player player = player_of(i, 0);
            player.common.has = ECHO_HAS_LOADOUT;
            player.common.weapon = i & 3;
            player.common.ordnance = i >> 2 & 3;
            player.common.tac_mod = i >> 4 & 3;
            player.common.arm = (uint8_t)(i >> 6);
            append_frame(writer, i);
            assert_int_equal(reel_append(writer, &butter_players, &player, 1), REEL_OK);
        }
        finish(writer);
        reel_replay *replay = loaded(&memory);
        const butter_player *players = reel_rows(replay, &butter_players, &count);
        assert_int_equal(count, LOADOUTS);
        for (uint32_t i = 0; i < LOADOUTS; i++) {
            const echo_player *p = &players[i].common;
            assert_int_equal(p->weapon | p->ordnance << 2 | p->tac_mod << 4 | p->arm << 6, i);
        }
        reel_free(replay);
        reel_memory_free(&memory);
    }
}

static reel_status record_players(unsigned count, reel_error *error)
{
    reel_memory memory;
    reel_writer *writer = begin(&memory, &info);
    append_frame(writer, 0);
    for (unsigned p = 0; p < count; p++) {
        char name[24];
        snprintf(name, sizeof name, "player %u", p);
        const butter_player player = { .common = { .userid = 1u + (unsigned)p, .name = text_of(name) } };
        reel_append(writer, &butter_players, &player, 1);
    }
    reel_status status = reel_finish(writer, error);
    reel_memory_free(&memory);
    return status;
}

static void more_than_255_players_are_refused(void **state)
{
    (void)state;
    reel_error error;
    assert_int_equal(record_players(255, &error), REEL_OK);
    assert_int_equal(record_players(256, &error), REEL_LIMIT);
    assert_string_equal(error.rule, "butter.players");
    static butter_entry roster[256];
    for (size_t count = 255; count <= 256; count++) {
        reel_memory memory;
        reel_writer *writer = begin(&memory, &info);
        append_frame(writer, 0);
        reel_append(writer, &butter_roster, roster, count);
        assert_int_equal(reel_finish(writer, &error), count == 255 ? REEL_OK : REEL_LIMIT);
        if (count == 256) assert_string_equal(error.rule, "butter.players");
        reel_memory_free(&memory);
    }
}

/* Texts end with a NUL in the file. */
static void names_that_no_reader_takes_are_refused(void **state)
{
    (void)state;
    static char large[65536];
    memset(large, 'n', sizeof large);
    for (int place = 0; place < 8; place++) {
        reel_string odd = { "a\0b", 3 };
        if (place >= 4) odd = (reel_string){ large, place == 4 ? sizeof large : 1024 };
        butter_info header = info;
        reel_memory memory;
        reel_error error;
        reel_writer *writer;
        if (place % 4 == 0) header.client_name = odd;
        assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_butter, NULL, &writer, NULL), REEL_OK);
        reel_append(writer, &butter_infos, &header, 1);
        const butter_entry entry = { .name = odd, .userid = 1 };
        if (place % 4 == 1) reel_append(writer, &butter_roster, &entry, 1);
        butter_frame frame = frame_of(0);
        if (place % 4 == 3) frame.common.rules_changed_by = odd;
        reel_append(writer, &butter_frames, &frame, 1);
        const butter_player player = { .common = { .name = odd, .userid = 1 } };
        if (place % 4 == 2) reel_append(writer, &butter_players, &player, 1);
        assert_int_equal(finish_unless_refused(writer, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "butter.text");
    }
}

static void versions_that_are_none_are_refused(void **state)
{
    (void)state;
    static const uint8_t versions[] = { 0, 4, 255 };
    for (size_t i = 0; i < 3; i++) {
        butter_info header = info;
        reel_memory memory;
        reel_writer *writer;
        reel_error error;
        header.version = versions[i];
        assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_butter, NULL, &writer, NULL), REEL_OK);
        reel_append(writer, &butter_infos, &header, 1);
        assert_int_equal(finish_unless_refused(writer, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "butter.version");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_without_a_number_get_one_when_they_first_come),
        cmocka_unit_test(rows_may_come_table_by_table),
        cmocka_unit_test(more_than_255_players_are_refused),
        cmocka_unit_test(names_that_no_reader_takes_are_refused),
        cmocka_unit_test(versions_that_are_none_are_refused),
        cmocka_unit_test(a_bone_moves_along_one_axis),
        cmocka_unit_test(a_bone_is_edited_along_one_axis),
        cmocka_unit_test(points_are_those_that_were_written_or_absent),
        cmocka_unit_test(each_word_of_a_loadout_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

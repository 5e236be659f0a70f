/* SPDX-License-Identifier: MIT
 * Writing .butter: bytes that come back, rows that are encoded anew, rows that a program made. */
#include "formats/echo/common/wire.h"
#include "support.h"
#include "twins.h"

#include <reel/echoreplay.h>
#include <reel/format.h>

#include <math.h>

static const reel_table *const content[] = { &butter_infos, &butter_roster,  &butter_frames,
                                             &butter_teams, &butter_players, &butter_bones,
                                             NULL };

static reel_replay *load(const uint8_t *data, size_t size)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(data, size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    if (reel_replay_damage(replay)) fail_msg("%s", reel_replay_damage(replay)->message);
    return replay;
}

/* The rows of a replay without what the reader knows of its blocks. */
static reel_memory write_anew(const reel_replay *replay, uint8_t compression)
{
    reel_writer *writer;
    reel_error error;
    reel_memory memory;
    if (reel_create(reel_sink_memory(&memory, NULL), &reel_format_butter, NULL, &writer, &error) < 0)
        fail_msg("%s", error.message);
    for (size_t t = 0; content[t]; t++) {
        size_t count;
        const void *rows = reel_rows(replay, content[t], &count);
        butter_info info;
        if (content[t] == &butter_infos && count) {
            info = *(const butter_info *)rows;
            info.compression = compression;
            rows = &info;
        }
        reel_append(writer, content[t], rows, count);
    }
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return memory;
}

typedef struct drift {
    size_t places, others;
    double most;
} drift;

/* Rows are single precision, the sums behind them are not: positions may differ in their last bit, and by what a half leaves where a
 * keyframe came in. */
static bool weigh_difference(void *context, const reel_difference *difference)
{
    drift *d = context;
    if (difference->table->flags & REEL_TABLE_HEADER || difference->table == &butter_bones) return true;
    if (!difference->field || difference->field->type != REEL_F32) {
        d->others++;
        return true;
    }
    d->places++;
    for (size_t i = 0; i < difference->field->count; i++) {
        double a = reel_field_number(difference->field, difference->a, i),
               b = reel_field_number(difference->field, difference->b, i);
        if (a == b || (isnan(a) && isnan(b))) continue;
        d->most = fmax(d->most, fabs(a - b));
        if (!(fabs(a - b) <= half_step(fmax(fabs(a), fabs(b))))) fail_msg("%s: %.9g and %.9g", difference->field->name, a, b);
    }
    return true;
}

static bool encode_anew(const char *path, const char *name)
{
    size_t size;
    drift off = { 0 };
    uint8_t *data = read_file(path, &size);
    reel_replay *replay = load(data, size);
    reel_memory memory = write_anew(replay, BUTTER_GZIP);
    reel_replay *again = load(memory.data, memory.size);
    reel_error error;
    assert_int_equal(reel_diff(replay, again, false, weigh_difference, &off, NULL, &error), REEL_OK);
    printf("%s: %zu bytes, anew %zu; %zu numbers differ, by %g at most\n", name, size, memory.size, off.places, off.most);
    assert_int_equal(off.others, 0);
    reel_free(again);
    reel_memory_free(&memory);
    reel_free(replay);
    free(data);
    return true;
}

static void rows_encoded_anew_are_the_same(void **state)
{
    (void)state;
    corpus_need("samples/butter/butter");
    corpus_compared(corpus_each("samples/butter/butter", ".butter", encode_anew), "files");
}

/* Without a change the bytes are those that were read; with another compression the frames are packed anew. */
static void another_compression_keeps_the_rows(void **state)
{
    (void)state;
    static const char *const names[] = { "none", "gzip", "zstd_3", "zstd_22" };
    size_t size;
    uint8_t *data = read_file(project_path("tests/formats/echo/golden/gzip.butter"), &size);
    reel_replay *replay = load(data, size);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        reel_setting setting = { "info.compression", names[i] };
        reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = &setting, .setting_count = 1 };
        reel_memory memory;
        reel_error error;
        if (reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
            fail_msg("%s: %s", names[i], error.message);
        reel_replay *again = load(memory.data, memory.size);
        drift off = { 0 };
        assert_int_equal(reel_diff(replay, again, false, weigh_difference, &off, NULL, &error), REEL_OK);
        assert_int_equal(off.places + off.others, 0);
        assert_int_equal(i == 1, memory.size == size && memcmp(memory.data, data, size) == 0);
        reel_free(again);
        reel_memory_free(&memory);
    }
    reel_free(replay);
    free(data);
}

static butter_frame true_frame(const echoreplay_frame *f)
{
    return (butter_frame){ .common = f->common,
                           .vr_rotation = reel__wire_look(f->vr.forward, f->vr.up),
                           .disc_rotation = reel__wire_look(f->disc.forward, f->disc.up) };
}

static butter_player true_player(const echoreplay_player *p)
{
    butter_player row = { .common = p->common,
                          .head_rotation = reel__wire_look(p->head.forward, p->head.up),
                          .body_rotation = reel__wire_look(p->body.forward, p->body.up),
                          .left_hand_rotation = reel__wire_look(p->left_hand.forward, p->left_hand.up),
                          .right_hand_rotation = reel__wire_look(p->right_hand.forward, p->right_hand.up) };
    row.common.player = 0; /* the writer finds it by account */
    return row;
}

static reel_memory record(const reel_replay *text, const reel_replay *reference)
{
    size_t frames, teams, players, count;
    const echoreplay_frame *frame = reel_rows(text, &echoreplay_frames, &frames);
    const echoreplay_team *team = reel_rows(text, &echoreplay_teams, &teams);
    const echoreplay_player *player = reel_rows(text, &echoreplay_players, &players);
    reel_write_options options = { REEL_SIZED(reel_write_options), .convention = "faithful" };
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    if (reel_create(reel_sink_memory(&memory, NULL), &reel_format_butter, &options, &writer, &error) < 0)
        fail_msg("%s", error.message);
    const butter_info *info = reel_rows(reference, &butter_infos, &count);
    reel_append(writer, &butter_infos, info, count);
    for (size_t i = 0; i < frames; i++) {
        butter_frame row = true_frame(&frame[i]);
        reel_append(writer, &butter_frames, &row, 1);
    }
    for (size_t i = 0; i < teams; i++) reel_append(writer, &butter_teams, &team[i].common, 1);
    for (size_t i = 0; i < players; i++) {
        butter_player row = true_player(&player[i]);
        reel_append(writer, &butter_players, &row, 1);
    }
    const echo_bone *bone = reel_rows(text, &echoreplay_bones, &count);
    reel_append(writer, &butter_bones, bone, count);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return memory;
}

static bool same_text(reel_string a, reel_string b) { return a.size == b.size && a.size && memcmp(a.data, b.data, a.size) == 0; }

/* Whether rows can be written as they are seen: each frame has three teams and the players of the first one, and no player is named who
 * has a number in the file instead, for a goal or because somebody holds him. */
static bool is_steady(const reel_replay *text)
{
    size_t frames, teams, players;
    const echoreplay_frame *frame = reel_rows(text, &echoreplay_frames, &frames);
    reel_rows(text, &echoreplay_teams, &teams);
    const echoreplay_player *player = reel_rows(text, &echoreplay_players, &players);
    if (!frames || teams != 3 * frames || players % frames) return false;
    for (size_t i = 0; i < players; i++) {
        const echo_player *p = &player[i].common;
        bool holds = p->has & ECHO_HAS_HOLDING && (p->holding_left < ECHO_HOLDS_NULL || p->holding_right < ECHO_HOLDS_NULL);
        if (holds || p->userid != player[i % (players / frames)].common.userid) return false;
        if (same_text(p->name, frame[p->frame].person_scored) || same_text(p->name, frame[p->frame].assist_scored)) return false;
    }
    return true;
}

/* A recorder that gives what it sees gets the public encoder's bytes if it asks for them. */
static bool record_again(const char *path, const char *name)
{
    char twin[TWIN_PATH];
    size_t size, wanted_size;
    if (!twin_butter(path, "ki300.none", twin)) return false;
    uint8_t *wanted = read_file(twin, &wanted_size), *text = read_file(path, &size);
    reel_replay *replay = load(text, size), *reference = load(wanted, wanted_size);
    bool steady = is_steady(replay);
    if (steady) {
        reel_memory memory = record(replay, reference);
        twin_same_bytes(name, memory.data, memory.size, wanted, wanted_size);
        reel_memory_free(&memory);
    }
    reel_free(reference);
    reel_free(replay);
    free(text);
    free(wanted);
    return steady;
}

static void rows_are_written_as_the_public_encoder_does(void **state)
{
    (void)state;
    corpus_need("samples/butter/echoreplay");
    corpus_compared(corpus_each("samples/butter/echoreplay", ".echoreplay", record_again), "files");
}

static void another_word_for_the_way_of_writing_is_refused(void **state)
{
    (void)state;
    static const butter_frame frame;
    reel_write_options options = { REEL_SIZED(reel_write_options), .convention = "hasty" };
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    reel_status status = reel_create(reel_sink_memory(&memory, NULL), &reel_format_butter, &options, &writer, &error);
    if (status == REEL_OK) {
        reel_append(writer, &butter_frames, &frame, 1);
        status = reel_finish(writer, &error);
    }
    assert_int_equal(status, REEL_ARGUMENT);
}

/* Keyframes of versions 1 and 2 always store a goal. One without it can be read, as after damage; a repair makes it writable. */
static void a_keyframe_without_a_goal_is_repaired(void **state)
{
    (void)state;
    enum { FIRST_FRAME = 88, FIRST_SIZE = FIRST_FRAME - 8, MASK = FIRST_FRAME + 14, HAS_GOAL = 16, GOAL_BYTES = 7 };
    static const uint8_t goal[GOAL_BYTES] = { 0x21, 0x02, 0x00, 0xa0, 0x48, 0x40, 0x4a };
    size_t size, at = FIRST_FRAME, count;
    uint8_t *data = read_file(project_path("tests/formats/echo/golden/arena-1.butter"), &size);
    while (memcmp(data + at, goal, GOAL_BYTES) != 0) at++;
    memmove(data + at, data + at + GOAL_BYTES, size -= at + GOAL_BYTES);
    size += at;
    data[MASK] &= (uint8_t)~HAS_GOAL;
    reel_store_u32le(data + FIRST_SIZE, reel_load_u32le(data + FIRST_SIZE) - GOAL_BYTES);

    reel_memory memory;
    reel_error error;
    const reel_convert_options repair = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    if (reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(&memory, NULL), &repair, &error) < 0)
        fail_msg("%s", error.message);
    reel_replay *replay = load(memory.data, memory.size);
    const butter_frame *frames = reel_rows(replay, &butter_frames, &count);
    assert_true(count > 1 && frames[0].common.has & ECHO_HAS_SCORE);
    assert_int_equal(frames[0].common.score_points, 2);
    reel_free(replay);
    reel_memory_free(&memory);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_encoded_anew_are_the_same),
        cmocka_unit_test(another_compression_keeps_the_rows),
        cmocka_unit_test(rows_are_written_as_the_public_encoder_does),
        cmocka_unit_test(another_word_for_the_way_of_writing_is_refused),
        cmocka_unit_test(a_keyframe_without_a_goal_is_repaired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

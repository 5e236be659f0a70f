/* SPDX-License-Identifier: MIT
 * Writing .butter: bytes that come back, rows that are encoded anew, rows that a program made. */
#include "formats/echo/common/wire.h"
#include "support.h"

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

/* Rows are single precision, the sums behind them are not: places may differ in their last bit, and by what a half leaves where a
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
    for (size_t i = 0; i < difference->field->count; i++)
        d->most = fmax(d->most, fabs(reel_field_number(difference->field, difference->a, i) -
                                     reel_field_number(difference->field, difference->b, i)));
    return true;
}

static void rows_encoded_anew_are_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double most;
    } files[] = {
        { "arena_edge_synth.ki300.gzip", 0.25 },  { "arena_edge_synth.v1.gzip", 0.25 },    { "arena_edge_synth.v2.gzip", 0.25 },
        { "arena_milk_motion.ki300.none", 0 },    { "arena_milk_motion.v1.gzip", 0 },      { "arena_real_frame.v2.gzip", 0 },
        { "combat_fission.ki300.zstd_22", 2e-5 }, { "arena_bones_synth.ki300.zstd_7", 0 },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[256];
        snprintf(path, sizeof path, "samples/butter/butter/%s.butter", files[i].name);
        const char *full = corpus_path(path);
        if (!full) skip();
        size_t size;
        drift off = { 0 };
        uint8_t *data = read_file(full, &size);
        reel_replay *replay = load(data, size);
        reel_memory memory = write_anew(replay, BUTTER_GZIP);
        reel_replay *again = load(memory.data, memory.size);
        reel_error error;
        assert_int_equal(reel_diff(replay, again, false, weigh_difference, &off, NULL, &error), REEL_OK);
        printf("%s: %zu bytes, anew %zu; %zu numbers differ, by %g at most\n", files[i].name, size, memory.size, off.places,
               off.most);
        assert_int_equal(off.others, 0);
        assert_true(off.most <= files[i].most);
        reel_free(again);
        reel_memory_free(&memory);
        reel_free(replay);
        free(data);
    }
}

/* Without a change the bytes are those that were read; with another compression the frames are packed anew. */
static void another_compression_keeps_the_rows(void **state)
{
    (void)state;
    static const char *const names[] = { "none", "gzip", "zstd_3", "zstd_22" };
    const char *full = corpus_path("samples/butter/butter/arena_edge_synth.ki300.gzip.butter");
    if (!full) skip();
    size_t size;
    uint8_t *data = read_file(full, &size);
    reel_replay *replay = load(data, size);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        reel_setting setting = { "info.compression", names[i] };
        reel_convert_options how = { .settings = &setting, .setting_count = 1 };
        reel_memory memory;
        reel_error error;
        if (reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
            fail_msg("%s: %s", names[i], error.message);
        reel_replay *again = load(memory.data, memory.size);
        drift off = { 0 };
        assert_int_equal(reel_diff(replay, again, false, weigh_difference, &off, NULL, &error), REEL_OK);
        assert_int_equal(off.places + off.others, 0);
        if (i == 1) assert_memory_equal(memory.data, data, size);
        reel_free(again);
        reel_memory_free(&memory);
    }
    reel_free(replay);
    free(data);
}

static butter_frame true_frame(const echoreplay_frame *f)
{
    return (butter_frame){ .common = f->common,
                           .vr_rotation = wire_look(f->vr.forward, f->vr.up),
                           .disc_rotation = wire_look(f->disc.forward, f->disc.up) };
}

static butter_player true_player(const echoreplay_player *p)
{
    butter_player row = { .common = p->common,
                          .head_rotation = wire_look(p->head.forward, p->head.up),
                          .body_rotation = wire_look(p->body.forward, p->body.up),
                          .left_hand_rotation = wire_look(p->left_hand.forward, p->left_hand.up),
                          .right_hand_rotation = wire_look(p->right_hand.forward, p->right_hand.up) };
    row.common.player = 0; /* the writer finds it by account */
    return row;
}

/* A recorder that gives what it sees gets the public encoder's bytes where it asks for them. */
static void rows_are_written_as_the_public_encoder_does(void **state)
{
    (void)state;
    size_t size, wanted_size, frames, teams, players;
    const char *path = corpus_path("samples/butter/butter/arena_milk_motion.ki300.none.butter");
    if (!path) skip();
    uint8_t *wanted = read_file(path, &wanted_size);
    uint8_t *text = read_file(corpus_path("samples/butter/echoreplay/arena_milk_motion.echoreplay"), &size);
    reel_replay *replay = load(text, size), *reference = load(wanted, wanted_size);
    const echoreplay_frame *frame = reel_rows(replay, &echoreplay_frames, &frames);
    const echoreplay_team *team = reel_rows(replay, &echoreplay_teams, &teams);
    const echoreplay_player *player = reel_rows(replay, &echoreplay_players, &players);
    assert_int_equal(teams, 3 * frames);
    reel_write_options options = { .convention = "faithful" };
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    if (reel_create(reel_sink_memory(&memory, NULL), &reel_format_butter, &options, &writer, &error) < 0)
        fail_msg("%s", error.message);
    size_t count;
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
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(memory.size, wanted_size);
    assert_memory_equal(memory.data, wanted, wanted_size);
    reel_memory_free(&memory);
    reel_free(reference);
    reel_free(replay);
    free(text);
    free(wanted);
}

static void another_word_for_the_way_of_writing_is_refused(void **state)
{
    (void)state;
    static const butter_frame frame;
    reel_write_options options = { .convention = "hasty" };
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_encoded_anew_are_the_same),
        cmocka_unit_test(another_compression_keeps_the_rows),
        cmocka_unit_test(rows_are_written_as_the_public_encoder_does),
        cmocka_unit_test(another_word_for_the_way_of_writing_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

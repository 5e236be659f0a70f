/* SPDX-License-Identifier: MIT
 * Archives of .nevrcap: rows of the game's answers give the messages in every style, whatever is odd about single bytes; an archive that lies gives an
 * answer. */
#include "models.h"

enum { FRAMES = 240, PLAYERS = 6, BONES = 22 };

static const uint8_t axes_keys = ECHO_KEY_POSITION | ECHO_KEY_FORWARD | ECHO_KEY_LEFT | ECHO_KEY_UP;

static reel_vec3 place(double a, double b) { return (reel_vec3){ thousandths(a), thousandths(b), thousandths(a - b) }; }

static echo_axes axes_at(double t)
{
    return (echo_axes){ .forward = place(t / 9, 1 - t / 9), .left = place(1 - t / 7, t / 7), .up = place(t / 5, t / 6) };
}

static echoreplay_frame frame_at(uint32_t i)
{
    const double t = (double)i / 100;
    echoreplay_frame f = { .common = { .frame = i,
                                       .recorded = INT64_C(1790000000000) + 33 * i,
                                       .has = ECHO_HAS_POINTS | ECHO_HAS_DISC | (i % 3 ? ECHO_HAS_PAYLOAD : 0),
                                       .game_clock = thousandths(600 - t),
                                       .disc_position = place(t, 2 * t),
                                       .payload_distance = thousandths(t),
                                       .paused_team = ECHO_NO_TEAM,
                                       .unpaused_team = ECHO_NO_TEAM },
                           .disc = axes_at(t),
                           .disc_keys = axes_keys,
                           .api = ECHO_API_POSSESSION | ECHO_API_SHOULDERS,
                           .possession = { (int32_t)(i / 50 % 2), -1 },
                           .from_line = 1 };
    f.session_id = (reel_string){ "A-SESSION", 9 };
    f.status_text = (reel_string){ "playing", 7 };
    return f;
}

static echoreplay_player player_at(uint32_t i, uint32_t p)
{
    const double t = (double)(i + 31 * p) / 100;
    echoreplay_player row = { .common = { .frame = i,
                                          .team = (uint8_t)(p / 3),
                                          .slot = (uint8_t)(p % 3),
                                          .player_id = (uint8_t)(p + 1),
                                          .userid = 1000 + p,
                                          .ping = 30 + (int32_t)(i % 3),
                                          .head = place(t, 1.5),
                                          .velocity = place(t / 3, 0) },
                              .head = axes_at(t),
                              .keys = ECHO_KEY_PLAYER_ID | ECHO_KEY_PLAYER_VELOCITY,
                              .pose_keys = axes_keys,
                              .from_line = 1 };
    row.common.name = (reel_string){ "Ada", 3 };
    return row;
}

/* Fields that rows do not have, as a newer recorder would add them, and an event. */
static const uint8_t newer[] = { 0x32, 2, 'o', 'k' }, event[] = { 0x1a, 2, 0x52, 0 };

static first_model_message message_at(uint32_t i)
{
    static const uint8_t slots[] = { 5, 0, 3 }, odd[] = { 52, 0x7f }; /* in a double */
    first_model_message m = { .form = i / 6 % 2 ? MESSAGE_ASCENDING : MESSAGE_GROUPED,
                              .wide = (uint8_t)(i % WIDE_FORMS),
                              .has_stamp = 1,
                              .index = i,
                              .nanos = i % 4 ? 0 : 123456,
                              .teams = 2,
                              .players = PLAYERS,
                              .bones = i % 2 ? BONES : 0 };
    if (i % 2) m.slots = (reel_bytes){ slots, 1 + i % 3 };
    if (i % 5 == 0) m.events = (reel_bytes){ event, sizeof event };
    if (i % 7 == 0) m.bytes = (reel_bytes){ newer, sizeof newer };
    if (i % 11 == 5) m.patch = (reel_bytes){ odd, sizeof odd };
    return m;
}

/* The rows of a capture. */
typedef struct made_rows {
    first_model_message messages[FRAMES + 1];
    echoreplay_frame frames[FRAMES];
    echoreplay_team teams[2 * FRAMES];
    echoreplay_player players[PLAYERS * FRAMES];
    echo_bone bones[BONES * FRAMES];
    size_t bone_count;
} made_rows;

static made_rows *make_rows(void)
{
    static const uint8_t header[] = { 11, 0x0a, 1, 'S', 0x12, 6, 8, 0x80, 0xd8, 0xba, 0xd5, 6 };
    made_rows *rows = calloc(1, sizeof *rows);
    assert_non_null(rows);
    rows->messages[0] = (first_model_message){ .form = MESSAGE_BYTES, .bytes = { header, sizeof header } };
    for (uint32_t i = 0; i < FRAMES; i++) {
        rows->messages[i + 1] = message_at(i);
        rows->frames[i] = frame_at(i);
        for (uint8_t t = 0; t < 2; t++) {
            echoreplay_team *team = &rows->teams[2 * i + t];
            team->common.frame = i;
            team->common.team = t;
            team->name = (reel_string){ t ? "ORANGE TEAM" : "BLUE TEAM", t ? 11 : 9 };
        }
        for (uint32_t p = 0; p < PLAYERS; p++) rows->players[PLAYERS * i + p] = player_at(i, p);
        for (uint32_t b = 0; b < rows->messages[i + 1].bones; b++)
            rows->bones[rows->bone_count++] = (echo_bone){ .frame = i,
                                                           .bone = (uint8_t)b,
                                                           .position = place((double)(i + b) / 50, 1),
                                                           .rotation = { 0.5f, 0.5f, 0.5f, thousandths((double)b / 30) },
                                                           .keys = 3,
                                                           .from_line = 1 };
    }
    return rows;
}

static reel_memory capture_by(const reel_format *format, uint8_t container, uint32_t frames, const made_rows *rows)
{
    const model_info info = { container };
    size_t bones = 0;
    for (uint32_t i = 0; i < frames; i++) bones += rows->messages[i + 1].bones;
    const reel_own_rows own[] = { { .table = &reel__tape_model_infos, .rows = &info, .count = 1 },
                                  { .table = &reel__nevrcap_model_messages, .rows = rows->messages, .count = frames + 1 },
                                  { .table = &echoreplay_frames, .rows = rows->frames, .count = frames },
                                  { .table = &echoreplay_teams, .rows = rows->teams, .count = 2 * frames },
                                  { .table = &echoreplay_players, .rows = rows->players, .count = PLAYERS * frames },
                                  { .table = &echoreplay_bones, .rows = rows->bones, .count = bones } };
    reel_memory file;
    reel_replay *replay;
    reel_error error;
    if (reel_replay_of_rows(format, own, sizeof own / sizeof *own, NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    if (reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&file, NULL), NULL, &error) < 0)
        fail_msg("%s: %s", error.rule, error.message);
    reel_free(replay);
    return file;
}

static void messages_of_every_style_come_back(void **state)
{
    (void)state;
    made_rows *rows = make_rows();
    for (uint8_t container = TAPE_PLAIN; container <= TAPE_STREAM; container++) {
        reel_memory file = capture_by(&reel__nevrcap_model, container, FRAMES, rows);
        reel_memory archive = assert_is_archived(&file, &reel_format_nevrcap);
        reel_memory_free(&archive);
        reel_memory_free(&file);
    }
    free(rows);
}

static void a_capture_with_odd_bytes_comes_back(void **state)
{
    (void)state;
    enum { TRIES = 60, FEW = 12 };
    made_rows *rows = make_rows();
    reel_memory file = capture_by(&reel__nevrcap_model, TAPE_PLAIN, FEW, rows);
    for (unsigned i = 0; i < TRIES; i++) {
        reel_packed how;
        const size_t at = chance() % file.size;
        const uint8_t bit = (uint8_t)(1 << chance() % 8);
        file.data[at] ^= bit;
        reel_memory archive = packed(&file, &how);
        assert_unpacks(&archive, &file);
        reel_memory_free(&archive);
        file.data[at] ^= bit;
    }
    reel_memory_free(&file);
    free(rows);
}

static void damaged_archives_give_an_answer(void **state)
{
    (void)state;
    reel_packed how;
    made_rows *rows = make_rows();
    reel_memory file = capture_by(&reel__nevrcap_model, TAPE_PLAIN, FRAMES, rows), archive = packed(&file, &how);
    for (size_t at = 0; at < archive.size; at += archive.size / 40 + 1) {
        uint8_t *copy = malloc(at + 1); /* of its own, so that a sanitizer sees what is read behind it */
        assert_non_null(copy);
        memcpy(copy, archive.data, at);
        reel_free(damage_read_container("cut", copy, at));
        free(copy);
        archive.data[at] ^= (uint8_t)(1 << at % 8);
        reel_free(damage_read_container("flipped", archive.data, archive.size));
        archive.data[at] ^= (uint8_t)(1 << at % 8);
    }
    reel_memory_free(&archive);
    reel_memory_free(&file);
    free(rows);
}

/* ---- rows that lie ---------------------------------------------------------------------------------------------- */

/* The archive of a message, with rows for it. */
static reel_memory archive_of(const first_model_message *message, bool has_frame)
{
    const model_info info = { TAPE_PLAIN };
    const echoreplay_frame frame = frame_at(1);
    const reel_archive_options how = { REEL_SIZED(reel_archive_options) };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    reel_writer *writer;
    reel_memory archive;
    assert_int_equal(reel_create(reel_sink_memory(&archive, NULL), &reel__nevrcap_model, &options, &writer, NULL), REEL_OK);
    reel_append(writer, &reel__tape_model_infos, &info, 1);
    reel_append(writer, &reel__nevrcap_model_messages, message, 1);
    if (has_frame) reel_append(writer, &echoreplay_frames, &frame, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return archive;
}

static void rows_that_make_no_message_are_refused(void **state)
{
    (void)state;
    static const uint8_t far[] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0 }, cut[] = { 5 };
    const struct {
        first_model_message message;
        bool has_frame;
    } lies[] = { { { .form = MESSAGE_GROUPED }, false },
                 { { .form = MESSAGE_ASCENDING, .players = UINT32_MAX }, true },
                 { { .form = MESSAGE_ASCENDING, .teams = 1 }, true },
                 { { .form = MESSAGE_GROUPED, .bones = 1 }, true },
                 { { .form = MESSAGE_BYTES, .bytes = { cut, 1 } }, true },
                 { { .form = MESSAGE_GROUPED, .patch = { far, sizeof far } }, true },
                 { { .form = MESSAGE_GROUPED, .patch = { cut, sizeof cut } }, true },
                 { { .form = MESSAGE_GROUPED, .wide = WIDE_FORMS }, true },
                 { { .form = 3 }, true } };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        reel_memory archive = archive_of(&lies[i].message, lies[i].has_frame);
        assert_refused(&archive, "tape.model");
        reel_memory_free(&archive);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_of_every_style_come_back),
        cmocka_unit_test(a_capture_with_odd_bytes_comes_back),
        cmocka_unit_test(damaged_archives_give_an_answer),
        cmocka_unit_test(rows_that_make_no_message_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * Archives in tests/containers/golden read as the rows that they were made of, in every later version. REEL_UPDATE=1 makes them anew. */
#define _POSIX_C_SOURCE 200809L
#include "archives.h"

#include <reel/bsor.h>
#include <reel/echoreplay.h>

enum { FRAMES = 700, ROWS = 300 };

/* A play with motion in it: sabers that swing along parabolas, heads that turn a little. */
static bsor_frame frame_at(uint32_t i)
{
    bsor_frame frame = { .time = (float)i / 72, .fps = 72 };
    const float swing = (float)(i % 50) / 50 - 0.5f, turn = swing * swing;
    reel_pose *const poses[] = { &frame.head, &frame.left_hand, &frame.right_hand };
    for (size_t p = 0; p < 3; p++) {
        poses[p]->position = (reel_vec3){ swing * (float)p, 1.5f - turn * (float)p, turn };
        poses[p]->rotation = (reel_quaternion){ swing / 4 * (float)p, turn, 0, 1 - turn };
    }
    if (i == 400) frame.head.position.x = reel_float_of(0x7fa00001); /* a signalling NaN */
    if (i == 401) frame.head.rotation.x = reel_float_of(0x80000000);
    return frame;
}

/* The same, of floats that were halves. */
static bsor_frame half_at(uint32_t i)
{
    enum { ROTATION = 4, AXES = 3 };
    bsor_frame frame = frame_at(i);
    reel_pose *const poses[] = { &frame.head, &frame.left_hand, &frame.right_hand };
    for (size_t p = 0; p < 3; p++) {
        uint32_t values[ROTATION + AXES];
        memcpy(values, poses[p], sizeof values);
        for (size_t k = 0; k < ROTATION + AXES; k++) values[k] &= ~UINT32_C(0x1fff);
        memcpy(poses[p], values, sizeof values);
    }
    return frame;
}

typedef bsor_frame frame_maker(uint32_t i);

static reel_memory motion_archive(reel_archive_level level, frame_maker *make)
{
    reel_memory archive;
    reel_writer *writer;
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .level = level, .chunk_rows = ROWS, .id = "motion" };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    const reel_string name = { "Ada", 3 };
    const bsor_info info = { .player_name = name, .score = 12345 };
    assert_int_equal(reel_create(reel_sink_memory(&archive, NULL), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    for (uint32_t i = 0; i < FRAMES; i++) {
        const bsor_frame frame = make(i);
        const bsor_note note = { .note_id = (int32_t)(i * 7919 % 30), .event_time = frame.time, .spawn_time = frame.time };
        reel_append(writer, &bsor_frames, &frame, 1);
        if (i % 9 == 0) reel_append(writer, &bsor_notes, &note, 1);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    return archive;
}

/* Axes of a rotation as a game writes them: thousandths in float arithmetic. */
static reel_vec3 thousandths(double x, double y, double z)
{
    const double values[3] = { x, y, z };
    float rounded[3];
    for (int i = 0; i < 3; i++) {
        double scaled = 1000 * values[i];
        rounded[i] = (float)((double)(int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5) * (double)0.001f);
    }
    return (reel_vec3){ rounded[0], rounded[1], rounded[2] };
}

/* The same, printed with eight digits and read again. */
static reel_vec3 printed(reel_vec3 v)
{
    char text[32];
    snprintf(text, sizeof text, "%.8g", (double)v.y);
    return (reel_vec3){ v.x, strtof(text, NULL), v.z };
}

static echo_axes axes_at(double x, double y, double z, double w)
{
    const double size = x * x + y * y + z * z + w * w, s = 2 / size;
    return (echo_axes){ .forward = thousandths(1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)),
                        .left = thousandths(s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)),
                        .up = thousandths(s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)) };
}

/* Players that take turns, each with a motion of its own. */
static echoreplay_player player_at(uint32_t i)
{
    enum { PLAYERS = 5 };
    const uint8_t who = (uint8_t)(i % PLAYERS);
    const double t = (double)(i / PLAYERS) / 20, far = t * (who - 1.5);
    echoreplay_player player = { .common = { .team = who > 2, .slot = who % 3, .player_id = who, .frame = i / PLAYERS } };
    player.common.head = player.common.body = thousandths(far, 1 + far * t, -7 - far);
    player.common.left_hand = thousandths(far - 0.2, 1.3, 4 * t);
    player.common.velocity = printed(thousandths(far / 3, (double)(i * 7919 % 100) / 500, 0));
    player.head = player.body = axes_at(t / 3, 0.2 + far, far / 7, 1);
    player.left_hand = axes_at(0.3, far, 0.1 * t, 2);
    player.right_hand.up.z = i % 2 ? 0.125f : 0.117f; /* not products */
    if (i == 100) player.body.forward.x = reel_float_of(0x7fa00001);
    if (i == 101) player.common.body.y = player.common.left_hand.y = reel_float_of(0x80000000);
    return player;
}

/* Rows of a file, since no recorder takes a NaN. */
static reel_memory players_archive(void)
{
    static echoreplay_player players[2 * ROWS];
    reel_memory archive;
    reel_replay *replay;
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .chunk_rows = ROWS, .id = "players" };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    const reel_own_rows rows = { .table = &echoreplay_players, .rows = players, .count = 2 * ROWS };
    for (uint32_t i = 0; i < 2 * ROWS; i++) players[i] = player_at(i);
    assert_int_equal(reel_replay_of_rows(&reel_format_echoreplay, &rows, 1, NULL, &replay, NULL), REEL_OK);
    assert_int_equal(
        reel_write(reel_replay_chunk(replay), &reel_format_echoreplay, reel_sink_memory(&archive, NULL), &options, NULL),
        REEL_OK);
    reel_free(replay);
    return archive;
}

static const char *golden_path(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "tests/containers/golden/%s", name);
    return project_path(path);
}

static void write_golden(const char *name, const reel_memory *archive)
{
    FILE *file = fopen(golden_path(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(archive->data, 1, archive->size, file), archive->size);
    assert_int_equal(fclose(file), 0);
}

static void assert_golden(const char *name, const reel_memory *archive)
{
    if (getenv("REEL_UPDATE")) write_golden(name, archive);
    size_t size;
    uint8_t *data = read_file(golden_path(name), &size);
    const reel_options strict = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    reel_replay *golden = load_bytes(data, size, &strict), *made = load_bytes(archive->data, archive->size, &strict);
    assert_ptr_equal(reel_replay_format(golden), reel_replay_format(made));
    assert_same_replay(golden, made, true, name);
    reel_free(golden);
    reel_free(made);
    free(data);
}

static void assert_frames(const char *name, const uint8_t *data, size_t size, frame_maker *make)
{
    reel_replay *replay = load_bytes(data, size, NULL);
    size_t count;
    const bsor_frame *frames = reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, FRAMES);
    for (uint32_t i = 0; i < FRAMES; i++) {
        const bsor_frame frame = make(i);
        if (memcmp(&frames[i], &frame, sizeof frame) != 0) fail_msg("%s: frame %u differs", name, (unsigned)i);
    }
    reel_free(replay);
}

static void motion_reads_as_before(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        reel_archive_level level;
        frame_maker *make;
    } files[] = { { "streams.reel", REEL_ARCHIVE_DEFAULT, frame_at },
                  { "streams-fast.reel", REEL_ARCHIVE_FAST, frame_at },
                  { "halves.reel", REEL_ARCHIVE_DEFAULT, half_at },
                  { "halves-fast.reel", REEL_ARCHIVE_FAST, half_at } };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        reel_memory archive = motion_archive(files[i].level, files[i].make);
        assert_golden(files[i].name, &archive);
        assert_frames(files[i].name, archive.data, archive.size, files[i].make);
        reel_memory_free(&archive);
    }
}

/* No writer makes these any more: their devices share one stream. */
static void motion_of_one_stream_is_still_read(void **state)
{
    (void)state;
    static const char *const names[] = { "older/motion.reel", "older/motion-fast.reel" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size;
        uint8_t *data = read_file(golden_path(names[i]), &size);
        assert_frames(names[i], data, size, frame_at);
        free(data);
    }
}

static void players_read_as_before(void **state)
{
    (void)state;
    reel_memory archive = players_archive();
    assert_golden("players.reel", &archive);
    reel_memory_free(&archive);
}

static void formats_read_as_before(void **state)
{
    (void)state;
    static const struct {
        const char *name, *file;
    } files[] = { { "bsor.reel", "tests/formats/bsor/golden/full.bsor" },
                  { "teehistorian.reel", "tests/formats/teehistorian/golden/header-odd.teehistorian" },
                  { "order.reel", "tests/formats/teehistorian/golden/every-message.teehistorian" } };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t size;
        reel_memory archive;
        uint8_t *data = read_file(project_path(files[i].file), &size);
        const specimen file = { .path = files[i].file, .name = files[i].file, .data = data, .size = size };
        assert_true(archive_of_file(&file, 10, &archive));
        assert_golden(files[i].name, &archive);
        reel_memory_free(&archive);
        free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_reads_as_before),
        cmocka_unit_test(players_read_as_before),
        cmocka_unit_test(motion_of_one_stream_is_still_read),
        cmocka_unit_test(formats_read_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

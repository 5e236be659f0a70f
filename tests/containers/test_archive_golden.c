/* SPDX-License-Identifier: MIT
 * Archives in tests/containers/golden read as the rows that they were made of, in every later version. REEL_UPDATE=1 makes them anew. */
#define _POSIX_C_SOURCE 200809L
#include "archives.h"

#include <reel/bsor.h>

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

static reel_memory motion_archive(reel_archive_level level)
{
    reel_memory archive;
    reel_writer *writer;
    const reel_archive_options how = { .level = level, .chunk_rows = ROWS, .id = "motion" };
    const reel_write_options options = { .archive = &how };
    const reel_string name = { "Ada", 3 };
    const bsor_info info = { .player_name = name, .score = 12345 };
    assert_int_equal(reel_create(reel_sink_memory(&archive, NULL), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    for (uint32_t i = 0; i < FRAMES; i++) {
        const bsor_frame frame = frame_at(i);
        const bsor_note note = { .note_id = (int32_t)(i * 7919 % 30), .event_time = frame.time, .spawn_time = frame.time };
        reel_append(writer, &bsor_frames, &frame, 1);
        if (i % 9 == 0) reel_append(writer, &bsor_notes, &note, 1);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
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
    const reel_options strict = { .flags = REEL_STRICT };
    reel_replay *golden = load_bytes(data, size, &strict), *made = load_bytes(archive->data, archive->size, &strict);
    assert_ptr_equal(reel_replay_format(golden), reel_replay_format(made));
    assert_same_replay(golden, made, true, name);
    reel_free(golden);
    reel_free(made);
    free(data);
}

static void assert_frames(const char *name, const uint8_t *data, size_t size)
{
    reel_replay *replay = load_bytes(data, size, NULL);
    size_t count;
    const bsor_frame *frames = reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, FRAMES);
    for (uint32_t i = 0; i < FRAMES; i++) {
        const bsor_frame frame = frame_at(i);
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
    } files[] = { { "streams.reel", REEL_ARCHIVE_DEFAULT }, { "streams-fast.reel", REEL_ARCHIVE_FAST } };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        reel_memory archive = motion_archive(files[i].level);
        assert_golden(files[i].name, &archive);
        assert_frames(files[i].name, archive.data, archive.size);
        reel_memory_free(&archive);
    }
}

/* No writer makes these any more: their devices share one stream. */
static void motion_of_one_stream_is_still_read(void **state)
{
    (void)state;
    static const char *const names[] = { "motion.reel", "motion-fast.reel" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size;
        uint8_t *data = read_file(golden_path(names[i]), &size);
        assert_frames(names[i], data, size);
        free(data);
    }
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
        cmocka_unit_test(motion_of_one_stream_is_still_read),
        cmocka_unit_test(formats_read_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

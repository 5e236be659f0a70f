/* SPDX-License-Identifier: MIT
 * Recording an archive: chunks that were flushed survive a crash, corrections of the header count, and a reader keeps up. */
#define _POSIX_C_SOURCE 200809L
#include "archives.h"

#include "codec/xxh3.h"
#include "containers/archive_record.h"

#include <reel/bsor.h>
#include <reel/butter.h>
#include <reel/teehistorian.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FRAMES = 4000 };

static bsor_info info_with(int32_t score)
{
    const reel_string name = { "Ada", 3 };
    return (bsor_info){ .player_name = name, .score = score };
}

static bsor_frame frame_at(uint32_t i)
{
    bsor_frame frame = { .time = (float)i / 90, .fps = 90 };
    frame.head.position.y = 1.7f + (float)(i % 7) / 100;
    frame.head.rotation.w = frame.left_hand.rotation.w = frame.right_hand.rotation.w = 1;
    return frame;
}

static void append_frames(reel_writer *writer, uint32_t from, uint32_t to)
{
    for (; from < to; from++) {
        const bsor_frame frame = frame_at(from);
        assert_int_equal(reel_append(writer, &bsor_frames, &frame, 1), REEL_OK);
    }
}

static void append_info(reel_writer *writer, int32_t score)
{
    const bsor_info info = info_with(score);
    assert_int_equal(reel_append(writer, &bsor_infos, &info, 1), REEL_OK);
}

static reel_writer *record_format(reel_sink sink, const reel_format *format)
{
    reel_writer *writer;
    const reel_archive_options how = { REEL_SIZED(reel_archive_options), .id = "live" };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &how };
    assert_int_equal(reel_create(sink, format, &options, &writer, NULL), REEL_OK);
    return writer;
}

static reel_writer *record_into(reel_sink sink) { return record_format(sink, &reel_format_bsor); }

static void assert_frames(const reel_replay *replay, size_t expected)
{
    size_t count;
    const bsor_frame *frames = reel_rows(replay, &bsor_frames, &count);
    assert_int_equal(count, expected);
    for (uint32_t i = 0; i < count; i++) {
        const bsor_frame frame = frame_at(i);
        assert_memory_equal(&frames[i], &frame, sizeof frame);
    }
}

static void a_header_can_be_replaced(void **state)
{
    (void)state;
    reel_memory archive;
    reel_writer *writer = record_into(reel_sink_memory(&archive, NULL));
    append_info(writer, 0);
    append_frames(writer, 0, 500);
    assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    append_frames(writer, 500, 900);
    const bsor_info known = info_with(1234);
    assert_int_equal(reel_replace(writer, &bsor_infos, &known), REEL_OK);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_reader *reader;
    size_t count;
    assert_int_equal(reel_open(reel_source_memory(archive.data, archive.size), NULL, &reader, NULL), REEL_OK);
    const bsor_info *info = reel_chunk_rows(reel_header(reader), &bsor_infos, &count);
    assert_int_equal(count, 1);
    assert_int_equal(info->score, 1234); /* known before the first row, by the index */
    reel_close(reader);
    for (size_t cut = 0; cut < 2; cut++) { /* without its index, too */
        reel_replay *replay = load_bytes(archive.data, archive.size - 24 * cut, NULL);
        info = reel_rows(replay, &bsor_infos, &count);
        assert_int_equal(count, 1);
        assert_int_equal(info->score, 1234);
        assert_frames(replay, 900);
        reel_free(replay);
    }
    reel_memory_free(&archive);
}

static void append_roster(reel_writer *writer, uint8_t from, uint8_t count)
{
    for (uint8_t i = from; i < from + count; i++) {
        const butter_entry entry = { .name = { "Ada", 3 }, .number = (uint8_t)(i + 1) };
        assert_int_equal(reel_append(writer, &butter_roster, &entry, 1), REEL_OK);
    }
}

static void assert_roster(const uint8_t *data, size_t size, size_t expected)
{
    reel_replay *replay = load_bytes(data, size, NULL);
    size_t count;
    const butter_entry *entries = reel_rows(replay, &butter_roster, &count);
    assert_null(reel_replay_damage(replay));
    assert_int_equal(count, expected);
    for (size_t i = 0; i < count; i++) assert_int_equal(entries[i].number, i + 1);
    reel_free(replay);
}

/* Two headers and no other rows: the archive has no index. */
static void rows_of_the_header_may_come_later(void **state)
{
    (void)state;
    static const uint8_t counts[][2] = { { 3, 1 }, { 1, 3 }, { 3, 0 } };
    for (size_t i = 0; i < 3; i++) {
        reel_memory archive;
        reel_writer *writer = record_format(reel_sink_memory(&archive, NULL), &reel_format_butter);
        append_roster(writer, 0, counts[i][0]);
        assert_int_equal(reel_flush(writer, NULL), REEL_OK);
        append_roster(writer, counts[i][0], counts[i][1]);
        assert_int_equal(reel_finish(writer, NULL), REEL_OK);
        assert_roster(archive.data, archive.size, (size_t)counts[i][0] + counts[i][1]);
        reel_memory_free(&archive);
    }
}

/* A part of no rows replaces those before it, too. */
static void the_last_header_may_have_no_rows(void **state)
{
    (void)state;
    enum { ROSTER = 1, PAYLOAD = 8 };
    reel_memory archive;
    reel_writer *writer = record_format(reel_sink_memory(&archive, NULL), &reel_format_butter);
    append_roster(writer, 0, 3);
    assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    assert_roster(archive.data, archive.size, 3);
    /* stored, six bytes: one part of the roster, from row 0, without rows, flags and bytes */
    uint8_t record[RECORD_HEAD + PAYLOAD] = { RECORD_HEADER, 0, 0, 0, PAYLOAD }, payload[] = { 0, 6, 1, ROSTER, 0, 0, 0, 0 };
    memcpy(record + RECORD_HEAD, payload, PAYLOAD);
    reel_store_u64le(record + 8, reel__xxh3_64(payload, PAYLOAD, reel_load_u64le(record)));
    uint8_t *longer = malloc(archive.size + sizeof record);
    assert_non_null(longer);
    memcpy(longer, archive.data, archive.size);
    memcpy(longer + archive.size, record, sizeof record);
    assert_roster(longer, archive.size + sizeof record, 0);
    free(longer);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    reel_memory_free(&archive);
}

/* The rows of the header, read from memory or from a pipe. */
static size_t players_of(const reel_memory *archive, bool pipe)
{
    test_source pieces = { .data = archive->data, .size = archive->size, .step = 100 };
    reel_source source = pipe ? test_source_of(&pieces) : reel_source_memory(archive->data, archive->size);
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_load(source, NULL, &replay, NULL), REEL_OK);
    assert_null(reel_replay_damage(replay));
    reel_rows(replay, &butter_roster, &count);
    reel_free(replay);
    return count;
}

/* A pipe gives the header that the recording began with, and the end still counts right. */
static void a_late_header_with_other_rows_is_not_damage(void **state)
{
    (void)state;
    reel_memory archive;
    reel_writer *writer = record_format(reel_sink_memory(&archive, NULL), &reel_format_butter);
    const butter_frame frame = { .common = { .time = 1 } };
    append_roster(writer, 0, 3);
    assert_int_equal(reel_append(writer, &butter_frames, &frame, 1), REEL_OK);
    assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    append_roster(writer, 3, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(players_of(&archive, false), 4);
    assert_int_equal(players_of(&archive, true), 3);
    reel_memory_free(&archive);
}

/* A source over what a recorder has written so far. */
typedef struct tail {
    reel_memory *written;
    size_t at;
} tail;

static reel_status read_tail(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    tail *t = context;
    (void)error;
    size_t left = t->written->size - t->at;
    *got = left < capacity ? left : capacity;
    if (*got) memcpy(buffer, t->written->data + t->at, *got);
    t->at += *got;
    return *got ? REEL_OK : REEL_AGAIN;
}

static size_t read_new_frames(reel_reader *reader, reel_status *last)
{
    const reel_chunk *chunk;
    size_t count, frames = 0;
    while ((*last = reel_next(reader, &chunk, NULL)) == REEL_OK) {
        reel_chunk_rows(chunk, &bsor_frames, &count);
        frames += count;
    }
    return frames;
}

static void a_reader_keeps_up_with_a_recorder(void **state)
{
    (void)state;
    reel_memory archive;
    reel_writer *writer = record_into(reel_sink_memory(&archive, NULL));
    append_info(writer, 1);
    assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    tail t = { &archive, 0 };
    reel_reader *reader;
    reel_status status;
    assert_int_equal(reel_open((reel_source){ .context = &t, .size = REEL_UNKNOWN_SIZE, .read = read_tail }, NULL, &reader, NULL),
                     REEL_OK);
    for (uint32_t i = 0; i < 900; i += 90) {
        append_frames(writer, i, i + 90);
        assert_int_equal(reel_flush(writer, NULL), REEL_OK);
        assert_int_equal(read_new_frames(reader, &status), 90);
        assert_int_equal(status, REEL_AGAIN);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(read_new_frames(reader, &status), 0);
    assert_int_equal(status, REEL_END);
    assert_null(reel_reader_damage(reader));
    reel_close(reader);
    reel_memory_free(&archive);
}

/* A recorder that says through a pipe which frames were flushed, until it is killed. */
static void record_for_ever(const char *path, int told)
{
    reel_sink sink;
    if (reel_sink_file(path, REEL_FILE_DIRECT, &sink, NULL) < 0) _exit(1);
    reel_writer *writer = record_into(sink);
    append_info(writer, 1);
    for (uint32_t i = 0;; i += 25) {
        append_frames(writer, i, i + 25);
        uint32_t flushed = i + 25;
        if (reel_flush(writer, NULL) < 0 || write(told, &flushed, sizeof flushed) < 0) _exit(1);
    }
}

static void crash_after(const char *path, long microseconds)
{
    int told[2];
    assert_int_equal(pipe(told), 0);
    unlink(path);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) record_for_ever(path, told[1]);
    close(told[1]);
    uint32_t flushed = 0, last;
    assert_int_equal(read(told[0], &flushed, sizeof flushed), sizeof flushed); /* it runs */
    nanosleep(&(struct timespec){ .tv_nsec = microseconds * 1000 }, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    while (read(told[0], &last, sizeof last) == sizeof last) flushed = last;
    close(told[0]);
    size_t size, count;
    uint8_t *data = read_file(path, &size);
    reel_replay *replay = load_bytes(data, size, NULL);
    reel_rows(replay, &bsor_frames, &count);
    assert_true(count >= flushed);
    assert_frames(replay, count);
    reel_free(replay);
    free(data);
    unlink(path);
}

static void a_killed_recorder_leaves_every_flushed_chunk(void **state)
{
    (void)state;
    char path[] = "archive-crash-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    for (size_t i = 0, times = by_effort(40, 10, 3); i < times; i++) crash_after(path, (long)(i * 7919 % 20000));
}

/* Small chunks of a recording become large ones. */
static void packing_a_recording_regroups_its_chunks(void **state)
{
    (void)state;
    reel_memory recorded, packed;
    reel_packed how;
    reel_writer *writer = record_into(reel_sink_memory(&recorded, NULL));
    append_info(writer, 1);
    for (uint32_t i = 0; i < FRAMES; i += 20) {
        append_frames(writer, i, i + 20);
        assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    }
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(
        reel_pack(reel_source_memory(recorded.data, recorded.size), NULL, NULL, reel_sink_memory(&packed, NULL), &how, NULL),
        REEL_OK);
    assert_false(how.stored);
    assert_true(packed.size < recorded.size / 2);
    reel_replay *replay = load_bytes(packed.data, packed.size, NULL);
    assert_frames(replay, FRAMES);
    reel_free(replay);
    reel_memory_free(&recorded);
    reel_memory_free(&packed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_header_can_be_replaced),
        cmocka_unit_test(rows_of_the_header_may_come_later),
        cmocka_unit_test(the_last_header_may_have_no_rows),
        cmocka_unit_test(a_late_header_with_other_rows_is_not_damage),
        cmocka_unit_test(a_reader_keeps_up_with_a_recorder),
        cmocka_unit_test(a_killed_recorder_leaves_every_flushed_chunk),
        cmocka_unit_test(packing_a_recording_regroups_its_chunks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

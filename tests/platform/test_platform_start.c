/* SPDX-License-Identifier: MIT
 * Starts of recordings: after a crash, after another recording, and at the same time. Nothing is lost and nothing overwritten, and no start is
 * refused. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <reel/archive.h>
#include <reel/bsor.h>
#include <reel/file.h>

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/reel-start-XXXXXX";

static const char *in_folder(const char *name)
{
    static char paths[4][512];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof *paths, "%s/%s", folder, name);
    return path;
}

static size_t files_with(const char *ending)
{
    size_t count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        const size_t size = strlen(entry->d_name), tail = strlen(ending);
        count += size >= tail && strcmp(entry->d_name + size - tail, ending) == 0 && entry->d_name[0] != '.';
    }
    closedir(dir);
    return count;
}

static void empty_folder(void)
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlink(in_folder(entry->d_name));
    closedir(dir);
}

static reel_writer *start(const char *name, const reel_write_options *options, char path[512])
{
    reel_writer *writer;
    reel_error error = { .rule = "" };
    const reel_status status = reel_record_file(in_folder(name), &reel_format_bsor, options, &writer, path, 512, &error);
    if (status != REEL_OK) fail_msg("%s: %s (%s)", name, error.message, error.rule);
    return writer;
}

/* A recording whose frames have the time `mark`. */
static void append(reel_writer *writer, float mark, size_t frames)
{
    const bsor_info info = { .player_name = { "Ann", 3 } };
    reel_replace(writer, &bsor_infos, &info);
    for (size_t i = 0; i < frames; i++) {
        const bsor_frame frame = { .time = mark, .fps = 90 };
        assert_int_equal(reel_append(writer, &bsor_frames, &frame, 1), REEL_OK);
    }
}

static size_t frames_of(const char *path, float *mark)
{
    reel_replay *replay;
    reel_error error;
    size_t count;
    if (reel_load_file(path, NULL, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
    const bsor_frame *frames = reel_rows(replay, &bsor_frames, &count);
    *mark = count ? frames[0].time : -1;
    reel_free(replay);
    return count;
}

static void a_second_recording_gets_another_name(void **state)
{
    (void)state;
    static const char *const names[] = { "play.bsor", "play-2.bsor", "play-3.bsor" };
    for (size_t i = 0; i < 3; i++) {
        char path[512];
        float mark;
        reel_writer *writer = start("play.bsor", NULL, path);
        append(writer, (float)i, i + 1);
        assert_int_equal(reel_finish(writer, NULL), REEL_OK);
        assert_string_equal(path, in_folder(names[i]));
        assert_int_equal(frames_of(path, &mark), i + 1);
        assert_true(mark == (float)i);
    }
    assert_int_equal(files_with(""), 3);
    empty_folder();
}

static void names_without_an_ending_are_numbered_too(void **state)
{
    (void)state;
    char path[512];
    const char *const wanted[] = { "play", "play-2" };
    for (size_t i = 0; i < 2; i++) {
        reel_writer *writer = start("play", NULL, path);
        append(writer, 1, 1);
        assert_int_equal(reel_finish(writer, NULL), REEL_OK);
        assert_string_equal(path, in_folder(wanted[i]));
    }
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_record_file(in_folder("play"), &reel_format_bsor, NULL, &writer, path, 3, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "record.name");
    empty_folder();
}

static void two_at_once_get_two_names(void **state)
{
    (void)state;
    char first[512], second[512];
    float mark;
    reel_writer *one = start("play.bsor", NULL, first), *other = start("play.bsor", NULL, second);
    assert_string_not_equal(first, second);
    append(one, 1, 2);
    append(other, 2, 3);
    assert_int_equal(reel_finish(other, NULL), REEL_OK);
    assert_int_equal(reel_finish(one, NULL), REEL_OK);
    assert_int_equal(frames_of(first, &mark), 2);
    assert_int_equal(frames_of(second, &mark), 3);
    assert_int_equal(files_with(""), 2);
    empty_folder();
}

typedef struct heard {
    size_t finished, left;
} heard;

static void hear(void *context, const reel_finding *finding)
{
    heard *h = context;
    h->finished += strcmp(finding->rule, "record.finished") == 0;
    h->left += strcmp(finding->rule, "record.left") == 0;
}

/* What other programs left, and what is no recording, neither stops a start nor is touched. */
static void a_spool_that_cannot_be_finished_stays(void **state)
{
    (void)state;
    heard h = { 0 };
    char path[512];
    FILE *file = fopen(in_folder("other.spool"), "w");
    assert_non_null(file);
    fputs("not a recording", file);
    fclose(file);
    assert_int_equal(mkdir(in_folder("folder.spool"), 0700), 0);
    const reel_write_options options = { REEL_SIZED(reel_write_options), .report = hear, .report_context = &h };
    reel_writer *writer = start("play.bsor", &options, path);
    append(writer, 1, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(h.left, 1);
    assert_int_equal(access(in_folder("other.spool"), F_OK), 0);
    assert_int_equal(rmdir(in_folder("folder.spool")), 0);
    empty_folder();
}

/* A recorder that runs until it is killed, and says through a pipe how many frames it has flushed. */
static void record_until_killed(size_t number, int say)
{
    char path[512];
    reel_writer *writer = start("play.bsor", NULL, path);
    for (size_t i = 1;; i++) {
        append(writer, (float)number, 1);
        if (i % 10) continue;
        if (reel_flush(writer, NULL) != REEL_OK || write(say, &i, sizeof i) != sizeof i) _exit(1);
    }
}

static size_t kill_one(size_t number, uint32_t delay)
{
    int ends[2];
    size_t flushed = 0, more;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        close(ends[0]);
        record_until_killed(number, ends[1]);
    }
    close(ends[1]);
    if (read(ends[0], &more, sizeof more) == sizeof more) flushed = more; /* it has begun */
    nanosleep(&(struct timespec){ 0, (long)delay * 1000 }, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    while (read(ends[0], &more, sizeof more) == sizeof more) flushed = more;
    close(ends[0]);
    return flushed;
}

/* After each kill the next start has every frame that was flushed. */
static void every_play_of_a_killed_game_is_there(void **state)
{
    (void)state;
    enum { MOST = 100 };
    static size_t flushed[MOST];
    const size_t kills = by_effort(MOST, 50, 12);
    uint32_t random = 1;
    for (size_t i = 0; i < kills; i++) {
        random = random * 1664525u + 1013904223u;
        flushed[i] = kill_one(i, random >> 8 & 2047);
    }
    heard h = { 0 };
    char path[512];
    const reel_write_options options = { REEL_SIZED(reel_write_options), .report = hear, .report_context = &h };
    reel_discard(start("play.bsor", &options, path)); /* a start finishes the last one */
    assert_int_equal(h.finished, 1);
    assert_int_equal(files_with(".bsor"), kills);
    assert_int_equal(files_with(""), kills + 1); /* and the spool of the discarded one */
    for (size_t i = 0; i < kills; i++) {
        char name[64];
        float mark;
        snprintf(name, sizeof name, i ? "play-%zu.bsor" : "play.bsor", i + 1);
        const size_t count = frames_of(in_folder(name), &mark);
        if (mark != (float)i || count < flushed[i])
            fail_msg("%s has %zu frames of play %g, %zu were flushed", name, count, (double)mark, flushed[i]);
    }
    print_message("%zu kills\n", kills);
    empty_folder();
}

/* Archives keep what was flushed themselves: no spool, and each start has a file of its own. */
static void archives_need_no_spool(void **state)
{
    (void)state;
    const reel_archive_options archive = { REEL_SIZED(reel_archive_options), .level = REEL_ARCHIVE_RECORD };
    const reel_write_options options = { REEL_SIZED(reel_write_options), .archive = &archive };
    for (size_t i = 0; i < 2; i++) {
        char path[512];
        reel_writer *writer = start("play.reel", &options, path);
        append(writer, 1, 5);
        assert_int_equal(files_with(".spool"), 0);
        assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    }
    assert_int_equal(files_with(".reel"), 2);
    empty_folder();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_second_recording_gets_another_name),
        cmocka_unit_test(names_without_an_ending_are_numbered_too),
        cmocka_unit_test(two_at_once_get_two_names),
        cmocka_unit_test(a_spool_that_cannot_be_finished_stays),
        cmocka_unit_test(every_play_of_a_killed_game_is_there),
        cmocka_unit_test(archives_need_no_spool),
    };
    assert_non_null(mkdtemp(folder));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    empty_folder();
    rmdir(folder);
    return failed;
}

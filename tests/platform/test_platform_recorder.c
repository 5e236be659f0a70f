/* SPDX-License-Identifier: MIT
 * Recordings that are killed at any moment, and what the next start makes of them. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <reel/beatsaber.h>
#include <reel/bsor.h>

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "recorder-XXXXXX";

static const char *in_folder(const char *name)
{
    static char paths[4][512];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof *paths, "%s/%s", folder, name);
    return path;
}

/* How many files there are, hidden ones included. */
static int entries(bool remove_them)
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        count++;
        if (remove_them) remove(in_folder(entry->d_name));
    }
    closedir(dir);
    return count;
}

static int setup(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    entries(true);
    return rmdir(folder);
}

static reel_string text(const char *s) { return (reel_string){ s, strlen(s) }; }

static const bsor_info usual = { .player_id = { "1", 1 }, .platform = { "steam", 5 }, .jump_distance = 18, .height = 1.7f };

static void put_info(reel_writer *writer, int32_t score)
{
    bsor_info info = usual;
    info.mod_version = info.game_version = text("1.40.0");
    info.timestamp = text("1767225600");
    info.player_name = info.song_name = info.mapper = text("x");
    info.map_hash = text("0123456789ABCDEF0123456789ABCDEF01234567");
    info.difficulty = text("Expert");
    info.mode = text("Standard");
    info.environment = text("x");
    info.tracking_system = info.headset = info.controller = text("x");
    info.score = score;
    reel_replace(writer, &bsor_infos, &info);
}

/* Records up to `rows` appended frames; a note every 30 of them, a flush every 9. */
static void record(reel_writer *writer, int rows)
{
    beatsaber_multiplier multiplier = { 1, 0 };
    int32_t score = 0;
    put_info(writer, 0);
    reel_flush(writer, NULL);
    for (int i = 0; i < rows; i++) {
        const float time = (float)i / 90;
        if (i % 30 == 0) {
            const int number = i / 30;
            const bsor_note note = { .note_id = 30000 + 1000 * (number % 4) + number % 2 * 10 + 1,
                                     .event_time = time,
                                     .spawn_time = time,
                                     .event_type = BSOR_GOOD_CUT,
                                     .has_cut = 1,
                                     .cut = { .speed_ok = 1,
                                              .direction_ok = 1,
                                              .saber_type_ok = 1,
                                              .saber_speed = 9,
                                              .saber_direction = { 0, -9, 0 },
                                              .saber_type = number % 2,
                                              .cut_normal = { 1, 0, 0 },
                                              .before_cut_rating = 1,
                                              .after_cut_rating = 1 } };
            beatsaber_multiplier_raise(&multiplier);
            score += multiplier.value * beatsaber_points_of(BSOR_NORMAL, 1, 1, 0).total;
            reel_append(writer, &bsor_notes, &note, 1);
            put_info(writer, score);
        }
        const bsor_frame frame = { .time = time,
                                   .fps = 90,
                                   .head = { { 0, 1.7f, 0 }, { 0, 0, 0, 1 } },
                                   .left_hand = { { -0.3f, 1, 0 }, { 0, 0, 0, 1 } },
                                   .right_hand = { { 0.3f, 1, 0 }, { 0, 0, 0, 1 } } };
        reel_append(writer, &bsor_frames, &frame, 1);
        if (i % 9 == 8) reel_flush(writer, NULL);
    }
}

/* A process that records and is killed after `rows` frames, or by itself at the end of them. */
static void record_and_die(int rows, uint32_t flags)
{
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const char *spool = in_folder("play.spool"), *file = in_folder("play.bsor");
        const reel_write_options options = { REEL_SIZED(reel_write_options), .spool = spool, .flags = flags };
        reel_writer *writer;
        if (reel_create_file(file, &reel_format_bsor, &options, &writer, NULL) < 0) _exit(1);
        record(writer, rows);
        raise(SIGKILL);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

/* What a check says of things that were not recorded. A recording that was killed between a note and its score lacks the score. */
static bool is_missing(const char *rule)
{
    return !strncmp(rule, "bsor.score", 10) || !strcmp(rule, "bsor.few-frames") || !strcmp(rule, "bsor.no-notes");
}

/* Errors that a check finds, but for those; it sets *disputed if there are any. */
static size_t errors_in(const char *path, bool *disputed)
{
    reel_source source;
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT, .report = reel_findings_report,
                                   .report_context = findings };
    assert_int_equal(reel_source_file(path, 0, &source, NULL), REEL_OK);
    assert_int_equal(reel_check(source, &options, NULL), REEL_OK);
    size_t errors = 0;
    for (size_t i = 0; i < reel_findings_count(findings); i++) {
        const reel_finding *finding = reel_findings_at(findings, i);
        if (finding->severity < REEL_ERROR) continue;
        if (is_missing(finding->rule)) {
            *disputed = true;
        } else {
            print_message("%s: %s\n", finding->rule, finding->message);
            errors++;
        }
    }
    reel_findings_free(findings);
    return errors;
}

static size_t frames_in(const char *path)
{
    reel_replay *replay;
    size_t count;
    assert_int_equal(reel_load_file(path, &(reel_options){ REEL_SIZED(reel_options), .flags = REEL_STRICT }, &replay, NULL),
                     REEL_OK);
    const bsor_frame *frames = reel_rows(replay, &bsor_frames, &count);
    for (size_t i = 0; i < count; i++) assert_true(frames[i].time == (float)i / 90);
    reel_free(replay);
    return count;
}

static void killed_recordings_are_recovered(void **state)
{
    (void)state;
    const int moments = (int)by_effort(200, 200, 40);
    int disputed = 0;
    for (int i = 0; i < moments; i++) {
        const bool background = i % 2;
        const int rows = 1 + i * 211 / moments * 3;
        bool dispute = false;
        trying("%d rows, %s", rows, background ? "in background" : "");
        record_and_die(rows, background ? REEL_WRITE_BACKGROUND : 0);
        reel_error error;
        reel_status status = reel_recover(in_folder("play.spool"), in_folder("back.bsor"), NULL, &error);
        if (background && status == REEL_END) { /* killed before anything was written */
            entries(true);
            continue;
        }
        if (status != REEL_OK) print_message("%s: %s\n", error.rule, error.message);
        assert_int_equal(status, REEL_OK);
        const size_t frames = frames_in(in_folder("back.bsor"));
        assert_true(frames <= (size_t)rows);
        if (!background) assert_in_range(frames, rows / 9 * 9, rows);
        assert_int_equal(errors_in(in_folder("back.bsor"), &dispute), 0);
        if (frames >= 9) disputed += dispute;
        assert_int_equal(reel_recover(in_folder("play.spool"), in_folder("next.bsor"), NULL, &error), REEL_END);
        assert_int_equal(entries(true), 1); /* neither the spool nor a temporary file is left */
    }
    assert_true(disputed <= moments / 4);
}

/* A spool that ends anywhere: a file that is fine, or none. */
static void cut_spools_are_recovered(void **state)
{
    (void)state;
    record_and_die(200, 0);
    size_t size;
    uint8_t *spool = read_file(in_folder("play.spool"), &size);
    const size_t steps = by_effort(400, 200, 40);
    entries(true);
    for (size_t i = 0; i <= steps; i++) {
        const size_t end = i < 40 ? i * 8 : size * i / steps;
        bool dispute = false;
        trying("%zu bytes", end);
        FILE *file = fopen(in_folder("cut.spool"), "wb");
        assert_non_null(file);
        fwrite(spool, 1, end < size ? end : size, file);
        fclose(file);
        reel_error error;
        reel_status status = reel_recover(in_folder("cut.spool"), in_folder("cut.bsor"), NULL, &error);
        if (status != REEL_OK && status != REEL_END) print_message("%s: %s\n", error.rule, error.message);
        assert_true(status == REEL_OK || status == REEL_END);
        if (status == REEL_OK) assert_int_equal(errors_in(in_folder("cut.bsor"), &dispute), 0);
        assert_int_equal(entries(true), status == REEL_OK);
    }
    free(spool);
}

static void a_left_spool_does_not_stop_later_recordings(void **state)
{
    (void)state;
    reel_writer *writer;
    record_and_die(20, 0);
    const char *spool = in_folder("play.spool");
    const reel_write_options options = { REEL_SIZED(reel_write_options), .spool = spool };
    assert_int_equal(reel_create_file(in_folder("later.bsor"), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    assert_int_equal(access(in_folder("play.spool.1"), F_OK), 0);
    record(writer, 30);
    assert_int_equal(reel_flush(writer, NULL), REEL_OK);
    /* the spool of the crash is recovered, that of the recording that goes on is not */
    assert_int_equal(reel_recover(in_folder("play.spool"), in_folder("one.bsor"), NULL, NULL), REEL_OK);
    assert_int_equal(reel_recover(in_folder("play.spool"), in_folder("two.bsor"), NULL, NULL), REEL_END);
    assert_int_equal(access(in_folder("play.spool.1"), F_OK), 0);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(frames_in(in_folder("later.bsor")), 30);
    assert_int_equal(entries(true), 2);
}

/* A file that is there is not replaced, and the spool waits. */
static void recovery_replaces_nothing(void **state)
{
    (void)state;
    reel_error error;
    record_and_die(20, 0);
    FILE *file = fopen(in_folder("taken.bsor"), "wb");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(reel_recover(in_folder("play.spool"), in_folder("taken.bsor"), NULL, &error), REEL_IO);
    assert_string_equal(error.rule, "file.exists");
    assert_int_equal(reel_recover(in_folder("play.spool"), in_folder("free.bsor"), NULL, &error), REEL_OK);
    entries(true);
}

static void a_spool_that_cannot_be_created_is_done_without(void **state)
{
    (void)state;
    reel_findings *findings = reel_findings_new(NULL);
    const char *spool = in_folder("no folder/play.spool");
    const reel_write_options options = { REEL_SIZED(reel_write_options), .spool = spool, .report = reel_findings_report,
                                         .report_context = findings };
    reel_writer *writer;
    assert_int_equal(reel_create_file(in_folder("play.bsor"), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    assert_int_equal(reel_findings_count(findings), 1);
    assert_string_equal(reel_findings_at(findings, 0)->rule, "spool.lost");
    record(writer, 30);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    assert_int_equal(frames_in(in_folder("play.bsor")), 30);
    reel_findings_free(findings);
    entries(true);
}

static void a_thread_writes_the_same_bytes(void **state)
{
    (void)state;
    for (int background = 0; background < 2; background++) {
        const char *spool = in_folder("a.spool");
        const reel_write_options options = { REEL_SIZED(reel_write_options), .spool = spool,
                                             .flags = background ? REEL_WRITE_BACKGROUND : 0 };
        reel_writer *writer;
        assert_int_equal(reel_create_file(in_folder(background ? "b" : "a"), &reel_format_bsor, &options, &writer, NULL),
                         REEL_OK);
        record(writer, 5000);
        assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    }
    size_t sizes[2];
    uint8_t *a = read_file(in_folder("a"), &sizes[0]), *b = read_file(in_folder("b"), &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(a, b, sizes[0]);
    free(a);
    free(b);
    assert_int_equal(entries(true), 2);
}

/* A game may start other programs while it records: they neither write the file nor hold the lock of the spool. */
static void a_process_that_was_started_meanwhile_does_no_harm(void **state)
{
    (void)state;
    for (int background = 0; background < 2; background++) {
        const char *spool = in_folder("play.spool");
        const reel_write_options options = { REEL_SIZED(reel_write_options), .spool = spool,
                                             .flags = background ? REEL_WRITE_BACKGROUND : 0 };
        reel_writer *writer;
        assert_int_equal(reel_create_file(in_folder("play.bsor"), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
        record(writer, 100);
        fflush(NULL);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) _exit(0);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        const bsor_frame frame = { .time = (float)100 / 90, .fps = 90 };
        assert_int_equal(reel_append(writer, &bsor_frames, &frame, 1), REEL_OK);
        assert_int_equal(reel_finish(writer, NULL), REEL_OK);
        assert_int_equal(frames_in(in_folder("play.bsor")), 101);
        assert_int_equal(entries(true), 1);
    }
}

/* A copy of the writer that a fork has, for example in a destructor that runs as it exits. */
static void a_fork_neither_writes_nor_removes_the_recording(void **state)
{
    (void)state;
    for (int way = 0; way < 8; way++) {
        const char *spool = in_folder("play.spool");
        const uint32_t flags = (way & 1 ? REEL_WRITE_BACKGROUND : 0) | (way & 2 ? REEL_WRITE_DIRECT : 0);
        const reel_write_options options = { REEL_SIZED(reel_write_options), .spool = spool, .flags = flags };
        reel_writer *writer;
        assert_int_equal(reel_create_file(in_folder("play.bsor"), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
        record(writer, 100);
        fflush(NULL);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            reel_error error = { .rule = "" };
            record(writer, 20);
            if (way & 4) reel_discard(writer);
            _exit(way & 4 || (reel_finish(writer, &error) == REEL_IO && !strcmp(error.rule, "file.process")) ? 0 : 1);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        assert_int_equal(reel_finish(writer, NULL), REEL_OK);
        assert_int_equal(frames_in(in_folder("play.bsor")), 100);
        assert_int_equal(entries(true), 1);
    }
}

static void a_program_that_outlives_the_game_does_not_keep_its_spool(void **state)
{
    (void)state;
    int hold[2], status;
    assert_int_equal(pipe(hold), 0);
    fflush(NULL);
    const pid_t game = fork();
    assert_true(game >= 0);
    if (game == 0) {
        const char *spool = in_folder("play.spool");
        const reel_write_options options = { REEL_SIZED(reel_write_options), .spool = spool };
        reel_writer *writer;
        if (reel_create_file(in_folder("play.bsor"), &reel_format_bsor, &options, &writer, NULL) < 0) _exit(1);
        record(writer, 100);
        if (fork() == 0) { /* reads until the test is done with it */
            dup2(hold[0], STDIN_FILENO);
            close(hold[1]);
            execlp("cat", "cat", (char *)NULL);
            _exit(1);
        }
        raise(SIGKILL);
    }
    close(hold[0]);
    assert_int_equal(waitpid(game, &status, 0), game);
    assert_true(WIFSIGNALED(status));
    reel_status found = REEL_END;
    for (int tries = 0; tries < 100000 && found == REEL_END; tries++) /* until it has replaced itself by the other program */
        found = reel_recover(in_folder("play.spool"), in_folder("back.bsor"), NULL, NULL);
    close(hold[1]);
    assert_int_equal(found, REEL_OK);
    assert_in_range(frames_in(in_folder("back.bsor")), 99, 100);
    entries(true);
}

static void a_log_has_its_name_from_the_start(void **state)
{
    (void)state;
    const reel_write_options options = { REEL_SIZED(reel_write_options), .flags = REEL_WRITE_DIRECT };
    reel_writer *writer;
    assert_int_equal(reel_create_file(in_folder("log"), &reel_format_bsor, &options, &writer, NULL), REEL_OK);
    assert_int_equal(access(in_folder("log"), F_OK), 0);
    assert_int_equal(entries(false), 1);
    record(writer, 10);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    entries(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(killed_recordings_are_recovered),
        cmocka_unit_test(cut_spools_are_recovered),
        cmocka_unit_test(a_left_spool_does_not_stop_later_recordings),
        cmocka_unit_test(recovery_replaces_nothing),
        cmocka_unit_test(a_spool_that_cannot_be_created_is_done_without),
        cmocka_unit_test(a_thread_writes_the_same_bytes),
        cmocka_unit_test(a_process_that_was_started_meanwhile_does_no_harm),
        cmocka_unit_test(a_fork_neither_writes_nor_removes_the_recording),
        cmocka_unit_test(a_program_that_outlives_the_game_does_not_keep_its_spool),
        cmocka_unit_test(a_log_has_its_name_from_the_start),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* SPDX-License-Identifier: MIT
 * What files and threads do when the operating system fails. */
#define _POSIX_C_SOURCE 200809L
#include "faults.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "platform/file.h"
#include "toy.h"

/* ---- reading ---------------------------------------------------------------------------------------------------------- */

static reel_status read_once(uint32_t flags, char text[16], reel_error *error)
{
    reel_source source;
    size_t got = 0;
    reel_status status = reel_source_file(in_folder("a"), flags, &source, error);
    if (status < 0) return status;
    status = source.read(source.context, text, 15, &got, error);
    text[got] = '\0';
    source.close(source.context);
    return status;
}

static void a_signal_does_not_end_a_read(void **state)
{
    (void)state;
    char text[16];
    put_file("a", "hello");
    inject(CALL_READ, EINTR, 0, 2);
    assert_int_equal(read_once(0, text, NULL), REEL_OK);
    assert_string_equal(text, "hello");
    assert_int_equal(faults[CALL_READ].times, 0);
}

/* What has nothing yet is waited for only if it is followed: another file would be asked for ever. */
static void a_failed_read_is_reported_and_an_empty_pipe_is_followed(void **state)
{
    (void)state;
    static const struct {
        int error;
        uint32_t flags;
        reel_status status;
    } cases[] = {
        { EIO, 0, REEL_IO },
        { EIO, REEL_FILE_FOLLOW, REEL_IO },
        { EAGAIN, 0, REEL_IO },
        { EAGAIN, REEL_FILE_FOLLOW, REEL_AGAIN },
    };
    char text[16];
    put_file("a", "hello");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reel_error error = { .rule = "" };
        inject(CALL_READ, cases[i].error, 0, 1);
        assert_int_equal(read_once(cases[i].flags, text, &error), cases[i].status);
        if (cases[i].status < 0) assert_failed(&error, REEL_IO, "file.read", cases[i].error);
        assert_string_equal(text, "");
    }
}

static void a_file_that_cannot_be_examined_is_not_opened(void **state)
{
    (void)state;
    char text[16];
    reel_error error;
    put_file("a", "hello");
    int before = open_files();
    inject(CALL_STAT, EIO, 0, 1);
    assert_int_equal(read_once(0, text, &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.open", EIO);
    assert_int_equal(open_files(), before);
}

static void the_end_of_a_followed_file_that_cannot_be_examined_is_an_error(void **state)
{
    (void)state;
    char text[16];
    reel_error error;
    put_file("a", "");
    inject(CALL_STAT, EIO, 1, 1);
    assert_int_equal(read_once(REEL_FILE_FOLLOW, text, &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.read", EIO);
}

static void a_followed_file_waits_while_its_name_is_gone(void **state)
{
    (void)state;
    char byte;
    size_t got = 0;
    reel_source source;
    put_file("a", "");
    assert_int_equal(reel_source_file(in_folder("a"), REEL_FILE_FOLLOW, &source, NULL), REEL_OK);
    assert_int_equal(remove(in_folder("a")), 0);
    assert_int_equal(source.read(source.context, &byte, 1, &got, NULL), REEL_AGAIN);
    assert_int_equal(source.read(source.context, &byte, 1, &got, NULL), REEL_AGAIN);
    source.close(source.context);
}

static void an_offset_that_no_file_has_is_refused(void **state)
{
    (void)state;
    reel_source source;
    reel_error error;
    put_file("a", "hello");
    assert_int_equal(reel_source_file(in_folder("a"), 0, &source, NULL), REEL_OK);
    assert_int_equal(source.seek(source.context, (uint64_t)INT64_MAX + 1, &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.seek", EINVAL);
    inject(CALL_SEEK, EIO, 0, 1);
    assert_int_equal(source.seek(source.context, 1, &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.seek", EIO);
    char text[2] = "";
    size_t got;
    assert_int_equal(source.read(source.context, text, 1, &got, NULL), REEL_OK); /* it is where it was */
    assert_string_equal(text, "h");
    source.close(source.context);
}

static void a_file_that_cannot_be_mapped_is_read(void **state)
{
    (void)state;
    reel_source source;
    char text[8] = "";
    size_t got;
    put_file("a", "hello");
    inject(CALL_MAP, ENODEV, 0, 1);
    assert_int_equal(reel_source_file(in_folder("a"), REEL_FILE_MAP, &source, NULL), REEL_OK);
    assert_null(source.data);
    assert_true(source.size == 5);
    assert_int_equal(source.read(source.context, text, sizeof text, &got, NULL), REEL_OK);
    assert_string_equal(text, "hello");
    source.close(source.context);
    put_file("a", "");
    assert_int_equal(reel_source_file(in_folder("a"), REEL_FILE_MAP, &source, NULL), REEL_OK);
    assert_null(source.data); /* nothing cannot be mapped */
    source.close(source.context);
}

/* ---- writing ---------------------------------------------------------------------------------------------------------- */

static void a_write_goes_on_until_everything_is_written(void **state)
{
    (void)state;
    disguise.short_write = 2;
    inject(CALL_WRITE, EINTR, 1, 2);
    assert_int_equal(write_file("a", 0, "hello", NULL), REEL_OK);
    assert_int_equal(faults[CALL_WRITE].times, 0);
    assert_file("a", "hello");
}

static void a_disk_that_takes_nothing_is_full(void **state)
{
    (void)state;
    static const int errors[] = { ENOSPC, EIO, 0 };
    for (size_t i = 0; i < 3; i++) {
        reel_error error;
        inject(CALL_WRITE, errors[i], 0, 1);
        assert_int_equal(write_file("a", 0, "hello", &error), REEL_IO);
        assert_failed(&error, REEL_IO, "file.write", errors[i] ? errors[i] : ENOSPC);
        assert_int_equal(entries(NULL), 0);
    }
}

/* A file system without sync has nothing to wait for; one whose sync failed may have lost what was written. */
static void only_a_file_that_reached_the_disk_gets_its_name(void **state)
{
    (void)state;
    static const struct {
        int error;
        reel_status status;
    } cases[] = { { EINTR, REEL_OK }, { EINVAL, REEL_OK }, { ENOTSUP, REEL_OK }, { EROFS, REEL_OK },
                  { EIO, REEL_IO },   { ENOSPC, REEL_IO }, { EDQUOT, REEL_IO } };
    int before = open_files();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reel_error error;
        inject(CALL_SYNC, cases[i].error, 0, 1);
        assert_int_equal(write_file("a", 0, "hello", &error), cases[i].status);
        assert_int_equal(open_files(), before);
        assert_int_equal(entries(NULL), cases[i].status == REEL_OK);
        if (cases[i].status == REEL_OK)
            assert_file("a", "hello");
        else
            assert_failed(&error, REEL_IO, "file.write", cases[i].error);
        remove(in_folder("a"));
    }
}

static void a_signal_while_closing_does_no_harm(void **state)
{
    (void)state;
    inject(CALL_CLOSE, EINTR, 1, 1); /* the first is /proc/PID/stat */
    assert_int_equal(write_file("a", 0, "hello", NULL), REEL_OK);
    assert_int_equal(faults[CALL_CLOSE].times, 0);
    assert_file("a", "hello");
}

static void a_failed_close_is_reported_unless_the_file_is_complete(void **state)
{
    (void)state;
    reel_error error;
    inject(CALL_CLOSE, EIO, 1, 1);
    assert_int_equal(write_file("a", 0, "hello", &error), REEL_OK);
    assert_int_equal(faults[CALL_CLOSE].times, 0);
    assert_file("a", "hello");
    inject(CALL_CLOSE, EIO, 0, 1);
    assert_int_equal(write_file("b", REEL_FILE_DIRECT, "hello", &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.write", 0);
}

/* Some file systems have no links (EPERM, ENOTSUP). Then the name is looked for before the file is renamed. */
static void without_links_a_file_gets_its_name_by_renaming(void **state)
{
    (void)state;
    static const int errors[] = { EPERM, ENOTSUP, EMLINK };
    for (size_t i = 0; i < 3; i++) {
        inject(CALL_LINK, errors[i], 0, 1);
        assert_int_equal(write_file("a", 0, "hello", NULL), REEL_OK);
        assert_int_equal(faults[CALL_LINK].times, 0);
        assert_file("a", "hello");
        assert_int_equal(entries(NULL), 1);
        remove(in_folder("a"));
    }
    reel_sink sink;
    reel_error error;
    assert_int_equal(reel_sink_file(in_folder("a"), 0, &sink, NULL), REEL_OK);
    assert_int_equal(sink.write(sink.context, "hello", 5, NULL), REEL_OK);
    put_file("a", "came between");
    inject(CALL_LINK, EPERM, 0, 1);
    assert_int_equal(sink.commit(sink.context, &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.exists", 0);
    assert_file("a", "came between");
    assert_int_equal(entries(NULL), 1);
}

static void a_name_that_is_taken_is_tried_with_another_number(void **state)
{
    (void)state;
    inject(CALL_OPEN, EEXIST, 1, 3); /* the first is /proc/PID/stat */
    assert_int_equal(write_file("a", 0, "hello", NULL), REEL_OK);
    assert_int_equal(faults[CALL_OPEN].times, 0);
    assert_file("a", "hello");
    reel_error error;
    inject(CALL_OPEN, EEXIST, 1, 1000);
    assert_int_equal(write_file("b", 0, "hello", &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.open", EEXIST);
    assert_int_equal(faults[CALL_OPEN].seen, 101); /* it gives up */
    inject(CALL_OPEN, EACCES, 1, 2);
    assert_int_equal(write_file("b", 0, "hello", &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.open", EACCES);
    assert_int_equal(faults[CALL_OPEN].times, 1); /* another number would not help */
}

/* A process that sweeps may hold the lock of a file that was just made: that file is left to it. A file system without locks has no
 * such process. */
static void a_new_file_that_another_process_locked_is_left_to_it(void **state)
{
    (void)state;
    inject(CALL_LOCK, EWOULDBLOCK, 0, 1);
    assert_int_equal(write_file("a", 0, "hello", NULL), REEL_OK);
    assert_file("a", "hello");
    assert_int_equal(entries(NULL), 2);
    inject(CALL_LOCK, ENOLCK, 0, 1);
    assert_int_equal(write_file("b", 0, "hello", NULL), REEL_OK);
    assert_int_equal(entries(NULL), 3);
    inject(CALL_STAT, EIO, 0, 1);
    assert_int_equal(write_file("c", 0, "hello", NULL), REEL_OK);
    assert_int_equal(entries(NULL), 4);
}

static void a_folder_that_cannot_be_synced_does_not_fail_the_file(void **state)
{
    (void)state;
    inject(CALL_OPEN, EACCES, 2, 1);
    assert_int_equal(write_file("a", 0, "hello", NULL), REEL_OK);
    assert_int_equal(faults[CALL_OPEN].times, 0);
    assert_file("a", "hello");
}

static void what_a_direct_file_holds_stays_if_its_name_cannot_be_made(void **state)
{
    (void)state;
    reel_error error;
    inject(CALL_OPEN, EACCES, 0, 1);
    assert_int_equal(write_file("a", REEL_FILE_DIRECT, "hello", &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.open", EACCES);
    assert_int_equal(write_file("a", REEL_FILE_DIRECT, "hello", &error), REEL_OK);
    assert_file("a", "hello");
    assert_int_equal(write_file("a", REEL_FILE_DIRECT, "again", &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.exists", 0);
    inject(CALL_SYNC, EIO, 0, 1);
    assert_int_equal(write_file("b", REEL_FILE_DIRECT, "hello", &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.write", EIO);
}

/* Standard output is written, and stays open; it cannot be read back. */
static void standard_output_is_a_sink_that_stays_open(void **state)
{
    (void)state;
    reel_sink sink;
    reel_error error;
    fflush(stdout);
    int saved = dup(1), file = open(in_folder("out"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    bool fine = saved >= 0 && file >= 0 && dup2(file, 1) == 1;
    for (int discard = 0; discard < 2; discard++) {
        fine &= reel_sink_file("-", 0, &sink, &error) == REEL_OK && !sink.reopen;
        fine &= sink.write(sink.context, "hello", 5, &error) == REEL_OK;
        if (discard)
            sink.discard(sink.context);
        else
            fine &= sink.commit(sink.context, &error) == REEL_OK;
        fine &= fcntl(1, F_GETFD) != -1;
    }
    dup2(saved, 1);
    close(saved);
    close(file);
    assert_true(fine);
    assert_file("out", "hellohello");
}

/* A spool is read back under its own name, while it is written. */
static void a_direct_file_is_read_back_under_its_name(void **state)
{
    (void)state;
    reel_sink sink;
    reel_source source;
    char text[8] = "";
    size_t got;
    assert_int_equal(reel_sink_file(in_folder("a"), REEL_FILE_DIRECT, &sink, NULL), REEL_OK);
    assert_int_equal(sink.write(sink.context, "hello", 5, NULL), REEL_OK);
    assert_int_equal(sink.reopen(sink.context, &source, NULL), REEL_OK);
    assert_int_equal(source.read(source.context, text, sizeof text, &got, NULL), REEL_OK);
    assert_string_equal(text, "hello");
    source.close(source.context);
    sink.discard(sink.context);
    assert_int_equal(entries(NULL), 0);
}

static void names_without_a_folder_are_in_the_current_one(void **state)
{
    (void)state;
    char before[512];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder_path()), 0);
    reel_sink sink;
    reel_status status = reel_sink_file("bare", REEL_FILE_SWEEP, &sink, NULL);
    if (status == REEL_OK) status = sink.write(sink.context, "hello", 5, NULL);
    if (status == REEL_OK) status = sink.commit(sink.context, NULL);
    assert_int_equal(chdir(before), 0);
    assert_int_equal(status, REEL_OK);
    assert_file("bare", "hello");
}

static void what_is_not_there_cannot_be_opened_or_loaded(void **state)
{
    (void)state;
    reel_reader *reader;
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_open_file(in_folder("none"), NULL, &reader, &error), REEL_IO);
    assert_failed(&error, REEL_IO, "file.open", ENOENT);
    assert_null(reader);
    assert_int_equal(reel_load_file(in_folder("none"), NULL, &replay, &error), REEL_IO);
    assert_null(replay);
    reel_source source;
    assert_int_equal(reel_source_file("/dev/null", REEL_FILE_FOLLOW, &source, &error), REEL_OK); /* a device may be followed */
    assert_null(source.seek);
    source.close(source.context);
}

/* ---- memory ------------------------------------------------------------------------------------------------------------- */

/* Each allocation of a call fails once; then it succeeds. */
static void opening_without_memory_leaves_nothing(void **state)
{
    (void)state;
    int before = open_files();
    put_file("in", "hello");
    for (uint32_t flags = 0; flags <= REEL_FILE_FOLLOW; flags += REEL_FILE_FOLLOW) {
        unsigned failures = 0;
        for (reel_status status = REEL_MEMORY; status != REEL_OK; failures++) {
            reel_source source;
            reel_error error;
            inject(CALL_ALLOCATE, ENOMEM, failures, 1);
            status = reel_source_file(in_folder("in"), flags, &source, &error);
            memset(faults, 0, sizeof faults);
            if (status == REEL_OK)
                source.close(source.context);
            else
                assert_failed(&error, REEL_MEMORY, "reel.memory", 0);
            assert_int_equal(open_files(), before);
        }
        assert_int_equal(failures, flags ? 3 : 2); /* the path of a file is kept only if it is followed */
    }
    for (unsigned failures = 0; failures < 3; failures++) {
        reel_sink sink;
        reel_error error;
        inject(CALL_ALLOCATE, ENOMEM, failures, 1);
        assert_int_equal(reel_sink_file(in_folder("out"), 0, &sink, &error), REEL_MEMORY);
        assert_failed(&error, REEL_MEMORY, "reel.memory", 0);
        assert_int_equal(open_files(), before);
        assert_int_equal(entries(NULL), 1);
    }
}

/* A replay whose rows take blocks of several megabytes, which are asked for in large pages. */
static void loading_a_large_file_without_memory_fails(void **state)
{
    (void)state;
    enum { COUNT = 1 << 20 };
    static const reel_format *const toys[] = { &reel_format_toy, NULL };
    const reel_options options = { REEL_SIZED(reel_options), .formats = toys, .limits = { .input_bytes = 16 << 20 } };
    reel_writer *writer;
    toy_point *points = calloc(COUNT, sizeof *points);
    assert_non_null(points);
    for (int32_t i = 0; i < COUNT; i++) points[i].tick = i;
    assert_int_equal(reel_create_file(in_folder("a"), &reel_format_toy, NULL, &writer, NULL), REEL_OK);
    assert_int_equal(reel_append(writer, &toy_points, points, COUNT), REEL_OK);
    free(points);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    int before = open_files();
    reel_status status = REEL_MEMORY;
    for (unsigned skip = 0; status != REEL_OK; skip++) {
        reel_replay *replay;
        reel_error error;
        size_t count;
        inject(CALL_ALLOCATE, ENOMEM, skip, 1);
        status = reel_load_file(in_folder("a"), &options, &replay, &error);
        memset(faults, 0, sizeof faults);
        assert_int_equal(open_files(), before);
        if (status < 0) {
            assert_null(replay);
            assert_failed(&error, REEL_MEMORY, "reel.memory", 0);
            continue;
        }
        assert_int_equal(((const toy_point *)reel_rows(replay, &toy_points, &count))[COUNT - 1].tick, COUNT - 1);
        reel_free(replay);
    }
}

/* Calls without a handle take memory from malloc. */
static void descriptions_without_memory_fail(void **state)
{
    (void)state;
    reel_findings *findings = reel_findings_new(NULL);
    reel_status status = REEL_MEMORY;
    for (unsigned skip = 0; status != REEL_OK; skip++) {
        test_sink sink = { .data = malloc(1000), .capacity = 1000 };
        reel_error error = { .rule = "" };
        inject(CALL_ALLOCATE, ENOMEM, skip, 1);
        status = reel_findings_json(findings, test_sink_of(&sink), &error);
        memset(faults, 0, sizeof faults);
        if (status < 0) {
            assert_failed(&error, REEL_MEMORY, "reel.memory", 0);
            assert_int_equal(sink.commits, 0);
            assert_int_equal(sink.discards, 1);
        }
        test_sink_free(&sink);
    }
    reel_findings_free(findings);
    inject(CALL_ALLOCATE, ENOMEM, 0, 1);
    assert_null(reel_findings_new(NULL));
}

static void a_recording_does_without_a_spool_but_not_without_a_file(void **state)
{
    (void)state;
    char spool[128];
    reel_writer *writer;
    strcpy(spool, in_folder("no/such/folder"));
    const reel_write_options options = { REEL_SIZED(reel_write_options), .spool = spool };
    reel_error error;
    assert_int_equal(reel_create_file(in_folder("a"), &reel_format_toy, &options, &writer, &error), REEL_OK);
    reel_discard(writer);
    assert_int_equal(reel_create_file(in_folder("a"), &reel_format_toy, &options, &writer, NULL), REEL_OK);
    reel_discard(writer);
    assert_int_equal(reel_create_file(in_folder("no/file"), &reel_format_toy, &options, &writer, &error), REEL_IO);
    assert_null(writer);
    assert_int_equal(entries(NULL), 0);
}

/* ---- threads ---------------------------------------------------------------------------------------------------------------- */

static void count_job(void *context, size_t index) { ((int *)context)[index]++; }

/* A fork has none of the threads, and must not take the lock that one of them may have held. */
static void a_fork_of_a_background_writer_is_refused(void **state)
{
    (void)state;
    reel_sink file, sink;
    reel_source source;
    reel_error error;
    assert_int_equal(reel_sink_file(in_folder("a"), REEL_FILE_DIRECT, &file, &error), REEL_OK);
    assert_int_equal(reel__sink_in_background(file, false, &sink, &error), REEL_OK);
    assert_int_equal(sink.write(sink.context, "one ", 4, &error), REEL_OK);
    struct stat info; /* what waits would be refused as well */
    while (stat(in_folder("a"), &info) || info.st_size < 4) nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
    disguise.process = getpid() + 1;
    assert_int_equal(sink.write(sink.context, "two ", 4, &error), REEL_IO);
    assert_string_equal(error.rule, "file.process");
    error.rule = "";
    assert_int_equal(sink.flush(sink.context, &error), REEL_IO);
    assert_string_equal(error.rule, "file.process");
    error.rule = "";
    assert_int_equal(sink.reopen(sink.context, &source, &error), REEL_IO);
    assert_string_equal(error.rule, "file.process");
    disguise.process = 0;
    assert_int_equal(sink.write(sink.context, "three", 5, &error), REEL_OK);
    assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
    assert_file("a", "one three");
}

/* The file behind it is discarded with the sink that could not be made. */
static void a_background_writer_without_a_thread_or_memory_leaves_nothing(void **state)
{
    (void)state;
    const int before = open_files();
    for (int round = 0; round < 2; round++) {
        reel_sink file, sink;
        reel_error error;
        assert_int_equal(reel_sink_file(in_folder("a"), 0, &file, &error), REEL_OK);
        inject(round ? CALL_THREAD : CALL_ALLOCATE, EAGAIN, 0, 1);
        assert_int_equal(reel__sink_in_background(file, false, &sink, &error), REEL_MEMORY);
        assert_int_equal(entries(NULL), 0);
        assert_int_equal(open_files(), before);
    }
}

/* A write that finds no memory for what waits is refused; what was accepted is written. */
static void a_background_write_without_memory_fails(void **state)
{
    (void)state;
    reel_sink file, sink;
    reel_error error;
    assert_int_equal(reel_sink_file(in_folder("a"), 0, &file, &error), REEL_OK);
    assert_int_equal(reel__sink_in_background(file, false, &sink, &error), REEL_OK);
    inject(CALL_ALLOCATE, ENOMEM, 0, 1);
    assert_int_equal(sink.write(sink.context, "lost", 4, &error), REEL_MEMORY);
    assert_int_equal(sink.write(sink.context, "there", 5, &error), REEL_OK);
    assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
    assert_file("a", "there");
}

static void jobs_are_done_by_as_many_threads_as_there_are(void **state)
{
    (void)state;
    for (int shortage = 0; shortage < 4; shortage++) {
        int done[100] = { 0 };
        memset(faults, 0, sizeof faults);
        if (shortage == 1) inject(CALL_THREAD, EAGAIN, 0, 1); /* none */
        if (shortage == 2) inject(CALL_THREAD, EAGAIN, 2, 1); /* two of five */
        if (shortage == 3) inject(CALL_ALLOCATE, ENOMEM, 0, 1);
        reel_parallel(100, 6, count_job, done);
        for (int i = 0; i < 100; i++) assert_int_equal(done[i], 1);
    }
    int done[3] = { 0 };
    disguise.no_processors = true; /* their number is not known */
    inject(CALL_THREAD, EAGAIN, 0, 1);
    reel_parallel(3, 0, count_job, done);
    for (int i = 0; i < 3; i++) assert_int_equal(done[i], 1);
    assert_int_equal(faults[CALL_THREAD].seen, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_signal_does_not_end_a_read),
        IN_FOLDER(a_failed_read_is_reported_and_an_empty_pipe_is_followed),
        IN_FOLDER(a_file_that_cannot_be_examined_is_not_opened),
        IN_FOLDER(the_end_of_a_followed_file_that_cannot_be_examined_is_an_error),
        IN_FOLDER(a_followed_file_waits_while_its_name_is_gone),
        IN_FOLDER(an_offset_that_no_file_has_is_refused),
        IN_FOLDER(a_file_that_cannot_be_mapped_is_read),
        IN_FOLDER(a_write_goes_on_until_everything_is_written),
        IN_FOLDER(a_disk_that_takes_nothing_is_full),
        IN_FOLDER(only_a_file_that_reached_the_disk_gets_its_name),
        IN_FOLDER(a_signal_while_closing_does_no_harm),
        IN_FOLDER(a_failed_close_is_reported_unless_the_file_is_complete),
        IN_FOLDER(without_links_a_file_gets_its_name_by_renaming),
        IN_FOLDER(a_name_that_is_taken_is_tried_with_another_number),
        IN_FOLDER(a_new_file_that_another_process_locked_is_left_to_it),
        IN_FOLDER(a_folder_that_cannot_be_synced_does_not_fail_the_file),
        IN_FOLDER(what_a_direct_file_holds_stays_if_its_name_cannot_be_made),
        IN_FOLDER(standard_output_is_a_sink_that_stays_open),
        IN_FOLDER(a_direct_file_is_read_back_under_its_name),
        IN_FOLDER(names_without_a_folder_are_in_the_current_one),
        IN_FOLDER(what_is_not_there_cannot_be_opened_or_loaded),
        IN_FOLDER(opening_without_memory_leaves_nothing),
        IN_FOLDER(loading_a_large_file_without_memory_fails),
        IN_FOLDER(descriptions_without_memory_fail),
        IN_FOLDER(a_recording_does_without_a_spool_but_not_without_a_file),
        IN_FOLDER(a_fork_of_a_background_writer_is_refused),
        IN_FOLDER(a_background_writer_without_a_thread_or_memory_leaves_nothing),
        IN_FOLDER(a_background_write_without_memory_fails),
        IN_FOLDER(jobs_are_done_by_as_many_threads_as_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

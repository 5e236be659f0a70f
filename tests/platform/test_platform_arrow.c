/* SPDX-License-Identifier: MIT
 * A scan of many files without enough memory or threads, or with unusual options: it gives rows or says why it fails, and nothing leaks. */
#define _POSIX_C_SOURCE 200809L
#include "faults.h"

#include <errno.h>
#include <reel/archive.h>
#include <reel/arrow.h>
#include <reel/bsor.h>
#include <reel/file.h>

enum { PATHS = 3 };

typedef struct scan_run {
    char *paths[PATHS];
    size_t next;
    uint64_t rows, failures, releases;
    unsigned progress; /* calls after which the caller wants no more; 0: never */
    int result;
    char message[512];
} scan_run;

static const char *next_path(void *context)
{
    scan_run *run = context;
    return run->next < PATHS ? run->paths[run->next++] : NULL;
}

static void count_failure(void *context, const char *path, const reel_error *error)
{
    assert_non_null(path);
    assert_true(error->status < 0 && *error->rule);
    ((scan_run *)context)->failures++;
}

static void count_release(void *context) { ((scan_run *)context)->releases++; }

/* A replay, an archive of two replays, and a file that is not a replay. */
static void make_paths(scan_run *run)
{
    *run = (scan_run){ .progress = 0 };
    run->paths[0] = strdup(project_path("tests/formats/bsor/golden/full.bsor"));
    run->paths[1] = strdup(in_folder("both.reel"));
    run->paths[2] = strdup(project_path("tests/formats/bsor/errors.tsv"));
    FILE *archive = fopen(run->paths[1], "wb");
    assert_non_null(archive);
    for (int i = 0; i < 2; i++) {
        reel_source source;
        reel_memory packed;
        const reel_archive_options how = { REEL_SIZED(reel_archive_options), .id = i ? "second.bsor" : "first.bsor",
                                           .named = true };
        assert_int_equal(reel_source_file(run->paths[0], 0, &source, NULL), REEL_OK);
        assert_int_equal(reel_pack(source, NULL, &how, reel_sink_memory(&packed, NULL), NULL, NULL), REEL_OK);
        assert_int_equal(fwrite(packed.data, 1, packed.size, archive), packed.size);
        reel_memory_free(&packed);
    }
    assert_int_equal(fclose(archive), 0);
}

static void free_paths(scan_run *run)
{
    for (int i = 0; i < PATHS; i++) free(run->paths[i]);
}

static reel_status scan(scan_run *run, const reel_options *reading, unsigned threads, reel_error *error)
{
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray array;
    const reel_arrow_options options = { REEL_SIZED(reel_arrow_options), .batch_rows = 100,
                                         .observer = { .context = run, .failure = count_failure, .release = count_release } };
    run->next = 0;
    run->rows = run->failures = run->releases = 0;
    run->result = 0;
    *run->message = '\0';
    reel_status status = reel_arrow_scan(next_path, run, reading, "frames", &options, threads, &stream, error);
    if (status >= 0) {
        int made = stream.get_schema(&stream, &schema);
        if (made == 0) schema.release(&schema);
        assert_true(made == 0 || made == ENOMEM);
        while ((run->result = stream.get_next(&stream, &array)) == 0 && array.release) {
            run->rows += (uint64_t)array.length;
            array.release(&array);
        }
        if (run->result) snprintf(run->message, sizeof run->message, "%s", stream.get_last_error(&stream));
        stream.release(&stream);
    }
    assert_int_equal(run->releases, 1);
    return status;
}

static void without_memory_a_scan_says_so(void **state)
{
    (void)state;
    scan_run run;
    make_paths(&run);
    assert_int_equal(scan(&run, NULL, 1, NULL), REEL_OK);
    uint64_t all = run.rows, usual = run.failures, refused = 0;
    assert_int_equal(run.result, 0);
    assert_true(all > 0 && all % 3 == 0 && usual == 1);
    int files = open_files();
    for (int rest = 0; rest < 2; rest++) {
        for (unsigned number = 0, seen = 1; seen; number += (unsigned)by_effort(1, 2, 3)) {
            reel_error error = { .rule = "" };
            inject(CALL_ALLOCATE, ENOMEM, number, rest ? UINT32_MAX : 1);
            reel_status status = scan(&run, NULL, 1, &error);
            seen = faults[CALL_ALLOCATE].seen > number;
            memset(faults, 0, sizeof faults);
            assert_int_equal(open_files(), files);
            /* no first file: each of them was reported */
            if (status < 0) assert_true(status == REEL_MEMORY || (status == REEL_ARGUMENT && run.failures == PATHS));
            if (status < 0) assert_true(*error.rule);
            if (status >= 0 && run.result) assert_string_equal(run.message, "out of memory");
            if (status >= 0 && !run.result) assert_true(run.rows == all || run.failures > usual);
            refused += status < 0 || run.result || run.failures > usual;
        }
    }
    assert_true(refused > 20);
    free_paths(&run);
}

static void without_threads_there_is_no_scan(void **state)
{
    (void)state;
    scan_run run;
    reel_error error;
    make_paths(&run);
    inject(CALL_THREAD, EAGAIN, 0, 1);
    assert_int_equal(scan(&run, NULL, 4, &error), REEL_MEMORY);
    assert_string_equal(error.rule, "reel.memory");
    inject(CALL_THREAD, EAGAIN, 1, 1); /* one is enough */
    assert_int_equal(scan(&run, NULL, 4, &error), REEL_OK);
    assert_int_equal(run.result, 0);
    assert_true(run.rows > 0);
    assert_int_equal(scan(&run, NULL, 1000000, NULL), REEL_OK);
    assert_int_equal(run.result, 0);
    free_paths(&run);
}

/* Of each file with members one is read: those that have none fail. */
static void a_member_may_be_named(void **state)
{
    (void)state;
    scan_run run;
    make_paths(&run);
    assert_int_equal(scan(&run, NULL, 1, NULL), REEL_OK);
    uint64_t all = run.rows;
    const reel_options named = { REEL_SIZED(reel_options), .member = "second.bsor" };
    assert_int_equal(scan(&run, &named, 1, NULL), REEL_OK);
    assert_true(run.rows == all / 3 || run.rows == 2 * all / 3);
    free_paths(&run);
}

static bool stop(void *context, const reel_progress *progress)
{
    assert_non_null(progress);
    return *(const bool *)context;
}

static void the_caller_may_stop_a_scan(void **state)
{
    (void)state;
    scan_run run;
    bool goes_on = true;
    const reel_format *const bsor[] = { &reel_format_bsor, NULL };
    reel_options reading = { REEL_SIZED(reel_options), .on_progress = stop, .progress_context = &goes_on, .flags = REEL_STRICT,
                             .formats = bsor };
    reel_error error = { .rule = "" };
    make_paths(&run);
    assert_int_equal(scan(&run, &reading, 1, &error), REEL_OK);
    assert_int_equal(run.result, EIO); /* the file that is not a replay */
    assert_non_null(strstr(run.message, "errors.tsv: "));
    /* a path that is longer than the message has room for */
    char name[160];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    put_file(name, "no replay");
    free(run.paths[2]);
    run.paths[2] = strdup(in_folder(name));
    assert_int_equal(scan(&run, &reading, 1, &error), REEL_OK);
    assert_int_equal(run.result, EIO);
    assert_ptr_equal(strstr(run.message, ": unknown"), run.message + 120);
    /* a replay that is read in several pieces */
    enum { FRAMES = 50000 };
    reel_writer *writer;
    const bsor_info info = { .mode = { "Standard", 8 }, .timestamp = { "1", 1 } };
    assert_int_equal(reel_create_file(in_folder("long.bsor"), &reel_format_bsor, NULL, &writer, NULL), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    for (int i = 0; i < FRAMES; i++) reel_append(writer, &bsor_frames, &(bsor_frame){ .time = (float)i / 90 }, 1);
    assert_int_equal(reel_finish(writer, NULL), REEL_OK);
    for (int i = 0; i < PATHS; i++) {
        free(run.paths[i]);
        run.paths[i] = strdup(in_folder("long.bsor"));
    }
    assert_int_equal(scan(&run, &reading, 1, &error), REEL_OK);
    assert_int_equal(run.result, 0);
    assert_int_equal(run.rows, PATHS * FRAMES);
    goes_on = false;
    assert_int_equal(scan(&run, &reading, 1, &error), REEL_OK);
    assert_int_equal(run.result, ECANCELED);
    free_paths(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(without_memory_a_scan_says_so),
        IN_FOLDER(without_threads_there_is_no_scan),
        IN_FOLDER(a_member_may_be_named),
        IN_FOLDER(the_caller_may_stop_a_scan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

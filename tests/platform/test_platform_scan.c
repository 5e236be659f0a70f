/* SPDX-License-Identifier: MIT
 * Scans of many files when the operating system fails, and when the caller cancels. */
#define _POSIX_C_SOURCE 200809L
#include "faults.h"

#include <reel/arrow.h>

#include <errno.h>

enum { FILES = 3 };

typedef struct paths {
    char names[FILES][160];
    size_t next;
} paths;

static const char *next_path(void *context)
{
    paths *list = context;
    return list->next < FILES ? list->names[list->next++] : NULL;
}

/* Files in the folder of the test: a whole replay each, followed by `zeros` bytes that are no part of it. */
/* With bytes behind the replay that are not padding. */
static void put_replays(paths *list, size_t more)
{
    size_t size;
    uint8_t *replay = read_file(project_path("tests/formats/bsor/golden/full.bsor"), &size);
    *list = (paths){ .next = 0 };
    for (size_t i = 0; i < FILES; i++) {
        char name[16];
        snprintf(name, sizeof name, "%zu.bsor", i);
        snprintf(list->names[i], sizeof list->names[i], "%s", in_folder(name));
        FILE *file = fopen(list->names[i], "wb");
        assert_non_null(file);
        fwrite(replay, 1, size, file);
        for (size_t n = 0; n < more; n++) fputc((int)((uint32_t)n * 2654435761u >> 24), file);
        fclose(file);
    }
    free(replay);
}

typedef struct outcome {
    int failures, released;
    reel_status last;
} outcome;

static void count_failure(void *context, const char *path, const reel_error *error)
{
    outcome *seen = context;
    assert_non_null(path);
    seen->failures++;
    seen->last = error->status;
}

static void count_release(void *context) { ((outcome *)context)->released++; }

/* Reads a scan to its end: the result of the last call, and the number of rows. */
static int rows_of(struct ArrowArrayStream *stream, int64_t *rows)
{
    struct ArrowArray array;
    int result;
    *rows = 0;
    while ((result = stream->get_next(stream, &array)) == 0 && array.release) {
        *rows += array.length;
        array.release(&array);
    }
    return result;
}

/* One allocation fails, each in turn, wherever it is: the scan is refused, the stream fails, or the file is reported. */
static void no_failed_allocation_passes_silently(void **state)
{
    (void)state;
    static const uint32_t strictness[] = { 0, REEL_STRICT };
    paths list;
    int64_t all = 0;
    put_replays(&list, 0);
    for (size_t s = 0; s < 2; s++) {
        bool more = true;
        for (unsigned skip = 0; more; skip++) {
            outcome seen = { 0 };
            const reel_options reading = { REEL_SIZED(reel_options), .flags = strictness[s] };
            const reel_arrow_options options = { REEL_SIZED(reel_arrow_options), .file_column = "file",
                                                 .observer = {
                                                     .context = &seen, .failure = count_failure, .release = count_release } };
            struct ArrowArrayStream stream;
            reel_error error = { .rule = "" };
            int64_t rows = 0;
            int before = open_files(), result = 0;
            list.next = 0;
            inject(CALL_ALLOCATE, ENOMEM, skip, 1);
            reel_status status = reel_arrow_scan(next_path, &list, &reading, "frames", &options, 1, &stream, &error);
            if (status == REEL_OK) {
                result = rows_of(&stream, &rows);
                if (result) assert_non_null(stream.get_last_error(&stream));
                stream.release(&stream);
            }
            more = faults[CALL_ALLOCATE].times == 0; /* it has failed */
            memset(faults, 0, sizeof faults);
            assert_int_equal(open_files(), before);
            assert_int_equal(seen.released, 1);
            if (status < 0) assert_failed(&error, REEL_MEMORY, error.rule, 0);
            if (!more) all = rows;
            if (more) assert_true(status < 0 || result || seen.failures);
        }
        assert_true(all > 0);
    }
}

static void a_scan_needs_one_thread(void **state)
{
    (void)state;
    paths list;
    struct ArrowArrayStream stream;
    reel_error error;
    int64_t rows;
    put_replays(&list, 0);
    inject(CALL_THREAD, EAGAIN, 1, 100); /* the first one starts */
    assert_int_equal(reel_arrow_scan(next_path, &list, NULL, "frames", NULL, 4, &stream, &error), REEL_OK);
    memset(faults, 0, sizeof faults);
    assert_int_equal(rows_of(&stream, &rows), 0);
    assert_true(rows > 0);
    stream.release(&stream);
    list.next = 0;
    inject(CALL_THREAD, EAGAIN, 0, 100);
    assert_int_equal(reel_arrow_scan(next_path, &list, NULL, "frames", NULL, 4, &stream, &error), REEL_MEMORY);
    memset(faults, 0, sizeof faults);
    assert_null(stream.release);
}

static bool count_until(void *context, const reel_progress *progress)
{
    (void)progress;
    return --*(int *)context > 0;
}

/* The caller ends the reading of a long file: the stream of a strict scan fails, any other reports the file. */
static void a_caller_can_cancel_a_scan(void **state)
{
    (void)state;
    paths list;
    put_replays(&list, 3 << 20);
    static const uint32_t strictness[] = { 0, REEL_STRICT };
    for (size_t s = 0; s < 2; s++) {
        outcome seen = { 0 };
        int calls = 2;
        const reel_options reading = { REEL_SIZED(reel_options), .flags = strictness[s], .on_progress = count_until,
                                       .progress_context = &calls };
        const reel_arrow_options options = { REEL_SIZED(reel_arrow_options),
                                             .observer = { .context = &seen, .failure = count_failure } };
        struct ArrowArrayStream stream;
        int64_t rows;
        list.next = 0;
        assert_int_equal(reel_arrow_scan(next_path, &list, &reading, "frames", &options, 1, &stream, NULL), REEL_OK);
        assert_int_equal(rows_of(&stream, &rows), strictness[s] ? ECANCELED : 0);
        if (strictness[s]) assert_non_null(strstr(stream.get_last_error(&stream), "cancelled"));
        stream.release(&stream);
        assert_true(calls <= 0);
        assert_true(seen.failures > 0);
        assert_int_equal(seen.last, REEL_CANCELLED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(no_failed_allocation_passes_silently),
        IN_FOLDER(a_scan_needs_one_thread),
        IN_FOLDER(a_caller_can_cancel_a_scan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

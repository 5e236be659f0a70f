/* SPDX-License-Identifier: MIT
 * Many files as one Arrow stream: whatever the number of threads, it gives what the files give one by one. */
#include "support.h"

#include <reel/archive.h>
#include <reel/arrow.h>

#include <errno.h>
#include <stdatomic.h>

typedef struct path_list {
    char *const *paths;
    size_t count, next;
} path_list;

static const char *next_path(void *context)
{
    path_list *list = context;
    return list->next < list->count ? list->paths[list->next++] : NULL;
}

/* What a stream gave: rows for each file, in order, and a sum of their first column. */
typedef struct outcome {
    uint64_t rows, arrays, sum, failures;
    char order[65536]; /* the names of files that gave rows, one after another */
    int result;
} outcome;

static void count_failure(void *context, const char *path, const reel_error *error)
{
    outcome *seen = context;
    assert_non_null(path);
    assert_true(error->status < 0);
    seen->failures++;
}

static void consume(struct ArrowArrayStream *stream, outcome *seen)
{
    struct ArrowArray array;
    while ((seen->result = stream->get_next(stream, &array)) == 0 && array.release) {
        const struct ArrowArray *name = array.children[0], *first = array.children[1];
        const int32_t *end = name->buffers[1];
        const uint32_t *values = first->buffers[1];
        size_t used = strlen(seen->order);
        snprintf(seen->order + used, sizeof seen->order - used, "%.*s\n", (int)end[1], (const char *)name->buffers[2]);
        for (int64_t i = 0; i < array.length; i++) seen->sum = seen->sum * 31 + values[i];
        seen->rows += (uint64_t)array.length;
        seen->arrays++;
        array.release(&array);
    }
    stream->release(stream);
}

static const char *const frame_columns[] = { "time", "fps", NULL };

static reel_arrow_options options_for(outcome *seen)
{
    return (reel_arrow_options){ REEL_SIZED(reel_arrow_options), .file_column = "file", .columns = frame_columns, .batch_rows = 5,
                                 .observer = { .context = seen, .failure = count_failure } };
}

/* The files one by one. */
static void read_each(const file_list *files, outcome *seen)
{
    for (size_t i = 0; i < files->count; i++) {
        reel_source source;
        struct ArrowArrayStream stream;
        const reel_format *const only[] = { reel_format_by_id(NULL, "bsor"), NULL };
        const reel_options reading = { REEL_SIZED(reel_options), .formats = only };
        reel_arrow_options options = options_for(seen);
        reel_error error = { .rule = "" };
        options.file = files->paths[i];
        if (reel_source_file(files->paths[i], 0, &source, &error) < 0 ||
            reel_arrow_stream(source, &reading, "frames", &options, &stream, &error) < 0)
            count_failure(seen, files->paths[i], &error);
        else
            consume(&stream, seen);
    }
}

static reel_status scan(const file_list *files, const char *table, uint32_t flags, unsigned threads, outcome *seen,
                        reel_error *error)
{
    path_list paths = { files->paths, files->count, 0 };
    const reel_options reading = { REEL_SIZED(reel_options), .flags = flags };
    reel_arrow_options options = options_for(seen);
    struct ArrowArrayStream stream;
    reel_status status = reel_arrow_scan(next_path, &paths, &reading, table, &options, threads, &stream, error);
    if (status >= 0) consume(&stream, seen);
    return status;
}

/* Golden and bad files of every format, and what else is in those folders: most of them are not of the format that is scanned. */
static void a_scan_gives_what_its_files_give(void **state)
{
    (void)state;
    static outcome alone, together;
    file_list files = files_below(project_path("tests/formats"));
    read_each(&files, &alone);
    assert_true(alone.rows > 100 && alone.failures > 100);
    static const unsigned threads[] = { 1, 2, 3, 16, 0 };
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        memset(&together, 0, sizeof together);
        assert_int_equal(scan(&files, "frames", 0, threads[i], &together, NULL), REEL_OK);
        assert_int_equal(together.result, 0);
        assert_int_equal(together.rows, alone.rows);
        assert_int_equal(together.sum, alone.sum);
        assert_int_equal(together.failures, alone.failures);
        assert_string_equal(together.order, alone.order);
    }
    file_list_free(&files);
}

static void a_strict_scan_fails_at_the_first_failure(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/bsor"));
    outcome *seen = calloc(1, sizeof *seen);
    reel_error error = { .rule = "" };
    reel_status status = scan(&files, "frames", REEL_STRICT, 2, seen, &error);
    if (status >= 0) assert_int_equal(seen->result, EIO);
    assert_int_equal(seen->failures, 1);
    free(seen);
    file_list_free(&files);
}

static void no_file_and_no_table_are_refused(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/bsor/golden")), none = { 0 };
    outcome *seen = calloc(1, sizeof *seen);
    reel_error error;
    assert_int_equal(scan(&none, "frames", 0, 2, seen, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "arrow.no-file");
    assert_int_equal(scan(&files, "frmes", 0, 2, seen, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "arrow.table");
    assert_int_equal(seen->failures, files.count);
    assert_int_equal(scan(&files, "info", 0, 2, seen, &error), REEL_ARGUMENT);
    assert_string_equal(error.rule, "columns.unknown");
    free(seen);
    file_list_free(&files);
}

static void count_release(void *context) { atomic_fetch_add((atomic_int *)context, 1); }

/* The consumer leaves after each number of arrays, while the threads wait for it to take more. */
static void a_scan_can_be_left_at_any_time(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/bsor"));
    for (int wanted = 0; wanted < 12; wanted++) {
        path_list paths = { files.paths, files.count, 0 };
        atomic_int released = 0;
        reel_arrow_options options = { REEL_SIZED(reel_arrow_options), .batch_rows = 1,
                                       .observer = { .context = &released, .release = count_release } };
        struct ArrowArrayStream stream;
        struct ArrowArray array, kept = { 0 };
        assert_int_equal(reel_arrow_scan(next_path, &paths, NULL, "frames", &options, 3, &stream, NULL), REEL_OK);
        for (int i = 0; i < wanted; i++) {
            assert_int_equal(stream.get_next(&stream, &array), 0);
            assert_non_null(array.release);
            if (kept.release) kept.release(&kept);
            kept = array;
        }
        stream.release(&stream);
        assert_int_equal(released, 1);
        if (kept.release) kept.release(&kept);
    }
    file_list_free(&files);
}

static bool never_go_on(void *context, const reel_progress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

static void the_schema_is_that_of_the_table(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/bsor/golden"));
    path_list paths = { files.paths, files.count, 0 };
    const reel_options reading = { REEL_SIZED(reel_options), .on_progress = never_go_on };
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    assert_int_equal(reel_arrow_scan(next_path, &paths, &reading, "notes", NULL, 2, &stream, NULL), REEL_OK);
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    assert_string_equal(schema.children[0]->name, "note_id");
    schema.release(&schema);
    stream.release(&stream);
    file_list_free(&files);
}

static void count_finding(void *context, const reel_finding *finding)
{
    assert_non_null(finding->rule);
    (*(int *)context)++; /* by one thread at a time */
}

/* A format that the caller names is not looked for; findings of all files reach the caller. */
static void findings_of_all_files_are_reported(void **state)
{
    (void)state;
    file_list files = files_below(project_path("tests/formats/bsor/bad"));
    path_list paths = { files.paths, files.count, 0 };
    int findings = 0;
    const reel_options reading = { REEL_SIZED(reel_options), .format = reel_format_by_id(NULL, "bsor"), .report = count_finding,
                                   .report_context = &findings };
    outcome *seen = calloc(1, sizeof *seen);
    reel_arrow_options options = options_for(seen);
    struct ArrowArrayStream stream;
    assert_int_equal(reel_arrow_scan(next_path, &paths, &reading, "frames", &options, 3, &stream, NULL), REEL_OK);
    assert_null(stream.get_last_error(&stream));
    consume(&stream, seen);
    assert_int_equal(seen->result, 0);
    assert_true(findings > 0 && seen->failures > 0);
    free(seen);
    file_list_free(&files);
}

static void a_strict_scan_refuses_a_first_file_without_the_table(void **state)
{
    (void)state;
    char *path = strdup(project_path("tests/formats/bsor/errors.tsv"));
    path_list paths = { &path, 1, 0 };
    const reel_options reading = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    struct ArrowArrayStream stream;
    reel_error error = { .rule = "" };
    reel_status status = reel_arrow_scan(next_path, &paths, &reading, "frames", NULL, 500, &stream, &error);
    assert_true(status < 0);
    assert_int_equal(error.status, status);
    paths.next = 0;
    assert_int_equal(reel_arrow_scan(next_path, &paths, &reading, "frames", NULL, 500, &stream, NULL), status);
    free(path);
}

/* Replays and bytes, one after the other in a file of the current folder. */
static void write_archive(const char *path, const file_list *files, size_t nothings)
{
    static const uint8_t nothing[] = "\x89reels\0\n\0\xe3\xb0\xc4\x42"; /* a stored file of no bytes, with its hash */
    FILE *archive = fopen(path, "wb");
    assert_non_null(archive);
    for (size_t i = 0; i < nothings; i++) assert_int_equal(fwrite(nothing, 1, sizeof nothing - 1, archive), sizeof nothing - 1);
    for (size_t i = 0; i < files->count; i++) {
        reel_source source;
        reel_memory packed;
        const reel_archive_options how = { REEL_SIZED(reel_archive_options), .id = strrchr(files->paths[i], '/') + 1,
                                           .named = true };
        assert_int_equal(reel_source_file(files->paths[i], 0, &source, NULL), REEL_OK);
        assert_int_equal(reel_pack(source, NULL, &how, reel_sink_memory(&packed, NULL), NULL, NULL), REEL_OK);
        assert_int_equal(fwrite(packed.data, 1, packed.size, archive), packed.size);
        reel_memory_free(&packed);
    }
    assert_int_equal(fclose(archive), 0);
}

static void a_scan_reads_every_replay_of_an_archive(void **state)
{
    (void)state;
    char path[] = "test_arrow_scan.reel", *paths[] = { path };
    const file_list archive = { .paths = paths, .count = 1 };
    file_list files = files_below(project_path("tests/formats/bsor"));
    outcome *alone = calloc(1, sizeof *alone), *together = calloc(1, sizeof *together);
    assert_true(alone && together);
    read_each(&files, alone);
    write_archive(path, &files, 1);
    assert_int_equal(scan(&archive, "frames", 0, 3, together, NULL), REEL_OK);
    assert_int_equal(together->rows, alone->rows);
    assert_int_equal(together->sum, alone->sum);
    assert_int_equal(together->failures, alone->failures < 1000 ? alone->failures + 1 : 1001);
    assert_non_null(strstr(together->order, "test_arrow_scan.reel#full.bsor\n"));
    write_archive(path, &files, by_effort(100000, 20000, 3000));
    memset(together, 0, sizeof *together);
    assert_int_equal(scan(&archive, "frames", 0, 3, together, NULL), REEL_OK);
    assert_int_equal(together->sum, alone->sum);
    assert_int_equal(together->failures, 1001); /* the first ones, and one for all others */
    memset(together, 0, sizeof *together);
    assert_true(scan(&archive, "frames", REEL_STRICT, 3, together, NULL) < 0 || together->result == EIO);
    assert_int_equal(remove(path), 0);
    free(alone);
    free(together);
    file_list_free(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scan_gives_what_its_files_give),
        cmocka_unit_test(a_strict_scan_fails_at_the_first_failure),
        cmocka_unit_test(no_file_and_no_table_are_refused),
        cmocka_unit_test(a_scan_can_be_left_at_any_time),
        cmocka_unit_test(the_schema_is_that_of_the_table),
        cmocka_unit_test(findings_of_all_files_are_reported),
        cmocka_unit_test(a_strict_scan_refuses_a_first_file_without_the_table),
        cmocka_unit_test(a_scan_reads_every_replay_of_an_archive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

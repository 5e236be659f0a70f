/* SPDX-License-Identifier: MIT
 * Files as sources and sinks: what a user owns is never lost, and nothing half done gets a name. */
#define _DEFAULT_SOURCE 1 /* flock */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"
#include "toy.h"

static char folder[64];
static const reel_format *const toys[] = { &reel_format_toy, NULL };

static const char *in_folder(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int entries(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    closedir(dir);
    return count;
}

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/reel-files-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;)
        if (entry->d_name[0] != '.' || strlen(entry->d_name) > 2) remove(in_folder(entry->d_name));
    if (dir) closedir(dir);
    return rmdir(folder);
}

static void put_file(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void assert_file(const char *name, const char *text)
{
    size_t size;
    uint8_t *data = read_file(in_folder(name), &size);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(data, text, size);
    free(data);
}

static void gets_its_name_at_commit_only(void **state)
{
    (void)state;
    reel_sink sink;
    reel_error error;
    assert_int_equal(reel_sink_file(in_folder("a"), 0, &sink, &error), REEL_OK);
    assert_int_equal(sink.write(sink.context, "hello", 5, &error), REEL_OK);
    assert_int_not_equal(access(in_folder("a"), F_OK), 0);
    reel_source back;
    assert_int_equal(sink.reopen(sink.context, &back, &error), REEL_OK);
    char text[8];
    size_t got;
    assert_int_equal(back.read(back.context, text, sizeof text, &got, &error), REEL_OK);
    assert_int_equal(got, 5);
    back.close(back.context);
    assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
    assert_file("a", "hello");
    assert_int_equal(entries(), 1);
}

/* What a sink holds can be changed, and writing goes on at its end. */
static void change_what_was_written(reel_sink *sink)
{
    reel_error error;
    assert_int_equal(sink->write(sink->context, "hello", 5, &error), REEL_OK);
    assert_int_equal(sink->patch(sink->context, 1, "ipp", 3, &error), REEL_OK);
    assert_int_equal(sink->write(sink->context, ", reel", 6, &error), REEL_OK);
    assert_int_equal(sink->commit(sink->context, &error), REEL_OK);
}

static void bytes_that_were_written_can_be_changed(void **state)
{
    (void)state;
    reel_memory memory;
    reel_error error;
    reel_sink sink;
    assert_int_equal(reel_sink_file(in_folder("a"), 0, &sink, &error), REEL_OK);
    change_what_was_written(&sink);
    assert_file("a", "hippo, reel");
    sink = reel_sink_memory(&memory, NULL);
    assert_int_equal(sink.patch(sink.context, 0, "h", 1, &error), REEL_ARGUMENT); /* nothing is there */
    change_what_was_written(&sink);
    assert_int_equal(memory.size, 11);
    assert_memory_equal(memory.data, "hippo, reel", 11);
    reel_memory_free(&memory);
    assert_int_equal(reel_sink_file("-", 0, &sink, &error), REEL_OK);
    assert_null(sink.patch);
    sink.discard(sink.context);
}

static void takes_names_as_long_as_the_system_does(void **state)
{
    (void)state;
    char name[256] = { 0 };
    memset(name, 'n', sizeof name - 1);
    reel_sink sink;
    reel_error error;
    assert_int_equal(reel_sink_file(in_folder(name), 0, &sink, &error), REEL_OK);
    assert_int_equal(sink.write(sink.context, "hello", 5, &error), REEL_OK);
    assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
    assert_file(name, "hello");
}

static void leaves_nothing_when_discarded(void **state)
{
    (void)state;
    reel_sink sink;
    reel_error error;
    assert_int_equal(reel_sink_file(in_folder("a"), 0, &sink, &error), REEL_OK);
    assert_int_equal(sink.write(sink.context, "hello", 5, &error), REEL_OK);
    sink.discard(sink.context);
    assert_int_equal(entries(), 0);
}

static void never_overwrites_unasked(void **state)
{
    (void)state;
    put_file("a", "mine");
    reel_sink sink;
    reel_error error;
    assert_int_equal(reel_sink_file(in_folder("a"), 0, &sink, &error), REEL_IO);
    assert_string_equal(error.rule, "file.exists");
    assert_int_equal(reel_sink_file(in_folder("b"), 0, &sink, &error), REEL_OK);
    put_file("b", "came between");
    assert_int_equal(sink.write(sink.context, "hello", 5, &error), REEL_OK);
    assert_int_equal(sink.commit(sink.context, &error), REEL_IO);
    assert_string_equal(error.rule, "file.exists");
    assert_file("a", "mine");
    assert_file("b", "came between");
    assert_int_equal(entries(), 2);
}

static void replaces_when_asked(void **state)
{
    (void)state;
    put_file("a", "old");
    assert_int_equal(chmod(in_folder("a"), 0600), 0);
    reel_sink sink;
    reel_error error;
    assert_int_equal(reel_sink_file(in_folder("a"), REEL_FILE_REPLACE, &sink, &error), REEL_OK);
    assert_int_equal(sink.write(sink.context, "new", 3, &error), REEL_OK);
    assert_file("a", "old");
    assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
    assert_file("a", "new");
    struct stat info = { 0 };
    assert_int_equal(stat(in_folder("a"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600); /* what was private stays so */
}

static void tells_a_full_disk(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0) {
        print_message("no /dev/full here\n");
        skip();
    }
    const toy_point points[3] = { { 0 } };
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create_file("/dev/full", &reel_format_toy, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &toy_points, points, 3);
    assert_int_equal(reel_finish(writer, &error), REEL_IO);
    assert_string_equal(error.rule, "file.write");
    assert_int_equal(access("/dev/full", F_OK), 0);
}

static void pipe_ends_when_the_output_does(void **state)
{
    (void)state;
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    int reader = open(in_folder("pipe"), O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    for (int discard = 0; discard < 2; discard++) {
        reel_sink sink;
        reel_error error;
        char got[8];
        assert_int_equal(reel_sink_file(in_folder("pipe"), 0, &sink, &error), REEL_OK);
        assert_int_equal(sink.write(sink.context, "hello", 5, &error), REEL_OK);
        if (discard)
            sink.discard(sink.context);
        else
            assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
        assert_int_equal(read(reader, got, sizeof got), 5);
        assert_int_equal(read(reader, got, sizeof got), 0); /* its end, not "nothing yet" */
        assert_int_equal(access(in_folder("pipe"), F_OK), 0);
    }
    close(reader);
}

static void tells_what_cannot_be_opened(void **state)
{
    (void)state;
    reel_source source;
    reel_sink sink;
    reel_error error;
    assert_int_equal(reel_source_file(in_folder("nothing"), 0, &source, &error), REEL_IO);
    assert_string_equal(error.rule, "file.open");
    assert_int_equal(reel_source_file(folder, 0, &source, &error), REEL_IO);
    assert_string_equal(error.rule, "file.folder");
    assert_int_equal(reel_sink_file(folder, 0, &sink, &error), REEL_IO);
    assert_int_equal(reel_sink_file(in_folder("no/such/folder"), 0, &sink, &error), REEL_IO);
}

static void mapped_and_read_files_are_the_same(void **state)
{
    (void)state;
    reel_error error;
    reel_writer *writer;
    assert_int_equal(reel_create_file(in_folder("a.toy"), &reel_format_toy, NULL, &writer, &error), REEL_OK);
    for (int32_t i = 0; i < 1000; i++) reel_append(writer, &toy_points, &(toy_point){ i, -i }, 1);
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    const reel_options options = { REEL_SIZED(reel_options), .formats = toys };
    for (uint32_t flags = 0; flags <= REEL_FILE_MAP; flags += REEL_FILE_MAP) {
        reel_source source;
        reel_replay *replay;
        assert_int_equal(reel_source_file(in_folder("a.toy"), flags, &source, &error), REEL_OK);
        assert_int_equal(source.data != NULL, flags != 0);
        assert_int_equal(reel_load(source, &options, &replay, &error), REEL_OK);
        size_t count;
        const toy_point *points = reel_rows(replay, &toy_points, &count);
        assert_int_equal(count, 1000);
        assert_int_equal(points[999].value, -999);
        reel_free(replay);
    }
}

static void huge_sparse_file_is_refused_by_its_size(void **state)
{
    (void)state;
    FILE *file = fopen(in_folder("huge"), "wb");
    assert_non_null(file);
    fwrite("TOY1\xff\xff\xff\xff", 1, 8, file);
    fclose(file);
    if (truncate(in_folder("huge"), (off_t)5 << 30) != 0) {
        print_message("no sparse files here\n");
        skip();
    }
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    const reel_options options = { REEL_SIZED(reel_options), .formats = toys, .allocator = &allocator };
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_load_file(in_folder("huge"), &options, &replay, &error), REEL_LIMIT);
    assert_string_equal(error.rule, "reel.input-limit");
    assert_true(memory.peak < 1 << 20);
    assert_int_equal(memory.live, 0);
}

static void record_a_file_with_its_spool(void **state)
{
    (void)state;
    char spool[128];
    strcpy(spool, in_folder("a.spool"));
    const reel_write_options options = { REEL_SIZED(reel_write_options), .spool = spool };
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create_file(in_folder("a.toy"), &reel_format_toy, &options, &writer, &error), REEL_OK);
    assert_int_equal(access(spool, F_OK), 0);
    reel_append(writer, &toy_points, &(toy_point){ 1, 2 }, 1);
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    assert_int_not_equal(access(spool, F_OK), 0);
    assert_int_equal(access(in_folder("a.toy"), F_OK), 0);
    assert_int_equal(reel_create_file(in_folder("b.toy"), &reel_format_toy, &options, &writer, &error), REEL_OK);
    reel_discard(writer);
    assert_int_equal(access(spool, F_OK), 0);
    assert_int_equal(reel_create_file(in_folder("b.toy"), &reel_format_toy, &options, &writer, &error), REEL_OK);
    assert_int_equal(access(in_folder("a.spool.1"), F_OK), 0); /* a spool that waits for its repair is not lost */
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    assert_int_not_equal(access(in_folder("a.spool.1"), F_OK), 0);
    assert_int_equal(entries(), 3);
}

static void options_of_an_older_program_have_no_spool(void **state)
{
    (void)state;
    const reel_write_options options = { .struct_size = offsetof(reel_write_options, spool), .spool = in_folder("a.spool") };
    reel_writer *writer;
    assert_int_equal(reel_create_file(in_folder("a.toy"), &reel_format_toy, &options, &writer, NULL), REEL_OK);
    reel_discard(writer);
    assert_int_equal(entries(), 0);
}

typedef struct tally {
    int done[100];
} tally;

static void count_job(void *context, size_t index) { ((tally *)context)->done[index]++; }

static void parallel_does_each_job_once(void **state)
{
    (void)state;
    for (unsigned threads = 0; threads < 6; threads++) {
        tally t = { { 0 } };
        reel_parallel(100, threads, count_job, &t);
        for (int i = 0; i < 100; i++) assert_int_equal(t.done[i], 1);
    }
    reel_parallel(0, 4, count_job, NULL);
}

static void expect_read(reel_source *source, reel_status status, const char *text)
{
    char buffer[16] = "";
    size_t got = 0;
    reel_error error = { .rule = "" };
    assert_int_equal(source->read(source->context, buffer, sizeof buffer, &got, &error), status);
    if (status == REEL_IO) {
        assert_string_equal(error.rule, text);
        return;
    }
    assert_int_equal(got, strlen(text));
    assert_memory_equal(buffer, text, got);
}

static void a_file_that_is_followed_has_no_end(void **state)
{
    (void)state;
    reel_source source;
    put_file("grows", "one");
    assert_int_equal(reel_source_file(in_folder("grows"), REEL_FILE_FOLLOW, &source, NULL), REEL_OK);
    assert_true(source.size == REEL_UNKNOWN_SIZE);
    expect_read(&source, REEL_OK, "one");
    expect_read(&source, REEL_AGAIN, "");
    put_file("grows", "one and two");
    expect_read(&source, REEL_OK, " and two");
    expect_read(&source, REEL_AGAIN, "");
    put_file("grows", "less");
    expect_read(&source, REEL_IO, "file.shrunk");
    source.close(source.context);
}

static void a_header_that_is_not_there_yet_is_truncated(void **state)
{
    (void)state;
    reel_source source;
    reel_reader *reader;
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .formats = toys };
    put_file("begins", "TOY1"); /* the count is not there yet */
    assert_int_equal(reel_source_file(in_folder("begins"), REEL_FILE_FOLLOW, &source, NULL), REEL_OK);
    assert_int_equal(reel_open(source, &options, &reader, &error), REEL_TRUNCATED);
    assert_string_equal(error.rule, "reel.no-header-yet");
    assert_null(reader);
}

static void a_file_is_read_from_any_place(void **state)
{
    (void)state;
    reel_source source;
    put_file("long", "0123456789");
    assert_int_equal(reel_source_file(in_folder("long"), 0, &source, NULL), REEL_OK);
    assert_int_equal(source.seek(source.context, 7, NULL), REEL_OK);
    expect_read(&source, REEL_OK, "789");
    assert_int_equal(source.seek(source.context, 2, NULL), REEL_OK);
    expect_read(&source, REEL_OK, "23456789");
    expect_read(&source, REEL_END, "");
    source.close(source.context);
}

/* A pipe cannot go back, and does not say that it could. Without a writer, or before it says something, nothing waits for it. */
static void a_pipe_that_is_followed_has_no_places_and_does_not_block(void **state)
{
    (void)state;
    reel_source source;
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    assert_int_equal(reel_source_file(in_folder("pipe"), REEL_FILE_FOLLOW, &source, NULL), REEL_OK);
    assert_null(source.seek);
    expect_read(&source, REEL_AGAIN, "");
    int writer = open(in_folder("pipe"), O_WRONLY);
    assert_true(writer >= 0);
    expect_read(&source, REEL_AGAIN, "");
    assert_int_equal(write(writer, "hello", 5), 5);
    expect_read(&source, REEL_OK, "hello");
    source.close(source.context);
    close(writer);
}

static void pipes_devices_and_sockets_are_no_input_files(void **state)
{
    (void)state;
    reel_source source;
    reel_error error;
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(listener >= 0);
    strcpy(name.sun_path, in_folder("socket"));
    assert_int_equal(bind(listener, (const struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    assert_int_equal(symlink("pipe", in_folder("link")), 0);
    char paths[4][128] = { "", "", "", "/dev/null" };
    strcpy(paths[0], in_folder("pipe"));
    strcpy(paths[1], in_folder("link"));
    strcpy(paths[2], in_folder("socket"));
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(reel_source_file(paths[i], 0, &source, &error), REEL_IO);
        assert_string_equal(error.rule, "file.special");
    }
    close(listener);
}

static void a_file_that_is_followed_and_replaced_ends_after_its_last_byte(void **state)
{
    (void)state;
    reel_source source;
    put_file("grows", "one");
    assert_int_equal(reel_source_file(in_folder("grows"), REEL_FILE_FOLLOW, &source, NULL), REEL_OK);
    expect_read(&source, REEL_OK, "one");
    char from[128];
    strcpy(from, in_folder("grows"));
    int old = open(from, O_WRONLY | O_APPEND);
    assert_int_equal(rename(from, in_folder("old")), 0);
    expect_read(&source, REEL_AGAIN, ""); /* nobody has the name: it may come back */
    put_file("grows", "another");
    assert_int_equal(write(old, " last", 5), 5);
    expect_read(&source, REEL_OK, " last");
    expect_read(&source, REEL_AGAIN, "");
    expect_read(&source, REEL_IO, "file.replaced");
    source.close(source.context);
    close(old);
}

/* ---- what writers that died leave --------------------------------------------------------------------------------- */

/* A process that has a file half written, and waits in this state for its end. */
static pid_t half_way(const char *name)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        reel_sink sink;
        if (reel_sink_file(in_folder(name), 0, &sink, NULL) == REEL_OK) sink.write(sink.context, "half", 4, NULL);
        (void)!write(ready[1], "x", 1);
        for (;;) pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    return child;
}

static void kill_and_wait(pid_t child)
{
    int status;
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
}

/* The name of the one temporary file in the folder. */
static const char *part_in_folder(void)
{
    static char name[256];
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        size_t size = strlen(entry->d_name);
        if (size < 5 || strcmp(entry->d_name + size - 5, ".part") != 0) continue;
        strcpy(name, entry->d_name);
        count++;
    }
    closedir(dir);
    assert_int_equal(count, 1);
    return name;
}

static void write_sweeping(const char *name, uint32_t flags)
{
    reel_sink sink;
    assert_int_equal(reel_sink_file(in_folder(name), flags, &sink, NULL), REEL_OK);
    assert_int_equal(sink.write(sink.context, "whole", 5, NULL), REEL_OK);
    assert_int_equal(sink.commit(sink.context, NULL), REEL_OK);
}

static void what_a_killed_writer_left_is_swept_by_the_next(void **state)
{
    (void)state;
    pid_t child = half_way("a");
    write_sweeping("b", REEL_FILE_SWEEP);
    assert_int_equal(entries(), 2); /* its writer lives */
    kill_and_wait(child);
    write_sweeping("c", 0);
    assert_int_equal(entries(), 3); /* nobody asked */
    write_sweeping("d", REEL_FILE_SWEEP);
    assert_int_equal(entries(), 3);
    assert_file("b", "whole");
    assert_file("d", "whole");
}

static void what_is_not_surely_abandoned_is_not_swept(void **state)
{
    (void)state;
    pid_t child = half_way("a");
    kill_and_wait(child);
    char left[256], path[512], other[512];
    strcpy(left, part_in_folder());
    strcpy(path, in_folder(left));
    int locked = open(path, O_RDONLY); /* somebody works with it */
    assert_int_equal(flock(locked, LOCK_EX), 0);
    write_sweeping("b", REEL_FILE_SWEEP);
    assert_int_equal(access(path, F_OK), 0);
    close(locked);
    char *digit = left + strlen(left) - strlen("0.part"); /* of the sum: a name that is like ours, and is not */
    *digit = *digit == '0' ? '1' : '0';
    strcpy(other, in_folder(left));
    assert_int_equal(rename(path, other), 0);
    put_file(".mine.12345678.part", "mine");
    write_sweeping("c", REEL_FILE_SWEEP);
    assert_int_equal(access(other, F_OK), 0);
    assert_file(".mine.12345678.part", "mine");
    assert_int_equal(rename(other, path), 0);
    assert_int_equal(symlink(path, in_folder("keep")), 0);
    assert_int_equal(rename(path, in_folder("target")), 0);
    assert_int_equal(symlink("target", path), 0); /* a link of that name is nothing that we made */
    write_sweeping("d", REEL_FILE_SWEEP);
    assert_file("target", "half");
    struct stat info = { 0 };
    assert_int_equal(lstat(path, &info), 0);
}

static void a_writer_of_this_process_is_never_swept(void **state)
{
    (void)state;
    reel_sink first;
    assert_int_equal(reel_sink_file(in_folder("a"), 0, &first, NULL), REEL_OK);
    assert_int_equal(first.write(first.context, "first", 5, NULL), REEL_OK);
    write_sweeping("b", REEL_FILE_SWEEP);
    assert_int_equal(first.commit(first.context, NULL), REEL_OK);
    assert_file("a", "first");
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(gets_its_name_at_commit_only),
        IN_FOLDER(bytes_that_were_written_can_be_changed),
        IN_FOLDER(takes_names_as_long_as_the_system_does),
        IN_FOLDER(leaves_nothing_when_discarded),
        IN_FOLDER(never_overwrites_unasked),
        IN_FOLDER(replaces_when_asked),
        IN_FOLDER(pipe_ends_when_the_output_does),
        IN_FOLDER(tells_what_cannot_be_opened),
        IN_FOLDER(mapped_and_read_files_are_the_same),
        IN_FOLDER(huge_sparse_file_is_refused_by_its_size),
        IN_FOLDER(record_a_file_with_its_spool),
        IN_FOLDER(options_of_an_older_program_have_no_spool),
        cmocka_unit_test(tells_a_full_disk),
        IN_FOLDER(a_file_that_is_followed_has_no_end),
        IN_FOLDER(a_header_that_is_not_there_yet_is_truncated),
        IN_FOLDER(a_file_is_read_from_any_place),
        IN_FOLDER(a_pipe_that_is_followed_has_no_places_and_does_not_block),
        IN_FOLDER(pipes_devices_and_sockets_are_no_input_files),
        IN_FOLDER(a_file_that_is_followed_and_replaced_ends_after_its_last_byte),
        IN_FOLDER(what_a_killed_writer_left_is_swept_by_the_next),
        IN_FOLDER(what_is_not_surely_abandoned_is_not_swept),
        IN_FOLDER(a_writer_of_this_process_is_never_swept),
        cmocka_unit_test(parallel_does_each_job_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * Temporary files of writers that died are removed by the next, and nothing else is. */
#define _POSIX_C_SOURCE 200809L
#include "faults.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that dies with a file half written. It says that it is `process` and began at the tick that `stat` has. */
static void die_half_way(pid_t process, const char *stat)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        reel_sink sink;
        disguise.process = process;
        disguise.read = stat;
        if (!stat) inject(CALL_OPEN, EACCES, 0, 1); /* no /proc */
        if (reel_sink_file(in_folder("a"), 0, &sink, NULL) == REEL_OK) sink.write(sink.context, "half", 4, NULL);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(entries(NULL), 1);
}

/* Whether the next writer removes what the last left. */
static bool is_swept(void)
{
    char part[256] = "";
    assert_int_equal(write_file("b", REEL_FILE_SWEEP, "whole", NULL), REEL_OK);
    remove(in_folder("b"));
    memset(faults, 0, sizeof faults);
    bool swept = entries(part) == 0;
    if (!swept) assert_int_equal(remove(in_folder(part)), 0);
    return swept;
}

/* Field 22 of /proc/PID/stat is 99; its second field is a name, which may hold blanks and brackets. */
#define STAT_OF_ANOTHER "7 (a ) b (c) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 99 20 21\n"

static void a_number_that_went_to_another_process_is_no_living_writer(void **state)
{
    (void)state;
    char part[256] = "";
    die_half_way(getpid(), STAT_OF_ANOTHER);
    assert_int_equal(entries(part), 1);
    assert_non_null(strstr(part, "-00000063-")); /* 99 */
    assert_true(is_swept());
}

static void a_writer_whose_start_is_not_known_lives_while_its_number_does(void **state)
{
    (void)state;
    static const char *const unknown[] = { NULL, "", "7 no name", "7 (short) S 1 2 3" };
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        char part[256] = "";
        die_half_way(getpid(), unknown[i]);
        assert_int_equal(entries(part), 1);
        assert_non_null(strstr(part, "-00000000-"));
        assert_false(is_swept());
    }
    /* The reader of the name cannot tell either. */
    for (size_t i = 1; i < sizeof unknown / sizeof *unknown; i++) {
        die_half_way(getpid(), STAT_OF_ANOTHER);
        disguise.read = unknown[i];
        assert_false(is_swept());
    }
    die_half_way(getpid(), STAT_OF_ANOTHER);
    inject(CALL_OPEN, EACCES, 0, 1); /* the reader of the name cannot see it either */
    assert_false(is_swept());
}

static void files_of_others_are_not_swept(void **state)
{
    (void)state;
    die_half_way(0, STAT_OF_ANOTHER);
    inject(CALL_KILL, EPERM, 0, 1); /* its number is now that of somebody else's process */
    assert_false(is_swept());
    die_half_way(0, STAT_OF_ANOTHER);
    disguise.host = "another";
    assert_false(is_swept());
    disguise.host = NULL;
    die_half_way(0, STAT_OF_ANOTHER);
    disguise.another_user = true;
    assert_false(is_swept());
    disguise.another_user = false;
    die_half_way(0, STAT_OF_ANOTHER);
    inject(CALL_STAT, EIO, 0, 1); /* nobody knows whose it is */
    assert_false(is_swept());
    die_half_way(0, STAT_OF_ANOTHER);
    assert_true(is_swept());
}

/* Numbers that kill(2) takes for groups of processes are those of no writer. */
static void numbers_that_no_process_has_are_not_swept(void **state)
{
    (void)state;
    static const pid_t numbers[] = { -1, -7, INT32_MIN };
    for (size_t i = 0; i < 3; i++) {
        die_half_way(numbers[i], STAT_OF_ANOTHER);
        assert_false(is_swept());
    }
}

static void names_that_are_not_quite_ours_are_not_swept(void **state)
{
    (void)state;
    char part[256] = "", path[512];
    die_half_way(0, STAT_OF_ANOTHER);
    assert_int_equal(entries(part), 1);
    size_t size = strlen(part), mark = size - strlen("00000000-00000000-00000000-00000000-00000000.part");
    const struct {
        size_t at;
        char byte;
    } changes[] = {
        { 0, 'x' },                                        /* not hidden */
        { size - 1, 'T' },                                 /* another ending */
        { mark - 1, '-' },                                 /* no dot before the numbers */
        { mark, 'g' },                                     /* no digit */
        { mark + 8, '+' },                                 /* no dash */
        { mark + 30, part[mark + 30] == '0' ? '1' : '0' }, /* the sum does not fit */
    };
    strcpy(path, in_folder(part));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char other[256], renamed[512];
        strcpy(other, part);
        other[changes[i].at] = changes[i].byte;
        strcpy(renamed, in_folder(other));
        assert_int_equal(rename(path, renamed), 0);
        assert_int_equal(write_file("b", REEL_FILE_SWEEP, "whole", NULL), REEL_OK);
        remove(in_folder("b"));
        assert_int_equal(rename(renamed, path), 0); /* it is still there */
    }
    remove(path);
    assert_int_equal(mkfifo(path, 0600), 0); /* no plain file */
    assert_int_equal(write_file("b", REEL_FILE_SWEEP, "whole", NULL), REEL_OK);
    remove(in_folder("b"));
    assert_int_equal(entries(NULL), 1);
    assert_int_equal(remove(path), 0);
}

/* Between its making and its lock a new file looks abandoned. */
static void a_file_that_was_swept_before_it_was_locked_is_made_again(void **state)
{
    (void)state;
    disguise.swept = true;
    assert_int_equal(write_file("a", 0, "hello", NULL), REEL_OK);
    assert_false(disguise.swept);
    assert_file("a", "hello");
    assert_int_equal(entries(NULL), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_number_that_went_to_another_process_is_no_living_writer),
        IN_FOLDER(a_writer_whose_start_is_not_known_lives_while_its_number_does),
        IN_FOLDER(files_of_others_are_not_swept),
        IN_FOLDER(numbers_that_no_process_has_are_not_swept),
        IN_FOLDER(names_that_are_not_quite_ours_are_not_swept),
        IN_FOLDER(a_file_that_was_swept_before_it_was_locked_is_made_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * A test that crashes says what it tried. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a process prints on stderr that says what it tries and then ends by this signal. */
static int death_of(int number, const char *what, char *text, size_t size)
{
    int ends[2], status;
    size_t filled = 0;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(number, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        trying("something else");
        trying_with("of a.file");
        trying("%s, seed %d", what, 7);
        raise(number);
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got; filled + 1 < size && (got = read(ends[0], text + filled, size - filled - 1)) > 0;) filled += (size_t)got;
    text[filled] = 0;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void a_crash_names_what_was_tried(void **state)
{
    static const int numbers[] = { SIGSEGV, SIGABRT, SIGFPE, SIGILL };
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char text[4096];
        int status = death_of(numbers[i], "format", text, sizeof text);
        assert_non_null(strstr(text, "while trying: format, seed 7 of a.file\n"));
        assert_null(strstr(text, "something else"));
        assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) != 0);
    }
}

static void every_word_of_a_long_text_need_not_fit(void **state)
{
    static char what[2000], text[4096];
    (void)state;
    memset(what, 'x', sizeof what - 1);
    death_of(SIGABRT, what, text, sizeof text);
    assert_non_null(strstr(text, "while trying: xxxx"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crash_names_what_was_tried),
        cmocka_unit_test(every_word_of_a_long_text_need_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

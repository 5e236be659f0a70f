/* SPDX-License-Identifier: MIT
 * The part of cmocka that our tests use, for systems that have no package of it. Same names, same meaning; no mocks, and memory is not
 * checked. A failed assertion ends the test. */
#ifndef REEL_TEST_CMOCKA_H
#define REEL_TEST_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Shared by all files of a program. */
struct cmocka_state {
    jmp_buf out;
    enum { CMOCKA_PASSED, CMOCKA_FAILED, CMOCKA_SKIPPED } result;
};
extern struct cmocka_state cmocka_state;
struct cmocka_state cmocka_state __attribute__((common));

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
    int (*setup)(void **state);
    int (*teardown)(void **state);
};

#define cmocka_unit_test(f)                                                                                                      \
    {                                                                                                                            \
#f, f, NULL, NULL                                                                                                        \
    }
#define cmocka_unit_test_setup(f, setup)                                                                                         \
    {                                                                                                                            \
#f, f, setup, NULL                                                                                                       \
    }
#define cmocka_unit_test_teardown(f, teardown)                                                                                   \
    {                                                                                                                            \
#f, f, NULL, teardown                                                                                                    \
    }
#define cmocka_unit_test_setup_teardown(f, setup, teardown)                                                                      \
    {                                                                                                                            \
#f, f, setup, teardown                                                                                                   \
    }

_Noreturn static inline void cmocka_leave(int result)
{
    cmocka_state.result = result;
    longjmp(cmocka_state.out, 1);
}

_Noreturn static inline void cmocka_fail(const char *file, int line)
{
    printf("[   LINE   ] --- %s:%d: error: Failure!\n", file, line);
    cmocka_leave(CMOCKA_FAILED);
}

static inline void cmocka_check(int good, const char *text, const char *file, int line)
{
    if (good) return;
    printf("[  ERROR   ] --- %s\n", text);
    cmocka_fail(file, line);
}

static inline void cmocka_compare(uint64_t a, uint64_t b, int equal, const char *file, int line)
{
    if ((a == b) == equal) return;
    printf("[  ERROR   ] --- 0x%llx %s 0x%llx\n", (unsigned long long)a, equal ? "!=" : "==", (unsigned long long)b);
    cmocka_fail(file, line);
}

static inline void cmocka_compare_text(const char *a, const char *b, const char *file, int line)
{
    if (!strcmp(a, b)) return;
    printf("[  ERROR   ] --- \"%s\" != \"%s\"\n", a, b);
    cmocka_fail(file, line);
}

static inline void cmocka_compare_memory(const void *a, const void *b, size_t size, int equal, const char *file, int line)
{
    if ((size == 0 || !memcmp(a, b, size)) == equal) return;
    printf("[  ERROR   ] --- %zu bytes are %s\n", size, equal ? "different" : "equal");
    cmocka_fail(file, line);
}

static inline void cmocka_compare_floats(double a, double b, double most, const char *file, int line)
{
    if (a - b <= most && b - a <= most) return;
    printf("[  ERROR   ] --- %g != %g\n", a, b);
    cmocka_fail(file, line);
}

#define cmocka_bits(value) ((uint64_t)(intptr_t)(value))
#define assert_true(c) cmocka_check(!!(c), #c, __FILE__, __LINE__)
#define assert_false(c) cmocka_check(!(c), "!(" #c ")", __FILE__, __LINE__)
#define assert_null(p) cmocka_check((p) == NULL, #p " is NULL", __FILE__, __LINE__)
#define assert_non_null(p) cmocka_check((p) != NULL, #p " is not NULL", __FILE__, __LINE__)
#define assert_int_equal(a, b) cmocka_compare((uint64_t)(a), (uint64_t)(b), 1, __FILE__, __LINE__)
#define assert_int_not_equal(a, b) cmocka_compare((uint64_t)(a), (uint64_t)(b), 0, __FILE__, __LINE__)
#define assert_ptr_equal(a, b) cmocka_compare(cmocka_bits(a), cmocka_bits(b), 1, __FILE__, __LINE__)
#define assert_ptr_not_equal(a, b) cmocka_compare(cmocka_bits(a), cmocka_bits(b), 0, __FILE__, __LINE__)
#define assert_string_equal(a, b) cmocka_compare_text(a, b, __FILE__, __LINE__)
#define assert_memory_equal(a, b, size) cmocka_compare_memory(a, b, size, 1, __FILE__, __LINE__)
#define assert_memory_not_equal(a, b, size) cmocka_compare_memory(a, b, size, 0, __FILE__, __LINE__)
#define assert_float_equal(a, b, most) cmocka_compare_floats((double)(a), (double)(b), (double)(most), __FILE__, __LINE__)
#define assert_in_range(value, least, most)                                                                                      \
    cmocka_check((uint64_t)(value) >= (uint64_t)(least) && (uint64_t)(value) <= (uint64_t)(most), #value, __FILE__, __LINE__)
#define fail() cmocka_fail(__FILE__, __LINE__)
#define fail_msg(...) (printf("[  ERROR   ] --- "), printf(__VA_ARGS__), printf("\n"), cmocka_fail(__FILE__, __LINE__))
#define skip() cmocka_leave(CMOCKA_SKIPPED)
#define print_message(...) ((void)printf(__VA_ARGS__))
#define print_error(...) ((void)fprintf(stderr, __VA_ARGS__))

static inline void cmocka_run(const struct CMUnitTest *test, void **state)
{
    cmocka_state.result = CMOCKA_PASSED;
    if (setjmp(cmocka_state.out) == 0) {
        if (test->setup && test->setup(state) != 0) cmocka_fail(__FILE__, __LINE__);
        test->test(state);
    }
    int result = cmocka_state.result;
    if (setjmp(cmocka_state.out) == 0 && test->teardown) test->teardown(state);
    if (result != CMOCKA_PASSED) cmocka_state.result = result;
}

static inline int cmocka_run_all(const struct CMUnitTest *tests, size_t count, int (*setup)(void **), int (*teardown)(void **))
{
    static const char *const words[] = { "       OK ", "  FAILED  ", "  SKIPPED " };
    void *group = NULL;
    int failed = 0;
    if (setup && setup(&group) != 0) return 1;
    for (size_t i = 0; i < count; i++) {
        void *state = group;
        cmocka_run(&tests[i], &state);
        failed += cmocka_state.result == CMOCKA_FAILED;
        printf("[%s] %s\n", words[cmocka_state.result], tests[i].name);
        fflush(stdout);
    }
    if (teardown) teardown(&group);
    return failed;
}

#define cmocka_run_group_tests(tests, setup, teardown) cmocka_run_all(tests, sizeof(tests) / sizeof(tests)[0], setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown) cmocka_run_group_tests(tests, setup, teardown)

#endif

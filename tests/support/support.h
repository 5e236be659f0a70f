/* SPDX-License-Identifier: MIT
 * What the tests share: where data lies, whole files, an allocator that counts and fails. */
#ifndef REEL_TEST_SUPPORT_H
#define REEL_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <reel/insight.h>
#include <reel/reel.h>

/* Path of `name` in the corpus ("samples/bsor", "expected/bsor/stats.tsv"), which is beside the project or at REEL_CORPUS. If it is
 * missing: NULL, after a line on stdout that names it. Static until the next call. More in corpus.h. */
const char *corpus_path(const char *name);

/* Path of `name` in the project's own tree ("tests/formats/bsor/golden"). Static until the next call. */
const char *project_path(const char *name);

/* All regular files below a folder, sorted, as full paths. */
typedef struct file_list {
    char **paths;
    size_t count;
} file_list;
file_list files_below(const char *folder);
void file_list_free(file_list *list);

/* A whole file, malloc'ed; the test fails where it cannot be read. */
uint8_t *read_file(const char *path, size_t *size);

/* How much is tried: REEL_TEST_EFFORT is full (the default), quick or light. by_effort gives the number that goes with it. Printed once. */
typedef enum test_effort { EFFORT_LIGHT, EFFORT_QUICK, EFFORT_FULL } test_effort;
test_effort effort_level(void);
size_t by_effort(size_t full, size_t quick, size_t light);

/* How many games or plays a loop makes from seeds: the number of by_effort, but at light effort only one in REEL_TEST_DRAWS, at least one. The steps
 * that run the programs again, with a sanitizer or on another machine, set that: how often a rule holds is for the step release. */
size_t draws(size_t full, size_t quick, size_t light);

/* What is tried now: a sweep says it before each file, draw or change. If the program crashes there, the text is printed: a signal that cmocka
 * reports, or a report of a sanitizer, names its cause so. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void trying(const char *format, ...);
/* The file that it is tried with, until the next one; "" for none. */
void trying_with(const char *file);

/* An allocator that counts what is live and at most, and fails from the n-th call on (0: never). */
typedef struct test_allocator {
    size_t live, peak, calls, fail_at;
    bool fail_once;
} test_allocator;
reel_allocator test_allocator_of(test_allocator *state);

/* Runs an insight over a replay while its n-th allocation fails, once or with all that follow, for each n until it succeeds: it reports the lack of
 * memory, or has the whole result, and leaves nothing. At least `least` of its allocations have to fail. `options`: without an allocator. */
void insight_without_memory(const reel_insight *insight, const reel_replay *replay, const reel_insight_options *options,
                            size_t least);

/* A source of bytes that gives `step` at a time (0: as many as are asked for), does not know its size, and fails from the
 * n-th read on (0: never). */
typedef struct test_source {
    const uint8_t *data;
    size_t size, at, step, reads, fail_at;
    bool fail_once;
    int closed;
} test_source;
reel_source test_source_of(test_source *state);

/* A sink that keeps what it gets and fails from the n-th write on (0: never), or at commit, or when it is to be read back.
 * After its end free it with test_sink_free. */
typedef struct test_sink {
    uint8_t *data;
    size_t size, capacity, writes, fail_at;
    bool fail_once, fail_commit, fail_reopen;
    int commits, discards;
} test_sink;
reel_sink test_sink_of(test_sink *state);
void test_sink_free(test_sink *state);

/* reel_finish, unless an append has refused rows: then there is no file, and that failure is returned. */
reel_status finish_unless_refused(reel_writer *writer, reel_error *error);

#endif

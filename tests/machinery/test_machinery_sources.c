/* SPDX-License-Identifier: MIT
 * The same answer from every source: a file in memory, a file of known size that is read in steps, a pipe, and a pipe of single bytes give
 * the same rows, findings and failure. All golden and bad files of every format are read so, whole and cut, because readers ask for the
 * size of a file, look ahead, or wait for more only at some places. */
#include "machinery.h"

typedef struct answer {
    reel_status status;
    char failure[512];
    finding_text findings;
    reel_replay *replay;
} answer;

typedef struct way {
    const char *name;
    size_t step; /* bytes a read; 0: in memory */
    bool sized;
} way;

static const way ways[] = {
    { "a file in memory", 0, true },
    { "a file", 4096, true },
    { "a pipe", 4096, false },
    { "a pipe of single bytes", 1, false },
};

static void ask(answer *a, const uint8_t *data, size_t size, const way *by)
{
    test_source state = { .data = data, .size = size, .step = by->step };
    reel_source source = by->step ? test_source_of(&state) : reel_source_memory(data, size);
    reel_options options = machinery_options(NULL);
    reel_error error = { .rule = "" };
    memset(a, 0, sizeof *a);
    if (by->step) source.size = by->sized ? size : REEL_UNKNOWN_SIZE;
    if (by->step && !by->sized) source.seek = NULL;
    options.report = finding_text_report;
    options.report_context = &a->findings;
    a->status = reel_load(source, &options, &a->replay, &error);
    if (a->status < 0)
        snprintf(a->failure, sizeof a->failure, "%s at %llu: %s", error.rule, (unsigned long long)error.offset, error.message);
}

static void compare(const char *name, size_t size, const answer *a, const answer *b, const way *by)
{
    if (a->status != b->status || strcmp(a->failure, b->failure))
        fail_msg("%s, %zu bytes, from %s: \"%s\", not \"%s\"", name, size, by->name, b->failure, a->failure);
    if (strcmp(a->findings.text, b->findings.text))
        fail_msg("%s, %zu bytes, from %s:\n%snot\n%s", name, size, by->name, b->findings.text, a->findings.text);
    if (a->status >= 0) assert_same_replay(a->replay, b->replay, true, name);
}

static void ask_all(const char *name, const uint8_t *data, size_t size)
{
    enum { SMALL = 20000 }; /* for single bytes */
    static answer first, other;
    ask(&first, data, size, &ways[0]);
    for (size_t i = 1; i < sizeof ways / sizeof *ways; i++) {
        if (ways[i].step == 1 && size > SMALL) continue;
        ask(&other, data, size, &ways[i]);
        compare(name, size, &first, &other, &ways[i]);
        reel_free(other.replay);
    }
    reel_free(first.replay);
}

static void read_whole(const specimen *file) { ask_all(file->name, file->data, file->size); }

static void read_cut(const specimen *file)
{
    const size_t stride = stride_for(file->size, full_effort() ? 2000 : 60, full_effort() ? 300 : 12);
    for (size_t size = 1; size < file->size; size += stride) ask_all(file->name, file->data, size);
}

static void whole_files_are_the_same_from_every_source(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD, 200000, read_whole);
}

static void cut_files_are_the_same_from_every_source(void **state)
{
    (void)state;
    each_specimen(GOLDEN, 20000, read_cut);
}

/* Small files without a header tell their kind by their size. */
static void files_that_are_known_by_their_size_are_the_same(void **state)
{
    (void)state;
    uint8_t rbot[8 + 8 * 6] = { 240 };
    rbot[4] = 8;
    for (size_t i = 0; i < 8; i++) {
        rbot[8 + 6 * i] = (uint8_t)(10 + 7 * i);
        rbot[8 + 6 * i + 4] = i % 2 == 0;
    }
    answer a;
    ask(&a, rbot, sizeof rbot, &ways[2]);
    assert_int_equal(a.status, REEL_OK);
    assert_int_equal(a.findings.errors, 0);
    reel_free(a.replay);
    ask_all("an RBot macro without fixes", rbot, sizeof rbot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_files_are_the_same_from_every_source),
        cmocka_unit_test(cut_files_are_the_same_from_every_source),
        cmocka_unit_test(files_that_are_known_by_their_size_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

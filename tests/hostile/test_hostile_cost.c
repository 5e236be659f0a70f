/* SPDX-License-Identifier: MIT
 * What every verb costs on every hostile file: memory within a bound for each byte, and, where the library counts its steps
 * (REEL_COUNT_STEPS), work within a bound that is linear in the bytes. `--table` prints the worst of each verb as the table of
 * docs/security.md; another word tries only files whose name it is in. */
#define _POSIX_C_SOURCE 200809L
#include "hostile.h"

#include <time.h>

/* A file may cost so much whatever its size, and so much more for each of its bytes and each time that the verb reads it. Packed files may
 * unpack to 64 KiB and a thousand bytes a byte; what they cost is held against what reel_unpacked_most allows. */
enum {
    FREE_STEPS = 120000000,
    STEPS_PER_BYTE = 2500, /* of what the file unpacks to at most */
    MOST_VERBS = 32,
    SCALES = 3,
    LAST_SCALE = 16
};

typedef struct worst_case {
    double value;
    char file[160];
} worst_case;

/* What one verb cost at most, over all files. */
typedef struct verb_cost {
    worst_case nanoseconds, memory; /* for each byte of a file of at least LEAST bytes */
    worst_case seconds, peak;       /* of any file */
    uint64_t files, answered;
} verb_cost;

static verb_cost costs[MOST_VERBS];
static bool timing;
static const char *only; /* part of a file's name, from the command line */
static size_t too_dear;

enum { LEAST = 4096 };

/* Processor time, which other programs hardly change. */
static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void keep_worst(worst_case *worst, double value, const hostile_file *file)
{
    if (value <= worst->value) return;
    worst->value = value;
    memcpy(worst->file, file->name, sizeof worst->file);
}

static void hear(void *context, const reel_finding *finding)
{
    assert_non_null(finding->rule);
    assert_true(finding->rule[0] != 0);
    assert_non_null(finding->message);
    ++*(uint64_t *)context;
}

/* Growth: steps of the same file at the scale before. Files come in the same order at each scale. */
typedef struct growth {
    char name[160];
    uint64_t steps[MOST_VERBS];
    bool answered[MOST_VERBS];
    size_t size;
} growth;

static growth *before;
static size_t before_count, before_room;
static unsigned scale;
static bool grows;

static size_t name_length(const char *name)
{
    const char *mark = strrchr(name, ' ');
    return mark ? (size_t)(mark - name) : strlen(name);
}

static growth *growth_of(const hostile_file *file)
{
    size_t length = name_length(file->name);
    for (size_t i = 0; i < before_count; i++)
        if (name_length(before[i].name) == length && strncmp(before[i].name, file->name, length) == 0) return &before[i];
    if (before_count == before_room) {
        before_room = before_room ? 2 * before_room : 256;
        before = realloc(before, before_room * sizeof *before);
        assert_non_null(before);
    }
    growth *fresh = &before[before_count++];
    *fresh = (growth){ .size = 0 };
    memcpy(fresh->name, file->name, sizeof fresh->name);
    return fresh;
}

/* Four times the bytes may cost four times the steps, and half as much again, and below two million steps fixed costs rule. A hundred steps a
 * byte are cheap. If the smaller file was refused after less than a step a byte, since a size in it was beyond its end, the larger one may be the
 * first that is read, for 250 steps a byte: JSON of changes of the rate, rows of five bytes, takes 172. The step from the smallest file is not
 * judged: what grows faster than its file shows from the second to the third. Nor is a step from a file that is refused at once to a longer one
 * that can be read. */
static void check_growth(const hostile_file *file, size_t verb, uint64_t steps, bool answered, growth *of)
{
    enum { NOISE = 2000000, CHEAP = 100, FIRST_READ = 250 };
    uint64_t old = of->steps[verb];
    if (scale == LAST_SCALE && of->size && old && file->size > of->size && of->answered[verb] == answered) {
        double times = (double)file->size / (double)of->size;
        double cheap = NOISE + (double)(old < of->size ? FIRST_READ : CHEAP) * hostile_runs * (double)file->size;
        if ((double)steps > 1.5 * times * (double)old + cheap) {
            printf("grows faster than the file: %s, %s: %llu steps for %zu bytes, %llu for %zu\n", hostile_verbs[verb].name,
                   file->name, (unsigned long long)old, of->size, (unsigned long long)steps, file->size);
            too_dear++;
        }
    }
    of->steps[verb] = steps;
    of->answered[verb] = answered;
}

static void try_verb(const hostile_file *file, size_t v, growth *of)
{
    verb_cost *cost = &costs[v];
    test_allocator state = { 0 };
    reel_allocator memory = test_allocator_of(&state);
    uint64_t findings = 0, steps = steps_so_far();
    trying("%s, %s", hostile_verbs[v].name, file->name);
    hostile_runs = 1;
    double started = now_ns();
    reel_status status = hostile_verbs[v].run(file, &memory, hear, &findings);
    double took = now_ns() - started;
    steps = steps_so_far() - steps;
    if (state.live) fail_msg("%s: %s leaks %zu bytes", hostile_verbs[v].name, file->name, state.live);
    cost->files++;
    cost->answered += status >= 0;
    keep_worst(&cost->seconds, took / 1e9, file);
    keep_worst(&cost->peak, (double)state.peak, file);
    if (file->size >= LEAST) {
        keep_worst(&cost->nanoseconds, took / (double)file->size, file);
        keep_worst(&cost->memory, (double)state.peak / (double)file->size, file);
    }
    const reel_limits limits = { 0 };
    bool packed = strncmp(file->name, "bomb", 4) == 0 || strncmp(file->name, "wrapped", 7) == 0;
    uint64_t bytes = packed ? reel_unpacked_most(&limits, file->size) : file->size;
    if (steps > FREE_STEPS + STEPS_PER_BYTE * hostile_runs * bytes) {
        printf("too dear: %s, %s: %llu steps for %zu bytes, read %u times\n", hostile_verbs[v].name, file->name,
               (unsigned long long)steps, file->size, hostile_runs);
        too_dear++;
    }
    if (grows) check_growth(file, v, steps, status >= 0, of);
}

/* Light effort tries each file with one in so many of the verbs, the same ones at each scale; fewer where nothing counts steps. What reading costs,
 * each verb finds. */
static bool is_sampled(const hostile_file *file, size_t verb)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < name_length(file->name); i++) sum = sum * 31 + (uint8_t)file->name[i];
    return timing || (sum + verb) % by_effort(1, 1, steps_so_far() ? 5 : 10) == 0;
}

static void try_file(void *context, const hostile_file *file)
{
    (void)context;
    if (only && !strstr(file->name, only)) return;
    growth *of = grows ? growth_of(file) : NULL;
    for (size_t v = 0; hostile_verbs[v].name; v++)
        if (is_sampled(file, v)) try_verb(file, v, of);
    if (of) of->size = file->size;
}

static void print_table(void)
{
    printf("| verb | files | most time for a byte | most time for a file | most memory for a byte | most memory for a file |\n");
    printf("| --- | --- | --- | --- | --- | --- |\n");
    for (size_t v = 0; hostile_verbs[v].name; v++) {
        const verb_cost *c = &costs[v];
        printf("| %s | %llu | %.0f ns | %.2f s | %.0f bytes | %.1f MiB |\n", hostile_verbs[v].name, (unsigned long long)c->files,
               c->nanoseconds.value, c->seconds.value, c->memory.value, c->peak.value / 1048576);
    }
    for (size_t v = 0; hostile_verbs[v].name; v++)
        printf("worst of %s: time %s; memory %s\n", hostile_verbs[v].name, costs[v].seconds.file, costs[v].peak.file);
}

static void every_verb_answers_within_its_cost(void **state)
{
    (void)state;
    static const unsigned scales[SCALES] = { 1, 4, LAST_SCALE };
    for (const hostile_generator *generator = hostile_generators; generator->name; generator++) {
        double started = now_ns();
        before_count = 0;
        for (size_t s = 0; s < (generator->scales ? (size_t)SCALES : 1); s++) {
            scale = scales[s];
            grows = generator->scales && steps_so_far() > 0;
            if (s > 0 && !timing && steps_so_far() == 0) break; /* without steps to count size adds nothing */
            generator->run(scale, try_file, NULL);
        }
        printf("%s: %.1f s\n", generator->name, (now_ns() - started) / 1e9);
        fflush(stdout);
    }
    print_table();
    if (too_dear) fail_msg("%zu calls cost more than they may", too_dear);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_verb_answers_within_its_cost) };
    setvbuf(stdout, NULL, _IOLBF, 0);
    timing = argc > 1 && strcmp(argv[1], "--table") == 0;
    if (argc > 1 && !timing) only = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}

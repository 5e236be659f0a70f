/* SPDX-License-Identifier: MIT
 * Searches inputs (reached.h) of a family: search.py builds this with the formats instrumented by the compiler, and runs it.
 *
 *     REEL_TEST_FILES=tests/formats/FAMILY/ search SECONDS [TIMES]
 *
 * The records of behaviour run first. Then inputs are changed at random, and one is kept if it enters a block, enters one twice, or comes to a
 * side or a border of a comparison (less, one less, equal, one more, more) that fewer than TIMES have. Those in inputs.tsv come first. What
 * later ones make needless is dropped, and the table is written. */
#define _POSIX_C_SOURCE 200809L
#include "reached.h"
#include "records.h"

#include <time.h>

enum { LARGEST = 16384, MOST_FILES = 512, MOST_INPUTS = 200000, SLOTS_LOG = 21 };

int main_of_test_machinery_damaged(int, char **);
int main_of_test_machinery_made(int, char **);
int main_of_test_machinery_described(int, char **);

/* ---- what a run reaches ---------------------------------------------------------------------------------------------- */

static uint32_t seen[1 << SLOTS_LOG], epoch = 1;
static uint32_t touched[1 << SLOTS_LOG];
static size_t touched_count;
static uint8_t covered[1 << SLOTS_LOG], covered_by_records[1 << SLOTS_LOG];

static bool mark(uintptr_t key)
{
    const size_t slot = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SLOTS_LOG));
    if (seen[slot] == epoch) return false;
    seen[slot] = epoch;
    touched[touched_count++] = (uint32_t)slot;
    return true;
}

static void compared(uintptr_t key, int64_t difference)
{
    if (difference == 0) mark(key + 1);
    if (difference == 1) mark(key + 2);
    if (difference == -1) mark(key + 3);
    if (difference > 0) mark(key + 4);
    if (difference < 0) mark(key + 5);
}

#define HERE ((uintptr_t)__builtin_return_address(0) << 3)

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    if (!mark(HERE)) mark(HERE + 7);
}

#define TRACE(name, type, sign)                                                                                                  \
    void __sanitizer_cov_trace_##name(type a, type b);                                                                           \
    void __sanitizer_cov_trace_##name(type a, type b) { compared(HERE, (int64_t)(sign)(a - b)); }
TRACE(cmp1, uint8_t, int8_t)
TRACE(cmp2, uint16_t, int16_t)
TRACE(cmp4, uint32_t, int32_t)
TRACE(cmp8, uint64_t, int64_t)
TRACE(const_cmp1, uint8_t, int8_t)
TRACE(const_cmp2, uint16_t, int16_t)
TRACE(const_cmp4, uint32_t, int32_t)
TRACE(const_cmp8, uint64_t, int64_t)

void __sanitizer_cov_trace_switch(uint64_t value, void *cases);
void __sanitizer_cov_trace_switch(uint64_t value, void *cases) { (void)value, (void)cases; }
void __sanitizer_cov_trace_cmpd(double a, double b);
void __sanitizer_cov_trace_cmpd(double a, double b) { mark(HERE + (a < b ? 1 : a > b ? 2 : a == b ? 3 : 4)); }
void __sanitizer_cov_trace_cmpf(float a, float b);
void __sanitizer_cov_trace_cmpf(float a, float b) { mark(HERE + (a < b ? 1 : a > b ? 2 : a == b ? 3 : 4)); }

static void begin_run(void)
{
    epoch++;
    touched_count = 0;
}

/* How much of what the run touched fewer than `times` inputs have. */
static size_t end_run(uint8_t times, bool take)
{
    size_t fresh = 0;
    for (size_t i = 0; i < touched_count; i++) fresh += covered[touched[i]] < times;
    for (size_t i = 0; i < touched_count && take && fresh; i++)
        if (covered[touched[i]] < 255) covered[touched[i]]++;
    return fresh;
}

/* ---- files ----------------------------------------------------------------------------------------------------------- */

typedef struct searched_file {
    specimen file;
    reached_file of;
    reached_input *inputs[REACHED_KINDS];
    size_t counts[REACHED_KINDS], rooms[REACHED_KINDS];
    bool *needed[REACHED_KINDS];
} searched_file;

static searched_file files[MOST_FILES];
static size_t file_count;

static struct {
    uint32_t file, kind, index;
} pool[MOST_INPUTS];
static size_t pool_count;

static void take_file(const specimen *file)
{
    assert_true(file_count < MOST_FILES);
    searched_file *f = &files[file_count++];
    uint8_t *data = malloc(file->size + 1);
    assert_non_null(data);
    memcpy(data, file->data, file->size);
    f->file = (specimen){ strdup(file->path), strdup(file->name), file->kind, data, file->size };
    f->of = reached_open(&f->file);
}

static uint64_t random_state = 88172645463325252;

static size_t random_below(size_t below)
{
    random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
    return (size_t)(random_state >> 11) % below;
}

static void keep(size_t file, reached_kind kind, reached_input input)
{
    searched_file *f = &files[file];
    if (f->counts[kind] == f->rooms[kind]) {
        f->rooms[kind] = 2 * f->rooms[kind] + 16;
        f->inputs[kind] = realloc(f->inputs[kind], f->rooms[kind] * sizeof(reached_input));
        assert_non_null(f->inputs[kind]);
    }
    pool[pool_count].file = (uint32_t)file;
    pool[pool_count].kind = (uint32_t)kind;
    pool[pool_count++].index = (uint32_t)f->counts[kind];
    f->inputs[kind][f->counts[kind]++] = input;
}

static double now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool try_input(size_t file, reached_kind kind, reached_input input, uint8_t times, double most)
{
    size_t numbers[REACHED_DEEP], count = 0;
    const searched_file *f = &files[file];
    if (input.parent != REACHED_NONE) {
        size_t depth = 1;
        for (size_t i = input.parent; i != REACHED_NONE; i = f->inputs[kind][i].parent) depth++;
        if (depth > REACHED_DEEP) return false;
        count = reached_path(f->inputs[kind], input.parent, numbers);
    }
    numbers[count++] = input.number;
    const double start = now_seconds();
    begin_run();
    reached_answer(&f->of, kind, numbers, count);
    const bool costly = now_seconds() - start > most;
    return end_run(times, !costly) && !costly;
}

static void load_inputs(uint8_t times)
{
    for (size_t i = 0; i < file_count; i++)
        for (reached_kind kind = 0; kind < REACHED_KINDS; kind++) {
            size_t count;
            reached_input *list = reached_list(&files[i].file, kind, &count);
            for (size_t k = 0; k < count; k++) {
                try_input(i, kind, list[k], times, 1e9);
                keep(i, kind, list[k]);
            }
            free(list);
        }
}

static void search_for(double seconds, uint8_t times)
{
    const double end = now_seconds() + seconds;
    const size_t loaded = pool_count;
    size_t tried = 0;
    double next_report = now_seconds() + 10;
    while (now_seconds() < end && pool_count < MOST_INPUTS) {
        size_t file = random_below(file_count);
        reached_kind kind = random_below(2) ? REACHED_ROWS : REACHED_BYTES;
        reached_input input = { REACHED_NONE, random_below(REACHED_NUMBERS) };
        if (pool_count && random_below(3)) {
            const size_t near = pool_count < 200 ? pool_count : 200;
            const size_t which = random_below(2) ? random_below(pool_count) : pool_count - 1 - random_below(near);
            file = pool[which].file;
            kind = (reached_kind)pool[which].kind;
            input.parent = pool[which].index;
        }
        if (kind == REACHED_ROWS && !files[file].of.replay) continue;
        tried++;
        if (try_input(file, kind, input, times, 0.02)) keep(file, kind, input);
        if (now_seconds() > next_report) {
            fprintf(stderr, "%zu tried, %zu kept\n", tried, pool_count);
            next_report += 10;
        }
    }
    fprintf(stderr, "%zu tried, %zu kept, %zu of them new\n", tried, pool_count, pool_count - loaded);
}

/* Drops what later inputs make needless, the last ones first as they have most changes. What others were made of stays. */
static void drop_needless(uint8_t times)
{
    size_t kept = 0;
    memcpy(covered, covered_by_records, sizeof covered);
    for (size_t i = pool_count; i-- > 0;) {
        searched_file *f = &files[pool[i].file];
        reached_input *input = &f->inputs[pool[i].kind][pool[i].index];
        const bool reaches = try_input(pool[i].file, (reached_kind)pool[i].kind, *input, times, 1e9);
        bool **needed = &f->needed[pool[i].kind];
        if (!*needed) *needed = calloc(f->counts[pool[i].kind], 1);
        assert_non_null(*needed);
        (*needed)[pool[i].index] |= reaches;
        kept += (*needed)[pool[i].index];
        if ((*needed)[pool[i].index] && input->parent != REACHED_NONE) (*needed)[input->parent] = true;
    }
    fprintf(stderr, "%zu of them needed\n", kept);
}

/* ---- the table ------------------------------------------------------------------------------------------------------- */

static void print_number(FILE *out, size_t number)
{
    if (number >= 36) print_number(out, number / 36);
    fputc("0123456789abcdefghijklmnopqrstuvwxyz"[number % 36], out);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const searched_file *)a)->file.path, ((const searched_file *)b)->file.path);
}

static void write_table(void)
{
    char path[4096];
    const char *first = files[0].file.path, *folder = strstr(first, "/golden/");
    if (!folder) folder = strstr(first, "/bad/");
    const size_t size = (size_t)(folder - first) + 1;
    snprintf(path, sizeof path, "%.*sinputs.tsv", (int)size, first);
    qsort(files, file_count, sizeof *files, by_name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    fprintf(out, "# Inputs that reach what few others do (tests/machinery/reached.h). Written by tests/mutation/search.py.\n");
    for (size_t i = 0; i < file_count; i++)
        for (reached_kind kind = 0; kind < REACHED_KINDS; kind++) {
            const searched_file *f = &files[i];
            if (!f->counts[kind] || !memchr(f->needed[kind], true, f->counts[kind])) continue;
            fprintf(out, "%s\t%s\t", f->file.path + size, reached_names[kind]);
            size_t *place = malloc(f->counts[kind] * sizeof *place), next = 0;
            assert_non_null(place);
            for (size_t k = 0; k < f->counts[kind]; k++) {
                const reached_input *input = &f->inputs[kind][k];
                if (!f->needed[kind][k]) continue;
                place[k] = next++;
                if (place[k]) fputc(' ', out);
                if (input->parent != REACHED_NONE) print_number(out, place[input->parent]);
                if (input->parent != REACHED_NONE) fputc('.', out);
                print_number(out, input->number);
            }
            free(place);
            fputc('\n', out);
        }
    assert_int_equal(fclose(out), 0);
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 60;
    const uint8_t times = (uint8_t)(argc > 2 ? atoi(argv[2]) : 2);
    if (argc > 3) random_state += strtoul(argv[3], NULL, 10);
    begin_run();
    main_of_test_machinery_damaged(1, argv);
    main_of_test_machinery_made(1, argv);
    main_of_test_machinery_described(1, argv);
    end_run(255, true);
    memcpy(covered_by_records, covered, sizeof covered);
    each_specimen(GOLDEN | BAD, LARGEST, take_file);
    load_inputs(times);
    search_for(seconds, times);
    drop_needless(times);
    write_table();
    return 0;
}

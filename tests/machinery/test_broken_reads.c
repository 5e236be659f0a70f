/* SPDX-License-Identifier: MIT
 * Golden files whose source fails, waits or ends its budget at every point, read whole, in each convention, from a time on, and one table
 * alone: the reason is that of the source or of the limit, and what was read before is the beginning of the whole. The sources of
 * test_machinery_faults give 100 bytes at a time, which is the whole of many files here. */
#include "machinery.h"

#include <math.h>

enum { LARGEST = 9000 };

/* How a file is read. */
typedef struct reading {
    const char *convention;
    const reel_table *table; /* NULL: all */
    bool from_on;
    double from;
} reading;

static size_t failed, limited;

static void set_options(reel_options *options, const reading *how, const reel_table *tables[2])
{
    options->struct_size = sizeof *options;
    options->convention = how->convention;
    options->has_from = how->from_on;
    options->from = how->from;
    tables[0] = how->table;
    tables[1] = NULL;
    if (how->table) options->tables = tables;
}

/* Loads from a source that gives few bytes at a time and does not know its size. */
static reel_status load(const specimen *file, const reading *how, reel_options *options, test_source *source,
                        reel_replay **replay, reel_error *error)
{
    const reel_table *tables[2];
    set_options(options, how, tables);
    source->data = file->data;
    source->size = file->size;
    reel_status status = reel_load(test_source_of(source), options, replay, error);
    assert_int_equal(source->closed, 1);
    return status;
}

/* Each read of some is refused. */
static void fail_reads(const specimen *file, const reading *how, const reel_replay *whole, size_t step, size_t most)
{
    size_t reads = file->size / step + 2, stride = 1 + reads / most;
    for (size_t n = 1; n <= reads; n += stride) {
        test_allocator memory = { 0 };
        reel_allocator allocator = test_allocator_of(&memory);
        finding_text findings = { .size = 0 };
        reel_options options = machinery_options(&allocator);
        options.report = finding_text_report;
        options.report_context = &findings;
        test_source source = { .step = step, .fail_at = n };
        reel_replay *replay;
        reel_error error = { .rule = "" };
        reel_status status = load(file, how, &options, &source, &replay, &error);
        if (source.reads >= n && status != REEL_IO) /* all of it may be known before its end is met */
            fail_msg("%s, read %zu of %zu bytes refused: %s: %s", file->name, n, step, reel_status_name(status), error.message);
        if (status == REEL_IO && findings.errors) /* the file is not to blame */
            fail_msg("%s, read %zu of %zu bytes refused, and an error of the file: %s", file->name, n, step, findings.text);
        if (status >= 0) assert_prefix(replay, whole, file->name);
        failed += status == REEL_IO;
        reel_free(replay);
        if (memory.live) fail_msg("%s, read %zu refused: %zu bytes leaked", file->name, n, memory.live);
    }
}

/* A limit of steps, of unpacked bytes, of the buffer and of the input, from 1 to more than enough. */
static void limit_reads(const specimen *file, const reading *how, const reel_replay *whole)
{
    for (int kind = 0; kind < 4; kind++)
        for (uint64_t limit = 1; limit < 40 * file->size; limit += 1 + limit / by_effort(8, 4, 2)) {
            char what[256];
            reel_options options = machinery_options(NULL);
            if (kind == 0) options.limits.work = limit;
            if (kind == 1) options.limits.unpacked_bytes = limit;
            if (kind == 2) options.limits.buffer_bytes = limit;
            if (kind == 3) options.limits.input_bytes = limit;
            test_source source = { .step = 60 };
            reel_replay *replay;
            reel_error error = { .rule = "" };
            reel_status status = load(file, how, &options, &source, &replay, &error);
            snprintf(what, sizeof what, "%s, limit %d of %llu", file->name, kind, (unsigned long long)limit);
            const reel_error *reason = status < 0 ? &error : reel_replay_damage(replay);
            const reel_error *known = reel_replay_damage(whole); /* a convention may take what follows a file for a part of it */
            if (reason && known && strcmp(reason->rule, known->rule) == 0) reason = NULL;
            if (reason && (reason->status != REEL_LIMIT || !*reason->rule || !*reason->message))
                fail_msg("%s: %s: %s: %s", what, reel_status_name(reason->status), reason->rule, reason->message);
            limited += reason != NULL;
            /* events of XROR are given without those of their values that cannot be unpacked */
            if (status >= 0 && (kind != 1 || !strstr(file->name, ".xror"))) assert_prefix(replay, whole, what);
            reel_free(replay);
        }
}

/* The rows are those of the same reading from memory. */
static void read_in_steps(const specimen *file, const reading *how)
{
    const reel_table *tables[2];
    reel_options options = machinery_options(NULL);
    set_options(&options, how, tables);
    reel_replay *whole = load_bytes(file->data, file->size, &options);
    for (size_t step = 1; step < 900; step = 5 * step + 2) {
        reel_options again = machinery_options(NULL);
        test_source source = { .step = step };
        reel_replay *replay;
        reel_error error = { .rule = "" };
        if (load(file, how, &again, &source, &replay, &error) < 0) fail_msg("%s in steps: %s", file->name, error.message);
        assert_prefix(whole, replay, file->name);
        assert_prefix(replay, whole, file->name);
        reel_free(replay);
    }
    fail_reads(file, how, whole, 1, by_effort(1000, 60, 12));
    fail_reads(file, how, whole, 37, by_effort(1000, 30, 6));
    limit_reads(file, how, whole);
    reel_free(whole);
}

static const reel_table *first_timed(const reel_format *format)
{
    for (const reel_table *const *table = format->tables; *table; table++)
        for (size_t f = 0; f < (*table)->field_count; f++)
            if ((*table)->fields[f].flags & REEL_FIELD_TIME && !((*table)->flags & (REEL_TABLE_HEADER | REEL_TABLE_LAYOUT)))
                return *table;
    return NULL;
}

static void read_file_in_steps(const specimen *file)
{
    const reel_format *format;
    const reel_options options = machinery_options(NULL);
    if (reel_identify(reel_source_memory(file->data, file->size), &options, &format, NULL, NULL) < 0) return;
    if (!is_unwrapped(format, file->data, file->size)) return;
    read_in_steps(file, &(reading){ .convention = NULL });
    const reel_table *table = first_timed(format);
    if (table)
        for (double from = 0.01; from < 1000; from *= 30)
            read_in_steps(file, &(reading){ .table = table, .from_on = true, .from = from });
    for (const char *const *word = format->reader->conventions; word && *word; word++)
        read_in_steps(file, &(reading){ .convention = *word });
}

static void a_broken_source_or_a_limit_is_the_reason(void **state)
{
    (void)state;
    each_specimen(GOLDEN, LARGEST, read_file_in_steps);
    printf("%zu readings failed with their source, %zu with a limit\n", failed, limited);
    assert_enough(failed > 1000 && limited > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_broken_source_or_a_limit_is_the_reason) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

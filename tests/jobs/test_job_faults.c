/* SPDX-License-Identifier: MIT
 * Each job again and again: with the n-th allocation, read or write refused, cancelled, and within limits. The error of that fault or the
 * result without it, no leak, no output that is not whole. test_machinery_faults refuses calls to reading, writing and exports,
 * test_rewrite_faults to conversions; here the jobs that write are only refused memory, once at each place that asks for it, cancelled and
 * limited. */
#include "jobs.h"
#include "machinery.h"
#include "places.h"

enum { LARGEST = 1 << 22 }; /* bytes that a sink of these tests receives at most */

typedef enum refusal { NOTHING, ALLOCATION, READ, WRITE, REFUSALS } refusal;

static const reel_status reasons[REFUSALS] = { REEL_OK, REEL_MEMORY, REEL_IO, REEL_IO };

typedef struct bench {
    const job *job;
    const reel_key *key;
    uint8_t *data; /* the input */
    size_t size;
    uint8_t *output; /* without a fault */
    size_t output_size;
    bool by_place;      /* every place asks for memory each time */
    place_list *places; /* NULL, or where the calls from new places go */
} bench;

/* A source that can be moved in, as most jobs need; reads fail as those of test_source do. */
static reel_status move_source(void *context, uint64_t offset, reel_error *error)
{
    test_source *source = context;
    (void)error;
    source->at = offset < source->size ? (size_t)offset : source->size;
    return REEL_OK;
}

static reel_source seekable_source(test_source *state)
{
    reel_source source = test_source_of(state);
    source.seek = move_source;
    source.size = state->size;
    return source;
}

/* One attempt, with the n-th call of a kind refused, once or from then on. Returns whether there was such a call. */
static bool attempt(bench *b, refusal refused, size_t n, bool once)
{
    test_allocator memory = { 0 };
    test_source source = { .data = b->data, .size = b->size, .step = 700 };
    test_sink sink = { 0 };
    if (refused == ALLOCATION) memory.fail_at = n, memory.fail_once = once;
    if (refused == READ) source.fail_at = n, source.fail_once = once;
    if (refused == WRITE) sink.fail_at = n, sink.fail_once = once;
    reel_allocator allocator = b->by_place ? places_allocator(&memory, b->places) : test_allocator_of(&memory);
    reel_options options = machinery_options(&allocator);
    reel_error error = { .rule = "" };
    job_call call = { seekable_source(&source), &options, test_sink_of(&sink), b->key, &error };
    char what[200];
    snprintf(what, sizeof what, "%s, %s, refusal %d of kind %d%s", b->job->name, b->job->file, (int)n, (int)refused,
             once ? " once" : "");
    trying("%s", what);
    reel_status status = b->job->run(&call);
    size_t calls = refused == ALLOCATION ? memory.calls : refused == READ ? source.reads : refused == WRITE ? sink.writes : 0;
    bool met = n && calls >= n;
    if (refused == NOTHING) {
        if (status < 0) fail_msg("%s: %s", what, error.message);
        assert_true(sink.size <= LARGEST);
        b->output = malloc(sink.size + 1);
        b->output_size = sink.size;
        if (sink.size) memcpy(b->output, sink.data, sink.size);
    }
    /* Memory that is missing may be done without, if the result is the same. */
    bool same = status >= 0 && sink.size == b->output_size && (!sink.size || !memcmp(sink.data, b->output, sink.size));
    if (status >= 0 && !same) fail_msg("%s: another output", what);
    if (status < 0 && status != reasons[refused]) fail_msg("%s: %s: %s", what, reel_status_name(status), error.message);
    if (met && refused == WRITE && status >= 0) fail_msg("%s: not noticed", what);
    if (status < 0 && (error.status != status || !error.message[0])) fail_msg("%s: no reason is given", what);
    if (status < 0 && !met) fail_msg("%s: failed without a fault: %s", what, error.message);
    if (memory.live) fail_msg("%s: %zu bytes leaked", what, memory.live);
    if (sink.commits != (status >= 0) || sink.discards != (status < 0))
        fail_msg("%s: %d commits, %d discards", what, sink.commits, sink.discards);
    if (source.closed != 1) fail_msg("%s: the source was closed %d times", what, source.closed);
    test_sink_free(&sink);
    return met;
}

static uint8_t *run_once(const job *of, job_run *run, const reel_key *key, uint8_t *data, size_t *size)
{
    test_sink sink = { 0 };
    reel_options options = machinery_options(NULL);
    reel_error error;
    job_call call = { reel_source_memory(data, *size), &options, test_sink_of(&sink), key, &error };
    if (run(&call) < 0) fail_msg("%s: cannot be prepared: %s", of->name, error.message);
    uint8_t *made = malloc(2 * sink.size + 1);
    memcpy(made, sink.data, sink.size);
    memcpy(made + sink.size, sink.data, sink.size);
    *size = of->how == TWICE ? 2 * sink.size : sink.size;
    test_sink_free(&sink);
    free(data);
    return made;
}

static bool begin_bench(bench *b, const job *of, const reel_key *key)
{
    char path[256];
    *b = (bench){ .job = of, .key = key };
    if (of->how == WITH_KEY && !key) {
        print_message("%s: built without libsodium\n", of->name);
        return false;
    }
    snprintf(path, sizeof path, "tests/formats/%s", of->file);
    b->data = read_file(project_path(path), &b->size);
    if (of->prepare) b->data = run_once(of, of->prepare, key, b->data, &b->size);
    assert_false(attempt(b, NOTHING, 0, false));
    return true;
}

static void end_bench(bench *b)
{
    free(b->data);
    free(b->output);
}

static reel_key *new_key(void)
{
    reel_key *key = NULL;
    if (reel_signing_library()) assert_int_equal(reel_key_new(&key, NULL), REEL_OK);
    return key;
}

static void a_job_that_fails_says_why_and_leaves_nothing(void **state)
{
    (void)state;
    reel_key *key = new_key();
    for (size_t i = 0; i < job_count; i++) {
        bench b;
        if (!begin_bench(&b, &jobs[i], key)) continue;
        for (refusal refused = ALLOCATION; refused < REFUSALS; refused++)
            for (int once = 0; once < 2; once++) {
                size_t close = by_effort(SIZE_MAX, 120, 40); /* attempts at each of the first calls, then at one in so many */
                for (size_t n = 1; attempt(&b, refused, n, once); n += n < close ? 1 : 1 + n / 16) {
                }
            }
        end_bench(&b);
    }
    reel_key_free(key);
}

/* Refuses memory to each place of a job that asks for it, the first time that it does; places that an earlier job had, only if the effort is full. */
static void refuse_places(const job *of, const reel_key *key)
{
    static place_list places;
    bench b;
    if (!begin_bench(&b, of, key)) return;
    free(b.output);
    places.count = 0;
    if (full_effort()) places_forget();
    b.by_place = true;
    b.places = &places;
    places_begin();
    assert_false(attempt(&b, NOTHING, 0, false)); /* the same output, which the next attempts are compared with */
    b.places = NULL;
    assert_true(places.count < PLACES_MOST);
    for (size_t p = 0; p < places.count; p++) {
        assert_true(attempt(&b, ALLOCATION, places.calls[p], p % 2));
        if (full_effort()) attempt(&b, ALLOCATION, places.calls[p], p % 2 == 0);
    }
    places_end();
    end_bench(&b);
}

static void each_place_may_have_no_memory(void **state)
{
    (void)state;
    if (!places_are_known()) skip();
    places_forget();
    reel_key *key = new_key();
    for (size_t i = 0; i < job_count; i++) refuse_places(&jobs[i], key);
    for (size_t i = 0; i < output_job_count; i++) refuse_places(&output_jobs[i], key);
    reel_key_free(key);
}

/* ---- limits --------------------------------------------------------------------------------------------------------- */

typedef enum limit_kind { INPUT, BUFFER, ROWS, STRINGS, UNPACKED, LIMITS } limit_kind;

static size_t limits_met[LIMITS];

/* Cancels a job at the n-th charge to a budget. Returns whether there was one. A job with several budgets may succeed: a caller who cancels is
 * asked again for each of them. */
static bool run_cancelled(bench *b, size_t n)
{
    test_allocator memory = { 0 };
    test_source source = { .data = b->data, .size = b->size, .step = 700 };
    test_sink sink = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = machinery_options(&allocator);
    reel_error error = { .rule = "" };
    job_call call = { seekable_source(&source), &options, test_sink_of(&sink), b->key, &error };
    char what[200];
    snprintf(what, sizeof what, "%s, %s, cancelled at charge %zu", b->job->name, b->job->file, n);
    trying("%s", what);
    places_refuse_work(n, REEL_CANCELLED);
    reel_status status = b->job->run(&call);
    bool met = places_refuse_work(0, REEL_OK) >= n;
    if (status < 0 && status != REEL_CANCELLED) fail_msg("%s: %s: %s", what, reel_status_name(status), error.message);
    if (status < 0 && (error.status != status || !*error.message)) fail_msg("%s: no reason is given", what);
    if (status < 0 && !met) fail_msg("%s: failed without it", what);
    if (memory.live) fail_msg("%s: %zu bytes leaked", what, memory.live);
    if (sink.commits != (status >= 0) || sink.discards != (status < 0))
        fail_msg("%s: %d commits, %d discards", what, sink.commits, sink.discards);
    if (source.closed != 1) fail_msg("%s: the source was closed %d times", what, source.closed);
    test_sink_free(&sink);
    return met;
}

static void cancel_job(const job *of, const reel_key *key)
{
    bench b;
    if (!begin_bench(&b, of, key)) return;
    for (size_t n = 1; run_cancelled(&b, n);) n += n < by_effort(SIZE_MAX, 30, 12) ? 1 : 1 + n / 3;
    end_bench(&b);
}

static void a_job_that_is_cancelled_anywhere_leaves_nothing(void **state)
{
    (void)state;
    if (!places_are_known()) skip();
    reel_key *key = new_key();
    for (size_t i = 0; i < job_count; i++) cancel_job(&jobs[i], key);
    for (size_t i = 0; i < output_job_count; i++) cancel_job(&output_jobs[i], key);
    reel_key_free(key);
}

/* Runs a job within a limit. Returns whether it succeeded. */
static bool run_within(bench *b, limit_kind kind, uint64_t limit)
{
    test_allocator memory = { 0 };
    test_source source = { .data = b->data, .size = b->size, .step = 700 };
    test_sink sink = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = machinery_options(&allocator);
    reel_error error = { .rule = "" };
    uint64_t *const limits[LIMITS] = {
        [INPUT] = &options.limits.input_bytes,    [BUFFER] = &options.limits.buffer_bytes,     [ROWS] = &options.limits.rows,
        [STRINGS] = &options.limits.string_bytes, [UNPACKED] = &options.limits.unpacked_bytes,
    };
    *limits[kind] = limit;
    job_call call = { seekable_source(&source), &options, test_sink_of(&sink), b->key, &error };
    char what[200];
    snprintf(what, sizeof what, "%s, %s, limit %d of %llu", b->job->name, b->job->file, (int)kind, (unsigned long long)limit);
    trying("%s", what);
    reel_status status = b->job->run(&call);
    /* What was unpacked before the limit may be too little to tell the format. */
    bool unknown = kind == UNPACKED && status == REEL_UNSUPPORTED;
    /* The rows before the limit may end within a frame, which no file can have. */
    bool cut = kind == ROWS && status == REEL_ARGUMENT && !strcmp(b->job->name, "write");
    if (status < 0 && status != REEL_LIMIT && !unknown && !cut)
        fail_msg("%s: %s: %s", what, reel_status_name(status), error.message);
    if (status < 0 && (error.status != status || !*error.rule || !*error.message)) fail_msg("%s: no reason is given", what);
    if (memory.live) fail_msg("%s: %zu bytes leaked", what, memory.live);
    if (sink.commits != (status >= 0) || sink.discards != (status < 0))
        fail_msg("%s: %d commits, %d discards", what, sink.commits, sink.discards);
    if (source.closed != 1) fail_msg("%s: the source was closed %d times", what, source.closed);
    if (status < 0) limits_met[kind]++;
    test_sink_free(&sink);
    return status >= 0;
}

/* Light effort tries two kinds of limits with each job. */
static void limit_job(const job *of, size_t number, const reel_key *key)
{
    enum { MOST = 1 << 22 }; /* no job of these needs more of anything */
    bench b;
    if (!begin_bench(&b, of, key)) return;
    for (limit_kind kind = (limit_kind)(number % by_effort(1, 1, 3)); kind < LIMITS; kind += (limit_kind)by_effort(1, 1, 3))
        for (uint64_t limit = 1; limit < MOST && !(run_within(&b, kind, limit) && limit > 4 * b.size);)
            limit += full_effort() ? 1 + limit / 16 : 1 + 2 * limit;
    end_bench(&b);
}

static void a_job_beyond_a_limit_says_so_and_leaves_nothing(void **state)
{
    (void)state;
    reel_key *key = new_key();
    for (size_t i = 0; i < job_count; i++) limit_job(&jobs[i], i, key);
    for (size_t i = 0; i < output_job_count; i++) limit_job(&output_jobs[i], i, key);
    for (limit_kind kind = 0; kind < LIMITS; kind++)
        if (!limits_met[kind]) fail_msg("limit %d is never met", (int)kind);
    reel_key_free(key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_that_fails_says_why_and_leaves_nothing),
        cmocka_unit_test(each_place_may_have_no_memory),
        cmocka_unit_test(a_job_beyond_a_limit_says_so_and_leaves_nothing),
        cmocka_unit_test(a_job_that_is_cancelled_anywhere_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

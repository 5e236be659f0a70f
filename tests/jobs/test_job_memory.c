/* SPDX-License-Identifier: MIT
 * Each job with an allocator of the caller's: all memory comes from it, and goes back to it. The linker puts the functions below in front of
 * those of the C library, so a call of them by the library itself is seen. What a codec library allocates without asking is not. */
#include "jobs.h"
#include "machinery.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool watching;
static size_t foreign; /* allocations that were not asked of the caller */
static size_t blocks, asked;

void *__wrap_malloc(size_t size)
{
    foreign += watching;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    foreign += watching;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    foreign += watching;
    return __real_realloc(old, size);
}

static void *own_alloc(void *context, size_t size)
{
    (void)context;
    blocks++;
    asked++;
    return __real_malloc(size);
}

static void *own_resize(void *context, void *old, size_t old_size, size_t size)
{
    (void)context, (void)old_size;
    blocks += old == NULL;
    asked++;
    return __real_realloc(old, size);
}

static void own_free(void *context, void *pointer)
{
    (void)context;
    blocks -= pointer != NULL;
    free(pointer);
}

static const reel_allocator own = { own_alloc, own_resize, own_free, NULL };

/* ---- a sink that needs no memory ------------------------------------------------------------------------------------ */

static uint8_t written[1 << 22];
static size_t written_size;

static reel_status keep(void *context, const void *data, size_t size, reel_error *error)
{
    (void)context, (void)error;
    assert_true(size <= sizeof written - written_size);
    if (size) memcpy(written + written_size, data, size);
    written_size += size;
    return REEL_OK;
}

static reel_status reopen(void *context, reel_source *source, reel_error *error)
{
    (void)context, (void)error;
    *source = reel_source_memory(written, written_size);
    return REEL_OK;
}

static reel_status commit(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void discard(void *context) { (void)context; }

static reel_status run(const job *of, job_run *part, const reel_key *key, const uint8_t *data, size_t size, bool watched)
{
    reel_options options = machinery_options(&own);
    reel_error error = { .rule = "" };
    const reel_sink sink = { .write = keep, .reopen = reopen, .commit = commit, .discard = discard };
    job_call call = { reel_source_memory(data, size), &options, sink, key, &error };
    written_size = foreign = asked = 0;
    const size_t before = blocks;
    watching = watched;
    reel_status status = part(&call);
    watching = false;
    if (status < 0) fail_msg("%s: %s", of->name, error.message);
    if (blocks != before) fail_msg("%s: %zd blocks were not freed", of->name, (ssize_t)(blocks - before));
    return status;
}

static size_t foreign_of(const job *of, const reel_key *key)
{
    char path[256];
    size_t size;
    if (of->how == WITH_KEY && !key) {
        print_message("%s: built without libsodium\n", of->name);
        return 0;
    }
    trying("%s of %s", of->name, of->file);
    snprintf(path, sizeof path, "tests/formats/%s", of->file);
    uint8_t *data = read_file(project_path(path), &size);
    if (of->prepare) {
        run(of, of->prepare, key, data, size, false);
        const size_t times = of->how == TWICE ? 2 : 1;
        free(data);
        data = malloc(times * written_size + 1);
        assert_non_null(data);
        for (size_t i = 0; i < times; i++) memcpy(data + i * written_size, written, written_size);
        size = times * written_size;
    }
    run(of, of->run, key, data, size, true);
    free(data);
    if (foreign) print_message("%s of %s: %zu allocations of its own, %zu of the caller\n", of->name, of->file, foreign, asked);
    return foreign;
}

static void all_memory_is_asked_of_the_caller(void **state)
{
    (void)state;
    reel_key *key = NULL;
    if (reel_signing_library()) assert_int_equal(reel_key_new(&key, NULL), REEL_OK);
    size_t bad = 0;
    for (size_t i = 0; i < job_count; i++) bad += foreign_of(&jobs[i], key) != 0;
    for (size_t i = 0; i < output_job_count; i++) bad += foreign_of(&output_jobs[i], key) != 0;
    print_message("%zu jobs\n", job_count + output_job_count);
    reel_key_free(key);
    assert_int_equal(bad, 0);
}

/* Without an allocator it is the C library's, which this test sees. */
static void memory_of_the_c_library_is_seen(void **state)
{
    (void)state;
    foreign = 0;
    watching = true;
    reel_findings *findings = reel_findings_new(NULL);
    watching = false;
    reel_findings_free(findings);
    assert_true(foreign > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_of_the_c_library_is_seen),
        cmocka_unit_test(all_memory_is_asked_of_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

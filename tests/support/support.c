/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "corpus.h"

#include <dirent.h>
#include <signal.h>
#include <sys/stat.h>

static char corpus_name[4096], project_text[4096];

const char *project_path(const char *name)
{
    snprintf(project_text, sizeof project_text, "%s/%s", REEL_SOURCE_DIR, name);
    return project_text;
}

const char *corpus_find(const char *name)
{
    const char *root = getenv("REEL_CORPUS");
    if (root)
        snprintf(corpus_name, sizeof corpus_name, "%s/%s", root, name);
    else
        snprintf(corpus_name, sizeof corpus_name, "%s/../shared/%s", REEL_SOURCE_DIR, name);
    struct stat info = { 0 };
    return stat(corpus_name, &info) == 0 ? corpus_name : NULL;
}

const char *corpus_path(const char *name)
{
    const char *found = corpus_find(name);
    if (!found) printf("[ NO CORPUS ] missing, so not compared: %s\n", name);
    return found;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void collect(const char *folder, file_list *list)
{
    DIR *dir = opendir(folder);
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        struct stat info = { 0 };
        if (stat(path, &info) != 0) continue;
        if (S_ISDIR(info.st_mode)) {
            collect(path, list);
        } else if (S_ISREG(info.st_mode)) {
            char **paths = realloc(list->paths, (list->count + 1) * sizeof *paths);
            assert_non_null(paths);
            list->paths = paths;
            list->paths[list->count++] = strdup(path);
        }
    }
    closedir(dir);
}

file_list files_below(const char *folder)
{
    file_list list = { NULL, 0 };
    collect(folder, &list);
    if (list.count) qsort(list.paths, list.count, sizeof *list.paths, by_name);
    return list;
}

void file_list_free(file_list *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->paths[i]);
    free(list->paths);
    *list = (file_list){ NULL, 0 };
}

uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    long end = ftell(file);
    rewind(file);
    uint8_t *data = malloc(end > 0 ? (size_t)end : 1);
    assert_non_null(data);
    *size = fread(data, 1, (size_t)end, file);
    fclose(file);
    assert_int_equal(*size, end);
    return data;
}

test_effort effort_level(void)
{
    static const char *const names[] = { "light", "quick", "full" };
    static int level = -1;
    if (level < 0) {
        const char *asked = getenv("REEL_TEST_EFFORT");
        level = EFFORT_FULL;
        while (asked && level > EFFORT_LIGHT && strcmp(asked, names[level]) != 0) level--;
        printf("effort: %s\n", names[level]);
    }
    return (test_effort)level;
}

size_t by_effort(size_t full, size_t quick, size_t light)
{
    test_effort level = effort_level();
    return level == EFFORT_FULL ? full : level == EFFORT_QUICK ? quick : light;
}

size_t draws(size_t full, size_t quick, size_t light)
{
    const char *share = getenv("REEL_TEST_DRAWS");
    const size_t all = by_effort(full, quick, light), one_in = share ? (size_t)strtoul(share, NULL, 10) : 1;
    if (effort_level() != EFFORT_LIGHT || one_in < 2) return all;
    return all > one_in ? all / one_in : 1;
}

static char attempt[512], attempt_file[256];

static void print_attempt(void)
{
    if (attempt[0] || attempt_file[0]) fprintf(stderr, "while trying: %s %s\n", attempt, attempt_file);
    attempt[0] = attempt_file[0] = 0;
}

static const int deaths[] = { SIGSEGV, SIGABRT, SIGFPE, SIGILL };
static void (*other_handlers[sizeof deaths / sizeof *deaths])(int);

/* Cmocka's handler, or that of the system, gets the signal next. */
static void on_death(int number)
{
    print_attempt();
    for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++)
        if (deaths[i] == number) signal(number, other_handlers[i]);
    raise(number);
}

#if defined(__SANITIZE_ADDRESS__)
#define HAS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif
#ifdef HAS_SANITIZER
void __sanitizer_set_death_callback(void (*callback)(void));
#endif

void trying_with(const char *file)
{
    snprintf(attempt_file, sizeof attempt_file, "%s", file);
    trying("%s", "");
}

void trying(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(attempt, sizeof attempt, format, arguments);
    va_end(arguments);
#ifdef HAS_SANITIZER
    __sanitizer_set_death_callback(print_attempt);
#endif
    for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++) { /* cmocka sets its own for each test */
        void (*other)(int) = signal(deaths[i], on_death);
        if (other != on_death) other_handlers[i] = other;
    }
}

/* Each block is headed by its size, so that `free` knows what goes. It keeps the alignment that malloc gives. */
typedef struct block {
    _Alignas(16) size_t size;
} block;

static bool fails_now(size_t call, size_t fail_at, bool once) { return fail_at && (once ? call == fail_at : call >= fail_at); }

/* Fills a new part of a block, so that nothing is zero by luck. The address sanitizer, for which each page that is touched costs several, has only the
 * beginning filled, as it does itself: buffers of which most stays unused took half of its time. Other builds fill all. */
static void fill_new(uint8_t *bytes, size_t size)
{
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
    enum { MOST = 4096 };
    if (size > MOST) size = MOST;
#endif
#endif
    memset(bytes, 0xa5, size);
}

static void *test_resize(void *context, void *old, size_t old_size, size_t new_size)
{
    test_allocator *state = context;
    if (fails_now(++state->calls, state->fail_at, state->fail_once)) return NULL;
    block *head = old ? (block *)old - 1 : NULL;
    if (head && head->size != old_size) fail_msg("resize was told %zu bytes of a block of %zu", old_size, head->size);
    block *grown = realloc(head, sizeof(block) + new_size);
    if (!grown) return NULL;
    grown->size = new_size;
    if (new_size > old_size) fill_new((uint8_t *)(grown + 1) + old_size, new_size - old_size);
    state->live = state->live - old_size + new_size;
    if (state->live > state->peak) state->peak = state->live;
    return grown + 1;
}

static void *test_alloc(void *context, size_t size) { return test_resize(context, NULL, 0, size); }

static void test_release(void *context, void *pointer)
{
    if (!pointer) return;
    test_allocator *state = context;
    block *head = (block *)pointer - 1;
    state->live -= head->size;
    free(head);
}

reel_allocator test_allocator_of(test_allocator *state)
{
    return (reel_allocator){ test_alloc, test_resize, test_release, state };
}

void insight_without_memory(const reel_insight *insight, const reel_replay *replay, const reel_insight_options *options,
                            size_t least)
{
    for (int once = 0; once < 2; once++) {
        reel_status status = REEL_MEMORY;
        size_t failed = 0;
        for (size_t n = 1; status == REEL_MEMORY; n++) {
            test_allocator counted = { .fail_at = n, .fail_once = once };
            const reel_allocator allocator = test_allocator_of(&counted);
            reel_insight_options how = *options;
            reel_replay *result = NULL;
            reel_error error;
            how.allocator = &allocator;
            status =
                reel_insight_run_chunk(insight, reel_replay_format(replay), reel_replay_chunk(replay), &how, &result, &error);
            assert_true(status == REEL_OK || status == REEL_MEMORY);
            reel_free(result);
            assert_int_equal(counted.live, 0);
            failed += status == REEL_MEMORY;
        }
        assert_true(failed >= least);
    }
}

static reel_status refused(reel_error *error, const char *rule)
{
    if (error) {
        *error = (reel_error){ .status = REEL_IO, .rule = rule, .section = "" };
        snprintf(error->message, sizeof error->message, "the test says no");
    }
    return REEL_IO;
}

static reel_status source_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    test_source *state = context;
    *got = 0;
    if (fails_now(++state->reads, state->fail_at, state->fail_once)) return refused(error, "test.read");
    size_t left = state->size - state->at;
    size_t now = state->step && state->step < capacity ? state->step : capacity;
    if (now > left) now = left;
    if (now == 0) return REEL_END;
    memcpy(buffer, state->data + state->at, now);
    state->at += now;
    *got = now;
    return REEL_OK;
}

static void source_close(void *context) { ((test_source *)context)->closed++; }

reel_source test_source_of(test_source *state)
{
    return (reel_source){ .context = state, .size = REEL_UNKNOWN_SIZE, .read = source_read, .close = source_close };
}

static reel_status sink_write(void *context, const void *data, size_t size, reel_error *error)
{
    test_sink *state = context;
    if (fails_now(++state->writes, state->fail_at, state->fail_once)) return refused(error, "test.write");
    if (state->capacity - state->size < size) {
        state->capacity = 2 * state->capacity + size;
        state->data = realloc(state->data, state->capacity);
        assert_non_null(state->data);
    }
    if (size) memcpy(state->data + state->size, data, size);
    state->size += size;
    return REEL_OK;
}

static reel_status sink_reopen(void *context, reel_source *source, reel_error *error)
{
    test_sink *state = context;
    if (state->fail_reopen) return refused(error, "test.reopen");
    *source = reel_source_memory(state->data, state->size);
    return REEL_OK;
}

static reel_status sink_commit(void *context, reel_error *error)
{
    test_sink *state = context;
    state->commits++;
    return state->fail_commit ? refused(error, "test.commit") : REEL_OK;
}

static void sink_discard(void *context) { ((test_sink *)context)->discards++; }

reel_sink test_sink_of(test_sink *state)
{
    return (reel_sink){
        .context = state, .write = sink_write, .reopen = sink_reopen, .commit = sink_commit, .discard = sink_discard
    };
}

void test_sink_free(test_sink *state)
{
    free(state->data);
    *state = (test_sink){ 0 };
}

reel_status finish_unless_refused(reel_writer *writer, reel_error *error)
{
    const reel_error *why = reel_writer_error(writer);
    if (!why) return reel_finish(writer, error);
    const reel_status status = why->status;
    *error = *why;
    reel_discard(writer);
    return status;
}

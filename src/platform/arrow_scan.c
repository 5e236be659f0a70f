/* SPDX-License-Identifier: MIT
 * Many files as one Arrow stream, read ahead by threads.
 *
 * The files that are read or wait to be consumed stand in a ring of slots, in the order of their paths. A worker takes the next path
 * and the slot behind the last one, fills it with arrays and waits while it is full. The consumer empties the first slot; when that is
 * complete, its place in the ring is free for another file. The first slot can always be filled on, so nobody waits for ever. */
#include "core/memory.h"
#include "core/options.h"
#include "platform/system.h"
#include "platform/threads.h"

#include <reel/archive.h>
#include <reel/arrow.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SLOT_ARRAYS = 2, SLOTS_PER_THREAD = 4, MOST_THREADS = 1024, MOST_FAILURES = 1000 };

typedef struct scan_failure {
    struct scan_failure *next;
    reel_error error;
    char path[]; /* of the file, or FILE#NAME */
} scan_failure;

typedef struct scan_slot {
    char *path;
    struct ArrowArray arrays[SLOT_ARRAYS]; /* a ring */
    size_t first, count;
    scan_failure *failures, **last_failure; /* of an archive, the first ones */
    uint64_t failure_count;
    bool complete;
} scan_slot;

typedef struct arrow_scan {
    system_mutex lock;
    system_condition changed; /* a slot got an array, lost one, was completed or freed; or the scan ends */
    system_mutex calling;     /* held while a callback of the caller runs */
    reel_next_path *next;
    void *paths;
    char *pending; /* the first path, which was opened to find the table */
    reel_options reading;
    reel_arrow_options options;
    const reel_format **formats; /* those that have the table, ending with NULL */
    const reel_format *format;   /* of the first file that has it */
    const reel_table *table;
    const char *table_name;
    scan_slot *slots;
    size_t slot_count;
    uint64_t head, tail; /* slots in use: number head to tail - 1, each modulo slot_count */
    bool no_more_paths, stopped;
    system_thread *threads;
    unsigned thread_count;
    int failed; /* permanent */
    char message[REEL_MESSAGE_SIZE + 160];
} arrow_scan;

/* ---- workers ------------------------------------------------------------------------------------------------------ */

static void add_failure(arrow_scan *scan, scan_slot *slot, const char *path, const reel_error *error)
{
    if (++slot->failure_count > MOST_FAILURES) return;
    scan_failure *failure = malloc(sizeof *failure + strlen(path) + 1);
    if (failure) {
        *failure = (scan_failure){ .error = *error };
        memcpy(failure->path, path, strlen(path) + 1);
    }
    reel__system_mutex_lock(&scan->lock);
    if (failure) {
        *slot->last_failure = failure;
        slot->last_failure = &failure->next;
    } else {
        scan->failed = ENOMEM;
    }
    reel__system_mutex_unlock(&scan->lock);
}

typedef struct scan_job {
    arrow_scan *scan;
    scan_slot *slot;
} scan_job;

static void job_failure(void *context, const char *path, const reel_error *error)
{
    const scan_job *job = context;
    add_failure(job->scan, job->slot, path, error);
}

static bool scan_goes_on(arrow_scan *scan)
{
    reel__system_mutex_lock(&scan->lock);
    bool go_on = !scan->stopped;
    reel__system_mutex_unlock(&scan->lock);
    return go_on;
}

/* Stops a long reading when the consumer has left. */
static bool scan_progress(void *context, const reel_progress *progress)
{
    arrow_scan *scan = context;
    bool go_on = scan_goes_on(scan);
    if (!go_on || !scan->reading.on_progress) return go_on;
    reel__system_mutex_lock(&scan->calling);
    go_on = scan->reading.on_progress(scan->reading.progress_context, progress);
    reel__system_mutex_unlock(&scan->calling);
    return go_on;
}

static void scan_report(void *context, const reel_finding *finding)
{
    arrow_scan *scan = context;
    reel__system_mutex_lock(&scan->calling);
    scan->reading.report(scan->reading.report_context, finding);
    reel__system_mutex_unlock(&scan->calling);
}

/* Puts an array into a slot once there is room; false: the scan was stopped, and the array is released. */
static bool push_array(arrow_scan *scan, scan_slot *slot, struct ArrowArray *array)
{
    reel__system_mutex_lock(&scan->lock);
    while (slot->count == SLOT_ARRAYS && !scan->stopped) reel__system_condition_wait(&scan->changed, &scan->lock);
    bool stopped = scan->stopped;
    if (!stopped) slot->arrays[(slot->first + slot->count++) % SLOT_ARRAYS] = *array;
    reel__system_condition_wake(&scan->changed);
    reel__system_mutex_unlock(&scan->lock);
    if (stopped) array->release(array);
    return !stopped;
}

/* Opens a file, or the replay that `member` selects in it. It is called `name`. */
static reel_status open_replay(arrow_scan *scan, const char *path, const char *member, const char *name,
                               const reel_arrow_observer *observer, struct ArrowArrayStream *stream, reel_error *error)
{
    reel_source source;
    reel_status status = reel_source_file(path, 0, &source, error);
    if (status < 0) return status;
    reel_options reading = scan->reading;
    reading.on_progress = scan_progress;
    reading.progress_context = scan;
    if (reading.report) {
        reading.report = scan_report;
        reading.report_context = scan;
    }
    reading.formats = scan->formats;
    if (member) reading.member = member;
    reel_arrow_options options = scan->options;
    options.file = name;
    options.observer = *observer;
    return reel_arrow_stream(source, &reading, scan->table_name, &options, stream, error);
}

/* False: the scan was stopped. */
static bool read_replay(arrow_scan *scan, scan_slot *slot, const char *member, const char *name)
{
    scan_job job = { scan, slot };
    const reel_arrow_observer observer = { .context = &job, .failure = job_failure };
    struct ArrowArrayStream stream;
    reel_error error;
    bool goes_on = true;
    if (open_replay(scan, slot->path, member, name, &observer, &stream, &error) < 0) {
        add_failure(scan, slot, name, &error);
        return scan_goes_on(scan);
    }
    struct ArrowArray array;
    int result = 0;
    while (goes_on && (result = stream.get_next(&stream, &array)) == 0 && array.release) goes_on = push_array(scan, slot, &array);
    if (result == ENOMEM) {
        reel__memory_fail(&error);
        add_failure(scan, slot, name, &error);
    }
    stream.release(&stream);
    return goes_on;
}

/* The replays of a file that is an archive of several; *members is NULL: it is read as it is, or the caller has chosen one. */
static reel_status open_members(const arrow_scan *scan, const char *path, reel_members **members, reel_error *error)
{
    reel_source source;
    *members = NULL;
    if (scan->reading.member) return REEL_OK;
    reel_status status = reel_source_file(path, 0, &source, error);
    return status < 0 ? status : reel_members_open(source, NULL, members, error);
}

/* PATH#NAME; NULL: no memory. The caller frees it. */
static char *name_of(const char *path, const reel_member *member)
{
    size_t before = strlen(path), size = strlen(member->name);
    char *name = malloc(before + size + 2);
    if (!name) return NULL;
    memcpy(name, path, before);
    name[before] = '#';
    memcpy(name + before + 1, member->name, size + 1);
    return name;
}

/* Failures of an archive are limited, since it may have a million invalid members. */
static void report_rest(arrow_scan *scan, scan_slot *slot)
{
    if (slot->failure_count <= MOST_FAILURES) return;
    slot->failure_count = 0;
    add_failure(scan, slot, slot->path,
                &(reel_error){ .status = REEL_UNSUPPORTED,
                               .rule = "archive.more-failures",
                               .section = "",
                               .message = "more replays of the archive cannot be read; the first 1000 are reported" });
}

static void read_members(arrow_scan *scan, scan_slot *slot, reel_members *members)
{
    const reel_member *member;
    reel_error error;
    reel_status status = REEL_OK;
    bool goes_on = true;
    while (goes_on && status == REEL_OK && (status = reel_members_next(members, &member, &error)) == REEL_OK) {
        char *name = name_of(slot->path, member);
        if (name) goes_on = read_replay(scan, slot, member->word, name);
        if (!name) status = reel__memory_fail(&error);
        free(name);
    }
    if (status < 0) add_failure(scan, slot, slot->path, &error);
    report_rest(scan, slot);
    reel_members_close(members);
}

static void read_file(arrow_scan *scan, scan_slot *slot)
{
    reel_members *members;
    reel_error error;
    if (open_members(scan, slot->path, &members, &error) < 0)
        add_failure(scan, slot, slot->path, &error);
    else if (members)
        read_members(scan, slot, members);
    else
        read_replay(scan, slot, NULL, slot->path);
}

/* The next path in a slot of its own; NULL: no more paths, or the scan was stopped. */
static scan_slot *claim_slot(arrow_scan *scan)
{
    scan_slot *slot = NULL;
    reel__system_mutex_lock(&scan->lock);
    while (scan->tail - scan->head == scan->slot_count && !scan->stopped)
        reel__system_condition_wait(&scan->changed, &scan->lock);
    if (!scan->stopped && !scan->no_more_paths) {
        const char *path = scan->pending ? scan->pending : scan->next(scan->paths);
        char *copy = path ? malloc(strlen(path) + 1) : NULL;
        if (copy) {
            memcpy(copy, path, strlen(path) + 1);
            slot = &scan->slots[scan->tail++ % scan->slot_count];
            *slot = (scan_slot){ .path = copy };
            slot->last_failure = &slot->failures;
        } else {
            if (path) scan->failed = ENOMEM;
            scan->no_more_paths = true;
        }
        free(scan->pending);
        scan->pending = NULL;
    }
    reel__system_condition_wake(&scan->changed);
    reel__system_mutex_unlock(&scan->lock);
    return slot;
}

static void scan_worker(void *context)
{
    arrow_scan *scan = context;
    scan_slot *slot;
    while ((slot = claim_slot(scan))) {
        read_file(scan, slot);
        reel__system_mutex_lock(&scan->lock);
        slot->complete = true;
        reel__system_condition_wake(&scan->changed);
        reel__system_mutex_unlock(&scan->lock);
    }
}

/* ---- the consumer -------------------------------------------------------------------------------------------------- */

static void free_slot(scan_slot *slot)
{
    for (size_t i = 0; i < slot->count; i++) {
        struct ArrowArray *array = &slot->arrays[(slot->first + i) % SLOT_ARRAYS];
        array->release(array);
    }
    for (scan_failure *next, *failure = slot->failures; failure; failure = next) {
        next = failure->next;
        free(failure);
    }
    free(slot->path);
    *slot = (scan_slot){ 0 };
}

/* Reports the failures of a complete file. */
static void report_failures(arrow_scan *scan, const scan_slot *slot)
{
    const reel_arrow_observer *observer = &scan->options.observer;
    for (const scan_failure *failure = slot->failures; failure; failure = failure->next) {
        if (observer->failure) observer->failure(observer->context, failure->path, &failure->error);
        if (!(scan->reading.flags & REEL_STRICT) || scan->failed) continue;
        const reel_error *error = &failure->error;
        size_t used = strlen(failure->path) < 120 ? strlen(failure->path) : 120;
        memcpy(scan->message, failure->path, used);
        memcpy(scan->message + used, ": ", 2);
        memcpy(scan->message + used + 2, error->message, strlen(error->message) + 1);
        scan->failed = error->status == REEL_MEMORY ? ENOMEM : error->status == REEL_CANCELLED ? ECANCELED : EIO;
    }
}

/* Waits until the first slot has an array or is complete. False: there is nothing more. Called and left with the lock held. */
static bool wait_for_slot(arrow_scan *scan, scan_slot **slot)
{
    for (;;) {
        *slot = &scan->slots[scan->head % scan->slot_count];
        if (scan->head < scan->tail && ((*slot)->count || (*slot)->complete)) return true;
        if (scan->head == scan->tail && scan->no_more_paths) return false;
        reel__system_condition_wait(&scan->changed, &scan->lock);
    }
}

static int scan_next(struct ArrowArrayStream *self, struct ArrowArray *array)
{
    arrow_scan *scan = self->private_data;
    scan_slot *slot;
    *array = (struct ArrowArray){ 0 };
    reel__system_mutex_lock(&scan->lock);
    while (!scan->failed && !array->release && wait_for_slot(scan, &slot)) {
        if (slot->count) {
            *array = slot->arrays[slot->first];
            slot->first = (slot->first + 1) % SLOT_ARRAYS;
            slot->count--;
        } else {
            scan_slot done = *slot; /* the observer is called without the lock, and the slot must stay taken until then */
            reel__system_mutex_unlock(&scan->lock);
            report_failures(scan, &done);
            reel__system_mutex_lock(&scan->lock);
            free_slot(slot);
            scan->head++;
        }
        reel__system_condition_wake(&scan->changed);
    }
    int failed = array->release ? 0 : scan->failed;
    reel__system_mutex_unlock(&scan->lock);
    return failed;
}

static int scan_schema(struct ArrowArrayStream *self, struct ArrowSchema *schema)
{
    arrow_scan *scan = self->private_data;
    reel_error error;
    return reel_arrow_schema(scan->table, scan->format, &scan->options, schema, &error) == REEL_OK ? 0 : ENOMEM;
}

static const char *scan_error(struct ArrowArrayStream *self)
{
    const arrow_scan *scan = self->private_data;
    if (!scan->failed) return NULL;
    return *scan->message ? scan->message : "out of memory";
}

static void free_scan(arrow_scan *scan)
{
    const reel_arrow_observer observer = scan->options.observer;
    reel__system_mutex_lock(&scan->lock);
    scan->stopped = true;
    reel__system_condition_wake(&scan->changed);
    reel__system_mutex_unlock(&scan->lock);
    for (unsigned i = 0; i < scan->thread_count; i++) reel__system_thread_join(scan->threads[i]);
    for (size_t i = 0; i < scan->slot_count; i++) free_slot(&scan->slots[i]);
    free(scan->formats);
    free(scan->pending);
    free(scan->slots);
    free(scan->threads);
    reel__system_mutex_free(&scan->lock);
    reel__system_mutex_free(&scan->calling);
    reel__system_condition_free(&scan->changed);
    free(scan);
    if (observer.release) observer.release(observer.context);
}

static void scan_release(struct ArrowArrayStream *self)
{
    free_scan(self->private_data);
    *self = (struct ArrowArrayStream){ 0 };
}

/* ---- starting ----------------------------------------------------------------------------------------------------- */

static reel_status bad_argument(reel_error *error, const char *rule, const char *message)
{
    if (!error) return REEL_ARGUMENT;
    *error = (reel_error){ .status = REEL_ARGUMENT, .rule = rule, .section = "" };
    memcpy(error->message, message, strlen(message) + 1);
    return REEL_ARGUMENT;
}

/* The formats that have the same table, so that files of others are refused before anything else of them is read. */
static bool choose_formats(arrow_scan *scan)
{
    const reel_format *const *all = scan->reading.formats ? scan->reading.formats : reel_formats();
    size_t count = 0;
    while (all[count]) count++;
    scan->formats = malloc((count + 1) * sizeof *scan->formats);
    if (!scan->formats) return false;
    count = 0;
    for (; *all; all++)
        if (reel_find_table(*all, scan->table_name, NULL) == scan->table) scan->formats[count++] = *all;
    scan->formats[count] = NULL;
    return true;
}

/* Whether a file, or the replay that `member` selects in it, has the table; if not, `error` says why. */
static bool has_table(arrow_scan *scan, const char *path, const char *member, reel_error *error)
{
    reel_source source;
    if (reel_source_file(path, 0, &source, error) < 0) return false;
    reel_options reading = scan->reading;
    if (member) reading.member = member;
    if (scan->reading.format) {
        if (source.close) source.close(source.context);
        scan->format = scan->reading.format;
    } else if (reel_identify(source, &reading, &scan->format, NULL, error) < 0) {
        return false;
    }
    const struct reel_insight *insight;
    scan->table = reel_find_table(scan->format, scan->table_name, &insight);
    if (insight) scan->options.flags |= REEL_ARROW_CLEAN; /* as the streams of the files do */
    if (!scan->table) bad_argument(error, "arrow.table", "the format of the file has no such table");
    return scan->table;
}

/* Whether a file, or one of the replays of an archive, has the table. */
static bool any_has_table(arrow_scan *scan, const char *path, reel_error *error)
{
    reel_members *members;
    const reel_member *member;
    bool found = false;
    if (open_members(scan, path, &members, error) < 0) return false;
    if (!members) return has_table(scan, path, NULL, error);
    while (!found && reel_members_next(members, &member, error) == REEL_OK) found = has_table(scan, path, member->word, error);
    reel_members_close(members);
    return found;
}

/* Goes through the first paths until a file has the table, which stays the next one to read. */
static reel_status find_table(arrow_scan *scan, reel_error *error)
{
    const reel_arrow_observer *observer = &scan->options.observer;
    bool any = false;
    for (const char *path; (path = scan->next(scan->paths)); any = true) {
        reel_error why = { .rule = "", .section = "" };
        if (any_has_table(scan, path, &why)) {
            scan->pending = malloc(strlen(path) + 1);
            if (!scan->pending || !choose_formats(scan)) return reel__memory_fail(error);
            memcpy(scan->pending, path, strlen(path) + 1);
            return REEL_OK;
        }
        if (observer->failure) observer->failure(observer->context, path, &why);
        if (scan->reading.flags & REEL_STRICT) {
            if (error) *error = why;
            return why.status;
        }
    }
    return any ? bad_argument(error, "arrow.table", "no file has such a table")
               : bad_argument(error, "arrow.no-file", "no files to read");
}

static reel_status start_threads(arrow_scan *scan, unsigned threads, reel_error *error)
{
    if (!threads) threads = reel__system_processors();
    if (threads > MOST_THREADS) threads = MOST_THREADS;
    scan->slots = calloc((size_t)threads * SLOTS_PER_THREAD, sizeof *scan->slots);
    scan->threads = calloc(threads, sizeof *scan->threads);
    if (!scan->slots || !scan->threads) return reel__memory_fail(error);
    scan->slot_count = (size_t)threads * SLOTS_PER_THREAD;
    while (scan->thread_count < threads && reel__system_thread_start(&scan->threads[scan->thread_count], scan_worker, scan))
        scan->thread_count++;
    return scan->thread_count ? REEL_OK : reel__memory_fail(error); /* fewer are slower, but enough */
}

static reel_status start_scan(arrow_scan *scan, unsigned threads, reel_error *error)
{
    struct ArrowSchema schema;
    reel_status status = find_table(scan, error);
    if (status >= 0) status = reel_arrow_schema(scan->table, scan->format, &scan->options, &schema, error);
    if (status < 0) return status;
    schema.release(&schema); /* it can be made */
    return start_threads(scan, threads, error);
}

reel_status reel_arrow_scan(reel_next_path *next, void *paths, const reel_options *reading, const char *table,
                            const reel_arrow_options *options, unsigned threads, struct ArrowArrayStream *stream,
                            reel_error *error)
{
    reel_arrow_options own;
    reel__memory_options(&own, sizeof own, options);
    *stream = (struct ArrowArrayStream){ 0 };
    arrow_scan *scan = calloc(1, sizeof *scan);
    if (!scan) {
        if (own.observer.release) own.observer.release(own.observer.context);
        return reel__memory_fail(error);
    }
    reel__system_mutex_init(&scan->lock);
    reel__system_mutex_init(&scan->calling);
    reel__system_condition_init(&scan->changed);
    scan->next = next;
    scan->paths = paths;
    scan->options = own;
    scan->table_name = table;
    reel__memory_options(&scan->reading, sizeof scan->reading, reading);
    if (scan->reading.flags & REEL_CLEAN) scan->options.flags |= REEL_ARROW_CLEAN;
    reel_status status = reel__options_are_known(own.struct_size, error);
    if (status >= 0) status = reel__limited_are_known(scan->reading.struct_size, &scan->reading.limits, error);
    if (status >= 0) status = start_scan(scan, threads, error);
    if (status < 0) {
        free_scan(scan);
        return status;
    }
    *stream = (struct ArrowArrayStream){ scan_schema, scan_next, scan_error, scan_release, scan };
    return REEL_OK;
}

/* SPDX-License-Identifier: MIT
 * Output files: names, folders, and sinks that are discarded on an interruption. */
#include "run/output.h"
#include "base/fnv.h"
#include "base/system.h"
#include "run/lead.h"
#include "run/pseudonyms.h"
#include "run/turn.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

bool output_is_stdout(const struct arguments *arguments)
{
    const char *output = value_of(arguments, OPT_OUTPUT);
    return !output || !strcmp(output, "-");
}

static int by_relative(const void *a, const void *b)
{
    const struct input *x = *(const struct input *const *)a, *y = *(const struct input *const *)b;
    int order = strcmp(x->relative, y->relative);
    return order ? order : (x > y) - (x < y); /* in the order of the command line */
}

/* Whether all inputs have different output paths. */
static bool names_differ(const struct verb *verb, const struct input *inputs, size_t count)
{
    if (count < 2) return true;
    const struct input **order = grow(NULL, count * sizeof(const struct input *));
    for (size_t i = 0; i < count; i++) order[i] = &inputs[i];
    qsort(order, count, sizeof(const struct input *), by_relative);
    const struct input *twice = NULL, *again = NULL;
    for (size_t i = 1; i < count && !twice; i++) {
        if (strcmp(order[i - 1]->relative, order[i]->relative) != 0) continue;
        twice = order[i - 1];
        again = order[i];
    }
    free(order);
    if (twice) usage_error(verb, "'%s' and '%s' have the same output path: %s", twice->path, again->path, twice->relative);
    return !twice;
}

/* ---- protected files ----------------------------------------------------------------------------------- */

static struct {
    struct identity *data;
    size_t count;
} protected;

static int by_identity(const void *a, const void *b)
{
    const struct identity *x = a, *y = b;
    if (x->device != y->device) return x->device < y->device ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static void protect(const char *path)
{
    if (strcmp(path, "-") != 0 && identity_of(path, &protected.data[protected.count])) protected.count++;
}

/* Whether the argument of an option is a file that is read. */
static bool is_read(enum option_id id)
{
    return id == OPT_MERGE || id == OPT_INDEX || id == OPT_MATCH_INDEX || id == OPT_KEY || id == OPT_SIGNATURE ||
           id == OPT_PASSWORD_FILE;
}

/* Nothing to do without --replace: no existing file is overwritten then. */
void outputs_protect(const struct arguments *arguments, const struct input *inputs, size_t count)
{
    if (!has(arguments, OPT_REPLACE)) return;
    protected.data = grow(NULL, (count + arguments->given_count) * sizeof *protected.data);
    protected.count = 0;
    for (size_t i = 0; i < count; i++) protect(inputs[i].path);
    for (size_t i = 0; i < arguments->given_count; i++)
        if (is_read(arguments->given[i].id)) protect(arguments->given[i].value);
    qsort(protected.data, protected.count, sizeof *protected.data, by_identity);
}

void outputs_forget(void)
{
    free(protected.data);
    protected.data = NULL;
    protected.count = 0;
}

static reel_status check_path(struct job *job, const char *path)
{
    struct identity output, own;
    if (!protected.count || !identity_of(path, &output)) return REEL_OK;
    if (job->rewrites && identity_of(job->input->path, &own) && !by_identity(&own, &output)) return REEL_OK;
    if (!bsearch(&output, protected.data, protected.count, sizeof output, by_identity)) return REEL_OK;
    return fail_job(job, REEL_IO, "file.is-input", "output would overwrite an input: %s", path);
}

/* ---- the plan ------------------------------------------------------------------------------------------------------- */

static bool ends_with(const char *string, const char *ending)
{
    size_t size = strlen(string), end = strlen(ending);
    return size > end && !strcmp(string + size - end, ending);
}

/* Whether -o is one file for the results of all inputs. */
static bool is_collection(const struct arguments *arguments, const struct task *task, const struct inputs *inputs)
{
    const char *output = value_of(arguments, OPT_OUTPUT);
    if (task->collection == COLLECT_ALWAYS) return true;
    if (task->collection == COLLECT_NEVER || !inputs_are_many(inputs, arguments)) return false;
    enum kind kind = kind_of(output);
    return kind == KIND_OTHER || (kind != KIND_FOLDER && ends_with(output, task->ending));
}

static bool plan_collection(const struct arguments *arguments, const struct task *task, const struct inputs *inputs)
{
    const char *output = value_of(arguments, OPT_OUTPUT);
    bool folder = output && (kind_of(output) == KIND_FOLDER || ends_with(output, "/"));
    bool clash = !output_is_stdout(arguments) ? folder : task->one_to_stdout && inputs->count > 1;
    if (clash && folder)
        usage_error(arguments->verb, "'%s' is a folder; the results of %s go to one file", output, arguments->verb->name);
    else if (clash)
        usage_error(arguments->verb, "several inputs cannot share one output; use -o FOLDER");
    else if (has(arguments, OPT_SKIP_EXISTING))
        usage_error(arguments->verb, "--skip-existing requires -o PATH with one output for each input");
    return !clash && !has(arguments, OPT_SKIP_EXISTING);
}

bool output_plan(const struct arguments *arguments, const struct task *task, const struct inputs *inputs, struct plan *plan)
{
    const char *output = value_of(arguments, OPT_OUTPUT);
    *plan = (struct plan){ .collected = output_is_stdout(arguments) || is_collection(arguments, task, inputs) };
    outputs_protect(arguments, inputs->data, inputs->count);
    if (plan->collected) return plan_collection(arguments, task, inputs);
    enum kind kind = kind_of(output);
    bool many = task->always_folder || inputs_are_many(inputs, arguments);
    plan->into_folder = many || kind == KIND_FOLDER || output[strlen(output) - 1] == '/';
    if (plan->into_folder && kind != KIND_FOLDER && kind != KIND_NONE) {
        usage_error(arguments->verb, "'%s' is not a folder; several inputs need -o FOLDER", output);
        return false;
    }
    if (task->exporter && has(arguments, OPT_HASH)) {
        usage_error(arguments->verb, "--hash requires one output for all inputs: standard output, or -o FILE%s",
                    task->ending ? task->ending : "");
        return false;
    }
    return !plan->into_folder || names_differ(arguments->verb, inputs->data, inputs->count);
}

char *output_path(const struct job *job, const char *ending)
{
    const char *output = value_of(job->arguments, OPT_OUTPUT);
    if (job->collected) return copy_of("-");
    if (!job->into_folder) return copy_of(output ? output : "-");
    char *name = copy_of(job->input->relative);
    name[reel_unpacked_name(name)] = '\0';
    if (has(job->arguments, OPT_ANONYMISE) || has(job->arguments, OPT_PSEUDONYMISE)) { /* names of files name players */
        char *cover = pseudonym_name(name, job->input->number);
        free(name);
        name = cover;
    }
    char *named = joined(name, ending, "");
    char *path = joined(output, output[strlen(output) - 1] == '/' ? "" : "/", named);
    free(name);
    free(named);
    return path;
}

/* ---- standard output as a sink ---------------------------------------------------------------------------------- */

static reel_status interrupted(reel_error *error)
{
    return reel_fail(error, REEL_CANCELLED, "reel.interrupted", "", 0, "interrupted");
}

static reel_status print_part(struct job *job, const void *data, size_t size, reel_error *error)
{
    if (job->lead && !job->led) lead_begin(job->lead, job);
    job->led = true;
    if (job->lead) return lead_print(job->lead, data, size, error);
    if (print_bytes(data, size)) return REEL_OK;
    return reel_fail(error, REEL_IO, "file.write", "", 0, "cannot write to standard output");
}

static reel_status write_stdout(void *context, const void *data, size_t size, reel_error *error)
{
    struct job *job = context;
    if (job_is_late(job)) return interrupted(error);
    if (job->turn && !turn_came(job)) {
        if (turn_hold(job, data, size)) return REEL_OK;
        if (!turn_wait(job)) return interrupted(error);
    }
    if (job->turn && job->out.size) {
        reel_status status = print_part(job, job->out.data, job->out.size, error);
        turn_printed(job);
        if (status < 0) return status;
    }
    return print_part(job, data, size, error);
}

static reel_status flush_stdout(void *context, reel_error *error)
{
    const struct job *job = context;
    if (job->turn && !turn_came(job)) return REEL_OK;
    if (print_done()) return REEL_OK;
    return reel_fail(error, REEL_IO, "file.write", "", 0, "cannot write to standard output");
}

static void discard_stdout(void *context) { (void)context; }

/* ---- files ------------------------------------------------------------------------------------------------------ */

/* A file sink that fails when the command is interrupted or the job is deferred, so that the library discards the output. */
struct guard {
    reel_sink inner;
    struct job *job;
    bool stays; /* an interruption is the normal end (--follow) */
    struct guard *next;
};

static bool is_stopped(const struct guard *guard) { return (was_interrupted() && !guard->stays) || job_is_late(guard->job); }

static reel_status guard_write(void *context, const void *data, size_t size, reel_error *error)
{
    struct guard *guard = context;
    return is_stopped(guard) ? interrupted(error) : guard->inner.write(guard->inner.context, data, size, error);
}

static reel_status guard_flush(void *context, reel_error *error)
{
    struct guard *guard = context;
    return guard->inner.flush(guard->inner.context, error);
}

static reel_status guard_reopen(void *context, reel_source *source, reel_error *error)
{
    struct guard *guard = context;
    return guard->inner.reopen(guard->inner.context, source, error);
}

static reel_status guard_patch(void *context, uint64_t offset, const void *data, size_t size, reel_error *error)
{
    struct guard *guard = context;
    return is_stopped(guard) ? interrupted(error) : guard->inner.patch(guard->inner.context, offset, data, size, error);
}

static void guard_discard(void *context)
{
    struct guard *guard = context;
    guard->inner.discard(guard->inner.context);
    free(guard);
}

/* The output is complete. It is renamed with the other outputs of the job. */
static reel_status guard_commit(void *context, reel_error *error)
{
    struct guard *guard = context;
    if (is_stopped(guard)) {
        guard_discard(context);
        return interrupted(error);
    }
    guard->next = guard->job->complete;
    guard->job->complete = guard;
    return REEL_OK;
}

reel_status outputs_settle(struct job *job, reel_status status)
{
    while (job->complete) {
        struct guard *guard = job->complete;
        job->complete = guard->next;
        if (status < 0) {
            guard_discard(guard);
            continue;
        }
        status = guard->inner.commit(guard->inner.context, &job->error);
        free(guard);
        if (status < 0) text_free(&job->out); /* it reports outputs that were not written */
    }
    return status;
}

/* ---- folders -------------------------------------------------------------------------------------------------------- */

/* Hashes of the folders that were swept. On a collision a folder is not swept in this run, which is harmless. */
static struct {
    atomic_flag busy;
    uint64_t *sums; /* open addressing; 0 is free */
    size_t count, capacity;
} swept = { .busy = ATOMIC_FLAG_INIT };

static bool add_hash(uint64_t sum)
{
    size_t at = (size_t)sum & (swept.capacity - 1);
    while (swept.sums[at] && swept.sums[at] != sum) at = (at + 1) & (swept.capacity - 1);
    if (swept.sums[at]) return false;
    swept.sums[at] = sum;
    swept.count++;
    return true;
}

static void make_room(void)
{
    if (2 * swept.count < swept.capacity) return;
    uint64_t *old = swept.sums;
    size_t size = swept.capacity;
    swept.capacity = size ? 2 * size : 16;
    swept.count = 0;
    swept.sums = grow(NULL, swept.capacity * sizeof *swept.sums);
    memset(swept.sums, 0, swept.capacity * sizeof *swept.sums);
    for (size_t i = 0; i < size; i++)
        if (old[i]) add_hash(old[i]);
    free(old);
}

/* Whether this is the first output in its folder. If so, temporary files of killed runs are removed there. */
static bool is_first_in_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    uint64_t sum = fnv_add(FNV_BEGIN, path, slash ? (size_t)(slash - path) : 0);
    while (atomic_flag_test_and_set(&swept.busy)) continue;
    make_room();
    bool first = add_hash(sum ? sum : 1);
    atomic_flag_clear(&swept.busy);
    return first;
}

/* What a path has behind the output folder, which the user named. It comes from an input, which may be anybody's, so that no link may lead
 * it elsewhere. NULL: the user named all of the path. */
static const char *name_below(const struct job *job, const char *path)
{
    const char *root = value_of(job->arguments, OPT_OUTPUT);
    size_t size = root ? strlen(root) : 0;
    if (!job->into_folder || !root || strncmp(path, root, size) != 0) return NULL;
    return path + size + strspn(path + size, "/");
}

static reel_status open_output(struct job *job, const char *path, uint32_t flags, reel_sink *sink)
{
    const char *root = value_of(job->arguments, OPT_OUTPUT), *name = name_below(job, path);
    if (!name) return reel_sink_file(path, flags, sink, &job->error);
    if (make_folders(root)) return reel_sink_below(root, name, flags, sink, &job->error);
    return fail_job(job, REEL_IO, "file.folder", "cannot create the folder for %s: %s", path, strerror(errno));
}

reel_status output_check_existing(struct job *job, const char *path)
{
    if (!job->skips || job->untimed || kind_of(path) == KIND_NONE) return REEL_OK;
    job->skipped = true;
    return fail_job(job, REEL_IO, "file.exists", "the output exists: %s", path);
}

reel_status output_sink(struct job *job, const char *path, reel_sink *sink)
{
    if (!strcmp(path, "-")) {
        *sink = (reel_sink){
            .context = job, .write = write_stdout, .flush = flush_stdout, .commit = flush_stdout, .discard = discard_stdout
        };
        return REEL_OK;
    }
    reel_status status = output_check_existing(job, path);
    if (status >= 0) status = check_path(job, path);
    if (status < 0) return status;
    struct guard *guard = grow(NULL, sizeof *guard);
    *guard = (struct guard){ .job = job, .stays = has(job->arguments, OPT_FOLLOW) };
    uint32_t flags = has(job->arguments, OPT_REPLACE) ? REEL_FILE_REPLACE : 0;
    status = open_output(job, path, flags | (is_first_in_folder(path) ? REEL_FILE_SWEEP : 0), &guard->inner);
    if (status < 0) {
        free(guard);
        return status;
    }
    *sink = (reel_sink){ .context = guard,
                         .write = guard_write,
                         .flush = guard->inner.flush ? guard_flush : NULL,
                         .reopen = guard->inner.reopen ? guard_reopen : NULL,
                         .commit = guard_commit,
                         .discard = guard_discard,
                         .patch = guard->inner.patch ? guard_patch : NULL };
    return REEL_OK;
}

/* ---- outputs that are opened later -------------------------------------------------------------------------------- */

reel_status deferred_open(struct deferred *deferred)
{
    if (deferred->is_open) return REEL_OK;
    reel_status status = output_sink(deferred->job, deferred->path, &deferred->inner);
    deferred->is_open = status >= 0;
    return status;
}

/* Opens the output of a sink. */
static reel_status deferred_ready(struct deferred *deferred, reel_error *error)
{
    reel_status status = deferred_open(deferred);
    if (status < 0) *error = deferred->job->error;
    return status;
}

static reel_status deferred_write(void *context, const void *data, size_t size, reel_error *error)
{
    struct deferred *deferred = context;
    reel_status status = deferred_ready(deferred, error);
    return status < 0 ? status : deferred->inner.write(deferred->inner.context, data, size, error);
}

static reel_status deferred_flush(void *context, reel_error *error)
{
    struct deferred *deferred = context;
    return deferred->is_open && deferred->inner.flush ? deferred->inner.flush(deferred->inner.context, error) : REEL_OK;
}

static reel_status deferred_reopen(void *context, reel_source *source, reel_error *error)
{
    struct deferred *deferred = context;
    reel_status status = deferred_ready(deferred, error);
    return status < 0 ? status : deferred->inner.reopen(deferred->inner.context, source, error);
}

static reel_status deferred_patch(void *context, uint64_t offset, const void *data, size_t size, reel_error *error)
{
    struct deferred *deferred = context;
    reel_status status = deferred_ready(deferred, error);
    return status < 0 || !deferred->inner.patch ? status
                                                : deferred->inner.patch(deferred->inner.context, offset, data, size, error);
}

static reel_status deferred_commit(void *context, reel_error *error)
{
    struct deferred *deferred = context;
    reel_status status = deferred_ready(deferred, error);
    return status < 0 ? status : deferred->inner.commit(deferred->inner.context, error);
}

static void deferred_discard(void *context)
{
    struct deferred *deferred = context;
    if (deferred->is_open) deferred->inner.discard(deferred->inner.context);
}

reel_sink output_deferred(struct job *job, struct deferred *deferred, char *path)
{
    *deferred = (struct deferred){ .job = job, .path = path };
    job->deferred = deferred;
    bool standard = path && !strcmp(path, "-");
    return (reel_sink){ .context = deferred,
                        .write = deferred_write,
                        .flush = deferred_flush,
                        .reopen = standard ? NULL : deferred_reopen,
                        .commit = deferred_commit,
                        .discard = deferred_discard,
                        .patch = standard ? NULL : deferred_patch };
}

void deferred_end(struct deferred *deferred)
{
    deferred->job->deferred = NULL;
    free(deferred->path);
}

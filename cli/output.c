/* SPDX-License-Identifier: MIT
 * Where outputs go: names, folders, and sinks that an interruption takes back. */
#include "output.h"
#include "report.h"
#include "system.h"

#include <errno.h>
#include <stdlib.h>

bool output_is_stdout(const struct arguments *arguments)
{
    const char *output = value_of(arguments, OPT_OUTPUT);
    return !output || !strcmp(output, "-");
}

static int by_relative(const void *a, const void *b)
{
    return strcmp((*(const struct input *const *)a)->relative, (*(const struct input *const *)b)->relative);
}

/* Two inputs of one name would go to one output: neither is allowed to win. */
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
    if (twice) usage_error(verb, "'%s' and '%s' would have one output: %s", twice->path, again->path, twice->relative);
    return !twice;
}

bool output_plan(const struct arguments *arguments, const struct task *task, const struct input *inputs, size_t count,
                 bool *into_folder)
{
    *into_folder = false;
    if (output_is_stdout(arguments)) {
        bool clash = task->one_to_stdout && count > 1;
        if (clash) usage_error(arguments->verb, "several inputs need a folder: -o FOLDER");
        return !clash;
    }
    const char *output = value_of(arguments, OPT_OUTPUT);
    enum kind kind = kind_of(output);
    bool many = task->always_folder || count > 1 || (count == 1 && inputs[0].walked);
    *into_folder = many || kind == KIND_FOLDER || output[strlen(output) - 1] == '/';
    if (*into_folder && kind != KIND_FOLDER && kind != KIND_NONE) {
        usage_error(arguments->verb, "'%s' is a file, and several inputs need a folder", output);
        return false;
    }
    return !*into_folder || names_differ(arguments->verb, inputs, count);
}

char *output_path(const struct job *job, const char *ending)
{
    static const char *const packed[] = { ".gz", ".xz", ".zst" };
    const char *output = value_of(job->arguments, OPT_OUTPUT);
    if (!job->into_folder) return copy_of(output ? output : "-");
    char *name = copy_of(job->input->relative);
    size_t size = strlen(name);
    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
        size_t end = strlen(packed[i]);
        if (size <= end || strcmp(name + size - end, packed[i]) != 0) continue;
        name[size - end] = '\0';
        break;
    }
    char *named = joined(name, ending, "");
    char *path = joined(output, output[strlen(output) - 1] == '/' ? "" : "/", named);
    free(name);
    free(named);
    return path;
}

/* ---- standard output as a sink ---------------------------------------------------------------------------------- */

static reel_status write_stdout(void *context, const void *data, size_t size, reel_error *error)
{
    (void)context;
    if (print_bytes(data, size)) return REEL_OK;
    return reel_fail(error, REEL_IO, "file.write", "", 0, "standard output cannot be written");
}

static reel_status flush_stdout(void *context, reel_error *error)
{
    (void)context;
    if (print_done()) return REEL_OK;
    return reel_fail(error, REEL_IO, "file.write", "", 0, "standard output cannot be written");
}

static void leave_stdout(void *context) { (void)context; }

/* ---- files ------------------------------------------------------------------------------------------------------ */

/* A file's sink that fails once the command was interrupted, so that the library takes the output back. */
struct guard {
    reel_sink inner;
    bool stays; /* an interruption is how it ends */
};

static reel_status interrupted(reel_error *error) { return reel_fail(error, REEL_IO, "reel.interrupted", "", 0, "interrupted"); }

static reel_status guard_write(void *context, const void *data, size_t size, reel_error *error)
{
    struct guard *guard = context;
    return was_interrupted() && !guard->stays ? interrupted(error) : guard->inner.write(guard->inner.context, data, size, error);
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

static void guard_discard(void *context)
{
    struct guard *guard = context;
    guard->inner.discard(guard->inner.context);
    free(guard);
}

static reel_status guard_commit(void *context, reel_error *error)
{
    struct guard *guard = context;
    if (was_interrupted() && !guard->stays) {
        guard_discard(context);
        return interrupted(error);
    }
    reel_status status = guard->inner.commit(guard->inner.context, error);
    free(guard);
    return status;
}

static reel_status make_folder_of(struct job *job, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!job->into_folder || !slash || slash == path) return REEL_OK;
    char *folder = copy_of(path);
    folder[slash - path] = '\0';
    bool made = make_folders(folder);
    free(folder);
    return made ? REEL_OK : fail_job(job, REEL_IO, "file.folder", "the folder of %s cannot be made: %s", path, strerror(errno));
}

reel_status output_sink(struct job *job, const char *path, reel_sink *sink)
{
    if (!strcmp(path, "-")) {
        *sink = (reel_sink){ .write = write_stdout, .flush = flush_stdout, .commit = flush_stdout, .discard = leave_stdout };
        return REEL_OK;
    }
    reel_status status = make_folder_of(job, path);
    if (status < 0) return status;
    struct guard *guard = grow(NULL, sizeof *guard);
    guard->stays = has(job->arguments, OPT_FOLLOW);
    status = reel_sink_file(path, has(job->arguments, OPT_REPLACE) ? REEL_FILE_REPLACE : 0, &guard->inner, &job->error);
    if (status < 0) {
        free(guard);
        return status;
    }
    *sink = (reel_sink){ .context = guard,
                         .write = guard_write,
                         .flush = guard->inner.flush ? guard_flush : NULL,
                         .reopen = guard->inner.reopen ? guard_reopen : NULL,
                         .commit = guard_commit,
                         .discard = guard_discard };
    return REEL_OK;
}

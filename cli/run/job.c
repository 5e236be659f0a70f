/* SPDX-License-Identifier: MIT
 * The processing of one file: its input, its options, its limits. */
#include "run/job.h"
#include "base/system.h"

#include <stdio.h>
#include <stdlib.h>

reel_status fail_job(struct job *job, reel_status status, const char *rule, const char *format, ...)
{
    job->error = (reel_error){ .status = status, .rule = rule, .section = "" };
    va_list list;
    va_start(list, format);
    vsnprintf(job->error.message, sizeof job->error.message, format, list);
    va_end(list);
    return status;
}

const char *job_name(const struct job *job) { return job->input->name ? job->input->name : job->input->path; }

bool is_not_replay(const reel_error *error)
{
    return !strcmp(error->rule, "reel.unknown-format") || !strcmp(error->rule, "reel.empty");
}

bool job_can_reopen(const struct job *job)
{
    return strcmp(job->input->path, "-") != 0 && kind_of(job->input->path) != KIND_OTHER;
}

bool job_is_late(struct job *job)
{
    double seconds = seconds_of(job->arguments, OPT_LIMIT_TIME);
    if (seconds > 0 && !job->untimed && (double)(clock_ms() - job->began) > 1000 * seconds) job->late = true;
    return job->late;
}

/* Progress callback: false cancels. With --follow an interruption is the normal end, and the output is kept. */
static bool may_continue(void *context, const reel_progress *progress)
{
    struct job *job = context;
    if (job->on_read) job->on_read(job, progress);
    return !job_is_late(job) && (!was_interrupted() || has(job->arguments, OPT_FOLLOW));
}

static void new_findings(struct job *job)
{
    job->findings = reel_findings_new(NULL);
    if (!job->findings) grow(NULL, SIZE_MAX / 2); /* out of memory: exits */
    job->options.report_context = job->findings;
}

void job_forget(struct job *job)
{
    reel_findings_free(job->findings);
    new_findings(job);
    job->error = (reel_error){ .rule = "", .section = "" };
}

void job_begin(struct job *job, const struct arguments *arguments, const struct input *input)
{
    *job = (struct job){ .arguments = arguments, .input = input, .error = { .rule = "", .section = "" }, .began = clock_ms() };
    job->shown = input->name ? input->name : strcmp(input->path, "-") != 0 ? input->path : "standard input";
    grow_reserve();
    counted_refused(); /* forget what an earlier job was refused */
    new_findings(job);
    job->options.struct_size = sizeof job->options;
    job->options.flags = (has(arguments, OPT_STRICT) ? REEL_STRICT : 0) | (has(arguments, OPT_CLEAN) ? REEL_CLEAN : 0);
    job->options.report = reel_findings_report;
    job->options.convention = value_of(arguments, OPT_READING);
    job->options.allocator = counted_allocator();
    job->options.limits.unpacked_bytes = size_of(arguments, OPT_LIMIT_UNPACKED);
    job->options.limits.work = count_of(arguments, OPT_LIMIT_WORK, 0);
    job->options.member = input->member;
    job->options.name = strcmp(input->path, "-") != 0 ? base_name(input->path) : NULL;
    job->options.on_progress = may_continue;
    job->options.progress_context = job;
}

reel_status job_limits(struct job *job, reel_status status)
{
    struct counted_refusal refusal = counted_refused();
    if (status >= 0 && refusal.any) status = fail_job(job, REEL_MEMORY, "reel.memory", "out of memory");
    if (status == REEL_MEMORY && refusal.by_limit)
        fail_job(job, status, "reel.memory-limit", "memory limit exceeded (--limit-memory %s)",
                 value_of(job->arguments, OPT_LIMIT_MEMORY));
    if (status < 0 && job->late)
        status = fail_job(job, REEL_CANCELLED, "reel.time-limit", "time limit exceeded (--limit-time %s)",
                          value_of(job->arguments, OPT_LIMIT_TIME));
    return status;
}

/* ---- the input ----------------------------------------------------------------------------------------------------- */

/* A source whose read may block. Waiting ends when the command is interrupted or the job is late. */
struct waiting {
    reel_source inner;
    struct job *job;
    bool standard;
};

static reel_status stop_waiting(struct job *job, reel_error *error)
{
    if (!was_interrupted() && !job_is_late(job)) return REEL_OK;
    return reel_fail(error, REEL_CANCELLED, "reel.interrupted", "", 0, "interrupted");
}

static reel_status read_waiting(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    struct waiting *waiting = context;
    const reel_source *inner = &waiting->inner;
    for (;;) {
        reel_status status = stop_waiting(waiting->job, error);
        if (status < 0) return status;
        if (waiting->standard && !input_is_ready()) continue;
        status = inner->read(inner->context, buffer, capacity, got, error);
        if (status != REEL_AGAIN || !waiting->job->opens) return status;
        pause_briefly();
    }
}

static void close_waiting(void *context)
{
    struct waiting *waiting = context;
    if (waiting->inner.close) waiting->inner.close(waiting->inner.context);
    free(waiting);
}

static reel_status open_file(struct job *job)
{
    const char *path = job->input->path;
    bool standard = !strcmp(path, "-"), follows = has(job->arguments, OPT_FOLLOW);
    if (!standard && !job->input->walked && kind_of(path) == KIND_FOLDER)
        return fail_job(job, REEL_IO, "file.folder", "is a folder, not a file");
    reel_status status = reel_source_file(path, follows ? REEL_FILE_FOLLOW : 0, &job->file, &job->error);
    if (status < 0 || (!standard && !(follows && kind_of(path) == KIND_OTHER))) return status;
    struct waiting *waiting = grow(NULL, sizeof *waiting);
    *waiting = (struct waiting){ .inner = job->file, .job = job, .standard = standard };
    job->file = (reel_source){ .context = waiting, .size = job->file.size, .read = read_waiting, .close = close_waiting };
    return REEL_OK;
}

void job_take(struct job *job, struct input *input)
{
    if (!input->is_held) return;
    job->file = input->held;
    job->is_open = true;
    input->is_held = false;
}

reel_status job_source(struct job *job, reel_source *source)
{
    reel_status status = REEL_OK;
    if (!job->is_open)
        status = open_file(job);
    else if (job->file.seek)
        status = job->file.seek(job->file.context, 0, &job->error);
    else
        status = fail_job(job, REEL_IO, "file.read-twice", "standard input cannot be read twice");
    if (status < 0) return status;
    job->is_open = true;
    *source = job->file;
    source->close = NULL;
    return REEL_OK;
}

reel_status job_read_all(struct job *job, reel_source source, uint64_t most, struct text *all)
{
    enum { PIECE = 1 << 16 };
    reel_status status = source.size != REEL_UNKNOWN_SIZE && source.size > most ? REEL_LIMIT : REEL_OK;
    while (status == REEL_OK) {
        size_t got = 0;
        char *room = text_room(all, PIECE);
        status = room ? source.read(source.context, room, PIECE, &got, &job->error)
                      : fail_job(job, REEL_MEMORY, "reel.memory", "out of memory");
        all->size += got;
        if (all->size > most) status = REEL_LIMIT;
    }
    if (source.close) source.close(source.context);
    return status < 0 ? status : REEL_OK;
}

void job_close(struct job *job)
{
    if (job->is_open && job->file.close) job->file.close(job->file.context);
    job->is_open = false;
}

reel_status job_reader(struct job *job, const reel_table *const *tables, reel_reader **reader)
{
    reel_source source = { 0 };
    reel_status status = job_source(job, &source);
    if (status < 0) return status;
    reel_options wanted = job->options;
    wanted.tables = tables;
    return reel_open(source, &wanted, reader, &job->error);
}

/* SPDX-License-Identifier: MIT
 * Runs a command over many files. */
#include "files.h"
#include "color.h"
#include "hash.h"
#include "lead.h"
#include "output.h"
#include "progress.h"
#include "report.h"
#include "system.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- a file ----------------------------------------------------------------------------------------------------- */

/* A source whose read may block. Waiting ends when the command is interrupted or the job is late. */
struct waiting {
    reel_source inner;
    struct job *job;
    bool standard;
    size_t returned; /* of the bytes that were peeked */
};

static reel_status stop_waiting(struct job *job, reel_error *error)
{
    if (!was_interrupted() && !job_is_late(job)) return REEL_OK;
    return reel_fail(error, REEL_CANCELLED, "reel.interrupted", "", 0, "interrupted");
}

static reel_status read_waiting(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    struct waiting *waiting = context;
    const struct job *job = waiting->job;
    if (!job->has_rest && waiting->returned < job->peeked_size) {
        size_t left = job->peeked_size - waiting->returned;
        *got = left < capacity ? left : capacity;
        memcpy(buffer, job->peeked + waiting->returned, *got);
        waiting->returned += *got;
        return REEL_OK;
    }
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

reel_status job_source(struct job *job, reel_source *source)
{
    if (job->has_rest) {
        *source = job->rest;
        job->has_rest = false;
        return REEL_OK;
    }
    const char *path = job->input->path;
    bool standard = !strcmp(path, "-"), follows = has(job->arguments, OPT_FOLLOW);
    if (!standard && !job->input->walked && kind_of(path) == KIND_FOLDER)
        return fail_job(job, REEL_IO, "file.folder", "is a folder, not a file");
    reel_status status = reel_source_file(path, follows ? REEL_FILE_FOLLOW : 0, source, &job->error);
    if (status < 0 || (!standard && !(follows && kind_of(path) == KIND_OTHER))) return status;
    struct waiting *waiting = grow(NULL, sizeof *waiting);
    *waiting = (struct waiting){ .inner = *source, .job = job, .standard = standard };
    *source = (reel_source){ .context = waiting, .size = source->size, .read = read_waiting, .close = close_waiting };
    return REEL_OK;
}

/* As much as reel_identify reads. */
enum { PEEKED = 1 << 14 };

reel_status job_peek(struct job *job)
{
    if (job->peeked) return REEL_OK;
    reel_source source;
    reel_status status = job_source(job, &source);
    if (status < 0) return status;
    job->peeked = grow(NULL, PEEKED);
    while (status == REEL_OK && job->peeked_size < PEEKED) {
        size_t got = 0;
        job->has_rest = true; /* so that the source does not return what was peeked */
        status = source.read(source.context, job->peeked + job->peeked_size, PEEKED - job->peeked_size, &got, &job->error);
        job->peeked_size += got;
    }
    job->rest = source;
    return status < 0 ? status : REEL_OK;
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

/* ---- a job --------------------------------------------------------------------------------------------------------- */

const char *job_name(const struct job *job) { return job->input->name ? job->input->name : job->input->path; }

bool is_not_replay(const reel_error *error)
{
    return !strcmp(error->rule, "reel.unknown-format") || !strcmp(error->rule, "reel.empty");
}

bool job_can_reopen(const struct job *job)
{
    return strcmp(job->input->path, "-") != 0 && kind_of(job->input->path) != KIND_OTHER;
}

/* Whether --format, which lists formats, includes this one. */
static bool is_wanted(const struct job *job, const reel_format *format)
{
    char **wanted = names_of(job->arguments, OPT_FORMAT);
    bool found = !wanted || names_have(wanted, format->id);
    names_free(wanted);
    return found;
}

/* Whether the command processes a file, as far as its beginning shows. Called before the work, which may create outputs. */
static bool is_chosen(struct job *job, const struct task *task)
{
    bool formats = has(job->arguments, OPT_FORMAT);
    bool only = formats || has(job->arguments, OPT_ONLY_REPLAYS) || (job->input->walked && !task->accounts);
    reel_source source = { 0 };
    const reel_format *format = NULL;
    bool peeks = !job_can_reopen(job);
    if (!only || (peeks && (strcmp(job->input->path, "-") != 0 || has(job->arguments, OPT_FOLLOW)))) return true;
    reel_status status = peeks ? job_peek(job) : job_source(job, &source);
    if (peeks && status == REEL_OK) source = reel_source_memory(job->peeked, job->peeked_size);
    if (status == REEL_OK) status = reel_identify(source, &job->options, &format, NULL, &job->error);
    bool chosen = status == REEL_OK ? is_wanted(job, format) : !is_not_replay(&job->error);
    if (status == REEL_OK && !chosen) fail_job(job, REEL_UNSUPPORTED, "file.format", "the format is %s", format->id);
    if (chosen) job->error = (reel_error){ .rule = "", .section = "" };
    return chosen;
}

/* job->error says why. */
static void skip_job(struct job *job)
{
    job->skipped = true;
    text_free(&job->out);
    if (!has(job->arguments, OPT_VERBOSE)) return;
    text_visible(&job->err, job->shown, strlen(job->shown));
    text_string(&job->err, ": skipped: ");
    text_visible(&job->err, job->error.message, strlen(job->error.message));
    text_string(&job->err, "\n");
}

bool job_is_late(struct job *job)
{
    double seconds = seconds_of(job->arguments, OPT_LIMIT_TIME);
    if (seconds > 0 && !job->untimed && (double)(clock_ms() - job->began) > 1000 * seconds) job->late = true;
    return job->late;
}

static void run_progress(struct run *run, struct job *job, const reel_progress *progress);

/* Progress callback: false cancels. With --follow an interruption is the normal end, and the output is kept. */
static bool may_continue(void *context, const reel_progress *progress)
{
    struct job *job = context;
    if (job->run) run_progress(job->run, job, progress);
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

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void job_begin(struct job *job, const struct arguments *arguments, const struct input *input)
{
    *job = (struct job){ .arguments = arguments, .input = input, .error = { .rule = "", .section = "" }, .began = clock_ms() };
    job->shown = input->name ? input->name : strcmp(input->path, "-") != 0 ? input->path : "standard input";
    grow_reserve();
    counted_refused(); /* forget what an earlier job was refused */
    new_findings(job);
    job->options.flags = has(arguments, OPT_STRICT) ? REEL_STRICT : 0;
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

void job_end(struct job *job, const struct task *task, reel_status status)
{
    bool verbose = has(job->arguments, OPT_VERBOSE);
    status = job_limits(job, status);
    status = outputs_settle(job, status);
    job_drop_index(job);
    counted_refused(); /* what was refused until here is in the status */
    if (job->has_rest && job->rest.close) job->rest.close(job->rest.context);
    job->has_rest = false;
    free(job->peeked);
    job->peeked = NULL;
    if (status < 0 && job->error.status == REEL_MEMORY) text_free(&job->out); /* frees memory for the error message */
    if (task->findings != FINDINGS_NONE && !has(job->arguments, OPT_QUIET))
        report_findings(&job->err, job->shown, job->findings,
                        task->findings == FINDINGS_ALL || verbose ? REEL_NOTE : REEL_WARNING, has_colors(2));
    uint64_t bad = reel_findings_total(job->findings, REEL_ERROR);
    if (task->warnings_fail) bad += reel_findings_total(job->findings, REEL_WARNING);
    if (bad && !task->forgives && job->status < EXIT_FINDINGS) job->status = EXIT_FINDINGS;
    if (status < 0 && has(job->arguments, OPT_JSON) && !job->out.size) report_failure_json(job, task->accounts);
    reel_findings_free(job->findings);
    job->findings = NULL;
    if (status < 0) job->status = status == REEL_ARGUMENT ? EXIT_USAGE : EXIT_UNREADABLE;
    if (status < 0 && !print_has_failed() && !was_interrupted()) report_failure(&job->err, job->shown, &job->error);
    job->lost = counted_refused().any;
}

void job_print_messages(const struct job *job)
{
    fwrite(job->err.data, 1, job->err.size, stderr);
    if (job->lost) fputs("reel: out of memory: a message was lost\n", stderr);
}

/* ---- all files --------------------------------------------------------------------------------------------- */

struct run {
    const struct arguments *arguments;
    const struct task *task;
    struct inputs inputs;
    _Atomic(struct job *) *done; /* finished jobs that are not printed yet */
    bool *again;                 /* files that ran out of memory while others were being processed */
    bool alone;                  /* no other file is being processed */
    bool in_turn;                /* the work prints, one file at a time */
    struct progress progress;
    struct plan plan;
    struct lead lead; /* leading columns of the results, if `leads` */
    bool leads;
    struct job collector; /* owns `sink`, the file that replaces standard output */
    reel_sink sink;
    atomic_size_t next; /* next file to print */
    atomic_flag printing;
    bool any; /* something was printed, so `between` precedes the next result */
    int status;
    size_t ok, found, failed;
    size_t skipped, others, existing; /* not replays; of other formats; with an output already */
};

static void print_result(struct run *run, struct job *job)
{
    if (!job->out.size) return;
    if (run->task->reports) {
        print_report(job->out.data, job->out.size);
        return;
    }
    if (run->any && run->task->between) print_bytes(run->task->between, strlen(run->task->between));
    run->any = true;
    if (!run->leads) {
        (job->escaped ? print_message : print_bytes)(job->out.data, job->out.size);
        return;
    }
    lead_begin(&run->lead, job);
    reel_status status = lead_print(&run->lead, job->out.data, job->out.size, &job->error);
    if (status >= 0 || print_has_failed()) return;
    report_failure(&job->err, job->shown, &job->error);
    job->status = EXIT_USAGE;
}

static void count_job(struct run *run, const struct job *job)
{
    if (job->status > run->status) run->status = job->status;
    if (job->skipped && !strcmp(job->error.rule, "file.format"))
        run->others++;
    else if (job->skipped && !strcmp(job->error.rule, "file.exists"))
        run->existing++;
    else if (job->skipped)
        run->skipped++;
    else if (job->status == EXIT_UNREADABLE || job->status == EXIT_USAGE)
        run->failed++;
    else if (job->status == EXIT_FINDINGS)
        run->found++;
    else
        run->ok++;
}

/* --move-failed. The input keeps its path below the folder. */
static void move_failed(struct job *job)
{
    const char *folder = value_of(job->arguments, OPT_MOVE_FAILED);
    if (!folder || !job->status || !job_can_reopen(job) || was_interrupted() || print_has_failed()) return;
    char *to = joined(folder, "/", job->input->relative), *slash = strrchr(to, '/');
    *slash = '\0';
    bool moved = make_folders(to);
    *slash = '/';
    moved = moved && move_file(job->input->path, to);
    const char *problem = moved ? "" : strerror(errno);
    if (!moved || has(job->arguments, OPT_VERBOSE)) {
        text_string(&job->err, moved ? "" : "reel: ");
        text_visible(&job->err, job->shown, strlen(job->shown));
        text_string(&job->err, moved ? ": moved to " : ": cannot move to ");
        text_visible(&job->err, to, strlen(to));
        text_print(&job->err, moved ? "\n" : ": %s\n", problem);
    }
    if (!moved) job->status = EXIT_UNREADABLE;
    free(to);
}

static void print_job(struct run *run, struct job *job)
{
    progress_clear(&run->progress);
    print_result(run, job);
    move_failed(job);
    if (job->err.size && job->out.size) print_done(); /* so that a terminal shows them in this order */
    job->lost = counted_refused().any || job->lost;
    job_print_messages(job);
    count_job(run, job);
    text_free(&job->out);
    text_free(&job->err);
    free(job);
}

static bool is_ready(struct run *run)
{
    size_t next = atomic_load(&run->next);
    return next < run->inputs.count && atomic_load(&run->done[next]) != NULL;
}

/* Prints finished jobs in order. Only one thread prints at a time. A thread that finds another one printing returns: the other
 * one checks again after it has cleared the flag. */
static void print_ready(struct run *run)
{
    do {
        if (atomic_flag_test_and_set(&run->printing)) return;
        while (is_ready(run)) {
            size_t next = atomic_load(&run->next);
            progress_end(&run->progress, next, atomic_load(&run->done[next])->read);
            print_job(run, atomic_load(&run->done[next]));
            progress_show(&run->progress, next + 1);
            atomic_store(&run->next, next + 1);
        }
        atomic_flag_clear(&run->printing);
    } while (is_ready(run));
}

/* The part of a file that was read. Another thread that finished a file meanwhile may have left it to this one to print. */
static void run_progress(struct run *run, struct job *job, const reel_progress *progress)
{
    if (!progress_is_due(&run->progress, &job->read, progress->read) || atomic_flag_test_and_set(&run->printing)) return;
    progress_show(&run->progress, atomic_load(&run->next));
    atomic_flag_clear(&run->printing);
    if (is_ready(run)) print_ready(run);
}

/* Whether a file that ran out of memory is tried again alone. Standard input can be read only once. */
static bool can_retry(const struct run *run, const struct job *job, reel_status status)
{
    return status == REEL_MEMORY && !run->alone && strcmp(job->input->path, "-") != 0;
}

static void retry_later(struct run *run, struct job *job, size_t index)
{
    static const struct task silent = { .findings = FINDINGS_NONE };
    run->again[index] = true;
    job_end(job, &silent, REEL_MEMORY);
    text_free(&job->out);
    text_free(&job->err);
    free(job);
}

/* An output that exists (--skip-existing) ends the work, but is not a failure. */
static reel_status do_work(const struct run *run, struct job *job)
{
    reel_status status = has(run->arguments, OPT_HASH) ? job_hash(job) : REEL_OK;
    if (status >= 0) status = run->task->work(job);
    if (!job->skipped) return status;
    outputs_settle(job, status);
    skip_job(job);
    return REEL_OK;
}

static void run_one(void *context, size_t index)
{
    struct run *run = context;
    struct job *job = grow(NULL, sizeof *job);
    reel_status status = REEL_OK;
    job_begin(job, run->arguments, &run->inputs.data[index]);
    job->into_folder = run->plan.into_folder;
    job->collected = run->plan.collected;
    job->many = inputs_are_many(&run->inputs, run->arguments);
    job->lead = run->leads && run->in_turn ? &run->lead : NULL;
    job->rewrites = run->task->rewrites;
    job->run = run->progress.sizes ? run : NULL;
    if (was_interrupted() || print_has_failed())
        job->skipped = true;
    else if (!is_chosen(job, run->task))
        skip_job(job);
    else
        status = do_work(run, job);
    if (can_retry(run, job, status)) {
        retry_later(run, job, index);
        return;
    }
    job_end(job, run->task, status);
    atomic_store(&run->done[index], job);
    print_ready(run);
}

static void print_skipped(const struct run *run)
{
    const char *before = "; skipped";
    if (run->skipped) {
        const char *are_not = run->skipped == 1 ? " that is not a replay" : "s that are not replays";
        fprintf(stderr, "%s %zu file%s", before, run->skipped, are_not);
        before = ",";
    }
    if (run->others) {
        fprintf(stderr, "%s %zu of %s", before, run->others, run->others == 1 ? "another format" : "other formats");
        before = ",";
    }
    if (run->existing) fprintf(stderr, "%s %zu with an existing output", before, run->existing);
}

/* No summary for a single replay. A folder without replays gets one. */
static void print_summary(const struct run *run)
{
    size_t skipped = run->skipped + run->others + run->existing, count = run->inputs.count - skipped;
    bool alone = count == 1 && !skipped;
    if (has(run->arguments, OPT_QUIET) || alone || was_interrupted() || print_has_failed()) return;
    fprintf(stderr, "reel: %zu file%s: %zu ok", count, count == 1 ? "" : "s", run->ok);
    if (run->found) fprintf(stderr, ", %zu with errors", run->found);
    if (run->failed) fprintf(stderr, ", %zu failed", run->failed);
    print_skipped(run);
    fputc('\n', stderr);
}

static void run_all(struct run *run)
{
    const struct task *task = run->task;
    run->done = grow(NULL, run->inputs.count * sizeof *run->done);
    run->again = grow(NULL, run->inputs.count);
    for (size_t i = 0; i < run->inputs.count; i++) {
        atomic_init(&run->done[i], NULL);
        run->again[i] = false;
    }
    uint64_t threads = count_of(run->arguments, OPT_THREADS, 0);
    run->in_turn = task->in_turn && run->plan.collected;
    if (run->in_turn || run->inputs.count < 2) threads = 1;
    if (task->before) print_bytes(task->before, strlen(task->before));
    progress_show(&run->progress, 0);
    run->alone = threads == 1;
    reel_parallel(run->inputs.count, threads < 1024 ? (unsigned)threads : 1024, run_one, run);
    run->alone = true;
    for (size_t i = 0; i < run->inputs.count; i++)
        if (run->again[i]) run_one(run, i);
    progress_clear(&run->progress);
    int finished = task->finish ? task->finish(run->arguments) : EXIT_FINE;
    if (finished > run->status) run->status = finished;
    if (task->after) print_bytes(task->after, strlen(task->after));
    free(run->done);
    free(run->again);
}

/* Opens the file that the results of all inputs go to. */
static bool open_collection(struct run *run)
{
    static const struct input none = { .path = (char *)"-", .relative = (char *)"" };
    const char *path = value_of(run->arguments, OPT_OUTPUT);
    job_begin(&run->collector, run->arguments, &none);
    run->collector.untimed = true;
    run->collector.shown = path;
    reel_status status = output_sink(&run->collector, path, &run->sink);
    if (status >= 0) print_redirect(&run->sink);
    return status >= 0;
}

/* The file gets its name, whatever failed in the inputs, unless all did and it is empty, it could not be written, or the command was
 * interrupted. */
static void close_collection(struct run *run, bool opened)
{
    struct job *job = &run->collector;
    reel_status status = opened ? REEL_OK : job->error.status;
    bool written = print_restore(), failed = print_has_failed() || was_interrupted();
    if (opened && (failed || (!written && run->failed && run->failed == run->inputs.count))) {
        run->sink.discard(run->sink.context);
        if (failed) run->status = EXIT_UNREADABLE;
    } else if (opened) {
        status = run->sink.commit(run->sink.context, &job->error);
    }
    static const struct task silent = { .findings = FINDINGS_NONE };
    job_end(job, &silent, status);
    job_print_messages(job);
    if (job->status > run->status) run->status = job->status;
    text_free(&job->out);
    text_free(&job->err);
}

static void run_planned(struct run *run)
{
    const struct arguments *arguments = run->arguments;
    const struct task *task = run->task;
    bool file = run->plan.collected && !output_is_stdout(arguments), opened = false;
    bool mixed = task->in_turn && run->plan.collected && !file && is_terminal(1); /* results appear as they come */
    if (is_terminal(2) && !mixed && !has(arguments, OPT_QUIET)) progress_open(&run->progress, &run->inputs);
    run->leads = task->exporter && run->plan.collected && (inputs_are_many(&run->inputs, arguments) || has(arguments, OPT_HASH));
    if (run->leads) lead_open(&run->lead, arguments, task->exporter);
    if (task->writes || file) hold_signals();
    if (file) opened = open_collection(run);
    if (opened || !file) run_all(run);
    if (!print_done()) run->status = EXIT_UNREADABLE;
    if (opened || !file) print_summary(run);
    if (file) close_collection(run, opened);
    if (task->writes || file) release_signals();
    progress_close(&run->progress);
    lead_close(&run->lead);
}

int run_files(const struct arguments *arguments, const struct task *task)
{
    struct run run = { .arguments = arguments, .task = task, .printing = ATOMIC_FLAG_INIT };
    if (!inputs_find(&run.inputs, arguments)) run.status = EXIT_UNREADABLE;
    bool usable = output_plan(arguments, task, &run.inputs, &run.plan);
    if (usable) run_planned(&run);
    outputs_forget();
    inputs_free(&run.inputs);
    end_if_interrupted();
    return usable ? run.status : EXIT_USAGE;
}

/* SPDX-License-Identifier: MIT
 * Runs a command over many files. */
#include "run/batch.h"
#include "base/system.h"
#include "run/choose.h"
#include "run/end.h"
#include "run/hash.h"
#include "run/lead.h"
#include "run/output.h"
#include "run/progress.h"
#include "run/report.h"
#include "run/turn.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- a job --------------------------------------------------------------------------------------------------------- */

/* job->error says why. */
static void skip_job(struct job *job)
{
    job->skipped = true;
    turn_printed(job);
    const reel_error why = job->error;
    job_forget(job);
    job->error = why;
    if (!has(job->arguments, OPT_VERBOSE)) return;
    text_visible(&job->err, job->shown, strlen(job->shown));
    text_string(&job->err, ": skipped: ");
    text_visible(&job->err, job->error.message, strlen(job->error.message));
    text_string(&job->err, "\n");
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
    bool holds;                  /* files are processed at the same time all the same */
    struct progress progress;
    struct plan plan;
    struct lead lead; /* leading columns of the results, if `leads` */
    bool leads;
    struct job collector; /* owns `sink`, the file that replaces standard output */
    reel_sink sink;
    struct turn turn; /* to print */
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
    reel_error error;
    const char *name = job->input->relative;
    reel_status status = make_folders(folder)
                             ? reel_move_below(job->input->path, folder, name, &error)
                             : reel_fail(&error, REEL_IO, "file.folder", "", 0, "%s: %s", folder, strerror(errno));
    bool moved = status >= 0;
    if (!moved || has(job->arguments, OPT_VERBOSE)) {
        char *to = joined(folder, "/", name);
        const char *last = moved ? to : error.message;
        text_string(&job->err, moved ? "" : "reel: ");
        text_visible(&job->err, job->shown, strlen(job->shown));
        text_string(&job->err, moved ? ": moved to " : ": cannot be moved: ");
        text_visible(&job->err, last, strlen(last));
        text_string(&job->err, "\n");
        free(to);
    }
    if (!moved) job->status = EXIT_UNREADABLE;
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
    turn_printed(job);
    text_free(&job->err);
    free(job);
}

static bool is_ready(struct run *run)
{
    size_t next = atomic_load(&run->turn.next);
    return next < run->inputs.count && atomic_load(&run->done[next]) != NULL;
}

/* Prints finished jobs in order. Only one thread prints at a time. A thread that finds another one printing returns: the other
 * one checks again after it has cleared the flag. */
static void print_ready(struct run *run)
{
    do {
        if (atomic_flag_test_and_set(&run->printing)) return;
        while (is_ready(run)) {
            size_t next = atomic_load(&run->turn.next);
            progress_end(&run->progress, next, atomic_load(&run->done[next])->read);
            print_job(run, atomic_load(&run->done[next]));
            progress_show(&run->progress, next + 1);
            atomic_store(&run->turn.next, next + 1);
        }
        atomic_flag_clear(&run->printing);
    } while (is_ready(run));
}

/* The part of a file that was read. Another thread that finished a file meanwhile may have left it to this one to print. */
static void run_progress(struct job *job, const reel_progress *progress)
{
    struct run *run = job->run;
    if (!progress_is_due(&run->progress, &job->read, progress->read) || atomic_flag_test_and_set(&run->printing)) return;
    progress_show(&run->progress, atomic_load(&run->turn.next));
    atomic_flag_clear(&run->printing);
    if (is_ready(run)) print_ready(run);
}

/* Whether a file that ran out of memory is tried again alone. Standard input can be read only once. */
static bool can_retry(const struct run *run, const struct job *job, reel_status status)
{
    return status == REEL_MEMORY && !run->alone && !run->in_turn && strcmp(job->input->path, "-") != 0;
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

/* A file that is not wanted, or whose output exists (--skip-existing), ends the work, but is not a failure. */
static reel_status do_work(const struct run *run, struct job *job)
{
    reel_status status = has(run->arguments, OPT_HASH) && !job->only_replays ? job_hash(job) : REEL_OK;
    if (status >= 0) status = run->task->work(job);
    if (status < 0 && job->only_replays && is_not_replay(&job->error)) job->skipped = true;
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
    job_take(job, &run->inputs.data[index]);
    job->into_folder = run->plan.into_folder;
    job->collected = run->plan.collected;
    job->many = inputs_are_many(&run->inputs, run->arguments);
    job->lead = run->leads && run->in_turn ? &run->lead : NULL;
    job->turn = run->holds ? &run->turn : NULL;
    job->number = index;
    job->rewrites = run->task->rewrites;
    job->skips = has(run->arguments, OPT_SKIP_EXISTING) || (run->task->resumes && !has(run->arguments, OPT_REPLACE));
    job->only_replays =
        has(run->arguments, OPT_FORMAT) || has(run->arguments, OPT_ONLY_REPLAYS) || (job->input->walked && !run->task->accounts);
    job_chooses(job);
    job->run = run;
    job->on_read = run->progress.sizes ? run_progress : NULL;
    if (was_interrupted() || print_has_failed())
        job->skipped = true;
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
    bool limited = has(run->arguments, OPT_LIMIT_MEMORY); /* what is held would count */
    run->holds = run->in_turn && task->holds && !limited;
    if ((run->in_turn && !run->holds) || run->inputs.count < 2) threads = 1;
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

static int run_found(struct run *run)
{
    const struct task *task = run->task;
    bool usable = task->searches || output_plan(run->arguments, task, &run->inputs, &run->plan);
    if (usable) run_planned(run);
    outputs_forget();
    end_if_interrupted();
    return usable ? run->status : EXIT_USAGE;
}

int run_files(const struct arguments *arguments, const struct task *task)
{
    struct run run = { .arguments = arguments, .task = task, .printing = ATOMIC_FLAG_INIT };
    if (!inputs_find(&run.inputs, arguments, task->whole)) run.status = EXIT_UNREADABLE;
    const int status = run_found(&run);
    inputs_free(&run.inputs);
    return status;
}

int run_inputs(const struct arguments *arguments, const struct task *task, const struct inputs *inputs)
{
    struct run run = { .arguments = arguments, .task = task, .inputs = *inputs, .printing = ATOMIC_FLAG_INIT };
    return run_found(&run);
}

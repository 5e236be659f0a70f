/* SPDX-License-Identifier: MIT
 * Runs a verb's work over many files. */
#include "files.h"
#include "output.h"
#include "report.h"
#include "system.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- standard output -------------------------------------------------------------------------------------------- */

static atomic_int output_failed;

static bool output_fails(void)
{
    int error = errno;
    if (!atomic_exchange(&output_failed, 1) && error != EPIPE) fprintf(stderr, "reel: standard output: %s\n", strerror(error));
    return false;
}

bool print_bytes(const void *data, size_t size)
{
    if (output_failed) return false;
    return !size || fwrite(data, 1, size, stdout) == size || output_fails();
}

bool print_done(void) { return !output_failed && (fflush(stdout) == 0 || output_fails()); }

int print_and_free(struct text *text)
{
    bool printed = print_bytes(text->data, text->size) && print_done();
    text_free(text);
    return printed ? EXIT_FINE : EXIT_UNREADABLE;
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

static void add_input(struct inputs *inputs, struct input input)
{
    inputs->data = grow(inputs->data, (inputs->count + 1) * sizeof *inputs->data);
    inputs->data[inputs->count++] = input;
}

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* What waits to be looked at, in a stack: depth of folders costs no depth of calls. */
struct pending {
    char *path, *relative;
};
struct stack {
    struct pending *data;
    size_t count;
};

static void push(struct stack *stack, char *path, char *relative)
{
    stack->data = grow(stack->data, (stack->count + 1) * sizeof *stack->data);
    stack->data[stack->count++] = (struct pending){ path, relative };
}

static bool push_folder(struct stack *stack, const char *folder, const char *relative)
{
    char **names = names_in(folder);
    if (!names) {
        struct text text = { 0 };
        text_visible(&text, folder, strlen(folder));
        fprintf(stderr, "reel: %s: %s\n", text_of(&text), strerror(errno));
        text_free(&text);
        return false;
    }
    size_t count = 0;
    while (names[count]) count++;
    bool slash = folder[strlen(folder) - 1] == '/';
    while (count--) {
        push(stack, joined(folder, slash ? "" : "/", names[count]), joined(relative, *relative ? "/" : "", names[count]));
        free(names[count]);
    }
    free(names);
    return true;
}

/* Every regular file below a folder, in the order of their names, and what cannot be asked what it is: reading it will say why. Links
 * to folders are not followed: they may lead in circles. */
static bool walk(struct inputs *inputs, const char *folder, const char *relative)
{
    struct stack stack = { 0 };
    bool fine = push_folder(&stack, folder, relative);
    while (stack.count) {
        struct pending next = stack.data[--stack.count];
        enum kind kind = kind_of(next.path);
        if (kind == KIND_FILE || (kind == KIND_NONE && !is_link(next.path))) {
            add_input(inputs, (struct input){ next.path, next.relative, true });
            continue;
        }
        if (kind == KIND_FOLDER && !is_link(next.path) && !push_folder(&stack, next.path, next.relative)) fine = false;
        free(next.path);
        free(next.relative);
    }
    free(stack.data);
    return fine;
}

static char *without_slashes(const char *path)
{
    char *copy = copy_of(path);
    for (size_t size = strlen(copy); size > 1 && copy[size - 1] == '/'; size--) copy[size - 1] = '\0';
    return copy;
}

/* With several words on the command line a folder's own name stays in the relative names. */
bool inputs_find(struct inputs *inputs, const struct arguments *arguments)
{
    bool fine = true;
    for (size_t i = 0; i < arguments->input_count; i++) {
        const char *word = arguments->inputs[i];
        char *path = without_slashes(word);
        const char *base = base_of(path);
        bool dots = !strcmp(base, ".") || !strcmp(base, "..") || !strcmp(base, "/");
        if (strcmp(word, "-") != 0 && kind_of(path) == KIND_FOLDER) {
            if (!walk(inputs, path, arguments->input_count > 1 && !dots ? base : "")) fine = false;
        } else {
            const char *name = strcmp(word, "-") != 0 ? base : "stdin";
            add_input(inputs, (struct input){ copy_of(word), copy_of(name), false });
        }
        free(path);
    }
    return fine;
}

void inputs_free(struct inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) {
        free(inputs->data[i].path);
        free(inputs->data[i].relative);
    }
    free(inputs->data);
}

/* ---- a file ----------------------------------------------------------------------------------------------------- */

/* Standard input that stops waiting once the command is interrupted, so that outputs are taken back then. */
static reel_status read_input(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    const reel_source *inner = context;
    if (!wait_for_input()) return reel_fail(error, REEL_IO, "reel.interrupted", "", 0, "interrupted");
    return inner->read(inner->context, buffer, capacity, got, error);
}

static void close_input(void *context)
{
    reel_source *inner = context;
    if (inner->close) inner->close(inner->context);
    free(inner);
}

reel_status job_source(struct job *job, reel_source *source)
{
    const char *path = job->input->path;
    if (!job->input->walked && kind_of(path) == KIND_FOLDER)
        return fail_job(job, REEL_IO, "file.folder", "is a folder, and a file is needed");
    uint32_t flags = has(job->arguments, OPT_FOLLOW) ? REEL_FILE_FOLLOW : 0;
    reel_status status = reel_source_file(path, flags, source, &job->error);
    if (status < 0 || strcmp(path, "-") != 0) return status;
    reel_source *inner = grow(NULL, sizeof *inner);
    *inner = *source;
    *source = (reel_source){ .context = inner, .size = inner->size, .read = read_input, .close = close_input };
    return REEL_OK;
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

/* All bytes of a file. */
static reel_status read_whole(const char *path, uint8_t **data, size_t *size, reel_error *error)
{
    reel_source source;
    reel_status status = reel_source_file(path, 0, &source, error);
    *size = 0;
    *data = NULL;
    if (status < 0) return status;
    for (size_t capacity = 0, got; status == REEL_OK; *size += got) {
        if (*size == capacity) *data = grow(*data, capacity = capacity ? 2 * capacity : (size_t)1 << 16);
        got = 0;
        status = source.read(source.context, *data + *size, capacity - *size, &got, error);
    }
    source.close(source.context);
    return status < 0 ? status : REEL_OK;
}

reel_status job_window(struct job *job)
{
    const struct arguments *arguments = job->arguments;
    job->options.has_from = has(arguments, OPT_AFTER);
    job->options.has_to = has(arguments, OPT_BEFORE);
    job->options.from = seconds_of(arguments, OPT_AFTER);
    job->options.to = seconds_of(arguments, OPT_BEFORE);
    const char *given = value_of(arguments, OPT_INDEX);
    free(job->index);
    job->index = NULL;
    job->options.index = (reel_bytes){ NULL, 0 };
    if (!job->options.has_from) return REEL_OK;
    char *path = given ? copy_of(given) : joined(job->input->path, INDEX_ENDING, "");
    reel_status status = REEL_OK;
    if (given || kind_of(path) == KIND_FILE) {
        status = read_whole(path, &job->index, &job->options.index.size, &job->error);
        job->options.index.data = job->index;
        if (status < 0) {
            const reel_error why = job->error;
            fail_job(job, status, why.rule, "%s (its index, %s)", why.message, path);
        }
    }
    free(path);
    return status;
}

static bool is_no_replay(const reel_error *error)
{
    return !strcmp(error->rule, "reel.unknown-format") || !strcmp(error->rule, "reel.empty");
}

/* Whether a file of a folder is a replay at all: asked before its work begins, which may open outputs. */
static bool is_replay(struct job *job)
{
    reel_source source = { 0 };
    reel_status status = job_source(job, &source);
    if (status == REEL_OK) status = reel_identify(source, &job->options, NULL, NULL, &job->error);
    bool replay = status == REEL_OK || !is_no_replay(&job->error);
    if (replay) job->error = (reel_error){ .rule = "", .section = "" };
    return replay;
}

static void skip_job(struct job *job)
{
    job->skipped = true;
    if (!has(job->arguments, OPT_VERBOSE)) return;
    text_visible(&job->err, job->shown, strlen(job->shown));
    text_print(&job->err, ": skipped, %s\n", job->error.message);
}

void job_begin(struct job *job, const struct arguments *arguments, const struct input *input)
{
    *job = (struct job){ .arguments = arguments, .input = input, .error = { .rule = "", .section = "" } };
    job->shown = strcmp(input->path, "-") != 0 ? input->path : "standard input";
    job->findings = reel_findings_new(NULL);
    if (!job->findings) grow(NULL, SIZE_MAX / 2); /* no memory: ends the process as for every text */
    job->options.flags = has(arguments, OPT_STRICT) ? REEL_STRICT : 0;
    job->options.report = reel_findings_report;
    job->options.report_context = job->findings;
    job->options.convention = value_of(arguments, OPT_READING);
}

void job_end(struct job *job, const struct task *task, reel_status status)
{
    bool verbose = has(job->arguments, OPT_VERBOSE);
    if (task->findings != FINDINGS_NONE && !has(job->arguments, OPT_QUIET))
        report_findings(&job->err, job->shown, job->findings,
                        task->findings == FINDINGS_ALL || verbose ? REEL_NOTE : REEL_WARNING);
    uint64_t bad = reel_findings_total(job->findings, REEL_ERROR);
    if (task->warnings_fail) bad += reel_findings_total(job->findings, REEL_WARNING);
    if (bad && !task->forgives && job->status < EXIT_FINDINGS) job->status = EXIT_FINDINGS;
    reel_findings_free(job->findings);
    job->findings = NULL;
    free(job->index);
    job->index = NULL;
    if (status >= 0) return;
    job->status = status == REEL_ARGUMENT ? EXIT_USAGE : EXIT_UNREADABLE;
    if (has(job->arguments, OPT_JSON) && !job->out.size) report_failure_json(job);
    if (!output_failed && !was_interrupted()) report_failure(&job->err, job->shown, &job->error);
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

struct run {
    const struct arguments *arguments;
    const struct task *task;
    struct inputs inputs;
    struct job *jobs;
    atomic_bool *done;
    bool into_folder, progress;
    atomic_size_t next; /* the file whose turn it is to print */
    atomic_flag printing;
    bool any; /* something was printed, so `between` comes before the next */
    int status;
    size_t fine, found, failed, skipped;
};

static void show_progress(const struct run *run, size_t number)
{
    if (!run->progress) return;
    if (number == run->inputs.count) {
        fputs("\r\x1b[K", stderr);
        return;
    }
    struct text text = { 0 };
    const char *path = run->inputs.data[number].path;
    text_print(&text, "\r\x1b[K[%llu/%llu] ", (unsigned long long)number + 1, (unsigned long long)run->inputs.count);
    text_cut(&text, path, strlen(path), 60);
    fputs(text_of(&text), stderr);
    text_free(&text);
}

static void print_job(struct run *run, struct job *job)
{
    if (job->out.size) {
        if (run->any && run->task->between) print_bytes(run->task->between, strlen(run->task->between));
        run->any = true;
        print_bytes(job->out.data, job->out.size);
    }
    if (job->err.size) {
        if (job->out.size) print_done(); /* so that a terminal shows both in their order */
        if (run->progress) fputs("\r\x1b[K", stderr);
        fwrite(job->err.data, 1, job->err.size, stderr);
    }
    if (job->status > run->status) run->status = job->status;
    if (job->skipped)
        run->skipped++;
    else if (job->status == EXIT_UNREADABLE || job->status == EXIT_USAGE)
        run->failed++;
    else if (job->status == EXIT_FINDINGS)
        run->found++;
    else
        run->fine++;
    text_free(&job->out);
    text_free(&job->err);
}

static bool is_ready(struct run *run)
{
    size_t next = atomic_load(&run->next);
    return next < run->inputs.count && atomic_load(&run->done[next]);
}

/* Prints what is ready, in order. One thread prints; another that has just finished a file leaves it to that one, which looks
 * again after it has let go. */
static void print_ready(struct run *run)
{
    do {
        if (atomic_flag_test_and_set(&run->printing)) return;
        while (is_ready(run)) {
            size_t next = atomic_load(&run->next);
            print_job(run, &run->jobs[next]);
            show_progress(run, next + 1);
            atomic_store(&run->next, next + 1);
        }
        atomic_flag_clear(&run->printing);
    } while (is_ready(run));
}

static void run_one(void *context, size_t index)
{
    struct run *run = context;
    struct job *job = &run->jobs[index];
    reel_status status = REEL_OK;
    job_begin(job, run->arguments, &run->inputs.data[index]);
    job->into_folder = run->into_folder;
    if (was_interrupted() || output_failed)
        job->skipped = true;
    else if (job->input->walked && !is_replay(job))
        skip_job(job);
    else
        status = run->task->work(job);
    job_end(job, run->task, status);
    atomic_store(&run->done[index], true);
    print_ready(run);
}

/* A single replay speaks for itself; a folder that has none does not go by in silence. */
static void sum_up(const struct run *run)
{
    size_t count = run->inputs.count - run->skipped;
    bool alone = count == 1 && !run->skipped;
    if (has(run->arguments, OPT_QUIET) || alone || was_interrupted() || output_failed) return;
    fprintf(stderr, "reel: %zu file%s: %zu fine", count, count == 1 ? "" : "s", run->fine);
    if (run->found) fprintf(stderr, ", %zu with errors", run->found);
    if (run->failed) fprintf(stderr, ", %zu failed", run->failed);
    if (run->skipped) fprintf(stderr, "; skipped %zu that %s no replay", run->skipped, run->skipped == 1 ? "is" : "are");
    fputc('\n', stderr);
}

static void run_all(struct run *run)
{
    const struct task *task = run->task;
    run->jobs = grow(NULL, run->inputs.count * sizeof *run->jobs);
    run->done = grow(NULL, run->inputs.count * sizeof *run->done);
    for (size_t i = 0; i < run->inputs.count; i++) atomic_init(&run->done[i], false);
    uint64_t threads = count_of(run->arguments, OPT_THREADS, 0);
    if (task->in_turn || run->inputs.count < 2) threads = 1;
    if (task->before) print_bytes(task->before, strlen(task->before));
    show_progress(run, 0);
    reel_parallel(run->inputs.count, threads < 1024 ? (unsigned)threads : 1024, run_one, run);
    show_progress(run, run->inputs.count);
    if (task->after) print_bytes(task->after, strlen(task->after));
    free(run->jobs);
    free(run->done);
}

int run_files(const struct arguments *arguments, const struct task *task)
{
    struct run run = { .arguments = arguments, .task = task, .printing = ATOMIC_FLAG_INIT };
    if (!inputs_find(&run.inputs, arguments)) run.status = EXIT_UNREADABLE;
    bool usable = output_plan(arguments, task, run.inputs.data, run.inputs.count, &run.into_folder);
    if (usable) {
        run.progress = run.inputs.count > 1 && is_terminal(2) && !has(arguments, OPT_QUIET);
        if (task->writes) hold_signals();
        run_all(&run);
        if (task->writes) release_signals();
        if (!print_done()) run.status = EXIT_UNREADABLE;
        sum_up(&run);
    }
    inputs_free(&run.inputs);
    end_if_interrupted();
    return usable ? run.status : EXIT_USAGE;
}

/* SPDX-License-Identifier: MIT
 * Runs a command over many files: expands folders, works in parallel, prints results in order, prints a summary. */
#ifndef REEL_CLI_FILES_H
#define REEL_CLI_FILES_H

#include "options.h"

/* Appended to the name of a replay to get the name of its index. */
#define INDEX_ENDING ".reel-index"
/* The same for its signature, as minisign names it. */
#define SIGNATURE_ENDING ".minisig"

struct input {
    char *path;
    char *relative;   /* path in an output folder: the part below the folder on the command line */
    const char *name; /* in results, if it is not `path`: of standard input (--name, not owned), or of a replay in an archive */
    char *member;     /* selects a replay of an archive, as reel_options.member; NULL: the file */
    bool walked;      /* found in a folder, so it may not be a replay */
};

struct guard;
struct lead;
struct run;

/* --after and --before, in the unit of a time axis. */
struct span {
    bool has_from, has_to;
    double from, to;
};

/* The processing of one file. Several jobs may run at the same time, one per thread. */
struct job {
    const struct arguments *arguments;
    const struct input *input;
    const char *shown;      /* name in messages: `path` or "standard input" */
    bool into_folder;       /* -o is a folder */
    bool collected;         /* results of all files go to standard output, or to one file that replaces it */
    bool many;              /* there are other inputs */
    bool untimed;           /* not the processing of one file: --limit-time does not apply */
    bool rewrites;          /* with --replace, the output may overwrite the input */
    bool opens;             /* with --follow on a pipe: waits until the header is complete */
    struct run *run;        /* shows the progress of this job; NULL: nothing does */
    uint64_t read;          /* bytes of the input that the progress counts */
    bool late;              /* --limit-time has passed */
    uint64_t began;         /* clock_ms at the start */
    struct guard *complete; /* complete outputs, to be renamed if the job succeeds */
    bool escaped;           /* `out` is text that a terminal may get as it is */
    struct text out, err;   /* printed when all files before this one were */
    reel_options options;   /* for reading */
    struct span span;
    uint8_t *peeked; /* the beginning of standard input; NULL: not peeked. Freed by job_end */
    size_t peeked_size;
    reel_source rest; /* of standard input after that, until job_source returns it */
    bool has_rest;
    reel_findings *findings;
    void *index;       /* the bytes of options.index; freed by job_end */
    char hash[65];     /* --hash; "": unknown */
    struct lead *lead; /* leading columns of exports; NULL: none */
    reel_error error;  /* set if the work fails */
    int status;        /* exit status; the work may raise it */
    bool skipped;
    bool lost; /* there was no memory for a message */
};

enum shown_findings {
    FINDINGS_BAD, /* warnings and errors; notes too with -v */
    FINDINGS_ALL, /* all: they are the result of the command */
    FINDINGS_NONE /* none: the work prints them itself */
};

/* When -o is one file for the results of all inputs. */
enum collection {
    COLLECT_NEVER,
    COLLECT_NAMED, /* if there are many inputs and the name ends with `ending`; otherwise -o is a file or folder as usual */
    COLLECT_ALWAYS
};

struct task {
    reel_status (*work)(struct job *job);
    enum shown_findings findings;
    bool forgives;              /* findings do not change the exit status */
    bool warnings_fail;         /* warnings count as errors */
    bool writes;                /* writes files, which must not be left incomplete */
    bool rewrites;              /* with --replace, the output may overwrite the input */
    enum collection collection; /* when -o is one file */
    const char *ending;         /* of a name for COLLECT_NAMED: ".csv" */
    const char *exporter;       /* its id, if results are exports of files; NULL: they say which file they are of */
    bool accounts;              /* files of a folder that are not replays are inputs too, not skipped */
    bool in_turn;               /* the work writes to standard output as it runs: one file at a time */
    bool reports;               /* `out` is a report on the file; the output goes elsewhere */
    bool one_to_stdout;         /* its outputs cannot be concatenated: several inputs need a folder */
    bool always_folder;         /* -o is a folder even with one input */
    /* Called when all inputs are done, before the output is; prints what they give together. Its exit status. NULL: nothing */
    int (*finish)(const struct arguments *arguments);
    const char *before, *between, *after; /* printed before, between and after the results; NULL: nothing */
};

/* Runs the task over the inputs of the arguments; returns the exit status. */
int run_files(const struct arguments *arguments, const struct task *task);

/* For jobs outside run_files: call job_begin, do the work, call job_end. job_end adds findings and the error to `err` and raises
 * `status`. */
/* The last part of a path. */
const char *base_name(const char *path);
void job_begin(struct job *job, const struct arguments *arguments, const struct input *input);
void job_end(struct job *job, const struct task *task, reel_status status);
/* Prints `err` after job_end. */
void job_print_messages(const struct job *job);

/* Replaces errors caused by --limit-memory and --limit-time by messages that name the option, and fails if text was lost for lack of
 * memory. Returns the final status. job_end calls it. */
reel_status job_limits(struct job *job, reel_status status);

/* Opens the input of the job as bytes or as a reader, with job->options. A failure is in job->error. */
reel_status job_source(struct job *job, reel_source *source);
reel_status job_reader(struct job *job, const reel_table *const *tables, reel_reader **reader);
/* Sets job->span from --after and --before, in the unit of the input's time axis. */
reel_status job_find_span(struct job *job);
/* The same for an input that is open: `header` is that of its reader. */
reel_status job_convert_span(struct job *job, const reel_format *format, const reel_chunk *header);
/* Sets the span of job->options as well, and loads the index if there is one. With --follow on a pipe it does nothing: call
 * job_convert_span when the reader is open. */
reel_status job_set_span(struct job *job);
/* Reads the beginning of standard input into job->peeked. job_source still returns all of it. */
reel_status job_peek(struct job *job);
void job_drop_index(struct job *job);
/* Whether the job has taken longer than --limit-time allows. */
bool job_is_late(struct job *job);
/* Drops the findings and the error, so that the input can be read again. */
void job_forget(struct job *job);
/* Whether the input can be opened more than once: all but standard input and pipes. */
bool job_can_reopen(const struct job *job);
/* The name of the input in results. */
const char *job_name(const struct job *job);
/* Whether an error means that the file is not a replay: it is empty or has no known format. */
bool is_not_replay(const reel_error *error);

/* The files that the command line names, in order. inputs_find returns false if a folder or list could not be read. */
struct inputs {
    struct input *data;
    size_t count, capacity;
};
bool inputs_find(struct inputs *inputs, const struct arguments *arguments);
/* Whether the command line may name any number of files, whatever their number is now: results then say which file they are of. */
bool inputs_are_many(const struct inputs *inputs, const struct arguments *arguments);
void inputs_free(struct inputs *inputs);
void inputs_add(struct inputs *inputs, struct input input);
void input_free(struct input *input);
/* Replaces archives of several replays by their replays. inputs_find calls it. */
void inputs_expand(struct inputs *inputs);

/* All standard output goes through these functions (print.c). On a terminal, control characters are escaped. They return false
 * once writing has failed; the first failure prints a message, unless the reader has closed the pipe. */
bool print_bytes(const void *data, size_t size);
/* Text whose parts from files are escaped already, and which may have colours. */
bool print_message(const void *data, size_t size);
/* The same to standard output, also while print_redirect is in force. */
bool print_report(const void *data, size_t size);
bool print_done(void);
bool print_has_failed(void);
/* From here on, what would go to standard output goes to `sink`, exactly, until print_restore. */
void print_redirect(const reel_sink *sink);
/* Returns whether anything was written to the sink. */
bool print_restore(void);
/* Prints and frees a text; returns the exit status. */
int print_and_free(struct text *text);

#endif

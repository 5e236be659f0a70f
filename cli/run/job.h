/* SPDX-License-Identifier: MIT
 * The processing of one file: its input, its options, its limits. */
#ifndef REEL_CLI_JOB_H
#define REEL_CLI_JOB_H

#include "run/inputs.h"

struct job;
struct guard;
struct lead;
struct turn;

/* --after and --before, in the unit of a time axis. */
struct span {
    bool has_from, has_to;
    double from, to;
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
    bool holds;         /* with in_turn: files are processed at the same time, and what they write is held until its turn */
    bool reports;       /* `out` is a report on the file; the output goes elsewhere */
    bool one_to_stdout; /* its outputs cannot be concatenated: several inputs need a folder */
    bool always_folder; /* -o is a folder even with one input */
    bool resumes;       /* inputs whose output exists are skipped, as with --skip-existing, unless --replace is given */
    bool searches;      /* writes and prints nothing: -o is for what follows */
    bool whole;         /* an archive of several replays is one input */
    /* Called when all inputs are done, before the output is; prints what they give together. Its exit status. NULL: nothing */
    int (*finish)(const struct arguments *arguments);
    const char *before, *between, *after; /* printed before, between and after the results; NULL: nothing */
};

/* The processing of one file. Several jobs may run at the same time, one per thread. */
struct job {
    const struct arguments *arguments;
    const struct input *input;
    const char *shown; /* name in messages: `path` or "standard input" */
    bool into_folder;  /* -o is a folder */
    bool collected;    /* results of all files go to standard output, or to one file that replaces it */
    bool many;         /* there are other inputs */
    bool untimed;      /* not the processing of one file: --limit-time does not apply */
    bool rewrites;     /* with --replace, the output may overwrite the input */
    bool skips;        /* skipped if its output exists */
    bool only_replays; /* a file that is not a replay is skipped */
    bool narrows;      /* reads only the span of --after and --before */
    bool opens;        /* with --follow on a pipe: waits until the header is complete */
    /* Told how far the input was read; NULL: nobody is */
    void (*on_read)(struct job *job, const reel_progress *progress);
    void *run;              /* of on_read */
    uint64_t read;          /* bytes of the input that the progress counts */
    bool late;              /* --limit-time has passed */
    uint64_t began;         /* clock_ms at the start */
    struct guard *complete; /* complete outputs, to be renamed if the job succeeds */
    bool escaped;           /* `out` is text that a terminal may get as it is */
    struct text out, err;   /* printed when all files before this one were */
    reel_options options;   /* for reading */
    reel_source file;       /* the input, open until job_end; job_source lends it */
    bool is_open;
    const reel_format *format; /* of the input, once it is known */
    struct span span;
    /* Called when the format is known, and again with the header: see reel_choose. NULL: nothing to choose */
    reel_status (*choose)(struct job *job, const reel_format *format, const reel_chunk *header, reel_options *options);
    void *choosing;            /* of the work, for `choose` */
    struct deferred *deferred; /* an output that is opened when the input is accepted; NULL: none */
    reel_findings *findings;
    struct text index; /* the bytes of an index; freed by job_end */
    char hash[65];     /* --hash; "": unknown */
    struct lead *lead; /* leading columns of exports; NULL: none */
    bool led;          /* `lead` knows of this job */
    struct turn *turn; /* when it prints; NULL: at any time */
    size_t number;     /* of its input */
    reel_error error;  /* set if the work fails */
    int status;        /* exit status; the work may raise it */
    bool skipped;
    bool lost; /* there was no memory for a message */
};

/* Fills job->error with a message and returns `status`. `rule` must be a static string. */
reel_status fail_job(struct job *job, reel_status status, const char *rule, const char *format, ...) REEL_PRINTF(4, 5);

/* For jobs outside run_files: call job_begin, do the work, call job_end. job_end adds findings and the error to `err` and raises
 * `status`. */
void job_begin(struct job *job, const struct arguments *arguments, const struct input *input);
/* The job takes over the file that the input holds, if it does. */
void job_take(struct job *job, struct input *input);
/* Replaces errors caused by --limit-memory and --limit-time by messages that name the option, and fails if text was lost for lack of
 * memory. Returns the final status. job_end calls it. */
reel_status job_limits(struct job *job, reel_status status);

/* The input of the job as bytes, or as a reader with job->options. The job keeps the file open: a second call reads it again from its
 * beginning, which fails for standard input and pipes. A failure is in job->error. */
reel_status job_source(struct job *job, reel_source *source);
reel_status job_reader(struct job *job, const reel_table *const *tables, reel_reader **reader);
/* Reads a source to its end into `all`, and closes it. REEL_LIMIT, without a message: it has more than `most` bytes. */
reel_status job_read_all(struct job *job, reel_source source, uint64_t most, struct text *all);
/* Closes the file. job_end calls it before outputs get their names. */
void job_close(struct job *job);
/* Whether the job has taken longer than --limit-time allows. */
bool job_is_late(struct job *job);
/* Drops the findings and the error, so that the input can be read again. */
void job_forget(struct job *job);
/* Whether the input can be read more than once: all but standard input and pipes. */
bool job_can_reopen(const struct job *job);
/* The name of the input in results. */
const char *job_name(const struct job *job);
/* Whether an error means that the file is not a replay: it is empty or has no known format. */
bool is_not_replay(const reel_error *error);

#endif

/* SPDX-License-Identifier: MIT
 * Runs a verb's work over many files: expands folders, works in parallel, prints in order, sums up. */
#ifndef REEL_CLI_FILES_H
#define REEL_CLI_FILES_H

#include "options.h"

/* What the index of a replay is called. */
#define INDEX_ENDING ".reel-index"

struct input {
    char *path;
    char *relative; /* its name in an output folder: what lies below the folder that was named */
    bool walked;    /* found in a folder, so it may be something else than a replay */
};

struct guard;

/* One file's work. Works on one file may run at the same time on different threads. */
struct job {
    const struct arguments *arguments;
    const struct input *input;
    const char *shown;      /* the file's name in messages: `path` or "standard input" */
    bool into_folder;       /* -o is a folder */
    bool rewrites;          /* the output takes the place of the input: with --replace it may have its name */
    bool opens;             /* a pipe that is followed has to give the header, however long that takes */
    bool late;              /* --limit-time has passed */
    uint64_t began;         /* by clock_ms */
    struct guard *complete; /* outputs that are whole, and get their names where the job succeeds */
    struct text out, err;   /* printed when the turn of this file comes */
    reel_options options;   /* for reading: strictness, and findings as the report */
    reel_findings *findings;
    void *index;      /* bytes of the options' index; freed by job_end */
    reel_error error; /* to fill where the work fails */
    int status;       /* of the exit; the work may raise it */
    bool skipped;
};

enum shown_findings {
    FINDINGS_BAD, /* warnings and errors; notes too with -v */
    FINDINGS_ALL, /* every one: they are what the verb has to say */
    FINDINGS_NONE /* the work prints them itself */
};

struct task {
    reel_status (*work)(struct job *job);
    enum shown_findings findings;
    bool forgives;                        /* findings do not raise the exit status */
    bool warnings_fail;                   /* warnings raise it as errors do */
    bool writes;                          /* has outputs that must not stay half-written */
    bool rewrites;                        /* the output is the input's next version */
    bool in_turn;                         /* the work writes to standard output itself: one file after the other */
    bool one_to_stdout;                   /* what it writes there cannot follow another: several inputs need a folder */
    bool always_folder;                   /* -o is a folder even with one input */
    const char *before, *between, *after; /* around and between what the files print; NULL: nothing */
};

/* Runs the task over the inputs of the arguments; returns the exit status. */
int run_files(const struct arguments *arguments, const struct task *task);

/* A job outside of run_files: begin it, work, end it. job_end reports findings and failure into `err`, raises `status`. */
void job_begin(struct job *job, const struct arguments *arguments, const struct input *input);
void job_end(struct job *job, const struct task *task, reel_status status);

/* Opens the job's input as bytes or as a reader, with its options and its error. */
reel_status job_source(struct job *job, reel_source *source);
reel_status job_reader(struct job *job, const reel_table *const *tables, reel_reader **reader);
/* Sets the options' window by --after and --before, and loads the index that there is for it. */
reel_status job_window(struct job *job);
/* Whether the job has taken longer than --limit-time allows. */
bool job_is_late(struct job *job);

/* The files that the command line means, in order; false: a folder could not be listed. */
struct inputs {
    struct input *data;
    size_t count, capacity;
};
bool inputs_find(struct inputs *inputs, const struct arguments *arguments);
void inputs_free(struct inputs *inputs);

/* The only ways to standard output, print.c. On a terminal control characters are spelt out. False: it has failed; the message is
 * printed, once, unless its reader has gone. */
bool print_bytes(const void *data, size_t size);
bool print_done(void);
bool print_has_failed(void);
/* Prints and frees a text; returns the exit status. */
int print_and_free(struct text *text);

#endif

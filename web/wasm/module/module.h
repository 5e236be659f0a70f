/* SPDX-License-Identifier: MIT
 * What the files of the module share. The module is the door of the npm package: each function is exported under its own name and called
 * by src/module.ts. Nothing is imported, so the module cannot do more than compute.
 *
 * A call that can fail returns a negative reel_status, or NULL, and leaves its reason in last_error. A call that makes bytes leaves them
 * in last_result, until the next call that makes some. Texts are passed as NUL-terminated UTF-8; a list of texts is one block in which
 * an empty text ends the list. The caller passes blocks that it got from `allocate`. */
#ifndef REEL_WEB_MODULE_H
#define REEL_WEB_MODULE_H

#include <reel/format.h>

#define EXPORT(name) __attribute__((export_name(#name)))

extern reel_error last_error;
extern reel_memory last_result;

/* Frees the last result and returns a sink for the next one. */
reel_sink result_sink(void);
/* Returns `status`; an allocation that failed is the reason if nothing else is. */
reel_status fail_memory(void);

/* The rows of a replay, of a chunk of a stream, or of an insight. Every handle that has rows begins with this. */
typedef struct row_set {
    const reel_table *const *tables; /* of the format or of the insight */
    const reel_format *format;       /* NULL for an insight */
    const reel_chunk *chunk;
    bool clean; /* read with REEL_CLEAN, or statistics */
} row_set;

/* Options for reading that outlive the call: see `configure`. */
typedef struct reading {
    reel_options options;
    reel_findings *findings;
    char *format, *select; /* owned */
    const char **selected; /* pointers into `select` */
} reading;

/* Takes over what `configure` and its sisters have set, and starts with defaults again. Returns false if out of memory. */
bool reading_take(reading *target);
void reading_free(reading *r);
/* Finds tables by a block of names; *picked is NULL for an empty block, and freed by the caller. */
reel_status pick_tables(const reel_table *const *tables, const char *names, const reel_table ***picked);
/* Makes an array of pointers, ended by NULL, into a block of texts; NULL for an empty block or if out of memory. Free it with free. */
const char **list_of(const char *texts);

/* A replay, all of which was read. */
typedef struct web_replay {
    row_set rows; /* first: a replay is a set of rows */
    reading reading;
    reel_replay *replay;
    uint8_t *file; /* for jobs that read the file again; NULL for the result of an insight */
    size_t size;
    reel_replay *level; /* what was played; NULL: not given */
} web_replay;
/* The options of the replay, with these findings. Its own select is left out: jobs choose tables. */
reel_options options_of(const web_replay *replay, reel_findings *findings);
/* Frees the findings after writing them to the result. */
int put_findings(reel_findings *findings, int status);

#endif

/* SPDX-License-Identifier: MIT
 * One job in a worker process: the replay, and the file that gets the output. */
#ifndef SERVER_TASK_H
#define SERVER_TASK_H

#include "job.h"

struct svg_library; /* cli/base/svg_png.h */

typedef struct descriptor_sink {
    int file;
    uint64_t size; /* that was written */
} descriptor_sink;

typedef struct task {
    const job *job;
    reel_bytes replay;
    descriptor_sink out;
    int with;                          /* file of the candidates, for JOB_SIMILAR */
    const struct svg_library *library; /* for JOB_PICTURE; NULL: it is not there */
    job_result *result;
    reel_error error;
} task;

reel_source task_replay(const task *t);
/* A sink that appends to the output. Committing it does nothing, so that several exports can follow one another. */
reel_sink task_sink(task *t);
reel_status task_write(task *t, const char *text);
void task_damage(task *t, const reel_error *damage);
/* Copies text, truncated to the array. `text` may be NULL. */
void copy_text(char *to, size_t size, const char *text);

/* Fills the title, author and detail of a level, the modifiers and the headset from a header; and the game, if the format is of several. */
void task_describe_level(inspection *result, const reel_format *format, const reel_chunk *header);
/* Takes the accuracy from a row of the statistics that have the score. */
void task_note_accuracy(inspection *result, const reel_table *table, const void *row);

reel_status task_inspect(task *t);
reel_status task_probes(task *t);
reel_status task_similar(task *t);
reel_status task_facts(task *t);
/* Prepares the process for task_picture, before it enters its sandbox. False: librsvg is missing. */
bool task_load_pictures(struct svg_library *library);
reel_status task_picture(task *t);

#endif

/* SPDX-License-Identifier: MIT
 * One job in a worker process: the replay, and the file that gets the output. */
#ifndef SERVER_WORK_WORKER_JOB_H
#define SERVER_WORK_WORKER_JOB_H

#include "base/json_write.h"
#include "work/job.h"

struct reel_motion; /* <reel/match.h> */
struct svg_library; /* cli/base/svg_png.h */

typedef struct descriptor_sink {
    int file;
    uint64_t size; /* that was written */
    char last;     /* the last letter that is not a blank */
} descriptor_sink;

typedef struct worker_job {
    const job *job;
    reel_bytes replay;
    descriptor_sink out;
    int map;                           /* file of the map, if job->map is not empty */
    int with;                          /* file of the candidates, for JOB_SIMILAR */
    const struct svg_library *library; /* for JOB_PICTURE; NULL: it is not there */
    job_result *result;
    reel_error error;
} worker_job;

reel_source worker_replay(const worker_job *t);
/* A sink that appends to the output. Committing it does nothing, so that several exports can follow one another. */
reel_sink worker_sink(worker_job *t);
/* A text of JSON that goes on where the output ends: begun here, and written by worker_send, which frees it. */
text worker_json(const worker_job *t);
reel_status worker_send(worker_job *t, text *json);
/* The same for one thing. */
reel_status worker_begin_object(worker_job *t);
reel_status worker_name(worker_job *t, const char *name);
reel_status worker_end_object(worker_job *t);
void worker_damage(worker_job *t, const reel_error *damage);
/* Copies text, truncated to the array. `text` may be NULL. */
void copy_text(char *to, size_t size, const char *text);

/* Fills the title, author and detail of a level, the modifiers and the headset from a header; and the game, if the format is of several. */
void worker_describe_level(inspection *result, const reel_format *format, const reel_chunk *header);
/* Takes the accuracy from a row of the statistics that have the score. */
void worker_note_accuracy(inspection *result, const reel_table *table, const void *row);

#define WORKER_OTHER_MAP "server.map-other"
/* Reads the map of the job. Fails with the rule WORKER_OTHER_MAP if the file is not the map of the job's hash, or as reel_load does: also if it is
 * damaged. */
reel_status worker_read_map(const worker_job *t, reel_replay **map, reel_error *error);
/* Whether anything that is computed of replays of this format needs the map. */
bool worker_uses_map(const reel_format *format, const reel_replay *map);

/* Writes the fingerprint and its keys, and notes their sizes. A replay without motion has none; that is not a failure. */
reel_status worker_write_motion(worker_job *t, inspection *result, const struct reel_motion *motion);
reel_status worker_inspect(worker_job *t);
reel_status worker_level(worker_job *t);
reel_status worker_finish(worker_job *t);
reel_status worker_probes(worker_job *t);
reel_status worker_similar(worker_job *t);
reel_status worker_facts(worker_job *t);
/* Prepares the process for worker_picture, before it enters its sandbox. False: librsvg is missing. */
bool worker_load_pictures(struct svg_library *library);
reel_status worker_picture(worker_job *t);

#endif

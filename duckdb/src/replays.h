/* SPDX-License-Identifier: MIT
 * The replays of files: an archive of several has one for each of them. */
#ifndef REEL_DUCKDB_REPLAYS_H
#define REEL_DUCKDB_REPLAYS_H

#include "paths.h"
#include "wanted.h"

#include <reel/archive.h>

/* The replay that a thread reads. Start from `{0}`. */
typedef struct replay {
    char *path;           /* of its file */
    char *name;           /* in results: the path, or PATH#NAME */
    const char *member;   /* for reel_options.member; NULL: the file */
    uint64_t size;        /* of the member */
    reel_members *others; /* of the archive */
    reel_error failure;   /* status below 0: not a replay, but why the rest of the archive cannot be read */
} replay;

/* Moves on to the next replay of the archive, or to the next file, whose name is wanted. Fails as paths_next does. */
paths_result replay_next(replay *current, paths *files, const wanted_replays *only, char message[PATHS_MESSAGE]);
void replay_free(replay *current);
/* Opens its file, to be read with options.member. Fails as reel_source_file does, or with current->failure. */
reel_status replay_open(const replay *current, reel_source *source, reel_error *error);

#endif

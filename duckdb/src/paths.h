/* SPDX-License-Identifier: MIT
 * The files that patterns match, found one at a time, so that a folder of a million files costs no more memory than its names. */
#ifndef REEL_DUCKDB_PATHS_H
#define REEL_DUCKDB_PATHS_H

#include <stdbool.h>
#include <stddef.h>

enum { PATHS_MESSAGE = 512 };

/* A pattern is a path in which *, ? and [a-z] match in one name, and ** matches any number of folders. A path that exists is taken as it
 * is, so that "song [Expert].bsor" needs no escapes. A folder stands for all files below it. Names that begin with a dot match only if the
 * pattern has the dot. Links to folders are followed if the pattern names them, but not by ** or below a folder: they may form loops.
 *
 * Files come in the order of the patterns, and for each pattern in the order of their names, folder by folder. */
typedef struct paths paths;

typedef enum paths_result { PATHS_FOUND, PATHS_END, PATHS_FAILED } paths_result;

/* Starts over `count` patterns, which must outlive it. NULL: out of memory. */
paths *paths_new(char *const *patterns, size_t count);
void paths_free(paths *found); /* NULL is allowed */
/* The next file; the caller frees *path. PATHS_FAILED, now and ever after: a pattern that matches no file, a folder that cannot be read, or
 * no memory; `message` says why. May be called by several threads at the same time. */
paths_result paths_next(paths *found, char **path, char message[PATHS_MESSAGE]);
/* Whether the patterns can match one file only. */
bool paths_is_one_file(char *const *patterns, size_t count);

#endif

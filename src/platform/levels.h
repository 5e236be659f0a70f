/* SPDX-License-Identifier: MIT
 * Folders of levels: the list of what may be one, and the file that keeps what they are called. */
#ifndef PLATFORM_LEVELS_H
#define PLATFORM_LEVELS_H

#include <reel/file.h>

/* A file or folder that may be a level. */
typedef struct level_file {
    char *path;     /* from `relative` on, as it is in the folder of levels */
    char *names;    /* of a folder that is no level: what is in it, each with a NUL; NULL: of others */
    char *keys;     /* what it is called, each with a NUL; NULL: it is no level */
    uint64_t stamp; /* another number when its size or time is another one, or those of the files in it; never 0 */
    size_t relative, names_size, keys_size;
    uint8_t depth;
    bool folder;
    bool named;  /* `keys` are known */
    bool unsure; /* they may be others the next time: it could not be read */
} level_file;

typedef struct level_list {
    level_file *files; /* in the order of their paths */
    size_t count, capacity;
} level_list;

/* A hash of 64 bits (FNV-1a) that goes on from `hash`, which begins as 0. */
uint64_t reel__levels_hash(uint64_t hash, const void *data, size_t size);

/* ---- levels_list.c ------------------------------------------------------------------------------------------------- */

/* Whether a folder is one level. */
bool reel__levels_is_one(const char *folder);
/* Lists all that may be levels in a folder and, up to a depth, in its folders. reel__levels_list_free in either case. */
reel_status reel__levels_list(const char *folder, level_list *list, reel_error *error);
void reel__levels_list_free(level_list *list);

/* ---- levels_kept.c ------------------------------------------------------------------------------------------------- */

/* Takes over the keys of files that are as they were when the file was written. `mark` is of what keys depend on otherwise. Returns how many
 * the file has: 0 if it is missing, damaged, or of another mark. Files of the list that it does not have stay without keys. */
size_t reel__levels_kept_read(const char *path, uint64_t mark, level_list *list);
reel_status reel__levels_kept_write(const char *path, uint64_t mark, const level_list *list, reel_error *error);

#endif

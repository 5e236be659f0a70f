/* SPDX-License-Identifier: MIT
 * What a path is, and what is in a folder. Paths are UTF-8 on Windows, and bytes elsewhere. */
#ifndef REEL_DUCKDB_FOLDER_H
#define REEL_DUCKDB_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum path_kind { PATH_MISSING, PATH_FILE, PATH_FOLDER, PATH_OTHER } path_kind;

/* The kind of what is at a path, links followed; PATH_MISSING also for a link to nothing. */
path_kind path_kind_of(const char *path);
/* Size of a regular file; 0 for all else. */
uint64_t path_size(const char *path);
bool path_is_link(const char *path);
/* Whether a character separates names. */
bool path_separates(char c);
/* Length of what comes before the first name: "/", on Windows also "C:/" or "//server/share/". */
size_t path_root(const char *path);

typedef struct folder_names {
    char **names;
    size_t count, capacity;
} folder_names;

/* The names in a folder without "." and "..", sorted by bytes. 0 or an errno value; in both cases folder_free is needed. */
int folder_list(const char *path, folder_names *folder);
/* Adds a copy of a name. False: out of memory. */
bool folder_add(folder_names *folder, const char *name);
void folder_free(folder_names *folder);

#endif

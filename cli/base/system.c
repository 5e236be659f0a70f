/* SPDX-License-Identifier: MIT
 * What is the same on every operating system. */
#include "base/system.h"
#include "base/system_parts.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>

static int by_bytes(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static char **sorted_names(const char *path, bool hidden)
{
    struct folder folder = { .hidden = hidden };
    if (!folder_list(path, &folder)) return NULL;
    if (!folder.names) folder.names = grow(NULL, sizeof *folder.names);
    folder.names[folder.count] = NULL;
    qsort(folder.names, folder.count, sizeof *folder.names, by_bytes);
    return folder.names;
}

char **names_in(const char *path) { return sorted_names(path, false); }

char **all_names_in(const char *path) { return sorted_names(path, true); }

static bool make_one(const char *path)
{
    if (make_folder(path)) return true;
    if (errno != EEXIST) return false;
    if (kind_of(path) == KIND_FOLDER) return true;
    errno = ENOTDIR;
    return false;
}

bool make_folders(const char *path)
{
    if (kind_of(path) == KIND_FOLDER) return true;
    char *part = copy_of(path);
    size_t root = root_size(path);
    bool made = true;
    for (char *at = part + root + (part[root] != '\0'); made && *at; at++) {
        if (*at != '/') continue;
        *at = '\0';
        made = kind_of(part) == KIND_FOLDER || make_one(part);
        *at = '/';
    }
    if (made) made = make_one(part);
    int error = errno;
    free(part);
    errno = error;
    return made;
}

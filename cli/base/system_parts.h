/* SPDX-License-Identifier: MIT
 * What system.c and the file of the operating system need from each other. */
#ifndef REEL_CLI_SYSTEM_PARTS_H
#define REEL_CLI_SYSTEM_PARTS_H

#include <stdbool.h>
#include <stddef.h>

/* The names in a folder. */
struct folder {
    char **names;
    size_t count, capacity;
    bool hidden; /* also those that begin with a dot */
};
void folder_add(struct folder *folder, const char *name);

/* Adds all names. False: see errno. */
bool folder_list(const char *path, struct folder *folder);
/* False: see errno, which is EEXIST if the name is taken. */
bool make_folder(const char *path);

#endif

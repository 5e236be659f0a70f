/* SPDX-License-Identifier: MIT
 * The files of a tree, in an order that stays the same, so that a walk can go on where another one ended. Links are not followed, and names
 * that begin with a dot are left out. */
#ifndef SERVER_BASE_WALK_H
#define SERVER_BASE_WALK_H

#include <stdbool.h>

enum { WALK_PATH = 4096 };

typedef struct walk walk;

/* `from`: the path in the tree of the first file; NULL: of all. NULL: errno says why the folder cannot be read. */
walk *walk_open(const char *folder, const char *from);
/* The next file: its path, and that in the tree. Both are valid until the next call. False: at the end, or walk_failed. */
bool walk_next(walk *walk, const char **path, const char **in_tree);
/* Folders that could not be read. */
unsigned walk_failures(const walk *walk);
void walk_close(walk *walk);

#endif

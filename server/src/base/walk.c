/* SPDX-License-Identifier: MIT */
#include "base/walk.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FOLDERS = 128 /* in one another */ };

typedef struct folder {
    struct dirent **names; /* sorted */
    int count, at;
    size_t size; /* of its path */
} folder;

struct walk {
    folder folders[MOST_FOLDERS];
    unsigned depth, failures;
    size_t root; /* length of the path of the tree, with its slash */
    char path[WALK_PATH], from[WALK_PATH];
};

static int keep_name(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static int by_name(const struct dirent **one, const struct dirent **other) { return strcmp((*one)->d_name, (*other)->d_name); }

/* The order of the walk: a folder with all that is in it comes before the names that follow its own. */
static int compare_paths(const char *one, const char *other)
{
    while (*one && *one == *other) one++, other++;
    unsigned char a = (unsigned char)*one, b = (unsigned char)*other;
    a = a == '/' ? 1 : a;
    b = b == '/' ? 1 : b;
    return (int)a - (int)b;
}

static bool enter(walk *w)
{
    if (w->depth == MOST_FOLDERS) return errno = ELOOP, false;
    folder *f = &w->folders[w->depth];
    *f = (folder){ .size = strlen(w->path) };
    f->count = scandir(w->path, &f->names, keep_name, by_name);
    if (f->count < 0) return false;
    w->depth++;
    return true;
}

static void leave(walk *w)
{
    folder *f = &w->folders[--w->depth];
    for (; f->at < f->count; f->at++) free(f->names[f->at]);
    free(f->names);
}

walk *walk_open(const char *path, const char *from)
{
    walk *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/') size--;
    if (size + 2 > sizeof w->path || (from && strlen(from) >= sizeof w->from)) return errno = ENAMETOOLONG, free(w), NULL;
    memcpy(w->path, path, size);
    w->root = size + (path[size - 1] != '/');
    if (from) strcpy(w->from, from);
    if (enter(w)) return w;
    free(w);
    return NULL;
}

/* Whether what the path names, and all that is in it, comes before the first file. */
static bool is_before(const walk *w, const char *in_tree)
{
    size_t size = strlen(in_tree);
    bool inside = strncmp(w->from, in_tree, size) == 0 && w->from[size] == '/';
    return !inside && compare_paths(in_tree, w->from) < 0;
}

bool walk_next(walk *w, const char **path, const char **in_tree)
{
    struct stat info;
    while (w->depth) {
        folder *f = &w->folders[w->depth - 1];
        if (f->at == f->count) {
            leave(w);
            continue;
        }
        struct dirent *entry = f->names[f->at++];
        bool slash = f->size && w->path[f->size - 1] != '/';
        int size = snprintf(w->path + f->size, sizeof w->path - f->size, "%s%s", slash ? "/" : "", entry->d_name);
        free(entry);
        const char *inside = w->path + w->root;
        if (f->size + (size_t)size >= sizeof w->path || lstat(w->path, &info) != 0) {
            w->failures++;
            continue;
        }
        if (is_before(w, inside)) continue;
        if (S_ISDIR(info.st_mode)) {
            w->failures += !enter(w);
            continue;
        }
        if (!S_ISREG(info.st_mode)) continue;
        *path = w->path;
        *in_tree = inside;
        return true;
    }
    return false;
}

unsigned walk_failures(const walk *w) { return w->failures; }

void walk_close(walk *w)
{
    while (w->depth) leave(w);
    free(w);
}

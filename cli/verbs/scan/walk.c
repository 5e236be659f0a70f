/* SPDX-License-Identifier: MIT
 * Walks the trees of a scan. Of the names, only those of the open folders are in memory. */
#include "verbs/scan/scan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct path {
    char *data;
    size_t size, capacity;
};

/* Replaces what is after the first `kept` bytes by "/NAME", or by "NAME" if nothing or a slash is before it. */
static void path_set(struct path *path, size_t kept, const char *name)
{
    size_t size = strlen(name);
    bool slash = kept && path->data[kept - 1] != '/';
    if (kept + slash + size + 1 > path->capacity) {
        path->capacity = 2 * (kept + slash + size + 1);
        path->data = grow(path->data, path->capacity);
    }
    if (slash) path->data[kept] = '/';
    memcpy(path->data + kept + slash, name, size + 1);
    path->size = kept + slash + size;
}

/* A folder that is being walked. */
struct level {
    char **names;
    size_t next, full, relative; /* sizes of its paths */
};

struct walk {
    struct scan *scan;
    struct path full, relative;
    struct level *levels;
    size_t depth, capacity;
    bool (*each)(void *context, const struct entry *entry);
    void *context;
};

static bool is_dataset(const struct scan *scan, const char *path)
{
    struct identity own;
    return identity_of(path, &own) && own.device == scan->identity.device && own.number == scan->identity.number;
}

static bool push_level(struct walk *walk)
{
    char **names = names_in(walk->full.data);
    if (!names) return false;
    if (walk->depth == walk->capacity) {
        walk->capacity = walk->capacity ? 2 * walk->capacity : 16;
        walk->levels = grow(walk->levels, walk->capacity * sizeof *walk->levels);
    }
    walk->levels[walk->depth++] = (struct level){ .names = names, .full = walk->full.size, .relative = walk->relative.size };
    return true;
}

static void pop_level(struct walk *walk) { names_free(walk->levels[--walk->depth].names); }

static bool give(struct walk *walk, const struct facts *facts)
{
    const struct entry entry = { .path = walk->relative.data, .facts = *facts };
    return walk->each(walk->context, &entry);
}

/* What the paths of the walk name: a folder is entered, and everything else is given. */
static bool visit(struct walk *walk)
{
    struct facts facts;
    bool exists = facts_of(walk->full.data, &facts);
    if (!exists && errno == ENOENT && !is_link(walk->full.data)) return true; /* it was removed since the folder was read */
    if (facts.kind != KIND_FOLDER) return give(walk, &facts);
    if (is_link(walk->full.data) || is_dataset(walk->scan, walk->full.data) || push_level(walk)) return true;
    facts.modified = 0; /* so that files which are added to it do not change the entry */
    return give(walk, &facts);
}

static bool walk_levels(struct walk *walk)
{
    bool goes_on = true;
    while (walk->depth && goes_on) {
        struct level *level = &walk->levels[walk->depth - 1];
        const char *name = level->names[level->next++];
        goes_on = !scan_ends(walk->scan);
        if (!name) {
            pop_level(walk);
        } else if (goes_on) {
            path_set(&walk->full, level->full, name);
            path_set(&walk->relative, level->relative, name);
            goes_on = visit(walk);
        }
    }
    while (walk->depth) pop_level(walk);
    return goes_on;
}

static int walk_tree(struct walk *walk, const struct tree *tree)
{
    struct facts facts;
    path_set(&walk->full, 0, tree->path);
    path_set(&walk->relative, 0, tree->name);
    if (!facts_of(tree->path, &facts)) return scan_fails(tree->path, strerror(errno));
    if (facts.kind != KIND_FOLDER) return give(walk, &facts) ? EXIT_FINE : EXIT_UNREADABLE;
    if (!push_level(walk)) return scan_fails(tree->path, strerror(errno));
    return walk_levels(walk) ? EXIT_FINE : EXIT_UNREADABLE;
}

int scan_walk(struct scan *scan, bool (*each)(void *context, const struct entry *entry), void *context)
{
    struct walk walk = { .scan = scan, .each = each, .context = context };
    int status = EXIT_FINE;
    for (size_t i = 0; i < scan->tree_count && status == EXIT_FINE; i++) status = walk_tree(&walk, &scan->trees[i]);
    free(walk.levels);
    free(walk.full.data);
    free(walk.relative.data);
    return status;
}

/* The names of trees are the first components of paths, if there are several trees; that of a file is the whole path. */
char *scan_full_path(const struct scan *scan, const char *path)
{
    for (size_t i = 0; i < scan->tree_count; i++) {
        const struct tree *tree = &scan->trees[i];
        size_t size = strlen(tree->name);
        if (!tree->folder && !strcmp(path, tree->name)) return copy_of(tree->path);
        if (!tree->folder || (size && (strncmp(path, tree->name, size) != 0 || path[size] != '/'))) continue;
        const char *below = size ? path + size + 1 : path;
        return joined(tree->path, tree->path[strlen(tree->path) - 1] == '/' ? "" : "/", below);
    }
    return copy_of(path);
}

/* SPDX-License-Identifier: MIT
 *
 * A pattern is split into parts at its separators. The walk holds, for each path, the set of parts that may come next, as one bit each:
 * a set instead of one position makes each path come once, however many ways a pattern with several ** matches it, and so the cost is
 * linear in the names of the folders. The bit after the last part means that the path itself is a match. */
#include "paths.h"

#include "folder.h"

#include <reel/reel.h>

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 62 };

typedef struct pending {
    char *path;
    uint64_t states;  /* parts that may come next */
    uint64_t through; /* the same if the path is a folder and no link: the states that ** and folders keep */
    bool below;       /* in a folder that is a match: it is one too if it is a file */
    bool named;       /* the whole path is in the pattern */
} pending;

struct paths {
    char *const *patterns;
    size_t pattern_count, pattern; /* the next pattern is number `pattern` */
    char *parts_text;              /* of the current pattern */
    char *parts[MOST_PARTS];
    size_t part_count;
    bool any; /* a file matched the current pattern */
    pending *stack;
    size_t count, capacity;
    bool failed;
    char message[PATHS_MESSAGE];
    pthread_mutex_t lock;
};

paths *paths_new(char *const *patterns, size_t count)
{
    paths *found = calloc(1, sizeof *found);
    if (!found) return NULL;
    found->patterns = patterns;
    found->pattern_count = count;
    pthread_mutex_init(&found->lock, NULL);
    return found;
}

void paths_free(paths *found)
{
    if (!found) return;
    for (size_t i = 0; i < found->count; i++) free(found->stack[i].path);
    free(found->stack);
    free(found->parts_text);
    pthread_mutex_destroy(&found->lock);
    free(found);
}

static bool fail(paths *found, const char *format, const char *about, const char *why)
{
    found->failed = true;
    snprintf(found->message, sizeof found->message, format, about, why);
    return false;
}

static bool no_memory(paths *found) { return fail(found, "out of memory%s%s", "", ""); }

/* ---- names ---------------------------------------------------------------------------------------------------------- */

/* One character of a text, which is not empty; a byte that is not UTF-8 is a character of its own. */
static uint32_t next_character(const char **text)
{
    size_t size;
    size_t left = 1;
    while (left < 4 && (*text)[left]) left++;
    uint32_t character = reel_utf8(*text, left, &size);
    if (!size) character = 0x110000u + (unsigned char)**text;
    *text += size ? size : 1;
    return character;
}

/* Matches a character with the set that begins at "[". Returns what follows the set; NULL: the set has no end, and "[" is a character. */
static const char *match_set(const char *set, uint32_t character, bool *matches)
{
    const char *at = set + 1;
    bool negated = *at == '!' || *at == '^', in = false;
    at += negated;
    for (const char *first = at; *at && (*at != ']' || at == first);) {
        uint32_t low = next_character(&at), high = low;
        if (at[0] == '-' && at[1] && at[1] != ']') {
            at++;
            high = next_character(&at);
        }
        in |= low <= character && character <= high;
    }
    if (*at != ']') return NULL;
    *matches = in != negated;
    return at + 1;
}

/* Matches one character, set or question mark of a pattern with the first character of a name, and moves both on. */
static bool match_one(const char **pattern, const char **name)
{
    const char *rest = *name;
    uint32_t character = next_character(&rest);
    bool matches = false;
    const char *after = **pattern == '[' ? match_set(*pattern, character, &matches) : NULL;
    if (!after) {
        after = *pattern;
        uint32_t wanted = next_character(&after);
        matches = wanted == '?' || wanted == character;
    }
    *pattern = after;
    *name = rest;
    return matches;
}

static bool name_matches(const char *pattern, const char *name)
{
    if (*name == '.' && *pattern != '.') return false;
    const char *star = NULL, *again = NULL; /* what follows the last star, and where its match may begin next */
    for (;;) {
        if (*pattern == '*') {
            star = ++pattern;
            again = name;
            continue;
        }
        if (!*name && !*pattern) return true;
        const char *at = pattern, *rest = name;
        if (*at && *rest && match_one(&at, &rest)) {
            pattern = at;
            name = rest;
            continue;
        }
        if (!star || !*again) return false;
        next_character(&again);
        pattern = star;
        name = again;
    }
}

static bool has_wildcards(const char *text) { return strpbrk(text, "*?["); }

/* ---- the walk ------------------------------------------------------------------------------------------------------- */

static uint64_t match_state(const paths *found) { return UINT64_C(1) << found->part_count; }

static bool is_any_folders(const char *part) { return strcmp(part, "**") == 0; }

/* Puts a path on the stack, which owns it. */
static bool push(paths *found, pending next)
{
    if (found->count == found->capacity) {
        size_t capacity = found->capacity ? 2 * found->capacity : 64;
        pending *stack = next.path ? realloc(found->stack, capacity * sizeof *stack) : NULL;
        if (!stack) {
            free(next.path);
            return no_memory(found);
        }
        found->stack = stack;
        found->capacity = capacity;
    }
    if (!next.path) return no_memory(found);
    found->stack[found->count++] = next;
    return true;
}

/* "-" is standard input for reel, but a file for DuckDB. */
static char *join(const char *folder, const char *name)
{
    if (!*folder && strcmp(name, "-") == 0) folder = ".";
    size_t size = strlen(folder);
    bool slash = size && !path_separates(folder[size - 1]);
    char *path = malloc(size + slash + strlen(name) + 1);
    if (!path) return NULL;
    memcpy(path, folder, size);
    if (slash) path[size] = '/';
    memcpy(path + size + slash, name, strlen(name) + 1);
    return path;
}

/* What may come below a folder: ** may also match no folder at all. */
static uint64_t with_skipped(const paths *found, uint64_t states)
{
    for (size_t i = 0; i < found->part_count; i++)
        if (states >> i & 1 && is_any_folders(found->parts[i])) states |= UINT64_C(2) << i;
    return states;
}

static void step(const paths *found, uint64_t states, const char *name, pending *child)
{
    *child = (pending){ .path = NULL };
    bool hidden = *name == '.';
    child->below = states & match_state(found) && !hidden;
    if (child->below) child->through = match_state(found);
    for (size_t i = 0; i < found->part_count; i++) {
        if (!(states >> i & 1)) continue;
        if (is_any_folders(found->parts[i]))
            child->through |= hidden ? 0 : UINT64_C(1) << i;
        else if (name_matches(found->parts[i], name))
            child->states |= UINT64_C(2) << i;
    }
}

/* The only part that may come next, if it has no wildcards: then the folder need not be read, or even be readable. */
static const char *only_name(const paths *found, uint64_t states, size_t *number)
{
    for (size_t i = 0; i < found->part_count; i++)
        if (states == UINT64_C(1) << i && !has_wildcards(found->parts[i])) {
            *number = i;
            return found->parts[i];
        }
    return NULL;
}

static bool push_children(paths *found, const char *folder, uint64_t states)
{
    size_t number;
    const char *name = only_name(found, states, &number);
    if (name) return push(found, (pending){ .path = join(folder, name), .states = UINT64_C(2) << number });
    folder_names names;
    int failed = folder_list(*folder ? folder : ".", &names);
    bool fine = !failed || failed == ENOENT || failed == ENOTDIR; /* it was removed since */
    if (failed == ENOMEM)
        no_memory(found);
    else if (!fine)
        fail(found, "cannot read the folder \"%s\": %s", *folder ? folder : ".", strerror(failed));
    for (size_t i = names.count; fine && i--;) {
        pending child;
        step(found, states, names.names[i], &child);
        if (!(child.states | child.through)) continue;
        child.path = join(folder, names.names[i]);
        fine = push(found, child);
    }
    folder_free(&names);
    return fine;
}

/* Takes the path on top of the stack. True: it is a match, and the caller owns *path. */
static bool visit(paths *found, char **path)
{
    pending top = found->stack[--found->count];
    path_kind kind = *top.path ? path_kind_of(top.path) : PATH_FOLDER;
    if (kind == PATH_FOLDER) {
        bool enters = top.through && !path_is_link(top.path);
        uint64_t states = with_skipped(found, top.states | (enters ? top.through : 0));
        if (states) push_children(found, top.path, states);
    } else if (top.states & match_state(found) || top.below) {
        /* A link to nothing is a match: opening it reports why. So is a device that was named, but not one that was only found. */
        bool dangling = kind == PATH_MISSING && path_is_link(top.path);
        if (kind == PATH_FILE || dangling || (kind == PATH_OTHER && top.named)) {
            *path = top.path;
            return true;
        }
    }
    free(top.path);
    return false;
}

/* ---- patterns ------------------------------------------------------------------------------------------------------- */

/* Splits the text of the current pattern behind its root. */
static bool split_pattern(paths *found, size_t root)
{
    for (char *at = found->parts_text + root; *at;) {
        while (path_separates(*at)) *at++ = '\0';
        char *part = at;
        while (*at && !path_separates(*at)) at++;
        if (at == part) break;
        bool again = *at == '\0' ? is_any_folders(part) : at - part == 2 && !memcmp(part, "**", 2);
        if (again && found->part_count && is_any_folders(found->parts[found->part_count - 1])) continue;
        if (found->part_count == MOST_PARTS)
            return fail(found, "the pattern \"%s\" has too many parts%s", found->patterns[found->pattern - 1], "");
        found->parts[found->part_count++] = part;
        if (*at) *at++ = '\0';
    }
    return true;
}

static bool start_pattern(paths *found)
{
    const char *pattern = found->patterns[found->pattern++];
    size_t size = strlen(pattern);
    free(found->parts_text);
    found->part_count = 0;
    found->any = false;
    found->parts_text = malloc(size + 1);
    if (!found->parts_text) return no_memory(found);
    memcpy(found->parts_text, pattern, size + 1);
    if (!*pattern) return true;
    if (path_kind_of(pattern) != PATH_MISSING || path_is_link(pattern))
        return push(found, (pending){ .path = join("", pattern), .states = 1, .through = 1, .named = true });
    if (!has_wildcards(pattern)) return true;
    size_t root = path_root(pattern);
    if (!split_pattern(found, root)) return false;
    char *start = malloc(root + 1);
    if (start) {
        memcpy(start, pattern, root);
        start[root] = '\0';
    }
    return push(found, (pending){ .path = start, .states = 1, .through = 1 });
}

/* Says why a pattern matches no file. */
static void fail_empty(paths *found, const char *pattern)
{
    char folder[PATHS_MESSAGE / 2];
    const char *wild = strpbrk(pattern, "*?[");
    size_t size = wild ? (size_t)(wild - pattern) : 0;
    while (size && !path_separates(pattern[size - 1])) size--;
    snprintf(folder, sizeof folder, "%.*s", (int)(size < sizeof folder ? size : sizeof folder - 1), pattern);
    if (path_kind_of(pattern) == PATH_FOLDER)
        fail(found, "the folder \"%s\" has no files%s", pattern, "");
    else if (!wild)
        fail(found, "there is no file or folder \"%s\"%s", pattern, "");
    else if (size && path_kind_of(folder) != PATH_FOLDER)
        fail(found, "no files match the pattern \"%s\": there is no folder \"%s\"", pattern, folder);
    else
        fail(found, "no files match the pattern \"%s\"%s", pattern, "");
}

/* Looks for the next match of the current pattern, or of a later one. */
static paths_result find_next(paths *found, char **path)
{
    while (!found->failed) {
        if (found->count) {
            if (!visit(found, path)) continue;
            found->any = true;
            return PATHS_FOUND;
        }
        if (found->pattern && !found->any) {
            fail_empty(found, found->patterns[found->pattern - 1]);
        } else if (found->pattern < found->pattern_count) {
            start_pattern(found);
        } else {
            return PATHS_END;
        }
    }
    return PATHS_FAILED;
}

paths_result paths_next(paths *found, char **path, char message[PATHS_MESSAGE])
{
    *path = NULL;
    pthread_mutex_lock(&found->lock);
    paths_result result = find_next(found, path);
    if (result == PATHS_FAILED) memcpy(message, found->message, PATHS_MESSAGE);
    pthread_mutex_unlock(&found->lock);
    return result;
}

bool paths_is_one_file(char *const *patterns, size_t count) { return count == 1 && path_kind_of(patterns[0]) == PATH_FILE; }

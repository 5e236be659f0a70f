/* SPDX-License-Identifier: MIT
 * Levels in files and folders: one of them, or the one of many that a replay names. */
#include "core/level.h"
#include "core/memory.h"
#include "core/options.h"
#include "core/replay.h"
#include "platform/folder.h"
#include "platform/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 3, MOST_FORMATS = 16, KEYS_EACH = 4 };

/* A file or folder that may be a level. */
typedef struct level_file {
    char *path;
    bool folder;
    unsigned depth;
    size_t keys;
    char key[KEYS_EACH][LEVEL_KEY]; /* what it is called, if it is one */
} level_file;

typedef struct level_name {
    const char *key;
    size_t file;
} level_name;

struct reel_levels {
    reel_options options;
    const reel_format *formats[MOST_FORMATS + 1];
    reel_replay *one; /* NULL: there are many */
    level_file *files;
    size_t count, capacity;
    level_name *names; /* in order */
    size_t name_count;
};

/* ---- loading ------------------------------------------------------------------------------------------------------- */

static reel_status open_source(const char *path, bool folder, reel_source *source, reel_error *error)
{
    return folder ? reel__source_folder_level(path, source, error) : reel_source_file(path, 0, source, error);
}

/* `tables`: NULL: all. */
static reel_status load(const reel_levels *levels, const char *path, bool folder, const reel_table *const *tables,
                        reel_replay **level, reel_error *error)
{
    reel_source source;
    reel_options options = levels->options;
    options.tables = tables;
    reel_status status = open_source(path, folder, &source, error);
    *level = NULL;
    return status < 0 ? status : reel_load(source, &options, level, error);
}

/* The formats of levels. */
static void choose_formats(reel_levels *levels)
{
    size_t count = 0;
    const reel_format *const *all = levels->options.formats ? levels->options.formats : reel_formats();
    for (; *all && count < MOST_FORMATS; all++)
        if ((*all)->flags & REEL_FORMAT_LEVEL) levels->formats[count++] = *all;
    levels->options.formats = levels->formats;
}

/* ---- the files of a folder ------------------------------------------------------------------------------------------ */

typedef struct level_walk {
    reel_levels *levels;
    const char *folder;
    unsigned depth;
    bool failed;
} level_walk;

static bool add_file(void *context, const char *name)
{
    level_walk *walk = context;
    reel_levels *levels = walk->levels;
    const reel_allocator allocator = reel__memory_allocator(NULL);
    struct system_info info;
    if (name[0] == '.') return true;
    const size_t folder = strlen(walk->folder), size = strlen(name);
    char *path = malloc(folder + 1 + size + 1);
    level_file *files =
        path ? reel__memory_items(&allocator, levels->files, &levels->capacity, levels->count + 1, sizeof *files) : NULL;
    if (!files) {
        free(path);
        walk->failed = true;
        return false;
    }
    levels->files = files;
    memcpy(path, walk->folder, folder);
    path[folder] = '/';
    memcpy(path + folder + 1, name, size + 1);
    const bool known = reel__system_info_of(NULL, path, &info) && info.kind != SYSTEM_SPECIAL;
    if (known)
        files[levels->count++] = (level_file){ .path = path, .folder = info.kind == SYSTEM_FOLDER, .depth = walk->depth };
    else
        free(path);
    return true;
}

static bool find_info(void *context, const char *name)
{
    static const char info[] = "info.dat";
    size_t at = 0;
    while (info[at] && (name[at] >= 'A' && name[at] <= 'Z' ? name[at] - 'A' + 'a' : name[at]) == info[at]) at++;
    if (at == sizeof info - 1 && !name[at]) *(bool *)context = true;
    return !*(bool *)context;
}

/* Whether a folder is one level. */
static bool is_level(const char *folder)
{
    bool found = false;
    return reel__system_list(folder, find_info, &found) && found;
}

/* Lists all that may be levels: folders that are none are replaced by what is in them. */
static reel_status list_files(reel_levels *levels, const char *path, reel_error *error)
{
    level_walk walk = { .levels = levels, .folder = path, .depth = 1 };
    if (!reel__system_list(path, add_file, &walk))
        return reel_fail(error, REEL_IO, "file.open", "", 0, "%s: %s", path, strerror(errno));
    for (size_t i = 0; i < levels->count && !walk.failed; i++) {
        const level_file file = levels->files[i];
        if (!file.folder || is_level(file.path)) continue;
        walk.folder = file.path;
        walk.depth = file.depth + 1;
        if (file.depth < DEEPEST) reel__system_list(file.path, add_file, &walk); /* one that cannot be read has none */
    }
    return walk.failed ? reel__memory_fail(error) : REEL_OK;
}

/* Reads what a file says it is called. */
static void name_file(void *context, size_t index)
{
    static const reel_table *const none[] = { NULL };
    reel_levels *levels = context;
    level_file *file = &levels->files[index];
    reel_replay *level;
    reel_error error;
    if (file->folder && !is_level(file->path)) return;
    if (load(levels, file->path, file->folder, none, &level, &error) < 0) return;
    for (level_place at = { 0 };
         file->keys < KEYS_EACH && reel__level_next(reel_replay_chunk(level), &at, file->key[file->keys]);)
        file->keys++;
    reel_free(level);
}

static int by_key(const void *a, const void *b)
{
    const level_name *x = a, *y = b;
    const int order = strcmp(x->key, y->key);
    return order ? order : x->file < y->file ? -1 : x->file > y->file;
}

static reel_status name_files(reel_levels *levels, reel_error *error)
{
    reel_parallel(levels->count, 0, name_file, levels);
    size_t count = 0;
    for (size_t i = 0; i < levels->count; i++) count += levels->files[i].keys;
    levels->names = calloc(count + 1, sizeof *levels->names);
    if (!levels->names) return reel__memory_fail(error);
    for (size_t i = 0; i < levels->count; i++)
        for (size_t k = 0; k < levels->files[i].keys; k++)
            levels->names[levels->name_count++] = (level_name){ levels->files[i].key[k], i };
    if (count) qsort(levels->names, count, sizeof *levels->names, by_key);
    return REEL_OK;
}

/* ---- all of it ------------------------------------------------------------------------------------------------------ */

static reel_status open_levels(reel_levels *levels, const char *path, reel_error *error)
{
    struct system_info info;
    const bool folder = reel__system_info_of(NULL, path, &info) && info.kind == SYSTEM_FOLDER;
    if (folder && !is_level(path)) {
        const reel_status status = list_files(levels, path, error);
        return status < 0 ? status : name_files(levels, error);
    }
    const reel_status status = load(levels, path, folder, NULL, &levels->one, error);
    if (status == REEL_UNSUPPORTED && !strcmp(error->rule, "reel.unknown-format"))
        return reel_fail(error, REEL_ARGUMENT, "level.none", "", 0, "%s is not a level", path);
    return status;
}

reel_status reel_levels_open(const char *path, const reel_options *given, reel_levels **levels, reel_error *error)
{
    reel_error own;
    reel_options options;
    reel__memory_options(&options, sizeof options, given);
    *levels = NULL;
    reel_status status = reel__options_are_known(options.struct_size, error);
    if (status < 0) return status;
    reel_levels *made = calloc(1, sizeof *made);
    if (!made) return reel__memory_fail(error);
    made->options = (reel_options){ REEL_SIZED(reel_options), .allocator = options.allocator, .limits = options.limits,
                                    .formats = options.formats };
    choose_formats(made);
    status = open_levels(made, path, error ? error : &own);
    if (status < 0)
        reel_levels_close(made);
    else
        *levels = made;
    return status < 0 ? status : REEL_OK;
}

bool reel_levels_are_many(const reel_levels *levels) { return !levels->one; }

/* The first file of that name; SIZE_MAX: there is none. */
static size_t file_called(const reel_levels *levels, const char *key)
{
    size_t low = 0, high = levels->name_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(levels->names[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < levels->name_count && !strcmp(levels->names[low].key, key) ? levels->names[low].file : SIZE_MAX;
}

reel_status reel_levels_find(const reel_levels *levels, const reel_chunk *header, const reel_replay **level, reel_error *error)
{
    char key[LEVEL_KEY];
    *level = levels->one;
    if (levels->one) return REEL_OK;
    size_t found = SIZE_MAX;
    for (level_place at = { 0 }; found == SIZE_MAX && reel__level_next(header, &at, key);) found = file_called(levels, key);
    if (found == SIZE_MAX) return REEL_END;
    reel_replay *loaded;
    const reel_status status = load(levels, levels->files[found].path, levels->files[found].folder, NULL, &loaded, error);
    *level = loaded;
    return status;
}

void reel_levels_release(const reel_levels *levels, const reel_replay *level)
{
    if (level != levels->one) reel_free((reel_replay *)(uintptr_t)level);
}

void reel_levels_close(reel_levels *levels)
{
    if (!levels) return;
    reel_free(levels->one);
    for (size_t i = 0; i < levels->count; i++) free(levels->files[i].path);
    const reel_allocator allocator = reel__memory_allocator(NULL);
    reel__memory_drop(&allocator, levels->files);
    free(levels->names);
    free(levels);
}

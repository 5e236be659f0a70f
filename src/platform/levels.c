/* SPDX-License-Identifier: MIT
 * Levels in files and folders: one of them, or the one of many that a replay names. */
#include "platform/levels.h"
#include "core/level.h"
#include "core/memory.h"
#include "core/options.h"
#include "core/replay.h"
#include "platform/folder.h"
#include "platform/system.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FORMATS = 16, KEYS_EACH = 4 };

/* A key of a level, in the order of the numbers of keys. */
typedef struct level_name {
    uint64_t number;
    const char *key;
    size_t file;
} level_name;

struct reel_levels {
    reel_options options;
    const reel_format *formats[MOST_FORMATS + 1];
    reel_replay *one; /* NULL: there are many */
    level_list list;
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

/* ---- the levels of a folder ----------------------------------------------------------------------------------------- */

static uint64_t number_of(const char *key) { return reel__levels_hash(0, key, strlen(key)); }

/* Reads what a file says it is called. */
static void name_file(void *context, size_t index)
{
    static const reel_table *const none[] = { NULL };
    const reel_levels *levels = context;
    level_file *file = &levels->list.files[index];
    reel_replay *level;
    reel_error error;
    char keys[KEYS_EACH * LEVEL_KEY], *end = keys;
    if (file->named) return;
    const reel_status status = load(levels, file->path, file->folder, none, &level, &error);
    file->named = true;
    file->unsure = status == REEL_MEMORY || status == REEL_IO;
    if (status < 0) return;
    level_place at = { 0 };
    for (size_t i = 0; i < KEYS_EACH && reel__level_next(reel_replay_chunk(level), &at, end); i++) end += strlen(end) + 1;
    reel_free(level);
    if (end == keys) return;
    file->keys = malloc((size_t)(end - keys));
    file->unsure = !file->keys;
    if (!file->keys) return;
    file->keys_size = (size_t)(end - keys);
    memcpy(file->keys, keys, file->keys_size);
}

static int by_number(const void *a, const void *b)
{
    const level_name *x = a, *y = b;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return x->file < y->file ? -1 : x->file > y->file;
}

static reel_status sort_names(reel_levels *levels, reel_error *error)
{
    const level_list *list = &levels->list;
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++)
        for (size_t at = 0; at < list->files[i].keys_size; at += strlen(list->files[i].keys + at) + 1) count++;
    levels->names = calloc(count + 1, sizeof *levels->names);
    if (!levels->names) return reel__memory_fail(error);
    for (size_t i = 0; i < list->count; i++)
        for (size_t at = 0; at < list->files[i].keys_size; at += strlen(list->files[i].keys + at) + 1) {
            const char *key = list->files[i].keys + at;
            levels->names[levels->name_count++] = (level_name){ number_of(key), key, i };
        }
    if (count) qsort(levels->names, count, sizeof *levels->names, by_number);
    return REEL_OK;
}

/* What keys depend on beside the files. */
static uint64_t mark_of(const reel_levels *levels)
{
    uint64_t mark = reel__levels_hash(0, REEL_VERSION, sizeof REEL_VERSION);
    for (const reel_format *const *format = levels->formats; *format; format++)
        mark = reel__levels_hash(mark, (*format)->id, strlen((*format)->id) + 1);
    return mark;
}

/* `kept`: the file that keeps the names, or NULL. */
static reel_status open_folder(reel_levels *levels, const char *path, const char *kept, reel_error *error)
{
    level_list *list = &levels->list;
    reel_status status = reel__levels_list(path, list, error);
    if (status < 0) return status;
    const size_t had = kept ? reel__levels_kept_read(kept, mark_of(levels), list) : 0;
    size_t known = 0;
    for (size_t i = 0; i < list->count; i++) known += list->files[i].named;
    reel_parallel(list->count, 0, name_file, levels);
    if (kept && (known != list->count || had != known)) status = reel__levels_kept_write(kept, mark_of(levels), list, error);
    return status < 0 ? status : sort_names(levels, error);
}

/* ---- all of it ------------------------------------------------------------------------------------------------------ */

static reel_status open_levels(reel_levels *levels, const char *path, const char *kept, reel_error *error)
{
    struct system_info info;
    const bool folder = reel__system_info_of(NULL, path, &info) && info.kind == SYSTEM_FOLDER;
    if (folder && !reel__levels_is_one(path)) return open_folder(levels, path, kept, error);
    const reel_status status = load(levels, path, folder, NULL, &levels->one, error);
    if (status == REEL_UNSUPPORTED && !strcmp(error->rule, "reel.unknown-format"))
        return reel_fail(error, REEL_ARGUMENT, "level.none", "", 0, "%s is not a level", path);
    return status;
}

reel_status reel_levels_open_kept(const char *path, const char *kept, const reel_options *given, reel_levels **levels,
                                  reel_error *error)
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
    status = open_levels(made, path, kept, error ? error : &own);
    if (status < 0)
        reel_levels_close(made);
    else
        *levels = made;
    return status < 0 ? status : REEL_OK;
}

reel_status reel_levels_open(const char *path, const reel_options *options, reel_levels **levels, reel_error *error)
{
    return reel_levels_open_kept(path, NULL, options, levels, error);
}

bool reel_levels_are_many(const reel_levels *levels) { return !levels->one; }

/* The first name of that number; NULL: there is none. */
static const level_name *name_numbered(const reel_levels *levels, uint64_t number)
{
    size_t low = 0, high = levels->name_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (levels->names[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < levels->name_count && levels->names[low].number == number ? &levels->names[low] : NULL;
}

/* The first file of that name, in the order of paths; SIZE_MAX: there is none. */
static size_t file_called(const reel_levels *levels, const char *key)
{
    const uint64_t number = number_of(key);
    const level_name *name = name_numbered(levels, number), *end = levels->names + levels->name_count;
    for (; name && name < end && name->number == number; name++)
        if (!strcmp(name->key, key)) return name->file;
    return SIZE_MAX;
}

size_t reel_levels_keys(const reel_chunk *header, uint64_t *keys, size_t most)
{
    char key[LEVEL_KEY];
    size_t count = 0;
    for (level_place at = { 0 }; count < most && reel__level_next(header, &at, key);) keys[count++] = number_of(key);
    return count;
}

uint64_t reel_levels_stamp(const reel_levels *levels, uint64_t key)
{
    const level_name *name = levels->one ? NULL : name_numbered(levels, key);
    if (!name) return 0;
    const level_file *file = &levels->list.files[name->file];
    const char *path = file->path + file->relative;
    const uint64_t stamp = reel__levels_hash(file->stamp, path, strlen(path));
    return stamp ? stamp : 1;
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
    const reel_status status =
        load(levels, levels->list.files[found].path, levels->list.files[found].folder, NULL, &loaded, error);
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
    reel__levels_list_free(&levels->list);
    free(levels->names);
    free(levels);
}

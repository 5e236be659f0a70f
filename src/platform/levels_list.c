/* SPDX-License-Identifier: MIT
 * What may be a level in a folder, with what shows that it has not changed. Each folder is listed once, and its files are looked at on all
 * processors: with 100,000 levels of a few files each, these calls are nearly all the time. */
#include "core/memory.h"
#include "platform/folder.h"
#include "platform/levels.h"
#include "platform/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 3 };

uint64_t reel__levels_hash(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    hash ^= UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    hash ^= hash >> 32;
    return hash * UINT64_C(0x9e3779b97f4a7c15);
}

static char *path_in(const char *folder, const char *name)
{
    const size_t size = strlen(folder), more = strlen(name);
    char *path = malloc(size + 1 + more + 1);
    if (!path) return NULL;
    memcpy(path, folder, size);
    path[size] = '/';
    memcpy(path + size + 1, name, more + 1);
    return path;
}

/* ---- one folder ----------------------------------------------------------------------------------------------------- */

typedef struct folder_names {
    reel_memory names; /* each with a NUL */
    bool failed, has_info;
} folder_names;

static bool is_info(const char *name)
{
    static const char info[] = "info.dat";
    size_t at = 0;
    while (info[at] && (name[at] >= 'A' && name[at] <= 'Z' ? name[at] - 'A' + 'a' : name[at]) == info[at]) at++;
    return at == sizeof info - 1 && !name[at];
}

static bool find_info(void *context, const char *name)
{
    if (is_info(name)) *(bool *)context = true;
    return !*(bool *)context;
}

bool reel__levels_is_one(const char *folder)
{
    bool found = false;
    return reel__system_list(folder, find_info, &found) && found;
}

static bool add_name(void *context, const char *name)
{
    folder_names *f = context;
    if (name[0] == '.') return true;
    f->has_info = f->has_info || is_info(name);
    f->failed = !memory_add(&f->names, name, strlen(name) + 1);
    return !f->failed;
}

static uint64_t stamp_of(const struct system_info *info)
{
    uint8_t bytes[16];
    reel_store_u64le(bytes, info->size);
    reel_store_u64le(bytes + 8, (uint64_t)info->modified);
    const uint64_t stamp = reel__levels_hash(0, bytes, sizeof bytes);
    return stamp ? stamp : 1;
}

/* The files of a level, in whatever order the system lists them. Music and pictures change nothing. */
static uint64_t stamp_of_files(const char *folder, const folder_names *f, bool *failed)
{
    uint64_t sum = 1;
    for (const char *name = (const char *)f->names.data, *end = name + f->names.size; name < end; name += strlen(name) + 1) {
        struct system_info info;
        if (reel__folder_is_media(name)) continue;
        char *path = path_in(folder, name);
        *failed = *failed || !path;
        if (path && reel__system_info_of(NULL, path, &info) && info.kind == SYSTEM_FILE) {
            const uint64_t stamp = stamp_of(&info);
            sum += reel__levels_hash(stamp, name, strlen(name));
        }
        free(path);
    }
    return sum ? sum : 1;
}

/* ---- the list ------------------------------------------------------------------------------------------------------- */

typedef struct level_probe {
    level_file *files;
    size_t relative;
    bool *failed; /* one for each */
} level_probe;

/* Finds out what a path is: a file, a level of several, a folder; or nothing, whose stamp is 0. */
static void probe_file(void *context, size_t index)
{
    const level_probe *probe = context;
    level_file *file = &probe->files[index];
    struct system_info info;
    if (!reel__system_info_of(NULL, file->path, &info) || info.kind == SYSTEM_SPECIAL) return;
    file->folder = info.kind == SYSTEM_FOLDER;
    file->stamp = stamp_of(&info);
    if (!file->folder) return;
    folder_names f = { .names.allocator = reel__memory_allocator(NULL) };
    reel__system_list(file->path, add_name, &f); /* one that cannot be read has no files */
    if (f.has_info) {
        file->stamp = stamp_of_files(file->path, &f, &f.failed);
        reel_memory_free(&f.names);
    } else {
        file->names = (char *)f.names.data;
        file->names_size = f.names.size;
        file->stamp = 0;
    }
    probe->failed[index] = f.failed;
}

static bool add_paths(level_list *list, const char *folder, size_t relative, uint8_t depth, const char *names, size_t size)
{
    const reel_allocator allocator = reel__memory_allocator(NULL);
    if (!size) return true; /* there are no names to point to */
    for (const char *name = names, *end = names + size; name < end; name += strlen(name) + 1) {
        level_file *files = reel__memory_items(&allocator, list->files, &list->capacity, list->count + 1, sizeof *files);
        char *path = files ? path_in(folder, name) : NULL;
        if (files) list->files = files;
        if (!path) return false;
        files[list->count++] = (level_file){ .path = path, .relative = relative, .depth = depth };
    }
    return true;
}

/* Probes the files from `from` on. */
static bool probe_files(level_list *list, size_t from)
{
    const size_t count = list->count - from;
    bool failed = false, *each = calloc(count + 1, sizeof *each);
    const level_probe probe = { .files = list->files + from, .failed = each };
    if (!each) return false;
    reel_parallel(count, 0, probe_file, (void *)(uintptr_t)&probe);
    for (size_t i = 0; i < count; i++) failed = failed || each[i];
    free(each);
    return !failed;
}

static int by_path(const void *a, const void *b)
{
    const level_file *x = a, *y = b;
    return strcmp(x->path + x->relative, y->path + y->relative);
}

static void free_file(level_file *file)
{
    const reel_allocator allocator = reel__memory_allocator(NULL);
    free(file->path);
    reel__memory_drop(&allocator, file->names);
    free(file->keys);
}

/* Leaves out folders that are no levels, and what is neither. */
static void sift(level_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (list->files[i].stamp)
            list->files[kept++] = list->files[i];
        else
            free_file(&list->files[i]);
    }
    list->count = kept;
    if (kept) qsort(list->files, kept, sizeof *list->files, by_path);
}

reel_status reel__levels_list(const char *folder, level_list *list, reel_error *error)
{
    folder_names top = { .names.allocator = reel__memory_allocator(NULL) };
    const size_t relative = strlen(folder) + 1;
    *list = (level_list){ .count = 0 };
    if (!reel__system_list(folder, add_name, &top)) {
        reel_memory_free(&top.names);
        return reel_fail(error, REEL_IO, "file.open", "", 0, "%s: %s", folder, strerror(errno));
    }
    bool done = !top.failed && add_paths(list, folder, relative, 1, (const char *)top.names.data, top.names.size);
    size_t from = 0;
    for (uint8_t depth = 1; done && from < list->count; depth++) {
        const size_t end = list->count;
        done = probe_files(list, from);
        for (; done && depth < DEEPEST && from < end; from++) {
            const level_file file = list->files[from];
            done = add_paths(list, file.path, relative, (uint8_t)(depth + 1), file.names, file.names_size);
        }
        from = end;
    }
    reel_memory_free(&top.names);
    sift(list);
    return done ? REEL_OK : reel__memory_fail(error);
}

void reel__levels_list_free(level_list *list)
{
    const reel_allocator allocator = reel__memory_allocator(NULL);
    for (size_t i = 0; i < list->count; i++) free_file(&list->files[i]);
    reel__memory_drop(&allocator, list->files);
    *list = (level_list){ .count = 0 };
}

/* SPDX-License-Identifier: MIT
 * A folder as a source: the zip that its files make, stored, in the order of their names and without dates, so that the same files give the
 * same bytes. Formats of several files know zips; nothing above this layer has to know folders. */
#include "platform/folder.h"
#include "core/crc32.h"
#include "core/memory.h"
#include "platform/system.h"

#include <errno.h>
#include <reel/file.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_FILES = 4096,
    ZIP_HEADER = 30,
    DIRECTORY_ENTRY = 46,
    END_RECORD = 22,
    VERSION = 20,
    NO_DATE = 33,
    UTF8_NAMES = 1 << 11
};
#define MOST_BYTES (UINT64_C(512) << 20)

typedef struct listed_file {
    char *path;
    size_t name; /* offset in the path */
    uint32_t checksum, size, offset;
} listed_file;

typedef struct folder_source {
    const char *folder;
    listed_file *files;
    size_t count, capacity;
    bool failed, too_many;
    bool no_media; /* without files of which only a game needs the contents */
    reel_memory zip;
    reel_error *error;
} folder_source;

/* ---- the list ----------------------------------------------------------------------------------------------------- */

bool reel__folder_is_media(const char *name)
{
    static const char *const endings[] = { ".egg", ".ogg", ".wav", ".mp3", ".mp4", ".jpg", ".jpeg", ".png" };
    const size_t size = strlen(name);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t length = strlen(endings[i]);
        size_t same = 0;
        while (size > length && same < length && (name[size - length + same] | 0x20) == (endings[i][same] | 0x20)) same++;
        if (same == length) return true;
    }
    return false;
}

static bool add_file(void *context, const char *name)
{
    folder_source *f = context;
    struct system_info info;
    const size_t folder = strlen(f->folder), size = strlen(name);
    if (name[0] == '.' || (f->no_media && reel__folder_is_media(name))) return true;
    char *path = malloc(folder + 1 + size + 1);
    if (path) {
        memcpy(path, f->folder, folder);
        path[folder] = '/';
        memcpy(path + folder + 1, name, size + 1);
    }
    if (path && (!reel__system_info_of(NULL, path, &info) || info.kind != SYSTEM_FILE)) {
        free(path);
        return true;
    }
    listed_file *files = NULL;
    f->too_many = f->count == MOST_FILES;
    if (path && !f->too_many) files = reel__memory_items(&f->zip.allocator, f->files, &f->capacity, f->count + 1, sizeof *files);
    if (!files) {
        free(path);
        f->failed = true;
        return false;
    }
    f->files = files;
    f->files[f->count++] = (listed_file){ .path = path, .name = folder + 1 };
    return true;
}

static int by_name(const void *a, const void *b)
{
    const listed_file *x = a, *y = b;
    return strcmp(x->path + x->name, y->path + y->name);
}

static reel_status refuse(const folder_source *f, const char *rule, const char *why)
{
    return reel_fail(f->error, REEL_IO, rule, "", 0, "%s: %s", f->folder, why);
}

static reel_status list_files(folder_source *f)
{
    if (!reel__system_list(f->folder, add_file, f)) return refuse(f, "file.open", strerror(errno));
    if (f->too_many) return refuse(f, "file.folder-size", "the folder has too many files");
    if (f->failed) return reel__memory_fail(f->error);
    if (f->count) qsort(f->files, f->count, sizeof *f->files, by_name);
    return REEL_OK;
}

/* ---- the zip ------------------------------------------------------------------------------------------------------ */

static void store16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

/* What the local header and the entry of the directory have in common: APPNOTE 4.3.7 and 4.3.12. */
static void put_common(uint8_t *at, const listed_file *file)
{
    memset(at, 0, 26);
    store16(at, VERSION);
    store16(at + 2, UTF8_NAMES);
    store16(at + 8, NO_DATE);
    reel_store_u32le(at + 10, file->checksum);
    reel_store_u32le(at + 14, file->size);
    reel_store_u32le(at + 18, file->size);
    store16(at + 22, (unsigned)strlen(file->path + file->name));
}

/* Reads a file behind its header. It may have another size than when it was listed. */
static reel_status add_bytes(folder_source *f, listed_file *file)
{
    enum { STEP = 1 << 16 };
    reel_source source;
    const size_t begins = f->zip.size;
    reel_status status = reel_source_file(file->path, 0, &source, f->error);
    if (status < 0) return status;
    while (status == REEL_OK) {
        size_t got = 0;
        if (!reel__memory_room(&f->zip, STEP)) status = reel__memory_fail(f->error);
        if (status == REEL_OK) status = source.read(source.context, f->zip.data + f->zip.size, STEP, &got, f->error);
        f->zip.size += got;
        if (status == REEL_OK && f->zip.size > MOST_BYTES)
            status = refuse(f, "file.folder-size", "the files of the folder are too large");
    }
    source.close(source.context);
    if (status < 0) return status;
    file->size = (uint32_t)(f->zip.size - begins);
    file->checksum = reel__crc32(f->zip.data + begins, file->size);
    return REEL_OK;
}

static reel_status add_entry(folder_source *f, listed_file *file)
{
    uint8_t header[ZIP_HEADER] = { 'P', 'K', 3, 4 };
    const char *name = file->path + file->name;
    file->offset = (uint32_t)f->zip.size;
    if (!memory_add(&f->zip, header, sizeof header) || !memory_add(&f->zip, name, strlen(name)))
        return reel__memory_fail(f->error);
    const reel_status status = add_bytes(f, file);
    if (status == REEL_OK) put_common(f->zip.data + file->offset + 4, file);
    return status;
}

static reel_status add_directory(folder_source *f)
{
    const uint32_t begins = (uint32_t)f->zip.size;
    bool all = true;
    for (size_t i = 0; i < f->count; i++) {
        const listed_file *file = &f->files[i];
        uint8_t entry[DIRECTORY_ENTRY] = { 'P', 'K', 1, 2 };
        store16(entry + 4, VERSION);
        put_common(entry + 6, file);
        reel_store_u32le(entry + 42, file->offset);
        all &= memory_add(&f->zip, entry, sizeof entry);
        all &= memory_add(&f->zip, file->path + file->name, strlen(file->path + file->name));
    }
    uint8_t end[END_RECORD] = { 'P', 'K', 5, 6 };
    store16(end + 8, (unsigned)f->count);
    store16(end + 10, (unsigned)f->count);
    reel_store_u32le(end + 12, (uint32_t)f->zip.size - begins);
    reel_store_u32le(end + 16, begins);
    all &= memory_add(&f->zip, end, sizeof end);
    return all ? REEL_OK : reel__memory_fail(f->error);
}

/* ---- the source --------------------------------------------------------------------------------------------------- */

static void close_zip(void *context)
{
    reel_memory *zip = context;
    reel_memory_free(zip);
    free(zip);
}

static reel_status open_folder(const char *path, bool no_media, reel_source *source, reel_error *error)
{
    folder_source f = { .folder = path, .zip.allocator = reel__memory_allocator(NULL), .error = error, .no_media = no_media };
    memset(source, 0, sizeof *source);
    reel_status status = list_files(&f);
    for (size_t i = 0; i < f.count && status == REEL_OK; i++) status = add_entry(&f, &f.files[i]);
    if (status == REEL_OK) status = add_directory(&f);
    reel_memory *kept = status == REEL_OK ? malloc(sizeof *kept) : NULL;
    if (status == REEL_OK && !kept) status = reel__memory_fail(error);
    for (size_t i = 0; i < f.count; i++) free(f.files[i].path);
    reel__memory_drop(&f.zip.allocator, f.files);
    if (status != REEL_OK) {
        reel_memory_free(&f.zip);
        return status;
    }
    *kept = f.zip;
    *source = reel_source_memory(kept->data, kept->size);
    source->context = kept;
    source->close = close_zip;
    return REEL_OK;
}

reel_status reel_source_folder(const char *path, reel_source *source, reel_error *error)
{
    return open_folder(path, false, source, error);
}

reel_status reel__source_folder_level(const char *path, reel_source *source, reel_error *error)
{
    return open_folder(path, true, source, error);
}

/* SPDX-License-Identifier: MIT
 * The file that keeps what levels are called, so that the same folder need not be read again: a head, one entry for each file in the order of
 * paths, and a checksum. All numbers are little endian.
 *
 *   head   "reel levels 1\n", mark u64, entries u64
 *   entry  stamp u64, bytes of the path u32, bytes of the keys u32, path, keys, each with a NUL
 *   end    hash of everything before it u64
 *
 * A file that is not exactly that has no entries, and is written again. */
#include "core/memory.h"
#include "platform/levels.h"

#include <stdlib.h>
#include <string.h>

static const char magic[] = "reel levels 1\n";
enum { MAGIC = sizeof magic - 1, HEAD = MAGIC + 16, ENTRY = 16, END = 8 };

/* ---- reading -------------------------------------------------------------------------------------------------------- */

/* The whole file; false: there is none that can be read, or no memory for it. */
static bool read_all(const char *path, reel_memory *bytes)
{
    enum { STEP = 1 << 16 };
    reel_source source;
    reel_status status = reel_source_file(path, 0, &source, NULL);
    if (status < 0) return false;
    while (status == REEL_OK) {
        size_t got = 0;
        if (!reel__memory_room(bytes, STEP)) break;
        status = source.read(source.context, bytes->data + bytes->size, STEP, &got, NULL);
        bytes->size += got;
    }
    source.close(source.context);
    return status == REEL_END;
}

/* An entry, and where the next one begins; false: it is cut off. */
static bool next_entry(const uint8_t *at, const uint8_t *end, level_file *entry, const uint8_t **next)
{
    if (end - at < ENTRY) return false;
    const size_t path = reel_load_u32le(at + 8), keys = reel_load_u32le(at + 12), left = (size_t)(end - at) - ENTRY;
    if (path > left || keys > left - path) return false;
    *entry = (level_file){ .stamp = reel_load_u64le(at), .keys_size = keys };
    entry->path = (char *)(uintptr_t)(at + ENTRY); /* the bytes are the file's */
    entry->keys = entry->path + path;
    *next = at + ENTRY + path + keys;
    return path && !entry->path[path - 1] && (!keys || !entry->keys[keys - 1]);
}

static bool is_whole(const reel_memory *bytes, uint64_t mark)
{
    if (bytes->size < HEAD + END || memcmp(bytes->data, magic, MAGIC) != 0) return false;
    return reel_load_u64le(bytes->data + MAGIC) == mark &&
           reel_load_u64le(bytes->data + bytes->size - END) == reel__levels_hash(0, bytes->data, bytes->size - END);
}

static bool take_keys(level_file *file, const level_file *entry)
{
    if (entry->keys_size && !(file->keys = malloc(entry->keys_size))) return false;
    if (entry->keys_size) memcpy(file->keys, entry->keys, entry->keys_size);
    file->keys_size = entry->keys_size;
    return file->named = true;
}

size_t reel__levels_kept_read(const char *path, uint64_t mark, level_list *list)
{
    reel_memory bytes = { .allocator = reel__memory_allocator(NULL) };
    size_t count = 0, at = 0;
    if (read_all(path, &bytes) && is_whole(&bytes, mark)) {
        level_file entry;
        const uint8_t *next = bytes.data + HEAD, *end = bytes.data + bytes.size - END;
        while (next < end && next_entry(next, end, &entry, &next)) {
            count++;
            while (at < list->count && strcmp(list->files[at].path + list->files[at].relative, entry.path) < 0) at++;
            if (at == list->count) continue;
            level_file *file = &list->files[at];
            if (file->stamp == entry.stamp && !strcmp(file->path + file->relative, entry.path) && !file->named)
                take_keys(file, &entry);
        }
    }
    reel_memory_free(&bytes);
    return count;
}

/* ---- writing -------------------------------------------------------------------------------------------------------- */

static bool put_entry(reel_memory *bytes, const level_file *file)
{
    uint8_t head[ENTRY];
    const char *path = file->path + file->relative;
    reel_store_u64le(head, file->stamp);
    reel_store_u32le(head + 8, (uint32_t)(strlen(path) + 1));
    reel_store_u32le(head + 12, (uint32_t)file->keys_size);
    return memory_add(bytes, head, sizeof head) && memory_add(bytes, path, strlen(path) + 1) &&
           memory_add(bytes, file->keys, file->keys_size);
}

static bool put_all(reel_memory *bytes, uint64_t mark, const level_list *list)
{
    uint8_t head[HEAD], end[END];
    uint64_t count = 0;
    for (size_t i = 0; i < list->count; i++) count += !list->files[i].unsure;
    memcpy(head, magic, MAGIC);
    reel_store_u64le(head + MAGIC, mark);
    reel_store_u64le(head + MAGIC + 8, count);
    bool done = memory_add(bytes, head, sizeof head);
    for (size_t i = 0; i < list->count && done; i++) done = list->files[i].unsure || put_entry(bytes, &list->files[i]);
    if (!done) return false;
    reel_store_u64le(end, reel__levels_hash(0, bytes->data, bytes->size));
    return memory_add(bytes, end, sizeof end);
}

reel_status reel__levels_kept_write(const char *path, uint64_t mark, const level_list *list, reel_error *error)
{
    reel_memory bytes = { .allocator = reel__memory_allocator(NULL) };
    reel_sink sink;
    reel_status status = put_all(&bytes, mark, list) ? REEL_OK : reel__memory_fail(error);
    if (status == REEL_OK) status = reel_sink_file(path, REEL_FILE_REPLACE, &sink, error);
    if (status == REEL_OK) {
        status = sink.write(sink.context, bytes.data, bytes.size, error);
        if (status == REEL_OK)
            status = sink.commit(sink.context, error);
        else
            sink.discard(sink.context);
    }
    reel_memory_free(&bytes);
    return status;
}

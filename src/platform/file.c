/* SPDX-License-Identifier: MIT
 * Files as sources and sinks. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/memory.h"
#include "platform/file.h"
#include "platform/system.h"

/* The caller of a source knows its path. */
static reel_status refuse(reel_error *error, const char *rule, const char *what, int why)
{
    return reel_fail(error, REEL_IO, rule, "", 0, "%s: %s", what, strerror(why));
}

/* ---- sources ---------------------------------------------------------------------------------------------------- */

typedef struct file_source {
    int file;
    bool close;    /* standard input stays open */
    bool follows;  /* what is at its end now may grow */
    bool drained;  /* its name is another file's, and its end was seen after that */
    char *path;    /* of a file that is followed */
    uint64_t read; /* offset of the next byte */
    void *map;
    size_t map_size;
} file_source;

/* Whether the name of an open file has gone to another one. A name that is gone may come back. */
static bool was_replaced(const char *path, const struct system_info *open)
{
    struct system_info now;
    return reel__system_info_of(NULL, path, &now) && (now.device != open->device || now.number != open->number);
}

/* At the end of a file that grows. One whose name went to another file is read to its end once more: what came last may have been
 * written between the two looks. */
static reel_status wait_for_more(file_source *source, reel_error *error)
{
    struct system_info info;
    if (!reel__system_info_of_open(source->file, &info)) /* not every system knows what standard input is */
        return source->close ? refuse(error, "file.read", "cannot read", errno) : REEL_AGAIN;
    if (info.kind == SYSTEM_FILE && info.size < source->read)
        return reel_fail(error, REEL_IO, "file.shrunk", "", source->read, "the file became shorter while it was read");
    bool named = info.kind == SYSTEM_FILE && source->close; /* standard input has no name */
    if (!named || !was_replaced(source->path, &info)) return REEL_AGAIN;
    if (source->drained)
        return reel_fail(error, REEL_IO, "file.replaced", "", source->read, "the followed file was replaced by another file");
    source->drained = true;
    return REEL_AGAIN;
}

static reel_status file_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    file_source *source = context;
    if (capacity > (size_t)1 << 30) capacity = (size_t)1 << 30;
    ptrdiff_t count;
    do count = reel__system_read(source->file, buffer, capacity);
    while (count < 0 && errno == EINTR);
    if (count < 0 && errno == EAGAIN && source->follows) return REEL_AGAIN; /* a pipe whose writer has nothing to say */
    if (count < 0) return refuse(error, "file.read", "cannot read", errno);
    *got = (size_t)count;
    source->read += *got;
    if (!count && source->follows) return wait_for_more(source, error);
    return count ? REEL_OK : REEL_END;
}

static reel_status file_seek(void *context, uint64_t offset, reel_error *error)
{
    file_source *source = context;
    if (!reel__system_seek(source->file, offset)) return refuse(error, "file.seek", "cannot seek", errno);
    source->read = offset;
    return REEL_OK;
}

static void file_close(void *context)
{
    file_source *source = context;
    if (source->map) reel__system_unmap(source->map, source->map_size);
    if (source->close) reel__system_close(source->file);
    free(source->path);
    free(source);
}

static reel_status refuse_special(reel_error *error)
{
    return reel_fail(error, REEL_IO, "file.special", "", 0,
                     "not a regular file: pipes and devices can be read only from standard input");
}

/* A device may act on being opened, so it is asked what it is before; afterwards the open file is, since the name may have changed. */
static reel_status open_for_reading(const struct system_folder *folder, const char *path, bool follows, file_source *source,
                                    uint64_t *size, reel_error *error)
{
    *size = REEL_UNKNOWN_SIZE;
    if (strcmp(path, "-") == 0) {
        source->file = reel__system_standard(0);
        return REEL_OK;
    }
    struct system_info info;
    if (!follows && reel__system_info_of(folder, path, &info) && info.kind == SYSTEM_SPECIAL) return refuse_special(error);
    source->file = reel__system_open_read(folder, path);
    if (source->file < 0) return refuse(error, "file.open", "cannot open", errno);
    source->close = true;
    if (!reel__system_info_of_open(source->file, &info)) return refuse(error, "file.open", "cannot open", errno);
    if (info.kind == SYSTEM_FOLDER) return refuse(error, "file.folder", "cannot read", EISDIR);
    if (info.kind == SYSTEM_SPECIAL) return follows ? REEL_OK : refuse_special(error);
    *size = info.size;
    return REEL_OK;
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

static reel_status source_in(const struct system_folder *folder, const char *path, uint32_t flags, reel_source *result,
                             reel_error *error)
{
    memset(result, 0, sizeof *result);
    file_source *source = calloc(1, sizeof *source);
    if (source) source->follows = flags & REEL_FILE_FOLLOW;
    if (source && source->follows) source->path = copy_text(path);
    if (!source || (source->follows && !source->path)) {
        free(source);
        return reel__memory_fail(error);
    }
    uint64_t size;
    reel_status status = open_for_reading(folder, path, source->follows, source, &size, error);
    if (status < 0) {
        file_close(source);
        return status;
    }
    *result = (reel_source){ .context = source, .size = size, .read = file_read, .close = file_close };
    if (size != REEL_UNKNOWN_SIZE) result->seek = file_seek;
    if (source->follows) result->size = REEL_UNKNOWN_SIZE;
    if (source->follows) return REEL_OK;
    if (flags & REEL_FILE_MAP && size != REEL_UNKNOWN_SIZE && size > 0 && size <= SIZE_MAX) {
        source->map = reel__system_map(source->file, (size_t)size);
        source->map_size = (size_t)size;
        result->data = source->map; /* NULL where it cannot be mapped: then it is read */
    }
    return REEL_OK;
}

reel_status reel_source_file(const char *path, uint32_t flags, reel_source *result, reel_error *error)
{
    return source_in(NULL, path, flags, result, error);
}

/* ---- sinks ------------------------------------------------------------------------------------------------------ */

typedef struct file_sink {
    int file;
    uint32_t flags;
    uint32_t process;             /* that opened it: a fork neither writes nor removes the file */
    bool standard;                /* stays open */
    bool special;                 /* a device or a pipe: cannot be read back, is never removed */
    struct system_folder *folder; /* that the names are looked up in; NULL: they are paths */
    char *path;
    char *part; /* the name while it is written; NULL: `path` itself */
} file_sink;

/* The reason comes before the path, which may be long and is then truncated. */
static reel_status refuse_sink(const file_sink *sink, reel_error *error, const char *rule, const char *what, int why)
{
    return reel_fail(error, REEL_IO, rule, "", 0, "%s: %s (%s)", what, strerror(why), sink->path);
}

static reel_status refuse_taken(const file_sink *sink, reel_error *error)
{
    return reel_fail(error, REEL_IO, "file.exists", "", 0, "output file already exists: %s", sink->path);
}

static bool is_forked(const file_sink *sink) { return !sink->standard && sink->process != reel__system_process(); }

static reel_status refuse_fork(const file_sink *sink, reel_error *error)
{
    return reel_fail(error, REEL_IO, "file.process", "", 0, "another process writes this file: this one is a fork of it (%s)",
                     sink->path);
}

static void sink_free(file_sink *sink)
{
    reel__system_close_folder(sink->folder);
    free(sink->path);
    free(sink->part);
    free(sink);
}

static reel_status sink_write(void *context, const void *data, size_t size, reel_error *error)
{
    file_sink *sink = context;
    const char *bytes = data;
    if (is_forked(sink)) return refuse_fork(sink, error);
    while (size) {
        ptrdiff_t count = reel__system_write(sink->file, bytes, size < (size_t)1 << 30 ? size : (size_t)1 << 30);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return refuse_sink(sink, error, "file.write", "cannot write", count < 0 ? errno : ENOSPC);
        bytes += count;
        size -= (size_t)count;
    }
    return REEL_OK;
}

static reel_status sink_patch(void *context, uint64_t offset, const void *data, size_t size, reel_error *error)
{
    const file_sink *sink = context;
    if (is_forked(sink)) return refuse_fork(sink, error);
    ptrdiff_t count;
    do count = reel__system_write_at(sink->file, data, size, offset);
    while (count < 0 && errno == EINTR);
    if (count < 0 || (size_t)count != size)
        return refuse_sink(sink, error, "file.write", "cannot write", count < 0 ? errno : ENOSPC);
    return REEL_OK;
}

static reel_status sink_reopen(void *context, reel_source *source, reel_error *error)
{
    const file_sink *sink = context;
    return source_in(sink->folder, sink->part ? sink->part : sink->path, 0, source, error);
}

static reel_status sink_commit(void *context, reel_error *error)
{
    file_sink *sink = context;
    reel_status status = REEL_OK;
    int failed = 0;
    if (is_forked(sink)) {
        status = refuse_fork(sink, error);
        reel__system_close(sink->file);
        sink_free(sink);
        return status;
    }
    if (sink->special)
        failed = reel__system_close(sink->file);
    else if (!sink->standard)
        failed = reel__system_publish(sink->folder, sink->file, sink->part, sink->path, sink->flags & REEL_FILE_REPLACE);
    if (failed)
        status = errno == EEXIST ? refuse_taken(sink, error) : refuse_sink(sink, error, "file.write", "cannot write", errno);
    if (status < 0 && sink->part) reel__system_remove(sink->folder, sink->part);
    sink_free(sink);
    return status;
}

static void sink_discard(void *context)
{
    file_sink *sink = context;
    if (!sink->standard) {
        reel__system_close(sink->file);
        if (!sink->special && !is_forked(sink)) reel__system_remove(sink->folder, sink->part ? sink->part : sink->path);
    }
    sink_free(sink);
}

/* ---- temporary names --------------------------------------------------------------------------------------------- */

/* A file that is being written is called "folder/.NAME.HOST-PROCESS-START-NUMBER-SUM.part", each of the five eight hexadecimal
 * digits. The sum over the other four makes it sure enough that a name is ours: who finds such a file can tell whether its writer
 * still lives. */
enum { PART_NAME = 200 }; /* bytes of a name that are kept: with what comes around them, file systems take 255 */
enum { PART_NUMBERS = 5, PART_DIGITS = 8, PART_MARK = PART_NUMBERS * (PART_DIGITS + 1) - 1 };
#define PART_ENDING ".part"

static uint32_t part_sum(const uint32_t *numbers)
{
    uint32_t sum = 0x7265656c; /* "reel" */
    for (size_t i = 0; i + 1 < PART_NUMBERS; i++) sum = (sum ^ numbers[i]) * 2654435761u ^ sum >> 15;
    return sum;
}

/* The last component of a path. */
static const char *name_in(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' || (SYSTEM_BACKSLASH && *c == '\\')) name = c + 1;
    return name;
}

static char *part_name(const char *path, const struct system_writer *writer, uint32_t number)
{
    const char *name = name_in(path);
    const uint32_t numbers[PART_NUMBERS] = { writer->host, writer->process, writer->start, number };
    size_t size = strlen(path) + PART_MARK + 16;
    char *part = malloc(size);
    if (part)
        snprintf(part, size, "%.*s.%.*s.%08x-%08x-%08x-%08x-%08x" PART_ENDING, (int)(name - path), path, (int)PART_NAME, name,
                 (unsigned)numbers[0], (unsigned)numbers[1], (unsigned)numbers[2], (unsigned)numbers[3],
                 (unsigned)part_sum(numbers));
    return part;
}

static bool read_hex(const char *text, uint32_t *number)
{
    static const char digits[] = "0123456789abcdef";
    *number = 0;
    for (int i = 0; i < PART_DIGITS; i++) {
        const char *digit = text[i] ? strchr(digits, text[i]) : NULL;
        if (!digit) return false;
        *number = *number << 4 | (uint32_t)(digit - digits);
    }
    return true;
}

/* Whether a name in a folder is that of a temporary file whose writer has ended. */
static bool is_abandoned(void *context, const char *name)
{
    (void)context;
    uint32_t numbers[PART_NUMBERS];
    size_t size = strlen(name), ending = sizeof PART_ENDING - 1;
    if (name[0] != '.' || size < 2 + PART_MARK + ending + 1 || strcmp(name + size - ending, PART_ENDING) != 0) return false;
    const char *mark = name + size - ending - PART_MARK;
    if (mark[-1] != '.') return false;
    for (int i = 0; i < PART_NUMBERS; i++, mark += PART_DIGITS + 1)
        if (!read_hex(mark, &numbers[i]) || (i + 1 < PART_NUMBERS && mark[PART_DIGITS] != '-')) return false;
    const struct system_writer writer = { .host = numbers[0], .process = numbers[1], .start = numbers[2] };
    return numbers[PART_NUMBERS - 1] == part_sum(numbers) && reel__system_has_ended(&writer);
}

static reel_status open_part(file_sink *sink, reel_error *error)
{
    if (sink->flags & REEL_FILE_SWEEP) reel__system_sweep(sink->folder, sink->path, is_abandoned, NULL);
    const struct system_writer writer = reel__system_writer();
    uint32_t number = (uint32_t)time(NULL) * 2654435761u ^ (uint32_t)(uintptr_t)sink;
    for (int attempt = 0; attempt < 100; attempt++, number = number * 1664525u + 1013904223u) {
        free(sink->part);
        sink->part = part_name(sink->path, &writer, number);
        if (!sink->part) return reel__memory_fail(error);
        sink->file = reel__system_open_new(sink->folder, sink->part);
        if (sink->file >= 0) return REEL_OK;
        if (errno != EEXIST && errno != EAGAIN) break;
    }
    return refuse_sink(sink, error, "file.open", "cannot create", errno);
}

static reel_status open_for_writing(file_sink *sink, reel_error *error)
{
    struct system_info info;
    bool exists = reel__system_info_of(sink->folder, sink->path, &info);
    if (exists && info.kind == SYSTEM_FOLDER) return refuse_sink(sink, error, "file.folder", "cannot write", EISDIR);
    if (exists && info.kind == SYSTEM_FILE && !(sink->flags & REEL_FILE_REPLACE)) return refuse_taken(sink, error);
    sink->special = exists && info.kind == SYSTEM_SPECIAL; /* written unchanged */
    if (sink->flags & FILE_EXCLUSIVE) {
        sink->file = reel__system_open_new(sink->folder, sink->path);
        if (sink->file >= 0) return REEL_OK;
        return errno == EEXIST || errno == EAGAIN ? refuse_taken(sink, error)
                                                  : refuse_sink(sink, error, "file.open", "cannot create", errno);
    }
    if (!sink->special && !(sink->flags & REEL_FILE_DIRECT)) {
        reel_status status = open_part(sink, error);
        if (status == REEL_OK && exists) reel__system_set_mode(sink->file, info.mode);
        return status;
    }
    sink->file = reel__system_open_write(sink->folder, sink->path);
    return sink->file >= 0 ? REEL_OK : refuse_sink(sink, error, "file.open", "cannot create", errno);
}

/* Takes `path` and `folder`. */
static reel_status sink_open(char *path, struct system_folder *folder, uint32_t flags, reel_sink *result, reel_error *error)
{
    file_sink *sink = path ? calloc(1, sizeof *sink) : NULL;
    if (!sink) {
        free(path);
        reel__system_close_folder(folder);
        return reel__memory_fail(error);
    }
    sink->path = path;
    sink->folder = folder;
    sink->flags = flags;
    sink->process = reel__system_process();
    reel_status status = REEL_OK;
    if (strcmp(path, "-") == 0) {
        sink->file = reel__system_standard(1);
        sink->standard = true;
    } else {
        status = open_for_writing(sink, error);
    }
    if (status < 0) {
        sink_free(sink);
        return status;
    }
    *result = (reel_sink){ .context = sink, .write = sink_write, .commit = sink_commit, .discard = sink_discard };
    if (sink->standard || sink->special) return REEL_OK;
    result->reopen = sink_reopen;
    result->patch = sink_patch;
    return REEL_OK;
}

reel_status reel_sink_file(const char *path, uint32_t flags, reel_sink *result, reel_error *error)
{
    memset(result, 0, sizeof *result);
    return sink_open(copy_text(path), NULL, flags, result, error);
}

/* ---- files below a folder ------------------------------------------------------------------------------------------ */

/* Whether a name leads nowhere but below the folder it is looked up in, as long as there are no links. */
static bool stays_below(const char *name)
{
    if (SYSTEM_BACKSLASH && strpbrk(name, "\\:")) return false;
    for (const char *at = name; *at; at += *at == '/') {
        size_t size = strcspn(at, "/");
        if (size == 2 && memcmp(at, "..", 2) == 0) return false;
        at += size;
    }
    return *name && *name != '/' && name[strlen(name) - 1] != '/';
}

/* The folder of `name` in `root`. Sets *path, which the caller frees, to both. */
static reel_status open_below(const char *root, const char *name, struct system_folder **folder, char **path, reel_error *error)
{
    size_t size = strlen(root), length = strlen(name);
    *folder = NULL;
    *path = malloc(size + length + 2);
    if (!*path) return reel__memory_fail(error);
    snprintf(*path, size + length + 2, "%s%s%s", root, size && root[size - 1] == '/' ? "" : "/", name);
    if (!stays_below(name))
        return reel_fail(error, REEL_IO, "file.link", "", 0, "the name leads out of the output folder: %s", *path);
    *folder = reel__system_open_folder(*path, size);
    if (*folder) return REEL_OK;
    if (errno == ENOMEM) return reel__memory_fail(error);
    if (errno == ELOOP)
        return reel_fail(error, REEL_IO, "file.link", "", 0, "the output folder has a link that leads out of it: %s", *path);
    return reel_fail(error, REEL_IO, "file.folder", "", 0, "cannot create the folder for %s: %s", *path, strerror(errno));
}

reel_status reel_sink_below(const char *root, const char *name, uint32_t flags, reel_sink *result, reel_error *error)
{
    char *path;
    struct system_folder *folder;
    memset(result, 0, sizeof *result);
    reel_status status = open_below(root, name, &folder, &path, error);
    if (status < 0) return free(path), status;
    return sink_open(path, folder, flags, result, error);
}

reel_status reel_move_below(const char *from, const char *root, const char *name, reel_error *error)
{
    char *path;
    struct system_folder *folder;
    reel_status status = open_below(root, name, &folder, &path, error);
    if (status >= 0 && reel__system_move(folder, from, path) != 0)
        status = errno == EEXIST ? reel_fail(error, REEL_IO, "file.exists", "", 0, "output file already exists: %s", path)
                                 : reel_fail(error, REEL_IO, "file.write", "", 0, "%s: %s", strerror(errno), path);
    reel__system_close_folder(folder);
    free(path);
    return status;
}

/* ---- by path ---------------------------------------------------------------------------------------------------- */

reel_status reel_open_file(const char *path, const reel_options *options, reel_reader **reader, reel_error *error)
{
    *reader = NULL;
    reel_source source;
    reel_status status = reel_source_file(path, 0, &source, error);
    return status < 0 ? status : reel_open(source, options, reader, error);
}

/* The first access to a page of new memory is a fault. For a long recording the faults cost more than decoding: 30 MB of teehistorian
 * become 250 MB of rows, which is 60,000 pages of 4 KiB. So large blocks ask for pages of 2 MiB. realloc enlarges such blocks by moving
 * their pages, without copying. Moving may split large pages, so a block that only doubles, and will probably double again, does not
 * ask. */
enum { LARGE_BLOCK = 4 << 20, LARGE_STEP = 4 };

static void *large_alloc(void *context, size_t size)
{
    (void)context;
    void *block = malloc(size);
    if (block && size >= LARGE_BLOCK) reel__system_large_pages(block, size);
    return block;
}

static void *large_resize(void *context, void *old, size_t old_size, size_t size)
{
    (void)context;
    void *block = realloc(old, size);
    if (block && size >= LARGE_BLOCK && old_size <= size / LARGE_STEP) reel__system_large_pages(block, size);
    return block;
}

static void large_free(void *context, void *block)
{
    (void)context;
    free(block);
}

const reel_allocator *reel_large_allocator(void)
{
    static const reel_allocator allocator = { large_alloc, large_resize, large_free, NULL };
    return &allocator;
}

reel_status reel_load_file(const char *path, const reel_options *given, reel_replay **replay, reel_error *error)
{
    reel_options options;
    reel__memory_options(&options, sizeof options, given);
    if (!options.allocator) options.allocator = reel_large_allocator();
    *replay = NULL;
    reel_source source;
    reel_status status = reel_source_file(path, 0, &source, error);
    return status < 0 ? status : reel_load(source, &options, replay, error);
}

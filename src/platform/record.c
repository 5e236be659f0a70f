/* SPDX-License-Identifier: MIT
 * Recordings in files, and what a crash left of them. */
#include "core/chunk.h"
#include "core/options.h"
#include "platform/file.h"
#include "platform/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SPOOLS = 100 };

/* The names that the spool of a recording may get: as given, then with .1, .2, ... */
static char *spool_name(const char *path, int number)
{
    size_t size = strlen(path) + 8;
    char *name = malloc(size);
    if (name) snprintf(name, size, number ? "%s.%d" : "%s", path, number);
    return name;
}

static reel_status open_sink(const char *path, uint32_t flags, const reel_write_options *options, bool keep, reel_sink *sink,
                             reel_error *error)
{
    reel_status status = reel_sink_file(path, flags, sink, error);
    if (status < 0 || !(options->flags & REEL_WRITE_BACKGROUND)) return status;
    return reel__sink_in_background(*sink, keep, sink, error);
}

static reel_status open_spool(const reel_write_options *options, reel_sink *sink, reel_error *error)
{
    reel_status status = REEL_IO;
    for (int i = 0; i < MOST_SPOOLS; i++) {
        char *name = spool_name(options->spool, i);
        if (!name) return reel__memory_fail(error);
        status = open_sink(name, FILE_EXCLUSIVE, options, true, sink, error);
        free(name);
        if (status == REEL_OK || strcmp(error->rule, "file.exists") != 0) break;
    }
    return status;
}

static reel_status fail_write(void *context, const void *data, size_t size, reel_error *error)
{
    (void)data, (void)size;
    if (error) *error = *(const reel_error *)context;
    return ((const reel_error *)context)->status;
}

static reel_status end_nothing(void *context, reel_error *error)
{
    (void)context, (void)error;
    return REEL_OK;
}

static void drop_nothing(void *context) { (void)context; }

/* A sink that fails with `why`, which only has to live until then. */
static reel_sink failing_sink(reel_error *why)
{
    return (reel_sink){ .context = why, .write = fail_write, .commit = end_nothing, .discard = drop_nothing };
}

reel_status reel_create_file(const char *path, const reel_format *format, const reel_write_options *given, reel_writer **writer,
                             reel_error *error)
{
    reel_write_options options;
    reel__memory_options(&options, sizeof options, given);
    *writer = NULL;
    reel_sink sink, spool = { 0 };
    reel_status status = reel__options_are_known(options.struct_size, error);
    if (status < 0) return status;
    bool direct = options.archive || options.flags & REEL_WRITE_DIRECT;
    status = open_sink(path, direct ? REEL_FILE_DIRECT : REEL_FILE_SWEEP, &options, false, &sink, error);
    if (status == REEL_OK) status = reel_create(sink, format, &options, writer, error);
    if (status < 0 || !options.spool) return status;
    reel_error why = { .rule = "", .section = "" };
    if (open_spool(&options, &spool, &why) < 0) spool = failing_sink(&why); /* the writer reports why, and goes on */
    return reel_spool(*writer, spool, reel__system_milliseconds, error);
}

/* ---- after a crash ------------------------------------------------------------------------------------------------ */

/* Whether a spool has a row. REEL_END: it has none. */
static reel_status find_rows(const char *spool, const reel_options *options, reel_error *error)
{
    reel_reader *reader;
    reel_status status = reel_open_file(spool, options, &reader, error);
    bool bare = !strcmp(error->rule, "spool.head") || !strcmp(error->rule, "reel.empty");
    if (status == REEL_TRUNCATED && bare) return REEL_END;
    if (status < 0) return status;
    const reel_chunk *chunk = reel_header(reader);
    while (status == REEL_OK && reel__chunk_empty(chunk)) status = reel_next(reader, &chunk, error);
    reel_close(reader);
    return status;
}

/* Finishes one recording. REEL_END: nothing was recorded, and the spool is gone. */
static reel_status recover(const char *spool, const char *path, const reel_options *options, reel_error *error)
{
    reel_options quiet = *options;
    quiet.report = NULL;
    reel_source source;
    reel_sink sink;
    reel_status status = find_rows(spool, &quiet, error);
    if (status == REEL_OK) status = reel_source_file(spool, 0, &source, error);
    if (status == REEL_OK) {
        status = reel_sink_file(path, REEL_FILE_SWEEP, &sink, error);
        if (status < 0) source.close(source.context);
    }
    if (status == REEL_OK)
        status = reel_convert(source, options, NULL, sink,
                              &(reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR }, error);
    if (status >= 0) reel__system_remove(NULL, spool);
    return status;
}

reel_status reel_recover(const char *spool, const char *path, const reel_options *given, reel_error *error)
{
    reel_error own;
    reel_options options;
    if (!error) error = &own;
    *error = (reel_error){ .rule = "", .section = "" };
    reel__memory_options(&options, sizeof options, given);
    reel_status status = reel__limited_are_known(options.struct_size, &options.limits, error);
    if (status < 0) return status;
    options = (reel_options){ REEL_SIZED(reel_options),           .allocator = options.allocator,
                              .limits = options.limits,           .formats = options.formats,
                              .report = options.report,           .report_context = options.report_context,
                              .on_progress = options.on_progress, .progress_context = options.progress_context };
    reel_error first = *error; /* of a spool that cannot be recovered, which does not stop others */
    first.status = status = REEL_END;
    for (int i = 0; i < MOST_SPOOLS && status != REEL_OK; i++) {
        struct system_info info;
        char *name = spool_name(spool, i);
        if (!name) return reel__memory_fail(error);
        bool left = reel__system_info_of(NULL, name, &info) && info.kind == SYSTEM_FILE && !reel__system_is_being_written(name);
        if (left) status = recover(name, path, &options, error);
        free(name);
        if (status < 0 && first.status >= 0) first = *error;
        if (status < 0 && first.status >= 0) first.status = status;
    }
    if (status != REEL_OK) *error = first;
    return status != REEL_OK ? first.status : status;
}

/* ---- the start of a recording -------------------------------------------------------------------------------------- */

#define SPOOL_ENDING ".spool"

enum { MOST_NAMES = 1000000 };

static bool is_there(const char *path)
{
    struct system_info info;
    return reel__system_info_of(NULL, path, &info);
}

/* `path` for 1; then path-2, path-3, ..., each before the ending of the name. */
static char *numbered_name(const char *path, unsigned number)
{
    size_t at = strlen(path), size = at;
    while (at && path[at - 1] != '/' && path[at - 1] != '\\' && path[at - 1] != '.') at--;
    const bool has_ending = at > 1 && path[at - 1] == '.' && path[at - 2] != '/' && path[at - 2] != '\\';
    if (has_ending) at--;
    if (!has_ending) at = size;
    char *name = malloc(size + 16);
    if (name && number < 2) memcpy(name, path, size + 1);
    if (name && number >= 2) snprintf(name, size + 16, "%.*s-%u%s", (int)at, path, number, path + at);
    return name;
}

/* The first of these names that no file has; NULL: no memory, or none of a million. */
static char *free_name(const char *path, unsigned *number)
{
    for (; *number <= MOST_NAMES; ++*number) {
        char *name = numbered_name(path, *number);
        if (!name || !is_there(name)) return name;
        free(name);
    }
    return NULL;
}

/* What lies in a folder, collected before anything there is changed. */
typedef struct left_spools {
    char **paths; /* of spools, without .1, .2, ... */
    size_t count, folder_size;
    const char *path;
} left_spools;

static bool collect(void *context, const char *name)
{
    left_spools *left = context;
    const size_t ending = sizeof SPOOL_ENDING - 1;
    size_t size = strlen(name), digits = 0;
    while (digits < size && name[size - digits - 1] >= '0' && name[size - digits - 1] <= '9') digits++;
    if (digits && digits < size && name[size - digits - 1] == '.') size -= digits + 1;
    if (size <= ending || memcmp(name + size - ending, SPOOL_ENDING, ending) != 0) return false;
    char **paths = realloc(left->paths, (left->count + 1) * sizeof *paths), *path;
    if (!paths) return false;
    left->paths = paths;
    path = malloc(left->folder_size + size + 1);
    if (!path) return false;
    memcpy(path, left->path, left->folder_size);
    memcpy(path + left->folder_size, name, size);
    path[left->folder_size + size] = 0;
    left->paths[left->count++] = path;
    return false; /* to be removed */
}

/* Makes files of the spools of one name. */
static void finish_left(char *spool, const reel_write_options *options)
{
    const reel_reporter reporter = { options->report, options->report_context };
    const reel_options reading = { REEL_SIZED(reel_options), .allocator = options->allocator };
    reel_status status = REEL_OK;
    for (unsigned number = 1; status == REEL_OK;) {
        const size_t size = strlen(spool) - (sizeof SPOOL_ENDING - 1);
        reel_error error = { .rule = "" };
        spool[size] = 0;
        char *name = free_name(spool, &number);
        spool[size] = SPOOL_ENDING[0];
        if (!name) return;
        status = reel_recover(spool, name, &reading, &error);
        if (status == REEL_OK)
            reel_find(
                &reporter,
                (reel_finding){ .rule = "record.finished", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW },
                "a crash had ended a recording, which is now %s", name);
        if (status < 0)
            reel_find(
                &reporter,
                (reel_finding){ .rule = "record.left", .severity = REEL_WARNING, .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW },
                "the recording %s cannot be finished and stays: %s", spool, error.message);
        free(name);
    }
}

static void finish_all(const char *path, const reel_write_options *options)
{
    left_spools left = { .path = path };
    for (size_t i = 0; path[i]; i++)
        if (path[i] == '/' || path[i] == '\\') left.folder_size = i + 1;
    reel__system_sweep(NULL, path, collect, &left);
    for (size_t i = 0; i < left.count; i++) {
        finish_left(left.paths[i], options);
        free(left.paths[i]);
    }
    free(left.paths);
}

/* Starts a file that nobody has, with a spool that nobody has: that is what two recorders cannot both get. REEL_AGAIN: another one has it. */
static reel_status start_file(const char *name, const reel_format *format, const reel_write_options *options,
                              reel_writer **writer, reel_error *error)
{
    const size_t size = strlen(name);
    reel_error why = { .rule = "", .section = "" };
    reel_sink spool;
    char *spool_path = malloc(size + sizeof SPOOL_ENDING);
    if (!spool_path) return reel__memory_fail(error);
    memcpy(spool_path, name, size);
    memcpy(spool_path + size, SPOOL_ENDING, sizeof SPOOL_ENDING);
    reel_status status = open_sink(spool_path, FILE_EXCLUSIVE, options, true, &spool, &why);
    free(spool_path);
    if (status < 0 && strcmp(why.rule, "file.exists") == 0) return REEL_AGAIN;
    if (status < 0) spool = failing_sink(&why); /* the writer reports why, and goes on */
    status = is_there(name) ? REEL_AGAIN : reel_create_file(name, format, options, writer, error);
    if (status == REEL_OK) return reel_spool(*writer, spool, reel__system_milliseconds, error);
    spool.discard(spool.context);
    return status;
}

reel_status reel_record_file(const char *path, const reel_format *format, const reel_write_options *given, reel_writer **writer,
                             char *name, size_t name_size, reel_error *error)
{
    reel_error own_error;
    reel_write_options options;
    if (!error) error = &own_error;
    reel__memory_options(&options, sizeof options, given);
    *writer = NULL;
    reel_status status = reel__options_are_known(options.struct_size, error);
    if (status < 0) return status;
    finish_all(path, &options);
    const bool has_spool = !options.archive && !(options.flags & REEL_WRITE_DIRECT);
    options.spool = NULL;
    status = REEL_AGAIN;
    for (unsigned number = 1; status == REEL_AGAIN; number++) {
        char *own = free_name(path, &number);
        if (!own && number <= MOST_NAMES) return reel__memory_fail(error);
        if (!own) return reel_fail(error, REEL_LIMIT, "record.name", "", 0, "%s and a million numbers after it are taken", path);
        if (name && strlen(own) >= name_size)
            status = reel_fail(error, REEL_ARGUMENT, "record.name", "", 0, "there is no room for the name of the file");
        else if (has_spool)
            status = start_file(own, format, &options, writer, error);
        else
            status = reel_create_file(own, format, &options, writer, error);
        if (status < 0 && strcmp(error->rule, "file.exists") == 0 && is_there(own))
            status = REEL_AGAIN; /* another one was faster */
        if (status == REEL_OK && name) memcpy(name, own, strlen(own) + 1);
        free(own);
    }
    return status;
}

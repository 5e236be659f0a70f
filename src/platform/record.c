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
    return sink_in_background(*sink, keep, sink, error);
}

static reel_status open_spool(const reel_write_options *options, reel_sink *sink, reel_error *error)
{
    reel_status status = REEL_IO;
    for (int i = 0; i < MOST_SPOOLS; i++) {
        char *name = spool_name(options->spool, i);
        if (!name) return memory_fail(error);
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
    memory_options(&options, sizeof options, given);
    *writer = NULL;
    reel_sink sink, spool = { 0 };
    reel_status status = options_are_known(options.struct_size, error);
    if (status < 0) return status;
    bool direct = options.archive || options.flags & REEL_WRITE_DIRECT;
    status = open_sink(path, direct ? REEL_FILE_DIRECT : REEL_FILE_SWEEP, &options, false, &sink, error);
    if (status == REEL_OK) status = reel_create(sink, format, &options, writer, error);
    if (status < 0 || !options.spool) return status;
    reel_error why = { .rule = "", .section = "" };
    if (open_spool(&options, &spool, &why) < 0) spool = failing_sink(&why); /* the writer reports why, and goes on */
    return reel_spool(*writer, spool, system_milliseconds, error);
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
    while (status == REEL_OK && chunk_empty(chunk)) status = reel_next(reader, &chunk, error);
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
    if (status >= 0) system_remove(NULL, spool);
    return status;
}

reel_status reel_recover(const char *spool, const char *path, const reel_options *given, reel_error *error)
{
    reel_error own;
    reel_options options;
    if (!error) error = &own;
    *error = (reel_error){ .rule = "", .section = "" };
    memory_options(&options, sizeof options, given);
    reel_status status = options_are_known(options.struct_size, error);
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
        if (!name) return memory_fail(error);
        bool left = system_info_of(NULL, name, &info) && info.kind == SYSTEM_FILE && !system_is_being_written(name);
        if (left) status = recover(name, path, &options, error);
        free(name);
        if (status < 0 && first.status >= 0) first = *error;
        if (status < 0 && first.status >= 0) first.status = status;
    }
    if (status != REEL_OK) *error = first;
    return status != REEL_OK ? first.status : status;
}

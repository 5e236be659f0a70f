/* SPDX-License-Identifier: MIT */
/* A libreel that counts: what the library hands out and gets back, the memory of what is read, and the files that are open. All else is that of
 * the library at REAL, which this one is linked with. */
#define _GNU_SOURCE
#include <reel/insight.h>
#include <reel/reel.h>
#include <reel/sign.h>

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long handles, blocks;

static void *real(const char *name)
{
    void *found = dlsym(dlopen(REAL, RTLD_NOW), name);
    if (!found) abort();
    return found;
}
#define CALL(function, ...) ((__typeof__(&function))real(#function))(__VA_ARGS__)

/* What the library makes and frees for itself goes through these functions, too, and is not counted. */
static void count(long change, void *caller)
{
    Dl_info from, library;
    if (!dladdr(caller, &from) || !dladdr(real("reel_version"), &library) || from.dli_fbase != library.dli_fbase)
        handles += change;
}
#define COUNT(change) count(change, __builtin_return_address(0))

#define MAKES(function, type, out, parameters, ...)                                                                              \
    type function parameters                                                                                                     \
    {                                                                                                                            \
        type status = CALL(function, __VA_ARGS__);                                                                               \
        if (status >= 0 && out && *out) COUNT(1);                                                                                \
        return status;                                                                                                           \
    }
#define FREES(function, type)                                                                                                    \
    void function(type *handle)                                                                                                  \
    {                                                                                                                            \
        if (handle) COUNT(-1);                                                                                                   \
        CALL(function, handle);                                                                                                  \
    }

MAKES(reel_load, reel_status, replay, (reel_source source, const reel_options *options, reel_replay **replay, reel_error *error),
      source, options, replay, error)
MAKES(reel_open, reel_status, reader, (reel_source source, const reel_options *options, reel_reader **reader, reel_error *error),
      source, options, reader, error)
MAKES(reel_create, reel_status, writer,
      (reel_sink sink, const reel_format *format, const reel_write_options *options, reel_writer **writer, reel_error *error),
      sink, format, options, writer, error)
MAKES(reel_create_file, reel_status, writer,
      (const char *path, const reel_format *format, const reel_write_options *options, reel_writer **writer, reel_error *error),
      path, format, options, writer, error)
MAKES(reel_record_file, reel_status, writer,
      (const char *path, const reel_format *format, const reel_write_options *options, reel_writer **writer, char *name,
       size_t name_size, reel_error *error),
      path, format, options, writer, name, name_size, error)
MAKES(reel_insight_run_chunk, reel_status, result,
      (const reel_insight *insight, const reel_format *format, const reel_chunk *chunk, const reel_insight_options *options,
       reel_replay **result, reel_error *error),
      insight, format, chunk, options, result, error)
FREES(reel_free, reel_replay)
FREES(reel_close, reel_reader)
FREES(reel_discard, reel_writer)

reel_status reel_finish(reel_writer *writer, reel_error *error)
{
    COUNT(-1);
    return CALL(reel_finish, writer, error);
}

static void *resize(void *context, void *old, size_t old_size, size_t new_size)
{
    (void)context, (void)old_size;
    void *fresh = realloc(old, new_size ? new_size : 1);
    if (fresh && !old) blocks++;
    return fresh;
}
static void *alloc(void *context, size_t size) { return resize(context, NULL, 0, size); }
static void release(void *context, void *block)
{
    (void)context;
    if (block) blocks--;
    free(block);
}

const reel_allocator *reel_large_allocator(void)
{
    static const reel_allocator counted = { alloc, resize, release, NULL };
    return &counted;
}

long counting_handles(void) { return handles; }
long counting_blocks(void) { return blocks; }

/* Number of open files in a folder. */
long counting_files(const char *folder)
{
    long count = 0;
    for (int file = 0; file < 1024; file++) {
        char name[32], path[4096];
        snprintf(name, sizeof name, "/proc/self/fd/%d", file);
        ssize_t size = readlink(name, path, sizeof path - 1);
        if (size > 0 && strncmp(path, folder, strlen(folder)) == 0) count++;
    }
    return count;
}

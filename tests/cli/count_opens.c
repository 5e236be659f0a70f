/* SPDX-License-Identifier: MIT
 * Loaded into the command before all other libraries: counts how often the files named in COUNT_OPENS, separated by colons, are opened, and
 * appends a line "COUNT NAME" for each to the file COUNT_OPENS_LOG when the process ends. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 32 };

static char names[4096];
static char *files[FILES];
static atomic_int counts[FILES];
static size_t file_count;

__attribute__((constructor)) static void begin(void)
{
    const char *given = getenv("COUNT_OPENS");
    snprintf(names, sizeof names, "%s", given ? given : "");
    for (char *name = strtok(names, ":"); name && file_count < FILES; name = strtok(NULL, ":")) files[file_count++] = name;
}

__attribute__((destructor)) static void end(void)
{
    const char *log = getenv("COUNT_OPENS_LOG");
    FILE *file = log ? fopen(log, "a") : NULL;
    for (size_t i = 0; file && i < file_count; i++) fprintf(file, "%d %s\n", atomic_load(&counts[i]), files[i]);
    if (file) fclose(file);
}

static void count(const char *path)
{
    for (size_t i = 0; i < file_count; i++)
        if (strcmp(path, files[i]) == 0) atomic_fetch_add(&counts[i], 1);
}

/* Sets the function pointer `to` to the next definition of `name`. */
static void find_next(const char *name, void *to)
{
    void *symbol = dlsym(RTLD_NEXT, name);
    memcpy(to, &symbol, sizeof symbol);
}

#define OPENS(name)                                                                                                              \
    int name(const char *path, int flags, ...)                                                                                   \
    {                                                                                                                            \
        int (*next)(const char *, int, ...);                                                                                     \
        va_list list;                                                                                                            \
        find_next(#name, &next);                                                                                                 \
        va_start(list, flags);                                                                                                   \
        int mode = flags & O_CREAT ? va_arg(list, int) : 0;                                                                      \
        va_end(list);                                                                                                            \
        count(path);                                                                                                             \
        return next(path, flags, mode);                                                                                          \
    }
OPENS(open)
OPENS(open64)

#define OPENS_AT(name)                                                                                                           \
    int name(int folder, const char *path, int flags, ...)                                                                       \
    {                                                                                                                            \
        int (*next)(int, const char *, int, ...);                                                                                \
        va_list list;                                                                                                            \
        find_next(#name, &next);                                                                                                 \
        va_start(list, flags);                                                                                                   \
        int mode = flags & O_CREAT ? va_arg(list, int) : 0;                                                                      \
        va_end(list);                                                                                                            \
        if (folder == AT_FDCWD) count(path);                                                                                     \
        return next(folder, path, flags, mode);                                                                                  \
    }
OPENS_AT(openat)
OPENS_AT(openat64)

/* What openat calls in a program that is built with _FORTIFY_SOURCE, if the flags are not constant. */
#define OPENS_CHECKED(name)                                                                                                      \
    int name(int folder, const char *path, int flags);                                                                           \
    int name(int folder, const char *path, int flags)                                                                            \
    {                                                                                                                            \
        int (*next)(int, const char *, int);                                                                                     \
        find_next(#name, &next);                                                                                                 \
        if (folder == AT_FDCWD) count(path);                                                                                     \
        return next(folder, path, flags);                                                                                        \
    }
OPENS_CHECKED(__openat_2)
OPENS_CHECKED(__openat64_2)

#define OPENS_STREAM(name)                                                                                                       \
    FILE *name(const char *path, const char *how)                                                                                \
    {                                                                                                                            \
        FILE *(*next)(const char *, const char *);                                                                               \
        find_next(#name, &next);                                                                                                 \
        count(path);                                                                                                             \
        return next(path, how);                                                                                                  \
    }
OPENS_STREAM(fopen)
OPENS_STREAM(fopen64)

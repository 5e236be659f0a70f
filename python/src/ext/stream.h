/* SPDX-License-Identifier: MIT
 * What streams of one file and of many share. */
#ifndef PYREEL_STREAM_H
#define PYREEL_STREAM_H

#include "door.h"

/* Longest name of a file or row column, of a convention or of a member ("@" and its offset), with its NUL. */
enum { NAME_SIZE = 64 };

/* What a stream holds of Python until it is released: the log, which gets failures, the progress callback and the paths of a scan. */
typedef struct stream_owner {
    PyObject *log, *progress, *paths, *levels; /* the last three may be NULL */
    char convention[NAME_SIZE], member[NAME_SIZE];
} stream_owner;

/* An owner, or NULL with an exception. Its functions, for an observer with the owner as context, may be called without the GIL. */
stream_owner *owner_new(PyObject *log, PyObject *progress);
void owner_failure(void *context, const char *path, const reel_error *error);
void owner_release(void *context);
/* Has a stream use the levels of a dictionary for reading, which the owner keeps. */
void owner_take_levels(stream_owner *owner, PyObject *reading, reel_arrow_options *options);
/* Calls a method of the log, with the GIL. What it raises cannot be passed on, and is printed. */
void log_call(const stream_owner *owner, const char *method, PyObject *first, PyObject *second);

/* Reads the dictionary `from`. The strings in *options belong to it, the list of columns to *columns (for PyMem_Free). */
int arrow_options_of(PyObject *from, reel_arrow_options *options, const char ***columns);
/* Copies a list made by strings_of into memory for free(), which needs no GIL. */
const char **strings_copy(const char *const *list);
/* Copies a name of an option, which may be NULL, and has it refer to the copy. */
void keep_name(const char **name, char copy[NAME_SIZE]);
/* Wraps a stream, in place, so that it fails in a forked process (guard.c). Returns -1 with an exception, and the stream released. */
int stream_guard(struct ArrowArrayStream *stream, stream_owner *owner);
/* A capsule for a stream that was allocated by malloc; takes it. */
PyObject *stream_capsule(struct ArrowArrayStream *stream);

#endif

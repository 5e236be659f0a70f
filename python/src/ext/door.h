/* SPDX-License-Identifier: MIT
 * What the files of the extension module share. The module is private to the package: pyreel/_reel.pyi lists its functions.
 *
 * The extension is compiled against the limited API of CPython 3.11, so that one binary serves all later versions. */
#ifndef PYREEL_DOOR_H
#define PYREEL_DOOR_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <reel/archive.h>
#include <reel/arrow.h>
#include <reel/file.h>
#include <reel/format.h>
#include <reel/insight.h>
#include <reel/reel.h>

/* ---- errors (errors.c) ---------------------------------------------------------------------------------------------- */

extern PyObject *ReelError;
/* A new exception for an error of the library, or NULL with an exception set. */
PyObject *error_object(const reel_error *error);
/* Raises it; MemoryError if out of memory. Returns NULL. */
void *error_raise(const reel_error *error);
/* Raises ReelError for an argument: `what` ("table") called `word` is not one of `words`, which ends with NULL. Returns NULL. */
void *error_unknown(const char *rule, const char *what, const char *word, const char *const *words);
PyObject *py_closest(PyObject *module, PyObject *args);
PyObject *py_moment(PyObject *module, PyObject *args);

/* ---- calls that may take long (call.c) ------------------------------------------------------------------------------- */

/* The state of a call during which the GIL is not held. Callbacks take the GIL, and keep the exception that they raise here. */
typedef struct call {
    PyObject *progress; /* borrowed; NULL: none */
    PyObject *raised;   /* the exception of a callback */
} call;

bool call_main_thread(PyObject *module);
/* For on_progress: handles signals (Ctrl-C) and calls the progress callback. `context` is a call. */
bool call_progress(void *context, const reel_progress *progress);
/* Takes the pending exception, or returns NULL. */
PyObject *call_take_exception(void);
/* Ends a call: raises the exception of a callback or else the error, and returns -1, if `status` is a failure. */
int call_end(call *call, reel_status status, const reel_error *error);
/* Whether on_progress has to take the GIL on this thread. */
bool call_wants_gil(const PyObject *progress);

/* ---- sources and sinks (source.c) ------------------------------------------------------------------------------------ */

/* Opens `from`: a path as bytes, an object with the buffer protocol wrapped in a memoryview, or an object with read_at(offset, size).
 * Returns 0, or -1 with an exception. The source may be closed on any thread. */
int source_open(PyObject *from, reel_source *source);
void source_close(reel_source *source);

/* An output: a file (a path as bytes), or memory. */
typedef struct target {
    reel_sink sink;
    reel_memory memory;
    bool in_memory, taken; /* taken: a call of the library owns the sink */
} target;

int target_open(PyObject *path, bool replace, target *target);
/* None, or the bytes of a target in memory. Frees it. */
PyObject *target_bytes(target *target);
void target_free(target *target);

/* ---- tables and options (options.c) ---------------------------------------------------------------------------------- */

const reel_format *format_of(const char *id);
/* The table called `name` of a format or its insights; NULL with an exception that names the closest. */
const reel_table *table_of(const reel_format *format, const char *name, const reel_insight **insight);
/* A list of strings, ending with NULL, in one block for PyMem_Free. *list is NULL for None. */
int strings_of(PyObject *sequence, const char ***list);
/* Sets options for reading from a dictionary, or None for defaults: strict (true by default), after, before, convention, limits and
 * member. The texts of convention and member belong to the dictionary. What it has of levels is for levels_in. Returns 0, or -1 with an
 * exception. */
int reading_of(PyObject *from, reel_options *reading);

/* ---- levels (levels.c) ----------------------------------------------------------------------------------------------- */

bool levels_prepare(PyObject *module);
/* The Levels object in a dictionary for reading, borrowed, or NULL; *levels is what it holds, or NULL. */
PyObject *levels_in(PyObject *reading, const reel_levels **levels);
/* The level of a replay with this header: reel_levels_find, but REEL_OK without `levels`, and if there is none. Needs no GIL. */
reel_status level_find(const reel_levels *levels, const reel_chunk *header, const reel_replay **level, reel_error *error);
void level_release(const reel_levels *levels, const reel_replay *level);

/* ---- values (values.c) ------------------------------------------------------------------------------------------------ */

/* The value of a field as an object: None if absent, a tuple for a vector, the name of an enumeration value. In `clean` rows and statistics,
 * values that are not valid (reel_field_valid) are None as well. */
PyObject *value_object(const reel_field *field, const void *row, bool clean);
/* Sets an item of a dictionary, and releases the value, which may be NULL: then and after a failure the result is -1. */
int set_item(PyObject *dict, const char *key, PyObject *value);
PyObject *row_object(const reel_table *table, const void *row, bool clean);
/* A list of the findings as dictionaries. */
PyObject *findings_object(const reel_findings *findings);
bool values_prepare(void);

/* ---- loaded rows (rows.c) ---------------------------------------------------------------------------------------------- */

bool rows_prepare(PyObject *module);
/* A Loaded object, which owns `replay`. */
PyObject *loaded_new(reel_replay *replay, const reel_format *format, const reel_findings *findings, bool clean);
/* The replay of a Loaded object, or NULL with an exception. */
const reel_replay *loaded_replay(PyObject *object);
PyObject *py_no_rows(PyObject *module, PyObject *args);

/* ---- Arrow (arrow.c) ---------------------------------------------------------------------------------------------------- */

PyObject *py_schema(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_stream(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_scan(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_empty(PyObject *module, PyObject *args);
PyObject *arrow_of_rows(const reel_format *format, const reel_table *table, const void *rows, size_t count, PyObject *options);

/* ---- rows near others (around.c) ------------------------------------------------------------------------------------------ */

PyObject *py_around(PyObject *module, PyObject *args);

/* ---- jobs (jobs.c), writing (writer.c) ----------------------------------------------------------------------------------- */

PyObject *py_members(PyObject *module, PyObject *args);
PyObject *py_head(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_load(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_damage(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_check(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_convert(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_policy(PyObject *module, PyObject *args);
PyObject *py_stats(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_plot(PyObject *module, PyObject *args, PyObject *keywords);
PyObject *py_plots(PyObject *module, PyObject *args);
PyObject *py_schema_json(PyObject *module, PyObject *args);
PyObject *py_survey(PyObject *module, PyObject *args, PyObject *keywords);
/* The rows of each header table, by its name (survey.c). */
PyObject *header_object(const reel_format *format, const reel_chunk *header, bool clean);
bool writer_prepare(PyObject *module);

#endif

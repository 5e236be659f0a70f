/* SPDX-License-Identifier: MIT
 * Many files as one stream.
 *
 * The worker threads of the scan never wait for the GIL: a consumer may hold it while it waits for them, as when it drops the stream.
 * Therefore the paths are listed before, as one block of memory, and signals and the progress callback are handled where the consumer asks for the next array. */
#include "stream.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct scan_stream {
    struct ArrowArrayStream inner;
    stream_owner *owner; /* released by the inner stream */
    const char *paths;   /* one after another, each with its NUL; of the owner */
    size_t size, at;
    size_t count;        /* of the paths */
    atomic_size_t given; /* paths that were given to the scan */
    atomic_bool cancelled;
    const reel_format **formats; /* only files of these are given; ends with NULL. NULL: all */
    char *game;                  /* of formats that hold several only replays of this one are given; NULL: all */
    const char **columns;
    char *table;
    char row_column[NAME_SIZE], file_column[NAME_SIZE];
} scan_stream;

static void scan_free(scan_stream *scan)
{
    free((void *)scan->columns);
    free((void *)scan->formats);
    free(scan->game);
    free(scan->table);
    free(scan);
}

/* Whether the header of a file names another game than the one that is wanted. A file that cannot be opened is read, which reports why. */
static bool is_other_game(const scan_stream *scan, const char *path)
{
    static const reel_table *const nothing[] = { NULL };
    const reel_options options = { REEL_SIZED(reel_options), .tables = nothing };
    reel_source source;
    reel_reader *reader;
    char game[128];
    if (reel_source_file(path, 0, &source, NULL) < 0 || reel_open(source, &options, &reader, NULL) < 0) return false;
    const size_t size = reel_replay_game(reel_reader_format(reader), reel_header(reader), game, sizeof game);
    reel_close(reader);
    return size >= sizeof game || PyOS_stricmp(game, scan->game) != 0;
}

/* Whether a file is of a known format or game that is not wanted. */
static bool is_other(const scan_stream *scan, const char *path)
{
    reel_source source;
    const reel_format *found;
    if (!scan->formats || reel_source_file(path, 0, &source, NULL) < 0) return false;
    if (reel_identify(source, NULL, &found, NULL, NULL) < 0) return false;
    for (const reel_format **each = scan->formats; *each; each++)
        if (*each == found) return scan->game && strchr(found->game, ',') && is_other_game(scan, path);
    return true;
}

static const char *scan_path(void *context)
{
    scan_stream *scan = context;
    while (scan->at < scan->size) {
        const char *path = scan->paths + scan->at;
        scan->at += strlen(path) + 1;
        atomic_fetch_add(&scan->given, 1);
        if (!is_other(scan, path)) return path;
    }
    return NULL;
}

static bool scan_goes_on(void *context, const reel_progress *progress)
{
    (void)progress;
    return !atomic_load(&((scan_stream *)context)->cancelled);
}

/* ---- the stream ------------------------------------------------------------------------------------------------------ */

/* Handles signals, and calls the progress callback with the number of files that were begun and of all. */
static bool scan_poll(scan_stream *scan)
{
    const stream_owner *owner = scan->owner;
    if (!Py_IsInitialized() || !call_wants_gil(owner->progress)) return true;
    PyGILState_STATE gil = PyGILState_Ensure();
    bool go_on = PyErr_CheckSignals() == 0;
    if (go_on && owner->progress) {
        PyObject *result =
            PyObject_CallFunction(owner->progress, "nn", (Py_ssize_t)atomic_load(&scan->given), (Py_ssize_t)scan->count);
        go_on = result && result != Py_False;
        Py_XDECREF(result);
    }
    PyObject *raised = call_take_exception();
    if (raised) log_call(owner, "interrupt", raised, NULL);
    Py_XDECREF(raised);
    if (!go_on && !raised)
        owner_failure(scan->owner, NULL,
                      &(reel_error){ .status = REEL_CANCELLED, .rule = "reel.cancelled", .section = "", .message = "cancelled" });
    PyGILState_Release(gil);
    return go_on;
}

static int scan_schema(struct ArrowArrayStream *self, struct ArrowSchema *schema)
{
    scan_stream *scan = self->private_data;
    return scan->inner.get_schema(&scan->inner, schema);
}

static int scan_next(struct ArrowArrayStream *self, struct ArrowArray *array)
{
    scan_stream *scan = self->private_data;
    if (!atomic_load(&scan->cancelled) && !scan_poll(scan)) atomic_store(&scan->cancelled, true);
    *array = (struct ArrowArray){ 0 };
    if (atomic_load(&scan->cancelled)) return ECANCELED;
    return scan->inner.get_next(&scan->inner, array);
}

static const char *scan_error(struct ArrowArrayStream *self)
{
    scan_stream *scan = self->private_data;
    if (atomic_load(&scan->cancelled)) return "stopped by the caller's progress callback";
    return scan->inner.get_last_error(&scan->inner);
}

static void scan_release(struct ArrowArrayStream *self)
{
    scan_stream *scan = self->private_data;
    atomic_store(&scan->cancelled, true);
    scan->inner.release(&scan->inner);
    scan_free(scan);
    *self = (struct ArrowArrayStream){ 0 };
}

/* ---- opening --------------------------------------------------------------------------------------------------------- */

/* The paths of a bytes object, which must end with a NUL each. The owner of the stream keeps the object. */
static int borrow_paths(PyObject *paths, scan_stream *scan)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(paths, &data, &size) < 0) return -1;
    if (size && data[size - 1]) return PyErr_SetString(PyExc_ValueError, "the last path has no NUL"), -1;
    scan->paths = data;
    scan->size = (size_t)size;
    for (const char *at = data; at < data + size; at = (const char *)memchr(at, 0, (size_t)(data + size - at)) + 1) scan->count++;
    return 0;
}

static int choose_formats(PyObject *from, scan_stream *scan)
{
    const char **ids;
    if (strings_of(from, &ids) < 0) return -1;
    size_t count = 0;
    while (ids && ids[count]) count++;
    if (ids) scan->formats = calloc(count + 1, sizeof *scan->formats);
    for (size_t i = 0; scan->formats && i < count && (scan->formats[i] = format_of(ids[i])); i++) {
    }
    if (ids && !scan->formats) PyErr_NoMemory();
    PyMem_Free((void *)ids);
    return PyErr_Occurred() ? -1 : 0;
}

static scan_stream *scan_new(PyObject *paths, const char *table, PyObject *from, PyObject *formats, reel_arrow_options *options)
{
    const char **columns = NULL;
    scan_stream *scan = calloc(1, sizeof *scan);
    if (!scan) return (scan_stream *)PyErr_NoMemory();
    if (borrow_paths(paths, scan) == 0 && choose_formats(formats, scan) == 0 && arrow_options_of(from, options, &columns) == 0) {
        scan->table = strdup(table);
        if (columns) scan->columns = strings_copy(columns);
        options->columns = scan->columns;
        keep_name(&options->row_column, scan->row_column);
        keep_name(&options->file_column, scan->file_column);
        if (!scan->table || (columns && !scan->columns)) PyErr_NoMemory();
        PyMem_Free((void *)columns);
    }
    if (!PyErr_Occurred()) return scan;
    scan_free(scan);
    return NULL;
}

static PyObject *scan_open(scan_stream *scan, PyObject *paths, reel_options *reading, reel_arrow_options *options, PyObject *how,
                           unsigned threads, PyObject *log, PyObject *progress)
{
    struct ArrowArrayStream *stream = calloc(1, sizeof *stream);
    scan->owner = stream ? owner_new(log, progress) : NULL;
    if (!scan->owner) {
        free(stream);
        scan_free(scan);
        return PyErr_NoMemory();
    }
    scan->owner->paths = Py_NewRef(paths);
    keep_name(&reading->convention, scan->owner->convention);
    keep_name(&reading->member, scan->owner->member);
    owner_take_levels(scan->owner, how, options);
    reading->on_progress = scan_goes_on;
    reading->progress_context = scan;
    options->observer = (reel_arrow_observer){ .context = scan->owner, .failure = owner_failure, .release = owner_release };
    reel_error error = { 0 };
    reel_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = reel_arrow_scan(scan_path, scan, reading, scan->table, options, threads, &scan->inner, &error);
    Py_END_ALLOW_THREADS;
    if (status < 0) {
        scan_free(scan);
        free(stream);
        return error_raise(&error);
    }
    *stream = (struct ArrowArrayStream){ scan_schema, scan_next, scan_error, scan_release, scan };
    if (stream_guard(stream, scan->owner) == 0) return stream_capsule(stream);
    free(stream);
    return NULL;
}

/* scan(paths, table, options, log, reading, threads, progress, formats, game): a capsule. The paths are one bytes object, in which each ends with a
 * NUL. `formats` has the ids of the formats that are wanted, or is None; of those of several games, `game` names the one that is. */
PyObject *py_scan(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    static char *names[] = { "paths", "table", "options", "log", "reading", "threads", "progress", "formats", "game", NULL };
    PyObject *paths, *from, *log, *how = Py_None, *progress = Py_None, *formats = Py_None;
    const char *table, *game = NULL;
    unsigned threads = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OsOO|OIOOz:scan", names, &paths, &table, &from, &log, &how, &threads,
                                     &progress, &formats, &game))
        return NULL;
    reel_options reading = { REEL_SIZED(reel_options) };
    reel_arrow_options options;
    if (reading_of(how, &reading) < 0) return NULL;
    scan_stream *scan = scan_new(paths, table, from, formats, &options);
    if (scan && game && !(scan->game = strdup(game))) {
        scan_free(scan);
        return PyErr_NoMemory();
    }
    return scan ? scan_open(scan, paths, &reading, &options, how, threads, log, progress) : NULL;
}

/* SPDX-License-Identifier: MIT
 * Schemas and streams of the Arrow C interfaces, as the capsules of the Arrow PyCapsule interface. */
#include "stream.h"

#include <errno.h>
#include <stdlib.h>

/* ---- options -------------------------------------------------------------------------------------------------------- */

int arrow_options_of(PyObject *from, reel_arrow_options *options, const char ***columns)
{
    static char *names[] = { "columns", "flags", "row_column", "file_column", "file", "batch_rows", NULL };
    *options = (reel_arrow_options){ REEL_SIZED(reel_arrow_options) };
    *columns = NULL;
    PyObject *list = NULL, *file = NULL, *none = PyTuple_New(0);
    unsigned long flags = 0;
    unsigned long long rows = 0;
    int parsed = none ? PyArg_ParseTupleAndKeywords(none, from, "|OkzzSK:options", names, &list, &flags, &options->row_column,
                                                    &options->file_column, &file, &rows)
                      : 0;
    Py_XDECREF(none);
    if (!parsed || strings_of(list, columns) < 0) return -1;
    options->flags = (uint32_t)flags;
    options->batch_rows = rows;
    options->columns = *columns;
    options->file = file ? PyBytes_AsString(file) : NULL; /* as it is, like the paths of a scan */
    return 0;
}

/* ---- capsules -------------------------------------------------------------------------------------------------------- */

static void schema_capsule_free(PyObject *capsule)
{
    struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema->release) schema->release(schema);
    free(schema);
}

static void stream_capsule_free(PyObject *capsule)
{
    struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (stream->release) stream->release(stream);
    free(stream);
}

PyObject *stream_capsule(struct ArrowArrayStream *stream)
{
    PyObject *capsule = PyCapsule_New(stream, "arrow_array_stream", stream_capsule_free);
    if (capsule) return capsule;
    stream->release(stream);
    free(stream);
    return NULL;
}

PyObject *py_schema(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    static char *names[] = { "format", "table", "options", NULL };
    const char *id, *name, **columns;
    PyObject *from;
    reel_arrow_options options;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "ssO:schema", names, &id, &name, &from)) return NULL;
    const reel_format *format = format_of(id);
    const reel_table *table = format ? table_of(format, name, NULL) : NULL;
    if (!table || arrow_options_of(from, &options, &columns) < 0) return NULL;
    struct ArrowSchema *schema = calloc(1, sizeof *schema);
    reel_error error = { .status = REEL_MEMORY };
    reel_status status = schema ? reel_arrow_schema(table, format, &options, schema, &error) : REEL_MEMORY;
    PyMem_Free((void *)columns);
    if (status < 0) {
        free(schema);
        return error_raise(&error);
    }
    PyObject *capsule = PyCapsule_New(schema, "arrow_schema", schema_capsule_free);
    if (!capsule) {
        schema->release(schema);
        free(schema);
    }
    return capsule;
}

/* ---- streams of files ------------------------------------------------------------------------------------------------ */

static bool owner_progress(void *context, const reel_progress *progress)
{
    stream_owner *owner = context;
    if (!Py_IsInitialized() || !call_wants_gil(owner->progress)) return true;
    call call = { .progress = owner->progress };
    PyGILState_STATE gil = PyGILState_Ensure();
    bool go_on = call_progress(&call, progress);
    if (call.raised) log_call(owner, "interrupt", call.raised, NULL);
    Py_XDECREF(call.raised);
    PyGILState_Release(gil);
    return go_on;
}

/* Opens `source` as a stream; takes it. */
static PyObject *open_stream(reel_source source, reel_options *reading, const char *table, reel_arrow_options *options,
                             PyObject *how, PyObject *log, PyObject *progress)
{
    struct ArrowArrayStream *stream = calloc(1, sizeof *stream);
    stream_owner *owner = stream ? owner_new(log, progress) : NULL;
    if (!owner) {
        free(stream);
        source_close(&source);
        return PyErr_NoMemory();
    }
    keep_name(&reading->convention, owner->convention);
    keep_name(&reading->member, owner->member);
    reading->on_progress = owner_progress;
    reading->progress_context = owner;
    owner_take_levels(owner, how, options);
    options->observer = (reel_arrow_observer){ .context = owner, .failure = owner_failure, .release = owner_release };
    reel_error error = { 0 };
    reel_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = reel_arrow_stream(source, reading, table, options, stream, &error);
    Py_END_ALLOW_THREADS;
    if (status >= 0 && stream_guard(stream, owner) == 0) return stream_capsule(stream);
    free(stream);
    return status < 0 ? error_raise(&error) : NULL;
}

/* stream(source, format, table, options, log, reading, progress): a capsule. */
PyObject *py_stream(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    static char *names[] = { "source", "format", "table", "options", "log", "reading", "progress", NULL };
    PyObject *from, *how, *log, *reader = Py_None, *progress = Py_None;
    const char *id, *name, **columns = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OssOO|OO:stream", names, &from, &id, &name, &how, &log, &reader, &progress))
        return NULL;
    const reel_format *format = format_of(id);
    reel_options reading = { REEL_SIZED(reel_options), .format = format };
    reel_arrow_options options;
    reel_source source;
    PyObject *capsule = NULL;
    if (format && table_of(format, name, NULL) && reading_of(reader, &reading) == 0 &&
        arrow_options_of(how, &options, &columns) == 0 && source_open(from, &source) == 0)
        capsule = open_stream(source, &reading, name, &options, reader, log, progress);
    PyMem_Free((void *)columns);
    return capsule;
}

/* ---- streams of rows ------------------------------------------------------------------------------------------------- */

/* A stream of one array. */
typedef struct single_owner {
    const reel_format *format;
    const reel_table *table;
    reel_arrow_options options;
    const char **columns;
    struct ArrowArray array;
    char row_column[NAME_SIZE], file_column[NAME_SIZE], message[REEL_MESSAGE_SIZE];
} single_owner;

static int single_schema(struct ArrowArrayStream *self, struct ArrowSchema *schema)
{
    single_owner *owner = self->private_data;
    reel_error error;
    if (reel_arrow_schema(owner->table, owner->format, &owner->options, schema, &error) == REEL_OK) return 0;
    memcpy(owner->message, error.message, sizeof owner->message);
    return error.status == REEL_MEMORY ? ENOMEM : EINVAL;
}

static int single_next(struct ArrowArrayStream *self, struct ArrowArray *array)
{
    single_owner *owner = self->private_data;
    *array = owner->array; /* moved; a released array marks the end */
    owner->array = (struct ArrowArray){ 0 };
    return 0;
}

static const char *single_error(struct ArrowArrayStream *self)
{
    const single_owner *owner = self->private_data;
    return *owner->message ? owner->message : NULL;
}

static void single_release(struct ArrowArrayStream *self)
{
    single_owner *owner = self->private_data;
    if (owner->array.release) owner->array.release(&owner->array);
    free((void *)owner->columns);
    free(owner);
    *self = (struct ArrowArrayStream){ 0 };
}

const char **strings_copy(const char *const *list)
{
    size_t count = 0, size = sizeof(char *);
    for (; list[count]; count++) size += sizeof(char *) + strlen(list[count]) + 1;
    const char **copy = malloc(size);
    if (!copy) return NULL;
    char *at = (char *)(copy + count + 1);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(list[i]) + 1;
        memcpy(at, list[i], length);
        copy[i] = at;
        at += length;
    }
    copy[count] = NULL;
    return copy;
}

void keep_name(const char **name, char copy[NAME_SIZE])
{
    if (!*name) return;
    PyOS_snprintf(copy, NAME_SIZE, "%s", *name);
    *name = copy;
}

static single_owner *single_owner_new(const reel_format *format, const reel_table *table, PyObject *how)
{
    const char **columns;
    single_owner *owner = calloc(1, sizeof *owner);
    if (!owner) return (single_owner *)PyErr_NoMemory();
    owner->format = format;
    owner->table = table;
    if (arrow_options_of(how, &owner->options, &columns) < 0) {
        free(owner);
        return NULL;
    }
    if (columns) owner->columns = strings_copy(columns);
    bool failed = columns && !owner->columns;
    PyMem_Free((void *)columns);
    owner->options.columns = owner->columns;
    owner->options.file = NULL;
    keep_name(&owner->options.row_column, owner->row_column);
    keep_name(&owner->options.file_column, owner->file_column);
    if (!failed) return owner;
    free(owner);
    return (single_owner *)PyErr_NoMemory();
}

/* empty(format, table, options): a stream without rows, for its schema. */
PyObject *py_empty(PyObject *module, PyObject *args)
{
    (void)module;
    const char *id, *name;
    PyObject *options;
    if (!PyArg_ParseTuple(args, "ssO:empty", &id, &name, &options)) return NULL;
    const reel_format *format = format_of(id);
    const reel_table *table = format ? table_of(format, name, NULL) : NULL;
    static const uint64_t nothing[1];
    return table ? arrow_of_rows(format, table, nothing, 0, options) : NULL;
}

PyObject *arrow_of_rows(const reel_format *format, const reel_table *table, const void *rows, size_t count, PyObject *options)
{
    single_owner *owner = single_owner_new(format, table, options);
    if (!owner) return NULL;
    struct ArrowArrayStream *stream = calloc(1, sizeof *stream);
    reel_error error = { .status = REEL_MEMORY };
    reel_status status = REEL_MEMORY;
    if (stream) {
        Py_BEGIN_ALLOW_THREADS;
        status = reel_arrow_rows(table, rows, count, 0, &owner->options, &owner->array, &error);
        Py_END_ALLOW_THREADS;
    }
    if (status >= 0) {
        *stream = (struct ArrowArrayStream){ single_schema, single_next, single_error, single_release, owner };
        return stream_capsule(stream);
    }
    free(stream);
    free((void *)owner->columns);
    free(owner);
    return error_raise(&error);
}

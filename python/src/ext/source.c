/* SPDX-License-Identifier: MIT
 * Paths, memory and file objects as sources; files and memory as sinks. */
#include "door.h"

/* What a source holds of Python. Reading and closing may happen on threads that Python does not know yet. */
typedef struct holder {
    Py_buffer view;   /* of an object with the buffer protocol */
    PyObject *reader; /* or an object with read_at */
    uint64_t at;
} holder;

static void holder_close(void *context)
{
    holder *held = context;
    if (!Py_IsInitialized()) return; /* the interpreter is gone, and its objects with it */
    PyGILState_STATE gil = PyGILState_Ensure();
    if (held->view.obj) PyBuffer_Release(&held->view);
    Py_XDECREF(held->reader);
    PyMem_Free(held);
    PyGILState_Release(gil);
}

static reel_status read_fail(reel_error *error, const char *message)
{
    error->status = REEL_IO;
    error->rule = "python.read";
    error->section = "";
    error->offset = 0;
    PyOS_snprintf(error->message, sizeof error->message, "%s", message);
    return REEL_IO;
}

/* Copies what read_at returned. An exception was kept by read_at itself, which then returns None. */
static reel_status copy_read(PyObject *bytes, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    char *data;
    Py_ssize_t size;
    if (!bytes || PyBytes_AsStringAndSize(bytes, &data, &size) < 0) {
        PyErr_Clear();
        return read_fail(error, "reading from the file object failed");
    }
    if ((size_t)size > capacity) return read_fail(error, "the file object returned more bytes than asked for");
    memcpy(buffer, data, (size_t)size);
    *got = (size_t)size;
    return size ? REEL_OK : REEL_END;
}

static reel_status holder_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    holder *held = context;
    *got = 0;
    if (!Py_IsInitialized()) return read_fail(error, "the interpreter has ended");
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *bytes = PyObject_CallMethod(held->reader, "read_at", "Kn", (unsigned long long)held->at, (Py_ssize_t)capacity);
    reel_status status = copy_read(bytes, buffer, capacity, got, error);
    Py_XDECREF(bytes);
    PyGILState_Release(gil);
    held->at += *got;
    return status;
}

static reel_status holder_seek(void *context, uint64_t offset, reel_error *error)
{
    (void)error;
    ((holder *)context)->at = offset;
    return REEL_OK;
}

static int open_memory(PyObject *from, holder *held, reel_source *source)
{
    if (PyObject_GetBuffer(from, &held->view, PyBUF_SIMPLE) < 0) return -1;
    static const uint8_t nothing[1];
    *source = reel_source_memory(held->view.buf ? held->view.buf : nothing, (size_t)held->view.len);
    return 0;
}

static int open_reader(PyObject *from, holder *held, reel_source *source)
{
    PyObject *size = PyObject_GetAttrString(from, "size");
    if (!size) return -1;
    *source = (reel_source){ .size = PyLong_AsUnsignedLongLong(size), .read = holder_read, .seek = holder_seek };
    Py_DECREF(size);
    if (PyErr_Occurred()) return -1;
    held->reader = Py_NewRef(from);
    return 0;
}

int source_open(PyObject *from, reel_source *source)
{
    if (PyBytes_Check(from)) {
        const char *path = PyBytes_AsString(from);
        reel_error error;
        reel_status status;
        Py_BEGIN_ALLOW_THREADS;
        status = reel_source_file(path, 0, source, &error);
        Py_END_ALLOW_THREADS;
        return status < 0 ? (error_raise(&error), -1) : 0;
    }
    holder *held = PyMem_Calloc(1, sizeof *held);
    if (!held) return PyErr_NoMemory(), -1;
    if ((PyMemoryView_Check(from) ? open_memory : open_reader)(from, held, source) < 0) {
        PyMem_Free(held);
        return -1;
    }
    source->context = held;
    source->close = holder_close;
    return 0;
}

void source_close(reel_source *source)
{
    if (source->close) source->close(source->context);
}

/* ---- sinks ---------------------------------------------------------------------------------------------------------- */

int target_open(PyObject *path, bool replace, target *target)
{
    *target = (struct target){ .in_memory = path == Py_None };
    if (target->in_memory) {
        target->sink = reel_sink_memory(&target->memory, NULL);
        return 0;
    }
    const char *name = PyBytes_AsString(path);
    if (!name) return -1;
    reel_error error;
    reel_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = reel_sink_file(name, replace ? REEL_FILE_REPLACE : 0, &target->sink, &error);
    Py_END_ALLOW_THREADS;
    return status < 0 ? (error_raise(&error), -1) : 0;
}

PyObject *target_bytes(target *target)
{
    if (!target->in_memory) return Py_NewRef(Py_None);
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)target->memory.data, (Py_ssize_t)target->memory.size);
    reel_memory_free(&target->memory);
    return bytes;
}

void target_free(target *target)
{
    if (!target->taken) target->sink.discard(target->sink.context);
}

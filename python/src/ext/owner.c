/* SPDX-License-Identifier: MIT
 * What a stream holds of Python. */
#include "stream.h"

void owner_release(void *context)
{
    stream_owner *owner = context;
    if (!Py_IsInitialized()) return; /* the interpreter is gone, and its objects with it */
    PyGILState_STATE gil = PyGILState_Ensure();
    Py_XDECREF(owner->log);
    Py_XDECREF(owner->progress);
    Py_XDECREF(owner->paths);
    Py_XDECREF(owner->levels);
    PyMem_Free(owner);
    PyGILState_Release(gil);
}

stream_owner *owner_new(PyObject *log, PyObject *progress)
{
    stream_owner *owner = PyMem_Calloc(1, sizeof *owner);
    if (!owner) return (stream_owner *)PyErr_NoMemory();
    owner->log = Py_NewRef(log);
    owner->progress = progress == Py_None ? NULL : Py_NewRef(progress);
    return owner;
}

void owner_take_levels(stream_owner *owner, PyObject *reading, reel_arrow_options *options)
{
    PyObject *held = levels_in(reading, &options->levels);
    if (!held) return;
    owner->levels = Py_NewRef(held);
    options->find_level = reel_levels_find;
    options->release_level = reel_levels_release;
}

void log_call(const stream_owner *owner, const char *method, PyObject *first, PyObject *second)
{
    PyObject *name = PyUnicode_FromString(method);
    PyObject *result = name && first ? PyObject_CallMethodObjArgs(owner->log, name, first, second, NULL) : NULL;
    if (!result) PyErr_WriteUnraisable(owner->log);
    Py_XDECREF(result);
    Py_XDECREF(name);
}

void owner_failure(void *context, const char *path, const reel_error *error)
{
    if (!Py_IsInitialized()) return;
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *name = path && *path ? PyUnicode_DecodeFSDefault(path) : Py_NewRef(Py_None);
    PyObject *failure = name ? error_object(error) : NULL;
    log_call(context, "failure", failure ? name : NULL, failure);
    Py_XDECREF(failure);
    Py_XDECREF(name);
    PyGILState_Release(gil);
}

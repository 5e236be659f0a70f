/* SPDX-License-Identifier: MIT
 * Calls that run without the GIL: signals, progress, and exceptions of callbacks. */
#include "door.h"

/* Python runs signal handlers on its main thread only. */
static unsigned long main_thread;

bool call_main_thread(PyObject *module)
{
    (void)module;
    PyObject *threading = PyImport_ImportModule("threading");
    PyObject *thread = threading ? PyObject_CallMethod(threading, "main_thread", NULL) : NULL;
    PyObject *ident = thread ? PyObject_GetAttrString(thread, "ident") : NULL;
    if (ident) main_thread = PyLong_AsUnsignedLong(ident);
    Py_XDECREF(ident);
    Py_XDECREF(thread);
    Py_XDECREF(threading);
    return !PyErr_Occurred();
}

bool call_wants_gil(const PyObject *progress) { return progress || PyThread_get_thread_ident() == main_thread; }

PyObject *call_take_exception(void)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    if (!type) return NULL;
    PyErr_NormalizeException(&type, &value, &trace);
    if (value && trace) PyException_SetTraceback(value, trace);
    Py_DECREF(type);
    Py_XDECREF(trace);
    return value;
}

bool call_progress(void *context, const reel_progress *progress)
{
    call *call = context;
    if (!call_wants_gil(call->progress)) return true;
    PyGILState_STATE gil = PyGILState_Ensure();
    bool go_on = PyErr_CheckSignals() == 0;
    if (go_on && call->progress) {
        PyObject *result = progress->size == REEL_UNKNOWN_SIZE
                               ? PyObject_CallFunction(call->progress, "KO", (unsigned long long)progress->read, Py_None)
                               : PyObject_CallFunction(call->progress, "KK", (unsigned long long)progress->read,
                                                       (unsigned long long)progress->size);
        go_on = result && result != Py_False;
        Py_XDECREF(result);
    }
    if (!go_on && !call->raised) call->raised = call_take_exception();
    PyGILState_Release(gil);
    return go_on;
}

int call_end(call *call, reel_status status, const reel_error *error)
{
    PyObject *raised = call->raised;
    call->raised = NULL;
    if (status >= 0 && !raised) return 0;
    if (raised) {
        PyErr_SetObject((PyObject *)Py_TYPE(raised), raised);
        Py_DECREF(raised);
    } else {
        error_raise(error);
    }
    return -1;
}

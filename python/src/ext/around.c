/* SPDX-License-Identifier: MIT
 * Rows near others in time, of two arrays of times. */
#include "door.h"

#include <reel/insight.h>

typedef struct times {
    Py_buffer view;
    size_t count;
} times;

/* An array of doubles in this machine's order. */
static int times_of(PyObject *from, times *times)
{
    if (PyObject_GetBuffer(from, &times->view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) < 0) return -1;
    times->count = (size_t)times->view.len / sizeof(double);
    if (times->view.format && !strcmp(times->view.format, "d")) return 0;
    PyBuffer_Release(&times->view);
    PyErr_SetString(PyExc_TypeError, "times must be an array of float64");
    return -1;
}

/* around(times, others, within): the order of the others and the spans of it, as bytes of uint64, and the number of pairs. */
PyObject *py_around(PyObject *module, PyObject *args)
{
    PyObject *given, *given_others, *order = NULL, *near = NULL, *result = NULL;
    times own, others;
    double within;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOd:around", &given, &given_others, &within) || times_of(given, &own) < 0) return NULL;
    if (times_of(given_others, &others) < 0) {
        PyBuffer_Release(&own.view);
        return NULL;
    }
    order = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(others.count * sizeof(uint64_t)));
    near = order ? PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(own.count * sizeof(reel_near))) : NULL;
    if (near) {
        uint64_t pairs = 0, *to = (void *)PyBytes_AsString(order);
        reel_near *spans = (void *)PyBytes_AsString(near);
        reel_error error;
        reel_status status;
        Py_BEGIN_ALLOW_THREADS;
        status =
            reel_around(own.view.buf, own.count, others.view.buf, others.count, within, within, NULL, to, spans, &pairs, &error);
        Py_END_ALLOW_THREADS;
        result = status < 0 ? error_raise(&error) : Py_BuildValue("OOK", order, near, (unsigned long long)pairs);
    }
    Py_XDECREF(order);
    Py_XDECREF(near);
    PyBuffer_Release(&own.view);
    PyBuffer_Release(&others.view);
    return result;
}

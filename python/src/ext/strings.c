/* SPDX-License-Identifier: MIT
 * Lists of strings, from Python. */
#include "door.h"

int strings_of(PyObject *sequence, const char ***list)
{
    *list = NULL;
    if (!sequence || sequence == Py_None) return 0;
    Py_ssize_t count = PySequence_Size(sequence);
    if (count < 0) return -1;
    size_t size = ((size_t)count + 1) * sizeof(char *);
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t length;
        PyObject *item = PySequence_GetItem(sequence, i);
        const char *text = item ? PyUnicode_AsUTF8AndSize(item, &length) : NULL;
        Py_XDECREF(item);
        if (!text) return -1;
        size += (size_t)length + 1;
    }
    const char **result = PyMem_Malloc(size);
    if (!result) return PyErr_NoMemory(), -1;
    char *at = (char *)(result + count + 1);
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t length;
        PyObject *item = PySequence_GetItem(sequence, i);
        const char *text = item ? PyUnicode_AsUTF8AndSize(item, &length) : NULL;
        if (!text || (size_t)length >= size - (size_t)(at - (char *)result)) {
            Py_XDECREF(item);
            PyMem_Free((void *)result);
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_RuntimeError, "the list changed");
            return -1;
        }
        memcpy(at, text, (size_t)length + 1);
        result[i] = at;
        at += length + 1;
        Py_DECREF(item);
    }
    result[count] = NULL;
    *list = result;
    return 0;
}

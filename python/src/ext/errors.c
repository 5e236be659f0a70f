/* SPDX-License-Identifier: MIT
 * Errors of the library as exceptions. */
#include "door.h"

PyObject *ReelError;

/* Whether the offset of an error with this status says where in the file it is. */
static bool has_offset(reel_status status)
{
    return status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_UNSUPPORTED || status == REEL_LIMIT;
}

static PyObject *error_text(const reel_error *error)
{
    PyObject *message = PyUnicode_DecodeUTF8(error->message, (Py_ssize_t)strlen(error->message), "replace");
    if (message && !PyUnicode_GetLength(message)) {
        Py_DECREF(message);
        message = PyUnicode_FromString(reel_status_name(error->status));
    }
    if (!message || !error->rule || !*error->rule) return message;
    PyObject *text = has_offset(error->status)
                         ? PyUnicode_FromFormat("%U (%s, byte %llu)", message, error->rule, (unsigned long long)error->offset)
                         : PyUnicode_FromFormat("%U (%s)", message, error->rule);
    Py_DECREF(message);
    return text;
}

static int set_attribute(PyObject *object, const char *name, PyObject *value)
{
    if (!value) return -1;
    int result = PyObject_SetAttrString(object, name, value);
    Py_DECREF(value);
    return result;
}

PyObject *error_object(const reel_error *error)
{
    PyObject *text = error_text(error);
    if (!text) return NULL;
    PyObject *object = PyObject_CallFunctionObjArgs(ReelError, text, NULL);
    Py_DECREF(text);
    if (!object) return NULL;
    if (set_attribute(object, "status", PyUnicode_FromString(reel_status_name(error->status))) < 0 ||
        set_attribute(object, "rule", PyUnicode_FromString(error->rule ? error->rule : "")) < 0 ||
        set_attribute(object, "section", PyUnicode_FromString(error->section ? error->section : "")) < 0 ||
        set_attribute(object, "offset", PyLong_FromUnsignedLongLong(error->offset)) < 0) {
        Py_DECREF(object);
        return NULL;
    }
    return object;
}

void *error_raise(const reel_error *error)
{
    if (error->status == REEL_MEMORY) return PyErr_NoMemory();
    PyObject *object = error_object(error);
    if (object) {
        PyErr_SetObject(ReelError, object);
        Py_DECREF(object);
    }
    return NULL;
}

void *error_unknown(const char *rule, const char *what, const char *word, const char *const *words)
{
    reel_error error = { .status = REEL_ARGUMENT, .rule = rule, .section = "" };
    const char *closest = reel_closest(word, words);
    if (closest) {
        PyOS_snprintf(error.message, sizeof error.message, "no %s '%.60s'; did you mean '%s'?", what, word, closest);
        return error_raise(&error);
    }
    int used = PyOS_snprintf(error.message, sizeof error.message, "no %s '%.60s'; there are:", what, word);
    for (; *words && used > 0 && (size_t)used + strlen(*words) + 6 < sizeof error.message; words++)
        used += PyOS_snprintf(error.message + used, sizeof error.message - (size_t)used, " %s", *words);
    if (*words && used > 0) PyOS_snprintf(error.message + used, sizeof error.message - (size_t)used, " ...");
    return error_raise(&error);
}

/* closest(word, words): the word of a list that a mistyped one was probably meant to be, or None. */
PyObject *py_closest(PyObject *module, PyObject *args)
{
    (void)module;
    const char *word, **words;
    PyObject *sequence;
    if (!PyArg_ParseTuple(args, "sO:closest", &word, &sequence) || strings_of(sequence, &words) < 0) return NULL;
    const char *closest = words ? reel_closest(word, words) : NULL;
    PyObject *result = closest ? PyUnicode_FromString(closest) : Py_NewRef(Py_None);
    PyMem_Free((void *)words);
    return result;
}

/* SPDX-License-Identifier: MIT
 * Formats, tables and options by name. */
#include "door.h"

const reel_format *format_of(const char *id)
{
    const reel_format *format = reel_format_by_id(NULL, id);
    if (format) return format;
    const char *names[64];
    size_t count = 0;
    for (const reel_format *const *each = reel_formats(); *each && count < 63; each++) names[count++] = reel_format_id(*each);
    names[count] = NULL;
    return error_unknown("python.format", "format", id, names);
}

enum { NAMES = 255 };

static size_t add_names(const char **names, size_t count, const reel_table *const *tables)
{
    for (; tables && *tables && count < NAMES; tables++) names[count++] = (*tables)->name;
    return count;
}

const reel_table *table_of(const reel_format *format, const char *name, const reel_insight **insight)
{
    const reel_table *table = reel_find_table(format, name, insight);
    if (table) return table;
    const char *names[NAMES + 1];
    size_t count = add_names(names, 0, reel_format_tables(format));
    for (const reel_insight *const *each = reel_insights(); *each; each++)
        if (reel_insight_takes(*each, format)) count = add_names(names, count, (*each)->tables);
    names[count] = NULL;
    return error_unknown("arrow.table", "table", name, names);
}

static int bound_of(PyObject *object, bool *has, double *value)
{
    *has = object && object != Py_None;
    if (!*has) return 0;
    *value = PyFloat_AsDouble(object);
    return *value == -1.0 && PyErr_Occurred() ? -1 : 0;
}

/* Limits whose zero means the default. */
static const struct {
    const char *name;
    size_t offset;
    bool narrow; /* uint32_t; else uint64_t */
} limits[] = {
    { "input_bytes", offsetof(reel_limits, input_bytes), false },
    { "buffer_bytes", offsetof(reel_limits, buffer_bytes), false },
    { "rows", offsetof(reel_limits, rows), false },
    { "string_bytes", offsetof(reel_limits, string_bytes), false },
    { "nesting", offsetof(reel_limits, nesting), true },
    { "ratio", offsetof(reel_limits, ratio), true },
    { "unpacked_bytes", offsetof(reel_limits, unpacked_bytes), false },
    { "work", offsetof(reel_limits, work), false },
};
enum { LIMITS = sizeof limits / sizeof *limits };

static int set_limit(const char *name, PyObject *value, reel_limits *to)
{
    size_t i = 0;
    while (i < LIMITS && strcmp(limits[i].name, name) != 0) i++;
    if (i == LIMITS) {
        const char *names[LIMITS + 1] = { NULL };
        for (i = 0; i < LIMITS; i++) names[i] = limits[i].name;
        return error_unknown("python.limits", "limit", name, names), -1;
    }
    if (!PyLong_Check(value)) return PyErr_Format(PyExc_TypeError, "the limit %s must be an integer, not %R", name, value), -1;
    unsigned long long number = PyLong_AsUnsignedLongLong(value);
    if ((number == (unsigned long long)-1 && PyErr_Occurred()) || (limits[i].narrow && number > UINT32_MAX))
        return PyErr_Format(PyExc_OverflowError, "the limit %s is negative or too large: %R", name, value), -1;
    if (limits[i].narrow)
        *(uint32_t *)((char *)to + limits[i].offset) = (uint32_t)number;
    else
        *(uint64_t *)((char *)to + limits[i].offset) = number;
    return 0;
}

static int limits_of(PyObject *from, reel_limits *to)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    if (!from || from == Py_None) return 0;
    if (!PyDict_Check(from)) return PyErr_SetString(PyExc_TypeError, "limits must be a dictionary"), -1;
    while (PyDict_Next(from, &at, &key, &value)) {
        const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
        if (!name || set_limit(name, value, to) < 0) return -1;
    }
    return 0;
}

int reading_of(PyObject *from, reel_options *reading)
{
    static char *names[] = { "strict", "after", "before", "convention", "limits", "member", "clean", "levels", NULL };
    PyObject *after = NULL, *before = NULL, *caps = NULL, *levels = NULL, *none = PyTuple_New(0);
    int strict = 1, clean = 0;
    int parsed =
        none ? PyArg_ParseTupleAndKeywords(none, from == Py_None ? NULL : from, "|pOOzOzpO:reading", names, &strict, &after,
                                           &before, &reading->convention, &caps, &reading->member, &clean, &levels)
             : 0;
    Py_XDECREF(none);
    reading->flags = (strict ? REEL_STRICT : 0) | (clean ? REEL_CLEAN : 0);
    return parsed && bound_of(after, &reading->has_from, &reading->from) == 0 &&
                   bound_of(before, &reading->has_to, &reading->to) == 0 && limits_of(caps, &reading->limits) == 0
               ? 0
               : -1;
}

/* SPDX-License-Identifier: MIT
 * Writing replays. */
#include "scatter.h"

#include <unistd.h>

typedef struct writer {
    PyObject_HEAD reel_writer *writer; /* NULL once it was finished, discarded or failed */
    const reel_format *format;
    reel_findings *findings;
    target target;
    pid_t process; /* that made it */
    bool busy;     /* a thread is in a call without the GIL */
} writer;

static PyTypeObject *writer_type;

/* Whether the file is that of a parent process, which a child must neither write to nor remove. */
static bool is_forked(const writer *held) { return !held->target.in_memory && held->process != getpid(); }

/* The writer, if it is open and no other thread uses it. */
static writer *writer_use(PyObject *self)
{
    writer *held = (writer *)self;
    if (is_forked(held))
        PyErr_SetString(PyExc_RuntimeError, "a writer cannot be used in a forked process");
    else if (held->busy)
        PyErr_SetString(PyExc_RuntimeError, "another thread uses this writer");
    else if (!held->writer)
        PyErr_SetString(PyExc_ValueError, "the writer is closed");
    else
        return held;
    return NULL;
}

static void writer_drop(writer *held)
{
    reel_discard(held->writer);
    held->writer = NULL;
}

static void writer_dealloc(PyObject *self)
{
    writer *held = (writer *)self;
    if (!is_forked(held)) writer_drop(held);
    if (held->target.in_memory) reel_memory_free(&held->target.memory);
    reel_findings_free(held->findings);
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* Ends the writer, and returns its status. */
static reel_status writer_end(writer *held, reel_error *error)
{
    reel_writer *ending = held->writer;
    reel_status status;
    held->writer = NULL;
    Py_BEGIN_ALLOW_THREADS;
    status = reel_finish(ending, error);
    Py_END_ALLOW_THREADS;
    return status;
}

/* Rows that the format cannot hold are refused, and more may follow. After any other failure nothing can, and the writer ends. */
static PyObject *appended(writer *held, const reel_table *table, reel_status status)
{
    if (status >= 0) return Py_NewRef(Py_None);
    const reel_error *why = reel_writer_error(held->writer);
    reel_error error = why ? *why : (reel_error){ .status = status };
    if (reel_append(held->writer, table, NULL, 0) < 0) writer_end(held, &error);
    return error_raise(&error);
}

static PyObject *append(writer *held, const reel_table *table, const void *rows, size_t count)
{
    reel_status status;
    held->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    status = reel_append(held->writer, table, rows, count);
    Py_END_ALLOW_THREADS;
    held->busy = false;
    return appended(held, table, status);
}

static bool has_text(const reel_table *table)
{
    for (uint16_t i = 0; i < table->field_count; i++)
        if (table->fields[i].type == REEL_STRING || table->fields[i].type == REEL_BYTES) return true;
    return false;
}

/* append_rows(table, rows): rows as Rows shows them, of a table without text. */
static PyObject *writer_append_rows(PyObject *self, PyObject *args)
{
    const char *name;
    PyObject *from;
    writer *held = writer_use(self);
    if (!held || !PyArg_ParseTuple(args, "sO:append_rows", &name, &from)) return NULL;
    const reel_table *table = reel_format_table(held->format, name);
    Py_buffer view;
    if (!table || has_text(table)) return PyErr_Format(PyExc_ValueError, "no rows of %s can be given in place", name);
    if (PyObject_GetBuffer(from, &view, PyBUF_SIMPLE) < 0) return NULL;
    PyObject *result = NULL;
    if ((size_t)view.len % table->row_size)
        PyErr_Format(PyExc_ValueError, "rows of %s have %u bytes", name, (unsigned)table->row_size);
    else
        result = append(held, table, view.buf, (size_t)view.len / table->row_size);
    PyBuffer_Release(&view);
    return result;
}

/* append(table, count, columns): see scatter. */
static PyObject *writer_append(PyObject *self, PyObject *args)
{
    const char *name;
    Py_ssize_t count;
    PyObject *columns;
    if (!PyArg_ParseTuple(args, "snO!:append", &name, &count, &PyDict_Type, &columns)) return NULL;
    writer *held = writer_use(self);
    const reel_table *table = held ? reel_format_table(held->format, name) : NULL;
    if (held && !table) PyErr_SetString(PyExc_KeyError, name);
    PyObject *keep = table ? PyList_New(0) : NULL;
    uint8_t *rows = keep && count >= 0 ? scatter(table, (size_t)count, columns, keep) : NULL;
    /* making rows ran code of the caller */
    PyObject *result = rows && writer_use(self) ? append(held, table, rows, (size_t)count) : NULL;
    PyMem_Free(rows);
    Py_XDECREF(keep);
    return result;
}

/* finish(): (findings, bytes or None). */
static PyObject *writer_finish(PyObject *self, PyObject *args)
{
    (void)args;
    writer *held = writer_use(self);
    if (!held) return NULL;
    reel_error error = { 0 };
    held->busy = true;
    reel_status status = writer_end(held, &error);
    held->busy = false;
    if (status < 0) return error_raise(&error);
    PyObject *findings = findings_object(held->findings), *bytes = findings ? target_bytes(&held->target) : NULL;
    PyObject *result = bytes ? PyTuple_Pack(2, findings, bytes) : NULL;
    Py_XDECREF(bytes);
    Py_XDECREF(findings);
    return result;
}

static PyObject *writer_discard(PyObject *self, PyObject *args)
{
    (void)args;
    writer *held = (writer *)self;
    if (held->busy) return (PyObject *)writer_use(self);
    if (!is_forked(held)) writer_drop(held);
    return Py_NewRef(Py_None);
}

/* Writer(format, path, replace, convention): `path` is bytes, or None for memory. */
static PyObject *writer_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = { "format", "path", "replace", "convention", NULL };
    const char *id, *convention = NULL;
    PyObject *path;
    int replace = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "sO|pz:Writer", names, &id, &path, &replace, &convention)) return NULL;
    const reel_format *format = format_of(id);
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    writer *held = format ? (writer *)alloc(type, 0) : NULL;
    if (!held) return NULL;
    held->format = format;
    held->process = getpid();
    held->findings = reel_findings_new(NULL);
    if (!held->findings) PyErr_NoMemory();
    if (held->findings && target_open(path, replace, &held->target) == 0) {
        reel_write_options options = { REEL_SIZED(reel_write_options), .report = reel_findings_report,
                                       .report_context = held->findings, .convention = convention };
        reel_error error = { 0 };
        if (reel_create(held->target.sink, format, &options, &held->writer, &error) < 0) error_raise(&error);
    }
    if (PyErr_Occurred()) Py_CLEAR(held);
    return (PyObject *)held;
}

static PyMethodDef methods[] = { { "append", writer_append, METH_VARARGS, NULL },
                                 { "append_rows", writer_append_rows, METH_VARARGS, NULL },
                                 { "finish", writer_finish, METH_NOARGS, NULL },
                                 { "discard", writer_discard, METH_NOARGS, NULL },
                                 { NULL, NULL, 0, NULL } };
static PyType_Slot slots[] = {
    { Py_tp_new, writer_new }, { Py_tp_dealloc, writer_dealloc }, { Py_tp_methods, methods }, { 0, NULL }
};
static PyType_Spec spec = { "pyreel._reel.Writer", sizeof(writer), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots };

bool writer_prepare(PyObject *module)
{
    writer_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return writer_type && PyModule_AddObjectRef(module, "Writer", (PyObject *)writer_type) == 0;
}

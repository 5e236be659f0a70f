/* SPDX-License-Identifier: MIT
 * Rows in memory: Loaded owns a replay, Rows is one of its tables with the buffer protocol. A view of Rows keeps it, and it keeps
 * Loaded, so that no view outlives the memory that it shows. */
#include "door.h"

/* ---- Loaded --------------------------------------------------------------------------------------------------------- */

typedef struct loaded {
    PyObject_HEAD reel_replay *replay;
    const reel_format *format;
    PyObject *findings;
    bool clean; /* read with REEL_CLEAN */
} loaded;

static PyTypeObject *loaded_type, *rows_type;

static PyObject *type_new(PyTypeObject *type)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return alloc(type, 0);
}

static void type_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

PyObject *loaded_new(reel_replay *replay, const reel_format *format, const reel_findings *findings, bool clean)
{
    PyObject *list = findings ? findings_object(findings) : PyList_New(0);
    loaded *self = list ? (loaded *)type_new(loaded_type) : NULL;
    if (!self) {
        Py_XDECREF(list);
        reel_free(replay);
        return NULL;
    }
    self->replay = replay;
    self->format = format;
    self->findings = list;
    self->clean = clean;
    return (PyObject *)self;
}

static void loaded_dealloc(PyObject *self)
{
    loaded *held = (loaded *)self;
    reel_free(held->replay);
    Py_XDECREF(held->findings);
    type_free(self);
}

const reel_replay *loaded_replay(PyObject *object)
{
    if (PyObject_TypeCheck(object, loaded_type)) return ((loaded *)object)->replay;
    PyErr_SetString(PyExc_TypeError, "not a Loaded object");
    return NULL;
}

static const void *rows_of(loaded *self, const char *name, const reel_table **table, size_t *count)
{
    *table = table_of(self->format, name, NULL);
    if (!*table) return NULL;
    const void *rows = reel_rows(self->replay, *table, count);
    static const uint64_t nothing[1];
    return rows ? rows : nothing;
}

/* objects(table, start, stop): a list of rows as dictionaries. */
static PyObject *loaded_objects(PyObject *self, PyObject *args)
{
    const char *name;
    Py_ssize_t start, stop;
    if (!PyArg_ParseTuple(args, "snn:objects", &name, &start, &stop)) return NULL;
    const reel_table *table;
    size_t count;
    const uint8_t *rows = rows_of((loaded *)self, name, &table, &count);
    if (!rows) return NULL;
    PyObject *list = PyList_New(0);
    for (size_t i = start < 0 ? 0 : (size_t)start; list && i < count && (Py_ssize_t)i < stop; i++) {
        PyObject *item = row_object(table, rows + i * table->row_size, ((loaded *)self)->clean);
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* values(table, field): a list of the values of one field, or of one column of a vector. */
static PyObject *loaded_values(PyObject *self, PyObject *args)
{
    const char *name, *field_name;
    if (!PyArg_ParseTuple(args, "ss:values", &name, &field_name)) return NULL;
    const reel_table *table;
    size_t count;
    const uint8_t *rows = rows_of((loaded *)self, name, &table, &count);
    if (!rows) return NULL;
    reel_field field;
    bool is_moment;
    if (!reel_table_select(table, field_name, &field, &is_moment) || is_moment)
        return PyErr_Format(PyExc_KeyError, "%s", field_name);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *value = value_object(&field, rows + i * table->row_size, ((loaded *)self)->clean);
        if (!value || PyList_SetItem(list, (Py_ssize_t)i, value) < 0) Py_CLEAR(list);
    }
    return list;
}

static PyObject *loaded_count(PyObject *self, PyObject *args)
{
    const char *name;
    const reel_table *table;
    size_t count;
    if (!PyArg_ParseTuple(args, "s:count", &name) || !rows_of((loaded *)self, name, &table, &count)) return NULL;
    return PyLong_FromSize_t(count);
}

/* stream(table, options): an Arrow stream of one array; `options` as for the function stream. */
static PyObject *loaded_stream(PyObject *self, PyObject *args)
{
    const char *name;
    PyObject *options;
    if (!PyArg_ParseTuple(args, "sO:stream", &name, &options)) return NULL;
    const reel_table *table;
    size_t count;
    const void *rows = rows_of((loaded *)self, name, &table, &count);
    return rows ? arrow_of_rows(((loaded *)self)->format, table, rows, count, options) : NULL;
}

static PyObject *loaded_damage(PyObject *self, void *unused)
{
    (void)unused;
    const reel_error *damage = reel_replay_damage(((loaded *)self)->replay);
    return damage ? error_object(damage) : Py_NewRef(Py_None);
}

static PyObject *loaded_findings(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((loaded *)self)->findings);
}

/* ---- Rows ----------------------------------------------------------------------------------------------------------- */

typedef struct rows_object {
    PyObject_HEAD PyObject *owner; /* a Loaded */
    const void *data;
    void *copy; /* of the rows, if one had to be made */
    char *format;
    Py_ssize_t shape[1], strides[1];
} rows_object;

static bool is_text(const reel_field *field) { return field->type == REEL_STRING || field->type == REEL_BYTES; }

/* The fields in the order of their offsets, which is the only one that a format of PEP 3118 has. */
static void sort_fields(const reel_table *table, const reel_field **sorted)
{
    for (uint16_t i = 0; i < table->field_count; i++) {
        uint16_t at = i;
        for (; at > 0 && sorted[at - 1]->offset > table->fields[i].offset; at--) sorted[at] = sorted[at - 1];
        sorted[at] = &table->fields[i];
    }
}

/* Writes one field: "=f:time:", "(3)=f:head_position:". Text is left out, since a pointer means nothing to a reader. */
static int field_code(char *to, size_t size, const reel_field *field)
{
    static const char codes[] = {
        [REEL_BOOL] = '?', [REEL_U8] = 'B',  [REEL_I8] = 'b',  [REEL_U16] = 'H', [REEL_I16] = 'h', [REEL_U32] = 'I',
        [REEL_I32] = 'i',  [REEL_U64] = 'Q', [REEL_I64] = 'q', [REEL_F32] = 'f', [REEL_F64] = 'd'
    };
    if (is_text(field)) return PyOS_snprintf(to, size, "%zux", reel_type_size(field->type) * field->count);
    if (field->type == REEL_UUID) return PyOS_snprintf(to, size, "(16)=B:%s:", field->name);
    if (field->count > 1) return PyOS_snprintf(to, size, "(%u)=%c:%s:", field->count, codes[field->type], field->name);
    return PyOS_snprintf(to, size, "=%c:%s:", codes[field->type], field->name);
}

/* The layout of a row as a format of PEP 3118, for PyMem_Free. NULL with an exception. */
static char *row_format(const reel_table *table)
{
    size_t size = 64, at = 0, offset = 0;
    for (uint16_t i = 0; i < table->field_count; i++) size += strlen(table->fields[i].name) + 48;
    const reel_field **sorted = PyMem_Calloc(table->field_count + 1u, sizeof(*sorted));
    char *format = PyMem_Malloc(size);
    if (!sorted || !format) {
        PyErr_NoMemory();
        goto failed;
    }
    sort_fields(table, sorted);
    at += (size_t)PyOS_snprintf(format, size, "T{");
    for (uint16_t i = 0; i < table->field_count; i++) {
        const reel_field *field = sorted[i];
        if (field->offset < offset) {
            PyErr_Format(PyExc_NotImplementedError, "fields of %s overlap", table->name);
            goto failed;
        }
        if (field->offset > offset) at += (size_t)PyOS_snprintf(format + at, size - at, "%zux", field->offset - offset);
        at += (size_t)field_code(format + at, size - at, field);
        offset = field->offset + reel_type_size(field->type) * field->count;
    }
    if (table->row_size > offset) at += (size_t)PyOS_snprintf(format + at, size - at, "%zux", table->row_size - offset);
    PyOS_snprintf(format + at, size - at, "}");
    PyMem_Free((void *)sorted);
    return format;
failed:
    PyMem_Free((void *)sorted);
    PyMem_Free(format);
    return NULL;
}

/* Sets each odd bool to 1 if `change`, or returns whether there is one. */
static bool odd_bools(const reel_table *table, uint8_t *rows, size_t count, bool change)
{
    bool odd = false;
    for (uint16_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (field->type != REEL_BOOL) continue;
        for (size_t row = 0; row < count; row++) {
            uint8_t *values = rows + row * table->row_size + field->offset;
            for (uint16_t k = 0; k < field->count; k++) {
                odd |= values[k] > 1;
                if (change) values[k] = values[k] != 0;
            }
        }
    }
    return odd;
}

/* A Rows object of rows that `owner` holds. A file may hold a bool that is neither 0 nor 1, which numpy must not see: its counting and
 * masking rely on that. Only then the rows are copied. */
static PyObject *rows_new(PyObject *owner, const reel_table *table, const void *data, size_t count)
{
    rows_object *rows = (rows_object *)type_new(rows_type);
    if (!rows) return NULL;
    rows->owner = Py_NewRef(owner);
    rows->data = data;
    rows->shape[0] = (Py_ssize_t)count;
    rows->strides[0] = table->row_size;
    rows->format = row_format(table);
    if (rows->format && count && odd_bools(table, (uint8_t *)(uintptr_t)data, count, false)) {
        rows->copy = PyMem_Malloc(count * table->row_size);
        if (rows->copy) {
            memcpy(rows->copy, data, count * table->row_size);
            odd_bools(table, rows->copy, count, true);
            rows->data = rows->copy;
        } else {
            PyErr_NoMemory();
        }
    }
    if (PyErr_Occurred()) Py_CLEAR(rows);
    return (PyObject *)rows;
}

/* rows(table): the rows in place. */
static PyObject *loaded_rows(PyObject *self, PyObject *args)
{
    const char *name;
    if (!PyArg_ParseTuple(args, "s:rows", &name)) return NULL;
    const reel_table *table;
    size_t count;
    const void *data = rows_of((loaded *)self, name, &table, &count);
    return data ? rows_new(self, table, data, count) : NULL;
}

static int rows_buffer(PyObject *self, Py_buffer *view, int flags)
{
    rows_object *rows = (rows_object *)self;
    view->obj = NULL;
    if (flags & PyBUF_WRITABLE) {
        PyErr_SetString(PyExc_BufferError, "rows are read-only");
        return -1;
    }
    *view = (Py_buffer){ .buf = (void *)(uintptr_t)rows->data,
                         .obj = Py_NewRef(self),
                         .len = rows->shape[0] * rows->strides[0],
                         .itemsize = rows->strides[0],
                         .readonly = 1,
                         .ndim = 1 };
    if (flags & PyBUF_FORMAT) view->format = rows->format;
    if (flags & PyBUF_ND) view->shape = rows->shape;
    if ((flags & PyBUF_STRIDES) == PyBUF_STRIDES) view->strides = rows->strides;
    return 0;
}

static void rows_dealloc(PyObject *self)
{
    rows_object *rows = (rows_object *)self;
    Py_XDECREF(rows->owner);
    PyMem_Free(rows->copy);
    PyMem_Free(rows->format);
    type_free(self);
}

static Py_ssize_t rows_length(PyObject *self) { return ((rows_object *)self)->shape[0]; }

/* no_rows(format, table): a Rows without rows, for their layout, and whether the table has text. */
PyObject *py_no_rows(PyObject *module, PyObject *args)
{
    (void)module;
    const char *id, *name;
    if (!PyArg_ParseTuple(args, "ss:no_rows", &id, &name)) return NULL;
    const reel_format *format = format_of(id);
    const reel_table *table = format ? table_of(format, name, NULL) : NULL;
    if (!table) return NULL;
    bool text = false;
    for (uint16_t i = 0; i < table->field_count; i++) text |= is_text(&table->fields[i]);
    static const uint64_t nothing[1];
    PyObject *rows = rows_new(Py_None, table, nothing, 0);
    return rows ? Py_BuildValue("(NO)", rows, text ? Py_True : Py_False) : NULL;
}

/* ---- the types ------------------------------------------------------------------------------------------------------- */

static PyMethodDef loaded_methods[] = {
    { "objects", loaded_objects, METH_VARARGS, NULL }, { "values", loaded_values, METH_VARARGS, NULL },
    { "count", loaded_count, METH_VARARGS, NULL },     { "stream", loaded_stream, METH_VARARGS, NULL },
    { "rows", loaded_rows, METH_VARARGS, NULL },       { NULL, NULL, 0, NULL }
};
static PyGetSetDef loaded_properties[] = { { "damage", loaded_damage, NULL, NULL, NULL },
                                           { "findings", loaded_findings, NULL, NULL, NULL },
                                           { NULL, NULL, NULL, NULL, NULL } };
static PyType_Slot loaded_slots[] = {
    { Py_tp_dealloc, loaded_dealloc }, { Py_tp_methods, loaded_methods }, { Py_tp_getset, loaded_properties }, { 0, NULL }
};
static PyType_Spec loaded_spec = { "pyreel._reel.Loaded", sizeof(loaded), 0,
                                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
                                   loaded_slots };

static PyType_Slot rows_slots[] = {
    { Py_bf_getbuffer, rows_buffer }, { Py_tp_dealloc, rows_dealloc }, { Py_sq_length, rows_length }, { 0, NULL }
};
static PyType_Spec rows_spec = { "pyreel._reel.Rows", sizeof(rows_object), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE, rows_slots };

bool rows_prepare(PyObject *module)
{
    loaded_type = (PyTypeObject *)PyType_FromSpec(&loaded_spec);
    rows_type = (PyTypeObject *)PyType_FromSpec(&rows_spec);
    return loaded_type && rows_type && PyModule_AddObjectRef(module, "Loaded", (PyObject *)loaded_type) == 0 &&
           PyModule_AddObjectRef(module, "Rows", (PyObject *)rows_type) == 0;
}

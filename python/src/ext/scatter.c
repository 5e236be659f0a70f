/* SPDX-License-Identifier: MIT
 * Columns of Python values and buffers to rows. */
#include "scatter.h"

#include <math.h>

/* ---- single values --------------------------------------------------------------------------------------------------- */

static const struct {
    int64_t least;
    uint64_t most;
} ranges[] = {
    [REEL_U8] = { 0, UINT8_MAX },          [REEL_I8] = { INT8_MIN, INT8_MAX },    [REEL_U16] = { 0, UINT16_MAX },
    [REEL_I16] = { INT16_MIN, INT16_MAX }, [REEL_U32] = { 0, UINT32_MAX },        [REEL_I32] = { INT32_MIN, INT32_MAX },
    [REEL_U64] = { 0, UINT64_MAX },        [REEL_I64] = { INT64_MIN, INT64_MAX },
};

static void store_integer(reel_type type, uint8_t *to, uint64_t bits)
{
    uint8_t u8 = (uint8_t)bits;
    uint16_t u16 = (uint16_t)bits;
    uint32_t u32 = (uint32_t)bits;
    switch (reel_type_size(type)) {
    case 1: memcpy(to, &u8, 1); break;
    case 2: memcpy(to, &u16, 2); break;
    case 4: memcpy(to, &u32, 4); break;
    default: memcpy(to, &bits, 8); break;
    }
}

static int set_integer(const reel_field *field, uint8_t *to, PyObject *value)
{
    PyObject *number = PyNumber_Index(value);
    if (!number) return -1;
    uint64_t bits;
    bool fits;
    if (field->type == REEL_U64) {
        bits = PyLong_AsUnsignedLongLong(number);
        fits = true;
    } else {
        long long integer = PyLong_AsLongLong(number);
        fits = integer >= ranges[field->type].least && (integer < 0 || (uint64_t)integer <= ranges[field->type].most);
        bits = (uint64_t)integer;
    }
    Py_DECREF(number);
    if (PyErr_Occurred()) return -1;
    if (!fits) {
        PyErr_Format(PyExc_OverflowError, "%S does not fit in %s, the type of %s", value, reel_type_name(field->type),
                     field->name);
        return -1;
    }
    store_integer(field->type, to, bits);
    return 0;
}

/* The name of an enumeration value. */
static int set_label(const reel_field *field, uint8_t *to, PyObject *value)
{
    const char *name = PyUnicode_AsUTF8AndSize(value, NULL);
    if (!name) return -1;
    for (const reel_label *label = field->labels; label && label->name; label++)
        if (strcmp(label->name, name) == 0) {
            store_integer(field->type, to, (uint64_t)label->value);
            return 0;
        }
    PyErr_Format(PyExc_ValueError, "%s has no value named %R", field->name, value);
    return -1;
}

/* Digits, as columns of numbers that share their name with texts have them. Other text is a TypeError, as of any integer. */
static int set_digits(const reel_field *field, uint8_t *to, PyObject *text)
{
    const char *digits = PyUnicode_AsUTF8AndSize(text, NULL);
    PyObject *number = digits ? PyLong_FromString(digits, NULL, 10) : NULL;
    if (!number) PyErr_Clear();
    const int result = set_integer(field, to, number ? number : text);
    Py_XDECREF(number);
    return result;
}

static int set_float(const reel_field *field, uint8_t *to, PyObject *value)
{
    double number = PyFloat_AsDouble(value);
    if (number == -1.0 && PyErr_Occurred()) return -1;
    float single = (float)number;
    if (field->type == REEL_F64) {
        memcpy(to, &number, sizeof number);
    } else if (isinf(single) && !isinf(number)) {
        PyErr_Format(PyExc_OverflowError, "%S does not fit in f32, the type of %s", value, field->name);
        return -1;
    } else {
        memcpy(to, &single, sizeof single);
    }
    return 0;
}

static PyObject *uuid_of(PyObject *text)
{
    PyObject *module = PyImport_ImportModule("uuid");
    PyObject *uuid = module ? PyObject_CallMethod(module, "UUID", "O", text) : NULL;
    Py_XDECREF(module);
    return uuid;
}

/* From 16 bytes, an object of uuid.UUID, or its text, which columns that share their name with texts have. */
static int set_uuid(const reel_field *field, uint8_t *to, PyObject *value)
{
    if (PyUnicode_Check(value)) {
        PyObject *uuid = uuid_of(value);
        const int set = uuid ? set_uuid(field, to, uuid) : -1;
        Py_XDECREF(uuid);
        return set;
    }
    PyObject *bytes = PyBytes_Check(value) ? Py_NewRef(value) : PyObject_GetAttrString(value, "bytes");
    if (!bytes) return -1;
    char *data = NULL;
    Py_ssize_t size = 0;
    int result = PyBytes_AsStringAndSize(bytes, &data, &size);
    if (result == 0 && size != 16) {
        PyErr_Format(PyExc_ValueError, "%s needs 16 bytes", field->name);
        result = -1;
    }
    if (result == 0) memcpy(to, data, 16);
    Py_DECREF(bytes);
    return result;
}

/* UTF-8 in which the code points U+F700 to U+F7FF stand for single bytes, as in the exports: EF 9C 80 is byte 0. */
static PyObject *text_bytes(PyObject *text)
{
    PyObject *encoded = PyUnicode_AsUTF8String(text);
    if (!encoded) return NULL;
    char *data = PyBytes_AsString(encoded);
    size_t size = (size_t)PyBytes_Size(encoded), at = 0;
    if (!memchr(data, 0xef, size)) return encoded;
    char *plain = PyMem_Malloc(size);
    if (!plain) {
        Py_DECREF(encoded);
        return PyErr_NoMemory();
    }
    for (size_t i = 0; i < size;) {
        const uint8_t *p = (const uint8_t *)data + i;
        if (size - i >= 3 && p[0] == 0xef && p[1] >= 0x9c && p[1] <= 0x9f) {
            plain[at++] = (char)((p[1] - 0x9c) << 6 | (p[2] & 0x3f));
            i += 3;
        } else {
            plain[at++] = data[i++];
        }
    }
    PyObject *result = PyBytes_FromStringAndSize(plain, (Py_ssize_t)at);
    PyMem_Free(plain);
    Py_DECREF(encoded);
    return result;
}

/* The row refers to the bytes, which `keep` holds until the rows were appended. */
static int set_text(const reel_field *field, uint8_t *to, PyObject *value, PyObject *keep)
{
    PyObject *bytes;
    if (PyBytes_Check(value)) {
        bytes = Py_NewRef(value);
    } else if (field->type == REEL_STRING && PyUnicode_Check(value)) {
        bytes = text_bytes(value);
    } else {
        PyErr_Format(PyExc_TypeError, "%s needs %s", field->name, field->type == REEL_STRING ? "str or bytes" : "bytes");
        return -1;
    }
    char *data;
    Py_ssize_t size;
    int result = bytes && PyBytes_AsStringAndSize(bytes, &data, &size) == 0 ? PyList_Append(keep, bytes) : -1;
    if (result == 0) {
        reel_string text = { data, (size_t)size };
        memcpy(to, &text, sizeof text); /* reel_bytes has the same members */
    }
    Py_XDECREF(bytes);
    return result;
}

static int set_scalar(const reel_field *field, uint8_t *to, PyObject *value, PyObject *keep)
{
    int truth;
    switch (field->type) {
    case REEL_STRING:
    case REEL_BYTES: return set_text(field, to, value, keep);
    case REEL_UUID: return set_uuid(field, to, value);
    case REEL_F32:
    case REEL_F64: return set_float(field, to, value);
    case REEL_BOOL:
        truth = PyObject_IsTrue(value);
        *to = truth > 0;
        return truth < 0 ? -1 : 0;
    default:
        if (!PyUnicode_Check(value)) return set_integer(field, to, value);
        return field->labels ? set_label(field, to, value) : set_digits(field, to, value);
    }
}

static int set_vector(const reel_field *field, uint8_t *to, PyObject *value, PyObject *keep)
{
    if (PySequence_Size(value) != field->count) {
        if (!PyErr_Occurred()) PyErr_Format(PyExc_ValueError, "%s needs %u values", field->name, field->count);
        return -1;
    }
    for (uint16_t i = 0; i < field->count; i++) {
        PyObject *item = PySequence_GetItem(value, i);
        int result = item ? set_scalar(field, to + i * reel_type_size(field->type), item, keep) : -1;
        Py_XDECREF(item);
        if (result < 0) return -1;
    }
    return 0;
}

/* ---- columns --------------------------------------------------------------------------------------------------------- */

typedef struct column {
    const reel_field *field;
    size_t index;
    bool whole; /* all values of the field, not one */
    Py_buffer values, valid;
    PyObject *items;    /* a sequence, borrowed; NULL: `values` is used */
    bool explicit_mask; /* the byte that says which fields are present is a column too */
} column;

static void column_free(column *column)
{
    if (column->values.obj) PyBuffer_Release(&column->values);
    if (column->valid.obj) PyBuffer_Release(&column->valid);
}

static size_t column_values(const column *column) { return column->whole ? column->field->count : 1; }

static int column_find(const reel_table *table, const char *name, column *column)
{
    column->field = reel_table_field(table, name);
    column->whole = column->field != NULL;
    if (column->field || reel_table_column(table, name, &column->field, &column->index)) return 0;
    PyErr_SetString(PyExc_KeyError, name);
    return -1;
}

static int check_size(const column *column, const Py_buffer *buffer, size_t size)
{
    if ((size_t)buffer->len == size) return 0;
    PyErr_Format(PyExc_ValueError, "%s has %zd bytes, not %zu", column->field->name, buffer->len, size);
    return -1;
}

static int column_open(const reel_table *table, size_t count, const char *name, PyObject *data, PyObject *valid, column *column)
{
    if (column_find(table, name, column) < 0) return -1;
    const reel_field *field = column->field;
    if (PyMemoryView_Check(data)) {
        if (field->type == REEL_STRING || field->type == REEL_BYTES) {
            PyErr_Format(PyExc_TypeError, "%s needs a sequence", name);
            return -1;
        }
        if (PyObject_GetBuffer(data, &column->values, PyBUF_SIMPLE) < 0 ||
            check_size(column, &column->values, count * column_values(column) * reel_type_size(field->type)) < 0)
            return -1;
    } else {
        column->items = data;
        Py_ssize_t size = PySequence_Size(data);
        if (size >= 0 && (size_t)size != count) PyErr_Format(PyExc_ValueError, "%s has %zd values, not %zu", name, size, count);
        if ((size_t)size != count) return -1;
    }
    if (valid == Py_None) return 0;
    return PyObject_GetBuffer(valid, &column->valid, PyBUF_SIMPLE) < 0 ? -1 : check_size(column, &column->valid, count);
}

static bool column_has(const column *columns, size_t count, size_t offset)
{
    for (size_t i = 0; i < count; i++) {
        const reel_field *field = columns[i].field;
        if (offset >= field->offset && offset < field->offset + reel_type_size(field->type) * field->count) return true;
    }
    return false;
}

static void mark_present(const reel_field *field, uint8_t *row)
{
    if (reel_field_present(field, row)) return;
    row[field->present_offset] |= (uint8_t)(field->present_mask & -field->present_mask); /* its lowest bit */
}

static int absent(const reel_field *field, size_t row)
{
    PyErr_Format(PyExc_ValueError, "row %zu has no %s, which every row needs", row, field->name);
    return -1;
}

static int column_item(const column *column, size_t row, uint8_t *to, PyObject *keep, bool *present)
{
    PyObject *item = PySequence_GetItem(column->items, (Py_ssize_t)row);
    if (!item) return -1;
    *present = item != Py_None;
    int result = 0;
    if (*present) {
        bool vector = column->whole && column->field->count > 1;
        result = (vector ? set_vector : set_scalar)(column->field, to, item, keep);
    }
    Py_DECREF(item);
    return result;
}

/* Stores a column in all rows. */
static int column_store(const column *column, const reel_table *table, uint8_t *rows, size_t count, PyObject *keep)
{
    const reel_field *field = column->field;
    size_t size = reel_type_size(field->type), bytes = size * column_values(column);
    for (size_t i = 0; i < count; i++) {
        uint8_t *row = rows + i * table->row_size, *to = row + field->offset + column->index * size;
        bool present = !column->valid.obj || ((const uint8_t *)column->valid.buf)[i];
        if (column->items && present && column_item(column, i, to, keep, &present) < 0) return -1;
        if (!column->items && present) memcpy(to, (const uint8_t *)column->values.buf + i * bytes, bytes);
        if (!present && !field->present_mask) return absent(field, i);
        if (present && field->present_mask && !column->explicit_mask) mark_present(field, row);
    }
    return 0;
}

/* Fields may share a mark of presence: a row that has one of them has all. */
static int column_verify(const column *column, const reel_table *table, const uint8_t *rows, size_t count)
{
    if (!column->field->present_mask || (!column->valid.obj && !column->items)) return 0;
    for (size_t i = 0; i < count; i++) {
        bool present = !column->valid.obj || ((const uint8_t *)column->valid.buf)[i];
        if (present && column->items) {
            PyObject *item = PySequence_GetItem(column->items, (Py_ssize_t)i);
            present = item != Py_None;
            Py_XDECREF(item);
        }
        if (present == reel_field_present(column->field, rows + i * table->row_size)) continue;
        PyErr_Format(PyExc_ValueError, "row %zu: %s is %s, but other fields of the row say that it is %s", i, column->field->name,
                     present ? "present" : "absent", present ? "absent" : "present");
        return -1;
    }
    return 0;
}

static int columns_open(const reel_table *table, size_t count, PyObject *dict, column *columns, size_t *opened)
{
    PyObject *name, *pair;
    Py_ssize_t at = 0;
    while (PyDict_Next(dict, &at, &name, &pair)) {
        const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
        PyObject *data, *valid;
        if (!text || !PyArg_ParseTuple(pair, "OO", &data, &valid)) return -1;
        if (column_open(table, count, text, data, valid, &columns[(*opened)++]) < 0) return -1;
    }
    return 0;
}

uint8_t *scatter(const reel_table *table, size_t count, PyObject *dict, PyObject *keep)
{
    size_t wanted = (size_t)PyDict_Size(dict), opened = 0;
    column *columns = PyMem_Calloc(wanted + 1, sizeof *columns);
    uint8_t *rows = count > PY_SSIZE_T_MAX / table->row_size ? NULL : PyMem_Calloc(count + 1, table->row_size);
    int result = columns && rows ? columns_open(table, count, dict, columns, &opened) : (PyErr_NoMemory(), -1);
    for (size_t i = 0; result == 0 && i < opened; i++) {
        columns[i].explicit_mask =
            columns[i].field->present_mask && column_has(columns, opened, columns[i].field->present_offset);
        result = column_store(&columns[i], table, rows, count, keep);
    }
    for (size_t i = 0; result == 0 && i < opened; i++) result = column_verify(&columns[i], table, rows, count);
    for (size_t i = 0; i < opened; i++) column_free(&columns[i]);
    PyMem_Free(columns);
    if (result == 0) return rows;
    PyMem_Free(rows);
    return NULL;
}

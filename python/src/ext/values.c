/* SPDX-License-Identifier: MIT
 * Values of rows as Python objects. */
#include "door.h"

#include <math.h>

static PyObject *uuid_type; /* uuid.UUID */

bool values_prepare(void)
{
    PyObject *module = PyImport_ImportModule("uuid");
    uuid_type = module ? PyObject_GetAttrString(module, "UUID") : NULL;
    Py_XDECREF(module);
    return uuid_type != NULL;
}

static PyObject *uuid_object(const uint8_t *bytes)
{
    PyObject *none = PyTuple_New(0), *keywords = Py_BuildValue("{s:y#}", "bytes", (const char *)bytes, (Py_ssize_t)16);
    PyObject *object = none && keywords ? PyObject_Call(uuid_type, none, keywords) : NULL;
    Py_XDECREF(none);
    Py_XDECREF(keywords);
    return object;
}

/* Length of the beginning of `text` that stands for itself: valid UTF-8 outside U+F700 to U+F7FF. */
static size_t plain_length(const uint8_t *text, size_t size)
{
    size_t at = 0;
    while (at < size) {
        size_t length = 1;
        if (text[at] >= 0x80) {
            uint32_t character = reel_utf8(text + at, size - at, &length);
            if (!length || (character >= 0xf700 && character <= 0xf7ff)) break;
        }
        at += length;
    }
    return at;
}

/* Text as in Arrow and the exports: a byte that is not valid UTF-8, and each byte of such a code point, is the code point U+F700 + byte. */
static PyObject *text_object(reel_string text)
{
    const uint8_t *data = (const uint8_t *)text.data;
    size_t plain = plain_length(data, text.size);
    if (plain == text.size) return PyUnicode_DecodeUTF8(plain ? text.data : "", (Py_ssize_t)plain, "strict");
    if (text.size > (PY_SSIZE_T_MAX - plain) / 3) return PyErr_NoMemory();
    char *escaped = PyMem_Malloc(text.size * 3);
    if (!escaped) return PyErr_NoMemory();
    size_t size = 0, at = 0;
    while (at < text.size) {
        plain = plain_length(data + at, text.size - at);
        memcpy(escaped + size, data + at, plain);
        size += plain;
        at += plain;
        size_t length = 0;
        if (at < text.size && (reel_utf8(data + at, text.size - at, &length), !length)) length = 1;
        for (; length; length--, at++) {
            escaped[size++] = (char)0xef;
            escaped[size++] = (char)(0x9c | data[at] >> 6);
            escaped[size++] = (char)(0x80 | (data[at] & 0x3f));
        }
    }
    PyObject *object = PyUnicode_DecodeUTF8(escaped, (Py_ssize_t)size, "strict");
    PyMem_Free(escaped);
    return object;
}

static PyObject *label_object(const reel_label *labels, int64_t value)
{
    for (; labels && labels->name; labels++)
        if (labels->value == value) return PyUnicode_FromString(labels->name);
    return PyLong_FromLongLong(value);
}

static int64_t integer_at(reel_type type, const uint8_t *at)
{
    union {
        uint8_t u8;
        int8_t i8;
        uint16_t u16;
        int16_t i16;
        uint32_t u32;
        int32_t i32;
        int64_t i64;
    } value = { 0 };
    memcpy(&value, at, reel_type_size(type));
    switch (type) {
    case REEL_U8: return value.u8;
    case REEL_I8: return value.i8;
    case REEL_U16: return value.u16;
    case REEL_I16: return value.i16;
    case REEL_U32: return value.u32;
    case REEL_I32: return value.i32;
    default: return value.i64;
    }
}

static PyObject *scalar_object(const reel_field *field, const void *row, size_t index)
{
    const uint8_t *at = (const uint8_t *)row + field->offset + index * reel_type_size(field->type);
    switch (field->type) {
    case REEL_BOOL: return PyBool_FromLong(*at);
    case REEL_F32:
    case REEL_F64: return PyFloat_FromDouble(reel_field_number(field, row, index));
    case REEL_STRING: {
        reel_string text;
        memcpy(&text, at, sizeof text);
        return text_object(text);
    }
    case REEL_UUID: return uuid_object(at);
    case REEL_BYTES: {
        reel_bytes bytes;
        memcpy(&bytes, at, sizeof bytes);
        return PyBytes_FromStringAndSize(bytes.size ? (const char *)bytes.data : "", (Py_ssize_t)bytes.size);
    }
    case REEL_U64:
        if (!field->labels) {
            uint64_t value;
            memcpy(&value, at, sizeof value);
            return PyLong_FromUnsignedLongLong(value);
        }
        break;
    default: break;
    }
    return label_object(field->labels, integer_at(field->type, at));
}

/* Value `index` of a vector; None if it is not finite, in rows that have no such values. */
static PyObject *element_object(const reel_field *field, const void *row, uint16_t index, bool clean)
{
    bool is_float = field->type == REEL_F32 || field->type == REEL_F64;
    if (clean && is_float && !isfinite(reel_field_number(field, row, index))) return Py_NewRef(Py_None);
    return scalar_object(field, row, index);
}

PyObject *value_object(const reel_field *field, const void *row, bool clean)
{
    if (!(clean ? reel_field_valid : reel_field_present)(field, row)) return Py_NewRef(Py_None);
    if (field->count == 1) return scalar_object(field, row, 0);
    PyObject *vector = PyTuple_New(field->count);
    for (uint16_t i = 0; vector && i < field->count; i++) {
        PyObject *value = element_object(field, row, i, clean);
        if (!value || PyTuple_SetItem(vector, i, value) < 0) Py_CLEAR(vector);
    }
    return vector;
}

int set_item(PyObject *dict, const char *key, PyObject *value)
{
    int result = value ? PyDict_SetItemString(dict, key, value) : -1;
    Py_XDECREF(value);
    return result;
}

PyObject *row_object(const reel_table *table, const void *row, bool clean)
{
    PyObject *dict = PyDict_New();
    for (uint16_t i = 0; dict && i < table->field_count; i++)
        if (set_item(dict, table->fields[i].name, value_object(&table->fields[i], row, clean)) < 0) Py_CLEAR(dict);
    return dict;
}

static PyObject *position_object(uint64_t value)
{
    return value == UINT64_MAX ? Py_NewRef(Py_None) : PyLong_FromUnsignedLongLong(value);
}

static PyObject *finding_object(const reel_finding *finding)
{
    static const char *const severities[] = { [REEL_NOTE] = "note", [REEL_WARNING] = "warning", [REEL_ERROR] = "error" };
    PyObject *dict = PyDict_New();
    if (dict &&
        (set_item(dict, "rule", PyUnicode_FromString(finding->rule)) < 0 ||
         set_item(dict, "severity", PyUnicode_FromString(severities[finding->severity])) < 0 ||
         set_item(dict, "message", PyUnicode_DecodeUTF8(finding->message, (Py_ssize_t)strlen(finding->message), "replace")) < 0 ||
         set_item(dict, "section", PyUnicode_FromString(finding->section ? finding->section : "")) < 0 ||
         set_item(dict, "offset", position_object(finding->offset)) < 0 ||
         set_item(dict, "length", PyLong_FromUnsignedLongLong(finding->length)) < 0 ||
         set_item(dict, "table", finding->table ? PyUnicode_FromString(finding->table->name) : Py_NewRef(Py_None)) < 0 ||
         set_item(dict, "row", finding->table ? position_object(finding->row) : Py_NewRef(Py_None)) < 0 ||
         set_item(dict, "count", PyLong_FromUnsignedLongLong(finding->count)) < 0))
        Py_CLEAR(dict);
    return dict;
}

PyObject *findings_object(const reel_findings *findings)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < reel_findings_count(findings); i++) {
        PyObject *item = finding_object(reel_findings_at(findings, i));
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* moment(unit, value): microseconds since 1970 of the value of a field that has the unit; None if the value is not a moment. */
PyObject *py_moment(PyObject *module, PyObject *args)
{
    (void)module;
    union {
        reel_string text;
        int64_t number;
    } row;
    reel_field field = { .name = "", .type = REEL_I64, .count = 1, .doc = "" };
    PyObject *value;
    int64_t microseconds;
    int overflow = 0;
    if (!PyArg_ParseTuple(args, "sO:moment", &field.unit, &value)) return NULL;
    if (PyUnicode_Check(value)) {
        Py_ssize_t size;
        field.type = REEL_STRING;
        row.text.data = PyUnicode_AsUTF8AndSize(value, &size);
        if (!row.text.data) return NULL;
        row.text.size = (size_t)size;
    } else if (PyLong_Check(value)) {
        row.number = PyLong_AsLongLongAndOverflow(value, &overflow);
    } else {
        Py_RETURN_NONE;
    }
    if (overflow || !reel_field_moment(&field, &row, &microseconds)) Py_RETURN_NONE;
    return PyLong_FromLongLong(microseconds);
}

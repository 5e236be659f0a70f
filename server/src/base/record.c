/* SPDX-License-Identifier: MIT */
#include "base/record.h"

#include <stdlib.h>
#include <string.h>

static const void *at(const record_field *field, const void *data) { return (const char *)data + field->offset; }

static void read_text(record_value *value, const char *text, int kind, unsigned flags)
{
    const bool none = !text || (flags & FIELD_NOT_ZERO && !*text);
    value->kind = none ? VALUE_NONE : kind == FIELD_NUMBER ? VALUE_NUMBER : VALUE_TEXT;
    value->text = text;
}

static void read_pointer(record_value *value, const record_field *field, const void *pointer)
{
    value->kind = pointer ? VALUE_STRUCT : VALUE_NONE;
    value->of = field->of;
    value->data = pointer;
}

/* A list has a thousand numbers, which printf writes in as much time as everything else takes. */
static void write_whole(record_value *value, uint64_t number, bool negative)
{
    char *at = value->digits + sizeof value->digits - 1;
    *at = '\0';
    do *--at = (char)('0' + number % 10);
    while (number /= 10);
    if (negative) *--at = '-';
    value->text = at;
}

static void write_double(record_value *value, double number)
{
    const double most = 1e15; /* whole numbers below have their digits, and no exponent */
    const bool small = number > -most && number < most, is_whole = small && (double)(int64_t)number == number;
    value->text = value->digits;
    if (is_whole && number != 0) /* there is a zero below it */
        write_whole(value, (uint64_t)(number < 0 ? -number : number), number < 0);
    else
        real_text(number, value->digits);
}

static void read_number(record_value *value, const record_field *field, const void *from)
{
    bool zero = false;
    value->kind = VALUE_NUMBER;
    if (field->kind == FIELD_DOUBLE) {
        const double number = *(const double *)from;
        zero = number == 0;
        write_double(value, number);
    } else {
        const uint64_t number = *(const uint64_t *)from;
        const bool negative = field->kind == FIELD_INT && number >> 63;
        zero = number == 0;
        write_whole(value, negative ? 0 - number : number, negative);
    }
    if (zero && field->flags & FIELD_NOT_ZERO) value->kind = VALUE_NONE;
}

void record_read(const record_field *field, const void *data, record_value *value)
{
    const void *from = at(field, data);
    value->kind = VALUE_NONE;
    if (field->given != NO_FIELD && !((const char *)data)[field->given]) return;
    switch (field->kind) {
    case FIELD_TEXT: read_text(value, from, FIELD_TEXT, field->flags); break;
    case FIELD_STRING:
    case FIELD_NUMBER: read_text(value, *(const char *const *)from, (int)field->kind, field->flags); break;
    case FIELD_CHOICE: read_text(value, ((const char *const *)field->of)[*(const int32_t *)from], FIELD_TEXT, 0); break;
    case FIELD_INT:
    case FIELD_UINT:
    case FIELD_DOUBLE: read_number(value, field, from); break;
    case FIELD_BOOL: value->kind = *(const bool *)from ? VALUE_TRUE : VALUE_FALSE; break;
    case FIELD_POINTER: read_pointer(value, field, *(const void *const *)from); break;
    case FIELD_LIST:
        value->kind = VALUE_LIST;
        value->of = field->of;
        value->list = from;
        break;
    case FIELD_STRUCT:
    case FIELD_PARTS: read_pointer(value, field, from); break;
    }
}

bool record_find(const record *of, const void *data, const char *name, size_t size, record_value *value)
{
    for (size_t i = 0; i < of->count; i++) {
        const record_field *field = &of->fields[i];
        if (field->kind == FIELD_PARTS) {
            if (record_find(field->of, at(field, data), name, size, value)) return true;
        } else if (strncmp(field->name, name, size) == 0 && !field->name[size]) {
            record_read(field, data, value);
            return true;
        }
    }
    return false;
}

void *record_list_add(record_list *list, const record *of)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity ? 2 * list->capacity : 8;
        void *rows = reallocarray(list->rows, capacity, of->size);
        if (!rows) return list->failed = true, NULL;
        list->rows = rows;
        list->capacity = capacity;
    }
    return memset((char *)list->rows + list->count++ * of->size, 0, of->size);
}

void record_list_copy(record_list *list, const record *of, const void *row)
{
    void *to = record_list_add(list, of);
    if (to) memcpy(to, row, of->size);
}

void *record_list_at(const record_list *list, const record *of, size_t index) { return (char *)list->rows + index * of->size; }

/* Lists are as deep in one another as the tables are, which are static. */
void record_free(const record *of, void *data)
{
    for (size_t i = 0; i < of->count; i++) {
        const record_field *field = &of->fields[i];
        void *from = (char *)data + field->offset;
        if (field->kind == FIELD_PARTS || field->kind == FIELD_STRUCT) record_free(field->of, from);
        if (field->kind != FIELD_LIST) continue;
        record_list *list = from;
        for (size_t row = 0; row < list->count; row++) record_free(field->of, record_list_at(list, field->of, row));
        free(list->rows);
        *list = (record_list){ .rows = NULL };
    }
}

bool record_failed(const record *of, const void *data)
{
    for (size_t i = 0; i < of->count; i++) {
        const record_field *field = &of->fields[i];
        if ((field->kind == FIELD_PARTS || field->kind == FIELD_STRUCT) && record_failed(field->of, at(field, data))) return true;
        if (field->kind != FIELD_LIST) continue;
        const record_list *list = at(field, data);
        if (list->failed) return true;
        for (size_t row = 0; row < list->count; row++)
            if (record_failed(field->of, record_list_at(list, field->of, row))) return true;
    }
    return false;
}

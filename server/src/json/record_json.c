/* SPDX-License-Identifier: MIT */
#include "json/record_json.h"

#include <string.h>

void record_add_list(text *to, const record *of, const record_list *list)
{
    json_begin_array(to, NULL);
    for (size_t i = 0; i < list->count; i++) record_add(to, of, record_list_at(list, of, i));
    json_end_array(to);
    to->failed |= list->failed;
}

static void add_value(text *to, const record_value *value)
{
    switch (value->kind) {
    case VALUE_NONE: json_null(to); break;
    case VALUE_TEXT: json_string(to, value->text); break;
    case VALUE_NUMBER: json_raw(to, value->text, strlen(value->text)); break;
    case VALUE_TRUE:
    case VALUE_FALSE: json_bool(to, value->kind == VALUE_TRUE); break;
    case VALUE_LIST: record_add_list(to, value->of, value->list); break;
    case VALUE_STRUCT: record_add(to, value->of, value->data); break;
    }
}

static void add_members(text *to, const record *of, const void *data)
{
    for (size_t i = 0; i < of->count; i++) {
        record_value value;
        const record_field *field = &of->fields[i];
        record_read(field, data, &value);
        if (field->kind == FIELD_PARTS) {
            add_members(to, value.of, value.data);
        } else if (value.kind != VALUE_NONE || !(field->flags & FIELD_LEAVE_OUT)) {
            json_name(to, field->name);
            add_value(to, &value);
        }
    }
}

void record_begin(text *to, const record *of, const void *data)
{
    json_begin_object(to, NULL);
    add_members(to, of, data);
}

void record_add(text *to, const record *of, const void *data)
{
    record_begin(to, of, data);
    json_end_object(to);
}

void record_list_member(text *to, const char *name, const record *of, const record_list *list)
{
    json_name(to, name);
    record_add_list(to, of, list);
}

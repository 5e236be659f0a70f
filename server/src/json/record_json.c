/* SPDX-License-Identifier: MIT */
#include "json/record_json.h"

void record_add_list(text *to, const record *of, const record_list *list)
{
    text_add(to, "[");
    for (size_t i = 0; i < list->count; i++) {
        if (i) text_add(to, ",");
        record_add(to, of, record_list_at(list, of, i));
    }
    text_add(to, "]");
    to->failed |= list->failed;
}

static void add_value(text *to, const record_value *value)
{
    switch (value->kind) {
    case VALUE_NONE: text_add(to, "null"); break;
    case VALUE_TEXT: text_json(to, value->text); break;
    case VALUE_NUMBER: text_add(to, value->text); break;
    case VALUE_TRUE: text_add(to, "true"); break;
    case VALUE_FALSE: text_add(to, "false"); break;
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
            text_member(to, field->name);
            add_value(to, &value);
        }
    }
}

void record_begin(text *to, const record *of, const void *data)
{
    text_add(to, "{");
    add_members(to, of, data);
}

void record_add(text *to, const record *of, const void *data)
{
    record_begin(to, of, data);
    text_add(to, "}");
}

void record_add_next(text *to, const record *of, const void *data)
{
    if (to->size && to->data[to->size - 1] == '}') text_add(to, ",");
    record_add(to, of, data);
}

void record_list_member(text *to, const char *name, const record *of, const record_list *list)
{
    text_member(to, name);
    record_add_list(to, of, list);
}

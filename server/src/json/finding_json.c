/* SPDX-License-Identifier: MIT */
#include "json/finding_json.h"

#include "base/fail.h"
#include "json/report.h"

#include <stdlib.h>
#include <string.h>

#define TEXT(member) FIELD(finding, member, FIELD_STRING)
#define NAME(member) FIELD_AT(finding, member, FIELD_STRING, FIELD_LEAVE_OUT, NULL)
#define COUNT(member)                                                                                                            \
    {                                                                                                                            \
        .name = #member, .kind = FIELD_UINT, .flags = FIELD_LEAVE_OUT, .offset = offsetof(finding, member),                      \
        .given = offsetof(finding, has_##member)                                                                                 \
    }
RECORD(finding_record, finding, TEXT(severity), TEXT(rule), TEXT(message), NAME(section), COUNT(offset), COUNT(length),
       NAME(table), COUNT(row), COUNT(count));

static bool read_count(yyjson_val *object, const char *name, uint64_t *count)
{
    const char *digits = yyjson_get_raw(yyjson_obj_get(object, name));
    if (digits) *count = strtoull(digits, NULL, 10);
    return digits != NULL;
}

static bool is_severity(const char *word)
{
    return word && (strcmp(word, "note") == 0 || strcmp(word, "warning") == 0 || strcmp(word, "error") == 0);
}

static bool read_finding(yyjson_val *object, finding *to)
{
    to->severity = yyjson_get_str(yyjson_obj_get(object, "severity"));
    to->rule = yyjson_get_str(yyjson_obj_get(object, "rule"));
    to->message = yyjson_get_str(yyjson_obj_get(object, "message"));
    to->section = yyjson_get_str(yyjson_obj_get(object, "section"));
    to->table = yyjson_get_str(yyjson_obj_get(object, "table"));
    to->has_offset = read_count(object, "offset", &to->offset);
    to->has_length = read_count(object, "length", &to->length);
    to->has_row = read_count(object, "row", &to->row);
    to->has_count = read_count(object, "count", &to->count);
    return is_severity(to->severity) && to->rule && to->message;
}

reel_status findings_of(yyjson_val *array, record_list *list, reel_error *error)
{
    yyjson_val *each;
    size_t i, count;
    finding one;
    if (array && !yyjson_is_arr(array)) return fail(error, REEL_CORRUPT, "json.finding", "the findings are not an array");
    yyjson_arr_foreach(array, i, count, each)
    {
        one = (finding){ .severity = NULL };
        if (!read_finding(each, &one))
            return fail(error, REEL_CORRUPT, "json.finding", "finding %zu has no severity, rule or message", i);
        record_list_copy(list, &finding_record, &one);
    }
    return list->failed ? fail(error, REEL_MEMORY, "json.memory", "out of memory") : REEL_OK;
}

reel_status findings_read(const char *data, size_t size, findings *found, reel_error *error)
{
    *found = (findings){ .document = NULL };
    reel_status status = json_document_read(data, size, &found->document, error);
    if (status >= 0) status = findings_of(yyjson_doc_get_root(found->document), &found->list, error);
    if (status < 0) findings_free(found);
    return status;
}

void findings_free(findings *found)
{
    free(found->list.rows);
    yyjson_doc_free(found->document);
    *found = (findings){ .document = NULL };
}

const finding *findings_first_error(const record_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const finding *each = record_list_at(list, &finding_record, i);
        if (strcmp(each->severity, "error") == 0) return each;
    }
    return NULL;
}

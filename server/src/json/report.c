/* SPDX-License-Identifier: MIT */
#include "json/report.h"

#include "base/fail.h"

#include <stdlib.h>

reel_status json_document_read(const char *data, size_t size, yyjson_doc **document, reel_error *error)
{
    yyjson_read_err why;
    *document = yyjson_read_opts((char *)(size_t)data, size, YYJSON_READ_NUMBER_AS_RAW, NULL, &why);
    if (*document) return REEL_OK;
    if (why.code == YYJSON_READ_ERROR_MEMORY_ALLOCATION) return fail(error, REEL_MEMORY, "json.memory", "out of memory");
    return fail(error, REEL_CORRUPT, "json.malformed", "malformed JSON at byte %zu: %s", why.pos, why.msg);
}

reel_status json_report_read(const char *data, size_t size, json_report *report, reel_error *error)
{
    yyjson_doc *document;
    *report = (json_report){ .data = NULL };
    reel_status status = json_document_read(data, size, &document, error);
    if (status < 0) return status;
    report->data = yyjson_write(document, YYJSON_WRITE_NOFLAG, &report->size);
    yyjson_doc_free(document);
    return report->data ? REEL_OK : fail(error, REEL_MEMORY, "json.memory", "out of memory");
}

void json_report_free(json_report *report)
{
    free(report->data);
    *report = (json_report){ .data = NULL };
}

void json_report_member(text *to, const char *name, const json_report *report)
{
    json_name(to, name);
    if (report->data)
        json_raw(to, report->data, report->size);
    else
        json_null(to);
}

void json_value_add(text *to, yyjson_val *value)
{
    size_t size;
    char *data = value ? yyjson_val_write(value, YYJSON_WRITE_NOFLAG, &size) : NULL;
    if (data)
        json_raw(to, data, size);
    else if (!value)
        json_null(to);
    else
        to->failed = true;
    free(data);
}

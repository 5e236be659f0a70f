/* SPDX-License-Identifier: MIT */
#include "json/facts.h"

#include "base/fail.h"
#include "json/report.h"

#include <string.h>

static RECORD(fact_record, fact, FIELD(fact, name, FIELD_STRING), FIELD(fact, value, FIELD_STRING),
              FIELD(fact, unit, FIELD_STRING), FIELD(fact, moment, FIELD_NUMBER));
static RECORD(plot_record, fact_plot, FIELD(fact_plot, id, FIELD_STRING), FIELD(fact_plot, name, FIELD_STRING),
              FIELD(fact_plot, doc, FIELD_STRING));
RECORD(facts_record, facts, FIELD_OF(facts, header, FIELD_LIST, &fact_record), FIELD_OF(facts, plots, FIELD_LIST, &plot_record));

static const char *member(yyjson_val *object, const char *name) { return yyjson_get_str(yyjson_obj_get(object, name)); }

static bool read_header(yyjson_val *array, record_list *list)
{
    yyjson_val *each;
    size_t i, count;
    yyjson_arr_foreach(array, i, count, each)
    {
        const fact one = { member(each, "name"), member(each, "value"), member(each, "unit"),
                           yyjson_get_raw(yyjson_obj_get(each, "moment")) };
        if (!one.name || !one.value || !one.unit) return false;
        record_list_copy(list, &fact_record, &one);
    }
    return yyjson_is_arr(array);
}

static bool read_plots(yyjson_val *array, record_list *list)
{
    yyjson_val *each;
    size_t i, count;
    yyjson_arr_foreach(array, i, count, each)
    {
        const fact_plot one = { member(each, "id"), member(each, "name"), member(each, "doc") };
        if (!one.id || !one.name || !one.doc) return false;
        record_list_copy(list, &plot_record, &one);
    }
    return yyjson_is_arr(array);
}

reel_status facts_read(const char *data, size_t size, facts *to, reel_error *error)
{
    *to = (facts){ .document = NULL };
    reel_status status = json_document_read(data, size, &to->document, error);
    yyjson_val *root = yyjson_doc_get_root(to->document);
    if (status >= 0 &&
        !(read_header(yyjson_obj_get(root, "header"), &to->header) && read_plots(yyjson_obj_get(root, "plots"), &to->plots)))
        status = fail(error, REEL_CORRUPT, "json.facts", "what a worker says of a replay lacks a member");
    if (status >= 0 && record_failed(&facts_record, to)) status = fail(error, REEL_MEMORY, "json.memory", "out of memory");
    if (status < 0) facts_free(to);
    return status;
}

void facts_free(facts *to)
{
    record_free(&facts_record, to);
    yyjson_doc_free(to->document);
    *to = (facts){ .document = NULL };
}

/* SPDX-License-Identifier: MIT */
#include "json/kept_answer.h"

#include "base/fail.h"

#include <string.h>

/* Reads an answer, which is an object. */
static reel_status read_kept(const char *kept, yyjson_doc **document, reel_error *error)
{
    reel_status status = json_document_read(kept, strlen(kept), document, error);
    if (status < 0 || yyjson_is_obj(yyjson_doc_get_root(*document))) return status;
    yyjson_doc_free(*document);
    *document = NULL;
    return fail(error, REEL_CORRUPT, "json.malformed", "the answer that is kept is not an object");
}

static bool is_report(const char *name)
{
    static const char *const names[] = { "evidence", "similar", "statistics", "findings" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

reel_status kept_answer_write(text *to, const char *kept, verdict now, bool reports, reel_error *error)
{
    yyjson_doc *document;
    yyjson_val *key, *value;
    size_t i, count;
    bool first = true;
    reel_status status = read_kept(kept, &document, error);
    if (status < 0) return status;
    text_add(to, "{");
    yyjson_obj_foreach(yyjson_doc_get_root(document), i, count, key, value)
    {
        const char *name = yyjson_get_str(key);
        if (!reports && is_report(name)) continue;
        if (!first) text_add(to, ",");
        first = false;
        text_json(to, name);
        text_add(to, ":");
        if (strcmp(name, "verdict") == 0)
            text_json(to, verdict_names[now]);
        else
            json_value_add(to, value);
    }
    text_add(to, "}");
    yyjson_doc_free(document);
    return REEL_OK;
}

void kept_answer_reasons(text *to, const char *kept)
{
    yyjson_doc *document = NULL;
    reel_error ignored;
    text_member(to, "reasons");
    bool fine = read_kept(kept, &document, &ignored) >= 0;
    yyjson_val *reasons = fine ? yyjson_obj_get(yyjson_doc_get_root(document), "reasons") : NULL;
    if (fine && !reasons)
        text_add(to, "[]"); /* before there were reasons, nothing was held */
    else
        json_value_add(to, reasons);
    yyjson_doc_free(document);
}

/* SPDX-License-Identifier: MIT
 * Decoding: what a request wants to see of a replay. */
#include "api/decode.h"

#include "api/handlers.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first is the default. */
const char *const table_types[] = { "application/json", "application/x-ndjson", "text/csv", "application/vnd.apache.arrow.stream",
                                    NULL };
static const char *const table_exporters[] = { "json", "jsonl", "csv", "arrows" };
const char *const json_types[] = { "application/json", NULL };
const char *const svg_types[] = { "image/svg+xml", NULL };
static const char *const bytes_types[] = { "application/octet-stream", NULL };

const char *const decode_types[] = {
    "application/json", "application/x-ndjson",     "text/csv", "application/vnd.apache.arrow.stream",
    "image/svg+xml",    "application/octet-stream", NULL
};

const route_parameter decode_parameters[] = {
    { "table", "Decode only this table. CSV and Arrow need it.", NAME_SCHEMA },
    { "plot", "Draw this plot as SVG.", NAME_SCHEMA },
    { "show", "Instead of tables: statistics or findings.", "{\"type\":\"string\",\"enum\":[\"stats\",\"findings\"]}" },
    { "to", "Convert to this format: scoresaber-json.", "{\"enum\":[\"scoresaber-json\"]}" },
    { "after", "Only rows from this time on, in the unit of the table's time axis.", "{\"type\":\"number\"}" },
    { "before", "Only rows before this time.", "{\"type\":\"number\"}" },
    { NULL, NULL, NULL },
};

static bool read_time(const char *text, uint32_t *has, double *time)
{
    char *end;
    if (!text) return true;
    *time = strtod(text, &end);
    *has = 1;
    return *text && !*end && isfinite(*time);
}

/* Whether files of a format are JSON. */
static bool format_is_json(const char *id)
{
    static const char ending[] = "-json";
    size_t size = strlen(id), end = sizeof ending - 1;
    return size > end && strcmp(id + size - end, ending) == 0;
}

/* The job that the parameters ask for. NULL: fine; else what is wrong. */
static const char *read_parameters(const request *r, job *job, const char *const **types)
{
    const char *plot = request_parameter(r, "plot"), *show = request_parameter(r, "show"), *table = request_parameter(r, "table");
    const char *to = request_parameter(r, "to");
    *types = json_types;
    job->kind = JOB_EXPORT;
    if ((plot != NULL) + (show != NULL) + (table != NULL) + (to != NULL) > 1)
        return "use only one of the parameters table, plot, show and to";
    if (!copy_name(job->plot, plot) || !copy_name(job->table, table) || !copy_name(job->format, to))
        return "the name is too long";
    if (!read_time(request_parameter(r, "after"), &job->has_from, &job->from)) return "after is not a number";
    if (!read_time(request_parameter(r, "before"), &job->has_to, &job->to)) return "before is not a number";
    if (plot) {
        job->kind = JOB_PLOT;
        *types = svg_types;
    } else if (show && strcmp(show, "stats") == 0) {
        job->kind = JOB_STATS;
    } else if (show && strcmp(show, "findings") == 0) {
        job->kind = JOB_FINDINGS;
    } else if (to) {
        job->kind = JOB_CONVERT;
        *types = format_is_json(to) ? json_types : bytes_types;
    } else if (show) {
        return "show is neither stats nor findings";
    } else {
        *types = table_types;
    }
    return NULL;
}

bool choose_exporter(request *r, const char *const *types)
{
    job *job = &r->queued.job;
    r->type = request_accepts(r, types);
    if (!r->type)
        return answer_refusal(r, HTTP_NOT_ACCEPTABLE, "server.accept", "none of the accepted types can be given"), false;
    for (size_t i = 0; job->kind == JOB_EXPORT && table_types[i]; i++)
        if (strcmp(r->type, table_types[i]) == 0) copy_name(job->exporter, table_exporters[i]);
    bool one_table = strcmp(job->exporter, "csv") == 0 || strcmp(job->exporter, "arrows") == 0;
    if (!one_table || *job->table) return true;
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.table", "CSV and Arrow hold one table: name it by the parameter table"),
           false;
}

bool read_decode_job(request *r, const char *const **types)
{
    const char *wrong = read_parameters(r, &r->queued.job, types);
    if (wrong) answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", wrong);
    return !wrong;
}

http_result decode(request *r)
{
    const char *const *types;
    if (!read_decode_job(r, &types) || !choose_exporter(r, types)) return HTTP_GO;
    return request_start(r);
}

const char *decoded_type(const request *r)
{
    return strcmp(r->type, "text/csv") == 0 ? "text/csv; charset=utf-8; header=present" : r->type;
}

http_result finish_decode(request *r) { return answer_output(r, decoded_type(r)); }

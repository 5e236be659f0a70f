/* SPDX-License-Identifier: MIT
 * Findings and failures as lines of text, as JSON and as SARIF. */
#include "run/report.h"
#include "base/color.h"
#include "base/field.h"
#include "base/json.h"
#include "run/losses.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const severities[] = { "note", "warning", "error" };

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* Starts the next item of the parenthesis after a message. */
static void begin_part(struct text *text, bool *open)
{
    text_string(text, *open ? ", " : " (");
    *open = true;
}

bool has_offset(reel_status status)
{
    return status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_UNSUPPORTED || status == REEL_LIMIT;
}

void report_failure(struct text *text, const char *file, const reel_error *error)
{
    bool open = false;
    text_string(text, has_colors(2) ? COLOR_ERROR "reel:" COLOR_END " " : "reel: ");
    text_visible(text, file, strlen(file));
    text_string(text, ": ");
    text_visible(text, error->message, strlen(error->message));
    if (!strcmp(error->rule, "file.exists")) text_string(text, " (use --replace to overwrite)");
    if (*error->rule) begin_part(text, &open), text_string(text, error->rule);
    if (*error->section) begin_part(text, &open), text_print(text, "section %s", error->section);
    bool whole = !error->offset && !*error->section; /* it is about the file, not about its first byte */
    if (has_offset(error->status) && !whole)
        begin_part(text, &open), text_print(text, "byte %llu", (unsigned long long)error->offset);
    text_string(text, open ? ")\n" : "\n");
}

/* Whether the message has the count, as in "29 frames are ..." or "unknown state in 29 frames". */
static bool states_count(const reel_finding *finding)
{
    static const char digits[] = "0123456789";
    for (const char *at = finding->message + strcspn(finding->message, digits); *at; at += strcspn(at, digits)) {
        char *end;
        bool word = at == finding->message || at[-1] == ' ' || at[-1] == '(';
        if (strtoull(at, &end, 10) == finding->count && word && (*end == ' ' || !*end)) return true;
        at = end;
    }
    return false;
}

/* "FILE: severity: " */
static void begin_finding(struct text *text, const char *file, const reel_finding *finding, bool colors)
{
    text_visible(text, file, strlen(file));
    static const char *const paints[] = { "", COLOR_WARNING, COLOR_ERROR };
    bool painted = colors && *paints[finding->severity];
    text_print(text, ": %s%s:%s ", painted ? paints[finding->severity] : "", severities[finding->severity],
               painted ? COLOR_END : "");
}

static void report_finding(struct text *text, const char *file, const reel_finding *finding, bool colors)
{
    bool open = false;
    begin_finding(text, file, finding, colors);
    text_visible(text, finding->message, strlen(finding->message));
    if (*finding->rule) begin_part(text, &open), text_string(text, finding->rule);
    if (*finding->section) begin_part(text, &open), text_print(text, "section %s", finding->section);
    if (finding->offset != REEL_NO_OFFSET)
        begin_part(text, &open), text_print(text, "byte %llu", (unsigned long long)finding->offset);
    if (finding->table) {
        begin_part(text, &open);
        text_string(text, finding->table->name);
        if (finding->row != REEL_NO_ROW) text_print(text, "[%llu]", (unsigned long long)finding->row);
    }
    if (finding->count > 1 && !states_count(finding))
        begin_part(text, &open), text_count(text, finding->count), text_string(text, " times");
    text_string(text, open ? ")\n" : "\n");
}

/* Prints a group of losses, if finding `i` begins one. */
static bool report_group(struct text *text, const char *file, const reel_findings *findings, size_t i, bool *done, bool colors)
{
    struct text group = { 0 };
    bool grouped = losses_group(&group, findings, i, done);
    if (grouped) {
        begin_finding(text, file, reel_findings_at(findings, i), colors);
        text_add(text, group.data, group.size);
    }
    text_free(&group);
    return grouped;
}

void report_findings(struct text *text, const char *file, const reel_findings *findings, reel_severity least, bool colors,
                     bool group)
{
    size_t count = reel_findings_count(findings);
    uint64_t kept[3] = { 0, 0, 0 }, hidden = 0;
    bool *done = group && count ? calloc(count, sizeof *done) : NULL; /* without memory each has its line */
    for (size_t i = 0; i < count; i++) {
        const reel_finding *finding = reel_findings_at(findings, i);
        kept[finding->severity]++;
        if (finding->severity < least || (done && (done[i] || report_group(text, file, findings, i, done, colors)))) continue;
        report_finding(text, file, finding, colors);
    }
    free(done);
    for (int severity = (int)least; severity <= REEL_ERROR; severity++)
        hidden += reel_findings_total(findings, (reel_severity)severity) - kept[severity];
    if (!hidden) return;
    text_visible(text, file, strlen(file));
    text_string(text, ": ");
    text_counted(text, hidden, "more finding", "more findings");
    text_string(text, " of the same rules\n");
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

void json_file(struct text *text, const struct job *job, const reel_format *format)
{
    json_path(text, "file", job_name(job));
    if (has(job->arguments, OPT_HASH) && *job->hash) json_string(text, "hash", job->hash);
    if (has(job->arguments, OPT_HASH) && !*job->hash) json_null(text, "hash");
    if (format) json_string(text, "format", reel_format_id(format));
}

/* `failures` are errors that are not findings. */
static void add_findings(struct text *text, const reel_findings *findings, uint64_t failures)
{
    struct text list = { 0 };
    if (reel_findings_json(findings, text_sink(&list), NULL) < 0) counted_refuse(); /* job_end tells */
    json_raw(text, "findings", list.data, list.size);
    text_free(&list);
    json_open(text, "totals", '{');
    for (int severity = REEL_ERROR; severity >= REEL_NOTE; severity--)
        json_count(text, severities[severity],
                   reel_findings_total(findings, (reel_severity)severity) + (severity == REEL_ERROR ? failures : 0));
    json_close(text, '}');
}

void json_findings(struct text *text, const reel_findings *findings) { add_findings(text, findings, 0); }

static void json_failure(struct text *text, const reel_error *error)
{
    json_open(text, "error", '{');
    json_string(text, "status", reel_status_name(error->status));
    json_string(text, "rule", error->rule);
    json_string(text, "message", error->message);
    if (*error->section) json_string(text, "section", error->section);
    if (has_offset(error->status)) json_count(text, "offset", error->offset);
    json_close(text, '}');
}

static bool is_damage(reel_status status) { return status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_LIMIT; }

const char *verdict_of(const struct job *job, reel_status status, reel_status damage)
{
    if (status < 0 && is_not_replay(&job->error)) return "not-a-replay";
    if (is_damage(status) || is_damage(damage)) return "damaged";
    if (status < 0 || damage < 0) return "unreadable";
    bool findings = reel_findings_total(job->findings, REEL_ERROR) || reel_findings_total(job->findings, REEL_WARNING);
    return findings ? "findings" : "fine";
}

void json_result(struct text *text, const struct job *job, const char *verdict, reel_status status)
{
    if (verdict) json_string(text, "verdict", verdict);
    add_findings(text, job->findings, status < 0);
    if (status < 0) json_failure(text, &job->error);
}

void report_failure_json(struct job *job, bool verdict)
{
    json_open(&job->out, NULL, '{');
    json_file(&job->out, job, NULL);
    json_result(&job->out, job, verdict ? verdict_of(job, job->error.status, REEL_OK) : NULL, job->error.status);
    json_close(&job->out, '}');
    text_string(&job->out, "\n");
}

/* ---- SARIF ------------------------------------------------------------------------------------------------------ */

/* The path as a URI reference: all but unreserved characters and "/" are percent-encoded. */
static void sarif_uri(struct text *text, const char *file)
{
    struct text uri = { 0 };
    for (const char *c = file; *c; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || strchr("-._~/", *c);
        if (plain)
            text_add(&uri, c, 1);
        else
            text_print(&uri, "%%%02X", (unsigned char)*c);
    }
    json_string(text, "uri", text_of(&uri));
    text_free(&uri);
}

static void sarif_result(struct text *text, const char *file, const reel_finding *finding)
{
    json_open(text, NULL, '{');
    json_string(text, "ruleId", *finding->rule ? finding->rule : "reel");
    json_string(text, "level", severities[finding->severity]);
    json_open(text, "message", '{');
    json_string(text, "text", finding->message);
    json_close(text, '}');
    json_open(text, "locations", '[');
    json_open(text, NULL, '{');
    json_open(text, "physicalLocation", '{');
    json_open(text, "artifactLocation", '{');
    sarif_uri(text, file);
    json_close(text, '}');
    if (finding->offset != REEL_NO_OFFSET) {
        json_open(text, "region", '{');
        json_count(text, "byteOffset", finding->offset);
        json_count(text, "byteLength", finding->length);
        json_close(text, '}');
    }
    json_close(text, '}');
    json_close(text, '}');
    json_close(text, ']');
    json_open(text, "properties", '{');
    if (*finding->section) json_string(text, "section", finding->section);
    if (finding->table) json_string(text, "table", finding->table->name);
    if (finding->table && finding->row != REEL_NO_ROW) json_count(text, "row", finding->row);
    json_count(text, "count", finding->count);
    json_close(text, '}');
    json_close(text, '}');
}

void sarif_findings(struct text *text, const char *file, const reel_findings *findings)
{
    for (size_t i = 0; i < reel_findings_count(findings); i++) sarif_result(text, file, reel_findings_at(findings, i));
}

void sarif_failure(struct text *text, const char *file, const reel_error *error)
{
    reel_finding finding = { .rule = error->rule,
                             .severity = REEL_ERROR,
                             .section = error->section,
                             .row = REEL_NO_ROW,
                             .count = 1,
                             .message = error->message };
    finding.offset = has_offset(error->status) ? error->offset : REEL_NO_OFFSET;
    sarif_result(text, file, &finding);
}

void report_written(struct job *job, const char *path)
{
    text_visible(&job->err, job->shown, strlen(job->shown));
    text_string(&job->err, ": wrote ");
    text_visible(&job->err, path, strlen(path));
    text_string(&job->err, "\n");
}

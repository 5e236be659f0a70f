/* SPDX-License-Identifier: MIT
 * Uploads that are refused for what the replay is like. */
#include "api/upload_state.h"
#include "base/file_text.h"
#include "json/report.h"

#include <stdio.h>
#include <string.h>
#include <yyjson.h>

static void copy_member(char *to, size_t size, yyjson_val *object, const char *name)
{
    const char *value = yyjson_get_str(yyjson_obj_get(object, name));
    snprintf(to, size, "%s", value ? value : "");
}

/* Copies the rule and the offset of the first error of the findings, and its message. */
static void find_error(refused_upload *refused, const char *findings, char message[REEL_MESSAGE_SIZE])
{
    yyjson_doc *read = yyjson_read(findings, strlen(findings), 0);
    yyjson_val *each;
    size_t i, count;
    yyjson_arr_foreach(yyjson_doc_get_root(read), i, count, each)
    {
        if (!yyjson_equals_str(yyjson_obj_get(each, "severity"), "error")) continue;
        copy_member(refused->finding, sizeof refused->finding, each, "rule");
        copy_member(refused->section, sizeof refused->section, each, "section");
        copy_member(message, REEL_MESSAGE_SIZE, each, "message");
        refused->offset = (int64_t)yyjson_get_uint(yyjson_obj_get(each, "offset"));
        break;
    }
    yyjson_doc_free(read);
}

/* Remembers a refusal for lists and its page. That this fails changes nothing for the client. */
static void remember_refusal(const request *r, const char *rule, const char *message, const char *findings)
{
    reel_error ignored;
    char same[REEL_MESSAGE_SIZE];
    refused_upload refused = { .received = clock_wall_ms() };
    memcpy(refused.id, r->entry.id, sizeof refused.id);
    snprintf(refused.format, sizeof refused.format, "%s", r->queued.result.format);
    snprintf(refused.rule, sizeof refused.rule, "%s", rule);
    snprintf(refused.message, sizeof refused.message, "%s", message);
    snprintf(refused.uploader, sizeof refused.uploader, "%s", r->token);
    find_error(&refused, findings, same);
    catalogue_refuse(r->server->catalogue, &refused, findings, &ignored);
}

/* Adds the members of a refusal to the problem that is the answer. */
static void add_refusal(request *r, const json_report *findings, const json_report *evidence)
{
    text_add(&r->answer, ",\"verdict\":\"refused\"");
    text_string(&r->answer, "id", r->entry.id);
    text_string(&r->answer, "format", r->queued.result.format);
    json_report_member(&r->answer, "evidence", evidence);
    json_report_member(&r->answer, "findings", findings);
}

/* A file that cannot be read at all: the failure is its only finding. A server without room for an answer says nothing about the file. */
bool upload_refuse_unreadable(request *r)
{
    const job_result *result = &r->queued.result;
    if (result->status == REEL_IO) return false;
    text finding = { .data = NULL };
    text_add(&finding, "[{\"severity\":\"error\"");
    text_string(&finding, "rule", result->rule);
    text_string(&finding, "section", result->section);
    text_print(&finding, ",\"offset\":%llu", (unsigned long long)result->offset);
    text_string(&finding, "message", result->message);
    text_raw(&finding, "}]", 3);
    const json_report findings = { finding.data, finding.size ? finding.size - 1 : 0 }, no_evidence = { .data = NULL };
    if (!finding.failed) add_refusal(r, &findings, &no_evidence);
    if (!finding.failed) remember_refusal(r, result->rule, result->message, finding.data);
    text_free(&finding);
    return false;
}

/* Whether other replays follow the one that was read, and nobody looked at them. */
static bool has_more(const inspection *i)
{
    for (uint32_t n = 0; n < i->rule_count; n++)
        if (strcmp(i->rules[n].rule, "archive.more") == 0) return true;
    return false;
}

/* The sentence for a replay with errors: how many, and the first. A long message ends early, so that its rule is there. */
static void describe_errors(char to[REEL_MESSAGE_SIZE], uint64_t errors, const char *findings)
{
    char first[REEL_MESSAGE_SIZE] = "", part[REEL_MESSAGE_SIZE];
    refused_upload found = { .id = "" };
    find_error(&found, findings, first);
    const char *plural = errors == 1 ? "" : "s", *words = errors == 1 ? ": " : ", the first: ";
    int used = snprintf(to, REEL_MESSAGE_SIZE, "the replay has %llu error%s", (unsigned long long)errors, plural);
    if (!*found.finding) return;
    int room = REEL_MESSAGE_SIZE - used - (int)strlen(words) - (int)strlen(found.finding) - (int)sizeof " ()";
    copy_file_text(part, room > 0 ? (size_t)room : 1, first, strlen(first));
    snprintf(to + used, REEL_MESSAGE_SIZE - (size_t)used, "%s%.*s (%s)", words, room > 0 ? room : 0, part, found.finding);
}

/* Refuses what the command calls damaged, has errors, is empty, or is more than one replay. True: none of these applies. */
bool upload_check_inspection(request *r, const upload_state *work)
{
    uint64_t errors = policy_errors(&work->policy, &work->inspection);
    const inspection *i = &work->inspection;
    reel_error error = { .rule = "server.refused", .section = "" };
    bool against =
        i->evidence == EVIDENCE_AGAINST && policy_demands(&work->policy.evidence, &r->entry, work->inspection.level_key);
    bool more = has_more(i);
    if (!errors && !i->damaged && !i->empty && !against && !more) return true;
    add_refusal(r, &work->findings, &work->evidence);
    if (against)
        error = (reel_error){ .rule = "server.evidence", .section = "", .message = "the motion contradicts the score" };
    else if (errors)
        describe_errors(error.message, errors, work->findings.data);
    else if (i->damaged)
        snprintf(error.message, sizeof error.message, "the replay is damaged");
    else if (more)
        error = (reel_error){ .rule = "server.several", .section = "", .message = "the file holds more than one replay" };
    else
        error = (reel_error){ .rule = "server.empty", .section = "", .message = "the replay has no frame, input or other row" };
    remember_refusal(r, error.rule, error.message, work->findings.data);
    return request_fail(r, MHD_HTTP_UNPROCESSABLE_CONTENT, &error);
}

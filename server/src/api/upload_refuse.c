/* SPDX-License-Identifier: MIT
 * Uploads that are refused for what the replay is like. */
#include "api/upload_state.h"
#include "base/file_text.h"
#include "base/json_write.h"

#include <reel/format.h>

#include <stdio.h>
#include <string.h>

/* Remembers a refusal for lists and its page. That this fails changes nothing for the client. */
static void remember_refusal(const request *r, const char *rule, const char *message, const record_list *findings)
{
    reel_error ignored;
    text kept = { .data = NULL };
    refused_upload refused = { .received = clock_wall_ms() };
    memcpy(refused.id, r->entry.id, sizeof refused.id);
    snprintf(refused.format, sizeof refused.format, "%s", r->queued.result.format);
    snprintf(refused.rule, sizeof refused.rule, "%s", rule);
    snprintf(refused.message, sizeof refused.message, "%s", message);
    snprintf(refused.uploader, sizeof refused.uploader, "%s", r->token);
    const finding *first = findings_first_error(findings);
    if (first) {
        snprintf(refused.finding, sizeof refused.finding, "%s", first->rule);
        snprintf(refused.section, sizeof refused.section, "%s", first->section ? first->section : "");
        refused.offset = first->has_offset ? (int64_t)first->offset : 0;
    }
    record_add_list(&kept, &finding_record, findings);
    text_raw(&kept, "", 1);
    if (!kept.failed) catalogue_refuse(r->server->catalogue, &refused, kept.data, &ignored);
    text_free(&kept);
}

/* Adds the members of a refusal to the problem that is the answer. */
static void add_refusal(request *r, const record_list *findings, const evidence_report *evidence)
{
    json_member_string(&r->answer, "verdict", "refused");
    json_member_string(&r->answer, "id", r->entry.id);
    json_member_string(&r->answer, "format", r->queued.result.format);
    evidence_member(&r->answer, "evidence", evidence);
    record_list_member(&r->answer, "findings", &finding_record, findings);
}

/* A file that cannot be read at all: the failure is its only finding. A server without room for an answer says nothing about the file. */
bool upload_refuse_unreadable(request *r)
{
    const job_result *result = &r->queued.result;
    if (result->status == REEL_IO) return false;
    finding only = { .severity = "error",
                     .rule = result->rule,
                     .message = result->message,
                     .section = result->section,
                     .offset = result->offset,
                     .has_offset = true };
    const record_list findings = { .rows = &only, .count = 1 };
    add_refusal(r, &findings, &(evidence_report){ .support = EVIDENCE_NONE });
    remember_refusal(r, result->rule, result->message, &findings);
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
static void describe_errors(char to[REEL_MESSAGE_SIZE], uint64_t errors, const record_list *findings)
{
    char part[REEL_MESSAGE_SIZE];
    const finding *first = findings_first_error(findings);
    const char *plural = errors == 1 ? "" : "s", *words = errors == 1 ? ": " : ", the first: ";
    int used = snprintf(to, REEL_MESSAGE_SIZE, "the replay has %llu error%s", (unsigned long long)errors, plural);
    if (!first) return;
    int room = REEL_MESSAGE_SIZE - used - (int)strlen(words) - (int)strlen(first->rule) - (int)sizeof " ()";
    copy_file_text(part, room > 0 ? (size_t)room : 1, first->message, strlen(first->message));
    snprintf(to + used, REEL_MESSAGE_SIZE - (size_t)used, "%s%.*s (%s)", words, room > 0 ? room : 0, part, first->rule);
}

static bool is_level(const request *r)
{
    const reel_format *format = reel_format_by_id(NULL, r->queued.result.format);
    return format && format->flags & REEL_FORMAT_LEVEL;
}

/* Refuses a level, and what the command calls damaged, has errors, is empty, or is more than one replay. True: none of these applies. */
bool upload_check_inspection(request *r, const upload_state *work)
{
    uint64_t errors = policy_errors(&work->policy, &work->inspection);
    const inspection *i = &work->inspection;
    reel_error error = { .rule = "server.refused", .section = "" };
    bool against =
        i->evidence == EVIDENCE_AGAINST && policy_demands(&work->policy.evidence, &r->entry, work->inspection.level_key);
    bool more = has_more(i), level = is_level(r);
    if (!errors && !i->damaged && !i->empty && !against && !more && !level) return true;
    add_refusal(r, &work->findings.list, &work->evidence);
    if (level)
        error = (reel_error){ .rule = "server.level", .section = "", .message = "the file is a level, not a replay" };
    else if (against)
        error = (reel_error){ .rule = "server.evidence", .section = "", .message = "the motion contradicts the score" };
    else if (errors)
        describe_errors(error.message, errors, &work->findings.list);
    else if (i->damaged)
        snprintf(error.message, sizeof error.message, "the replay is damaged");
    else if (more)
        error = (reel_error){ .rule = "server.several", .section = "", .message = "the file holds more than one replay" };
    else
        error = (reel_error){ .rule = "server.empty", .section = "", .message = "the replay has no frame, input or other row" };
    remember_refusal(r, error.rule, error.message, &work->findings.list);
    return request_fail(r, HTTP_UNPROCESSABLE_CONTENT, &error);
}

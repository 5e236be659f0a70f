/* SPDX-License-Identifier: MIT
 * GET /plays/{id}: one play. A worker makes what the page says of the replay once; then it is in the cache. */
#include "pages/handlers.h"
#include "pages/page.h"
#include "pages/share.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/stored_replay.h"
#include "service/viewer.h"
#include "json/kept_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FACTS_NAME = STORE_ID + 8, LONGEST_ANSWER = 1 << 19 };
#define REFUSED_MS (INT64_C(24) * 3600 * 1000 * REFUSED_DAYS) /* for which the page of a refused upload is there */

static void name_facts(const char *id, char name[FACTS_NAME]) { snprintf(name, FACTS_NAME, "facts-%.64s", id); }

enum MHD_Result get_play(request *r)
{
    char name[FACTS_NAME];
    text facts = { .data = NULL };
    name_facts(r->captures[0], name);
    if (!store_is_id(r->captures[0])) return answer_refusal(r, MHD_HTTP_NOT_FOUND, "server.replay", "replay not found");
    if (cache_get(r->server->cache, name, &facts)) r->lane = LANE_LOOKUP;
    text_free(&facts);
    return request_start(r);
}

static void keep_text(void *context, const char *string) { text_add(context, string); }

/* ---- a play that was refused ------------------------------------------------------------------------------------------ */

static bool show_refused(request *r)
{
    reel_error error;
    refused_upload refused;
    text values = { .data = NULL }, findings = { .data = NULL };
    reel_status status = catalogue_refused(r->server->catalogue, r->captures[0], clock_wall_ms() - REFUSED_MS, &refused,
                                           keep_text, &findings, &error);
    if (status != REEL_OK) {
        text_free(&findings);
        return status < 0 ? request_fail(r, MHD_HTTP_SERVICE_UNAVAILABLE, &error)
                          : request_refuse(r, MHD_HTTP_NOT_FOUND, "server.replay", "replay not found");
    }
    page_begin(r, &values);
    text_string(&values, "heading", "A replay that was refused");
    text_print(&values, ",\"refused\":{\"received\":%lld", (long long)refused.received);
    text_string(&values, "format", refused.format);
    text_string(&values, "rule", refused.rule);
    text_string(&values, "message", refused.message);
    json_report report = { .data = NULL };
    values.failed |= findings.failed;
    if (json_report_read(findings.data, findings.size, &report, &error) < 0)
        fprintf(stderr, "reel-server: request %s: the findings that are kept for %s: %s\n", r->id, refused.id, error.message);
    text_add(&values, "},\"answer\":{");
    json_report_member(&values, "findings", &report);
    text_add(&values, "}");
    json_report_free(&report);
    text_free(&findings);
    return page_end(r, &values, "play");
}

/* ---- a play that is kept ---------------------------------------------------------------------------------------------- */

/* Reads what the worker wrote, and keeps it. */
static void read_facts(request *r, const char *name, text *facts)
{
    struct stat info;
    reel_error error;
    off_t at = 0;
    json_report report = { .data = NULL };
    if (r->queued.result.status < 0 || fstat(r->out, &info) != 0 || info.st_size > CACHE_MOST) return;
    char *bytes = malloc((size_t)info.st_size + 1);
    if (bytes && output_read(r, bytes, (uint64_t)info.st_size, &at) &&
        json_report_read(bytes, (size_t)info.st_size, &report, &error) < 0)
        fprintf(stderr, "reel-server: request %s: a worker's answer: %s\n", r->id, error.message);
    free(bytes);
    text_raw(facts, report.data, report.size);
    json_report_free(&report);
    if (!facts->failed && facts->size) cache_put(r->server->cache, name, facts->data, facts->size);
}

/* An answer that is kept, as a value of the page. */
typedef struct shown_answer {
    text *values;
    bool is_long;
    reel_status status;
    reel_error error;
} shown_answer;

static void show_answer(void *context, verdict verdict, const char *answer)
{
    shown_answer *shown = context;
    shown->is_long = strlen(answer) > LONGEST_ANSWER;
    text_member(shown->values, "answer");
    shown->status = kept_answer_write(shown->values, answer, verdict, !shown->is_long, &shown->error);
    if (shown->status < 0) text_add(shown->values, "null");
}

static bool show_play(request *r, const text *facts)
{
    reel_error error;
    const replay_entry *e = &r->entry;
    text values = { .data = NULL };
    shown_answer shown = { .values = &values };
    share_begin(r, &values, e);
    reel_status status = catalogue_answer(r->server->catalogue, e->id, show_answer, &shown, &error);
    if (status < 0) return page_unavailable(r, &values, &error);
    if (shown.status < 0)
        fprintf(stderr, "reel-server: request %s: the answer that is kept for %s: %s\n", r->id, e->id, shown.error.message);
    text_print(&values, ",\"viewer\":%s,\"long\":%s,\"refused\":null,\"facts\":", viewer_is_there(r->server) ? "true" : "false",
               shown.is_long ? "true" : "false");
    text_raw(&values, facts->size ? facts->data : "null", facts->size ? facts->size : 4);
    return page_end(r, &values, "play");
}

bool play_step(request *r)
{
    reel_error error;
    char name[FACTS_NAME];
    text facts = { .data = NULL };
    name_facts(r->captures[0], name);
    if (r->jobs == 0) {
        reel_status status = catalogue_get(r->server->catalogue, r->captures[0], &r->entry, &error);
        if (status < 0) return request_fail(r, MHD_HTTP_SERVICE_UNAVAILABLE, &error);
        if (status == REEL_END) return show_refused(r);
        if (!cache_get(r->server->cache, name, &facts)) {
            r->queued.job.kind = JOB_FACTS;
            return open_stored(r, r->captures[0]);
        }
    } else {
        read_facts(r, name, &facts);
        r->queued.result.status = REEL_OK; /* a play that cannot be read any more has a page, too */
    }
    show_play(r, &facts);
    text_free(&facts);
    return false;
}

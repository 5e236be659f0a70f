/* SPDX-License-Identifier: MIT
 * One replay as a moderator sees it: what it states and what was computed, what it was held for, the replays that it is like, and what was done
 * to it; and two replays that play in step. */
#include "pages/desk.h"
#include "pages/desk_subject.h"
#include "pages/handlers.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/viewer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACTS_SHOWN = 100, PLOTS = 4, ORIGINALS = 8, SECONDS_TEXT = 32, LONGEST_SECONDS = 86400 };

/* ---- replays of like motion ------------------------------------------------------------------------------------------ */

/* One of them beside the replay. `from` and `source_from` are where both begin to be alike. */
typedef struct desk_original {
    const kept_similar *similar;
    desk_subject entry;
    bool known; /* it is still kept */
    bool watch; /* both can be seen, and the page of the viewer is there */
    char from[SECONDS_TEXT], source_from[SECONDS_TEXT], seconds[SECONDS_TEXT];
} desk_original;
static RECORD(original_record, desk_original, FIELD_OF(desk_original, similar, FIELD_POINTER, &kept_similar_record),
              { .name = "original",
                .kind = FIELD_STRUCT,
                .offset = offsetof(desk_original, entry),
                .given = offsetof(desk_original, known),
                .of = &desk_subject_record },
              FIELD(desk_original, known, FIELD_BOOL), FIELD(desk_original, watch, FIELD_BOOL),
              FIELD(desk_original, from, FIELD_TEXT), FIELD(desk_original, source_from, FIELD_TEXT),
              FIELD(desk_original, seconds, FIELD_TEXT));

typedef struct desk_replay {
    desk_head desk;
    const char *to;
    desk_subject entry;
    bool has_answer;
    reel_error unreadable;
    kept_answer answer;
    record_list originals, log;
} desk_replay;
static RECORD(desk_replay_record, desk_replay, FIELDS_OF(desk_replay, desk, &desk_head_record),
              FIELD(desk_replay, to, FIELD_STRING), FIELD_OF(desk_replay, entry, FIELD_STRUCT, &desk_subject_record),
              { .name = "answer",
                .kind = FIELD_STRUCT,
                .offset = offsetof(desk_replay, answer),
                .given = offsetof(desk_replay, has_answer),
                .of = &kept_answer_record },
              FIELD_OF(desk_replay, originals, FIELD_LIST, &original_record),
              FIELD_OF(desk_replay, log, FIELD_LIST, &desk_log_row_record));

static void release_replay(void *data)
{
    desk_replay *values = data;
    for (size_t i = 0; i < values->originals.count; i++) {
        const desk_original *one = record_list_at(&values->originals, &original_record, i);
        yyjson_doc_free(one->entry.replay.document);
    }
    desk_subject_free(&values->entry);
    yyjson_doc_free(values->answer.document);
}

static void add_found(void *context, const moderated_entry *entry)
{
    desk_replay *values = context;
    desk_subject *subject = &values->entry;
    desk_subject_fill(subject, entry, PLOTS);
    desk_subject_name_bans(subject);
    const replay_entry *e = &subject->replay.entry.replay;
    values->desk.head.heading = *e->title ? e->title : *e->level ? e->level : e->game;
    values->has_answer = kept_answer_read(entry->answer ? entry->answer : "", true, &values->answer, &values->unreadable) >= 0;
}

static void add_original(void *context, const moderated_entry *entry)
{
    desk_original *to = context;
    to->known = true;
    desk_subject_fill(&to->entry, entry, 1);
}

/* The first seconds that are alike, and how many there are from there to the last. */
static void find_seconds(desk_original *to, const kept_similar *similar)
{
    const kept_part *parts = similar->parts.rows;
    double from = 0, source = 0, end = 0;
    for (size_t i = 0; i < similar->parts.count; i++) {
        const kept_part *part = &parts[i];
        if (!part->from || !part->to || !part->source_from) continue;
        const double at = strtod(part->from, NULL), stop = strtod(part->to, NULL);
        if (end <= 0 || at < from) from = at, source = strtod(part->source_from, NULL);
        if (stop > end) end = stop;
    }
    snprintf(to->from, sizeof to->from, "%.2f", from);
    snprintf(to->source_from, sizeof to->source_from, "%.2f", source);
    snprintf(to->seconds, sizeof to->seconds, "%.2f", end > from ? end - from : 0);
}

static reel_status add_originals(request *r, desk_replay *values, reel_error *error)
{
    reel_status status = REEL_OK;
    const bool viewer = viewer_is_there(r->server);
    const kept_similar *similar = values->answer.similar.rows;
    for (size_t i = 0; values->has_answer && i < values->answer.similar.count && i < ORIGINALS && status >= 0; i++) {
        desk_original *one = record_list_add(&values->originals, &original_record);
        if (!one) break;
        one->similar = &similar[i];
        find_seconds(one, &similar[i]);
        status = moderation_get(r->server->catalogue, similar[i].id, add_original, one, error);
        one->watch = viewer && values->entry.visible && one->entry.visible;
    }
    return status;
}

bool desk_replay_step(request *r)
{
    reel_error error;
    catalogue *c = r->server->catalogue;
    desk_replay values = { .desk = desk_begin(r, ""), .to = r->captures[0] };
    const page page = { "desk_replay", &desk_replay_record, &values, release_replay };
    reel_status status = moderation_get(c, r->captures[0], add_found, &values, &error);
    if (status == REEL_END) return page_not_found(r, &page, "server.replay", "replay not found");
    if (status == REEL_OK && !values.has_answer)
        fprintf(stderr, "reel-server: request %s: the answer that is kept for %s: %s\n", r->id, r->captures[0],
                values.unreadable.message);
    if (status == REEL_OK) status = add_originals(r, &values, &error);
    if (status >= 0) status = audit_list(c, r->captures[0], 0, ACTS_SHOWN, desk_log_add, &values.log, &error);
    desk_log_mark(&values.log);
    return status < 0 ? page_unavailable(r, &page, &error) : page_end(r, &page);
}

/* ---- two replays in step --------------------------------------------------------------------------------------------- */

/* The page has a script, which tells the viewers in its two frames what to show. */
static const char compare_policy[] = "default-src 'none'; script-src 'self'; frame-src 'self'; style-src 'self'; img-src 'self'; "
                                     "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

typedef struct compare_page {
    desk_head desk;
    desk_subject one, other;
    double from, source_from, seconds;
} compare_page;
static RECORD(compare_record, compare_page, FIELDS_OF(compare_page, desk, &desk_head_record),
              FIELD_OF(compare_page, one, FIELD_STRUCT, &desk_subject_record),
              FIELD_OF(compare_page, other, FIELD_STRUCT, &desk_subject_record), FIELD(compare_page, from, FIELD_DOUBLE),
              FIELD(compare_page, source_from, FIELD_DOUBLE), FIELD(compare_page, seconds, FIELD_DOUBLE));

static void release_compare(void *data)
{
    compare_page *values = data;
    desk_subject_free(&values->one);
    desk_subject_free(&values->other);
}

/* Seconds of a replay. Missing: 0. */
static bool read_seconds(const request *r, const char *name, double *seconds)
{
    const char *value = request_parameter(r, name);
    char *end;
    *seconds = 0;
    if (!value) return true;
    *seconds = strtod(value, &end);
    return !*end && strspn(value, "0123456789.") == strlen(value) && *seconds <= LONGEST_SECONDS;
}

static bool read_compare(const request *r, compare_page *to)
{
    const char *id = request_parameter(r, "id"), *with = request_parameter(r, "with");
    return id && with && store_is_id(id) && store_is_id(with) && read_seconds(r, "from", &to->from) &&
           read_seconds(r, "source_from", &to->source_from) && read_seconds(r, "seconds", &to->seconds);
}

http_result get_desk_compare(request *r)
{
    compare_page values = { .from = 0 };
    if (read_compare(r, &values)) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "id and with are ids of replays; the others are seconds");
}

static void add_one(void *context, const moderated_entry *entry) { desk_subject_fill(context, entry, 0); }

bool desk_compare_step(request *r)
{
    reel_error error;
    catalogue *c = r->server->catalogue;
    compare_page values = { .desk = desk_begin(r, "Two plays in step") };
    const page page = { "desk_compare", &compare_record, &values, release_compare };
    read_compare(r, &values);
    reel_status status = moderation_get(c, request_parameter(r, "id"), add_one, &values.one, &error);
    if (status == REEL_OK) status = moderation_get(c, request_parameter(r, "with"), add_one, &values.other, &error);
    if (status < 0) return page_unavailable(r, &page, &error);
    if (status == REEL_END || !values.one.visible || !values.other.visible)
        return page_not_found(r, &page, "server.replay", "one of the replays is not there, or hidden");
    if (!viewer_is_there(r->server))
        return page_not_found(r, &page, "view.no-viewer", "the page of the viewer is not installed on this server");
    r->policy = compare_policy;
    return page_end(r, &page);
}

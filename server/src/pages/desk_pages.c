/* SPDX-License-Identifier: MIT
 * Pages for moderators, and the one for uploaders. They show what /moderation gives as JSON, and their forms do what its calls do. */
#include "pages/desk.h"
#include "pages/desk_subject.h"
#include "pages/handlers.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "service/stored_replay.h"
#include "json/moderation_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE = 20, LINES = 50 };
#define REFUSED_MS (INT64_C(24) * 3600 * 1000 * REFUSED_DAYS)

/* ---- lists of replays -------------------------------------------------------------------------------------------------- */

/* A list, of which the last row has what the next page begins after. */
typedef struct desk_list {
    desk_head desk;
    record_list rows;
    char next[64], next_kind[64], next_name[CATALOGUE_TEXT];
    const char *to;              /* where to go on after an act; empty: to the queue */
    const char *name;            /* the log is of it */
    const char *path, *uploader; /* of refused uploads */
    bool own;                    /* an uploader sees its own */
    bool acted;                  /* a form did `done` acts, and could not do `left` */
    int64_t days, done, left;
} desk_list;
#define TEXT(member) FIELD(desk_list, member, FIELD_STRING)
#define LIST(record_, name_, rows_)                                                                                              \
    static RECORD(                                                                                                               \
        record_, desk_list, FIELDS_OF(desk_list, desk, &desk_head_record),                                                       \
        { .name = (name_), .kind = FIELD_LIST, .offset = offsetof(desk_list, rows), .given = NO_FIELD, .of = (rows_) },          \
        FIELD(desk_list, next, FIELD_TEXT), FIELD(desk_list, next_kind, FIELD_TEXT), FIELD(desk_list, next_name, FIELD_TEXT),    \
        TEXT(to), TEXT(name), TEXT(path), TEXT(uploader), FIELD(desk_list, own, FIELD_BOOL), FIELD(desk_list, days, FIELD_INT),  \
        FIELD(desk_list, acted, FIELD_BOOL), FIELD(desk_list, done, FIELD_INT),                                                  \
        FIELD_AT(desk_list, left, FIELD_INT, FIELD_NOT_ZERO, NULL))
LIST(queue_record, "replays", &desk_subject_record);
LIST(log_record, "log", &desk_log_row_record);
LIST(bans_record, "bans", &ban_record);
LIST(refusals_record, "refused", &refused_record);

static void release_queue(void *data)
{
    const desk_list *list = data;
    for (size_t i = 0; i < list->rows.count; i++) desk_subject_free(record_list_at(&list->rows, &desk_subject_record, i));
}

/* The last row, if there may be more. NULL: there are not. */
static const void *last_of(const desk_list *list, const record *of, size_t most)
{
    return list->rows.count == most ? record_list_at(&list->rows, of, most - 1) : NULL;
}

static void add_queued(void *context, const moderated_entry *entry)
{
    desk_subject *row = record_list_add(context, &desk_subject_record);
    if (row) desk_subject_fill(row, entry, 1);
}

/* Reads the parameter after, which is a number. */
http_result get_desk_list(request *r)
{
    int64_t after;
    if (read_whole(request_parameter(r, "after"), &after)) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "after is not of the form that the link to the next page has");
}

static int64_t after_of(const request *r)
{
    int64_t after = 0;
    read_whole(request_parameter(r, "after"), &after);
    return after;
}

bool desk_step(request *r)
{
    reel_error error;
    desk_list values = { .desk = desk_begin(r, "Held plays"), .to = "" };
    const page page = { "desk", &queue_record, &values, release_queue };
    if (moderation_queue(r->server->catalogue, after_of(r), QUEUE, add_queued, &values.rows, &error) < 0)
        return page_unavailable(r, &page, &error);
    const desk_subject *last = last_of(&values, &desk_subject_record, QUEUE);
    if (last) snprintf(values.next, sizeof values.next, "%lld", (long long)last->replay.entry.replay.number);
    return page_end(r, &page);
}

/* ---- a picture of a replay in whatever state ------------------------------------------------------------------------- */

http_result get_desk_plot(request *r)
{
    if (!copy_name(r->queued.job.plot, r->captures[1]))
        return answer_refusal(r, HTTP_NOT_FOUND, "server.plot", "there is no such plot");
    r->queued.job.kind = JOB_PLOT;
    return request_start(r);
}

bool desk_plot_step(request *r)
{
    if (r->jobs) return false;
    evidence_step(r); /* opens the replay */
    r->queued.in = r->stored;
    return r->stored >= 0;
}

http_result finish_desk_plot(request *r)
{
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    return answer_output(r, "image/svg+xml");
}

/* ---- lists ----------------------------------------------------------------------------------------------------------- */

bool desk_log_step(request *r)
{
    reel_error error;
    desk_list values = { .desk = desk_begin(r, "Log"), .name = request_parameter(r, "name") };
    const page page = { "desk_log", &log_record, &values, NULL };
    if (audit_list(r->server->catalogue, values.name, after_of(r), LINES, desk_log_add, &values.rows, &error) < 0)
        return page_unavailable(r, &page, &error);
    desk_log_mark(&values.rows);
    values.acted = read_whole(request_parameter(r, "done"), &values.done) &&
                   read_whole(request_parameter(r, "left"), &values.left) && values.done + values.left > 0;
    const desk_log_row *last = last_of(&values, &desk_log_row_record, LINES);
    if (last) snprintf(values.next, sizeof values.next, "%lld", (long long)last->entry.number);
    return page_end(r, &page);
}

static void add_banned(void *context, const ban *ban) { record_list_copy(context, &ban_record, ban); }

http_result get_desk_bans(request *r) { return request_start(r); }

bool desk_bans_step(request *r)
{
    reel_error error;
    desk_list values = { .desk = desk_begin(r, "Bans") };
    const page page = { "desk_bans", &bans_record, &values, NULL };
    const char *kind = request_parameter(r, "after_kind"), *name = request_parameter(r, "after_name");
    if (moderation_bans(r->server->catalogue, kind ? kind : "", name ? name : "", LINES, add_banned, &values.rows, &error) < 0)
        return page_unavailable(r, &page, &error);
    const ban *last = last_of(&values, &ban_record, LINES);
    if (last) {
        snprintf(values.next_kind, sizeof values.next_kind, "%s", ban_kind_names[last->kind]);
        memcpy(values.next_name, last->name, sizeof values.next_name);
    }
    return page_end(r, &page);
}

static void add_refusal(void *context, const refused_upload *refused) { record_list_copy(context, &refused_record, refused); }

http_result get_desk_refused(request *r)
{
    refused_upload before;
    if (read_refused_place(request_parameter(r, "after"), &before)) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "after is not of the form that the link to the next page has");
}

bool desk_refused_step(request *r)
{
    reel_error error;
    refused_upload before;
    const bool own = strcmp(r->route->scope, "moderate") != 0;
    const char *uploader = own ? r->token : request_parameter(r, "uploader");
    desk_list values = { .desk = desk_begin(r, own ? "Your refused uploads" : "Refused uploads"),
                         .uploader = own ? NULL : uploader,
                         .path = r->route->path,
                         .own = own,
                         .days = REFUSED_DAYS };
    const page page = { "desk_refused", &refusals_record, &values, NULL };
    read_refused_place(request_parameter(r, "after"), &before);
    if (catalogue_refusals(r->server->catalogue, uploader, &before, clock_wall_ms() - REFUSED_MS, LINES, add_refusal,
                           &values.rows, &error) < 0)
        return page_unavailable(r, &page, &error);
    const refused_upload *last = last_of(&values, &refused_record, LINES);
    if (last) snprintf(values.next, sizeof values.next, "%lld:%lld", (long long)last->received, (long long)last->slot);
    return page_end(r, &page);
}

/* What each reader sees of a play, by its state. */
http_result get_states(request *r) { return request_start(r); }

typedef struct states_page {
    page_head head;
    int64_t refused_days, removed_days;
} states_page;
static RECORD(states_record, states_page, FIELDS_OF(states_page, head, &page_head_record),
              FIELD(states_page, refused_days, FIELD_INT), FIELD_AT(states_page, removed_days, FIELD_INT, FIELD_NOT_ZERO, NULL));

bool states_step(request *r)
{
    states_page values = { page_begin(r, "What happens to uploads"), REFUSED_DAYS, r->server->options.keep_removed };
    const page page = { "states", &states_record, &values, NULL };
    return page_end(r, &page);
}

/* ---- bans -------------------------------------------------------------------------------------------------------------- */

/* The ban that a form is about. False: it is wrong. */
static bool read_ban_form(const request *r, const form *f, ban *ban)
{
    const char *action = form_field(f, "action");
    return ban_read(ban, form_field(f, "kind"), form_field(f, "name"), strcmp(action, "lift") == 0 ? NULL : action, r->token,
                    form_field(f, "reason"));
}

http_result post_desk_ban(request *r)
{
    ban ban;
    const form *f = desk_read_form(r, true);
    if (!f) return HTTP_GO;
    if (read_ban_form(r, f, &ban)) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.form", "the form is not complete, or a text is too long");
}

bool desk_ban_step(request *r)
{
    ban ban;
    reel_error error;
    read_ban_form(r, r->work, &ban);
    if (moderation_ban(r->server->catalogue, &ban, &error) < 0) return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    text_add(&r->answer, "/desk/bans"); /* also if there was no such ban: that is what was wanted */
    return false;
}

http_result finish_desk_form(request *r)
{
    text_raw(&r->answer, "", 1);
    return r->answer.failed ? answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory")
                            : desk_go(r, r->answer.data);
}

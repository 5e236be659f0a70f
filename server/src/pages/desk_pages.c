/* SPDX-License-Identifier: MIT
 * Pages for moderators, and the one for uploaders. They show what /moderation gives as JSON, and their forms do what its calls do. */
#include "pages/desk.h"
#include "pages/handlers.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "service/stored_replay.h"
#include "json/moderation_json.h"

#include <reel/plot.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE = 20, LINES = 50, ACTS_SHOWN = 100, PLOTS = 4 };
#define REFUSED_MS (INT64_C(24) * 3600 * 1000 * REFUSED_DAYS)

/* ---- replays --------------------------------------------------------------------------------------------------------- */

/* A picture that there may be of a replay; what a moderator can do to it; and a ban that it may lead to. */
typedef struct plot_name {
    const char *plot, *plot_name;
} plot_name;
typedef struct act_name {
    const char *act;
} act_name;
typedef struct ban_name {
    const char *kind, *name;
} ban_name;
static RECORD(plot_record, plot_name, FIELD(plot_name, plot, FIELD_STRING), FIELD(plot_name, plot_name, FIELD_STRING));
static RECORD(act_record, act_name, FIELD(act_name, act, FIELD_STRING));
static RECORD(ban_name_record, ban_name, FIELD(ban_name, kind, FIELD_STRING), FIELD(ban_name, name, FIELD_STRING));

/* A replay that is to be decided about. */
typedef struct subject {
    moderated_replay replay;
    bool visible;
    record_list plots, acts, ban_names;
} subject;
static RECORD(subject_record, subject, FIELDS_OF(subject, replay, &moderated_record), FIELD(subject, visible, FIELD_BOOL),
              FIELD_OF(subject, plots, FIELD_LIST, &plot_record), FIELD_OF(subject, acts, FIELD_LIST, &act_record),
              FIELD_OF(subject, ban_names, FIELD_LIST, &ban_name_record));

/* The first ones. */
static void add_plots(record_list *to, const char *format_id, unsigned most)
{
    const reel_format *format = reel_format_by_id(NULL, format_id);
    for (const reel_plot *const *plot = reel_plots(); format && *plot && to->count < most; plot++)
        if (reel_plot_by_id(format, (*plot)->id) == *plot)
            record_list_copy(to, &plot_record, &(plot_name){ (*plot)->id, (*plot)->name });
}

/* Names are of the subject, which must not move after this. */
static void fill_subject(subject *to, const moderated_entry *entry, unsigned plots)
{
    moderated_read(&to->replay, entry);
    const replay_entry *e = &to->replay.entry.replay;
    to->visible = entry->state == STATE_LISTED || entry->state == STATE_HELD;
    add_plots(&to->plots, e->format, plots);
    for (int act = 0; act < ACTS; act++)
        if (moderation_fits((moderation_act)act, entry->state))
            record_list_copy(&to->acts, &act_record, &(act_name){ act_names[act] });
}

static void free_document(subject *subject) { yyjson_doc_free(subject->replay.document); }

/* A list, of which the last row has what the next page begins after. */
typedef struct desk_list {
    desk_head desk;
    record_list rows;
    char next[64], next_kind[64], next_name[CATALOGUE_TEXT];
    const char *to;              /* where to go on after an act; empty: to the queue */
    const char *name;            /* the log is of it */
    const char *path, *uploader; /* of refused uploads */
    bool own;                    /* an uploader sees its own */
    int64_t days;
} desk_list;
#define TEXT(member) FIELD(desk_list, member, FIELD_STRING)
#define LIST(record_, name_, rows_)                                                                                              \
    static RECORD(                                                                                                               \
        record_, desk_list, FIELDS_OF(desk_list, desk, &desk_head_record),                                                       \
        { .name = (name_), .kind = FIELD_LIST, .offset = offsetof(desk_list, rows), .given = NO_FIELD, .of = (rows_) },          \
        FIELD(desk_list, next, FIELD_TEXT), FIELD(desk_list, next_kind, FIELD_TEXT), FIELD(desk_list, next_name, FIELD_TEXT),    \
        TEXT(to), TEXT(name), TEXT(path), TEXT(uploader), FIELD(desk_list, own, FIELD_BOOL), FIELD(desk_list, days, FIELD_INT))
LIST(queue_record, "replays", &subject_record);
LIST(log_record, "log", &audit_record);
LIST(bans_record, "bans", &ban_record);
LIST(refusals_record, "refused", &refused_record);

static void release_queue(void *data)
{
    const desk_list *list = data;
    for (size_t i = 0; i < list->rows.count; i++) free_document(record_list_at(&list->rows, &subject_record, i));
}

/* The last row, if there may be more. NULL: there are not. */
static const void *last_of(const desk_list *list, const record *of, size_t most)
{
    return list->rows.count == most ? record_list_at(&list->rows, of, most - 1) : NULL;
}

static void add_queued(void *context, const moderated_entry *entry)
{
    subject *row = record_list_add(context, &subject_record);
    if (row) fill_subject(row, entry, 1);
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
    const subject *last = last_of(&values, &subject_record, QUEUE);
    if (last) snprintf(values.next, sizeof values.next, "%lld", (long long)last->replay.entry.replay.number);
    return page_end(r, &page);
}

/* One replay, and what was done to it. */
typedef struct desk_replay {
    desk_head desk;
    const char *to;
    subject entry;
    record_list log;
} desk_replay;
static RECORD(desk_replay_record, desk_replay, FIELDS_OF(desk_replay, desk, &desk_head_record),
              FIELD(desk_replay, to, FIELD_STRING), FIELD_OF(desk_replay, entry, FIELD_STRUCT, &subject_record),
              FIELD_OF(desk_replay, log, FIELD_LIST, &audit_record));

static void release_replay(void *data) { free_document(&((desk_replay *)data)->entry); }

static void add_log(void *context, const audit_entry *entry) { record_list_copy(context, &audit_record, entry); }

static void add_found(void *context, const moderated_entry *entry)
{
    desk_replay *values = context;
    subject *subject = &values->entry;
    fill_subject(subject, entry, PLOTS);
    const replay_entry *e = &subject->replay.entry.replay;
    values->desk.head.heading = *e->title ? e->title : *e->level ? e->level : e->game;
    record_list_copy(&subject->ban_names, &ban_name_record, &(ban_name){ "uploader", e->uploader });
    if (*e->player) record_list_copy(&subject->ban_names, &ban_name_record, &(ban_name){ "player", e->player });
}

bool desk_replay_step(request *r)
{
    reel_error error;
    catalogue *c = r->server->catalogue;
    desk_replay values = { .desk = desk_begin(r, ""), .to = r->captures[0] };
    const page page = { "desk_replay", &desk_replay_record, &values, release_replay };
    reel_status status = moderation_get(c, r->captures[0], add_found, &values, &error);
    if (status == REEL_END) return page_not_found(r, &page, "server.replay", "replay not found");
    if (status == REEL_OK) status = audit_list(c, r->captures[0], 0, ACTS_SHOWN, add_log, &values.log, &error);
    return status < 0 ? page_unavailable(r, &page, &error) : page_end(r, &page);
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
    if (audit_list(r->server->catalogue, values.name, after_of(r), LINES, add_log, &values.rows, &error) < 0)
        return page_unavailable(r, &page, &error);
    const audit_entry *last = last_of(&values, &audit_record, LINES);
    if (last) snprintf(values.next, sizeof values.next, "%lld", (long long)last->number);
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

/* ---- acts ------------------------------------------------------------------------------------------------------------ */

http_result post_desk_act(request *r)
{
    const form *f = desk_read_form(r, true);
    if (!f) return HTTP_GO;
    if (moderation_find_act(form_field(f, "act")) == ACTS || !store_is_id(form_field(f, "id")) ||
        strlen(form_field(f, "reason")) >= CATALOGUE_TEXT)
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.form", "the form is not complete, or the reason is too long");
    return request_start(r);
}

bool desk_act_step(request *r)
{
    const form *f = r->work;
    replay_state state;
    const char *id = form_field(f, "id");
    if (!moderate_one(r, moderation_find_act(form_field(f, "act")), id, form_field(f, "reason"), &state)) return false;
    if (*form_field(f, "to"))
        text_print(&r->answer, "/desk/replays/%s", id);
    else
        text_add(&r->answer, "/desk");
    return false;
}

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

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

/* The pictures that there may be of a replay, the first ones. */
static void add_plots(text *to, const char *format_id, unsigned most)
{
    unsigned found = 0;
    const reel_format *format = reel_format_by_id(NULL, format_id);
    text_add(to, ",\"plots\":[");
    for (const reel_plot *const *plot = reel_plots(); format && *plot && found < most; plot++) {
        if (reel_plot_by_id(format, (*plot)->id) != *plot) continue;
        text_add(to, found++ ? ",{\"plot\":" : "{\"plot\":");
        text_json(to, (*plot)->id);
        text_string(to, "plot_name", (*plot)->name);
        text_add(to, "}");
    }
    text_add(to, "]");
}

static void add_acts(text *to, replay_state state)
{
    unsigned found = 0;
    text_add(to, ",\"acts\":[");
    for (int act = 0; act < ACTS; act++) {
        if (!moderation_fits((moderation_act)act, state)) continue;
        if (found++) text_add(to, ",");
        text_json(to, act_names[act]);
    }
    text_add(to, "]");
}

static void add_subject(text *to, const moderated_entry *entry, unsigned plots)
{
    begin_moderated(to, entry);
    text_print(to, ",\"visible\":%s", entry->state == STATE_LISTED || entry->state == STATE_HELD ? "true" : "false");
    text_add(to, ",\"ban_names\":{\"uploader\":");
    text_json(to, entry->replay.uploader);
    if (*entry->replay.player) text_string(to, "player", entry->replay.player);
    text_add(to, "}");
    add_plots(to, entry->replay.format, plots);
    add_acts(to, entry->state);
    text_add(to, "}");
}

typedef struct rows {
    text *to;
    unsigned count;
    int64_t number; /* of the last one */
    refused_upload refused;
    ban ban;
} rows;

static text *next_row(rows *list)
{
    if (list->count++) text_add(list->to, ",");
    return list->to;
}

static void add_queued(void *context, const moderated_entry *entry)
{
    rows *list = context;
    add_subject(next_row(list), entry, 1);
    list->number = entry->replay.number;
}

/* Reads the parameter after, which is a number. */
enum MHD_Result get_desk_list(request *r)
{
    int64_t after;
    if (read_whole(request_parameter(r, "after"), &after)) return request_start(r);
    return answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.parameter",
                          "after is not of the form that the link to the next page has");
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
    text values = { .data = NULL };
    rows list = { .to = &values };
    desk_begin(r, &values, "Held plays");
    text_string(&values, "to", "");
    text_add(&values, ",\"replays\":[");
    if (moderation_queue(r->server->catalogue, after_of(r), QUEUE, add_queued, &list, &error) < 0)
        return page_unavailable(r, &values, &error);
    text_add(&values, "]");
    if (list.count == QUEUE) text_print(&values, ",\"next\":\"%lld\"", (long long)list.number);
    return page_end(r, &values, "desk");
}

static void add_log(void *context, const audit_entry *entry)
{
    rows *list = context;
    add_audit(next_row(list), entry);
    list->number = entry->number;
}

static void add_found(void *context, const moderated_entry *entry)
{
    text *values = context;
    const replay_entry *e = &entry->replay;
    text_string(values, "heading", *e->title ? e->title : *e->level ? e->level : e->game);
    text_add(values, ",\"entry\":");
    add_subject(values, entry, PLOTS);
}

bool desk_replay_step(request *r)
{
    reel_error error;
    text values = { .data = NULL };
    rows list = { .to = &values };
    desk_begin(r, &values, NULL);
    text_string(&values, "to", r->captures[0]);
    reel_status status = moderation_get(r->server->catalogue, r->captures[0], add_found, &values, &error);
    if (status == REEL_END) return page_not_found(r, &values, "server.replay", "replay not found");
    text_add(&values, ",\"log\":[");
    if (status == REEL_OK) status = audit_list(r->server->catalogue, r->captures[0], 0, ACTS_SHOWN, add_log, &list, &error);
    if (status < 0) return page_unavailable(r, &values, &error);
    text_add(&values, "]");
    return page_end(r, &values, "desk_replay");
}

/* ---- a picture of a replay in whatever state ------------------------------------------------------------------------- */

enum MHD_Result get_desk_plot(request *r)
{
    if (!copy_name(r->queued.job.plot, r->captures[1]))
        return answer_refusal(r, MHD_HTTP_NOT_FOUND, "server.plot", "there is no such plot");
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

enum MHD_Result finish_desk_plot(request *r)
{
    request_add_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return answer_output(r, "image/svg+xml");
}

/* ---- lists ----------------------------------------------------------------------------------------------------------- */

bool desk_log_step(request *r)
{
    reel_error error;
    text values = { .data = NULL };
    rows list = { .to = &values };
    const char *name = request_parameter(r, "name");
    desk_begin(r, &values, "Log");
    text_string(&values, "name", name ? name : "");
    text_add(&values, ",\"log\":[");
    if (audit_list(r->server->catalogue, name, after_of(r), LINES, add_log, &list, &error) < 0)
        return page_unavailable(r, &values, &error);
    text_add(&values, "]");
    if (list.count == LINES) text_print(&values, ",\"next\":\"%lld\"", (long long)list.number);
    return page_end(r, &values, "desk_log");
}

static void add_banned(void *context, const ban *ban)
{
    rows *list = context;
    add_ban(next_row(list), ban);
    list->ban = *ban;
}

enum MHD_Result get_desk_bans(request *r) { return request_start(r); }

bool desk_bans_step(request *r)
{
    reel_error error;
    text values = { .data = NULL };
    rows list = { .to = &values };
    const char *kind = request_parameter(r, "after_kind"), *name = request_parameter(r, "after_name");
    desk_begin(r, &values, "Bans");
    text_add(&values, ",\"bans\":[");
    if (moderation_bans(r->server->catalogue, kind ? kind : "", name ? name : "", LINES, add_banned, &list, &error) < 0)
        return page_unavailable(r, &values, &error);
    text_add(&values, "]");
    if (list.count == LINES) {
        text_string(&values, "next_kind", ban_kind_names[list.ban.kind]);
        text_string(&values, "next_name", list.ban.name);
    }
    return page_end(r, &values, "desk_bans");
}

static void add_refusal(void *context, const refused_upload *refused)
{
    rows *list = context;
    add_refused(next_row(list), refused);
    list->refused = *refused;
}

enum MHD_Result get_desk_refused(request *r)
{
    refused_upload before;
    if (read_refused_place(request_parameter(r, "after"), &before)) return request_start(r);
    return answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.parameter",
                          "after is not of the form that the link to the next page has");
}

bool desk_refused_step(request *r)
{
    reel_error error;
    refused_upload before;
    text values = { .data = NULL };
    rows list = { .to = &values };
    const bool own = strcmp(r->route->scope, "moderate") != 0;
    const char *uploader = own ? r->token : request_parameter(r, "uploader");
    read_refused_place(request_parameter(r, "after"), &before);
    desk_begin(r, &values, own ? "Your refused uploads" : "Refused uploads");
    text_string(&values, "uploader", !own && uploader ? uploader : "");
    text_print(&values, ",\"path\":\"%s\",\"own\":%s,\"days\":%d,\"refused\":[", r->route->path, own ? "true" : "false",
               REFUSED_DAYS);
    if (catalogue_refusals(r->server->catalogue, uploader, &before, clock_wall_ms() - REFUSED_MS, LINES, add_refusal, &list,
                           &error) < 0)
        return page_unavailable(r, &values, &error);
    text_add(&values, "]");
    if (list.count == LINES)
        text_print(&values, ",\"next\":\"%lld:%lld\"", (long long)list.refused.received, (long long)list.refused.slot);
    return page_end(r, &values, "desk_refused");
}

/* What each reader sees of a play, by its state. */
enum MHD_Result get_states(request *r) { return request_start(r); }

bool states_step(request *r)
{
    text values = { .data = NULL };
    page_begin(r, &values);
    text_string(&values, "heading", "What happens to uploads");
    text_print(&values, ",\"refused_days\":%d", REFUSED_DAYS);
    if (r->server->options.keep_removed) text_print(&values, ",\"removed_days\":%u", r->server->options.keep_removed);
    return page_end(r, &values, "states");
}

/* ---- acts ------------------------------------------------------------------------------------------------------------ */

enum MHD_Result post_desk_act(request *r)
{
    const form *f = desk_read_form(r, true);
    if (!f) return MHD_YES;
    if (moderation_find_act(form_field(f, "act")) == ACTS || !store_is_id(form_field(f, "id")) ||
        strlen(form_field(f, "reason")) >= CATALOGUE_TEXT)
        return answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.form", "the form is not complete, or the reason is too long");
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

enum MHD_Result post_desk_ban(request *r)
{
    ban ban;
    const form *f = desk_read_form(r, true);
    if (!f) return MHD_YES;
    if (read_ban_form(r, f, &ban)) return request_start(r);
    return answer_refusal(r, MHD_HTTP_BAD_REQUEST, "server.form", "the form is not complete, or a text is too long");
}

bool desk_ban_step(request *r)
{
    ban ban;
    reel_error error;
    read_ban_form(r, r->work, &ban);
    if (moderation_ban(r->server->catalogue, &ban, &error) < 0) return request_fail(r, MHD_HTTP_SERVICE_UNAVAILABLE, &error);
    text_add(&r->answer, "/desk/bans"); /* also if there was no such ban: that is what was wanted */
    return false;
}

enum MHD_Result finish_desk_form(request *r)
{
    text_raw(&r->answer, "", 1);
    return r->answer.failed ? answer_refusal(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory")
                            : desk_go(r, r->answer.data);
}

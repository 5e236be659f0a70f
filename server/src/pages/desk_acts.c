/* SPDX-License-Identifier: MIT
 * Acts of moderators by forms: on one replay, or on all that were ticked. */
#include "pages/desk.h"
#include "pages/handlers.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/stored_replay.h"
#include "store/audit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A box that is ticked is a field of this name and the id of a replay. */
static const char ticked[] = "pick-";

static bool is_undo(const form *f) { return strcmp(form_field(f, "act"), MODERATION_UNDO) == 0; }

static bool is_act(const form *f)
{
    return (is_undo(f) || moderation_find_act(form_field(f, "act")) != ACTS) && strlen(form_field(f, "reason")) < CATALOGUE_TEXT;
}

static http_result refuse_form(request *r)
{
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.form", "the form is not complete, or the reason is too long");
}

/* The number of the entry of the log that is to be undone. 0: whichever is the last. */
static int64_t number_of(const char *text)
{
    char *end;
    const long long number = strtoll(text, &end, 10);
    return *text && !*end && number > 0 ? (int64_t)number : 0;
}

/* False: the request has failed. */
static bool act_on(request *r, const form *f, const char *id, const char *number)
{
    replay_state state;
    const char *reason = form_field(f, "reason");
    if (is_undo(f)) return moderate_undo(r, id, number_of(number), reason, &state);
    return moderate_one(r, moderation_find_act(form_field(f, "act")), id, reason, &state);
}

/* ---- one ------------------------------------------------------------------------------------------------------------- */

http_result post_desk_act(request *r)
{
    const form *f = desk_read_form(r, true);
    if (!f) return HTTP_GO;
    return is_act(f) && store_is_id(form_field(f, "id")) ? request_start(r) : refuse_form(r);
}

bool desk_act_step(request *r)
{
    const form *f = r->work;
    const char *id = form_field(f, "id");
    if (!act_on(r, f, id, form_field(f, "number"))) return false;
    if (*form_field(f, "to"))
        text_print(&r->answer, "/desk/replays/%s", id);
    else
        text_add(&r->answer, "/desk");
    return false;
}

/* ---- all that were ticked --------------------------------------------------------------------------------------------- */

/* The id of a field that is a box. NULL: it is another field. */
static const char *ticked_id(const form *f, size_t i)
{
    const size_t size = sizeof ticked - 1;
    const char *name = f->fields[i].name;
    return strncmp(name, ticked, size) == 0 && store_is_id(name + size) ? name + size : NULL;
}

static size_t count_ticked(const form *f)
{
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++) count += ticked_id(f, i) != NULL;
    return count;
}

http_result post_desk_acts(request *r)
{
    const form *f = desk_read_form(r, true);
    if (!f) return HTTP_GO;
    if (!count_ticked(f)) return answer_refusal(r, HTTP_BAD_REQUEST, "server.form", "nothing is ticked");
    return is_act(f) ? request_start(r) : refuse_form(r);
}

/* Each is an act of its own: what another moderator decided meanwhile stays, and is counted. */
bool desk_acts_step(request *r)
{
    const form *f = r->work;
    unsigned done = 0, left = 0;
    int64_t before = 0;
    reel_error error;
    if (audit_last(r->server->catalogue, &before, &error) < 0) return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    for (size_t i = 0; i < f->count; i++) {
        const char *id = ticked_id(f, i);
        if (!id) continue;
        const bool fine = act_on(r, f, id, f->fields[i].value);
        if (!fine && r->failure_code != HTTP_CONFLICT && r->failure_code != HTTP_NOT_FOUND) return false;
        done += fine;
        left += !fine;
        r->failure_code = 0;
    }
    text_print(&r->answer, "/desk/log?after=%lld&done=%u&left=%u", (long long)before, done, left);
    return false;
}

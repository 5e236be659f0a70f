/* SPDX-License-Identifier: MIT */
#include "service/stored_replay.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

reel_status stored_find(request *r, const char *id, reel_error *error)
{
    return store_is_id(id) ? catalogue_get(r->server->catalogue, id, &r->entry, error) : REEL_END;
}

unsigned stored_open_entry(request *r, const char *id, reel_error *error)
{
    server *s = r->server;
    reel_status status = stored_find(r, id, error);
    if (status == REEL_END) {
        *error = (reel_error){ .rule = "server.replay", .section = "", .message = "replay not found" };
        return HTTP_NOT_FOUND;
    }
    if (status >= 0) status = store_get(s->store, id, &r->stored, error);
    if (status >= 0) return 0;
    fprintf(stderr, "reel-server: request %s: replay %s: %s\n", r->id, id, error->message);
    return HTTP_SERVICE_UNAVAILABLE;
}

bool open_stored(request *r, const char *id)
{
    reel_error error;
    unsigned code = stored_open_entry(r, id, &error);
    r->queued.in = r->stored;
    return code ? request_fail(r, code, &error) : true;
}

bool tag_is_listed(const char *list, const char *tag)
{
    if (!list) return false;
    if (strcmp(list, "*") == 0) return true;
    const char *found = strstr(list, tag);
    return found != NULL; /* tags here are of hexadecimal digits, so none is part of another */
}

char *output_read(const request *r, char *to, uint64_t size, off_t *at)
{
    while (size) {
        ssize_t count = pread(r->out, to, (size_t)size, *at);
        if (count <= 0) return NULL;
        to += count;
        *at += count;
        size -= (uint64_t)count;
    }
    *to = '\0';
    return to + 1;
}

/* ---- for moderators ----------------------------------------------------------------------------------------------- */

#define DAY_MS (INT64_C(24) * 3600 * 1000)

static bool unavailable(request *r, const reel_error *error)
{
    text_free(&r->answer);
    return request_fail(r, HTTP_SERVICE_UNAVAILABLE, error);
}

static bool no_replay(request *r) { return request_refuse(r, HTTP_NOT_FOUND, "server.replay", "replay not found"); }

static void keep_entry(void *context, const moderated_entry *entry) { *(replay_entry *)context = entry->replay; }

bool evidence_step(request *r)
{
    reel_error error;
    reel_status status = moderation_get(r->server->catalogue, r->captures[0], keep_entry, &r->entry, &error);
    if (status == REEL_END) return no_replay(r);
    if (status == REEL_OK) status = store_get(r->server->store, r->entry.id, &r->stored, &error);
    return status < 0 ? unavailable(r, &error) : false;
}

static moderation moderation_of(const request *r, moderation_act act, const char *id, const char *reason)
{
    const int64_t now = clock_wall_ms(), days = r->server->options.keep_removed;
    return (moderation){
        .act = act, .id = id, .who = r->token, .reason = reason, .now = now, .until = days ? now + days * DAY_MS : 0
    };
}

bool moderate_one(request *r, moderation_act act, const char *id, const char *reason, replay_state *state)
{
    reel_error error;
    bool refused;
    char message[96];
    const moderation m = moderation_of(r, act, id, reason);
    reel_status status = moderation_apply(r->server->catalogue, &m, state, &refused, &error);
    if (status < 0) return unavailable(r, &error);
    snprintf(message, sizeof message, "the replay is %s: it is not one to %s", state_names[*state], act_names[act]);
    if (refused) return request_refuse(r, HTTP_CONFLICT, "moderation.state", message);
    return status == REEL_OK || no_replay(r);
}

bool moderate_undo(request *r, const char *id, int64_t number, const char *reason, replay_state *state)
{
    reel_error error;
    bool refused;
    const moderation m = moderation_of(r, ACTS, id, *reason ? reason : "undone");
    reel_status status = moderation_undo(r->server->catalogue, &m, number, state, &refused, &error);
    if (status < 0) return unavailable(r, &error);
    if (refused)
        return request_refuse(r, HTTP_CONFLICT, "moderation.state",
                              "nothing was done to the replay, or something else meanwhile");
    return status == REEL_OK || no_replay(r);
}

/* SPDX-License-Identifier: MIT
 * What tokens with the scope moderate may do. */
#include "api/handlers.h"
#include "base/json_write.h"
#include "base/url_text.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "service/stored_replay.h"
#include "json/moderation_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LIMIT = 50, MOST = 200 };

static const char *parameter(const request *r, const char *name)
{
    const char *value = request_parameter(r, name);
    return value ? value : "";
}

static bool no_replay(request *r) { return request_refuse(r, HTTP_NOT_FOUND, "server.replay", "replay not found"); }

static http_result bad_parameter(request *r, const char *why)
{
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", why);
}

/* Starts the steps if the texts of the parameters can be kept. */
static http_result start(request *r)
{
    for (const route_parameter *each = r->route->parameters; each && each->name; each++)
        if (strlen(parameter(r, each->name)) >= CATALOGUE_TEXT) return bad_parameter(r, "a parameter has more than 255 bytes");
    return request_start(r);
}

http_result finish_moderation(request *r)
{
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    return answer_prepared(r, "application/json");
}

/* ---- lists by number -------------------------------------------------------------------------------------------------- */

typedef struct page {
    text *to;
    unsigned count;
    int64_t number; /* of the last entry */
} page;

static text *next_entry(page *page, int64_t number)
{
    page->count++;
    page->number = number;
    return page->to;
}

static http_result start_page(request *r)
{
    int64_t after = 0;
    if (!read_limit(r, LIMIT, MOST)) return HTTP_GO;
    if (!read_whole(request_parameter(r, "after"), &after)) return bad_parameter(r, "after is a number");
    return start(r);
}

static void end_page(request *r, const page *page, unsigned limit, const char *path)
{
    text address = { .data = NULL };
    json_end_array(page->to);
    if (page->count == limit) {
        text_print(&address, "%s?limit=%u&after=%lld", path, limit, (long long)page->number);
        if (request_parameter(r, "name")) url_parameter(&address, "name", request_parameter(r, "name"));
        url_next(page->to, &address);
    }
    json_end_line(page->to);
}

static void add_to_queue(void *context, const moderated_entry *entry)
{
    add_moderated(next_entry(context, entry->replay.number), entry);
}

http_result get_queue(request *r) { return start_page(r); }

bool queue_step(request *r)
{
    reel_error error;
    page page = { .to = &r->answer };
    int64_t after = 0;
    unsigned limit = read_limit(r, LIMIT, MOST);
    read_whole(request_parameter(r, "after"), &after);
    json_begin_object(page.to, NULL);
    json_begin_array(page.to, "replays");
    if (moderation_queue(r->server->catalogue, after, limit, add_to_queue, &page, &error) < 0)
        return request_unavailable(r, &error);
    end_page(r, &page, limit, "/moderation/queue");
    return false;
}

static void add_to_audit(void *context, const audit_entry *entry)
{
    record_add(next_entry(context, entry->number), &audit_record, entry);
}

http_result get_audit(request *r) { return start_page(r); }

bool audit_step(request *r)
{
    reel_error error;
    page page = { .to = &r->answer };
    int64_t after = 0;
    unsigned limit = read_limit(r, LIMIT, MOST);
    read_whole(request_parameter(r, "after"), &after);
    json_begin_object(page.to, NULL);
    json_begin_array(page.to, "acts");
    if (audit_list(r->server->catalogue, request_parameter(r, "name"), after, limit, add_to_audit, &page, &error) < 0)
        return request_unavailable(r, &error);
    end_page(r, &page, limit, "/moderation/audit");
    return false;
}

typedef struct letter_page {
    page page;
    char url[HOOK_URL];
} letter_page;

static void add_to_letters(void *context, const dead_letter *letter)
{
    letter_page *page = context;
    add_letter(next_entry(&page->page, letter->number), letter);
    memcpy(page->url, letter->url, sizeof page->url);
}

http_result get_letters(request *r)
{
    int64_t after = 0;
    if (!read_limit(r, LIMIT, MOST)) return HTTP_GO;
    if (!read_whole(request_parameter(r, "after"), &after)) return bad_parameter(r, "after is a number");
    return request_start(r);
}

bool letters_step(request *r)
{
    reel_error error;
    letter_page page = { .page.to = &r->answer };
    text address = { .data = NULL };
    int64_t after = 0;
    unsigned limit = read_limit(r, LIMIT, MOST);
    read_whole(request_parameter(r, "after"), &after);
    json_begin_object(&r->answer, NULL);
    json_begin_array(&r->answer, "letters");
    if (hook_dead(r->server->catalogue, parameter(r, "after_url"), after, limit, add_to_letters, &page, &error) < 0)
        return request_unavailable(r, &error);
    json_end_array(&r->answer);
    if (page.page.count == limit) {
        text_print(&address, "/moderation/letters?limit=%u&after=%lld", limit, (long long)page.page.number);
        url_parameter(&address, "after_url", page.url);
        url_next(&r->answer, &address);
    }
    json_end_line(&r->answer);
    return false;
}

/* ---- one replay ------------------------------------------------------------------------------------------------------- */

http_result get_moderated(request *r) { return start(r); }

static void add_one(void *context, const moderated_entry *entry) { begin_moderated(context, entry); }

bool moderated_step(request *r)
{
    reel_error error;
    page page = { .to = &r->answer };
    reel_status status = moderation_get(r->server->catalogue, r->captures[0], add_one, page.to, &error);
    if (status == REEL_END) return no_replay(r);
    json_begin_array(page.to, "acts");
    if (status == REEL_OK) status = audit_list(r->server->catalogue, r->captures[0], 0, MOST, add_to_audit, &page, &error);
    json_end_array(page.to);
    json_end_line(page.to);
    return status < 0 ? request_unavailable(r, &error) : false;
}

http_result get_evidence(request *r) { return start(r); }

http_result finish_evidence(request *r)
{
    struct stat info;
    char name[HEADER_TEXT];
    int file = r->stored;
    if (fstat(file, &info) != 0) return HTTP_END;
    snprintf(name, sizeof name, "attachment; filename=\"%s.%s\"", r->entry.id, r->entry.format);
    request_add_header(r, HEADER_CONTENT_DISPOSITION, name);
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    r->stored = -1;
    return answer_file(r, HTTP_OK, "application/octet-stream", file, 0, (uint64_t)info.st_size);
}

/* DELETE of a replay is the act remove. */
static moderation_act act_of(const request *r)
{
    return strcmp(r->route->method, METHOD_DELETE) == 0 ? ACT_REMOVE : moderation_find_act(parameter(r, "act"));
}

static bool is_undo(const request *r) { return strcmp(parameter(r, "act"), MODERATION_UNDO) == 0; }

http_result moderate(request *r)
{
    if (act_of(r) == ACTS && !is_undo(r)) return bad_parameter(r, "act is approve, hold, hide, remove, restore or undo");
    return start(r);
}

bool moderate_step(request *r)
{
    replay_state state;
    const char *id = r->captures[0], *reason = parameter(r, "reason");
    if (!(is_undo(r) ? moderate_undo(r, id, 0, reason, &state) : moderate_one(r, act_of(r), id, reason, &state))) return false;
    json_begin_object(&r->answer, NULL);
    json_member_string(&r->answer, "id", r->captures[0]);
    json_member_string(&r->answer, "state", state_names[state]);
    json_end_line(&r->answer);
    return false;
}

/* ---- bans ------------------------------------------------------------------------------------------------------------- */

typedef struct ban_page {
    text *to;
    unsigned count;
    ban last;
} ban_page;

static void add_to_bans(void *context, const ban *ban)
{
    ban_page *page = context;
    page->count++;
    record_add(page->to, &ban_record, ban);
    page->last = *ban;
}

http_result get_bans(request *r) { return read_limit(r, LIMIT, MOST) ? start(r) : HTTP_GO; }

bool bans_step(request *r)
{
    reel_error error;
    ban_page page = { .to = &r->answer };
    text address = { .data = NULL };
    unsigned limit = read_limit(r, LIMIT, MOST);
    json_begin_object(page.to, NULL);
    json_begin_array(page.to, "bans");
    reel_status status = moderation_bans(r->server->catalogue, parameter(r, "after_kind"), parameter(r, "after_name"), limit,
                                         add_to_bans, &page, &error);
    if (status < 0) return request_unavailable(r, &error);
    json_end_array(page.to);
    if (page.count == limit) {
        text_print(&address, "/moderation/bans?limit=%u&after_kind=%s", limit, ban_kind_names[page.last.kind]);
        url_parameter(&address, "after_name", page.last.name);
        url_next(page.to, &address);
    }
    json_end_line(page.to);
    return false;
}

/* The ban of the parameters. False: they are wrong. */
static bool read_ban(const request *r, ban *ban)
{
    bool lifts = strcmp(r->route->method, METHOD_DELETE) == 0;
    return ban_read(ban, parameter(r, "kind"), parameter(r, "name"), lifts ? NULL : parameter(r, "action"), r->token,
                    parameter(r, "reason"));
}

http_result change_ban(request *r)
{
    ban ban;
    if (!read_ban(r, &ban)) return bad_parameter(r, "kind is player or uploader, action refuse or hold, and a name is needed");
    return start(r);
}

bool ban_step(request *r)
{
    reel_error error;
    ban ban;
    read_ban(r, &ban);
    reel_status status = moderation_ban(r->server->catalogue, &ban, &error);
    if (status < 0) return request_unavailable(r, &error);
    if (status == REEL_END) return request_refuse(r, HTTP_NOT_FOUND, "moderation.ban", "there is no such ban");
    record_add(&r->answer, &ban_record, &ban);
    text_add(&r->answer, "\n");
    return false;
}

/* ---- a player's data -------------------------------------------------------------------------------------------------- */

http_result use_player_data(request *r) { return start(r); }

static bool write_data(void *context, const void *data, size_t size) { return request_write(context, data, size); }

bool player_data_step(request *r)
{
    reel_error error;
    reel_status status = request_write(r, "", 0) ? REEL_OK : REEL_END;
    if (status == REEL_OK) status = player_data_write(&r->server->keep, r->captures[0], write_data, r, &error);
    return status < 0 ? request_unavailable(r, &error) : false;
}

http_result finish_player_data(request *r)
{
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    return answer_output(r, "application/x-ndjson");
}

bool erase_step(request *r)
{
    reel_error error;
    uint64_t count;
    reel_status status =
        moderation_erase(r->server->catalogue, r->server->store, r->captures[0], r->token, clock_wall_ms(), &count, &error);
    if (status < 0) return request_unavailable(r, &error);
    json_begin_object(&r->answer, NULL);
    json_member_uint(&r->answer, "replays", count);
    json_end_line(&r->answer);
    return false;
}

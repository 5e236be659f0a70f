/* SPDX-License-Identifier: MIT
 * The pages of who signed in: plays, tokens, and what can be done with all that is kept of somebody. */
#include "pages/desk.h"
#include "pages/handlers.h"
#include "pages/page.h"
#include "service/answer.h"
#include "service/cookie.h"
#include "service/lanes.h"
#include "service/query.h"
#include "service/session.h"
#include "store/audit.h"
#include "store/moderation.h"
#include "json/entry_json.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOKENS = 20, LABEL = 61, NAME_BYTES = 8 };

static RECORD(own_token_record, token_entry, FIELD(token_entry, name, FIELD_TEXT), FIELD(token_entry, label, FIELD_TEXT),
              FIELD(token_entry, created, FIELD_INT), FIELD_AT(token_entry, used, FIELD_INT, FIELD_NOT_ZERO, NULL));

typedef struct account_page {
    desk_head desk;
    account account;
    const char *title; /* where it signed in */
    bool moderates, gone, before;
    const char *made, *made_label; /* a token, which is shown once */
    record_list replays, tokens;
    char next[64];
} account_page;
#define TEXT(member) FIELD(account_page, member, FIELD_STRING)
#define YES(member) FIELD(account_page, member, FIELD_BOOL)
static RECORD(account_names, account, FIELD(account, shown, FIELD_TEXT),
              FIELD_AT(account, player, FIELD_TEXT, FIELD_NOT_ZERO, NULL));
static RECORD(account_page_record, account_page, FIELDS_OF(account_page, desk, &desk_head_record),
              FIELDS_OF(account_page, account, &account_names), TEXT(title), YES(moderates), YES(gone), YES(before), TEXT(made),
              TEXT(made_label), FIELD_OF(account_page, replays, FIELD_LIST, &entry_record),
              FIELD_OF(account_page, tokens, FIELD_LIST, &own_token_record),
              FIELD_AT(account_page, next, FIELD_TEXT, FIELD_NOT_ZERO, NULL));

static bool not_signed_in(request *r)
{
    return request_refuse(r, HTTP_UNAUTHORIZED, "server.token", "you are not signed in any more");
}

/* ---- the page ---------------------------------------------------------------------------------------------------------- */

static void add_play(void *context, const replay_entry *entry) { record_list_copy(context, &entry_record, entry); }

static void add_token(void *context, const token_entry *token, const uploader_use *use)
{
    (void)use;
    record_list_copy(context, &own_token_record, token);
}

http_result get_account(request *r)
{
    int64_t before;
    if (read_whole(request_parameter(r, "before"), &before)) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter",
                          "before is not of the form that the link to the next page has");
}

static reel_status read_plays(request *r, account_page *page, reel_error *error)
{
    replay_filter filter = { .kind = KIND_UPLOADER, .value = page->account.name, .limit = PAGE_PLAYS + 1 };
    if (r->route->parameters) read_whole(request_parameter(r, "before"), &filter.before);
    page->before = filter.before != 0;
    reel_status status = catalogue_list(r->server->catalogue, &filter, add_play, &page->replays, error);
    if (status < 0 || page->replays.count <= PAGE_PLAYS) return status;
    page->replays.count = PAGE_PLAYS; /* a replay_entry owns nothing */
    const replay_entry *last = record_list_at(&page->replays, &entry_record, PAGE_PLAYS - 1);
    snprintf(page->next, sizeof page->next, "before=%lld", (long long)last->number);
    return status;
}

/* Makes the page, with what a form has done. */
static bool show_account(request *r, const char *made, const char *label, bool gone)
{
    reel_error error;
    account_page values = { .made = made, .made_label = label, .gone = gone };
    const page page = { "me", &account_page_record, &values, NULL };
    reel_status status = session_account(r, &values.account, &error);
    if (status == REEL_END) return not_signed_in(r);
    values.desk = desk_begin(r, values.account.shown);
    const int provider = status < 0 ? -1 : sign_in_find(&r->server->options.sign_in, values.account.provider);
    values.title = provider < 0 ? "" : r->server->options.sign_in.providers[provider].title;
    values.moderates = status >= 0 && session_moderates(r->server, &values.account);
    if (status >= 0) status = read_plays(r, &values, &error);
    if (status >= 0) status = catalogue_token_of(r->server->catalogue, values.account.name, add_token, &values.tokens, &error);
    return status < 0 ? page_unavailable(r, &page, &error) : page_end(r, &page);
}

bool account_step(request *r) { return show_account(r, NULL, NULL, false); }

/* ---- tokens ------------------------------------------------------------------------------------------------------------ */

http_result post_account_token(request *r)
{
    const form *f = desk_read_form(r, true);
    if (!f) return HTTP_GO;
    const char *label = form_field(f, "label");
    if (strspn(label, " ") != strlen(label) && strlen(label) < LABEL) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.form", "a token needs a name of at most 60 bytes");
}

/* False: the request has failed. */
static bool note(request *r, const char *event, const char *name, const char *detail)
{
    reel_error error;
    audit_entry entry = { .at = clock_wall_ms() };
    snprintf(entry.event, sizeof entry.event, "%s", event);
    snprintf(entry.name, sizeof entry.name, "%s", name);
    snprintf(entry.who, sizeof entry.who, "%s", r->token);
    snprintf(entry.detail, sizeof entry.detail, "%s", detail);
    return audit_add(r->server->catalogue, &entry, &error) >= 0 || request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
}

static void count_token(void *context, const token_entry *token, const uploader_use *use)
{
    (void)token, (void)use;
    ++*(unsigned *)context;
}

bool account_token_step(request *r)
{
    reel_error error;
    unsigned count = 0;
    uint8_t random[NAME_BYTES];
    char name[sizeof "own-" + 2 * NAME_BYTES] = "own-", whole[TOKEN_WHOLE];
    const char *label = form_field(r->work, "label");
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(name + strlen(name), 2 * NAME_BYTES + 1, random, sizeof random);
    if (catalogue_token_of(r->server->catalogue, r->token, count_token, &count, &error) < 0)
        return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    if (count >= MOST_TOKENS) return request_refuse(r, HTTP_FORBIDDEN, "server.tokens", "you have 20 tokens: revoke one first");
    const new_token wanted = {
        .name = name, .scopes = SESSION_SCOPES, .owner = r->token, .label = label, .now = clock_wall_ms()
    };
    if (token_make(r->server->catalogue, &wanted, whole, &error) < 0) return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    if (!note(r, "token.add", name, SESSION_SCOPES)) return false;
    const bool more = show_account(r, whole, label, false);
    sodium_memzero(whole, sizeof whole);
    return more;
}

http_result post_account_revoke(request *r)
{
    const form *f = desk_read_form(r, true);
    if (!f) return HTTP_GO;
    if (token_is_name(form_field(f, "name"))) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.form", "the form is not complete");
}

bool account_revoke_step(request *r)
{
    reel_error error;
    const char *name = form_field(r->work, "name");
    reel_status status = account_revoke_token(r->server->catalogue, r->token, name, clock_wall_ms(), &error);
    if (status < 0) return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    if (status == REEL_END) return request_refuse(r, HTTP_NOT_FOUND, "server.tokens", "you have no such token");
    return note(r, "token.revoke", name, "") && show_account(r, NULL, NULL, true);
}

/* ---- deletion ---------------------------------------------------------------------------------------------------------- */

typedef struct delete_page {
    desk_head desk;
    int64_t count; /* of plays in whatever state */
    bool one;
} delete_page;
static RECORD(delete_record, delete_page, FIELDS_OF(delete_page, desk, &desk_head_record), FIELD(delete_page, count, FIELD_INT),
              FIELD(delete_page, one, FIELD_BOOL));

http_result get_account_delete(request *r) { return request_start(r); }

bool account_delete_page_step(request *r)
{
    reel_error error;
    delete_page values = { .desk = desk_begin(r, "Delete everything") };
    const page page = { "me_delete", &delete_record, &values, NULL };
    if (moderation_count_uploads(r->server->catalogue, r->token, &values.count, &error) < 0)
        return page_unavailable(r, &page, &error);
    values.one = values.count == 1;
    return page_end(r, &page);
}

/* A page asks, and both of its fields have to be filled: a form that was sent by accident deletes nothing. */
http_result post_account_delete(request *r)
{
    const form *f = desk_read_form(r, true);
    if (!f) return HTTP_GO;
    if (strcmp(form_field(f, "sure"), "yes") == 0 && strcmp(form_field(f, "word"), "DELETE") == 0) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.form", "nothing was deleted: tick the box, and type DELETE");
}

bool account_delete_step(request *r)
{
    reel_error error;
    uint64_t count;
    account who;
    reel_status status = session_account(r, &who, &error);
    if (status == REEL_END) return not_signed_in(r);
    if (status >= 0)
        status =
            moderation_erase_account(r->server->catalogue, r->server->store, &who, who.name, clock_wall_ms(), &count, &error);
    return status < 0 ? request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error) : false;
}

http_result finish_account_delete(request *r)
{
    cookie_set(r, COOKIE_SESSION, "", 0);
    return desk_go(r, "/start");
}

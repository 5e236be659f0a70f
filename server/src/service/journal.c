/* SPDX-License-Identifier: MIT */
#include "service/journal.h"

#include "base/json_write.h"
#include "service/request.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- the rate ------------------------------------------------------------------------------------------------------ */

/* Whether a line may be written now. Sets *left_out to how many were not, since the last one. */
static bool may_write(unsigned *left_out)
{
    static atomic_llong second;
    static atomic_uint lines, dropped;
    long long now = clock_steady_ms() / 1000, known = atomic_load(&second);
    if (now != known && atomic_compare_exchange_strong(&second, &known, now)) atomic_store(&lines, 0);
    if (atomic_fetch_add(&lines, 1) >= JOURNAL_LINES) return atomic_fetch_add(&dropped, 1), false;
    *left_out = atomic_exchange(&dropped, 0);
    return true;
}

/* ---- lines --------------------------------------------------------------------------------------------------------- */

static void add_time(text *line)
{
    char day[sizeof "2026-01-01T00:00:00"], at[sizeof day + sizeof ".000Z"];
    struct timespec now;
    struct tm parts;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(at, sizeof at, "%s.%03uZ", day, (unsigned)(now.tv_nsec / 1000000) % 1000);
    json_member_string(line, "at", at);
}

static void add_word(text *line, const char *name, const char *value)
{
    if (!value || !*value) return;
    json_member_string(line, name, value);
}

static void add_upload(text *line, const request *r, unsigned code)
{
    const replay_entry *entry = &r->entry;
    add_word(line, "replay", entry->id);
    if (code < HTTP_BAD_REQUEST && *entry->format) add_word(line, "verdict", verdict_names[entry->verdict]);
    add_word(line, "format", entry->format);
    json_member_uint(line, "bytes", r->body_size);
}

/* The ids of a trace (W3C Trace Context, 3.2): 00-TRACE-PARENT-FLAGS, in lower case, neither of them zero. */
static void add_trace(text *line, const char *header)
{
    enum { TRACE = 32, PARENT = 16, SIZE = 2 + 1 + TRACE + 1 + PARENT + 1 + 2 };
    static const char digits[] = "0123456789abcdef";
    char trace[TRACE + 1], parent[PARENT + 1];
    if (!header || strlen(header) != SIZE || strncmp(header, "00-", 3) != 0) return;
    const char *at = header + 3, *flags = at + TRACE + 1 + PARENT + 1;
    bool fine = strspn(at, digits) == TRACE && at[TRACE] == '-' && strspn(at + TRACE + 1, digits) == PARENT && flags[-1] == '-' &&
                strspn(flags, digits) == 2 && strspn(at, "0") < TRACE && strspn(at + TRACE + 1, "0") < PARENT;
    if (!fine) return;
    snprintf(trace, sizeof trace, "%.32s", at);
    snprintf(parent, sizeof parent, "%.16s", at + TRACE + 1);
    add_word(line, "trace", trace);
    add_word(line, "span", parent);
}

void journal_answer(const request *r, unsigned code)
{
    unsigned left_out = 0;
    char client[ADDRESS_TEXT] = "";
    bool changes = r->route && r->route->scope && !r->route->is_piece, failed = code >= HTTP_BAD_REQUEST;
    if ((!changes && !failed && !r->server->options.access_log) || !may_write(&left_out)) return;
    text line = { .data = NULL };
    json_begin_object(&line, NULL);
    add_time(&line);
    add_word(&line, "event", changes ? r->route->id : failed ? "refused" : "access");
    add_word(&line, "request", r->id);
    if (!address_is_none(&r->client)) address_write(&r->client, client);
    add_word(&line, "client", client);
    add_trace(&line, front_header(r->connection, "traceparent"));
    add_word(&line, "token", r->token);
    add_word(&line, "route", r->route ? r->route->id : NULL);
    json_member_uint(&line, "status", code);
    add_word(&line, "rule", failed ? r->rule : NULL);
    if (r->route && r->route->has_body && changes) add_upload(&line, r, code);
    if (left_out) json_member_uint(&line, "left_out", left_out);
    json_end_line(&line);
    if (!line.failed && write(STDERR_FILENO, line.data, line.size) < 0) left_out = 0; /* there is nowhere to say so */
    text_free(&line);
}

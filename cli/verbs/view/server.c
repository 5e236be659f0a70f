/* SPDX-License-Identifier: MIT
 * A server for one page. Requests are answered one after the other, each within a few seconds. */
#include "verbs/view/server.h"
#include "base/system.h"
#include "base/text.h"

#include <string.h>

/* The page, for the functions that answer. */
struct shown {
    const struct server *server;
    const char *page;
    size_t size;
};

/* Whether the request names this server as its host, exactly once: a name that someone made point to 127.0.0.1 is not it. */
static bool has_host(const char *head, const struct text *host)
{
    reel_string value;
    return http_header(head, "host:", &value) == 1 && value.size == host->size && memcmp(value.data, host->data, host->size) == 0;
}

static const char *refusal(const struct server *server, const char *head)
{
    struct text host = { 0 }, line = { 0 };
    text_print(&host, "127.0.0.1:%u", server->http.port);
    text_print(&line, "GET /%s/ HTTP/1.", server->token);
    const char *status = NULL;
    if (!has_host(head, &host))
        status = "403 Forbidden";
    else if (strncmp(head, text_of(&line), line.size) != 0)
        status = "404 Not Found";
    text_free(&host);
    text_free(&line);
    return status;
}

static void respond(void *context, const char *head, struct http_reply *reply)
{
#define FOR_ONE_PAGE                                                                                                             \
    "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n"
    const struct shown *shown = context;
    const char *refused = refusal(shown->server, head);
    *reply = (struct http_reply){ .status = refused ? refused : "200 OK",
                                  .headers = refused ? "Content-Type: text/plain; charset=utf-8\r\n" FOR_ONE_PAGE
                                                     : "Content-Type: text/html; charset=utf-8\r\n" FOR_ONE_PAGE,
                                  .data = refused ? refused : shown->page,
                                  .size = refused ? strlen(refused) : shown->size };
#undef FOR_ONE_PAGE
}

bool server_open(struct server *server)
{
    uint8_t random[TOKEN_BYTES];
    *server = (struct server){ .problem = "no random numbers" };
    if (!random_bytes(random, sizeof random)) return false;
    for (size_t i = 0; i < sizeof random; i++) {
        server->token[2 * i] = "0123456789abcdef"[random[i] >> 4];
        server->token[2 * i + 1] = "0123456789abcdef"[random[i] & 15];
    }
    server->problem = "no port is free";
    return http_listen(&server->http, 0);
}

void server_run(const struct server *server, const char *page, size_t size)
{
    struct shown shown = { server, page, size };
    while (!was_interrupted()) http_serve_one(&server->http, respond, &shown);
}

void server_close(const struct server *server) { http_stop(&server->http); }

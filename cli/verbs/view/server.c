/* SPDX-License-Identifier: MIT
 * A server for one page. Requests are answered one after the other, each within a few seconds. */
#ifdef _WIN32
#define _WIN32_WINNT 0x0601
#include <winsock2.h>
#define poll WSAPoll
typedef int transfer_size;
typedef int address_size;
#else
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
typedef size_t transfer_size;
typedef socklen_t address_size;
typedef int SOCKET;
#define INVALID_SOCKET (-1)
#define closesocket close
#endif

#include "base/system.h"
#include "base/text.h"
#include "verbs/view/server.h"

#include <string.h>

enum {
    MOST_HEAD = 8192,    /* bytes of a request */
    WAIT_MS = 100,       /* between looks at the flag of Ctrl-C */
    MOST_WAIT_MS = 5000, /* for a client that is slow */
    BACKLOG = 8,
    PIECE = 1 << 18
};

#ifdef MSG_NOSIGNAL
#define SEND_FLAGS MSG_NOSIGNAL
#else
#define SEND_FLAGS 0
#endif

/* Whether the socket can be read or written, within MOST_WAIT_MS. */
static bool wait_for(SOCKET socket, short events)
{
    for (unsigned waited = 0; waited < MOST_WAIT_MS && !was_interrupted(); waited += WAIT_MS) {
        struct pollfd one = { .fd = socket, .events = events };
        if (poll(&one, 1, WAIT_MS) > 0) return true;
    }
    return false;
}

static bool send_all(SOCKET socket, const char *data, size_t size)
{
    while (size > 0) {
        size_t piece = size < PIECE ? size : PIECE;
        if (!wait_for(socket, POLLOUT)) return false;
        long long sent = send(socket, data, (transfer_size)piece, SEND_FLAGS);
        if (sent <= 0) return false;
        data += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* Reads up to the empty line that ends the head of a request. False: it is too long, or the client is gone. */
static bool read_head(SOCKET socket, char *head)
{
    size_t size = 0;
    uint64_t began = clock_ms();
    head[0] = '\0';
    while (!strstr(head, "\r\n\r\n")) {
        if (size == MOST_HEAD || clock_ms() - began > MOST_WAIT_MS || !wait_for(socket, POLLIN)) return false;
        long long got = recv(socket, head + size, (transfer_size)(MOST_HEAD - size), 0);
        if (got <= 0) return false;
        size += (size_t)got;
        head[size] = '\0';
        if (strlen(head) != size) return false;
    }
    return true;
}

static bool same_letter(char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a + ('a' - 'A') == b); }

/* Whether the request names this server as its host, exactly once: a name that someone made point to 127.0.0.1 is not it. */
static bool has_host(const char *head, const char *host)
{
    static const char name[] = "host:";
    size_t found = 0;
    bool same = false;
    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line, "\r\n")) {
        line += 2;
        size_t i = 0;
        while (i < sizeof name - 1 && same_letter(line[i], name[i])) i++;
        if (i < sizeof name - 1) continue;
        const char *value = line + i + strspn(line + i, " \t");
        size_t size = strcspn(value, "\r");
        same = size == strlen(host) && memcmp(value, host, size) == 0;
        found++;
    }
    return found == 1 && same;
}

static const char *refusal(const struct server *server, const char *head)
{
    struct text host = { 0 }, line = { 0 };
    text_print(&host, "127.0.0.1:%u", server->port);
    text_print(&line, "GET /%s/ HTTP/1.", server->token);
    const char *status = NULL;
    if (strncmp(head, "GET ", 4) != 0)
        status = "405 Method Not Allowed";
    else if (!has_host(head, text_of(&host)))
        status = "403 Forbidden";
    else if (strncmp(head, text_of(&line), line.size) != 0)
        status = "404 Not Found";
    text_free(&host);
    text_free(&line);
    return status;
}

static void answer(const struct server *server, SOCKET client, const char *page, size_t size)
{
    static char head[MOST_HEAD + 1];
    struct text answered = { 0 };
    if (!read_head(client, head)) return;
    const char *refused = refusal(server, head);
    if (refused) page = refused, size = strlen(refused);
    text_print(&answered,
               "HTTP/1.1 %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %llu\r\nCache-Control: no-store\r\n"
               "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n"
               "Connection: close\r\n\r\n",
               refused ? refused : "200 OK", refused ? "text/plain" : "text/html", (unsigned long long)size);
    if (send_all(client, answered.data, answered.size)) send_all(client, page, size);
    text_free(&answered);
}

/* Waits until the client has closed its side: closing first, with bytes unread, would reset the connection. */
static void finish(SOCKET client)
{
    char rest[512];
#ifdef _WIN32
    shutdown(client, SD_SEND);
#else
    shutdown(client, SHUT_WR);
#endif
    while (wait_for(client, POLLIN) && recv(client, rest, sizeof rest, 0) > 0) continue;
    closesocket(client);
}

bool server_open(struct server *server)
{
    uint8_t random[TOKEN_BYTES];
#ifdef _WIN32
    WSADATA data;
    if (WSAStartup(MAKEWORD(2, 2), &data) != 0) return server->problem = "no network", false;
#endif
    *server = (struct server){ .problem = "no random numbers" };
    if (!random_bytes(random, sizeof random)) return false;
    for (size_t i = 0; i < sizeof random; i++) {
        server->token[2 * i] = "0123456789abcdef"[random[i] >> 4];
        server->token[2 * i + 1] = "0123456789abcdef"[random[i] & 15];
    }
    server->problem = "no port is free";
    SOCKET listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener == INVALID_SOCKET) return false;
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    address_size size = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, BACKLOG) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &size) != 0) {
        closesocket(listener);
        return false;
    }
    server->socket = (uintptr_t)listener;
    server->port = ntohs(address.sin_port);
    return true;
}

void server_run(const struct server *server, const char *page, size_t size)
{
    SOCKET listener = (SOCKET)server->socket;
    while (!was_interrupted()) {
        struct pollfd one = { .fd = listener, .events = POLLIN };
        if (poll(&one, 1, WAIT_MS) <= 0) continue;
        SOCKET client = accept(listener, NULL, NULL);
        if (client == INVALID_SOCKET) continue;
        answer(server, client, page, size);
        finish(client);
    }
}

void server_close(const struct server *server)
{
    closesocket((SOCKET)server->socket);
#ifdef _WIN32
    WSACleanup();
#endif
}

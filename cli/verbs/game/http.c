/* SPDX-License-Identifier: MIT
 * A small server and a small client. Nothing is kept open between two requests, so that a peer that restarts is found again. */
#ifdef _WIN32
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include <winsock2.h>
#include <ws2tcpip.h>
#define poll WSAPoll
typedef int transfer_size;
typedef int address_size;
#else
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
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
#include "verbs/game/http.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_HEAD = 8192, MOST_BODY = 10 << 20, WAIT_MS = 20, MOST_WAIT_MS = 2000, BACKLOG = 16, OK = 200, NO_ENTRY = 403 };

#ifdef MSG_NOSIGNAL
#define SEND_FLAGS MSG_NOSIGNAL
#else
#define SEND_FLAGS 0
#endif

bool http_begin(void)
{
#ifdef _WIN32
    WSADATA data;
    return WSAStartup(MAKEWORD(2, 2), &data) == 0;
#else
    return true;
#endif
}

void http_nap(unsigned ms)
{
    for (unsigned left = ms; left && !was_interrupted();) {
        const unsigned some = left < WAIT_MS ? left : WAIT_MS;
#ifdef _WIN32
        Sleep(some);
#else
        poll(NULL, 0, (int)some);
#endif
        left -= some;
    }
}

static bool wait_until(SOCKET socket, short events, uint64_t end)
{
    while (clock_ms() < end && !was_interrupted()) {
        struct pollfd one = { .fd = socket, .events = events };
        if (poll(&one, 1, WAIT_MS) > 0) return true;
    }
    return false;
}

static bool send_all(SOCKET socket, const char *data, size_t size, uint64_t end)
{
    while (size > 0) {
        if (!wait_until(socket, POLLOUT, end)) return false;
        const long long sent = send(socket, data, (transfer_size)size, SEND_FLAGS);
        if (sent <= 0) return false;
        data += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* Appends what has come. False: no more comes. */
static bool receive(SOCKET socket, struct text *to, uint64_t end)
{
    enum { PIECE = 1 << 16 };
    if (!wait_until(socket, POLLIN, end)) return false;
    char *room = text_room(to, PIECE);
    const long long got = room ? recv(socket, room, PIECE, 0) : 0;
    if (got <= 0) return false;
    to->size += (size_t)got;
    return true;
}

/* The size of a head with its empty line; 0: it is not complete. */
static size_t head_of(const struct text *text)
{
    for (size_t i = 3; i < text->size; i++)
        if (memcmp(text->data + i - 3, "\r\n\r\n", 4) == 0) return i + 1;
    return 0;
}

static bool same_letter(char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a + ('a' - 'A') == b); }

/* The value of a header, or NULL. `name` is lower case, with its colon. `head` ends with a NUL. */
static const char *header_of(const char *head, const char *name)
{
    const size_t size = strlen(name);
    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line, "\r\n")) {
        line += 2;
        size_t i = 0;
        while (i < size && same_letter(line[i], name[i])) i++;
        if (i == size) return line + i + strspn(line + i, " \t");
    }
    return NULL;
}

/* ---- the server -------------------------------------------------------------------------------------------------- */

bool http_listen(struct http_server *server, unsigned port)
{
    if (!http_begin()) return false;
    SOCKET listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener == INVALID_SOCKET) return false;
    const int yes = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, (const void *)&yes, sizeof yes);
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                   .sin_port = htons((uint16_t)port) };
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

void http_stop(const struct http_server *server) { closesocket((SOCKET)server->socket); }

/* Whether the request is for this computer by its own names: a web site can make another name point here. */
static bool is_local(const char *head)
{
    static const char *const names[] = { "127.0.0.1", "localhost" };
    const char *host = header_of(head, "host:");
    if (!host) return true; /* HTTP 1.0 has none, and browsers always send one */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t size = strlen(names[i]);
        if (strncmp(host, names[i], size) == 0 && (host[size] == ':' || host[size] == '\r')) return true;
    }
    return false;
}

static void answer(SOCKET client, http_respond *respond, void *context)
{
    struct text head = { 0 }, body = { 0 }, sent = { 0 };
    const uint64_t end = clock_ms() + MOST_WAIT_MS;
    while (!head_of(&head) && head.size < MOST_HEAD && receive(client, &head, end)) continue;
    const size_t size = head_of(&head);
    if (size) {
        char path[MOST_HEAD] = "";
        int status = 405;
        head.data[size - 1] = '\0';
        if (strncmp(head.data, "GET /", 5) == 0) {
            const size_t length = strcspn(head.data + 4, " ?\r");
            if (length < sizeof path) memcpy(path, head.data + 4, length), path[length] = '\0';
            status = is_local(head.data) ? respond(context, path, &body) : NO_ENTRY;
        }
        text_print(&sent, "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %llu\r\nConnection: close\r\n\r\n",
                   status, status == OK ? "OK" : "Error", (unsigned long long)body.size);
        if (send_all(client, sent.data, sent.size, end)) send_all(client, body.data, body.size, end);
    }
    text_free(&head);
    text_free(&body);
    text_free(&sent);
}

void http_serve_one(const struct http_server *server, http_respond *respond, void *context)
{
    const SOCKET listener = (SOCKET)server->socket;
    if (!wait_until(listener, POLLIN, clock_ms() + 5 * WAIT_MS)) return;
    const SOCKET client = accept(listener, NULL, NULL);
    if (client == INVALID_SOCKET) return;
    answer(client, respond, context);
    closesocket(client);
}

/* ---- the client -------------------------------------------------------------------------------------------------- */

static void set_blocking(SOCKET socket, bool blocks)
{
#ifdef _WIN32
    u_long none = !blocks;
    ioctlsocket(socket, (long)FIONBIO, &none);
#else
    const int flags = fcntl(socket, F_GETFL, 0);
    fcntl(socket, F_SETFL, blocks ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
#endif
}

static SOCKET connect_to(const char *address, unsigned port, uint64_t end)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    if (inet_pton(AF_INET, address, &to.sin_addr) != 1) return INVALID_SOCKET;
    const SOCKET made = socket(AF_INET, SOCK_STREAM, 0);
    if (made == INVALID_SOCKET) return made;
    set_blocking(made, false);
    int error = 0;
    address_size size = sizeof error;
    const bool now = connect(made, (struct sockaddr *)&to, sizeof to) == 0;
    if (!now &&
        (!wait_until(made, POLLOUT, end) || getsockopt(made, SOL_SOCKET, SO_ERROR, (void *)&error, &size) != 0 || error)) {
        closesocket(made);
        return INVALID_SOCKET;
    }
    set_blocking(made, true);
    return made;
}

/* Reads an answer whose size is stated, or which ends with the connection. Returns its status. */
static int read_answer(SOCKET socket, struct text *all, struct text *body, uint64_t end)
{
    while (!head_of(all) && all->size < MOST_HEAD && receive(socket, all, end)) continue;
    const size_t head = head_of(all);
    if (!head || strncmp(all->data, "HTTP/1.", 7) != 0) return 0;
    all->data[head - 1] = '\0';
    const char *stated = header_of(all->data, "content-length:"), *coding = header_of(all->data, "transfer-encoding:");
    const unsigned long long size = stated ? strtoull(stated, NULL, 10) : MOST_BODY;
    const int status = atoi(all->data + 9);
    if (size > MOST_BODY || coding) return 0;
    while (all->size - head < size && receive(socket, all, end)) continue;
    if (stated && all->size - head < size) return 0;
    text_add(body, all->data + head, stated ? (size_t)size : all->size - head);
    return status;
}

int http_get(const char *address, unsigned port, const char *path, unsigned wait_ms, struct text *body)
{
    const uint64_t end = clock_ms() + wait_ms;
    struct text request = { 0 }, all = { 0 };
    const SOCKET server = connect_to(address, port, end);
    int status = 0;
    if (server == INVALID_SOCKET) return 0;
    text_print(&request, "GET %s HTTP/1.1\r\nHost: %s:%u\r\nConnection: close\r\n\r\n", path, address, port);
    if (send_all(server, request.data, request.size, end)) status = read_answer(server, &all, body, end);
    text_free(&request);
    text_free(&all);
    closesocket(server);
    return status;
}

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

#include "base/http.h"
#include "base/system.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_HEAD = 8192, /* bytes of a request or of the head of an answer */
    MOST_BODY = 10 << 20,
    PIECE = 1 << 18,     /* that is sent at once */
    WAIT_MS = 20,        /* between checks for an interruption */
    MOST_WAIT_MS = 5000, /* for a client that is slow */
    LINGER_MS = 500,     /* for one that does not close its side */
    BACKLOG = 16
};

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

static bool wait_until(SOCKET socket, short events, uint64_t end)
{
    while (clock_ms() < end && !was_interrupted()) {
        struct pollfd one = { .fd = socket, .events = events };
        if (poll(&one, 1, WAIT_MS) > 0) return true;
    }
    return false;
}

/* Sends bytes to a peer that takes some of them every `wait_ms`. */
static bool send_all(SOCKET socket, const char *data, size_t size, unsigned wait_ms)
{
    while (size > 0) {
        if (!wait_until(socket, POLLOUT, clock_ms() + wait_ms)) return false;
        const long long sent = send(socket, data, (transfer_size)(size < PIECE ? size : PIECE), SEND_FLAGS);
        if (sent <= 0) return false;
        data += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* Appends what has come. False: no more comes. */
static bool receive(SOCKET socket, struct text *to, uint64_t end)
{
    enum { ROOM = 1 << 16 };
    if (!wait_until(socket, POLLIN, end)) return false;
    char *room = text_room(to, ROOM);
    const long long got = room ? recv(socket, room, ROOM, 0) : 0;
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

size_t http_header(const char *head, const char *name, reel_string *value)
{
    const size_t size = strlen(name);
    size_t found = 0;
    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line, "\r\n")) {
        line += 2;
        size_t i = 0;
        while (i < size && same_letter(line[i], name[i])) i++;
        if (i < size) continue;
        const char *start = line + i + strspn(line + i, " \t");
        *value = (reel_string){ start, strcspn(start, "\r") };
        found++;
    }
    return found;
}

bool http_asks_for(const char *head, const char *path)
{
    static const char get[] = "GET ";
    const size_t before = sizeof get - 1, size = strlen(path);
    return strncmp(head, get, before) == 0 && strncmp(head + before, path, size) == 0 && strchr(" ?\r", head[before + size]);
}

/* Reads up to the end of a head, and ends it with a NUL. Returns its size; 0: it is too long or none, or has a NUL. */
static size_t read_head(SOCKET socket, struct text *text, uint64_t end)
{
    while (!head_of(text) && text->size < MOST_HEAD && receive(socket, text, end)) continue;
    const size_t size = head_of(text);
    if (!size || memchr(text->data, '\0', size)) return 0;
    text->data[size - 1] = '\0';
    return size;
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

static void answer(SOCKET client, http_respond *respond, void *context)
{
    struct text head = { 0 }, sent = { 0 };
    if (read_head(client, &head, clock_ms() + MOST_WAIT_MS)) {
        static const char refused[] = "405 Method Not Allowed";
        struct http_reply reply = { refused, "Content-Type: text/plain; charset=utf-8\r\n", refused, sizeof refused - 1 };
        if (strncmp(head.data, "GET ", 4) == 0) respond(context, head.data, &reply);
        text_print(&sent, "HTTP/1.1 %s\r\n%sContent-Length: %llu\r\nConnection: close\r\n\r\n", reply.status, reply.headers,
                   (unsigned long long)reply.size);
        if (send_all(client, sent.data, sent.size, MOST_WAIT_MS)) send_all(client, reply.data, reply.size, MOST_WAIT_MS);
    }
    text_free(&head);
    text_free(&sent);
}

/* Waits until the client has closed its side: closing first, with bytes unread, would reset the connection. */
static void finish(SOCKET client)
{
    const uint64_t end = clock_ms() + LINGER_MS;
    char rest[512];
#ifdef _WIN32
    shutdown(client, SD_SEND);
#else
    shutdown(client, SHUT_WR);
#endif
    while (wait_until(client, POLLIN, end) && recv(client, rest, sizeof rest, 0) > 0) continue;
    closesocket(client);
}

void http_serve_one(const struct http_server *server, http_respond *respond, void *context)
{
    const SOCKET listener = (SOCKET)server->socket;
    if (!wait_until(listener, POLLIN, clock_ms() + 5 * WAIT_MS)) return;
    const SOCKET client = accept(listener, NULL, NULL);
    if (client == INVALID_SOCKET) return;
    set_blocking(client, false);
    answer(client, respond, context);
    finish(client);
}

/* ---- the client -------------------------------------------------------------------------------------------------- */

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
    const size_t head = read_head(socket, all, end);
    if (!head || strncmp(all->data, "HTTP/1.", 7) != 0) return 0;
    reel_string length, coded;
    const bool stated = http_header(all->data, "content-length:", &length) > 0;
    const bool coding = http_header(all->data, "transfer-encoding:", &coded) > 0;
    const unsigned long long size = stated ? strtoull(length.data, NULL, 10) : MOST_BODY;
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
    if (send_all(server, request.data, request.size, wait_ms)) status = read_answer(server, &all, body, end);
    text_free(&request);
    text_free(&all);
    closesocket(server);
    return status;
}

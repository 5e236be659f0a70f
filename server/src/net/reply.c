/* SPDX-License-Identifier: MIT */
#include "net/reply.h"

#include "base/clock.h"
#include "net/conn.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { STREAM_BYTES = 4096 /* of a stream at once */, CHUNK_ROOM = 16 /* around them */ };

/* ---- heads ----------------------------------------------------------------------------------------------------------- */

static void add_date(text *to)
{
    char date[40];
    struct tm parts;
    const time_t now = time(NULL);
    if (!gmtime_r(&now, &parts)) return;
    strftime(date, sizeof date, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
    text_add(to, date);
}

static bool is_head(const conn *c) { return strcmp(c->request->method, METHOD_HEAD) == 0; }

/* An answer that comes before the end of the body leaves the rest unread: no request can follow. */
static bool must_close(const conn *c, const front_answer *answer)
{
    return answer->closes || c->head.closes || !conn_has_body(c);
}

/* Makes the head of an answer, and room for `size` bytes after it. `framing` is a line, or empty. False: out of memory. */
static bool begin_reply(conn *c, front_answer *answer, const char *framing, const char *data, size_t size)
{
    text head = { .data = NULL };
    c->reply = (reply){ .there = true, .closes = must_close(c, answer), .file = -1 };
    text_print(&head, "HTTP/1.1 %u %s\r\n", answer->code, http_reason(answer->code));
    add_date(&head);
    text_raw(&head, answer->headers.data, answer->headers.size);
    text_add(&head, framing);
    if (c->reply.closes) text_add(&head, "Connection: close\r\n");
    text_add(&head, "\r\n");
    text_raw(&head, data, size);
    const bool fine = !head.failed && !answer->headers.failed;
    text_free(&answer->headers);
    if (!fine) {
        text_free(&head);
        c->reply = (reply){ .file = -1 };
        return false;
    }
    c->out = head.data;
    c->out_size = head.size;
    c->out_at = 0;
    conn_set_deadline(c, c->thread->front->options.answer_seconds);
    return true;
}

/* A client that asks again and has the entity gets none, nor its length, which is not known here. */
static const char *length_line(char line[48], unsigned code, uint64_t size)
{
    *line = '\0';
    if (code != HTTP_NOT_MODIFIED) snprintf(line, 48, "Content-Length: %llu\r\n", (unsigned long long)size);
    return line;
}

bool front_answer_bytes(conn *c, front_answer *answer, const char *data, size_t size)
{
    char line[48];
    length_line(line, answer->code, size);
    return begin_reply(c, answer, line, data, is_head(c) ? 0 : size);
}

bool front_answer_file(conn *c, front_answer *answer, int file, bool owns, uint64_t offset, uint64_t size)
{
    char line[48];
    length_line(line, answer->code, size);
    const bool fine = begin_reply(c, answer, line, NULL, 0), sends = fine && !is_head(c);
    if (!sends && owns) close(file);
    if (!sends) return fine;
    c->reply.file = file;
    c->reply.owns = owns;
    c->reply.at = (off_t)offset;
    c->reply.left = size;
    return true;
}

/* To a client of HTTP/1.0 the end of the connection is the end of the answer. */
bool front_answer_stream(conn *c, front_answer *answer, front_read *read, void (*end)(void *context), void *context)
{
    const bool chunked = !c->head.is_old;
    const bool fine = begin_reply(c, answer, chunked ? "Transfer-Encoding: chunked\r\n" : "", NULL, 0),
               sends = fine && !is_head(c);
    if (!sends) end(context);
    if (!sends) return fine;
    c->reply.read = read;
    c->reply.end = end;
    c->reply.context = context;
    c->reply.chunked = chunked;
    conn_set_deadline(c, 0);
    return true;
}

/* ---- the rest -------------------------------------------------------------------------------------------------------- */

bool reply_is_sent(const conn *c) { return !c->out && !c->reply.left && !c->reply.read; }

static bool send_file(conn *c)
{
    reply *r = &c->reply;
    if (!c->client.writable) return false;
    ssize_t count = sendfile(c->client.file, r->file, &r->at, r->left < TURN_BYTES ? (size_t)r->left : TURN_BYTES);
    if (count < 0 && errno == EAGAIN) return c->client.writable = false;
    if (count <= 0) { /* or the file is shorter than it was */
        conn_close(c);
        return false;
    }
    r->left -= (uint64_t)count;
    c->moved += (size_t)count;
    c->active = clock_steady_ms();
    return true;
}

/* Puts the next part of a stream into `out`. */
static bool read_stream(conn *c)
{
    static const char last[] = "0\r\n\r\n";
    reply *r = &c->reply;
    char *part = malloc(STREAM_BYTES + 2 * CHUNK_ROOM);
    if (!part) {
        conn_close(c);
        return false;
    }
    const ssize_t count = r->read(r->context, part + CHUNK_ROOM, STREAM_BYTES);
    size_t begin = CHUNK_ROOM, end = CHUNK_ROOM;
    if (count > 0) end += (size_t)count;
    if (count > 0 && r->chunked) {
        char size[CHUNK_ROOM];
        const int digits = snprintf(size, sizeof size, "%zx\r\n", (size_t)count);
        begin -= (size_t)digits;
        memcpy(part + begin, size, (size_t)digits);
        memcpy(part + end, "\r\n", 2);
        end += 2;
    }
    if (count < 0) {
        conn_end_stream(c);
        if (r->chunked) memcpy(part + begin, last, sizeof last - 1);
        if (r->chunked) end += sizeof last - 1;
    }
    if (begin == end) {
        free(part);
        return count < 0;
    }
    c->out = part;
    c->out_at = begin;
    c->out_size = end;
    return true;
}

bool reply_send(conn *c)
{
    if (!c->reply.there || c->out || c->closed || c->suspended) return false;
    if (c->reply.left) return send_file(c);
    return c->reply.read && read_stream(c);
}

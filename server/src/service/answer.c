/* SPDX-License-Identifier: MIT
 * How requests are answered. */
#include "service/answer.h"

#include "base/cache.h"
#include "base/json_write.h"
#include "service/answer_count.h"
#include "service/cors.h"
#include "service/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Headers that an error has, too. The others are of the answer that was to be: an error is neither that entity nor cacheable. */
static bool is_of_errors(const char *name)
{
    static const char *const names[] = { HEADER_RETRY_AFTER, HEADER_ALLOW, HEADER_CONTENT_RANGE };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static void add_header(text *to, const char *name, const char *value) { text_print(to, "%s: %s\r\n", name, value); }

/* Also errors can be read by pages of other sites that may read answers. */
static void add_cors(const request *r, text *to)
{
    const char *origin = r->connection ? cors_origin(r, r->route) : NULL;
    if (!origin) return;
    add_header(to, HEADER_ALLOW_ORIGIN, origin);
    add_header(to, HEADER_EXPOSE_HEADERS, "ETag, Retry-After, X-Request-Id, Content-Range");
    if (*origin != '*') add_header(to, HEADER_VARY, HEADER_ORIGIN);
}

static void add_headers(request *r, unsigned code, text *to)
{
    bool is_error = code >= HTTP_BAD_REQUEST, retry = false;
    for (size_t i = 0; i < REQUEST_HEADERS && r->headers[i].name; i++) {
        const char *name = r->headers[i].name;
        if (is_error && !is_of_errors(name)) continue;
        retry |= strcmp(name, HEADER_RETRY_AFTER) == 0;
        add_header(to, name, r->headers[i].value);
    }
    add_cors(r, to);
    if (!is_error && r->cookie.data && !r->cookie.failed) add_header(to, HEADER_SET_COOKIE, r->cookie.data);
    if (!is_error && r->location.data && !r->location.failed) add_header(to, HEADER_LOCATION, r->location.data);
    if (is_error) add_header(to, HEADER_CACHE_CONTROL, "no-store");
    if (code == HTTP_SERVICE_UNAVAILABLE && !retry) add_header(to, HEADER_RETRY_AFTER, "1");
    if (code == HTTP_UNAUTHORIZED) add_header(to, HEADER_WWW_AUTHENTICATE, "Bearer");
}

/* What an answer begins with. What came before the end of the server is answered, and the next request goes to the next server. */
static front_answer begin_answer(request *r, unsigned code, const char *type)
{
    front_answer answer = { .code = code, .closes = atomic_load(&r->server->draining) };
    add_header(&answer.headers, HEADER_CONTENT_TYPE, type);
    add_header(&answer.headers, "X-Content-Type-Options", "nosniff");
    add_header(&answer.headers, "X-Request-Id", r->id);
    add_header(&answer.headers, "Content-Security-Policy",
               r->policy ? r->policy : "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    add_headers(r, code, &answer.headers);
    return answer;
}

/* `fine`: the answer is on its way. */
static http_result end_answer(request *r, unsigned code, uint64_t size, bool fine)
{
    if (!fine) return HTTP_END;
    journal_answer(r, code);
    r->stage = REQUEST_ANSWERED;
    server_count(r, code, size);
    return HTTP_GO;
}

/* Counts bytes of an answer that stay in memory until the client has them. */
static bool take_memory(request *r, size_t size)
{
    if (!budget_take(&r->server->memory, size)) return false;
    r->taken += size;
    return true;
}

static http_result answer_no_room(request *r)
{
    request_add_header(r, HEADER_RETRY_AFTER, "2");
    return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for the answer: try again");
}

http_result answer_text(request *request, unsigned code, const char *type, const char *data, size_t size)
{
    front_answer answer = begin_answer(request, code, type);
    return end_answer(request, code, size, front_answer_bytes(request->connection, &answer, data, size));
}

http_result answer_prepared(request *request, const char *type)
{
    text *answer = &request->answer;
    size_t size = answer->size;
    if (answer->failed) return answer_refusal(request, HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    if (size > SCRATCH_MEMORY) { /* the client may read it slowly */
        scratch_drop(&request->server->scratch, &request->out_file);
        bool fine = scratch_append(&request->server->scratch, &request->out_file, answer->data, size);
        text_free(answer);
        return fine ? answer_output(request, type) : answer_no_room(request);
    }
    if (!take_memory(request, size)) return text_free(answer), answer_no_room(request);
    http_result result = answer_text(request, request->code ? request->code : HTTP_OK, type, answer->data, size);
    text_free(answer);
    return result;
}

/* A small part of a file is read here: it leaves with the header in one call of the system. NULL: it is not small, or cannot be read. */
static char *read_small(request *r, int file, uint64_t offset, uint64_t size)
{
    if (size > CACHE_MOST || !take_memory(r, (size_t)size)) return NULL;
    char *bytes = malloc((size_t)size + 1);
    if (bytes && pread(file, bytes, (size_t)size, (off_t)offset) == (ssize_t)size) return bytes;
    free(bytes);
    return NULL;
}

/* `owns`: the file is closed. Otherwise it is open as long as the request is there. */
static http_result send_file(request *r, unsigned code, const char *type, int file, bool owns, uint64_t offset, uint64_t size)
{
    char *bytes = read_small(r, file, offset, size);
    front_answer answer = begin_answer(r, code, type);
    const bool fine = bytes ? front_answer_bytes(r->connection, &answer, bytes, (size_t)size)
                            : front_answer_file(r->connection, &answer, file, owns, offset, size);
    if (bytes && owns) close(file);
    free(bytes);
    return end_answer(r, code, size, fine);
}

http_result answer_file(request *request, unsigned code, const char *type, int file, uint64_t offset, uint64_t size)
{
    return send_file(request, code, type, file, true, offset, size);
}

bool request_write(request *r, const void *data, size_t size)
{
    bool fine = scratch_append(&r->server->scratch, &r->out_file, data, size);
    r->out = r->out_file.file;
    return fine ||
           request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for the answer: try again");
}

http_result answer_output(request *request, const char *type)
{
    const scratch_file *out = &request->out_file;
    scratch_settle(&request->server->scratch, &request->out_file);
    request->out = -1;
    if (out->file < 0) return HTTP_END;
    return send_file(request, request->code ? request->code : HTTP_OK, type, out->file, false, 0, out->size);
}

http_result answer_stream(request *request, const char *type, front_read *read, void (*end)(void *context), void *context)
{
    front_answer answer = begin_answer(request, HTTP_OK, type);
    return end_answer(request, HTTP_OK, 0, front_answer_stream(request->connection, &answer, read, end, context));
}

http_result answer_problem(request *request, unsigned code, const reel_error *error)
{
    text out = { .data = NULL };
    char instance[sizeof "urn:reel:request:" + sizeof request->id];
    if (request->route && request->route->problem) return request->route->problem(request, code, error);
    request->rule = error->rule;
    json_begin_object(&out, NULL);
    json_member_uint(&out, "status", code);
    json_member_string(&out, "title", error->message);
    json_member_string(&out, "rule", error->rule);
    if (error->section && *error->section) json_member_string(&out, "section", error->section);
    if (error->status < 0) json_member_uint(&out, "offset", error->offset);
    if (!request->answer.failed) json_move(&out, &request->answer);
    snprintf(instance, sizeof instance, "urn:reel:request:%s", request->id);
    json_member_string(&out, "instance", instance);
    json_end_line(&out);
    if (out.failed) text_free(&out); /* an empty answer has its status at least */
    http_result result = answer_text(request, code, "application/problem+json", out.data, out.size);
    text_free(&out);
    return result;
}

http_result answer_refusal(request *request, unsigned code, const char *rule, const char *message)
{
    reel_error error = { .rule = rule, .section = "" };
    snprintf(error.message, sizeof error.message, "%s", message);
    return answer_problem(request, code, &error);
}

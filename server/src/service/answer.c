/* SPDX-License-Identifier: MIT
 * How requests are answered. */
#include "service/answer.h"

#include "base/cache.h"
#include "service/answer_count.h"
#include "service/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Headers that an error has, too. The others are of the answer that was to be: an error is neither that entity nor cacheable. */
static bool is_of_errors(const char *name)
{
    static const char *const names[] = { MHD_HTTP_HEADER_RETRY_AFTER, MHD_HTTP_HEADER_ALLOW, MHD_HTTP_HEADER_CONTENT_RANGE };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static void add_headers(request *r, unsigned code, struct MHD_Response *response)
{
    bool is_error = code >= MHD_HTTP_BAD_REQUEST, retry = false;
    for (size_t i = 0; i < REQUEST_HEADERS && r->headers[i].name; i++) {
        const char *name = r->headers[i].name;
        if (is_error && !is_of_errors(name)) continue;
        retry |= strcmp(name, MHD_HTTP_HEADER_RETRY_AFTER) == 0;
        MHD_add_response_header(response, name, r->headers[i].value);
    }
    if (!is_error && r->cookie.data && !r->cookie.failed)
        MHD_add_response_header(response, MHD_HTTP_HEADER_SET_COOKIE, r->cookie.data);
    if (is_error) MHD_add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    if (code == MHD_HTTP_SERVICE_UNAVAILABLE && !retry) MHD_add_response_header(response, MHD_HTTP_HEADER_RETRY_AFTER, "1");
    if (code == MHD_HTTP_UNAUTHORIZED) MHD_add_response_header(response, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer");
}

static enum MHD_Result queue_answer(request *r, unsigned code, const char *type, struct MHD_Response *response, uint64_t size)
{
    if (!response) return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "X-Request-Id", r->id);
    MHD_add_response_header(response, "Content-Security-Policy",
                            r->policy ? r->policy : "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    add_headers(r, code, response);
    /* what came before the end is answered, and the next request goes to the next server */
    if (atomic_load(&r->server->draining)) MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    front_enter_answer(r->connection);
    journal_answer(r, code);
    enum MHD_Result result = MHD_queue_response(r->connection, code, response);
    MHD_destroy_response(response);
    r->stage = REQUEST_ANSWERED;
    server_count(r, code, size);
    return result;
}

/* Counts bytes of an answer that stay in memory until the client has them. */
static bool take_memory(request *r, size_t size)
{
    if (!budget_take(&r->server->memory, size)) return false;
    r->taken += size;
    return true;
}

static enum MHD_Result answer_no_room(request *r)
{
    request_add_header(r, MHD_HTTP_HEADER_RETRY_AFTER, "2");
    return answer_refusal(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for the answer: try again");
}

enum MHD_Result answer_text(request *request, unsigned code, const char *type, const char *data, size_t size)
{
    return queue_answer(request, code, type, MHD_create_response_from_buffer(size, (void *)(size_t)data, MHD_RESPMEM_MUST_COPY),
                        size);
}

enum MHD_Result answer_prepared(request *request, const char *type)
{
    text *answer = &request->answer;
    size_t size = answer->size;
    if (answer->failed) return answer_refusal(request, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    if (size > SCRATCH_MEMORY) { /* the client may read it slowly */
        scratch_drop(&request->server->scratch, &request->out_file);
        bool fine = scratch_append(&request->server->scratch, &request->out_file, answer->data, size);
        text_free(answer);
        return fine ? answer_output(request, type) : answer_no_room(request);
    }
    if (!take_memory(request, size)) return text_free(answer), answer_no_room(request);
    struct MHD_Response *response = MHD_create_response_from_buffer(size, answer->data, MHD_RESPMEM_MUST_FREE);
    if (response) *answer = (text){ .data = NULL };
    return queue_answer(request, request->code ? request->code : MHD_HTTP_OK, type, response, size);
}

/* A small part of a file is read here: it leaves with the header in one call of the system, instead of three. NULL: it is not small, or
 * cannot be read. */
static struct MHD_Response *small_response(request *r, int file, uint64_t offset, uint64_t size)
{
    if (size > CACHE_MOST || !take_memory(r, (size_t)size)) return NULL;
    char *bytes = malloc((size_t)size + 1);
    if (!bytes || pread(file, bytes, (size_t)size, (off_t)offset) != (ssize_t)size) return free(bytes), NULL;
    struct MHD_Response *response = MHD_create_response_from_buffer((size_t)size, bytes, MHD_RESPMEM_MUST_FREE);
    if (!response) free(bytes);
    return response;
}

enum MHD_Result answer_file(request *request, unsigned code, const char *type, int file, uint64_t offset, uint64_t size)
{
    struct MHD_Response *response = small_response(request, file, offset, size);
    bool is_small = response != NULL;
    if (!response) response = MHD_create_response_from_fd_at_offset64(size, file, offset);
    if (is_small || !response) close(file);
    return queue_answer(request, code, type, response, size);
}

bool request_write(request *r, const void *data, size_t size)
{
    bool fine = scratch_append(&r->server->scratch, &r->out_file, data, size);
    r->out = r->out_file.file;
    return fine ||
           request_refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for the answer: try again");
}

/* The request is there, and keeps the file open, until the answer has left. */
static ssize_t read_output(void *context, uint64_t at, char *to, size_t most)
{
    const scratch_file *out = context;
    ssize_t count = pread(out->file, to, most, (off_t)at);
    return count > 0 ? count : MHD_CONTENT_READER_END_WITH_ERROR;
}

enum MHD_Result answer_output(request *request, const char *type)
{
    enum { OUTPUT_BLOCK = 1 << 15 };
    scratch_file *out = &request->out_file;
    scratch_settle(&request->server->scratch, out);
    request->out = -1;
    if (out->file < 0) return MHD_NO;
    uint64_t size = out->size;
    struct MHD_Response *response = small_response(request, out->file, 0, size);
    if (!response) response = MHD_create_response_from_callback(size, OUTPUT_BLOCK, read_output, out, NULL);
    return queue_answer(request, request->code ? request->code : MHD_HTTP_OK, type, response, size);
}

enum MHD_Result answer_stream(request *request, const char *type, MHD_ContentReaderCallback read, void *context,
                              MHD_ContentReaderFreeCallback end)
{
    enum { STREAM_BLOCK = 4096 };
    struct MHD_Response *response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, read, context, end);
    if (!response) end(context);
    enum MHD_Result result = queue_answer(request, MHD_HTTP_OK, type, response, 0);
    front_enter_stream(request->connection);
    return result;
}

enum MHD_Result answer_problem(request *request, unsigned code, const reel_error *error)
{
    text out = { .data = NULL };
    if (request->route && request->route->problem) return request->route->problem(request, code, error);
    request->rule = error->rule;
    text_print(&out, "{\"status\":%u,\"title\":", code);
    text_json(&out, error->message);
    text_member(&out, "rule");
    text_json(&out, error->rule);
    if (error->section && *error->section) {
        text_member(&out, "section");
        text_json(&out, error->section);
    }
    if (error->status < 0) text_print(&out, ",\"offset\":%llu", (unsigned long long)error->offset);
    if (request->answer.size) text_raw(&out, request->answer.data, request->answer.size);
    text_print(&out, ",\"instance\":\"urn:reel:request:%s\"}\n", request->id);
    if (out.failed) text_free(&out); /* an empty answer has its status at least */
    enum MHD_Result result = answer_text(request, code, "application/problem+json", out.data, out.size);
    text_free(&out);
    return result;
}

enum MHD_Result answer_refusal(request *request, unsigned code, const char *rule, const char *message)
{
    reel_error error = { .rule = rule, .section = "" };
    snprintf(error.message, sizeof error.message, "%s", message);
    return answer_problem(request, code, &error);
}

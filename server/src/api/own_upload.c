/* SPDX-License-Identifier: MIT
 * POST /me/replays: an upload by the form of a page. The file of the form becomes the body of the request; from there on it is POST /replays. */
#include "api/handlers.h"
#include "base/clear.h"
#include "net/multipart.h"
#include "service/answer.h"
#include "service/form_key.h"
#include "service/lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

http_result post_own_replay(request *r)
{
    const char *fault = form_fault(r, NULL);
    return fault ? answer_refusal(r, HTTP_FORBIDDEN, "server.form", fault) : request_start(r);
}

static bool keep_file(request *r, const multipart_part *part)
{
    scratch_file file = scratch_none;
    bool fine = scratch_append(&r->server->scratch, &file, part->data, part->size) ||
                request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for the body: try again");
    fine = fine && request_take_body(r, &file);
    if (!fine) scratch_drop(&r->server->scratch, &file);
    return fine;
}

static bool read_parts(request *r, const char *body, size_t size)
{
    multipart parts;
    char key[FORM_KEY] = "";
    const char *type = request_header(r, HEADER_CONTENT_TYPE), *fault;
    const multipart_part *file, *sent;
    if (!multipart_read(&parts, type, body, size))
        return request_refuse(r, HTTP_BAD_REQUEST, "server.form", "the form cannot be read");
    file = multipart_find(&parts, "replay");
    sent = multipart_find(&parts, "form");
    if (sent && sent->size == FORM_KEY - 1) memcpy(key, sent->data, sent->size);
    fault = form_fault(r, key);
    if (fault) return request_refuse(r, HTTP_FORBIDDEN, "server.form", fault);
    if (!file || !file->size) return request_refuse(r, HTTP_BAD_REQUEST, "server.form", "the form has no file, or an empty one");
    return keep_file(r, file);
}

/* Takes the file out of the form. False: the request has failed. */
static bool open_form(request *r)
{
    const size_t size = (size_t)r->body_size;
    char *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, r->body, 0) : NULL;
    if (bytes == MAP_FAILED)
        return request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the body cannot be mapped: try again");
    const bool fine = read_parts(r, bytes ? bytes : "", size);
    if (bytes) munmap(bytes, size);
    return fine;
}

bool own_replay_step(request *r) { return (r->jobs || open_form(r)) && upload_step(r); }

/* The page about the play. */
http_result finish_own_replay(request *r)
{
    static const char plain[] = "text/plain; charset=utf-8";
    char place[sizeof "/plays/" + STORE_ID];
    snprintf(place, sizeof place, "/plays/%s", r->entry.id);
    const bool fine = !r->answer.failed;
    text_free(&r->answer);
    if (!fine) return answer_refusal(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "out of memory");
    request_add_header(r, HEADER_LOCATION, place);
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    return answer_text(r, HTTP_SEE_OTHER, plain, "", 0);
}

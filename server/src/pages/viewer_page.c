/* SPDX-License-Identifier: MIT
 * GET /view/{id}: the page of web/viewer with the replay in it, as `reel view` makes it. */
#include "pages/handlers.h"
#include "pages/page.h"
#include "pages/share.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/stored_replay.h"
#include "service/viewer.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define MOST_REPLAY (UINT64_C(128) << 20)
/* Where what a link shows goes. */
static const char head_end[] = "<title>";
/* The page runs its own script and WebAssembly, and reaches no other host. It is framed by this server and the origins of --frame-ancestors. */
static const char page_policy[] =
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob: data:; worker-src blob: data:; connect-src blob: "
    "data:; style-src 'unsafe-inline'; img-src blob: data:; media-src blob: data:; font-src data:; base-uri 'none'; form-action "
    "'none'; frame-ancestors 'self'%s";

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* A file in memory; it is unmapped with munmap. NULL: it is missing, empty or larger than `most`. */
static char *map_file(int file, uint64_t most, size_t *size)
{
    struct stat info;
    if (fstat(file, &info) != 0 || info.st_size <= 0 || (uint64_t)info.st_size > most) return NULL;
    *size = (size_t)info.st_size;
    void *bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    return bytes == MAP_FAILED ? NULL : bytes;
}

/* ---- the page ----------------------------------------------------------------------------------------------------- */

/* Adds a replay as base64, piece by piece. */
static bool add_base64(request *r, const uint8_t *data, size_t size)
{
    enum { PIECE = 3 * 8192, LETTERS = sodium_base64_ENCODED_LEN(PIECE, sodium_base64_VARIANT_ORIGINAL) };
    char letters[LETTERS];
    for (size_t at = 0; at < size; at += PIECE) {
        size_t step = size - at < PIECE ? size - at : PIECE;
        sodium_bin2base64(letters, sizeof letters, data + at, step, sodium_base64_VARIANT_ORIGINAL);
        if (!request_write(r, letters, strlen(letters))) return false;
    }
    return true;
}

/* Writes the page up to `end`, with what a link shows before its title; a page without one has no head to write to. */
static bool write_head(request *r, const char *page, const char *end)
{
    text tags = { .data = NULL };
    const char *title = memmem(page, (size_t)(end - page), head_end, sizeof head_end - 1);
    if (!title) return request_write(r, page, (size_t)(end - page));
    reel_error error;
    bool fine = share_tags(r, &r->entry, &tags, &error) >= 0 || page_failed(r, &error);
    fine = fine && request_write(r, page, (size_t)(title - page)) && request_write(r, tags.data, tags.size) &&
           request_write(r, title, (size_t)(end - title));
    text_free(&tags);
    return fine;
}

static bool compose(request *r, const viewer_page *page)
{
    static const char after[] = "</script>\n    ";
    char before[ANCESTORS + 160];
    size_t size = 0;
    const char *at = page->data + page->before, *ancestors = r->server->options.ancestors;
    char *replay = map_file(r->stored, MOST_REPLAY, &size);
    if (!replay) return request_refuse(r, HTTP_CONTENT_TOO_LARGE, "view.size", "the replay is too large for a page");
    int length =
        snprintf(before, sizeof before, "<script type=\"application/octet-stream\" id=\"reel-replay\" data-name=\"%s\"%s%s%s>",
                 r->entry.id, *ancestors ? " data-embedders=\"" : "", *ancestors ? ancestors + 1 : "", *ancestors ? "\"" : "");
    bool fine = write_head(r, page->data, at) && request_write(r, before, (size_t)length) &&
                add_base64(r, (const uint8_t *)replay, size) && request_write(r, after, sizeof after - 1) &&
                request_write(r, at, page->size - page->before);
    munmap(replay, size);
    return fine;
}

bool view_step(request *r)
{
    viewer_page page;
    if (!open_stored(r, r->captures[0])) return false;
    if (!viewer_open(r->server, &page)) return request_refuse(r, HTTP_NOT_FOUND, "view.no-viewer", viewer_missing);
    compose(r, &page);
    munmap(page.data, page.size);
    return false;
}

http_result view(request *r) { return request_start(r); }

http_result finish_view(request *r)
{
    char policy[sizeof page_policy + ANCESTORS];
    snprintf(policy, sizeof policy, page_policy, r->server->options.ancestors);
    r->policy = policy;
    http_result result = answer_output(r, "text/html; charset=utf-8");
    r->policy = NULL;
    return result;
}

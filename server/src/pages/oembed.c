/* SPDX-License-Identifier: MIT
 * GET /oembed: how other sites show a link to a play (https://oembed.com): with the viewer in a frame, if the operator lets them frame it. */
#include "base/json_write.h"
#include "pages/handlers.h"
#include "pages/page.h"
#include "pages/share.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/stored_replay.h"
#include "service/viewer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 540, LEAST = 64, PICTURE_WIDTH = 1200, PICTURE_HEIGHT = 630 };

/* The id in an address of this server, of a page of a play. NULL: it is another address. */
static bool find_id(const request *r, char id[STORE_ID])
{
    static const char *const paths[] = { "/plays/", "/view/" };
    text base = { .data = NULL };
    const char *url = request_parameter(r, "url"), *ours = share_base(r, &base);
    const size_t size = ours ? strlen(ours) : 0;
    const bool fine = url && size && strncmp(url, ours, size) == 0;
    bool found = false;
    for (size_t i = 0; fine && i < sizeof paths / sizeof *paths; i++) {
        const size_t length = strlen(paths[i]);
        if (strncmp(url + size, paths[i], length) != 0) continue;
        const char *at = url + size + length;
        const size_t letters = strcspn(at, "?#");
        if (letters != STORE_ID - 1) continue;
        snprintf(id, STORE_ID, "%.*s", (int)letters, at);
        found = store_is_id(id);
    }
    text_free(&base);
    return found;
}

/* Pixels that the asking site has room for. */
static bool read_size(const request *r, const char *name, int usual, int *size)
{
    const char *value = request_parameter(r, name);
    *size = usual;
    if (!value) return true;
    const long most = strspn(value, "0123456789") == strlen(value) && strlen(value) < 6 ? strtol(value, NULL, 10) : 0;
    if (most < LEAST) return false;
    if (most < usual) *size = (int)most;
    return true;
}

http_result get_oembed(request *r)
{
    char id[STORE_ID];
    int width, height;
    const char *form = request_parameter(r, "format");
    if (form && strcmp(form, "json") != 0)
        return answer_refusal(r, HTTP_NOT_ACCEPTABLE, "server.format", "only json is available");
    if (!read_size(r, "maxwidth", WIDTH, &width) || !read_size(r, "maxheight", HEIGHT, &height))
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "maxwidth and maxheight are pixels, at least 64");
    if (find_id(r, id)) return request_start(r);
    return answer_refusal(r, HTTP_NOT_FOUND, "server.url", "url is not the address of a play on this server");
}

/* Adds what shows the play: the viewer in a frame. Its address has no letter that HTML would read as markup: the base is of an option, or a host. */
static void add_frame(request *r, const char *base, const char *id)
{
    char html[1024];
    int width, height;
    text *to = &r->answer;
    read_size(r, "maxwidth", WIDTH, &width);
    read_size(r, "maxheight", HEIGHT, &height);
    if (height > width * HEIGHT / WIDTH) height = width * HEIGHT / WIDTH;
    if (width > height * WIDTH / HEIGHT) width = height * WIDTH / HEIGHT;
    snprintf(html, sizeof html,
             "<iframe src=\"%s/view/%s?embed\" width=\"%d\" height=\"%d\" allow=\"fullscreen\" style=\"border:0\" title=\"A "
             "replay\"></iframe>",
             base, id, width, height);
    json_member_string(to, "html", html);
    json_member_int(to, "width", width);
    json_member_int(to, "height", height);
}

bool oembed_step(request *r)
{
    reel_error error;
    char id[STORE_ID], picture[512];
    text base = { .data = NULL }, *to = &r->answer;
    find_id(r, id);
    reel_status status = stored_find(r, id, &error);
    if (status < 0) return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    if (status == REEL_END) return request_refuse(r, HTTP_NOT_FOUND, "server.replay", "replay not found");
    const char *ours = share_base(r, &base);
    const replay_entry *e = &r->entry;
    const bool frames = ours && strpbrk(ours, "\"<>&'") == NULL && *r->server->options.ancestors && viewer_is_there(r->server);
    json_begin_object(to, NULL);
    json_member_string(to, "version", "1.0");
    json_member_string(to, "type", frames ? "rich" : "link");
    json_member_string(to, "title", *e->title ? e->title : *e->level ? e->level : e->game);
    if (*e->player) json_member_string(to, "author_name", *e->player_name ? e->player_name : e->player);
    json_member_string(to, "provider_name", "reel");
    json_member_string(to, "provider_url", ours ? ours : "");
    snprintf(picture, sizeof picture, "%s/replays/%s/picture.png", ours ? ours : "", id);
    json_member_string(to, "thumbnail_url", picture);
    json_member_int(to, "thumbnail_width", PICTURE_WIDTH);
    json_member_int(to, "thumbnail_height", PICTURE_HEIGHT);
    if (frames) add_frame(r, ours, id);
    json_end_line(to);
    text_free(&base);
    return false;
}

http_result finish_oembed(request *r) { return page_answer(r, "application/json"); }

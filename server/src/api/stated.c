/* SPDX-License-Identifier: MIT
 * GET /stated/{board} and what is below it: plays that tables of others state, which no server judged. */
#include "api/handlers.h"
#include "base/url_text.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "json/record_json.h"
#include "json/stated_json.h"

#include <stdio.h>
#include <string.h>

enum { USUAL = 50, MOST = 100 };

/* A list that is being written; the last play is where the next page begins. */
typedef struct stated_rows {
    text *to;
    unsigned count;
    stated_play last;
} stated_rows;

static void add_stated(void *context, const stated_play *play)
{
    stated_rows *rows = context;
    rows->count++;
    rows->last = *play;
    record_add(rows->to, &stated_record, play);
}

http_result get_stated_levels(request *r) { return read_limit(r, USUAL, MOST) ? request_start(r) : HTTP_GO; }

bool stated_levels_step(request *r)
{
    board b;
    reel_error error;
    text *to = &r->answer;
    stated_rows rows = { .to = to };
    const char *after = request_parameter(r, "after"), *player = request_parameter(r, "player");
    const unsigned limit = read_limit(r, USUAL, MOST);
    if (!find_board_of_path(r, &b)) return false;
    json_begin_object(to, NULL);
    json_member_string(to, "board", b.name);
    json_begin_array(to, "levels");
    if (list_stated_levels(r, &b, after, limit, add_stated, &rows, &error) < 0) return request_unavailable(r, &error);
    json_end_array(to);
    if (rows.count == limit) {
        text address = { .data = NULL };
        text_print(&address, "/stated/%s?limit=%u", b.name, limit);
        if (player) url_parameter(&address, "player", player);
        url_parameter(&address, "after", rows.last.level_key);
        url_next(to, &address);
    }
    json_end_line(to);
    return false;
}

http_result get_stated(request *r)
{
    stated_place after;
    if (!read_limit(r, USUAL, MOST)) return HTTP_GO;
    if (read_stated_place(request_parameter(r, "after"), &after)) return request_start(r);
    return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "after is not of the form that the member next has");
}

bool stated_step(request *r)
{
    board b;
    reel_error error;
    stated_place after;
    text *to = &r->answer;
    stated_rows rows = { .to = to };
    const unsigned limit = read_limit(r, USUAL, MOST);
    read_stated_place(request_parameter(r, "after"), &after);
    if (!find_board_of_path(r, &b)) return false;
    json_begin_object(to, NULL);
    json_member_string(to, "board", b.name);
    json_member_string(to, "level", r->captures[1]);
    json_begin_array(to, "entries");
    if (stated_list(r->server->catalogue, b.name, r->captures[1], &after, limit, add_stated, &rows, &error) < 0)
        return request_unavailable(r, &error);
    json_end_array(to);
    if (rows.count == limit) {
        char place[STATED_PLACE];
        text address = { .data = NULL };
        text_print(&address, "/stated/%s/", b.name);
        url_path(&address, r->captures[1]);
        text_print(&address, "?limit=%u", limit);
        write_stated_place(&rows.last, place);
        url_parameter(&address, "after", place);
        url_next(to, &address);
    }
    json_end_line(to);
    return false;
}

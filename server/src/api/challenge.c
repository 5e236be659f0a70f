/* SPDX-License-Identifier: MIT
 * POST /challenges: what a player's game puts into the mark of its next play. */
#include "api/handlers.h"
#include "api/upload_player.h"
#include "base/json_write.h"
#include "service/answer.h"
#include "service/lanes.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { CHALLENGE_BYTES = 16, CHALLENGE_SECONDS = 3600 };

static bool is_text(const char *text)
{
    if (!text || !*text || strlen(text) >= CATALOGUE_TEXT) return false;
    for (size_t left = strlen(text), step; left; text += step, left -= step) {
        reel_utf8(text, left, &step);
        if (!step) return false;
    }
    return true;
}

http_result add_challenge(request *r)
{
    if (!is_text(request_parameter(r, "player")) || !is_text(request_parameter(r, "level")))
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "name the player and the level, at most 255 bytes each");
    if (!is_own_player(r, request_parameter(r, "player")))
        return answer_refusal(r, HTTP_FORBIDDEN, "server.player", "the challenge is not for the player whose token this is");
    return request_start(r);
}

bool challenge_step(request *r)
{
    uint8_t random[CHALLENGE_BYTES];
    char id[CHALLENGE_TEXT];
    reel_error error;
    const char *player = request_parameter(r, "player"), *level = request_parameter(r, "level");
    unsigned seconds = r->server->options.challenge_seconds ? r->server->options.challenge_seconds : CHALLENGE_SECONDS;
    int64_t now = clock_onward_ms(), expires = now + (int64_t)seconds * 1000;
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(id, sizeof id, random, sizeof random);
    if (catalogue_challenge_add(r->server->catalogue, id, player, level, now, expires, &error) < 0)
        return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
    json_begin_object(&r->answer, NULL);
    json_member_string(&r->answer, "challenge", id);
    json_member_string(&r->answer, "player", player);
    json_member_string(&r->answer, "level", level);
    json_member_int(&r->answer, "expires", expires);
    json_end_line(&r->answer);
    r->code = HTTP_CREATED;
    return false;
}

http_result finish_challenge(request *r)
{
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store");
    return answer_prepared(r, "application/json");
}

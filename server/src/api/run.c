/* SPDX-License-Identifier: MIT
 * GET /replays/{id}/demo: the file with the run of a finish, which the game plays, if the map of the recording is here. */
#include "api/handlers.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/stored_replay.h"
#include "store/maps.h"

#include <stdio.h>
#include <string.h>

http_result get_run(request *r)
{
    const char *finish = request_parameter(r, "finish");
    if (!finish || !*finish || strlen(finish) >= JOB_TEXT)
        return answer_refusal(r, HTTP_BAD_REQUEST, "server.parameter", "name a finish, NAME or NAME,TIME, of at most 255 bytes");
    return request_start(r);
}

/* The map has to be here. */
static bool open_map(request *r)
{
    char key[JOB_TEXT], hash[JOB_MAP], message[REEL_MESSAGE_SIZE];
    reel_level_key(r->entry.level, strlen(r->entry.level), key, sizeof key);
    const int file = maps_open_level(r->server->options.maps, key, hash);
    if (file >= 0) {
        r->queued.map = file;
        memcpy(r->queued.job.map, hash, sizeof hash);
        return true;
    }
    snprintf(message, sizeof message, "the map of the recording is not here%s%s", maps_key(key, hash) ? ": " : "", hash);
    return request_refuse(r, HTTP_CONFLICT, "server.run-map", message);
}

/* What is wrong with the finish that was asked for, with the recording, or with the map. */
static bool refuse(request *r)
{
    const job_result *result = &r->queued.result;
    if (strncmp(result->rule, "finish.", sizeof "finish." - 1) == 0)
        return request_refuse(r, HTTP_NOT_FOUND, result->rule, result->message);
    if (strcmp(result->rule, "server.run-game") == 0) return request_refuse(r, HTTP_CONFLICT, result->rule, result->message);
    if (strcmp(result->rule, "server.map-other") == 0)
        return request_refuse(r, HTTP_CONFLICT, "server.run-map",
                              "the file in the folder of maps is not the map of the recording");
    return false;
}

bool run_step(request *r)
{
    if (r->jobs) return r->queued.result.status < 0 && refuse(r);
    if (!open_stored(r, r->captures[0]) || !open_map(r)) return false;
    r->queued.job.kind = JOB_FINISH;
    snprintf(r->queued.job.finish, sizeof r->queued.job.finish, "%.*s", JOB_TEXT - 1, request_parameter(r, "finish"));
    return true;
}

http_result finish_run(request *r)
{
    char name[HEADER_TEXT];
    snprintf(name, sizeof name, "attachment; filename=\"%s.%s\"", r->entry.id, r->queued.result.format);
    request_add_header(r, HEADER_CONTENT_DISPOSITION, name);
    request_add_header(r, HEADER_CACHE_CONTROL, "no-store"); /* moderators may withdraw the recording */
    return answer_output(r, "application/octet-stream");
}

/* SPDX-License-Identifier: MIT
 * GET /plays/{id}: one play. A worker makes what the page says of the replay once; then it is in the cache. */
#include "pages/handlers.h"
#include "pages/map_shown.h"
#include "pages/page.h"
#include "pages/share.h"
#include "service/answer.h"
#include "service/lanes.h"
#include "service/query.h"
#include "service/stored_replay.h"
#include "service/viewer.h"
#include "json/entry_json.h"
#include "json/facts.h"
#include "json/kept_answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FACTS_NAME = STORE_ID + 8, LONGEST_ANSWER = 1 << 19 };
#define REFUSED_MS (INT64_C(24) * 3600 * 1000 * REFUSED_DAYS) /* for which the page of a refused upload is there */

static void name_facts(const char *id, char name[FACTS_NAME]) { snprintf(name, FACTS_NAME, "facts-%.64s", id); }

http_result get_play(request *r)
{
    char name[FACTS_NAME];
    text facts = { .data = NULL };
    name_facts(r->captures[0], name);
    if (!store_is_id(r->captures[0])) return answer_refusal(r, HTTP_NOT_FOUND, "server.replay", "replay not found");
    if (cache_get(r->server->cache, name, &facts)) r->lane = LANE_LOOKUP;
    text_free(&facts);
    return request_start(r);
}

/* ---- the page -------------------------------------------------------------------------------------------------------- */

/* A board on which the replay has plays, and the level of one of them. */
typedef struct play_board {
    char board[BOARD_NAME], board_title[BOARD_TITLE], level[CATALOGUE_TEXT];
} play_board;
static RECORD(play_board_record, play_board, FIELD(play_board, board, FIELD_TEXT), FIELD(play_board, board_title, FIELD_TEXT),
              FIELD(play_board, level, FIELD_TEXT));

/* The page of a play, or of an upload that was refused: then there is no entry. */
typedef struct play_page {
    share_page play;
    bool viewer, is_long; /* the list of findings is too long for the page */
    bool has_answer, has_facts;
    kept_answer answer;
    facts facts;
    const refused_upload *refused;
    record_list boards;
    bool has_map;
    map_shown map;
} play_page;

static RECORD(refusal_record, refused_upload, FIELD(refused_upload, received, FIELD_INT),
              FIELD(refused_upload, format, FIELD_TEXT), FIELD(refused_upload, rule, FIELD_TEXT),
              FIELD(refused_upload, message, FIELD_TEXT));
static RECORD(play_record, play_page, FIELDS_OF(play_page, play, &share_record), FIELD(play_page, viewer, FIELD_BOOL),
              FIELD_AS(play_page, "long", is_long, FIELD_BOOL),
              { .name = "answer",
                .kind = FIELD_STRUCT,
                .offset = offsetof(play_page, answer),
                .given = offsetof(play_page, has_answer),
                .of = &kept_answer_record },
              { .name = "facts",
                .kind = FIELD_STRUCT,
                .offset = offsetof(play_page, facts),
                .given = offsetof(play_page, has_facts),
                .of = &facts_record },
              FIELD_OF(play_page, refused, FIELD_POINTER, &refusal_record),
              FIELD_OF(play_page, boards, FIELD_LIST, &play_board_record),
              { .name = "map",
                .kind = FIELD_STRUCT,
                .offset = offsetof(play_page, map),
                .given = offsetof(play_page, has_map),
                .of = &map_shown_record });

static void release(void *data)
{
    play_page *values = data;
    kept_answer_free(&values->answer);
    facts_free(&values->facts);
    map_shown_free(&values->map);
    share_end(&values->play);
}

static page page_of(play_page *values)
{
    return (page){ .name = "play", .of = &play_record, .data = values, .release = release };
}

static void log_unreadable(const request *r, const char *what, const char *id, const reel_error *error)
{
    fprintf(stderr, "reel-server: request %s: %s %s: %s\n", r->id, what, id, error->message);
}

/* ---- a play that was refused ------------------------------------------------------------------------------------------ */

/* Findings that are kept, for the page. */
typedef struct kept_findings {
    findings findings;
    reel_status status;
    reel_error error;
} kept_findings;

static void read_kept_findings(void *context, const char *string)
{
    kept_findings *kept = context;
    kept->status = findings_read(string, strlen(string), &kept->findings, &kept->error);
}

static bool show_refused(request *r)
{
    reel_error error;
    refused_upload refused;
    kept_findings kept = { .status = REEL_OK };
    reel_status status = catalogue_refused(r->server->catalogue, r->captures[0], clock_wall_ms() - REFUSED_MS, &refused,
                                           read_kept_findings, &kept, &error);
    if (status != REEL_OK) {
        findings_free(&kept.findings);
        return status < 0 ? request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error)
                          : request_refuse(r, HTTP_NOT_FOUND, "server.replay", "replay not found");
    }
    if (kept.status < 0) log_unreadable(r, "the findings that are kept for", refused.id, &kept.error);
    play_page values = { .play.head = page_begin(r, "A replay that was refused"), .refused = &refused, .has_answer = true };
    values.answer.document = kept.findings.document; /* the page takes these */
    values.answer.findings = kept.findings.list;
    const page page = page_of(&values);
    return page_end(r, &page);
}

/* ---- a play that is kept ---------------------------------------------------------------------------------------------- */

/* Reads what the worker wrote, and keeps it. */
static void read_facts(request *r, const char *name, play_page *values)
{
    struct stat info;
    reel_error error;
    off_t at = 0;
    if (r->queued.result.status < 0 || fstat(r->out, &info) != 0 || info.st_size > CACHE_MOST) return;
    const size_t size = (size_t)info.st_size;
    char *bytes = malloc(size + 1);
    const bool whole = bytes && output_read(r, bytes, size, &at);
    values->has_facts = whole && facts_read(bytes, size, &values->facts, &error) >= 0;
    if (values->has_facts) cache_put(r->server->cache, name, bytes, size);
    if (whole && !values->has_facts) log_unreadable(r, "a worker's answer about", r->entry.id, &error);
    free(bytes);
}

/* An answer that is kept, for the page. */
typedef struct shown_answer {
    play_page *values;
    reel_status status;
    reel_error error;
} shown_answer;

static void show_answer(void *context, verdict verdict, const char *answer)
{
    shown_answer *shown = context;
    play_page *values = shown->values;
    (void)verdict; /* the entry has it */
    values->is_long = strlen(answer) > LONGEST_ANSWER;
    shown->status = kept_answer_read(answer, !values->is_long, &values->answer, &shown->error);
    values->has_answer = shown->status >= 0;
}

/* The first level of each board; the plays are in the order of the boards. */
static void add_board(void *context, const board_entry *entry)
{
    record_list *boards = context;
    const play_board *last = boards->count ? record_list_at(boards, &play_board_record, boards->count - 1) : NULL;
    if (last && strcmp(last->board, entry->board) == 0) return;
    play_board *added = record_list_add(boards, &play_board_record);
    if (!added) return;
    memcpy(added->board, entry->board, sizeof added->board);
    memcpy(added->level, entry->replay.level, sizeof added->level);
}

/* Those that are still declared. */
static void title_boards(request *r, record_list *boards)
{
    board b;
    size_t kept = 0;
    play_board *all = boards->rows;
    for (size_t i = 0; i < boards->count; i++) {
        if (!find_board(r, all[i].board, &b)) continue;
        if (kept != i) all[kept] = all[i];
        memcpy(all[kept++].board_title, b.title, sizeof b.title);
    }
    boards->count = kept;
}

static bool show_play(request *r, play_page *values)
{
    reel_error error;
    const replay_entry *e = &r->entry;
    shown_answer shown = { .values = values };
    values->play = share_begin(r, e);
    values->viewer = viewer_is_there(r->server);
    const page page = page_of(values);
    if (catalogue_answer(r->server->catalogue, e->id, show_answer, &shown, &error) < 0) return page_unavailable(r, &page, &error);
    if (shown.status < 0) log_unreadable(r, "the answer that is kept for", e->id, &shown.error);
    if (e->verdict == VERDICT_ACCEPTED &&
        catalogue_plays(r->server->catalogue, e->number, add_board, &values->boards, &error) < 0)
        return page_unavailable(r, &page, &error);
    title_boards(r, &values->boards);
    values->has_map = values->has_answer && values->answer.map;
    if (values->has_map && map_shown_read(r, values->answer.map, &values->map, &error) < 0)
        return page_unavailable(r, &page, &error);
    return page_end(r, &page);
}

bool play_step(request *r)
{
    reel_error error;
    char name[FACTS_NAME];
    text cached = { .data = NULL };
    play_page values = { .has_facts = false };
    name_facts(r->captures[0], name);
    if (r->jobs == 0) {
        reel_status status = catalogue_get(r->server->catalogue, r->captures[0], &r->entry, &error);
        if (status < 0) return request_fail(r, HTTP_SERVICE_UNAVAILABLE, &error);
        if (status == REEL_END) return show_refused(r);
        if (!cache_get(r->server->cache, name, &cached)) {
            r->queued.job.kind = JOB_FACTS;
            return open_stored(r, r->captures[0]);
        }
        values.has_facts = facts_read(cached.data, cached.size, &values.facts, &error) >= 0;
        text_free(&cached);
    } else {
        read_facts(r, name, &values);
        r->queued.result.status = REEL_OK; /* a play that cannot be read any more has a page, too */
    }
    return show_play(r, &values);
}

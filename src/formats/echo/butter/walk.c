/* SPDX-License-Identifier: MIT
 * The rows of a block of a .butter, frame by frame, as they were appended. */
#include "formats/echo/butter/walk.h"
#include "core/chunk.h"

const ordered_table reel__butter_ordered[ORDER_TABLES] = {
    [ORDER_FRAMES] = { &butter_frames, offsetof(butter_frame, common.frame) },
    [ORDER_TEAMS] = { &butter_teams, offsetof(echo_team, frame) },
    [ORDER_PLAYERS] = { &butter_players, offsetof(butter_player, common.frame) },
    [ORDER_BONES] = { &butter_bones, offsetof(echo_bone, frame) },
};

block_walk reel__walk_begin(const block_rows *rows)
{
    return (block_walk){ .rows = rows,
                         .of = { [ORDER_FRAMES] = (const uint8_t *)rows->frames,
                                 [ORDER_TEAMS] = (const uint8_t *)rows->teams,
                                 [ORDER_PLAYERS] = (const uint8_t *)rows->players,
                                 [ORDER_BONES] = (const uint8_t *)rows->bones },
                         .count = { rows->frame_count, rows->team_count, rows->player_count, rows->bone_count } };
}

static reel_status refuse(reel_encoder *e, const block_walk *walk, unsigned which)
{
    const file_writer *w = e->state;
    const size_t waiting_rows =
        reel__chunk_list(w->rows, reel__butter_ordered[which].table)->count - w->used[which] - walk->at[which];
    return reel__order_no_frame(&w->order, which, walk->of[which] + walk->at[which] * reel__butter_ordered[which].table->row_size,
                                waiting_rows, e->error);
}

static bool is_before(const block_walk *walk, unsigned which, uint64_t end)
{
    uint32_t frame;
    if (walk->at[which] == walk->count[which]) return false;
    memcpy(&frame,
           walk->of[which] + walk->at[which] * reel__butter_ordered[which].table->row_size + reel__butter_ordered[which].frame,
           sizeof frame);
    return frame < end;
}

reel_status reel__walk_table(reel_encoder *e, block_walk *walk, unsigned which, uint32_t number, size_t *first)
{
    for (; is_before(walk, which, number); walk->at[which]++)
        if (!e->stored) return refuse(e, walk, which);
    *first = walk->at[which];
    while (is_before(walk, which, (uint64_t)number + 1)) walk->at[which]++;
    return REEL_OK;
}

reel_status reel__walk_end(reel_encoder *e, const block_walk *walk, bool last)
{
    const file_writer *w = e->state;
    reel_status status = REEL_OK;
    for (unsigned i = ORDER_TEAMS; i < ORDER_TABLES && status == REEL_OK; i++) {
        const size_t left = walk->count[i] - walk->at[i];
        if (!left) continue;
        const uint8_t *rows = walk->of[i] + walk->at[i] * reel__butter_ordered[i].table->row_size;
        status = last ? reel__order_end(&w->order, i, rows, left, &e->reporter, e->error) : refuse(e, walk, i);
    }
    return status;
}

/* Without rows of teams from one frame to the end, the frames stay: a recorder that died may have left them so. */
reel_status reel__walk_check_teams(reel_encoder *e, const block_rows *given)
{
    file_writer *w = e->state;
    const unsigned long number = given->frames->common.frame;
    if (e->stored) return REEL_OK;
    if (given->team_count && (w->teams == TEAMS_NONE || w->teams == TEAMS_ENDED))
        return reel_fail(e->error, REEL_ARGUMENT, "butter.teams", butter_teams.name, 0,
                         "frame %lu has rows of teams, but a frame before it lacks some", number);
    if (given->team_count >= ECHO_TEAMS) w->teams = TEAMS_ALL;
    if (!given->team_count && w->teams == TEAMS_UNKNOWN) w->teams = TEAMS_NONE;
    if (given->team_count >= ECHO_TEAMS || w->teams == TEAMS_NONE) return REEL_OK;
    w->teams = TEAMS_ENDED;
    w->incomplete++;
    return REEL_OK;
}

void reel__walk_report_teams(const reel_encoder *e)
{
    const file_writer *w = e->state;
    if (w->incomplete)
        reel_find(&e->reporter,
                  (reel_finding){ .rule = "butter.incomplete",
                                  .severity = REEL_WARNING,
                                  .section = "blocks",
                                  .offset = REEL_NO_OFFSET,
                                  .table = &butter_teams,
                                  .row = REEL_NO_ROW,
                                  .count = w->incomplete },
                  "the last %llu {frame lacks|frames lack} rows of teams, which are written without values",
                  (unsigned long long)w->incomplete);
}

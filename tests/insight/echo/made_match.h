/* SPDX-License-Identifier: MIT
 * Small matches of Echo VR, made row by row, and what the insight makes of them. */
#ifndef ECHO_MADE_MATCH_H
#define ECHO_MADE_MATCH_H

#include "support.h"

#include "core/chunk.h"

#include <reel/echo.h>
#include <reel/echoreplay.h>

typedef struct made_match {
    reel_allocator allocator;
    reel_chunk *chunk;
    uint32_t frame; /* number of the next one */
    double time;    /* of the last one */
    uint8_t slots[4];
    reel_findings *findings;
    reel_replay *result;
} made_match;

static const reel_table *const made_tables[] = { &echoreplay_frames, &echoreplay_teams, &echoreplay_players, NULL };

static inline reel_string words(const char *text) { return (reel_string){ text, strlen(text) }; }

static inline made_match made_begin(void)
{
    made_match m = { .allocator = reel__memory_allocator(NULL), .findings = reel_findings_new(NULL) };
    m.chunk = reel__chunk_new(made_tables, NULL, UINT64_MAX, &m.allocator);
    assert_non_null(m.chunk);
    assert_non_null(m.findings);
    return m;
}

static inline void made_end(made_match *m)
{
    reel_free(m->result);
    reel_findings_free(m->findings);
    reel__chunk_free(m->chunk);
}

/* A frame of Arena, good until the next one is made. Its clock runs down from 600. */
static inline echoreplay_frame *made_frame(made_match *m, double time, uint8_t status)
{
    echoreplay_frame *row = reel_row_add(reel_chunk_table(m->chunk, &echoreplay_frames));
    assert_non_null(row);
    row->common = (echo_frame){ .time = time,
                                .frame = m->frame++,
                                .game_clock = (float)(600 - time),
                                .status = status,
                                .has = ECHO_HAS_POINTS | ECHO_HAS_PAUSE | ECHO_HAS_SCORE | ECHO_HAS_DISC,
                                .paused_team = ECHO_NO_TEAM,
                                .unpaused_team = ECHO_NO_TEAM,
                                .score_team = ECHO_NO_TEAM };
    row->match_type = words("Echo_Arena");
    row->map_name = words("mpl_arena_a");
    row->goal_text = words("[NO GOAL]");
    row->person_scored = row->assist_scored = words("[INVALID]");
    m->time = time;
    memset(m->slots, 0, sizeof m->slots);
    return row;
}

/* A player of the last frame, whose game number is the last digit of the account; good until the next one is made. */
static inline echo_player *made_player(made_match *m, uint8_t team, uint64_t userid, const char *name)
{
    echoreplay_player *row = reel_row_add(reel_chunk_table(m->chunk, &echoreplay_players));
    assert_non_null(row);
    row->common = (echo_player){ .time = m->time,
                                 .frame = m->frame - 1,
                                 .userid = userid,
                                 .name = words(name),
                                 .team = team,
                                 .slot = m->slots[team]++,
                                 .player_id = (uint8_t)(userid % 10),
                                 .has = ECHO_HAS_STATS | ECHO_HAS_HOLDING,
                                 .holding_left = ECHO_HOLDS_NOTHING,
                                 .holding_right = ECHO_HOLDS_NOTHING };
    return &row->common;
}

static inline void made_team(made_match *m, uint8_t team, bool possession)
{
    echoreplay_team *row = reel_row_add(reel_chunk_table(m->chunk, &echoreplay_teams));
    assert_non_null(row);
    row->common = (echo_team){ .time = m->time, .frame = m->frame - 1, .team = team, .possession = possession };
}

/* What the insight makes of it, all tables. */
static inline void made_run(made_match *m)
{
    reel_error error;
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .tables = reel_insight_echo.tables,
                                     .report = reel_findings_report, .report_context = m->findings };
    if (reel_insight_run_chunk(&reel_insight_echo, &reel_format_echoreplay, m->chunk, &options, &m->result, &error) < 0)
        fail_msg("%s", error.message);
}

/* The rows of a table of the result, of which there must be `count`. */
static inline const void *made_rows(const made_match *m, const reel_table *table, size_t count)
{
    size_t found;
    const void *rows = reel_rows(m->result, table, &found);
    if (found != count) fail_msg("%s has %zu rows, not %zu", table->name, found, count);
    return rows;
}

static inline uint64_t made_found(const made_match *m, const char *rule)
{
    for (size_t i = 0; i < reel_findings_count(m->findings); i++)
        if (!strcmp(reel_findings_at(m->findings, i)->rule, rule)) return reel_findings_at(m->findings, i)->count;
    return 0;
}

static inline void same_words(reel_string text, const char *wanted)
{
    if (text.size != strlen(wanted) || (text.size && memcmp(text.data, wanted, text.size) != 0))
        fail_msg("\"%.*s\" is not \"%s\"", (int)text.size, text.data, wanted);
}

static inline void near_to(double value, double wanted)
{
    if (!(value - wanted <= 1e-4 && wanted - value <= 1e-4)) fail_msg("%.9g is not %.9g", value, wanted);
}

#endif

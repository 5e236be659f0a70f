/* SPDX-License-Identifier: MIT
 * The insight "beatsaber": fills a play, processes its events, and returns the rows. */
#include "insight/beatsaber/play.h"

#include <reel/scoresaber.h>
#include <reel/xror.h>

/* Maximum length of the graph, s: a day. A longer stated time is invalid. */
#define MAX_SECONDS 86400

typedef struct insight_state {
    play_state play;
    bool started, wants_frames;
} insight_state;

static reel_status no_memory(reel_analysis *analysis)
{
    return reel_fail(analysis->error, REEL_MEMORY, "reel.memory", "", 0, "out of memory");
}

static bool table_wanted(const reel_analysis *analysis, const reel_table *table)
{
    return reel_chunk_table(analysis->result, table) != NULL;
}

static play_state *stats_start(reel_analysis *analysis)
{
    insight_state *state = analysis->state;
    play_state *play = &state->play;
    if (state->started) return play;
    state->started = true;
    play->allocator = analysis->allocator;
    play->server = strcmp(analysis->convention, "server") == 0;
    play->wants_sums = true;
    bool summary = table_wanted(analysis, &beatsaber_summaries);
    play->motion.wants_jitters = summary || table_wanted(analysis, &beatsaber_jitters);
    play->motion.wants_resets = summary || table_wanted(analysis, &beatsaber_origin_resets);
    state->wants_frames = play->motion.wants_jitters || play->motion.wants_resets || table_wanted(analysis, &beatsaber_graph);
    return play;
}

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    play_state *play = stats_start(analysis);
    bool frames = ((insight_state *)analysis->state)->wants_frames;
    return play_feed(play, analysis->format, chunk, frames) ? REEL_OK : no_memory(analysis);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static void put_rows(reel_analysis *analysis, const reel_table *table, const void *rows, size_t count)
{
    reel_row_list *list = count ? reel_chunk_table(analysis->result, table) : NULL;
    void *room = list ? reel_row_grow(list, count, true) : NULL;
    if (room) memcpy(room, rows, count * table->row_size);
}

static void put_scorings(reel_analysis *analysis, const play_state *play)
{
    for (int i = 0; i < SCORING_COUNT; i++)
        put_rows(analysis, &beatsaber_scorings, &play->scorings[i], play->scorings[i].notes > 0);
}

static uint32_t seconds_of(float end_time)
{
    if (!(end_time >= 1.0f)) return 0;
    return end_time < (float)MAX_SECONDS ? (uint32_t)end_time : MAX_SECONDS;
}

static uint32_t narrow(uint64_t count) { return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX; }

static void sum_outcome(beatsaber_summary *row, const play_state *play, const play_walk *walk)
{
    row->score = walk->score;
    row->max_score = walk->max_score;
    row->stated_score = play->stated_score;
    row->score_difference = (int64_t)((uint64_t)walk->score - (uint64_t)play->stated_score);
    row->accuracy = walk->max_score ? (float)walk->score / (float)walk->max_score : 0.0f;
    row->fc_accuracy = walk->fc_accuracy;
    row->rank = (uint8_t)beatsaber_rank_of(walk->score, walk->max_score);
    row->end_time = play->motion.last_time;
    row->fail_time = play->fail_time;
    if (play->no_fail) row->fail_time = walk->empty ? walk->empty_time : 0.0f;
    row->won = play->fail_time < 0.01f;
    row->max_combo = walk->max_combo;
    row->final_combo = walk->combo;
    row->max_streak = walk->has_streak ? walk->max_streak : 0;
    row->final_energy = walk->energy;
    row->min_energy = walk->min_energy;
    row->present = (uint8_t)((walk->has_streak ? BEATSABER_HAS_STREAK : 0) | (play->server ? BEATSABER_HAS_BOMB_HANDS : 0));
    row->underswing = walk->underswing;
    row->full_swing_score = walk->score + walk->underswing;
    row->underswing_share = walk->max_score ? (float)((double)walk->underswing / (double)walk->max_score) : 0.0f;
}

static void sum_hits(beatsaber_summary *row, const play_state *play)
{
    for (int i = 0; i < SCORING_COUNT; i++) {
        row->notes += play->scorings[i].notes;
        row->good_cuts += play->scorings[i].good_cuts;
        row->bad_cuts += play->scorings[i].bad_cuts;
        row->misses += play->scorings[i].misses;
    }
    row->bombs = play->bombs;
    row->walls = narrow(play->walls.count);
    row->full_combo = row->notes > 0 && row->good_cuts == row->notes && !row->bombs && !row->walls;
    for (int i = 0; i < 2; i++) {
        const beatsaber_hand *hand = &play->hands[i];
        row->bad_cuts_by_hand[i] = hand->bad_cuts;
        row->misses_by_hand[i] = hand->misses;
        row->bombs_by_hand[i] = hand->bombs;
        row->timing[i] = hand->timing;
        row->hand_points[i] = hand->mean_points;
        row->preswing[i] = hand->preswing;
        row->postswing[i] = hand->postswing;
        row->time_dependence[i] = hand->time_dependence;
        float *cut = i == LEFT ? row->left_cut : row->right_cut;
        cut[0] = hand->before;
        cut[1] = hand->center;
        cut[2] = hand->after;
    }
}

static void sum_person(beatsaber_summary *row, const play_state *play)
{
    const play_motion *motion = &play->motion;
    const play_pause *pauses = play->pauses.data;
    for (size_t i = 0; i < play->pauses.count; i++) {
        if (!(pauses[i].time >= play->first_note_time && pauses[i].time <= play->last_note_time)) continue;
        row->pauses++;
        row->pause_duration = (int64_t)((uint64_t)row->pause_duration + (uint64_t)pauses[i].duration);
    }
    row->jump_distance = play->jump_distance;
    row->average_height = play->height_count ? (float)(play->height_sum / (double)play->height_count) : play->height;
    row->average_head_position = play_head(motion);
    row->jitters = narrow(motion->jitters.count);
    const beatsaber_jitter *jitters = motion->jitters.data;
    for (size_t i = 0; i < motion->jitters.count; i++) row->jitters_with_loss += jitters[i].loss;
    row->origin_resets = narrow(motion->resets.count);
    row->kept_frames = narrow(motion->kept);
    row->dropped_frames = narrow(motion->row - motion->kept);
    row->not_finite = narrow(play->not_finite + motion->not_finite);
}

/* What the format of the play does not let anybody count. */
static void tell_unknown(reel_analysis *analysis, const play_state *play)
{
    reel_finding finding = { .rule = "beatsaber.no-cuts",
                             .severity = REEL_NOTE,
                             .section = "notes",
                             .offset = REEL_NO_OFFSET,
                             .row = REEL_NO_ROW,
                             .count = 1 };
    if (play->no_cuts && play->notes.count)
        reel_find(&analysis->reporter, finding,
                  "the replay has points but no cuts: timing, swing, time dependence and underswing fields are 0");
    finding.rule = "beatsaber.no-events";
    if (play->no_events)
        reel_find(&analysis->reporter, finding, "the replay has no note events: only the motion fields are computed");
}

static reel_status stats_finish(reel_analysis *analysis)
{
    play_state *play = stats_start(analysis);
    tell_unknown(analysis, play);
    play_walk walk = {
        .events = reel_chunk_table(analysis->result, &beatsaber_events),
        .underswings = reel_chunk_table(analysis->result, &beatsaber_underswings),
        .graph = reel_chunk_table(analysis->result, &beatsaber_graph),
        .seconds = seconds_of(play->motion.last_time),
        .wants_losses = play->motion.jitters.count > 0,
        .wants_streak = true,
    };
    bool done = play_walk_run(&walk, play);
    if (done) {
        play_finish_sums(play);
        play_mark_losses(play, &walk);
        beatsaber_summary summary = { 0 };
        sum_outcome(&summary, play, &walk);
        sum_hits(&summary, play);
        sum_person(&summary, play);
        put_rows(analysis, &beatsaber_summaries, &summary, 1);
        put_rows(analysis, &beatsaber_hands, play->hands, 2);
        put_rows(analysis, &beatsaber_cells, play->cells, CELL_COUNT);
        put_scorings(analysis, play);
        put_rows(analysis, &beatsaber_jitters, play->motion.jitters.data, play->motion.jitters.count);
        put_rows(analysis, &beatsaber_origin_resets, play->motion.resets.data, play->motion.resets.count);
    }
    play_walk_free(&walk, &play->allocator);
    if (play->motion.last_time >= (float)MAX_SECONDS && walk.graph) {
        reel_finding finding = { .rule = "beatsaber.graph-cut",
                                 .severity = REEL_NOTE,
                                 .section = "frames",
                                 .offset = REEL_NO_OFFSET,
                                 .table = play->frame_table,
                                 .row = REEL_NO_ROW,
                                 .count = 1 };
        reel_find(&analysis->reporter, finding, "the graph is cut after %d seconds, but the frames end at %f", MAX_SECONDS,
                  (double)play->motion.last_time);
    }
    return done ? REEL_OK : no_memory(analysis);
}

static void close_state(reel_analysis *analysis)
{
    insight_state *state = analysis->state;
    if (state->started) play_free(&state->play);
}

static const reel_table *const tables[] = {
    &beatsaber_summaries, &beatsaber_hands,       &beatsaber_cells,   &beatsaber_scorings,      &beatsaber_graph,
    &beatsaber_events,    &beatsaber_underswings, &beatsaber_jitters, &beatsaber_origin_resets, NULL,
};
static const reel_table *const inputs[] = {
    &bsor_infos,
    &bsor_frames,
    &bsor_notes,
    &bsor_walls,
    &bsor_heights,
    &bsor_pauses,
    &bsor_offsets,
    &scoresaber_infos,
    &scoresaber_poses,
    &scoresaber_keyframes,
    &scoresaber_notes,
    &scoresaber_walls,
    &scoresaber_heights,
    &scoresaber_pauses,
    &scoresaber_scores,
    &scoresaber_play_settings_rows,
    &scoresaber_json_infos,
    &scoresaber_json_frames,
    &scoresaber_json_notes,
    &scoresaber_json_heights,
    &xror_infos,
    &xror_frames,
    &xror_notes,
    &xror_garbages,
    &xror_walls,
    &xror_heights,
    &xror_pauses,
    NULL,
};
static const char *const conventions[] = { "game", "server", NULL };

const reel_insight reel_insight_beatsaber = {
    .id = "beatsaber",
    .name = "Beat Saber statistics",
    .doc = "score, accuracy, combo, energy and swings of a play, per hand, grid cell, second and note",
    .formats = play_formats_known,
    .tables = tables,
    .conventions = conventions,
    .inputs = inputs,
    .state_size = sizeof(insight_state),
    .chunk = take_chunk,
    .finish = stats_finish,
    .close = close_state,
};

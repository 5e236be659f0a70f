/* SPDX-License-Identifier: MIT
 * The insight "beatsaber": fills a play, processes its events, and returns the rows. */
#include "core/chunk.h"
#include "core/memory.h"
#include "insight/beatsaber/evidence.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/level.h"
#include "insight/beatsaber/level_reenact.h"
#include "insight/beatsaber/motion.h"
#include "insight/beatsaber/play.h"
#include "insight/level.h"

#include <math.h>

#include <reel/beatsaber_map.h>
#include <reel/scoresaber.h>
#include <reel/xror.h>

/* Maximum length of the graph, s: a day. A longer stated time is invalid. */
#define MAX_SECONDS 86400

#if !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_BEATSABER_MAP
#define HAS_LEVELS 1
#else
#define HAS_LEVELS 0
#endif

/* The third and later ones are "game" with the factors of modifiers, in the order of play_factors. */
static const char *const conventions[] = { "game", "server", "in-game", "beatleader", "scoresaber", NULL };

typedef struct insight_state {
    play_state play;
    bool started, wants_frames;
} insight_state;

static bool table_wanted(const reel_analysis *analysis, const reel_table *table)
{
    return reel_chunk_table(analysis->result, table) != NULL;
}

#ifndef REEL_WITHOUT_EVIDENCE
static bool wants_reenacted(const reel_analysis *analysis)
{
    return analysis->level &&
           (table_wanted(analysis, &beatsaber_level_cuts) || table_wanted(analysis, &beatsaber_level_reenacted_rows));
}

static bool wants_evidence(const reel_analysis *analysis)
{
    return table_wanted(analysis, &beatsaber_cuts) || table_wanted(analysis, &beatsaber_evidences) || wants_reenacted(analysis);
}
#else
static bool wants_evidence(const reel_analysis *analysis) { return (void)analysis, false; }
#endif

static play_state *stats_start(reel_analysis *analysis)
{
    insight_state *state = analysis->state;
    play_state *play = &state->play;
    if (state->started) return play;
    state->started = true;
    play->allocator = analysis->allocator;
    play->server = strcmp(analysis->convention, "server") == 0;
    for (play_factors factors = PLAY_FACTORS_GAME; factors < PLAY_FACTORS; factors++)
        if (strcmp(analysis->convention, conventions[1 + factors]) == 0) play->factors = factors;
    play->wants_sums = true;
    bool summary = table_wanted(analysis, &beatsaber_summaries);
    play->motion.wants_jitters = summary || table_wanted(analysis, &beatsaber_jitters);
    play->motion.wants_resets = summary || table_wanted(analysis, &beatsaber_origin_resets);
    play->wants_hearts = table_wanted(analysis, &beatsaber_heart_rates);
    play->stills.wanted = table_wanted(analysis, &beatsaber_stills);
    play->evidence.wanted = wants_evidence(analysis);
    state->wants_frames = analysis->level || play->evidence.wanted || play->stills.wanted || play->motion.wants_jitters ||
                          play->motion.wants_resets || table_wanted(analysis, &beatsaber_graph);
    return play;
}

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
#if HAS_LEVELS
    const bool begun = ((const insight_state *)analysis->state)->started;
    const reel_status status = begun ? REEL_OK : reel__insight_level(analysis, chunk);
    if (status < 0) return status;
#endif
    play_state *play = stats_start(analysis);
    bool frames = ((insight_state *)analysis->state)->wants_frames;
    return reel__play_feed(play, analysis->format, chunk, frames) ? REEL_OK : reel__memory_fail(analysis->error);
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

/* How long frames go on after the last note of a song that was played to its end, s: 1.99 at least in all complete plays that were seen. */
#define FRAMES_AFTER_SONG 1.0f

/* An invalid time says nothing; `server` takes it for a fail. If NF is a setting, the time of a play with it is that of its penalty. */
static bool is_failed(const play_state *play)
{
    if (play->no_fail && play->no_fail_is_setting) return false;
    return play->fail_time >= 0.01f || (play->server && !(play->fail_time < 0.01f));
}

/* A replay does not say whether it was quit, only the name of its file does. A song goes on for some time after its last note: a play whose
 * frames end sooner may have been quit. Of a damaged file the last notes may be missing. */
static void set_won(beatsaber_summary *row, const play_state *play, const play_walk *walk)
{
    bool failed = is_failed(play);
    bool empty = walk->empty && !play->no_fail;
    bool damaged = row->reading.known && !row->reading.complete;
    bool ended =
        !damaged && play->notes.count && play->motion.kept && play->motion.last_time - play->last_note_time >= FRAMES_AFTER_SONG;
    bool partial = !play->server && play->start_time > 0; /* practice from the middle of the song */
    row->won = !failed && !partial && (play->server || (ended && !empty));
    if (play->server || failed || ended || partial) row->present |= BEATSABER_HAS_OUTCOME;
}

/* What the play can tell. The convention "server" has numbers for it all, but those that the format does not record. */
static void set_known(beatsaber_summary *row, const play_state *play, const play_walk *walk)
{
    bool events = !play->no_events, notes = play->server || walk->max_score, runs = play->notes.count || play->walls.count;
    bool failed = play->no_fail ? walk->empty : is_failed(play), swings = events && !play->no_cuts;
    const struct {
        bool known;
        uint8_t bit;
    } bits[] = { { events, BEATSABER_KNOWS_EVENTS },
                 { events && (play->server || (runs && !walk->energy_open)), BEATSABER_KNOWS_RUNS },
                 { failed, BEATSABER_KNOWS_FAIL },
                 { swings, BEATSABER_KNOWS_SWINGS },
                 { swings && notes, BEATSABER_KNOWS_SHARE },
                 { play->has_stated_score, BEATSABER_KNOWS_STATED },
                 { events && play->has_stated_score, BEATSABER_KNOWS_DIFFERENCE },
                 { play->jump_distance != 0, BEATSABER_KNOWS_JUMP } };
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (bits[i].known) row->known |= bits[i].bit;
}

static void sum_outcome(beatsaber_summary *row, const play_state *play, const play_walk *walk)
{
    row->score = walk->score;
    row->max_score = walk->max_score;
    row->stated_score = play->stated_score;
    row->score_difference = (int64_t)((uint64_t)walk->score - (uint64_t)play->stated_score);
    if ((play->server && !play->no_events) || walk->max_score) row->present |= BEATSABER_HAS_NOTES;
    if (play->server || play->motion.kept) row->present |= BEATSABER_HAS_FRAMES;
    row->accuracy = walk->max_score ? (float)walk->score / (float)walk->max_score : 0.0f;
    row->fc_accuracy = walk->fc_accuracy;
    row->rank = (uint8_t)beatsaber_rank_of(walk->score, walk->max_score);
    row->song_speed = play->song_speed > 0 ? play->song_speed : 1;
    if (play->factors && walk->max_score) {
        const play_modified modified = reel__play_modify(play, walk->score, walk->max_score, walk->empty);
        row->modified_score = modified.score;
        row->modified_accuracy = (float)((double)modified.score / (double)walk->max_score);
        row->rank = (uint8_t)modified.rank;
        row->present |= BEATSABER_HAS_MODIFIED;
    }
    row->end_time = play->motion.last_time;
    row->fail_time = play->fail_time;
    if (play->no_fail) row->fail_time = walk->empty ? walk->empty_time : 0.0f;
    set_won(row, play, walk);
    row->max_combo = walk->max_combo;
    row->final_combo = walk->combo;
    row->max_streak = walk->has_streak ? walk->max_streak : 0;
    row->final_energy = walk->energy;
    row->min_energy = walk->min_energy;
    row->present |= (uint8_t)((walk->has_streak && (play->server || walk->max_score) ? BEATSABER_HAS_STREAK : 0) |
                              (play->server ? BEATSABER_HAS_BOMB_HANDS : 0));
    row->underswing = walk->underswing;
    row->full_swing_score = walk->score + walk->underswing;
    row->underswing_share = walk->max_score ? (float)((double)walk->underswing / (double)walk->max_score) : 0.0f;
    set_known(row, play, walk);
}

/* A pair has a value if one of its hands does; the other is NaN. */
static void put_pair(beatsaber_summary *row, float *pair, const play_state *play, uint8_t mask, float left, float right)
{
    const bool has[] = { play->hands[LEFT].means & mask, play->hands[RIGHT].means & mask };
    if (!has[LEFT] && !has[RIGHT]) return;
    pair[LEFT] = has[LEFT] ? left : NAN;
    pair[RIGHT] = has[RIGHT] ? right : NAN;
    row->means |= mask;
}

static void put_cut(beatsaber_summary *row, float *cut, const beatsaber_hand *hand, uint8_t mask)
{
    static const uint8_t parts[] = { BEATSABER_HAS_PRESWING, BEATSABER_HAS_MEAN_POINTS, BEATSABER_HAS_POSTSWING };
    const float values[] = { hand->before, hand->center, hand->after };
    for (size_t i = 0; i < 3; i++)
        if (hand->means & parts[i]) row->means |= mask;
    for (size_t i = 0; i < 3 && row->means & mask; i++) cut[i] = hand->means & parts[i] ? values[i] : NAN;
}

static void sum_means(beatsaber_summary *row, const play_state *play)
{
    const beatsaber_hand *left = &play->hands[LEFT], *right = &play->hands[RIGHT];
    put_pair(row, row->timing, play, BEATSABER_HAS_TIMING, left->timing, right->timing);
    put_pair(row, row->hand_points, play, BEATSABER_HAS_MEAN_POINTS, left->mean_points, right->mean_points);
    put_pair(row, row->preswing, play, BEATSABER_HAS_PRESWING, left->preswing, right->preswing);
    put_pair(row, row->postswing, play, BEATSABER_HAS_POSTSWING, left->postswing, right->postswing);
    put_pair(row, row->time_dependence, play, BEATSABER_HAS_DEPENDENCE, left->time_dependence, right->time_dependence);
    put_cut(row, row->left_cut, left, BEATSABER_HAS_LEFT_CUT);
    put_cut(row, row->right_cut, right, BEATSABER_HAS_RIGHT_CUT);
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
    bool flawless = row->notes > 0 && row->good_cuts == row->notes && !row->bombs && !row->walls;
    row->full_combo = flawless && (play->server || row->won);
    bool hits = play->server || row->notes || row->bombs || row->walls;
    if (hits && (!flawless || row->present & BEATSABER_HAS_OUTCOME)) row->present |= BEATSABER_HAS_COMBO;
    for (int i = 0; i < 2; i++) {
        const beatsaber_hand *hand = &play->hands[i];
        row->bad_cuts_by_hand[i] = hand->bad_cuts;
        row->misses_by_hand[i] = hand->misses;
        row->bombs_by_hand[i] = hand->bombs;
    }
    sum_means(row, play);
}

static void sum_person(beatsaber_summary *row, const play_state *play)
{
    const play_motion *motion = &play->motion;
    const play_pause *pauses = play->pauses.data;
    for (size_t i = 0; i < play->pauses.count; i++) {
        if (!(pauses[i].time >= play->first_note_time && pauses[i].time <= play->last_note_time)) continue;
        row->pauses_in_song++;
        row->pause_time_in_song = (int64_t)((uint64_t)row->pause_time_in_song + (uint64_t)pauses[i].duration);
    }
    row->jump_distance = play->jump_distance;
    row->average_height = play->height_count ? (float)(play->height_sum / (double)play->height_count) : play->height;
    if (play->server || row->average_height != 0) row->present |= BEATSABER_HAS_HEIGHT;
    row->average_head_position = reel__play_head(motion);
    if (motion->kept && !motion->head_count) row->average_head_position = (reel_vec3){ NAN, NAN, NAN };
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
                  "the replay has points but no cuts: timing, swing, time dependence and underswing fields are missing");
    finding.rule = "beatsaber.heart-rate";
    if (play->odd_hearts)
        reel_find(&analysis->reporter, finding, "the user data of the heart rate is not in the known form: it has no rows");
    finding.rule = "beatsaber.no-events";
    if (play->no_events)
        reel_find(&analysis->reporter, finding, "the replay has no note events: only the motion fields are computed");
}

static void report_cut_graph(reel_analysis *analysis, const play_state *play)
{
    if (play->motion.last_time >= (float)MAX_SECONDS && reel_chunk_table(analysis->result, &beatsaber_graph)) {
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
}

#if HAS_LEVELS && !defined REEL_WITHOUT_EVIDENCE
static bool put_reenacted(reel_analysis *analysis, play_state *play, const level_result *level, const evidence_result *evidence)
{
    beatsaber_level_reenacted sum;
    if (!reel__level_cuts(play, level, evidence, &sum, reel_chunk_table(analysis->result, &beatsaber_level_cuts))) return false;
    put_rows(analysis, &beatsaber_level_reenacted_rows, &sum, 1);
    return true;
}
#endif

/* `level`: NULL without one. */
#ifndef REEL_WITHOUT_EVIDENCE
static bool put_evidence(reel_analysis *analysis, play_state *play, const level_result *level)
{
    if (!play->evidence.wanted) return true;
    evidence_result result;
    const bool beside = level && level_is_comparable(level) && wants_reenacted(analysis);
    bool done = reel__evidence_run(play, beside ? &level->match.map : NULL, &result);
    if (done) {
        put_rows(analysis, &beatsaber_cuts, result.rows, result.count);
        put_rows(analysis, &beatsaber_evidences, &result.sum, 1);
    }
#if HAS_LEVELS
    if (done && beside) done = put_reenacted(analysis, play, level, &result);
#endif
    reel__evidence_free(play, &result);
    return done;
}
#else
static bool put_evidence(const reel_analysis *analysis, const play_state *play, const level_result *level)
{
    return (void)analysis, (void)play, (void)level, true;
}
#endif

#if HAS_LEVELS
static bool put_level(reel_analysis *analysis, const play_state *play, level_result *result)
{
    reel_string *const texts[] = { &result->sum.song_name, &result->sum.mapper, &result->sum.mode, &result->sum.difficulty };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = reel_chunk_string(analysis->result, texts[i]->data, texts[i]->size);
    put_rows(analysis, &beatsaber_levels, &result->sum, 1);
    return reel__level_rows(play, result, reel_chunk_table(analysis->result, &beatsaber_level_notes),
                            reel_chunk_table(analysis->result, &beatsaber_lost_notes)) &&
           reel__level_parts(play, result, analysis->result);
}

static bool put_beside(reel_analysis *analysis, play_state *play, int64_t score)
{
    level_result result;
    if (!analysis->level) return put_evidence(analysis, play, NULL);
    const bool done = reel__level_account(play, analysis->level, analysis->reading, score, &result) &&
                      reel__level_find_patterns(play, &result.match.map) && put_level(analysis, play, &result) &&
                      put_evidence(analysis, play, &result);
    reel__level_free(play, &result);
    return done;
}
#else
static bool put_beside(reel_analysis *analysis, play_state *play, int64_t score)
{
    return (void)score, put_evidence(analysis, play, NULL);
}
#endif

static reel_status stats_finish(reel_analysis *analysis)
{
    play_state *play = stats_start(analysis);
    tell_unknown(analysis, play);
    report_cut_graph(analysis, play);
    play_walk walk = {
        .events = reel_chunk_table(analysis->result, &beatsaber_events),
        .underswings = reel_chunk_table(analysis->result, &beatsaber_underswings),
        .graph = reel_chunk_table(analysis->result, &beatsaber_graph),
        .seconds = seconds_of(play->motion.last_time),
        .wants_losses = play->motion.jitters.count > 0,
        .wants_streak = true,
    };
    bool done = reel__play_walk_run(&walk, play);
    if (done) done = reel__play_still_finish(&play->stills, play->cut_times.data, play->cut_times.count, &play->allocator);
    if (done) {
        reel__play_finish_sums(play);
        reel__play_mark_losses(play, &walk);
        beatsaber_summary summary = { 0 };
        summary.reading = *analysis->reading;
        sum_outcome(&summary, play, &walk);
        sum_hits(&summary, play);
        sum_person(&summary, play);
        put_rows(analysis, &beatsaber_summaries, &summary, 1);
        put_rows(analysis, &beatsaber_hands, play->hands, 2);
        put_rows(analysis, &beatsaber_cells, play->cells, CELL_COUNT);
        put_scorings(analysis, play);
        put_rows(analysis, &beatsaber_jitters, play->motion.jitters.data, play->motion.jitters.count);
        put_rows(analysis, &beatsaber_origin_resets, play->motion.resets.data, play->motion.resets.count);
        put_rows(analysis, &beatsaber_heart_rates, play->hearts.data, play->hearts.count);
        put_rows(analysis, &beatsaber_stills, play->stills.spans.data, play->stills.spans.count);
        done = put_beside(analysis, play, walk.score);
    }
    reel__play_walk_free(&walk, &play->allocator);
    return done ? REEL_OK : reel__memory_fail(analysis->error);
}

static void close_state(reel_analysis *analysis)
{
    insight_state *state = analysis->state;
    if (state->started) reel__play_free(&state->play);
}

static const reel_table *const tables[] = {
    &beatsaber_summaries,
    &beatsaber_hands,
    &beatsaber_cells,
    &beatsaber_scorings,
    &beatsaber_graph,
    &beatsaber_events,
    &beatsaber_underswings,
    &beatsaber_jitters,
    &beatsaber_origin_resets,
    &beatsaber_stills,
    &beatsaber_heart_rates,
#ifndef REEL_WITHOUT_EVIDENCE
    &beatsaber_cuts,
    &beatsaber_evidences,
#endif
#if HAS_LEVELS
    &beatsaber_levels,
    &beatsaber_lost_notes,
    &beatsaber_level_notes,
    &beatsaber_level_sections,
    &beatsaber_level_lanes,
    &beatsaber_level_patterns,
    &beatsaber_level_directions,
    &beatsaber_level_outcomes,
#ifndef REEL_WITHOUT_EVIDENCE
    &beatsaber_level_cuts,
    &beatsaber_level_reenacted_rows,
#endif
#endif
    NULL,
};
#if HAS_LEVELS
static const reel_format *const levels[] = { &reel_format_beatsaber_map, NULL };
#endif
static const reel_table *const inputs[] = {
    &bsor_infos,
    &bsor_frames,
    &bsor_notes,
    &bsor_walls,
    &bsor_heights,
    &bsor_pauses,
    &bsor_user_data,
    &bsor_offsets,
    &scoresaber_infos,
    &scoresaber_poses,
    &scoresaber_keyframes,
    &scoresaber_notes,
    &scoresaber_walls,
    &scoresaber_heights,
    &scoresaber_pauses,
    &scoresaber_scores,
    &scoresaber_combos,
    &scoresaber_multipliers,
    &scoresaber_energies,
    &scoresaber_play_settings_rows,
    &scoresaber_extensions,
    &scoresaber_json_infos,
    &scoresaber_json_frames,
    &scoresaber_json_notes,
    &scoresaber_json_heights,
    &xror_infos,
    &xror_app_extensions,
    &xror_frames,
    &xror_notes,
    &xror_garbages,
    &xror_walls,
    &xror_heights,
    &xror_pauses,
    NULL,
};
const reel_insight reel_insight_beatsaber = {
    .id = "beatsaber",
    .name = "Beat Saber statistics",
    .doc = "score, accuracy, combo, energy and swings of a play, per hand, grid cell, second and note",
    .formats = reel__play_formats_known,
    .tables = tables,
    .conventions = conventions,
    .inputs = inputs,
    .state_size = sizeof(insight_state),
    .chunk = take_chunk,
    .finish = stats_finish,
    .close = close_state,
#if HAS_LEVELS
    .levels = levels,
#endif
};

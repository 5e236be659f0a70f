/* SPDX-License-Identifier: MIT
 * The rows of the insight, field by field. */
#include "insight/beatsaber/play.h"

static const reel_label ranks[] = {
    { BEATSABER_E, "E" }, { BEATSABER_D, "D" }, { BEATSABER_C, "C" },   { BEATSABER_B, "B" },
    { BEATSABER_A, "A" }, { BEATSABER_S, "S" }, { BEATSABER_SS, "SS" }, { 0, NULL },
};
static const reel_label hand_names[] = { { LEFT, "left" }, { RIGHT, "right" }, { 0, NULL } };
static const reel_label kinds[] = {
    { BEATSABER_GOOD, "good" }, { BEATSABER_BAD, "bad" },   { BEATSABER_MISS, "miss" },
    { BEATSABER_BOMB, "bomb" }, { BEATSABER_WALL, "wall" }, { 0, NULL },
};
static const reel_label scoring_names[] = {
    { BSOR_NORMAL_OLD, "normal_old" },
    { BSOR_IGNORE, "ignore" },
    { BSOR_NO_SCORE, "no_score" },
    { BSOR_NORMAL, "normal" },
    { BSOR_ARC_HEAD, "arc_head" },
    { BSOR_ARC_TAIL, "arc_tail" },
    { BSOR_CHAIN_HEAD, "chain_head" },
    { BSOR_CHAIN_LINK, "chain_link" },
    { BSOR_ARC_HEAD_ARC_TAIL, "arc_head_arc_tail" },
    { BSOR_CHAIN_HEAD_ARC_TAIL, "chain_head_arc_tail" },
    { BSOR_CHAIN_LINK_ARC_HEAD, "chain_link_arc_head" },
    { BSOR_CHAIN_HEAD_ARC_HEAD, "chain_head_arc_head" },
    { BSOR_CHAIN_HEAD_ARC_HEAD_ARC_TAIL, "chain_head_arc_head_arc_tail" },
    { 0, NULL },
};
static const reel_label directions[] = {
    { 0, "up" },       { 1, "down" },      { 2, "left" },       { 3, "right" }, { 4, "up_left" },
    { 5, "up_right" }, { 6, "down_left" }, { 7, "down_right" }, { 8, "any" },   { 0, NULL },
};

#define PAIR .components = "lr"
#define TRIPLE .components = "bca"
#define TIME .flags = REEL_FIELD_TIME

#define SUMMARY(name, type, unit, ...) REEL_FIELD(beatsaber_summary, #name, name, type, unit, __VA_ARGS__)
static const reel_field summary_fields[] = {
    SUMMARY(score, I64, "", "score counted again from the events, before modifiers"),
    SUMMARY(max_score, I64, "", "the most that the notes of the replay could give"),
    SUMMARY(accuracy, F32, "", "score / max_score"),
    SUMMARY(rank, U8, "", "rank for that accuracy", .labels = ranks),
    SUMMARY(won, BOOL, "", "the play did not fail"),
    SUMMARY(full_combo, BOOL, "", "no bad cut, miss, bomb or wall"),
    SUMMARY(stated_score, I64, "", "score as the replay says it"),
    SUMMARY(score_difference, I64, "", "score less stated_score"),
    SUMMARY(fc_accuracy, F32, "", "accuracy as if every lost note had been cut with the accuracy so far"),
    SUMMARY(end_time, F32, "s", "time of the last kept frame"),
    SUMMARY(fail_time, F32, "s", "when the play failed, or with NF when energy ran out; 0: not"),
    SUMMARY(notes, U32, "", "notes that passed, without bombs"),
    SUMMARY(good_cuts, U32, "", "good cuts"),
    SUMMARY(bad_cuts, U32, "", "bad cuts"),
    SUMMARY(misses, U32, "", "missed notes"),
    SUMMARY(bombs, U32, "", "bombs hit"),
    SUMMARY(walls, U32, "", "wall contacts"),
    SUMMARY(bad_cuts_by_hand, U32, "", "bad cuts by the saber that cut", PAIR),
    SUMMARY(misses_by_hand, U32, "", "misses by the colour of the note", PAIR),
    SUMMARY(bombs_by_hand, U32, "", "bombs by the colour in the note id", PAIR,
            REEL_PRESENT_IF(beatsaber_summary, present, BEATSABER_HAS_BOMB_HANDS)),
    SUMMARY(max_combo, U32, "", "largest combo"),
    SUMMARY(final_combo, U32, "", "combo at the end"),
    SUMMARY(max_streak, U32, "", "longest run of notes of 115 points; none where notes come twice within 0.01 s",
            REEL_PRESENT_IF(beatsaber_summary, present, BEATSABER_HAS_STREAK)),
    SUMMARY(final_energy, F32, "", "energy at the end"),
    SUMMARY(min_energy, F32, "", "least energy after an event"),
    SUMMARY(timing, F32, "s", "mean time deviation of good cuts", PAIR),
    SUMMARY(hand_points, F32, "", "mean points of notes with a centre part, chain heads with 30 more", PAIR),
    SUMMARY(preswing, F32, "", "mean rating of the swing before the cut, 1 is full", PAIR),
    SUMMARY(postswing, F32, "", "mean rating of the swing after the cut, 1 is full", PAIR),
    SUMMARY(time_dependence, F32, "", "mean |z| of the cut normal: 0, timing did not matter; 1, it was all", PAIR),
    SUMMARY(left_cut, F32, "", "mean points of the left hand: before, centre, after", TRIPLE),
    SUMMARY(right_cut, F32, "", "mean points of the right hand: before, centre, after", TRIPLE),
    SUMMARY(pauses, U32, "", "pauses between first and last note"),
    SUMMARY(pause_duration, I64, "s", "of these pauses"),
    SUMMARY(jump_distance, F32, "m", "note jump distance, as stated"),
    SUMMARY(average_height, F32, "m", "mean of the measured heights, or the stated height"),
    SUMMARY(average_head_position, F32, "m", "mean place of the head", .components = "xyz"),
    SUMMARY(underswing, I64, "", "score lost by swings that were not full"),
    SUMMARY(full_swing_score, I64, "", "score with the underswing given back"),
    SUMMARY(underswing_share, F32, "", "underswing / max_score"),
    SUMMARY(jitters, U32, "", "jitters of the tracking"),
    SUMMARY(jitters_with_loss, U32, "", "jitters beside a note that lost points by its swing"),
    SUMMARY(origin_resets, U32, "", "times that a hand was at the origin of the tracking"),
    SUMMARY(kept_frames, U32, "", "frames with a time of their own"),
    SUMMARY(dropped_frames, U32, "", "frames with time 0 or the time of the frame before"),
    SUMMARY(not_finite, U32, "", "values that are no finite number where a mean is taken"),
};

#define HAND(name, type, unit, ...) REEL_FIELD(beatsaber_hand, #name, name, type, unit, __VA_ARGS__)
static const reel_field hand_fields[] = {
    HAND(hand, U8, "", "which hand", .labels = hand_names, .flags = REEL_FIELD_KEY),
    HAND(notes, U32, "", "notes of its colour that passed"),
    HAND(good_cuts, U32, "", "good cuts"),
    HAND(bad_cuts, U32, "", "bad cuts by its saber"),
    HAND(misses, U32, "", "missed notes of its colour"),
    HAND(bombs, U32, "", "bombs by the colour in the note id",
         REEL_PRESENT_IF(beatsaber_hand, present, BEATSABER_HAS_BOMB_HANDS)),
    HAND(full_cuts, U32, "", "good cuts with the most points of their kind"),
    HAND(points, I64, "", "points of good cuts, without multiplier"),
    HAND(max_points, I64, "", "the most that its notes could give, without multiplier"),
    HAND(score, I64, "", "score, with multiplier"),
    HAND(underswing, I64, "", "score lost by swings that were not full"),
    HAND(mean_points, F32, "", "mean points of notes with a centre part, chain heads with 30 more"),
    HAND(timing, F32, "s", "mean time deviation of good cuts"),
    HAND(preswing, F32, "", "mean rating of the swing before the cut, 1 is full"),
    HAND(postswing, F32, "", "mean rating of the swing after the cut, 1 is full"),
    HAND(time_dependence, F32, "", "mean |z| of the cut normal: 0, timing did not matter; 1, it was all"),
    HAND(before, F32, "", "mean points before the cut"),
    HAND(center, F32, "", "mean points for the centre"),
    HAND(after, F32, "", "mean points after the cut"),
};

#define CELL(name, type, unit, ...) REEL_FIELD(beatsaber_cell, #name, name, type, unit, __VA_ARGS__)
static const reel_field cell_fields[] = {
    CELL(line, U8, "", "0 to 3 from the left", .flags = REEL_FIELD_KEY),
    CELL(layer, U8, "", "0 to 2 from below", .flags = REEL_FIELD_KEY),
    CELL(count, U32, "", "good cuts of notes with a centre part"),
    CELL(faults, U32, "", "bad cuts and misses of all notes"),
    CELL(mean_points, F32, "", "mean points of the good cuts"),
    CELL(count_by_hand, U32, "", "good cuts by the colour of the note", PAIR),
    CELL(mean_by_hand, F32, "", "mean points by the colour of the note", PAIR),
};

#define SCORING(name, type, unit, ...) REEL_FIELD(beatsaber_scoring, #name, name, type, unit, __VA_ARGS__)
static const reel_field scoring_fields[] = {
    SCORING(scoring, U8, "", "scoring type, as it counted", .labels = scoring_names, .flags = REEL_FIELD_KEY),
    SCORING(notes, U32, "", "notes that passed"),
    SCORING(good_cuts, U32, "", "good cuts"),
    SCORING(bad_cuts, U32, "", "bad cuts"),
    SCORING(misses, U32, "", "missed notes"),
    SCORING(points, I64, "", "points of good cuts, without multiplier"),
    SCORING(max_points, I64, "", "the most that the notes could give, without multiplier"),
    SCORING(score, I64, "", "score, with multiplier"),
    SCORING(mean_points, F32, "", "mean points of the good cuts"),
};

#define SECOND(name, type, unit, ...) REEL_FIELD(beatsaber_second, #name, name, type, unit, __VA_ARGS__)
static const reel_field graph_fields[] = {
    SECOND(time, F32, "s", "start of the second", TIME | REEL_FIELD_KEY),
    SECOND(accuracy, F32, "", "mean of the accuracy after each event in it; without events as before"),
    SECOND(score, I64, "", "score at its end"),
    SECOND(max_score, I64, "", "most score possible at its end"),
    SECOND(combo, U32, "", "combo at its end"),
    SECOND(energy, F32, "", "energy at its end"),
};

#define EVENT(name, type, unit, ...) REEL_FIELD(beatsaber_event, #name, name, type, unit, __VA_ARGS__)
#define KNOWN(mask) REEL_PRESENT_IF(beatsaber_event, present, BEATSABER_HAS_##mask)
static const reel_field event_fields[] = {
    EVENT(time, F32, "s", "when it counted", TIME),
    EVENT(spawn_time, F32, "s", "time of the note in the map; of a wall the earlier of its two times"),
    EVENT(kind, U8, "", "what happened", .labels = kinds),
    EVENT(source_row, U32, "", "row of the notes, or for a wall of the walls"),
    EVENT(scoring, U8, "", "scoring type, as it counted", .labels = scoring_names, KNOWN(SCORING)),
    EVENT(line, U8, "", "0 to 3 from the left", KNOWN(POSITION)),
    EVENT(layer, U8, "", "0 to 2 from below", KNOWN(POSITION)),
    EVENT(color, U8, "", "hand that the note is for", .labels = hand_names, KNOWN(COLOR)),
    EVENT(direction, U8, "", "direction of the arrow", .labels = directions, KNOWN(DIRECTION)),
    EVENT(before, U8, "", "points before the cut", KNOWN(POINTS)),
    EVENT(center, U8, "", "points for the centre", KNOWN(POINTS)),
    EVENT(after, U8, "", "points after the cut", KNOWN(POINTS)),
    EVENT(points, U8, "", "points of the note, without multiplier", KNOWN(POINTS)),
    EVENT(underswing, U32, "", "score lost by a swing that was not full", KNOWN(POINTS)),
    EVENT(multiplier, U8, "", "multiplier after it"),
    EVENT(combo, U32, "", "combo after it"),
    EVENT(score, I64, "", "score so far"),
    EVENT(max_score, I64, "", "most score possible so far"),
    EVENT(accuracy, F32, "", "score / max_score as of the last note"),
    EVENT(fc_accuracy, F32, "", "accuracy as if every lost note had been cut with the accuracy so far"),
    EVENT(energy, F32, "", "energy after it"),
};

#define UNDERSWING(name, type, unit, ...) REEL_FIELD(beatsaber_underswing, #name, name, type, unit, __VA_ARGS__)
static const reel_field underswing_fields[] = {
    UNDERSWING(time, F32, "s", "when the note was cut", TIME),
    UNDERSWING(note_row, U32, "", "row of the notes", .flags = REEL_FIELD_KEY),
    UNDERSWING(hand, U8, "", "hand that the note is for", .labels = hand_names),
    UNDERSWING(before_cut_rating, F32, "", "swing before the cut, 1 is full"),
    UNDERSWING(after_cut_rating, F32, "", "swing after the cut, 1 is full"),
    UNDERSWING(lost_before, U8, "", "points lost before the cut"),
    UNDERSWING(lost_after, U8, "", "points lost after the cut"),
    UNDERSWING(multiplier, U8, "", "multiplier of the note"),
    UNDERSWING(lost, U32, "", "score lost: both with the multiplier"),
};

#define JITTER(name, type, unit, ...) REEL_FIELD(beatsaber_jitter, #name, name, type, unit, __VA_ARGS__)
static const reel_field jitter_fields[] = {
    JITTER(time, F32, "s", "of the frame", TIME),
    JITTER(frame_row, U64, "", "row of the frames: the last of the four that show it", .flags = REEL_FIELD_KEY),
    JITTER(left, BOOL, "", "the left hand shook"),
    JITTER(right, BOOL, "", "the right hand shook"),
    JITTER(head, BOOL, "", "the head shook"),
    JITTER(loss, BOOL, "", "a note beside it lost points by its swing"),
    JITTER(note_row, U32, "", "row of that note", REEL_PRESENT_IF(beatsaber_jitter, loss, 1)),
};

#define RESET(name, type, unit, ...) REEL_FIELD(beatsaber_origin_reset, #name, name, type, unit, __VA_ARGS__)
static const reel_field reset_fields[] = {
    RESET(time, F32, "s", "of the frame", TIME),
    RESET(frame_row, U64, "", "row of the frames", .flags = REEL_FIELD_KEY),
    RESET(left, BOOL, "", "the left hand was at the origin"),
    RESET(right, BOOL, "", "the right hand was at the origin"),
};

const reel_table beatsaber_summaries = REEL_TABLE("summary", "the play in one row", beatsaber_summary, summary_fields, 0);
const reel_table beatsaber_hands = REEL_TABLE("hands", "what each hand did", beatsaber_hand, hand_fields, 0);
const reel_table beatsaber_cells = REEL_TABLE("cells", "the places of the grid", beatsaber_cell, cell_fields, 0);
const reel_table beatsaber_scorings = REEL_TABLE("scoring", "notes by scoring type", beatsaber_scoring, scoring_fields, 0);
const reel_table beatsaber_graph = REEL_TABLE("graph", "the play second by second", beatsaber_second, graph_fields, 0);
const reel_table beatsaber_events = REEL_TABLE("events", "notes and walls as they counted", beatsaber_event, event_fields, 0);
const reel_table beatsaber_underswings =
    REEL_TABLE("underswings", "good cuts that lost points by their swing", beatsaber_underswing, underswing_fields, 0);
const reel_table beatsaber_jitters = REEL_TABLE("jitters", "where the tracking shook", beatsaber_jitter, jitter_fields, 0);
const reel_table beatsaber_origin_resets =
    REEL_TABLE("origin_resets", "where a hand was put at the origin", beatsaber_origin_reset, reset_fields, 0);

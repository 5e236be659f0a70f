/* SPDX-License-Identifier: MIT
 * The field tables of the insight's rows. */
#include "insight/beatsaber/state.h"

static const reel_label ranks[] = {
    { BEATSABER_E, "E" }, { BEATSABER_D, "D" },   { BEATSABER_C, "C" },     { BEATSABER_B, "B" }, { BEATSABER_A, "A" },
    { BEATSABER_S, "S" }, { BEATSABER_SS, "SS" }, { BEATSABER_SSS, "SSS" }, { 0, NULL },
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
#define MAIN REEL_FIELD_MAIN
#define MEASURE REEL_FIELD_MEASURE

#define HAS(mask) REEL_PRESENT_IF(beatsaber_summary, present, BEATSABER_HAS_##mask)
#define HAS_MEAN(mask) REEL_PRESENT_IF(beatsaber_summary, means, mask)
#define KNOWS(mask) REEL_PRESENT_IF(beatsaber_summary, known, BEATSABER_KNOWS_##mask)
#define SUMMARY(name, type, unit, ...) REEL_FIELD(beatsaber_summary, #name, name, type, unit, __VA_ARGS__)
static const reel_field summary_fields[] = {
    SUMMARY(score, I64, "", "score recomputed from the events, before modifiers; missing if nothing was scored", HAS(NOTES),
            .flags = MAIN | REEL_FIELD_SCORE),
    SUMMARY(max_score, I64, "", "maximum score of the notes in the replay", KNOWS(EVENTS)),
    SUMMARY(accuracy, F32, "", "score / max_score", HAS(NOTES), .flags = MAIN | MEASURE),
    SUMMARY(rank, U8, "", "rank that the game shows at that accuracy", HAS(NOTES), .labels = ranks, .flags = MAIN | MEASURE),
    SUMMARY(won, BOOL, "", "the song was played from start to end without a fail; missing if the replay does not tell",
            HAS(OUTCOME), .flags = MAIN | MEASURE | REEL_FIELD_OUTCOME),
    SUMMARY(full_combo, BOOL, "", "won without a bad cut, miss, bomb or wall", HAS(COMBO), .flags = MAIN | MEASURE),
    SUMMARY(stated_score, I64, "", "score stated in the replay", KNOWS(STATED), .flags = MAIN),
    SUMMARY(modified_score, I64, "", "score with the factors of the modifiers, by the convention", HAS(MODIFIED)),
    SUMMARY(modified_accuracy, F32, "", "modified_score / max_score", HAS(MODIFIED), .flags = MEASURE),
    SUMMARY(song_speed, F32, "", "speed of the song: 1, or that of practice mode or of the modifiers FS, SF and SS"),
    SUMMARY(score_difference, I64, "", "score - stated_score", KNOWS(DIFFERENCE)),
    SUMMARY(fc_accuracy, F32, "", "accuracy if every lost note had been cut at the accuracy so far", HAS(NOTES),
            .flags = MEASURE),
    SUMMARY(end_time, F32, "s", "time of the last frame that counts", HAS(FRAMES), .flags = MEASURE),
    SUMMARY(fail_time, F32, "s", "time of the fail, or with NF the time energy ran out; missing if neither", KNOWS(FAIL),
            .flags = MAIN | MEASURE),
    SUMMARY(notes, U32, "", "notes, excluding bombs", KNOWS(EVENTS), .flags = MAIN),
    SUMMARY(good_cuts, U32, "", "good cuts", KNOWS(EVENTS)),
    SUMMARY(bad_cuts, U32, "", "bad cuts", KNOWS(EVENTS), .flags = MAIN),
    SUMMARY(misses, U32, "", "missed notes", KNOWS(EVENTS), .flags = MAIN),
    SUMMARY(bombs, U32, "", "bombs hit", KNOWS(EVENTS), .flags = MAIN),
    SUMMARY(walls, U32, "", "walls hit", KNOWS(EVENTS), .flags = MAIN),
    SUMMARY(bad_cuts_by_hand, U32, "", "bad cuts per note colour, or per saber if it is unknown", PAIR, KNOWS(EVENTS)),
    SUMMARY(misses_by_hand, U32, "", "misses per note colour", PAIR, KNOWS(EVENTS)),
    SUMMARY(bombs_by_hand, U32, "", "bombs hit, per colour in the note id", PAIR,
            REEL_PRESENT_IF(beatsaber_summary, present, BEATSABER_HAS_BOMB_HANDS)),
    SUMMARY(max_combo, U32, "", "largest combo", HAS(NOTES), .flags = MAIN | MEASURE),
    SUMMARY(final_combo, U32, "", "combo at the end", HAS(NOTES)),
    SUMMARY(max_streak, U32, "", "longest run of 115-point notes; missing if a note repeats within 0.01 s", HAS(STREAK),
            .flags = MEASURE),
    SUMMARY(final_energy, F32, "", "energy at the end; missing if the song ended in a wall", KNOWS(RUNS)),
    SUMMARY(min_energy, F32, "", "lowest energy after any event; missing if the song ended in a wall", KNOWS(RUNS),
            .flags = MEASURE),
    SUMMARY(timing, F32, "s", "mean time deviation of good cuts", PAIR, HAS_MEAN(BEATSABER_HAS_TIMING), .flags = MAIN | MEASURE),
    SUMMARY(hand_points, F32, "", "mean points of notes with a centre part; chain heads get 30 extra", PAIR,
            HAS_MEAN(BEATSABER_HAS_MEAN_POINTS), .flags = MAIN | MEASURE),
    SUMMARY(preswing, F32, "", "mean rating of the swing before the cut; 1 is full", PAIR, HAS_MEAN(BEATSABER_HAS_PRESWING),
            .flags = MEASURE),
    SUMMARY(postswing, F32, "", "mean rating of the swing after the cut; 1 is full", PAIR, HAS_MEAN(BEATSABER_HAS_POSTSWING),
            .flags = MEASURE),
    SUMMARY(time_dependence, F32, "", "mean |z| of the cut normal: how much points depend on timing, 0 to 1", PAIR,
            HAS_MEAN(BEATSABER_HAS_DEPENDENCE), .flags = MEASURE),
    SUMMARY(left_cut, F32, "", "mean points of the left hand: before, centre, after", TRIPLE, HAS_MEAN(BEATSABER_HAS_LEFT_CUT),
            .flags = MEASURE),
    SUMMARY(right_cut, F32, "", "mean points of the right hand: before, centre, after", TRIPLE, HAS_MEAN(BEATSABER_HAS_RIGHT_CUT),
            .flags = MEASURE),
    SUMMARY(pauses_in_song, U32, "", "pauses between the first and last note; the table pauses has all", .flags = MAIN),
    SUMMARY(pause_time_in_song, I64, "s", "total length of those pauses"),
    SUMMARY(jump_distance, F32, "m", "note jump distance stated in the replay", KNOWS(JUMP)),
    SUMMARY(average_height, F32, "m", "mean of the height events, or the stated height if there are none", HAS(HEIGHT),
            .flags = MEASURE),
    SUMMARY(average_head_position, F32, "m", "mean head position", HAS(FRAMES), .components = "xyz", .flags = MEASURE),
    SUMMARY(underswing, I64, "", "score lost to incomplete swings", KNOWS(SWINGS)),
    SUMMARY(full_swing_score, I64, "", "score if every swing had been full", KNOWS(SWINGS)),
    SUMMARY(underswing_share, F32, "", "underswing / max_score", KNOWS(SHARE), .flags = MEASURE),
    SUMMARY(jitters, U32, "", "tracking jitters"),
    SUMMARY(jitters_with_loss, U32, "", "jitters within 0.125 s of a note that lost swing points", KNOWS(SWINGS)),
    SUMMARY(origin_resets, U32, "", "times a hand was at the tracking origin"),
    SUMMARY(kept_frames, U32, "", "frames that count: time not 0 and not that of the frame before"),
    SUMMARY(dropped_frames, U32, "", "frames with time 0 or the time of the frame before"),
    SUMMARY(not_finite, U32, "", "values among the inputs of the means that are not finite, or mean nothing: left out"),
    REEL_READING_FIELDS(beatsaber_summary),
};

#define OF_HAND(mask) REEL_PRESENT_IF(beatsaber_hand, means, BEATSABER_HAS_##mask)
#define HAND(name, type, unit, ...) REEL_FIELD(beatsaber_hand, #name, name, type, unit, __VA_ARGS__)
static const reel_field hand_fields[] = {
    HAND(hand, U8, "", "which hand", .labels = hand_names, .flags = REEL_FIELD_KEY),
    HAND(notes, U32, "", "notes of its colour"),
    HAND(good_cuts, U32, "", "good cuts"),
    HAND(bad_cuts, U32, "", "bad cuts of its colour"),
    HAND(misses, U32, "", "missed notes of its colour"),
    HAND(bombs, U32, "", "bombs hit, per colour in the note id",
         REEL_PRESENT_IF(beatsaber_hand, present, BEATSABER_HAS_BOMB_HANDS)),
    HAND(full_cuts, U32, "", "good cuts with the maximum points of their scoring type"),
    HAND(points, I64, "", "points of good cuts, without multiplier"),
    HAND(max_points, I64, "", "maximum points of its notes, without multiplier"),
    HAND(score, I64, "", "score, with multiplier"),
    HAND(underswing, I64, "", "score lost to incomplete swings",
         REEL_PRESENT_IF(beatsaber_hand, present, BEATSABER_HAS_UNDERSWING)),
    HAND(mean_points, F32, "", "mean points of notes with a centre part; chain heads get 30 extra", OF_HAND(MEAN_POINTS),
         .flags = MEASURE),
    HAND(timing, F32, "s", "mean time deviation of good cuts", OF_HAND(TIMING), .flags = MEASURE),
    HAND(preswing, F32, "", "mean rating of the swing before the cut; 1 is full", OF_HAND(PRESWING), .flags = MEASURE),
    HAND(postswing, F32, "", "mean rating of the swing after the cut; 1 is full", OF_HAND(POSTSWING), .flags = MEASURE),
    HAND(time_dependence, F32, "", "mean |z| of the cut normal: how much points depend on timing, 0 to 1", OF_HAND(DEPENDENCE),
         .flags = MEASURE),
    HAND(before, F32, "", "mean points before the cut", OF_HAND(PRESWING), .flags = MEASURE),
    HAND(center, F32, "", "mean points for the centre", OF_HAND(MEAN_POINTS), .flags = MEASURE),
    HAND(after, F32, "", "mean points after the cut", OF_HAND(POSTSWING), .flags = MEASURE),
};

#define CELL(name, type, unit, ...) REEL_FIELD(beatsaber_cell, #name, name, type, unit, __VA_ARGS__)
static const reel_field cell_fields[] = {
    CELL(line, U8, "", "column of the grid, 0 to 3 from the left", .flags = REEL_FIELD_KEY),
    CELL(layer, U8, "", "row of the grid, 0 to 2 from the bottom", .flags = REEL_FIELD_KEY),
    CELL(count, U32, "", "good cuts of notes with a centre part"),
    CELL(faults, U32, "", "bad cuts and misses of all notes"),
    CELL(mean_points, F32, "", "mean points of the good cuts", REEL_PRESENT_IF(beatsaber_cell, present, BEATSABER_HAS_CELL_MEAN),
         .flags = MEASURE),
    CELL(count_by_hand, U32, "", "good cuts per note colour", PAIR),
    CELL(mean_by_hand, F32, "", "mean points per note colour", PAIR,
         REEL_PRESENT_IF(beatsaber_cell, present, BEATSABER_HAS_CELL_MEAN), .flags = MEASURE),
};

#define SCORING(name, type, unit, ...) REEL_FIELD(beatsaber_scoring, #name, name, type, unit, __VA_ARGS__)
static const reel_field scoring_fields[] = {
    SCORING(scoring, U8, "", "scoring type used for the score", .labels = scoring_names, .flags = REEL_FIELD_KEY),
    SCORING(notes, U32, "", "notes"),
    SCORING(good_cuts, U32, "", "good cuts"),
    SCORING(bad_cuts, U32, "", "bad cuts"),
    SCORING(misses, U32, "", "missed notes"),
    SCORING(points, I64, "", "points of good cuts, without multiplier"),
    SCORING(max_points, I64, "", "maximum points of the notes, without multiplier"),
    SCORING(score, I64, "", "score, with multiplier"),
    SCORING(mean_points, F32, "", "mean points of the good cuts",
            REEL_PRESENT_IF(beatsaber_scoring, present, BEATSABER_HAS_CELL_MEAN), .flags = MEASURE),
};

#define SECOND(name, type, unit, ...) REEL_FIELD(beatsaber_second, #name, name, type, unit, __VA_ARGS__)
static const reel_field graph_fields[] = {
    SECOND(time, F32, "s", "start of the second", TIME | REEL_FIELD_KEY),
    SECOND(accuracy, F32, "", "mean accuracy after the events of the second; the previous value if there are none",
           REEL_PRESENT_IF(beatsaber_second, present, BEATSABER_HAS_GRAPH_ACCURACY), .flags = MEASURE),
    SECOND(score, I64, "", "score at the end of the second"),
    SECOND(max_score, I64, "", "maximum possible score at the end of the second"),
    SECOND(combo, U32, "", "combo at the end of the second"),
    SECOND(energy, F32, "", "energy at the end of the second; missing after a wall in which the song ended",
           REEL_PRESENT_IF(beatsaber_second, present, BEATSABER_HAS_GRAPH_ENERGY)),
};

#define EVENT(name, type, unit, ...) REEL_FIELD(beatsaber_event, #name, name, type, unit, __VA_ARGS__)
#define KNOWN(mask) REEL_PRESENT_IF(beatsaber_event, present, BEATSABER_HAS_##mask)
static const reel_field event_fields[] = {
    EVENT(time, F32, "s", "time at which the event counts", TIME),
    EVENT(spawn_time, F32, "s", "time of the note in the map; for a wall the earlier of its two times"),
    EVENT(kind, U8, "", "what happened", .labels = kinds),
    EVENT(source_row, U32, "", "row in the table of notes, or of walls for a wall", KNOWN(SOURCE)),
    EVENT(scoring, U8, "", "scoring type used for the score", .labels = scoring_names, KNOWN(SCORING)),
    EVENT(line, U8, "", "column of the grid, 0 to 3 from the left", KNOWN(POSITION)),
    EVENT(layer, U8, "", "row of the grid, 0 to 2 from the bottom", KNOWN(POSITION)),
    EVENT(color, U8, "", "hand the note is for", .labels = hand_names, KNOWN(COLOR)),
    EVENT(direction, U8, "", "direction of the arrow", .labels = directions, KNOWN(DIRECTION)),
    EVENT(before, U8, "", "points before the cut", KNOWN(POINTS)),
    EVENT(center, U8, "", "points for the centre", KNOWN(POINTS)),
    EVENT(after, U8, "", "points after the cut", KNOWN(POINTS)),
    EVENT(points, U8, "", "points of the note, without multiplier", KNOWN(POINTS)),
    EVENT(underswing, U32, "", "score lost to an incomplete swing", KNOWN(POINTS)),
    EVENT(multiplier, U8, "", "multiplier after the event"),
    EVENT(combo, U32, "", "combo after the event"),
    EVENT(score, I64, "", "score so far"),
    EVENT(max_score, I64, "", "maximum possible score so far"),
    EVENT(accuracy, F32, "", "score / max_score at the last note", KNOWN(ACCURACY), .flags = MEASURE),
    EVENT(fc_accuracy, F32, "", "accuracy if every lost note had been cut at the accuracy so far", KNOWN(ACCURACY),
          .flags = MEASURE),
    EVENT(energy, F32, "", "energy after the event; missing after a wall in which the song ended",
          REEL_PRESENT_IF(beatsaber_event, present, BEATSABER_HAS_ENERGY)),
};

#define UNDERSWING(name, type, unit, ...) REEL_FIELD(beatsaber_underswing, #name, name, type, unit, __VA_ARGS__)
static const reel_field underswing_fields[] = {
    UNDERSWING(time, F32, "s", "time of the cut", TIME),
    UNDERSWING(note_row, U32, "", "row in the table of notes", .flags = REEL_FIELD_KEY),
    UNDERSWING(hand, U8, "", "hand the note is for", .labels = hand_names),
    UNDERSWING(before_cut_rating, F32, "", "rating of the swing before the cut; 1 is full"),
    UNDERSWING(after_cut_rating, F32, "", "rating of the swing after the cut; 1 is full"),
    UNDERSWING(lost_before, U8, "", "points lost before the cut"),
    UNDERSWING(lost_after, U8, "", "points lost after the cut"),
    UNDERSWING(multiplier, U8, "", "multiplier applied to the note"),
    UNDERSWING(lost, U32, "", "score lost: both parts times the multiplier"),
};

#define JITTER(name, type, unit, ...) REEL_FIELD(beatsaber_jitter, #name, name, type, unit, __VA_ARGS__)
static const reel_field jitter_fields[] = {
    JITTER(time, F32, "s", "time of the frame", TIME),
    JITTER(frame_row, U64, "", "row in the table of frames: the last of the four frames of the jitter", .flags = REEL_FIELD_KEY),
    JITTER(left, BOOL, "", "the left hand jittered"),
    JITTER(right, BOOL, "", "the right hand jittered"),
    JITTER(head, BOOL, "", "the head jittered"),
    JITTER(loss, BOOL, "", "a note within 0.125 s lost swing points"),
    JITTER(note_row, U32, "", "row of that note", REEL_PRESENT_IF(beatsaber_jitter, loss, 1)),
};

#define RESET(name, type, unit, ...) REEL_FIELD(beatsaber_origin_reset, #name, name, type, unit, __VA_ARGS__)
static const reel_field reset_fields[] = {
    RESET(time, F32, "s", "time of the frame", TIME),
    RESET(frame_row, U64, "", "row in the table of frames", .flags = REEL_FIELD_KEY),
    RESET(left, BOOL, "", "the left hand was at the origin"),
    RESET(right, BOOL, "", "the right hand was at the origin"),
};

#define HEART(name, type, unit, ...) REEL_FIELD(beatsaber_heart_rate, #name, name, type, unit, __VA_ARGS__)
static const reel_field heart_fields[] = {
    HEART(time, F32, "s", "song time", TIME | REEL_FIELD_KEY),
    HEART(rate, I32, "1/min", "heart beats a minute"),
};

static const reel_label trackers[] = { { LEFT, "left_hand" }, { RIGHT, "right_hand" }, { PLAY_HEAD, "head" }, { 0, NULL } };
#define STILL(name, type, unit, ...) REEL_FIELD(beatsaber_still, #name, name, type, unit, __VA_ARGS__)
static const reel_field still_fields[] = {
    STILL(time, F32, "s", "time of the first frame", TIME),
    STILL(end_time, F32, "s", "time of the last frame"),
    STILL(tracker, U8, "", "what did not move", .labels = trackers, .flags = REEL_FIELD_KEY),
    STILL(frame_row, U64, "", "row of the first frame in the table of frames", .flags = REEL_FIELD_KEY),
    STILL(frames, U32, "", "number of frames"),
    STILL(cuts, U32, "", "good cuts in that time: of this hand, or of both for the head"),
};

static const reel_label supports[] = {
    { BEATSABER_UNDECIDABLE, "undecidable" },
    { BEATSABER_SUPPORTED, "supported" },
    { BEATSABER_NOT_SUPPORTED, "not_supported" },
    { 0, NULL },
};
static const reel_label reasons[] = {
    { BEATSABER_NO_REASON, "none" },
    { BEATSABER_NO_CUT_DATA, "no_cut_data" },
    { BEATSABER_NO_MOTION, "no_motion" },
    { BEATSABER_RESAMPLED, "resampled" },
    { BEATSABER_OTHER_RULES, "other_rules" },
    { BEATSABER_OPEN_SWING, "open_swing" },
    { BEATSABER_OFF_GRID, "off_grid" },
    { BEATSABER_SHARED_PASS, "shared_pass" },
    { BEATSABER_CARRIED, "carried" },
    { BEATSABER_BETWEEN_FRAMES, "between_frames" },
    { BEATSABER_WRONG_TIME, "wrong_time" },
    { BEATSABER_TWICE, "twice" },
    { BEATSABER_STILL_SABER, "still_saber" },
    { BEATSABER_WRONG_NORMAL, "wrong_normal" },
    { BEATSABER_WRONG_PLANE, "wrong_plane" },
    { BEATSABER_WRONG_CENTER, "wrong_center" },
    { BEATSABER_OUT_OF_REACH, "out_of_reach" },
    { BEATSABER_WRONG_BEFORE, "wrong_before" },
    { BEATSABER_WRONG_AFTER, "wrong_after" },
    { BEATSABER_WRONG_SABER, "wrong_saber" },
    { BEATSABER_WRONG_DIRECTION, "wrong_direction" },
    { BEATSABER_NO_NUMBERS, "no_numbers" },
    { 0, NULL },
};

static const reel_label play_supports[] = {
    { BEATSABER_SHOWS_NOTHING, "none" },
    { BEATSABER_SHOWS_PART, "partial" },
    { BEATSABER_SHOWS_ALL, "full" },
    { BEATSABER_CONTRADICTS, "against" },
    { 0, NULL },
};

#define XYZ .components = "xyz"
#define CUT(name, type, unit, ...) REEL_FIELD(beatsaber_cut, #name, name, type, unit, __VA_ARGS__)
#define CUT_HAS(mask) REEL_PRESENT_IF(beatsaber_cut, present, BEATSABER_HAS_##mask)
static const reel_field cut_fields[] = {
    CUT(time, F32, "s", "time of the event", TIME),
    CUT(spawn_time, F32, "s", "time of the note in the map"),
    CUT(note_row, U32, "", "row in the table of notes"),
    CUT(kind, U8, "", "what happened", .labels = kinds),
    CUT(hand, U8, "", "hand of the saber that cut", .labels = hand_names, CUT_HAS(CUT)),
    CUT(support, U8, "", "whether the motion supports the cut; good cuts only", .labels = supports, CUT_HAS(SUPPORT)),
    CUT(reason, U8, "", "why it does not, or why that cannot be decided", .labels = reasons, CUT_HAS(SUPPORT)),
    CUT(points, U8, "", "points of the cut as stated, without multiplier", CUT_HAS(SUPPORT)),
    CUT(motion_points, U8, "", "points that follow from motion, grid and time", CUT_HAS(MOTION_POINTS)),
    CUT(least_points, U8, "", "points that the motion shows at least; 0: the cut counts as a miss", CUT_HAS(SUPPORT)),
    CUT(most_points, U8, "", "points that the motion allows at most", CUT_HAS(SUPPORT)),
    CUT(frame_row, U64, "", "row in the table of frames: the frame in which the note was cut", CUT_HAS(FRAME)),
    CUT(normal, F32, "", "normal of the plane of the cut, as stated", XYZ, CUT_HAS(CUT)),
    CUT(motion_normal, F32, "", "normal of the plane in which the saber moved", XYZ, CUT_HAS(FRAME)),
    CUT(normal_difference, F32, "deg", "angle between the two planes", CUT_HAS(FRAME)),
    CUT(plane_distance, F32, "m", "distance of the stated point of the cut from the plane in which the saber moved",
        CUT_HAS(FRAME)),
    CUT(center, F32, "m", "centre of the note, by the stated point, normal and distance", XYZ, CUT_HAS(CLAIMED_CENTER)),
    CUT(motion_center, F32, "m", "centre of the note, by grid, time and head", XYZ, CUT_HAS(CENTER)),
    CUT(center_difference, F32, "m", "distance between the two", CUT_HAS(CENTER)),
    CUT(distance, F32, "m", "distance of the cut from the centre, as stated", CUT_HAS(CUT)),
    CUT(motion_distance, F32, "m", "distance of that centre from the plane in which the saber moved", CUT_HAS(CENTER)),
    CUT(before, F32, "", "rating of the swing before the cut, as stated; 1 is full", CUT_HAS(CUT)),
    CUT(motion_before, F32, "", "rating of the motion before the cut; not capped", CUT_HAS(SWING)),
    CUT(after, F32, "", "rating of the swing after the cut, as stated; 1 is full", CUT_HAS(CUT)),
    CUT(motion_after, F32, "", "rating of the motion after the cut; not capped", CUT_HAS(SWING)),
};

#define EVIDENCE(name, type, unit, ...) REEL_FIELD(beatsaber_evidence, #name, name, type, unit, __VA_ARGS__)
#define EVIDENCE_HAS(mask) REEL_PRESENT_IF(beatsaber_evidence, present, BEATSABER_HAS_##mask)
static const reel_field evidence_fields[] = {
    EVIDENCE(support, U8, "", "how much of the score the motion shows", .labels = play_supports),
    EVIDENCE(good_cuts, U32, "", "good cuts"),
    EVIDENCE(supported, U32, "", "good cuts that the motion supports"),
    EVIDENCE(not_supported, U32, "", "good cuts that the motion contradicts"),
    EVIDENCE(undecidable, U32, "", "good cuts for which the replay lacks what the rules need"),
    EVIDENCE(first_reason, U8, "", "the most frequent reason against cuts, or else why they cannot be decided",
             .labels = reasons),
    EVIDENCE(stated_score, I64, "", "score stated in the replay"),
    EVIDENCE(event_score, I64, "", "score recomputed from the events, before modifiers"),
    EVIDENCE(motion_score, I64, "", "score that the motion shows at least: cuts that it need not have made count as misses",
             EVIDENCE_HAS(MOTION_SCORE)),
    EVIDENCE(motion_score_most, I64, "", "score that the motion allows at most", EVIDENCE_HAS(MOTION_SCORE)),
    EVIDENCE(same_points, U32, "", "good cuts that have the same points by motion, grid and time as by the event"),
    EVIDENCE(note_speed, F32, "m/s", "speed of the notes, fitted", EVIDENCE_HAS(NOTE_SPEED)),
    EVIDENCE(note_height, F32, "m", "what the height of the player adds to the height of the layers, fitted",
             EVIDENCE_HAS(NOTE_SPEED)),
    EVIDENCE(tilted, BOOL, "", "notes start tilted, as in older versions of the game", EVIDENCE_HAS(SWINGS)),
    EVIDENCE(grip_angle, F32, "deg", "angle between saber and hand, fitted; 0 in plain plays", PAIR),
    EVIDENCE(grip_distance, F32, "m", "distance between saber and hand, fitted; 0 in plain plays", PAIR),
    EVIDENCE(normal_median, F32, "deg", "median of normal_difference", EVIDENCE_HAS(DIFFERENCES), .flags = MEASURE),
    EVIDENCE(normal_max, F32, "deg", "largest normal_difference", EVIDENCE_HAS(DIFFERENCES), .flags = MEASURE),
    EVIDENCE(plane_median, F32, "m", "median of plane_distance", EVIDENCE_HAS(DIFFERENCES), .flags = MEASURE),
    EVIDENCE(plane_max, F32, "m", "largest plane_distance", EVIDENCE_HAS(DIFFERENCES), .flags = MEASURE),
    EVIDENCE(center_median, F32, "m", "median of center_difference", EVIDENCE_HAS(NOTE_SPEED), .flags = MEASURE),
    EVIDENCE(center_max, F32, "m", "largest center_difference", EVIDENCE_HAS(NOTE_SPEED), .flags = MEASURE),
    EVIDENCE(before_median, F32, "", "median difference of the ratings before the cut, capped to 1", EVIDENCE_HAS(SWINGS),
             .flags = MEASURE),
    EVIDENCE(before_max, F32, "", "largest of these", EVIDENCE_HAS(SWINGS), .flags = MEASURE),
    EVIDENCE(after_median, F32, "", "median difference of the ratings after the cut, capped to 1", EVIDENCE_HAS(SWINGS),
             .flags = MEASURE),
    EVIDENCE(after_max, F32, "", "largest of these", EVIDENCE_HAS(SWINGS), .flags = MEASURE),
    EVIDENCE(rounded, BOOL, "", "numbers were rounded after the play, so that only larger differences can be told"),
    EVIDENCE(time_rate, F32, "", "seconds of the song in a second by the stated frame rates, the median: the speed of the song",
             EVIDENCE_HAS(RATE)),
    EVIDENCE(repeated_frames, U32, "", "frames in which a hand moves as it did before, but for noise"),
    EVIDENCE(slowed_frames, U32, "", "frames that go by at another speed than the song"),
    EVIDENCE(odd_frames, U32, "", "frames with a rotation or a place of a hand or the head that nothing can have"),
};

static const reel_label fits[] = {
    { BEATSABER_LEVEL_UNKNOWN, "unknown" },
    { BEATSABER_LEVEL_FITS, "fits" },
    { BEATSABER_LEVEL_OTHER, "other_difficulty" },
    { BEATSABER_LEVEL_MIRRORED, "mirrored" },
    { BEATSABER_LEVEL_TIMES, "other_times" },
    { BEATSABER_LEVEL_NONE, "none" },
    { 0, NULL },
};
static const reel_label whats[] = {
    { BEATSABER_LEVEL_NOTE, "note" },
    { BEATSABER_LEVEL_LINK, "link" },
    { BEATSABER_LEVEL_BOMB, "bomb" },
    { BEATSABER_LEVEL_WALL, "wall" },
    { 0, NULL },
};
static const reel_label outcomes[] = {
    { BEATSABER_LEVEL_CUT, "cut" },
    { BEATSABER_LEVEL_BAD, "bad_cut" },
    { BEATSABER_LEVEL_MISSED, "missed" },
    { BEATSABER_LEVEL_HIT, "hit" },
    { BEATSABER_LEVEL_AVOIDED, "avoided" },
    { BEATSABER_LEVEL_NOT_REACHED, "not_reached" },
    { BEATSABER_LEVEL_NO_EVENT, "no_event" },
    { BEATSABER_LEVEL_EXTRA, "not_in_map" },
    { 0, NULL },
};
static const reel_label differences[] = {
    { BEATSABER_LEVEL_SAME, "none" },
    { BEATSABER_LEVEL_SCORING, "scoring" },
    { BEATSABER_LEVEL_COLOR, "color" },
    { BEATSABER_LEVEL_DIRECTION, "direction" },
    { BEATSABER_LEVEL_TIME, "time" },
    { BEATSABER_LEVEL_SECOND, "second_event" },
    { BEATSABER_LEVEL_NO_NOTE, "no_such_note" },
    { 0, NULL },
};

#define LEVEL(name, type, unit, ...) REEL_FIELD(beatsaber_level, #name, name, type, unit, __VA_ARGS__)
#define LEVEL_HAS(mask) REEL_PRESENT_IF(beatsaber_level, present, BEATSABER_LEVEL_HAS_##mask)
static const reel_field level_fields[] = {
    LEVEL(song_name, STRING, "", "name of the song", .flags = MAIN),
    LEVEL(mapper, STRING, "", "who made the map"),
    LEVEL(mode, STRING, "", "mode of the map whose notes came", .flags = MAIN),
    LEVEL(difficulty, STRING, "", "difficulty of the map whose notes came", .flags = MAIN),
    LEVEL(fit, U8, "", "whether the events are those of the map", .labels = fits, .flags = MAIN),
    LEVEL(score, I64, "", "score by the events, before modifiers", LEVEL_HAS(SCORE), .flags = MAIN),
    LEVEL(max_score, I64, "", "greatest score of the map", LEVEL_HAS(MAX), .flags = MAIN),
    LEVEL(accuracy, F32, "", "score / max_score: of the whole map", LEVEL_HAS(ACCURACY), .flags = MAIN | MEASURE),
    LEVEL(fc_accuracy, F32, "", "accuracy if each lost note had been cut as well as the others; missing if some were not reached",
          LEVEL_HAS(FC), .flags = MAIN | MEASURE),
    LEVEL(notes, U32, "", "notes of the map, with links of chains", .flags = MAIN),
    LEVEL(cut, U32, "", "good cuts", .flags = MAIN),
    LEVEL(bad, U32, "", "bad cuts", .flags = MAIN),
    LEVEL(missed, U32, "", "missed notes", .flags = MAIN),
    LEVEL(not_reached, U32, "", "notes before the begin or after the end of the play", .flags = MAIN),
    LEVEL(no_event, U32, "", "notes that must have been cut or missed, but have no event", .flags = MAIN),
    LEVEL(changed, U32, "", "notes whose event states another color, direction, time or scoring than the map"),
    LEVEL(no_note, U32, "", "events that belong to no note of the map", .flags = MAIN),
    LEVEL(bombs, U32, "", "bombs of the map", .flags = MAIN),
    LEVEL(bombs_hit, U32, "", "bombs that were hit", .flags = MAIN),
    LEVEL(walls, U32, "", "walls of the map", .flags = MAIN),
    LEVEL(walls_hit, U32, "", "walls that the head was in, by events", .flags = MAIN),
    LEVEL(walls_not_reached, U32, "", "walls before the begin or after the end of the play"),
    LEVEL(no_wall, U32, "", "contacts with walls that the map does not have", .flags = MAIN),
    LEVEL(jump_distance, F32, "m", "length of the jump of a note in the map; players can choose another", LEVEL_HAS(JUMP)),
    LEVEL(mirrored, BOOL, "", "the play is mirrored, as left-handed ones are"),
    LEVEL(decidable, BOOL, "", "map and replay tell enough to compare them note by note"),
};

#define LEVEL_NOTE(name, type, unit, ...) REEL_FIELD(beatsaber_level_note, #name, name, type, unit, __VA_ARGS__)
#define NOTE_HAS(mask) REEL_PRESENT_IF(beatsaber_level_note, present, BEATSABER_LEVEL_HAS_##mask)
#define LEVEL_NOTE_FIELDS(main)                                                                                                  \
    LEVEL_NOTE(time, F32, "s", "time in the map", .flags = REEL_FIELD_TIME | (main)),                                            \
        LEVEL_NOTE(what, U8, "", "note, link of a chain, bomb or wall", .labels = whats, .flags = (main)),                       \
        LEVEL_NOTE(line, I32, "", "column of the grid, 0 to 3 from the left", NOTE_HAS(PLACE), .flags = (main)),                 \
        LEVEL_NOTE(layer, I32, "", "row of the grid, 0 to 2 from the bottom", NOTE_HAS(PLACE), .flags = (main)),                 \
        LEVEL_NOTE(color, U8, "", "hand the note is for", .labels = hand_names, NOTE_HAS(LOOK), .flags = (main)),                \
        LEVEL_NOTE(direction, I32, "", "direction of the arrow", .labels = directions, NOTE_HAS(LOOK), .flags = (main)),         \
        LEVEL_NOTE(outcome, U8, "", "what became of it", .labels = outcomes, .flags = (main)),                                   \
        LEVEL_NOTE(difference, U8, "", "what its event states in another way than the map", .labels = differences),              \
        LEVEL_NOTE(scoring, U8, "", "how it is scored in the newest game", .labels = scoring_names),                             \
        LEVEL_NOTE(points, U8, "", "points of the cut, without multiplier", NOTE_HAS(POINTS)),                                   \
        LEVEL_NOTE(event_time, F32, "s", "time of its event", NOTE_HAS(EVENT)),                                                  \
        LEVEL_NOTE(source_row, U32, "", "row of its event in the table of notes or walls", NOTE_HAS(EVENT)),                     \
        LEVEL_NOTE(interval, F32, "s", "time since the swing before it of the same hand", NOTE_HAS(INTERVAL)),                   \
        LEVEL_NOTE(density, F32, "notes/s", "notes of both hands in the second around it", NOTE_HAS(PATTERNS)),                  \
        LEVEL_NOTE(patterns, U8, "", "sum of 1 stream, 2 stack, 4 double, 8 crossover, 16 reset", NOTE_HAS(PATTERNS))
static const reel_field level_note_fields[] = { LEVEL_NOTE_FIELDS(0) };
static const reel_field lost_note_fields[] = { LEVEL_NOTE_FIELDS(MAIN) };
#define OF_LEVEL (REEL_TABLE_LEVEL | REEL_TABLE_ON_REQUEST)

const reel_table beatsaber_levels =
    REEL_TABLE("level", "the play beside its map, in one row", beatsaber_level, level_fields, OF_LEVEL);
const reel_table beatsaber_lost_notes =
    REEL_TABLE("lost_notes", "notes that were missed, cut badly or have no event, and bombs and walls that were hit",
               beatsaber_level_note, lost_note_fields, OF_LEVEL);
const reel_table beatsaber_level_notes =
    REEL_TABLE("level_notes", "all notes, bombs and walls of the map, and events that belong to none", beatsaber_level_note,
               level_note_fields, OF_LEVEL);

static const reel_label pattern_names[] = {
    { BEATSABER_PATTERN_STREAM, "stream" },
    { BEATSABER_PATTERN_STACK, "stack" },
    { BEATSABER_PATTERN_DOUBLE, "double" },
    { BEATSABER_PATTERN_CROSSOVER, "crossover" },
    { BEATSABER_PATTERN_RESET, "reset" },
    { BEATSABER_PATTERN_OTHER, "other" },
    { 0, NULL },
};
#define PART_FIELD(field, member, type, unit, ...) REEL_FIELD(beatsaber_level_part, field, member, type, unit, __VA_ARGS__)
#define PART(name, type, unit, ...) PART_FIELD(#name, name, type, unit, __VA_ARGS__)
#define PART_HAS(mask) REEL_PRESENT_IF(beatsaber_level_part, present, BEATSABER_PART_HAS_##mask)
#define PART_FIELDS                                                                                                              \
    PART(notes, U32, "", "notes of the map"), PART(cut, U32, "", "good cuts"), PART(bad, U32, "", "bad cuts"),                   \
        PART(missed, U32, "", "missed notes"),                                                                                   \
        PART(accuracy, F32, "", "points of the cuts / greatest points of notes that were cut, cut badly or missed",              \
             PART_HAS(ACCURACY), .flags = MEASURE),                                                                              \
        PART(cut_accuracy, F32, "", "points of the cuts / greatest points of the notes that were cut", PART_HAS(CUT_ACCURACY),   \
             .flags = MEASURE),                                                                                                  \
        PART(interval, F32, "s", "mean time since the swing before of the same hand", PART_HAS(INTERVAL), .flags = MEASURE),     \
        PART(density, F32, "notes/s", "mean of the notes in the second around each", PART_HAS(DENSITY), .flags = MEASURE)
static const reel_field section_fields[] = {
    PART_FIELD("section", part, U8, "", "number of the section"),
    PART(time, F32, "s", "begin in the map", .flags = REEL_FIELD_TIME),
    PART(end_time, F32, "s", "end in the map"),
    PART_FIELDS,
};
static const reel_field lane_fields[] = { PART_FIELD("line", part, U8, "", "column of the grid, 0 to 3 from the left"),
                                          PART_FIELDS };
static const reel_field pattern_fields[] = {
    PART_FIELD("pattern", part, U8, "", "what the notes are part of; some are of several", .labels = pattern_names), PART_FIELDS
};
static const reel_field direction_fields[] = {
    PART_FIELD("direction", part, U8, "", "direction of the arrow", .labels = directions), PART_FIELDS
};
static const reel_field outcome_fields[] = { PART_FIELD("outcome", part, U8, "", "what became of the notes", .labels = outcomes),
                                             PART_FIELDS };

const reel_table beatsaber_level_sections = REEL_TABLE("level_sections", "tenths of the map, from its first to its last note",
                                                       beatsaber_level_part, section_fields, OF_LEVEL);
const reel_table beatsaber_level_lanes =
    REEL_TABLE("level_lanes", "notes by the lane they come in", beatsaber_level_part, lane_fields, OF_LEVEL);
const reel_table beatsaber_level_patterns =
    REEL_TABLE("level_patterns", "notes by the pattern they are part of", beatsaber_level_part, pattern_fields, OF_LEVEL);
const reel_table beatsaber_level_directions =
    REEL_TABLE("level_directions", "notes by the direction of their arrow", beatsaber_level_part, direction_fields, OF_LEVEL);
const reel_table beatsaber_level_outcomes =
    REEL_TABLE("level_outcomes", "notes by what became of them: how difficult those were that were missed", beatsaber_level_part,
               outcome_fields, OF_LEVEL);

static const reel_label reenacted_reasons[] = {
    { BEATSABER_REENACTED_KNOWN, "none" },
    { BEATSABER_REENACTED_NO_PLACE, "no_place" },
    { BEATSABER_REENACTED_NO_MOTION, "no_motion" },
    { BEATSABER_REENACTED_CROWDED, "crowded" },
    { 0, NULL },
};
#define LEVEL_CUT(name, type, unit, ...) REEL_FIELD(beatsaber_level_cut, #name, name, type, unit, __VA_ARGS__)
#define LEVEL_CUT_HAS(mask) REEL_PRESENT_IF(beatsaber_level_cut, present, BEATSABER_LEVEL_CUT_HAS_##mask)
static const reel_field level_cut_fields[] = {
    LEVEL_CUT(time, F32, "s", "time in the map", .flags = REEL_FIELD_TIME),
    LEVEL_CUT(what, U8, "", "note, link of a chain or bomb", .labels = whats),
    LEVEL_CUT(line, I32, "", "column of the grid, 0 to 3 from the left"),
    LEVEL_CUT(layer, I32, "", "row of the grid, 0 to 2 from the bottom"),
    LEVEL_CUT(color, U8, "", "hand the note is for", .labels = hand_names, LEVEL_CUT_HAS(LOOK)),
    LEVEL_CUT(direction, I32, "", "direction of the arrow", .labels = directions, LEVEL_CUT_HAS(LOOK)),
    LEVEL_CUT(outcome, U8, "", "what became of it by its event", .labels = outcomes),
    LEVEL_CUT(motion_outcome, U8, "", "what the sabers do to it", .labels = outcomes, LEVEL_CUT_HAS(MOTION)),
    LEVEL_CUT(points, U8, "", "points by its event, without multiplier", LEVEL_CUT_HAS(POINTS)),
    LEVEL_CUT(motion_points, U8, "", "points by the motion, without multiplier", LEVEL_CUT_HAS(SWING)),
    LEVEL_CUT(reason, U8, "", "why it is not known what the sabers do to it", .labels = reenacted_reasons),
    LEVEL_CUT(hand, U8, "", "saber that cuts it", .labels = hand_names, LEVEL_CUT_HAS(FRAME)),
    LEVEL_CUT(event_time, F32, "s", "time of its event", LEVEL_CUT_HAS(EVENT)),
    LEVEL_CUT(motion_time, F32, "s", "time of the frame in which a saber cuts it", LEVEL_CUT_HAS(FRAME)),
    LEVEL_CUT(source_row, U32, "", "row of its event in the table of notes", LEVEL_CUT_HAS(EVENT)),
    LEVEL_CUT(frame_row, U64, "", "row of that frame", LEVEL_CUT_HAS(FRAME)),
    LEVEL_CUT(before, F32, "", "rating of the swing before the cut; 1 is full", LEVEL_CUT_HAS(SWING)),
    LEVEL_CUT(after, F32, "", "rating of the swing after the cut; 1 is full", LEVEL_CUT_HAS(SWING)),
    LEVEL_CUT(distance, F32, "m", "distance of the cut from the center of the note", LEVEL_CUT_HAS(SWING)),
};

#define REENACTED(name, type, unit, ...) REEL_FIELD(beatsaber_level_reenacted, #name, name, type, unit, __VA_ARGS__)
#define REENACTED_HAS(mask) REEL_PRESENT_IF(beatsaber_level_reenacted, present, BEATSABER_REENACTED_HAS_##mask)
static const reel_field reenacted_fields[] = {
    REENACTED(stated_score, I64, "", "score in the replay"),
    REENACTED(event_score, I64, "", "score by the events, before modifiers"),
    REENACTED(motion_score, I64, "", "score of the re-enacted play; what is not known of it is taken from the events",
              REENACTED_HAS(SCORE)),
    REENACTED(relative_difference, F32, "", "how far motion_score is from event_score, as a part of that",
              REENACTED_HAS(DIFFERENCE), .flags = MEASURE),
    REENACTED(notes, U32, "", "notes and bombs that were reached"),
    REENACTED(known, U32, "", "of these, those that the motion tells"),
    REENACTED(same, U32, "", "of these, those with the outcome that their events have"),
    REENACTED(same_points, U32, "", "good cuts by both, with the same points"),
    REENACTED(cut, U32, "", "good cuts by the motion"),
    REENACTED(bad, U32, "", "bad cuts by the motion"),
    REENACTED(missed, U32, "", "missed notes by the motion"),
    REENACTED(hit, U32, "", "bombs that were hit by the motion"),
    REENACTED(bombs_passed, U32, "", "bombs without an event that a saber goes through"),
    REENACTED(walls_passed, U32, "", "times that the head is in a wall without an event"),
    REENACTED(hidden_bad, U32, "", "with NA: good cuts that would have been bad ones of the arrows of the map"),
    REENACTED(hidden_bombs, U32, "", "with NB: bombs of the map that a saber goes through"),
    REENACTED(hidden_walls, U32, "", "with NO: times that the head is in a wall of the map"),
    REENACTED(note_speed, F32, "m/s", "speed of the notes: of the map, or fitted"),
};

/* They cost as much as the evidence, so they are made only if they are asked for by name. */
const reel_table beatsaber_level_cuts = REEL_TABLE("level_cuts", "notes and bombs of the map beside what the sabers do to them",
                                                   beatsaber_level_cut, level_cut_fields, REEL_TABLE_ON_REQUEST);
const reel_table beatsaber_level_reenacted_rows =
    REEL_TABLE("level_reenacted", "the play re-enacted from motion and map, in one row", beatsaber_level_reenacted,
               reenacted_fields, REEL_TABLE_ON_REQUEST);

const reel_table beatsaber_summaries = REEL_TABLE("summary", "the play in one row", beatsaber_summary, summary_fields, 0);
const reel_table beatsaber_hands = REEL_TABLE("hands", "statistics per hand", beatsaber_hand, hand_fields, 0);
const reel_table beatsaber_cells = REEL_TABLE("cells", "statistics per grid cell", beatsaber_cell, cell_fields, 0);
const reel_table beatsaber_scorings = REEL_TABLE("scoring", "statistics per scoring type", beatsaber_scoring, scoring_fields, 0);
const reel_table beatsaber_graph = REEL_TABLE("graph", "the play second by second", beatsaber_second, graph_fields, 0);
const reel_table beatsaber_events =
    REEL_TABLE("scored_events", "notes and walls in the order in which they count", beatsaber_event, event_fields, 0);
const reel_table beatsaber_underswings =
    REEL_TABLE("underswings", "good cuts that lost swing points", beatsaber_underswing, underswing_fields, 0);
const reel_table beatsaber_jitters = REEL_TABLE("jitters", "tracking jitters", beatsaber_jitter, jitter_fields, 0);
const reel_table beatsaber_origin_resets =
    REEL_TABLE("origin_resets", "frames in which a hand is at the tracking origin", beatsaber_origin_reset, reset_fields, 0);
const reel_table beatsaber_stills =
    REEL_TABLE("stills", "spans of a second or more in which a tracker does not move at all", beatsaber_still, still_fields, 0);
const reel_table beatsaber_heart_rates =
    REEL_TABLE("heart_rate", "heart rate of the player, from user data of a mod", beatsaber_heart_rate, heart_fields, 0);
/* The evidence costs ten times as much as all other statistics. */
const reel_table beatsaber_cuts =
    REEL_TABLE("cuts", "note events beside what follows from the motion", beatsaber_cut, cut_fields, REEL_TABLE_ON_REQUEST);
const reel_table beatsaber_evidences = REEL_TABLE("evidence", "whether the motion supports the play, in one row",
                                                  beatsaber_evidence, evidence_fields, REEL_TABLE_ON_REQUEST);

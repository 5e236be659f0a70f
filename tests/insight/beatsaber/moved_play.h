/* SPDX-License-Identifier: MIT
 * A play that its motion supports: both hands swing up and down, and each swing down cuts a note, with the claims that the rules of the game
 * give. */
#ifndef MOVED_PLAY_H
#define MOVED_PLAY_H

#include "made_play.h"
#include "note_turn.h"

#include "game/beatsaber/note.h"
#include "game/beatsaber/swing.h"

#include <math.h>

enum { MOVED_RATE = 60, MOVED_FRAMES = 480, MOVED_FIRST = 20 };

static const note_flight moved_flight_plain = { .speed = 16, .distance = 18.5, .height = -0.025, .tilted = false };
static note_flight moved_flight = { .speed = 16, .distance = 18.5, .height = -0.025, .tilted = false };

static inline reel_pose moved_hand(int hand, double time)
{
    const double pi = 3.14159265358979323846, phase = 2 * pi * (3.1 * time + 0.5 * hand);
    const space_turn turn =
        reel__space_turn_by((space_vec){ 5 + 75 * sin(phase), 6 * sin(0.7 * time + hand), 12 * sin(0.9 * time + 2 * hand) });
    return (reel_pose){ .position = { (float)((hand ? 0.34 : -0.34) + 0.05 * sin(1.3 * time)),
                                      (float)(0.95 + 0.04 * sin(2.1 * time)), (float)(-0.15 + 0.03 * cos(time)) },
                        .rotation = { (float)turn.x, (float)turn.y, (float)turn.z, (float)turn.w } };
}

static inline void moved_frames(made_play *play)
{
    play->info.jump_distance = (float)moved_flight.distance;
    for (int i = 0; i < MOVED_FRAMES; i++) {
        const double time = 1 + (double)i / MOVED_RATE + 0.0004 * sin(i * 1.7);
        bsor_frame *frame = made_frame(play, (float)time);
        frame->fps = MOVED_RATE;
        frame->head.position =
            (reel_vec3){ (float)(0.03 * sin(time)), (float)(1.7 + 0.01 * cos(time)), (float)(0.02 * sin(2 * time)) };
        frame->left_hand = moved_hand(0, (double)frame->time);
        frame->right_hand = moved_hand(1, (double)frame->time);
    }
}

/* Whether the game finds the note in this frame. */
static inline bool moved_touches(const made_play *play, const swing_frame *frames, size_t at, float spawn_time, note_spot spot,
                                 double scale)
{
    size_t look = at;
    while (look > 0 && play->frames[look].time >= spawn_time) look--;
    spot.time = (double)spawn_time;
    const double to_hit = (double)(spawn_time - play->frames[at].time),
                 to_look = (double)spawn_time - (double)play->frames[look].time;
    const space_vec head = space_of(&play->frames[look].head.position);
    const space_vec center = { reel__note_x(spot.line), reel__note_y(&moved_flight, &spot, to_hit),
                               reel__note_z(&moved_flight, to_hit, (double)play->frames[at].head.position.z) };
    const space_vec seen = { center.x, reel__note_y(&moved_flight, &spot, to_look),
                             reel__note_z(&moved_flight, to_look, head.z) };
    const space_turn turn = note_turn(&moved_flight, &spot, to_look, seen, head);
    return at > 0 && reel__swing_finds(&frames[at], &frames[at - 1], center, turn,
                                       spot.direction == NOTE_DOT ? SWING_DOT : SWING_ARROW, scale);
}

/* Whether this is the first frame in which it does. */
static inline bool moved_found(const made_play *play, const swing_frame *frames, size_t at, float spawn_time, note_spot spot)
{
    return moved_touches(play, frames, at, spawn_time, spot, 1) && !moved_touches(play, frames, at - 1, spawn_time, spot, 1);
}

/* The direction in which a note that is turned so faces away from the player. */
static inline space_vec facing(space_turn turn) { return reel__space_turn_vec(turn, (space_vec){ 0, 0, 1 }); }

/* The claims of a cut of the note `spot` in frame `at`. */
static inline bsor_note moved_cut(const made_play *play, const swing_frame *frames, int hand, size_t at, float spawn_time,
                                  note_spot spot)
{
    const bsor_frame *frame = &play->frames[at];
    const float deviation = spawn_time - frame->time;
    size_t look = at;
    while (look > 0 && play->frames[look].time >= spawn_time) look--;
    spot.time = (double)spawn_time;
    const double to_hit = (double)deviation, to_look = (double)spawn_time - (double)play->frames[look].time;
    const space_vec head = space_of(&play->frames[look].head.position);
    const space_vec center = { reel__note_x(spot.line), reel__note_y(&moved_flight, &spot, to_hit),
                               reel__note_z(&moved_flight, to_hit, (double)frame->head.position.z) };
    space_vec seen = center;
    seen.z = reel__note_z(&moved_flight, to_look, head.z);
    seen.y = reel__note_y(&moved_flight, &spot, to_look);
    const swing_note note = { center, facing(note_turn(&moved_flight, &spot, to_look, seen, head)), 1, 0 };
    const swing_rating rating = reel__swing_rate(frames, play->frame_count, at, &note);
    const double distance = reel__swing_distance(&frames[at], center);
    bsor_note claim = { .note_id = 30000 + spot.line * 1000 + spot.layer * 100 + hand * 10 + spot.direction,
                        .event_time = frame->time,
                        .spawn_time = spawn_time,
                        .event_type = BSOR_GOOD_CUT,
                        .has_cut = 1 };
    claim.cut = (bsor_cut){ .speed_ok = 1,
                            .direction_ok = 1,
                            .saber_type_ok = 1,
                            .saber_speed = 10,
                            .saber_type = hand,
                            .time_deviation = deviation,
                            .cut_point = space_store(space_sub(center, space_scale(space_of(&frames[at].normal), distance))),
                            .cut_normal = frames[at].normal,
                            .cut_distance_to_center = (float)fabs(distance),
                            .before_cut_rating = (float)rating.before.rating,
                            .after_cut_rating = (float)rating.after.rating };
    return claim;
}

/* Adds the cuts of both hands, in order of time: of each swing down, in the first frame in which the saber touches the note. */
static inline void moved_cuts(made_play *play, const swing_grip *grip)
{
    static swing_frame frames[2][MADE_ROWS];
    bool cut[2] = { false, false };
    for (size_t i = 0; i < play->frame_count; i++) {
        reel__swing_take(&frames[0][i], &play->frames[i].left_hand, grip, play->frames[i].time, i ? &frames[0][i - 1] : NULL);
        reel__swing_take(&frames[1][i], &play->frames[i].right_hand, grip, play->frames[i].time, i ? &frames[1][i - 1] : NULL);
    }
    for (size_t at = MOVED_FIRST; at + 40 < play->frame_count; at++)
        for (int hand = 0; hand < 2; hand++) {
            const swing_frame *frame = &frames[hand][at];
            const float deviation = 0.012f * (float)((int)(play->note_count % 5) - 2), spawn_time = frame->time + deviation;
            const note_spot spot = { .line = hand ? 2 : 1, .direction = 1 };
            const bool down = frame->tip.y < frames[hand][at - 1].tip.y - 0.06f;
            cut[hand] = cut[hand] && down;
            if (cut[hand] || !down || !moved_found(play, frames[hand], at, spawn_time, spot)) continue;
            cut[hand] = true;
            play->notes[play->note_count++] = moved_cut(play, frames[hand], hand, at, spawn_time, spot);
        }
}

/* The same with notes that are far away: their events are later. */
static inline void moved_early_cuts(made_play *play)
{
    static swing_frame frames[MADE_ROWS];
    for (size_t i = 0; i < play->frame_count; i++)
        reel__swing_take(&frames[i], &play->frames[i].right_hand, &reel__swing_grip_plain, play->frames[i].time,
                         i ? &frames[i - 1] : NULL);
    for (size_t at = MOVED_FIRST; at + 40 < play->frame_count; at++) {
        if (frames[at].tip.y >= frames[at].hilt.y || frames[at - 1].tip.y < frames[at - 1].hilt.y) continue;
        const float deviation = play->note_count % 2 ? 0.012f : 0.17f;
        size_t event = at;
        const float spawn_time = play->frames[at].time + deviation;
        while (deviation > 0.15f && spawn_time - play->frames[event].time > 0.15f) event++;
        const note_spot spot = { .line = 2, .direction = 1 };
        play->notes[play->note_count] = moved_cut(play, frames, 1, at, spawn_time, spot);
        play->notes[play->note_count++].event_time = play->frames[event].time;
    }
}

static inline made_play moved_play(void)
{
    made_play play = made_new();
    moved_frames(&play);
    moved_cuts(&play, &reel__swing_grip_plain);
    play.info.score = (int32_t)made_summary(&play, NULL).score;
    return play;
}

static inline beatsaber_evidence moved_evidence(const made_play *play)
{
    static const reel_table *const tables[] = { &beatsaber_evidences, NULL };
    reel_replay *result = made_measure(play, NULL, tables);
    size_t count;
    const beatsaber_evidence *row = reel_rows(result, &beatsaber_evidences, &count);
    assert_int_equal(count, 1);
    const beatsaber_evidence evidence = *row;
    reel_free(result);
    return evidence;
}

#endif

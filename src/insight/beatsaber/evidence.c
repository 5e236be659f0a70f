/* SPDX-License-Identifier: MIT
 * Collects what is compared: what the events claim, and the poses of head and hands. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

/* Numbers beyond this are not places, times or ratings, and their squares would not be finite. */
#define LARGEST 1e6f
#define ROTATION_SLACK 0.01

static bool is_number(float value) { return value >= -LARGEST && value <= LARGEST; }

static bool are_numbers(const reel_vec3 *v) { return is_number(v->x) && is_number(v->y) && is_number(v->z); }

static bool is_cut(const play_note *note, const play_cut *cut)
{
    return are_numbers(&cut->point) && are_numbers(&cut->normal) && is_number(cut->distance) && is_number(cut->time_deviation) &&
           is_number(note->before_cut_rating) && is_number(note->after_cut_rating) && is_number(note->time) &&
           is_number(note->spawn_time);
}

bool play_evidence_note(play_state *play, const play_note *note, const play_cut *cut)
{
    evidence_claim *claim = play_list_grow(&play->evidence.claims, 1, sizeof *claim, &play->allocator);
    if (!claim) return false;
    *claim = (evidence_claim){ .row = note->row,
                               .time = note->time,
                               .spawn_time = note->spawn_time,
                               .frame = EVIDENCE_NO_FRAME,
                               .kind = note->kind,
                               .scoring = note->scoring,
                               .line = note->line,
                               .layer = note->layer,
                               .color = note->color,
                               .direction = note->known & BEATSABER_HAS_DIRECTION ? note->direction : NOTE_DOT,
                               .known = note->known };
    claim->stated = !play->no_cuts && !cut->missing && (note->kind == BEATSABER_GOOD || note->kind == BEATSABER_BAD);
    claim->has_cut = claim->stated && is_cut(note, cut);
    if (!claim->has_cut) return true;
    claim->point = cut->point;
    claim->normal = cut->normal;
    claim->distance = cut->distance;
    claim->deviation = cut->time_deviation;
    claim->before = note->before_cut_rating;
    claim->after = note->after_cut_rating;
    claim->saber = cut->saber;
    return true;
}

/* Measurements may be out of order: what a later one says for an earlier time counts. */
bool play_evidence_height(play_state *play, float time, float height)
{
    play_list *list = &play->evidence.heights;
    if (!is_number(time) || !is_number(height)) return true;
    const evidence_height *rows = list->data;
    while (list->count && rows[list->count - 1].time > time) list->count--;
    evidence_height *own = play_list_grow(list, 1, sizeof *own, &play->allocator);
    if (own) *own = (evidence_height){ time, note_height_for((double)height) };
    return own != NULL;
}

static double length_of(const reel_quaternion *q)
{
    const double x = (double)q->x, y = (double)q->y, z = (double)q->z, w = (double)q->w;
    return sqrt(x * x + y * y + z * z + w * w);
}

/* A rotation has the length 1. Others, which interpolation makes, would make blades of any length. */
static bool is_rotation(const reel_quaternion *q) { return fabs(length_of(q) - 1) < ROTATION_SLACK; }

static bool is_pose(const reel_pose *pose) { return are_numbers(&pose->position) && length_of(&pose->rotation) < 2; }

bool play_evidence_frames(play_state *play, const bsor_frame *frames, size_t count)
{
    play_evidence *evidence = &play->evidence;
    if (!play_list_reserve(&evidence->poses, count, sizeof(evidence_pose), &play->allocator)) return false;
    evidence_pose *poses = evidence->poses.data;
    for (size_t i = 0; i < count; i++, evidence->frame_rows++) {
        const bsor_frame *frame = &frames[i];
        const float last = evidence->poses.count ? poses[evidence->poses.count - 1].time : -LARGEST;
        if (!is_number(frame->time) || frame->time < last || !are_numbers(&frame->head.position) || !is_pose(&frame->left_hand) ||
            !is_pose(&frame->right_hand) || evidence->poses.count >= UINT32_MAX - 1)
            continue;
        poses[evidence->poses.count++] =
            (evidence_pose){ .head = frame->head.position,
                             .hands = { frame->left_hand, frame->right_hand },
                             .time = frame->time,
                             .fps = frame->fps,
                             .whole = is_rotation(&frame->left_hand.rotation) && is_rotation(&frame->right_hand.rotation),
                             .row = (uint32_t)evidence->frame_rows };
    }
    return true;
}

/* SPDX-License-Identifier: MIT
 * Collects what is compared: what the events claim, and the poses of head and hands. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

/* Numbers beyond this are not times or ratings, and their squares would not be finite. */
#define LARGEST 1e6f
#define FARTHEST 1e4f /* m; maps that carry the player move poses by hundreds of metres */
#define ROTATION_SLACK 0.01

/* Slow notes: the event of a cut that is earlier than this has the time at which the note is this far away. */
#define EARLIEST 0.15   /* s */
#define EARLY_SLACK 0.1 /* s: it is that of the next frame then */
#define SAME_TIME 0.0005f

static bool is_in(float value, float most) { return value >= -most && value <= most; }

static bool are_in(const reel_vec3 *v, float most) { return is_in(v->x, most) && is_in(v->y, most) && is_in(v->z, most); }

static bool is_cut(const reel__play_note *note, const play_cut *cut)
{
    return are_in(&cut->point, LARGEST) && are_in(&cut->normal, LARGEST) && is_in(cut->distance, LARGEST) &&
           is_in(cut->time_deviation, LARGEST) && is_in(note->before_cut_rating, LARGEST) &&
           is_in(note->after_cut_rating, LARGEST) && is_in(note->time, LARGEST) && is_in(note->spawn_time, LARGEST);
}

/* When the saber cut the note: at the time of the event, but for early cuts. */
static float time_of_cut(const reel__play_note *note, float deviation)
{
    const double early = (double)deviation - EARLIEST, left = (double)note->spawn_time - (double)note->time;
    const bool later = early > 0 && left <= EARLIEST + (double)SAME_TIME && left > EARLIEST - EARLY_SLACK;
    return later ? note->spawn_time - deviation : note->time;
}

bool reel__play_evidence_note(play_state *play, const reel__play_note *note, const play_cut *cut)
{
    evidence_claim *claim = reel__play_list_grow(&play->evidence.claims, 1, sizeof *claim, &play->allocator);
    if (!claim) return false;
    *claim = (evidence_claim){ .row = note->row,
                               .time = note->time,
                               .cut_time = note->time,
                               .spawn_time = note->spawn_time,
                               .frame = EVIDENCE_NO_FRAME,
                               .kind = note->kind,
                               .scoring = note->scoring,
                               .line = note->line,
                               .layer = note->layer,
                               .color = note->color,
                               .saber = note->hand == LEFT ? LEFT : RIGHT,
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
    if (note->kind == BEATSABER_GOOD) claim->cut_time = time_of_cut(note, cut->time_deviation);
    return true;
}

/* Measurements may be out of order: what a later one says for an earlier time counts. */
bool reel__play_evidence_height(play_state *play, float time, float height)
{
    play_list *list = &play->evidence.heights;
    if (!is_in(time, LARGEST) || !is_in(height, LARGEST)) return true;
    const evidence_height *rows = list->data;
    while (list->count && rows[list->count - 1].time > time) list->count--;
    evidence_height *own = reel__play_list_grow(list, 1, sizeof *own, &play->allocator);
    if (own) *own = (evidence_height){ time, reel__note_height_for((double)height) };
    return own != NULL;
}

static double length_of(const reel_quaternion *q)
{
    const double x = (double)q->x, y = (double)q->y, z = (double)q->z, w = (double)q->w;
    return sqrt(x * x + y * y + z * z + w * w);
}

/* A rotation has the length 1. Others, which interpolation makes, would make blades of any length. */
static bool is_pose(const reel_pose *pose)
{
    return are_in(&pose->position, FARTHEST) && fabs(length_of(&pose->rotation) - 1) < ROTATION_SLACK;
}

/* Without tracking, rotations are zero. */
static bool is_odd(const reel_pose *pose, bool is_pose) { return !is_pose && !(length_of(&pose->rotation) == 0); }

bool reel__play_evidence_frames(play_state *play, const bsor_frame *frames, size_t count)
{
    play_evidence *evidence = &play->evidence;
    if (!reel__play_list_reserve(&evidence->poses, count, sizeof(evidence_pose), &play->allocator)) return false;
    evidence_pose *poses = evidence->poses.data;
    for (size_t i = 0; i < count; i++, evidence->frame_rows++) {
        const bsor_frame *frame = &frames[i];
        const float last = evidence->poses.count ? poses[evidence->poses.count - 1].time : -LARGEST;
        const bool left = is_pose(&frame->left_hand), right = is_pose(&frame->right_hand),
                   head = are_in(&frame->head.position, FARTHEST);
        evidence->odd_frames += is_odd(&frame->left_hand, left) || is_odd(&frame->right_hand, right) || !head;
        if (!is_in(frame->time, LARGEST) || frame->time < last || evidence->poses.count >= UINT32_MAX - 1) continue;
        poses[evidence->poses.count++] = (evidence_pose){ .head = frame->head.position,
                                                          .hands = { frame->left_hand, frame->right_hand },
                                                          .time = frame->time,
                                                          .fps = frame->fps,
                                                          .has_head = head,
                                                          .has_hand = { left, right },
                                                          .row = (uint32_t)evidence->frame_rows };
    }
    return true;
}

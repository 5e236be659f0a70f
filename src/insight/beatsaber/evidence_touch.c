/* SPDX-License-Identifier: MIT
 * In which frame the game finds a cut: the first one in which the saber touches the note. A frame before that of the claim in which it surely
 * did would have been that of the cut; so would one behind it, if in that of the claim the saber is surely not at the note yet. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

#define SURE 0.92     /* of the collider: one of the frames before 25,000 cuts of honest plays touches it, */
#define SURE_DOT 0.98 /* and none this one of a dot */
#define POSSIBLE 1.25 /* all of these cuts touch it, 99.9 % of them one of 1.07 */
#define POSSIBLE_DOT 1.1
#define SURE_DEVIATION 50.0 /* degrees: across its arrow, a saber does not cut a note, or it makes a bad cut */
#define SURE_SPEED 3.0      /* m/s, of the tip; 2 in the game, which smooths it */

enum { MOST_FRAMES = 8 };

evidence_claim reel__evidence_claim_at(const evidence_judge *j, const evidence_claim *claim, uint32_t frame)
{
    evidence_claim other = *claim;
    other.frame = frame;
    other.cut_time = j->poses[frame].time;
    other.deviation = claim->spawn_time - other.cut_time;
    return other;
}

/* Whether the saber touches the note in a frame. `sure`: it does, and cuts it; else: it may. */
static bool touches(const evidence_judge *j, const evidence_claim *claim, const note_spot *spot, uint32_t at, bool sure)
{
    const evidence_fit *fit = &j->result->fit;
    const swing_frame *frame = &j->frames[claim->saber][at], *before = frame - 1;
    const evidence_claim other = reel__evidence_claim_at(j, claim, at);
    const note_flight flight = reel__evidence_flight(fit, spot, false);
    const double to_hit = reel__evidence_to_hit(&other);
    const space_vec center = reel__note_center(&flight, spot, to_hit, (double)j->poses[at].head.z);
    const space_turn turn = reel__evidence_turn(j, &other, &flight, spot, center);
    const bool dot = spot->direction >= NOTE_DOT;
    if (!sure)
        return reel__swing_finds(frame, before, center, turn, dot ? SWING_DOT : SWING_ARROW, dot ? POSSIBLE_DOT : POSSIBLE);
    const space_vec way = space_sub(space_of(&frame->tip), space_of(&before->tip));
    const double time = ((double)frame->time - (double)before->time) / fit->speed;
    return space_length(way) > SURE_SPEED * time && (dot || reel__note_deviation(turn, way) <= SURE_DEVIATION) &&
           reel__swing_finds(frame, before, center, turn, SWING_ARROW, dot ? SURE_DOT : SURE);
}

static bool is_known(const evidence_judge *j, const evidence_claim *claim, size_t at)
{
    return at > 0 && at < j->pose_count && !j->frames[claim->saber][at].broken && j->poses[at].has_head;
}

evidence_span reel__evidence_touches(const evidence_judge *j, const evidence_claim *claim, const note_spot *spot)
{
    const uint32_t own = claim->frame;
    evidence_span span = { own, own };
    for (uint32_t at = own; own - at < MOST_FRAMES && is_known(j, claim, at - 1) && touches(j, claim, spot, at - 1, true);)
        span.first = --at;
    while (span.last - own < MOST_FRAMES && !touches(j, claim, spot, span.last, false) && is_known(j, claim, span.last + 1))
        span.last++;
    return span;
}

/* SPDX-License-Identifier: MIT
 * .echoreplay to .butter: what a frame should say. Places and speeds are taken to a grid that is finer than what the public encoder
 * keeps, and stand still within half a step: that is what makes the blocks small. For the public encoder's own bytes they are what
 * the text says. */
#include "pairs/echo/echo_butter.h"

/* Steps of a metre, of a metre per second, of a second and of a share; how far a direction may be off before it is sent again. */
static const double place_grid = 256, speed_grid = 128, time_grid = 8, loss_grid = 1024, bone_slack = 0.003, vr_grid = 8192;
static const float turn_slack = 0.0022f, bone_turn_slack = 0.99996f; /* the latter: cosine of half a degree */

static float on_grid(double value, double was, double grid)
{
    if (!(fabs(value) < 1e6)) return 0;
    return (float)(fabs(value - was) <= 0.5 / grid ? was : floor(value * grid + 0.5) / grid);
}

static reel_vec3 vec_on_grid(reel_vec3 v, const double *was, double grid)
{
    return (reel_vec3){ on_grid((double)v.x, was[0], grid), on_grid((double)v.y, was[1], grid),
                        on_grid((double)v.z, was[2], grid) };
}

static float apart(reel_vec3 a, reel_vec3 b) { return fmaxf(fabsf(a.x - b.x), fmaxf(fabsf(a.y - b.y), fabsf(a.z - b.z))); }

float echo_turn_error(reel_quaternion q, const echo_axes *axes)
{
    reel_vec3 forward, left, up;
    wire_directions(q, &forward, &left, &up);
    return fmaxf(apart(forward, axes->forward), apart(up, axes->up));
}

/* The rotation as four bytes can say it; the one before where that is near enough. */
static reel_quaternion turn_of(const echo_axes *axes, const reel_quaternion *was)
{
    reel_quaternion q = wire_look(axes->forward, axes->up);
    if (was && echo_turn_error(*was, axes) <= turn_slack) return *was;
    if (q.w != q.w) q = (reel_quaternion){ 0, 0, 0, 1 }; /* no direction at all */
    wire_quaternion(wire_small3(q, false), &q);
    return q;
}

butter_frame echo_meant_frame(const recording *r, const frame_slice *s)
{
    const frame_state *m = r->model;
    const echoreplay_frame *f = s->frame;
    bool known = m->frame > 0;
    butter_frame out = { .common = f->common };
    echo_frame *c = &out.common;
    c->score_person = echo_scorer(r, s, f->person_scored);
    c->score_assist = echo_scorer(r, s, f->assist_scored);
    if (c->has & ECHO_HAS_SCORE && c->score_points != 2) c->score_points = 3;
    bool arena = r->info.map == BUTTER_ARENA, combat = r->info.map >= BUTTER_FISSION && r->info.map <= BUTTER_GAUSS;
    if (!arena) c->has &= (uint8_t) ~(ECHO_HAS_SCORE | ECHO_HAS_DISC);
    if (!arena && !combat) c->has &= (uint8_t)~ECHO_HAS_POINTS;
    if (!combat) c->has &= (uint8_t)~ECHO_HAS_PAYLOAD;
    if (!arena || !r->info.private_match) c->has &= (uint8_t)~ECHO_HAS_RULES;
    if (r->reference) {
        out.vr_rotation = wire_look(f->vr.forward, f->vr.up);
        out.disc_rotation = wire_look(f->disc.forward, f->disc.up);
        return out;
    }
    c->paused_timer = on_grid((double)c->paused_timer, (double)m->now.common.paused_timer, time_grid);
    c->unpaused_timer = on_grid((double)c->unpaused_timer, (double)m->now.common.unpaused_timer, time_grid);
    c->vr_position = vec_on_grid(c->vr_position, m->vr, vr_grid);
    c->disc_position = vec_on_grid(c->disc_position, m->disc, place_grid);
    c->disc_velocity = vec_on_grid(c->disc_velocity, m->disc_velocity, 2 * speed_grid);
    out.vr_rotation = turn_of(&f->vr, known ? &m->now.vr_rotation : NULL);
    out.disc_rotation = turn_of(&f->disc, known ? &m->now.disc_rotation : NULL);
    return out;
}

echo_team echo_meant_team(const recording *r, const echo_team *team)
{
    echo_team out = *team;
    if (!r->reference)
        out.possession_time = on_grid((double)team->possession_time, r->model->team_possession[team->team], time_grid);
    return out;
}

butter_player echo_meant_player(pair_job *job, recording *r, const echoreplay_player *p)
{
    static const player_state nothing;
    butter_player out = { .common = p->common };
    echo_player *c = &out.common;
    c->player = echo_number(job, r, &p->common);
    if (r->reference) {
        out.head_rotation = wire_look(p->head.forward, p->head.up);
        out.body_rotation = wire_look(p->body.forward, p->body.up);
        out.left_hand_rotation = wire_look(p->left_hand.forward, p->left_hand.up);
        out.right_hand_rotation = wire_look(p->right_hand.forward, p->right_hand.up);
        return out;
    }
    const player_state *s = &r->model->players[c->player];
    bool known = c->player && s->seen == r->model->frame && s->seen > 0;
    const player_state *was = known ? s : &nothing;
    c->velocity = vec_on_grid(c->velocity, was->velocity, speed_grid);
    c->head = vec_on_grid(c->head, was->at, place_grid);
    c->body = vec_on_grid(c->body, was->at + 3, place_grid);
    c->left_hand = vec_on_grid(c->left_hand, was->at + 6, place_grid);
    c->right_hand = vec_on_grid(c->right_hand, was->at + 9, place_grid);
    c->possession_time = on_grid((double)c->possession_time, was->possession_time, time_grid);
    c->packet_loss = on_grid((double)c->packet_loss, was->loss, loss_grid);
    out.head_rotation = turn_of(&p->head, known ? &s->row.head_rotation : NULL);
    out.body_rotation = turn_of(&p->body, known ? &s->row.body_rotation : NULL);
    out.left_hand_rotation = turn_of(&p->left_hand, known ? &s->row.left_hand_rotation : NULL);
    out.right_hand_rotation = turn_of(&p->right_hand, known ? &s->row.right_hand_rotation : NULL);
    return out;
}

/* A bone that has hardly moved stays where a decoder has it. */
echo_bone echo_meant_bone(const recording *r, const echo_bone *b, size_t skeletons)
{
    echo_bone out = *b;
    if (r->reference || r->model->bone_players != skeletons || b->player >= skeletons || b->bone >= WIRE_BONES) return out;
    const bone_state bone = skeleton_bone(&r->model->bones[b->player], b->bone), *was = &bone;
    const reel_vec3 place = { (float)was->position[0], (float)was->position[1], (float)was->position[2] };
    if ((double)apart(place, b->position) <= bone_slack) out.position = place;
    const reel_quaternion *q = &b->rotation;
    double same = fabs(was->rotation[0] * (double)q->x + was->rotation[1] * (double)q->y + was->rotation[2] * (double)q->z +
                       was->rotation[3] * (double)q->w);
    if (same >= (double)bone_turn_slack)
        out.rotation = (reel_quaternion){ (float)was->rotation[0], (float)was->rotation[1], (float)was->rotation[2],
                                          (float)was->rotation[3] };
    return out;
}

/* SPDX-License-Identifier: MIT
 * .echoreplay to .butter: what is lost, and the largest error of what is not. */
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"
#include "pairs/echo/echo_butter.h"

static const struct {
    const char *name, *unit;
} error_names[ERRORS] = {
    { "frames.game_clock", "ms" },
    { "frames.points", "thousandths of a point" },
    { "frames.vr_position", "mm" },
    { "frames.disc_position", "mm" },
    { "frames.disc_velocity", "mm/s" },
    { "directions (forward and up)", "thousandths" },
    { "frames.score_disc_speed and score_distance", "thousandths" },
    { "frames.throw", "thousandths" },
    { "frames.payload", "thousandths" },
    { "teams.possession_time", "ms" },
    { "players.possession_time", "ms" },
    { "players.packet_loss", "thousandths" },
    { "players.velocity", "mm/s" },
    { "players.head", "mm" },
    { "players.body", "mm" },
    { "players.left_hand", "mm" },
    { "players.right_hand", "mm" },
    { "bones.position", "mm" },
    { "bones.rotation", "thousandths" },
};

void echo_lose_frame(pair_job *job, const recording *r, const echoreplay_frame *f)
{
    static const char none[] = "not stored in the target format";
    const reel_table *t = &echoreplay_frames;
    pair_lose(job, t, "tournament_match", f->tournament_match != 0, none);
    pair_lose(job, t, "bounce_count", f->api & ECHO_API_BOUNCES && f->bounce_count, none);
    pair_lose(job, t, "err_code", f->err_code != 0, none);
    pair_lose(job, t, "err_description", f->err_description.size != 0, none);
    pair_lose(job, t, "payload_multiplier", f->api & ECHO_API_MULTIPLIER && f->payload_multiplier != 1, none);
    pair_lose(job, t, "extra", f->extra.size != 0, none);
    bool between = false;
    for (size_t i = 0; i < 4; i++) between |= f->shoulders[i] != 0 && f->shoulders[i] != 1;
    pair_lose(job, t, "shoulders", between, "the target format stores only pressed or not");
    pair_lose(job, t, "goal_text",
              f->common.has & ECHO_HAS_SCORE && !f->common.goal_type && session_code(echo_goal_types, f->goal_text) < 0 &&
                  f->goal_text.size,
              "no number for this word in the target format");
    pair_lose(job, t, "status_text", f->common.status == 0 && f->status_text.size,
              "no number for this word in the target format");
    pair_lose(job, t, "paused_text", f->common.has & ECHO_HAS_PAUSE && f->common.paused_state == 5 && f->paused_text.size,
              "no number for this word in the target format");
    pair_lose(job, t, "blue_round_score", f->blue_round_score != r->rounds[0], "only the first frame's value is stored");
    pair_lose(job, t, "orange_round_score", f->orange_round_score != r->rounds[1], "only the first frame's value is stored");
    pair_lose(job, t, "total_round_count", f->total_round_count != r->rounds[2], "only the first frame's value is stored");
}

void echo_lose_player(pair_job *job, const recording *r, const echoreplay_player *p)
{
    const echo_player *c = &p->common;
    bool arena = r->info.map == BUTTER_ARENA, combat = r->info.map >= BUTTER_FISSION && r->info.map <= BUTTER_GAUSS;
    pair_lose(job, &echoreplay_players, "holding_left", !arena && c->has & ECHO_HAS_HOLDING, "stored for Arena only");
    pair_lose(job, &echoreplay_players, "weapon", combat && (c->weapon > 3 || c->ordnance > 3 || c->tac_mod > 3 || c->arm > 1),
              "no number for this word in the target format");
    pair_lose(job, &echoreplay_players, "extra", p->extra.size != 0, "not stored in the target format");
}

/* ---- how far off ------------------------------------------------------------------------------------------------ */

static void note_error(recording *r, unsigned what, double off)
{
    error_sum *e = &r->errors[what];
    if (!(off >= 0)) return;
    if (off > e->most) e->most = off;
    e->sum += off;
    e->count++;
}

static void compare_vec(recording *r, unsigned what, reel_vec3 a, reel_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    note_error(r, what, sqrt(x * x + y * y + z * z));
}

static double off(float a, float b) { return fabs((double)a - (double)b); }

static void compare_floats(recording *r, unsigned what, const void *a, const void *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        float one, other;
        memcpy(&one, (const uint8_t *)a + i * sizeof one, sizeof one);
        memcpy(&other, (const uint8_t *)b + i * sizeof other, sizeof other);
        note_error(r, what, off(one, other));
    }
}

static void compare_frame(recording *r, const echoreplay_frame *f, const butter_frame *got)
{
    const echo_frame *a = &f->common, *b = &got->common;
    note_error(r, E_CLOCK, off(a->game_clock, b->game_clock));
    if (a->has & b->has & ECHO_HAS_POINTS) compare_floats(r, E_POINTS, &a->blue_points, &b->blue_points, 2);
    if (a->has & ECHO_HAS_VR) {
        compare_vec(r, E_VR, a->vr_position, b->vr_position);
        note_error(r, E_TURN, (double)echo_turn_error(got->vr_rotation, &f->vr));
    }
    if (a->has & b->has & ECHO_HAS_DISC) {
        compare_vec(r, E_DISC, a->disc_position, b->disc_position);
        compare_vec(r, E_DISC_SPEED, a->disc_velocity, b->disc_velocity);
        note_error(r, E_TURN, (double)echo_turn_error(got->disc_rotation, &f->disc));
    }
    if (a->has & b->has & ECHO_HAS_SCORE) compare_floats(r, E_SCORE, &a->score_disc_speed, &b->score_disc_speed, 2);
    if (a->has & b->has & ECHO_HAS_THROW) compare_floats(r, E_THROW, &a->throw_, &b->throw_, 13);
    if (a->has & b->has & ECHO_HAS_PAYLOAD) compare_floats(r, E_PAYLOAD, &a->payload_distance, &b->payload_distance, 2);
}

static void compare_player(recording *r, const echoreplay_player *p, const butter_player *got)
{
    const echo_player *a = &p->common, *b = &got->common;
    if (a->has & ECHO_HAS_STATS) note_error(r, E_TIME, off(a->possession_time, b->possession_time));
    note_error(r, E_LOSS, off(a->packet_loss, b->packet_loss));
    compare_vec(r, E_SPEED, a->velocity, b->velocity);
    compare_vec(r, E_HEAD, a->head, b->head);
    compare_vec(r, E_BODY, a->body, b->body);
    compare_vec(r, E_LEFT, a->left_hand, b->left_hand);
    compare_vec(r, E_RIGHT, a->right_hand, b->right_hand);
    note_error(r, E_TURN, (double)echo_turn_error(got->head_rotation, &p->head));
    note_error(r, E_TURN, (double)echo_turn_error(got->body_rotation, &p->body));
    note_error(r, E_TURN, (double)echo_turn_error(got->left_hand_rotation, &p->left_hand));
    note_error(r, E_TURN, (double)echo_turn_error(got->right_hand_rotation, &p->right_hand));
}

static void compare_bone(recording *r, const echo_bone *a, const echo_bone *b)
{
    compare_vec(r, E_BONE, a->position, b->position);
    const reel_quaternion *p = &a->rotation, *q = &b->rotation;
    float same = fabsf(p->x * q->x + p->y * q->y + p->z * q->z + p->w * q->w);
    note_error(r, E_BONE_TURN, same < 1 ? sqrt(2 * (1 - (double)same)) : 0); /* about half the angle */
}

void echo_compare(recording *r, const frame_slice *s, size_t skeletons)
{
    const row_block *b = &r->block;
    const butter_player *players = b->player_count ? b->players + (b->player_count - s->player_count) : NULL;
    const echo_team *teams = b->teams + 3 * (b->frame_count - 1);
    size_t bones = skeletons * WIRE_BONES;
    compare_frame(r, s->frame, &b->frames[b->frame_count - 1]);
    for (size_t i = 0; i < s->player_count; i++) compare_player(r, &s->players[i], &players[i]);
    for (size_t i = 0; i < s->team_count; i++) {
        const echo_team *team = &s->teams[i].common;
        if (team->has & ECHO_HAS_STATS) note_error(r, E_TEAM_TIME, off(team->possession_time, teams[team->team].possession_time));
    }
    for (size_t i = 0; i < bones; i++) compare_bone(r, &s->bones[i], &b->bones[b->bone_count - bones + i]);
}

void echo_report_errors(pair_job *job, const recording *r)
{
    for (size_t i = 0; i < ERRORS; i++) {
        const error_sum *e = &r->errors[i];
        if (!e->count) continue;
        reel_find(&job->reporter,
                  (reel_finding){ .rule = "convert.error", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET, .count = e->count },
                  "%s: error at most %f %s, %f on average", error_names[i].name, 1000 * e->most, error_names[i].unit,
                  1000 * e->sum / (double)e->count);
    }
}

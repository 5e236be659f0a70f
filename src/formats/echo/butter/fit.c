/* SPDX-License-Identifier: MIT
 * Rounds rows of another format so that their frames are small.
 *
 * Most bytes of a frame are differences, and an omitted difference costs nothing. So values are rounded to a grid that is
 * coarser than the noise of the recording, but finer than the precision of the public encoder. A value that a decoder
 * already has to within half a step keeps the decoder's value: its difference is exactly zero.
 *
 * Rounding is to the grid and not to the decoder's sum plus a half, because sums stay on the grid: every grid step is a
 * power of two, a half keeps the 11 leading bits of a difference of two grid values, and what it drops is replaced by
 * zeros, so that the sum of grid values and halves is again a grid value. A still player therefore stays at difference
 * zero whatever the keyframe rounded. */
#include "formats/echo/butter/fit.h"

/* Steps per metre, metre per second, second and unit; how far off a direction or a bone may be before it is stored again. */
static const double position_grid = 256, velocity_grid = 128, time_grid = 8, loss_grid = 1024, vr_grid = 8192, bone_slack = 0.003;
static const float direction_slack = 0.0022f;
static const double bone_rotation_slack = (double)0.99996f; /* cosine of half a degree */

static float on_grid(double value, double known, double grid)
{
    if (!(fabs(value) < 1e6)) return 0;
    return (float)(fabs(value - known) <= 0.5 / grid ? known : floor(value * grid + 0.5) / grid);
}

static reel_vec3 vec_on_grid(reel_vec3 v, const double *known, double grid)
{
    return (reel_vec3){ on_grid((double)v.x, known[0], grid), on_grid((double)v.y, known[1], grid),
                        on_grid((double)v.z, known[2], grid) };
}

static float largest_difference(reel_vec3 a, reel_vec3 b)
{
    return fmaxf(fabsf(a.x - b.x), fmaxf(fabsf(a.y - b.y), fabsf(a.z - b.z)));
}

static float directions_off(reel_quaternion q, reel_vec3 forward, reel_vec3 up)
{
    reel_vec3 own_forward, own_left, own_up;
    reel__wire_directions(q, &own_forward, &own_left, &own_up);
    return fmaxf(largest_difference(own_forward, forward), largest_difference(own_up, up));
}

static float direction_error(reel_quaternion a, reel_quaternion b)
{
    reel_vec3 forward, left, up;
    reel__wire_directions(b, &forward, &left, &up);
    return directions_off(a, forward, up);
}

/* The rotation as four bytes store it, or the decoder's rotation `known` if that is near enough. */
static reel_quaternion fit_rotation(reel_quaternion q, const reel_quaternion *known)
{
    if (q.w != q.w) q = (reel_quaternion){ 0, 0, 0, 1 }; /* made from directions that are zero or parallel */
    if (known && direction_error(*known, q) <= direction_slack) return *known;
    wire_quaternion(reel__wire_small3(q, false), &q);
    return q;
}

static void fit_match(butter_frame *frame, const frame_state *model)
{
    echo_frame *f = &frame->common;
    const butter_frame *now = &model->now;
    bool known = model->frame > 0;
    f->paused_timer = on_grid((double)f->paused_timer, (double)now->common.paused_timer, time_grid);
    f->unpaused_timer = on_grid((double)f->unpaused_timer, (double)now->common.unpaused_timer, time_grid);
    f->vr_position = vec_on_grid(f->vr_position, model->vr, vr_grid);
    f->disc_position = vec_on_grid(f->disc_position, model->disc, position_grid);
    f->disc_velocity = vec_on_grid(f->disc_velocity, model->disc_velocity, 2 * velocity_grid);
    frame->vr_rotation = fit_rotation(frame->vr_rotation, known ? &now->vr_rotation : NULL);
    frame->disc_rotation = fit_rotation(frame->disc_rotation, known ? &now->disc_rotation : NULL);
}

static void fit_player(butter_player *row, const frame_state *model)
{
    static const player_state nothing;
    echo_player *p = &row->common;
    const player_state *state = &model->players[p->player];
    bool known = p->player && state->seen > 0 && state->seen == model->frame; /* was in the previous frame */
    const player_state *from = known ? state : &nothing;
    p->velocity = vec_on_grid(p->velocity, from->velocity, velocity_grid);
    p->head = vec_on_grid(p->head, from->at, position_grid);
    p->body = vec_on_grid(p->body, from->at + 3, position_grid);
    p->left_hand = vec_on_grid(p->left_hand, from->at + 6, position_grid);
    p->right_hand = vec_on_grid(p->right_hand, from->at + 9, position_grid);
    p->possession_time = on_grid((double)p->possession_time, from->possession_time, time_grid);
    p->packet_loss = on_grid((double)p->packet_loss, from->loss, loss_grid);
    row->head_rotation = fit_rotation(row->head_rotation, known ? &state->row.head_rotation : NULL);
    row->body_rotation = fit_rotation(row->body_rotation, known ? &state->row.body_rotation : NULL);
    row->left_hand_rotation = fit_rotation(row->left_hand_rotation, known ? &state->row.left_hand_rotation : NULL);
    row->right_hand_rotation = fit_rotation(row->right_hand_rotation, known ? &state->row.right_hand_rotation : NULL);
}

/* A bone that has hardly moved or turned keeps the decoder's position or rotation. */
static void fit_bone(echo_bone *row, const bone_state *known)
{
    const double *r = known->rotation;
    const reel_vec3 position = { (float)known->position[0], (float)known->position[1], (float)known->position[2] };
    const reel_quaternion rotation = { (float)r[0], (float)r[1], (float)r[2], (float)r[3] }, *q = &row->rotation;
    double cosine = fabs(r[0] * (double)q->x + r[1] * (double)q->y + r[2] * (double)q->z + r[3] * (double)q->w);
    if ((double)largest_difference(position, row->position) <= bone_slack) row->position = position;
    if (cosine >= bone_rotation_slack) row->rotation = rotation;
}

static void *copy_rows(reel_memory *memory, const void *rows, size_t size)
{
    memory->size = 0;
    if (!reel__memory_room(memory, size + 1)) return NULL;
    if (size) memcpy(memory->data, rows, size);
    return memory->data;
}

bool reel__fit_frame(fitted_frame *fitted, const frame_state *model, frame_input *in)
{
    size_t bone_count = in->skeletons * WIRE_BONES;
    butter_player *players = copy_rows(&fitted->players, in->players, in->player_count * sizeof *players);
    echo_bone *bones = copy_rows(&fitted->bones, in->bones, bone_count * sizeof *bones);
    if (!players || !bones) return false;
    fitted->frame = *in->frame;
    fit_match(&fitted->frame, model);
    for (size_t team = 0; team < 3; team++) {
        echo_team *row = &fitted->teams[team];
        *row = in->teams[team];
        row->possession_time = on_grid((double)row->possession_time, model->team_possession[team], time_grid);
    }
    for (size_t i = 0; i < in->player_count; i++) fit_player(&players[i], model);
    for (size_t i = 0; i < bone_count && model->bone_players == in->skeletons; i++) {
        const bone_state known = skeleton_bone(&model->bones[i / WIRE_BONES], (unsigned)(i % WIRE_BONES));
        fit_bone(&bones[i], &known);
    }
    in->frame = &fitted->frame;
    in->teams = fitted->teams;
    in->players = players;
    in->bones = bones;
    return true;
}

/* ---- errors ----------------------------------------------------------------------------------------------------- */

/* Adds an error, unless it is NaN. */
static void error_add(error_sum *sum, double error)
{
    if (!(error >= 0)) return;
    if (error > sum->largest) sum->largest = error;
    sum->sum += error;
    sum->count++;
}

static void add_number(error_sum *sum, float a, float b) { error_add(sum, fabs((double)a - (double)b)); }

static void add_distance(error_sum *sum, reel_vec3 a, reel_vec3 b)
{
    double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    error_add(sum, sqrt(x * x + y * y + z * z));
}

void reel__error_add_directions(error_sum *sum, reel_quaternion q, reel_vec3 forward, reel_vec3 up)
{
    error_add(sum, (double)directions_off(q, forward, up));
}

static void add_rotation(error_sum errors[ERROR_COUNT], reel_quaternion a, reel_quaternion b)
{
    if (a.w == a.w) error_add(&errors[ERROR_DIRECTIONS], (double)direction_error(a, b));
}

static void add_numbers(error_sum *sum, const void *a, const void *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        float one, other;
        memcpy(&one, (const uint8_t *)a + i * sizeof one, sizeof one);
        memcpy(&other, (const uint8_t *)b + i * sizeof other, sizeof other);
        add_number(sum, one, other);
    }
}

static void add_match(error_sum errors[ERROR_COUNT], const butter_frame *frame, const butter_frame *decoded)
{
    const echo_frame *a = &frame->common, *b = &decoded->common;
    unsigned both = a->has & b->has;
    add_number(&errors[ERROR_CLOCK], a->game_clock, b->game_clock);
    if (both & ECHO_HAS_POINTS) add_numbers(&errors[ERROR_POINTS], &a->blue_points, &b->blue_points, 2);
    if (both & ECHO_HAS_VR) {
        add_distance(&errors[ERROR_VR], a->vr_position, b->vr_position);
        add_rotation(errors, frame->vr_rotation, decoded->vr_rotation);
    }
    if (both & ECHO_HAS_DISC) {
        add_distance(&errors[ERROR_DISC], a->disc_position, b->disc_position);
        add_distance(&errors[ERROR_DISC_VELOCITY], a->disc_velocity, b->disc_velocity);
        add_rotation(errors, frame->disc_rotation, decoded->disc_rotation);
    }
    if (both & ECHO_HAS_SCORE) add_numbers(&errors[ERROR_SCORE], &a->score_disc_speed, &b->score_disc_speed, 2);
    if (both & ECHO_HAS_THROW) add_numbers(&errors[ERROR_THROW], &a->throw_, &b->throw_, 13);
    if (both & ECHO_HAS_PAYLOAD) add_numbers(&errors[ERROR_PAYLOAD], &a->payload_distance, &b->payload_distance, 2);
}

static void add_player(error_sum errors[ERROR_COUNT], const butter_player *row, const butter_player *decoded)
{
    const echo_player *a = &row->common, *b = &decoded->common;
    if (a->has & ECHO_HAS_STATS) add_number(&errors[ERROR_PLAYER_TIME], a->possession_time, b->possession_time);
    add_number(&errors[ERROR_LOSS], a->packet_loss, b->packet_loss);
    add_distance(&errors[ERROR_VELOCITY], a->velocity, b->velocity);
    add_distance(&errors[ERROR_HEAD], a->head, b->head);
    add_distance(&errors[ERROR_BODY], a->body, b->body);
    add_distance(&errors[ERROR_LEFT_HAND], a->left_hand, b->left_hand);
    add_distance(&errors[ERROR_RIGHT_HAND], a->right_hand, b->right_hand);
    add_rotation(errors, row->head_rotation, decoded->head_rotation);
    add_rotation(errors, row->body_rotation, decoded->body_rotation);
    add_rotation(errors, row->left_hand_rotation, decoded->left_hand_rotation);
    add_rotation(errors, row->right_hand_rotation, decoded->right_hand_rotation);
}

static void add_bone(error_sum errors[ERROR_COUNT], const echo_bone *row, const echo_bone *decoded)
{
    const reel_quaternion *p = &row->rotation, *q = &decoded->rotation;
    float cosine = fabsf(p->x * q->x + p->y * q->y + p->z * q->z + p->w * q->w);
    add_distance(&errors[ERROR_BONE], row->position, decoded->position);
    error_add(&errors[ERROR_BONE_ROTATION], cosine < 1 ? sqrt(2 * (1 - (double)cosine)) : 0); /* about half the angle */
}

void reel__errors_add(error_sum errors[ERROR_COUNT], const frame_input *in, const frame_input *decoded)
{
    add_match(errors, in->frame, decoded->frame);
    for (size_t i = 0; i < 3; i++)
        if (in->teams[i].has & ECHO_HAS_STATS)
            add_number(&errors[ERROR_TEAM_TIME], in->teams[i].possession_time, decoded->teams[i].possession_time);
    for (size_t i = 0; i < in->player_count; i++) add_player(errors, &in->players[i], &decoded->players[i]);
    for (size_t i = 0; i < in->skeletons * WIRE_BONES; i++) add_bone(errors, &in->bones[i], &decoded->bones[i]);
}

void reel__error_report(const error_sum *sum, const char *name, const char *unit, const reel_reporter *reporter)
{
    if (!sum->count) return;
    reel_find(reporter,
              (reel_finding){ .rule = "convert.error", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET, .count = sum->count },
              "%s: error at most %f %s, %f on average", name, 1000 * sum->largest, unit, 1000 * sum->sum / (double)sum->count);
}

void reel__errors_report(const error_sum errors[ERROR_COUNT], const reel_reporter *reporter)
{
    static const struct {
        const char *name, *unit;
    } quantities[ERROR_COUNT] = {
        [ERROR_CLOCK] = { "frames.game_clock", "ms" },
        [ERROR_POINTS] = { "frames.points", "thousandths of a point" },
        [ERROR_VR] = { "frames.vr_position", "mm" },
        [ERROR_DISC] = { "frames.disc_position", "mm" },
        [ERROR_DISC_VELOCITY] = { "frames.disc_velocity", "mm/s" },
        [ERROR_DIRECTIONS] = { "directions (forward and up)", "thousandths" },
        [ERROR_SCORE] = { "frames.score_disc_speed and score_distance", "thousandths" },
        [ERROR_THROW] = { "frames.throw", "thousandths" },
        [ERROR_PAYLOAD] = { "frames.payload", "thousandths" },
        [ERROR_TEAM_TIME] = { "teams.possession_time", "ms" },
        [ERROR_PLAYER_TIME] = { "players.possession_time", "ms" },
        [ERROR_LOSS] = { "players.packet_loss", "thousandths" },
        [ERROR_VELOCITY] = { "players.velocity", "mm/s" },
        [ERROR_HEAD] = { "players.head", "mm" },
        [ERROR_BODY] = { "players.body", "mm" },
        [ERROR_LEFT_HAND] = { "players.left_hand", "mm" },
        [ERROR_RIGHT_HAND] = { "players.right_hand", "mm" },
        [ERROR_BONE] = { "bones.position", "mm" },
        [ERROR_BONE_ROTATION] = { "bones.rotation", "thousandths" },
    };
    for (size_t i = 0; i < ERROR_COUNT; i++) reel__error_report(&errors[i], quantities[i].name, quantities[i].unit, reporter);
}

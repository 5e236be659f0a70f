/* SPDX-License-Identifier: MIT
 * The insight "motion" against a plain loop with rotation matrices and the functions of the C library, over odd plays: gaps, pauses, times that
 * repeat, go back or are none, poses that are none, quaternions of any length and sign. */
#include "made_play.h"

enum { HEAD, LEFT_HAND, RIGHT_HAND, TRACKERS, MOST_SAMPLES = 4096 };

/* ---- the loop ---------------------------------------------------------------------------------------------------- */

typedef struct matrix {
    double at[3][3];
} matrix;

typedef struct expected {
    bool present[TRACKERS], relative[TRACKERS];
    double place[TRACKERS][3], near[TRACKERS][3];
    matrix turn[TRACKERS], near_turn[TRACKERS];
} expected;

static matrix matrix_of(const double q[4])
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    return (matrix){ { { 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w) },
                       { 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w) },
                       { 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y) } } };
}

static matrix product(const matrix *a, const matrix *b)
{
    matrix c = { { { 0 } } };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) c.at[i][j] += a->at[i][k] * b->at[k][j];
    return c;
}

static const reel_pose *pose_in(const bsor_frame *frame, int tracker)
{
    return tracker == HEAD ? &frame->head : tracker == LEFT_HAND ? &frame->left_hand : &frame->right_hand;
}

static bool is_valid(const reel_pose *pose)
{
    const float *p = &pose->position.x, *q = &pose->rotation.x;
    double squares = 0;
    for (int i = 0; i < 3; i++)
        if (!isfinite(p[i]) || fabs((double)p[i]) > 1000) return false;
    for (int i = 0; i < 4; i++) {
        if (!isfinite(q[i]) || fabs((double)q[i]) > 1000) return false;
        squares += (double)q[i] * (double)q[i];
    }
    return sqrt(squares) >= 0.001;
}

static void unit(const reel_pose *pose, double q[4])
{
    const float *from = &pose->rotation.x;
    double squares = 0;
    for (int i = 0; i < 4; i++) squares += (double)from[i] * (double)from[i];
    for (int i = 0; i < 4; i++) q[i] = (double)from[i] / sqrt(squares);
}

/* The frames with a time of their own that is after all before it. */
static size_t usable_frames(const made_play *play, const bsor_frame **frames)
{
    size_t count = 0;
    for (size_t i = 0; i < play->frame_count; i++) {
        const float time = play->frames[i].time;
        if (time == 0 || !isfinite(time) || fabs((double)time) > 86400) continue;
        if (count && time <= frames[count - 1]->time) continue;
        frames[count++] = &play->frames[i];
    }
    return count;
}

static bool paused_between(const made_play *play, float from, float to)
{
    for (size_t i = 0; i < play->pause_count; i++)
        if (play->pauses[i].time >= from && play->pauses[i].time < to) return true;
    return false;
}

static void spherical(const double a[4], const double b[4], double share, double q[4])
{
    double dot = 0, sign;
    for (int i = 0; i < 4; i++) dot += a[i] * b[i];
    sign = dot < 0 ? -1 : 1;
    const double arc = acos(fmin(1, fabs(dot)));
    const bool line = arc < 1e-5;
    const double from = line ? 1 - share : sin((1 - share) * arc) / sin(arc), to = line ? share : sin(share * arc) / sin(arc);
    double squares = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = from * a[i] + to * sign * b[i];
        squares += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++) q[i] /= sqrt(squares);
}

static bool find_pose(const made_play *play, const bsor_frame *const *frames, size_t count, int t, double time, expected *row)
{
    const bsor_frame *before = NULL, *after = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!is_valid(pose_in(frames[i], t))) continue;
        if ((double)frames[i]->time <= time) before = frames[i];
        if ((double)frames[i]->time > time && !after) after = frames[i];
    }
    if (!before) return false;
    double share = 0, a[4], b[4], q[4];
    if ((double)before->time != time) {
        if (!after || (double)after->time - (double)before->time > 0.1 || paused_between(play, before->time, after->time))
            return false;
        share = (time - (double)before->time) / ((double)after->time - (double)before->time);
    } else {
        after = before;
    }
    const float *from = &pose_in(before, t)->position.x, *to = &pose_in(after, t)->position.x;
    for (int i = 0; i < 3; i++) row->place[t][i] = (1 - share) * (double)from[i] + share * (double)to[i];
    unit(pose_in(before, t), a);
    unit(pose_in(after, t), b);
    spherical(a, b, share, q);
    row->turn[t] = matrix_of(q);
    return true;
}

/* Into the axes of the head, turned about the vertical axis to where it looks. */
static void find_relative(expected *row)
{
    const double x = row->turn[HEAD].at[0][2], z = row->turn[HEAD].at[2][2];
    if (!row->present[HEAD] || hypot(x, z) < 1e-6) return;
    const double yaw = atan2(x, z);
    const matrix back = { { { cos(yaw), 0, -sin(yaw) }, { 0, 1, 0 }, { sin(yaw), 0, cos(yaw) } } };
    for (int t = 0; t < TRACKERS; t++) {
        row->relative[t] = row->present[t];
        row->near_turn[t] = product(&back, &row->turn[t]);
        for (int i = 0; i < 3; i++) {
            row->near[t][i] = 0;
            for (int k = 0; k < 3; k++) row->near[t][i] += back.at[i][k] * (row->place[t][k] - row->place[HEAD][k]);
        }
    }
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

static void assert_close(double got, double want, double most, const char *what, int32_t sample)
{
    if (!(fabs(got - want) <= most)) fail_msg("sample %d: %s is %.9g, not %.9g", (int)sample, what, got, want);
}

static void assert_place(const reel_vec3 *got, const double want[3], double most, const char *what, int32_t sample)
{
    const float *v = &got->x;
    for (int i = 0; i < 3; i++) assert_close((double)v[i], want[i], most, what, sample);
}

static void assert_turn(const reel_quaternion *got, const matrix *want, const char *what, int32_t sample)
{
    const double q[4] = { (double)got->x, (double)got->y, (double)got->z, (double)got->w };
    const matrix m = matrix_of(q);
    assert_true(got->w >= 0);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) assert_close(m.at[i][k], want->at[i][k], 1e-5, what, sample);
}

/* rad: by the trace of the product with the transposed matrix */
static double angle_between(const matrix *a, const matrix *b)
{
    double trace = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) trace += a->at[i][k] * b->at[i][k];
    return acos(fmax(-1, fmin(1, (trace - 1) / 2)));
}

static void compare_poses(const beatsaber_sample *row, const expected *want)
{
    const reel_pose *const poses[] = { &row->head, &row->left_hand, &row->right_hand };
    const reel_vec3 *const places[] = { NULL, &row->relative_left_position, &row->relative_right_position };
    const reel_quaternion *const turns[] = { &row->relative_head_rotation, &row->relative_left_rotation,
                                             &row->relative_right_rotation };
    const float *const columns[] = { row->relative_head_6d, row->relative_left_6d, row->relative_right_6d };
    for (int t = 0; t < TRACKERS; t++) {
        assert_int_equal(row->present >> t & 1, want->present[t]);
        assert_int_equal(row->present >> (TRACKERS + t) & 1, want->relative[t]);
        if (!want->present[t]) continue;
        assert_place(&poses[t]->position, want->place[t], 1e-4, "a position", row->sample);
        assert_turn(&poses[t]->rotation, &want->turn[t], "a rotation", row->sample);
        if (!want->relative[t]) continue;
        if (places[t]) assert_place(places[t], want->near[t], 2e-4, "a relative position", row->sample);
        assert_turn(turns[t], &want->near_turn[t], "a relative rotation", row->sample);
        for (int i = 0; i < 6; i++)
            assert_close((double)columns[t][i], want->near_turn[t].at[i % 3][i / 3], 1e-5, "a column", row->sample);
    }
}

static void compare_movement(const beatsaber_sample *row, const expected *const past[3], double steps)
{
    const reel_vec3 *const velocities[] = { &row->head_velocity, &row->left_velocity, &row->right_velocity };
    const reel_vec3 *const accelerations[] = { &row->head_acceleration, &row->left_acceleration, &row->right_acceleration };
    const float turns[] = { row->head_turn, row->left_turn, row->right_turn };
    for (int t = 0; t < TRACKERS; t++) {
        const bool moves = past[1] && past[0]->present[t] && past[1]->present[t];
        const bool speeds = moves && past[2] && past[2]->present[t];
        assert_int_equal(row->moving >> t & 1, moves);
        assert_int_equal(row->moving >> (TRACKERS + t) & 1, speeds);
        for (int i = 0; i < 3 && moves; i++) {
            const double v = (past[0]->place[t][i] - past[1]->place[t][i]) * steps;
            assert_close((double)(&velocities[t]->x)[i], v, 1e-3 + fabs(v) * 1e-5, "a velocity", row->sample);
            const double u = speeds ? (past[1]->place[t][i] - past[2]->place[t][i]) * steps : 0;
            if (speeds)
                assert_close((double)(&accelerations[t]->x)[i], (v - u) * steps, 1 + fabs(v - u) * steps * 1e-4,
                             "an acceleration", row->sample);
        }
        if (moves)
            assert_close((double)turns[t], angle_between(&past[0]->turn[t], &past[1]->turn[t]) * steps, 1e-4 * steps,
                         "an angular speed", row->sample);
    }
}

static reel_replay *sampled(const made_play *play, const char *convention)
{
    const reel_table *const tables[] = { &beatsaber_samples, NULL };
    reel_replay *replay = made_replay(play), *result;
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .convention = convention, .tables = tables };
    reel_error error;
    if (reel_insight_run_chunk(&reel_insight_motion, &reel_format_bsor, reel_replay_chunk(replay), &options, &result, &error) < 0)
        fail_msg("%s", error.message);
    reel_free(replay);
    return result;
}

/* Compares all rows; returns how many there are. */
static size_t compare(const made_play *play, const char *convention, double rate, double speed)
{
    static expected wanted[MOST_SAMPLES];
    const bsor_frame *frames[MADE_ROWS];
    const size_t usable = usable_frames(play, frames);
    reel_replay *result = sampled(play, convention);
    size_t count, at = 0;
    const beatsaber_sample *rows = reel_rows(result, &beatsaber_samples, &count);
    const int32_t first = usable ? (int32_t)floor((double)frames[0]->time * rate) : 0;
    const int32_t last = usable ? (int32_t)ceil((double)frames[usable - 1]->time * rate) : -1;
    int32_t earlier = 0;
    assert_true(count <= usable * (size_t)(0.1 * rate + 2));
    for (int32_t sample = first; sample <= last; sample++) {
        const double time = sample / rate;
        expected now = { .present = { false } };
        bool some = false;
        for (int t = 0; t < TRACKERS; t++) some |= now.present[t] = find_pose(play, frames, usable, t, time, &now);
        if (!some) continue;
        find_relative(&now);
        assert_true(at < count && at < MOST_SAMPLES);
        wanted[at] = now;
        assert_int_equal(rows[at].sample, sample);
        assert_close(rows[at].time, time, 0, "the time", sample);
        const bool follows = at && earlier + 1 == sample && !paused_between(play, (float)(earlier / rate), (float)time);
        assert_int_equal(rows[at].stretch, at ? rows[at - 1].stretch + !follows : 0);
        const expected *past[3] = { &wanted[at] };
        for (size_t back = 1; back < 3 && at >= back && rows[at - back].stretch == rows[at].stretch; back++)
            past[back] = &wanted[at - back];
        compare_poses(&rows[at], &now);
        compare_movement(&rows[at], past, rate * speed);
        earlier = sample;
        at++;
    }
    assert_int_equal(at, count);
    reel_free(result);
    return count;
}

/* ---- plays ------------------------------------------------------------------------------------------------------- */

static uint32_t seed;

static uint32_t draw(uint32_t most)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % (most + 1);
}

static float between(float low, float high) { return low + (high - low) * (float)draw(0xffff) / 65535.0f; }

static void odd_pose(reel_pose *pose)
{
    static const float odd[] = { NAN, INFINITY, -INFINITY, 3e38f, 1000.5f };
    float *const q = &pose->rotation.x, *const p = &pose->position.x;
    const float odd_value = odd[draw(4)];
    switch (draw(5)) {
    case 0: p[draw(2)] = odd_value; break;
    case 1: q[draw(3)] = odd_value; break;
    case 2: memset(q, 0, 4 * sizeof *q); break;
    case 3:
        for (int i = 0; i < 4; i++) q[i] *= -17.0f; /* the same rotation, of another length and sign */
        break;
    case 4: pose->rotation = (reel_quaternion){ -0.70710678f, 0.0f, 0.0f, 0.70710678f }; break; /* looks up */
    default: p[draw(2)] += between(-3.0f, 3.0f); break;
    }
}

static void wander(reel_pose *pose, const reel_pose *before)
{
    const float *from = &before->rotation.x, *place = &before->position.x;
    float *q = &pose->rotation.x, *p = &pose->position.x, squares = 0;
    for (int i = 0; i < 3; i++) p[i] = place[i] + between(-0.05f, 0.05f);
    for (int i = 0; i < 4; i++) {
        q[i] = from[i] + between(-0.2f, 0.2f);
        squares += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++) q[i] /= sqrtf(squares);
}

static made_play odd_play(uint32_t number)
{
    seed = number * 2654435761u + 1;
    made_play play = made_new();
    const uint32_t oddness = number % 4 ? 12 : 0; /* one in four plays has no odd frames */
    float time = between(-1.0f, 2.0f);
    bsor_frame walk = *made_frame(&play, time);
    for (uint32_t i = draw(120); i > 0; i--) {
        bsor_frame next = walk;
        wander(&next.head, &walk.head);
        wander(&next.left_hand, &walk.left_hand);
        wander(&next.right_hand, &walk.right_hand);
        walk = next;
        time += between(0.004f, 0.03f);
        if (oddness && !draw(25)) time += between(0.05f, 0.4f);
        const bool exact = oddness && !draw(20); /* on the grid of each rate, perhaps before a gap */
        if (exact) time = ceilf(2 * time) / 2;
        bsor_frame *frame = made_frame(&play, time);
        next.time = time;
        *frame = next;
        if (!oddness) continue;
        static const float odd_times[] = { 0.0f, NAN, INFINITY, -1e30f };
        if (i % 3 == 0 && !draw(8)) frame->time = odd_times[draw(3)]; /* two in a row could be another attempt */
        if (i % 3 == 1 && !draw(8)) frame->time = time - between(0.0f, 0.5f);
        for (uint32_t odd = 0; odd < 3 && !draw(oddness / 2); odd++)
            odd_pose(odd == 0 ? &frame->head : odd == 1 ? &frame->left_hand : &frame->right_hand);
        if (!draw(40)) play.pauses[play.pause_count++] = (bsor_pause){ .duration = 3, .time = time - between(-0.1f, 0.1f) };
        if (!draw(40)) play.pauses[play.pause_count++] = (bsor_pause){ .duration = 3, .time = time }; /* as recorders do */
        if (exact && draw(1)) time += 0.3f;
        if (!draw(80)) play.pauses[play.pause_count++] = (bsor_pause){ .time = NAN };
    }
    return play;
}

static void samples_are_those_of_a_plain_loop(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double rate;
    } rates[] = { { NULL, 30 }, { "30hz", 30 }, { "15hz", 15 }, { "60hz", 60 }, { "90hz", 90 }, { "120hz", 120 } };
    size_t rows = 0;
    for (uint32_t number = 0; number < 240; number++) {
        made_play play = odd_play(number);
        const bool fast = number % 3 == 0;
        if (fast) play.info.modifiers = text("FS");
        const size_t i = number % (sizeof rates / sizeof *rates);
        rows += compare(&play, rates[i].name, rates[i].rate, fast ? (double)1.2f : 1);
    }
    assert_true(rows > 10000);
}

/* 0.5 s without frames, then a pause during which the player steps aside. */
static void nothing_is_made_up_in_gaps_and_pauses(void **state)
{
    (void)state;
    made_play play = made_new();
    for (int i = 0; i < 60; i++) made_frame(&play, 1.0f + (float)i / 90.0f + (i >= 30 ? 0.5f : 0.0f));
    for (int i = 0; i < 60; i++) made_frame(&play, 3.0f + (float)i / 90.0f)->head.position.x = i >= 30 ? 2.0f : 0.0f;
    play.pauses[play.pause_count++] = (bsor_pause){ .duration = 60, .time = 3.0f + 29.0f / 90.0f };
    reel_replay *result = sampled(&play, "90hz");
    size_t count;
    const beatsaber_sample *rows = reel_rows(result, &beatsaber_samples, &count);
    assert_true(count > 100);
    assert_int_equal(rows[count - 1].stretch, 3);
    for (size_t i = 0; i < count; i++) {
        assert_false(rows[i].time > 1.33 && rows[i].time < 1.83);
        assert_close((double)rows[i].head_velocity.x, 0, 1e-6, "a velocity across the pause", rows[i].sample);
    }
    reel_free(result);
}

/* A head that turns at 1 rad/s, and hands that go with it: from the head, nothing moves. */
static void a_body_that_turns_stays_the_same(void **state)
{
    (void)state;
    made_play play = made_new();
    for (int i = 0; i < 200; i++) {
        const double time = 1 + i / 72.0, yaw = time - 1, s = sin(yaw), c = cos(yaw);
        bsor_frame *frame = made_frame(&play, (float)time);
        frame->head.rotation = (reel_quaternion){ 0.0f, (float)sin(yaw / 2), 0.0f, (float)cos(yaw / 2) };
        frame->left_hand.rotation = frame->right_hand.rotation = frame->head.rotation;
        frame->head.position = (reel_vec3){ 3.0f, 1.7f, -2.0f };
        frame->left_hand.position = (reel_vec3){ (float)(3 - 0.3 * c + 0.4 * s), 1.2f, (float)(-2 + 0.3 * s + 0.4 * c) };
    }
    reel_replay *result = sampled(&play, NULL);
    size_t count;
    const beatsaber_sample *rows = reel_rows(result, &beatsaber_samples, &count);
    assert_true(count > 80);
    for (size_t i = 0; i < count; i++) {
        assert_place(&rows[i].relative_left_position, (double[]){ -0.3, -0.5, 0.4 }, 2e-4, "the hand", rows[i].sample);
        assert_close((double)rows[i].relative_head_rotation.w, 1, 1e-6, "the head", rows[i].sample);
        assert_close((double)rows[i].relative_left_6d[0], 1, 1e-5, "a column", rows[i].sample);
        if (i) assert_close((double)rows[i].head_turn, 1, 2e-3, "the angular speed", rows[i].sample);
    }
    reel_free(result);
}

static reel_status count_rows(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                              reel_error *error)
{
    (void)format, (void)error;
    size_t count, *results = context;
    if (insight != &reel_insight_motion) return REEL_OK;
    reel_chunk_rows(chunk, &beatsaber_samples, &count);
    results[0]++;
    results[1] += count;
    return REEL_OK;
}

/* Who asks for all statistics does not pay for it, by a survey or insight by insight; who names its table gets it. */
static void samples_are_computed_on_request_only(void **state)
{
    (void)state;
    made_play play = odd_play(4);
    reel_memory file = made_file(&play);
    reel_replay *replay = made_replay(&play), *result;
    reel_error error;
    size_t count;
    for (int named = 0; named < 2; named++) {
        const reel_table *const tables[] = { &beatsaber_samples, NULL };
        const reel_insight_options how = { REEL_SIZED(reel_insight_options), .tables = named ? tables : NULL };
        size_t results[2] = { 0 };
        reel_survey survey = { REEL_SIZED(reel_survey), .insights = reel_insights(), .insight_options = &how, .rows = count_rows,
                               .context = results };
        assert_int_equal(reel_survey_run(reel_source_memory(file.data, file.size), NULL, &survey, &error), REEL_OK);
        assert_int_equal(results[0], 1);
        assert_int_equal(results[1] > 0, named);
        assert_int_equal(
            reel_insight_run_chunk(&reel_insight_motion, &reel_format_bsor, reel_replay_chunk(replay), &how, &result, &error),
            REEL_OK);
        reel_rows(result, &beatsaber_samples, &count);
        assert_int_equal(count > 0, named);
        reel_free(result);
    }
    reel_free(replay);
    reel_memory_free(&file);
}

/* As many frames as fit, `step` apart, at times and with pauses that make the most work. */
static reel_status sample_within(float step, uint64_t work, uint64_t most_rows)
{
    static made_play play;
    play = made_new();
    for (int i = 0; i < MADE_ROWS; i++) {
        bsor_frame *frame = made_frame(&play, 1.0f + (float)i * step);
        if (i % 2) frame->left_hand.position.x = NAN;
        play.pauses[play.pause_count++] = (bsor_pause){ .time = 1.0f };
    }
    const reel_table *const tables[] = { &beatsaber_samples, NULL };
    reel_replay *replay = made_replay(&play), *result;
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .convention = "120hz", .tables = tables };
    options.limits.work = work;
    options.limits.rows = most_rows;
    reel_error error;
    const reel_status status =
        reel_insight_run_chunk(&reel_insight_motion, &reel_format_bsor, reel_replay_chunk(replay), &options, &result, &error);
    reel_free(result);
    reel_free(replay);
    return status;
}

/* A budget by the most rows that frames can give is enough, also for a day with a frame in each three minutes. */
static void work_is_linear(void **state)
{
    (void)state;
    const uint64_t rows = 2 * 13; /* of a frame; lists double */
    const uint64_t enough = (uint64_t)MADE_ROWS * (2 * sizeof(bsor_frame) + rows * (sizeof(beatsaber_sample) + 2));
    assert_int_equal(sample_within(0.0999f, enough, 0), REEL_OK);
    assert_int_equal(sample_within(168.0f, enough, 0), REEL_OK);
    assert_int_equal(sample_within(0.0999f, 0, 100), REEL_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_those_of_a_plain_loop),
        cmocka_unit_test(nothing_is_made_up_in_gaps_and_pauses),
        cmocka_unit_test(a_body_that_turns_stays_the_same),
        cmocka_unit_test(samples_are_computed_on_request_only),
        cmocka_unit_test(work_is_linear),
    };
    return cmocka_run_group_tests_name("beatsaber_samples", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT
 * The insight "motion": the poses of a play at a fixed rate. docs/insight/motion.md has the formulas.
 *
 * The frames are walked once. Between a frame and the next one, each tracker has a frame before and a frame after in which its pose is
 * valid; both only move forward. So the work is linear in the frames and the rows, and as gaps are not bridged, rows are at most
 * GAP_MOST times the rate for each frame. */
#include "core/memory.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/play.h"
#include "insight/beatsaber/samples_pose.h"

#include <reel/scoresaber.h>
#include <reel/xror.h>

/* s between frames: of a longer time nobody knows where the hands were. It is longer than the steps of all rates. */
#define GAP_MOST 0.1

static const char *const conventions[] = { "30hz", "15hz", "60hz", "90hz", "120hz", NULL };
static const double rates[] = { 30, 15, 60, 90, 120 };

enum { NOWHERE = -1 };

/* A tracker while the frames are walked. */
typedef struct tracker {
    int64_t before,
        after; /* frames with its pose: the last one not after the current frame, or NOWHERE; the first one after it */
    bool has_pose, has_velocity;
    sample_pose pose; /* of the sample before */
    double velocity[3];
} tracker;

typedef struct sampling {
    const sample_frame *frames;
    int64_t count;
    const float *pauses; /* in order of time */
    size_t pause_count;
    double rate, speed; /* speed: seconds of the song in a second */
    tracker trackers[SAMPLE_TRACKERS];
    reel_row_list *rows;
    int64_t last; /* sample of the last row */
    uint32_t stretch;
    bool started;
    size_t pauses_before; /* the last row */
} sampling;

typedef struct motion_state {
    play_state play;
    bool started;
} motion_state;

/* ---- one sample ------------------------------------------------------------------------------------------------- */

/* Pauses that began before a frame; `near` is where to look first. */
static size_t pauses_until(const sampling *s, size_t near, int64_t frame)
{
    while (near < s->pause_count && s->pauses[near] < s->frames[frame].time) near++;
    return near;
}

/* Whether the poses of two frames belong together: no gap and no pause is between them. */
static bool are_joined(const sampling *s, int64_t from, int64_t to, size_t pauses)
{
    const double apart = (double)s->frames[to].time - (double)s->frames[from].time;
    if (apart > GAP_MOST) return false;
    while (pauses && s->pauses[pauses - 1] >= s->frames[from].time) pauses--;
    return pauses_until(s, pauses, to) == pauses;
}

static bool tracker_at(const sampling *s, unsigned t, double time, size_t pauses, sample_pose *pose)
{
    const tracker *one = &s->trackers[t];
    if (one->before == NOWHERE) return false;
    *pose = reel__sample_pose_of(&s->frames[one->before], t);
    const double start = (double)s->frames[one->before].time;
    if (start == time) return true;
    if (one->after == s->count || !are_joined(s, one->before, one->after, pauses)) return false;
    const sample_pose end = reel__sample_pose_of(&s->frames[one->after], t);
    *pose = reel__sample_between(pose, &end, (time - start) / ((double)s->frames[one->after].time - start));
    return true;
}

static reel_vec3 vector_of(const double v[3]) { return (reel_vec3){ (float)v[0], (float)v[1], (float)v[2] }; }

static reel_quaternion rotation_of(const double q[4])
{
    return (reel_quaternion){ (float)q[0], (float)q[1], (float)q[2], (float)q[3] };
}

static reel_pose stored(const sample_pose *pose) { return (reel_pose){ vector_of(pose->position), rotation_of(pose->rotation) }; }

/* Differences to the sample before, which is a step earlier. */
static void put_movement(const sampling *s, beatsaber_sample *row, tracker *one, unsigned t, const sample_pose *pose)
{
    reel_vec3 *const velocities[] = { &row->head_velocity, &row->left_velocity, &row->right_velocity };
    reel_vec3 *const accelerations[] = { &row->head_acceleration, &row->left_acceleration, &row->right_acceleration };
    float *const turns[] = { &row->head_turn, &row->left_turn, &row->right_turn };
    const double steps = s->rate * s->speed; /* in a second of the room */
    if (!one->has_pose) {
        one->has_velocity = false;
        return;
    }
    double velocity[3], acceleration[3];
    for (size_t i = 0; i < 3; i++) {
        velocity[i] = (pose->position[i] - one->pose.position[i]) * steps;
        acceleration[i] = (velocity[i] - one->velocity[i]) * steps;
    }
    *velocities[t] = vector_of(velocity);
    *turns[t] = (float)(reel__sample_angle(one->pose.rotation, pose->rotation) * steps);
    row->moving |= (uint8_t)(1 << t);
    if (one->has_velocity) {
        *accelerations[t] = vector_of(acceleration);
        row->moving |= (uint8_t)(1 << (SAMPLE_TRACKERS + t));
    }
    memcpy(one->velocity, velocity, sizeof velocity);
    one->has_velocity = true;
}

/* From the head, without its yaw. */
static void put_relative(beatsaber_sample *row, const sample_pose poses[SAMPLE_TRACKERS])
{
    reel_vec3 head, *const positions[] = { &head, &row->relative_left_position, &row->relative_right_position };
    reel_quaternion *const rotations[] = { &row->relative_head_rotation, &row->relative_left_rotation,
                                           &row->relative_right_rotation };
    float *const columns[] = { row->relative_head_6d, row->relative_left_6d, row->relative_right_6d };
    double sine, cosine;
    if (!(row->present & BEATSABER_SAMPLE_HEAD) || !reel__sample_yaw(poses[SAMPLE_HEAD].rotation, &sine, &cosine)) return;
    for (unsigned t = 0; t < SAMPLE_TRACKERS; t++) {
        if (!(row->present >> t & 1)) continue;
        const sample_pose relative = reel__sample_relative(&poses[t], poses[SAMPLE_HEAD].position, sine, cosine);
        *positions[t] = vector_of(relative.position);
        *rotations[t] = rotation_of(relative.rotation);
        reel__sample_6d(relative.rotation, columns[t]);
        row->present |= (uint8_t)(1 << (SAMPLE_TRACKERS + t));
    }
}

/* Adds the row of a sample if a tracker has a pose then. False: no room for it. */
static bool add_sample(sampling *s, int64_t sample, size_t pauses)
{
    const double time = (double)sample / s->rate;
    beatsaber_sample row = { .time = time, .sample = (int32_t)sample };
    sample_pose poses[SAMPLE_TRACKERS];
    for (unsigned t = 0; t < SAMPLE_TRACKERS; t++)
        if (tracker_at(s, t, time, pauses, &poses[t])) row.present |= (uint8_t)(1 << t);
    if (!row.present) return true;
    if (s->started && (sample != s->last + 1 || pauses != s->pauses_before)) {
        s->stretch++;
        for (unsigned t = 0; t < SAMPLE_TRACKERS; t++) s->trackers[t].has_pose = false;
    }
    reel_pose *const absolute[] = { &row.head, &row.left_hand, &row.right_hand };
    for (unsigned t = 0; t < SAMPLE_TRACKERS; t++) {
        tracker *one = &s->trackers[t];
        const bool present = row.present >> t & 1;
        if (present) {
            *absolute[t] = stored(&poses[t]);
            put_movement(s, &row, one, t, &poses[t]);
            one->pose = poses[t];
        }
        one->has_pose = present;
    }
    put_relative(&row, poses);
    row.stretch = s->stretch;
    s->started = true;
    s->last = sample;
    s->pauses_before = pauses;
    beatsaber_sample *added = reel_row_add(s->rows);
    if (added) *added = row;
    return added != NULL;
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

static void move_trackers(sampling *s, int64_t frame)
{
    for (unsigned t = 0; t < SAMPLE_TRACKERS; t++) {
        tracker *one = &s->trackers[t];
        if (s->frames[frame].valid >> t & 1) one->before = frame;
        while (one->after < s->count && (one->after <= frame || !(s->frames[one->after].valid >> t & 1))) one->after++;
    }
}

/* The first sample that is not before a time. */
static int64_t first_sample(double time, double rate)
{
    int64_t sample = (int64_t)(time * rate) - 1;
    while ((double)sample / rate < time) sample++;
    return sample;
}

static void sample_all(sampling *s, reel_budget *budget)
{
    size_t pauses = 0;
    for (int64_t i = 0; i < s->count; i++) {
        const double start = (double)s->frames[i].time;
        const double next = i + 1 < s->count ? (double)s->frames[i + 1].time : start + 2 * GAP_MOST;
        const double end = next - start > GAP_MOST ? start : next; /* nothing is known in a gap */
        int64_t sample = first_sample(start, s->rate), first = sample;
        pauses = pauses_until(s, pauses, i);
        move_trackers(s, i);
        for (; (double)sample / s->rate < end || (double)sample / s->rate == start; sample++)
            if (!add_sample(s, sample, pauses)) return;
        if (reel_spend(budget, (uint64_t)(sample - first) + 1) != REEL_OK) return;
    }
}

/* The times of pauses in order; `keys` is room for them. False: out of memory. */
static bool sort_pauses(const play_state *play, play_list *keys, sampling *s)
{
    const play_pause *pauses = play->pauses.data;
    const size_t count = play->pauses.count;
    play_key *items = reel__play_list_grow(keys, 3 * count + 1, sizeof *items, &play->allocator);
    if (!items) return false;
    for (size_t i = 0; i < count; i++)
        if (isfinite(pauses[i].time)) items[s->pause_count++] = (play_key){ reel__play_key_of(pauses[i].time), 0 };
    if (s->pause_count) reel__play_sort(items, items + count, s->pause_count);
    float *times = (float *)(void *)(items + 2 * count); /* after the keys and the room for sorting them */
    for (size_t i = 0; i < s->pause_count; i++) times[i] = reel__play_value_of(items[i].key);
    s->pauses = times;
    return true;
}

/* A speed that no player can choose says nothing. */
static double speed_of(const play_state *play)
{
    const double speed = (double)play->song_speed;
    return speed >= 0.05 && speed <= 20 ? speed : 1;
}

static double rate_of(const char *convention)
{
    size_t i = 0;
    while (strcmp(conventions[i], convention) != 0) i++;
    return rates[i];
}

static void report(const reel_analysis *analysis, const play_state *play)
{
    const struct {
        uint64_t count;
        const char *rule, *message;
    } problems[] = {
        { play->samples.skipped, "motion.time",
          "%llu frames whose time is 0, or not after that of the frame before, were skipped" },
        { play->samples.odd, "motion.pose", "%llu poses without a position or a rotation were skipped" },
    };
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const reel_finding finding = { .rule = problems[i].rule,
                                       .severity = REEL_NOTE,
                                       .section = "frames",
                                       .offset = REEL_NO_OFFSET,
                                       .table = play->frame_table,
                                       .row = REEL_NO_ROW,
                                       .count = problems[i].count };
        if (problems[i].count)
            reel_find(&analysis->reporter, finding, problems[i].message, (unsigned long long)problems[i].count);
    }
}

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    motion_state *state = analysis->state;
    if (!reel_chunk_table(analysis->result, &beatsaber_samples)) return REEL_OK;
    state->started = true;
    state->play.allocator = analysis->allocator;
    state->play.samples.wanted = state->play.wants_sums = true; /* the pauses are among the sums */
    return reel__play_feed(&state->play, analysis->format, chunk, true) ? REEL_OK : reel__memory_fail(analysis->error);
}

static reel_status finish(reel_analysis *analysis)
{
    const motion_state *state = analysis->state;
    const play_state *play = &state->play;
    if (!state->started) return REEL_OK;
    play_list keys = { 0 };
    sampling s = { .frames = play->samples.frames.data,
                   .count = (int64_t)play->samples.frames.count,
                   .rate = rate_of(analysis->convention),
                   .speed = speed_of(play),
                   .rows = reel_chunk_table(analysis->result, &beatsaber_samples) };
    for (unsigned t = 0; t < SAMPLE_TRACKERS; t++) s.trackers[t].before = NOWHERE;
    const bool done = sort_pauses(play, &keys, &s);
    if (done) sample_all(&s, analysis->budget);
    reel__play_list_free(&keys, &play->allocator);
    report(analysis, play);
    return done ? REEL_OK : reel__memory_fail(analysis->error);
}

static void close_state(reel_analysis *analysis)
{
    motion_state *state = analysis->state;
    if (state->started) reel__play_free(&state->play);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

#define SAMPLE(name, member, type, unit, ...) REEL_FIELD(beatsaber_sample, name, member, type, unit, __VA_ARGS__)
#define HAS(bit) REEL_PRESENT_IF(beatsaber_sample, present, BEATSABER_SAMPLE_##bit)
#define MOVES(tracker) REEL_PRESENT_IF(beatsaber_sample, moving, 1 << (tracker))
#define SPEEDS(tracker) REEL_PRESENT_IF(beatsaber_sample, moving, 8 << (tracker))
#define XYZ .components = "xyz"
#define XYZW .components = "xyzw"
static const reel_field fields[] = {
    SAMPLE("time", time, F64, "s", "song time, by the number of the sample and the rate", .flags = REEL_FIELD_TIME),
    SAMPLE("sample", sample, I32, "", "number of the sample, the same in all plays at this time", .flags = REEL_FIELD_KEY),
    SAMPLE("stretch", stretch, U32, "", "number of the stretch: its samples follow each other without a gap or a pause"),
    SAMPLE("head_position", head.position, F32, "m", "position of the head", XYZ, HAS(HEAD)),
    SAMPLE("head_rotation", head.rotation, F32, "", "rotation of the head, a unit quaternion with w >= 0", XYZW, HAS(HEAD)),
    SAMPLE("left_hand_position", left_hand.position, F32, "m", "position of the left hand", XYZ, HAS(LEFT)),
    SAMPLE("left_hand_rotation", left_hand.rotation, F32, "", "rotation of the left hand", XYZW, HAS(LEFT)),
    SAMPLE("right_hand_position", right_hand.position, F32, "m", "position of the right hand", XYZ, HAS(RIGHT)),
    SAMPLE("right_hand_rotation", right_hand.rotation, F32, "", "rotation of the right hand", XYZW, HAS(RIGHT)),
    SAMPLE("relative_head_rotation", relative_head_rotation, F32, "", "rotation of the head without its yaw", XYZW,
           HAS(RELATIVE_HEAD)),
    SAMPLE("relative_left_rotation", relative_left_rotation, F32, "", "rotation of the left hand, turned by the yaw of the head",
           XYZW, HAS(RELATIVE_LEFT)),
    SAMPLE("relative_right_rotation", relative_right_rotation, F32, "",
           "rotation of the right hand, turned by the yaw of the head", XYZW, HAS(RELATIVE_RIGHT)),
    SAMPLE("relative_left_position", relative_left_position, F32, "m", "left hand from the head, turned by its yaw", XYZ,
           HAS(RELATIVE_LEFT)),
    SAMPLE("relative_right_position", relative_right_position, F32, "m", "right hand from the head, turned by its yaw", XYZ,
           HAS(RELATIVE_RIGHT)),
    SAMPLE("relative_head_6d", relative_head_6d, F32, "", "the first two columns of the matrix of relative_head_rotation",
           HAS(RELATIVE_HEAD)),
    SAMPLE("relative_left_6d", relative_left_6d, F32, "", "the same of relative_left_rotation", HAS(RELATIVE_LEFT)),
    SAMPLE("relative_right_6d", relative_right_6d, F32, "", "the same of relative_right_rotation", HAS(RELATIVE_RIGHT)),
    SAMPLE("head_velocity", head_velocity, F32, "m/s", "velocity of the head", XYZ, MOVES(SAMPLE_HEAD)),
    SAMPLE("left_velocity", left_velocity, F32, "m/s", "velocity of the left hand", XYZ, MOVES(SAMPLE_LEFT)),
    SAMPLE("right_velocity", right_velocity, F32, "m/s", "velocity of the right hand", XYZ, MOVES(SAMPLE_RIGHT)),
    SAMPLE("head_acceleration", head_acceleration, F32, "m/s^2", "acceleration of the head", XYZ, SPEEDS(SAMPLE_HEAD)),
    SAMPLE("left_acceleration", left_acceleration, F32, "m/s^2", "acceleration of the left hand", XYZ, SPEEDS(SAMPLE_LEFT)),
    SAMPLE("right_acceleration", right_acceleration, F32, "m/s^2", "acceleration of the right hand", XYZ, SPEEDS(SAMPLE_RIGHT)),
    SAMPLE("head_turn", head_turn, F32, "rad/s", "angular speed of the head", MOVES(SAMPLE_HEAD)),
    SAMPLE("left_turn", left_turn, F32, "rad/s", "angular speed of the left hand", MOVES(SAMPLE_LEFT)),
    SAMPLE("right_turn", right_turn, F32, "rad/s", "angular speed of the right hand", MOVES(SAMPLE_RIGHT)),
    SAMPLE("present", present, U8, "",
           "the poses that are known, a mask: 1 head, 2 left hand, 4 right hand; relative ones 8, 16, 32"),
    SAMPLE("moving", moving, U8, "", "what else is, a mask: velocity and turn 1, 2, 4; acceleration 8, 16, 32"),
};

const reel_table beatsaber_samples =
    REEL_TABLE("samples", "poses, velocities and accelerations at a fixed rate", beatsaber_sample, fields, REEL_TABLE_ON_REQUEST);

static const reel_table *const tables[] = { &beatsaber_samples, NULL };
static const reel_table *const inputs[] = {
    &bsor_infos,
    &bsor_frames,
    &bsor_notes,
    &bsor_walls,
    &bsor_heights,
    &bsor_pauses,
    &scoresaber_infos,
    &scoresaber_poses,
    &scoresaber_pauses,
    &scoresaber_play_settings_rows,
    &scoresaber_keyframes,
    &scoresaber_json_infos,
    &scoresaber_json_frames,
    &xror_infos,
    &xror_app_extensions,
    &xror_frames,
    &xror_notes,
    &xror_pauses,
    NULL,
};

const reel_insight reel_insight_motion = {
    .id = "motion",
    .name = "Beat Saber motion",
    .doc = "poses of head and hands at a fixed rate, from the head and in the room, with velocities and accelerations",
    .formats = reel__play_formats_known,
    .tables = tables,
    .conventions = conventions,
    .inputs = inputs,
    .state_size = sizeof(motion_state),
    .chunk = take_chunk,
    .finish = finish,
    .close = close_state,
};

/* SPDX-License-Identifier: MIT
 * Changes that somebody makes to a replay of Beat Saber to hide that it is another's, over its frames. The tests and the program that
 * prints the tables of docs/match.md share them. */
#ifndef FINGERPRINT_CHANGES_H
#define FINGERPRINT_CHANGES_H

#include <reel/bsor.h>
#include <reel/gdr.h>
#include <reel/match.h>
#include <reel/scoresaber.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Frames that the holder frees. */
typedef struct frames {
    bsor_frame *data;
    size_t count;
} frames;

/* ---- random numbers that are the same everywhere ----------------------------------------------------------------- */

static inline uint64_t random_bits(uint64_t *state)
{
    uint64_t bits = *state += UINT64_C(0x9e3779b97f4a7c15);
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

/* From 0 to 1. */
static inline double random_share(uint64_t *state) { return (double)(random_bits(state) >> 11) / 9007199254740992.0; }

/* Mean 0, deviation 1, nearly normal. */
static inline double random_normal(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += random_share(state);
    return sum;
}

/* ---- parts ------------------------------------------------------------------------------------------------------ */

static inline frames frames_copy(frames from)
{
    frames copy = { malloc((from.count + 1) * sizeof *copy.data), from.count };
    memcpy(copy.data, from.data, from.count * sizeof *copy.data);
    return copy;
}

static inline reel_pose *pose_of(bsor_frame *frame, int part)
{
    return part == 0 ? &frame->head : part == 1 ? &frame->left_hand : &frame->right_hand;
}

static inline float *axis_of(reel_pose *pose, int axis)
{
    return axis == 0 ? &pose->position.x : axis == 1 ? &pose->position.y : &pose->position.z;
}

typedef double change_value(double value, int part, int axis, double time, double amount, uint64_t *state);

/* Changes every coordinate. */
static inline void change_positions(frames *f, change_value *change, double amount, uint64_t seed)
{
    for (size_t i = 0; i < f->count; i++)
        for (int part = 0; part < 3; part++)
            for (int axis = 0; axis < 3; axis++) {
                float *value = axis_of(pose_of(&f->data[i], part), axis);
                *value = (float)change((double)*value, part, axis, (double)f->data[i].time, amount, &seed);
            }
}

static inline double add_noise(double value, int part, int axis, double time, double amount, uint64_t *state)
{
    (void)part, (void)axis, (void)time;
    return value + amount * random_normal(state);
}
static inline double add_offset(double value, int part, int axis, double time, double amount, uint64_t *state)
{
    (void)part, (void)time, (void)state;
    return value + (axis == 1 ? amount / 2 : amount);
}
static inline double quantise(double value, int part, int axis, double time, double amount, uint64_t *state)
{
    (void)part, (void)axis, (void)time, (void)state;
    return floor(value / amount + 0.5) * amount;
}
static inline double enlarge(double value, int part, int axis, double time, double amount, uint64_t *state)
{
    (void)part, (void)axis, (void)time, (void)state;
    return value * amount;
}
/* A slow wave of its own for each coordinate, a period of 5 to 10 s. */
static inline double drift(double value, int part, int axis, double time, double amount, uint64_t *state)
{
    (void)state;
    return value + amount * sin(time * (0.6 + 0.07 * (3 * part + axis)) + part + 2 * axis);
}

static inline void turn(frames *f, double degrees)
{
    double c = cos(degrees * 3.14159265358979323846 / 180), s = sin(degrees * 3.14159265358979323846 / 180);
    for (size_t i = 0; i < f->count; i++)
        for (int part = 0; part < 3; part++) {
            reel_vec3 *p = &pose_of(&f->data[i], part)->position;
            double x = (double)p->x, z = (double)p->z;
            p->x = (float)(x * c + z * s);
            p->z = (float)(z * c - x * s);
        }
}

static inline void mirror(frames *f)
{
    for (size_t i = 0; i < f->count; i++) {
        reel_pose left = f->data[i].left_hand;
        f->data[i].left_hand = f->data[i].right_hand;
        f->data[i].right_hand = left;
        for (int part = 0; part < 3; part++) pose_of(&f->data[i], part)->position.x *= -1;
    }
}

static inline void change_times(frames *f, double scale, double shift)
{
    for (size_t i = 0; i < f->count; i++) f->data[i].time = (float)((double)f->data[i].time * scale + shift);
}

static inline void jitter_times(frames *f, double deviation, uint64_t seed)
{
    for (size_t i = 0; i < f->count; i++) f->data[i].time += (float)(deviation * random_normal(&seed));
}

/* A wave of the given size and a period of 2 s. */
static inline void warp_times(frames *f, double amount)
{
    for (size_t i = 0; i < f->count; i++)
        f->data[i].time += (float)(amount * sin((double)f->data[i].time * 3.14159265358979323846));
}

/* Drops this share of the frames. */
static inline void drop_frames(frames *f, double share, uint64_t seed)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->count; i++)
        if (random_share(&seed) >= share) f->data[kept++] = f->data[i];
    f->count = kept;
}

static inline void double_frames(frames *f, double share, uint64_t seed)
{
    bsor_frame *data = malloc((2 * f->count + 1) * sizeof *data);
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++) {
        data[count++] = f->data[i];
        if (random_share(&seed) < share) data[count++] = f->data[i];
    }
    free(f->data);
    *f = (frames){ data, count };
}

/* Keeps the frames from one share of the play to another. */
static inline void keep_part(frames *f, double from, double to)
{
    size_t first = (size_t)(from * (double)f->count), end = (size_t)(to * (double)f->count);
    memmove(f->data, f->data + first, (end - first) * sizeof *f->data);
    f->count = end - first;
}

/* Interpolates to another frame rate. */
static inline void resample(frames *f, double rate)
{
    if (f->count < 2) return;
    double start = (double)f->data[0].time, span = (double)f->data[f->count - 1].time - start;
    size_t count = (size_t)(span * rate) + 1, at = 0;
    bsor_frame *data = malloc(count * sizeof *data);
    for (size_t i = 0; i < count; i++) {
        double time = start + (double)i / rate;
        while (at + 2 < f->count && (double)f->data[at + 1].time <= time) at++;
        bsor_frame *a = &f->data[at], *b = &f->data[at + 1];
        double width = (double)b->time - (double)a->time, share = width > 0 ? (time - (double)a->time) / width : 0;
        data[i] = *a;
        data[i].time = (float)time;
        for (int part = 0; part < 3; part++)
            for (int axis = 0; axis < 3; axis++) {
                double from = (double)*axis_of(pose_of(a, part), axis), to = (double)*axis_of(pose_of(b, part), axis);
                *axis_of(pose_of(&data[i], part), axis) = (float)(from + share * (to - from));
            }
    }
    free(f->data);
    *f = (frames){ data, count };
}

/* Mean over `reach` frames on each side. */
static inline void smooth_frames(frames *f, size_t reach)
{
    frames old = frames_copy(*f);
    for (size_t i = reach; i + reach < f->count; i++)
        for (int part = 0; part < 3; part++)
            for (int axis = 0; axis < 3; axis++) {
                double sum = 0;
                for (size_t j = i - reach; j <= i + reach; j++) sum += (double)*axis_of(pose_of(&old.data[j], part), axis);
                *axis_of(pose_of(&f->data[i], part), axis) = (float)(sum / (double)(2 * reach + 1));
            }
    free(old.data);
}

/* ---- replays ---------------------------------------------------------------------------------------------------- */

/* A whole BSOR in memory. */
static inline reel_memory write_frames(frames f)
{
    reel_memory memory;
    reel_error error;
    reel_writer *writer;
    bsor_info info = { .mode = { "Standard", 8 }, .timestamp = { "1", 1 } };
    reel_sink sink = reel_sink_memory(&memory, NULL);
    if (reel_create(sink, &reel_format_bsor, NULL, &writer, &error) < 0) abort();
    reel_append(writer, &bsor_infos, &info, 1);
    reel_append(writer, &bsor_frames, f.data, f.count);
    if (reel_finish(writer, &error) < 0) abort();
    return memory;
}

static inline reel_motion *motion_of_bytes(const void *data, size_t size)
{
    reel_reader *reader;
    reel_motion *motion;
    reel_error error;
    if (reel_open(reel_source_memory(data, size), NULL, &reader, &error) < 0) return NULL;
    reel_status status = reel_motion_read(reader, NULL, &motion, &error);
    reel_close(reader);
    return status < 0 ? NULL : motion;
}

static inline reel_motion *motion_of_frames(frames f)
{
    reel_memory memory = write_frames(f);
    reel_motion *motion = motion_of_bytes(memory.data, memory.size);
    reel_memory_free(&memory);
    return motion;
}

/* The same through a .dat of ScoreSaber. */
static inline reel_motion *motion_through_dat(frames f)
{
    reel_memory memory = write_frames(f), dat;
    reel_error error;
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_NO_VERIFY };
    reel_motion *motion = NULL;
    reel_source source = reel_source_memory(memory.data, memory.size);
    if (reel_convert(source, NULL, &reel_format_scoresaber, reel_sink_memory(&dat, NULL), &how, &error) >= 0) {
        motion = motion_of_bytes(dat.data, dat.size);
        reel_memory_free(&dat);
    }
    reel_memory_free(&memory);
    return motion;
}

static inline frames frames_of_file(const char *path)
{
    reel_replay *replay;
    size_t count;
    if (reel_load_file(path, NULL, &replay, NULL) < 0) return (frames){ NULL, 0 };
    const bsor_frame *rows = reel_rows(replay, &bsor_frames, &count);
    frames copy = frames_copy((frames){ (bsor_frame *)(uintptr_t)rows, count });
    reel_free(replay);
    return copy;
}

/* ---- the changes ------------------------------------------------------------------------------------------------ */

static inline void ten_at_once(frames *f)
{
    keep_part(f, 0.1, 0.9);
    drop_frames(f, 0.05, 1);
    double_frames(f, 0.05, 2);
    change_positions(f, add_noise, 0.0005, 3);
    jitter_times(f, 0.005, 4);
    mirror(f);
    turn(f, 5);
    change_positions(f, add_offset, 0.05, 0);
    change_times(f, 1.02, 0.5);
    change_positions(f, quantise, 0.0001, 0);
}

enum { CHANGE_COUNT = 22, FURTHER_COUNT = 12 };

/* Change number `which` of CHANGE_COUNT, then those of FURTHER_COUNT that go beyond the list. Returns its name. */
static inline const char *apply_change(frames *f, int which)
{
    switch (which) {
    case 0: return "another header";
    case 1: return change_times(f, 1, 0.5), "0.5 s later";
    case 2: return change_times(f, 1, -0.5), "0.5 s earlier";
    case 3: return drop_frames(f, 0.05, 5), "5 % of the frames dropped";
    case 4: return double_frames(f, 0.05, 6), "5 % of the frames doubled";
    case 5: return resample(f, 144), "144 frames per second";
    case 6: return resample(f, 90), "90 frames per second";
    case 7: return resample(f, 72), "72 frames per second";
    case 8: return resample(f, 45), "45 frames per second";
    case 9: return resample(f, 30), "30 frames per second";
    case 10: return change_positions(f, add_noise, 0.0005, 7), jitter_times(f, 0.005, 8), "noise of 0.5 mm and 5 ms";
    case 11: return mirror(f), "mirrored";
    case 12: return keep_part(f, 0, 0.6), "first 60 % kept";
    case 13: return keep_part(f, 0.4, 1), "last 60 % kept";
    case 14: return change_times(f, 1 / 1.02, 0), "2 % faster";
    case 15: return change_times(f, 1.02, 0), "2 % slower";
    case 16: return change_positions(f, add_offset, 0.05, 0), "moved by 5 cm";
    case 17: return turn(f, 5), "turned by 5 degrees";
    case 18: return turn(f, 90), "turned by 90 degrees";
    case 19: return change_positions(f, quantise, 0.0001, 0), "rounded to 0.1 mm";
    case 20: return "through ScoreSaber .dat";
    case 21: return ten_at_once(f), "ten at once";
    case 22: return change_times(f, 1 / 1.1, 0), "10 % faster";
    case 23: return change_times(f, 1.1, 0), "10 % slower";
    case 24: return smooth_frames(f, 4), "smoothed over 9 frames";
    case 25: return change_positions(f, enlarge, 1.2, 0), "enlarged by 20 %";
    case 26: return change_positions(f, add_noise, 0.002, 9), "noise of 2 mm";
    case 27: return change_positions(f, add_noise, 0.02, 10), "noise of 20 mm";
    case 28: return drop_frames(f, 0.5, 11), "50 % of the frames dropped";
    case 29: return change_positions(f, drift, 0.01, 0), "drift of 10 mm";
    case 30: return change_positions(f, drift, 0.03, 0), "drift of 30 mm";
    case 31: return warp_times(f, 0.025), "times warped by 25 ms, period 2 s";
    case 32: return warp_times(f, 0.05), "times warped by 50 ms, period 2 s";
    default: return resample(f, 20), "20 frames per second";
    }
}

/* The motion of a macro. */
static inline reel_motion *motion_of_inputs(const gdr_input *inputs, size_t count, double rate)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    gdr_info info = { .version = 2, .framerate = rate };
    if (reel_create(reel_sink_memory(&memory, NULL), &reel_format_gdr2, NULL, &writer, &error) < 0) abort();
    reel_append(writer, &gdr_infos, &info, 1);
    reel_append(writer, &gdr_inputs, inputs, count);
    if (reel_finish(writer, &error) < 0) return NULL;
    reel_motion *motion = motion_of_bytes(memory.data, memory.size);
    reel_memory_free(&memory);
    return motion;
}

enum { THROUGH_DAT = 20 };

/* The motion of a changed copy. */
static inline reel_motion *changed_motion(frames from, int which, const char **name)
{
    frames copy = frames_copy(from);
    *name = apply_change(&copy, which);
    reel_motion *motion = which == THROUGH_DAT ? motion_through_dat(copy) : motion_of_frames(copy);
    free(copy.data);
    return motion;
}

#endif

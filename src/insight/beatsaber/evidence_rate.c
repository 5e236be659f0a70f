/* SPDX-License-Identifier: MIT
 * A play, or a part of one, that was slowed down to be played, and then had its times made those of the song, agrees with itself in all but
 * one thing: each frame states how many there were in a second of the room. If it states others, headsets do not have them. Both are judged
 * in windows of frames. */
#include "insight/beatsaber/evidence.h"

#include <math.h>

#define SAME_RATE 0.03 /* 0.008 at most in the windows that were seen: standalone headsets round rates down */
#define LOW_RATE 40    /* frames a second: rates are whole numbers, so that lower ones say less */
#define LOW_SLACK 0.12
#define LEAST_RATE 15
#define MOST_RATE 1000
#define SAME_REFRESH 0.02
#define FASTER 1.05 /* than the usual rate of the play */
enum { WINDOW = 100, LEAST_FRAMES = 50, LEAST_WINDOWS = 2 };

/* Rates at which headsets refresh, frames a second: Quest 60, 72, 80, 90, 120; Rift S 80; Index 80, 90, 120, 144; WMR 60, 90; Pico 72, 90;
 * Pimax 72, 90, 110, 120, 144; Bigscreen 75, 90; desktops 60, 75, 100, 120, 144, 165, 240. Games run at whole parts of them. */
static const double refreshes[] = { 60, 72, 75, 80, 90, 96, 100, 110, 120, 144, 165, 240 };

static bool is_refresh(double rate)
{
    for (size_t i = 0; i < sizeof refreshes / sizeof *refreshes; i++)
        for (int part = 1; part <= 4; part++)
            if (fabs(rate * part - refreshes[i]) < SAME_REFRESH * refreshes[i]) return true;
    return false;
}

/* What the frames of a window say. 0: nothing. */
typedef struct rate_window {
    float stated; /* seconds of the song in a second by the stated frame rates */
    float step;   /* s of the song */
} rate_window;

static float median_or_0(play_key *keys, size_t count) { return count >= LEAST_FRAMES ? reel__play_median(keys, count) : 0; }

static rate_window measure(const evidence_pose *poses, size_t first, size_t end)
{
    play_key rates[WINDOW], steps[WINDOW];
    size_t rate_count = 0, step_count = 0;
    for (size_t i = first; i < end; i++) {
        const double step = (double)poses[i].time - (double)poses[i - 1].time;
        if (!(step > 0)) continue;
        steps[step_count++] = (play_key){ reel__play_key_of((float)step), 0 };
        if (poses[i].fps < LEAST_RATE || poses[i].fps > MOST_RATE) continue;
        rates[rate_count++] = (play_key){ reel__play_key_of((float)(step * (double)poses[i].fps)), 0 };
    }
    return (rate_window){ median_or_0(rates, rate_count), median_or_0(steps, step_count) };
}

static double rate_of(const rate_window *window, double speed) { return window->step > 0 ? speed / (double)window->step : 0; }

/* The median of the windows: of the rate that they state, and of the steps of those that a headset has. */
static rate_window usual_of(const rate_window *windows, size_t count, double speed, play_key *keys)
{
    rate_window usual = { 0 };
    size_t stated = 0, steady = 0;
    for (size_t i = 0; i < count; i++)
        if (windows[i].stated > 0) keys[stated++] = (play_key){ reel__play_key_of(windows[i].stated), 0 };
    if (stated) usual.stated = reel__play_median(keys, stated);
    for (size_t i = 0; i < count; i++)
        if (is_refresh(rate_of(&windows[i], speed))) keys[steady++] = (play_key){ reel__play_key_of(windows[i].step), 0 };
    if (steady) usual.step = reel__play_median(keys, steady);
    return usual;
}

/* BeatLeader on a PC states the frames of a second of the room: one over the duration of the frame (ReplayRecorder.cs, RecordFrame). */
static bool states_room(const play_state *play)
{
    return play->info_table == &bsor_infos && !play->quest && play->mod_version_size > 1 &&
           memcmp(play->mod_version, "0.", 2) == 0;
}

/* Some recorders state the frames of a second of the song. */
static bool is_stated(double rate, double speed, double usual, double slack)
{
    const double right = fabs(usual - 1) <= SAME_RATE ? 1 : speed;
    return fabs(rate - right) <= slack * right;
}

/* How many windows from `at` on go by at another speed. */
static size_t slowed_run(const rate_window *windows, size_t count, size_t at, double speed, const rate_window *usual)
{
    const double steady = rate_of(usual, speed);
    size_t end = at;
    for (; end < count; end++) {
        const double stated = (double)windows[end].stated, own = rate_of(&windows[end], speed);
        const double slack = stated < LOW_RATE * (double)windows[end].step ? LOW_SLACK : SAME_RATE;
        const bool differs = stated > 0 && !is_stated(stated, speed, (double)usual->stated, slack);
        if (!differs && !(steady > 0 && own > steady * FASTER && !is_refresh(own))) break;
    }
    return end - at;
}

bool reel__evidence_find_rates(const play_state *play, double speed, beatsaber_evidence *sum)
{
    const evidence_pose *poses = play->evidence.poses.data;
    const size_t all = play->evidence.poses.count, count = all ? (all - 1) / WINDOW : 0;
    play_list list = { 0 }, key_list = { 0 };
    rate_window *windows = reel__play_list_grow(&list, count + 1, sizeof *windows, &play->allocator);
    play_key *keys = reel__play_list_grow(&key_list, 2 * count + 2, sizeof *keys, &play->allocator);
    const bool done = windows && keys;
    if (done) {
        for (size_t i = 0; i < count; i++) windows[i] = measure(poses, 1 + i * WINDOW, 1 + (i + 1) * WINDOW);
        rate_window usual = usual_of(windows, count, speed, keys);
        sum->time_rate = usual.stated;
        if (states_room(play)) usual.stated = (float)speed; /* a faster song that is claimed shows */
        for (size_t at = 0, run; at < count; at += run + 1) {
            run = slowed_run(windows, count, at, speed, &usual);
            if (run >= LEAST_WINDOWS || run == count) sum->slowed_frames += (uint32_t)(run * WINDOW);
        }
    }
    reel__play_list_free(&list, &play->allocator);
    reel__play_list_free(&key_list, &play->allocator);
    return done;
}

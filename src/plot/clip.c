/* SPDX-License-Identifier: MIT
 * Scenes at one time, or at the times of a clip. */
#include "report.h"
#include "scene.h"

#include "core/memory.h"
#include "core/output.h"

#include <math.h>

scene_times reel__scene_times(const reel_canvas *canvas, double busy, scene_span replay)
{
    static const double margin = 2; /* s, around a replay: a single picture is drawn there, too */
    const scene_clip *clip = canvas->clip;
    bool chooses = isnan(canvas->time);
    double time = chooses ? busy : canvas->time;
    scene_times times = { .from = time, .chosen = time };
    if (!isfinite(time) || !(replay.first <= replay.last)) return times;
    if (!clip) {
        times.count = time >= replay.first - margin && time <= replay.last + margin;
        return times;
    }
    if (chooses) time = fmin(time - clip->length / 2, replay.last - clip->length);
    double end = fmin((chooses ? fmax(time, replay.first) : time) + clip->length, replay.last);
    times.from = fmax(time, replay.first);
    if (!(times.from <= end)) return times;
    double frames = floor(fmin(end - times.from, clip->length) * clip->rate + 1e-6);
    times.count = (size_t)fmin(fmax(frames, 1), SCENE_MOST_FRAMES);
    times.step = 1.0 / clip->rate;
    times.chosen = chooses ? fmin(fmax(busy, times.from), end) : times.from + (end - times.from) / 2;
    return times;
}

/* Draws a frame of a clip as a document and hands it over. */
static reel_status draw_frame(reel_canvas *canvas, const scene_times *times, size_t number, scene_picture *picture, void *scene,
                              reel_error *error)
{
    reel_plot_frame frame = { .number = (uint32_t)number, .count = (uint32_t)times->count, .time = scene_time(times, number) };
    reel_memory svg = { 0 };
    reel_sink sink = reel_sink_memory(&svg, &canvas->allocator);
    reel_output out;
    if (!reel__output_open(&out, &sink, &canvas->allocator, error)) {
        sink.discard(sink.context);
        return reel__memory_fail(error);
    }
    canvas->out = &out;
    picture(scene, number, frame.time);
    reel__canvas_end(canvas);
    canvas->out = NULL;
    reel_status status = reel__output_flush(&out);
    reel__output_close(&out, &canvas->allocator);
    if (status == REEL_OK)
        status = sink.commit(sink.context, error);
    else
        sink.discard(sink.context);
    frame.svg = (const char *)svg.data;
    frame.size = svg.size;
    if (status == REEL_OK) status = canvas->clip->on_frame(canvas->clip->context, &frame, error);
    reel_memory_free(&svg);
    return status;
}

reel_status reel__scene_frames(reel_canvas *canvas, const scene_times *times, scene_picture *picture, void *scene,
                               reel_error *error)
{
    reel_status status = REEL_OK;
    if (!canvas->clip) picture(scene, 0, times->from);
    for (size_t i = 0; canvas->clip && i < times->count && status == REEL_OK; i++)
        status = draw_frame(canvas, times, i, picture, scene, error);
    return status;
}

reel_status reel__scene_clip(const reel_plot *scene, const reel_replay *replay, double time, const scene_clip *clip,
                             const reel_plot_options *options, reel_error *error)
{
    enum { LONGEST = 60, FASTEST = 60 }; /* s; frames per second */
    reel_plot_options own;
    reel_error ignored;
    if (!error) error = &ignored;
    reel__memory_options(&own, sizeof own, options);
    reel_status status = reel__plot_check(scene, replay, &own, error);
    if (status != REEL_OK) return status;
    if (!clip->on_frame) return reel_fail(error, REEL_ARGUMENT, "plot.argument", "", 0, "missing function for the frames");
    if (!(clip->length > 0 && clip->length <= LONGEST) || !clip->rate || clip->rate > FASTEST ||
        clip->length * clip->rate > SCENE_MOST_FRAMES)
        return reel_fail(error, REEL_ARGUMENT, "plot.clip", "", 0,
                         "a clip must be longer than 0 s, and have at most %d s, %d frames a second and %d frames", LONGEST,
                         FASTEST, SCENE_MOST_FRAMES);
    reel_canvas canvas = reel__canvas_of(scene, &own);
    canvas.time = time;
    canvas.clip = clip;
    return scene->draw(&canvas, replay, error);
}

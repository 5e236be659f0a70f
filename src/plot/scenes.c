/* SPDX-License-Identifier: MIT
 * The built-in scenes. Not in registry.c: a program that draws no scenes is linked without them. */
#include "report.h"
#include "scene.h"

static const reel_plot *scene_plot(const reel_format *format)
{
    static const reel_plot *const scenes[] = {
#ifndef REEL_WITHOUT_BEATSABER
        &reel__scene_play,
#endif
#ifndef REEL_WITHOUT_DDNET
        &reel__scene_ddnet,
#endif
#ifndef REEL_WITHOUT_ECHO
        &reel__scene_match,
#endif
#ifndef REEL_WITHOUT_GEOMETRYDASH
        &reel__scene_macro,
#endif
        NULL,
    };
    for (const reel_plot *const *scene = scenes; *scene; scene++)
        if (reel__plot_draws(*scene, format)) return *scene;
    return NULL;
}

static reel_status no_scene(const reel_replay *replay, reel_error *error)
{
    return reel_fail(error, REEL_ARGUMENT, replay ? "plot.format" : "plot.argument", "", 0,
                     replay ? "there is no scene for this format" : "missing replay");
}

reel_status reel_plot_scene(const reel_replay *replay, double time, reel_sink sink, const reel_plot_options *options,
                            reel_error *error)
{
    const reel_plot *scene = replay ? scene_plot(reel_replay_format(replay)) : NULL;
    if (scene) return reel__plot_draw_at(scene, replay, time, sink, options, error);
    sink.discard(sink.context);
    return no_scene(replay, error);
}

reel_status reel_plot_clip(const reel_replay *replay, double time, double length, uint32_t rate, reel_on_plot_frame *on_frame,
                           void *context, const reel_plot_options *options, reel_error *error)
{
    const reel_plot *scene = replay ? scene_plot(reel_replay_format(replay)) : NULL;
    const scene_clip clip = { .length = length, .rate = rate, .on_frame = on_frame, .context = context };
    return scene ? reel__scene_clip(scene, replay, time, &clip, options, error) : no_scene(replay, error);
}

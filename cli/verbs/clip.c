/* SPDX-License-Identifier: MIT
 * reel plot --clip: the frames that the library draws, as an animated PNG. Two frames are in memory at a time. */
#include "verbs/clip.h"

#include "base/apng.h"
#include "run/job.h"

#include <math.h>

enum { USUAL_WIDTH = 480, LEAST_WIDTH = 400, FRAMES_PER_SECOND = 20, LONGEST = 60 };
static const double usual_length = 3; /* s */

static double length_of(const struct arguments *arguments)
{
    return value_of(arguments, OPT_CLIP) ? seconds_of(arguments, OPT_CLIP) : usual_length;
}

int clip_check(const struct arguments *arguments)
{
    struct moment moment;
    double length = length_of(arguments);
    if (!has(arguments, OPT_CLIP)) return usage_error(arguments->verb, "--at is the start of a clip; use it with --clip");
    if (!(length > 0 && length <= LONGEST))
        return usage_error(arguments->verb, "--clip=%s: a clip is longer than 0 s, and at most %d s long",
                           value_of(arguments, OPT_CLIP), LONGEST);
    if (moment_of(arguments, OPT_AT, &moment) && moment.ticks)
        return usage_error(arguments->verb, "--at needs a time in seconds, such as 80.5 or 1:20.5");
    if (has(arguments, OPT_SCENE) || has(arguments, OPT_THUMBNAIL))
        return usage_error(arguments->verb, "--clip draws scenes; leave out --scene and --thumbnail, and use --at for its start");
    return EXIT_FINE;
}

struct film {
    struct svg_library library;
    struct apng apng;
    struct svg_image images[2]; /* of frames of even and of odd numbers */
};

static reel_status add_frame(void *context, const reel_plot_frame *frame, reel_error *error)
{
    struct film *film = context;
    struct svg_image *now = &film->images[frame->number % 2], *before = &film->images[(frame->number + 1) % 2];
    reel_status status = svg_image_draw(&film->library, frame->svg, frame->size, now, error);
    film->apng.frames = frame->count;
    return status == REEL_OK ? apng_frame(&film->apng, frame->number ? before : NULL, now, error) : status;
}

static reel_status draw_film(struct job *job, struct film *film, const reel_replay *replay, const reel_plot_options *options)
{
    struct moment start = { .value = NAN };
    moment_of(job->arguments, OPT_AT, &start);
    reel_status status = svg_load(&film->library, &job->error);
    if (status != REEL_OK) return status;
    if (!film->library.compress)
        return fail_job(job, REEL_ARGUMENT, "plot.png", "a clip needs zlib, which the installed librsvg does not load");
    status =
        reel_plot_clip(replay, start.value, length_of(job->arguments), FRAMES_PER_SECOND, add_frame, film, options, &job->error);
    return status == REEL_OK ? apng_end(&film->apng, &job->error) : status;
}

reel_status clip_draw(struct job *job, const reel_replay *replay, const reel_plot_options *options, reel_sink sink)
{
    struct film film = { .apng = { .sink = sink, .rate = FRAMES_PER_SECOND } };
    reel_plot_options sized = *options;
    film.apng.library = &film.library;
    if (!sized.width) sized.width = USUAL_WIDTH;
    if (sized.width >= LEAST_WIDTH) sized.height = sized.width * 2 / 3; /* a narrower one is scaled down */
    reel_status status = draw_film(job, &film, replay, &sized);
    for (size_t i = 0; i < 2; i++) svg_image_free(&film.library, &film.images[i]);
    apng_free(&film.apng);
    if (status == REEL_OK) return sink.commit(sink.context, &job->error);
    sink.discard(sink.context);
    return status;
}

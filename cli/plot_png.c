/* SPDX-License-Identifier: MIT
 * Plots as PNG. */
#include "plot_png.h"
#include "report.h"

#ifdef REEL_WITH_RSVG

#include <librsvg/rsvg.h>

/* Where cairo writes the PNG. */
struct png_target {
    reel_sink sink;
    reel_status status;
    reel_error *error;
};

static cairo_status_t write_png(void *context, const unsigned char *data, unsigned int size)
{
    struct png_target *target = context;
    target->status = target->sink.write(target->sink.context, data, size, target->error);
    return target->status == REEL_OK ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static bool render(RsvgHandle *handle, cairo_t *cairo, double width, double height)
{
    const RsvgRectangle page = { 0, 0, width, height };
    return rsvg_handle_render_document(handle, cairo, &page, NULL) && cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
}

static reel_status draw_png(RsvgHandle *handle, struct png_target *target, struct job *job)
{
    static const double scale = 2; /* pixels per unit */
    double width, height;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height))
        return fail_job(job, REEL_ARGUMENT, "plot.png", "the size of the picture is unknown");
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)(width * scale), (int)(height * scale));
    cairo_t *cairo = cairo_create(surface);
    bool drawn = render(handle, cairo, width * scale, height * scale);
    if (drawn) drawn = cairo_surface_write_to_png_stream(surface, write_png, target) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    if (drawn || target->status < 0) return target->status;
    return fail_job(job, REEL_MEMORY, "plot.png", "the picture cannot be drawn as PNG");
}

reel_status png_write(struct job *job, const reel_memory *svg, reel_sink sink)
{
    struct png_target target = { .sink = sink, .error = &job->error };
    RsvgHandle *handle = rsvg_handle_new_from_data(svg->data, svg->size, NULL);
    reel_status status =
        handle ? draw_png(handle, &target, job) : fail_job(job, REEL_MEMORY, "plot.png", "the picture cannot be drawn as PNG");
    if (handle) g_object_unref(handle);
    if (status == REEL_OK) return sink.commit(sink.context, &job->error);
    sink.discard(sink.context);
    return status;
}

#else

reel_status png_write(struct job *job, const reel_memory *svg, reel_sink sink)
{
    (void)svg;
    sink.discard(sink.context);
    return fail_job(job, REEL_ARGUMENT, "plot.png",
                    "this build cannot write PNG: it has no librsvg; use a name that ends in .svg");
}

#endif

/* SPDX-License-Identifier: MIT
 * Plots as PNG. librsvg and the libraries that it needs take a tenth of a second to load, so they are loaded only to draw a PNG; the
 * types below are those of their stable interface (librsvg 2.52 or later, cairo, GObject). */
#include "verbs/plot_png.h"

#if !defined _WIN32 && !defined REEL_STATIC

#include <dlfcn.h>

enum { CAIRO_ARGB32 = 0, CAIRO_SUCCESS = 0, CAIRO_WRITE_ERROR = 11 };

struct page {
    double x, y, width, height;
};

/* Functions of the libraries; handles, surfaces and contexts of cairo are opaque. */
struct rsvg {
    void *(*handle_new_from_data)(const uint8_t *data, size_t size, void **error);
    int (*handle_size)(void *handle, double *width, double *height);
    int (*handle_render)(void *handle, void *cairo, const struct page *page, void **error);
    void (*object_unref)(void *object);
    void *(*surface_new)(int format, int width, int height);
    void (*surface_free)(void *surface);
    int (*surface_write)(void *surface, int (*write)(void *context, const unsigned char *data, unsigned size), void *context);
    void *(*cairo_new)(void *surface);
    void (*cairo_free)(void *cairo);
    int (*cairo_status)(void *cairo);
};

/* Stores the address of a function: ISO C does not convert void * to a pointer to a function, POSIX has both in the same form. */
static bool load(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

/* Returns false if librsvg is missing or too old. The libraries stay loaded. */
static bool load_rsvg(struct rsvg *r)
{
    void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    return library && load(library, "rsvg_handle_new_from_data", &r->handle_new_from_data) &&
           load(library, "rsvg_handle_get_intrinsic_size_in_pixels", &r->handle_size) &&
           load(library, "rsvg_handle_render_document", &r->handle_render) && load(library, "g_object_unref", &r->object_unref) &&
           load(library, "cairo_image_surface_create", &r->surface_new) &&
           load(library, "cairo_surface_destroy", &r->surface_free) &&
           load(library, "cairo_surface_write_to_png_stream", &r->surface_write) &&
           load(library, "cairo_create", &r->cairo_new) && load(library, "cairo_destroy", &r->cairo_free) &&
           load(library, "cairo_status", &r->cairo_status);
}

/* Where cairo writes the PNG. */
struct png_target {
    reel_sink sink;
    reel_status status;
    reel_error *error;
};

static int write_png(void *context, const unsigned char *data, unsigned size)
{
    struct png_target *target = context;
    target->status = target->sink.write(target->sink.context, data, size, target->error);
    return target->status == REEL_OK ? CAIRO_SUCCESS : CAIRO_WRITE_ERROR;
}

static reel_status draw_png(const struct rsvg *r, void *handle, struct png_target *target, struct job *job)
{
    static const double scale = 2; /* pixels per unit */
    struct page page = { 0 };
    if (!r->handle_size(handle, &page.width, &page.height))
        return fail_job(job, REEL_ARGUMENT, "plot.png", "the size of the picture is unknown");
    page.width *= scale;
    page.height *= scale;
    void *surface = r->surface_new(CAIRO_ARGB32, (int)page.width, (int)page.height);
    void *cairo = r->cairo_new(surface);
    bool drawn = r->handle_render(handle, cairo, &page, NULL) && r->cairo_status(cairo) == CAIRO_SUCCESS;
    if (drawn) drawn = r->surface_write(surface, write_png, target) == CAIRO_SUCCESS;
    r->cairo_free(cairo);
    r->surface_free(surface);
    if (drawn || target->status < 0) return target->status;
    return fail_job(job, REEL_MEMORY, "plot.png", "the picture cannot be drawn as PNG");
}

static reel_status draw(struct job *job, const reel_memory *svg, reel_sink sink)
{
    struct rsvg r;
    struct png_target target = { .sink = sink, .error = &job->error };
    if (!load_rsvg(&r))
        return fail_job(job, REEL_ARGUMENT, "plot.png",
                        "PNG needs librsvg, which is not installed; use a name that ends in .svg");
    void *handle = r.handle_new_from_data(svg->data, svg->size, NULL);
    if (!handle) return fail_job(job, REEL_MEMORY, "plot.png", "the picture cannot be drawn as PNG");
    reel_status status = draw_png(&r, handle, &target, job);
    r.object_unref(handle);
    return status;
}

#else

static reel_status draw(struct job *job, const reel_memory *svg, reel_sink sink)
{
    (void)svg, (void)sink;
#ifdef _WIN32
    return fail_job(job, REEL_ARGUMENT, "plot.png", "PNG is not supported on Windows; use a name that ends in .svg");
#else
    /* A static program that loads a library needs the libc that it was linked with; with another one it may crash. */
    return fail_job(job, REEL_ARGUMENT, "plot.png",
                    "PNG is not supported by this build, which loads no libraries; use a name that ends in .svg");
#endif
}

#endif

reel_status png_write(struct job *job, const reel_memory *svg, reel_sink sink)
{
    reel_status status = draw(job, svg, sink);
    if (status == REEL_OK) return sink.commit(sink.context, &job->error);
    sink.discard(sink.context);
    return status;
}

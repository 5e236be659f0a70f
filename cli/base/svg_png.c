/* SPDX-License-Identifier: MIT
 * librsvg and the libraries that it needs take a tenth of a second to load, so they are loaded only to draw a PNG; the types below are
 * those of their stable interface (librsvg 2.52 or later, cairo, GObject). */
#include "base/svg_png.h"

#include <string.h>

#if !defined _WIN32 && !defined REEL_STATIC

#include <dlfcn.h>
#include <math.h>

enum { CAIRO_ARGB32 = 0, CAIRO_SUCCESS = 0, CAIRO_WRITE_ERROR = 11 };

/* RsvgRectangle */
struct png_frame {
    double x, y, width, height;
};

/* Stores the address of a function: ISO C does not convert void * to a pointer to a function, POSIX has both in the same form. */
static bool load(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

reel_status svg_load(struct svg_library *l, reel_error *error)
{
    void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library && load(library, "rsvg_handle_new_from_data", &l->handle_new_from_data) &&
        load(library, "rsvg_handle_get_intrinsic_size_in_pixels", &l->handle_size) &&
        load(library, "rsvg_handle_render_document", &l->handle_render) && load(library, "g_object_unref", &l->object_unref) &&
        load(library, "cairo_image_surface_create", &l->surface_new) &&
        load(library, "cairo_surface_destroy", &l->surface_free) &&
        load(library, "cairo_surface_write_to_png_stream", &l->surface_write) && load(library, "cairo_create", &l->cairo_new) &&
        load(library, "cairo_destroy", &l->cairo_free) && load(library, "cairo_status", &l->cairo_status) &&
        load(library, "cairo_set_source_rgb", &l->cairo_source) && load(library, "cairo_paint", &l->cairo_paint) &&
        load(library, "cairo_image_surface_get_data", &l->surface_data) &&
        load(library, "cairo_image_surface_get_stride", &l->surface_stride) &&
        load(library, "cairo_surface_flush", &l->surface_flush)) {
        if (!load(library, "compressBound", &l->compress_bound) || !load(library, "crc32", &l->checksum) ||
            !load(library, "compress2", &l->compress))
            l->compress = NULL;
        return REEL_OK;
    }
    return reel_fail(error, REEL_ARGUMENT, "plot.png", "", 0,
                     "PNG needs librsvg, which is not installed; use a name that ends in .svg");
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

/* Twice the size of the document; or the largest frame of its shape in the middle of the picture. */
static void place_document(struct png_frame *frame, const struct png_size *png, int pixels[2])
{
    double scale = 2;
    if (png->width) scale = fmin(png->width / frame->width, png->height / frame->height);
    frame->width *= scale;
    frame->height *= scale;
    pixels[0] = png->width ? (int)png->width : (int)frame->width;
    pixels[1] = png->width ? (int)png->height : (int)frame->height;
    if (!png->width) return;
    frame->x = (pixels[0] - frame->width) / 2;
    frame->y = (pixels[1] - frame->height) / 2;
}

static reel_status cannot_draw(reel_error *error)
{
    return reel_fail(error, REEL_MEMORY, "plot.png", "", 0, "the picture cannot be drawn as PNG");
}

static bool draw_surface(const struct svg_library *l, void *handle, const struct png_size *png, struct png_target *target)
{
    struct png_frame frame = { 0 };
    int pixels[2];
    if (!l->handle_size(handle, &frame.width, &frame.height) || !(frame.width > 0 && frame.height > 0)) return false;
    place_document(&frame, png, pixels);
    void *surface = l->surface_new(CAIRO_ARGB32, pixels[0], pixels[1]);
    void *cairo = l->cairo_new(surface);
    if (png->width) {
        l->cairo_source(cairo, (png->ground >> 16 & 255) / 255.0, (png->ground >> 8 & 255) / 255.0, (png->ground & 255) / 255.0);
        l->cairo_paint(cairo);
    }
    bool drawn = l->handle_render(handle, cairo, &frame, NULL) && l->cairo_status(cairo) == CAIRO_SUCCESS;
    if (drawn) drawn = l->surface_write(surface, write_png, target) == CAIRO_SUCCESS;
    l->cairo_free(cairo);
    l->surface_free(surface);
    return drawn;
}

reel_status svg_draw(const struct svg_library *l, const void *svg, size_t size, const struct png_size *png, reel_sink sink,
                     reel_error *error)
{
    struct png_target target = { .sink = sink, .error = error };
    void *handle = l->handle_new_from_data(svg, size, NULL);
    bool drawn = handle && draw_surface(l, handle, png, &target);
    if (handle) l->object_unref(handle);
    if (drawn || target.status < 0) return target.status;
    return cannot_draw(error);
}

static bool draw_image(const struct svg_library *l, void *handle, struct svg_image *image)
{
    struct png_frame frame = { 0 };
    if (!l->handle_size(handle, &frame.width, &frame.height) || !(frame.width >= 1 && frame.height >= 1)) return false;
    if (!image->surface) {
        image->width = (unsigned)frame.width;
        image->height = (unsigned)frame.height;
        image->surface = l->surface_new(CAIRO_ARGB32, (int)image->width, (int)image->height);
    }
    void *cairo = l->cairo_new(image->surface);
    l->cairo_source(cairo, 1, 1, 1);
    l->cairo_paint(cairo);
    bool drawn = l->handle_render(handle, cairo, &frame, NULL) && l->cairo_status(cairo) == CAIRO_SUCCESS;
    l->cairo_free(cairo);
    l->surface_flush(image->surface);
    image->pixels = l->surface_data(image->surface);
    image->stride = (size_t)l->surface_stride(image->surface);
    return drawn && image->pixels;
}

reel_status svg_image_draw(const struct svg_library *l, const void *svg, size_t size, struct svg_image *image, reel_error *error)
{
    void *handle = l->handle_new_from_data(svg, size, NULL);
    bool drawn = handle && draw_image(l, handle, image);
    if (handle) l->object_unref(handle);
    return drawn ? REEL_OK : cannot_draw(error);
}

void svg_image_free(const struct svg_library *l, struct svg_image *image)
{
    if (image->surface) l->surface_free(image->surface);
    *image = (struct svg_image){ 0 };
}

#else

reel_status svg_load(struct svg_library *library, reel_error *error)
{
    memset(library, 0, sizeof *library);
#ifdef _WIN32
    return reel_fail(error, REEL_ARGUMENT, "plot.png", "", 0, "PNG is not supported on Windows; use a name that ends in .svg");
#else
    /* A static program that loads a library needs the libc that it was linked with; with another one it may crash. */
    return reel_fail(error, REEL_ARGUMENT, "plot.png", "", 0,
                     "PNG is not supported by this build, which loads no libraries; use a name that ends in .svg");
#endif
}

reel_status svg_draw(const struct svg_library *library, const void *svg, size_t size, const struct png_size *png, reel_sink sink,
                     reel_error *error)
{
    struct svg_library none;
    (void)library, (void)svg, (void)size, (void)png, (void)sink;
    return svg_load(&none, error);
}

reel_status svg_image_draw(const struct svg_library *library, const void *svg, size_t size, struct svg_image *image,
                           reel_error *error)
{
    struct svg_library none;
    (void)library, (void)svg, (void)size, (void)image;
    return svg_load(&none, error);
}

void svg_image_free(const struct svg_library *library, struct svg_image *image) { (void)library, (void)image; }

#endif

/* SPDX-License-Identifier: MIT
 * SVG documents as PNG, drawn by librsvg, which is loaded when it is needed. reel-server is built with this file, too. */
#ifndef REEL_CLI_SVG_PNG_H
#define REEL_CLI_SVG_PNG_H

#include <reel/format.h>

/* Functions of librsvg and the libraries that it needs; handles, surfaces and contexts are opaque. */
struct png_frame;
struct svg_library {
    void *(*handle_new_from_data)(const uint8_t *data, size_t size, void **error);
    int (*handle_size)(void *handle, double *width, double *height);
    int (*handle_render)(void *handle, void *cairo, const struct png_frame *frame, void **error);
    void (*object_unref)(void *object);
    void *(*surface_new)(int format, int width, int height);
    void (*surface_free)(void *surface);
    int (*surface_write)(void *surface, int (*write)(void *context, const unsigned char *data, unsigned size), void *context);
    void *(*cairo_new)(void *surface);
    void (*cairo_free)(void *cairo);
    int (*cairo_status)(void *cairo);
    void (*cairo_source)(void *cairo, double red, double green, double blue);
    void (*cairo_paint)(void *cairo);
};

/* How large a PNG is. */
struct png_size {
    unsigned width, height; /* pixels; 0: twice as large as the document in units */
    uint32_t ground;        /* 0xRRGGBB: behind the document, which is in the middle; only if a width is given */
};

/* Loads the libraries, which stay loaded. REEL_ARGUMENT (plot.png): librsvg is missing or too old, or this build loads no libraries. */
reel_status svg_load(struct svg_library *library, reel_error *error);
/* Draws a document into a sink, which it neither commits nor discards. */
reel_status svg_draw(const struct svg_library *library, const void *svg, size_t size, const struct png_size *png, reel_sink sink,
                     reel_error *error);

#endif

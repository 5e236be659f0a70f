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
    uint8_t *(*surface_data)(void *surface);
    int (*surface_stride)(void *surface);
    void (*surface_flush)(void *surface);
    /* Of zlib, which cairo needs; NULL if it is hidden */
    int (*compress)(uint8_t *to, unsigned long *to_size, const uint8_t *from, unsigned long from_size, int level);
    unsigned long (*compress_bound)(unsigned long size);
    unsigned long (*checksum)(unsigned long before, const uint8_t *data, unsigned size);
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

/* Pixels of a document, one for each unit. */
struct svg_image {
    void *surface; /* NULL: there are none yet */
    unsigned width, height;
    const uint8_t *pixels; /* 0xRRGGBB in four bytes each, in the order of the machine */
    size_t stride;         /* bytes of a row */
};
/* Draws a document into an image, which keeps the size that the first one gives it. Free it with svg_image_free. */
reel_status svg_image_draw(const struct svg_library *library, const void *svg, size_t size, struct svg_image *image,
                           reel_error *error);
void svg_image_free(const struct svg_library *library, struct svg_image *image);

#endif

/* SPDX-License-Identifier: MIT
 * Pictures for previews of links: an SVG document, which another worker made of a replay, as PNG. */
#include "base/svg_png.h"
#include "work/worker_job.h"

#include <malloc.h>
#include <pthread.h>

/* That of a preview, whose shape is nearly that of a scene, and the paper of the dark theme. */
static const struct png_size preview = { .width = 1200, .height = 630, .ground = 0x14171c };

bool worker_load_pictures(struct svg_library *library)
{
    enum { STACK = 256 << 10 };
    pthread_attr_t small;
    /* libraries start a thread for each font that they look for, and each would reserve much */
    mallopt(M_ARENA_MAX, 1);
    if (pthread_attr_init(&small) == 0) {
        if (pthread_attr_setstacksize(&small, STACK) == 0) pthread_setattr_default_np(&small);
        pthread_attr_destroy(&small);
    }
    return svg_load(library, NULL) == REEL_OK;
}

reel_status worker_picture(worker_job *t)
{
    if (t->library) return svg_draw(t->library, t->replay.data, t->replay.size, &preview, worker_sink(t), &t->error);
    t->error = (reel_error){ .status = REEL_ARGUMENT, .rule = "server.picture", .section = "" };
    copy_text(t->error.message, sizeof t->error.message,
              "this server draws no pictures: it needs librsvg, which is not installed");
    return REEL_ARGUMENT;
}

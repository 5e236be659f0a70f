/* SPDX-License-Identifier: MIT
 * GET /replays/{id}/picture.png: the scene for previews of links. One worker draws it as SVG, and a process that may read fonts, but never sees
 * the replay, makes a PNG of that. */
#include "api/decode.h"
#include "api/handlers.h"
#include "service/query.h"
#include "service/stored_replay.h"

#include <reel/plot.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 520 /* units: so a text has a height of 28 pixels */, MOST_SVG = 1 << 20 };

const char *const png_types[] = { "image/png", NULL };

http_result get_picture(request *r)
{
    job *job = &r->queued.job;
    copy_name(job->plot, SCENE_PLOT);
    job->width = WIDTH;
    job->theme = REEL_PLOT_DARK;
    return start_kind(r, JOB_PLOT, png_types);
}

/* Makes the output of the first job the input of the next. A worker that a file has taken over may have written anything. */
static bool pass_on(request *r)
{
    struct stat info;
    off_t at = 0;
    if (fstat(r->out, &info) != 0 || info.st_size <= 0 || info.st_size > MOST_SVG)
        return request_refuse(r, HTTP_INTERNAL_SERVER_ERROR, "server.picture", "the picture is too large");
    char *bytes = malloc((size_t)info.st_size + 1);
    int file = bytes && output_read(r, bytes, (uint64_t)info.st_size, &at) ? memfd_create("picture", MFD_CLOEXEC) : -1;
    bool fine = file >= 0 && write(file, bytes, (size_t)info.st_size) == info.st_size;
    free(bytes);
    r->queued.in = r->queued.with = file; /* closed with the request */
    r->queued.job.kind = JOB_PICTURE;
    return fine ||
           request_refuse(r, HTTP_SERVICE_UNAVAILABLE, "server.memory", "the server has no room for the picture: try again");
}

bool picture_step(request *r)
{
    const job_result *result = &r->queued.result;
    if (r->jobs == 0) return stored_step(r);
    if (result->status == REEL_ARGUMENT) /* nothing to draw, or nothing to draw it with */
        return request_refuse(r, HTTP_NOT_FOUND, result->rule, result->message);
    return r->jobs == 1 && result->status >= 0 && pass_on(r);
}

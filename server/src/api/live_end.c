/* SPDX-License-Identifier: MIT
 * POST /live/ID/end: the bytes that were sent, or the file that the recorder made of them, which is the body, are judged and kept as an upload is. The
 * server runs the same steps, without a client, for a live whose recorder is gone. */
#include "api/live.h"

#include "api/handlers.h"
#include "service/live_judge.h"

/* From here on the request judges the live. False: it has failed. */
static bool begin_end(request *r)
{
    live *l = r->held; /* of a request of the server's own, for which it was closed */
    if (!l) {
        l = live_of_path(r);
        if (!l) return false;
        const live_result result = live_close(r->server->live, l);
        if (result != LIVE_FINE) {
            live_refuse(r, result, l);
            live_release(r->server->live, l);
            return false;
        }
        live_judge(r, l);
    }
    return r->body_size > 0 || live_judge_bytes(r, l);
}

bool live_end_step(request *r)
{
    const bool more = (r->jobs || begin_end(r)) && upload_step(r);
    if (!more) live_judged(r);
    return more;
}

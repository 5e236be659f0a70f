/* SPDX-License-Identifier: MIT
 * The writer of the decoded JSON: the original text if its rows are unchanged; if some changed, the original with what changed; rows that come
 * from elsewhere as the published decoder writes them. */
#include "core/replay.h"
#include "formats/scoresaber/decoded_write.h"

static void write_new(decoded_writing *w)
{
    size_t infos;
    reel_chunk_rows(w->staged, &scoresaber_json_infos, &infos);
    reel__push_map(&w->tree, DECODED_PARTS);
    for (size_t part = 0; part < DECODED_PARTS; part++) {
        if (part == DECODED_INFO && reel__decoded_has_info_extras(w)) reel__decoded_push_extras(w, true);
        if (part != DECODED_INFO || infos) reel__decoded_push_part(w, (decoded_part)part);
    }
    reel__decoded_push_extras(w, true);
    reel__push_end(&w->tree);
}

static void report_infinite(const decoded_writing *w)
{
    if (w->infinite)
        reel_find(&w->encoder->reporter,
                  (reel_finding){ .rule = "scoresaber-json.infinite",
                                  .severity = REEL_WARNING,
                                  .section = "json",
                                  .offset = REEL_NO_OFFSET,
                                  .count = w->infinite },
                  "JSON has no infinity: wrote %llu {number|numbers} as 1e999, which some readers refuse",
                  (unsigned long long)w->infinite);
}

reel_status reel__decoded_finish(reel_encoder *e, const reel_chunk *staged)
{
    reel_bytes original = reel__original_of(staged, reel__decoded_tables);
    if (original.size) {
        reel_put(e->out, original.data, original.size);
        return e->out->status;
    }
    reel_status status = reel__decoded_check_rows(staged, e->error);
    if (status < 0) return status;
    decoded_writing w = { .encoder = e, .staged = staged };
    reel__push_begin(&w.tree, PULL_JSON, decoded_append, &w);
    reel_bytes document = reel__original_bytes(staged);
    reel_replay *old = NULL;
    if (document.size) status = reel__replay_of(e->format, document, &e->allocator, &old, e->error);
    if (status == REEL_MEMORY) return status;
    status = REEL_OK;
    if (old)
        status = reel__decoded_update(&w, old, document);
    else
        write_new(&w);
    reel_free(old);
    report_infinite(&w);
    return status < 0 ? status : e->out->status;
}

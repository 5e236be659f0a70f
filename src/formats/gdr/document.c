/* SPDX-License-Identifier: MIT
 * Rows cannot represent every byte of a file. The bytes are kept and written again as long as they agree with the rows. */
#include "formats/gdr/document.h"
#include "core/replay.h"

reel_bytes reel__gdr_document_of(const reel_chunk *staged)
{
    size_t count;
    const gdr_document *rows = reel_chunk_rows(staged, &gdr_documents, &count);
    return count ? rows[0].data : (reel_bytes){ NULL, 0 };
}

reel_status reel__gdr_document_load(reel_encoder *e, reel_bytes document, reel_replay **replay)
{
    reel_error error;
    reel_status status = reel__replay_of(e->format, document, &e->allocator, replay, &error);
    if (status != REEL_MEMORY) return REEL_OK;
    *e->error = error;
    return status;
}

/* Whether each input of `part` is in `whole`, in order, `delta` frames earlier. */
static bool is_part(const gdr_input *part, size_t count, const gdr_input *whole, size_t total, int64_t delta)
{
    size_t found = 0;
    for (size_t i = 0; i < total && found < count; i++) {
        const gdr_input *a = &part[found], *b = &whole[i];
        found += gdr_is_moved(b, a, delta) && a->button == b->button && !a->player2 == !b->player2 && !a->down == !b->down;
    }
    return found == count;
}

bool reel__gdr_find_part(const gdr_input *part, size_t count, const gdr_input *whole, size_t total, int64_t *delta)
{
    /* inputs that were dropped are at the start, at the end or between the others: one end of both is the same, or nothing has moved */
    *delta = 0;
    if (!count || count > total || is_part(part, count, whole, total, 0)) return count <= total;
    const struct {
        int64_t to, from;
    } ends[] = { { part[count - 1].frame, whole[total - 1].frame }, { part[0].frame, whole[0].frame } };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const bool apart = (ends[i].to < 0) != (ends[i].from < 0); /* further than a number of 64 bits, perhaps */
        *delta = apart ? 0 : ends[i].to - ends[i].from;
        if (*delta && is_part(part, count, whole, total, *delta)) return true;
    }
    return false;
}

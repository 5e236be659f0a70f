/* SPDX-License-Identifier: MIT
 * Rows cannot represent every byte of a file. The bytes are kept and written again as long as they agree with the rows. */
#include "formats/gdr/document.h"
#include "core/reader.h"

reel_bytes gdr_document_of(const reel_chunk *staged)
{
    size_t count;
    const gdr_document *rows = reel_chunk_rows(staged, &gdr_documents, &count);
    return count ? rows[0].data : (reel_bytes){ NULL, 0 };
}

reel_status gdr_document_load(reel_encoder *e, reel_bytes document, reel_replay **replay)
{
    reel_error error;
    reel_status status = replay_of(e->format, document, &e->allocator, replay, &error);
    if (status != REEL_MEMORY) return REEL_OK;
    *e->error = error;
    return status;
}

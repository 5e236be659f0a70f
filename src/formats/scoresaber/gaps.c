/* SPDX-License-Identifier: MIT
 * Bytes that no other row represents: kept when they are read, repeated when they are written. */
#include "formats/scoresaber/layout.h"

void reel__scoresaber_warn(const reel_decoder *d, const char *rule, const char *section, uint64_t offset, uint64_t length,
                           uint64_t count, const char *message)
{
    reel_find(
        &d->reporter,
        (reel_finding){
            .rule = rule, .severity = REEL_WARNING, .section = section, .offset = offset, .length = length, .count = count },
        message, (unsigned long long)count);
}

void reel__dat_store_gap(reel_decoder *d, scoresaber_part after, const uint8_t *bytes, size_t size)
{
    dat_reader *state = d->state;
    reel_row_list *list = reel_chunk_table(d->chunk, &scoresaber_gaps);
    state->loose += size;
    scoresaber_gap *row = list ? reel_row_add(list) : NULL;
    if (row) *row = (scoresaber_gap){ reel_chunk_bytes(d->chunk, bytes, size), (uint8_t)after };
}

void reel__dat_put_gap(dat_payload *to, const reel_chunk *rows, scoresaber_part after)
{
    size_t count;
    const scoresaber_gap *gaps = reel_chunk_rows(rows, &scoresaber_gaps, &count);
    for (size_t i = 0; i < count; i++)
        if (gaps[i].after == after) reel__dat_put(to, gaps[i].bytes.data, gaps[i].bytes.size);
}

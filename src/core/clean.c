/* SPDX-License-Identifier: MIT
 * REEL_CLEAN: a format's `clean` runs over what its reader made, before anybody sees it. */
#include "core/reader.h"

reel_status clean_begin(reel_reader *reader, reel_error *error)
{
    const reel_operation *clean = reader->format->clean;
    if (!(reader->options.flags & REEL_CLEAN) || !clean) return REEL_OK;
    reader->clean_state = memory_new(&reader->allocator, clean->state_size + 1); /* never of size 0 */
    if (!reader->clean_state || !tallies_begin(&reader->cleaned, &reader->allocator)) return memory_fail(error);
    return REEL_OK;
}

reel_status clean_rows(reel_reader *reader)
{
    if (!reader->clean_state) return REEL_OK;
    reel_change change = {
        .state = reader->clean_state,
        .chunk = reader->chunk,
        .reporter = reader->decoder.reporter,
        .error = &reader->error,
        .allocator = reader->allocator,
        .budget = &reader->budget,
        .tallies = &reader->cleaned,
    };
    return reader->format->clean->apply(&change);
}

void clean_report(reel_reader *reader)
{
    if (!reader->clean_state) return;
    tallies_report(&reader->cleaned, &reader->decoder.reporter);
    reader->cleaned.count = 0;
}

void clean_free(reel_reader *reader)
{
    memory_drop(&reader->allocator, reader->clean_state);
    if (reader->cleaned.items) tallies_free(&reader->cleaned);
}

/* SPDX-License-Identifier: MIT
 * The replays of an archive: in reel-full.wasm only. */
#include "module.h"

#include <reel/archive.h>
#include <stdlib.h>

static reel_status put_member(reel_sink *sink, const reel_member *member)
{
    const double place[] = { (double)member->offset, (double)member->size };
    reel_status status = sink->write(sink->context, place, sizeof place, &last_error);
    return status < 0 ? status : sink->write(sink->context, member->name, strlen(member->name) + 1, &last_error);
}

/* The result is a list of at most `most` replays, each as its offset and its size, as doubles, and its name with a NUL; empty if the file does
 * not hold several. If the call fails, the result has those before the damage. Takes over the block of the file. */
EXPORT(archive_members) int archive_members(uint8_t *file, size_t size, size_t most)
{
    reel_members *members;
    const reel_member *member;
    reel_sink sink = result_sink();
    reel_status status = reel_members_open(reel_source_memory(file, size), NULL, &members, &last_error);
    while (status >= 0 && members && most-- > 0) {
        status = reel_members_next(members, &member, &last_error);
        if (status != REEL_OK || (status = put_member(&sink, member)) < 0) break;
    }
    reel_members_close(members);
    const reel_error why = last_error;
    reel_status ended = sink.commit(sink.context, &last_error);
    if (status < 0) last_error = why;
    free(file);
    return status < 0 ? status : ended;
}

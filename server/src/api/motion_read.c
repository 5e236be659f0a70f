/* SPDX-License-Identifier: MIT */
#include "api/motion_read.h"

#include "base/fail.h"
#include "service/stored_replay.h"

#include <stdlib.h>

enum { MOST_MATCHES = 64 /* more than there are candidates */ };

bool motion_keys_read(const request *r, motion_key *keys, size_t count, off_t at)
{
    if (!output_read(r, (char *)keys, count * sizeof *keys, &at)) return false;
    for (size_t n = 0; n < count; n++)
        if (keys[n].key > UINT32_MAX || keys[n].mirrored > 1) return false;
    return true;
}

static bool read_matches(const request *r, motion_match *matches, size_t count)
{
    off_t at = 0;
    if (!output_read(r, (char *)matches, count * sizeof *matches, &at)) return false;
    for (size_t i = 0; i < count; i++)
        if (!motion_match_is_sound(&matches[i])) return false;
    return true;
}

reel_status motion_matches_read(const request *r, motion_match **matches, size_t *count, reel_error *error)
{
    const uint64_t size = r->queued.result.size;
    *matches = NULL;
    *count = (size_t)(size / sizeof **matches);
    if (r->queued.result.status < 0 || size % sizeof **matches != 0 || *count > MOST_MATCHES)
        return fail(error, REEL_CORRUPT, "server.worker", "the comparison failed, or finds too much");
    motion_match *found = malloc((size_t)size + 1);
    if (!found) return fail(error, REEL_MEMORY, "server.memory", "out of memory");
    if (read_matches(r, found, *count)) return *matches = found, REEL_OK;
    free(found);
    return fail(error, REEL_CORRUPT, "server.worker", "the comparison ends early, or finds what is impossible");
}

/* SPDX-License-Identifier: MIT
 * Fingerprints: the input is a replay and a stored fingerprint, with the right magic or without. Comparing them returns scores in their
 * range, and the fingerprint of the replay is that of itself. */
#include "support.h"

#include <reel/match.h>
#include <stdlib.h>

enum { KEYS = 256 };

static void check_share(double share) { require(share >= 0 && share <= 1, "a score is a share"); }

static void compare(const reel_motion *motion, reel_bytes stored)
{
    reel_match match;
    reel_error error;
    reel_status status = reel_match_compare(motion, stored, &match, &error);
    if (status < 0) {
        require(status == REEL_CORRUPT || status == REEL_UNSUPPORTED || status == REEL_MEMORY, "a fingerprint is refused as one");
        return;
    }
    check_share(match.score);
    check_share(match.head);
    check_share(match.left);
    check_share(match.right);
    check_share(match.strong);
    require(match.run <= match.windows, "a run is a part of what was compared");
}

static void check_keys(reel_bytes stored)
{
    reel_match_key keys[KEYS];
    size_t count = reel_match_keys(stored, keys, KEYS);
    for (size_t i = 0; i < count && i < KEYS; i++)
        require(keys[i].key < 1u << 28 && keys[i].family < REEL_MATCH_FAMILIES, "a key has 28 bits and a family");
}

/* The stored one as it came, and with the first bytes of a real one. */
static void try_stored(const reel_motion *motion, reel_bytes own, reel_bytes given)
{
    uint8_t *copy = malloc(given.size + 1);
    require(copy != NULL, "allocation succeeds");
    if (given.size) memcpy(copy, given.data, given.size);
    for (size_t head = 0; head <= 16; head += 8) {
        size_t size = head < own.size ? head : own.size;
        if (size > given.size) break;
        if (size) memcpy(copy, own.data, size);
        compare(motion, (reel_bytes){ copy, given.size });
        check_keys((reel_bytes){ copy, given.size });
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const parts input = parts_of(data, size);
    const reel_bytes given = { input.control.at, reel_left(&input.control) };
    meter count = { 0 };
    reel_allocator allocator = meter_allocator(&count);
    reel_options options = fuzz_options(&allocator);
    const reel_motion_options how = { REEL_SIZED(reel_motion_options), .allocator = &allocator };
    reel_reader *reader;
    reel_motion *motion = NULL;
    check_keys(given);
    if (reel_open(reel_source_memory(input.replay.data, input.replay.size), &options, &reader, NULL) >= 0) {
        reel_motion_read(reader, &how, &motion, NULL);
        reel_close(reader);
    }
    for (const reel_motion *one = motion; one; one = reel_motion_next(one)) {
        reel_bytes own = reel_motion_fingerprint(one);
        require(own.size <= REEL_FINGERPRINT_BYTES, "a fingerprint has its size");
        compare(one, own);
        check_keys(own);
        try_stored(one, own, given);
    }
    reel_motion_free(motion);
    require(count.live == 0, "no memory leaks");
    return 0;
}

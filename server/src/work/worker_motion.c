/* SPDX-License-Identifier: MIT
 * The motion of a replay, in a worker: its fingerprint with the keys that find it, JOB_PROBES, and JOB_SIMILAR. */
#include "work/worker_job.h"

#include <reel/match.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* ---- the fingerprint ------------------------------------------------------------------------------------------------ */

static reel_status write_keys(worker_job *t, const reel_match_key *keys, size_t count, uint64_t *size)
{
    reel_sink sink = worker_sink(t);
    motion_key *all = malloc((count + 1) * sizeof *all);
    if (!all) return REEL_MEMORY;
    for (size_t n = 0; n < count; n++)
        all[n] = (motion_key){ (uint64_t)keys[n].key << JOB_FAMILY_BITS | keys[n].family, keys[n].check, keys[n].mirrored };
    *size = count * sizeof *all;
    reel_status status = sink.write(sink.context, all, (size_t)*size, &t->error);
    free(all);
    return status;
}

static reel_status write_probes(worker_job *t, const reel_motion *motion, uint64_t *size)
{
    reel_match_key *keys = malloc(JOB_MOST_KEYS * sizeof *keys);
    if (!keys) return REEL_MEMORY;
    size_t count = reel_match_probes(motion, keys, JOB_MOST_KEYS);
    reel_status status = write_keys(t, keys, count < JOB_MOST_KEYS ? count : JOB_MOST_KEYS, size);
    free(keys);
    return status;
}

reel_status worker_write_motion(worker_job *t, inspection *result, const reel_motion *motion)
{
    reel_bytes print = motion ? reel_motion_fingerprint(motion) : (reel_bytes){ NULL, 0 };
    if (!print.size) return REEL_OK;
    reel_sink sink = worker_sink(t);
    reel_status status = sink.write(sink.context, print.data, print.size, &t->error);
    result->fingerprint_size = print.size;
    reel_match_key *keys = malloc(JOB_MOST_KEYS * sizeof *keys);
    if (!keys) return REEL_MEMORY;
    size_t count = reel_match_keys(print, keys, JOB_MOST_KEYS);
    if (status >= 0) status = write_keys(t, keys, count < JOB_MOST_KEYS ? count : JOB_MOST_KEYS, &result->keys_size);
    free(keys);
    return status < 0 ? status : write_probes(t, motion, &result->probes_size);
}

/* ---- similar replays --------------------------------------------------------------------------------------------- */

static reel_status read_motion(worker_job *t, reel_motion **motion)
{
    reel_reader *reader;
    *motion = NULL;
    reel_status status =
        reel_open(worker_replay(t), &(reel_options){ REEL_SIZED(reel_options), .limits = t->job->limits }, &reader, &t->error);
    if (status < 0) return status;
    if (reel_motion_supports(reel_reader_format(reader))) status = reel_motion_read(reader, NULL, motion, &t->error);
    reel_close(reader);
    return status;
}

static reel_status write_match(worker_job *t, const candidate *candidate, const reel_match *match)
{
    const reel_sink sink = worker_sink(t);
    motion_match found;
    if (match->band == REEL_MATCH_NOTHING || candidate->own) return REEL_OK;
    memset(&found, 0, sizeof found); /* its gaps as well: it leaves the process */
    memcpy(found.id, candidate->id, sizeof found.id);
    found.score = match->score;
    found.scale = match->scale;
    found.shift = match->shift;
    found.evidence = match->evidence;
    found.copied = match->copied;
    found.band = (uint32_t)match->band;
    found.windows = match->windows;
    found.mirrored = match->mirrored;
    found.part_count = match->part_count;
    for (uint32_t i = 0; i < match->part_count; i++) {
        const reel_match_part *part = &match->parts[i];
        found.parts[i] = (motion_part){ .from = part->from,
                                        .to = part->to,
                                        .source_from = part->source_from,
                                        .source_to = part->source_to,
                                        .evidence = part->evidence,
                                        .hand = part->hand,
                                        .source_hand = part->source_hand,
                                        .mirrored = part->mirrored };
    }
    return sink.write(sink.context, &found, sizeof found, &t->error);
}

/* Whether a hand moves as in the other replay for as long as nobody does by chance, and as is worth stealing. Shorter parts are listed only. */
static bool has_long_part(const reel_match *match)
{
    const double least = 8; /* s */
    for (uint32_t i = 0; i < match->part_count; i++)
        if (match->parts[i].to - match->parts[i].from >= least) return true;
    return false;
}

/* Counts the copies. A replay that came after one of the player's own is a copy of that. */
static void count_copy(worker_job *t, const candidate *candidate, const reel_match *match, int64_t *first_own,
                       int64_t *first_other)
{
    int64_t *first = candidate->own ? first_own : first_other;
    if (match->band != REEL_MATCH_SAME && !(match->band == REEL_MATCH_PART && has_long_part(match))) return;
    if (candidate->number < *first) *first = candidate->number;
    if (!candidate->own) t->result->copies++;
}

/* Compares the hands, and the first candidates, which have most in common, in full. Presses are always compared in full. */
static reel_status compare_one(const reel_motion *motion, reel_bytes fingerprint, unsigned *full, reel_match *match,
                               reel_error *error)
{
    enum { IN_FULL = 4 };
    if (*full == IN_FULL) return reel_match_compare_hands(motion, fingerprint, match, error);
    ++*full;
    return reel_match_compare(motion, fingerprint, match, error);
}

static reel_status compare_all(worker_job *t, const reel_motion *motion, const uint8_t *data, size_t size)
{
    unsigned full = 0; /* compared in full */
    int64_t first_own = INT64_MAX, first_other = INT64_MAX;
    reel_status status = REEL_OK;
    for (candidate each; motion && status >= 0 && size >= sizeof each;) {
        reel_match match;
        memcpy(&each, data, sizeof each);
        data += sizeof each;
        size -= sizeof each;
        if (each.size > size) break;
        /* a fingerprint of another version of the library compares with nothing */
        if (compare_one(motion, (reel_bytes){ data, each.size }, &full, &match, &t->error) == REEL_OK) {
            count_copy(t, &each, &match, &first_own, &first_other);
            status = write_match(t, &each, &match);
        }
        data += each.size;
        size -= each.size;
    }
    if (first_own < first_other) t->result->copies = 0;
    return status;
}

reel_status worker_probes(worker_job *t)
{
    uint64_t size;
    reel_motion *motion;
    reel_status status = read_motion(t, &motion);
    if (status >= 0 && motion) status = write_probes(t, motion, &size);
    reel_motion_free(motion);
    return status;
}

reel_status worker_similar(worker_job *t)
{
    struct stat info;
    reel_motion *motion;
    if (fstat(t->with, &info) != 0) return REEL_IO;
    size_t size = (size_t)info.st_size;
    void *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, t->with, 0) : NULL;
    if (bytes == MAP_FAILED) return REEL_MEMORY;
    reel_status status = read_motion(t, &motion);
    if (status >= 0) status = compare_all(t, motion, bytes, size);
    reel_motion_free(motion);
    if (bytes) munmap(bytes, size);
    return status;
}

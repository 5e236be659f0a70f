/* SPDX-License-Identifier: MIT
 * The two ways in which signatures read a source: unpacked, piece by piece; and as it is, hashed while a reader reads its header. */
#ifndef JOBS_SIGN_FEED_H
#define JOBS_SIGN_FEED_H

#include "core/input.h"
#include "jobs/sign/seal.h"

/* The unpacked bytes of a source. Must not move. */
typedef struct mark_feed {
    reel_options options;
    reel_limits limits;
    reel_allocator allocator;
    reel_budget budget;
    reel_input input, packed; /* as in a reader */
    bool stored;              /* the file is in an archive that stores it */
    reel_memory name;         /* its bytes before that file, with the file's name; empty if it has none */
    reel_cursor window;
} mark_feed;

/* Takes the source over, also on failure. */
reel_status reel__feed_open(mark_feed *feed, reel_source source, const reel_options *options, reel_error *error);
/* The format of the replay, by its first bytes. *plain: the bytes are those of a file of the format, not of a container of one. */
reel_status reel__feed_identify(mark_feed *feed, const reel_format **format, bool *plain, reel_error *error);
/* Whether the bytes are an archive. */
bool reel__feed_is_archive(const mark_feed *feed);
/* Whether another replay follows the one that was read to its end. */
bool reel__feed_has_more(const mark_feed *feed);
/* The next piece: REEL_OK, REEL_END or a failure. Valid until the next call. */
reel_status reel__feed_next(mark_feed *feed, reel_bytes *piece, reel_error *error);
/* All that follow, in one piece. */
reel_status reel__feed_rest(mark_feed *feed, reel_bytes *rest, reel_error *error);
/* The bytes that follow as a source, which does not outlive the feed. */
reel_source reel__feed_source(mark_feed *feed);
void reel__feed_close(mark_feed *feed);

/* A source whose bytes are hashed as they are read. Must not move. */
typedef struct mark_tap {
    reel_source inner;
    reel_budget budget;
    seal_hash hash;
    reel_memory kept; /* the bytes, if `keeps` */
    uint64_t keep_limit;
    uint64_t at;
    bool keeps, ended;
    reel_status status; /* of the first failure */
    reel_error error;
} mark_tap;

/* Takes the source over. */
void reel__tap_open(mark_tap *tap, reel_source source, const reel_options *options, bool keeps);
/* The source for a reader; it may be closed before its end. */
reel_source reel__tap_source(mark_tap *tap);
/* Reads what the reader left, and closes the inner source. */
reel_status reel__tap_finish(mark_tap *tap, reel_error *error);
void reel__tap_close(mark_tap *tap);

#endif

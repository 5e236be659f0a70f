/* SPDX-License-Identifier: MIT
 * The replays of an archive, found by the heads of its records. */
#ifndef JOBS_MEMBERS_H
#define JOBS_MEMBERS_H

#include <reel/archive.h>
#include <reel/format.h>

/* Whether a file that begins so is an archive. */
bool reel__members_begin(const uint8_t *head, size_t size);
/* Bytes of the head and the NAME record that precede a stored file; 0: the archive begins otherwise. */
size_t reel__members_name_size(const uint8_t *head, size_t size);
/* Whether that head and the record, which begin at `offset`, are whole: only their name is lost if the record is longer than `size`.
 * REEL_CORRUPT, REEL_UNSUPPORTED. */
reel_status reel__members_check_name(const uint8_t *head, size_t size, uint64_t offset, reel_error *error);
/* Makes *source, which is in memory or seekable, one of the member that `word` selects. REEL_ARGUMENT, "archive.member": not found.
 * After a failure *source is unchanged. */
reel_status reel__member_select(reel_source *source, const char *word, const reel_allocator *allocator, reel_error *error);
/* The first member of an archive that begins with `named` bytes of a name, which nobody asked for: REEL_CORRUPT, "archive.member", if there is
 * none. Else as reel__member_select. */
reel_status reel__member_first(reel_source *source, size_t named, const reel_allocator *allocator, reel_error *error);

/* ---- the replays in turn ------------------------------------------------------------------------------------------ */

/* Owns the source, also if it fails. NULL: out of memory. */
reel_members *reel__members_new(const reel_source *source, const reel_allocator *allocator, reel_error *error);
/* Prepares a list of the replays of a source that is not moved afterwards. REEL_END: not an archive. `error` is used until the end. */
reel_status reel__members_start(reel_members *members, reel_error *error);
/* The next replay. REEL_END: nothing is left. */
reel_status reel__members_step(reel_members *members);
const reel_member *reel__members_current(const reel_members *members);
/* The bytes of the current replay as a source, which is valid until the next step. */
reel_status reel__members_slice(const reel_members *members, reel_source *view);

#endif

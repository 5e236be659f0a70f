/* SPDX-License-Identifier: MIT
 * The score of a part of a play. */
#ifndef JOBS_REWRITE_SCORE_H
#define JOBS_REWRITE_SCORE_H

#include <reel/format.h>

/* Whether the header of a play states the score that its notes give. Only then is reel__score_restate called for what remains of it. */
reel_status reel__score_agrees(const reel_change *change, const reel_format *format, bool *agrees);
/* Whether the score of a part of a play, in `chunk`, may be restated when it is joined to others: it is that of its notes, or it has none. */
reel_status reel__score_of_part(const reel_change *change, const reel_chunk *chunk, const reel_format *format, bool *fits);
/* States the score that the remaining notes give. */
reel_status reel__score_restate(const reel_change *change, const reel_format *format);

#endif

/* SPDX-License-Identifier: MIT
 * The score of a part of a play. */
#ifndef JOBS_REWRITE_SCORE_H
#define JOBS_REWRITE_SCORE_H

#include <reel/format.h>

/* Whether the header of a play states the score that its notes give. Only then is score_restate called for what remains of it. */
reel_status score_agrees(const reel_change *change, const reel_format *format, bool *agrees);
/* States the score that the remaining notes give. */
reel_status score_restate(const reel_change *change, const reel_format *format);

#endif

/* SPDX-License-Identifier: MIT */
#include <reel/archive.h>

#include "jobs/writer.h"

static coder_level level_of(reel_archive_level level)
{
    if (level == REEL_ARCHIVE_FASTEST) return CODER_FASTEST;
    return level == REEL_ARCHIVE_FAST ? CODER_FAST : CODER_DEFAULT;
}

coder_options reel__archive_coder(const reel_archive_options *how)
{
    return (coder_options){ .level = level_of(how->level),
                            .as_rows = how->level == REEL_ARCHIVE_RECORD,
                            .position_step = how->position_error,
                            .rotation_step = how->rotation_error };
}

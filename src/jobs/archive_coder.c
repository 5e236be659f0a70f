/* SPDX-License-Identifier: MIT */
#include <reel/archive.h>

#include "jobs/writer.h"

coder_options reel__archive_coder(const reel_archive_options *how)
{
    return (coder_options){ .level = how->level == REEL_ARCHIVE_FAST ? CODER_FAST : CODER_DEFAULT,
                            .as_rows = how->level == REEL_ARCHIVE_RECORD,
                            .position_step = how->position_error,
                            .rotation_step = how->rotation_error };
}

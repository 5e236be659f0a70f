/* SPDX-License-Identifier: MIT
 * Lists the replays of an archive with their formats. */
#include "jobs/members.h"

/* Finds the format of a replay; NULL if it is unknown. Fails only if the source does, or memory runs out. */
static reel_status identify(reel_members *members, const reel_options *options, const reel_format **format, reel_error *error)
{
    reel_source slice;
    *format = NULL;
    reel_status status = reel__members_slice(members, &slice);
    if (status >= 0) status = reel_identify(slice, options, format, NULL, error);
    return status == REEL_MEMORY || status == REEL_IO || status == REEL_CANCELLED ? status : REEL_OK;
}

reel_status reel_archive_list(reel_source source, const reel_options *options,
                              bool (*each)(void *context, const reel_member *member), void *context, reel_error *error)
{
    reel_error own;
    if (!error) error = &own;
    reel_members *members = reel__members_new(&source, options ? options->allocator : NULL, error);
    if (!members) return REEL_MEMORY;
    reel_status status = reel__members_start(members, error);
    while (status == REEL_OK && (status = reel__members_step(members)) == REEL_OK) {
        reel_member member = *reel__members_current(members);
        status = identify(members, options, &member.format, error);
        if (status < 0 || !each(context, &member)) break;
    }
    reel_members_close(members);
    return status < 0 ? status : REEL_OK;
}

/* SPDX-License-Identifier: MIT
 * Which clients a demo shows. */
#include "pairs/ddnet/state.h"

bool reel__remake_shows(const remake *d, int32_t cid)
{
    const reel_convert_options *how = d->job->how;
    if (!is_client(cid) || !d->shown[cid]) return false;
    if (!(how->flags & REEL_ONLY_TEAM) || cid == how->follow || !is_client(how->follow)) return true;
    return d->slots[cid].team == d->slots[how->follow].team;
}

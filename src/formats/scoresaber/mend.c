/* SPDX-License-Identifier: MIT
 * Mending: a damaged file has no original any more and is written from its rows; one with bytes that belong to nothing gives up
 * its original. The rows themselves are left as they are. */
#include "formats/scoresaber/layout.h"

reel_status dat_mend(reel_change *m)
{
    original_mend(m, "mend.scoresaber.loose-bytes");
    return REEL_OK;
}

reel_status decoded_mend(reel_change *m)
{
    original_mend(m, "mend.scoresaber-json.loose-values");
    return REEL_OK;
}

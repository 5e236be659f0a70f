/* SPDX-License-Identifier: MIT
 * Files that are archives of several replays. */
#include "verbs/scan/scan.h"

reel_members *scan_open_members(const struct planned *planned, const char *path, reel_source *file)
{
    reel_source source;
    reel_members *members = NULL;
    if (planned->facts.kind != KIND_FILE || reel_source_file(path, 0, &source, NULL) < 0) return NULL;
    reel_source view = source;
    view.close = NULL;
    reel_status status = reel_members_open(view, NULL, &members, NULL);
    if (members) {
        reel_members_close(members);
        status = reel_members_open(source, NULL, &members, NULL); /* it closes the source with the list */
    } else if (file && source.seek && source.seek(source.context, 0, NULL) >= 0) {
        *file = source;
    } else {
        source.close(source.context);
    }
    if (status == REEL_MEMORY) grow(NULL, SIZE_MAX / 2); /* exits */
    return members;
}

/* SPDX-License-Identifier: MIT
 * Looking up what is built in. */
#include <reel/format.h>

const reel_format *reel_format_by_id(const reel_format *const *formats, const char *id)
{
    if (!formats) formats = reel_formats();
    for (; *formats; formats++)
        if (strcmp((*formats)->id, id) == 0) return *formats;
    return NULL;
}

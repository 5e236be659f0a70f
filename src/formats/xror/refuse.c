/* SPDX-License-Identifier: MIT
 * Rows that cannot be written. */
#include "formats/xror/writer.h"

bool xror_refuse(xror_writer *w, const char *rule, const char *section, size_t row, const char *what)
{
    if (w->status >= 0)
        w->status = reel_fail(w->e->error, REEL_ARGUMENT, rule, section, 0, "row %zu of %s %s", row, section, what);
    return false;
}

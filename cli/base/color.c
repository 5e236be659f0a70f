/* SPDX-License-Identifier: MIT
 * Colours of errors and warnings. auto follows https://no-color.org: on a terminal that can, unless NO_COLOR is set. */
#include "base/color.h"
#include "base/system.h"

#include <stdlib.h>
#include <string.h>

static enum { AUTO, ALWAYS, NEVER } chosen;

void choose_colors(const char *when)
{
    chosen = !when || !strcmp(when, "auto") ? AUTO : !strcmp(when, "always") ? ALWAYS : NEVER;
}

bool has_colors(int stream)
{
    if (chosen != AUTO) return chosen == ALWAYS;
    const char *refused = getenv("NO_COLOR");
    return !(refused && *refused) && terminal_has_escapes() && is_terminal(stream);
}

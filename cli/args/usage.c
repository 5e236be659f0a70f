/* SPDX-License-Identifier: MIT
 * Messages about the command line, and the table of commands. */
#include "args/args.h"
#include "base/color.h"

#include <stdio.h>

int usage_error(const struct verb *verb, const char *format, ...)
{
    struct text text = { 0 };
    va_list list;
    va_start(list, format);
    char message[512];
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    text_visible(&text, message, strlen(message));
    const char *name = verb ? verb->name : "", *space = verb ? " " : "";
    const char *reel = has_colors(2) ? COLOR_ERROR "reel:" COLOR_END : "reel:";
    if (text_drop(&text, '?')) /* a suggestion, which is enough */
        fprintf(stderr, "%s %s?\n", reel, text_of(&text));
    else
        fprintf(stderr, "%s %s; see 'reel help%s%s'\n", reel, text_of(&text), space, name);
    text_free(&text);
    return EXIT_USAGE;
}

static const struct verb *known;

void verbs_set(const struct verb *all) { known = all; }

const struct verb *verbs_all(void) { return known; }

const struct verb *verb_called(const char *name)
{
    for (const struct verb *verb = known; verb->name; verb++)
        if (!strcmp(verb->name, name)) return verb;
    return NULL;
}

bool takes_list(const struct option *option) { return option->shown && strstr(option->shown, ",...") != NULL; }

bool is_optional(const struct option *option) { return option->shown && *option->shown == '['; }

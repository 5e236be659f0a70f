/* SPDX-License-Identifier: MIT */
#include "service/cors.h"

#include <string.h>

/* Whether a word is in a list of words, each after a blank. */
static bool has_word(const char *list, const char *word)
{
    const size_t size = strlen(word);
    for (const char *at = list; (at = strchr(at, ' ')) != NULL;)
        if (strncmp(++at, word, size) == 0 && (at[size] == ' ' || !at[size])) return true;
    return false;
}

const char *cors_origin(const request *request, const route *route)
{
    static const char any[] = "*";
    const char *list = request->server->options.cors, *origin = request_header(request, HEADER_ORIGIN);
    if (!*list || !origin || !*origin || !route || route->by_cookie || route->for_metrics || strchr(origin, ' ')) return NULL;
    if (has_word(list, any)) return any;
    return has_word(list, origin) ? origin : NULL;
}

/* SPDX-License-Identifier: MIT
 * What a scan prints about its files, and what ends it early. */
#include "verbs/scan/scan.h"

#include <stdio.h>

int scan_fails(const char *path, const char *message)
{
    struct text text = { 0 };
    text_visible(&text, path, strlen(path));
    text_string(&text, ": ");
    text_visible(&text, message, strlen(message));
    fprintf(stderr, "reel: %s\n", text_of(&text));
    text_free(&text);
    return EXIT_UNREADABLE;
}

void scan_stop(struct scan *scan, const char *path, const char *message)
{
    if (!atomic_exchange(&scan->failed, true)) scan_fails(path, message);
}

bool scan_ends(struct scan *scan) { return was_interrupted() || atomic_load(&scan->failed); }

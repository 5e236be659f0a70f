/* SPDX-License-Identifier: MIT
 * Lists of words. */
#ifndef REEL_CLI_NAMES_H
#define REEL_CLI_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* A list of words without duplicates. */
struct names {
    char **data; /* NULL-terminated; NULL: empty */
    size_t count;
};
void names_add(struct names *names, const char *name, size_t size);
bool names_have(char *const *names, const char *name);
void names_free(char **names);

#endif

/* SPDX-License-Identifier: MIT
 * Lists of words. */
#include "base/names.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool names_have(char *const *names, const char *name)
{
    for (; names && *names; names++)
        if (!strcmp(*names, name)) return true;
    return false;
}

void names_add(struct names *names, const char *name, size_t size)
{
    char *copy = grow(NULL, size + 1);
    memcpy(copy, name, size);
    copy[size] = '\0';
    if (names_have(names->data, copy)) {
        free(copy);
        return;
    }
    names->data = grow(names->data, (names->count + 2) * sizeof *names->data);
    names->data[names->count++] = copy;
    names->data[names->count] = NULL;
}

void names_free(char **names)
{
    for (char **name = names; name && *name; name++) free(*name);
    free(names);
}

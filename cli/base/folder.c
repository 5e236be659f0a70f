/* SPDX-License-Identifier: MIT
 * A list of names in a folder, which grows. */
#include "base/system_parts.h"
#include "base/text.h"

#include <string.h>

void folder_add(struct folder *folder, const char *name)
{
    if (name[0] == '.' && (!folder->hidden || !strcmp(name, ".") || !strcmp(name, ".."))) return;
    if (folder->count + 1 >= folder->capacity) {
        folder->capacity = folder->capacity ? folder->capacity * 2 : 64;
        folder->names = grow(folder->names, folder->capacity * sizeof *folder->names);
    }
    folder->names[folder->count++] = copy_of(name);
}

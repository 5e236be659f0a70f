/* SPDX-License-Identifier: MIT */
#include "pages/page_files.h"

#include <page_data.h>
#include <string.h>

const page_file *page_file_find(const char *name, size_t size)
{
    for (const page_file *each = page_files; each->name; each++)
        if (strncmp(each->name, name, size) == 0 && !each->name[size]) return each;
    return NULL;
}

/* SPDX-License-Identifier: MIT
 * The files of server/page, which the build puts into the program. */
#ifndef SERVER_PAGES_PAGE_FILES_H
#define SERVER_PAGES_PAGE_FILES_H

#include <stddef.h>

typedef struct page_file {
    const char *name;
    const char *data;
    size_t size;
} page_file;

/* `size` is the length of the name. NULL: not found. */
const page_file *page_file_find(const char *name, size_t size);

#endif

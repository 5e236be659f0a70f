/* SPDX-License-Identifier: MIT
 * The store with its catalogue. */
#ifndef SERVER_KEEP_H
#define SERVER_KEEP_H

#include "catalogue.h"

typedef struct keeper {
    store *store;
    catalogue *catalogue;
    char *database; /* where the catalogue is */
} keeper;

/* Opens both. `database` NULL: catalogue.sqlite in the store, which is a folder then. `connections`: as for catalogue_open. After a failure
 * there is nothing to close. */
reel_status keep_open(const char *store, const char *database, unsigned connections, keeper *keep, reel_error *error);
void keep_close(keeper *keep);

#endif

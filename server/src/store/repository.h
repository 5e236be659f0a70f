/* SPDX-License-Identifier: MIT
 * The store with its catalogue. */
#ifndef SERVER_STORE_REPOSITORY_H
#define SERVER_STORE_REPOSITORY_H

#include "store/catalogue.h"

typedef struct repository {
    store *store;
    catalogue *catalogue;
    char *database; /* where the catalogue is */
} repository;

/* Opens both. `database` NULL: catalogue.sqlite in the store, which is a folder then. `connections`: as for catalogue_open. After a failure
 * there is nothing to close. */
reel_status repository_open(const char *store, const char *database, unsigned connections, repository *keep, reel_error *error);
void repository_close(repository *keep);

#endif

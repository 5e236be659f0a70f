/* SPDX-License-Identifier: MIT */
#include "store/repository.h"

#include "base/fail.h"

#include <stdlib.h>
#include <string.h>

static reel_status name_database(const char *store, const char *database, char **name, reel_error *error)
{
    if (!database && strncmp(store, "s3://", 5) == 0)
        return fail(error, REEL_ARGUMENT, "store.database", "with a store on S3, --database is needed: postgres://...");
    int size = database ? asprintf(name, "%s", database) : asprintf(name, "%s/catalogue.sqlite", store);
    if (size >= 0) return REEL_OK;
    *name = NULL;
    return fail(error, REEL_MEMORY, "store.memory", "out of memory");
}

reel_status repository_open(const char *where, const char *database, unsigned connections, repository *k, reel_error *error)
{
    *k = (repository){ .store = NULL };
    reel_status status = name_database(where, database, &k->database, error);
    if (status >= 0) k->store = store_open(where, error);
    if (status >= 0 && !k->store) status = error->status;
    if (status >= 0) status = catalogue_open(k->database, connections, &k->catalogue, error);
    if (status < 0) repository_close(k);
    return status;
}

void repository_close(repository *k)
{
    if (k->catalogue) catalogue_close(k->catalogue);
    if (k->store) store_close(k->store);
    free(k->database);
    *k = (repository){ .store = NULL };
}

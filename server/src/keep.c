/* SPDX-License-Identifier: MIT */
#include "keep.h"

#include "fail.h"

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

reel_status keep_open(const char *where, const char *database, unsigned connections, keeper *k, reel_error *error)
{
    *k = (keeper){ .store = NULL };
    reel_status status = name_database(where, database, &k->database, error);
    if (status >= 0) k->store = store_open(where, error);
    if (status >= 0 && !k->store) status = error->status;
    if (status >= 0) status = catalogue_open(k->database, connections, &k->catalogue, error);
    if (status < 0) keep_close(k);
    return status;
}

void keep_close(keeper *k)
{
    if (k->catalogue) catalogue_close(k->catalogue);
    if (k->store) store_close(k->store);
    free(k->database);
    *k = (keeper){ .store = NULL };
}

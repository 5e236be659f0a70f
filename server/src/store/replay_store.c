/* SPDX-License-Identifier: MIT */
#include "store/replay_store.h"

#include "base/clock.h"

#include <string.h>

store *store_open(const char *where, reel_error *error)
{
    return strncmp(where, "s3://", 5) == 0 ? store_open_s3(where, error) : store_open_folder(where, error);
}

reel_status store_put(store *s, const char *id, int file, uint64_t size, reel_error *error)
{
    int64_t begun = clock_steady_us();
    reel_status status = s->kind->put(s, id, file, size, error);
    histogram_add(&s->put, clock_steady_us() - begun, status < 0);
    return status;
}

reel_status store_get(store *s, const char *id, int *file, reel_error *error)
{
    int64_t begun = clock_steady_us();
    reel_status status = s->kind->get(s, id, file, error);
    histogram_add(&s->get, clock_steady_us() - begun, status < 0);
    return status;
}

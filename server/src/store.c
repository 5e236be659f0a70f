/* SPDX-License-Identifier: MIT */
#include "store.h"

#include <string.h>

store *store_open(const char *where, reel_error *error)
{
    return strncmp(where, "s3://", 5) == 0 ? store_open_s3(where, error) : store_open_folder(where, error);
}

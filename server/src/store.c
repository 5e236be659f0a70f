/* SPDX-License-Identifier: MIT */
#include "store.h"

#include <string.h>

store *store_open(const char *where, reel_error *error)
{
    return strncmp(where, "s3://", 5) == 0 ? store_open_s3(where, error) : store_open_folder(where, error);
}

bool store_is_id(const char *name) { return strlen(name) == STORE_ID - 1 && strspn(name, "0123456789abcdef") == STORE_ID - 1; }

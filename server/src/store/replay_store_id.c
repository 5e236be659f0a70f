/* SPDX-License-Identifier: MIT */
#include "store/replay_store.h"

#include <string.h>

bool store_is_id(const char *name) { return strlen(name) == STORE_ID - 1 && strspn(name, "0123456789abcdef") == STORE_ID - 1; }

/* SPDX-License-Identifier: MIT
 * Maps, apart from replays: a folder of zips, each called HASH.zip by the hash that replays name it by. The server itself does not read them:
 * workers do. */
#ifndef SERVER_STORE_MAPS_H
#define SERVER_STORE_MAPS_H

#include "base/inspection.h"

/* Opens the map of a level by its key. `hash` gets the hash; it is empty without a map. Returns an open file, or -1: there is none. `folder`
 * may be NULL. */
int maps_open(const char *folder, const char *level_key, char hash[JOB_MAP]);

#endif

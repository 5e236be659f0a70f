/* SPDX-License-Identifier: MIT
 * Maps, apart from replays: a folder of files that are called by the hash that replays name the map by. A map of several files is a zip of them,
 * HASH.zip with 40 digits, which are the first part of a level's key; one of a single file is HASH.map with 64 digits, which are a later part. The
 * server itself does not read them: workers do. Functions may be called on any thread. */
#ifndef SERVER_STORE_MAPS_H
#define SERVER_STORE_MAPS_H

#include "base/inspection.h"

/* The hash of the map in the key of a level. False, and "": the key has none. */
bool maps_key(const char *level_key, char hash[JOB_MAP]);
/* Whether a name is that of a map's file in the folder, and of which one. */
bool maps_is_file(const char *name, char hash[JOB_MAP]);
/* Whether a text is the hash of a map: 40 or 64 digits in lower case. */
bool maps_is_hash(const char *text);
/* How the file of a map ends, by its hash: "zip" or "map". */
const char *maps_extension(const char *hash);

/* Opens a map by its hash. Returns an open file, or -1 if the folder does not have it. `folder` may be NULL. */
int maps_open(const char *folder, const char *hash);
/* The same by the key of a level. `hash` gets the hash; it is empty without a map. */
int maps_open_level(const char *folder, const char *level_key, char hash[JOB_MAP]);
/* Keeps the bytes of `file` as the map of this hash, in place of what was there. When it returns, a crash of the machine does not lose them. */
reel_status maps_put(const char *folder, const char *hash, int file, uint64_t size, reel_error *error);
/* Copies the maps of a folder to another one, which is made, but for those that are there with the same bytes. *count: how many were copied. */
reel_status maps_copy(const char *from, const char *to, uint64_t *count, reel_error *error);
/* Removes what a server that was killed left while it wrote a map: files that are an hour old, since other servers may be writing. */
void maps_sweep(const char *folder);
/* Removes a map; fine if it is not there. */
reel_status maps_remove(const char *folder, const char *hash, reel_error *error);

#endif

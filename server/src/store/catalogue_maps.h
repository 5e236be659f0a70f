/* SPDX-License-Identifier: MIT
 * What is known of maps, and which replays are to be judged again with one. Their bytes are in the folder of maps (maps.h). */
#ifndef SERVER_STORE_CATALOGUE_MAPS_H
#define SERVER_STORE_CATALOGUE_MAPS_H

#include "base/map_facts.h"
#include "store/catalogue_internal.h"

enum { MAP_OWNER = 33 };

/* One row for each hash by which replays name the map. */
typedef struct map_entry {
    char hash[JOB_MAP];
    char format[JOB_NAME], game[JOB_NAME];
    char title[CATALOGUE_TEXT], author[CATALOGUE_TEXT];
    int64_t size;
    int64_t added;             /* Unix time, ms */
    char uploader[TOKEN_TEXT]; /* name of the token; empty: it was in the folder */
    bool pending;              /* replays of it are still to be judged again */
    int64_t number;            /* in the order in which they came */
} map_entry;

typedef void map_each(void *context, const map_entry *map, const char *figures);

/* ---- maps ----------------------------------------------------------------------------------------------------------- */

/* Takes what a worker found of a map. */
void map_describe(map_entry *map, const map_facts *facts, const char *format);
/* Adds a map, whose replays are to be judged again from then on. *result: ADD_DONE; ADD_KNOWN, and nothing was changed; ADD_UPLOADS or ADD_BYTES.
 * `quota` NULL: it counts for nobody. */
reel_status map_add(catalogue *catalogue, const map_entry *map, const char *figures, const upload_quota *quota,
                    add_result *result, reel_error *error);
/* REEL_END: no map has this hash. */
reel_status map_get(catalogue *catalogue, const char *hash, map_each *each, void *context, reel_error *error);
/* Maps that came before the one with the number `before`, the last to come first; 0: all. */
reel_status map_list(catalogue *catalogue, int64_t before, unsigned limit, map_each *each, void *context, reel_error *error);
/* The file of a map is there again: all replays that were judged without it are judged again. */
reel_status map_again(catalogue *catalogue, const char *hash, reel_error *error);
/* Removes a map, with an entry in the log. REEL_END: no map has this hash. */
reel_status map_remove(catalogue *catalogue, const char *hash, const char *who, const char *reason, int64_t now,
                       reel_error *error);

/* ---- replays that are judged again ------------------------------------------------------------------------------------- */

/* Takes the map whose turn it is, for `owner` until `lease` (ms). Sets `hash`, and *after: the number of the replay after which to go on. REEL_END:
 * there is none. */
reel_status map_take(catalogue *catalogue, const char *owner, int64_t now, int64_t lease, char hash[JOB_MAP], int64_t *after,
                     reel_error *error);
/* Replays of a map that were judged without it, with numbers above `after`. */
reel_status map_replays(catalogue *catalogue, const char *hash, int64_t after, unsigned limit,
                        void (*each)(void *context, const replay_entry *entry), void *context, reel_error *error);
/* Gives a map back: its replays are judged from the number `after`, which map_take set, as far as `last`. It is done if there are no more. */
reel_status map_give_back(catalogue *catalogue, const char *hash, const char *owner, int64_t after, int64_t last, int64_t now,
                          reel_error *error);
/* Notes that a replay was judged with a map, which changed nothing. */
reel_status map_judged(catalogue *catalogue, int64_t replay, const char *hash, reel_error *error);

/* ---- parts of transactions ---------------------------------------------------------------------------------------------- */

/* Notes of which map a replay is, and whether it was judged with it. An empty hash notes nothing. */
reel_status map_note(sql *connection, int64_t replay, const char *hash, bool judged, reel_error *error);
/* A replay that was judged without its map is judged again, if the map is there. */
reel_status map_want(sql *connection, int64_t replay, reel_error *error);
/* Forgets of which map a replay was. */
reel_status map_forget(sql *connection, int64_t replay, reel_error *error);

#endif

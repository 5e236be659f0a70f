/* SPDX-License-Identifier: MIT
 * Who held the first place of a level on a board: what reign_keep.h keeps, as it is shown. */
#ifndef SERVER_STORE_REIGN_H
#define SERVER_STORE_REIGN_H

#include "store/board_entry.h"

/* Who held the first place of a level, and until when. */
typedef struct reign_entry {
    board_entry entry;
    int64_t until; /* Unix time, ms: when the next one took it; 0: holds it now */
} reign_entry;
typedef void reign_each(void *context, const reign_entry *entry);
/* The last to come first: those before the number `before`; 0: from the last. */
reel_status reign_list(catalogue *catalogue, const char *board, const char *level, int64_t before, unsigned limit,
                       reign_each *each, void *context, reel_error *error);
/* The newest first places of all levels of a board, or of all boards (NULL). */
reel_status reign_newest(catalogue *catalogue, const char *board, unsigned limit, board_each *each, void *context,
                         reel_error *error);

#endif

/* SPDX-License-Identifier: MIT
 * The boards of a server: their declarations, and the file that workers get them from. Shared by counting, since options are read again. */
#ifndef SERVER_RULES_BOARD_LIST_H
#define SERVER_RULES_BOARD_LIST_H

#include "work/board.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct board_list {
    atomic_uint users;
    int file; /* the text, which nobody can change */
    board_set set;
} board_list;

/* Reads a file; NULL: the boards that are built in. NULL: a message was printed. */
board_list *board_list_read(const char *path);
void board_list_release(board_list *list); /* `list` may be NULL */

/* The list that is in use now. */
typedef struct board_holder {
    pthread_mutex_t lock;
    board_list *list;
} board_holder;

void board_holder_start(board_holder *holder, board_list *list);
/* Replaces the list. Thread-safe, as is board_holder_get. */
void board_holder_set(board_holder *holder, board_list *list);
/* The caller releases it. */
board_list *board_holder_get(board_holder *holder);
void board_holder_end(board_holder *holder);

/* Gives the first boards of games, if they are by score, what an older version ranked. */
struct catalogue;
reel_status board_list_adopt(const board_list *list, struct catalogue *catalogue, reel_error *error);

/* The plays of a worker that are for boards of the list. Returns how many; texts point to `plays`, and to the header's `level` and `player`. */
struct new_play;
size_t board_list_plays(const board_list *list, const board_play *plays, size_t count, const inspection *header,
                        struct new_play *to);

#endif

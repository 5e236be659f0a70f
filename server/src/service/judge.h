/* SPDX-License-Identifier: MIT
 * Replays that are judged again because their map came: a thread of its own takes a few at a time, with workers of stored replays, and goes on
 * where it was after a crash. Of several servers one does it for a map at a time. */
#ifndef SERVER_SERVICE_JUDGE_H
#define SERVER_SERVICE_JUDGE_H

#include "rules/admission.h"
#include "rules/board_list.h"
#include "store/repository.h"
#include "work/pool.h"

typedef struct judge judge;

/* What it needs of the server; all of it outlives the thread. */
typedef struct judge_options {
    const char *maps; /* the folder; NULL: there is nothing to do */
    const repository *keep;
    pool *pool;
    board_holder *boards;
    admission *admission;
} judge_options;

/* Starts the thread, which first looks for maps in the folder that nobody knows yet. NULL: errno says why. */
judge *judge_start(const judge_options *options);
/* A map has come. `judge` may be NULL, as for those below. */
void judge_wake(judge *judge);
/* It begins nothing more. Call this before the pool stops, and judge_stop afterwards. */
void judge_quit(judge *judge);
void judge_stop(judge *judge);

#endif

/* SPDX-License-Identifier: MIT
 * What the server does by itself, on a thread of its own: removes evidence whose time is over. */
#ifndef SERVER_CHORES_H
#define SERVER_CHORES_H

#include "keep.h"

typedef struct chores chores;

/* NULL: errno says why. */
chores *chores_start(const keeper *keep);
void chores_stop(chores *chores);

#endif

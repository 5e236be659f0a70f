/* SPDX-License-Identifier: MIT
 * What the server does by itself, on a thread of its own: removes evidence whose time is over, and reads the keys of
 * the login again. */
#ifndef SERVER_CHORES_H
#define SERVER_CHORES_H

#include "keep.h"
#include "login.h"

typedef struct chores chores;

/* NULL: errno says why. */
chores *chores_start(const keeper *keep, login *login);
void chores_stop(chores *chores);

#endif

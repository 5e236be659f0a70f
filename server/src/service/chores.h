/* SPDX-License-Identifier: MIT
 * What the server does by itself, on a thread of its own: removes evidence whose time is over, and reads the keys of
 * the login again. */
#ifndef SERVER_SERVICE_CHORES_H
#define SERVER_SERVICE_CHORES_H

#include "rules/login.h"
#include "store/repository.h"

typedef struct chores chores;

/* NULL: errno says why. */
chores *chores_start(const repository *keep, login *login);
void chores_stop(chores *chores);

#endif

/* SPDX-License-Identifier: MIT
 * The rankings that the operator declares. */
#ifndef SERVER_RULES_RANKINGS_H
#define SERVER_RULES_RANKINGS_H

#include "rules/board_list.h"
#include "store/ranking_rule.h"

/* Reads a file; NULL: the rankings that are built in, of those boards that there are. NULL: a message was printed. free() frees them. */
ranking_set *rankings_read(const char *path, const board_list *boards);

#endif

/* SPDX-License-Identifier: MIT
 * What an entry says of its replay. */
#ifndef SERVER_RULES_ENTRY_DESCRIBE_H
#define SERVER_RULES_ENTRY_DESCRIBE_H

#include "base/inspection.h"
#include "store/replay_entry.h"

/* Fills what an inspection found, and whether the replay ranks: it has plays on boards. The rest of the entry stays. */
void entry_describe(replay_entry *entry, const inspection *found, size_t plays);

#endif

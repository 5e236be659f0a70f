/* SPDX-License-Identifier: MIT
 * The answer that an upload got, as the catalogue keeps it. The verdict is what the catalogue says now: a moderator may have changed it. */
#ifndef SERVER_JSON_KEPT_ANSWER_H
#define SERVER_JSON_KEPT_ANSWER_H

#include "store/replay_entry.h"
#include "json/report.h"

/* Adds a kept answer as an object, without a newline. `reports`: with what workers wrote; else only what the server says. Fails with the rules
 * json.malformed and json.memory; nothing was added then. */
reel_status kept_answer_write(text *to, const char *kept, verdict now, bool reports, reel_error *error);
/* Adds the member reasons; null if the answer cannot be read. */
void kept_answer_reasons(text *to, const char *kept);

#endif

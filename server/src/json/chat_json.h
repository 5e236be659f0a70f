/* SPDX-License-Identifier: MIT
 * A play as a message for a chat: what the incoming webhooks of Discord and Slack take. Names come from strangers: they are text, mention nobody
 * and have no links or markup of their own. */
#ifndef SERVER_JSON_CHAT_JSON_H
#define SERVER_JSON_CHAT_JSON_H

#include "base/text.h"
#include "store/replay_entry.h"

/* Each adds an object. `public_url`: of the server, for the link to the play and its picture. */
void chat_discord(text *to, const replay_entry *entry, const char *public_url);
void chat_slack(text *to, const replay_entry *entry, const char *public_url);

#endif

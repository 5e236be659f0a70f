/* SPDX-License-Identifier: MIT
 * What moderators see, as JSON. */
#ifndef SERVER_JSON_MODERATION_JSON_H
#define SERVER_JSON_MODERATION_JSON_H

#include "base/text.h"
#include "store/audit.h"
#include "store/bans.h"
#include "store/hook_list.h"
#include "store/moderation.h"
#include "store/repository.h"

/* Without the closing brace. */
void begin_moderated(text *to, const moderated_entry *entry);
/* Each adds an object. */
void add_moderated(text *to, const moderated_entry *entry);
void add_ban(text *to, const ban *ban);
void add_audit(text *to, const audit_entry *entry);
void add_refused(text *to, const refused_upload *refused);
void add_letter(text *to, const dead_letter *letter);

/* Writes all that is kept of a player's replays: a line of JSON for each, with the bytes in Base64. `write` returns false to stop. */
reel_status player_data_write(const repository *keep, const char *player,
                              bool (*write)(void *context, const void *data, size_t size), void *context, reel_error *error);

#endif

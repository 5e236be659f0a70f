/* SPDX-License-Identifier: MIT
 * What moderators see, as JSON. */
#ifndef SERVER_JSON_MODERATION_JSON_H
#define SERVER_JSON_MODERATION_JSON_H

#include "store/audit.h"
#include "store/bans.h"
#include "store/hook_list.h"
#include "store/moderation.h"
#include "store/repository.h"
#include "json/kept_answer.h"

extern const record ban_record;     /* of ban */
extern const record audit_record;   /* of audit_entry */
extern const record refused_record; /* of refused_upload */

/* A replay with why it is held. */
typedef struct moderated_replay {
    moderated_entry entry; /* without its answer */
    bool has_reasons;      /* the answer that is kept can be read */
    record_list reasons;
    yyjson_doc *document; /* that they are of */
} moderated_replay;
extern const record moderated_record;

/* Fills it from an entry. */
void moderated_read(moderated_replay *replay, const moderated_entry *entry);
/* Adds an object, without its closing brace. */
void begin_moderated(text *to, const moderated_entry *entry);
/* Each adds an object. */
void add_moderated(text *to, const moderated_entry *entry);
void add_letter(text *to, const dead_letter *letter);

/* What lists somebody's replays: moderation_of_player, or moderation_of_uploader. */
typedef reel_status moderated_list(catalogue *catalogue, const char *of, int64_t after, unsigned limit, moderated_each *each,
                                   void *context, reel_error *error);
/* Gets a replay as an object without its closing brace, with the answer to its upload and what moderators did; may add to the line, which may have
 * failed. */
typedef reel_status moderated_line(const repository *keep, const char *id, text *line, void *context, reel_error *error);
/* Calls `each` for all replays of a list, while it returns REEL_OK. */
reel_status moderated_walk(const repository *keep, moderated_list *list, const char *of, moderated_line *each, void *context,
                           reel_error *error);

/* Writes all that is kept of a player's replays: a line of JSON for each, with the bytes in Base64. `write` returns false to stop. */
reel_status player_data_write(const repository *keep, const char *player,
                              bool (*write)(void *context, const void *data, size_t size), void *context, reel_error *error);

#endif

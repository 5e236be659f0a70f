/* SPDX-License-Identifier: MIT
 * Players and uploaders whose uploads are refused or held. Functions may be called on any thread. */
#ifndef SERVER_STORE_BANS_H
#define SERVER_STORE_BANS_H

#include "store/catalogue.h"

typedef enum ban_kind { BAN_PLAYER, BAN_UPLOADER, BAN_KINDS } ban_kind;
typedef enum ban_action { BAN_NONE, BAN_HOLD, BAN_REFUSE, BAN_ACTIONS } ban_action;
extern const char *const ban_kind_names[], *const ban_action_names[];

typedef struct ban {
    ban_kind kind;
    ban_action action; /* BAN_NONE: lifts a ban */
    char name[CATALOGUE_TEXT];
    int64_t at; /* Unix time, ms */
    char who[TOKEN_TEXT], reason[CATALOGUE_TEXT];
} ban;

/* Fills a ban of now by words. `action` "" is to refuse, NULL lifts. False: a word is unknown, or a text is missing or too long. */
bool ban_read(ban *ban, const char *kind, const char *name, const char *action, const char *who, const char *reason);
/* Bans or, with BAN_NONE, lifts the ban. REEL_END: there was none to lift. */
reel_status moderation_ban(catalogue *catalogue, const ban *ban, reel_error *error);
/* Bans after the one of this kind and name, in their order. */
reel_status moderation_bans(catalogue *catalogue, const char *kind, const char *name, unsigned limit,
                            void (*each)(void *context, const ban *ban), void *context, reel_error *error);
/* The stricter of the bans of a player, by its key, and an uploader. */
reel_status moderation_banned(catalogue *catalogue, const char *player_key, const char *uploader, ban_action *action,
                              reel_error *error);

#endif

/* SPDX-License-Identifier: MIT
 * What moderators do to replays. A replay that is hidden or removed is in a table of its own, so no
 * list, board, page or comparison finds it. Functions may be called on any thread. */
#ifndef SERVER_STORE_MODERATION_H
#define SERVER_STORE_MODERATION_H

#include "store/account.h"
#include "store/catalogue.h"

typedef enum moderation_act { ACT_APPROVE, ACT_HOLD, ACT_HIDE, ACT_REMOVE, ACT_RESTORE, ACTS } moderation_act;
extern const char *const act_names[];
#define MODERATION_EVENT "replay." /* and the name of the act: events of the log */
#define MODERATION_UNDO "undo"     /* for people, the name of moderation_undo */

/* Whether a replay in this state can get the act. */
bool moderation_fits(moderation_act act, replay_state state);
/* The act of this name. ACTS: unknown name. */
moderation_act moderation_find_act(const char *name);

typedef struct moderation {
    moderation_act act;
    const char *id, *who, *reason;
    int64_t now;   /* Unix time, ms */
    int64_t until; /* the same: for which a replay that is removed stays as evidence */
} moderation;

/* Does an act, and sets *state to the state of the replay after it. REEL_END: there is no such replay, or with *refused, none in a state that
 * the act is for. */
reel_status moderation_apply(catalogue *catalogue, const moderation *moderation, replay_state *state, bool *refused,
                             reel_error *error);

/* Undoes the last act on a replay, whose entry in the log has the number `number` (0: any), by one or two acts. `act` is not used. The rest is
 * as for moderation_apply: *refused also means that another act came meanwhile. */
reel_status moderation_undo(catalogue *catalogue, const moderation *moderation, int64_t number, replay_state *state,
                            bool *refused, reel_error *error);

/* A replay as moderators see it. */
typedef struct moderated_entry {
    replay_entry replay;
    replay_state state;
    int64_t until;      /* when it goes; 0: it stays */
    const char *answer; /* that its upload got; borrowed */
} moderated_entry;
typedef void moderated_each(void *context, const moderated_entry *entry);
/* The replay with this id in whatever state. REEL_END: not found. */
reel_status moderation_get(catalogue *catalogue, const char *id, moderated_each *each, void *context, reel_error *error);
/* Held replays with numbers above `after`, the first to come first. */
reel_status moderation_queue(catalogue *catalogue, int64_t after, unsigned limit, moderated_each *each, void *context,
                             reel_error *error);
/* Replays of a player in whatever state, with numbers above `after`, the first to come first. */
reel_status moderation_of_player(catalogue *catalogue, const char *player, int64_t after, unsigned limit, moderated_each *each,
                                 void *context, reel_error *error);
/* The same of an uploader. */
reel_status moderation_of_uploader(catalogue *catalogue, const char *uploader, int64_t after, unsigned limit,
                                   moderated_each *each, void *context, reel_error *error);
/* How many there are. */
reel_status moderation_count_uploads(catalogue *catalogue, const char *uploader, int64_t *count, reel_error *error);

/* Whether a replay with this id, or with this content, was withdrawn. */
reel_status moderation_is_withdrawn(catalogue *catalogue, const char *id, const char *content, bool *withdrawn,
                                    reel_error *error);

/* Removes replays whose time as evidence is over, and bytes of replays without an entry, some of both. *count of the bytes went; 0: none is left. */
reel_status moderation_purge(catalogue *catalogue, store *store, int64_t now, unsigned *count, reel_error *error);
/* Removes all that is kept of a player, with the bytes. Bans and the log stay; the log has a hash of the player's key. *count: replays. */
reel_status moderation_erase(catalogue *catalogue, store *store, const char *player, const char *who, int64_t now,
                             uint64_t *count, reel_error *error);
/* Removes all that is kept of an account: its replays with the bytes, refused uploads, tokens, sessions, and the account. Bans and the log stay, which
 * name an account by a hash anyway. *count: replays. */
reel_status moderation_erase_account(catalogue *catalogue, store *store, const account *account, const char *who, int64_t now,
                                     uint64_t *count, reel_error *error);

#endif

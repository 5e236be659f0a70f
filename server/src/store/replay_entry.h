/* SPDX-License-Identifier: MIT
 * What is known of a replay: the records that the catalogue keeps, and the rooms above read. */
#ifndef SERVER_STORE_REPLAY_ENTRY_H
#define SERVER_STORE_REPLAY_ENTRY_H

#include "base/inspection.h"
#include "store/replay_store.h"

enum { CATALOGUE_TEXT = 256, TOKEN_TEXT = 64, SCOPE_TEXT = 64, CHALLENGE_TEXT = 33, CONTENT_TEXT = 65 };

typedef enum verdict { VERDICT_REFUSED, VERDICT_HELD, VERDICT_ACCEPTED } verdict;
extern const char *const verdict_names[];

/* A replay that was uploaded. Texts end with a NUL; empty: unknown. */
typedef struct replay_entry {
    char id[STORE_ID];
    int64_t received; /* Unix time, ms */
    int64_t size;
    int32_t verdict;
    char format[64], game[64];
    char player[CATALOGUE_TEXT], player_name[CATALOGUE_TEXT], level[CATALOGUE_TEXT];
    char title[CATALOGUE_TEXT], author[CATALOGUE_TEXT], detail[CATALOGUE_TEXT]; /* of the level, as people are shown it */
    char modifiers[CATALOGUE_TEXT], headset[CATALOGUE_TEXT]; /* codes in order, separated by commas; as the header has it */
    bool has_score, has_accuracy, ranked;
    double score, accuracy, seconds;
    int64_t errors, warnings; /* findings */
    char uploader[TOKEN_TEXT];
    int64_t number; /* in the order in which they came */
} replay_entry;

typedef enum replay_state { STATE_LISTED, STATE_HELD, STATE_HIDDEN, STATE_REMOVED, STATES } replay_state;
extern const char *const state_names[];

typedef struct catalogue catalogue;

/* What an uploader may have; 0: any. */
typedef struct upload_quota {
    int64_t uploads; /* in a day */
    int64_t bytes;   /* that are kept */
} upload_quota;

/* An upload that was judged. */
typedef struct new_replay {
    const char *level_key, *player_key; /* reel_level_key, reel_player_key */
    const char *content;                /* hash of what the file holds, however it is packed */
    const char *answer;                 /* that its upload gets */
    const char *fingerprint;            /* as text; empty: none */
    const motion_key *keys, *probes;    /* of its motion */
    size_t key_count, probe_count;
    const struct new_play *plays; /* for boards */
    size_t play_count;
    int64_t seen;         /* catalogue_candidates set it */
    const char *map_hash; /* of the map of its level; NULL, "": the level names none */
    bool with_map;        /* it was judged with its map */
    upload_quota quota;
} new_replay;

typedef enum add_result {
    ADD_DONE,      /* when it returns, a crash does not lose the entry */
    ADD_KNOWN,     /* there is an entry with this id */
    ADD_SAME,      /* another entry has this content, and a verdict that is as good: it is now in *entry */
    ADD_UPLOADS,   /* the uploader has used its uploads of the day */
    ADD_BYTES,     /* the uploader's bytes would be too many */
    ADD_WITHDRAWN, /* a moderator withdrew this replay */
    ADD_ERASED,    /* the account that sent it was deleted meanwhile: its bytes go */
    ADD_NEWER      /* replays that the motion was not compared with came in meanwhile: look for candidates again */
} add_result;

#endif

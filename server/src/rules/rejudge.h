/* SPDX-License-Identifier: MIT
 * Replays that are judged again: by recheck, or because their map came. */
#ifndef SERVER_RULES_REJUDGE_H
#define SERVER_RULES_REJUDGE_H

#include "rules/board_list.h"
#include "rules/upload_policy.h"
#include "store/catalogue_board.h"
#include "work/queued_job.h"

/* What replays are judged by. */
typedef struct rejudge_rules {
    catalogue *catalogue;
    const board_list *boards;
    const upload_policy *policy;
} rejudge_rules;

/* What comes of a replay. */
typedef struct rejudged {
    replay_entry now;
    char map_hash[JOB_MAP]; /* of the map of its level; empty: it names none */
    size_t count;           /* of plays */
    board_play plays[JOB_PLAYS];
    new_play new_plays[JOB_PLAYS]; /* those that are for boards, which point to `plays` and to the job */
} rejudged;

/* Decides by a job that has ended, JOB_INSPECT on the bytes of the replay `before`. Returns NULL, or why that failed. */
const char *rejudge(const rejudge_rules *rules, queued_job *queued, const replay_entry *before, rejudged *to);
/* Puts that into the catalogue. `answer`: for the same upload from now on; NULL: the one that is kept stays. REEL_END: the replay has changed
 * meanwhile. */
reel_status rejudge_apply(const rejudge_rules *rules, const queued_job *queued, const replay_entry *before, const rejudged *what,
                          const char *answer, reel_error *error);

#endif

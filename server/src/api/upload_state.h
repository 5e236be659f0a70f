/* SPDX-License-Identifier: MIT
 * What the files of POST /replays share: what the worker found of an upload, and what is decided of it. Functions that return false have
 * failed the request. */
#ifndef SERVER_API_UPLOAD_STATE_H
#define SERVER_API_UPLOAD_STATE_H

#include "service/request.h"
#include "store/bans.h"
#include "store/catalogue_board.h"
#include "json/evidence_json.h"
#include "json/kept_answer.h"
#include "json/report.h"

enum { UPLOAD_MOST_REPORT = 4 << 20 /* bytes of findings and statistics */, HOLD_REASONS = JOB_RULES + 32 };

/* What the first job found, for the steps after it. */
typedef struct upload_state {
    inspection inspection;
    char format[JOB_NAME];
    json_report statistics; /* tables of the library, as its exporter writes them */
    findings findings;
    evidence_report evidence;
    motion_match *similar; /* replays of like motion */
    size_t similar_count;
    uint8_t *fingerprint;
    motion_key *keys; /* and those to look up */
    board_play *plays;
    new_play *new_plays;    /* those that are for boards of this server, which point to `plays` */
    char map_hash[JOB_MAP]; /* of the map of its level; empty: it names none */
    new_replay more;
    upload_policy policy;
    ban_action ban; /* of the player or the uploader */
    int trusted;    /* whether the server trusts the key of the mark: 1, or 0; -1 without a list of keys */
    size_t reason_count;
    hold_reason reasons[HOLD_REASONS]; /* texts are static, or of the inspection */
} upload_state;

bool upload_no_memory(request *request);
bool upload_unavailable(request *request, const reel_error *error);
/* What a worker gave is not what a worker gives: it is logged, and the client gets the request's id. */
bool upload_worker_failed(request *request, const reel_error *why);

/* Reads what the worker found into request->work. */
bool upload_read_work(request *request);
/* Frees what `block`, an upload_state, points to. */
void upload_free(void *block);
/* Players whose ids are bound to other tokens keep the names that they have: an upload cannot rename them. False: the request has failed. */
bool upload_keep_names(request *request, upload_state *work);
/* Chooses the plays that count: after the player is known. */
void upload_choose_plays(request *request, upload_state *work);
void upload_fill_entry(request *request, const upload_state *work);

/* ---- refusals (upload_refuse.c) ------------------------------------------------------------------------------------------ */

/* A file that cannot be read at all: the failure is its only finding. Returns false; the job's failure is the answer. */
bool upload_refuse_unreadable(request *request);
/* Refuses what the command calls damaged, has errors, is empty, or is more than one replay. True: none of these applies. */
bool upload_check_inspection(request *request, const upload_state *work);

/* ---- the verdict (upload_judge.c) ---------------------------------------------------------------------------------------- */

/* Decides about an upload without errors, and says in work->reasons why it is held. */
bool upload_judge(request *request, upload_state *work, uint64_t copies);
/* The answer, which is kept: the same bytes get it again. */
void upload_write_answer(request *request, const upload_state *work);

#endif

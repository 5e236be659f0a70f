/* SPDX-License-Identifier: MIT
 * The handlers of the API, for the table of routes. */
#ifndef SERVER_API_HANDLERS_H
#define SERVER_API_HANDLERS_H

#include "service/request.h"

/* ---- decoding (decode.c) ---------------------------------------------------------------------------------------------- */

enum MHD_Result decode(request *request);
enum MHD_Result finish_decode(request *request);

/* ---- replays in the store (stored.c, upload.c, similar.c, list.c) ----------------------------------------------------- */

enum MHD_Result upload(request *request);
bool upload_step(request *request);
enum MHD_Result finish_upload(request *request);

enum MHD_Result list_replays(request *request);
bool list_step(request *request);
enum MHD_Result finish_list(request *request);
enum MHD_Result get_replay(request *request);
enum MHD_Result get_stats(request *request);
enum MHD_Result get_findings(request *request);
enum MHD_Result get_table(request *request);
enum MHD_Result get_plot(request *request);
enum MHD_Result get_picture(request *request);
bool picture_step(request *request);
enum MHD_Result get_similar(request *request);
bool stored_step(request *request);
bool similar_step(request *request);
enum MHD_Result finish_stored(request *request);
enum MHD_Result finish_similar(request *request);
enum MHD_Result get_old(request *request);
bool old_step(request *request);
/* The first step of GET /?link=. */
bool link_step(request *request);

/* ---- boards (boards.c, player.c) -------------------------------------------------------------------------------------- */

enum MHD_Result get_boards(request *request);
enum MHD_Result get_board_levels(request *request);
enum MHD_Result get_board(request *request);
enum MHD_Result get_progress(request *request);
enum MHD_Result get_player(request *request);
enum MHD_Result get_level(request *request);
bool board_levels_step(request *request);
bool board_step(request *request);
bool progress_step(request *request);
bool player_step(request *request);
bool level_step(request *request);

/* ---- challenges (challenge.c) ----------------------------------------------------------------------------------------- */

enum MHD_Result add_challenge(request *request);
bool challenge_step(request *request);
enum MHD_Result finish_challenge(request *request);

/* ---- for moderators (moderate.c, refused.c) --------------------------------------------------------------------------- */

enum MHD_Result get_queue(request *request);
bool queue_step(request *request);
enum MHD_Result get_moderated(request *request);
bool moderated_step(request *request);
enum MHD_Result get_evidence(request *request);
enum MHD_Result finish_evidence(request *request);
enum MHD_Result moderate(request *request);
bool moderate_step(request *request);
enum MHD_Result get_letters(request *request);
bool letters_step(request *request);
/* Refused uploads: of all, or with another path of the token's. */
enum MHD_Result get_refused(request *request);
bool refused_step(request *request);
enum MHD_Result get_bans(request *request);
bool bans_step(request *request);
enum MHD_Result change_ban(request *request);
bool ban_step(request *request);
enum MHD_Result get_audit(request *request);
bool audit_step(request *request);
enum MHD_Result use_player_data(request *request);
bool player_data_step(request *request);
enum MHD_Result finish_player_data(request *request);
bool erase_step(request *request);
/* Answers with request->answer, which no cache may keep. */
enum MHD_Result finish_moderation(request *request);

/* ---- what happens (events.c) ------------------------------------------------------------------------------------------ */

enum MHD_Result get_events(request *request);
bool events_step(request *request);
enum MHD_Result finish_events(request *request);

/* ---- the server itself (self.c, metrics.c) ---------------------------------------------------------------------------- */

enum MHD_Result health(request *request);
enum MHD_Result readiness(request *request);
bool readiness_step(request *request);
enum MHD_Result finish_readiness(request *request);
enum MHD_Result metrics(request *request);
enum MHD_Result version(request *request);

#endif

/* SPDX-License-Identifier: MIT
 * The handlers of the API, for the table of routes. */
#ifndef SERVER_API_HANDLERS_H
#define SERVER_API_HANDLERS_H

#include "service/request.h"

/* ---- decoding (decode.c) ---------------------------------------------------------------------------------------------- */

http_result decode(request *request);
http_result finish_decode(request *request);

/* ---- replays in the store (stored.c, upload.c, similar.c, list.c) ----------------------------------------------------- */

http_result upload(request *request);
bool upload_step(request *request);
http_result finish_upload(request *request);

http_result list_replays(request *request);
bool list_step(request *request);
http_result finish_list(request *request);
http_result get_replay(request *request);
http_result get_stats(request *request);
http_result get_findings(request *request);
http_result get_table(request *request);
http_result get_plot(request *request);
http_result get_picture(request *request);
bool picture_step(request *request);
http_result get_similar(request *request);
bool stored_step(request *request);
bool similar_step(request *request);
http_result finish_stored(request *request);
http_result finish_similar(request *request);
http_result get_old(request *request);
bool old_step(request *request);
/* The first step of GET /?link=. */
bool link_step(request *request);

/* ---- boards (boards.c, player.c) -------------------------------------------------------------------------------------- */

http_result get_boards(request *request);
http_result get_board_levels(request *request);
http_result get_board(request *request);
http_result get_progress(request *request);
http_result get_player(request *request);
http_result get_level(request *request);
bool board_levels_step(request *request);
bool board_step(request *request);
bool progress_step(request *request);
bool player_step(request *request);
bool level_step(request *request);

/* ---- challenges (challenge.c) ----------------------------------------------------------------------------------------- */

http_result add_challenge(request *request);
bool challenge_step(request *request);
http_result finish_challenge(request *request);

/* ---- for moderators (moderate.c, refused.c) --------------------------------------------------------------------------- */

http_result get_queue(request *request);
bool queue_step(request *request);
http_result get_moderated(request *request);
bool moderated_step(request *request);
http_result get_evidence(request *request);
http_result finish_evidence(request *request);
http_result moderate(request *request);
bool moderate_step(request *request);
http_result get_letters(request *request);
bool letters_step(request *request);
/* Refused uploads: of all, or with another path of the token's. */
http_result get_refused(request *request);
bool refused_step(request *request);
http_result get_bans(request *request);
bool bans_step(request *request);
http_result change_ban(request *request);
bool ban_step(request *request);
http_result get_audit(request *request);
bool audit_step(request *request);
http_result use_player_data(request *request);
bool player_data_step(request *request);
http_result finish_player_data(request *request);
bool erase_step(request *request);
/* Answers with request->answer, which no cache may keep. */
http_result finish_moderation(request *request);

/* ---- maps (maps.c) ------------------------------------------------------------------------------------------------------ */

http_result upload_map(request *request);
bool upload_map_step(request *request);
http_result finish_upload_map(request *request);
http_result get_maps(request *request);
bool maps_step(request *request);
http_result get_map(request *request);
bool map_step(request *request);
http_result get_map_bytes(request *request);
bool map_bytes_step(request *request);
http_result finish_map_bytes(request *request);
http_result get_run(request *request); /* run.c */
bool run_step(request *request);
http_result finish_run(request *request);
http_result remove_map(request *request);
bool remove_map_step(request *request);

/* ---- what happens (events.c) ------------------------------------------------------------------------------------------ */

http_result get_events(request *request);
bool events_step(request *request);
http_result finish_events(request *request);

/* ---- plays that are being recorded (live.c, live_end.c) ------------------------------------------------------------------ */

http_result post_live(request *request);
http_result change_live(request *request);
bool live_begin_step(request *request);
http_result finish_live_begin(request *request);
http_result post_live_piece(request *request);
bool live_piece_step(request *request);
bool live_end_step(request *request);
bool live_discard_step(request *request);
/* Answers with request->answer, which no cache may keep. */
http_result finish_live(request *request);
http_result get_lives(request *request);
http_result get_live(request *request);
http_result get_live_stream(request *request);

/* ---- the server itself (self.c, metrics.c) ---------------------------------------------------------------------------- */

http_result health(request *request);
http_result readiness(request *request);
bool readiness_step(request *request);
http_result finish_readiness(request *request);
http_result metrics(request *request);
http_result version(request *request);

/* ---- rankings.c -------------------------------------------------------------------------------------------------------- */

http_result get_rankings(request *request);
bool rankings_step(request *request);
http_result get_ranking(request *request);
bool ranking_step(request *request);
http_result get_ranked_player(request *request);
bool ranked_player_step(request *request);
http_result get_ranked_levels(request *request);
bool ranked_levels_step(request *request);
http_result get_history(request *request);
bool history_step(request *request);
http_result change_level(request *request);
bool change_level_step(request *request);
http_result change_profile(request *request);
bool change_profile_step(request *request);

http_result get_stated_levels(request *request);
bool stated_levels_step(request *request);
http_result get_stated(request *request);
bool stated_step(request *request);

/* ---- of who signed in (own_upload.c, own_data.c) --------------------------------------------------------------------------- */

http_result post_own_replay(request *request);
bool own_replay_step(request *request);
http_result finish_own_replay(request *request);
http_result get_own_data(request *request);
bool own_data_step(request *request);
http_result finish_own_data(request *request);

#endif

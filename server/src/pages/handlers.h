/* SPDX-License-Identifier: MIT
 * The handlers of the pages for people, for the table of routes. */
#ifndef SERVER_PAGES_HANDLERS_H
#define SERVER_PAGES_HANDLERS_H

#include "service/request.h"

/* Answers with the page. */
http_result page_finish(request *r);
/* Answers with a page about a problem. */
http_result page_problem(request *r, unsigned code, const reel_error *error);
/* GET /start/{file}: a style or a script. */
http_result get_page_file(request *r);

/* ---- pages for people (lists.c, boards.c, rankings.c, stated.c, play.c, viewer_page.c) ------------------------------------------------------ */

http_result get_start(request *request);
bool start_step(request *request);
http_result get_plays(request *request);
bool plays_step(request *request);
http_result get_player_page(request *request);
bool player_page_step(request *request);
http_result get_level_page(request *request);
bool level_page_step(request *request);
http_result get_board_page(request *request);
bool board_page_step(request *request);
http_result get_levels_page(request *request);
bool levels_page_step(request *request);
http_result get_progress_page(request *request);
bool progress_page_step(request *request);
http_result get_rankings_page(request *request);
bool rankings_page_step(request *request);
http_result get_ranking_page(request *request);
bool ranking_page_step(request *request);
http_result get_standing_page(request *request);
bool standing_page_step(request *request);
http_result get_history_page(request *request);
bool history_page_step(request *request);
http_result get_stated_page(request *request);
bool stated_page_step(request *request);
http_result get_search(request *request);
bool search_step(request *request);
http_result get_states(request *request);
bool states_step(request *request);
http_result get_play(request *request);
bool play_step(request *request);
http_result view(request *request);
bool view_step(request *request);
http_result finish_view(request *request);
http_result live_page(request *request);
bool live_page_step(request *request);
http_result finish_live_page(request *request);

/* ---- for readers of feeds and other sites (feeds.c, oembed.c) ------------------------------------------------------------ */

http_result get_feed(request *request);
bool feed_step(request *request);
http_result finish_feed(request *request);
http_result get_oembed(request *request);
bool oembed_step(request *request);
http_result finish_oembed(request *request);

/* ---- pages for those who signed in (desk*.c) ------------------------------------------------------------- */

/* A page that begins after a number. */
http_result get_desk_list(request *request);
bool desk_step(request *request);
bool desk_replay_step(request *request);
http_result get_desk_compare(request *request);
bool desk_compare_step(request *request);
http_result get_desk_plot(request *request);
bool desk_plot_step(request *request);
http_result finish_desk_plot(request *request);
bool desk_log_step(request *request);
http_result get_desk_bans(request *request);
bool desk_bans_step(request *request);
http_result get_desk_refused(request *request);
bool desk_refused_step(request *request);
http_result post_desk_act(request *request);
bool desk_act_step(request *request);
http_result post_desk_acts(request *request);
bool desk_acts_step(request *request);
http_result post_desk_ban(request *request);
bool desk_ban_step(request *request);
http_result finish_desk_form(request *request);
http_result sign_in(request *request);
http_result sign_out(request *request);
bool sign_out_step(request *request);
http_result finish_sign_out(request *request);

/* ---- for who signs in at an issuer (sign_in.c, account.c) -------------------------------------------------- */

http_result get_sign_in(request *request);
http_result get_sign_in_begin(request *request);
http_result get_sign_in_end(request *request);
bool sign_in_end_step(request *request);
http_result finish_sign_in_end(request *request);
http_result get_account(request *request);
bool account_step(request *request);
http_result post_account_token(request *request);
bool account_token_step(request *request);
http_result post_account_revoke(request *request);
bool account_revoke_step(request *request);
http_result get_account_delete(request *request);
bool account_delete_page_step(request *request);
http_result post_account_delete(request *request);
bool account_delete_step(request *request);
http_result finish_account_delete(request *request);

#endif

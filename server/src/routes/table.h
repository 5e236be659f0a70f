/* SPDX-License-Identifier: MIT
 * The routes, which are in one table in routes.c, and what they share. */
#ifndef SERVER_ROUTES_TABLE_H
#define SERVER_ROUTES_TABLE_H

#include "store/catalogue_board.h"
#include "store/moderation.h"
#include "service/server.h"

#define ID_SCHEMA "{\"type\":\"string\",\"pattern\":\"^[0-9a-f]{64}$\"}"

extern const char *const table_types[], *const json_types[], *const svg_types[], *const png_types[], *const decode_types[];
extern const route_parameter decode_parameters[];

/* A name in the replay's format. */
#define NAME_SCHEMA "{\"type\":\"string\",\"minLength\":1,\"maxLength\":63,\"pattern\":\"^[a-z0-9_-]+$\"}"

/* ---- decoding (routes_decode.c) ----------------------------------------------------------------------------------- */

/* Copies a name that is a parameter. NULL is an empty one. False: it is too long. */
bool copy_name(char to[JOB_NAME], const char *name);
/* Fills the request's job from its parameters and sets the types that it can give. False: the request was answered. */
bool read_decode_job(request *request, const char *const **types);
/* Chooses the type of the answer, and the exporter. False: the request was answered. */
bool choose_exporter(request *request, const char *const *types);

/* The type of the answer with its parameters. */
const char *decoded_type(const request *request);
enum MHD_Result decode(request *request);
enum MHD_Result finish_decode(request *request);

/* ---- replays in the store (routes_stored.c, routes_upload.c, routes_similar.c, routes_list.c) --------------------------------------- */

/* Opens the replay in the store, as the input of the job. False: the request has failed. For a step. */
bool open_stored(request *request, const char *id);
/* Whether a list of tags, which may be NULL, has `tag`; a weak tag is as good as a strong one here. */
bool tag_is_listed(const char *list, const char *tag);
/* Adds an entry as a JSON object, without its closing brace. */
void begin_entry(text *to, const replay_entry *entry);
/* Adds an entry of a list as a JSON object. */
void add_entry(text *to, const replay_entry *entry);
/* Fills the filter of a list from the parameters. False: the request was answered. */
bool read_filter(request *request, replay_filter *filter);
/* Adds the parameter that the page after this entry begins at, with a NUL after it: &NAME=VALUE. */
void add_place(text *to, const replay_filter *filter, const replay_entry *last);
/* Adds a member that is text. */
void add_text(text *to, const char *name, const char *value);
/* Adds text with escapes to an address: as the parameter &NAME=, or as a part of the path, in which slashes stay. */
void add_escaped(text *to, const char *name, const char *value);
void add_path(text *to, const char *value);
/* Adds the member next, and frees the address. */
void add_next(text *to, text *address);
/* Reads a whole number that is not negative; NULL leaves it as it is. */
bool read_whole(const char *text, int64_t *number);
/* A number from 1 to `most` from the parameter "limit". 0: the request was answered. */
unsigned read_limit(request *request, unsigned usual, unsigned most);
/* Reads `size` bytes of the output of the job, from *at on, and adds a NUL. Returns the end, or NULL. */
char *output_read(const request *request, char *to, uint64_t size, off_t *at);
/* Reads keys from the output of the job, at `at`. False: they are not all there, or are impossible. */
bool motion_keys_read(const request *request, motion_key *keys, size_t count, off_t at);
/* Fills the file of candidates for JOB_SIMILAR as catalogue_candidates finds them, without request->entry. Sets *count. False: the request
 * has failed. For a step. */
bool add_candidates(request *request, new_replay *replay, unsigned limit, unsigned *count);

/* A player with a token of the login does what is of them, and only that; other tokens do it for any player. */
bool is_own_player(const request *request, const char *player);
/* A file that does not name its player gets the one of the upload's parameter; a token of a player is for that one only. False: the request
 * has failed. For a step. */
bool upload_find_player(request *request, inspection *inspection);
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
/* Starts a job on a stored replay, unless the client or the cache has its result. */
enum MHD_Result start_kind(request *request, job_kind kind, const char *const *types);
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

/* ---- boards (routes_board.c, routes_player.c) ------------------------------------------------------------------------- */

/* Adds an entry of a board as a JSON object. */
void add_board_entry(text *to, const board_entry *entry);
/* The board of this name, or the first of this game. False: not found. */
bool find_board(request *request, const char *name, board *found);
/* Fills the page from the parameters. False: the request was answered. */
bool read_board_page(request *request, const char *level, board_page *page);
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

/* ---- challenges, the viewer --------------------------------------------------------------------------------------- */

enum MHD_Result add_challenge(request *request);
bool challenge_step(request *request);
enum MHD_Result finish_challenge(request *request);
enum MHD_Result view(request *request);
bool view_step(request *request);
enum MHD_Result finish_view(request *request);

/* ---- for moderators (routes_moderate.c) ---------------------------------------------------------------------------- */

enum MHD_Result get_queue(request *request);
bool queue_step(request *request);
enum MHD_Result get_moderated(request *request);
bool moderated_step(request *request);
enum MHD_Result get_evidence(request *request);
bool evidence_step(request *request);
enum MHD_Result finish_evidence(request *request);
/* Does an act to a replay. False: the request has failed. For a step. */
bool moderate_one(request *request, moderation_act act, const char *id, const char *reason, replay_state *state);
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
/* The place in the list of refused uploads that the member next has: TIME:SLOT. False: it is not of this form. NULL is the first page. */
bool read_refused_place(const char *text, refused_upload *before);
/* Answers with request->answer, which no cache may keep. */
enum MHD_Result finish_moderation(request *request);

/* ---- what happens (routes_events.c) ------------------------------------------------------------------------------- */

enum MHD_Result get_events(request *request);
bool events_step(request *request);
enum MHD_Result finish_events(request *request);

/* ---- the server itself (routes_self.c) ---------------------------------------------------------------------------- */

enum MHD_Result health(request *request);
enum MHD_Result readiness(request *request);
bool readiness_step(request *request);
enum MHD_Result finish_readiness(request *request);
enum MHD_Result metrics(request *request);
enum MHD_Result version(request *request);
enum MHD_Result description(request *request);

/* ---- pages for people (page_lists.c, page_boards.c, page_play.c) ------------------------------------------------------------------- */

enum MHD_Result get_start(request *request);
bool start_step(request *request);
enum MHD_Result get_plays(request *request);
bool plays_step(request *request);
enum MHD_Result get_player_page(request *request);
bool player_page_step(request *request);
enum MHD_Result get_level_page(request *request);
bool level_page_step(request *request);
enum MHD_Result get_board_page(request *request);
bool board_page_step(request *request);
enum MHD_Result get_levels_page(request *request);
bool levels_page_step(request *request);
enum MHD_Result get_progress_page(request *request);
bool progress_page_step(request *request);
enum MHD_Result get_search(request *request);
bool search_step(request *request);
enum MHD_Result get_states(request *request);
bool states_step(request *request);
enum MHD_Result get_play(request *request);
bool play_step(request *request);

/* ---- pages for who signed in (page_desk.c, desk.c) ------------------------------------------------------------------ */

/* A page that begins after a number. */
enum MHD_Result get_desk_list(request *request);
bool desk_step(request *request);
bool desk_replay_step(request *request);
enum MHD_Result get_desk_plot(request *request);
bool desk_plot_step(request *request);
enum MHD_Result finish_desk_plot(request *request);
bool desk_log_step(request *request);
enum MHD_Result get_desk_bans(request *request);
bool desk_bans_step(request *request);
enum MHD_Result get_desk_refused(request *request);
bool desk_refused_step(request *request);
enum MHD_Result post_desk_act(request *request);
bool desk_act_step(request *request);
enum MHD_Result post_desk_ban(request *request);
bool desk_ban_step(request *request);
enum MHD_Result finish_desk_form(request *request);
enum MHD_Result sign_in(request *request);
enum MHD_Result sign_out(request *request);

#endif

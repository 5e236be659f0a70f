/* SPDX-License-Identifier: MIT
 * Steps on replays that are kept, for handlers of api and pages. Functions that return false have failed the request. */
#ifndef SERVER_SERVICE_STORED_REPLAY_H
#define SERVER_SERVICE_STORED_REPLAY_H

#include "service/request.h"
#include "store/moderation.h"

#include <sys/types.h>

/* Finds the entry of a replay. It is not cached: moderators may withdraw the replay. */
reel_status stored_find(request *request, const char *id, reel_error *error);
/* Finds the entry and opens the file. Returns the status of a problem, with *error filled, or 0. */
unsigned stored_open_entry(request *request, const char *id, reel_error *error);
/* Opens the replay in the store, as the input of the job. False: the request has failed. For a step. */
bool open_stored(request *request, const char *id);
/* Whether a list of tags, which may be NULL, has `tag`; a weak tag is as good as a strong one here. */
bool tag_is_listed(const char *list, const char *tag);
/* Reads `size` bytes of the output of the job, from *at on, and adds a NUL. Returns the end, or NULL. */
char *output_read(const request *request, char *to, uint64_t size, off_t *at);
/* Does an act to a replay. False: the request has failed. For a step. */
bool moderate_one(request *request, moderation_act act, const char *id, const char *reason, replay_state *state);
/* Undoes the last act on a replay, as moderation_undo does. */
bool moderate_undo(request *request, const char *id, int64_t number, const char *reason, replay_state *state);
/* Opens the replay of the path in whatever state it is. Returns false in any case: the end of a step. */
bool evidence_step(request *request);

#endif

/* SPDX-License-Identifier: MIT
 * The motion of a replay, and those that are like it. */
#ifndef SERVER_API_SIMILAR_H
#define SERVER_API_SIMILAR_H

#include "service/request.h"

/* Fills the file of candidates for JOB_SIMILAR as catalogue_candidates finds them, without request->entry. Sets *count. False: the request
 * has failed. For a step. */
bool add_candidates(request *request, new_replay *replay, unsigned limit, unsigned *count);

#endif

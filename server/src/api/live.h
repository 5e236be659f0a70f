/* SPDX-License-Identifier: MIT
 * What the files of /live share. */
#ifndef SERVER_API_LIVE_H
#define SERVER_API_LIVE_H

#include "service/live.h"
#include "service/request.h"

/* The live of the path that belongs to the token, with a reference. NULL: the request has failed. For a step. */
live *live_of_path(request *request);
/* Fails the request for a result that is not LIVE_FINE; with what is known of the live, if it is not NULL. Returns false. For a step. */
bool live_refuse(request *request, live_result result, live *one);

#endif

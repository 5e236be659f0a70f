/* SPDX-License-Identifier: MIT
 * What uploads are refused for, whatever the replay is like. Functions that return false have failed the request. */
#ifndef SERVER_API_UPLOAD_CHECKS_H
#define SERVER_API_UPLOAD_CHECKS_H

#include "service/request.h"
#include "store/bans.h"

/* Refuses what moderators withdrew, by the id of the request's entry or by content. */
bool upload_check_withdrawn(request *request, const char *content);
/* Refuses players and uploaders that are banned; sets *action to BAN_HOLD if the upload is to be held. */
bool upload_check_ban(request *request, const char *player_key, ban_action *action);
/* Refuses an upload of an account that was deleted while its bytes came; adding the entry decides. */
bool upload_check_account(request *request);
bool upload_refuse_erased(request *request);
upload_quota upload_quota_of(const upload_policy *policy);
/* Before a worker is asked; adding the entry decides. */
bool upload_check_quota(request *request);
/* Refuses an upload that is one too many. */
bool upload_judge_quota(request *request, add_result result);

#endif

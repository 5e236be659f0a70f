/* SPDX-License-Identifier: MIT */
#include "api/upload_checks.h"

#include "api/upload_player.h"
#include "api/upload_state.h"
#include "store/moderation.h"

#include <stdio.h>
#include <string.h>

bool upload_check_withdrawn(request *r, const char *content)
{
    reel_error error;
    bool withdrawn;
    if (moderation_is_withdrawn(r->server->catalogue, r->entry.id, content, &withdrawn, &error) < 0)
        return upload_unavailable(r, &error);
    return !withdrawn || request_refuse(r, HTTP_FORBIDDEN, "server.removed", "this replay was removed from the server");
}

bool upload_refuse_erased(request *r) { return request_refuse(r, HTTP_FORBIDDEN, "server.account", "the account was deleted"); }

bool upload_check_account(request *r)
{
    reel_error error;
    bool erased;
    if (catalogue_is_erased(r->server->catalogue, r->token, &erased, &error) < 0) return upload_unavailable(r, &error);
    return !erased || upload_refuse_erased(r);
}

bool upload_check_ban(request *r, const char *player_key, ban_action *action)
{
    reel_error error;
    if (moderation_banned(r->server->catalogue, player_key, r->token, action, &error) < 0) return upload_unavailable(r, &error);
    return *action != BAN_REFUSE ||
           request_refuse(r, HTTP_FORBIDDEN, "server.banned", "the server takes no uploads of this player or uploader");
}

bool upload_judge_quota(request *r, add_result result)
{
    enum { DAY = 24 * 3600 };
    char text[16];
    if (result == ADD_BYTES)
        return request_refuse(r, HTTP_FORBIDDEN, "server.quota-bytes", "the server keeps no more bytes of this uploader");
    if (result != ADD_UPLOADS) return true;
    snprintf(text, sizeof text, "%lld", (long long)(DAY - clock_wall_ms() / 1000 % DAY));
    request_add_header(r, HEADER_RETRY_AFTER, text);
    return request_refuse(r, HTTP_TOO_MANY_REQUESTS, "server.quota-uploads",
                          "the uploader has sent enough replays today: wait as the header Retry-After says");
}

upload_quota upload_quota_of(const upload_policy *policy)
{
    return (upload_quota){ policy->quota_uploads, (int64_t)policy->quota_bytes };
}

bool upload_check_quota(request *r)
{
    reel_error error;
    upload_policy policy;
    add_result result;
    admission_policy(r->server->admission, &policy);
    const upload_quota quota = upload_quota_of(&policy);
    if (!quota.uploads && !quota.bytes) return true;
    r->entry.received = clock_wall_ms();
    r->entry.size = (int64_t)r->body_size;
    memcpy(r->entry.uploader, r->token, sizeof r->entry.uploader);
    if (catalogue_check_quota(r->server->catalogue, &r->entry, &quota, &result, &error) < 0) return upload_unavailable(r, &error);
    return upload_judge_quota(r, result);
}

bool is_own_player(const request *r, const char *player)
{
    char own[CATALOGUE_TEXT], other[CATALOGUE_TEXT];
    reel_player_key(r->player, strlen(r->player), own, sizeof own);
    reel_player_key(player, strlen(player), other, sizeof other);
    return !*r->player || strcmp(own, other) == 0;
}

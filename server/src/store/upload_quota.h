/* SPDX-License-Identifier: MIT
 * What is kept of each uploader. These are parts of transactions. */
#ifndef SERVER_STORE_UPLOAD_QUOTA_H
#define SERVER_STORE_UPLOAD_QUOTA_H

#include "store/catalogue_internal.h"

/* Counts an upload, unless it is one too many: *result says so then. */
reel_status quota_take(sql *connection, const replay_entry *entry, const upload_quota *quota, add_result *result,
                       reel_error *error);
/* The bytes of a replay go. */
reel_status quota_give(sql *connection, const char *id, reel_error *error);

#endif

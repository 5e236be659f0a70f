/* SPDX-License-Identifier: MIT
 * All that is kept of an account, as a tar archive (POSIX ustar). */
#ifndef SERVER_JSON_ACCOUNT_DATA_H
#define SERVER_JSON_ACCOUNT_DATA_H

#include "store/account.h"
#include "store/repository.h"

/* account.json: who it is, with its tokens; refused.json: its refused uploads; for each replay in whatever state, replays/ID.json, with the answer to its upload
 * and what moderators did, and replays/ID, its bytes, if they are there. REEL_END: `write` returned false. */
reel_status account_data_write(const repository *keep, const account *account,
                               bool (*write)(void *context, const void *data, size_t size), void *context, reel_error *error);

#endif

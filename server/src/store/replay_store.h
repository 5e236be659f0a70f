/* SPDX-License-Identifier: MIT
 * Where the bytes of replays are kept, by their SHA-256. A replay is never changed and never replaced. */
#ifndef SERVER_STORE_REPLAY_STORE_H
#define SERVER_STORE_REPLAY_STORE_H

#include "base/histogram.h"

#include <reel/reel.h>
#include <stdio.h>

enum {
    STORE_ID = 2 * REEL_HASH_SIZE + 1, /* a hash in hexadecimal, with its NUL */
    STORE_STRAY_SECONDS = 3600
};

typedef struct store store;
typedef bool store_each(void *context, const char *id, int64_t stored);

/* What a store can do. Functions return REEL_OK or a failure with *error filled, and may be called on any thread. */
typedef struct store_kind {
    /* Keeps the bytes of `file` under `id`. When it returns, a crash of the machine does not lose them. Doing it twice is fine. */
    reel_status (*put)(store *store, const char *id, int file, uint64_t size, reel_error *error);
    /* Opens a replay; the caller closes *file. REEL_IO, rule "store.missing", if it is not there. */
    reel_status (*get)(store *store, const char *id, int *file, reel_error *error);
    /* Calls `each` for every replay, with the Unix time in seconds of when it was stored, until it returns false. *strays counts the
     * temporary files that a crash left: those older than STORE_STRAY_SECONDS, which no upload can be writing; `remove_strays` deletes them. */
    reel_status (*walk)(store *store, store_each *each, void *context, bool remove_strays, uint64_t *strays, reel_error *error);
    /* Moves a replay out of the store, to lost/ID in it: `put` can store it again. */
    reel_status (*set_aside)(store *store, const char *id, reel_error *error);
    /* Removes a replay; fine if it is not there. */
    reel_status (*remove)(store *store, const char *id, reel_error *error);
    /* Whether a replay could be put and got: writes something, reads it, and removes it. A disk that is full or read-only fails, and so
     * does a bucket that may only be read. */
    reel_status (*try_put)(store *store, reel_error *error);
    int64_t try_ms; /* for how long a success of try_put is good */
    void (*close)(store *store);
} store_kind;

struct store {
    const store_kind *kind;
    histogram put, get; /* how long they took */
};

/* As those of the kind, measured. */
reel_status store_put(store *store, const char *id, int file, uint64_t size, reel_error *error);
reel_status store_get(store *store, const char *id, int *file, reel_error *error);

/* A folder, which is made if it is missing, or "s3://BUCKET/PREFIX". NULL: *error is filled. */
store *store_open(const char *where, reel_error *error);
store *store_open_folder(const char *path, reel_error *error);
/* A bucket of S3 or of a service like it. The environment has the endpoint and the keys: AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID,
 * AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN. */
store *store_open_s3(const char *where, reel_error *error);

/* Whether a name is the id of a replay. */
bool store_is_id(const char *name);

static inline void store_close(store *store) { store->kind->close(store); }

#endif

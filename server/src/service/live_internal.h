/* SPDX-License-Identifier: MIT
 * What the files of lives share. */
#ifndef SERVER_SERVICE_LIVE_INTERNAL_H
#define SERVER_SERVICE_LIVE_INTERNAL_H

#include "base/budget.h"
#include "service/live_types.h"
#include "service/streams.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct server server;

struct live {
    live *next;
    char id[LIVE_ID];
    live_owner owner;
    int file;
    _Atomic uint64_t size;   /* bytes that can be read */
    pthread_mutex_t writing; /* whoever changes the file */
    uint64_t taken;          /* of the budget */
    const char *_Atomic form;
    unsigned tries; /* to judge it, by the thread */
    /* with the lock of the set */
    live_state state;
    live_outcome outcome;
    bool shown; /* its file is there: others may find it */
    unsigned references, watchers;
    int64_t active; /* steady ms, when a piece came last, or it was over */
};

struct live_set {
    live_options options;
    server *server;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stop;
    bool started, stopping, ended; /* `ended`: all streams end */
    bool ready;                    /* the folder is this server's, and was read */
    int folder;
    budget bytes;
    live *first;
    unsigned count, over; /* that are not over, and that are */
    stream_set streams;
};

/* ---- files (live_files.c) ------------------------------------------------------------------------------------------------ */

enum { LIVE_MAGIC = 8 };
/* Opens the folder, which is made if it is missing. -1: errno says why. */
int live_folder_open(const char *path);
/* False: another server has it, or it cannot be locked. */
bool live_folder_lock(int folder);
/* Makes the files of a live. -1: errno says why, and there are none. */
int live_file_create(int folder, const char *id, const live_owner *owner);
/* Opens those of one from before. -1: they are not whole. */
int live_file_open(int folder, const char *id, live_owner *owner);
void live_file_remove(int folder, const char *id);
/* Calls `each` for every id that has a file. */
void live_folder_walk(int folder, void (*each)(void *context, const char *id), void *context);
/* The name of the form whose files begin so; "": too few bytes to know it; NULL: of none. */
const char *live_form_of(const unsigned char *first, size_t size);
/* How many of the first bytes are whole records. */
uint64_t live_file_whole(int file, uint64_t size);

/* ---- the set (live.c) ---------------------------------------------------------------------------------------------------- */

live_set *live_set_new(server *server, const live_options *options);
void live_set_free(live_set *set);
/* Takes the folder and reads what is in it, if no other server has it. */
void live_set_load(live_set *set);
/* Those that are over for long go. With the lock. */
void live_set_sweep(live_set *set, int64_t now);
/* Cuts off what is behind the last whole record. */
void live_trim(live_set *set, live *one);

static inline bool live_is_over(live_state state) { return state >= LIVE_KEPT; }

#endif

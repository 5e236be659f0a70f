/* SPDX-License-Identifier: MIT
 * What imports share: files that are judged as uploads are, without the network. */
#ifndef SERVER_COMMAND_IMPORT_FILES_H
#define SERVER_COMMAND_IMPORT_FILES_H

#include "base/walk.h"
#include "service/request.h"
#include "service/server.h"

#include <signal.h>

enum { IMPORT_SLOTS = 64 };

typedef enum import_outcome {
    IMPORT_ACCEPTED,
    IMPORT_HELD,
    IMPORT_KNOWN,
    IMPORT_REFUSED,
    IMPORT_OTHER,
    IMPORT_FAILED,
    OUTCOMES
} import_outcome;

/* A file that is being judged. */
typedef struct import_slot {
    request *request;
    uint64_t number; /* in the order in which they were given */
    uint64_t position;
    bool used, done;
    char path[WALK_PATH]; /* as it is printed */
    char player[CATALOGUE_TEXT], name[CATALOGUE_TEXT];
    request_given given[3];
} import_slot;

typedef struct import_files {
    server server; /* the first member: requests know it */
    const char *uploader;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned slot_count;
    import_slot slots[IMPORT_SLOTS];
    uint64_t counts[OUTCOMES], files;
    int64_t begun, shown;
} import_files;

/* A signal asked the import to stop; 0: none did. */
extern volatile sig_atomic_t import_stopped;

/* `files` is of zeros. From now on SIGINT and SIGTERM set import_stopped. False: a message was printed. import_stop is called either way. */
bool import_start(import_files *files, const server_options *options, const char *uploader);
void import_stop(import_files *files);

/* Starts to judge a file, after waiting until there is room. What becomes of it is printed with `shown`. `player` and `name` are as the
 * parameters of an upload; NULL, "": none. */
void import_judge(import_files *files, const char *path, const char *shown, uint64_t position, const char *player,
                  const char *name);
/* Waits until all were judged. */
void import_wait(import_files *files);
/* The first file that has not been judged yet, as it is printed, and its position. False: all are judged. */
bool import_oldest(import_files *files, char path[WALK_PATH], uint64_t *position);

/* Prints how far it is, after `before`, now and then, or at the end. */
void import_show(import_files *files, const char *before, bool last);
/* A line of the list of what became of files, with tabs. */
void import_print(const char *what, const char *path, const char *rule, const char *message);

#endif

/* SPDX-License-Identifier: MIT
 * The commands of the operator, on a store and its catalogue. */
#ifndef SERVER_COMMAND_ADMIN_H
#define SERVER_COMMAND_ADMIN_H

#include "store/audit.h"
#include "store/repository.h"

typedef struct admin_options {
    bool repair;          /* fsck: remove temporary files, set aside what has no entry or another hash */
    bool forget;          /* fsck: remove entries whose replay is lost */
    bool check;           /* read the options, and do nothing else */
    bool probe;           /* ask the server that runs whether it is ready */
    const char *scopes;   /* token add */
    const char *uploader; /* import: whose uploads they are */
    const char *columns;  /* import: which columns the table has */
    const char *player;   /* token add: whose it is; NULL: nobody's */
    bool apply;           /* recheck: change the catalogue */
    const struct server_options *server;
    unsigned days;         /* token add and rotate: for which the token is valid; 0: for ever */
    const char *reason;    /* moderate: for the log */
    unsigned keep_removed; /* moderate: days for which a replay that is removed stays; 0: for ever */
} admin_options;

typedef struct admin_command {
    const char *name;
    int least, most; /* words after the name */
    bool makes;      /* the store, if it is missing */
    /* Called before the store is opened. NULL: nothing has to be there. Returns false after a message. */
    bool (*ready)(char **words);
    /* Returns the exit status. NULL: import, which opens the store as a server does. */
    int (*run)(repository *keep, char **words, const admin_options *options);
} admin_command;

/* NULL: there is no such command. */
const admin_command *admin_find(const char *name);

int admin_fsck(repository *keep, char **words, const admin_options *options);
int admin_backup(repository *keep, char **words, const admin_options *options);
int admin_export(repository *keep, char **words, const admin_options *options);
int admin_restore(repository *keep, char **words, const admin_options *options);
int admin_recheck(repository *keep, char **words, const admin_options *options);
int admin_account(repository *keep, char **words, const admin_options *options);
int admin_moderate(repository *keep, char **words, const admin_options *options);
/* Whether there is a backup. */
bool admin_is_backup(char **words);

/* Asks the server at an address whether it is ready. Returns the exit status: 0, or 1 after a message. */
int admin_probe(const char *address, unsigned port);
/* Prints an entry of the log as a line, and sets *context, an int64_t, to its number. */
void admin_print_audit(void *context, const audit_entry *entry);
/* Prints why a command failed. Returns the exit status. */
int admin_failed(const reel_error *error);
/* Calls `each` for the ids of all entries of a database, which it may change meanwhile. */
reel_status admin_each_entry(const char *database,
                             reel_status (*each)(void *context, const char *id, uint64_t size, reel_error *error), void *context,
                             reel_error *error);
/* Whether the bytes of a file have the hash `id`. Leaves the file at its start. */
bool admin_has_hash(int file, const char *id, uint64_t *size);

#endif

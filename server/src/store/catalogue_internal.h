/* SPDX-License-Identifier: MIT
 * What the files of the catalogue share. */
#ifndef SERVER_STORE_CATALOGUE_INTERNAL_H
#define SERVER_STORE_CATALOGUE_INTERNAL_H

#include "store/replay_entry.h"
#include "store/sql.h"

#include <pthread.h>

enum { MOST_CONNECTIONS = 64 };

struct catalogue {
    pthread_mutex_t lock;
    pthread_cond_t freed;
    sql *connections[MOST_CONNECTIONS]; /* those that are free */
    unsigned free, all;
    histogram times; /* of statements and transactions, with the wait for a connection */
    /* Of SQLite. Its writers would wait for each other by sleeping up to 100 ms at a time; those of one process wait here instead. */
    bool has_one_writer, is_written; /* the second with `lock` */
    pthread_cond_t written;
    /* The thread that copies its log into the database; see sql_sqlite.c. */
    sql_log log;
    sql *settler; /* its connection; NULL without one */
    pthread_t thread;
    pthread_cond_t wake; /* with `lock` */
    bool log_grown, stopping;
};

#define REPLAY_COLUMNS                                                                                                           \
    "id, received, size, verdict, format, game, player, player_name, level, score, seconds, errors, warnings, uploader, "        \
    "ranked, number, title, author, detail, modifiers, headset, accuracy"
enum { REPLAY_VALUES = 22 };
/* All columns of a replay, also of one that was withdrawn. */
#define REPLAY_ROW REPLAY_COLUMNS ", level_key, player_key, content"
/* The first part of a level's key, to which all levels of a map belong: what is before the first "/". There is an index of it. */
#define BASE_OF(column) "substr(" column ", 1, length(" column ") - length(ltrim(" column ", replace(" column ", '/', ''))))"
#define LEVEL_BASE BASE_OF("level_key")

/* Copies the text of a column; "" for other values. */
void catalogue_copy(char *to, size_t size, const sql_value *value);
/* Reads REPLAY_COLUMNS into a replay_entry, which is the context. One row is enough. */
bool catalogue_read_entry(void *context, const sql_value *values, size_t count);
/* Calls `each` for each row of REPLAY_COLUMNS; the context is an entry_reader. */
typedef struct entry_reader {
    void (*each)(void *context, const replay_entry *entry);
    void *context;
} entry_reader;
bool catalogue_read_each(void *context, const sql_value *values, size_t count);
bool catalogue_read_integer(void *context, const sql_value *values, size_t count);

/* Ends the thread that catalogue_settle_apart started, if it did. */
void catalogue_end_settling(catalogue *catalogue);

/* Runs one statement on any connection, again if another one was in the way. */
reel_status catalogue_run(catalogue *catalogue, const char *text, const sql_value *values, size_t count, sql_row *row,
                          void *context, uint64_t *changed, reel_error *error);
/* Runs steps in a transaction: from the start if another one was in the way. It is undone if they fail, or return REEL_END. */
typedef reel_status catalogue_steps(sql *connection, void *context, reel_error *error);
reel_status catalogue_transact(catalogue *catalogue, catalogue_steps *steps, void *context, reel_error *error);
/* The same for steps that only read: all at one moment. Writers go on meanwhile. */
reel_status catalogue_look(catalogue *catalogue, catalogue_steps *steps, void *context, reel_error *error);

/* The plays of a replay, by its number; each is a part of a transaction that has a number of its own (catalogue_next_number). Adds those of a
 * new one, which count if it was accepted. */
reel_status catalogue_rank(sql *connection, const replay_entry *entry, const new_replay *more, int64_t number, reel_error *error);
/* They count no longer, and stay; the next best play of each player takes its place. */
reel_status catalogue_unrank(sql *connection, int64_t number, reel_error *error);
/* They count again. */
reel_status catalogue_rank_again(sql *connection, int64_t number, reel_error *error);
/* The same as catalogue_unrank, and they go. */
reel_status catalogue_forget_plays(sql *connection, int64_t number, reel_error *error);
/* Removes an entry and what belongs to it, but not its plays, which count no longer. Part of a transaction. */
reel_status catalogue_drop(sql *connection, const char *id, int64_t number, reel_error *error);
/* Removes an entry with its plays, in a transaction of its own, and also an entry that was withdrawn. */
reel_status catalogue_forget(sql *connection, const char *id, reel_error *error);
/* Whether the uploader was an account that its owner deleted, and did not make again: nothing of it is kept any more. Part of a transaction that
 * began with catalogue_next_number, as erasures do, so that one of both sees the other. */
reel_status catalogue_find_erased(sql *connection, const char *uploader, bool *erased, reel_error *error);
/* Notes that bytes without an entry are to go. Part of such a transaction. */
reel_status catalogue_doom(sql *connection, const char *id, reel_error *error);
/* Adds the keys of a fingerprint, as text, to the index of motion. Part of a transaction. */
reel_status catalogue_index_motion(sql *connection, const char *fingerprint, int64_t number, reel_error *error);
/* Whether a replay with this id, or with this content, was withdrawn by a moderator. Part of a transaction. */
reel_status catalogue_find_withdrawn(sql *connection, const char *id, const char *content, bool *withdrawn, reel_error *error);
/* The next number of the order in which all happens. Part of a transaction: the lock that it takes makes others wait. */
reel_status catalogue_next_number(sql *connection, int64_t *number, reel_error *error);

/* Makes the names of an entry's player and level findable. Part of a transaction. */
reel_status catalogue_name(sql *connection, const replay_entry *entry, const new_replay *more, reel_error *error);
/* The same for the players and levels of the entries with these numbers that count; what headers call them stays. */
reel_status catalogue_name_plays(sql *connection, int64_t first, int64_t last, reel_error *error);
/* Forgets those names that no replay and no other entry that counts has: after these do not count any more. */
reel_status catalogue_unname_plays(sql *connection, int64_t first, int64_t last, reel_error *error);
/* The same for the replays that came before names were. Part of a migration. */
reel_status catalogue_name_replays(sql *connection, reel_error *error);
/* A player and a level of which a play is only stated; what is known keeps what is shown for it. `level` may be empty. */
reel_status catalogue_name_stated(sql *connection, const char *player_key, const char *player_name, const char *player,
                                  const char *level_key, const char *level, reel_error *error);
/* Those of all stated plays, of a version that did not name them. */
reel_status catalogue_name_all_stated(sql *connection, reel_error *error);

/* Gives the replays that came before there were keys their numbers and keys. Part of a migration. */
reel_status catalogue_number_replays(sql *connection, reel_error *error);

#endif

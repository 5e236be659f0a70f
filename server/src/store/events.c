/* SPDX-License-Identifier: MIT */
#include "store/events.h"

#include <stdio.h>

reel_status event_note(sql *db, const event_entry *e, reel_error *error)
{
    const sql_value values[] = { sql_integer(e->number), sql_integer(e->at), sql_text(e->kind),  sql_integer(e->state),
                                 sql_text(e->id),        sql_text(e->game),  sql_text(e->level), sql_text(e->player) };
    return sql_do(
        db,
        "INSERT INTO event (event_number, event_at, kind, state, subject, event_game, event_level, event_player) VALUES "
        "($1, $2, $3, $4, $5, $6, $7, $8)",
        values, sizeof values / sizeof *values, NULL, error);
}

reel_status event_erase(sql *db, const char *player_key, reel_error *error)
{
    const sql_value key = sql_text(player_key);
    return sql_do(db, "DELETE FROM event WHERE event_player = $1", &key, 1, NULL, error);
}

typedef struct event_reader {
    void (*each)(void *context, const event_entry *event);
    void *context;
} event_reader;

enum { EVENT_VALUES = 8 };

static bool read_event(void *context, const sql_value *values, size_t count)
{
    const event_reader *reader = context;
    event_entry event = { .number = values[0].integer,
                          .at = values[1].integer,
                          .state = (replay_state)values[3].integer,
                          .visible = values[EVENT_VALUES].kind == SQL_TEXT };
    catalogue_copy(event.kind, sizeof event.kind, &values[2]);
    catalogue_copy(event.id, sizeof event.id, &values[4]);
    catalogue_copy(event.game, sizeof event.game, &values[5]);
    catalogue_copy(event.level, sizeof event.level, &values[6]);
    catalogue_copy(event.player, sizeof event.player, &values[7]);
    if (event.visible) catalogue_read_entry(&event.replay, values + EVENT_VALUES, count - EVENT_VALUES);
    reader->each(reader->context, &event);
    return true;
}

reel_status event_list(catalogue *c, int64_t after, unsigned limit, void (*each)(void *context, const event_entry *event),
                       void *context, reel_error *error)
{
    event_reader reader = { each, context };
    const sql_value values[] = { sql_integer(after), sql_integer(limit) };
    return catalogue_run(
        c,
        "SELECT event_number, event_at, kind, state, subject, event_game, event_level, event_player, " REPLAY_COLUMNS
        " FROM event LEFT JOIN replay ON id = subject WHERE event_number > $1 ORDER BY event_number LIMIT $2",
        values, 2, read_event, &reader, NULL, error);
}

reel_status event_last(catalogue *c, int64_t *number, reel_error *error)
{
    *number = 0;
    return catalogue_run(c, "SELECT event_number FROM event WHERE event_number > 0 ORDER BY event_number DESC LIMIT 1", NULL, 0,
                         catalogue_read_integer, number, NULL, error);
}

reel_status event_prune(catalogue *c, int64_t before, reel_error *error)
{
    const sql_value value = sql_integer(before);
    reel_status status = catalogue_run(c, "DELETE FROM event WHERE event_at < $1", &value, 1, NULL, NULL, NULL, error);
    return status < 0 ? status : catalogue_run(c, "DELETE FROM dead_letter WHERE at < $1", &value, 1, NULL, NULL, NULL, error);
}

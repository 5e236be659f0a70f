/* SPDX-License-Identifier: MIT */
#include "store/hook_list.h"

#include "store/catalogue_internal.h"

reel_status hook_add(catalogue *c, const char *url, reel_error *error)
{
    const sql_value value = sql_text(url);
    return catalogue_run(
        c,
        "INSERT INTO hook (url, position, tries, due, owner, lease) SELECT $1, COALESCE(MAX(event_number), 0), 0, "
        "0, '', 0 FROM event WHERE event_number > 0 ON CONFLICT (url) DO NOTHING",
        &value, 1, NULL, NULL, NULL, error);
}

static bool read_state(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(hook_state *)context = (hook_state){ values[0].integer, values[1].integer, values[2].integer };
    return false;
}

reel_status hook_take(catalogue *c, const char *url, const char *owner, int64_t now, int64_t lease, hook_state *state,
                      reel_error *error)
{
    const sql_value values[] = { sql_text(url), sql_text(owner), sql_integer(now), sql_integer(lease) };
    uint64_t changed = 0;
    reel_status status = catalogue_run(c, "UPDATE hook SET owner = $2, lease = $4 WHERE url = $1 AND (owner = $2 OR lease <= $3)",
                                       values, 4, NULL, NULL, &changed, error);
    if (status < 0 || !changed) return status < 0 ? status : REEL_END;
    return catalogue_run(c, "SELECT position, tries, due FROM hook WHERE url = $1", values, 1, read_state, state, NULL, error);
}

reel_status hook_move(catalogue *c, const char *url, const char *owner, const hook_state *s, reel_error *error)
{
    const sql_value values[] = { sql_text(url), sql_text(owner), sql_integer(s->position), sql_integer(s->tries),
                                 sql_integer(s->due) };
    uint64_t changed = 0;
    reel_status status = catalogue_run(c, "UPDATE hook SET position = $3, tries = $4, due = $5 WHERE url = $1 AND owner = $2",
                                       values, 5, NULL, NULL, &changed, error);
    return status < 0 || changed ? status : REEL_END;
}

reel_status hook_release(catalogue *c, const char *url, const char *owner, reel_error *error)
{
    const sql_value values[] = { sql_text(url), sql_text(owner) };
    return catalogue_run(c, "UPDATE hook SET owner = '', lease = 0 WHERE url = $1 AND owner = $2", values, 2, NULL, NULL, NULL,
                         error);
}

/* ---- what was given up ------------------------------------------------------------------------------------------------- */

typedef struct burial {
    const char *owner;
    const dead_letter *letter;
    bool done;
} burial;

static reel_status bury_steps(sql *db, void *context, reel_error *error)
{
    burial *b = context;
    const dead_letter *l = b->letter;
    const sql_value moved[] = { sql_text(l->url), sql_text(b->owner), sql_integer(l->number) };
    const sql_value values[] = { sql_text(l->url),      sql_integer(l->number), sql_integer(l->at),
                                 sql_integer(l->tries), sql_text(l->why),       sql_text(l->body) };
    uint64_t changed = 0;
    reel_status status =
        sql_do(db, "UPDATE hook SET position = $3, tries = 0, due = 0 WHERE url = $1 AND owner = $2", moved, 3, &changed, error);
    b->done = status >= 0 && changed;
    if (!b->done) return status < 0 ? status : REEL_END;
    return sql_do(db,
                  "INSERT INTO dead_letter (url, number, at, tries, why, body) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (url, "
                  "number) DO NOTHING",
                  values, 6, NULL, error);
}

reel_status hook_bury(catalogue *c, const char *owner, const dead_letter *letter, reel_error *error)
{
    burial burial = { owner, letter, false };
    reel_status status = catalogue_transact(c, bury_steps, &burial, error);
    return status < 0 || burial.done ? status : REEL_END;
}

typedef struct letter_reader {
    void (*each)(void *context, const dead_letter *letter);
    void *context;
} letter_reader;

static bool read_letter(void *context, const sql_value *values, size_t count)
{
    const letter_reader *reader = context;
    dead_letter letter = { .number = values[1].integer,
                           .at = values[2].integer,
                           .tries = values[3].integer,
                           .body = values[5].kind == SQL_TEXT ? values[5].text : "" };
    (void)count;
    catalogue_copy(letter.url, sizeof letter.url, &values[0]);
    catalogue_copy(letter.why, sizeof letter.why, &values[4]);
    reader->each(reader->context, &letter);
    return true;
}

reel_status hook_dead(catalogue *c, const char *url, int64_t number, unsigned limit,
                      void (*each)(void *context, const dead_letter *letter), void *context, reel_error *error)
{
    letter_reader reader = { each, context };
    const sql_value values[] = { sql_text(url), sql_integer(number), sql_integer(limit) };
    return catalogue_run(c,
                         "SELECT url, number, at, tries, why, body FROM dead_letter WHERE (url, number) > ($1, $2) ORDER BY url, "
                         "number LIMIT $3",
                         values, 3, read_letter, &reader, NULL, error);
}

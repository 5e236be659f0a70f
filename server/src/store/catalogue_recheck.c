/* SPDX-License-Identifier: MIT
 * Replays that are checked again. */
#include "base/clock.h"
#include "store/catalogue.h"
#include "store/catalogue_board.h"
#include "store/catalogue_internal.h"
#include "store/catalogue_maps.h"
#include "store/events.h"

#include <stdio.h>
#include <string.h>

typedef struct progress {
    char rules[CATALOGUE_TEXT];
    int64_t last;
} progress;

static bool read_progress(void *context, const sql_value *values, size_t count)
{
    progress *p = context;
    (void)count;
    catalogue_copy(p->rules, sizeof p->rules, &values[0]);
    p->last = values[1].integer;
    return false;
}

reel_status catalogue_recheck_begin(catalogue *c, const char *rules, int64_t *last, reel_error *error)
{
    progress p = { "", 0 };
    reel_status status = catalogue_run(c, "SELECT rules, last FROM recheck", NULL, 0, read_progress, &p, NULL, error);
    *last = strcmp(p.rules, rules) == 0 ? p.last : 0;
    return status;
}

reel_status catalogue_recheck_end(catalogue *c, const char *rules, int64_t last, reel_error *error)
{
    const sql_value values[] = { sql_text(rules), sql_integer(last) };
    return catalogue_run(c, "UPDATE recheck SET rules = $1, last = $2", values, 2, NULL, NULL, NULL, error);
}

reel_status catalogue_after(catalogue *c, int64_t after, unsigned limit, void (*each)(void *context, const replay_entry *entry),
                            void *context, reel_error *error)
{
    entry_reader reader = { each, context };
    const sql_value values[] = { sql_integer(after), sql_integer(limit) };
    return catalogue_run(c, "SELECT " REPLAY_COLUMNS " FROM replay WHERE number > $1 ORDER BY number LIMIT $2", values, 2,
                         catalogue_read_each, &reader, NULL, error);
}

typedef struct replacement {
    const replay_entry *entry;
    const new_replay *more;
    verdict before;
} replacement;

static reel_status replace_answer(sql *db, const replacement *r, reel_error *error)
{
    const sql_value values[] = { sql_integer(r->entry->number), sql_text(r->more->answer) };
    return sql_do(db, "UPDATE replay_text SET answer = $2 WHERE replay = $1", values, 2, NULL, error);
}

/* Its state is another one from now on. */
static reel_status note_change(sql *db, const replacement *r, int64_t number, reel_error *error)
{
    const replay_entry *e = r->entry;
    event_entry event = { .number = number,
                          .at = clock_wall_ms(),
                          .kind = EVENT_CHANGED,
                          .state = e->verdict == VERDICT_ACCEPTED ? STATE_LISTED : STATE_HELD };
    memcpy(event.id, e->id, sizeof event.id);
    memcpy(event.game, e->game, sizeof event.game);
    snprintf(event.level, sizeof event.level, "%s", r->more->level_key);
    snprintf(event.player, sizeof event.player, "%s", r->more->player_key);
    return event_note(db, &event, error);
}

static reel_status replace_steps(sql *db, void *context, reel_error *error)
{
    const replacement *r = context;
    const replay_entry *e = r->entry;
    uint64_t changed = 0;
    int64_t number;
    const sql_value values[] = { sql_integer(e->number),
                                 sql_integer(r->before),
                                 sql_integer(e->verdict),
                                 sql_text(e->player),
                                 sql_text(e->player_name),
                                 sql_text(e->level),
                                 sql_real(e->seconds),
                                 e->has_score ? sql_real(e->score) : SQL_NOTHING,
                                 sql_integer(e->errors),
                                 sql_integer(e->warnings),
                                 sql_integer(e->ranked),
                                 sql_text(r->more->level_key),
                                 sql_text(r->more->player_key),
                                 sql_text(e->id),
                                 sql_text(e->title),
                                 sql_text(e->author),
                                 sql_text(e->detail),
                                 sql_text(e->modifiers),
                                 sql_text(e->headset),
                                 e->has_accuracy ? sql_real(e->accuracy) : SQL_NOTHING,
                                 sql_text(e->game) };
    reel_status status = catalogue_next_number(db, &number, error);
    if (status >= 0)
        status = sql_do(
            db,
            "UPDATE replay SET verdict = $3, player = $4, player_name = $5, level = $6, seconds = $7, score = $8, "
            "errors = $9, warnings = $10, ranked = $11, level_key = $12, player_key = $13, title = $15, author = $16, detail "
            "= $17, modifiers = $18, headset = $19, accuracy = $20, game = $21 WHERE number = $1 AND "
            "verdict = $2 AND id = $14",
            values, sizeof values / sizeof *values, &changed, error);
    if (status >= 0 && !changed) return REEL_END;
    if (status >= 0) status = catalogue_name(db, e, r->more, error);
    if (status >= 0) status = catalogue_forget_plays(db, e->number, error);
    if (status >= 0) status = catalogue_rank(db, e, r->more, e->number, error);
    if (status >= 0) status = map_note(db, e->number, r->more->map_hash, r->more->with_map, error);
    if (status >= 0 && r->more->answer) status = replace_answer(db, r, error);
    return status < 0 || e->verdict == (int32_t)r->before ? status : note_change(db, r, number, error);
}

reel_status catalogue_replace(catalogue *c, const replay_entry *entry, const new_replay *more, verdict before, reel_error *error)
{
    replacement r = { entry, more, before };
    return catalogue_transact(c, replace_steps, &r, error);
}

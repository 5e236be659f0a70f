/* SPDX-License-Identifier: MIT
 * Acts of moderators. Each is one transaction, which begins with the lock that uploads take, too: whatever happens at the same time, on any
 * number of servers, has the result of one order. */
#include "store/moderation.h"

#include "base/fail.h"
#include "store/audit.h"
#include "store/catalogue_maps.h"
#include "store/events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const act_names[] = { "approve", "hold", "hide", "remove", "restore" };

moderation_act moderation_find_act(const char *name)
{
    moderation_act act = ACT_APPROVE;
    while (act < ACTS && strcmp(act_names[act], name) != 0) act++;
    return act;
}

/* ---- replays in whatever state --------------------------------------------------------------------------------------- */

#define STANDING "2 - verdict" /* accepted: listed, 0; held: 1 */
#define HERE(where)                                                                                                              \
    "SELECT " REPLAY_COLUMNS ", " STANDING ", 0, answer FROM replay JOIN replay_text ON replay = number WHERE " where
#define OF_PLAYER "player_key = $3 AND number > $1 ORDER BY number LIMIT $2"
#define OF_UPLOADER "uploader = $3 AND number > $1 ORDER BY number LIMIT $2"
#define AWAY(where) "SELECT " REPLAY_COLUMNS ", state, until, answer FROM withdrawn WHERE " where

typedef struct moderated_reader {
    moderated_each *each;
    void *context;
    bool found;
} moderated_reader;

static bool read_moderated(void *context, const sql_value *values, size_t count)
{
    moderated_reader *reader = context;
    moderated_entry entry = { .state = (replay_state)values[REPLAY_VALUES].integer,
                              .until = values[REPLAY_VALUES + 1].integer,
                              .answer = values[REPLAY_VALUES + 2].text };
    catalogue_read_entry(&entry.replay, values, count);
    reader->found = true;
    reader->each(reader->context, &entry);
    return true;
}

reel_status moderation_get(catalogue *c, const char *id, moderated_each *each, void *context, reel_error *error)
{
    moderated_reader reader = { each, context, false };
    const sql_value value = sql_text(id);
    reel_status status =
        catalogue_run(c, HERE("id = $1") " UNION ALL " AWAY("id = $1"), &value, 1, read_moderated, &reader, NULL, error);
    return status < 0 || reader.found ? status : REEL_END;
}

reel_status moderation_queue(catalogue *c, int64_t after, unsigned limit, moderated_each *each, void *context, reel_error *error)
{
    moderated_reader reader = { each, context, false };
    const sql_value values[] = { sql_integer(after), sql_integer(limit) };
    return catalogue_run(c, HERE("verdict = 1 AND number > $1 ORDER BY number LIMIT $2"), values, 2, read_moderated, &reader,
                         NULL, error);
}

reel_status moderation_of_player(catalogue *c, const char *player, int64_t after, unsigned limit, moderated_each *each,
                                 void *context, reel_error *error)
{
    moderated_reader reader = { each, context, false };
    char key[CATALOGUE_TEXT];
    reel_player_key(player, strlen(player), key, sizeof key);
    const sql_value values[] = { sql_integer(after), sql_integer(limit), sql_text(key) };
    return catalogue_run(c,
                         "SELECT * FROM (" HERE(OF_PLAYER) ") AS here UNION ALL SELECT * FROM (" AWAY(
                             OF_PLAYER) ") AS away ORDER BY number LIMIT $2",
                         values, 3, read_moderated, &reader, NULL, error);
}

reel_status moderation_of_uploader(catalogue *c, const char *uploader, int64_t after, unsigned limit, moderated_each *each,
                                   void *context, reel_error *error)
{
    moderated_reader reader = { each, context, false };
    const sql_value values[] = { sql_integer(after), sql_integer(limit), sql_text(uploader) };
    return catalogue_run(c,
                         "SELECT * FROM (" HERE(OF_UPLOADER) ") AS here UNION ALL SELECT * FROM (" AWAY(
                             OF_UPLOADER) ") AS away ORDER BY number LIMIT $2",
                         values, 3, read_moderated, &reader, NULL, error);
}

reel_status moderation_count_uploads(catalogue *c, const char *uploader, int64_t *count, reel_error *error)
{
    const sql_value value = sql_text(uploader);
    *count = 0;
    return catalogue_run(c,
                         "SELECT (SELECT COUNT(*) FROM replay WHERE uploader = $1) + (SELECT COUNT(*) FROM withdrawn WHERE "
                         "uploader = $1)",
                         &value, 1, catalogue_read_integer, count, NULL, error);
}

typedef struct withdrawn_question {
    const char *id, *content;
    bool *withdrawn;
} withdrawn_question;

static reel_status withdrawn_steps(sql *db, void *context, reel_error *error)
{
    const withdrawn_question *q = context;
    return catalogue_find_withdrawn(db, q->id, q->content, q->withdrawn, error);
}

reel_status moderation_is_withdrawn(catalogue *c, const char *id, const char *content, bool *withdrawn, reel_error *error)
{
    withdrawn_question question = { id, content, withdrawn };
    return catalogue_look(c, withdrawn_steps, &question, error);
}

/* ---- acts ------------------------------------------------------------------------------------------------------------ */

/* What the steps of an act know of the replay. */
typedef struct subject {
    const moderation *m;
    moderation_act act;
    replay_entry entry;
    replay_state state;
    char player_key[CATALOGUE_TEXT], level_key[CATALOGUE_TEXT];
    char *fingerprint;
    bool found, refused, failed;
} subject;

static bool read_subject(void *context, const sql_value *values, size_t count)
{
    subject *s = context;
    catalogue_read_entry(&s->entry, values, count);
    s->state = (replay_state)values[REPLAY_VALUES].integer;
    catalogue_copy(s->player_key, sizeof s->player_key, &values[REPLAY_VALUES + 1]);
    catalogue_copy(s->level_key, sizeof s->level_key, &values[REPLAY_VALUES + 2]);
    s->fingerprint = strdup(values[REPLAY_VALUES + 3].kind == SQL_TEXT ? values[REPLAY_VALUES + 3].text : "");
    s->failed = !s->fingerprint;
    s->found = true;
    return false;
}

static reel_status read_state(sql *db, subject *s, reel_error *error)
{
    const sql_value id = sql_text(s->m->id);
    reel_status status = sql_ask(db,
                                 "SELECT " REPLAY_COLUMNS ", " STANDING ", player_key, level_key, fingerprint FROM replay "
                                 "JOIN replay_text ON replay = number WHERE id = $1 UNION ALL SELECT " REPLAY_COLUMNS
                                 ", state, player_key, level_key, fingerprint FROM withdrawn WHERE id = $1",
                                 &id, 1, read_subject, s, error);
    if (status >= 0 && s->failed) status = fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    return status;
}

static reel_status set_verdict(sql *db, subject *s, verdict verdict, reel_error *error)
{
    s->entry.verdict = (int32_t)verdict;
    const sql_value values[] = { sql_text(s->m->id), sql_integer(verdict) };
    reel_status status = sql_do(db, "UPDATE replay SET verdict = $2 WHERE id = $1", values, 2, NULL, error);
    if (status < 0) return status;
    return verdict == VERDICT_ACCEPTED ? catalogue_rank_again(db, s->entry.number, error)
                                       : catalogue_unrank(db, s->entry.number, error);
}

static reel_status withdraw(sql *db, subject *s, replay_state state, reel_error *error)
{
    const sql_value values[] = { sql_text(s->m->id), sql_integer(state), sql_integer(state == STATE_REMOVED ? s->m->until : 0) };
    if (s->state == STATE_HIDDEN)
        return sql_do(db, "UPDATE withdrawn SET state = $2, until = $3 WHERE id = $1", values, 3, NULL, error);
    reel_status status = sql_do(db,
                                "INSERT INTO withdrawn (" REPLAY_ROW ", answer, fingerprint, state, until) SELECT " REPLAY_ROW
                                ", answer, fingerprint, CAST($2 AS INTEGER), CAST($3 AS BIGINT) FROM replay JOIN replay_text ON "
                                "replay = number WHERE id = $1",
                                values, 3, NULL, error);
    return status < 0 ? status : catalogue_drop(db, s->m->id, s->entry.number, error);
}

static reel_status restore(sql *db, subject *s, reel_error *error)
{
    static const char *const texts[] = {
        "INSERT INTO replay (" REPLAY_ROW ") SELECT " REPLAY_ROW " FROM withdrawn WHERE id = $1",
        "INSERT INTO replay_text (replay, answer, fingerprint) SELECT number, answer, fingerprint FROM withdrawn WHERE id = $1",
        "DELETE FROM withdrawn WHERE id = $1",
    };
    const sql_value id = sql_text(s->m->id);
    const new_replay more = { .player_key = s->player_key, .level_key = s->level_key };
    reel_status status = REEL_OK;
    for (size_t i = 0; i < sizeof texts / sizeof *texts && status >= 0; i++) status = sql_do(db, texts[i], &id, 1, NULL, error);
    if (status >= 0) status = catalogue_index_motion(db, s->fingerprint, s->entry.number, error);
    if (status >= 0) status = catalogue_name(db, &s->entry, &more, error);
    if (status >= 0) status = map_want(db, s->entry.number, error); /* the map may have come meanwhile */
    if (status < 0 || s->entry.verdict != VERDICT_ACCEPTED) return status;
    return catalogue_rank_again(db, s->entry.number, error);
}

bool moderation_fits(moderation_act act, replay_state state)
{
    static const unsigned states[ACTS] = { [ACT_APPROVE] = 1u << STATE_HELD,
                                           [ACT_HOLD] = 1u << STATE_LISTED,
                                           [ACT_HIDE] = 1u << STATE_LISTED | 1u << STATE_HELD,
                                           [ACT_REMOVE] = 1u << STATE_LISTED | 1u << STATE_HELD | 1u << STATE_HIDDEN,
                                           [ACT_RESTORE] = 1u << STATE_HIDDEN | 1u << STATE_REMOVED };
    return states[act] >> state & 1;
}

static reel_status act(sql *db, subject *s, reel_error *error)
{
    reel_status status = REEL_OK;
    switch (s->act) {
    case ACT_APPROVE: status = set_verdict(db, s, VERDICT_ACCEPTED, error); break;
    case ACT_HOLD: status = set_verdict(db, s, VERDICT_HELD, error); break;
    case ACT_HIDE: status = withdraw(db, s, STATE_HIDDEN, error); break;
    case ACT_REMOVE: status = withdraw(db, s, STATE_REMOVED, error); break;
    default: status = restore(db, s, error); break;
    }
    if (s->act == ACT_HIDE || s->act == ACT_REMOVE)
        s->state = s->act == ACT_HIDE ? STATE_HIDDEN : STATE_REMOVED;
    else
        s->state = s->entry.verdict == VERDICT_ACCEPTED ? STATE_LISTED : STATE_HELD;
    return status;
}

static void end_subject(subject *s)
{
    free(s->fingerprint);
    s->fingerprint = NULL;
}

static reel_status note_change(sql *db, const subject *s, int64_t number, reel_error *error)
{
    event_entry event = { .number = number, .at = s->m->now, .kind = EVENT_CHANGED, .state = s->state };
    memcpy(event.id, s->entry.id, sizeof event.id);
    memcpy(event.game, s->entry.game, sizeof event.game);
    memcpy(event.level, s->level_key, sizeof event.level);
    memcpy(event.player, s->player_key, sizeof event.player);
    return event_note(db, &event, error);
}

/* One act, with its entry in the log. */
static reel_status apply_one(sql *db, subject *s, moderation_act which, reel_error *error)
{
    const moderation *m = s->m;
    audit_entry entry = { .at = m->now };
    *s = (subject){ .m = m, .act = which };
    snprintf(entry.event, sizeof entry.event, MODERATION_EVENT "%s", act_names[which]);
    snprintf(entry.name, sizeof entry.name, "%s", m->id);
    snprintf(entry.who, sizeof entry.who, "%s", m->who);
    snprintf(entry.detail, sizeof entry.detail, "%s", m->reason);
    reel_status status = audit_note(db, &entry, error);
    if (status >= 0) status = read_state(db, s, error);
    s->refused = status >= 0 && s->found && !moderation_fits(which, s->state);
    if (status >= 0 && (!s->found || s->refused)) status = REEL_END;
    if (status == REEL_OK) status = act(db, s, error);
    if (status == REEL_OK) status = note_change(db, s, entry.number, error);
    end_subject(s);
    return status;
}

static reel_status act_steps(sql *db, void *context, reel_error *error)
{
    subject *s = context;
    return apply_one(db, s, s->m->act, error);
}

static reel_status end_acts(const subject *s, reel_status status, replay_state *state, bool *refused)
{
    *state = s->state;
    *refused = s->refused;
    return status < 0 || (s->found && !s->refused) ? status : REEL_END;
}

reel_status moderation_apply(catalogue *c, const moderation *m, replay_state *state, bool *refused, reel_error *error)
{
    subject s = { .m = m };
    return end_acts(&s, catalogue_transact(c, act_steps, &s, error), state, refused);
}

/* ---- undo ------------------------------------------------------------------------------------------------------------ */

/* The last acts on a replay, the last one first. */
typedef struct last_acts {
    moderation_act acts[2]; /* ACTS: none */
    int64_t number;         /* of the last one */
    unsigned count;
} last_acts;

static bool read_act(void *context, const sql_value *values, size_t count)
{
    last_acts *last = context;
    const char *event = values[1].kind == SQL_TEXT ? values[1].text : "";
    const size_t before = sizeof MODERATION_EVENT - 1;
    (void)count;
    if (!last->count) last->number = values[0].integer;
    last->acts[last->count++] = strncmp(event, MODERATION_EVENT, before) == 0 ? moderation_find_act(event + before) : ACTS;
    return last->count < 2;
}

/* What brings the state before the last act back: one act or two. Returns how many; 0: that is not known. */
static unsigned find_inverse(const last_acts *last, moderation_act inverse[2])
{
    const bool was_hidden = last->acts[1] == ACT_HIDE;
    inverse[1] = ACT_HIDE;
    switch (last->acts[0]) {
    case ACT_APPROVE: return inverse[0] = ACT_HOLD, 1;
    case ACT_HOLD: return inverse[0] = ACT_APPROVE, 1;
    case ACT_HIDE: return inverse[0] = ACT_RESTORE, 1;
    case ACT_REMOVE: return inverse[0] = ACT_RESTORE, was_hidden ? 2 : 1;
    case ACT_RESTORE: return inverse[0] = last->acts[1], was_hidden || last->acts[1] == ACT_REMOVE;
    default: return 0;
    }
}

typedef struct undoing {
    subject subject; /* the first member */
    int64_t number;
} undoing;

static reel_status undo_steps(sql *db, void *context, reel_error *error)
{
    undoing *u = context;
    subject *s = &u->subject;
    const moderation *m = s->m;
    const sql_value id = sql_text(m->id);
    last_acts last = { .acts = { ACTS, ACTS } };
    moderation_act inverse[2];
    int64_t number;
    *s = (subject){ .m = m };
    reel_status status = catalogue_next_number(db, &number, error); /* others wait from here on */
    if (status >= 0) status = read_state(db, s, error);
    end_subject(s);
    if (status >= 0 && !s->found) return REEL_END;
    if (status >= 0)
        status = sql_ask(db, "SELECT number, event FROM audit_log WHERE name = $1 ORDER BY number DESC LIMIT 2", &id, 1, read_act,
                         &last, error);
    if (status < 0) return status;
    const unsigned count = find_inverse(&last, inverse);
    s->refused = !count || (u->number && u->number != last.number);
    if (s->refused) return REEL_END;
    for (unsigned i = 0; i < count && status == REEL_OK; i++) status = apply_one(db, s, inverse[i], error);
    return status;
}

reel_status moderation_undo(catalogue *c, const moderation *m, int64_t number, replay_state *state, bool *refused,
                            reel_error *error)
{
    undoing u = { .subject.m = m, .number = number };
    return end_acts(&u.subject, catalogue_transact(c, undo_steps, &u, error), state, refused);
}

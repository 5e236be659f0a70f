/* SPDX-License-Identifier: MIT */
#include "store/catalogue.h"

#include "base/clock.h"
#include "base/fail.h"
#include "store/catalogue_internal.h"
#include "store/catalogue_place.h"
#include "store/ranking_keep.h"
#include "store/reign_keep.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* The maps that keys of levels name: 40 digits are their first part, or 64 are their last. What has as many other letters finds no map. */
#define MAPS_OF_FIRST_PARTS(table)                                                                                               \
    "INSERT INTO replay_map (replay, map_key, with_map) SELECT number, base, 0 FROM (SELECT number, " LEVEL_BASE                 \
    " AS base FROM " table ") AS bases WHERE length(base) = 40"
#define MAPS_OF_LAST_PARTS(table)                                                                                                \
    "INSERT INTO replay_map (replay, map_key, with_map) SELECT number, substr(level_key, length(level_key) - 63), 0 FROM " table \
    " WHERE length(level_key) > 65 AND substr(level_key, length(level_key) - 64, 1) = '/' ON CONFLICT (replay) DO NOTHING"

/* Each step brings the tables from the version of its number to the next. A step that was released is never changed. */
static const char *const steps[][40] = {
    { "CREATE TABLE replay (id TEXT PRIMARY KEY, received BIGINT NOT NULL, size BIGINT NOT NULL, verdict INTEGER NOT NULL, "
      "format TEXT NOT NULL, game TEXT NOT NULL, player TEXT NOT NULL, player_name TEXT NOT NULL, level TEXT NOT NULL, "
      "score DOUBLE PRECISION, seconds DOUBLE PRECISION NOT NULL, errors BIGINT NOT NULL, warnings BIGINT NOT NULL, uploader "
      "TEXT NOT NULL, answer TEXT NOT NULL, fingerprint TEXT NOT NULL)",
      "CREATE INDEX replay_received ON replay (received, id)", "CREATE INDEX replay_player ON replay (player, received, id)",
      "CREATE INDEX replay_level ON replay (level, received, id)",
      "CREATE INDEX replay_board ON replay (game, level, player, score)",
      "CREATE TABLE token (name TEXT PRIMARY KEY, scopes TEXT NOT NULL, hash TEXT NOT NULL, created BIGINT NOT NULL, "
      "revoked BIGINT NOT NULL)",
      "CREATE TABLE challenge (id TEXT PRIMARY KEY, player TEXT NOT NULL, level TEXT NOT NULL, created BIGINT NOT NULL, "
      "expires BIGINT NOT NULL, used_by TEXT NOT NULL)",
      "CREATE TABLE upload_key (uploader TEXT NOT NULL, name TEXT NOT NULL, id TEXT NOT NULL, created BIGINT NOT NULL, "
      "PRIMARY KEY (uploader, name))",
      "CREATE INDEX upload_key_created ON upload_key (created)", NULL },
    /* the answers that are kept say which levels were failed */
    { "ALTER TABLE replay ADD COLUMN ranked INTEGER NOT NULL DEFAULT 1",
      "UPDATE replay SET ranked = 0 WHERE answer LIKE '%\"won\":false%'", NULL },
    /* one key for all spellings of a level; what a copy is found by; replays have numbers in the order in which they came */
    { "ALTER TABLE replay ADD COLUMN level_key TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE replay ADD COLUMN player_key TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE replay ADD COLUMN content TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE replay ADD COLUMN number BIGINT NOT NULL DEFAULT 0",
      "DROP INDEX IF EXISTS replay_player",
      "DROP INDEX IF EXISTS replay_level",
      "DROP INDEX IF EXISTS replay_board",
      "CREATE INDEX replay_keys ON replay (game, level_key, player_key, score)",
      "CREATE INDEX replay_content ON replay (content)",
      "CREATE INDEX replay_number ON replay (number)",
      "CREATE TABLE motion (replay BIGINT NOT NULL, kind BIGINT NOT NULL, bits BIGINT NOT NULL)",
      "CREATE INDEX motion_kind ON motion (kind, replay)",
      "CREATE TABLE reel_sequence (one INTEGER PRIMARY KEY, last BIGINT NOT NULL)",
      "INSERT INTO reel_sequence (one, last) VALUES (1, 0)",
      "CREATE INDEX replay_player_key ON replay (player_key, received, id)",
      "CREATE INDEX replay_level_key ON replay (level_key, received, id)",
      "CREATE INDEX motion_replay ON motion (replay)",
      "ALTER TABLE token ADD COLUMN expires BIGINT NOT NULL DEFAULT 0",
      "CREATE TABLE audit (at BIGINT NOT NULL, event TEXT NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL)",
      "CREATE INDEX audit_at ON audit (at)",
      "CREATE INDEX challenge_expires ON challenge (expires)",
      NULL },
    /* what lists do not need is apart; an index for each list; the best replay of each player is kept */
    { "CREATE TABLE replay_text (replay BIGINT PRIMARY KEY, answer TEXT NOT NULL, fingerprint TEXT NOT NULL)",
      "INSERT INTO replay_text (replay, answer, fingerprint) SELECT number, answer, fingerprint FROM replay",
      "ALTER TABLE replay DROP COLUMN answer",
      "ALTER TABLE replay DROP COLUMN fingerprint",
      "DROP INDEX IF EXISTS replay_received",
      "DROP INDEX IF EXISTS replay_player_key",
      "DROP INDEX IF EXISTS replay_level_key",
      "DROP INDEX IF EXISTS replay_number",
      "DROP INDEX IF EXISTS replay_content",
      "CREATE INDEX replay_content ON replay (content, verdict DESC, number)",
      "CREATE UNIQUE INDEX replay_number ON replay (number)",
      "CREATE INDEX replay_received ON replay (received, number)",
      "CREATE INDEX replay_game ON replay (game, number)",
      "CREATE INDEX replay_format ON replay (format, number)",
      "CREATE INDEX replay_verdict ON replay (verdict, number)",
      "CREATE INDEX replay_uploader ON replay (uploader, number)",
      "CREATE INDEX replay_player ON replay (player_key, number)",
      "CREATE INDEX replay_player_game ON replay (player_key, game, number)",
      "CREATE INDEX replay_player_format ON replay (player_key, format, number)",
      "CREATE INDEX replay_player_verdict ON replay (player_key, verdict, number)",
      "CREATE INDEX replay_player_uploader ON replay (player_key, uploader, number)",
      "CREATE INDEX replay_level ON replay (level_key, number)",
      "CREATE INDEX replay_level_game ON replay (level_key, game, number)",
      "CREATE INDEX replay_level_format ON replay (level_key, format, number)",
      "CREATE INDEX replay_level_verdict ON replay (level_key, verdict, number)",
      "CREATE INDEX replay_level_uploader ON replay (level_key, uploader, number)",
      "CREATE INDEX replay_player_level ON replay (player_key, level_key, number)",
      "CREATE TABLE best (board TEXT NOT NULL, board_level TEXT NOT NULL, board_player TEXT NOT NULL, rank DOUBLE PRECISION NOT "
      "NULL, best_replay BIGINT NOT NULL, PRIMARY KEY (board, board_level, board_player))",
      "CREATE INDEX best_rank ON best (board, board_level, rank, best_replay)",
      "INSERT INTO best (board, board_level, board_player, rank, best_replay) SELECT game, level_key, player_key, -score, number "
      "FROM (SELECT game, level_key, player_key, score, number, ROW_NUMBER() OVER (PARTITION BY game, level_key, player_key "
      "ORDER BY score DESC, number) AS place FROM replay WHERE verdict = 2 AND ranked = 1 AND score IS NOT NULL AND player_key "
      "<> '') AS plays WHERE place = 1",
      NULL },
    /* boards are declared: a replay has any number of plays on them; a token may be of a player; what was checked again */
    { "CREATE TABLE entry (entry BIGINT PRIMARY KEY, entry_replay BIGINT NOT NULL, counts INTEGER NOT NULL, board TEXT NOT NULL, "
      "board_level TEXT NOT NULL, board_player TEXT NOT NULL, rank DOUBLE PRECISION NOT NULL, play_value DOUBLE PRECISION NOT "
      "NULL, play_level TEXT NOT NULL, play_player TEXT NOT NULL, play_name TEXT NOT NULL)",
      "INSERT INTO entry (entry, entry_replay, counts, board, board_level, board_player, rank, play_value, play_level, "
      "play_player, play_name) SELECT number * 1024, number, CASE WHEN verdict = 2 THEN 1 ELSE 0 END, game, level_key, "
      "player_key, -score, score, level, player, player_name FROM replay WHERE ranked = 1 AND score IS NOT NULL AND player_key "
      "<> ''",
      "CREATE INDEX entry_rank ON entry (board, board_level, counts, rank, entry)",
      "CREATE INDEX entry_new ON entry (board, board_level, counts, entry)",
      "CREATE INDEX entry_best ON entry (board, board_level, board_player, counts, rank, entry)",
      "CREATE INDEX entry_progress ON entry (board, board_level, board_player, counts, entry)",
      "CREATE INDEX entry_player ON entry (board_player, counts, entry)", "DROP TABLE best",
      "CREATE TABLE best (board TEXT NOT NULL, board_level TEXT NOT NULL, board_player TEXT NOT NULL, rank DOUBLE PRECISION NOT "
      "NULL, best_entry BIGINT NOT NULL, PRIMARY KEY (board, board_level, board_player))",
      "INSERT INTO best (board, board_level, board_player, rank, best_entry) SELECT board, board_level, board_player, rank, "
      "entry "
      "FROM (SELECT board, board_level, board_player, rank, entry, ROW_NUMBER() OVER (PARTITION BY board, board_level, "
      "board_player ORDER BY rank, entry) AS place FROM entry WHERE counts = 1) AS plays WHERE place = 1",
      "CREATE INDEX best_rank ON best (board, board_level, rank, best_entry)", "CREATE UNIQUE INDEX best_of ON best (best_entry)",
      "CREATE INDEX best_player ON best (board_player, board, board_level)", "DROP INDEX IF EXISTS replay_keys",
      "ALTER TABLE token ADD COLUMN player TEXT NOT NULL DEFAULT ''",
      "CREATE TABLE recheck (one INTEGER PRIMARY KEY, rules TEXT NOT NULL, last BIGINT NOT NULL)",
      "INSERT INTO recheck (one, rules, last) VALUES (1, '', 0)", NULL },
    /* what people are shown of a level; names by their words; uploads that were refused */
    { "ALTER TABLE replay ADD COLUMN title TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE replay ADD COLUMN author TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE replay ADD COLUMN detail TEXT NOT NULL DEFAULT ''",
      "CREATE TABLE known_name (kind INTEGER NOT NULL, word TEXT NOT NULL, name_key TEXT NOT NULL, shown TEXT NOT NULL, "
      "PRIMARY KEY (kind, word, name_key))",
      "CREATE INDEX known_name_key ON known_name (kind, name_key)",
      "CREATE TABLE refused (slot INTEGER PRIMARY KEY, id TEXT NOT NULL, received BIGINT NOT NULL, format TEXT NOT NULL, rule "
      "TEXT "
      "NOT NULL, message TEXT NOT NULL, findings TEXT NOT NULL)",
      "CREATE TABLE import_position (source TEXT PRIMARY KEY, position TEXT NOT NULL)", NULL },
    /* replays that moderators took out of every list; bytes that are to go; who may not upload; the audit in pages */
    { "CREATE TABLE withdrawn (id TEXT PRIMARY KEY, received BIGINT NOT NULL, size BIGINT NOT NULL, verdict INTEGER NOT NULL, "
      "format TEXT NOT NULL, game TEXT NOT NULL, player TEXT NOT NULL, player_name TEXT NOT NULL, level TEXT NOT NULL, "
      "score DOUBLE PRECISION, seconds DOUBLE PRECISION NOT NULL, errors BIGINT NOT NULL, warnings BIGINT NOT NULL, uploader "
      "TEXT NOT NULL, ranked INTEGER NOT NULL, number BIGINT NOT NULL, level_key TEXT NOT NULL, player_key TEXT NOT NULL, "
      "content TEXT NOT NULL, answer TEXT NOT NULL, fingerprint TEXT NOT NULL, state INTEGER NOT NULL, until BIGINT NOT NULL, "
      "title TEXT NOT NULL, author TEXT NOT NULL, "
      "detail TEXT NOT NULL)",
      "CREATE UNIQUE INDEX withdrawn_number ON withdrawn (number)",
      "CREATE INDEX withdrawn_content ON withdrawn (content)",
      "CREATE INDEX withdrawn_until ON withdrawn (state, until)",
      "CREATE INDEX withdrawn_player ON withdrawn (player_key, number)",
      "CREATE TABLE doomed (id TEXT PRIMARY KEY, gone BIGINT NOT NULL)",
      "CREATE INDEX doomed_gone ON doomed (gone)",
      "CREATE TABLE ban (kind TEXT NOT NULL, name TEXT NOT NULL, shown TEXT NOT NULL, action INTEGER NOT NULL, at BIGINT NOT "
      "NULL, who TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (kind, name))",
      "CREATE TABLE audit_log (number BIGINT PRIMARY KEY, at BIGINT NOT NULL, event TEXT NOT NULL, name TEXT NOT NULL, who TEXT "
      "NOT NULL, detail TEXT NOT NULL)",
      "INSERT INTO audit_log (number, at, event, name, who, detail) SELECT ROW_NUMBER() OVER (ORDER BY at, event, name), at, "
      "event, name, '', detail FROM audit",
      "DROP TABLE audit",
      "CREATE INDEX audit_log_name ON audit_log (name, number)",
      "UPDATE reel_sequence SET last = last + (SELECT COUNT(*) FROM audit_log)",
      "CREATE INDEX challenge_player ON challenge (player)",
      "CREATE INDEX upload_key_id ON upload_key (id)",
      "CREATE TABLE event (event_number BIGINT PRIMARY KEY, event_at BIGINT NOT NULL, kind TEXT NOT NULL, state INTEGER NOT "
      "NULL, "
      "subject TEXT NOT NULL, event_game TEXT NOT NULL, event_level TEXT NOT NULL, event_player TEXT NOT NULL)",
      "CREATE INDEX event_time ON event (event_at)",
      "CREATE INDEX event_of_player ON event (event_player)",
      "CREATE TABLE hook (url TEXT PRIMARY KEY, position BIGINT NOT NULL, tries BIGINT NOT NULL, due BIGINT NOT NULL, owner TEXT "
      "NOT NULL, lease BIGINT NOT NULL)",
      "CREATE TABLE dead_letter (url TEXT NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL, tries BIGINT NOT NULL, why TEXT "
      "NOT NULL, body TEXT NOT NULL, PRIMARY KEY (url, number))",
      "CREATE INDEX dead_letter_at ON dead_letter (at)",
      "ALTER TABLE token ADD COLUMN used BIGINT NOT NULL DEFAULT 0",
      "CREATE TABLE uploader (name TEXT PRIMARY KEY, bytes BIGINT NOT NULL, day BIGINT NOT NULL, uploads BIGINT NOT NULL)",
      "INSERT INTO uploader (name, bytes, day, uploads) SELECT uploader, SUM(size), 0, 0 FROM replay GROUP BY uploader",
      NULL },
    /* the newest replay of a player on any level of a map */
    { "CREATE INDEX replay_player_base ON replay (player_key, (" LEVEL_BASE "), verdict, number)", NULL },
    /* lists by modifiers, headset, score and accuracy; who was refused, and where */
    { "ALTER TABLE replay ADD COLUMN modifiers TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE replay ADD COLUMN headset TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE replay ADD COLUMN accuracy DOUBLE PRECISION",
      "ALTER TABLE withdrawn ADD COLUMN modifiers TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE withdrawn ADD COLUMN headset TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE withdrawn ADD COLUMN accuracy DOUBLE PRECISION",
      "CREATE INDEX replay_modifiers ON replay (modifiers, number)",
      "CREATE INDEX replay_headset ON replay (headset, number)",
      "CREATE INDEX replay_player_modifiers ON replay (player_key, modifiers, number)",
      "CREATE INDEX replay_player_headset ON replay (player_key, headset, number)",
      "CREATE INDEX replay_level_modifiers ON replay (level_key, modifiers, number)",
      "CREATE INDEX replay_level_headset ON replay (level_key, headset, number)",
      "CREATE INDEX replay_player_score ON replay (player_key, score, number)",
      "CREATE INDEX replay_player_accuracy ON replay (player_key, accuracy, number)",
      "CREATE INDEX replay_level_score ON replay (level_key, score, number)",
      "CREATE INDEX replay_level_accuracy ON replay (level_key, accuracy, number)",
      "ALTER TABLE refused ADD COLUMN uploader TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE refused ADD COLUMN finding TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE refused ADD COLUMN section TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE refused ADD COLUMN at_offset BIGINT NOT NULL DEFAULT -1",
      "CREATE INDEX refused_received ON refused (received, slot)",
      "CREATE INDEX refused_uploader ON refused (uploader, received, slot)",
      NULL },
    /* how many entries are before a place */
    { "CREATE TABLE place_mark (kind INTEGER NOT NULL, board TEXT NOT NULL, board_level TEXT NOT NULL, rank DOUBLE PRECISION NOT "
      "NULL, entry BIGINT NOT NULL, many BIGINT NOT NULL, PRIMARY KEY (kind, board, board_level, rank, entry))",
      "ALTER TABLE reel_sequence ADD COLUMN counted BIGINT NOT NULL DEFAULT -1", NULL },
    /* rankings across levels: their rules, weights of levels, what each player has on a level, and all together; who held a level */
    { "CREATE TABLE ranking (name TEXT PRIMARY KEY, place INTEGER NOT NULL, board TEXT NOT NULL, title TEXT NOT NULL, rules TEXT "
      "NOT NULL)",
      "CREATE INDEX ranking_board ON ranking (board, place)", "CREATE INDEX ranking_place ON ranking (place, name)",
      "CREATE TABLE level_weight (ranking TEXT NOT NULL, level_key TEXT NOT NULL, weight DOUBLE PRECISION NOT NULL, at BIGINT "
      "NOT "
      "NULL, PRIMARY KEY (ranking, level_key))",
      "CREATE TABLE standing (ranking TEXT NOT NULL, board_level TEXT NOT NULL, board_player TEXT NOT NULL, rank DOUBLE "
      "PRECISION "
      "NOT NULL, best_entry BIGINT NOT NULL, play_value DOUBLE PRECISION NOT NULL, points BIGINT NOT NULL, PRIMARY KEY (ranking, "
      "board_level, board_player))",
      "CREATE INDEX standing_rank ON standing (ranking, board_level, rank, best_entry)",
      "CREATE INDEX standing_points ON standing (ranking, board_player, points DESC, board_level)",
      "CREATE TABLE total (board TEXT NOT NULL, board_level TEXT NOT NULL, member TEXT NOT NULL, rank DOUBLE PRECISION NOT NULL, "
      "number BIGINT NOT NULL, parts BIGINT NOT NULL, PRIMARY KEY (board, board_level, member))",
      "CREATE INDEX total_rank ON total (board, board_level, rank, number)",
      "CREATE INDEX total_member ON total (board_level, member, board)",
      "CREATE TABLE profile (player TEXT PRIMARY KEY, team TEXT NOT NULL, country TEXT NOT NULL)",
      "CREATE TABLE reign (board TEXT NOT NULL, board_level TEXT NOT NULL, entry BIGINT NOT NULL, rank DOUBLE PRECISION NOT "
      "NULL, "
      "PRIMARY KEY (board, board_level, entry))",
      "CREATE INDEX reign_new ON reign (board, entry)", "CREATE INDEX reign_all ON reign (entry)", REIGN_FILL, NULL },
    /* who signed in: accounts, what their browsers keep, and their own tokens */
    { "CREATE TABLE account (name TEXT PRIMARY KEY, provider TEXT NOT NULL, subject TEXT NOT NULL, shown TEXT NOT NULL, player "
      "TEXT "
      "NOT NULL, has_role INTEGER NOT NULL, created BIGINT NOT NULL, seen BIGINT NOT NULL)",
      "CREATE TABLE session (hash TEXT PRIMARY KEY, account TEXT NOT NULL, begun BIGINT NOT NULL, ends BIGINT NOT NULL, flow "
      "TEXT NOT "
      "NULL)",
      "CREATE UNIQUE INDEX session_flow ON session (flow)", "CREATE INDEX session_account ON session (account)",
      "CREATE INDEX session_ends ON session (ends)", "ALTER TABLE token ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE token ADD COLUMN label TEXT NOT NULL DEFAULT ''", "CREATE INDEX token_owner ON token (owner, name)",
      "CREATE INDEX withdrawn_uploader ON withdrawn (uploader, number)", NULL },
    /* maps, and of which map a replay is: the first part of the level's key, or the last one */
    { "CREATE TABLE map (map_key TEXT PRIMARY KEY, map_number BIGINT NOT NULL, format TEXT NOT NULL, game TEXT NOT NULL, title "
      "TEXT NOT NULL, author TEXT NOT NULL, size BIGINT NOT NULL, added BIGINT NOT NULL, uploader TEXT NOT NULL, figures TEXT "
      "NOT "
      "NULL, pending INTEGER NOT NULL, judged BIGINT NOT NULL, turn BIGINT NOT NULL, owner TEXT NOT NULL, lease BIGINT NOT NULL)",
      "CREATE UNIQUE INDEX map_number ON map (map_number)", "CREATE INDEX map_pending ON map (pending, turn, map_number)",
      "CREATE INDEX map_uploader ON map (uploader)",
      "CREATE TABLE replay_map (replay BIGINT PRIMARY KEY, map_key TEXT NOT NULL, with_map INTEGER NOT NULL)",
      "CREATE INDEX replay_map_key ON replay_map (map_key, with_map, replay)", MAPS_OF_FIRST_PARTS("replay"),
      MAPS_OF_FIRST_PARTS("withdrawn"), MAPS_OF_LAST_PARTS("replay"), MAPS_OF_LAST_PARTS("withdrawn"), NULL },
    /* plays that tables of others state, and the best recording of a player on any level of a map */
    { "CREATE TABLE stated (board TEXT NOT NULL, stated_level TEXT NOT NULL, stated_player TEXT NOT NULL, rank DOUBLE PRECISION "
      "NOT NULL, stated_value DOUBLE PRECISION NOT NULL, stated_at BIGINT NOT NULL, shown_level TEXT NOT NULL, shown_player TEXT "
      "NOT NULL, shown_name TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (board, stated_level, stated_player))",
      "CREATE INDEX stated_rank ON stated (board, stated_level, rank, stated_player)",
      "CREATE INDEX stated_of_player ON stated (stated_player, board, stated_level)",
      "CREATE INDEX best_base ON best (board_player, board, (" BASE_OF("board_level") "), rank)", NULL },
    /* the names of levels and players of which plays are only stated are found, too */
    { "CREATE INDEX stated_of_level ON stated (stated_level, board)", NULL },
};
enum {
    VERSION = sizeof steps / sizeof *steps,
    VERSION_WITH_KEYS = 3,
    VERSION_WITH_NAMES = 6, /* after the steps that add them */
    VERSION_WITH_STATED_NAMES = 15
};

static reel_status run_step(sql *db, int64_t version, reel_error *error)
{
    reel_status status = REEL_OK;
    for (const char *const *text = steps[version]; *text && status >= 0; text++) status = sql_do(db, *text, NULL, 0, NULL, error);
    if (status >= 0 && version + 1 == VERSION_WITH_KEYS) status = catalogue_number_replays(db, error);
    if (status >= 0 && version + 1 == VERSION_WITH_NAMES) status = catalogue_name_replays(db, error);
    if (status >= 0 && version + 1 == VERSION_WITH_STATED_NAMES) status = catalogue_name_all_stated(db, error);
    sql_value next = sql_integer(version + 1);
    if (status >= 0) status = sql_do(db, "UPDATE reel_version SET version = $1", &next, 1, NULL, error);
    return status;
}

/* Makes anew what a server of an older version did not keep. */
static reel_status refresh(sql *db, reel_error *error)
{
    bool behind;
    reel_status status = place_is_behind(db, &behind, error);
    if (status < 0 || !behind) return status;
    status = sql_do(db, "UPDATE reel_sequence SET last = last + 1", NULL, 0, NULL, error); /* others wait */
    if (status >= 0) status = reign_fill(db, error);
    if (status >= 0) status = ranking_fill(db, error);
    return status < 0 ? status : place_fill(db, error);
}

/* Whether nothing is to be done. A start on a full disk must not need room. */
static bool is_current(sql *db)
{
    int64_t version = 0;
    bool behind = true;
    reel_error ignored;
    const bool read = sql_ask(db, "SELECT version FROM reel_version", NULL, 0, catalogue_read_integer, &version, &ignored) >= 0;
    return read && version == VERSION && place_is_behind(db, &behind, &ignored) >= 0 && !behind;
}

/* In one transaction, so that two servers that start at once, or a crash, leave a whole step. */
static reel_status migrate(sql *db, reel_error *error)
{
    int64_t version = 0;
    reel_error ignored;
    if (is_current(db)) return REEL_OK;
    reel_status status = sql_do(db, "CREATE TABLE IF NOT EXISTS reel_version (one INTEGER PRIMARY KEY, version BIGINT NOT NULL)",
                                NULL, 0, NULL, error);
    if (status >= 0)
        status = sql_do(db, "INSERT INTO reel_version (one, version) VALUES (1, 0) ON CONFLICT (one) DO NOTHING", NULL, 0, NULL,
                        error);
    if (status >= 0) status = sql_do(db, "BEGIN", NULL, 0, NULL, error);
    if (status < 0) return status;
    /* the update takes the lock that the other server waits for */
    status = sql_do(db, "UPDATE reel_version SET version = version", NULL, 0, NULL, error);
    if (status >= 0) status = sql_ask(db, "SELECT version FROM reel_version", NULL, 0, catalogue_read_integer, &version, error);
    if (status >= 0 && version > VERSION)
        status = fail(error, REEL_UNSUPPORTED, "catalogue.version",
                      "the database is of a newer version of the server: its tables have version %" PRId64
                      ", this server knows %d; start the newer one",
                      version, (int)VERSION);
    for (; status >= 0 && version < VERSION; version++) status = run_step(db, version, error);
    if (status >= 0) status = refresh(db, error);
    if (status >= 0) return sql_do(db, "COMMIT", NULL, 0, NULL, error);
    sql_do(db, "ROLLBACK", NULL, 0, NULL, &ignored);
    return status;
}

reel_status catalogue_open(const char *where, unsigned connections, catalogue **opened, reel_error *error)
{
    catalogue *c = calloc(1, sizeof *c);
    *opened = NULL;
    if (!c) return fail(error, REEL_MEMORY, "catalogue.memory", "out of memory");
    pthread_mutex_init(&c->lock, NULL);
    clock_cond_init(&c->written);
    pthread_cond_init(&c->freed, NULL);
    reel_status status = REEL_OK;
    for (; status >= 0 && c->all < connections && c->all < MOST_CONNECTIONS;) {
        status = sql_open(where, &c->connections[c->all], error);
        if (status < 0) break;
        c->free = ++c->all;
        if (c->all == 1) status = migrate(c->connections[0], error);
    }
    c->has_one_writer = c->all && sql_has_one_writer(c->connections[0]);
    if (status >= 0)
        *opened = c;
    else
        catalogue_close(c);
    return status;
}

void catalogue_close(catalogue *c)
{
    catalogue_end_settling(c);
    for (unsigned i = 0; i < c->free; i++) sql_close(c->connections[i]);
    pthread_cond_destroy(&c->written);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->freed);
    free(c);
}

histogram *catalogue_times(catalogue *c) { return &c->times; }

/* ---- replays ----------------------------------------------------------------------------------------------------- */

reel_status catalogue_get(catalogue *c, const char *id, replay_entry *entry, reel_error *error)
{
    char wanted[STORE_ID]; /* `id` may be the entry's own */
    snprintf(wanted, sizeof wanted, "%s", id);
    const sql_value value = sql_text(wanted);
    entry->id[0] = '\0';
    reel_status status = catalogue_run(c, "SELECT " REPLAY_COLUMNS " FROM replay WHERE id = $1", &value, 1, catalogue_read_entry,
                                       entry, NULL, error);
    return status < 0 || *entry->id ? status : REEL_END;
}

reel_status catalogue_ping(catalogue *c, reel_error *error)
{
    return catalogue_run(c, "UPDATE reel_version SET version = version", NULL, 0, NULL, NULL, NULL, error);
}

typedef struct text_reader {
    void (*each)(void *context, verdict verdict, const char *answer);
    void *context;
    bool found;
} text_reader;

static bool read_text(void *context, const sql_value *values, size_t count)
{
    text_reader *reader = context;
    (void)count;
    reader->found = true;
    reader->each(reader->context, (verdict)values[0].integer, values[1].text);
    return false;
}

reel_status catalogue_answer(catalogue *c, const char *id, void (*each)(void *context, verdict verdict, const char *answer),
                             void *context, reel_error *error)
{
    text_reader reader = { each, context, false };
    const sql_value value = sql_text(id);
    reel_status status = catalogue_run(c, "SELECT verdict, answer FROM replay JOIN replay_text ON replay = number WHERE id = $1",
                                       &value, 1, read_text, &reader, NULL, error);
    return status < 0 || reader.found ? status : REEL_END;
}

reel_status catalogue_count(catalogue *c, uint64_t *count, reel_error *error)
{
    int64_t value = 0;
    reel_status status = catalogue_run(c, "SELECT COUNT(*) FROM replay", NULL, 0, catalogue_read_integer, &value, NULL, error);
    *count = (uint64_t)value;
    return status;
}

/* SPDX-License-Identifier: MIT
 * Players and levels by the words of their names. The table has a row for each word, in lower case; it is written in hexadecimal digits, whose
 * order, unlike that of letters, is the same in every database, so that words that begin alike are next to one another. */
#include "base/clock.h"
#include "store/catalogue.h"
#include "store/catalogue_internal.h"

#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

enum { MOST_WORDS = 8, MOST_BYTES = 48 /* of a word */, WORD_TEXT = 2 * MOST_BYTES + 2, SCANNED = 1000 };

/* ---- words ------------------------------------------------------------------------------------------------------- */

static locale_t unicode;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_locale(void) { unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL); }

static uint32_t fold(uint32_t point)
{
    if (point < 0x80) return point >= 'A' && point <= 'Z' ? point + 0x20 : point;
    return unicode ? (uint32_t)towlower_l((wint_t)point, unicode) : point;
}

static bool is_letter(uint32_t point)
{
    if (point < 0x80) return (point >= '0' && point <= '9') || (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z');
    return point > 0xa0 && !(point >= 0x2000 && point < 0x2070) && !(point >= 0x3000 && point < 0x3003);
}

/* Adds a letter to a word, as digits. */
static void add_letter(char word[WORD_TEXT], uint32_t point)
{
    size_t used = strlen(word);
    uint8_t bytes[4];
    size_t size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const uint8_t leads[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    if (used + 2 * size > 2 * MOST_BYTES) return;
    for (size_t i = size; i-- > 0; point >>= 6) bytes[i] = (uint8_t)(i ? 0x80 | (point & 0x3f) : leads[size] | point);
    for (size_t i = 0; i < size; i++) snprintf(word + used + 2 * i, 3, "%02x", bytes[i]);
}

typedef struct word_list {
    char words[MOST_WORDS][WORD_TEXT];
    size_t count;
} word_list;

static void add_words(word_list *to, const char *text)
{
    bool in_word = false;
    pthread_once(&once, open_locale);
    for (size_t left = strlen(text), step; left; text += step, left -= step) {
        uint32_t point = reel_utf8(text, left, &step);
        if (step == 0) step = 1, point = ' ';
        bool letter = is_letter(point);
        if (letter && !in_word && to->count == MOST_WORDS) return;
        if (letter && !in_word) to->words[to->count++][0] = '\0';
        if (letter) add_letter(to->words[to->count - 1], fold(point));
        in_word = letter;
    }
}

/* ---- entries ------------------------------------------------------------------------------------------------------ */

/* `renames`: what is shown for a key that is known is replaced. */
static reel_status add_name(sql *db, name_kind kind, const word_list *words, const char *key, const char *shown, bool renames,
                            reel_error *error)
{
    static const char insert[] = "INSERT INTO known_name (kind, word, name_key, shown) VALUES ($1, $2, $3, $4) "
                                 "ON CONFLICT (kind, word, name_key) DO UPDATE SET shown = excluded.shown";
    static const char keep[] = "INSERT INTO known_name (kind, word, name_key, shown) VALUES ($1, $2, $3, $4) "
                               "ON CONFLICT (kind, word, name_key) DO NOTHING";
    reel_status status = REEL_OK;
    for (size_t i = 0; *key && i < words->count && status >= 0; i++) {
        const sql_value values[] = { sql_integer(kind), sql_text(words->words[i]), sql_text(key), sql_text(shown) };
        status = sql_do(db, renames ? insert : keep, values, 4, NULL, error);
    }
    return status;
}

reel_status catalogue_name(sql *db, const replay_entry *e, const new_replay *more, reel_error *error)
{
    word_list words = { .count = 0 };
    char shown[2 * CATALOGUE_TEXT + 8];
    add_words(&words, e->player_name);
    add_words(&words, e->player);
    reel_status status =
        add_name(db, NAME_PLAYER, &words, more->player_key, *e->player_name ? e->player_name : e->player, true, error);
    words.count = 0;
    add_words(&words, e->title);
    add_words(&words, e->author);
    add_words(&words, e->level);
    snprintf(shown, sizeof shown, "%s%s%s", *e->title ? e->title : e->level, *e->title && *e->detail ? ", " : "",
             *e->title ? e->detail : "");
    return status < 0 ? status : add_name(db, NAME_LEVEL, &words, more->level_key, shown, true, error);
}

/* ---- players and levels of boards -------------------------------------------------------------------------------------- */

enum { MOST_NAMED = 2 * JOB_PLAYS };

/* A player or a level of the plays of a replay. */
typedef struct play_name {
    name_kind kind;
    char key[CATALOGUE_TEXT], id[CATALOGUE_TEXT], shown[CATALOGUE_TEXT];
} play_name;

typedef struct play_names {
    play_name *all;
    size_t count;
} play_names;

static void keep_name(play_names *names, name_kind kind, const sql_value *key, const sql_value *id, const sql_value *shown)
{
    play_name *name = &names->all[names->count];
    *name = (play_name){ .kind = kind };
    catalogue_copy(name->key, sizeof name->key, key);
    for (size_t i = 0; i < names->count; i++)
        if (names->all[i].kind == kind && strcmp(names->all[i].key, name->key) == 0) return; /* of another board */
    catalogue_copy(name->id, sizeof name->id, id);
    if (shown) catalogue_copy(name->shown, sizeof name->shown, shown);
    names->count++;
}

static bool read_play_names(void *context, const sql_value *values, size_t count)
{
    play_names *names = context;
    (void)count;
    if (names->count + 2 >= MOST_NAMED) return false;
    keep_name(names, NAME_PLAYER, &values[0], &values[1], &values[2]);
    keep_name(names, NAME_LEVEL, &values[3], &values[4], NULL);
    return true;
}

reel_status catalogue_name_plays(sql *db, int64_t first, int64_t last, reel_error *error)
{
    play_names names = { malloc(MOST_NAMED * sizeof *names.all), 0 };
    const sql_value range[] = { sql_integer(first), sql_integer(last) };
    if (!names.all) return *error = (reel_error){ .status = REEL_MEMORY, .rule = "catalogue.memory", .section = "" }, REEL_MEMORY;
    reel_status status = sql_ask(db,
                                 "SELECT board_player, play_player, play_name, board_level, play_level FROM entry WHERE entry "
                                 "BETWEEN $1 AND $2 AND counts = 1 ORDER BY entry",
                                 range, 2, read_play_names, &names, error);
    for (size_t i = 0; i < names.count && status >= 0; i++) {
        const play_name *name = &names.all[i];
        word_list words = { .count = 0 };
        add_words(&words, name->shown);
        add_words(&words, name->id);
        status = add_name(db, name->kind, &words, name->key, *name->shown ? name->shown : name->id, false, error);
    }
    free(names.all);
    return status;
}

reel_status catalogue_unname_plays(sql *db, int64_t first, int64_t last, reel_error *error)
{
    const sql_value range[] = { sql_integer(first), sql_integer(last) };
    reel_status status =
        sql_do(db,
               "DELETE FROM known_name WHERE kind = 0 AND name_key IN (SELECT board_player FROM entry WHERE entry "
               "BETWEEN $1 AND $2) AND NOT EXISTS (SELECT 1 FROM replay WHERE player_key = name_key) AND NOT "
               "EXISTS (SELECT 1 FROM entry other WHERE other.board_player = name_key AND other.counts = 1) AND NOT EXISTS "
               "(SELECT 1 FROM stated WHERE stated_player = name_key)",
               range, 2, NULL, error);
    if (status < 0) return status;
    return sql_do(
        db,
        "DELETE FROM known_name WHERE kind = 1 AND name_key IN (SELECT board_level FROM entry WHERE entry BETWEEN $1 AND "
        "$2) AND NOT EXISTS (SELECT 1 FROM replay WHERE level_key = name_key) AND NOT EXISTS (SELECT 1 FROM entry mine "
        "JOIN entry other ON other.board = mine.board AND other.board_level = mine.board_level AND other.counts = 1 "
        "WHERE mine.entry BETWEEN $1 AND $2 AND mine.board_level = name_key) AND NOT EXISTS (SELECT 1 FROM stated WHERE "
        "stated_level = name_key)",
        range, 2, NULL, error);
}

reel_status catalogue_name_stated(sql *db, const char *player_key, const char *player_name, const char *player,
                                  const char *level_key, const char *level, reel_error *error)
{
    word_list words = { .count = 0 };
    add_words(&words, player_name);
    if (strcmp(player_name, player) != 0) add_words(&words, player); /* races have names only */
    reel_status status = add_name(db, NAME_PLAYER, &words, player_key, *player_name ? player_name : player, false, error);
    words.count = 0;
    add_words(&words, level);
    return status < 0 ? status : add_name(db, NAME_LEVEL, &words, level_key, level, false, error);
}

/* ---- entries from before ------------------------------------------------------------------------------------------- */

typedef struct old_names {
    replay_entry entry;
    char level_key[CATALOGUE_TEXT], player_key[CATALOGUE_TEXT];
} old_names;

static bool read_old(void *context, const sql_value *values, size_t count)
{
    old_names *old = context;
    (void)count;
    old->entry.number = values[0].integer;
    catalogue_copy(old->entry.player, CATALOGUE_TEXT, &values[1]);
    catalogue_copy(old->entry.player_name, CATALOGUE_TEXT, &values[2]);
    catalogue_copy(old->entry.level, CATALOGUE_TEXT, &values[3]);
    catalogue_copy(old->player_key, CATALOGUE_TEXT, &values[4]);
    catalogue_copy(old->level_key, CATALOGUE_TEXT, &values[5]);
    return false;
}

reel_status catalogue_name_replays(sql *db, reel_error *error)
{
    old_names old = { .entry = { .number = 0 } };
    for (int64_t last = 0;; last = old.entry.number) {
        const sql_value from = sql_integer(last);
        const new_replay keys = { .level_key = old.level_key, .player_key = old.player_key };
        reel_status status =
            sql_ask(db,
                    "SELECT number, player, player_name, level, player_key, level_key FROM replay WHERE number > "
                    "$1 ORDER BY number LIMIT 1",
                    &from, 1, read_old, &old, error);
        if (status < 0 || old.entry.number == last) return status;
        status = catalogue_name(db, &old.entry, &keys, error);
        if (status < 0) return status;
    }
}

typedef struct old_stated {
    char board[JOB_BOARD], level_key[CATALOGUE_TEXT], player_key[CATALOGUE_TEXT];
    char level[CATALOGUE_TEXT], player[CATALOGUE_TEXT], player_name[CATALOGUE_TEXT];
    bool found;
} old_stated;

static bool read_old_stated(void *context, const sql_value *values, size_t count)
{
    old_stated *old = context;
    (void)count;
    old->found = true;
    catalogue_copy(old->board, sizeof old->board, &values[0]);
    catalogue_copy(old->level_key, CATALOGUE_TEXT, &values[1]);
    catalogue_copy(old->player_key, CATALOGUE_TEXT, &values[2]);
    catalogue_copy(old->level, CATALOGUE_TEXT, &values[3]);
    catalogue_copy(old->player, CATALOGUE_TEXT, &values[4]);
    catalogue_copy(old->player_name, CATALOGUE_TEXT, &values[5]);
    return false;
}

reel_status catalogue_name_all_stated(sql *db, reel_error *error)
{
    old_stated old = { .found = true };
    reel_status status = REEL_OK;
    while (status >= 0 && old.found) {
        char before[CATALOGUE_TEXT];
        const sql_value from[] = { sql_text(old.board), sql_text(old.level_key), sql_text(old.player_key) };
        memcpy(before, old.level_key, sizeof before);
        old.found = false;
        status =
            sql_ask(db,
                    "SELECT board, stated_level, stated_player, shown_level, shown_player, shown_name FROM stated WHERE "
                    "(board, stated_level, stated_player) > ($1, $2, $3) ORDER BY board, stated_level, stated_player LIMIT 1",
                    from, 3, read_old_stated, &old, error);
        if (status >= 0 && old.found)
            status = catalogue_name_stated(db, old.player_key, old.player_name, old.player, old.level_key,
                                           strcmp(before, old.level_key) == 0 ? "" : old.level, error);
    }
    return status;
}

/* ---- search -------------------------------------------------------------------------------------------------------- */

typedef struct searcher {
    const word_list *words;
    size_t first;              /* the word that the table is asked for */
    char last[CATALOGUE_TEXT]; /* key that was given last: a name may have two words that begin alike */
    unsigned left;
    void (*each)(void *context, const char *key, const char *shown);
    void *context;
} searcher;

/* Whether the other words that are looked for begin words of a name, too. */
static bool has_words(const searcher *s, const char *shown)
{
    word_list in = { .count = 0 };
    add_words(&in, shown);
    for (size_t i = 0; i < s->words->count; i++) {
        const char *wanted = s->words->words[i];
        bool found = i == s->first;
        for (size_t n = 0; n < in.count && !found; n++) found = strncmp(in.words[n], wanted, strlen(wanted)) == 0;
        if (!found) return false;
    }
    return true;
}

static bool read_name(void *context, const sql_value *values, size_t count)
{
    searcher *s = context;
    (void)count;
    if (strcmp(s->last, values[0].text) == 0 || (s->words->count > 1 && !has_words(s, values[1].text))) return true;
    snprintf(s->last, sizeof s->last, "%s", values[0].text);
    s->each(s->context, values[0].text, values[1].text);
    return --s->left > 0;
}

reel_status catalogue_search(catalogue *c, name_kind kind, const char *text, unsigned limit,
                             void (*each)(void *context, const char *key, const char *shown), void *context, reel_error *error)
{
    word_list words = { .count = 0 };
    char end[WORD_TEXT];
    searcher s = { .words = &words, .left = limit, .each = each, .context = context };
    add_words(&words, text);
    if (!words.count || !limit) return REEL_OK;
    for (size_t i = 1; i < words.count; i++)
        if (strlen(words.words[i]) > strlen(words.words[s.first])) s.first = i;
    snprintf(end, sizeof end, "%sg", words.words[s.first]); /* after all that begin so: no digit is greater than f */
    const sql_value values[] = { sql_integer(kind), sql_text(words.words[s.first]), sql_text(end), sql_integer(SCANNED) };
    return catalogue_run(c,
                         "SELECT name_key, shown FROM known_name WHERE kind = $1 AND word >= $2 AND word < $3 "
                         "ORDER BY word, name_key LIMIT $4",
                         values, 4, read_name, &s, NULL, error);
}

/* ---- whose a name is ------------------------------------------------------------------------------------------------- */

static bool read_text(void *context, const sql_value *values, size_t count)
{
    (void)count;
    catalogue_copy(context, CATALOGUE_TEXT, &values[0]);
    return false;
}

/* The token or login that the player's id is bound to, if it is not `uploader`; else "". */
static reel_status find_bound(catalogue *c, const char *uploader, const char *player, const char *key, char bound[CATALOGUE_TEXT],
                              reel_error *error)
{
    const sql_value values[] = { sql_text(player), sql_text(key), sql_text(uploader), sql_integer(clock_wall_ms()) };
    const sql_value logins[] = { sql_text(key), sql_text(uploader) };
    *bound = '\0';
    reel_status status = catalogue_run(c,
                                       "SELECT name FROM token WHERE player <> '' AND player IN ($1, $2) AND name <> $3 AND "
                                       "revoked = 0 AND (expires = 0 OR expires > $4) ORDER BY name LIMIT 1",
                                       values, 4, read_text, bound, NULL, error);
    if (status < 0 || *bound) return status;
    return catalogue_run(c,
                         "SELECT uploader FROM replay WHERE player_key = $1 AND uploader >= 'login:' AND uploader < 'login;' AND "
                         "uploader <> $2 ORDER BY uploader DESC, number DESC LIMIT 1",
                         logins, 2, read_text, bound, NULL, error);
}

reel_status catalogue_bound_name(catalogue *c, const char *uploader, const char *player, const char *key,
                                 char name[CATALOGUE_TEXT], reel_error *error)
{
    char bound[CATALOGUE_TEXT];
    *name = '\0';
    reel_status status = *key ? find_bound(c, uploader, player, key, bound, error) : REEL_END;
    if (status < 0 || !*key || !*bound) return status < 0 ? status : REEL_END;
    const sql_value values[] = { sql_text(key), sql_text(bound) };
    status =
        catalogue_run(c, "SELECT player_name FROM replay WHERE player_key = $1 AND uploader = $2 ORDER BY number DESC LIMIT 1",
                      values, 2, read_text, name, NULL, error);
    if (status < 0 || *name) return status < 0 ? status : REEL_OK;
    status = catalogue_run(c, "SELECT player_name FROM replay WHERE player_key = $1 ORDER BY number DESC LIMIT 1", values, 1,
                           read_text, name, NULL, error);
    return status < 0 ? status : *name ? REEL_OK : REEL_END;
}

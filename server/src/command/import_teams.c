/* SPDX-License-Identifier: MIT */
#include "command/import_teams.h"

#include "base/file_text.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 1 << 14 /* of all players of a team */ };

struct import_teams {
    sqlite3 *file;
    sqlite3_stmt *add;
};

void teams_free(import_teams *t)
{
    if (!t) return;
    sqlite3_finalize(t->add);
    sqlite3_close(t->file);
    free(t);
}

import_teams *teams_new(void)
{
    import_teams *t = calloc(1, sizeof *t);
    /* an empty name is a file that is gone when it is closed */
    const bool fine =
        t && sqlite3_open_v2("", &t->file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK &&
        sqlite3_exec(
            t->file,
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE member (team BLOB, level TEXT, player TEXT, "
            "value REAL, rank REAL, at INTEGER); BEGIN",
            NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(t->file, "INSERT INTO member VALUES (?, ?, ?, ?, ?, ?)", -1, &t->add, NULL) == SQLITE_OK;
    if (fine) return t;
    teams_free(t);
    return NULL;
}

bool teams_add(import_teams *t, const char *team, const stated_play *play)
{
    sqlite3_bind_blob(t->add, 1, team, (int)strlen(team), SQLITE_STATIC);
    sqlite3_bind_text(t->add, 2, play->level, -1, SQLITE_STATIC);
    sqlite3_bind_text(t->add, 3, *play->player_name ? play->player_name : play->player, -1, SQLITE_STATIC);
    sqlite3_bind_double(t->add, 4, play->value);
    sqlite3_bind_double(t->add, 5, play->rank);
    sqlite3_bind_int64(t->add, 6, play->at);
    const bool fine = sqlite3_step(t->add) == SQLITE_DONE;
    sqlite3_reset(t->add);
    return fine;
}

/* A team whose players are being read. */
typedef struct open_team {
    char names[NAMES];
    size_t used, count;
    stated_play play;
} open_team;

/* Adds the player of the row, unless it is the one before. */
static void add_player(open_team *team, sqlite3_stmt *row, char last[CATALOGUE_TEXT])
{
    const char *name = (const char *)sqlite3_column_text(row, 1);
    if (team->count && strcmp(name, last) == 0) return;
    copy_file_text(last, CATALOGUE_TEXT, name, strlen(name));
    team->used = add_member(team->names, team->used, sizeof team->names, name);
    team->count++;
}

static bool end_team(open_team *team, bool (*each)(void *context, const stated_play *play), void *context, uint64_t *alone)
{
    *alone += team->count == 1;
    if (team->count < 2) return true;
    copy_long_text(team->play.player, team->names, team->used);
    memcpy(team->play.player_name, team->play.player, sizeof team->play.player_name);
    return each(context, &team->play);
}

bool teams_each(import_teams *t, bool (*each)(void *context, const stated_play *play), void *context, uint64_t *alone)
{
    static open_team team;
    char last[CATALOGUE_TEXT] = "";
    sqlite3_stmt *row = NULL;
    int result = SQLITE_ROW;
    bool goes_on = true;
    *alone = 0;
    team = (open_team){ .count = 0 };
    if (sqlite3_prepare_v2(t->file,
                           "SELECT level, player, value, rank, at, LAG(team) OVER w IS team AND LAG(level) OVER w IS level FROM "
                           "member WINDOW w AS (ORDER BY team, level, player, rank) ORDER BY team, level, player, rank",
                           -1, &row, NULL) != SQLITE_OK)
        return false;
    while (goes_on && (result = sqlite3_step(row)) == SQLITE_ROW) {
        if (!sqlite3_column_int(row, 5)) {
            goes_on = end_team(&team, each, context, alone);
            const char *level = (const char *)sqlite3_column_text(row, 0);
            team = (open_team){ .play = { .value = sqlite3_column_double(row, 2),
                                          .rank = sqlite3_column_double(row, 3),
                                          .at = sqlite3_column_int64(row, 4) } };
            copy_file_text(team.play.level, sizeof team.play.level, level, strlen(level));
        }
        add_player(&team, row, last);
    }
    if (goes_on) end_team(&team, each, context, alone);
    sqlite3_finalize(row);
    return !goes_on || result == SQLITE_DONE;
}

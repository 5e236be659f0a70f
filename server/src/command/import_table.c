/* SPDX-License-Identifier: MIT
 * An import of a table. A row states a play, which is kept as such, and may name its replay, which is judged as an upload of the row's player is.
 * After each second the catalogue has how many rows are done: an import that was stopped or killed reads over them. A row that is taken in twice
 * changes nothing. */
#include "command/import.h"

#include "base/fail.h"
#include "command/admin.h"
#include "command/import_columns.h"
#include "command/import_files.h"
#include "command/import_teams.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SAVE_MS = 1000, BATCH = 2048, LIMIT_TEXT = 32, TEAM_KEY = 256 };

typedef struct table {
    import_files files;
    import_columns columns;
    board board;
    const char *path, *uploader;
    char source[WALK_PATH + ROW_NAME + 16]; /* key of the position in the catalogue */
    char state[64];                         /* of the file: another one is read from its start */
    row_reader *rows;
    import_teams *teams; /* NULL: each row is a play of its own */
    uint64_t row, from;  /* rows that were read, and those that an earlier run did */
    uint64_t stated, kept, bad, missing;
    stated_play batch[BATCH];
    size_t count;
    int64_t saved;
} table;

/* ---- a row ----------------------------------------------------------------------------------------------------------------- */

static void print_row(table *t, const char *what, const char *rule, const char *why)
{
    char shown[LIMIT_TEXT];
    snprintf(shown, sizeof shown, "line %" PRIu64, t->rows->line);
    pthread_mutex_lock(&t->files.lock); /* others print, too */
    import_print(what, shown, rule, why);
    pthread_mutex_unlock(&t->files.lock);
}

static void print_bad(table *t, const char *why)
{
    t->bad++;
    print_row(t, "bad", "import.row", why);
}

/* Reads what the row states. NULL: fine; else what is wrong. */
static const char *read_stated(table *t, stated_play *play)
{
    char value[64], when[64], *end;
    bool binary = false;
    const import_columns *c = &t->columns;
    *play = (stated_play){ .at = 0 };
    memcpy(play->board, t->board.name, sizeof play->board);
    snprintf(play->source, sizeof play->source, "%s", t->uploader);
    if (!import_columns_text(c, COLUMN_LEVEL, t->rows, play->level, sizeof play->level, &binary)) return "the row has no level";
    if (!import_columns_text(c, COLUMN_PLAYER, t->rows, play->player, sizeof play->player, &binary))
        return "the row has no player";
    import_columns_text(c, COLUMN_NAME, t->rows, play->player_name, sizeof play->player_name, &binary);
    if (!import_columns_text(c, COLUMN_VALUE, t->rows, value, sizeof value, &binary)) return "the row has no value";
    if (binary) return "a value is binary, and no text";
    play->value = strtod(value, &end) * c->scale;
    if (*end || !isfinite(play->value)) return "the value is not a number";
    play->rank = board_rank(&t->board, play->value);
    if (import_columns_text(c, COLUMN_TIME, t->rows, when, sizeof when, &binary) && !import_columns_time(when, &play->at))
        return "the time is of no form that is known";
    return NULL;
}

/* Whether a path stays in the folder of the table. */
static bool is_below(const char *path)
{
    if (*path == '/') return false;
    for (const char *at = path; *at; at += strcspn(at, "/"), at += *at == '/')
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || !at[2])) return false;
    return true;
}

/* Judges the replay of a row. */
static void judge_file(table *t, const char *file, const char *player, const char *name)
{
    char path[WALK_PATH], shown[WALK_PATH];
    const char *slash = strrchr(t->path, '/');
    const char *in_folder = strstr(file, "://") ? strrchr(file, '/') + 1 : file;
    if (!*in_folder || !is_below(in_folder)) {
        print_bad(t, "the path of the replay leaves the folder of the table");
        return;
    }
    const int size = snprintf(path, sizeof path, "%.*s/%s", (int)(slash - t->path), t->path, in_folder);
    if (size >= (int)sizeof path || access(path, R_OK) != 0) {
        t->missing++;
        print_row(t, "missing", "import.file", in_folder);
        return;
    }
    snprintf(shown, sizeof shown, "line %" PRIu64 ": %s", t->rows->line, in_folder);
    import_judge(&t->files, path, shown, t->row - 1, player, name);
}

/* In the order of the table's key, so that rows beside each other are written to one page. */
static int compare_plays(const void *one, const void *other)
{
    const stated_play *a = one, *b = other;
    const int level = strcmp(a->level, b->level);
    return level ? level : strcmp(a->player, b->player);
}

static reel_status flush(table *t, reel_error *error)
{
    uint64_t kept;
    qsort(t->batch, t->count, sizeof *t->batch, compare_plays);
    reel_status status = stated_add(t->files.server.catalogue, t->batch, t->count, &kept, error);
    t->kept += kept;
    t->count = 0;
    return status;
}

/* Keeps a play in the batch, whose next place `play` may be. */
static reel_status state(table *t, const stated_play *play, reel_error *error)
{
    t->stated++;
    if (play != &t->batch[t->count]) t->batch[t->count] = *play;
    return ++t->count == BATCH ? flush(t, error) : REEL_OK;
}

/* A row of a player of a team. */
static reel_status take_member(table *t, const stated_play *play, reel_error *error)
{
    char team[TEAM_KEY];
    if (!import_columns_team(&t->columns, t->rows, team, sizeof team)) return print_bad(t, "the row has no team"), REEL_OK;
    if (strlen(team) == sizeof team - 1) return print_bad(t, "what names the team is too long"), REEL_OK;
    if (teams_add(t->teams, team, play)) return REEL_OK;
    return fail(error, REEL_IO, "import.teams", "no room for the teams");
}

static reel_status take_row(table *t, reel_error *error)
{
    char file[WALK_PATH] = "";
    bool binary = false;
    stated_play *play = &t->batch[t->count];
    const char *why = read_stated(t, play);
    const bool has_file = import_columns_text(&t->columns, COLUMN_FILE, t->rows, file, sizeof file, &binary) && !binary;
    /* a table of files alone states nothing */
    const bool states = *t->columns.board && t->columns.counts[COLUMN_VALUE];
    if (why && (states || !has_file)) print_bad(t, why);
    if (has_file && (!why || !states)) judge_file(t, file, play->player, play->player_name);
    if (why || !states) return REEL_OK;
    return t->teams ? take_member(t, play, error) : state(t, play, error);
}

/* ---- teams ------------------------------------------------------------------------------------------------------------------ */

typedef struct team_run {
    table *table;
    reel_status status;
    reel_error *error;
} team_run;

static bool state_team(void *context, const stated_play *play)
{
    team_run *run = context;
    table *t = run->table;
    stated_play *whole = &t->batch[t->count];
    *whole = *play;
    memcpy(whole->board, t->board.name, sizeof whole->board);
    snprintf(whole->source, sizeof whole->source, "%s", t->uploader);
    run->status = state(t, whole, run->error);
    return run->status >= 0 && !import_stopped;
}

static reel_status state_teams(table *t, reel_error *error)
{
    uint64_t alone;
    team_run run = { t, REEL_OK, error };
    if (!teams_each(t->teams, state_team, &run, &alone)) return fail(error, REEL_IO, "import.teams", "the teams cannot be read");
    if (alone) fprintf(stderr, "reel-server: %" PRIu64 " teams of one player are left out\n", alone);
    return run.status;
}

/* ---- the position ----------------------------------------------------------------------------------------------------------- */

static void keep_position(void *context, const char *text)
{
    table *t = context;
    const size_t size = strlen(t->state);
    if (strncmp(text, t->state, size) == 0) t->from = strtoull(text + size, NULL, 10);
}

static reel_status save_position(table *t, reel_error *error)
{
    char text[sizeof t->state + LIMIT_TEXT], ignored[WALK_PATH];
    uint64_t done = t->row;
    reel_status status = flush(t, error);
    import_oldest(&t->files, ignored, &done);
    t->saved = clock_steady_ms();
    if (t->teams) return status; /* their rows are read again */
    snprintf(text, sizeof text, "%s%" PRIu64, t->state, done);
    return status < 0 || done <= t->from ? status : catalogue_import_set(t->files.server.catalogue, t->source, text, error);
}

static void show(table *t, bool last)
{
    char text[160];
    snprintf(text, sizeof text,
             "%" PRIu64 " rows, %" PRIu64 " bad, %" PRIu64 " stated, %" PRIu64 " of them new or better, %" PRIu64
             " without their file; ",
             t->row, t->bad, t->stated, t->kept, t->missing);
    import_show(&t->files, text, last);
}

/* ---- the run ----------------------------------------------------------------------------------------------------------------- */

static reel_status read_rows(table *t, reel_error *error)
{
    const char *why;
    reel_status status = REEL_OK;
    row_result result = ROW_READ;
    while (!import_stopped && status >= 0 && (result = rows_next(t->rows, &why)) != ROW_END && result != ROW_FAILED) {
        if (++t->row <= t->from) continue;
        if (result == ROW_BAD) print_bad(t, why);
        if (result == ROW_READ) status = take_row(t, error);
        if (status >= 0 && clock_steady_ms() - t->saved >= SAVE_MS) status = save_position(t, error);
        show(t, false);
    }
    if (result == ROW_FAILED) t->bad++, print_row(t, "failed", "import.read", why);
    bool ended = !import_stopped && status >= 0 && result == ROW_END;
    if (ended && t->teams) status = state_teams(t, error);
    if (status >= 0) status = ended ? flush(t, error) : save_position(t, error);
    import_wait(&t->files);
    if (ended && status >= 0) status = catalogue_import_end(t->files.server.catalogue, t->source, error);
    show(t, true);
    return status;
}

static bool choose_board(table *t)
{
    if (!*t->columns.board) return true;
    board_list *list = board_holder_get(&t->files.server.boards);
    const board *b = board_find(&list->set, t->columns.board);
    if (b) t->board = *b;
    board_list_release(list);
    if (!b) fprintf(stderr, "reel-server: --columns: this server has no board '%s'\n", t->columns.board);
    return b != NULL;
}

static int run(table *t)
{
    reel_error error;
    if (!choose_board(t)) return 1;
    if (catalogue_import_get(t->files.server.catalogue, t->source, keep_position, t, &error) < 0) return admin_failed(&error);
    if (t->from) fprintf(stderr, "reel-server: goes on after %" PRIu64 " rows\n", t->from);
    t->teams = t->columns.counts[COLUMN_TEAM] ? teams_new() : NULL;
    if (t->columns.counts[COLUMN_TEAM] && !t->teams) return fputs("reel-server: no room for the teams\n", stderr), 1;
    t->rows = rows_open(t->path, t->columns.tables, t->columns.table_count);
    if (!t->rows) return teams_free(t->teams), 1;
    reel_status status = read_rows(t, &error);
    rows_close(t->rows);
    teams_free(t->teams);
    if (status < 0) return admin_failed(&error);
    if (import_stopped) fputs("reel-server: stopped; the same command goes on\n", stderr);
    return import_stopped || t->bad || t->missing || t->files.counts[IMPORT_FAILED] ? 1 : 0;
}

int import_table(const server_options *options, const char *path, const char *uploader, const char *columns)
{
    static table t;
    struct stat info;
    if (!columns) {
        fputs("reel-server: which columns does the table have? --columns with a file that declares them, or ", stderr);
        import_columns_print(stderr);
        return fputs("\n", stderr), 1;
    }
    if (stat(path, &info) != 0) return fprintf(stderr, "reel-server: %s: %s\n", path, strerror(errno)), 1;
    if (!import_columns_read(columns, &t.columns)) return 1;
    t.path = path;
    t.uploader = uploader;
    snprintf(t.source, sizeof t.source, "%s?columns=%s", path, t.columns.name);
    snprintf(t.state, sizeof t.state, "%lld:%lld:", (long long)info.st_size, (long long)info.st_mtime);
    int status = import_start(&t.files, options, uploader) ? run(&t) : 1;
    import_stop(&t.files);
    return status;
}

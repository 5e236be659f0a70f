/* SPDX-License-Identifier: MIT
 * reel_plays: one row for each replay of any format, as the table "plays" of pyreel. Who played and what was played are found by the flags that
 * the fields of a format have. */
#include "report.h"
#include "vector.h"

#include <reel/export.h>
#include <reel/insight.h>

#include <math.h>
#include <stdlib.h>

enum {
    PLAY_FILE,
    PLAY_GAME,
    PLAY_FORMAT,
    PLAY_PLAYER,
    PLAY_PLAYER_ID,
    PLAY_LEVEL,
    PLAY_MODE,
    PLAY_TIME_PLAYED,
    PLAY_DURATION,
    PLAY_SCORE,
    PLAY_STATED_SCORE,
    PLAY_COMPLETE,
    PLAY_PLAYERS,
    PLAY_FINISHES,
    PLAY_BEST_TIME,
    PLAY_BLUE_POINTS,
    PLAY_ORANGE_POINTS,
    PLAY_COLUMNS
};

static const result_column play_columns[] = { [PLAY_FILE] = { "file", DUCKDB_TYPE_VARCHAR },
                                              [PLAY_GAME] = { "game", DUCKDB_TYPE_VARCHAR },
                                              [PLAY_FORMAT] = { "format", DUCKDB_TYPE_VARCHAR },
                                              [PLAY_PLAYER] = { "player", DUCKDB_TYPE_VARCHAR },
                                              [PLAY_PLAYER_ID] = { "player_id", DUCKDB_TYPE_VARCHAR },
                                              [PLAY_LEVEL] = { "level", DUCKDB_TYPE_VARCHAR },
                                              [PLAY_MODE] = { "mode", DUCKDB_TYPE_VARCHAR },
                                              [PLAY_TIME_PLAYED] = { "time_played", DUCKDB_TYPE_TIMESTAMP_TZ },
                                              [PLAY_DURATION] = { "duration", DUCKDB_TYPE_DOUBLE },
                                              [PLAY_SCORE] = { "score", DUCKDB_TYPE_BIGINT },
                                              [PLAY_STATED_SCORE] = { "stated_score", DUCKDB_TYPE_BIGINT },
                                              [PLAY_COMPLETE] = { "complete", DUCKDB_TYPE_BOOLEAN },
                                              [PLAY_PLAYERS] = { "players", DUCKDB_TYPE_UBIGINT },
                                              [PLAY_FINISHES] = { "finishes", DUCKDB_TYPE_UBIGINT },
                                              [PLAY_BEST_TIME] = { "best_time", DUCKDB_TYPE_DOUBLE },
                                              [PLAY_BLUE_POINTS] = { "blue_points", DUCKDB_TYPE_DOUBLE },
                                              [PLAY_ORANGE_POINTS] = { "orange_points", DUCKDB_TYPE_DOUBLE },
                                              [PLAY_COLUMNS] = { NULL, 0 } };

/* The columns that are fields of the summary of a match of several players. */
enum { MATCH_FIRST = PLAY_PLAYERS, MATCH_COLUMNS = PLAY_COLUMNS - MATCH_FIRST };

/* How far a replay is read. */
typedef enum play_depth { DEPTH_HEADER, DEPTH_ROWS, DEPTH_STATISTICS } play_depth;

enum { MOST_INSIGHTS = 32 };

typedef struct play {
    const wanted_replays *only;
    const reel_format *format;                      /* NULL: not a replay */
    char *game, *player, *player_id, *level, *mode; /* NULL: unknown */
    bool has_time, has_length, has_score, has_stated, complete, no_memory;
    int64_t time, score, stated; /* microseconds since 1970; points */
    double length;               /* of the header; seconds */
    const reel_table *timed;
    uint64_t rows; /* of `timed` */
    double first, last;
    play_depth depth;
    const reel_insight *insights[MOST_INSIGHTS]; /* whose results are wanted; ends with NULL */
    const reel_table *results[MOST_INSIGHTS];    /* their tables; ends with NULL */
    bool has_match[MATCH_COLUMNS];
    double match[MATCH_COLUMNS];
    double summary_length; /* of the match; seconds; 0: unknown */
} play;

static void play_free(play *found)
{
    free(found->game);
    free(found->player);
    free(found->player_id);
    free(found->level);
    free(found->mode);
}

/* ---- the header ----------------------------------------------------------------------------------------------------- */

static char *flagged_text(play *found, const reel_chunk *header, uint32_t flag)
{
    const size_t size = reel_header_text(header, flag, NULL, 0);
    char *text = size ? malloc(size + 1) : NULL;
    found->no_memory |= size && !text;
    if (text) reel_header_text(header, flag, text, size + 1);
    return text;
}

static char *game_text(play *found, const reel_format *format, const reel_chunk *header)
{
    const size_t size = reel_replay_game(format, header, NULL, 0);
    char *text = size ? malloc(size + 1) : NULL;
    found->no_memory |= size && !text;
    if (text) reel_replay_game(format, header, text, size + 1);
    return text;
}

static char *field_text(play *found, const reel_field *field, const void *row)
{
    const size_t size = reel_field_text(field, row, true, NULL, 0);
    char *text = malloc(size + 1);
    found->no_memory |= !text;
    if (text) reel_field_text(field, row, true, text, size + 1);
    return text;
}

/* The first field of a name or a kind counts. */
static void keep_field(play *found, const reel_field *field, const void *row)
{
    if (!reel_field_present(field, row)) return;
    if (!found->mode && strcmp(field->name, "mode") == 0) found->mode = field_text(found, field, row);
    if (!found->has_length && strcmp(field->name, "duration") == 0) {
        found->length = reel_field_number(field, row, 0);
        found->has_length = isfinite(found->length) && found->length > 0;
    }
    /* A file that does not know has the beginning of 1970. */
    if (!found->has_time) found->has_time = reel_field_moment(field, row, &found->time) && found->time;
}

/* ---- what is computed ------------------------------------------------------------------------------------------------ */

/* The first table whose time axis is in seconds. */
static const reel_table *timed_table(const reel_format *format)
{
    for (const reel_table *const *each = reel_format_tables(format); *each; each++) {
        const reel_field *time = reel_table_time(*each);
        if (time && !((*each)->flags & (REEL_TABLE_HEADER | REEL_TABLE_LAYOUT)) && strcmp(time->unit, "s") == 0) return *each;
    }
    return NULL;
}

/* What a leaderboard sorts by; NULL: the table has none. */
static const reel_field *score_field(const reel_table *table)
{
    for (uint16_t i = 0; i < table->field_count; i++)
        if (table->fields[i].flags & REEL_FIELD_SCORE) return &table->fields[i];
    return NULL;
}

/* What of a replay is in its row: a score, or the summary of a match. */
static bool is_result(const reel_table *table) { return score_field(table) || reel_table_field(table, "players"); }

/* The insights of the format that have a result, and the first table of each that is one. Of a format that counts ticks, only the summary of its
 * game knows how long a play is. */
static void choose_insights(play *found, const reel_format *format)
{
    size_t count = 0;
    if (found->depth != DEPTH_STATISTICS && timed_table(format)) return;
    for (const reel_insight *const *each = reel_insights(); *each && count < MOST_INSIGHTS - 1; each++) {
        const reel_table *const *table = reel_insight_takes(*each, format) ? (*each)->tables : NULL;
        while (table && *table && !is_result(*table)) table++;
        if (!table || !*table) continue;
        found->insights[count] = *each;
        found->results[count++] = *table;
    }
}

static reel_status keep_header(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                               reel_error *error)
{
    play *found = context;
    (void)options;
    const reel_status status = wanted_choose(found->only, format, header, error);
    if (status >= 0 && found->depth != DEPTH_HEADER) choose_insights(found, format);
    if (!header || status < 0) return status;
    found->game = game_text(found, format, header);
    found->player = flagged_text(found, header, REEL_FIELD_PLAYER_NAME);
    found->player_id = flagged_text(found, header, REEL_FIELD_PLAYER);
    found->level = flagged_text(found, header, REEL_FIELD_LEVEL);
    for (const reel_table *const *table = reel_format_tables(format); *table; table++) {
        size_t count;
        const void *rows = reel_chunk_rows(header, *table, &count);
        if (!((*table)->flags & REEL_TABLE_HEADER) || (*table)->flags & REEL_TABLE_LAYOUT || count != 1) continue;
        for (uint16_t i = 0; i < (*table)->field_count; i++) keep_field(found, &(*table)->fields[i], rows);
    }
    return REEL_OK;
}

/* ---- rows and statistics -------------------------------------------------------------------------------------------- */

static void keep_span(play *found, const reel_format *format, const reel_chunk *chunk)
{
    if (!found->timed) found->timed = timed_table(format);
    if (!found->timed) return;
    size_t count;
    const uint8_t *rows = reel_chunk_rows(chunk, found->timed, &count);
    if (!count) return;
    const reel_field *time = reel_table_time(found->timed);
    if (!found->rows) found->first = reel_field_number(time, rows, 0);
    found->last = reel_field_number(time, rows + (count - 1) * found->timed->row_size, 0);
    found->rows += count;
}

/* The value of a field, exact, other than a double. False: the table does not have it, or the row no value. */
static bool field_points(const reel_field *field, const void *row, int64_t *points)
{
    char text[32], *end;
    if (!field || !reel_field_present(field, row)) return false;
    reel_field_text(field, row, false, text, sizeof text);
    *points = strtoll(text, &end, 10);
    return end != text;
}

static void keep_match(play *found, const reel_table *table, const void *row)
{
    const reel_field *length = reel_table_field(table, "duration");
    if (length && reel_field_present(length, row)) found->summary_length = reel_field_number(length, row, 0);
    for (int i = 0; i < MATCH_COLUMNS; i++) {
        const reel_field *field = reel_table_field(table, play_columns[MATCH_FIRST + i].name);
        found->has_match[i] = field && reel_field_present(field, row);
        if (found->has_match[i]) found->match[i] = reel_field_number(field, row, 0);
    }
}

static reel_status keep_rows(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                             reel_error *error)
{
    play *found = context;
    (void)error;
    if (!insight) keep_span(found, format, chunk);
    for (const reel_table *const *table = insight ? insight->tables : NULL; table && *table; table++) {
        size_t count;
        const void *rows = is_result(*table) ? reel_chunk_rows(chunk, *table, &count) : NULL;
        if (!rows || count != 1) continue;
        keep_match(found, *table, rows);
        found->has_score = field_points(score_field(*table), rows, &found->score);
        found->has_stated = field_points(reel_table_field(*table, "stated_score"), rows, &found->stated);
    }
    return REEL_OK;
}

static play_depth depth_of(const needed *columns)
{
    for (idx_t i = MATCH_FIRST; i < PLAY_COLUMNS; i++)
        if (needs(columns, i)) return DEPTH_STATISTICS;
    if (needs(columns, PLAY_SCORE) || needs(columns, PLAY_STATED_SCORE)) return DEPTH_STATISTICS;
    return needs(columns, PLAY_DURATION) || needs(columns, PLAY_COMPLETE) ? DEPTH_ROWS : DEPTH_HEADER;
}

/* Reads a replay as far as is needed. False: out of memory. */
static bool read_play(const replay *current, play *found)
{
    static const reel_table *const nothing[] = { NULL };
    const play_depth depth = found->depth;
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .tables = found->results };
    const reel_options reading = { REEL_SIZED(reel_options), .member = current->member,
                                   .tables = depth == DEPTH_HEADER ? nothing : NULL, .choose = keep_header,
                                   .choose_context = found };
    reel_survey survey = { REEL_SIZED(reel_survey), .rows = keep_rows, .context = found, .insights = found->insights,
                           .insight_options = &how };
    reel_source source;
    reel_error error;
    reel_status status = replay_open(current, &source, &error);
    if (status >= 0 && depth == DEPTH_HEADER) {
        reel_reader *reader;
        status = reel_open(source, &reading, &reader, &error);
        if (status >= 0) found->format = reel_reader_format(reader);
        if (status >= 0) reel_close(reader);
    } else if (status >= 0) {
        status = reel_survey_run(source, &reading, &survey, &error);
        found->format = status < 0 && wanted_refused(&error) ? NULL : survey.format;
    }
    found->complete = status >= 0 && survey.damage.status >= 0;
    return status != REEL_MEMORY && !found->no_memory;
}

/* ---- the function --------------------------------------------------------------------------------------------------- */

static void bind_plays(duckdb_bind_info info) { report_bind_columns(info, play_columns, false); }

static void free_replay(void *data)
{
    replay_free(data);
    free(data);
}

static void init_plays(duckdb_init_info info) { report_init_thread(info, sizeof(replay), free_replay); }

static void set_duration(duckdb_vector vector, idx_t row, const play *found)
{
    const double span = found->rows ? found->last - found->first : 0;
    if (isfinite(span) && span > 0) /* a clock may stand still or run backwards */
        vector_set_double(vector, row, span);
    else if (found->has_length)
        vector_set_double(vector, row, found->length);
    else if (isfinite(found->summary_length) && found->summary_length > 0)
        vector_set_double(vector, row, found->summary_length);
    else
        vector_set_null(vector, row);
}

static void set_match(duckdb_vector vector, idx_t row, idx_t column, const play *found)
{
    const idx_t at = column - MATCH_FIRST;
    if (column == PLAY_PLAYERS || column == PLAY_FINISHES)
        set_number_or_null(vector, row, (uint64_t)found->match[at], found->has_match[at]);
    else if (found->has_match[at])
        vector_set_double(vector, row, found->match[at]);
    else
        vector_set_null(vector, row);
}

static void set_play(duckdb_vector vector, idx_t row, idx_t column, const char *name, const play *found)
{
    switch (column) {
    case PLAY_FILE: vector_set_text(vector, row, name); break;
    case PLAY_GAME: set_text_or_null(vector, row, found->game); break;
    case PLAY_FORMAT: vector_set_text(vector, row, reel_format_id(found->format)); break;
    case PLAY_PLAYER: set_text_or_null(vector, row, found->player); break;
    case PLAY_PLAYER_ID: set_text_or_null(vector, row, found->player_id); break;
    case PLAY_LEVEL: set_text_or_null(vector, row, found->level); break;
    case PLAY_MODE: set_text_or_null(vector, row, found->mode); break;
    case PLAY_TIME_PLAYED: set_number_or_null(vector, row, (uint64_t)found->time, found->has_time); break;
    case PLAY_DURATION: set_duration(vector, row, found); break;
    case PLAY_SCORE: set_number_or_null(vector, row, (uint64_t)found->score, found->has_score); break;
    case PLAY_STATED_SCORE: set_number_or_null(vector, row, (uint64_t)found->stated, found->has_stated); break;
    case PLAY_COMPLETE: vector_set_flag(vector, row, found->complete); break;
    default: set_match(vector, row, column, found); break;
    }
}

static void next_plays(duckdb_function_info info, duckdb_data_chunk chunk)
{
    enum { ROWS = 32 }; /* few, so that all threads have some */
    const report_bind *bind = duckdb_function_get_bind_data(info);
    const report_query *query = duckdb_function_get_init_data(info);
    const play_depth depth = depth_of(query->columns);
    replay *current = duckdb_function_get_local_init_data(info);
    idx_t rows = 0;
    while (rows < ROWS && report_next(info, current)) {
        play found = { .only = &bind->selected.only, .depth = depth };
        const bool fine = read_play(current, &found);
        if (!fine) duckdb_function_set_error(info, "out of memory");
        for (idx_t i = 0; fine && found.format && i < query->columns->count; i++)
            set_play(duckdb_data_chunk_get_vector(chunk, i), rows, query->columns->columns[i], current->name, &found);
        rows += fine && found.format;
        play_free(&found);
        if (!fine) break;
    }
    duckdb_data_chunk_set_size(chunk, rows);
}

bool add_plays_function(const registration *to)
{
    static const parameter parameters[] = { WANTED_PARAMETERS, { NULL, 0, NULL } };
    const function plays = { .name = "reel_plays",
                             .doc = "one row for each replay of any format: player, level, mode, time, duration, score",
                             .parameters = parameters,
                             .bind = bind_plays,
                             .init = report_init,
                             .local_init = init_plays,
                             .next = next_plays };
    return add_function(to, &plays);
}

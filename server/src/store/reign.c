/* SPDX-License-Identifier: MIT */
#include "store/reign.h"

#include "store/catalogue_plays.h"

#include <string.h>

#define FROM_REIGN " FROM reign JOIN entry ON entry.entry = reign.entry JOIN replay ON number = entry_replay WHERE "

typedef struct reign_reader {
    reign_each *each;
    void *context;
    int64_t until; /* of the next row: when the one before it, which came later, was received */
} reign_reader;

static bool read_until(void *context, const sql_value *values, size_t count)
{
    (void)count;
    *(int64_t *)context = values[0].integer;
    return false;
}

static void add_reign(void *context, const board_entry *entry)
{
    reign_reader *reader = context;
    const reign_entry reign = { *entry, reader->until };
    reader->until = entry->replay.received;
    reader->each(reader->context, &reign);
}

reel_status reign_list(catalogue *c, const char *board, const char *level, int64_t before, unsigned limit, reign_each *each,
                       void *context, reel_error *error)
{
    char key[CATALOGUE_TEXT];
    reign_reader reader = { each, context, 0 };
    catalogue_plays_reader plays = { add_reign, &reader, 0 };
    reel_level_key(level, strlen(level), key, sizeof key);
    const sql_value values[] = { sql_text(board), sql_text(key), sql_integer(before ? before : INT64_MAX), sql_integer(limit) };
    reel_status status = REEL_OK;
    if (before)
        status = catalogue_run(c,
                               "SELECT received FROM reign JOIN entry ON entry.entry = reign.entry JOIN replay ON number = "
                               "entry_replay WHERE reign.board = $1 AND reign.board_level = $2 AND reign.entry >= $3 ORDER BY "
                               "reign.entry LIMIT 1",
                               values, 3, read_until, &reader.until, NULL, error);
    return status < 0 ? status
                      : catalogue_run(c,
                                      "SELECT " PLAY_COLUMNS FROM_REIGN "reign.board = $1 AND reign.board_level = $2 AND "
                                      "reign.entry < $3 ORDER BY reign.entry DESC LIMIT $4",
                                      values, 4, catalogue_read_play, &plays, NULL, error);
}

reel_status reign_newest(catalogue *c, const char *board, unsigned limit, board_each *each, void *context, reel_error *error)
{
    catalogue_plays_reader plays = { each, context, 0 };
    const sql_value values[] = { sql_integer(limit), sql_text(board) };
    if (board)
        return catalogue_run(
            c, "SELECT " PLAY_COLUMNS FROM_REIGN "reign.board = $2 AND reign.entry > 0 ORDER BY reign.entry DESC LIMIT $1",
            values, 2, catalogue_read_play, &plays, NULL, error);
    return catalogue_run(c, "SELECT " PLAY_COLUMNS FROM_REIGN "reign.entry > 0 ORDER BY reign.entry DESC LIMIT $1", values, 1,
                         catalogue_read_play, &plays, NULL, error);
}

/* SPDX-License-Identifier: MIT
 * Which columns of a table are what, as packaging/server/imports.conf declares it. */
#ifndef SERVER_COMMAND_IMPORT_COLUMNS_H
#define SERVER_COMMAND_IMPORT_COLUMNS_H

#include "command/import_rows.h"
#include "store/stated.h"

enum { COLUMN_TEXT = 192, COLUMN_CHOICES = 4, COLUMN_WORDS = 128, COLUMN_TABLES = 4 };

typedef enum column_use {
    COLUMN_LEVEL,
    COLUMN_PLAYER,
    COLUMN_NAME,
    COLUMN_VALUE,
    COLUMN_TIME,
    COLUMN_FILE,
    COLUMN_TEAM,
    COLUMN_USES
} column_use;

/* What a value of a column means. */
typedef struct column_word {
    char column[ROW_NAME], from[ROW_NAME], to[ROW_NAME];
} column_word;

typedef struct import_columns {
    char name[ROW_NAME], board[JOB_BOARD];
    double scale;
    char texts[COLUMN_USES][COLUMN_CHOICES][COLUMN_TEXT];
    size_t counts[COLUMN_USES];
    column_word words[COLUMN_WORDS];
    size_t word_count;
    char tables[COLUMN_TABLES][ROW_NAME];
    size_t table_count;
} import_columns;

/* Reads the table that is built in under this name, else the first one of the file. False: a message was printed. */
bool import_columns_read(const char *which, import_columns *columns);
/* Prints the names of the tables that are built in. */
void import_columns_print(FILE *to);
/* Copies a text of the row, cut to `size`. Returns false if its columns have no value. *binary is set if one holds bytes that are not text. */
bool import_columns_text(const import_columns *columns, column_use use, row_reader *row, char *text, size_t size, bool *binary);
/* What the rows of a team have in common: any bytes. False: its columns have no value. */
bool import_columns_team(const import_columns *columns, row_reader *row, char *bytes, size_t size);
/* Reads a time: Unix ms. False: it is of no form that is known. */
bool import_columns_time(const char *text, int64_t *ms);

#endif

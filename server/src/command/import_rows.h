/* SPDX-License-Identifier: MIT
 * The rows of a table that somebody exported: CSV, lines of JSON, dumps of MySQL, MariaDB and SQLite as SQL, or an SQLite file. What it is is
 * known by its first bytes. A row is in memory alone, and has a bound. */
#ifndef SERVER_COMMAND_IMPORT_ROWS_H
#define SERVER_COMMAND_IMPORT_ROWS_H

#include <reel/reel.h>
#include <stdbool.h>
#include <stdio.h>

enum { ROW_COLUMNS = 128, ROW_NAME = 64, ROW_BYTES = 1 << 16, ROW_LINE = 1 << 20 /* bytes of a line of JSON */ };

typedef enum row_result { ROW_READ, ROW_BAD, ROW_END, ROW_FAILED } row_result;

typedef struct row_reader row_reader;

typedef struct row_kind {
    row_result (*next)(row_reader *reader, const char **why);
    const char *(*value)(row_reader *reader, const char *column);
    void (*close)(row_reader *reader);
} row_kind;

/* What all kinds have. */
struct row_reader {
    const row_kind *kind;
    FILE *file;
    uint64_t line; /* of the row; of an SQLite file the number of the row */
    uint64_t at;   /* the line that is read */
    char names[ROW_COLUMNS][ROW_NAME];
    size_t count; /* of columns */
    size_t offsets[ROW_COLUMNS];
    bool absent[ROW_COLUMNS]; /* NULL in SQL */
    bool binary[ROW_COLUMNS]; /* it has a NUL, or was written as X'00ff', and is here in hexadecimal digits */
    size_t value_count;       /* of the row */
    char bytes[ROW_BYTES];
    size_t used;
    bool full;   /* the row is larger than `bytes` */
    bool zero;   /* of the value that is read: it has a NUL */
    void *state; /* of the kind */
};

/* `tables`: names of tables in SQL, of which the first that is there counts in an SQLite file; of dumps, all. NULL: a message was printed. */
row_reader *rows_open(const char *path, const char tables[][ROW_NAME], size_t table_count);
void rows_close(row_reader *reader);
/* The next row. ROW_BAD: *why says what is wrong with the row; the next one can be read. ROW_FAILED: no more can. */
static inline row_result rows_next(row_reader *reader, const char **why) { return reader->kind->next(reader, why); }
/* A value of the row, valid until the next one. NULL: the table has no column of this name, or it is empty here. */
static inline const char *rows_value(row_reader *reader, const char *column) { return reader->kind->value(reader, column); }

/* Whether this value of the row is binary: then it is in hexadecimal digits, and no text. */
bool rows_is_binary(const row_reader *reader, const char *column);

/* ---- for kinds --------------------------------------------------------------------------------------------------------- */

/* The next byte, or EOF; counts lines. */
int rows_get(row_reader *reader);
void rows_unget(row_reader *reader, int c);
void rows_begin(row_reader *reader);
/* Begins the next value. False: there are too many. */
bool rows_begin_value(row_reader *reader);
void rows_add(row_reader *reader, int c);
void rows_end_value(row_reader *reader);
/* What is wrong with the row that was read, or NULL. */
const char *rows_problem(const row_reader *reader);
/* The columns become the values of the row. */
bool rows_name_columns(row_reader *reader);
const char *rows_find(row_reader *reader, const char *column);

bool rows_open_sql(row_reader *reader, const char tables[][ROW_NAME], size_t table_count);
bool rows_open_database(row_reader *reader, const char *path, const char tables[][ROW_NAME], size_t table_count);

#endif

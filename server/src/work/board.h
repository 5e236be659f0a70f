/* SPDX-License-Identifier: MIT
 * Boards as they are declared: packaging/server/boards.conf says how. Nothing here knows a game: tables and fields are those of the schema. */
#ifndef SERVER_WORK_BOARD_H
#define SERVER_WORK_BOARD_H

#include "base/declarations.h"
#include "base/inspection.h"

enum {
    BOARD_NAME = JOB_BOARD,
    BOARD_MOST = 64,
    BOARD_FILE = 1 << 16, /* bytes of the declarations */
    BOARD_TITLE = 128,
    BOARD_FIELDS = 4,
    BOARD_CONDITIONS = 12
};

/* A field of the rows of the board if `table` is empty, else of the first row of a table of the replay or of an insight. */
typedef struct board_field {
    char table[2 * JOB_NAME], field[JOB_NAME];
} board_field;

/* Fields of which the first with a value counts; none: what the header says. */
typedef struct board_source {
    size_t count;
    board_field fields[BOARD_FIELDS];
} board_source;

typedef enum board_test {
    BOARD_TRUE,
    BOARD_NOT,
    BOARD_EQUAL,
    BOARD_DIFFERENT,
    BOARD_BELOW,
    BOARD_AT_MOST,
    BOARD_ABOVE,
    BOARD_AT_LEAST,
    BOARD_HAS,
    BOARD_LACKS
} board_test;

typedef struct board_condition {
    board_field field;
    board_test test;
    char value[JOB_NAME];
} board_condition;

typedef enum board_show { BOARD_NUMBER, BOARD_TIME, BOARD_PERCENT } board_show;

typedef struct board {
    char name[BOARD_NAME], title[BOARD_TITLE], game[JOB_NAME], rows[2 * JOB_NAME], value[JOB_NAME], unit[JOB_NAME];
    bool lower; /* is better */
    board_show show;
    board_source level, player, player_name;
    board_source group; /* none: each row is a play */
    size_t condition_count;
    board_condition conditions[BOARD_CONDITIONS];
    motion_evidence evidence; /* at least this; EVIDENCE_NONE: all but EVIDENCE_AGAINST, which is for all */
    bool by_score;            /* its value is the field that statistics call the score */
    unsigned line;            /* of its declaration */
} board;

typedef struct board_set {
    size_t count;
    board boards[BOARD_MOST];
} board_set;

typedef declaration_problem board_problem;

extern const char board_default_text[];
extern const char *const board_show_names[], *const board_test_names[];

/* Reads declarations. False: *problem says what is wrong with them, in which line. */
bool board_parse(const char *text, size_t size, board_set *set, board_problem *problem);

/* The board of this name, or NULL. */
const board *board_find(const board_set *set, const char *name);
/* The board of this name, or the first of this game, or of one of these with commas between, or NULL. */
const board *board_of(const board_set *set, const char *name);

/* Whether a format is of a game: it may be of several, with commas. */
bool board_is_game(const reel_format *format, const char *game);
/* The field in a format, and its table; NULL: the format, or its insights, do not have it. `rows` is the table of the board's rows. */
const reel_field *board_resolve(const reel_format *format, const reel_table *rows, const board_field *field,
                                const reel_table **table);

/* By what a value is ordered: the lower one is the better. */
static inline double board_rank(const board *board, double value) { return board->lower ? value : -value; }

#endif

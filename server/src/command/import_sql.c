/* SPDX-License-Identifier: MIT
 * Dumps of MySQL, MariaDB and SQLite: their CREATE TABLE, for the names of columns, and INSERT or REPLACE INTO ... VALUES; all else is read over.
 * And SQLite files, with SELECT. */
#include "command/import_rows.h"

#include <ctype.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_TABLES = 8, WORD = 512 };

typedef enum token { TOKEN_END, TOKEN_WORD, TOKEN_NAME /* in quotes of names */, TOKEN_STRING, TOKEN_MARK } token;

typedef struct sql_state {
    char tables[MOST_TABLES][ROW_NAME];
    size_t table_count;
    char word[WORD]; /* of the last word or name */
    int mark;
    char created[ROW_COLUMNS][ROW_NAME]; /* columns of CREATE TABLE: an INSERT may name others */
    size_t created_count;
    bool in_rows;  /* of an INSERT */
    bool verbatim; /* SQLite wrote it: a backslash in a string is itself */
    bool in_value; /* a string goes to the row */
    sqlite3 *database;
    sqlite3_stmt *select;
} sql_state;

/* ---- words ------------------------------------------------------------------------------------------------------------- */

static void read_over_line(row_reader *r)
{
    int c;
    while ((c = rows_get(r)) != EOF && c != '\n') {
    }
}

/* After the first two of a comment: MySQL's versions of statements are comments to others, and none has rows. */
static void read_over_comment(row_reader *r)
{
    int c, before = 0;
    while ((c = rows_get(r)) != EOF && !(before == '*' && c == '/')) before = c;
}

/* The next byte that is neither a blank nor in a comment. */
static int begin_token(row_reader *r)
{
    for (;;) {
        int c = rows_get(r);
        if (c == '#') {
            read_over_line(r);
        } else if (c == '-' || c == '/') {
            const int next = rows_get(r);
            if (c == '-' && next == '-')
                read_over_line(r);
            else if (c == '/' && next == '*')
                read_over_comment(r);
            else
                return rows_unget(r, next), c;
        } else if (c == EOF || !isspace(c)) {
            return c;
        }
    }
}

/* What a letter after a backslash means in MySQL. */
static int unescape(int c)
{
    static const char from[] = "ntrb0Z", to[] = "\n\t\r\b\0\x1a";
    const char *at = c ? strchr(from, c) : NULL;
    return at ? to[at - from] : c;
}

/* The rest of a string or a name, after its quote. It goes to the row, or to the word as far as it fits. */
static void read_quoted(row_reader *r, int quote)
{
    sql_state *s = r->state;
    size_t size = 0;
    for (int c; (c = rows_get(r)) != EOF;) {
        if (c == quote) {
            const int next = rows_get(r);
            if (next != quote) {
                rows_unget(r, next);
                break;
            }
        } else if (c == '\\' && quote == '\'' && !s->verbatim) {
            c = unescape(rows_get(r));
            if (c == EOF) break;
        }
        if (quote == '\'' && s->in_value)
            rows_add(r, c);
        else if (size + 1 < WORD)
            s->word[size++] = (char)c;
    }
    s->word[size] = '\0';
}

static bool is_word(int c) { return c != EOF && (isalnum(c) || c == '_' || c == '.' || c == '$' || c >= 0x80); }

static token read_token(row_reader *r)
{
    sql_state *s = r->state;
    size_t size = 0;
    int c = begin_token(r);
    if (c == EOF) return TOKEN_END;
    if (c == '\'') return read_quoted(r, c), TOKEN_STRING;
    if (c == '`' || c == '"') return read_quoted(r, c), TOKEN_NAME;
    s->mark = c;
    if (!is_word(c) && c != '-' && c != '+') return TOKEN_MARK;
    int before = 0;
    do {
        if (size + 1 < WORD) s->word[size++] = (char)c;
        before = c;
        c = rows_get(r);
    } while (is_word(c) || ((c == '-' || c == '+') && (before == 'e' || before == 'E') && strchr("0123456789-+.", s->word[0])));
    rows_unget(r, c);
    s->word[size] = '\0';
    return TOKEN_WORD;
}

static bool is_mark(const row_reader *r, token t, int mark)
{
    return t == TOKEN_MARK && ((const sql_state *)r->state)->mark == mark;
}

static bool is_keyword(const row_reader *r, token t, const char *word)
{
    return t == TOKEN_WORD && strcasecmp(((const sql_state *)r->state)->word, word) == 0;
}

static token read_over_statement(row_reader *r, token t)
{
    while (t != TOKEN_END && !is_mark(r, t, ';')) t = read_token(r);
    return t;
}

/* ---- statements ---------------------------------------------------------------------------------------------------------- */

/* Whether the table of the statement, which is read, is wanted: without the database before it. */
static bool is_wanted(const row_reader *r)
{
    const sql_state *s = r->state;
    const char *point = strrchr(s->word, '.'), *name = point ? point + 1 : s->word;
    for (size_t i = 0; i < s->table_count; i++)
        if (strcasecmp(s->tables[i], name) == 0) return true;
    return false;
}

/* The name of a table, after the words before it, without that of its database. */
static token read_table(row_reader *r, const char *const *over)
{
    token t = read_token(r);
    for (; *over; over++)
        if (is_keyword(r, t, *over)) t = read_token(r);
    const int next = t == TOKEN_END ? EOF : rows_get(r);
    if (next == '.') return read_token(r);
    rows_unget(r, next);
    return t;
}

/* A definition in CREATE TABLE that is not of a column. */
static bool is_constraint(const row_reader *r, token t)
{
    static const char *const words[] = { "PRIMARY", "UNIQUE",  "KEY",      "INDEX",  "CONSTRAINT",
                                         "CHECK",   "FOREIGN", "FULLTEXT", "SPATIAL" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_keyword(r, t, words[i])) return true;
    return false;
}

static void add_name(row_reader *r)
{
    const sql_state *s = r->state;
    if (!rows_begin_value(r)) return;
    for (const char *c = s->word; *c; c++) rows_add(r, (unsigned char)*c);
    rows_end_value(r);
}

/* Names up to the bracket that ends the list. In CREATE TABLE each is the first word of its definition. */
static token read_names(row_reader *r)
{
    unsigned depth = 1;
    bool first = true;
    token t;
    rows_begin(r);
    while (depth && (t = read_token(r)) != TOKEN_END) {
        if (first && (t == TOKEN_WORD || t == TOKEN_NAME) && !is_constraint(r, t)) add_name(r);
        first = depth == 1 && is_mark(r, t, ',');
        depth += is_mark(r, t, '(');
        depth -= is_mark(r, t, ')');
    }
    rows_name_columns(r);
    return read_token(r);
}

static token read_create(row_reader *r)
{
    static const char *const over[] = { "IF", "NOT", "EXISTS", NULL };
    token t = read_token(r);
    if (!is_keyword(r, t, "TABLE")) return t;
    t = read_table(r, over);
    if ((t != TOKEN_WORD && t != TOKEN_NAME) || !is_wanted(r)) return t;
    t = read_token(r);
    if (!is_mark(r, t, '(')) return t;
    sql_state *s = r->state;
    t = read_names(r);
    memcpy(s->created, r->names, sizeof s->created);
    s->created_count = r->count;
    return t;
}

/* Leaves the file before the first row. */
static token read_insert(row_reader *r)
{
    static const char *const over[] = { "IGNORE", "INTO", NULL };
    sql_state *s = r->state;
    token t = read_table(r, over);
    if ((t != TOKEN_WORD && t != TOKEN_NAME) || !is_wanted(r)) return t;
    t = read_token(r);
    memcpy(r->names, s->created, sizeof s->created);
    r->count = s->created_count;
    if (is_mark(r, t, '(')) t = read_names(r);
    s->in_rows = is_keyword(r, t, "VALUES");
    return t;
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------- */

/* A value, after its first token; its bytes are in the row already if it is a string. */
static void end_value(row_reader *r, token t)
{
    const sql_state *s = r->state;
    if (t == TOKEN_WORD || t == TOKEN_NAME) {
        if (t == TOKEN_WORD && strcasecmp(s->word, "NULL") == 0) r->absent[r->value_count - 1] = true;
        for (const char *c = s->word; *c; c++) rows_add(r, (unsigned char)*c);
    }
    rows_end_value(r);
}

/* Reads to the bracket that ends the row, after its first. False: it is not of plain values. */
static bool read_row(row_reader *r)
{
    sql_state *s = r->state;
    bool plain = true;
    unsigned depth = 1;
    rows_begin(r);
    while (depth == 1) {
        if (!rows_begin_value(r)) plain = false;
        s->in_value = true;
        token t = read_token(r);
        const bool digits = is_keyword(r, t, "X");                               /* X'00ff' */
        if (digits || (t == TOKEN_WORD && s->word[0] == '_')) t = read_token(r); /* _binary 'text' */
        s->in_value = false;
        if (t == TOKEN_END) return false;
        if (t == TOKEN_MARK)
            plain = false;
        else
            end_value(r, t);
        if (digits && r->value_count) r->binary[r->value_count - 1] = true;
        if (t != TOKEN_MARK) t = read_token(r);
        /* whatever else is in it makes the row bad, and is read over */
        while (t != TOKEN_END && !(depth == 1 && (is_mark(r, t, ',') || is_mark(r, t, ')')))) {
            plain = false;
            if (is_mark(r, t, ';')) return false;
            depth += is_mark(r, t, '(');
            depth -= is_mark(r, t, ')');
            t = read_token(r);
        }
        if (t == TOKEN_END) return false;
        depth -= is_mark(r, t, ')');
    }
    return plain;
}

static row_result next_sql(row_reader *r, const char **why)
{
    sql_state *s = r->state;
    for (;;) {
        token t = read_token(r);
        if (t == TOKEN_END) return ROW_END;
        if (s->in_rows && is_mark(r, t, ',')) continue;
        if (s->in_rows && is_mark(r, t, '(')) {
            r->line = r->at + 1;
            *why = read_row(r) ? rows_problem(r) : "the row is not of plain values";
            if (!*why && !r->count) *why = "the columns have no names: the dump has no CREATE TABLE before its rows";
            return *why ? ROW_BAD : ROW_READ;
        }
        s->in_rows = false;
        if (is_keyword(r, t, "PRAGMA"))
            s->verbatim = true;
        else if (is_keyword(r, t, "CREATE"))
            t = read_create(r);
        else if (is_keyword(r, t, "INSERT") || is_keyword(r, t, "REPLACE"))
            t = read_insert(r);
        if (!s->in_rows) read_over_statement(r, t);
    }
}

static void close_sql(row_reader *r)
{
    sql_state *s = r->state;
    if (!s) return;
    sqlite3_finalize(s->select);
    sqlite3_close(s->database);
    free(s);
}

static const row_kind rows_sql = { next_sql, rows_find, close_sql };

bool rows_open_sql(row_reader *r, const char tables[][ROW_NAME], size_t table_count)
{
    sql_state *s = calloc(1, sizeof *s);
    r->kind = &rows_sql;
    r->state = s;
    if (!s || !table_count) return false;
    s->table_count = table_count < MOST_TABLES ? table_count : MOST_TABLES;
    memcpy(s->tables, tables, s->table_count * sizeof *s->tables);
    return true;
}

/* ---- SQLite files ---------------------------------------------------------------------------------------------------------- */

static row_result next_of_database(row_reader *r, const char **why)
{
    sql_state *s = r->state;
    const int result = sqlite3_step(s->select);
    rows_begin(r);
    if (result == SQLITE_DONE) return ROW_END;
    r->line++;
    *why = sqlite3_errmsg(s->database);
    if (result != SQLITE_ROW) return ROW_FAILED;
    for (int i = 0; i < (int)r->count; i++) {
        const char *text = (const char *)sqlite3_column_text(s->select, i);
        rows_begin_value(r);
        if (!text) r->absent[i] = true;
        for (int at = 0, size = sqlite3_column_bytes(s->select, i); text && at < size; at++) rows_add(r, (unsigned char)text[at]);
        rows_end_value(r);
    }
    *why = rows_problem(r);
    return *why ? ROW_BAD : ROW_READ;
}

static const row_kind rows_database = { next_of_database, rows_find, close_sql };

/* Prepares the statement for the first of the tables that is there. Views, which run what the file says, are not taken. */
static bool select_table(sql_state *s, const char name[ROW_NAME])
{
    sqlite3_stmt *find = NULL;
    char *text = sqlite3_mprintf("SELECT * FROM \"%w\"", name);
    bool fine =
        text && sqlite3_prepare_v2(s->database, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE",
                                   -1, &find, NULL) == SQLITE_OK;
    fine = fine && sqlite3_bind_text(find, 1, name, -1, SQLITE_STATIC) == SQLITE_OK && sqlite3_step(find) == SQLITE_ROW;
    fine = fine && sqlite3_prepare_v2(s->database, text, -1, &s->select, NULL) == SQLITE_OK;
    sqlite3_finalize(find);
    sqlite3_free(text);
    return fine;
}

bool rows_open_database(row_reader *r, const char *path, const char tables[][ROW_NAME], size_t table_count)
{
    sql_state *s = calloc(1, sizeof *s);
    r->kind = &rows_database;
    r->state = s;
    if (!s || sqlite3_open_v2(path, &s->database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) return false;
    sqlite3_db_config(s->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    for (size_t i = 0; i < table_count && !s->select; i++) select_table(s, tables[i]);
    if (!s->select) return false;
    rows_begin(r);
    for (int i = 0; i < sqlite3_column_count(s->select); i++) {
        rows_begin_value(r);
        for (const char *c = sqlite3_column_name(s->select, i); c && *c; c++) rows_add(r, (unsigned char)*c);
        rows_end_value(r);
    }
    return rows_name_columns(r);
}

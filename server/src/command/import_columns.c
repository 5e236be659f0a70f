/* SPDX-License-Identifier: MIT */
#include "command/import_columns.h"

#include "base/declarations.h"
#include "base/file_text.h"
#include "board_default.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FILE_BYTES = 1 << 16 };

static const char default_text[] = { IMPORT_DEFAULT 0 };
static const char *const uses[COLUMN_USES] = { "level", "player", "name", "value", "time", "file", "team" };

/* ---- declarations -------------------------------------------------------------------------------------------------------- */

static bool copy_word(char *to, size_t size, const char *word)
{
    if (!word || strlen(word) >= size) return false;
    strcpy(to, word);
    return true;
}

static const char *read_word(import_columns *c, char *rest)
{
    column_word *word = &c->words[c->word_count];
    if (c->word_count == COLUMN_WORDS) return "too many words";
    if (!copy_word(word->column, ROW_NAME, declaration_word(&rest)) ||
        !copy_word(word->from, ROW_NAME, declaration_word(&rest)) || !copy_word(word->to, ROW_NAME, declaration_word(&rest)) ||
        declaration_word(&rest))
        return "a word is COLUMN FROM TO";
    c->word_count++;
    return NULL;
}

static const char *read_tables(import_columns *c, char *rest)
{
    for (char *name; (name = declaration_word(&rest)) != NULL;)
        if (c->table_count == COLUMN_TABLES || !copy_word(c->tables[c->table_count++], ROW_NAME, name))
            return "too many names, or one that is too long";
    return NULL;
}

static const char *read_text(import_columns *c, int use, const char *rest)
{
    if (c->counts[use] == COLUMN_CHOICES) return "too many lines of this kind";
    if (!copy_word(c->texts[use][c->counts[use]], COLUMN_TEXT, rest)) return "the text is too long";
    if (!strchr(rest, '{')) return "a column is in braces: {COLUMN}";
    c->counts[use]++;
    return NULL;
}

/* One line after its first word. NULL: fine. */
static const char *read_value(import_columns *c, const char *word, char *rest)
{
    char *end;
    if (!*rest) return "the line ends after its first word";
    if (strcmp(word, "board") == 0) return copy_word(c->board, sizeof c->board, rest) ? NULL : "the name is too long";
    if (strcmp(word, "word") == 0) return read_word(c, rest);
    if (strcmp(word, "rows") == 0) return read_tables(c, rest);
    if (strcmp(word, "scale") == 0) {
        c->scale = strtod(rest, &end);
        return *end || !isfinite(c->scale) || c->scale == 0 ? "scale is a number that is not 0" : NULL;
    }
    for (int use = 0; use < COLUMN_USES; use++)
        if (strcmp(word, uses[use]) == 0) return read_text(c, use, rest);
    return "no such word";
}

/* The table that is read, among those of a file. */
typedef struct table_reader {
    import_columns *columns;
    const char *name; /* of the one that is wanted; NULL: the first */
    bool here, found, ended;
    declaration_problem *problem;
} table_reader;

static bool read_line(void *context, const char *word, char *rest, unsigned number)
{
    table_reader *t = context;
    const char *problem = NULL;
    if (t->ended) return true;
    if (strcmp(word, "table") == 0) {
        t->ended = t->found;
        t->here = !t->found && (!t->name || strcmp(rest, t->name) == 0);
        t->found = t->found || t->here;
        if (t->here && (!*rest || !copy_word(t->columns->name, sizeof t->columns->name, rest))) problem = "a table has a name";
    } else if (t->here) {
        problem = read_value(t->columns, word, rest);
    } else if (!t->name) {
        problem = "a table begins with: table NAME";
    }
    return !problem || declaration_wrong(t->problem, number, "%s", problem);
}

/* Reads the table of this name, or the first one. *found: it is there. */
static bool read_table(const char *text, const char *name, import_columns *c, declaration_problem *problem, bool *found)
{
    table_reader t = { .columns = c, .name = name, .problem = problem };
    *c = (import_columns){ .scale = 1 };
    const bool fine = declaration_lines(text, strlen(text), read_line, &t, problem);
    *found = t.found;
    return fine;
}

static bool read_file(const char *path, char *text)
{
    FILE *file = fopen(path, "re");
    const size_t size = file ? fread(text, 1, FILE_BYTES, file) : 0;
    bool fine = file && !ferror(file) && size < FILE_BYTES;
    if (!fine) fprintf(stderr, "reel-server: --columns %s: %s\n", path, file ? "too large" : strerror(errno));
    if (file) fclose(file);
    text[fine ? size : 0] = '\0';
    return fine;
}

bool import_columns_read(const char *which, import_columns *c)
{
    bool found;
    declaration_problem problem = { .line = 0 };
    bool fine = read_table(default_text, which, c, &problem, &found);
    if (!found) {
        char *text = malloc(FILE_BYTES);
        if (!text || !read_file(which, text)) return free(text), false;
        fine = read_table(text, NULL, c, &problem, &found);
        free(text);
    }
    const bool states = *c->board && c->counts[COLUMN_VALUE] && c->counts[COLUMN_LEVEL] && c->counts[COLUMN_PLAYER];
    if (fine && !found) fine = declaration_wrong(&problem, 0, "no table is declared");
    if (fine && !c->counts[COLUMN_FILE] && !states)
        fine = declaration_wrong(&problem, 0, "a table needs board, level, player and value, or a file");
    if (fine && c->counts[COLUMN_TEAM] && (!states || c->counts[COLUMN_FILE]))
        fine = declaration_wrong(&problem, 0, "a table of teams states plays, and has no files");
    if (!fine) fprintf(stderr, "reel-server: --columns %s:%u: %s\n", which, problem.line, problem.message);
    return fine;
}

void import_columns_print(FILE *to)
{
    const char *separator = "";
    for (const char *line = default_text; line; line = strchr(line, '\n'), line += line != NULL) {
        if (strncmp(line, "table ", 6) != 0) continue;
        fprintf(to, "%s%.*s", separator, (int)strcspn(line + 6, " \r\n"), line + 6);
        separator = ", ";
    }
}

/* ---- values ------------------------------------------------------------------------------------------------------------ */

static const char *meaning_of(const import_columns *c, const char *column, const char *value)
{
    for (size_t i = 0; i < c->word_count; i++)
        if (strcmp(c->words[i].column, column) == 0 && strcmp(c->words[i].from, value) == 0) return c->words[i].to;
    return value;
}

/* Fills in the columns of one text. Returns false if one of them has no value. *binary is set if one holds bytes that are not text; with NULL, all
 * bytes are copied as they are. */
static bool fill(const import_columns *c, const char *text, row_reader *row, char *to, size_t size, bool *binary)
{
    char column[ROW_NAME];
    size_t used = 0;
    for (const char *at = text; *at;) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        if (!end || end - at > (long)sizeof column) {
            if (used + 1 < size) to[used++] = *at;
            at++;
            continue;
        }
        snprintf(column, sizeof column, "%.*s", (int)(end - at - 1), at + 1);
        const char *value = rows_value(row, column);
        if (!value) return false;
        if (binary && rows_is_binary(row, column)) *binary = true;
        value = meaning_of(c, column, value);
        if (binary)
            copy_file_text(to + used, size - used, value, strlen(value));
        else
            snprintf(to + used, size - used, "%s", value);
        used += strlen(to + used);
        at = end + 1;
    }
    to[used] = '\0';
    return *to != '\0';
}

static bool fill_first(const import_columns *c, column_use use, row_reader *row, char *text, size_t size, bool *binary)
{
    *text = '\0';
    for (size_t i = 0; i < c->counts[use]; i++)
        if (fill(c, c->texts[use][i], row, text, size, binary)) return true;
    *text = '\0';
    return false;
}

bool import_columns_text(const import_columns *c, column_use use, row_reader *row, char *text, size_t size, bool *binary)
{
    return fill_first(c, use, row, text, size, binary);
}

bool import_columns_team(const import_columns *c, row_reader *row, char *bytes, size_t size)
{
    return fill_first(c, COLUMN_TEAM, row, bytes, size, NULL);
}

bool import_columns_time(const char *text, int64_t *ms)
{
    struct tm at = { .tm_isdst = 0 };
    char *end;
    const double number = strtod(text, &end);
    if (end > text && !*end) { /* seconds since 1970 have 10 digits for a long time */
        if (!(number >= 0 && number < 1e15)) return false;
        *ms = (int64_t)(number < 1e11 ? number * 1000 : number);
        return true;
    }
    end = strptime(text, "%Y-%m-%d", &at);
    if (end && (*end == ' ' || *end == 'T')) end = strptime(end + 1, "%H:%M:%S", &at);
    if (!end || (*end && !strchr(".Z+", *end))) return false;
    const time_t seconds = timegm(&at);
    *ms = (int64_t)seconds * 1000;
    return seconds > 0;
}

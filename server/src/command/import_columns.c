/* SPDX-License-Identifier: MIT */
#include "command/import_columns.h"

#include "base/file_text.h"
#include "board_default.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FILE_BYTES = 1 << 16, LINE = 1024 };

static const char default_text[] = { IMPORT_DEFAULT 0 };
static const char *const uses[COLUMN_USES] = { "level", "player", "name", "value", "time", "file" };

/* ---- declarations -------------------------------------------------------------------------------------------------------- */

static const char blanks[] = " \t\r";

/* The next word of a line; NULL: there is none. */
static char *next_word(char **rest)
{
    char *word;
    while ((word = strsep(rest, blanks)) != NULL && !*word) {
    }
    return word;
}

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
    if (!copy_word(word->column, ROW_NAME, next_word(&rest)) || !copy_word(word->from, ROW_NAME, next_word(&rest)) ||
        !copy_word(word->to, ROW_NAME, next_word(&rest)) || next_word(&rest))
        return "a word is COLUMN FROM TO";
    c->word_count++;
    return NULL;
}

static const char *read_tables(import_columns *c, char *rest)
{
    for (char *name; (name = next_word(&rest)) != NULL;)
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
static const char *read_line(import_columns *c, const char *word, char *rest)
{
    char *end;
    rest += strspn(rest, blanks);
    for (size_t size = strlen(rest); size && strchr(blanks, rest[size - 1]); size--) rest[size - 1] = '\0';
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

/* Reads the table of this name, or the first one. Returns what is wrong, in the line *number, or NULL; *found: it is there. */
static const char *read_table(char *text, const char *name, import_columns *c, unsigned *number, bool *found)
{
    bool here = false;
    *found = false;
    *c = (import_columns){ .scale = 1 };
    for (char *line; (line = strsep(&text, "\n")) != NULL;) {
        ++*number;
        line += strspn(line, blanks);
        if (!*line || *line == '#') continue;
        char *rest = line, *word = strsep(&rest, blanks);
        const char *problem = NULL;
        if (strcmp(word, "table") == 0) {
            if (*found) return NULL;
            char *called = next_word(&rest);
            here = called && (!name || strcmp(called, name) == 0);
            if (!copy_word(c->name, sizeof c->name, called)) problem = "a table has a name";
            *found = here;
        } else if (here) {
            char nothing[] = "";
            problem = read_line(c, word, rest ? rest : nothing);
        } else if (!name) {
            problem = "a table begins with: table NAME";
        }
        if (problem) return problem;
    }
    return NULL;
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
    char *text = malloc(FILE_BYTES);
    unsigned number = 0;
    bool found = false;
    if (!text) return fputs("reel-server: out of memory\n", stderr), false;
    strcpy(text, default_text);
    const char *problem = read_table(text, which, c, &number, &found);
    if (!found) {
        number = 0;
        if (!read_file(which, text)) return free(text), false;
        problem = read_table(text, NULL, c, &number, &found);
    }
    free(text);
    const bool states = *c->board && c->counts[COLUMN_VALUE];
    if (!problem && !found) problem = "no table is declared";
    if (!problem && !c->counts[COLUMN_FILE] && !(states && c->counts[COLUMN_LEVEL] && c->counts[COLUMN_PLAYER]))
        problem = "a table needs board, level, player and value, or a file";
    if (problem) fprintf(stderr, "reel-server: --columns %s:%u: %s\n", which, number, problem);
    return !problem;
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

/* Fills one text. False: a column of it has no value. */
static bool fill(const import_columns *c, const char *text, row_reader *row, char *to, size_t size)
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
        value = meaning_of(c, column, value);
        copy_file_text(to + used, size - used, value, strlen(value));
        used += strlen(to + used);
        at = end + 1;
    }
    to[used] = '\0';
    return *to != '\0';
}

bool import_columns_text(const import_columns *c, column_use use, row_reader *row, char *text, size_t size)
{
    *text = '\0';
    for (size_t i = 0; i < c->counts[use]; i++)
        if (fill(c, c->texts[use][i], row, text, size)) return true;
    *text = '\0';
    return false;
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

/* SPDX-License-Identifier: MIT */
#include "work/board.h"

#include "base/declarations.h"
#include "board_default.h"

#include <reel/export.h>
#include <reel/format.h>
#include <reel/insight.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char board_default_text[] = { BOARD_DEFAULT 0 };
const char *const board_show_names[] = { "number", "time", "percent", NULL };
const char *const board_test_names[] = { "", "not", "=", "!=", "<", "<=", ">", ">=", "has", "lacks", NULL };

typedef struct board_reader {
    board_set *set;
    board *board; /* that is declared now; NULL: none yet */
    bool has_better;
    unsigned line;
    board_problem *problem;
} board_reader;

/* Returns false. */
#define wrong(r, ...) declaration_wrong((r)->problem, (r)->line, __VA_ARGS__)

/* ---- what a field is ------------------------------------------------------------------------------------------------- */

/* Whether a list with commas has a game. */
static bool has_game(const char *list, const char *game)
{
    size_t size = strlen(game);
    for (const char *at = list; size; at += strspn(at, ", ")) {
        size_t word = strcspn(at, ",");
        if (word == size && strncmp(at, game, size) == 0) return true;
        at += word;
        if (!*at) break;
    }
    return false;
}

bool board_is_game(const reel_format *format, const char *game) { return has_game(format->game, game); }

const reel_field *board_resolve(const reel_format *format, const reel_table *rows, const board_field *field,
                                const reel_table **table)
{
    *table = *field->table ? reel_find_table(format, field->table, NULL) : rows;
    return *table ? reel_table_field(*table, field->field) : NULL;
}

static bool is_number(const reel_field *field)
{
    return field->count == 1 && field->type != REEL_STRING && field->type != REEL_BYTES && field->type != REEL_UUID;
}

/* The field in the first format of the board's game that has it, or NULL. */
static const reel_field *find_field(const board *b, const board_field *wanted)
{
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        const reel_table *table, *rows = board_is_game(*format, b->game) ? reel_find_table(*format, b->rows, NULL) : NULL;
        const reel_field *field = rows ? board_resolve(*format, rows, wanted, &table) : NULL;
        if (field) return field;
    }
    return NULL;
}

static bool knows_field(board_reader *r, const board_field *field)
{
    if (find_field(r->board, field)) return true;
    return wrong(r, "no format of %s has the field %s%s%s", r->board->game, field->table, *field->table ? "." : "", field->field);
}

static bool knows_source(board_reader *r, const board_source *source)
{
    for (size_t i = 0; i < source->count; i++)
        if (!knows_field(r, &source->fields[i])) return false;
    return true;
}

static bool is_label(const reel_field *field, const char *word)
{
    for (const reel_label *label = field->labels; label && label->name; label++)
        if (strcmp(label->name, word) == 0) return true;
    return false;
}

static bool is_decimal(const char *word)
{
    char *end;
    strtod(word, &end);
    return end > word && !*end;
}

static bool knows_condition(board_reader *r, const board_condition *c)
{
    if (!knows_field(r, &c->field)) return false;
    const reel_field *field = find_field(r->board, &c->field);
    const bool words = c->test == BOARD_HAS || c->test == BOARD_LACKS;
    const bool ordered = c->test >= BOARD_BELOW && c->test <= BOARD_AT_LEAST;
    if (c->test <= BOARD_NOT) return true;
    if (field->count != 1 || field->type == REEL_BYTES) return wrong(r, "%s is not one value", c->field.field);
    if (words && field->type != REEL_STRING) return wrong(r, "%s is not a list of words", c->field.field);
    if (ordered && (!is_number(field) || !is_decimal(c->value))) return wrong(r, "%s is compared with a number", c->field.field);
    if (is_number(field) && field->type != REEL_BOOL && !is_decimal(c->value) && !is_label(field, c->value))
        return wrong(r, "%s is never '%s'", c->field.field, c->value);
    if (field->type == REEL_BOOL && strcmp(c->value, "true") != 0 && strcmp(c->value, "false") != 0)
        return wrong(r, "%s is true or false", c->field.field);
    return true;
}

static bool is_known_game(const char *game)
{
    const reel_format *const *format = reel_formats();
    while (*format && !board_is_game(*format, game)) format++;
    return *format != NULL;
}

static bool has_rows(const board *b)
{
    for (const reel_format *const *format = reel_formats(); *format; format++)
        if (board_is_game(*format, b->game) && reel_find_table(*format, b->rows, NULL)) return true;
    return false;
}

/* Completes the declaration that ends. */
static bool end_board(board_reader *r)
{
    board *b = r->board;
    if (!b) return true;
    r->line = b->line;
    if (!*b->game || !*b->rows || !*b->value || !r->has_better)
        return wrong(r, "the board %s lacks %s", b->name,
                     !*b->game    ? "game"
                     : !*b->rows  ? "rows"
                     : !*b->value ? "value"
                                  : "better");
    if (!is_known_game(b->game)) return wrong(r, "no format has the game '%s'", b->game);
    if (!has_rows(b)) return wrong(r, "no format of %s has the table %s", b->game, b->rows);
    board_field value = { .table = "" };
    memcpy(value.field, b->value, sizeof value.field);
    if (!knows_field(r, &value)) return false;
    const reel_field *field = find_field(b, &value);
    if (!is_number(field)) return wrong(r, "the value %s is not a number", b->value);
    b->by_score = !b->lower && field->flags & REEL_FIELD_SCORE;
    if (!*b->unit) snprintf(b->unit, sizeof b->unit, "%s", field->unit);
    if (!*b->title) snprintf(b->title, sizeof b->title, "%s", b->name);
    if (!knows_source(r, &b->level) || !knows_source(r, &b->player) || !knows_source(r, &b->player_name)) return false;
    if (!knows_source(r, &b->group)) return false;
    for (size_t i = 0; i < b->condition_count; i++)
        if (!knows_condition(r, &b->conditions[i])) return false;
    if (b->group.count && !b->player.count) return wrong(r, "the rows of a group need a player each: player FIELD");
    for (size_t i = 0; i < b->group.count; i++)
        if (*b->group.fields[i].table) return wrong(r, "group has fields of the rows only");
    return true;
}

/* ---- words ----------------------------------------------------------------------------------------------------------- */

static bool set_text(board_reader *r, char *to, size_t size, const char *text)
{
    if (!*text) return wrong(r, "a value is missing");
    if (strlen(text) >= size) return wrong(r, "'%.40s' is too long", text);
    strcpy(to, text);
    return true;
}

static bool set_field(board_reader *r, board_field *to, const char *text)
{
    const char *dot = strrchr(text, '.');
    size_t size = dot ? (size_t)(dot - text) : 0;
    if (size >= sizeof to->table) return wrong(r, "'%.40s' is too long", text);
    memcpy(to->table, text, size);
    to->table[size] = '\0';
    return set_text(r, to->field, sizeof to->field, dot ? dot + 1 : text);
}

static bool set_source(board_reader *r, board_source *to, char *text)
{
    to->count = 0;
    for (char *word; (word = declaration_word(&text)); to->count++) {
        if (to->count == BOARD_FIELDS) return wrong(r, "more than %d fields", BOARD_FIELDS);
        if (!set_field(r, &to->fields[to->count], word)) return false;
    }
    return to->count || wrong(r, "a field is missing");
}

/* The index of a word in a list, or -1. */
static int index_of(const char *const *words, const char *word)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], word) == 0) return i;
    return -1;
}

static bool set_condition(board_reader *r, char *text)
{
    board *b = r->board;
    if (b->condition_count == BOARD_CONDITIONS) return wrong(r, "more than %d conditions", BOARD_CONDITIONS);
    board_condition *c = &b->conditions[b->condition_count];
    char *word = declaration_word(&text);
    if (!word) return wrong(r, "a condition is missing");
    c->test = strcmp(word, "not") == 0 ? BOARD_NOT : BOARD_TRUE;
    if (c->test == BOARD_NOT) word = declaration_word(&text);
    if (!word) return wrong(r, "a field is missing after not");
    if (!set_field(r, &c->field, word)) return false;
    b->condition_count++;
    if (!(word = declaration_word(&text))) return true;
    int test = index_of(board_test_names, word);
    if (c->test == BOARD_NOT || test <= BOARD_NOT) return wrong(r, "'%.40s' is not a comparison", word);
    c->test = (board_test)test;
    return set_text(r, c->value, sizeof c->value, text + strspn(text, declaration_blanks));
}

/* ---- lines ----------------------------------------------------------------------------------------------------------- */

static bool begin_board(board_reader *r, const char *name)
{
    const unsigned line = r->line;
    if (!end_board(r)) return false;
    r->line = line;
    if (!declaration_is_name(name, BOARD_NAME))
        return wrong(r, "a board's name has lower-case letters, digits and dashes, at most %d", BOARD_NAME - 1);
    if (board_find(r->set, name)) return wrong(r, "there are two boards %s", name);
    if (r->set->count == BOARD_MOST) return wrong(r, "more than %d boards", BOARD_MOST);
    r->board = &r->set->boards[r->set->count++];
    *r->board = (board){ .line = line };
    r->has_better = false;
    strcpy(r->board->name, name);
    return true;
}

static bool read_better(board_reader *r, char *text)
{
    r->board->lower = strcmp(text, "lower") == 0;
    r->has_better = true;
    return r->board->lower || strcmp(text, "higher") == 0 || wrong(r, "better is higher or lower");
}

static bool read_show(board_reader *r, char *text)
{
    int show = index_of(board_show_names, text);
    r->board->show = show < 0 ? BOARD_NUMBER : (board_show)show;
    return show >= 0 || wrong(r, "show is number, time or percent");
}

static bool read_evidence(board_reader *r, char *text)
{
    static const struct {
        const char *word;
        motion_evidence least;
    } words[] = { { "full", EVIDENCE_FULL }, { "partial", EVIDENCE_PARTIAL }, { "any", EVIDENCE_AGAINST } };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(text, words[i].word) != 0) continue;
        r->board->evidence = words[i].least;
        return true;
    }
    return wrong(r, "evidence is full, partial or any");
}

static bool read_value(board_reader *r, const char *word, char *rest)
{
    board *b = r->board;
    if (strcmp(word, "title") == 0) return set_text(r, b->title, sizeof b->title, rest);
    if (strcmp(word, "game") == 0) return set_text(r, b->game, sizeof b->game, rest);
    if (strcmp(word, "rows") == 0) return set_text(r, b->rows, sizeof b->rows, rest);
    if (strcmp(word, "value") == 0) return set_text(r, b->value, sizeof b->value, rest);
    if (strcmp(word, "unit") == 0) return set_text(r, b->unit, sizeof b->unit, rest);
    if (strcmp(word, "better") == 0) return read_better(r, rest);
    if (strcmp(word, "show") == 0) return read_show(r, rest);
    if (strcmp(word, "evidence") == 0) return read_evidence(r, rest);
    if (strcmp(word, "level") == 0) return set_source(r, &b->level, rest);
    if (strcmp(word, "player") == 0) return set_source(r, &b->player, rest);
    if (strcmp(word, "name") == 0) return set_source(r, &b->player_name, rest);
    if (strcmp(word, "group") == 0) return set_source(r, &b->group, rest);
    if (strcmp(word, "where") == 0) return set_condition(r, rest);
    return wrong(r, "unknown word '%.40s'", word);
}

static bool read_line(void *context, const char *word, char *rest, unsigned number)
{
    board_reader *r = context;
    r->line = number;
    if (strcmp(word, "board") == 0) return begin_board(r, rest);
    return r->board ? read_value(r, word, rest) : wrong(r, "'board NAME' has to come first");
}

bool board_parse(const char *text, size_t size, board_set *set, board_problem *problem)
{
    board_reader r = { .set = set, .problem = problem };
    set->count = 0;
    *problem = (board_problem){ .line = 0 };
    if (size > BOARD_FILE) return wrong(&r, "more than %d bytes", BOARD_FILE);
    return declaration_lines(text, size, read_line, &r, problem) && end_board(&r);
}

/* ---- sets ------------------------------------------------------------------------------------------------------------ */

const board *board_find(const board_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->boards[i].name, name) == 0) return &set->boards[i];
    return NULL;
}

const board *board_of(const board_set *set, const char *name)
{
    const board *found = board_find(set, name);
    for (size_t i = 0; !found && i < set->count; i++)
        if (has_game(name, set->boards[i].game)) found = &set->boards[i];
    return found;
}

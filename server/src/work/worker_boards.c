/* SPDX-License-Identifier: MIT */
#include "work/worker_boards.h"

#include "base/file_text.h"

#include <math.h>
#include <reel/export.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SLOTS = 2 * JOB_PLAYS, GROUP_MEMBERS = 2048, GROUP_KEY = 128 };

/* A field of a format. NULL: it does not have it. */
typedef struct found_field {
    const reel_table *table;
    const reel_field *field;
    bool of_row;
    bool known;          /* not of the row: its table was there */
    bool holds;          /* of a condition */
    char text[JOB_TEXT]; /* of a source */
} found_field;

typedef struct found_source {
    size_t count;
    found_field fields[BOARD_FIELDS];
} found_source;

typedef struct found_condition {
    const board_condition *rule;
    found_field at;
    bool is_number; /* compared as one */
    double number;
} found_condition;

/* A board of the format. */
typedef struct found_board {
    const board *board;
    const reel_table *rows;
    const reel_field *value;
    found_source level, player, player_name, group;
    found_condition conditions[BOARD_CONDITIONS];
} found_board;

typedef struct group_member {
    uint16_t board;
    double value;
    char group[GROUP_KEY], name[JOB_TEXT];
    char level[JOB_TEXT], level_key[JOB_TEXT];
} group_member;

struct board_run {
    const board_set *set;
    const reel_format *format;
    found_board *boards;
    size_t count;
    board_play plays[JOB_PLAYS];
    uint16_t owner[JOB_PLAYS]; /* the board of a play */
    size_t play_count;
    uint16_t slots[SLOTS]; /* of a table by hash: the play with this index, plus 1 */
    group_member *members; /* NULL: none so far */
    size_t member_count;
    uint64_t left_out;
    bool failed; /* without memory */
};

board_run *board_run_new(const board_set *set)
{
    board_run *run = calloc(1, sizeof *run);
    if (!run) return NULL;
    run->set = set;
    run->boards = calloc(set->count + 1, sizeof *run->boards);
    if (run->boards) return run;
    free(run);
    return NULL;
}

void board_run_free(board_run *run)
{
    if (!run) return;
    free(run->boards);
    free(run->members);
    free(run);
}

/* ---- the fields of a format ------------------------------------------------------------------------------------------ */

void board_add_tables(const board_set *set, const reel_table **tables, size_t most)
{
    size_t count = 0;
    while (tables[count]) count++;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++) {
            char name[3 * JOB_NAME];
            bool wanted = false, known = false;
            snprintf(name, sizeof name, "%s.%s", (*insight)->id, (*table)->name);
            for (size_t i = 0; i < set->count && !wanted; i++) {
                const board *b = &set->boards[i];
                wanted = strcmp(b->rows, name) == 0;
                for (size_t n = 0; n < b->condition_count; n++) wanted |= strcmp(b->conditions[n].field.table, name) == 0;
                for (size_t n = 0; n < BOARD_FIELDS; n++)
                    wanted |= (n < b->level.count && strcmp(b->level.fields[n].table, name) == 0) ||
                              (n < b->player.count && strcmp(b->player.fields[n].table, name) == 0) ||
                              (n < b->player_name.count && strcmp(b->player_name.fields[n].table, name) == 0);
            }
            for (size_t i = 0; i < count; i++) known |= tables[i] == *table;
            if (wanted && !known && count < most) tables[count++] = *table;
        }
    tables[count] = NULL;
}

static void find_one(const board_run *run, const found_board *b, const board_field *wanted, found_field *to)
{
    *to = (found_field){ .of_row = !*wanted->table };
    to->field = board_resolve(run->format, b->rows, wanted, &to->table);
}

static void find_source(const board_run *run, const found_board *b, const board_source *wanted, found_source *to)
{
    to->count = wanted->count;
    for (size_t i = 0; i < wanted->count; i++) find_one(run, b, &wanted->fields[i], &to->fields[i]);
}

static void find_condition(const board_run *run, const found_board *b, const board_condition *rule, found_condition *to)
{
    char *end;
    to->rule = rule;
    find_one(run, b, &rule->field, &to->at);
    const reel_field *field = to->at.field;
    /* what is missing differs from everything, and is not true */
    to->at.holds = rule->test == BOARD_NOT || rule->test == BOARD_DIFFERENT || rule->test == BOARD_LACKS;
    to->is_number = field && field->type != REEL_STRING && field->type != REEL_BYTES && field->type != REEL_UUID;
    if (!to->is_number) return;
    to->number = strtod(rule->value, &end);
    if (strcmp(rule->value, "true") == 0) to->number = 1;
    for (const reel_label *label = field->labels; label && label->name; label++)
        if (strcmp(label->name, rule->value) == 0) to->number = (double)label->value;
}

/* Finds the boards whose rows the format has. */
static void find_boards(board_run *run, const reel_format *format)
{
    run->format = format;
    for (size_t i = 0; i < run->set->count; i++) {
        const board *board = &run->set->boards[i];
        const reel_table *rows = board_is_game(format, board->game) ? reel_find_table(format, board->rows, NULL) : NULL;
        const reel_field *value = rows ? reel_table_field(rows, board->value) : NULL;
        if (!value) continue;
        found_board *b = &run->boards[run->count++];
        *b = (found_board){ .board = board, .rows = rows, .value = value };
        find_source(run, b, &board->level, &b->level);
        find_source(run, b, &board->player, &b->player);
        find_source(run, b, &board->player_name, &b->player_name);
        find_source(run, b, &board->group, &b->group);
        for (size_t n = 0; n < board->condition_count; n++) find_condition(run, b, &board->conditions[n], &b->conditions[n]);
    }
}

/* ---- conditions ------------------------------------------------------------------------------------------------------ */

/* Whether a value says something: not 0, false or empty. */
static bool is_set(const reel_field *field, const void *row)
{
    char text[2];
    if (!reel_field_present(field, row)) return false;
    size_t size = reel_field_text(field, row, false, text, sizeof text);
    bool number = field->type != REEL_STRING && field->type != REEL_BYTES && field->type != REEL_UUID;
    return number ? reel_field_number(field, row, 0) != 0 : size > 0;
}

static bool compares(const found_condition *c, int sign)
{
    switch (c->rule->test) {
    case BOARD_EQUAL: return sign == 0;
    case BOARD_DIFFERENT: return sign != 0;
    case BOARD_BELOW: return sign < 0;
    case BOARD_AT_MOST: return sign <= 0;
    case BOARD_ABOVE: return sign > 0;
    case BOARD_AT_LEAST: return sign >= 0;
    default: return false;
    }
}

/* Whether a list of words with commas or blanks has a word, in any case. */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (list += strspn(list, ", "); *list; list += strspn(list, ", ")) {
        size_t size = strcspn(list, ", ");
        if (size == length && strncasecmp(list, word, size) == 0) return true;
        list += size;
    }
    return false;
}

static bool holds(const found_condition *c, const void *row)
{
    char text[JOB_TEXT];
    const reel_field *field = c->at.field;
    const board_test test = c->rule->test;
    if (test == BOARD_TRUE) return is_set(field, row);
    if (test == BOARD_NOT) return !is_set(field, row);
    if (!reel_field_present(field, row)) return test == BOARD_DIFFERENT || test == BOARD_LACKS;
    if (c->is_number) {
        double number = reel_field_number(field, row, 0);
        if (isnan(number)) return test == BOARD_DIFFERENT;
        return compares(c, (number > c->number) - (number < c->number));
    }
    reel_field_text(field, row, true, text, sizeof text);
    if (test == BOARD_HAS || test == BOARD_LACKS) return has_word(text, c->rule->value) == (test == BOARD_HAS);
    return compares(c, strcmp(text, c->rule->value));
}

static bool row_counts(const found_board *b, const void *row)
{
    for (size_t i = 0; i < b->board->condition_count; i++) {
        const found_condition *c = &b->conditions[i];
        if (c->at.of_row && !(c->at.field ? holds(c, row) : c->at.holds)) return false;
    }
    return true;
}

/* The conditions that are not of the rows. */
static bool replay_counts(const found_board *b)
{
    for (size_t i = 0; i < b->board->condition_count; i++)
        if (!b->conditions[i].at.of_row && !b->conditions[i].at.holds) return false;
    return true;
}

/* ---- texts ----------------------------------------------------------------------------------------------------------- */

/* The text of a field; empty: it has none, or 0. */
static void read_text(const reel_field *field, const void *row, char to[JOB_TEXT])
{
    char whole[4 * JOB_TEXT];
    *to = '\0';
    if (!field || !reel_field_present(field, row)) return;
    size_t size = reel_field_text(field, row, true, whole, sizeof whole);
    if (size == 0 || (size == 1 && *whole == '0')) return;
    copy_long_text(to, whole, size < sizeof whole ? size : sizeof whole - 1);
}

/* What a source says; empty: nothing. */
static void read_source(const found_source *source, const void *row, char to[JOB_TEXT])
{
    *to = '\0';
    for (size_t i = 0; i < source->count && !*to; i++) {
        const found_field *f = &source->fields[i];
        if (f->of_row)
            read_text(f->field, row, to);
        else
            strcpy(to, f->text);
    }
}

/* Else it is the same for all rows, and may be known only later. */
static bool has_of_row(const found_source *source)
{
    for (size_t i = 0; i < source->count; i++)
        if (source->fields[i].of_row) return true;
    return false;
}

static void make_key(const char *text, char key[JOB_TEXT], size_t (*make)(const char *, size_t, char *, size_t))
{
    char whole[2 * JOB_TEXT];
    size_t size = make(text, strlen(text), whole, sizeof whole);
    copy_long_text(key, whole, size < sizeof whole ? size : sizeof whole - 1);
}

/* ---- plays ----------------------------------------------------------------------------------------------------------- */

static uint64_t add_to_hash(uint64_t hash, const char *text)
{
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return (hash ^ 0xff) * UINT64_C(0x100000001b3);
}

/* Keeps the best play of a player on a level. */
static void keep_play(board_run *run, uint16_t owner, const board_play *play)
{
    uint64_t hash = add_to_hash(add_to_hash(UINT64_C(0xcbf29ce484222325) + owner, play->level_key), play->player_key);
    const board *board = run->boards[owner].board;
    for (size_t slot = (hash ^ hash >> 32) % SLOTS;; slot = (slot + 1) % SLOTS) {
        board_play *known = run->slots[slot] ? &run->plays[run->slots[slot] - 1] : NULL;
        if (known && (run->owner[known - run->plays] != owner || strcmp(known->level_key, play->level_key) != 0 ||
                      strcmp(known->player_key, play->player_key) != 0))
            continue;
        if (!known && run->play_count == JOB_PLAYS) {
            run->left_out++;
            return;
        }
        if (!known) {
            run->owner[run->play_count] = owner;
            run->plays[run->play_count++] = *play;
            run->slots[slot] = (uint16_t)run->play_count;
        } else if (board_rank(board, play->value) < board_rank(board, known->value)) {
            *known = *play;
        }
        return;
    }
}

static void keep_member(board_run *run, uint16_t owner, const board_play *play, const void *row)
{
    const found_source *group = &run->boards[owner].group;
    if (!run->members) run->members = malloc(GROUP_MEMBERS * sizeof *run->members);
    if (!run->members || run->member_count == GROUP_MEMBERS) {
        run->failed |= !run->members;
        run->left_out++;
        return;
    }
    group_member *member = &run->members[run->member_count++];
    *member = (group_member){ .board = owner, .value = play->value };
    strcpy(member->name, *play->player_name ? play->player_name : play->player);
    strcpy(member->level, play->level);
    strcpy(member->level_key, play->level_key);
    for (size_t i = 0, used = 0; i < group->count; i++) {
        char text[JOB_TEXT];
        read_text(group->fields[i].field, row, text);
        used += (size_t)snprintf(member->group + used, sizeof member->group - used, "%s/", text);
        if (used >= sizeof member->group) break;
    }
}

static void read_row(board_run *run, uint16_t owner, const void *row)
{
    const found_board *b = &run->boards[owner];
    board_play play = { .value = 0 };
    if (!reel_field_present(b->value, row) || !row_counts(b, row)) return;
    play.value = reel_field_number(b->value, row, 0);
    if (!isfinite(play.value)) return;
    play.header_level = b->level.count == 0;
    play.header_player = b->player.count == 0;
    strcpy(play.board, b->board->name);
    if (has_of_row(&b->level)) read_source(&b->level, row, play.level);
    read_source(&b->player, row, play.player);
    read_source(&b->player_name, row, play.player_name);
    make_key(play.level, play.level_key, reel_level_key);
    make_key(play.player, play.player_key, reel_player_key);
    if (b->player.count && !*play.player_key) return;
    if (b->group.count)
        keep_member(run, owner, &play, row);
    else
        keep_play(run, owner, &play);
}

/* ---- chunks ---------------------------------------------------------------------------------------------------------- */

static const void *first_row(const reel_chunk *chunk, const reel_table *table)
{
    size_t count = 0;
    const void *row = table ? reel_chunk_rows(chunk, table, &count) : NULL;
    return count ? row : NULL;
}

/* Reads the fields that are not of the rows, when their table is there for the first time. */
static void note_source(found_source *source, const reel_chunk *chunk)
{
    for (size_t i = 0; i < source->count; i++) {
        found_field *f = &source->fields[i];
        const void *row = f->of_row || f->known || !f->field ? NULL : first_row(chunk, f->table);
        if (!row) continue;
        f->known = true;
        read_text(f->field, row, f->text);
    }
}

static void note_conditions(found_board *b, const reel_chunk *chunk)
{
    for (size_t i = 0; i < b->board->condition_count; i++) {
        found_condition *c = &b->conditions[i];
        const void *row = c->at.of_row || c->at.known || !c->at.field ? NULL : first_row(chunk, c->at.table);
        if (!row) continue;
        c->at.known = true;
        c->at.holds = holds(c, row);
    }
}

void board_run_chunk(board_run *run, const reel_format *format, const reel_chunk *chunk)
{
    if (!run->format) find_boards(run, format);
    for (size_t i = 0; i < run->count; i++) {
        found_board *b = &run->boards[i];
        size_t count = 0;
        note_source(&b->level, chunk);
        note_source(&b->player, chunk);
        note_source(&b->player_name, chunk);
        note_conditions(b, chunk);
        const char *rows = reel_chunk_rows(chunk, b->rows, &count);
        for (size_t n = 0; rows && n < count; n++) read_row(run, (uint16_t)i, rows + n * b->rows->row_size);
    }
}

/* ---- the end --------------------------------------------------------------------------------------------------------- */

static int compare_members(const void *one, const void *other)
{
    const group_member *a = one, *b = other;
    if (a->board != b->board) return a->board < b->board ? -1 : 1;
    int group = strcmp(a->group, b->group);
    return group ? group : strcmp(a->name, b->name);
}

/* Makes one play of the members from `first` up to `end`, which are sorted by name. */
static void end_group(board_run *run, size_t first, size_t end)
{
    static char list[1 << 14];
    const group_member *members = run->members;
    const found_board *b = &run->boards[members[first].board];
    size_t used = 0, names = 0;
    for (size_t i = first; i < end; i++) {
        if (i > first && strcmp(members[i].name, members[i - 1].name) == 0) continue;
        used = add_member(list, used, sizeof list, members[i].name);
        names++;
    }
    if (names < 2) {
        explicit_bzero(list, used);
        return;
    }
    board_play play = { .value = members[first].value, .header_level = b->level.count == 0 };
    strcpy(play.board, b->board->name);
    strcpy(play.level, members[first].level);
    strcpy(play.level_key, members[first].level_key);
    copy_long_text(play.player, list, used);
    copy_long_text(play.player_name, list, used);
    make_key(play.player, play.player_key, reel_player_key);
    explicit_bzero(list, used); /* the next job is of another client */
    keep_play(run, members[first].board, &play);
}

static void end_groups(board_run *run)
{
    if (!run->member_count) return;
    qsort(run->members, run->member_count, sizeof *run->members, compare_members);
    for (size_t first = 0, end; first < run->member_count; first = end) {
        for (end = first + 1; end < run->member_count; end++)
            if (run->members[end].board != run->members[first].board ||
                strcmp(run->members[end].group, run->members[first].group) != 0)
                break;
        end_group(run, first, end);
    }
}

/* A level or player that is a field outside the rows may have been read after them. */
static void complete_play(const found_board *b, board_play *play)
{
    if (b->level.count && !*play->level) read_source(&b->level, NULL, play->level);
    make_key(play->level, play->level_key, reel_level_key);
}

/* What the motion contradicts is on no board that does not ask for it. */
static bool is_supported(motion_evidence least, motion_evidence found)
{
    if (least == EVIDENCE_AGAINST) return true;
    return (least == EVIDENCE_NONE && found != EVIDENCE_AGAINST) || found == EVIDENCE_FULL ||
           (found == EVIDENCE_PARTIAL && least == EVIDENCE_PARTIAL);
}

const board_play *board_run_end(board_run *run, bool failed, motion_evidence evidence, size_t *count, uint64_t *left_out)
{
    size_t kept = 0;
    end_groups(run);
    for (size_t i = 0; i < run->play_count && !failed; i++) {
        const found_board *b = &run->boards[run->owner[i]];
        board_play play = run->plays[i];
        if (!replay_counts(b) || !is_supported(b->board->evidence, evidence)) continue;
        complete_play(b, &play);
        if (b->level.count && !*play.level_key) continue;
        run->plays[kept++] = play;
    }
    *count = kept;
    *left_out = run->left_out;
    return run->plays;
}

/* SPDX-License-Identifier: MIT
 * Internal to the format: a file of JSON on its way to rows. */
#ifndef BEATSABER_MAP_READER_H
#define BEATSABER_MAP_READER_H

#include "core/chunk.h"
#include "formats/beatsaber_map/layout.h"

/* ---- the text ----------------------------------------------------------------------------------------------------- */

/* Text of a file. Tools write NaN, Infinity and commas before a closing bracket, which JSON does not have: then `text` is a copy in which
 * blanks and zeros are in their place, byte for byte at the same offsets. */
typedef struct map_text {
    const uint8_t *raw, *text;
    size_t size;
    uint8_t *copy;          /* `text`, if it is one */
    uint64_t words, commas; /* that were replaced */
    size_t first_word, first_comma;
} map_text;

/* Makes that copy. REEL_END: nothing is to be replaced; REEL_MEMORY. */
reel_status reel__bsmap_text_replace(map_text *text, const reel_allocator *allocator);
/* Whether the number at an offset stands for NaN or infinity. */
static inline bool map_text_is_word(const map_text *text, size_t at)
{
    if (!text->words) return false;
    at += text->raw[at] == '-' && at + 1 < text->size;
    return text->raw[at] != text->text[at];
}
/* The number that the word at an offset means. */
double reel__bsmap_text_word(const map_text *text, size_t at);

/* ---- odd things ---------------------------------------------------------------------------------------------------- */

typedef enum map_odd {
    MAP_ODD_ITEM,
    MAP_ODD_NULL,
    MAP_ODD_TYPE,
    MAP_ODD_WHOLE,
    MAP_ODD_WORD,
    MAP_ODD_COMMA,
    MAP_ODD_REPEATED,
    MAP_ODD_LIST,
    MAP_ODD_INDEX,
    MAP_ODD_NOT_NOTE,
    MAP_ODD_NOTE_TYPE,
    MAP_ODD_TEMPO,
    MAP_ODD_OLD_TEMPO,
    MAP_ODD_UNUSED_TEMPO,
    MAP_ODD_CHAIN,
    MAP_ODD_VERSIONS,
    MAP_ODD_NO_VERSION,
    MAP_ODD_OTHER_VERSION,
    MAP_ODDS
} map_odd;

/* The fixed text of an object: what is before each number, and after the last one. Most lists have one spelling. */
typedef struct map_form {
    const map_shape *shape; /* NULL: not learned */
    unsigned count;
    struct map_part {
        const uint8_t *text;
        uint64_t word, mask; /* the first 8 bytes of the text, and which of them it has */
        uint64_t last;       /* its last 8, if it has more */
        uint16_t size;
        uint8_t key;
    } parts[MAP_MOST_KEYS + 1]; /* the last one has no number */
} map_form;

typedef struct map_data_list {
    map_datum *items;
    size_t count, capacity;
} map_data_list;

/* What is read of a file of version 4. */
typedef enum map_share {
    MAP_WHOLE_FILE,
    MAP_PLAYED, /* the file of a difficulty in a level, which games read no lights of */
    MAP_LIGHTS  /* the file of its lights; one of another version is ignored */
} map_share;

typedef struct map_reading {
    reel_decoder *d;
    map_text text;
    uint64_t base;     /* offset in the file of the text */
    const char *where; /* words for messages: " (NAME)", or "" */
    uint32_t difficulty;
    unsigned form;
    reel_string version;
    double bpm;                  /* that the file states; 0: none */
    const struct map_song *song; /* of the level; NULL: a lone file */
    unsigned other;              /* the version that the file turns out to be; 0: as stated */
    bool judged;                 /* it was found by its lists */
    bool own;                    /* a list of the stated version was met */
    bool done;                   /* read to the end */
    uint64_t met;
    map_share part;
    const char *section;
    pull_reader tree;
    pull_value value;
    const uint8_t *numbers_end; /* the last byte of the text before it can be in no number */
    map_form known;
    map_data_list data[MAP_DATA_LISTS];
    size_t number;                   /* of the table of the list that is read */
    map_cells cells;                 /* of its rows */
    reel_row_list *lists[MAP_LISTS]; /* where rows are added; NULL: not wanted, by nobody */
    size_t first[MAP_LISTS];         /* rows that were there before */
    struct {
        uint64_t count, first;
        const char *section;
    } odd[MAP_ODDS];
} map_reading;

/* `at` NULL: found when the text was read already. */
void reel__bsmap_count_odd(map_reading *m, map_odd what, const uint8_t *at);
void reel__bsmap_report_odds(map_reading *m);

/* Reads the object whose bracket was just read. REEL_OK; REEL_END: it is another kind of object, which is counted; a fault of m->tree otherwise. */
bool reel__bsmap_read_item(map_reading *m, const map_shape *shape, map_item *item, bool *whole);
/* Reads the next object of the list if it is spelled like the last one. Otherwise reads nothing and returns false. */
bool reel__bsmap_read_known(map_reading *m, const map_shape *shape, map_item *item);
bool reel__bsmap_read_number(map_reading *m, map_kind kind, double *number);

/* Reads an array of groups of lights whose bracket was just read. */
void reel__bsmap_read_groups(map_reading *m, const map_shape *shape);
/* Fills their rows from the data that they refer to. */
void reel__bsmap_resolve_lights(map_reading *m);
/* The list of a name in the file, if this part of it is read. */
const map_shape *reel__bsmap_own_list(const map_reading *m, const pull_value *key);

/* A tempo from a beat on. */
typedef struct map_piece {
    double beat, time, bpm;
} map_piece;
typedef struct map_tempo {
    map_piece *pieces; /* in order; those before the first have its tempo */
    size_t count;      /* 0: not known */
} map_tempo;

/* Times of the rows of m, in order of its tempo. REEL_MEMORY. */
reel_status reel__bsmap_give_times(map_reading *m);
/* Scoring of its notes, numbers and the greatest score. REEL_MEMORY. */
reel_status reel__bsmap_give_scoring(map_reading *m, beatsaber_map_difficulty *difficulty);

/* The rows of a table that m has made. */
void *reel__bsmap_rows(const map_reading *m, const reel_table *table, size_t *count);

/* Reads a difficulty, of m->text.raw, and fills *row. Rows before damage are kept; the failure is in m->d->error. m keeps what it has learned
 * until its end. */
reel_status reel__bsmap_read_difficulty(map_reading *m, beatsaber_map_difficulty *row);
void reel__bsmap_reading_end(map_reading *m);
/* The version that a text begins with, as a number: 2 to 4, above if it is a later one; 0: none. */
unsigned reel__bsmap_form_of(reel_string version);

typedef struct map_state {
    reel_error error;
    reel_status status;
    bool nothing; /* of a level was read */
    bool done;
} map_state;

reel_status reel__bsmap_open(reel_decoder *d);
reel_status reel__bsmap_next(reel_decoder *d);
uint64_t reel__bsmap_memory_bound(uint64_t size, const reel_limits *limits);
int reel__bsmap_sniff(const uint8_t *head, size_t size);
bool reel__bsmap_is_info(const uint8_t *text, size_t size);

#endif

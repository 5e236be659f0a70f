/* SPDX-License-Identifier: MIT
 * Reads single values of the decoded JSON. */
#ifndef SCORESABER_DECODED_VALUES_H
#define SCORESABER_DECODED_VALUES_H

#include "codec/pull.h"
#include "core/fill.h"
#include "formats/scoresaber/layout.h"

/* Kinds of skipped or invalid values. Each is reported once, with a count. */
typedef enum odd { ODD_KIND, ODD_MEMBER, ODD_WHOLE, ODD_FRAME, ODD_REPEATED, ODD_TEXT, ODD_QUOTED, ODD_MODIFIER, ODDS } odd;

typedef struct decoded_job {
    reel_decoder *d;
    pull_reader tree;
    pull_value value;
    uint64_t base; /* file offset of the first byte that `tree` reads */
    const char *section;
    reel_string key; /* of the value that is being read, or of the list that it is in */
    struct {
        uint64_t count, first; /* first: the offset */
        reel_string key;       /* of the first */
        const char *section;
    } odd[ODDS];
    unsigned seen;             /* bit mask of the outermost members that were read */
    bool whole[DECODED_LISTS]; /* the list was read to its end */
    size_t items[DECODED_LISTS];
    reel_row_list *frames, *notes, *heights, *extras;
    const uint8_t *numbers_end; /* a number that begins before this ends here at the latest: see read_plain_frame */
    decoded_frame_form form;
} decoded_job;

/* A position to return to. The reader must not leave the level in between. */
typedef struct decoded_mark {
    const uint8_t *at;
    unsigned depth;
    pull_level level;
} decoded_mark;
decoded_mark reel__decoded_mark_of(const pull_reader *r);
void reel__decoded_rewind(pull_reader *r, const decoded_mark *mark);

/* Counts an odd value and remembers the offset of the first. */
void reel__decoded_count_odd(decoded_job *j, odd what);
bool reel__decoded_is_number(const pull_value *v);
/* Counts the remaining values of the current array or object, up to a fault. Does not move the reader. */
size_t reel__decoded_count_values(pull_reader *r);
/* Reads the next value. Fails for a number at the very end of the input, which may be truncated. */
bool reel__decoded_next_value(decoded_job *j);
bool reel__decoded_skip(decoded_job *j);
/* Reads the next key of the object and its value. Returns false at its end or on a fault. */
bool reel__decoded_next_member(decoded_job *j, pull_value *key);
static inline reel_string decoded_key_text(const pull_value *key) { return (reel_string){ (const char *)key->data, key->size }; }
/* The member with this key, or NULL. */
const decoded_member *reel__decoded_find_member(const pull_value *key, const decoded_member *members, size_t count);
/* Each reads the current value, or returns false if it has the wrong type; number and whole also skip it then. null is a number, NaN. */
bool reel__decoded_read_number(decoded_job *j, double *number);
bool reel__decoded_read_whole(decoded_job *j, int64_t least, int64_t most, int64_t *number);
bool reel__decoded_read_text(decoded_job *j, reel_string *text);
/* Adds a string without its escapes. */
void reel__decoded_fill_string(chunk_fill *fill, const pull_value *string);
/* Whether null in a member of info means that the field has no value; for a number it is NaN. */
static inline bool decoded_is_nothing(const reel_field *field, pull_kind kind)
{
    return kind == PULL_NULL && !(field->type == REEL_F64 && field->count == 1);
}
extern const uint8_t reel__decoded_bom[3];
/* The bytes of a byte order mark at the start of a file; 0: none. */
size_t reel__decoded_mark_size(const void *start, size_t size);
/* Whether the reader makes a row of a frame or of a height from this text. */
bool reel__decoded_makes_row(decoded_job *scratch, const reel_table *table, reel_bytes item);
/* Reads the object that was entered as info: decoded_info.c. */
void reel__decoded_read_info(decoded_job *j);
/* Keeps the current value, which no row has: of info, or of the outermost object, whose name is empty. */
void reel__decoded_store_extra(decoded_job *j, reel_string object, const pull_value *key);
/* Reads {"x":...,"y":...,"z":...,"w":...}, with the first `count` components. Returns true if none is missing. */
bool reel__decoded_read_vector(decoded_job *j, double *numbers, size_t count);

#endif

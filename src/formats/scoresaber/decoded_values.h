/* SPDX-License-Identifier: MIT
 * Single values of the decoded JSON: what the reader of its frames, notes and header is made of. */
#ifndef SCORESABER_DECODED_VALUES_H
#define SCORESABER_DECODED_VALUES_H

#include "codec/pull.h"
#include "formats/scoresaber/layout.h"

/* Skipped or invalid parts: each kind is reported once, with a count. */
typedef enum odd { ODD_KIND, ODD_MEMBER, ODD_WHOLE, ODD_FRAME, ODD_REPEATED, ODD_TEXT, ODDS } odd;

typedef struct decoded_job {
    reel_decoder *d;
    pull_reader tree;
    pull_value value;
    uint64_t base; /* offset in the file of the tree's first byte */
    const char *section;
    uint64_t odd_count[ODDS], odd_first[ODDS];
    unsigned seen;             /* bits of the outermost members that were read */
    bool whole[DECODED_LISTS]; /* the list was read to its end */
    size_t items[DECODED_LISTS];
    reel_row_list *frames, *notes, *heights, *extras;
    const uint8_t *numbers_end; /* a number that begins before this ends before it */
    decoded_frame_form form;
} decoded_job;

/* The position of a reader, to read the following bytes twice. Open levels must not change in between. */
typedef struct decoded_mark {
    const uint8_t *at;
    unsigned depth;
    pull_level level;
} decoded_mark;
decoded_mark decoded_mark_of(const pull_reader *r);
void decoded_rewind(pull_reader *r, const decoded_mark *mark);

/* Counts an odd value; the first one's offset is kept. */
void decoded_count_odd(decoded_job *j, odd what);
bool decoded_is_number(const pull_value *v);
/* Counts the remaining values of the current array or object, up to its end or a fault. */
size_t decoded_count_values(pull_reader *r);
/* The next value. A number at the end of the bytes may continue after them: its value is unknown, and this fails. */
bool decoded_next_value(decoded_job *j);
bool decoded_skip(decoded_job *j);
/* The next key of the object, and its value after it. False: its end, or a fault. */
bool decoded_next_member(decoded_job *j, pull_value *key);
static inline reel_string decoded_key_text(const pull_value *key) { return (reel_string){ (const char *)key->data, key->size }; }
/* The member with this key, or NULL. */
const decoded_member *decoded_find_member(const pull_value *key, const decoded_member *members, size_t count);
/* A number, or null. Values of other types are skipped. */
bool decoded_read_number(decoded_job *j, double *number);
bool decoded_read_whole(decoded_job *j, int64_t least, int64_t most, int64_t *number);
bool decoded_read_text(decoded_job *j, reel_string *text);
/* {"x":...,"y":...,"z":...,"w":...}, of which the first `count` are expected. Returns true if all were present. */
bool decoded_read_vector(decoded_job *j, double *numbers, size_t count);

#endif

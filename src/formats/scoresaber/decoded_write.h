/* SPDX-License-Identifier: MIT
 * What the parts of the writer of the decoded JSON share: decoded_write.c makes a document from rows, reel__decoded_update.c changes the one that the
 * rows were read from, and reel__decoded_finish.c chooses. */
#ifndef SCORESABER_DECODED_WRITE_H
#define SCORESABER_DECODED_WRITE_H

#include "codec/pull.h"
#include "formats/scoresaber/layout.h"

typedef struct decoded_writing {
    reel_encoder *encoder;
    const reel_chunk *staged;
    push_writer tree;
    uint64_t infinite; /* numbers that JSON does not have */
    size_t extra;      /* the next row of extras; they are in the order of the file */
} decoded_writing;

/* The `put` of the tree. */
static inline void decoded_append(void *context, const void *data, size_t size)
{
    decoded_writing *w = context;
    reel_put(w->encoder->out, data, size);
}
void reel__decoded_push_key(decoded_writing *w, reel_string key);
/* A value of a row of info or of notes. */
void reel__decoded_push_value(decoded_writing *w, const reel_field *field, const void *row);
/* A frame or a height. */
void reel__decoded_push_item(decoded_writing *w, const reel_table *table, const void *row);
/* A member of a frame or a height: its key and its value. */
void reel__decoded_push_member(decoded_writing *w, const decoded_member *member, const void *row);
/* Whether a row has a member that may be missing. */
bool reel__decoded_has_member(const decoded_member *member, const void *row);
/* Consecutive extras of one object, from the next one on. */
void reel__decoded_push_extras(decoded_writing *w, bool outermost);
/* Whether any of the extras that are left belongs to info. */
bool reel__decoded_has_info_extras(const decoded_writing *w);
/* The length of one of the four lists: it ends with the last row that has its value. If the last row has no value at all, its null is in the
 * first list, so that the row is not lost. */
size_t reel__decoded_list_size(const decoded_writing *w, decoded_part list);
/* Key and value of a part. */
void reel__decoded_push_part(decoded_writing *w, decoded_part part);

/* Writes the document that the rows were read from with what they changed. Members and items that say the same keep their text, those of
 * another type too. */
reel_status reel__decoded_update(decoded_writing *w, const reel_replay *old, reel_bytes document);

#endif

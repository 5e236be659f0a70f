/* SPDX-License-Identifier: MIT
 * Marks in memory: what a header says that a mark binds, and the comparison of a mark with a replay. */
#ifndef JOBS_SIGN_MARK_H
#define JOBS_SIGN_MARK_H

#include "core/memory.h"
#include "jobs/sign/minisign.h"
#include "jobs/sign/place.h"
#include "jobs/sign/seal.h"

/* The player and the level that the header of a replay names. Empty: none. */
typedef struct mark_subject {
    reel_memory player, level;
} mark_subject;

/* False: no memory. Free it with reel__mark_subject_free in any case. */
bool reel__mark_subject_read(mark_subject *subject, const reel_chunk *header, const reel_allocator *allocator);
void reel__mark_subject_free(mark_subject *subject);

static inline reel_string mark_text(const reel_memory *memory)
{
    return (reel_string){ (const char *)memory->data, memory->size };
}
bool reel__mark_texts_equal(reel_string a, reel_string b);

/* A new mark, which reel_mark_free frees. NULL: no memory. */
reel_mark *reel__mark_new(const reel_allocator *allocator);

/* What a mark is compared with. */
typedef struct mark_evidence {
    reel_bytes text;             /* the signature; empty if there is none */
    const uint8_t *digest;       /* of the bytes that it covers */
    reel_bytes content;          /* those bytes, for a legacy signature */
    const mark_subject *subject; /* of the header; NULL: unknown */
    const reel_verify_options *how;
    const reel_reporter *reporter;
    const reel_allocator *allocator;
    uint64_t text_offset; /* of an embedded signature */
    bool cut;             /* the file ends inside the embedded mark */
    bool partial;         /* only what precedes `partial_at` is covered */
    uint64_t partial_at;
    uint32_t marks;                 /* embedded ones that were found */
    uint64_t disputed;              /* offset of an earlier signature that does not agree with the mark; 0 if there is none */
    const reel_public_key *earlier; /* of the earlier signatures; NULL if there are none */
    const reel_error *defect; /* what else is wrong with the archive, or in it, that the mark does not cover; NULL: nothing */
} mark_evidence;

/* Compares them, fills in the mark, and reports each problem. A failure is for want of memory, or for a detached signature that cannot
 * be read. */
reel_status reel__mark_judge(reel_mark *mark, const mark_evidence *evidence, reel_error *error);

/* Reports a good mark that was compared with no trusted key. */
void reel__mark_report_good(const reel_mark *mark, const reel_reporter *reporter);

/* Finds the mark in rows: writes them as a file of the format, into `place`, which is open. */
reel_status reel__mark_walk_rows(const reel_chunk *chunk, const reel_format *format, const reel_allocator *allocator,
                                 mark_place *place, reel_error *error);
/* The mark that a place found. */
reel_status reel__mark_of_place(reel_mark *mark, const mark_place *place, const mark_evidence *common, reel_error *error);

#endif

/* SPDX-License-Identifier: MIT
 * The mark of an archive: a SIGNATURE record whose signature covers the hash chain over the records before it (containers/archive_record.h). The records
 * come from the reader of the archive, which refuses those that are damaged or out of order: what is hashed is what is read. */
#ifndef JOBS_SIGN_CHAIN_H
#define JOBS_SIGN_CHAIN_H

#include "containers/archive_record.h"
#include "jobs/sign/mark.h"
#include "jobs/sign/seal.h"

#include <reel/sign.h>

typedef struct mark_chain {
    uint32_t marks;         /* signatures; the last one counts */
    uint64_t offset, size;  /* of its record */
    reel_memory text;       /* its payload, if that is not longer than a signature may be */
    uint64_t unsigned_from; /* offset of the first record of the replay after the signature; 0 if there is none */
    uint64_t end;           /* offset after the END record; 0 if there is none */
    uint64_t rest;          /* offset of the first record after that which is not a signature; 0 if there is none */
    uint64_t total;         /* offset after the last record */
    uint64_t disputed; /* offset of the first of the earlier signatures that is not by the same key as the last, or not of the
                                  * records before it; 0 if there is none */
    uint8_t digest[SEAL_DIGEST]; /* of the chain at the last signature; if there is none, at the end */
    archive_chain chain;
    reel_public_key key; /* of the earlier signatures, if there are any that are good */
    bool has_key;
} mark_chain;

/* Begins a chain at a record: `before` is that of the records before it, `offset` where it begins. */
void reel__chain_open(mark_chain *chain, const archive_chain *before, uint64_t offset, const reel_allocator *allocator);
/* The next record: head and payload. False: no memory. */
bool reel__chain_add(mark_chain *chain, const uint8_t *record, size_t size);
/* After the last record. */
void reel__chain_end(mark_chain *chain);
void reel__chain_close(mark_chain *chain);

/* What a signature of an archive signs. */
void reel__chain_digest(const archive_chain *chain, uint8_t digest[SEAL_DIGEST]);

/* The last mark of an archive, which has one. `common` has what else is in the archive. */
reel_status reel__chain_mark(const mark_chain *chain, reel_mark *mark, const mark_evidence *common, reel_error *error);
/* Whether the last signature so far is what its own key signed, and that key. False: no memory. */
bool reel__chain_is_by_its_key(const mark_chain *chain, bool *good, reel_public_key *key);

#endif

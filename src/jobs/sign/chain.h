/* SPDX-License-Identifier: MIT
 * The mark of an archive: a SIGNATURE record whose signature covers the hash chain over the records before it (containers/archive_record.h).
 * Read as a stream: a chain can be compared with each signature when it arrives, and a cut archive up to its last signature. */
#ifndef JOBS_SIGN_CHAIN_H
#define JOBS_SIGN_CHAIN_H

#include "containers/archive_record.h"
#include "jobs/sign/seal.h"

typedef enum chain_step { CHAIN_HEAD, CHAIN_RECORD, CHAIN_PAYLOAD, CHAIN_REST } chain_step;

typedef struct mark_chain {
    /* the result */
    uint32_t marks;              /* signatures of the first replay; the last one counts */
    uint64_t offset, size;       /* of its record */
    reel_memory text;            /* its payload, if that is not longer than a signature may be */
    uint64_t unsigned_from;      /* offset of the first record of the replay after the signature; 0: there is none */
    uint64_t end;                /* offset after the END record of the first replay; 0: there is none */
    uint64_t tail_begin;         /* offset of the first record after it that is not a signature; 0: there is none */
    bool more;                   /* another replay follows */
    bool sound;                  /* the bytes end where a record does */
    uint64_t total;              /* bytes */
    uint8_t digest[SEAL_DIGEST]; /* of the chain at the last signature; if there is none, at the end */
    /* the state */
    archive_chain chain;
    sha256 sum;
    chain_step step;
    uint8_t field[ARCHIVE_HEAD];
    size_t have;
    uint64_t left; /* of the payload */
    uint8_t kind;
    bool chained; /* the record belongs to the chain */
} mark_chain;

void chain_open(mark_chain *chain, const reel_allocator *allocator);
/* Continues a chain at a record: `before` is that of the records before it, `offset` where it begins. */
void chain_resume(mark_chain *chain, const archive_chain *before, uint64_t offset);
/* The next bytes. False: no memory. */
bool chain_add(mark_chain *chain, const uint8_t *data, size_t size);
/* After the last bytes. */
void chain_end(mark_chain *chain);
void chain_close(mark_chain *chain);

/* What a signature of an archive signs. */
void chain_digest(const archive_chain *chain, uint8_t digest[SEAL_DIGEST]);

#endif

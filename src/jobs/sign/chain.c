/* SPDX-License-Identifier: MIT */
#include "jobs/sign/chain.h"

#include "jobs/sign/mark.h"

void reel__chain_open(mark_chain *chain, const archive_chain *before, uint64_t offset, const reel_allocator *allocator)
{
    *chain = (mark_chain){ .text.allocator = *allocator, .chain = *before, .total = offset };
}

void reel__chain_close(mark_chain *chain) { reel_memory_free(&chain->text); }

void reel__chain_digest(const archive_chain *chain, uint8_t digest[SEAL_DIGEST])
{
    seal_hash hash;
    reel__seal_hash_begin(&hash, SEAL_DIGEST);
    reel__seal_hash_add(&hash, chain->value, sizeof chain->value);
    reel__seal_hash_end(&hash, digest, SEAL_DIGEST);
}

/* A signature that another one follows: a recorder made it, so it is by the same key, and of the records before it. */
static bool judge_earlier(mark_chain *chain)
{
    reel_public_key key;
    bool good = false;
    if (!reel__mark_of_itself(chain, &good, &key)) return false;
    good = good && (!chain->has_key || !memcmp(&chain->key, &key, sizeof key));
    if (!good && !chain->disputed) chain->disputed = chain->offset;
    if (good) chain->key = key;
    chain->has_key = chain->has_key || good;
    return true;
}

static bool add_signature(mark_chain *chain, const uint8_t *record, size_t size)
{
    const size_t payload = size - RECORD_HEAD;
    if (chain->marks++ && !judge_earlier(chain)) return false;
    chain->offset = chain->total;
    chain->size = size;
    chain->text.size = 0;
    chain->unsigned_from = 0;
    reel__chain_digest(&chain->chain, chain->digest);
    return memory_add(&chain->text, record + RECORD_HEAD, payload <= MINISIGN_MOST ? payload : MINISIGN_MOST + 1);
}

bool reel__chain_add(mark_chain *chain, const uint8_t *record, size_t size)
{
    const uint8_t kind = record[0];
    bool kept = true;
    if (kind == RECORD_SIGNATURE)
        kept = add_signature(chain, record, size);
    else if (kind > RECORD_END && chain->end && !chain->rest)
        chain->rest = chain->total;
    else if (kind <= RECORD_END && chain->marks && !chain->unsigned_from)
        chain->unsigned_from = chain->total;
    reel__archive_chain_add(&chain->chain, record, size);
    chain->total += size;
    if (kind == RECORD_END) chain->end = chain->total;
    return kept;
}

void reel__chain_end(mark_chain *chain)
{
    if (!chain->marks) reel__chain_digest(&chain->chain, chain->digest);
}

/* SPDX-License-Identifier: MIT */
#include "jobs/sign/chain.h"

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

reel_status reel__chain_mark(const mark_chain *chain, reel_mark *mark, const mark_evidence *common, reel_error *error)
{
    mark_evidence evidence = *common;
    mark->embedded = true;
    mark->offset = chain->offset;
    mark->size = chain->size;
    evidence.text = (reel_bytes){ chain->text.data, chain->text.size };
    evidence.text_offset = chain->offset + RECORD_HEAD;
    evidence.cut = chain->size != RECORD_HEAD + (uint64_t)chain->text.size;
    evidence.digest = chain->digest;
    evidence.partial = chain->unsigned_from || !chain->end;
    evidence.partial_at = chain->unsigned_from ? chain->unsigned_from : chain->total;
    evidence.disputed = chain->disputed;
    evidence.earlier = chain->has_key ? &chain->key : NULL;
    return reel__mark_judge(mark, &evidence, error);
}

bool reel__chain_is_by_its_key(const mark_chain *chain, bool *good, reel_public_key *key)
{
    const reel_verify_options how = { REEL_SIZED(reel_verify_options) };
    const reel_reporter nobody = { NULL, NULL };
    mark_evidence evidence = { .how = &how, .reporter = &nobody, .allocator = &chain->text.allocator };
    reel_mark *mark = reel__mark_new(&chain->text.allocator);
    if (!mark) return false;
    mark->embedded = true;
    evidence.text = (reel_bytes){ chain->text.data, chain->text.size };
    evidence.cut = chain->size != RECORD_HEAD + (uint64_t)chain->text.size;
    evidence.digest = chain->digest;
    reel_status status = reel__mark_judge(mark, &evidence, NULL);
    *good = !mark->problems;
    *key = mark->key;
    reel_mark_free(mark);
    return status != REEL_MEMORY;
}

/* A signature that another one follows: a recorder made it, so it is by the same key, and of the records before it. */
static bool judge_earlier(mark_chain *chain)
{
    reel_public_key key;
    bool good = false;
    if (!reel__chain_is_by_its_key(chain, &good, &key)) return false;
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

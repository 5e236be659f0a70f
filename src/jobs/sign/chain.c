/* SPDX-License-Identifier: MIT */
#include "jobs/sign/chain.h"

#include "jobs/sign/minisign.h"

void chain_open(mark_chain *chain, const reel_allocator *allocator) { *chain = (mark_chain){ .text.allocator = *allocator }; }

void chain_resume(mark_chain *chain, const archive_chain *before, uint64_t offset)
{
    chain->step = CHAIN_RECORD;
    chain->chain = *before;
    chain->total = offset;
}

void chain_close(mark_chain *chain) { reel_memory_free(&chain->text); }

void chain_digest(const archive_chain *chain, uint8_t digest[SEAL_DIGEST])
{
    seal_hash hash;
    seal_hash_begin(&hash, SEAL_DIGEST);
    seal_hash_add(&hash, chain->value, sizeof chain->value);
    seal_hash_end(&hash, digest, SEAL_DIGEST);
}

static void begin_record(mark_chain *chain)
{
    archive_record record;
    uint64_t offset = chain->total - RECORD_HEAD;
    chain->have = 0;
    bool known = record_parse(chain->field, &record);
    if (!known || (record.kind == RECORD_START && chain->end)) {
        chain->more = chain->end && (known || chain->field[0] == archive_magic[0]);
        chain->step = CHAIN_REST;
        return;
    }
    chain->kind = record.kind;
    chain->left = record.size;
    chain->chained = record.kind >= RECORD_START && record.kind <= RECORD_END && !chain->end;
    if (chain->chained) {
        if (chain->marks && !chain->unsigned_from) chain->unsigned_from = offset;
        if (record.kind == RECORD_START) memset(chain->chain.value, 0, sizeof chain->chain.value);
        sha256_begin(&chain->sum);
        sha256_add(&chain->sum, chain->chain.value, sizeof chain->chain.value);
        sha256_add(&chain->sum, chain->field, RECORD_HEAD);
    } else if (record.kind == RECORD_SIGNATURE) {
        chain->marks++;
        chain->offset = offset;
        chain->size = RECORD_HEAD + (uint64_t)record.size;
        chain->text.size = 0;
        chain->unsigned_from = 0;
        chain_digest(&chain->chain, chain->digest);
    } else if (chain->end && !chain->tail_begin) {
        chain->tail_begin = offset;
    }
    chain->step = CHAIN_PAYLOAD;
}

static void end_record(mark_chain *chain)
{
    if (chain->chained) sha256_end(&chain->sum, chain->chain.value);
    if (chain->kind == RECORD_END && !chain->end) chain->end = chain->total;
    chain->step = CHAIN_RECORD;
    chain->sound = true;
}

static bool add_payload(mark_chain *chain, const uint8_t *data, size_t size)
{
    bool kept = true;
    if (chain->chained) sha256_add(&chain->sum, data, size);
    if (chain->kind == RECORD_SIGNATURE && chain->text.size <= MINISIGN_MOST)
        kept = memory_add(&chain->text, data, size <= MINISIGN_MOST ? size : MINISIGN_MOST + 1);
    chain->left -= size;
    return kept;
}

bool chain_add(mark_chain *chain, const uint8_t *data, size_t size)
{
    bool kept = true;
    while (size && kept) {
        size_t step = size, need = chain->step == CHAIN_HEAD ? ARCHIVE_HEAD : RECORD_HEAD;
        chain->sound = false;
        if (chain->step == CHAIN_REST) {
            chain->total += step;
        } else if (chain->step == CHAIN_PAYLOAD) {
            if (step > chain->left) step = (size_t)chain->left;
            chain->total += step;
            kept = add_payload(chain, data, step);
        } else {
            if (step > need - chain->have) step = need - chain->have;
            memcpy(chain->field + chain->have, data, step);
            chain->have += step;
            chain->total += step;
            if (chain->have == need && chain->step == CHAIN_HEAD) {
                chain->have = 0;
                chain->step = CHAIN_RECORD;
            } else if (chain->have == need) {
                begin_record(chain);
            }
        }
        if (chain->step == CHAIN_PAYLOAD && !chain->left) end_record(chain);
        data += step;
        size -= step;
    }
    return kept;
}

void chain_end(mark_chain *chain)
{
    if (!chain->marks) chain_digest(&chain->chain, chain->digest);
}

/* SPDX-License-Identifier: MIT
 * What the parts of the reader share: damage, bytes that are kept, and values of the document. */
#include "formats/xror/reader.h"

#include "core/text.h"

bool reel__xror_damaged(xror_reader *r, reel_status status, const char *rule, const char *section, uint64_t offset,
                        const char *message)
{
    if (r->damage.status == REEL_OK) {
        reel_fail(&r->damage, status, rule, section, offset, "%s", message);
        r->damage.status = status;
        return false;
    }
    if (strcmp(r->damage.rule, rule) == 0 && r->damage.offset == offset) return false;
    reel_find(&r->d->reporter, (reel_finding){ .rule = rule, .severity = REEL_ERROR, .section = section, .offset = offset }, "%s",
              message);
    return false;
}

reel_bytes reel__xror_keep(xror_reader *r, const uint8_t *at, size_t size)
{
    if (!size) return (reel_bytes){ NULL, 0 };
    if (r->copy) return (reel_bytes){ r->copy + (at - r->start), size };
    return reel_chunk_bytes(r->d->chunk, at, size);
}

bool reel__xror_next(xror_reader *r, pull_reader *tree, pull_value *value)
{
    if (!reel__pull_next(tree, value)) return false;
    if (r->quiet) return true;
    if (value->kind == PULL_STRING && value->size && !reel__utf8_is_valid(value->data, value->size))
        xror_violated(r, XROR_RULE_UTF8, value->element);
    if (value->kind == PULL_BOOL && value->number > 1) xror_violated(r, XROR_RULE_BOOL, value->element);
    return true;
}

bool reel__xror_skip(xror_reader *r, pull_reader *tree, const pull_value *value)
{
    if (value->kind != PULL_MAP && value->kind != PULL_ARRAY) return true;
    pull_value inner;
    for (unsigned outside = tree->depth - 1; tree->depth > outside;)
        if (!reel__xror_next(r, tree, &inner)) return false;
    return true;
}

void reel__xror_save(pull_reader *to, const pull_reader *from)
{
    memcpy(to, from, offsetof(pull_reader, levels) + (from->depth + 1) * sizeof *from->levels);
}

bool reel__xror_store_whole(const pull_value *value, uint8_t *slot)
{
    const double most = 9007199254740992.0; /* 2^53 */
    double real = value->real;
    int64_t number = (int64_t)value->number;
    if (value->kind == PULL_REAL) {
        if (!(real > -most && real < most) || (double)(int64_t)real != real) return false;
        number = (int64_t)real;
    } else if (!xror_is_whole(value)) {
        return false;
    }
    memcpy(slot, &number, sizeof number);
    return true;
}

bool reel__xror_store_number(const pull_value *value, uint8_t *slot)
{
    double number = value->kind == PULL_REAL ? value->real : (double)(int64_t)value->number;
    if (value->kind != PULL_REAL && !xror_is_whole(value)) return false;
    memcpy(slot, &number, sizeof number);
    return true;
}

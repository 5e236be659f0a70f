/* SPDX-License-Identifier: MIT */
#include "codec/pull_form.h"

bool reel__pull_fail(pull_reader *r, pull_fault fault, const uint8_t *at)
{
    if (r->fault == PULL_OK) {
        r->fault = fault;
        r->fault_at = at;
    }
    r->at = r->end;
    return false;
}

bool reel__pull_enter(pull_reader *r, const pull_value *value)
{
    if (r->depth >= r->most_depth) return reel__pull_fail(r, PULL_DEEP, value->start);
    bool map = value->kind == PULL_MAP;
    r->levels[++r->depth] = (pull_level){ .left = map ? 2 * value->count : value->count, .map = map };
    return true;
}

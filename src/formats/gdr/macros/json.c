/* SPDX-License-Identifier: MIT */
#include "formats/gdr/macros/json.h"

/* Fails with "macros.bad-json" where the reader stopped. */
static reel_status broken(macros_in *m)
{
    uint64_t at = reel__macros_at(m, m->pull.fault_at ? m->pull.fault_at : m->pull.at);
    if (m->pull.fault == PULL_CUT) return macros_fail(m, REEL_TRUNCATED, "bad-json", at, "the JSON ends too early");
    if (m->pull.fault == PULL_DEEP) return macros_fail(m, REEL_LIMIT, "bad-json", at, "the JSON is deeper than 16 levels");
    return macros_fail(m, REEL_CORRUPT, "bad-json", at, "invalid JSON");
}

reel_status reel__macros_json_begin(macros_in *m)
{
    pull_value root;
    reel__macros_text_begin(m);
    reel__pull_begin(&m->pull, PULL_JSON, m->c.at, reel_left(&m->c), MACROS_JSON_DEPTH);
    if (!reel__pull_next(&m->pull, &root)) return broken(m);
    if (root.kind != PULL_MAP)
        return macros_fail(m, REEL_CORRUPT, "bad-json", reel__macros_json_at(m, &root), "the JSON is not an object");
    return REEL_OK;
}

reel_status reel__macros_json_item(macros_in *m, pull_value *item)
{
    if (!reel__pull_next(&m->pull, item)) return broken(m);
    return item->kind == PULL_END ? REEL_END : REEL_OK;
}

reel_status reel__macros_json_member(macros_in *m, pull_value *key, pull_value *value)
{
    reel_status status = reel__macros_json_item(m, key);
    if (status != REEL_OK) return status;
    m->key = (reel_string){ (const char *)key->data, key->kind == PULL_STRING ? key->size : 0 };
    return reel__pull_next(&m->pull, value) ? REEL_OK : broken(m);
}

reel_status reel__macros_json_skip(macros_in *m, const pull_value *value)
{
    return reel__pull_skip(&m->pull, value) ? REEL_OK : broken(m);
}

bool reel__macros_json_is(const pull_value *key, const char *name)
{
    return key->kind == PULL_STRING && key->size == strlen(name) && memcmp(key->data, name, key->size) == 0;
}

uint64_t reel__macros_json_at(const macros_in *m, const pull_value *value) { return reel__macros_at(m, value->start); }

reel_status reel__macros_json_missing(macros_in *m, const char *key, uint64_t at)
{
    return macros_fail(m, REEL_CORRUPT, "missing-key", at, "the key %s is missing, or has another type", key);
}

void reel__macros_json_end(macros_in *m)
{
    const uint8_t *at = m->pull.at;
    while (at < m->c.end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    m->c.at = at;
    reel__macros_trailing(m);
}

bool reel__macros_json_null(macros_in *m, const pull_value *key, const pull_value *value, const char *const *known)
{
    if (value->kind != PULL_NULL) return false;
    for (; *known; known++)
        if (reel__macros_json_is(key, *known)) {
            if (!m->notes[MACROS_NOTE_NULL].count) m->null_key = *known;
            reel__macros_warn(m, MACROS_NOTE_NULL, reel__macros_json_at(m, value));
        }
    return true;
}

/* The number that a text consists of. */
static bool read_text(macros_in *m, const pull_value *value, double *number)
{
    bool read = value->kind == PULL_STRING && reel__macros_real((reel_string){ (const char *)value->data, value->size }, number);
    if (read) reel__macros_warn(m, MACROS_NOTE_TEXT_NUMBER, reel__macros_json_at(m, value));
    return read;
}

reel_status reel__macros_json_number(macros_in *m, const pull_value *value, double *number)
{
    if (value->kind == PULL_UNSIGNED)
        *number = (double)value->number;
    else if (value->kind == PULL_NEGATIVE)
        *number = (double)(int64_t)value->number;
    else if (value->kind == PULL_REAL)
        *number = value->real;
    else if (!read_text(m, value, number))
        return macros_fail(m, REEL_CORRUPT, "bad-number", reel__macros_json_at(m, value), "%.*s is not a number",
                           (int)m->key.size, m->key.data);
    if (*number - *number != 0) reel__macros_warn(m, MACROS_NOTE_NOT_FINITE, reel__macros_json_at(m, value));
    return REEL_OK;
}

reel_status reel__macros_json_frame(macros_in *m, const pull_value *value, uint64_t *frame)
{
    if (value->kind == PULL_UNSIGNED && value->number <= MACROS_MOST_FRAME) {
        *frame = value->number;
        return REEL_OK;
    }
    double real = value->kind == PULL_REAL ? value->real : -1;
    if (value->kind == PULL_STRING && !read_text(m, value, &real)) real = -1;
    if (real >= 0 && real < 9007199254740992.0) {
        *frame = (uint64_t)real;
        if ((double)*frame == real) return REEL_OK;
    }
    return macros_fail(m, REEL_CORRUPT, "bad-number", reel__macros_json_at(m, value),
                       "%.*s is not a whole number, is negative or too large", (int)m->key.size, m->key.data);
}

reel_status reel__macros_json_bool(macros_in *m, const pull_value *value, bool *is_true)
{
    double number = 0;
    if (value->kind == PULL_BOOL) {
        *is_true = value->number != 0;
        return REEL_OK;
    }
    reel_status status = reel__macros_json_number(m, value, &number);
    *is_true = status >= 0 && number != 0;
    return status;
}

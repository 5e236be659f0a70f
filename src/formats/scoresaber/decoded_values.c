/* SPDX-License-Identifier: MIT */
#include "formats/scoresaber/decoded_values.h"
#include "core/text.h"

void reel__decoded_count_odd(decoded_job *j, odd what)
{
    if (j->odd[what].count++) return;
    j->odd[what].first = j->base + (uint64_t)(j->value.start - j->tree.start);
    j->odd[what].key = j->key;
    j->odd[what].section = j->section;
}

bool reel__decoded_is_number(const pull_value *v)
{
    return v->kind == PULL_UNSIGNED || v->kind == PULL_NEGATIVE || v->kind == PULL_REAL;
}

decoded_mark reel__decoded_mark_of(const pull_reader *r) { return (decoded_mark){ r->at, r->depth, r->levels[r->depth] }; }

void reel__decoded_rewind(pull_reader *r, const decoded_mark *mark)
{
    r->at = mark->at;
    r->depth = mark->depth;
    r->levels[r->depth] = mark->level;
    r->fault = PULL_OK;
}

size_t reel__decoded_count_values(pull_reader *r)
{
    const decoded_mark here = reel__decoded_mark_of(r);
    pull_value value;
    size_t count = 0;
    while (reel__pull_next(r, &value) && value.kind != PULL_END && reel__pull_skip(r, &value)) count++;
    reel__decoded_rewind(r, &here);
    return count;
}

bool reel__decoded_next_value(decoded_job *j)
{
    if (!reel__pull_next(&j->tree, &j->value)) return false;
    if (!reel__decoded_is_number(&j->value) || j->tree.at < j->tree.end) return true;
    j->tree.fault = PULL_CUT;
    j->tree.fault_at = j->value.start;
    return false;
}

bool reel__decoded_skip(decoded_job *j) { return reel__pull_skip(&j->tree, &j->value); }

bool reel__decoded_next_member(decoded_job *j, pull_value *key)
{
    if (!reel__decoded_next_value(j) || j->value.kind == PULL_END) return false;
    *key = j->value;
    j->key = decoded_key_text(key);
    return reel__decoded_next_value(j);
}

const decoded_member *reel__decoded_find_member(const pull_value *key, const decoded_member *members, size_t count)
{
    for (size_t i = 0; i < count && key->size == 1; i++)
        if (members[i].key == (char)key->data[0]) return &members[i];
    return NULL;
}

/* Makes a number in quotes the number. */
static void unquote(decoded_job *j)
{
    pull_value number;
    if (j->value.kind != PULL_STRING || !reel__pull_as_number(&j->value, &number)) return;
    reel__decoded_count_odd(j, ODD_QUOTED);
    j->value = number;
}

bool reel__decoded_read_number(decoded_job *j, double *number)
{
    const pull_value *v = &j->value;
    unquote(j);
    if (v->kind == PULL_UNSIGNED)
        *number = (double)v->number;
    else if (v->kind == PULL_NEGATIVE)
        *number = (double)(int64_t)v->number;
    else if (v->kind == PULL_REAL)
        *number = v->real;
    else if (v->kind == PULL_NULL)
        *number = reel_double_of(UINT64_C(0x7ff8000000000000));
    else
        reel__decoded_count_odd(j, ODD_KIND);
    return reel__decoded_skip(j) && (reel__decoded_is_number(v) || v->kind == PULL_NULL);
}

bool reel__decoded_read_whole(decoded_job *j, int64_t least, int64_t most, int64_t *number)
{
    const pull_value *v = &j->value;
    unquote(j);
    int64_t whole = 0;
    bool fits = false;
    if ((v->kind == PULL_UNSIGNED && v->number <= INT64_MAX) || v->kind == PULL_NEGATIVE) {
        whole = (int64_t)v->number;
        fits = true;
    } else if (v->kind == PULL_REAL && v->real > -9e15 && v->real < 9e15) {
        whole = (int64_t)v->real;
        fits = (double)whole == v->real;
    }
    bool number_there = reel__decoded_is_number(v);
    if (number_there && (!fits || whole < least || whole > most)) {
        reel__decoded_count_odd(j, ODD_WHOLE);
        if (whole < least) whole = least;
        if (whole > most) whole = most;
    }
    if (number_there) *number = whole;
    return reel__decoded_skip(j) && number_there;
}

void reel__decoded_fill_string(chunk_fill *fill, const pull_value *string)
{
    uint8_t *to = reel__fill_room(fill, reel__pull_unescape(string, NULL));
    if (to) reel__pull_unescape(string, to);
}

bool reel__decoded_read_text(decoded_job *j, reel_string *text)
{
    const pull_value *v = &j->value;
    if (reel__decoded_is_number(v)) {
        reel__decoded_count_odd(j, ODD_QUOTED);
        *text = reel_chunk_string(j->d->chunk, v->start, (size_t)(j->tree.at - v->start));
        return true;
    }
    if (v->kind != PULL_STRING) return false;
    if (!v->escaped) {
        *text = reel_chunk_string(j->d->chunk, v->data, v->size);
    } else {
        chunk_fill copy = reel__fill_begin(j->d->chunk, reel__pull_unescape(v, NULL));
        reel__decoded_fill_string(&copy, v);
        *text = reel__fill_text(&copy);
    }
    if (!reel__utf8_is_valid(text->data, text->size)) reel__decoded_count_odd(j, ODD_TEXT);
    return true;
}

bool reel__decoded_read_vector(decoded_job *j, double *numbers, size_t count)
{
    unsigned there = 0;
    pull_value key;
    if (j->value.kind != PULL_MAP) { /* null is a missing value */
        if (j->value.kind != PULL_NULL) reel__decoded_count_odd(j, ODD_KIND);
        reel__decoded_skip(j);
        return false;
    }
    while (reel__decoded_next_member(j, &key)) {
        const char *component = key.size == 1 ? memchr(reel__decoded_components, key.data[0], count) : NULL;
        if (component) {
            size_t i = (size_t)(component - reel__decoded_components);
            if (reel__decoded_read_number(j, &numbers[i])) there |= 1u << i;
        } else {
            reel__decoded_count_odd(j, ODD_MEMBER);
            reel__decoded_skip(j);
        }
    }
    return there == (1u << count) - 1;
}

const uint8_t reel__decoded_bom[3] = { 0xef, 0xbb, 0xbf };

size_t reel__decoded_mark_size(const void *start, size_t size)
{
    return size >= sizeof reel__decoded_bom && memcmp(start, reel__decoded_bom, sizeof reel__decoded_bom) == 0
               ? sizeof reel__decoded_bom
               : 0;
}

/* SPDX-License-Identifier: MIT
 * Reads the object "info" of the decoded JSON, and keeps members that are not known. */
#include "formats/scoresaber/decoded_values.h"

enum { FEW_EXTRAS = 15 }; /* if there are more, those remaining in the object are counted and reserved exactly */

void reel__decoded_store_extra(decoded_job *j, reel_string object, const pull_value *key)
{
    const uint8_t *start = j->value.start;
    if (!reel__decoded_skip(j) || !j->extras) return;
    if (j->extras->count == j->extras->capacity && j->extras->count > FEW_EXTRAS) {
        size_t more = reel__decoded_count_values(&j->tree) / 2 + 1;
        if (!reel_row_grow(j->extras, more, true)) return;
        j->extras->count -= more;
    }
    scoresaber_json_extra *row = reel_row_add(j->extras);
    if (!row) return;
    row->object = object;
    row->key = reel_chunk_string(j->d->chunk, key->data, key->size);
    row->json = reel_chunk_string(j->d->chunk, start, (size_t)(j->tree.at - start));
}

/* Whether all items of an array that was entered are strings. *size is that of all, joined by commas; 0 after a fault. *plain: the items follow
 * from the joined text. */
static bool measure_texts(pull_reader *r, size_t *size, bool *plain)
{
    const decoded_mark here = reel__decoded_mark_of(r);
    pull_value v;
    bool texts = true;
    size_t count = 0;
    *size = 0;
    *plain = true;
    while (texts && reel__pull_next(r, &v) && v.kind != PULL_END) {
        texts = v.kind == PULL_STRING;
        if (texts) *size += reel__pull_unescape(&v, NULL) + (count++ > 0);
        if (texts && v.size && memchr(v.data, ',', v.size)) *plain = false;
    }
    bool whole = r->fault == PULL_OK;
    reel__decoded_rewind(r, &here);
    if (!whole) *size = 0;
    *plain &= count != 1 || *size;
    return texts;
}

/* Reads a string, or the strings of an array joined by commas. */
static bool read_texts(decoded_job *j, reel_string *joined)
{
    if (j->value.kind == PULL_STRING) return reel__decoded_read_text(j, joined);
    size_t size;
    bool plain;
    if (j->value.kind != PULL_ARRAY || !measure_texts(&j->tree, &size, &plain)) return false;
    if (!plain) reel__decoded_count_odd(j, ODD_MODIFIER);
    if (!size) return reel__decoded_skip(j);
    chunk_fill text = reel__fill_begin(j->d->chunk, size);
    for (size_t i = 0; reel__decoded_next_value(j) && j->value.kind != PULL_END; i++) {
        if (i) reel__fill_bytes(&text, ",", 1);
        reel__decoded_fill_string(&text, &j->value);
    }
    if (j->tree.fault == PULL_OK) *joined = reel__fill_text(&text);
    return true;
}

static bool read_point(decoded_job *j, double *numbers)
{
    double found[3];
    if (j->value.kind != PULL_MAP || !reel__decoded_read_vector(j, found, 3)) return false;
    memcpy(numbers, found, sizeof found);
    return true;
}

static bool read_field(decoded_job *j, const reel_field *field, uint8_t *info)
{
    void *to = info + field->offset;
    const pull_value *v = &j->value;
    pull_value number;
    if (decoded_is_modifiers(field)) return read_texts(j, to);
    switch ((int)field->type) {
    case REEL_STRING: return reel__decoded_read_text(j, to);
    case REEL_I64: return reel__pull_as_number(v, &number) && reel__decoded_read_whole(j, INT64_MIN, INT64_MAX, to);
    case REEL_F64:
        if (field->count > 1) return read_point(j, to);
        return (reel__pull_as_number(v, &number) || v->kind == PULL_NULL) && reel__decoded_read_number(j, to);
    default:
        if (v->kind != PULL_BOOL) return false;
        *(uint8_t *)to = v->number != 0;
        return true;
    }
}

void reel__decoded_read_info(decoded_job *j)
{
    scoresaber_json_info info = { 0 };
    pull_value key;
    while (reel__decoded_next_member(j, &key)) {
        const reel_field *field = reel__decoded_find_info_field(decoded_key_text(&key));
        bool again = field && reel_field_present(field, &info);
        if (again) reel__decoded_count_odd(j, ODD_REPEATED);
        const decoded_mark before = reel__decoded_mark_of(&j->tree);
        const pull_value value = j->value;
        if (field && !again && decoded_is_nothing(field, value.kind)) continue;
        if (field && !again && read_field(j, field, (uint8_t *)&info)) {
            ((uint8_t *)&info)[field->present_offset] |= field->present_mask;
            continue;
        }
        if (j->tree.fault != PULL_OK) return;
        reel__decoded_rewind(&j->tree, &before);
        j->value = value;
        if (field && !again) reel__decoded_count_odd(j, ODD_KIND);
        reel__decoded_store_extra(j, reel__decoded_parts[DECODED_INFO].key, &key);
    }
    reel_row_list *rows = reel_chunk_table(j->d->chunk, &scoresaber_json_infos);
    scoresaber_json_info *row = j->tree.fault == PULL_OK ? reel_row_add(rows) : NULL;
    if (row) *row = info;
}

bool reel__decoded_fits(const reel_field *field, reel_string json)
{
    decoded_job j = { .extras = NULL };
    pull_value number;
    double numbers[3];
    size_t size;
    bool plain;
    reel__pull_begin(&j.tree, PULL_JSON, json.data, json.size, PULL_MOST_DEPTH);
    if (!reel__pull_next(&j.tree, &j.value)) return false;
    pull_kind kind = j.value.kind;
    if (decoded_is_nothing(field, kind)) return true;
    if (decoded_is_modifiers(field)) return kind == PULL_STRING || (kind == PULL_ARRAY && measure_texts(&j.tree, &size, &plain));
    switch ((int)field->type) {
    case REEL_STRING: return kind == PULL_STRING || reel__decoded_is_number(&j.value);
    case REEL_I64: return reel__pull_as_number(&j.value, &number);
    case REEL_F64:
        return field->count > 1 ? read_point(&j, numbers) : reel__pull_as_number(&j.value, &number) || kind == PULL_NULL;
    default: return kind == PULL_BOOL;
    }
}

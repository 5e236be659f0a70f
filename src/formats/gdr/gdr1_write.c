/* SPDX-License-Identifier: MIT
 * Writes GDR1. A file whose rows are unchanged is reproduced byte for byte. If some rows changed, the original is copied key by key, and
 * only the changed values are encoded again. Rows that come from a program are written like the reference does: keys sorted, numbers in
 * the shortest encoding. */
#include "formats/gdr/gdr1_write.h"
#include "core/rows.h"
#include "formats/gdr/document.h"

static void write_bytes(void *context, const void *data, size_t size) { reel_put(context, data, size); }

/* ---- values ----------------------------------------------------------------------------------------------------- */

static void write_key(gdr1_writing *g, const char *name) { reel__push_string(g->w, name, strlen(name)); }

static void write_scalar(gdr1_writing *g, const gdr1_key *key)
{
    const reel_field *field = reel__gdr1_field(key);
    const uint8_t *from = (const uint8_t *)g->info + field->offset;
    if (field->type == REEL_STRING) {
        reel_bytes text = text_value(from);
        reel__push_string(g->w, text.data, text.size);
    } else if (field->type == REEL_I64) {
        int64_t number;
        memcpy(&number, from, sizeof number);
        reel__push_integer(g->w, number < 0, (uint64_t)number);
    } else if (field->type == REEL_BOOL) {
        reel__push_bool(g->w, *from != 0);
    } else {
        double real;
        memcpy(&real, from, sizeof real);
        if (field->offset == offsetof(gdr_info_v1, duration) && g->info->keys[1] & GDR_KEY_WHOLE_DURATION)
            reel__push_integer(g->w, false, (uint64_t)real);
        else
            reel__push_real(g->w, real);
    }
}

/* Whether the value of a key is that of the original. */
static bool same_scalar(const gdr1_writing *g, const gdr1_key *key)
{
    bool has = reel__gdr1_has(g->info, key);
    if (has != reel__gdr1_has(g->old, key)) return false;
    return !has || reel__field_values_equal(reel__gdr1_field(key), g->info,
                                            g->old); /* in neither: a value with the wrong type is copied */
}

static bool same_group(const gdr1_writing *g, const gdr1_key *group)
{
    for (size_t i = 0; i < GDR1_KEYS; i++)
        if (reel__gdr1_keys[i].group == group->inner && !same_scalar(g, &reel__gdr1_keys[i])) return false;
    return true;
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

static bool has_inputs(const gdr1_writing *g) { return g->inputs.count || g->info->keys[1] & GDR_KEY_INPUTS; }

/* Takes over the key order of the first input in the original. Where that is sorted, as by the reference, other keys are sorted, too. */
static void find_key_order(gdr1_writing *g, const uint8_t *array, size_t size)
{
    pull_reader *reader = g->inner;
    pull_value value;
    size_t found = 0;
    unsigned seen = 0;
    reel_bytes before = { NULL, 0 };
    g->sorts = true;
    reel__pull_begin(reader, g->form, array, size, PULL_MOST_DEPTH);
    if (!reel__pull_next(reader, &value) || !reel__pull_next(reader, &value) || value.kind != PULL_MAP) return;
    while (reel__pull_next(reader, &value) && value.kind != PULL_END) {
        unsigned key = reel__gdr1_find_input_key(&value);
        if (key < GDR1_INPUT_KEYS && !(seen >> key & 1)) g->order[found++] = key;
        if (key < GDR1_INPUT_KEYS) seen |= 1u << key;
        const reel_bytes text = gdr1_key_text(&value);
        const size_t least = before.size < text.size ? before.size : text.size;
        const int order = least ? memcmp(before.data, text.data, least) : 0;
        g->sorts &= order < 0 || (!order && before.size < text.size);
        before = text;
        if (!reel__pull_skip(reader, &value) || !reel__pull_next(reader, &value) || !reel__pull_skip(reader, &value)) break;
    }
    for (unsigned key = 0; key < GDR1_INPUT_KEYS; key++)
        if (!(seen >> key & 1)) g->order[found++] = key;
}

/* ---- without an original ---------------------------------------------------------------------------------------- */

static void write_new_group(gdr1_writing *g, const gdr1_key *group)
{
    uint64_t pairs = 0;
    for (size_t i = 0; i < GDR1_KEYS; i++)
        pairs += reel__gdr1_keys[i].group == group->inner && reel__gdr1_has(g->info, &reel__gdr1_keys[i]);
    reel__push_map(g->w, pairs);
    for (size_t i = 0; i < GDR1_KEYS; i++) {
        const gdr1_key *key = &reel__gdr1_keys[i];
        if (key->group != group->inner || !reel__gdr1_has(g->info, key)) continue;
        write_key(g, key->key);
        write_scalar(g, key);
    }
    reel__push_end(g->w);
}

/* Writes a known key of the outermost map that the original does not have. */
static void write_new_key(gdr1_writing *g, const gdr1_key *key)
{
    bool has = key->kind == GDR1_INPUTS ? has_inputs(g) : reel__gdr1_has(g->info, key);
    if (!has || !gdr1_count_pair(g)) return;
    write_key(g, key->key);
    if (key->kind == GDR1_INPUTS)
        reel__gdr1_write_inputs(g);
    else if (key->kind == GDR1_GROUP)
        write_new_group(g, key);
    else
        write_scalar(g, key);
}

static void write_extension(gdr1_writing *g)
{
    const gdr_extension *row = &g->extensions[g->next_extension++];
    if (!gdr1_count_pair(g)) return;
    reel__push_string(g->w, row->key.data, row->key.size);
    reel__push_raw(g->w, row->value.data, row->value.size);
}

static int compare_text(reel_string a, const char *b)
{
    size_t size = strlen(b), least = a.size < size ? a.size : size;
    int order = least ? memcmp(a.data, b, least) : 0;
    return order ? order : a.size < size ? -1 : a.size > size;
}

static void write_new_pairs(gdr1_writing *g)
{
    g->pairs = g->next_extension = 0;
    for (size_t i = 0; i < GDR1_KEYS && reel__gdr1_keys[i].group == GDR1_TOP; i++) {
        while (g->next_extension < g->extension_count &&
               compare_text(g->extensions[g->next_extension].key, reel__gdr1_keys[i].key) < 0)
            write_extension(g);
        write_new_key(g, &reel__gdr1_keys[i]);
    }
    while (g->next_extension < g->extension_count) write_extension(g);
}

/* ---- an original with changes ----------------------------------------------------------------------------------- */

static void copy_key(gdr1_writing *g, const gdr1_pair *p)
{
    reel__push_raw(g->w, p->name.start, (size_t)(p->name_end - p->name.start));
}

static void update_scalar(gdr1_writing *g, const gdr1_key *key, const gdr1_pair *p)
{
    if (same_scalar(g, key)) {
        reel__gdr1_copy_pair(g, p);
    } else if (reel__gdr1_has(g->info, key) && gdr1_count_pair(g)) {
        copy_key(g, p);
        write_scalar(g, key);
    }
}

static void write_group_pairs(gdr1_writing *g, const gdr1_key *group, const gdr1_pair *map)
{
    gdr1_pair p;
    uint32_t met = 0;
    reel__pull_begin(g->inner, g->form, map->value.start, (size_t)(map->end - map->value.start), PULL_MOST_DEPTH);
    reel__pull_next(g->inner, &p.value);
    while (reel__gdr1_next_pair(g->inner, &p)) {
        const gdr1_key *key = p.name.kind == PULL_STRING ? reel__gdr1_find_key(group->inner, p.name.data, p.name.size) : NULL;
        if (!key) {
            reel__gdr1_copy_pair(g, &p);
        } else { /* the last of repeated keys counts: a changed value is written for each */
            met |= UINT32_C(1) << (key - reel__gdr1_keys);
            update_scalar(g, key, &p);
        }
    }
    for (size_t i = 0; i < GDR1_KEYS; i++) {
        const gdr1_key *key = &reel__gdr1_keys[i];
        if (key->group != group->inner || met >> i & 1 || !reel__gdr1_has(g->info, key) || !gdr1_count_pair(g)) continue;
        write_key(g, key->key);
        write_scalar(g, key);
    }
}

static void update_group(gdr1_writing *g, const gdr1_key *group, const gdr1_pair *p)
{
    if (same_group(g, group)) {
        reel__gdr1_copy_pair(g, p);
        return;
    }
    if (!gdr1_count_pair(g)) return;
    copy_key(g, p);
    if (p->value.kind != PULL_MAP) {
        write_new_group(g, group);
        return;
    }
    uint64_t outside = g->pairs;
    g->counting = true;
    g->pairs = 0;
    write_group_pairs(g, group, p);
    reel__push_map(g->w, g->pairs);
    g->counting = false;
    write_group_pairs(g, group, p);
    reel__push_end(g->w);
    g->pairs = outside;
}

/* The first of repeated arrays of inputs counts. */
static void update_inputs(gdr1_writing *g, const gdr1_pair *p)
{
    bool counts = g->old->keys[1] & GDR_KEY_INPUTS ? p->value.kind == PULL_ARRAY : true;
    if (g->same_inputs || (has_inputs(g) && (!counts || g->inputs_put))) {
        reel__gdr1_copy_pair(g, p);
        return;
    }
    g->inputs_put = true;
    find_key_order(g, p->value.start, (size_t)(p->end - p->value.start));
    if (!has_inputs(g) || !gdr1_count_pair(g)) return;
    copy_key(g, p);
    reel__gdr1_update_inputs(g, (reel_bytes){ p->value.start, (size_t)(p->end - p->value.start) });
}

static bool is_next_extension(const gdr1_writing *g, const pull_value *name)
{
    if (g->next_extension == g->extension_count) return false;
    reel_string key = g->extensions[g->next_extension].key;
    if (name->escaped) return true; /* rows are in the order of the original */
    return key.size == name->size && (key.size == 0 || memcmp(key.data, name->data, key.size) == 0);
}

static void write_document_pairs(gdr1_writing *g, reel_bytes document)
{
    gdr1_pair p;
    uint32_t met = 0;
    g->pairs = g->next_extension = 0;
    g->inputs_put = false;
    reel__pull_begin(g->reader, g->form, document.data, document.size, PULL_MOST_DEPTH);
    reel__pull_next(g->reader, &p.value);
    while (reel__gdr1_next_pair(g->reader, &p)) {
        const gdr1_key *key = p.name.kind == PULL_STRING ? reel__gdr1_find_key(GDR1_TOP, p.name.data, p.name.size) : NULL;
        if (key) met |= UINT32_C(1) << (key - reel__gdr1_keys);
        if (key && key->kind == GDR1_GROUP)
            update_group(g, key, &p);
        else if (key && key->kind == GDR1_INPUTS)
            update_inputs(g, &p);
        else if (key)
            update_scalar(g, key, &p);
        else if (p.name.kind != PULL_STRING)
            reel__gdr1_copy_pair(g, &p);
        else if (is_next_extension(g, &p.name))
            write_extension(g);
    }
    for (size_t i = 0; i < GDR1_KEYS && reel__gdr1_keys[i].group == GDR1_TOP; i++)
        if (!(met >> i & 1)) write_new_key(g, &reel__gdr1_keys[i]);
    while (g->next_extension < g->extension_count) write_extension(g);
}

/* Whether the first colon of a JSON document is followed by a space. */
static bool is_spaced(reel_bytes document)
{
    const uint8_t *colon = memchr(document.data, ':', document.size);
    return colon && (size_t)(colon - document.data) + 1 < document.size && colon[1] == ' ';
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

static reel_status fail_row(reel_error *error, const char *rule, const char *section, size_t row, const char *what)
{
    return reel_fail(error, REEL_ARGUMENT, rule, section, 0, "row %zu of %s %s", row, section, what);
}

/* Whether the bytes are exactly one value. */
static bool is_value(pull_form form, reel_bytes bytes)
{
    pull_reader inner;
    pull_value value;
    reel__pull_begin(&inner, form, bytes.data, bytes.size, PULL_MOST_DEPTH - 1);
    return bytes.size && reel__pull_next(&inner, &value) && reel__pull_skip(&inner, &value) && value.start == bytes.data &&
           inner.at == inner.end;
}

/* The bytes of a msgpack number or boolean of the kinds that bots write; 0: it is something else. */
static size_t plain_size(uint8_t head)
{
    enum { LAST_FIXED = 0x7f, FALSE_ = 0xc2, TRUE_ = 0xc3, SINGLE = 0xca, DOUBLE = 0xcb };
    if (head == DOUBLE) return 1 + sizeof(double);
    if (head == SINGLE) return 1 + sizeof(float);
    return head <= LAST_FIXED || head == FALSE_ || head == TRUE_;
}

/* Whether the bytes are a msgpack block of short keys, and numbers and booleans. False: perhaps another block. Bots add one to each input, so a
 * recorder does this for each. */
static bool is_plain_block(reel_bytes bytes)
{
    enum { SHORT_TEXT = 0xa0, SHORT_MOST = 0x1f };
    if (!bytes.size) return false;
    const uint8_t *at = bytes.data, *end = at + bytes.size;
    while (at < end) {
        const pull_value name = { .kind = PULL_STRING, .data = at + 1, .size = *at & SHORT_MOST, .start = at };
        if ((*at & ~SHORT_MOST) != SHORT_TEXT || (size_t)(end - at) < 2 + name.size) return false;
        if (reel__gdr1_find_input_key(&name) != GDR1_INPUT_KEYS) return false;
        at += 1 + name.size;
        const size_t size = plain_size(*at);
        if (!size || (size_t)(end - at) < size) return false;
        at += size;
    }
    return true;
}

/* Whether the bytes are keys with values, and none of the keys is defined by the format. */
static bool is_block(pull_form form, reel_bytes bytes)
{
    if (form == PULL_MSGPACK && is_plain_block(bytes)) return true;
    enum { OUTSIDE = 3 }; /* levels above: the outermost map, the array of inputs, the input */
    pull_reader inner;
    gdr1_pair p = { .end = NULL };
    bool known = false;
    reel__pull_begin_members(&inner, form, bytes.data, bytes.size);
    inner.most_depth = PULL_MOST_DEPTH - OUTSIDE;
    for (bool first = true; reel__gdr1_next_pair(&inner, &p); first = false)
        known |= reel__gdr1_find_input_key(&p.name) != GDR1_INPUT_KEYS || (first && p.name.start != bytes.data);
    return bytes.size && !known && inner.fault == PULL_OK && p.end == bytes.data + bytes.size;
}

static reel_status check_extension(pull_form form, const gdr_extension *row, size_t number, reel_error *error)
{
    if (reel__gdr1_find_key(GDR1_TOP, (const uint8_t *)row->key.data, row->key.size))
        return fail_row(error, "gdr.extension-key", "extensions", number, "has a key that the format defines");
    if (is_value(form, row->value)) return REEL_OK;
    return fail_row(error, "gdr.extension-value", "extensions", number, "is not a single value of the format");
}

static bool is_whole(double value)
{
    return value >= 0 && value < 0x1p64 && (double)(uint64_t)value == value && !(reel_double_bits(value) >> 63);
}

static reel_status check_info(const gdr_info_v1 *info, reel_error *error)
{
    if (!(info->keys[1] & GDR_KEY_WHOLE_DURATION) || (info->keys[0] & GDR_KEY_DURATION && is_whole(info->duration)))
        return REEL_OK;
    return reel_fail(error, REEL_ARGUMENT, "gdr.whole-duration", "header", 0,
                     "info.keys marks the duration as an integer, but it has a fraction");
}

/* A row_check of a pull_form. */
static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    const pull_form form = *(const pull_form *)of;
    if (table == &gdr_infos_v1) return check_info(row, error);
    if (table == &gdr_extensions) return check_extension(form, row, number, error);
    if (table == &gdr_blocks && !is_block(form, ((const gdr_block *)row)->data))
        return fail_row(error, "gdr.block", "blocks", number, "is not an object that has only bot-specific keys");
    if (table == &gdr_inputs && ((const gdr_input *)row)->extra != GDR_BLOCK && ((const gdr_input *)row)->extra != GDR_PLAIN)
        return fail_row(error, "gdr.extra", "inputs", number, "has data that GDR1 has no keys for");
    return REEL_OK;
}

static reel_status fail_number(const gdr1_key *key, reel_error *error)
{
    return reel_fail(error, REEL_ARGUMENT, "gdr.non-finite", "header", 0, "%s is infinite or NaN, which JSON cannot express",
                     key->path);
}

/* Whether JSON can express the value of a key. */
static bool is_finite(const gdr_info_v1 *info, const gdr1_key *key)
{
    double value;
    if (key->kind != GDR1_SCALAR || reel__gdr1_field(key)->type != REEL_F64 || !reel__gdr1_has(info, key)) return true;
    memcpy(&value, (const uint8_t *)info + key->offset, sizeof value);
    return value - value == 0;
}

reel_status reel__gdr1_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    static const pull_form form = PULL_MSGPACK;
    return reel__encoder_check_rows(check_row, &form, table, rows, count, error);
}

reel_status reel__gdr1_json_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    static const pull_form form = PULL_JSON;
    const gdr_info_v1 *infos = table == &gdr_infos_v1 ? rows : NULL;
    for (size_t i = 0; infos && i < count; i++)
        for (size_t k = 0; k < GDR1_KEYS; k++)
            if (!is_finite(&infos[i], &reel__gdr1_keys[k])) return fail_number(&reel__gdr1_keys[k], error);
    return reel__encoder_check_rows(check_row, &form, table, rows, count, error);
}

static reel_status check_blocks(const gdr1_writing *g)
{
    size_t blocks = 0;
    for (size_t i = 0; i < g->inputs.count; i++) blocks += g->inputs.rows[i].extra == GDR_BLOCK;
    if (blocks == g->inputs.block_count) return REEL_OK;
    return reel_fail(g->e->error, REEL_ARGUMENT, "gdr.extra-count", "inputs", 0,
                     "%zu {input has|inputs have} bot-specific keys, but there are %zu rows of blocks", blocks,
                     g->inputs.block_count);
}

/* A number that is unchanged is copied and needs no check. */
static reel_status check_numbers(const gdr1_writing *g)
{
    for (size_t i = 0; i < GDR1_KEYS && g->form == PULL_JSON; i++)
        if (!is_finite(g->info, &reel__gdr1_keys[i]) && !same_scalar(g, &reel__gdr1_keys[i]))
            return fail_number(&reel__gdr1_keys[i], g->e->error);
    return REEL_OK;
}

static reel_status check_all(const gdr1_writing *g, const reel_chunk *staged)
{
    reel_status status = check_numbers(g);
    if (status >= 0) status = reel__encoder_check_chunk(check_row, &g->form, staged, g->e->error);
    return status < 0 ? status : check_blocks(g);
}

static reel_status write_changed(gdr1_writing *g, const reel_replay *old, reel_bytes document)
{
    g->same_inputs = reel__kept_rows_agree(old, &gdr_inputs, g->inputs.rows, g->inputs.count) &&
                     reel__kept_rows_agree(old, &gdr_blocks, g->inputs.blocks, g->inputs.block_count);
    if (g->form == PULL_JSON && memcmp(document.data, "\xef\xbb\xbf", document.size < 3 ? document.size : 3) == 0) {
        document.data += 3;
        document.size -= 3;
    }
    g->w->spaced = is_spaced(document);
    g->counting = true;
    write_document_pairs(g, document);
    reel__push_map(g->w, g->pairs);
    g->counting = false;
    write_document_pairs(g, document);
    reel__push_end(g->w);
    return g->e->out->status;
}

static reel_status write_new(gdr1_writing *g)
{
    g->counting = true;
    write_new_pairs(g);
    if (g->pairs == g->extension_count)
        return reel_fail(g->e->error, REEL_ARGUMENT, "gdr.no-keys", "header", 0, "info.keys has no key of the file");
    reel__push_map(g->w, g->pairs);
    g->counting = false;
    write_new_pairs(g);
    reel__push_end(g->w);
    return g->e->out->status;
}

static reel_status finish_form(reel_encoder *e, const reel_chunk *staged, pull_form form)
{
    static const gdr_info_v1 nothing;
    gdr1_writer *state = e->state;
    gdr1_writing g = { .e = e,
                       .form = form,
                       .w = &state->tree,
                       .reader = &state->reader,
                       .items = &state->items,
                       .inner = &state->inner,
                       .info = &nothing,
                       .old = &nothing,
                       .order = { GDR1_2P, GDR1_BTN, GDR1_DOWN, GDR1_FRAME } };
    size_t infos;
    const gdr_info_v1 *info = reel_chunk_rows(staged, &gdr_infos_v1, &infos);
    if (infos != 1)
        return reel_fail(e->error, REEL_ARGUMENT, "gdr.info-count", "header", 0, "expected one row of info, not %zu", infos);
    g.info = info;
    g.inputs.rows = reel_chunk_rows(staged, &gdr_inputs, &g.inputs.count);
    g.inputs.blocks = reel_chunk_rows(staged, &gdr_blocks, &g.inputs.block_count);
    g.extensions = reel_chunk_rows(staged, &gdr_extensions, &g.extension_count);
    reel__push_begin(g.w, form, write_bytes, e->out);
    reel_bytes document = reel__gdr_document_of(staged);
    reel_replay *old = NULL;
    reel_status status = REEL_OK;
    if (document.size && (status = reel__gdr_document_load(e, document, &old)) < 0) return status;
    if (old && reel__kept_agrees(old, staged)) {
        reel_put(e->out, document.data, document.size);
        reel_free(old);
        return e->out->status;
    }
    const gdr_info_v1 *old_info = old ? reel_rows(old, &gdr_infos_v1, &infos) : NULL;
    if (old_info) g.old = old_info;
    if (old) g.old_inputs.rows = reel_rows(old, &gdr_inputs, &g.old_inputs.count);
    if (old) g.old_inputs.blocks = reel_rows(old, &gdr_blocks, &g.old_inputs.block_count);
    status = check_all(&g, staged);
    if (status >= 0) status = old ? write_changed(&g, old, document) : write_new(&g);
    reel_free(old);
    return status;
}

reel_status reel__gdr1_finish(reel_encoder *e, const reel_chunk *staged) { return finish_form(e, staged, PULL_MSGPACK); }
reel_status reel__gdr1_json_finish(reel_encoder *e, const reel_chunk *staged) { return finish_form(e, staged, PULL_JSON); }

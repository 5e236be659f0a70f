/* SPDX-License-Identifier: MIT
 * Writes a document of decoded JSON with changed rows: what the rows did not change keeps its text, so that null stays null, what was left out
 * stays left out, and a value of another type stays as it is. */
#include "core/reader.h"
#include "core/rows.h"
#include "formats/scoresaber/decoded_values.h"
#include "formats/scoresaber/decoded_write.h"

/* A key and its value in the original. */
typedef struct pair {
    pull_value key, value;
    const uint8_t *key_end, *end;
} pair;

typedef struct updating {
    decoded_writing *w;
    const reel_replay *old;
    pull_reader outer, inner, members;
    decoded_job reading; /* of single items, to see whether the reader makes a row of them */
    unsigned seen;       /* bit mask of the parts of the original */
    uint64_t dropped;    /* items without a row that have no place any more */
} updating;

static bool next_pair(pull_reader *r, pair *p)
{
    if (!reel__pull_next(r, &p->key) || p->key.kind == PULL_END) return false;
    p->key_end = r->at;
    if (!reel__pull_next(r, &p->value) || !reel__pull_skip(r, &p->value)) return false;
    p->end = r->at;
    return true;
}

static reel_bytes value_text(const pair *p) { return (reel_bytes){ p->value.start, (size_t)(p->end - p->value.start) }; }

static void copy_key(updating *u, const pair *p)
{
    reel__push_raw(&u->w->tree, p->key.start, (size_t)(p->key_end - p->key.start));
}

static void copy_pair(updating *u, const pair *p)
{
    copy_key(u, p);
    reel__push_raw(&u->w->tree, value_text(p).data, value_text(p).size);
}

/* Enters the array or map of a text. Returns false if it is neither. */
static bool enter(pull_reader *r, reel_bytes text, pull_kind kind)
{
    pull_value value;
    reel__pull_begin(r, PULL_JSON, text.data, text.size, PULL_MOST_DEPTH);
    return reel__pull_next(r, &value) && value.kind == kind;
}

/* ---- extras and info -------------------------------------------------------------------------------------------- */

/* Writes the row of a member without a field, unless it was removed. */
static void update_extra(updating *u, const pair *p, bool outermost)
{
    size_t count;
    const scoresaber_json_extra *rows = reel_chunk_rows(u->w->staged, &scoresaber_json_extras, &count);
    if (u->w->extra == count) return;
    const scoresaber_json_extra *row = &rows[u->w->extra];
    const reel_string key = decoded_key_text(&p->key);
    if ((row->object.size == 0) != outermost || !reel__text_values_equal(&row->key, &key)) return;
    copy_key(u, p);
    reel__push_raw(&u->w->tree, row->json.data, row->json.size);
    u->w->extra++;
}

static void update_info(updating *u, const pair *part)
{
    size_t count, old_count;
    const scoresaber_json_info *rows = reel_chunk_rows(u->w->staged, &scoresaber_json_infos, &count);
    const scoresaber_json_info *old = reel_rows(u->old, &scoresaber_json_infos, &old_count);
    pair p;
    unsigned met = 0;
    if (!count || !old_count) return;
    const scoresaber_json_info *now = &rows[count - 1];
    if (reel__decoded_has_info_extras(u->w)) reel__decoded_push_extras(u->w, true);
    copy_key(u, part);
    reel__push_map(&u->w->tree, DECODED_INFO_KEYS);
    enter(&u->inner, value_text(part), PULL_MAP);
    while (next_pair(&u->inner, &p)) {
        const reel_field *field = reel__decoded_find_info_field(decoded_key_text(&p.key));
        const reel_bytes text = value_text(&p);
        const unsigned bit = field ? 1u << (field - scoresaber_json_infos.fields) : 0;
        if (!field || met & bit || !reel__decoded_fits(field, (reel_string){ (const char *)text.data, text.size })) {
            update_extra(u, &p, false);
            continue;
        }
        const bool is = reel_field_present(field, now), was = reel_field_present(field, old);
        const bool nothing =
            decoded_is_nothing(field, p.value.kind); /* another member of that name may follow and be the field */
        if (!nothing || (is && !was)) met |= bit;
        if (nothing && was) {
            copy_pair(u, &p);
        } else if (is == was && (!is || reel__field_values_equal(field, old, now))) {
            copy_pair(u, &p);
        } else if (is) {
            copy_key(u, &p);
            reel__decoded_push_value(u->w, field, now);
        }
    }
    for (size_t i = 0; i < DECODED_INFO_KEYS; i++) {
        const reel_field *field = &scoresaber_json_infos.fields[i];
        if (met >> i & 1 || !reel_field_present(field, now)) continue;
        reel__decoded_push_key(u->w, reel__decoded_info_keys[i]);
        reel__decoded_push_value(u->w, field, now);
    }
    reel__decoded_push_extras(u->w, false);
    reel__push_end(&u->w->tree);
}

/* ---- frames and heights ----------------------------------------------------------------------------------------- */

/* The rows of a table in the original and those to write: the same ones, each perhaps changed; or some of them; or these and more. */
typedef struct rows_apart {
    const reel_table *table;
    const uint8_t *old, *now;
    size_t old_count, count, next; /* next: the first row that was not written */
} rows_apart;

static rows_apart rows_of(const updating *u, const reel_table *table)
{
    rows_apart r = { .table = table };
    r.old = reel_rows(u->old, table, &r.old_count);
    r.now = reel_chunk_rows(u->w->staged, table, &r.count);
    return r;
}

static bool are_same(const rows_apart *r)
{
    return r->count == r->old_count && reel__rows_are_equal(r->table, r->old, r->now, r->count);
}

static const void *row_at(const rows_apart *r, const uint8_t *rows, size_t number) { return rows + number * r->table->row_size; }

static bool is_row(const rows_apart *r, size_t old)
{
    return r->next < r->count && reel__rows_are_equal(r->table, row_at(r, r->old, old), row_at(r, r->now, r->next), 1);
}

static bool same_member(const decoded_member *member, const uint8_t *a, const uint8_t *b)
{
    const size_t size = member->kind == DECODED_POSE ? sizeof(scoresaber_json_pose) : sizeof(double);
    return reel__decoded_has_member(member, a) == reel__decoded_has_member(member, b) &&
           memcmp(a + member->offset, b + member->offset, size) == 0;
}

/* Writes a frame or height in place of that of the original. */
static void update_item(updating *u, const rows_apart *r, reel_bytes text, size_t old)
{
    const bool frames = r->table == &scoresaber_json_frames;
    const decoded_member *members = frames ? reel__decoded_frame_members : reel__decoded_height_members;
    const size_t count = frames ? DECODED_FRAME_MEMBERS : DECODED_HEIGHT_MEMBERS;
    const uint8_t *was = row_at(r, r->old, old), *now = row_at(r, r->now, r->next);
    pair p;
    unsigned met = 0;
    enter(&u->members, text, PULL_MAP);
    reel__push_map(&u->w->tree, count);
    while (next_pair(&u->members, &p)) {
        const decoded_member *member = reel__decoded_find_member(&p.key, members, count);
        if (member) met |= 1u << (member - members);
        if (!member || same_member(member, was, now))
            copy_pair(u, &p);
        else if (reel__decoded_has_member(member, now))
            reel__decoded_push_member(u->w, member, now);
    }
    for (size_t i = 0; i < count; i++)
        if (!(met >> i & 1) && reel__decoded_has_member(&members[i], now)) reel__decoded_push_member(u->w, &members[i], now);
    reel__push_end(&u->w->tree);
}

static void push_next(updating *u, rows_apart *r) { reel__decoded_push_item(u->w, r->table, row_at(r, r->now, r->next++)); }

static void update_items(updating *u, const reel_table *table, reel_bytes array)
{
    rows_apart r = rows_of(u, table);
    size_t old = 0;
    pull_value item;
    reel__push_array(&u->w->tree, r.count);
    enter(&u->inner, array, PULL_ARRAY);
    while (reel__pull_next(&u->inner, &item) && item.kind != PULL_END && reel__pull_skip(&u->inner, &item)) {
        const reel_bytes text = { item.start, (size_t)(u->inner.at - item.start) };
        if (!reel__decoded_makes_row(&u->reading, table, text)) { /* there is no telling where it belongs if rows went */
            u->dropped += r.count < r.old_count;
            if (r.count >= r.old_count) reel__push_raw(&u->w->tree, text.data, text.size);
            continue;
        }
        if (old == r.old_count) break;
        while (r.count > r.old_count && r.next < r.count && !is_row(&r, old)) push_next(u, &r);
        if (is_row(&r, old)) {
            reel__push_raw(&u->w->tree, text.data, text.size);
            r.next++;
        } else if (r.count == r.old_count) {
            update_item(u, &r, text, old);
            r.next++;
        }
        old++;
    }
    while (r.next < r.count) push_next(u, &r);
    reel__push_end(&u->w->tree);
}

/* ---- the four lists of notes ------------------------------------------------------------------------------------ */

static bool same_value(const reel_field *field, const void *a, const void *b)
{
    const bool has = reel_field_present(field, a);
    return has == reel_field_present(field, b) && (!has || reel__field_values_equal(field, a, b));
}

static bool same_list(const rows_apart *r, const reel_field *field)
{
    bool same = r->count == r->old_count;
    for (size_t i = 0; i < r->count && same; i++) same = same_value(field, row_at(r, r->old, i), row_at(r, r->now, i));
    return same;
}

static void push_list_item(updating *u, const rows_apart *r, const reel_field *field)
{
    const void *now = row_at(r, r->now, r->next);
    if (reel_field_present(field, now))
        reel__decoded_push_value(u->w, field, now);
    else
        reel__push_null(&u->w->tree);
}

/* Item `old` of the array is of that row: if it says what a row does, it keeps its text. */
static void update_list(updating *u, decoded_part part, reel_bytes array)
{
    const reel_field *field = &scoresaber_json_notes.fields[part - DECODED_SCORES];
    rows_apart r = rows_of(u, &scoresaber_json_notes);
    const size_t size = reel__decoded_list_size(u->w, part);
    pull_value item;
    reel__push_array(&u->w->tree, size);
    enter(&u->inner, array, PULL_ARRAY);
    for (size_t old = 0; old < r.old_count && r.next < r.count; old++) {
        if (!reel__pull_next(&u->inner, &item) || item.kind == PULL_END || !reel__pull_skip(&u->inner, &item)) break;
        for (; r.count > r.old_count && r.next < size && !is_row(&r, old); r.next++) push_list_item(u, &r, field);
        if (r.next == r.count) break;
        if (r.count < r.old_count && !is_row(&r, old)) continue;
        if (same_value(field, row_at(&r, r.old, old), row_at(&r, r.now, r.next)))
            reel__push_raw(&u->w->tree, item.start, (size_t)(u->inner.at - item.start));
        else if (r.next < size)
            push_list_item(u, &r, field);
        r.next++;
    }
    for (; r.next < size; r.next++) push_list_item(u, &r, field);
    reel__push_end(&u->w->tree);
}

/* ---- the outermost object --------------------------------------------------------------------------------------- */

/* Whether there are rows that the part must have. */
static bool is_needed(const updating *u, decoded_part part)
{
    size_t count;
    reel_chunk_rows(u->w->staged, reel__decoded_parts[part].table, &count);
    if (part >= DECODED_SCORES && part <= DECODED_NOTES) return reel__decoded_list_size(u->w, part) > 0;
    return count > 0;
}

static bool is_unchanged(const updating *u, decoded_part part)
{
    const rows_apart r = rows_of(u, reel__decoded_parts[part].table);
    if (part < DECODED_SCORES || part > DECODED_NOTES) return are_same(&r);
    return same_list(&r, &scoresaber_json_notes.fields[part - DECODED_SCORES]);
}

/* The first member of a name is the part, whatever its type. */
static void update_part(updating *u, decoded_part part, const pair *p)
{
    const bool again = u->seen >> part & 1, fits = p->value.kind == (part == DECODED_INFO ? PULL_MAP : PULL_ARRAY);
    u->seen |= 1u << part;
    if (again || (!fits && !is_needed(u, part))) {
        copy_pair(u, p);
    } else if (!fits) {
        if (part == DECODED_INFO && reel__decoded_has_info_extras(u->w)) reel__decoded_push_extras(u->w, true);
        reel__decoded_push_part(u->w, part);
    } else if (part == DECODED_INFO) {
        update_info(u, p);
    } else if (is_unchanged(u, part)) {
        copy_pair(u, p);
    } else {
        copy_key(u, p);
        if (part == DECODED_FRAMES || part == DECODED_HEIGHTS)
            update_items(u, reel__decoded_parts[part].table, value_text(p));
        else
            update_list(u, part, value_text(p));
    }
}

static void update_all(updating *u, reel_bytes document)
{
    pair p;
    pull_value value;
    const size_t mark = reel__decoded_mark_size(document.data, document.size);
    reel__pull_begin(&u->outer, PULL_JSON, (const uint8_t *)document.data + mark, document.size - mark, PULL_MOST_DEPTH);
    if (!reel__pull_next(&u->outer, &value)) return;
    reel_put(u->w->encoder->out, document.data, mark + (size_t)(value.start - u->outer.start));
    reel__push_map(&u->w->tree, DECODED_PARTS);
    while (next_pair(&u->outer, &p)) {
        const decoded_part part = reel__decoded_find_part(decoded_key_text(&p.key));
        if (part == DECODED_PARTS)
            update_extra(u, &p, true);
        else
            update_part(u, part, &p);
    }
    for (size_t i = 0; i < DECODED_PARTS; i++) {
        if (u->seen >> i & 1 || !is_needed(u, (decoded_part)i)) continue;
        if (i == DECODED_INFO && reel__decoded_has_info_extras(u->w)) reel__decoded_push_extras(u->w, true);
        reel__decoded_push_part(u->w, (decoded_part)i);
    }
    reel__decoded_push_extras(u->w, true);
    reel__push_end(&u->w->tree);
    reel_put(u->w->encoder->out, u->outer.at, (size_t)(u->outer.end - u->outer.at));
}

reel_status reel__decoded_update(decoded_writing *w, const reel_replay *old, reel_bytes document)
{
    reel_encoder *e = w->encoder;
    updating *u = e->allocator.alloc(e->allocator.context, sizeof *u);
    if (!u) return reel__memory_fail(e->error);
    memset(u, 0, sizeof *u);
    u->w = w;
    u->old = old;
    update_all(u, document);
    if (u->dropped)
        reel_find(&e->reporter,
                  (reel_finding){ .rule = "scoresaber-json.items-dropped",
                                  .severity = REEL_WARNING,
                                  .section = "json",
                                  .offset = REEL_NO_OFFSET,
                                  .count = u->dropped },
                  "dropped %llu incomplete {item|items}, for which there is no row", (unsigned long long)u->dropped);
    e->allocator.free(e->allocator.context, u);
    return e->out->status;
}

/* SPDX-License-Identifier: MIT */
#include "formats/gdr/fixes.h"

#include "codec/pull.h"
#include "core/fill.h"
#include "core/memory.h"
#include "formats/gdr/carry.h"
#include "formats/gdr/findings.h"
#include "formats/gdr/macro.h"

#include <reel/macros.h>

enum { MOST_MEMBERS = 16, FRAME_BYTES = 10, PLAYER_BYTES = 3 * 4 + 1, GDR2_FIX_BYTES = 2 * PLAYER_BYTES };

/* Where the fixes of a chunk are beside a table. */
typedef struct fix_text {
    reel_bytes *value; /* in its row; NULL: nowhere */
    reel_bytes fixes;  /* the part of it that has fixes */
    pull_form form;
    bool packed; /* GDR2's layout */
} fix_text;

/* Work on such a value. Texts are made in memory of their own, and then copied. */
typedef struct fix_job {
    const reel_change *change;
    const macro_motion *motion;
    pull_form form;
    reel_memory made, one; /* the new value, a fix */
    bool no_memory, unknown, too_late;
    uint64_t dropped;
    pull_reader reader;
    push_writer writer;
} fix_job;

static bool text_is(reel_string text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static bool name_is(const pull_value *name, const char *word)
{
    return name->kind == PULL_STRING && name->size == strlen(word) && memcmp(name->data, word, name->size) == 0;
}

pull_form reel__gdr_form_of(reel_bytes value)
{
    for (size_t i = 0; i < value.size; i++) {
        uint8_t byte = value.data[i];
        if (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r') continue;
        return byte == '[' || byte == '{' || byte == 'n' ? PULL_JSON : PULL_MSGPACK;
    }
    return PULL_MSGPACK;
}

static fix_text find_fixes(const reel_chunk *chunk)
{
    size_t count;
    gdr_info *info = reel__macro_info(chunk);
    gdr_extension *rows = (gdr_extension *)(uintptr_t)reel_chunk_rows(chunk, &gdr_extensions, &count);
    for (size_t i = 0; i < count; i++)
        if (text_is(rows[i].key, GDR_FIXES_KEY))
            return (fix_text){ &rows[i].value, rows[i].value, reel__gdr_form_of(rows[i].value), false };
    if (!info || !text_is(info->bot_name, GDR_FIXES_BOT)) return (fix_text){ .value = NULL };
    gdr_carry carry;
    reel_bytes fixes = info->replay_extension;
    if (reel__gdr_carry_find(fixes, &carry))
        fixes = gdr_carry_is_placeholder(carry.before) ? (reel_bytes){ NULL, 0 } : carry.before;
    return (fix_text){ fixes.size ? &info->replay_extension : NULL, fixes, PULL_MSGPACK, true };
}

static void add_bytes(void *context, const void *data, size_t size)
{
    fix_job *job = context;
    if (!memory_add(&job->one, data, size)) job->no_memory = true;
}

static void add_made(fix_job *job, const void *data, size_t size)
{
    if (!memory_add(&job->made, data, size)) job->no_memory = true;
}

/* Whether a fix stays, with its new frame. */
static bool moves(fix_job *job, int64_t *frame)
{
    const macro_motion *motion = job->motion;
    macro_moved moved = motion->frame ? motion->frame(motion->context, frame) : MACRO_MOVED;
    job->too_late |= moved == MACRO_TOO_LATE;
    job->dropped += moved == MACRO_BEFORE_START || moved == MACRO_OUTSIDE;
    return moved == MACRO_MOVED;
}

/* ---- GDR1 ------------------------------------------------------------------------------------------------------- */

/* A fix: a map with the frame, and the players' values as maps. */
typedef struct fix_map {
    struct {
        pull_value name, value;
        size_t name_size, size;
        int player; /* -1: another member */
    } members[MOST_MEMBERS];
    size_t count, frame; /* frame: the index of its member */
    int64_t at;
} fix_map;

/* Reads the map that was just entered. */
static bool read_map(pull_reader *reader, fix_map *map)
{
    *map = (fix_map){ .frame = MOST_MEMBERS };
    pull_value name;
    while (reel__pull_next(reader, &name) && name.kind != PULL_END) {
        size_t i = map->count++;
        if (i == MOST_MEMBERS || !reel__pull_skip(reader, &name)) return false;
        map->members[i].name = name;
        map->members[i].name_size = (size_t)(reader->at - name.start);
        if (!reel__pull_next(reader, &map->members[i].value) || !reel__pull_skip(reader, &map->members[i].value)) return false;
        const pull_value *value = &map->members[i].value;
        map->members[i].size = (size_t)(reader->at - value->start);
        map->members[i].player = name_is(&name, "p1") ? 0 : name_is(&name, "p2") ? 1 : -1;
        if (!name_is(&name, "frame")) continue;
        bool whole = (value->kind == PULL_UNSIGNED && value->number <= INT64_MAX) || value->kind == PULL_NEGATIVE;
        if (!whole || map->frame != MOST_MEMBERS) return false;
        map->frame = i;
        map->at = (int64_t)value->number;
    }
    return reader->fault == PULL_OK && map->frame != MOST_MEMBERS;
}

/* Writes a fix as it is after the motion to job->one. Returns false if nothing of it is left. */
static bool write_map(fix_job *job, const fix_map *map)
{
    static const char *const names[] = { "p1", "p2" };
    int64_t frame = map->at;
    size_t players = 0, lost = 0, gone = 0;
    for (size_t i = 0; i < map->count; i++) {
        int player = map->members[i].player;
        bool drops = player >= 0 && job->motion->drops[player], any = player >= 0 && map->members[i].value.kind == PULL_MAP;
        players += any;
        lost += any && drops;
        gone += drops;
    }
    if (!moves(job, &frame)) return false;
    if (lost && lost == players) {
        job->dropped++;
        return false;
    }
    job->one.size = 0;
    reel__push_begin(&job->writer, job->form, add_bytes, job);
    reel__push_map(&job->writer, map->count - gone);
    for (size_t i = 0; i < map->count; i++) {
        int player = map->members[i].player;
        if (player >= 0 && job->motion->drops[player]) continue;
        if (player >= 0 && job->motion->swaps)
            reel__push_string(&job->writer, names[!player], 2);
        else
            reel__push_raw(&job->writer, map->members[i].name.start, map->members[i].name_size);
        if (i == map->frame && frame != map->at)
            reel__push_integer(&job->writer, frame < 0, (uint64_t)frame);
        else
            reel__push_raw(&job->writer, map->members[i].value.start, map->members[i].size);
    }
    reel__push_end(&job->writer);
    return true;
}

/* Each fix of a value: `each` gets it, with the bytes that it was read from. Returns false if the layout is not known. */
static bool walk_maps(fix_job *job, reel_bytes value, void (*each)(fix_job *job, const fix_map *map, reel_bytes bytes))
{
    pull_value item;
    fix_map map;
    reel__pull_begin(&job->reader, job->form, value.data, value.size, PULL_MOST_DEPTH - 1);
    if (!reel__pull_next(&job->reader, &item)) return false;
    if (item.kind == PULL_NULL) return true;
    if (item.kind != PULL_ARRAY) return false;
    while (reel__pull_next(&job->reader, &item) && item.kind != PULL_END) {
        if (item.kind != PULL_MAP || !read_map(&job->reader, &map)) return false;
        each(job, &map, (reel_bytes){ item.start, (size_t)(job->reader.at - item.start) });
    }
    return job->reader.fault == PULL_OK;
}

/* A fix in job->made: the size of its bytes, then those. Their number is not known before all are made. */
static void keep_bytes(fix_job *job, const void *data, size_t size)
{
    uint64_t length = size;
    add_made(job, &length, sizeof length);
    add_made(job, data, size);
}

static void move_map(fix_job *job, const fix_map *map, reel_bytes bytes)
{
    (void)bytes;
    if (write_map(job, map)) keep_bytes(job, job->one.data, job->one.size);
}

/* ---- GDR2 ------------------------------------------------------------------------------------------------------- */

static bool is_nothing(const uint8_t *player)
{
    for (size_t i = 0; i < PLAYER_BYTES; i++)
        if (player[i]) return false;
    return true;
}

static size_t put_number(uint8_t *to, uint64_t value)
{
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) to[size++] = (uint8_t)(value | 0x80);
    to[size++] = (uint8_t)value;
    return size;
}

static void keep_packed(fix_job *job, int64_t frame, const uint8_t *players)
{
    uint8_t bytes[FRAME_BYTES + GDR2_FIX_BYTES];
    size_t size = put_number(bytes, (uint64_t)frame);
    memcpy(bytes + size, players, GDR2_FIX_BYTES);
    keep_bytes(job, bytes, size + GDR2_FIX_BYTES);
}

static void move_packed(fix_job *job, int64_t frame, const uint8_t *players)
{
    uint8_t moved[GDR2_FIX_BYTES] = { 0 };
    bool any = false, left = false;
    for (size_t player = 0; player < 2; player++) {
        const uint8_t *from = players + player * PLAYER_BYTES;
        any |= !is_nothing(from);
        if (job->motion->drops[player]) continue;
        left |= !is_nothing(from);
        memcpy(moved + (job->motion->swaps ? !player : player) * PLAYER_BYTES, from, PLAYER_BYTES);
    }
    if (!moves(job, &frame)) return;
    if (any && !left)
        job->dropped++;
    else
        keep_packed(job, frame, moved);
}

static bool walk_packed(fix_job *job, reel_bytes value, void (*each)(fix_job *job, int64_t frame, const uint8_t *players))
{
    reel_cursor in = { .at = value.data, .end = value.data + value.size };
    uint64_t count = reel_get_leb128(&in);
    if (in.failed || !reel_count_fits(&in, count, 1 + GDR2_FIX_BYTES)) return false;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t frame = reel_get_leb128(&in);
        const uint8_t *players = reel_take(&in, GDR2_FIX_BYTES);
        if (!players || frame > INT64_MAX) return false;
        each(job, (int64_t)frame, players);
    }
    return reel_left(&in) == 0;
}

/* ---- the value --------------------------------------------------------------------------------------------------- */

/* The fixes in job->made, as one value in the chunk. `frames`: in that order; NULL: as they are. */
static reel_bytes join(fix_job *job, const fix_text *text, const size_t *order, size_t count, const size_t *starts)
{
    uint8_t number[FRAME_BYTES];
    job->one.size = 0;
    reel__push_begin(&job->writer, job->form, add_bytes, job);
    if (text->packed)
        add_bytes(job, number, put_number(number, count));
    else
        reel__push_array(&job->writer, count);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *at = job->made.data + starts[order ? order[i] : i];
        uint64_t size;
        memcpy(&size, at, sizeof size);
        if (text->packed)
            add_bytes(job, at + sizeof size, (size_t)size);
        else
            reel__push_raw(&job->writer, at + sizeof size, (size_t)size);
    }
    if (!text->packed) reel__push_end(&job->writer);
    return (reel_bytes){ job->one.data, job->one.size };
}

/* Finds where each fix begins in job->made. Free with reel__macro_release; NULL: no memory. */
static size_t *find_starts(const fix_job *job, size_t *count)
{
    uint64_t size;
    size_t *starts = reel__macro_alloc(job->change, job->made.size / sizeof size, sizeof *starts);
    *count = 0;
    for (size_t at = 0; starts && at < job->made.size; at += sizeof size + (size_t)size) {
        starts[(*count)++] = at;
        memcpy(&size, job->made.data + at, sizeof size);
    }
    return starts;
}

/* Puts a value in place of the fixes; a carried macro behind them stays. */
static void replace(const fix_job *job, const fix_text *text, reel_bytes fixes)
{
    size_t rest = text->value->size - text->fixes.size;
    bool placeholder = rest && !fixes.size;
    chunk_fill all = reel__fill_begin(job->change->chunk, fixes.size + placeholder + rest);
    reel__fill_bytes(&all, fixes.data, fixes.size);
    reel__fill_bytes(&all, "", placeholder); /* a NUL */
    if (rest) reel__fill_bytes(&all, text->value->data + text->fixes.size, rest);
    if (all.size == 0 || all.data) *text->value = reel__fill_end(&all);
}

static reel_status unknown_layout(const reel_change *change)
{
    return reel_fail(change->error, REEL_ARGUMENT, "edit.fixes", "header", 0,
                     "the position fixes of the bot have an unknown layout, so they cannot follow the inputs; --do strip first "
                     "drops them and all other bot data");
}

static void end_job(fix_job *job)
{
    if (job->made.data) reel_memory_free(&job->made);
    if (job->one.data) reel_memory_free(&job->one);
    reel__macro_release(job->change, job);
}

static fix_job *begin_job(const reel_change *change, const macro_motion *motion, const fix_text *text)
{
    fix_job *job = reel__macro_alloc(change, 1, sizeof *job);
    if (!job) return NULL;
    job->change = change;
    job->motion = motion;
    job->form = text->form;
    job->made = job->one = (reel_memory){ .allocator = change->allocator };
    job->no_memory = job->unknown = job->too_late = false;
    job->dropped = 0;
    return job;
}

static void report_gone(const reel_change *change, const macro_motion *motion, const reel_table *table, uint64_t count)
{
    if (motion->cuts)
        reel_tally(change, "edit.cut", REEL_NOTE, table, NULL, count, "position fixes outside the time range, dropped");
    else
        reel__gdr_report_rows(&change->reporter, "edit.dropped", REEL_NOTE, table, REEL_NO_ROW, count,
                              "dropped %llu position {fix|fixes} with their frames or players");
}

static bool is_null(reel_bytes value) { return value.size && (value.data[0] == 0xc0 || value.data[0] == 'n'); }

static reel_status move_text(const reel_change *change, const macro_motion *motion, uint64_t *moved)
{
    fix_text text = find_fixes(change->chunk);
    if (!text.value) return REEL_OK;
    if (!text.packed && is_null(text.fixes)) {
        if (moved) ++*moved; /* there are none, and null stays null */
        return REEL_OK;
    }
    fix_job *job = begin_job(change, motion, &text);
    if (!job) return reel__memory_fail(change->error);
    bool known = text.packed ? walk_packed(job, text.fixes, move_packed) : walk_maps(job, text.fixes, move_map);
    reel_status status = known ? REEL_OK : unknown_layout(change);
    if (status >= 0 && job->too_late)
        status = reel_fail(change->error, REEL_LOSS, "edit.frame-range", "header", 0, "a position fix would be out of range");
    size_t count = 0, *starts = status >= 0 ? find_starts(job, &count) : NULL;
    if (status >= 0 && starts) replace(job, &text, join(job, &text, NULL, count, starts));
    if (status >= 0 && (!starts || job->no_memory || reel_build_status(change->chunk) < 0))
        status = reel__chunk_failure(change->chunk, 0, change->error);
    if (status >= 0) report_gone(change, motion, text.packed ? &gdr_infos : &gdr_extensions, job->dropped);
    if (moved) *moved += status >= 0;
    reel__macro_release(change, starts);
    end_job(job);
    return status;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

/* Fixes are in the order of frames, or, in formats with a list for each player, those of the first player come first. */
static bool are_by_player(const macros_fix *rows, size_t count)
{
    size_t changes = 0;
    for (size_t i = 1; i < count; i++) changes += (rows[i].player2 != 0) != (rows[i - 1].player2 != 0);
    return changes <= 1 && count > 2;
}

static bool is_earlier(const void *rows, size_t a, size_t b)
{
    return ((const macros_fix *)rows)[a].frame < ((const macros_fix *)rows)[b].frame;
}

static bool is_of_lower_player(const void *rows, size_t a, size_t b)
{
    const macros_fix *one = (const macros_fix *)rows + a, *other = (const macros_fix *)rows + b;
    return !one->player2 && other->player2;
}

static bool is_before_by_player(const void *rows, size_t a, size_t b)
{
    const macros_fix *one = (const macros_fix *)rows + a, *other = (const macros_fix *)rows + b;
    if ((one->player2 != 0) != (other->player2 != 0)) return !one->player2;
    return one->frame < other->frame;
}

static reel_status sort_fixes(const reel_change *change, reel_row_list *list, rank_before *before)
{
    size_t *order;
    macros_fix *rows = (macros_fix *)(void *)list->data;
    if (!list->count) return REEL_OK;
    reel_status status = reel__macro_rank(change, rows, list->count, before, &order);
    if (status < 0) return status;
    macros_fix *sorted = reel__macro_alloc(change, list->count, sizeof *sorted);
    for (size_t i = 0; sorted && i < list->count; i++) sorted[i] = rows[order[i]];
    if (sorted) memcpy(rows, sorted, list->count * sizeof *rows);
    reel__macro_release(change, order);
    reel__macro_release(change, sorted);
    return sorted ? REEL_OK : reel__memory_fail(change->error);
}

/* Fixes of both players on one frame are a pair, in which the first player comes first. */
static void swap_pairs(macros_fix *rows, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++) {
        if (rows[i].frame != rows[i + 1].frame || !rows[i].player2 || rows[i + 1].player2) continue;
        macros_fix first = rows[i + 1];
        rows[i + 1] = rows[i];
        rows[i++] = first;
    }
}

static reel_status move_table(const reel_change *change, const macro_motion *motion)
{
    reel_row_list *list = reel_change_rows(change->chunk, &macros_fixes);
    size_t kept = 0, count = list ? list->count : 0;
    macros_fix *rows = count ? (macros_fix *)(void *)list->data : NULL;
    bool by_player = rows && are_by_player(rows, count);
    for (size_t i = 0; i < count; i++) {
        macros_fix fix = rows[i];
        if (motion->drops[fix.player2 != 0]) continue;
        macro_moved moved = motion->frame ? motion->frame(motion->context, &fix.frame) : MACRO_MOVED;
        if (moved == MACRO_TOO_LATE)
            return reel_fail(change->error, REEL_LOSS, "edit.frame-range", "fixes", 0,
                             "row %zu of fixes: the frame would be out of range", i);
        if (motion->swaps) fix.player2 = !fix.player2;
        if (moved == MACRO_MOVED) rows[kept++] = fix;
    }
    if (!rows) return REEL_OK;
    list->count = kept;
    report_gone(change, motion, &macros_fixes, count - kept);
    if (!motion->swaps) return REEL_OK;
    if (by_player) return sort_fixes(change, list, is_of_lower_player);
    swap_pairs(rows, kept);
    return REEL_OK;
}

reel_status reel__macro_move_fixes(const reel_change *change, const macro_motion *motion, uint64_t *moved)
{
    reel_status status = move_table(change, motion);
    return status < 0 ? status : move_text(change, motion, moved);
}

/* ---- merging ----------------------------------------------------------------------------------------------------- */

static void keep_map(fix_job *job, const fix_map *map, reel_bytes bytes)
{
    job->one.size = 0;
    add_bytes(job, &map->at, sizeof map->at);
    add_bytes(job, bytes.data, bytes.size);
    keep_bytes(job, job->one.data, job->one.size);
}

static void keep_fix(fix_job *job, int64_t frame, const uint8_t *players) { keep_packed(job, frame, players); }

static int64_t frame_at(const fix_job *job, const fix_text *text, size_t start)
{
    const uint8_t *at = job->made.data + start + sizeof(uint64_t);
    int64_t frame;
    if (!text->packed) {
        memcpy(&frame, at, sizeof frame);
        return frame;
    }
    reel_cursor in = { .at = at, .end = at + FRAME_BYTES };
    return (int64_t)reel_get_leb128(&in);
}

static bool comes_first(const void *rows, size_t a, size_t b) { return ((const int64_t *)rows)[a] < ((const int64_t *)rows)[b]; }

/* Takes the frames off again that keep_map put before the bytes. */
static void strip_frames(fix_job *job, size_t *starts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t size;
        uint8_t *at = job->made.data + starts[i];
        memcpy(&size, at, sizeof size);
        size -= sizeof(int64_t);
        memcpy(at + sizeof(int64_t), &size, sizeof size);
        starts[i] += sizeof(int64_t);
    }
}

static reel_status join_by_frame(fix_job *job, const fix_text *text)
{
    const reel_change *change = job->change;
    size_t count, *order = NULL, *starts = find_starts(job, &count);
    int64_t *frames = starts ? reel__macro_alloc(change, count, sizeof *frames) : NULL;
    reel_status status = frames ? REEL_OK : reel__memory_fail(change->error);
    for (size_t i = 0; frames && i < count; i++) frames[i] = frame_at(job, text, starts[i]);
    if (status >= 0) status = reel__macro_rank(change, frames, count, comes_first, &order);
    if (status >= 0) {
        if (!text->packed) strip_frames(job, starts, count);
        replace(job, text, join(job, text, order, count, starts));
        if (job->no_memory || reel_build_status(change->chunk) < 0) status = reel__chunk_failure(change->chunk, 0, change->error);
    }
    reel__macro_release(change, order);
    reel__macro_release(change, frames);
    reel__macro_release(change, starts);
    return status;
}

/* The place for fixes in a chunk that has none. */
static bool make_place(const reel_change *change, fix_text *text, const fix_text *like)
{
    static const char key[] = GDR_FIXES_KEY;
    *text = *like;
    text->fixes = (reel_bytes){ NULL, 0 };
    gdr_info *info = reel__macro_info(change->chunk);
    if (like->packed) {
        if (!info || !text_is(info->bot_name, GDR_FIXES_BOT) || info->replay_extension.size) return false;
        text->value = &info->replay_extension;
        return true;
    }
    gdr_extension *row = reel_row_add(reel_change_rows(change->chunk, &gdr_extensions));
    if (!row) return false;
    *row = (gdr_extension){ { key, sizeof key - 1 }, { NULL, 0 } };
    text->value = &row->value;
    return true;
}

static reel_status merge_text(const reel_change *change, const reel_chunk *other, uint64_t *merged)
{
    fix_text own = find_fixes(change->chunk), more = find_fixes(other);
    if (!more.value) return REEL_OK;
    if (!own.value && !make_place(change, &own, &more)) return reel_build_status(change->chunk);
    fix_job *job = begin_job(change, NULL, &more);
    if (!job) return reel__memory_fail(change->error);
    bool known = own.packed == more.packed && own.form == more.form;
    for (int pass = 0; pass < 2 && known; pass++) {
        reel_bytes value = pass ? more.fixes : own.fixes;
        if (value.size) known = own.packed ? walk_packed(job, value, keep_fix) : walk_maps(job, value, keep_map);
    }
    reel_status status = known ? join_by_frame(job, &own) : unknown_layout(change);
    if (merged) *merged += status >= 0;
    end_job(job);
    return status;
}

static reel_status merge_table(const reel_change *change, const reel_chunk *other)
{
    size_t more;
    const macros_fix *from = reel_chunk_rows(other, &macros_fixes, &more);
    reel_row_list *list = reel_change_rows(change->chunk, &macros_fixes);
    if (!list || !more) return REEL_OK;
    bool by_player = are_by_player(from, more) || are_by_player((const macros_fix *)(const void *)list->data, list->count);
    macros_fix *rows = reel_row_grow(list, more, true);
    if (!rows) return reel__memory_fail(change->error);
    memcpy(rows, from, more * sizeof *rows);
    return sort_fixes(change, list, by_player ? is_before_by_player : is_earlier);
}

reel_status reel__macro_merge_fixes(const reel_change *change, const reel_chunk *other, uint64_t *merged)
{
    reel_status status = merge_table(change, other);
    return status < 0 ? status : merge_text(change, other, merged);
}

/* ---- corrections ------------------------------------------------------------------------------------------------- */

/* Where in a block the correction says player2. False: nowhere. */
static bool find_player(pull_reader *reader, pull_form form, reel_bytes block, pull_value *player)
{
    pull_value name, value;
    reel__pull_begin_members(reader, form, block.data, block.size);
    while (reel__pull_next(reader, &name) && name.kind != PULL_END) {
        if (!reel__pull_skip(reader, &name) || !reel__pull_next(reader, &value)) return false;
        bool inside = name_is(&name, "correction") && value.kind == PULL_MAP;
        if (!inside && !reel__pull_skip(reader, &value)) return false;
        while (inside && reel__pull_next(reader, &name) && name.kind != PULL_END) {
            if (!reel__pull_skip(reader, &name) || !reel__pull_next(reader, player) || !reel__pull_skip(reader, player))
                return false;
            if (name_is(&name, "player2") && player->kind == PULL_BOOL) return true;
        }
    }
    return false;
}

reel_status reel__macro_set_correction(const reel_change *change, reel_bytes *block, bool player2)
{
    pull_form form = block->size && block->data[0] == '"' ? PULL_JSON : PULL_MSGPACK;
    pull_reader *reader = reel__macro_alloc(change, 1, sizeof *reader);
    pull_value player;
    if (!reader) return reel__memory_fail(change->error);
    bool found = find_player(reader, form, *block, &player) && (player.number != 0) != player2;
    size_t from = found ? (size_t)(player.start - block->data) : 0, size = found ? (size_t)(reader->at - player.start) : 0;
    reel__macro_release(change, reader);
    if (!found) return REEL_OK;
    const char *word = form == PULL_JSON ? (player2 ? "true" : "false") : (player2 ? "\xc3" : "\xc2");
    size_t length = strlen(word), whole = block->size - size + length;
    chunk_fill changed = reel__fill_begin(change->chunk, whole);
    reel__fill_bytes(&changed, block->data, from);
    reel__fill_bytes(&changed, word, length);
    reel__fill_bytes(&changed, block->data + from + size, block->size - from - size);
    if (!changed.data) return reel__memory_fail(change->error);
    *block = reel__fill_end(&changed);
    return REEL_OK;
}

/* SPDX-License-Identifier: MIT
 * Reading a demo chunk by chunk. A tick marker and the snapshot behind it are one unit. A snapshot that is damaged is left out, as the game does;
 * the ones behind it mean something only from the next whole one on. Messages are read all the way. */
#include "core/chunk.h"
#include "formats/demo/state.h"

enum {
    SLICE_BYTES = 1 << 16, /* a slice ends behind them, or behind half of them at a key frame, where an index can begin */
    SLICE_ROWS = 8192,
    HEAD_MOST = 3,
    PEEK_MOST = 1 << 18, /* bytes that are searched for the second snapshot */
    BITS = 8
};

/* ---- the header ------------------------------------------------------------------------------------------------- */

static reel_string copy(reel_decoder *d, reel_string text) { return reel_chunk_string(d->chunk, text.data, text.size); }

static void add_info(reel_decoder *d, const demo_header *h)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &demo_infos);
    demo_info *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    *row = h->info;
    row->net_version = copy(d, h->info.net_version);
    row->map_name = copy(d, h->info.map_name);
    row->map_crc = copy(d, h->info.map_crc);
    row->map_sha256 = copy(d, h->info.map_sha256);
    row->recorder = copy(d, h->info.recorder);
    row->timestamp = copy(d, h->info.timestamp);
}

static void add_markers(reel_decoder *d, const demo_header *h)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &demo_markers);
    for (size_t i = 0; list && i < h->markers; i++) {
        demo_marker *row = reel_row_add(list);
        if (row) row->tick = h->ticks[i];
    }
}

/* Keeps the bytes of a header that its rows would not give back. */
static void add_head(reel_decoder *d, const demo_header *h)
{
    uint8_t made[DEMO_HEAD_MOST];
    demo_marker markers[DEMO_MARKERS];
    for (size_t i = 0; i < DEMO_MARKERS; i++) markers[i].tick = h->ticks[i];
    const size_t size = reel__demo_header_write(&h->info, markers, h->markers, made);
    if (size == h->size && memcmp(made, d->in.at, size) == 0) return;
    reel_row_list *list = reel_chunk_table(d->chunk, &demo_heads);
    demo_head *row = list ? reel_row_add(list) : NULL;
    if (row) row->bytes = reel_chunk_bytes(d->chunk, d->in.at, h->size);
}

reel_status reel__demo_open(reel_decoder *d)
{
    demo_reader *r = d->state;
    demo_header header;
    reel_status status = reel_fill(d, DEMO_HEAD_MOST);
    if (status < 0) return status;
    const size_t size = reel_left(&d->in);
    if (status == REEL_AGAIN) return REEL_AGAIN;
    if (size < DEMO_MAGIC_BYTES || memcmp(d->in.at, DEMO_MAGIC, DEMO_MAGIC_BYTES) != 0)
        return reel_fail(d->error, REEL_UNSUPPORTED, "demo.magic", "info", 0, "the file does not start with the magic of demos");
    r->version = size > DEMO_MAGIC_BYTES ? d->in.at[DEMO_MAGIC_BYTES] : DEMO_FIRST_VERSION;
    if (r->version < DEMO_FIRST_VERSION || r->version > DEMO_LAST_VERSION)
        return reel_fail(d->error, REEL_UNSUPPORTED, "demo.version", "info", DEMO_MAGIC_BYTES,
                         "unsupported version %d; versions 3 to 6 are supported", r->version);
    /* A recorder of version 6 writes the SHA-256, and others a chunk: a file that ends in front of it was cut there. */
    if (!reel__demo_header_read(&header, d->in.at, size) || (size == header.size && demo_may_lack_hash(&header.info)))
        return reel_fail(d->error, REEL_TRUNCATED, "demo.truncated", "info", size, "the file ends inside its header");
    if (header.odd_text)
        reel_find(
            &d->reporter,
            (reel_finding){ .rule = "demo.text", .severity = REEL_WARNING, .section = "info", .offset = DEMO_MAGIC_BYTES + 1 },
            "a text of the header is not UTF-8, or has no end");
    add_info(d, &header);
    add_markers(d, &header);
    add_head(d, &header);
    r->seven = demo_is_seven(header.info.net_version);
    r->map_left = header.info.map_size;
    r->map_at = header.size;
    r->tick = r->last_tick = -1;
    r->lost = true;
    d->in.at += header.size;
    reel__demo_world_begin(&r->world);
    return reel_build_status(d->chunk);
}

/* ---- the map ---------------------------------------------------------------------------------------------------- */

static reel_status fail_map(reel_decoder *d)
{
    const demo_reader *r = d->state;
    return reel_fail(d->error, REEL_TRUNCATED, "demo.truncated", "map", r->map_at, "the file ends inside the map");
}

static reel_status skip_map(reel_decoder *d)
{
    demo_reader *r = d->state;
    while (r->map_left) {
        const size_t wanted = r->map_left < SLICE_BYTES ? (size_t)r->map_left : SLICE_BYTES;
        const reel_status status = reel_fill(d, wanted);
        if (status < 0) return status;
        const size_t left = reel_left(&d->in), step = left < wanted ? left : wanted;
        d->in.at += step;
        r->map_left -= step;
        if (step < wanted) return status == REEL_AGAIN ? REEL_AGAIN : fail_map(d);
    }
    return REEL_OK;
}

static reel_status read_map(reel_decoder *d)
{
    demo_reader *r = d->state;
    reel_row_list *list = reel_chunk_table(d->chunk, &demo_maps);
    if (!list) return skip_map(d);
    if (d->input_size != REEL_UNKNOWN_SIZE && r->map_left > d->input_size - r->map_at) return fail_map(d);
    if (r->map_left > d->limits.string_bytes)
        return reel_fail(d->error, REEL_LIMIT, "reel.string-limit", "map", r->map_at,
                         "the map is larger than the limit of %llu bytes", (unsigned long long)d->limits.string_bytes);
    const reel_status status = reel_fill(d, (size_t)r->map_left);
    if (status < 0) return status;
    if (reel_left(&d->in) < r->map_left) return status == REEL_AGAIN ? REEL_AGAIN : fail_map(d);
    demo_map *row = reel_row_add(list);
    if (row) row->data = reel_chunk_bytes(d->chunk, d->in.at, (size_t)r->map_left);
    d->in.at += (size_t)r->map_left;
    r->map_left = 0;
    return reel_build_status(d->chunk);
}

/* ---- chunks ----------------------------------------------------------------------------------------------------- */

/* A chunk at `at` bytes behind the place of the cursor. */
typedef struct demo_chunk {
    size_t at, head, size;
    unsigned type;
    unsigned size_bytes; /* of its size, behind the first byte */
} demo_chunk;

static size_t whole_of(const demo_chunk *chunk) { return chunk->head + chunk->size; }

static reel_bytes packed_of(const reel_decoder *d, const demo_chunk *chunk)
{
    return (reel_bytes){ d->in.at + chunk->at + chunk->head, chunk->size };
}

/* REEL_OK: so many bytes are there; REEL_END or REEL_AGAIN: they are not. */
static reel_status need(reel_decoder *d, size_t size)
{
    const reel_status status = reel_fill(d, size);
    if (status < 0 || reel_left(&d->in) >= size) return status < 0 ? status : REEL_OK;
    return status == REEL_AGAIN ? REEL_AGAIN : REEL_END;
}

/* Finds a chunk of data. REEL_END: the file ends in it. */
static reel_status find_chunk(reel_decoder *d, size_t at, demo_chunk *chunk)
{
    reel_status status = need(d, at + 1);
    if (status != REEL_OK) return status;
    const uint8_t first = d->in.at[at], bits = first & DEMO_SIZE_BITS;
    const unsigned size_bytes = bits == DEMO_SIZE_U8 ? 1 : bits == DEMO_SIZE_U16 ? 2 : 0;
    *chunk = (demo_chunk){ .at = at, .head = 1 + size_bytes, .size = bits, .type = first >> 5 & 3, .size_bytes = size_bytes };
    status = need(d, at + chunk->head);
    if (status != REEL_OK) return status;
    const uint8_t *size = d->in.at + at + 1;
    if (size_bytes) chunk->size = size_bytes == 1 ? size[0] : reel_load_u16le(size);
    return need(d, at + whole_of(chunk));
}

/* Bytes that the size of a chunk takes at least. */
static unsigned least_size_bytes(size_t size) { return size < DEMO_SIZE_U8 ? 0 : size < 256 ? 1 : 2; }

static reel_status fail_cut(reel_decoder *d)
{
    return reel_fail(d->error, REEL_TRUNCATED, "demo.truncated", "chunks", reel_offset(&d->in), "the file ends inside a chunk");
}

/* Damage of one chunk, which hides nothing else. The first one is what reading ends with. */
static void note_damage(reel_decoder *d, const char *rule, size_t at, const char *why)
{
    demo_reader *r = d->state;
    const uint64_t offset = reel_offset(&d->in) + at;
    if (r->failed) {
        reel_find(&d->reporter, (reel_finding){ .rule = rule, .severity = REEL_ERROR, .section = "chunks", .offset = offset },
                  "%s", why);
        return;
    }
    r->failed = true;
    r->first.rule = rule;
    r->first.offset = offset;
    r->why = why;
}

static reel_status fail_first(reel_decoder *d)
{
    const demo_reader *r = d->state;
    return reel_fail(d->error, REEL_CORRUPT, r->first.rule, "chunks", r->first.offset, "%s", r->why);
}

/* How a chunk was written, if not in the usual way. Commits nothing. */
typedef struct demo_shape {
    uint8_t marker, size, encoder;
    bool packed;
} demo_shape;

static bool is_packed_so(demo_reader *r, reel_bytes packed, bool old)
{
    const size_t size = reel__demo_pack_bytes(r->unpacked.bytes, r->unpacked.size, r->packed, old);
    return size == packed.size && memcmp(r->packed, packed.data, size) == 0;
}

static void find_shape(reel_decoder *d, const demo_chunk *chunk, demo_shape *shape)
{
    demo_reader *r = d->state;
    if (!r->want_forms) return;
    const reel_bytes packed = packed_of(d, chunk);
    shape->size = (uint8_t)(chunk->size_bytes > least_size_bytes(chunk->size) ? chunk->size_bytes : 0);
    if (!r->unpacked.plain) {
        shape->packed = true;
    } else if (!is_packed_so(r, packed, r->old)) {
        shape->packed = !is_packed_so(r, packed, !r->old);
        if (!shape->packed) shape->encoder = r->old ? DEMO_NEW_ENCODER : DEMO_OLD_ENCODER;
    }
}

static void add_form(reel_decoder *d, const demo_chunk *chunk, const demo_shape *shape)
{
    demo_reader *r = d->state;
    if (!shape->marker && !shape->size && !shape->encoder && !shape->packed) return;
    if (shape->encoder) r->old = shape->encoder == DEMO_OLD_ENCODER;
    reel_row_list *list = reel_chunk_table(d->chunk, &demo_forms);
    demo_form *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->seq = r->seq;
    row->tick = r->tick;
    row->marker = shape->marker;
    row->size = shape->size;
    row->encoder = shape->encoder;
    if (!shape->packed) return;
    const reel_bytes packed = packed_of(d, chunk);
    row->packed = reel_chunk_bytes(d->chunk, packed.data, packed.size);
}

/* Unpacks a chunk to the numbers of a frame. False: it is damaged, which was noted. */
static bool unpack(reel_decoder *d, const demo_chunk *chunk, demo_frame *frame)
{
    demo_reader *r = d->state;
    const char *why = reel__demo_unpack(&r->unpacked, frame->ints, packed_of(d, chunk));
    if (why) note_damage(d, "demo.chunk", chunk->at, why);
    return !why;
}

/* ---- snapshots -------------------------------------------------------------------------------------------------- */

/* Whether an item's type is extended and nothing in the frame names it. */
static bool lacks_type(const demo_frame *frame, uint32_t key)
{
    if (demo_key_type(key) < DEMO_EXTENDED) return false;
    for (size_t i = 0; i < frame->count; i++)
        if (frame->ops[i].key == demo_key(DEMO_EX, demo_key_type(key))) return false;
    return true;
}

/* Servers before 18.3 name a type in the second snapshot that has it. Reads ahead to the second snapshot of the file, into r->ahead, which is
 * empty if that is damaged or far away. REEL_END: the file ends before it. */
static reel_status look_ahead(reel_decoder *d, size_t at)
{
    demo_reader *r = d->state;
    r->ahead.count = 0;
    while (at < PEEK_MOST) {
        demo_chunk chunk;
        reel_status status = need(d, at + 1);
        if (status == REEL_OK && d->in.at[at] & DEMO_TICK) {
            const uint8_t first = d->in.at[at];
            at += (r->version < DEMO_TICKS_VERSION ? first & DEMO_TICK_BITS : first & DEMO_TICK_INLINE) ? 1 : DEMO_MARK_MOST;
            continue;
        }
        if (status == REEL_OK) status = find_chunk(d, at, &chunk);
        if (status != REEL_OK) return status;
        if (chunk.type == DEMO_CHUNK_FULL || chunk.type == DEMO_CHUNK_DELTA) {
            if (reel__demo_unpack(&r->unpacked, r->ahead.ints, packed_of(d, &chunk)) ||
                reel__demo_parse(&r->ahead, r->unpacked.count, chunk.type == DEMO_CHUNK_FULL, r->seven))
                r->ahead.count = 0;
            return REEL_OK;
        }
        at += whole_of(&chunk);
    }
    return REEL_OK;
}

/* Looks ahead if the first snapshot has types without names. The search for names is short: there are few types. */
static reel_status find_late_types(reel_decoder *d, const demo_chunk *chunk)
{
    demo_reader *r = d->state;
    unsigned last = 0, searches = 0;
    r->ahead.count = r->late_count = 0;
    if (r->second) return REEL_OK;
    for (size_t i = 0; i < r->frame.count && searches < DEMO_EXTENDED_MOST; i++) {
        const unsigned type = demo_key_type(r->frame.ops[i].key);
        if (type < DEMO_EXTENDED || type == last) continue;
        last = type;
        searches++;
        if (lacks_type(&r->frame, r->frame.ops[i].key)) return look_ahead(d, chunk->at + whole_of(chunk));
    }
    return REEL_OK;
}

static void add_late_type(reel_decoder *d, const demo_extended *late)
{
    const demo_reader *r = d->state;
    reel_row_list *list = reel_chunk_table(d->chunk, &demo_types);
    demo_type *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->seq = r->seq;
    row->tick = r->tick;
    row->type = late->type;
    row->is_late = 1;
    memcpy(row->uuid.bytes, late->uuid, DEMO_UUID);
}

/* The names of the second snapshot that the first one lacks. */
static void name_late_types(demo_reader *r)
{
    for (size_t i = 0; i < r->ahead.count && r->late_count < DEMO_EXTENDED_MOST; i++) {
        const demo_op *op = &r->ahead.ops[i];
        const unsigned type = demo_key_id(op->key);
        uint8_t uuid[DEMO_UUID];
        if (demo_key_type(op->key) != DEMO_EX || op->size != DEMO_EX_INTS || type < DEMO_EXTENDED || type > DEMO_TYPE_MOST)
            continue;
        demo_uuid_of_ints(r->ahead.ints + op->at, uuid);
        if (reel__demo_world_type(&r->world, type) || reel__demo_world_uuid(&r->world, uuid)) continue;
        reel__demo_world_name(&r->world, type, uuid);
        if (reel__demo_world_uuid(&r->world, uuid)) r->late[r->late_count++] = *reel__demo_world_uuid(&r->world, uuid);
    }
}

/* Reads a snapshot. Sets *kind, which stays DEMO_NONE if it is damaged. REEL_AGAIN: the file grows, and what follows is needed. */
static reel_status read_snapshot(reel_decoder *d, const demo_chunk *chunk, demo_shape *shape, uint8_t *kind)
{
    demo_reader *r = d->state;
    const bool full = chunk->type == DEMO_CHUNK_FULL;
    r->frame.count = r->frame.removed_count = 0;
    if (!r->want_items) return REEL_OK;
    if (!full && r->lost) {
        if (!r->failed) note_damage(d, "demo.no-snapshot", chunk->at, "a difference to a snapshot that is not there");
        return REEL_OK;
    }
    if (reel_spend(d->budget, BITS * (uint64_t)chunk->size) < 0)
        return reel_fail_budget(d->budget, d->error, "chunks", reel_offset(&d->in));
    const bool lost = r->lost;
    r->lost = true;
    if (!unpack(d, chunk, &r->frame)) return REEL_OK;
    const char *why = reel__demo_parse(&r->frame, r->unpacked.count, full, r->seven);
    if (!why) {
        find_shape(d, chunk, shape);
        shape->packed |= r->frame.odd;
        const reel_status status = find_late_types(d, chunk);
        if (status == REEL_END)
            return reel_fail(d->error, REEL_TRUNCATED, "demo.truncated", "chunks", reel_offset(&d->in),
                             "the file ends before the snapshot that names the types of the first one");
        if (status != REEL_OK) {
            r->lost = lost;
            return status;
        }
        if (!reel__demo_world_apply(&r->world, &r->frame, true)) why = "a difference does not fit the snapshot before it";
    }
    if (why) {
        note_damage(d, "demo.snapshot", chunk->at, why);
        r->frame.count = r->frame.removed_count = 0;
        *shape = (demo_shape){ .marker = shape->marker };
        return REEL_OK;
    }
    r->lost = false;
    r->second = true;
    *kind = full ? DEMO_FULL : DEMO_DELTA;
    return REEL_OK;
}

static reel_status add_snapshot(reel_decoder *d, uint8_t key, uint8_t kind, const demo_chunk *chunk, const demo_shape *shape)
{
    demo_reader *r = d->state;
    reel_row_list *list = reel_chunk_table(d->chunk, &demo_snapshots);
    demo_snapshot *row = list ? reel_row_add(list) : NULL;
    if (row) {
        row->seq = r->seq;
        row->tick = r->tick;
        row->keyframe = key;
        row->kind = kind;
        row->items = (uint32_t)r->world.count;
        row->changes = kind == DEMO_NONE ? 0 : (uint32_t)(r->frame.count + r->frame.removed_count);
    }
    if (kind != DEMO_NONE) {
        name_late_types(r);
        reel__demo_add_rows(d->chunk, &r->world, &r->frame, r->seven, (demo_origin){ r->seq, r->tick });
        for (size_t i = 0; i < r->late_count; i++) add_late_type(d, &r->late[i]);
        r->ahead.count = r->late_count = 0;
        r->rows += r->frame.count + r->frame.removed_count;
    }
    add_form(d, chunk, shape);
    r->seq++;
    r->rows++;
    return reel_build_status(d->chunk);
}

/* ---- ticks ------------------------------------------------------------------------------------------------------ */

static reel_status fail_tick(reel_decoder *d, const char *rule, const char *why)
{
    return reel_fail(d->error, REEL_CORRUPT, rule, "chunks", reel_offset(&d->in), "%s", why);
}

typedef struct demo_mark {
    size_t size;
    bool absolute;
    uint8_t spare;   /* bits of the first byte that mean nothing */
    uint32_t number; /* the tick, or the difference */
} demo_mark;

static reel_status find_mark(reel_decoder *d, demo_mark *mark)
{
    const demo_reader *r = d->state;
    const uint8_t first = d->in.at[0];
    *mark = (demo_mark){ .size = 1, .number = first & DEMO_TICK_BITS };
    mark->absolute = !mark->number;
    if (r->version >= DEMO_TICKS_VERSION) {
        mark->absolute = !(first & DEMO_TICK_INLINE);
        mark->number = first & (DEMO_TICK_INLINE - 1);
    }
    if (!mark->absolute) return REEL_OK;
    mark->size = DEMO_MARK_MOST;
    mark->spare = (uint8_t)mark->number;
    const reel_status status = need(d, DEMO_MARK_MOST);
    if (status == REEL_OK) mark->number = reel_load_u32be(d->in.at + 1);
    return status;
}

static void report_turn(reel_decoder *d)
{
    demo_reader *r = d->state;
    if (!r->turned)
        reel_find(&d->reporter,
                  (reel_finding){
                      .rule = "demo.tick-order", .severity = REEL_WARNING, .section = "chunks", .offset = reel_offset(&d->in) },
                  "the ticks go back");
    r->turned = true;
}

/* Whether recorders write the other form. */
static bool is_other_mark(const demo_reader *r, const demo_mark *mark, int32_t tick, bool key)
{
    return mark->absolute != demo_mark_is_absolute(r->version, r->started, key, r->tick, tick);
}

/* A tick at the end of the file, or in front of zeros, may have lost its snapshot. It is layout. */
static reel_status keep_last_marker(reel_decoder *d, const demo_mark *mark)
{
    const demo_reader *r = d->state;
    reel_row_list *list = reel_chunk_table(d->chunk, &demo_others);
    demo_other *row = list ? reel_row_add(list) : NULL;
    if (row) {
        row->seq = r->seq;
        row->tick = r->tick;
        row->is_marker = 1;
        row->data = reel_chunk_bytes(d->chunk, d->in.at, mark->size);
    }
    d->in.at += mark->size;
    return reel_build_status(d->chunk);
}

static reel_status read_tick(reel_decoder *d)
{
    demo_reader *r = d->state;
    demo_mark mark;
    demo_chunk chunk = { 0 };
    const bool key = d->in.at[0] & DEMO_KEY;
    reel_status status = find_mark(d, &mark);
    if (status != REEL_OK) return status == REEL_END ? fail_cut(d) : status;
    if (!mark.absolute && !r->started) return fail_tick(d, "demo.tick", "a difference of ticks in front of the first tick");
    const uint64_t tick = mark.number + (uint64_t)(mark.absolute ? 0 : (uint32_t)r->tick);
    if (tick > DEMO_LAST_TICK) return fail_tick(d, "demo.tick", "a tick is impossible");
    status = need(d, mark.size + 1);
    if (status == REEL_END || (status == REEL_OK && !d->in.at[mark.size])) return keep_last_marker(d, &mark);
    bool follows = status == REEL_OK && !(d->in.at[mark.size] & DEMO_TICK);
    if (follows) status = find_chunk(d, mark.size, &chunk);
    if (status < 0 || status == REEL_AGAIN) return status;
    follows = follows && (chunk.type == DEMO_CHUNK_FULL || chunk.type == DEMO_CHUNK_DELTA);
    if (follows && status == REEL_END) return fail_cut(d);
    if (key && !follows) return fail_tick(d, "demo.key-frame", "a key frame has no snapshot");
    demo_shape shape = { 0 };
    uint8_t kind = DEMO_NONE;
    if (follows) status = read_snapshot(d, &chunk, &shape, &kind);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (r->started && (int64_t)tick < r->tick) report_turn(d);
    if (is_other_mark(r, &mark, (int32_t)tick, key)) shape.marker = DEMO_OTHER_MARKER;
    shape.marker |= (uint8_t)(mark.spare << DEMO_SPARE_SHIFT);
    r->tick = (int32_t)tick;
    if (r->tick > r->last_tick) r->last_tick = r->tick;
    r->started = true;
    status = add_snapshot(d, key && kind != DEMO_NONE, kind, &chunk, &shape);
    d->in.at += mark.size + (follows ? whole_of(&chunk) : 0);
    return status;
}

/* ---- messages and other chunks ---------------------------------------------------------------------------------- */

static void add_message(reel_decoder *d, const demo_chunk *chunk, const demo_shape *shape)
{
    demo_reader *r = d->state;
    const size_t count = r->unpacked.count;
    reel_row_list *list = reel_chunk_table(d->chunk, &demo_messages);
    uint8_t *bytes = list && count ? reel_chunk_alloc(d->chunk, 4 * count) : NULL;
    demo_message *row = list && (bytes || !count) ? reel_row_add(list) : NULL;
    if (row) {
        for (size_t i = 0; i < count; i++) reel_store_u32le(bytes + 4 * i, (uint32_t)r->frame.ints[i]);
        row->seq = r->seq;
        row->tick = r->tick;
        row->data = (reel_bytes){ bytes, 4 * count };
        reel__demo_message_values(row, r->seven);
    }
    add_form(d, chunk, shape);
}

static reel_status read_message(reel_decoder *d, const demo_chunk *chunk)
{
    demo_reader *r = d->state;
    demo_shape shape = { 0 };
    if (!r->want_messages) return REEL_OK;
    if (reel_spend(d->budget, BITS * (uint64_t)chunk->size) < 0)
        return reel_fail_budget(d->budget, d->error, "chunks", reel_offset(&d->in));
    if (!unpack(d, chunk, &r->frame)) return REEL_OK;
    find_shape(d, chunk, &shape);
    add_message(d, chunk, &shape);
    return reel_build_status(d->chunk);
}

static reel_status read_other(reel_decoder *d, const demo_chunk *chunk)
{
    demo_reader *r = d->state;
    if (!r->others++) r->others_at = reel_offset(&d->in);
    reel_row_list *list = reel_chunk_table(d->chunk, &demo_others);
    demo_other *row = list ? reel_row_add(list) : NULL;
    const reel_bytes data = packed_of(d, chunk);
    if (row) {
        row->seq = r->seq;
        row->tick = r->tick;
        row->data = reel_chunk_bytes(d->chunk, data.data, data.size);
    }
    add_form(d, chunk,
             &(demo_shape){ .size = (uint8_t)(chunk->size_bytes > least_size_bytes(chunk->size) ? chunk->size_bytes : 0) });
    return reel_build_status(d->chunk);
}

static reel_status read_chunk(reel_decoder *d)
{
    demo_reader *r = d->state;
    demo_chunk chunk;
    reel_status status = find_chunk(d, 0, &chunk);
    if (status != REEL_OK) return status == REEL_END ? fail_cut(d) : status;
    if (!d->in.at[0])
        return reel_fail(d->error, REEL_CORRUPT, "demo.zeros", "chunks", reel_offset(&d->in), "zeros in place of chunks");
    if (chunk.type == DEMO_CHUNK_FULL || chunk.type == DEMO_CHUNK_DELTA) {
        demo_shape shape = { .marker = DEMO_NO_MARKER };
        uint8_t kind = DEMO_NONE;
        status = read_snapshot(d, &chunk, &shape, &kind);
        if (status < 0 || status == REEL_AGAIN) return status;
        if (kind != DEMO_NONE)
            status = add_snapshot(d, 0, kind, &chunk, &shape);
        else
            r->seq++; /* it is damaged, or nobody wants it */
    } else {
        status = chunk.type == DEMO_CHUNK_MESSAGE ? read_message(d, &chunk) : read_other(d, &chunk);
        r->seq++;
        r->rows++;
    }
    if (status < 0 || status == REEL_AGAIN) return status;
    d->in.at += whole_of(&chunk);
    return REEL_OK;
}

/* ---- slices ----------------------------------------------------------------------------------------------------- */

static void find_lists(reel_decoder *d)
{
    demo_reader *r = d->state;
    r->lists_found = true;
    r->want_forms = reel_chunk_table(d->chunk, &demo_forms) != NULL;
    r->want_messages = r->want_forms || reel_chunk_table(d->chunk, &demo_messages);
    for (const reel_table *const *table = reel__demo_tables; *table; table++)
        if (*table != &demo_messages && *table != &demo_others && !((*table)->flags & REEL_TABLE_FIRST) &&
            !((*table)->flags & REEL_TABLE_HEADER) && reel_chunk_table(d->chunk, *table))
            r->want_items = true;
}

static void report_others(reel_decoder *d)
{
    const demo_reader *r = d->state;
    if (r->others)
        reel_find(&d->reporter,
                  (reel_finding){ .rule = "demo.chunk-type",
                                  .severity = REEL_WARNING,
                                  .section = "chunks",
                                  .offset = r->others_at,
                                  .count = r->others },
                  "%llu {chunk has|chunks have} a type that means nothing", (unsigned long long)r->others);
}

static reel_status end_with(reel_decoder *d, reel_status status, bool any)
{
    demo_reader *r = d->state;
    if (status == REEL_OK) return REEL_OK;
    if (status == REEL_AGAIN) return any ? REEL_OK : REEL_AGAIN;
    r->done = true;
    report_others(d);
    if (!r->failed) return status == REEL_END && any ? REEL_OK : status;
    if (status == REEL_TRUNCATED || status == REEL_CORRUPT)
        reel_find(
            &d->reporter,
            (reel_finding){ .rule = d->error->rule, .severity = REEL_ERROR, .section = "chunks", .offset = d->error->offset },
            "%s", d->error->message);
    else if (status < 0)
        return status;
    return fail_first(d);
}

reel_status reel__demo_next(reel_decoder *d)
{
    demo_reader *r = d->state;
    if (r->done) return REEL_END;
    if (!r->lists_found) find_lists(d);
    bool any = r->map_left != 0;
    reel_status status = any ? read_map(d) : REEL_OK;
    if (status != REEL_OK) return end_with(d, status, false);
    const uint64_t start = reel_offset(&d->in);
    for (r->rows = 0;; any = true) {
        const reel_status filled = reel_fill(d, DEMO_MARK_MOST + HEAD_MOST);
        if (filled < 0) return end_with(d, filled, any);
        if (!reel_left(&d->in)) return end_with(d, filled == REEL_AGAIN ? REEL_AGAIN : REEL_END, any);
        const uint64_t size = reel_offset(&d->in) - start;
        const bool key = (d->in.at[0] & (DEMO_TICK | DEMO_KEY)) == (DEMO_TICK | DEMO_KEY);
        if (size >= SLICE_BYTES || r->rows >= SLICE_ROWS || (key && size >= SLICE_BYTES / 2)) return REEL_OK;
        status = d->in.at[0] & DEMO_TICK ? read_tick(d) : read_chunk(d);
        if (status != REEL_OK) return end_with(d, status, any);
    }
}

uint64_t reel__demo_memory_bound(uint64_t size, const reel_limits *limits)
{
    /* A slice ends behind 64 KB and 8192 rows; the chunk that it ends with has at most 65,536 bytes and 8192 rows, which lists that double take
     * twice, with an order and text. A row of less than 400 bytes is made of no less than two bits. The map is there, and the window with it. */
    const uint64_t rows = size * 4 < 3 * SLICE_ROWS ? size * 4 : 3 * SLICE_ROWS;
    const uint64_t map = size < limits->string_bytes ? size : limits->string_bytes;
    return rows * 2 * 400 + 4 * map + 8 * (size < SLICE_BYTES ? size : SLICE_BYTES) * 8 + sizeof(demo_reader) +
           (UINT64_C(1) << 20);
}

/* ---- positions -------------------------------------------------------------------------------------------------- */

/* A key frame: a marked tick and a whole snapshot behind it, which needs nothing in front of it. */
reel_status reel__demo_snapshot(const reel_decoder *d, reel_output *out, double *time)
{
    const demo_reader *r = d->state;
    const uint8_t *at = d->in.at;
    if (r->done || r->map_left || !r->started || r->failed || reel_left(&d->in) < DEMO_MARK_MOST + 1) return REEL_AGAIN;
    if ((at[0] & (DEMO_TICK | DEMO_KEY)) != (DEMO_TICK | DEMO_KEY)) return REEL_AGAIN;
    const bool short_form = at[0] & (r->version < DEMO_TICKS_VERSION ? DEMO_TICK_BITS : DEMO_TICK_INLINE);
    if ((at[short_form ? 1 : DEMO_MARK_MOST] & (DEMO_TICK | 3 << 5)) != DEMO_CHUNK_FULL << 5) return REEL_AGAIN;
    *time = r->last_tick;
    reel_put_u64le(out, r->seq);
    reel_put_i32le(out, r->tick);
    reel_put_i32le(out, r->last_tick);
    reel_put_u8(out, (uint8_t)(r->old | r->turned << 1));
    reel_put_u64le(out, r->others);
    reel_put_u64le(out, r->others_at);
    return REEL_OK;
}

reel_status reel__demo_restore(reel_decoder *d, reel_cursor *in)
{
    demo_reader *r = d->state;
    const uint64_t seq = reel_get_u64le(in);
    const int32_t tick = reel_get_i32le(in), last = reel_get_i32le(in);
    const uint8_t flags = reel_get_u8(in);
    const uint64_t others = reel_get_u64le(in), others_at = reel_get_u64le(in);
    if (in->failed || reel_left(in) || tick < 0 || last < tick || last > DEMO_LAST_TICK || flags > 3 ||
        reel_offset(&d->in) < r->map_at + r->map_left || seq > reel_offset(&d->in))
        return reel_fail(d->error, REEL_CORRUPT, "demo.state", "index", REEL_NO_OFFSET, "the index has no valid state");
    r->seq = seq;
    r->tick = tick;
    r->last_tick = last;
    r->old = flags & 1;
    r->turned = flags & 2;
    r->others = others;
    r->others_at = others_at;
    r->started = r->lost = r->second = true;
    r->map_left = 0;
    return REEL_OK;
}

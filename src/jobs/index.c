/* SPDX-License-Identifier: MIT
 * Using an index. It is used only if its checksum is right, the header of the replay is the one that it was made for, and the bytes before
 * the position are the same. */
#include "jobs/index.h"
#include "core/packing.h"

const uint8_t reel__index_magic[INDEX_MAGIC_BYTES] = { 0x89, 'r', 'e', 'e', 'l', 'i', 'x', '\n' };

/* ---- what a replay is known by ------------------------------------------------------------------------------------ */

uint32_t reel__index_schema(const reel_format *format)
{
    uint32_t schema = 0;
    for (const reel_table *const *table = format->tables; *table; table++) schema = schema * 31 + reel__packing_schema(*table);
    return schema;
}

bool reel__index_header_sum(const reel_reader *reader, uint64_t *sum)
{
    reel_memory packed = { .allocator = reader->allocator };
    bool fits = true;
    for (size_t i = 0; i < reader->chunk->count && fits; i++) {
        const reel_row_list *list = &reader->chunk->lists[i];
        if (list->table->flags & REEL_TABLE_HEADER)
            fits = reel__packing_add(&packed, list->table, list->data, list->count, REEL_FIELD_DERIVED);
    }
    if (fits) *sum = packed.size ? reel__packing_checksum(packed.data, packed.size) : 0;
    reel_memory_free(&packed);
    return fits;
}

/* ---- using one -------------------------------------------------------------------------------------------------------- */

/* One entry of an index, as stored. */
typedef struct place {
    double time;
    uint64_t offset, context_sum;
    uint8_t context;
    reel_cursor rows, state; /* the row numbers; the state */
} place;

static reel_cursor part(reel_cursor *in, size_t size)
{
    const uint8_t *bytes = reel_take(in, size);
    return (reel_cursor){ .at = bytes, .end = bytes ? bytes + size : NULL };
}

static bool next_place(reel_cursor *in, size_t tables, place *p)
{
    if (reel_get_u8(in) != 1) return false;
    p->time = reel_get_f64le(in);
    p->offset = reel_get_u64le(in);
    p->context = reel_get_u8(in);
    p->context_sum = reel_get_u64le(in);
    p->rows = part(in, 8 * tables);
    size_t size = reel_get_u32le(in);
    p->state = part(in, size);
    return !in->failed;
}

/* A finding about an index that is not used. */
static reel_status leave(const reel_reader *reader, const char *rule, const char *message)
{
    reel_find(&reader->decoder.reporter,
              (reel_finding){ .rule = rule, .severity = REEL_WARNING, .section = "index", .offset = REEL_NO_OFFSET }, "%s",
              message);
    return REEL_OK;
}

static bool is_whole(reel_bytes index)
{
    size_t least = INDEX_MAGIC_BYTES + 4 + 4 + 1 + 8 + 4 + 1 + 8;
    if (index.size < least || memcmp(index.data, reel__index_magic, INDEX_MAGIC_BYTES) != 0) return false;
    size_t size = index.size - 8;
    return reel_load_u64le(index.data + size) == reel__packing_checksum(index.data, size);
}

/* Whether the head says that the index is one of this replay; the cursor stands behind it. */
static bool is_of(const reel_reader *reader, reel_cursor *in)
{
    uint64_t sum;
    const char *id = reader->format->id;
    bool same = reel_get_u32le(in) == INDEX_VERSION;
    same &= reel_get_u32le(in) == reel__index_schema(reader->format);
    size_t size = reel_get_u8(in);
    const uint8_t *name = reel_take(in, size);
    same &= name && size == strlen(id) && memcmp(name, id, size) == 0;
    same &= reel__index_header_sum(reader, &sum) && reel_get_u64le(in) == sum;
    same &= reel_get_u32le(in) == reader->chunk->count;
    return same && !in->failed;
}

/* The last place from which no row before `from` is missed that is wanted. The cursor stands behind the places. */
static bool find_place(reel_cursor *in, const reel_reader *reader, double from, place *best)
{
    bool found = false;
    for (place p; next_place(in, reader->chunk->count, &p);)
        if (p.time < from) *best = p, found = true;
    return found && !in->failed;
}

/* Moves the window to a place. REEL_END: the bytes before it are not those that were there. */
static reel_status move_to(reel_reader *reader, const place *p)
{
    reel_cursor *in = &reader->decoder.in;
    if (p->offset < p->context) return REEL_END;
    reel_status status = reel__input_move(&reader->input, in, p->offset - p->context, &reader->error);
    if (status == REEL_OK) status = reel__input_fill(&reader->input, in, p->context, &reader->error);
    if (status != REEL_OK) return status < 0 ? status : REEL_END;
    const uint8_t *context = reel_take(in, p->context);
    return reel__packing_checksum(context, p->context) == p->context_sum ? REEL_OK : REEL_END;
}

/* `from`: the time that the place has to be before. */
static reel_status restore(reel_reader *reader, place *p, double from)
{
    const double own = reader->decoder.from;
    reader->decoder.from = from;
    const reel_status status = reader->facet->positions->restore(&reader->decoder, &p->state);
    reader->decoder.from = own;
    return status;
}

static reel_status go_to(reel_reader *reader, place *p, double from)
{
    uint64_t start = reel_offset(&reader->decoder.in);
    reel_status status = move_to(reader, p);
    if (status == REEL_OK) status = restore(reader, p, from);
    if (status == REEL_OK) {
        for (size_t i = 0; i < reader->chunk->count; i++) {
            reel_row_list *list = &reader->chunk->lists[i];
            list->first = reel_get_u64le(&p->rows) - list->count; /* rows of the header and the index are there already */
        }
        return REEL_OK;
    }
    if (status == REEL_IO || status == REEL_MEMORY) return status;
    status = reel__input_move(&reader->input, &reader->decoder.in, start, &reader->error);
    return status < 0
               ? status
               : leave(reader, "index.stale", "ignoring the index: it belongs to another file or an older version of this one");
}

/* Looks at an index. REEL_END: it is not used, and a finding said why. */
static reel_status open_index(const reel_reader *reader, reel_bytes index, reel_cursor *in)
{
    reel_status left = REEL_END;
    if (!reel__input_moves(&reader->input))
        leave(reader, "index.unusable", "ignoring the index: the input is not seekable");
    else if (!is_whole(index))
        leave(reader, "index.damaged", "ignoring the index: it is damaged or not an index");
    else
        left = REEL_OK;
    if (left == REEL_END) return left;
    *in = (reel_cursor){ .at = index.data + INDEX_MAGIC_BYTES, .end = index.data + index.size - 8 };
    if (is_of(reader, in)) return REEL_OK;
    leave(reader, "index.stale", "ignoring the index: it belongs to another file");
    return REEL_END;
}

/* Where the reader stays at its start, the rows of the index would come twice. */
static void forget_rows(reel_reader *reader)
{
    for (size_t i = 0; i < reader->chunk->count; i++) {
        reel_row_list *list = &reader->chunk->lists[i];
        if (!(list->table->flags & REEL_TABLE_HEADER)) chunk_forget(list);
    }
}

/* Takes rows from the index and goes to the last place before `from`. `wanted`: as for reel__index_rows_take. */
static reel_status enter_with_rows(reel_reader *reader, reel_cursor *in, double from, const reel_table *const *wanted,
                                   bool *entered)
{
    place best = { 0 };
    bool damaged = false;
    *entered = false;
    if (!find_place(in, reader, from, &best)) return REEL_OK;
    reel_status status = reel__index_rows_take(reader->chunk, wanted, *in, best.rows, &damaged);
    if (reader->chunk->status != REEL_OK) return reel__chunk_failure(reader->chunk, 0, &reader->error);
    if (damaged) return leave(reader, "index.damaged", "ignoring the index: it is damaged or not an index");
    if (status != REEL_OK) return REEL_OK;
    const uint64_t start = reel_offset(&reader->decoder.in);
    status = go_to(reader, &best, from);
    *entered = status == REEL_OK && reel_offset(&reader->decoder.in) != start;
    if (!*entered) forget_rows(reader);
    return status;
}

reel_status reel__index_enter_with(reel_reader *reader, reel_bytes index, double from, const reel_table *const *earlier,
                                   bool *entered)
{
    reel_cursor in;
    *entered = false;
    if (!index.size || !reader->facet->positions || reader->options.has_from) return REEL_OK;
    if (open_index(reader, index, &in) != REEL_OK) return REEL_OK;
    return enter_with_rows(reader, &in, from, earlier, entered);
}

reel_status reel__index_enter(reel_reader *reader, reel_bytes index)
{
    const reel_options *options = &reader->options;
    reel_cursor in;
    bool entered;
    if (!index.size || !reader->facet->positions || (!options->has_from && !options->tables && !options->select)) return REEL_OK;
    if (open_index(reader, index, &in) != REEL_OK) return REEL_OK;
    if (!options->has_from) return enter_with_rows(reader, &in, options->to, NULL, &entered);
    place best = { 0 };
    return find_place(&in, reader, options->from, &best) ? go_to(reader, &best, options->from) : REEL_OK;
}

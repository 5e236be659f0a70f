/* SPDX-License-Identifier: MIT
 * Reads teehistorian: the header when the file is opened, then messages in chunks of bounded size. */
#include "formats/teehistorian/reader.h"
#include "formats/teehistorian/varint.h"

const uint8_t tee_magic[TEE_MAGIC_BYTES] = { 0x69, 0x9d, 0xb1, 0x7b, 0x8e, 0xfb, 0x34, 0xff,
                                             0xb1, 0xd8, 0xda, 0x6f, 0x60, 0xc1, 0x5d, 0xd1 };

enum { TRAILING_PIECE = 65536 };

uint64_t tee_memory_bound(uint64_t size, const reel_limits *limits)
{
    /* Room for the rows of a chunk; beyond it only a single message takes more: a command with arguments of a byte each, 56
     * bytes of row where the room doubles, and two of text in places of 16. The header's JSON becomes a tree of 16 bytes for
     * each two bytes, which is copied as it grows, and rows of 40. */
    uint64_t header = size < TEE_HEADER_MOST ? size : TEE_HEADER_MOST;
    uint64_t message = size < limits->string_bytes ? size : limits->string_bytes;
    return ((uint64_t)4 << 20) + 96 * header + 200 * message;
}

/* ---- the header --------------------------------------------------------------------------------------------------- */

static reel_status refuse_head(reel_decoder *d, const char *rule, reel_status status, uint64_t offset, const char *message)
{
    return reel_fail(d->error, status, rule, "header", offset, "%s", message);
}

static reel_status read_magic(reel_decoder *d)
{
    reel_status status = reel_fill(d, TEE_MAGIC_BYTES);
    if (status < 0) return status;
    size_t left = reel_left(&d->in), compared = left < TEE_MAGIC_BYTES ? left : TEE_MAGIC_BYTES;
    if (compared && memcmp(d->in.at, tee_magic, compared) != 0)
        return refuse_head(d, "teehistorian.magic", REEL_UNSUPPORTED, 0, "the file does not start as a teehistorian file does");
    if (left < TEE_MAGIC_BYTES)
        return refuse_head(d, "teehistorian.header-truncated", REEL_TRUNCATED, d->in.end_offset,
                           "the file ends inside its magic number");
    d->in.at += TEE_MAGIC_BYTES;
    return REEL_OK;
}

/* The JSON up to its NUL, in the window. */
static reel_status find_header(reel_decoder *d, size_t *size)
{
    size_t seen = 0;
    for (size_t want = 4096;; want *= 2) {
        reel_status status = reel_fill(d, want);
        if (status < 0) return status;
        size_t left = reel_left(&d->in);
        const uint8_t *nul = left > seen ? memchr(d->in.at + seen, 0, left - seen) : NULL;
        *size = nul ? (size_t)(nul - d->in.at) : left;
        if (*size > TEE_HEADER_MOST)
            return reel_fail(d->error, REEL_LIMIT, "teehistorian.header-limit", "header", TEE_MAGIC_BYTES,
                             "the header is larger than %d bytes", (int)TEE_HEADER_MOST);
        if (nul) return REEL_OK;
        if (status == REEL_END)
            return refuse_head(d, "teehistorian.header-unterminated", REEL_TRUNCATED, d->in.end_offset,
                               "the file ends before the NUL that ends the header");
        if (status == REEL_AGAIN)
            return refuse_head(d, "teehistorian.header-unterminated", REEL_TRUNCATED, d->in.end_offset,
                               "the header is not there yet");
        seen = left;
    }
}

static void tell_odd_header(reel_decoder *d, uint32_t odd)
{
    static const struct {
        uint32_t bit;
        reel_severity severity;
        const char *rule, *message;
    } tellings[] = {
        { TEE_HEADER_DUPLICATE_KEY, REEL_WARNING, "teehistorian.header-duplicate-key",
          "a key of the header comes twice: the last one counts" },
        { TEE_HEADER_VERSION_NOT_STRING, REEL_WARNING, "teehistorian.header-version-not-string",
          "the version is a number, not a string" },
        { TEE_HEADER_MISSING_KEYS, REEL_WARNING, "teehistorian.header-missing-keys",
          "the header lacks keys that every server writes" },
        { TEE_HEADER_NOT_UTF8, REEL_WARNING, "teehistorian.header-not-utf8", "the header is not UTF-8" },
        { TEE_HEADER_PREV_NULL, REEL_NOTE, "teehistorian.header-prev-game-uuid-null",
          "prev_game_uuid is null, where servers leave it out" },
    };
    for (size_t i = 0; i < sizeof tellings / sizeof *tellings; i++)
        if (odd & tellings[i].bit)
            reel_find(&d->reporter,
                      (reel_finding){ .rule = tellings[i].rule,
                                      .severity = tellings[i].severity,
                                      .section = "header",
                                      .offset = TEE_MAGIC_BYTES,
                                      .row = REEL_NO_ROW,
                                      .count = 1 },
                      "%s", tellings[i].message);
}

static void own_string(reel_decoder *d, reel_string *text) { *text = reel_chunk_string(d->chunk, text->data, text->size); }

/* The header's rows, with strings that live with the chunk. */
static void add_header(reel_decoder *d, const tee_header *h, const uint8_t *text, size_t size)
{
    reel_row_list *list = reel_chunk_table(d->chunk, &teehistorian_headers);
    teehistorian_header *row = list ? reel_row_add(list) : NULL;
    if (row) {
        *row = h->row;
        for (size_t i = 0; i < teehistorian_headers.field_count; i++)
            if (teehistorian_headers.fields[i].type == REEL_STRING)
                own_string(d, (reel_string *)(void *)((uint8_t *)row + teehistorian_headers.fields[i].offset));
    }
    list = reel_chunk_table(d->chunk, &teehistorian_values);
    teehistorian_value *values = list && h->count ? reel_row_grow(list, h->count, true) : NULL;
    for (size_t i = 0; values && i < h->count; i++) {
        memset(&values[i], 0, sizeof values[i]);
        values[i].section = h->values[i].section;
        values[i].key = reel_chunk_string(d->chunk, h->values[i].key.data, h->values[i].key.size);
        values[i].value = reel_chunk_string(d->chunk, h->values[i].value.data, h->values[i].value.size);
    }
    list = reel_chunk_table(d->chunk, &teehistorian_header_texts);
    teehistorian_header_text *whole = list ? reel_row_add(list) : NULL;
    if (whole) whole->text = reel_chunk_bytes(d->chunk, text, size);
}

/* Keeps the header's names of UUIDs for the extensions that nobody here knows. */
static bool keep_names(reel_decoder *d, const tee_header *h)
{
    tee_names *names = &((tee_reader *)d->state)->names;
    size_t bytes = 0, count = 0;
    for (size_t i = 0; i < h->count; i++)
        if (h->values[i].section == TEEHISTORIAN_UUIDS) bytes += h->values[i].value.size, count++;
    if (!bytes) return true;
    names->text = d->allocator.alloc(d->allocator.context, bytes);
    names->items = d->allocator.alloc(d->allocator.context, count * sizeof *names->items);
    if (!names->text || !names->items) return false;
    for (size_t i = 0; i < h->count; i++) {
        const reel_string *name = &h->values[i].value;
        if (h->values[i].section != TEEHISTORIAN_UUIDS) continue;
        tee_named *item = &names->items[names->count++];
        memset(item, 0, sizeof *item);
        item->at = (uint32_t)names->text_size;
        item->size = (uint32_t)name->size;
        if (name->size) memcpy(names->text + names->text_size, name->data, name->size);
        names->text_size += name->size;
    }
    return true;
}

static reel_status take_header(reel_decoder *d, const tee_header *h, size_t size)
{
    tee_reader *r = d->state;
    if (h->no_version) return refuse_head(d, "teehistorian.version", REEL_CORRUPT, TEE_MAGIC_BYTES, "the header has no version");
    if (h->row.version != 1 && h->row.version != 2)
        return reel_fail(d->error, REEL_UNSUPPORTED, "teehistorian.version", "header", TEE_MAGIC_BYTES,
                         "version %d of teehistorian is not known, only 1 and 2 are", h->row.version);
    tell_odd_header(d, h->odd);
    r->version = h->row.version;
    add_header(d, h, d->in.at, size);
    return keep_names(d, h)
               ? REEL_OK
               : reel_fail(d->error, REEL_MEMORY, "reel.memory", "header", TEE_MAGIC_BYTES, "no memory for the header");
}

reel_status tee_open(reel_decoder *d)
{
    tee_reader *r = d->state;
    tee_header header;
    const char *rule, *message;
    size_t size = 0;
    reel_status status = read_magic(d);
    if (status == REEL_OK) status = find_header(d, &size);
    if (status < 0) return status;
    status = tee_header_read(&header, d->in.at, size, &d->limits, &d->allocator, &rule, &message);
    if (status == REEL_CORRUPT) refuse_head(d, rule, status, TEE_MAGIC_BYTES, message);
    if (status == REEL_MEMORY) reel_fail(d->error, status, "reel.memory", "header", TEE_MAGIC_BYTES, "no memory for the header");
    if (status == REEL_OK) status = take_header(d, &header, size);
    tee_header_free(&header);
    if (status < 0) return status;
    d->in.at += size + 1;
    tee_world_begin(&r->world);
    r->want = 1;
    return REEL_OK;
}

void tee_close(reel_decoder *d)
{
    tee_reader *r = d->state;
    if (r->names.text) d->allocator.free(d->allocator.context, r->names.text);
    if (r->names.items) d->allocator.free(d->allocator.context, r->names.items);
}

/* ---- the short way: PLAYER_DIFF and INPUT_DIFF whose numbers have one or two bytes, in their shortest form ------------- */

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

INLINE unsigned lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned place = 0;
    while (!(bits >> place & 1)) place++;
    return place;
#endif
}

#define EACH_BYTE(n) (UINT64_C(0x0101010101010101) * (n))
#define EACH_OF_4(n) (UINT32_C(0x01010101) * (n))

/* Bits where bytes of a word are not what the short way takes: after a byte that says that another follows, one that says so
 * too, or that is zero. Without such bits half of the bytes or more are the last of their numbers. */
INLINE uint64_t odd_bytes(uint64_t word)
{
    uint64_t not_zero = (word & EACH_BYTE(0x7f)) + EACH_BYTE(0x7f);
    return (word & EACH_BYTE(0x80)) << 8 & (word | ~not_zero);
}

INLINE uint32_t odd_of_4(uint32_t word)
{
    uint32_t not_zero = (word & EACH_OF_4(0x7f)) + EACH_OF_4(0x7f);
    return (word & EACH_OF_4(0x80)) << 8 & (word | ~not_zero);
}

/* A number of one or two bytes whose first byte is the lowest of `word`. */
INLINE int32_t number_of(uint32_t word)
{
    uint32_t two = 0u - (word >> 7 & 1), negative = 0u - (word >> 6 & 1);
    return (int32_t)(((word & 0x3f) | (word >> 2 & 0x1fc0 & two)) ^ negative);
}

/* A client id of `bytes` bytes, not below zero. Of two bytes it is 64 or more. */
INLINE uint32_t client_of(const uint8_t *at, unsigned bytes) { return bytes == 1 ? *at : (at[0] & 0x3fu) | (uint32_t)at[1] << 6; }

INLINE bool is_first_byte(uint8_t byte, unsigned bytes) { return bytes == 1 ? byte < 0x40 : (byte & 0xc0) == 0x80; }

/* Where the short way is. There is room for as many rows, and as many ticks, as there may be messages. */
typedef struct short_way {
    const uint8_t *at;
    uint64_t bias; /* to add to `at` for the offset in the file */
    uint64_t seq;
    int32_t tick, previous;
    teehistorian_position *position;
    teehistorian_input *input;
} short_way;

enum { SHORT_WAY_BYTES = 32, INPUT_DIFF_BYTE = 0x44 }; /* bytes that may be looked at; TEE_INPUT_DIFF as a number */

INLINE uint64_t offset_of(const short_way *s) { return (uint64_t)(uintptr_t)s->at + s->bias; }

/* Each takes one message whose client id has `bytes` bytes, and returns true, or changes nothing and leaves it to
 * tee_read_message. */
INLINE bool short_diff(short_way *s, tee_world *world, unsigned bytes, bool wanted)
{
    uint32_t cid = client_of(s->at, bytes), word = reel_load_u32le(s->at + bytes), ends = ~word & EACH_OF_4(0x80);
    if (cid >= TEEHISTORIAN_CLIENTS || (bytes == 2 && cid < 64) || odd_of_4(word) || !world->alive[cid]) return false;
    unsigned first = lowest_bit(ends) + 1;
    ends &= ends - 1;
    int32_t next_tick = (int32_t)cid <= s->previous;
    if (wanted) {
        uint32_t x = (uint32_t)world->x[cid] + (uint32_t)number_of(word);
        uint32_t y = (uint32_t)world->y[cid] + (uint32_t)number_of(word >> first);
        const uint32_t far = 1u << 30; /* so far from a place where they wrap that no step gets there */
        if (((x + far) | (y + far)) >> 31) return false;
        world->x[cid] = (int32_t)x;
        world->y[cid] = (int32_t)y;
        teehistorian_position *row = s->position++;
        row->seq = s->seq, row->offset = offset_of(s), row->tick = s->tick + next_tick, row->cid = (int32_t)cid;
        row->x = (int32_t)x, row->y = (int32_t)y, row->kind = TEEHISTORIAN_DIFF;
    }
    s->tick += next_tick;
    s->previous = (int32_t)cid;
    s->at += bytes + ((lowest_bit(ends) + 1) >> 3);
    return true;
}

/* The first three components are taken like the numbers of a PLAYER_DIFF; the other seven have to have one byte each. */
INLINE bool short_input(short_way *s, tee_world *world, unsigned bytes, bool wanted)
{
    const uint8_t *at = s->at + 1 + bytes;
    uint32_t cid = client_of(s->at + 1, bytes);
    uint64_t word = reel_load_u64le(at), ends = ~word & EACH_BYTE(0x80);
    if (cid >= TEEHISTORIAN_CLIENTS || (bytes == 2 && cid < 64) || odd_bytes(word) || !world->has_input[cid]) return false;
    unsigned first = lowest_bit(ends) + 1;
    ends &= ends - 1;
    unsigned second = lowest_bit(ends) + 1;
    ends &= ends - 1;
    at += (lowest_bit(ends) + 1) >> 3;
    uint64_t rest = reel_load_u64le(at);
    if (rest & EACH_BYTE(0x80) >> 8) return false;
    if (wanted) {
        uint64_t negative = (rest >> 6 & EACH_BYTE(1)) * 0xff; /* all bits of the bytes whose sign is set */
        uint64_t singles = (rest & EACH_BYTE(0x3f)) ^ negative;
        uint32_t change[10] = { (uint32_t)number_of((uint32_t)word), (uint32_t)number_of((uint32_t)(word >> first)),
                                (uint32_t)number_of((uint32_t)(word >> second)) };
        for (unsigned i = 0; i < 7; i++) change[3 + i] = (uint32_t)(int32_t)(int8_t)(singles >> 8 * i);
        int32_t *input = world->input[cid], now[10];
        for (size_t i = 0; i < 10; i++) now[i] = (int32_t)((uint32_t)input[i] + change[i]);
        memcpy(input, now, sizeof now);
        teehistorian_input *row = s->input++;
        row->seq = s->seq, row->offset = offset_of(s), row->tick = s->tick, row->cid = (int32_t)cid;
        memcpy(&row->direction, now, sizeof now);
        row->kind = TEEHISTORIAN_DIFF;
    }
    s->at = at + 7;
    return true;
}

/* Runs of one kind of message with client ids of one size. Functions of their own, so that what they keep stays in registers. */
INLINE void walk_diffs(short_way *way, tee_world *world, const uint8_t *last, uint64_t stop, unsigned bytes, bool wanted)
{
    short_way s = *way;
    while (s.at <= last && s.seq < stop && is_first_byte(*s.at, bytes) && short_diff(&s, world, bytes, wanted)) s.seq++;
    *way = s;
}

INLINE void walk_inputs(short_way *way, tee_world *world, const uint8_t *last, uint64_t stop, unsigned bytes, bool wanted)
{
    short_way s = *way;
    while (s.at <= last && s.seq < stop && *s.at == INPUT_DIFF_BYTE && is_first_byte(s.at[1], bytes) &&
           short_input(&s, world, bytes, wanted))
        s.seq++;
    *way = s;
}

typedef void walk(short_way *way, tee_world *world, const uint8_t *last, uint64_t stop);

#define WALK(name, kind, bytes, wanted)                                                                                          \
    static void name(short_way *way, tee_world *world, const uint8_t *last, uint64_t stop)                                       \
    {                                                                                                                            \
        walk_##kind(way, world, last, stop, bytes, wanted);                                                                      \
    }
WALK(take_diffs, diffs, 1, true)
WALK(take_wide_diffs, diffs, 2, true)
WALK(skip_diffs, diffs, 1, false)
WALK(skip_wide_diffs, diffs, 2, false)
WALK(take_inputs, inputs, 1, true)
WALK(take_wide_inputs, inputs, 2, true)
WALK(skip_inputs, inputs, 1, false)
WALK(skip_wide_inputs, inputs, 2, false)

/* By whether the rows are wanted. */
static walk *const diff_walks[2][2] = { { skip_diffs, skip_wide_diffs }, { take_diffs, take_wide_diffs } };
static walk *const input_walks[2][2] = { { skip_inputs, skip_wide_inputs }, { take_inputs, take_wide_inputs } };

static size_t room_of(const reel_row_list *list) { return list->capacity - list->count; }

static void *next_row(const reel_row_list *list)
{
    return list && list->data ? list->data + list->count * list->table->row_size : NULL;
}

/* As many messages as can be taken the short way, at most `budget`. */
static void go_short_way(reel_decoder *d, tee_reader *r, uint64_t budget)
{
    if (r->skip.pending || r->ticks || reel_left(&d->in) < SHORT_WAY_BYTES || r->world.tick > INT32_MAX - TEE_CHUNK_MESSAGES)
        return;
    if (r->positions && room_of(r->positions) < budget) budget = room_of(r->positions);
    if (r->inputs && room_of(r->inputs) < budget) budget = room_of(r->inputs);
    short_way s = { .at = d->in.at,
                    .bias = reel_offset(&d->in) - (uint64_t)(uintptr_t)d->in.at,
                    .seq = r->seq,
                    .tick = r->world.tick,
                    .previous = r->world.previous,
                    .position = next_row(r->positions),
                    .input = next_row(r->inputs) };
    const teehistorian_position *first_position = s.position;
    const teehistorian_input *first_input = s.input;
    const uint8_t *last = d->in.end - SHORT_WAY_BYTES;
    uint64_t stop = r->seq + budget, before;
    walk *const *diffs = diff_walks[r->positions != NULL], *const *inputs = input_walks[r->inputs != NULL];
    do {
        before = s.seq;
        for (size_t wide = 0; wide < 2; wide++) diffs[wide](&s, &r->world, last, stop);
        for (size_t wide = 0; wide < 2; wide++) inputs[wide](&s, &r->world, last, stop);
    } while (s.seq != before);
    if (r->positions) r->positions->count += (size_t)(s.position - first_position);
    if (r->inputs) r->inputs->count += (size_t)(s.input - first_input);
    r->seq = s.seq;
    r->world.tick = s.tick;
    r->world.previous = s.previous;
    d->in.at = s.at;
}

/* Room for rows ahead of the messages, so that the short way need not ask. */
static void make_room(const reel_decoder *d, reel_row_list *list, size_t most)
{
    if (!list || room_of(list) >= most) return;
    uint64_t allowed = d->limits.rows - list->count;
    if (list->count >= d->limits.rows) return;
    size_t wanted = most < allowed ? most : (size_t)allowed;
    if (reel_row_grow(list, wanted, false)) list->count -= wanted;
}

/* ---- chunks ------------------------------------------------------------------------------------------------------- */

static void prepare(reel_decoder *d, tee_reader *r)
{
    r->prepared = true;
    for (size_t i = 0; i < tee_kind_count; i++) r->lists[i] = reel_chunk_table(d->chunk, tee_kinds[i].table);
    r->positions = reel_chunk_table(d->chunk, &teehistorian_positions);
    r->inputs = reel_chunk_table(d->chunk, &teehistorian_inputs);
    r->arguments = reel_chunk_table(d->chunk, &teehistorian_arguments);
    r->extensions = reel_chunk_table(d->chunk, &teehistorian_extensions);
    r->ticks = reel_chunk_table(d->chunk, &teehistorian_ticks);
    r->skips = reel_chunk_table(d->chunk, &teehistorian_skips);
    r->forms = reel_chunk_table(d->chunk, &teehistorian_forms);
    r->tails = reel_chunk_table(d->chunk, &teehistorian_tails);
    r->endings = reel_chunk_table(d->chunk, &teehistorian_endings);
    r->trailing = reel_chunk_table(d->chunk, &teehistorian_trailings);
}

/* The file ends between two messages. */
static reel_status end_without_finish(reel_decoder *d, tee_reader *r)
{
    r->done = true;
    if (r->skip.pending) {
        r->skip.odd = true; /* nothing follows it: no server ends so */
        tee_settle_skip(r, false, 0);
    }
    uint64_t offset = reel_offset(&d->in);
    TEE_FIND(d, "teehistorian.no-finish", REEL_WARNING, offset, "the file ends without FINISH, after tick %d", r->world.tick);
    teehistorian_ending *row = r->endings ? reel_row_add(r->endings) : NULL;
    if (row) *row = (teehistorian_ending){ r->seq, offset, r->world.tick, 0 };
    return REEL_OK;
}

static reel_status cut_message(reel_decoder *d, tee_reader *r, uint64_t end)
{
    r->done = true;
    return reel_fail(d->error, REEL_TRUNCATED, "teehistorian.truncated", "messages", reel_offset(&d->in),
                     "the file ends at byte %llu, inside a message of tick %d", (unsigned long long)end, r->world.tick);
}

static reel_status too_large(reel_decoder *d, tee_reader *r)
{
    r->done = true;
    return reel_fail(d->error, REEL_LIMIT, "reel.string-limit", "messages", reel_offset(&d->in),
                     "a message is larger than the limit of %llu bytes", (unsigned long long)d->limits.string_bytes);
}

/* Bytes that follow the window, as far as that is known. */
static uint64_t rest_of(const reel_decoder *d)
{
    return d->input_size == REEL_UNKNOWN_SIZE || d->input_size < d->in.end_offset ? UINT64_MAX : d->input_size - d->in.end_offset;
}

/* Bytes after FINISH are not looked at, but kept. */
static reel_status read_trailing(reel_decoder *d, tee_reader *r)
{
    reel_status status = reel_fill(d, 1); /* of a file that grows nothing is awaited: a server is done with it */
    if (status < 0) return status;
    size_t left = reel_left(&d->in);
    if (!left) {
        r->done = true;
        if (r->trailing_bytes)
            reel_find(&d->reporter,
                      (reel_finding){ .rule = "teehistorian.bytes-after-finish",
                                      .severity = REEL_WARNING,
                                      .section = "messages",
                                      .offset = d->in.end_offset - r->trailing_bytes,
                                      .length = r->trailing_bytes,
                                      .row = REEL_NO_ROW,
                                      .count = r->trailing_bytes },
                      "%llu bytes follow FINISH", (unsigned long long)r->trailing_bytes);
        return REEL_END;
    }
    size_t piece = left < TRAILING_PIECE ? left : TRAILING_PIECE;
    teehistorian_trailing *row = r->trailing ? reel_row_add(r->trailing) : NULL;
    if (row) {
        row->offset = reel_offset(&d->in);
        row->data = reel_chunk_bytes(d->chunk, d->in.at, piece);
    }
    r->trailing_bytes += piece;
    d->in.at += piece;
    return REEL_OK;
}

/* Messages of the window, up to the size of a chunk. REEL_AGAIN: the next one is not whole. */
static reel_status read_messages(reel_decoder *d, tee_reader *r)
{
    const uint8_t *start = d->in.at;
    uint64_t stop = r->seq + TEE_CHUNK_MESSAGES;
    size_t most = reel_left(&d->in) / 3 < TEE_CHUNK_MESSAGES ? reel_left(&d->in) / 3 : TEE_CHUNK_MESSAGES;
    make_room(d, r->positions, most);
    make_room(d, r->inputs, most);
    while (r->seq < stop && d->in.at - start < TEE_CHUNK_BYTES && reel_build_status(d->chunk) == REEL_OK) {
        go_short_way(d, r, stop - r->seq);
        if (r->seq == stop) break;
        if (!reel_left(&d->in)) {
            r->want = 1;
            return REEL_AGAIN;
        }
        reel_status status = tee_read_message(d, r);
        if (status == REEL_END) r->finished = true;
        if (status != REEL_OK) return status;
    }
    r->want = 1;
    return REEL_OK;
}

enum { MOST_ASKED = 65536 }; /* bytes asked for at once beyond those that are there: a size may be a lie */

reel_status tee_next(reel_decoder *d)
{
    tee_reader *r = d->state;
    if (!r->prepared) prepare(d, r);
    for (;;) {
        if (r->done) return REEL_END;
        if (r->finished) return read_trailing(d, r);
        size_t left = reel_left(&d->in);
        if (left && r->want > left && r->want - left > rest_of(d)) return cut_message(d, r, d->input_size);
        if (r->want > left && left > d->limits.string_bytes) return too_large(d, r);
        reel_status filled = reel_fill(d, r->want > left + MOST_ASKED ? left + MOST_ASKED : r->want);
        if (filled < 0) return filled;
        if (!reel_left(&d->in)) return filled == REEL_AGAIN ? REEL_AGAIN : end_without_finish(d, r);
        uint64_t before = r->seq;
        reel_status status = read_messages(d, r);
        if (status < 0) r->done = true;
        if (status == REEL_END) return REEL_OK;
        if (status != REEL_AGAIN) return status;
        if (r->seq != before) return REEL_OK;
        if (filled == REEL_AGAIN) return REEL_AGAIN;
        if (filled == REEL_END) return cut_message(d, r, d->in.end_offset);
    }
}

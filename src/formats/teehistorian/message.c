/* SPDX-License-Identifier: MIT
 * Reads one message of any kind, including incomplete and unusual ones. Frequent messages in their shortest form are decoded by
 * fast_path.c instead. */
#include "codec/teeworlds_int.h"
#include "core/text.h"
#include "formats/teehistorian/reader.h"

_Static_assert(2 + TEE_FIELDS <= TEE_NUMBERS, "an extension has its frame's numbers and at most one per field");

typedef enum scan_end { SCAN_CONTINUES, SCAN_CUT, SCAN_NEGATIVE_SIZE, SCAN_NEGATIVE_COUNT } scan_end;

/* The message being read. Errors are sticky: after the first one, all reads return zeros. */
typedef struct scan {
    const uint8_t *start, *at, *end;
    scan_end ended;
    size_t need; /* minimum size of the message, if it was cut */
    uint8_t forms[TEE_NUMBERS];
    uint8_t any_form; /* nonzero if any of them is */
    unsigned numbers;
    unsigned framed;          /* numbers before the payload of an extension */
    const uint8_t *arguments; /* of a command */
} scan;

static int32_t read_any_number(scan *s)
{
    int32_t value = 0;
    if (s->ended) return 0;
    size_t size = varint_read(s->at, (size_t)(s->end - s->at), &value);
    if (!size) {
        s->ended = SCAN_CUT;
        s->need = (size_t)(s->end - s->start) + 1;
        return 0;
    }
    s->any_form |= s->forms[s->numbers++] = varint_form(size, s->at[size - 1]);
    s->at += size;
    return value;
}

/* Most numbers have one byte. */
static inline int32_t read_number(scan *s)
{
    if (s->ended || s->at == s->end || *s->at & 0x80) return read_any_number(s);
    uint8_t byte = *s->at++;
    s->forms[s->numbers++] = 0;
    return (byte & 0x3f) ^ -(byte >> 6);
}

static const uint8_t *read_bytes(scan *s, size_t size)
{
    if (s->ended) return NULL;
    if ((size_t)(s->end - s->at) < size) {
        s->ended = SCAN_CUT;
        s->need = (size_t)(s->at - s->start) + size;
        return NULL;
    }
    const uint8_t *bytes = s->at;
    s->at += size;
    return bytes;
}

static reel_bytes read_text(scan *s)
{
    if (s->ended) return (reel_bytes){ NULL, 0 };
    const uint8_t *text = s->at, *nul = s->at < s->end ? memchr(s->at, 0, (size_t)(s->end - s->at)) : NULL;
    if (!nul) {
        size_t left = (size_t)(s->end - s->start);
        s->ended = SCAN_CUT;
        s->need = left + 1 + left / 4; /* a quarter more, so that a long text is not searched again for every new byte */
        return (reel_bytes){ NULL, 0 };
    }
    s->at = nul + 1;
    return (reel_bytes){ text, (size_t)(nul - text) };
}

static reel_bytes read_sized_bytes(scan *s)
{
    int32_t size = read_number(s);
    if (!s->ended && size < 0) s->ended = SCAN_NEGATIVE_SIZE;
    const uint8_t *data = read_bytes(s, s->ended ? 0 : (size_t)size);
    return (reel_bytes){ data, data ? (size_t)size : 0 };
}

static uint32_t read_arguments(scan *s)
{
    int32_t count = read_number(s);
    if (!s->ended && count < 0) s->ended = SCAN_NEGATIVE_COUNT;
    s->arguments = s->at;
    for (int32_t i = 0; i < count && !s->ended; i++) read_text(s);
    return s->ended ? 0 : (uint32_t)count;
}

/* Reads the fields of a message into its row. Texts and bytes are not copied. */
static void read_fields(scan *s, const tee_kind *kind, uint8_t *row)
{
    for (size_t i = 0; kind->code[i]; i++) {
        uint8_t *member = row + kind->offsets[i];
        int32_t number;
        uint32_t count;
        reel_bytes bytes;
        const uint8_t *uuid;
        switch (kind->code[i]) {
        case 'i':
            number = read_number(s);
            memcpy(member, &number, sizeof number);
            break;
        case 'u':
            if ((uuid = read_bytes(s, 16))) memcpy(member, uuid, 16);
            break;
        case 'a':
            count = read_arguments(s);
            memcpy(member, &count, sizeof count);
            break;
        default:
            if (kind->code[i] == 's')
                bytes = read_text(s);
            else if (kind->code[i] == 'b')
                bytes = read_sized_bytes(s);
            else
                bytes = (reel_bytes){ s->at, (size_t)(s->end - s->at) }, s->at = s->end;
            memcpy(member, &bytes, sizeof bytes);
        }
    }
}

/* ---- common to all messages -------------------------------------------------------------------- */

typedef struct message {
    reel_decoder *d;
    tee_reader *r;
    scan in;
    tee_origin origin;
} message;

void reel__tee_settle_skip(tee_reader *r, bool is_record, int32_t cid)
{
    tee_skip *skip = &r->skip;
    skip->pending = false;
    /* After a TICK_SKIP, a negative id begins yet another tick. */
    bool implied = is_record && ((skip->implied_too && cid <= skip->previous) || cid < 0), usual = !skip->odd && !implied;
    if (usual || !r->skips) return;
    teehistorian_skip *row = reel_row_add(r->skips);
    if (row) *row = (teehistorian_skip){ skip->origin.seq, skip->origin.offset, skip->origin.tick };
}

static reel_status tee_tick_overflow(reel_decoder *d, uint64_t offset)
{
    return reel_fail(d->error, REEL_CORRUPT, "teehistorian.tick-overflow", "messages", offset, "tick number out of range");
}

static void add_tick(tee_reader *r, const tee_origin *origin, bool implied)
{
    teehistorian_tick *row = r->ticks ? reel_row_add(r->ticks) : NULL;
    if (row) *row = (teehistorian_tick){ origin->seq, origin->offset, r->world.tick, implied };
}

/* Sets the tick of a position: a client id that is not higher than the one before begins a new tick. */
static reel_status advance_tick(message *m, int32_t cid)
{
    tee_world *world = &m->r->world;
    if (m->r->skip.pending) reel__tee_settle_skip(m->r, true, cid);
    if (cid <= world->previous) {
        if (world->tick == INT32_MAX) return tee_tick_overflow(m->d, m->origin.offset);
        world->tick++;
        add_tick(m->r, &m->origin, true);
    }
    world->previous = cid;
    return REEL_OK;
}

static void report_forms(message *m)
{
    bool overlong = false, padding = false;
    if (!m->in.any_form) return;
    for (unsigned i = 0; i < m->in.numbers && i < m->in.framed; i++) {
        uint8_t form = m->in.forms[i];
        overlong |= form && !(form & 0xf0);
        padding |= form >> 4;
    }
    if (overlong) TEE_FIND(m->d, "teehistorian.varint-overlong", REEL_WARNING, m->origin.offset, "overlong encoding of a number");
    if (padding)
        TEE_FIND(m->d, "teehistorian.varint-padding", REEL_WARNING, m->origin.offset, "nonzero padding bits in a number");
    teehistorian_form *row = m->r->forms ? reel_row_add(m->r->forms) : NULL;
    if (!row) return;
    *row = (teehistorian_form){ m->origin.seq, m->origin.offset, m->r->world.tick, { NULL, 0 } };
    row->forms = reel_chunk_bytes(m->d->chunk, m->in.forms, m->in.numbers);
}

/* Ends a complete message, whose tick is known. */
static void end_message(message *m)
{
    m->origin.tick = m->r->world.tick;
    m->d->in.at = m->in.at;
    m->r->seq++;
    report_forms(m);
}

static bool check_client(message *m, int32_t cid, int32_t least)
{
    if (cid >= least && cid < TEEHISTORIAN_CLIENTS) return true;
    TEE_FIND(m->d, "teehistorian.client-id", REEL_ERROR, m->origin.offset, "client id %d is out of range: expected %d to %d", cid,
             least, TEEHISTORIAN_CLIENTS - 1);
    return false;
}

/* Returns why a message could not be read to its end: REEL_AGAIN if it needs more bytes, or an error. */
static reel_status stop_message(message *m)
{
    reel_decoder *d = m->d;
    uint64_t offset = m->origin.offset;
    if (m->in.ended == SCAN_NEGATIVE_SIZE)
        return reel_fail(d->error, REEL_CORRUPT, "teehistorian.negative-size", "messages", offset, "negative message size");
    if (m->in.ended == SCAN_NEGATIVE_COUNT)
        return reel_fail(d->error, REEL_CORRUPT, "teehistorian.negative-count", "messages", offset, "negative argument count");
    m->r->want = m->in.need;
    return REEL_AGAIN;
}

/* ---- characters and inputs --------------------------------------------------------------------------------------- */

static void add_position(message *m, int32_t cid, int32_t x, int32_t y, teehistorian_kind kind)
{
    teehistorian_position *row = m->r->positions ? reel_row_add(m->r->positions) : NULL;
    if (!row) return;
    row->seq = m->origin.seq, row->offset = m->origin.offset, row->tick = m->origin.tick;
    row->cid = cid, row->x = x, row->y = y, row->kind = (uint8_t)kind;
}

static bool wraps(int32_t a, int32_t b)
{
    int64_t sum = (int64_t)a + b;
    return sum > INT32_MAX || sum < INT32_MIN;
}

static int32_t wrapping_sum(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }

static void report_no_character(message *m, int32_t cid, const char *what)
{
    TEE_FIND(m->d, "teehistorian.no-character", REEL_ERROR, m->origin.offset, "client %d %s without a character", cid, what);
}

static reel_status read_diff(message *m, int32_t cid)
{
    int32_t dx = read_number(&m->in), dy = read_number(&m->in);
    tee_world *world = &m->r->world;
    if (m->in.ended) return stop_message(m);
    reel_status status = advance_tick(m, cid);
    if (status < 0) return status;
    end_message(m);
    bool client = check_client(m, cid, 0), exists = client && world->alive[cid];
    if (client && !exists) report_no_character(m, cid, "moves");
    if (!exists) {
        add_position(m, cid, dx, dy, TEEHISTORIAN_STRAY);
        return REEL_OK;
    }
    if (m->r->positions && (wraps(world->at[cid].x, dx) || wraps(world->at[cid].y, dy)))
        TEE_FIND(m->d, "teehistorian.position-wrap", REEL_WARNING, m->origin.offset,
                 "the position of client %d overflows and wraps around", cid);
    world->at[cid].x = wrapping_sum(world->at[cid].x, dx);
    world->at[cid].y = wrapping_sum(world->at[cid].y, dy);
    add_position(m, cid, world->at[cid].x, world->at[cid].y, TEEHISTORIAN_DIFF);
    reel__tee_update_fast_client(m->r, cid);
    return REEL_OK;
}

static reel_status read_new(message *m)
{
    int32_t cid = read_number(&m->in), x = read_number(&m->in), y = read_number(&m->in);
    tee_world *world = &m->r->world;
    if (m->in.ended) return stop_message(m);
    reel_status status = advance_tick(m, cid);
    if (status < 0) return status;
    end_message(m);
    add_position(m, cid, x, y, TEEHISTORIAN_NEW);
    if (!check_client(m, cid, 0)) return REEL_OK;
    if (world->alive[cid])
        TEE_FIND(m->d, "teehistorian.second-character", REEL_ERROR, m->origin.offset,
                 "client %d appears, but already has a character", cid);
    world->alive[cid] = 1;
    world->at[cid].x = x;
    world->at[cid].y = y;
    reel__tee_update_fast_client(m->r, cid);
    return REEL_OK;
}

static reel_status read_old(message *m)
{
    int32_t cid = read_number(&m->in);
    tee_world *world = &m->r->world;
    if (m->in.ended) return stop_message(m);
    reel_status status = advance_tick(m, cid);
    if (status < 0) return status;
    end_message(m);
    add_position(m, cid, 0, 0, TEEHISTORIAN_OLD);
    if (!check_client(m, cid, 0)) return REEL_OK;
    if (!world->alive[cid]) report_no_character(m, cid, "goes");
    world->alive[cid] = 0;
    reel__tee_update_fast_client(m->r, cid);
    return REEL_OK;
}

static reel_status read_input(message *m, teehistorian_kind kind)
{
    int32_t cid = read_number(&m->in), input[10], fresh[10] = { 0 };
    tee_world *world = &m->r->world;
    for (size_t i = 0; i < 10; i++) input[i] = read_number(&m->in);
    if (m->in.ended) return stop_message(m);
    if (m->r->skip.pending) reel__tee_settle_skip(m->r, false, 0);
    end_message(m);
    int32_t *last = check_client(m, cid, 0) ? world->input[cid] : fresh;
    if (last != fresh && kind == TEEHISTORIAN_DIFF && !world->has_input[cid])
        TEE_FIND(m->d, "teehistorian.no-input", REEL_ERROR, m->origin.offset,
                 "input difference for client %d without an earlier input", cid);
    for (size_t i = 0; i < 10; i++) last[i] = kind == TEEHISTORIAN_DIFF ? wrapping_sum(last[i], input[i]) : input[i];
    if (last != fresh) {
        world->has_input[cid] = 1;
        reel__tee_update_fast_client(m->r, cid);
    }
    teehistorian_input *row = m->r->inputs ? reel_row_add(m->r->inputs) : NULL;
    if (!row) return REEL_OK;
    row->seq = m->origin.seq, row->offset = m->origin.offset, row->tick = m->origin.tick, row->cid = cid;
    memcpy(&row->direction, last, sizeof input);
    row->kind = (uint8_t)kind;
    return REEL_OK;
}

_Static_assert(offsetof(teehistorian_input, prev_weapon) - offsetof(teehistorian_input, direction) == 9 * sizeof(int32_t),
               "an input must be ten adjacent numbers");

/* ---- time -------------------------------------------------------------------------------------------------------- */

static reel_status read_skip(message *m)
{
    int32_t dt = read_number(&m->in);
    tee_reader *r = m->r;
    if (m->in.ended) return stop_message(m);
    if (dt < 0)
        return reel_fail(m->d->error, REEL_CORRUPT, "teehistorian.negative-skip", "messages", m->origin.offset,
                         "time goes backwards: TICK_SKIP by %d ticks", dt);
    if ((int64_t)r->world.tick + dt + 1 > INT32_MAX) return tee_tick_overflow(m->d, m->origin.offset);
    if (r->skip.pending) {
        r->skip.odd = true; /* a server writes one skip, not two */
        reel__tee_settle_skip(r, false, 0);
    }
    r->skip = (tee_skip){ .pending = true, .implied_too = dt == 0, .previous = r->world.previous };
    r->world.tick += dt + 1;
    r->world.previous = -1;
    end_message(m);
    r->skip.odd = m->in.forms[0] || m->in.forms[1];
    r->skip.origin = m->origin;
    add_tick(r, &m->origin, false);
    return REEL_OK;
}

static reel_status read_finish(message *m)
{
    if (m->r->skip.pending) reel__tee_settle_skip(m->r, false, 0);
    end_message(m);
    teehistorian_ending *row = m->r->endings ? reel_row_add(m->r->endings) : NULL;
    if (row) *row = (teehistorian_ending){ m->origin.seq, m->origin.offset, m->origin.tick, 1 };
    return REEL_END;
}

/* ---- messages that are lists of fields ---------------------------------------------------------------------------- */

static void copy_texts(message *m, const tee_kind *kind, uint8_t *row)
{
    for (size_t i = 0; kind->code[i]; i++) {
        char code = kind->code[i];
        if (code != 's' && code != 'b' && code != 'r') continue;
        reel_bytes bytes;
        memcpy(&bytes, row + kind->offsets[i], sizeof bytes);
        bytes = reel_chunk_bytes(m->d->chunk, bytes.data, bytes.size);
        memcpy(row + kind->offsets[i], &bytes, sizeof bytes);
    }
}

/* Reserves rows. The list grows by a quarter, since there may be an argument for each byte of the file. */
static bool reserve_arguments(reel_row_list *list, size_t count)
{
    if (tee_room_of(list) >= count) return true;
    size_t more = count > list->capacity / 4 ? count : list->capacity / 4;
    if (!reel_row_grow(list, more, true)) return false;
    list->count -= more;
    return true;
}

static void add_arguments(message *m, int32_t cid, uint32_t count)
{
    const uint8_t *at = m->in.arguments;
    if (m->r->arguments && !reserve_arguments(m->r->arguments, count)) return;
    for (uint32_t i = 0; i < count && m->r->arguments; i++) {
        size_t size = (size_t)((const uint8_t *)memchr(at, 0, (size_t)(m->in.end - at)) - at);
        teehistorian_argument *row = reel_row_add(m->r->arguments);
        if (!row) return;
        *row = (teehistorian_argument){ m->origin.seq, m->origin.offset, m->origin.tick, cid, i, { NULL, 0 } };
        row->text = reel_chunk_string(m->d->chunk, at, size);
        at += size + 1;
    }
}

/* Sets the protocol and the message id of a network message, by its first number. */
static void identify_message(const tee_reader *r, teehistorian_message *row)
{
    int32_t value = 0;
    size_t size = varint_read(row->data.data, row->data.size, &value);
    row->protocol = tee_is_client(row->cid) && r->protocol[row->cid] ? r->protocol[row->cid] : 6;
    row->message_id = size && value >= 0 && !(value & 1) ? value >> 1 : -1;
    if (row->message_id != 0) return;
    if (row->data.size >= size + 16)
        memcpy(row->uuid.bytes, row->data.data + size, 16);
    else
        row->message_id = -1;
}

static void set_protocol(tee_reader *r, const teehistorian_protocol *row)
{
    if (tee_is_client(row->cid)) r->protocol[row->cid] = row->kind == TEEHISTORIAN_JOINVER7 ? 7 : 6;
}

/* Adds the row of a complete message. */
static void add_row(message *m, const tee_kind *kind, uint8_t *row)
{
    memcpy(row, &m->origin.seq, sizeof m->origin.seq);
    memcpy(row + offsetof(tee_origin, offset), &m->origin.offset, sizeof m->origin.offset);
    memcpy(row + offsetof(tee_origin, tick), &m->origin.tick, sizeof m->origin.tick);
    if (kind->kind_offset) row[kind->kind_offset] = kind->kind;
    for (size_t i = 0; i < kind->clients; i++) {
        int32_t cid;
        memcpy(&cid, row + kind->offsets[i], sizeof cid);
        if (!check_client(m, cid, kind->id == TEE_COMMAND ? -3 : 0)) break;
    }
    if (kind->table == &teehistorian_protocols) set_protocol(m->r, (const teehistorian_protocol *)(const void *)row);
    reel_row_list *list = m->r->lists[kind - reel__tee_kinds];
    uint8_t *added = list ? reel_row_add(list) : NULL;
    if (added) {
        copy_texts(m, kind, row);
        memcpy(added, row, list->table->row_size);
    }
    if (kind->id == TEE_COMMAND) {
        const teehistorian_command *command = (const teehistorian_command *)(const void *)row;
        add_arguments(m, command->cid, command->arguments);
    }
}

static reel_status read_described(message *m, const tee_kind *kind)
{
    tee_any_row row;
    memset(&row, 0, sizeof row);
    read_fields(&m->in, kind, (uint8_t *)&row);
    if (m->in.ended) return stop_message(m);
    if (m->r->skip.pending) reel__tee_settle_skip(m->r, false, 0);
    m->in.framed = m->in.numbers;
    end_message(m);
    if (kind->id == TEE_DROP) {
        const reel_string reason = row.drop.reason;
        if (!reel__utf8_is_valid(reason.data, reason.size))
            TEE_FIND(m->d, "teehistorian.drop-reason-not-utf8", REEL_WARNING, m->origin.offset,
                     "the reason of a drop is not valid UTF-8");
    }
    add_row(m, kind, (uint8_t *)&row);
    return REEL_OK;
}

/* MESSAGE, the most frequent of these, without walking the table of kinds: each step of that is a branch that depends on the message. */
static reel_status read_packet(message *m)
{
    int32_t cid = read_number(&m->in);
    reel_bytes data = read_sized_bytes(&m->in);
    if (m->in.ended) return stop_message(m);
    if (m->r->skip.pending) reel__tee_settle_skip(m->r, false, 0);
    m->in.framed = m->in.numbers;
    end_message(m);
    check_client(m, cid, 0);
    teehistorian_message *row = m->r->messages ? reel_row_add(m->r->messages) : NULL;
    if (!row) return REEL_OK;
    row->seq = m->origin.seq, row->offset = m->origin.offset, row->tick = m->origin.tick, row->cid = cid;
    row->data = data;
    identify_message(m->r, row);
    row->data = reel_chunk_bytes(m->d->chunk, data.data, data.size);
    return REEL_OK;
}

/* ---- extensions --------------------------------------------------------------------------------------------------- */

static int by_uuid(const void *key, const tee_named *item) { return memcmp(key, item->uuid, 16); }

static void sift_names(tee_named *items, size_t root, size_t count)
{
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && by_uuid(items[child].uuid, &items[child + 1]) < 0) child++;
        if (by_uuid(items[root].uuid, &items[child]) >= 0) return;
        tee_named swap = items[root];
        items[root] = items[child];
        items[child] = swap;
    }
}

static void hash_names(tee_names *names)
{
    names->hashed = true;
    for (size_t i = 0; i < names->count; i++)
        reel__tee_uuid_of_name(names->text + names->items[i].at, names->items[i].size, names->items[i].uuid);
    for (size_t i = names->count / 2; i-- > 0;) sift_names(names->items, i, names->count);
    for (size_t i = names->count; i-- > 1;) {
        tee_named swap = names->items[0];
        names->items[0] = names->items[i];
        names->items[i] = swap;
        sift_names(names->items, 0, i);
    }
}

static reel_string find_name(tee_names *names, const uint8_t *uuid)
{
    static const char test[] = "teehistorian-test@ddnet.tw";
    static const uint8_t test_uuid[16] = { 0x6b, 0xb8, 0xba, 0x88, 0x0f, 0x0b, 0x38, 0x2e,
                                           0x8d, 0xae, 0xdb, 0xf4, 0x05, 0x2b, 0x8b, 0x7d };
    const tee_kind *kind = reel__tee_kind_of(TEE_EX, uuid);
    if (kind) return (reel_string){ kind->name, strlen(kind->name) };
    if (memcmp(uuid, test_uuid, 16) == 0) return (reel_string){ test, sizeof test - 1 };
    if (!names->hashed) hash_names(names);
    size_t low = 0, high = names->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = by_uuid(uuid, &names->items[middle]);
        if (order == 0) return (reel_string){ names->text + names->items[middle].at, names->items[middle].size };
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return (reel_string){ NULL, 0 };
}

static void add_extension(message *m, const uint8_t *uuid, reel_bytes data)
{
    teehistorian_extension *row = m->r->extensions ? reel_row_add(m->r->extensions) : NULL;
    if (!row) return;
    reel_string name = find_name(&m->r->names, uuid);
    row->seq = m->origin.seq, row->offset = m->origin.offset, row->tick = m->origin.tick;
    memcpy(row->uuid.bytes, uuid, 16);
    row->name = reel_chunk_string(m->d->chunk, name.data, name.size);
    row->data = reel_chunk_bytes(m->d->chunk, data.data, data.size);
}

bool reel__tee_kind_fits(const tee_kind *kind, reel_bytes payload)
{
    tee_any_row row;
    memset(&row, 0, sizeof row);
    if (!payload.size) payload.data = (const uint8_t *)&row; /* not NULL, as memchr requires */
    scan inside = { .start = payload.data, .at = payload.data, .end = payload.data + payload.size };
    read_fields(&inside, kind, (uint8_t *)&row);
    return !inside.ended;
}

static reel_status read_extension(message *m)
{
    const uint8_t *uuid = read_bytes(&m->in, 16);
    reel_bytes payload = read_sized_bytes(&m->in);
    if (m->in.ended) return stop_message(m);
    if (m->r->skip.pending) reel__tee_settle_skip(m->r, false, 0);
    const tee_kind *kind = reel__tee_kind_of(TEE_EX, uuid);
    tee_any_row row;
    memset(&row, 0, sizeof row);
    m->in.framed = m->in.numbers;
    scan inside = m->in; /* reads the payload like a message */
    inside.at = payload.data;
    inside.end = payload.data + payload.size;
    if (kind) read_fields(&inside, kind, (uint8_t *)&row);
    bool fits = kind && !inside.ended;
    if (fits) {
        m->in.numbers = inside.numbers;
        m->in.any_form = inside.any_form;
        memcpy(m->in.forms, inside.forms, sizeof inside.forms);
    }
    end_message(m);
    if (m->r->version < 2)
        TEE_FIND(m->d, "teehistorian.ex-in-version-1", REEL_ERROR, m->origin.offset, "extensions are not allowed in version 1");
    if (!fits) {
        if (kind)
            TEE_FIND(m->d, "teehistorian.ex-short-payload", REEL_WARNING, m->origin.offset,
                     "%s is too short for its fields: kept unchanged", kind->name);
        add_extension(m, uuid, payload);
        return REEL_OK;
    }
    add_row(m, kind, (uint8_t *)&row);
    size_t rest = (size_t)(inside.end - inside.at);
    if (!rest) return REEL_OK;
    TEE_FIND(m->d, "teehistorian.ex-trailing-bytes", REEL_WARNING, m->origin.offset, "%s has %zu bytes after its fields",
             kind->name, rest);
    teehistorian_tail *tail = m->r->tails ? reel_row_add(m->r->tails) : NULL;
    if (tail)
        *tail = (teehistorian_tail){ m->origin.seq, m->origin.offset, m->origin.tick,
                                     reel_chunk_bytes(m->d->chunk, inside.at, rest) };
    return REEL_OK;
}

/* ---- any message --------------------------------------------------------------------------------------------------- */

reel_status reel__tee_read_message(reel_decoder *d, tee_reader *r)
{
    message m = { .d = d, .r = r, .in = { .start = d->in.at, .at = d->in.at, .end = d->in.end, .framed = TEE_NUMBERS } };
    m.origin = (tee_origin){ r->seq, reel_offset(&d->in), r->world.tick };
    int32_t id = read_number(&m.in);
    if (m.in.ended) return stop_message(&m);
    if (id >= 0) return read_diff(&m, id);
    switch (id) {
    case TEE_FINISH: return read_finish(&m);
    case TEE_TICK_SKIP: return read_skip(&m);
    case TEE_PLAYER_NEW: return read_new(&m);
    case TEE_PLAYER_OLD: return read_old(&m);
    case TEE_INPUT_DIFF: return read_input(&m, TEEHISTORIAN_DIFF);
    case TEE_INPUT_NEW: return read_input(&m, TEEHISTORIAN_NEW);
    case TEE_MESSAGE: return read_packet(&m);
    case TEE_EX: return read_extension(&m);
    default: break;
    }
    const tee_kind *kind = reel__tee_kind_of(id, NULL);
    if (kind) return read_described(&m, kind);
    return reel_fail(d->error, REEL_CORRUPT, "teehistorian.message-id", "messages", m.origin.offset,
                     "unknown message %d: the length of the rest is unknown", id);
}

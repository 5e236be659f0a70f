/* SPDX-License-Identifier: MIT
 * Writes teehistorian. Rows of all tables are merged by tick and number; TICK_SKIP goes where a server would put it. With the
 * layout rows of a file that was read, its bytes come back. */
#include "formats/teehistorian/layout.h"
#include "formats/teehistorian/varint.h"

typedef struct job job;

/* The rows of a table that are still to be written. */
typedef struct lane {
    const reel_table *table;
    const uint8_t *row, *end;
    void (*put)(job *job, const void *row);
} lane;

struct job {
    reel_encoder *encoder;
    reel_output *out;
    tee_writer *w;
    reel_status status;
    lane lanes[TEE_TABLES];
    size_t count;
    lane forms, tails, arguments; /* what hangs on messages */
    reel_bytes form;              /* of the message that is being written */
    size_t number;                /* which of its numbers is next */
    const reel_table *table;      /* of the row that is being written */
};

static tee_place place_of(const void *row)
{
    tee_place place;
    memcpy(&place, row, offsetof(tee_place, tick) + sizeof place.tick);
    return place;
}

static int compare(const void *a, const void *b)
{
    tee_place one = place_of(a), other = place_of(b);
    if (one.tick != other.tick) return one.tick < other.tick ? -1 : 1;
    return one.seq < other.seq ? -1 : one.seq > other.seq;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------ */

static uint8_t form_at(const job *j, size_t number) { return number < j->form.size ? j->form.data[number] : 0; }

static void put_number(job *j, int32_t value)
{
    uint8_t *place = reel_put_space(j->out, VARINT_MOST);
    if (!place) return;
    size_t size = j->form.size ? varint_write_form(place, value, form_at(j, j->number)) : varint_write(place, value);
    j->number++;
    j->out->at -= VARINT_MOST - size;
}

/* Several numbers at once, with one look at the room for them. */
static void put_numbers(job *j, const int32_t *values, size_t count)
{
    if (j->form.size) {
        for (size_t i = 0; i < count; i++) put_number(j, values[i]);
        return;
    }
    uint8_t *place = reel_put_space(j->out, count * VARINT_MOST), *at = place;
    if (!place) return;
    for (size_t i = 0; i < count; i++) at += varint_write(at, values[i]);
    j->out->at -= count * VARINT_MOST - (size_t)(at - place);
}

static size_t size_of_number(const job *j, int32_t value, size_t number)
{
    uint8_t bytes[VARINT_MOST];
    return varint_write_form(bytes, value, form_at(j, number));
}

/* ---- time --------------------------------------------------------------------------------------------------------- */

static void refuse(job *j, const char *rule, const tee_place *place, const char *message)
{
    if (j->status < 0) return;
    j->status = reel_fail(j->encoder->error, REEL_ARGUMENT, rule, "messages", reel_put_offset(j->out), "tick %d: %s", place->tick,
                          message);
}

static void put_skip(job *j, int32_t tick)
{
    tee_world *world = &j->w->world;
    put_number(j, TEE_TICK_SKIP);
    put_number(j, tick - world->tick - 1);
    world->tick = tick;
    world->previous = -1;
}

static void take_form(job *j, const void *row)
{
    j->form = (reel_bytes){ NULL, 0 };
    j->number = 0;
    while (j->forms.row < j->forms.end && compare(j->forms.row, row) < 0) j->forms.row += j->forms.table->row_size;
    if (j->forms.row < j->forms.end && compare(j->forms.row, row) == 0)
        j->form = ((const teehistorian_form *)(const void *)j->forms.row)->forms;
}

/* What comes before a message: its tick. A record of a character begins a tick by its id where that does not rise. */
static bool begin(job *j, const void *row, bool is_record, int32_t cid)
{
    tee_world *world = &j->w->world;
    tee_place place = place_of(row);
    j->form = (reel_bytes){ NULL, 0 };
    if (j->w->finished) refuse(j, "teehistorian.after-finish", &place, "nothing can follow FINISH");
    if (place.tick < world->tick) refuse(j, "teehistorian.tick-order", &place, "it comes after a later tick");
    if (is_record && place.tick == world->tick && cid <= world->previous)
        refuse(j, "teehistorian.record-order", &place,
               "rows of characters have to have rising ids in a tick, of which the first is 1");
    if (j->status < 0) return false;
    if (place.tick > world->tick) {
        if (is_record && place.tick == world->tick + 1 && cid <= world->previous)
            world->tick++;
        else
            put_skip(j, place.tick);
    }
    if (is_record) world->previous = cid;
    if (j->forms.row < j->forms.end)
        take_form(j, row);
    else
        j->number = 0;
    return true;
}

static void put_skip_row(job *j, const void *row)
{
    tee_place place = place_of(row);
    if (place.tick <= j->w->world.tick || j->w->finished) return; /* what it stood before is gone */
    take_form(j, row);
    put_skip(j, place.tick);
}

/* ---- characters and inputs ----------------------------------------------------------------------------------------- */

static int32_t difference(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }

static void put_change(job *j, const teehistorian_position *p, int32_t dx, int32_t dy)
{
    if (p->cid < 0) {
        tee_place place = place_of(p);
        refuse(j, "teehistorian.client-id", &place, "a client id below zero cannot move");
    }
    if (!begin(j, p, true, p->cid)) return;
    put_numbers(j, (const int32_t[]){ p->cid, dx, dy }, 3);
}

static void put_position(job *j, const void *row)
{
    const teehistorian_position *p = row;
    tee_world *world = &j->w->world;
    bool client = tee_is_client(p->cid), alive = client && world->alive[p->cid];
    if (p->kind == TEEHISTORIAN_OLD) {
        if (!begin(j, row, true, p->cid)) return;
        put_number(j, TEE_PLAYER_OLD);
        put_number(j, p->cid);
        if (client) world->alive[p->cid] = 0;
        return;
    }
    if (p->kind == TEEHISTORIAN_STRAY) {
        put_change(j, p, p->x, p->y);
        return;
    }
    if (alive && p->kind != TEEHISTORIAN_NEW) {
        int32_t dx = difference(p->x, world->x[p->cid]), dy = difference(p->y, world->y[p->cid]);
        if (p->kind != TEEHISTORIAN_DIFF && !dx && !dy) return; /* a recorder's row of a character that stands still */
        put_change(j, p, dx, dy);
    } else {
        if (!begin(j, row, true, p->cid)) return;
        put_numbers(j, (const int32_t[]){ TEE_PLAYER_NEW, p->cid, p->x, p->y }, 4);
    }
    if (!client) return;
    world->alive[p->cid] = 1;
    world->x[p->cid] = p->x;
    world->y[p->cid] = p->y;
}

static void put_input(job *j, const void *row)
{
    const teehistorian_input *input = row;
    int32_t fresh[10] = { 0 }, value[10];
    bool client = tee_is_client(input->cid);
    int32_t *last = client ? j->w->world.input[input->cid] : fresh;
    memcpy(value, &input->direction, sizeof value);
    bool first = client && !j->w->world.has_input[input->cid];
    if (!input->kind && !first && memcmp(value, last, sizeof value) == 0) return;
    bool whole = input->kind == TEEHISTORIAN_NEW || (!input->kind && first);
    if (!begin(j, row, false, 0)) return;
    int32_t numbers[12] = { whole ? TEE_INPUT_NEW : TEE_INPUT_DIFF, input->cid };
    for (size_t i = 0; i < 10; i++) numbers[2 + i] = whole ? value[i] : difference(value[i], last[i]);
    put_numbers(j, numbers, 12);
    memcpy(last, value, sizeof value);
    if (client) j->w->world.has_input[input->cid] = 1;
}

/* ---- messages that are lists of fields ------------------------------------------------------------------------------ */

static reel_bytes bytes_at(const uint8_t *place)
{
    reel_bytes bytes;
    memcpy(&bytes, place, sizeof bytes);
    return bytes;
}

static int32_t number_at(const uint8_t *place)
{
    int32_t number;
    memcpy(&number, place, sizeof number);
    return number;
}

static void put_text(job *j, const void *data, size_t size)
{
    static const uint8_t nul = 0;
    reel_put(j->out, data, size);
    reel_put(j->out, &nul, 1);
}

/* The arguments of the command `row` in this batch. */
static size_t find_arguments(job *j, const void *row)
{
    lane *from = &j->arguments;
    size_t step = sizeof(teehistorian_argument), count = 0;
    while (from->row < from->end && compare(from->row, row) < 0) from->row += step;
    while ((size_t)(from->end - from->row) > count * step && compare(from->row + count * step, row) == 0) count++;
    return count;
}

static void put_arguments(job *j, const void *row)
{
    tee_held *held = &j->w->held;
    tee_place place = place_of(row);
    bool held_some = held->any && compare(&held->of, row) == 0;
    size_t count = find_arguments(j, row), before = held_some ? held->count : 0;
    if (held_some && held->too_many) refuse(j, "teehistorian.arguments", &place, "too many arguments came before their command");
    put_number(j, (int32_t)(before + count));
    for (size_t i = 0, from = 0; i < before; from = held->ends[i++]) put_text(j, held->text + from, held->ends[i] - from);
    held->any = false;
    for (size_t i = 0; i < count; i++, j->arguments.row += sizeof(teehistorian_argument)) {
        reel_string text = ((const teehistorian_argument *)(const void *)j->arguments.row)->text;
        put_text(j, text.data, text.size);
    }
}

/* Keeps the last arguments of a batch that no command in it has taken: theirs is still to come. */
static void hold_arguments(job *j)
{
    tee_held *held = &j->w->held;
    size_t step = sizeof(teehistorian_argument);
    if (j->arguments.row == j->arguments.end) return;
    tee_place last = place_of(j->arguments.end - step);
    if (!held->any || compare(&held->of, &last) != 0) *held = (tee_held){ .of = last, .any = true };
    for (const uint8_t *row = j->arguments.row; row < j->arguments.end; row += step) {
        reel_string text = ((const teehistorian_argument *)(const void *)row)->text;
        if (compare(row, &last) != 0) continue;
        held->too_many |= held->count == TEE_HELD_ARGUMENTS || text.size > TEE_HELD_TEXT - held->size;
        if (held->too_many) return;
        if (text.size) memcpy(held->text + held->size, text.data, text.size);
        held->size += text.size;
        held->ends[held->count++] = (uint16_t)held->size;
    }
}

static void put_fields(job *j, const tee_kind *kind, const uint8_t *row)
{
    for (size_t i = 0; kind->code[i]; i++) {
        const uint8_t *place = row + kind->places[i];
        switch (kind->code[i]) {
        case 'i': put_number(j, number_at(place)); break;
        case 'u': reel_put(j->out, place, 16); break;
        case 's': put_text(j, bytes_at(place).data, bytes_at(place).size); break;
        case 'a': put_arguments(j, row); break;
        case 'b': put_number(j, (int32_t)bytes_at(place).size); /* and the bytes: */ /* fall through */
        default: reel_put(j->out, bytes_at(place).data, bytes_at(place).size); break;
        }
    }
}

/* Bytes of an extension's fields; its numbers follow the two of its frame. */
static uint64_t size_of_fields(const job *j, const tee_kind *kind, const uint8_t *row)
{
    uint64_t size = 0;
    for (size_t i = 0, number = 2; kind->code[i]; i++) {
        const uint8_t *place = row + kind->places[i];
        if (kind->code[i] == 'i')
            size += size_of_number(j, number_at(place), number++);
        else if (kind->code[i] == 'u')
            size += 16;
        else
            size += bytes_at(place).size + (kind->code[i] == 's');
    }
    return size;
}

/* Sizes are of 31 bits, and a text ends with its first NUL. */
static bool can_write(job *j, const tee_kind *kind, const uint8_t *row)
{
    tee_place place = place_of(row);
    for (size_t i = 0; kind->code[i]; i++) {
        if (kind->code[i] == 'i' || kind->code[i] == 'u' || kind->code[i] == 'a') continue;
        reel_bytes bytes = bytes_at(row + kind->places[i]);
        if (bytes.size > INT32_MAX / 2) refuse(j, "teehistorian.size", &place, "a value is too large for a message");
        if (kind->code[i] == 's' && bytes.size && memchr(bytes.data, 0, bytes.size))
            refuse(j, "teehistorian.text", &place, "a text has a NUL in it");
    }
    return j->status >= 0;
}

static reel_bytes take_tail(job *j, const void *row)
{
    while (j->tails.row < j->tails.end && compare(j->tails.row, row) < 0) j->tails.row += j->tails.table->row_size;
    if (j->tails.row == j->tails.end || compare(j->tails.row, row) != 0) return (reel_bytes){ NULL, 0 };
    return ((const teehistorian_tail *)(const void *)j->tails.row)->data;
}

static void put_frame(job *j, const uint8_t *uuid, uint64_t size)
{
    put_number(j, TEE_EX);
    reel_put(j->out, uuid, 16);
    put_number(j, (int32_t)size);
}

static void put_described(job *j, const void *row)
{
    const tee_kind *kind = tee_kind_of_row(j->table, row);
    tee_place place = place_of(row);
    if (!kind) refuse(j, "teehistorian.kind", &place, "a row has a kind that its table does not know");
    if (!kind || !can_write(j, kind, row) || !begin(j, row, false, 0)) return;
    if (kind->id != TEE_EX) {
        put_number(j, kind->id);
        put_fields(j, kind, row);
        return;
    }
    reel_bytes tail = take_tail(j, row);
    put_frame(j, kind->uuid, size_of_fields(j, kind, row) + tail.size);
    put_fields(j, kind, row);
    reel_put(j->out, tail.data, tail.size);
}

static void put_extension(job *j, const void *row)
{
    const teehistorian_extension *extension = row;
    tee_place place = place_of(row);
    if (extension->data.size > INT32_MAX) refuse(j, "teehistorian.size", &place, "a value is too large for a message");
    if (!begin(j, row, false, 0)) return;
    put_frame(j, extension->uuid.bytes, extension->data.size);
    reel_put(j->out, extension->data.data, extension->data.size);
}

static void put_ending(job *j, const void *row)
{
    teehistorian_ending ending = *(const teehistorian_ending *)row;
    j->w->ended = true;
    if (!ending.finished) return;
    if (ending.tick < j->w->world.tick) ending.tick = j->w->world.tick;
    if (!begin(j, &ending, false, 0)) return;
    put_number(j, TEE_FINISH);
    j->w->finished = true;
}

/* ---- batches ------------------------------------------------------------------------------------------------------- */

static lane lane_of(const reel_chunk *batch, const reel_table *table, void (*put)(job *, const void *))
{
    size_t count;
    const uint8_t *rows = reel_chunk_rows(batch, table, &count);
    return (lane){ table, rows, rows ? rows + count * table->row_size : NULL, put };
}

static void (*put_of(const reel_table *table))(job *, const void *)
{
    if (table == &teehistorian_positions) return put_position;
    if (table == &teehistorian_inputs) return put_input;
    if (table == &teehistorian_extensions) return put_extension;
    if (table == &teehistorian_skips) return put_skip_row;
    if (table == &teehistorian_endings) return put_ending;
    for (size_t i = 0; i < TEE_KINDS; i++)
        if (tee_kinds[i].table == table) return put_described;
    return NULL;
}

static void open_lanes(job *j, const reel_chunk *batch)
{
    for (const reel_table *const *table = tee_tables; *table; table++) {
        void (*put)(job *, const void *) = put_of(*table);
        lane fresh = lane_of(batch, *table, put);
        if (put && fresh.row < fresh.end) j->lanes[j->count++] = fresh;
    }
    j->forms = lane_of(batch, &teehistorian_forms, NULL);
    j->tails = lane_of(batch, &teehistorian_tails, NULL);
    j->arguments = lane_of(batch, &teehistorian_arguments, NULL);
}

/* The lane whose row comes first, and in *next the one whose row comes after those of it. Of equal rows that of the table that
 * comes first. */
static size_t first_lane(const job *j, size_t *next)
{
    size_t first = 0;
    *next = SIZE_MAX;
    for (size_t i = 1; i < j->count; i++) {
        if (compare(j->lanes[i].row, j->lanes[first].row) < 0) {
            *next = first;
            first = i;
        } else if (*next == SIZE_MAX || compare(j->lanes[i].row, j->lanes[*next].row) < 0) {
            *next = i;
        }
    }
    return first;
}

static bool comes_first(const job *j, size_t first, size_t next)
{
    if (next == SIZE_MAX) return true;
    int order = compare(j->lanes[first].row, j->lanes[next].row);
    return order < 0 || (order == 0 && first < next);
}

static void merge(job *j)
{
    while (j->count && j->status >= 0) {
        size_t next, first = first_lane(j, &next);
        lane *from = &j->lanes[first];
        j->table = from->table;
        do {
            from->put(j, from->row);
            from->row += from->table->row_size;
        } while (j->status >= 0 && from->row < from->end && comes_first(j, first, next));
        if (from->row < from->end) continue;
        j->count--;
        memmove(from, from + 1, (j->count - first) * sizeof *from);
    }
}

static void put_trailing(job *j, const reel_chunk *batch)
{
    size_t count;
    const teehistorian_trailing *rows = reel_chunk_rows(batch, &teehistorian_trailings, &count);
    for (size_t i = 0; i < count && j->w->finished; i++) reel_put(j->out, rows[i].data.data, rows[i].data.size);
}

/* ---- the header ----------------------------------------------------------------------------------------------------- */

/* Whether the header's old text says what its rows say. REEL_OK it does, REEL_END it does not. */
static reel_status text_holds(reel_encoder *encoder, reel_bytes text, const teehistorian_header *row,
                              const teehistorian_value *values, size_t count)
{
    tee_header header;
    const char *rule, *message;
    if (!text.size || memchr(text.data, 0, text.size)) return REEL_END;
    reel_status status = tee_header_read(&header, text.data, text.size, NULL, &encoder->allocator, &rule, &message);
    bool holds = status == REEL_OK && tee_header_equals(&header, row, values, count);
    tee_header_free(&header);
    if (status == REEL_MEMORY) return reel_fail(encoder->error, status, "reel.memory", "header", 0, "no memory for the header");
    return holds ? REEL_OK : REEL_END;
}

static reel_status put_header(reel_encoder *encoder, const reel_chunk *batch)
{
    static const uint8_t nul = 0;
    size_t count, value_count, text_count;
    const teehistorian_header *rows = reel_chunk_rows(batch, &teehistorian_headers, &count);
    const teehistorian_value *values = reel_chunk_rows(batch, &teehistorian_values, &value_count);
    const teehistorian_header_text *texts = reel_chunk_rows(batch, &teehistorian_header_texts, &text_count);
    tee_writer *w = encoder->state;
    if (count != 1)
        return reel_fail(encoder->error, REEL_ARGUMENT, "teehistorian.header", "header", 0,
                         "the file begins with its header: one row of it is needed before all others");
    if (rows->version != 1 && rows->version != 2)
        return reel_fail(encoder->error, REEL_ARGUMENT, "teehistorian.version", "header", 0, "there is no version %d to write",
                         rows->version);
    reel_status status = text_count ? text_holds(encoder, texts[0].text, rows, values, value_count) : REEL_END;
    if (status < 0) return status;
    reel_put(encoder->out, tee_magic, TEE_MAGIC_BYTES);
    if (status == REEL_OK)
        reel_put(encoder->out, texts[0].text.data, texts[0].text.size);
    else
        tee_header_write(encoder->out, rows, values, value_count);
    reel_put(encoder->out, &nul, 1);
    tee_world_begin(&w->world);
    w->begun = true;
    return encoder->out->status;
}

reel_status tee_rows(reel_encoder *encoder, const reel_chunk *batch)
{
    tee_writer *w = encoder->state;
    job j = { .encoder = encoder, .out = encoder->out, .w = w };
    if (!w->begun && (j.status = put_header(encoder, batch)) < 0) return j.status;
    open_lanes(&j, batch);
    merge(&j);
    hold_arguments(&j);
    put_trailing(&j, batch);
    return j.status < 0 ? j.status : encoder->out->status;
}

reel_status tee_finish(reel_encoder *encoder, const reel_chunk *staged)
{
    static const uint8_t finish = 0x40;
    tee_writer *w = encoder->state;
    (void)staged;
    if (!w->begun)
        return reel_fail(encoder->error, REEL_ARGUMENT, "teehistorian.header", "header", 0, "there is no header to write");
    if (!w->ended) reel_put(encoder->out, &finish, 1);
    return encoder->out->status;
}

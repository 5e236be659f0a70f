/* SPDX-License-Identifier: MIT
 * Writes teehistorian files. Rows of all tables are merged by tick and sequence number, and TICK_SKIP is written where a server would
 * write it. With the layout rows of a file, the file is reproduced byte by byte. */
#include "codec/teeworlds_int.h"
#include "formats/teehistorian/layout.h"

typedef struct job job;

/* The remaining rows of a table. */
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
    lane forms, tails, arguments; /* rows that belong to messages of other tables */
    reel_bytes form;              /* forms of the numbers of the current message */
    size_t number;                /* index of its next number */
    const reel_table *table;      /* of the current row */
};

/* ---- numbers ------------------------------------------------------------------------------------------------------ */

static uint8_t form_at(const job *j, size_t number) { return number < j->form.size ? j->form.data[number] : 0; }

static void put_number(job *j, int32_t value)
{
    uint8_t *space = reel_put_space(j->out, VARINT_MOST);
    if (!space) return;
    size_t size = j->form.size ? varint_write_form(space, value, form_at(j, j->number)) : varint_write(space, value);
    j->number++;
    j->out->at -= VARINT_MOST - size;
}

/* Writes several numbers, reserving space once. */
static void put_numbers(job *j, const int32_t *values, size_t count)
{
    if (j->form.size) {
        for (size_t i = 0; i < count; i++) put_number(j, values[i]);
        return;
    }
    uint8_t *space = reel_put_space(j->out, count * VARINT_MOST), *at = space;
    if (!space) return;
    for (size_t i = 0; i < count; i++) at += varint_write(at, values[i]);
    j->out->at -= count * VARINT_MOST - (size_t)(at - space);
}

static size_t size_of_number(const job *j, int32_t value, size_t number)
{
    uint8_t bytes[VARINT_MOST];
    return varint_write_form(bytes, value, form_at(j, number));
}

/* ---- time --------------------------------------------------------------------------------------------------------- */

static void refuse_row(job *j, const char *rule, const tee_origin *origin, const char *message)
{
    if (j->status < 0) return;
    j->status = reel_fail(j->encoder->error, REEL_ARGUMENT, rule, "messages", reel_put_offset(j->out), "tick %d: %s",
                          origin->tick, message);
}

static void put_skip(job *j, int32_t tick)
{
    tee_world *world = &j->w->world;
    put_number(j, TEE_TICK_SKIP);
    put_number(j, tick - world->tick - 1);
    world->tick = tick;
    world->previous = -1;
}

static void find_form(job *j, const void *row)
{
    j->form = (reel_bytes){ NULL, 0 };
    j->number = 0;
    while (j->forms.row < j->forms.end && tee_compare(j->forms.row, row) < 0) j->forms.row += j->forms.table->row_size;
    if (j->forms.row < j->forms.end && tee_compare(j->forms.row, row) == 0)
        j->form = ((const teehistorian_form *)(const void *)j->forms.row)->forms;
}

/* Writes the tick of a row, which is later than the last one. A position whose client id is not higher than the one before begins the
 * next tick without a TICK_SKIP. After a TICK_SKIP the one before is -1, so a negative id always begins a tick. */
static void put_tick(job *j, const tee_origin *origin, bool is_record, int32_t cid)
{
    tee_world *world = &j->w->world;
    bool begins = is_record && cid < 0 && origin->tick > world->tick + 1;
    if (begins) put_skip(j, origin->tick - 1);
    if (is_record && origin->tick == world->tick + 1 && cid <= world->previous)
        world->tick++;
    else if (is_record && cid < 0)
        refuse_row(j, "teehistorian.record-order", origin, "a negative client id cannot be written at this tick");
    else
        put_skip(j, origin->tick);
}

/* Checks the order of a row and writes its tick. */
static bool begin_message(job *j, const void *row, bool is_record, int32_t cid)
{
    tee_world *world = &j->w->world;
    tee_origin origin = tee_origin_of(row);
    j->form = (reel_bytes){ NULL, 0 };
    if (j->w->finished) refuse_row(j, "teehistorian.after-finish", &origin, "rows after FINISH");
    if (origin.tick < world->tick)
        refuse_row(j, "teehistorian.tick-order", &origin, "out of order: a later tick was already written");
    if (is_record && origin.tick == world->tick && cid <= world->previous)
        refuse_row(j, "teehistorian.record-order", &origin, "client ids in positions must increase within a tick");
    if (j->status < 0) return false;
    if (origin.tick > world->tick) put_tick(j, &origin, is_record, cid);
    if (j->status < 0) return false;
    if (is_record) world->previous = cid;
    if (j->forms.row < j->forms.end)
        find_form(j, row);
    else
        j->number = 0;
    return true;
}

static void put_skip_row(job *j, const void *row)
{
    tee_origin origin = tee_origin_of(row);
    if (origin.tick <= j->w->world.tick || j->w->finished) return; /* the message after it was removed */
    find_form(j, row);
    put_skip(j, origin.tick);
}

/* ---- characters and inputs ----------------------------------------------------------------------------------------- */

static int32_t difference(int32_t a, int32_t b) { return (int32_t)((uint32_t)a - (uint32_t)b); }

static void put_change(job *j, const teehistorian_position *p, int32_t dx, int32_t dy)
{
    if (!begin_message(j, p, true, p->cid)) return;
    put_numbers(j, (const int32_t[]){ p->cid, dx, dy }, 3);
}

/* Refuses a kind that would read back as a different one, because of earlier rows. For kind 0 the writer chooses. */
static bool can_put_position(job *j, const teehistorian_position *p, bool client, bool alive)
{
    const char *why = NULL;
    if (p->kind == TEEHISTORIAN_DIFF && !alive)
        why = "DIFF of a missing character";
    else if (p->kind == TEEHISTORIAN_STRAY && client && alive)
        why = "STRAY of an existing character";
    tee_origin origin = tee_origin_of(p);
    if (why) refuse_row(j, "teehistorian.character", &origin, why);
    return !why;
}

/* Whether a row goes on from the one before without a TICK_SKIP, to its tick or to the next one. No number of it has another form. */
static bool follows(const job *j, const teehistorian_position *p)
{
    const tee_world *world = &j->w->world;
    if (j->forms.row < j->forms.end || j->w->finished) return false;
    return p->cid > world->previous ? p->tick == world->tick : p->tick > world->tick && p->tick - 1 == world->tick;
}

/* Writes what nearly all rows are: a change of a character that is there. False: it is something else. */
static bool put_usual(job *j, const teehistorian_position *p)
{
    tee_world *world = &j->w->world;
    if ((p->kind && p->kind != TEEHISTORIAN_DIFF) || !tee_is_client(p->cid) || !world->alive[p->cid] || !follows(j, p))
        return false;
    int32_t dx = difference(p->x, world->at[p->cid].x), dy = difference(p->y, world->at[p->cid].y);
    if (!p->kind && !dx && !dy) return true;
    uint8_t *const space = reel_put_space(j->out, 3 * VARINT_MOST), *at = space;
    if (!space) return true;
    at += varint_write(at, p->cid);
    at += varint_write(at, dx);
    at += varint_write(at, dy);
    j->out->at = at;
    world->tick = p->tick;
    world->previous = p->cid;
    world->at[p->cid].x = p->x;
    world->at[p->cid].y = p->y;
    return true;
}

static void put_position(job *j, const void *row)
{
    const teehistorian_position *p = row;
    if (put_usual(j, p)) return;
    tee_world *world = &j->w->world;
    bool client = tee_is_client(p->cid), alive = client && world->alive[p->cid];
    if (!can_put_position(j, p, client, alive)) return;
    if (p->kind == TEEHISTORIAN_OLD) {
        if (!begin_message(j, row, true, p->cid)) return;
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
        int32_t dx = difference(p->x, world->at[p->cid].x), dy = difference(p->y, world->at[p->cid].y);
        if (!p->kind && !dx && !dy) return; /* a recorder may append a row per tick for a character that does not move */
        put_change(j, p, dx, dy);
    } else {
        if (!begin_message(j, row, true, p->cid)) return;
        put_numbers(j, (const int32_t[]){ TEE_PLAYER_NEW, p->cid, p->x, p->y }, 4);
    }
    if (!client) return;
    world->alive[p->cid] = 1;
    world->at[p->cid].x = p->x;
    world->at[p->cid].y = p->y;
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
    if (!begin_message(j, row, false, 0)) return;
    int32_t numbers[12] = { whole ? TEE_INPUT_NEW : TEE_INPUT_DIFF, input->cid };
    for (size_t i = 0; i < 10; i++) numbers[2 + i] = whole ? value[i] : difference(value[i], last[i]);
    put_numbers(j, numbers, 12);
    memcpy(last, value, sizeof value);
    if (client) j->w->world.has_input[input->cid] = 1;
}

/* ---- messages that are lists of fields ------------------------------------------------------------------------------ */

static reel_bytes bytes_at(const uint8_t *member)
{
    reel_bytes bytes;
    memcpy(&bytes, member, sizeof bytes);
    return bytes;
}

static int32_t number_at(const uint8_t *member)
{
    int32_t number;
    memcpy(&number, member, sizeof number);
    return number;
}

static void put_text(job *j, const void *data, size_t size)
{
    static const uint8_t nul = 0;
    reel_put(j->out, data, size);
    reel_put(j->out, &nul, 1);
}

static void refuse_argument(job *j, const tee_origin *origin)
{
    refuse_row(j, "teehistorian.arguments", origin, "argument without a command of its number");
}

/* Arguments must have the client of their command, be numbered from 0, and contain no NUL. */
static void check_argument(job *j, const teehistorian_argument *argument, int32_t cid, size_t number)
{
    tee_origin origin = tee_origin_of(argument);
    if (argument->cid != cid) refuse_row(j, "teehistorian.arguments", &origin, "argument and command have different clients");
    if (argument->number != number) refuse_row(j, "teehistorian.arguments", &origin, "arguments must be numbered from 0");
    const char *rule, *why = reel__tee_row_fault(&teehistorian_arguments, argument, &rule);
    if (why) refuse_row(j, rule, &origin, why);
}

/* Counts the arguments of the command `row` in this batch. An argument of an earlier sequence number has no command. */
static size_t find_arguments(job *j, const void *row)
{
    lane *from = &j->arguments;
    size_t step = sizeof(teehistorian_argument), count = 0;
    if (from->row < from->end && tee_compare(from->row, row) < 0) {
        tee_origin origin = tee_origin_of(from->row);
        refuse_argument(j, &origin);
    }
    while ((size_t)(from->end - from->row) > count * step && tee_compare(from->row + count * step, row) == 0) count++;
    return count;
}

static void put_arguments(job *j, const void *row)
{
    tee_held *held = &j->w->held;
    const teehistorian_command *command = row;
    tee_origin origin = tee_origin_of(row);
    int order = held->any ? tee_compare(&held->of, row) : 1;
    if (order < 0) refuse_argument(j, &held->of);
    if (order == 0 && held->too_many) refuse_row(j, "teehistorian.arguments", &origin, "too many arguments before their command");
    if (order == 0 && held->cid != command->cid)
        refuse_row(j, "teehistorian.arguments", &origin, "argument and command have different clients");
    size_t count = find_arguments(j, row), before = order == 0 ? held->count : 0;
    put_number(j, (int32_t)(before + count));
    for (size_t i = 0, from = 0; i < before; from = held->ends[i++]) put_text(j, held->text + from, held->ends[i] - from);
    if (order == 0) held->any = false;
    for (size_t i = 0; i < count; i++, j->arguments.row += sizeof(teehistorian_argument)) {
        const teehistorian_argument *argument = (const teehistorian_argument *)(const void *)j->arguments.row;
        check_argument(j, argument, command->cid, before + i);
        put_text(j, argument->text.data, argument->text.size);
    }
}

void reel__tee_hold(tee_held *held, const teehistorian_argument *arguments, size_t count)
{
    held->seen += count;
    for (size_t i = 0; i < count && !held->too_many; i++) {
        reel_string text = arguments[i].text;
        held->too_many = held->count == TEE_HELD_ARGUMENTS || text.size > TEE_HELD_TEXT - held->size;
        if (held->too_many) return;
        if (text.size) memcpy(held->text + held->size, text.data, text.size);
        held->size += text.size;
        held->ends[held->count++] = (uint16_t)held->size;
    }
}

/* Stores the last arguments of a batch: their command is in a later one. */
static void hold_arguments(job *j)
{
    tee_held *held = &j->w->held;
    const teehistorian_argument *first = (const teehistorian_argument *)(const void *)j->arguments.row;
    if (j->status < 0 || j->arguments.row == j->arguments.end) return;
    size_t count = (size_t)(j->arguments.end - j->arguments.row) / sizeof *first;
    if (held->any && tee_compare(&held->of, first) != 0) refuse_argument(j, &held->of);
    if (!held->any) *held = (tee_held){ .of = tee_origin_of(first), .cid = first->cid, .any = true };
    for (size_t i = 0; i < count && j->status >= 0; i++) {
        if (tee_compare(&first[i], first) != 0) refuse_argument(j, &held->of);
        check_argument(j, &first[i], held->cid, held->seen + i);
    }
    if (j->status >= 0) reel__tee_hold(held, first, count);
}

static void put_fields(job *j, const tee_kind *kind, const uint8_t *row)
{
    for (size_t i = 0; kind->code[i]; i++) {
        const uint8_t *member = row + kind->offsets[i];
        switch (kind->code[i]) {
        case 'i': put_number(j, number_at(member)); break;
        case 'u': reel_put(j->out, member, 16); break;
        case 's': put_text(j, bytes_at(member).data, bytes_at(member).size); break;
        case 'a': put_arguments(j, row); break;
        case 'b': put_number(j, (int32_t)bytes_at(member).size); /* fall through */
        default: reel_put(j->out, bytes_at(member).data, bytes_at(member).size); break;
        }
    }
}

/* Size of the fields of an extension. Its first two numbers are before the payload. */
static uint64_t size_of_fields(const job *j, const tee_kind *kind, const uint8_t *row)
{
    uint64_t size = 0;
    for (size_t i = 0, number = 2; kind->code[i]; i++) {
        const uint8_t *member = row + kind->offsets[i];
        if (kind->code[i] == 'i')
            size += size_of_number(j, number_at(member), number++);
        else if (kind->code[i] == 'u')
            size += 16;
        else
            size += bytes_at(member).size + (kind->code[i] == 's');
    }
    return size;
}

static reel_bytes find_tail(job *j, const void *row)
{
    while (j->tails.row < j->tails.end && tee_compare(j->tails.row, row) < 0) j->tails.row += j->tails.table->row_size;
    if (j->tails.row == j->tails.end || tee_compare(j->tails.row, row) != 0) return (reel_bytes){ NULL, 0 };
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
    const tee_kind *kind = reel__tee_kind_of_row(j->table, row);
    tee_origin origin = tee_origin_of(row);
    if (!begin_message(j, row, false, 0)) return;
    if (kind->id != TEE_EX) {
        put_number(j, kind->id);
        put_fields(j, kind, row);
        return;
    }
    reel_bytes tail = find_tail(j, row);
    uint64_t size = size_of_fields(j, kind, row) + tail.size;
    if (size > INT32_MAX) refuse_row(j, "teehistorian.size", &origin, "value too large for a message");
    put_frame(j, kind->uuid, size);
    put_fields(j, kind, row);
    reel_put(j->out, tail.data, tail.size);
}

static void put_extension(job *j, const void *row)
{
    const teehistorian_extension *extension = row;
    if (!begin_message(j, row, false, 0)) return;
    put_frame(j, extension->uuid.bytes, extension->data.size);
    reel_put(j->out, extension->data.data, extension->data.size);
}

static void put_ending(job *j, const void *row)
{
    teehistorian_ending ending = *(const teehistorian_ending *)row;
    j->w->ended = true;
    if (!ending.finished) return;
    if (ending.tick < j->w->world.tick) ending.tick = j->w->world.tick;
    if (!begin_message(j, &ending, false, 0)) return;
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
        if (reel__tee_kinds[i].table == table) return put_described;
    return NULL;
}

static void open_lanes(job *j, const reel_chunk *batch)
{
    for (const reel_table *const *table = reel__tee_tables; *table; table++) {
        void (*put)(job *, const void *) = put_of(*table);
        lane fresh = lane_of(batch, *table, put);
        if (put && fresh.row < fresh.end) j->lanes[j->count++] = fresh;
    }
    j->forms = lane_of(batch, &teehistorian_forms, NULL);
    j->tails = lane_of(batch, &teehistorian_tails, NULL);
    j->arguments = lane_of(batch, &teehistorian_arguments, NULL);
}

/* The lane with the first row. *next is the lane with the second, or SIZE_MAX. Equal rows are in the order of their tables. */
static size_t first_lane(const job *j, size_t *next)
{
    size_t first = 0;
    *next = SIZE_MAX;
    for (size_t i = 1; i < j->count; i++) {
        if (tee_compare(j->lanes[i].row, j->lanes[first].row) < 0) {
            *next = first;
            first = i;
        } else if (*next == SIZE_MAX || tee_compare(j->lanes[i].row, j->lanes[*next].row) < 0) {
            *next = i;
        }
    }
    return first;
}

static bool comes_first(const job *j, size_t first, size_t next)
{
    if (next == SIZE_MAX) return true;
    int order = tee_compare(j->lanes[first].row, j->lanes[next].row);
    return order < 0 || (order == 0 && first < next);
}

static inline void put_row(job *j, const lane *from)
{
    if (tee_is_usual(from->table, from->row)) {
        from->put(j, from->row);
        return;
    }
    const char *rule, *why = reel__tee_row_fault(from->table, from->row, &rule);
    tee_origin origin = tee_origin_of(from->row);
    if (why)
        refuse_row(j, rule, &origin, why);
    else
        from->put(j, from->row);
}

static void merge(job *j)
{
    while (j->count && j->status >= 0) {
        size_t next, first = first_lane(j, &next);
        lane *from = &j->lanes[first];
        j->table = from->table;
        do {
            put_row(j, from);
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

/* Compares the text of a header with its rows. Sets *differs to the first key that differs, or to NULL, and *stated to what it states. */
static reel_status compare_header(const reel_encoder *encoder, reel_bytes text, const teehistorian_header *row,
                                  const teehistorian_value *values, size_t count, const char **differs, tee_stated *stated)
{
    tee_header header;
    const char *rule, *message;
    *differs = "header_values";
    if (!text.size || text.size > TEE_HEADER_MOST || memchr(text.data, 0, text.size)) return REEL_OK;
    reel_status status = reel__tee_header_read(&header, text.data, text.size, NULL, &encoder->allocator, &rule, &message);
    if (status == REEL_OK) *differs = reel__tee_header_difference(&header, row, values, count);
    if (status == REEL_OK) *stated = header.stated;
    reel__tee_header_free(&header);
    return status == REEL_MEMORY ? reel__memory_fail(encoder->error) : REEL_OK;
}

/* Writes the header from its rows. Refuses rows that would not read back unchanged. */
static reel_status put_composed(reel_encoder *encoder, const teehistorian_header *row, const teehistorian_value *values,
                                size_t count, const tee_stated *stated)
{
    reel_memory made;
    tee_stated written;
    const char *differs;
    reel_status status = reel__tee_header_compose(&encoder->allocator, row, values, count, stated, &made, encoder->error);
    if (status < 0) return status;
    status = compare_header(encoder, (reel_bytes){ made.data, made.size }, row, values, count, &differs, &written);
    if (status == REEL_OK && made.size > TEE_HEADER_MOST)
        status = reel_fail(encoder->error, REEL_ARGUMENT, "teehistorian.header-limit", "header", 0,
                           "the header is larger than %d bytes", (int)TEE_HEADER_MOST);
    else if (status == REEL_OK && differs)
        status = reel_fail(encoder->error, REEL_ARGUMENT, "teehistorian.header", "header", 0,
                           "the header cannot be written: %s would not read back unchanged", differs);
    else if (status == REEL_OK)
        reel_put(encoder->out, made.data, made.size);
    reel_memory_free(&made);
    return status;
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
                         "the header row must be appended before all other rows");
    if (reel__tee_accepts(&teehistorian_headers, rows, 1, encoder->error) < 0) return REEL_ARGUMENT;
    const char *differs = "text";
    tee_stated stated = { 0 };
    reel_status status =
        text_count ? compare_header(encoder, texts[0].text, rows, values, value_count, &differs, &stated) : REEL_OK;
    reel_put(encoder->out, reel__tee_magic, TEE_MAGIC_BYTES);
    if (status == REEL_OK && !differs)
        reel_put(encoder->out, texts[0].text.data, texts[0].text.size);
    else if (status == REEL_OK)
        status = put_composed(encoder, rows, values, value_count, &stated);
    if (status < 0) return status;
    reel_put(encoder->out, &nul, 1);
    tee_world_begin(&w->world);
    w->begun = true;
    return encoder->out->status;
}

reel_status reel__tee_rows(reel_encoder *encoder, const reel_chunk *batch)
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

reel_status reel__tee_finish(reel_encoder *encoder, const reel_chunk *staged)
{
    static const uint8_t finish = 0x40;
    tee_writer *w = encoder->state;
    (void)staged;
    if (!w->begun) return reel_fail(encoder->error, REEL_ARGUMENT, "teehistorian.header", "header", 0, "missing header row");
    if (w->held.any)
        return reel_fail(encoder->error, REEL_ARGUMENT, "teehistorian.arguments", "messages", reel_put_offset(encoder->out),
                         "tick %d: argument without a command of its number", w->held.of.tick);
    if (!w->ended) reel_put(encoder->out, &finish, 1);
    return encoder->out->status;
}

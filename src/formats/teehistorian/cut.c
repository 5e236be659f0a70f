/* SPDX-License-Identifier: MIT
 * Cuts out a span of ticks as a file of its own, and joins such files again. Rows inserted before the span restore the state of every
 * client, team, input and character; joining removes them. Tick numbers do not change. */
#include "formats/teehistorian/operations.h"

#include "core/chunk.h"
#include "core/memory.h"
#include "core/rows.h"

#include <math.h>

enum { TEAMS = TEEHISTORIAN_CLIENTS + 1 };

typedef struct client_state {
    bool joined, ready, named, has_start_info, has_version, alive, has_input;
    uint8_t protocol; /* teehistorian_protocol_kind; 0 if unknown */
    int32_t level, team, version;
    reel_uuid connection_id;
    reel_string name, start_info, key_name, version_string;
    int32_t x, y;
    teehistorian_input input;
} client_state;

typedef struct cut_state {
    bool known;       /* `from` and `to` are set */
    bool begun;       /* the state was inserted, or the span begins with the file */
    int32_t from, to; /* first and last tick of the span */
    uint64_t seq;     /* of the next inserted row */
    client_state clients[TEEHISTORIAN_CLIENTS];
    uint8_t practice[TEAMS];
    bool has_base[TEEHISTORIAN_CLIENTS]; /* an input of the slot was written in the span */
    reel_chunk *keeper;                  /* has the texts; NULL: the chunk that is read */
} cut_state;

/* Copies a text, since the strings of a chunk are freed with it. */
static void store_text(const reel_change *change, const cut_state *w, reel_string *to, const void *data, size_t size)
{
    if (to->size == size && size && memcmp(to->data, data, size) == 0) return;
    *to = reel__chunk_lasting_string(w->keeper ? w->keeper : change->chunk, data, size);
}

/* ---- the state before the span ------------------------------------------------------------------------------------------------------ */

static int32_t tick_of(const uint8_t *row)
{
    int32_t tick;
    memcpy(&tick, row + offsetof(tee_origin, tick), sizeof tick);
    return tick;
}

static void reset_client(client_state *client)
{
    client_state fresh = {
        .protocol = client->protocol, .alive = client->alive, .x = client->x, .y = client->y, .team = client->team
    };
    *client = fresh;
}

static void track_row(const reel_change *change, cut_state *w, const reel_table *table, const void *row)
{
    const teehistorian_join *any = row; /* the client id has the same offset in all of these rows */
    const teehistorian_practice *practice = row;
    if (table == &teehistorian_practices && practice->team >= 0 && practice->team < TEAMS)
        w->practice[practice->team] = practice->practice != 0;
    else if (table == &teehistorian_practices)
        reel_tally(change, "edit.cut", REEL_WARNING, table, "team", 1, "an invalid team is not carried into the span");
    if (table == &teehistorian_practices || !tee_is_client(any->cid)) return;
    client_state *client = &w->clients[any->cid];
    if (table == &teehistorian_positions) {
        const teehistorian_position *p = row;
        if (p->kind != TEEHISTORIAN_STRAY) client->alive = p->kind != TEEHISTORIAN_OLD;
        if (p->kind != TEEHISTORIAN_STRAY) client->x = p->x, client->y = p->y;
    } else if (table == &teehistorian_inputs) {
        client->input = *(const teehistorian_input *)row;
        client->has_input = true;
    } else if (table == &teehistorian_joins) {
        reset_client(client);
        client->joined = true;
    } else if (table == &teehistorian_drops) {
        reset_client(client);
    } else if (table == &teehistorian_protocols) {
        const teehistorian_protocol *protocol = row;
        client->protocol = protocol->kind == TEEHISTORIAN_JOINVER7 ? TEEHISTORIAN_JOINVER7 : TEEHISTORIAN_JOINVER6;
    } else if (table == &teehistorian_readies) {
        client->ready = true;
    } else if (table == &teehistorian_names) {
        const teehistorian_name *name = row;
        store_text(change, w, &client->name, name->name.data, name->name.size);
        client->named = true;
    } else if (table == &teehistorian_teams) {
        client->team = ((const teehistorian_team *)row)->team;
    } else if (table == &teehistorian_auths) {
        const teehistorian_auth *auth = row;
        client->level = auth->kind != TEEHISTORIAN_AUTH_LOGOUT ? auth->level : 0;
        store_text(change, w, &client->key_name, auth->key_name.data, auth->key_name.size);
    } else if (table == &teehistorian_clients) {
        const teehistorian_client *version = row;
        client->version = version->version;
        client->connection_id = version->connection_id;
        client->has_version = version->kind == TEEHISTORIAN_DDNETVER;
        store_text(change, w, &client->version_string, version->version_string.data, version->version_string.size);
    } else if (table == &teehistorian_messages) {
        const teehistorian_message *message = row;
        if (teehistorian_net_of(message->data, message->protocol).kind == TEEHISTORIAN_NET_START_INFO) {
            store_text(change, w, &client->start_info, message->data.data, message->data.size);
            client->has_start_info = true;
        }
    }
}

/* ---- rows that restore the state ---------------------------------------------------------------------------------------------------- */

/* Inserts a row after the first *inserted rows of a table, and sets its sequence number and tick. */
static void *insert_row(const reel_change *change, cut_state *w, const reel_table *table, int32_t cid, size_t *inserted)
{
    reel_row_list *list = reel_change_rows(change->chunk, table);
    size_t size = table->row_size;
    if (!reel_row_grow(list, 1, false)) return NULL;
    uint8_t *row = list->data + *inserted * size;
    memmove(row + size, row, (list->count - 1 - *inserted) * size);
    memset(row, 0, size);
    ++*inserted;
    const tee_origin origin = { w->seq++, 0, w->from - 1 };
    memcpy(row, &origin.seq, sizeof origin.seq);
    memcpy(row + offsetof(tee_origin, tick), &origin.tick, sizeof origin.tick);
    if (table != &teehistorian_practices) memcpy(row + offsetof(teehistorian_join, cid), &cid, sizeof cid);
    return row;
}

typedef struct inserted_rows {
    size_t protocols, joins, auths, messages, names, readies, clients, teams, practices, inputs, positions;
} inserted_rows;

static void insert_client(const reel_change *change, cut_state *w, int32_t cid, inserted_rows *p)
{
    const client_state *client = &w->clients[cid];
    void *row;
    if (client->joined && client->protocol && (row = insert_row(change, w, &teehistorian_protocols, cid, &p->protocols)))
        ((teehistorian_protocol *)row)->kind = client->protocol;
    if (client->joined) insert_row(change, w, &teehistorian_joins, cid, &p->joins);
    if (client->level && (row = insert_row(change, w, &teehistorian_auths, cid, &p->auths))) {
        teehistorian_auth *auth = row;
        auth->kind = TEEHISTORIAN_AUTH_LOGIN, auth->level = client->level, auth->key_name = client->key_name;
    }
    if (client->has_start_info && (row = insert_row(change, w, &teehistorian_messages, cid, &p->messages))) {
        reel_string text = client->start_info;
        ((teehistorian_message *)row)->data = (reel_bytes){ (const uint8_t *)text.data, text.size };
    }
    if (client->named && (row = insert_row(change, w, &teehistorian_names, cid, &p->names)))
        ((teehistorian_name *)row)->name = client->name;
    if (client->ready) insert_row(change, w, &teehistorian_readies, cid, &p->readies);
    if (client->has_version && (row = insert_row(change, w, &teehistorian_clients, cid, &p->clients))) {
        teehistorian_client *version = row;
        version->kind = TEEHISTORIAN_DDNETVER, version->version = client->version, version->connection_id = client->connection_id;
        version->version_string = client->version_string;
    }
    if (client->team && (row = insert_row(change, w, &teehistorian_teams, cid, &p->teams)))
        ((teehistorian_team *)row)->team = client->team;
    if (client->has_input && (row = insert_row(change, w, &teehistorian_inputs, cid, &p->inputs))) {
        teehistorian_input *input = row;
        memcpy(&input->direction, &client->input.direction, 10 * sizeof input->direction);
        input->kind = TEEHISTORIAN_NEW;
    }
}

static void insert_state(const reel_change *change, cut_state *w)
{
    inserted_rows p = { 0 };
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) insert_client(change, w, cid, &p);
    for (int32_t team = 0; team < TEAMS; team++) {
        teehistorian_practice *row = w->practice[team] ? insert_row(change, w, &teehistorian_practices, 0, &p.practices) : NULL;
        if (row) row->team = team, row->practice = 1;
    }
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) {
        const client_state *client = &w->clients[cid];
        teehistorian_position *row = client->alive ? insert_row(change, w, &teehistorian_positions, cid, &p.positions) : NULL;
        if (row) row->kind = TEEHISTORIAN_NEW, row->x = client->x, row->y = client->y;
    }
    w->begun = true;
}

/* ---- the cut ----------------------------------------------------------------------------------------------------------------- */

/* Tables whose rows define the state. The client id has the same offset in all that have one. */
static const reel_table *const state_tables[] = {
    &teehistorian_positions,
    &teehistorian_inputs,
    &teehistorian_protocols,
    &teehistorian_joins,
    &teehistorian_drops,
    &teehistorian_readies,
    &teehistorian_names,
    &teehistorian_teams,
    &teehistorian_auths,
    &teehistorian_clients,
    &teehistorian_messages,
    &teehistorian_practices,
    NULL,
};

/* Tracks the rows before the span, in the order of their sequence numbers. */
static void track_past(const reel_change *change, cut_state *w)
{
    size_t next[sizeof state_tables / sizeof *state_tables] = { 0 };
    for (;;) {
        const uint8_t *first = NULL;
        size_t from = 0;
        uint64_t best = UINT64_MAX;
        for (size_t t = 0; state_tables[t]; t++) {
            const reel_row_list *list = reel_change_rows(change->chunk, state_tables[t]);
            if (next[t] == list->count) continue;
            const uint8_t *row = list->data + next[t] * state_tables[t]->row_size;
            uint64_t seq;
            memcpy(&seq, row, sizeof seq);
            if (tick_of(row) >= w->from || seq >= best) continue;
            best = seq, first = row, from = t;
        }
        if (!first) return;
        track_row(change, w, state_tables[from], first);
        next[from]++;
    }
}

/* Removes rows outside the span. */
static void cut_rows(const reel_change *change, const cut_state *w)
{
    for (const reel_table *const *table = reel__tee_tables; *table; table++) {
        reel_row_list *list = reel_change_rows(change->chunk, *table);
        size_t size = (*table)->row_size, kept = 0;
        if ((*table)->flags & REEL_TABLE_HEADER) continue;
        bool timed = *table != &teehistorian_trailings && *table != &teehistorian_skips && *table != &teehistorian_endings;
        for (size_t i = 0; timed && i < list->count; i++) {
            const uint8_t *row = list->data + i * size;
            if (tick_of(row) < w->from || tick_of(row) > w->to) continue;
            if (kept != i) memmove(list->data + kept * size, row, size);
            kept++;
        }
        reel_tally(change, "edit.cut", REEL_NOTE, *table, NULL, list->count - kept, "outside the time range, dropped");
        list->count = kept;
    }
}

/* Servers up to 16.1 go on from the last input of the slot, whoever had it. The first input in the span states all values. */
static void begin_inputs(const reel_change *change, cut_state *w)
{
    reel_row_list *list = reel_change_rows(change->chunk, &teehistorian_inputs);
    teehistorian_input *rows = (teehistorian_input *)(void *)list->data;
    for (size_t i = 0; i < list->count; i++) {
        if (!tee_is_client(rows[i].cid)) continue;
        if (!w->has_base[rows[i].cid] && rows[i].kind == TEEHISTORIAN_DIFF) rows[i].kind = TEEHISTORIAN_NEW;
        w->has_base[rows[i].cid] = true;
    }
}

/* The first tick that is not before a time. */
static int32_t first_tick(double time)
{
    if (!(time > 0)) return 0;
    double whole = ceil(time);
    return whole > (double)INT32_MAX ? INT32_MAX : (int32_t)whole;
}

/* Determines the span. One that includes tick 0, before which nothing is recorded, needs no state. */
static void begin_cut(const reel_change *change, cut_state *w)
{
    w->known = true;
    w->from = first_tick(change->from);
    w->to = change->to > INT32_MAX ? INT32_MAX : first_tick(change->to) - 1;
    w->begun = w->from < 1;
}

/* Whether the chunk has rows in the span or after it. */
static bool reaches_span(const reel_change *change, const cut_state *w)
{
    for (const reel_table *const *table = reel__tee_tables; *table; table++) {
        const reel_row_list *list = reel_change_rows(change->chunk, *table);
        if ((*table)->flags & REEL_TABLE_HEADER || *table == &teehistorian_trailings || !list->count) continue;
        if (tick_of(list->data + (list->count - 1) * (*table)->row_size) >= w->from) return true;
    }
    return false;
}

static reel_status cut_span(reel_change *change)
{
    cut_state *w = change->state;
    if (!w->known) begin_cut(change, w);
    bool begins = !w->begun && reaches_span(change, w);
    if (!w->begun) track_past(change, w);
    cut_rows(change, w);
    if (begins) insert_state(change, w);
    begin_inputs(change, w);
    return reel_build_status(change->chunk) < 0 ? reel__chunk_failure(change->chunk, 0, change->error) : REEL_OK;
}

const reel_operation reel__tee_cut = {
    .id = REEL_OPERATION_CUT,
    .doc = "keep a span of ticks and the state needed to start there",
    .state_size = sizeof(cut_state),
    .apply = cut_span,
};

/* ---- joining ----------------------------------------------------------------------------------------------------------------- */

/* Files are joined if each goes on where the one before ends, as the parts of a file that was cut do: one header, later ticks, and the state
 * that a cut inserts is the state at the end of the file before. */
typedef struct join_state {
    cut_state past;    /* of all files so far */
    int32_t last;      /* tick of the last row */
    bool inside;       /* the first rows of the current file have been taken */
    bool one_per_slot; /* servers that write INPUT_NEW once for each slot */
    uint64_t header;   /* sum of the rows of the first file's header */
} join_state;

enum { ONE_INPUT_NEW = 4 }; /* minor version since which each client, not each slot, has an INPUT_NEW */

static int32_t last_tick_of(const reel_change *change, int32_t last)
{
    for (size_t t = 0; state_tables[t]; t++) {
        const reel_row_list *list = reel_change_rows(change->chunk, state_tables[t]);
        if (list->count && tick_of(list->data + (list->count - 1) * list->table->row_size) > last)
            last = tick_of(list->data + (list->count - 1) * list->table->row_size);
    }
    return last;
}

static int32_t first_tick_of(const reel_change *change)
{
    int32_t first = INT32_MAX;
    for (size_t t = 0; state_tables[t]; t++) {
        const reel_row_list *list = reel_change_rows(change->chunk, state_tables[t]);
        if (list->count && tick_of(list->data) < first) first = tick_of(list->data);
    }
    return first;
}

/* Whether two rows say the same, wherever they are. */
static bool says_the_same(const reel_table *table, const uint8_t *a, const uint8_t *b)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        bool place = strcmp(field->name, "seq") == 0 || strcmp(field->name, "offset") == 0;
        if (place || field->flags & REEL_FIELD_DERIVED ||
            (table == &teehistorian_messages && strcmp(field->name, "protocol") == 0))
            continue;
        if (!reel__field_values_equal(field, a, b)) return false;
    }
    return true;
}

/* Drops the rows that a cut inserted. False: the first rows are not those of the state at the end of the file before. */
static bool drop_inserted(const reel_change *change, reel_chunk *wanted)
{
    size_t counts[sizeof state_tables / sizeof *state_tables] = { 0 };
    for (size_t t = 0; state_tables[t]; t++) {
        const reel_row_list *list = reel_change_rows(change->chunk, state_tables[t]);
        const size_t size = list->table->row_size;
        const uint8_t *rows = reel_chunk_rows(wanted, state_tables[t], &counts[t]);
        if (list->count < counts[t]) return false;
        for (size_t i = 0; i < counts[t]; i++)
            if (!says_the_same(list->table, list->data + i * size, rows + i * size)) return false;
    }
    for (size_t t = 0; state_tables[t]; t++) {
        reel_row_list *list = reel_change_rows(change->chunk, state_tables[t]);
        const size_t size = list->table->row_size;
        if (!counts[t]) continue;
        list->count -= counts[t];
        memmove(list->data, list->data + counts[t] * size, list->count * size);
    }
    return true;
}

/* The first rows of a file that goes on. */
static reel_status continue_past(const reel_change *change, join_state *j)
{
    const int32_t first = first_tick_of(change);
    if (first == INT32_MAX) return REEL_OK;
    reel_chunk *wanted = reel__chunk_new(reel__tee_tables, reel__tee_tables, UINT64_MAX, &change->allocator);
    if (!wanted) return reel__memory_fail(change->error);
    reel_change inserting = *change;
    inserting.chunk = wanted;
    j->past.from = first + 1;
    insert_state(&inserting, &j->past);
    const bool built = reel_build_status(wanted) >= 0, goes_on = first >= j->last && built && drop_inserted(change, wanted);
    reel__chunk_free(wanted);
    if (!built) return reel__memory_fail(change->error);
    if (goes_on) return REEL_OK;
    return reel_fail(
        change->error, REEL_ARGUMENT, "edit.merge", "messages", 0,
        "tick %d: the file does not go on where the one before ends: only parts that were cut from one file, in their order, "
        "can be joined",
        first);
}

/* What a cut made NEW, since it came first, is a difference again where servers write one. */
static void continue_inputs(const reel_change *change, join_state *j)
{
    reel_row_list *list = reel_change_rows(change->chunk, &teehistorian_inputs);
    teehistorian_input *rows = (teehistorian_input *)(void *)list->data;
    for (size_t i = 0; i < list->count; i++) {
        if (!tee_is_client(rows[i].cid)) continue;
        if (j->past.has_base[rows[i].cid] && j->one_per_slot && rows[i].kind == TEEHISTORIAN_NEW)
            rows[i].kind = TEEHISTORIAN_DIFF;
        j->past.has_base[rows[i].cid] = true;
    }
}

/* The files before the last one do not end the game, and what follows the end of one cannot stay. */
static void drop_end(const reel_change *change)
{
    static const reel_table *const ends[] = { &teehistorian_trailings, &teehistorian_endings };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        reel_row_list *list = reel_change_rows(change->chunk, ends[i]);
        if (ends[i] == &teehistorian_trailings)
            reel_tally(change, "edit.merge", REEL_WARNING, ends[i], NULL, list->count, "behind the end of a part, dropped");
        list->count = 0;
    }
}

/* The header rows of a file, which go once they have been taken from all files but the first. */
static uint64_t sum_header(const reel_chunk *chunk)
{
    uint64_t sum = 0;
    for (size_t t = 0; t < 2; t++) {
        const reel_table *table = t ? &teehistorian_values : &teehistorian_headers;
        row_plan plan = { 0 };
        size_t count;
        const void *rows = reel_chunk_rows(chunk, table, &count);
        reel__row_sum_add(&sum, &plan, table, rows, count);
    }
    return sum;
}

static void drop_header(const reel_change *change)
{
    static const reel_table *const headers[] = { &teehistorian_headers, &teehistorian_values, &teehistorian_header_texts };
    for (size_t t = 0; t < sizeof headers / sizeof *headers; t++) reel_change_rows(change->chunk, headers[t])->count = 0;
}

/* Takes the header of a file, with its first chunk. */
static reel_status take_header(const reel_change *change, join_state *j, const teehistorian_header *header)
{
    const uint64_t sum = sum_header(change->chunk);
    j->inside = !change->other;
    if (change->other) {
        drop_header(change);
        if (sum == j->header) return REEL_OK;
        return reel_fail(change->error, REEL_ARGUMENT, "edit.merge", "header", 0,
                         "the headers differ: only parts of one game can be joined");
    }
    j->header = sum;
    j->one_per_slot = !(header->present & TEEHISTORIAN_HAS_VERSION_MINOR) || header->version_minor < ONE_INPUT_NEW;
    j->past.keeper = change->chunk;
    return REEL_OK;
}

static reel_status join(reel_change *change)
{
    join_state *j = change->state;
    size_t count;
    const teehistorian_header *header = reel_chunk_rows(change->chunk, &teehistorian_headers, &count);
    reel_status status = count ? take_header(change, j, header) : REEL_OK;
    drop_end(change);
    if (status >= 0 && !j->inside && first_tick_of(change) != INT32_MAX) {
        status = continue_past(change, j);
        j->inside = true;
    }
    if (status < 0) return status;
    continue_inputs(change, j);
    j->last = last_tick_of(change, j->last);
    j->past.from = INT32_MAX;
    track_past(change, &j->past);
    return REEL_OK;
}

const reel_operation reel__tee_merge = {
    .id = REEL_OPERATION_MERGE,
    .doc = "join the parts of a file that was cut",
    .state_size = sizeof(join_state),
    .apply = join,
};

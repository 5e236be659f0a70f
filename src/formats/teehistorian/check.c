/* SPDX-License-Identifier: MIT
 * Reports content that servers of the game do not write and the reader accepts. Findings are notes, since other writers may be
 * right. */
#include "core/rules.h"
#include "core/text.h"
#include "formats/teehistorian/layout.h"

enum { PROTOCOL_SINCE = 2, ONE_INPUT_SINCE = 11 }; /* minor versions */

typedef struct checked_slot {
    bool open, any_input, placed;
    bool unjoined; /* its client has acted without a JOIN */
    int32_t input_tick;
    int32_t x, y;
    uint64_t protocol_seq; /* sequence number of the last JOINVER, plus 1 */
} checked_slot;

typedef struct checker {
    checked_slot slots[TEEHISTORIAN_CLIENTS];
    int32_t minor;
    bool started;
    bool loaded;         /* a save of any team was loaded */
    rule_count unjoined; /* clients that act without a JOIN */
    const reel_table *unjoined_table;
} checker;

static void report_row(const reel_analysis *a, const char *rule, const reel_table *table, uint64_t row, const void *from,
                       const char *message)
{
    uint64_t offset;
    memcpy(&offset, (const uint8_t *)from + offsetof(tee_origin, offset), sizeof offset);
    reel_find(&a->reporter,
              (reel_finding){
                  .rule = rule, .severity = REEL_NOTE, .section = "messages", .offset = offset, .table = table, .row = row },
              "%s", message);
}

/* ---- the header --------------------------------------------------------------------------------------------------------- */

static bool is_hex(reel_string text, size_t size)
{
    if (text.size != size) return text.size == 0;
    for (size_t i = 0; i < size; i++)
        if (hex_digit(text.data[i]) < 0 || (text.data[i] >= 'A' && text.data[i] <= 'F')) return false;
    return true;
}

static void report_header(const reel_analysis *a, const char *rule, const char *message)
{
    reel_find(&a->reporter,
              (reel_finding){ .rule = rule,
                              .severity = REEL_NOTE,
                              .section = "header",
                              .offset = TEE_MAGIC_BYTES,
                              .table = &teehistorian_headers,
                              .row = 0 },
              "%s", message);
}

static void check_header(reel_analysis *a, checker *c, const reel_chunk *chunk)
{
    size_t count;
    const teehistorian_header *header = reel_chunk_rows(chunk, &teehistorian_headers, &count);
    c->started = true;
    c->minor = count && header->present & TEEHISTORIAN_HAS_VERSION_MINOR ? header->version_minor : -1;
    if (!count) return;
    if (!is_hex(header->map_sha256, 64)) report_header(a, "teehistorian.map-sha256", "map_sha256 is not 64 hex digits");
    if (!is_hex(header->map_crc, 8)) report_header(a, "teehistorian.map-crc", "map_crc is not 8 hex digits");
    if (header->start_time.size && !header->start_known)
        report_header(a, "teehistorian.start-time", "start_time is not in the form that servers write");
    if (header->version == 1 && c->minor >= 0)
        report_header(a, "teehistorian.version-minor", "version 1 does not have version_minor");
}

/* ---- characters and inputs ------------------------------------------------------------------------------------------------ */

static void check_positions(const reel_analysis *a, checker *c, const reel_chunk *chunk)
{
    size_t count;
    const teehistorian_position *rows = reel_chunk_rows(chunk, &teehistorian_positions, &count);
    uint64_t first = reel_chunk_first(chunk, &teehistorian_positions);
    for (size_t i = 0; i < count; i++) {
        if (!tee_is_client(rows[i].cid)) continue;
        checked_slot *slot = &c->slots[rows[i].cid];
        if (rows[i].kind == TEEHISTORIAN_DIFF && slot->placed && rows[i].x == slot->x && rows[i].y == slot->y)
            report_row(a, "teehistorian.diff-zero", &teehistorian_positions, first + i, &rows[i],
                       "a position difference of zero");
        slot->placed = rows[i].kind == TEEHISTORIAN_NEW || rows[i].kind == TEEHISTORIAN_DIFF;
        slot->x = rows[i].x;
        slot->y = rows[i].y;
    }
}

static void check_inputs(const reel_analysis *a, checker *c, const reel_chunk *chunk)
{
    size_t count;
    const teehistorian_input *rows = reel_chunk_rows(chunk, &teehistorian_inputs, &count);
    uint64_t first = reel_chunk_first(chunk, &teehistorian_inputs);
    for (size_t i = 0; i < count; i++) {
        if (!tee_is_client(rows[i].cid)) continue;
        checked_slot *slot = &c->slots[rows[i].cid];
        if (c->minor >= ONE_INPUT_SINCE && slot->any_input && slot->input_tick == rows[i].tick)
            report_row(a, "teehistorian.second-input", &teehistorian_inputs, first + i, &rows[i],
                       "second input of a client in one tick");
        slot->any_input = true;
        slot->input_tick = rows[i].tick;
    }
}

/* ---- joins and drops ------------------------------------------------------------------------------------------------------- */

static void check_join(const reel_analysis *a, checker *c, const teehistorian_join *join, uint64_t row)
{
    if (!tee_is_client(join->cid)) return;
    checked_slot *slot = &c->slots[join->cid];
    if (slot->open) report_row(a, "teehistorian.join-twice", &teehistorian_joins, row, join, "a client joins an occupied slot");
    if (c->minor >= PROTOCOL_SINCE && slot->protocol_seq != join->seq)
        report_row(a, "teehistorian.join-protocol", &teehistorian_joins, row, join, "JOIN without a preceding JOINVER");
    slot->open = true;
}

static void check_drop(checker *c, const teehistorian_drop *drop)
{
    if (tee_is_client(drop->cid)) c->slots[drop->cid].open = false;
}

static void check_sessions(const reel_analysis *a, checker *c, const reel_chunk *chunk)
{
    size_t joins, drops, protocols, j = 0, d = 0, p = 0;
    const teehistorian_join *join = reel_chunk_rows(chunk, &teehistorian_joins, &joins);
    const teehistorian_drop *drop = reel_chunk_rows(chunk, &teehistorian_drops, &drops);
    const teehistorian_protocol *protocol = reel_chunk_rows(chunk, &teehistorian_protocols, &protocols);
    while (j < joins || d < drops || p < protocols) { /* in the order of sequence numbers */
        bool drop_first = d < drops && (p == protocols || drop[d].seq < protocol[p].seq);
        bool join_first =
            j < joins && (d == drops || join[j].seq < drop[d].seq) && (p == protocols || join[j].seq < protocol[p].seq);
        if (join_first) {
            check_join(a, c, &join[j], reel_chunk_first(chunk, &teehistorian_joins) + j);
            j++;
        } else if (drop_first) {
            check_drop(c, &drop[d++]);
        } else {
            if (tee_is_client(protocol[p].cid)) c->slots[protocol[p].cid].protocol_seq = protocol[p].seq + 1;
            p++;
        }
    }
}

/* ---- clients without a JOIN ------------------------------------------------------------------------------------------------ */

/* Tables of what only a client on the server does. `cid` has the same offset in all of their rows. */
static const reel_table *const actions[] = {
    &teehistorian_positions, &teehistorian_inputs, &teehistorian_messages, &teehistorian_commands,
    &teehistorian_readies,   &teehistorian_names,  &teehistorian_clients,  &teehistorian_drops,
};

/* The joins and drops of a chunk, in the order of the file. */
typedef struct presence {
    const teehistorian_join *joins, *last_join;
    const teehistorian_drop *drops, *last_drop;
    const teehistorian_protocol *protocols, *last_protocol;
    bool open[TEEHISTORIAN_CLIENTS];
} presence;

static void set_open(presence *p, int32_t cid, bool open)
{
    if (tee_is_client(cid)) p->open[cid] = open;
}

/* Goes on to the message with number `seq`. */
static void follow_presence(presence *p, uint64_t seq)
{
    for (;;) {
        uint64_t join = p->joins < p->last_join ? p->joins->seq : UINT64_MAX;
        uint64_t drop = p->drops < p->last_drop ? p->drops->seq : UINT64_MAX;
        uint64_t protocol = p->protocols < p->last_protocol ? p->protocols->seq : UINT64_MAX;
        if (join >= seq && drop >= seq && protocol >= seq) return;
        if (join < drop && join < protocol)
            set_open(p, p->joins++->cid, true);
        else if (drop < protocol)
            set_open(p, p->drops++->cid, false);
        else if (p->protocols++->kind == TEEHISTORIAN_REJOINVER6)
            set_open(p, p->protocols[-1].cid, true);
    }
}

static presence presence_of(const checker *c, const reel_chunk *chunk)
{
    presence p = { 0 };
    size_t count;
    p.joins = reel_chunk_rows(chunk, &teehistorian_joins, &count), p.last_join = count ? p.joins + count : p.joins;
    p.drops = reel_chunk_rows(chunk, &teehistorian_drops, &count), p.last_drop = count ? p.drops + count : p.drops;
    p.protocols = reel_chunk_rows(chunk, &teehistorian_protocols, &count);
    p.last_protocol = count ? p.protocols + count : p.protocols;
    for (size_t i = 0; i < TEEHISTORIAN_CLIENTS; i++) p.open[i] = c->slots[i].open;
    return p;
}

/* Counts the clients that act although they are not on the server, each slot once. Call before the joins of the chunk are taken. */
static void check_actions(checker *c, const reel_chunk *chunk)
{
    for (size_t t = 0; t < sizeof actions / sizeof *actions; t++) {
        size_t count;
        const uint8_t *rows = reel_chunk_rows(chunk, actions[t], &count);
        if (!count) continue;
        presence p = presence_of(c, chunk);
        for (size_t i = 0; i < count; i++) {
            const uint8_t *row = rows + i * actions[t]->row_size;
            const teehistorian_join *any = (const teehistorian_join *)(const void *)row;
            follow_presence(&p, any->seq);
            bool leaves = actions[t] == &teehistorian_positions && ((const teehistorian_position *)any)->kind != TEEHISTORIAN_NEW;
            if (!tee_is_client(any->cid) || leaves || p.open[any->cid] || c->slots[any->cid].unjoined) continue;
            c->slots[any->cid].unjoined = true;
            if (c->unjoined.count++) continue;
            c->unjoined.row = reel_chunk_first(chunk, actions[t]) + i;
            c->unjoined.offset = any->offset;
            c->unjoined_table = actions[t];
        }
    }
}

/* ---- values ------------------------------------------------------------------------------------------------------------------ */

/* The minor version that introduced each extension. */
static const struct {
    const reel_table *table;
    int32_t since;
} beginnings[] = {
    { &teehistorian_teams, 2 },    { &teehistorian_practices, 2 }, { &teehistorian_readies, 3 },  { &teehistorian_swaps, 4 },
    { &teehistorian_antibots, 6 }, { &teehistorian_names, 8 },     { &teehistorian_finishes, 8 },
};

static void check_beginnings(const reel_analysis *a, const checker *c, const reel_chunk *chunk)
{
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t count;
        const void *rows = reel_chunk_rows(chunk, beginnings[i].table, &count);
        if (count && c->minor < beginnings[i].since)
            report_row(a, "teehistorian.too-early", beginnings[i].table, reel_chunk_first(chunk, beginnings[i].table), rows,
                       "servers of this minor version do not write this extension");
    }
}

/* A loaded save sets the start of its team to the time that it states before now, and so does a save that fails: the time of a finish may then
 * be longer than the game. Without them, tiles that add time and the penalty for a swap do it. A tile that takes time off can leave none.
 * src/game/server in ddnet/ddnet: CSaveTee::Load, CGameTeams::SwapTeamCharacters, CCharacter::HandleTiles. */
static void check_finishes(const reel_analysis *a, checker *c, const reel_chunk *chunk)
{
    size_t count;
    const teehistorian_save *saves = reel_chunk_rows(chunk, &teehistorian_saves, &count);
    for (size_t i = 0; i < count; i++) {
        bool loads = saves[i].kind == TEEHISTORIAN_LOAD_SUCCESS || saves[i].kind == TEEHISTORIAN_SAVE_FAILURE;
        c->loaded |= loads;
    }
    const teehistorian_finish *finishes = reel_chunk_rows(chunk, &teehistorian_finishes, &count);
    for (size_t i = 0; i < count; i++)
        if (finishes[i].time < 0 || (finishes[i].time > finishes[i].tick && !c->loaded))
            report_row(a, "teehistorian.finish-time", &teehistorian_finishes, reel_chunk_first(chunk, &teehistorian_finishes) + i,
                       &finishes[i],
                       finishes[i].time < 0
                           ? "a negative time"
                           : "a time longer than the game, although no save was loaded: tiles or swaps added time, or "
                             "the file was cut");
}

static void check_values(const reel_analysis *a, const reel_chunk *chunk)
{
    size_t count;
    const teehistorian_team *teams = reel_chunk_rows(chunk, &teehistorian_teams, &count);
    for (size_t i = 0; i < count; i++)
        if (teams[i].team < 0 || teams[i].team > TEEHISTORIAN_CLIENTS)
            report_row(a, "teehistorian.team", &teehistorian_teams, reel_chunk_first(chunk, &teehistorian_teams) + i, &teams[i],
                       "invalid team");
    const teehistorian_auth *auths = reel_chunk_rows(chunk, &teehistorian_auths, &count);
    for (size_t i = 0; i < count; i++)
        if (auths[i].kind != TEEHISTORIAN_AUTH_LOGOUT && (auths[i].level < 1 || auths[i].level > 3))
            report_row(a, "teehistorian.auth-level", &teehistorian_auths, reel_chunk_first(chunk, &teehistorian_auths) + i,
                       &auths[i], "invalid remote console level");
    const teehistorian_skip *skips = reel_chunk_rows(chunk, &teehistorian_skips, &count);
    for (size_t i = 0; i < count; i++)
        report_row(a, "teehistorian.skip-place", &teehistorian_skips, reel_chunk_first(chunk, &teehistorian_skips) + i, &skips[i],
                   "a TICK_SKIP where servers write none");
}

static reel_status check_chunk(reel_analysis *a, const reel_chunk *chunk)
{
    checker *c = a->state;
    if (!c->started) check_header(a, c, chunk);
    check_positions(a, c, chunk);
    check_inputs(a, c, chunk);
    check_actions(c, chunk);
    check_sessions(a, c, chunk);
    check_beginnings(a, c, chunk);
    check_finishes(a, c, chunk);
    check_values(a, chunk);
    return REEL_OK;
}

static reel_status finish(reel_analysis *a)
{
    static const check_rule rule = {
        "teehistorian.no-join", REEL_NOTE,
        "%llu {client acts|clients act} without a JOIN: servers up to 17.2, and 19.6 to 19.8, write none for "
        "those who stay over a change of the map"
    };
    const checker *c = a->state;
    reel__rule_report(&a->reporter, &rule, "messages", c->unjoined_table, &c->unjoined);
    return REEL_OK;
}

const reel_insight reel__tee_check = {
    .id = "teehistorian.check",
    .name = "teehistorian check",
    .doc = "content that no server of the game writes",
    .state_size = sizeof(checker),
    .chunk = check_chunk,
    .finish = finish,
};

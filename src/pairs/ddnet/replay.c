/* SPDX-License-Identifier: MIT
 * A recording is played again. It has where each tee was and what its player pressed; what the client draws of it, speed, hook, aim, weapon,
 * freeze, is computed tick by tick, with the recorded positions as the truth (game/ddnet). */
#include "pairs/ddnet/scramble.h"
#include "pairs/ddnet/state.h"

#include "core/chunk.h"
#include "core/memory.h"
#include "formats/demo/layout.h"
#include "formats/teehistorian/reader.h"
#include "insight/ddnet/played.h"

#include <math.h>

/* The default of the setting sv_emoticon_delay. */
enum { EMOTICON_DELAY = 3 * TEEHISTORIAN_TICKS_PER_SECOND };

/* ---- the start -------------------------------------------------------------------------------------------------- */

static int32_t tick_of_time(double time) { return time < 0 ? 0 : time > DEMO_LAST_TICK ? DEMO_LAST_TICK : (int32_t)ceil(time); }

static void take_options(remake *d)
{
    const reel_convert_options *how = d->job->how;
    for (size_t i = 0; i < DDNET_CLIENTS; i++) d->shown[i] = !how->who_count;
    for (size_t i = 0; i < how->who_count; i++)
        if (is_client(how->who[i])) d->shown[how->who[i]] = true;
    d->first = how->has_from ? tick_of_time(how->from) : 0;
    d->last = how->has_to ? tick_of_time(how->to) - 1 : DEMO_LAST_TICK;
    d->played_from = d->first > REMAKE_WARM_UP ? d->first - REMAKE_WARM_UP : 0;
    for (size_t i = 0; i < how->name_count; i++) {
        const char *at = how->names[i].field;
        int32_t cid = 0;
        while (*at >= '0' && *at <= '9' && cid < DDNET_CLIENTS) cid = 10 * cid + *at++ - '0';
        if (*at || !is_client(cid)) continue;
        reel__remake_set_name(&d->slots[cid], (reel_string){ how->names[i].value, strlen(how->names[i].value) });
        d->slots[cid].named = true;
    }
}

/* Settings that clients see of. */
static void take_setting(remake *d, const char *key, const char *value)
{
    if (strcmp(key, "sv_spamprotection") == 0 && reel__played_number(value) == 0) d->emoticon_delay = 0;
    if (strcmp(key, "sv_emoticon_delay") == 0 && d->emoticon_delay)
        d->emoticon_delay = (int64_t)reel__played_number(value) * TEEHISTORIAN_TICKS_PER_SECOND;
}

static void take_rules(remake *d, const teehistorian_header *header, const teehistorian_value *values, size_t count)
{
    char key[PLAYED_TEXT], value[PLAYED_TEXT];
    const played_rules played = reel__played_rules(header, values, count);
    d->minor = header->present & TEEHISTORIAN_HAS_VERSION_MINOR ? header->version_minor : -1;
    d->rules = played.rules;
    d->tuning = played.tuning;
    d->emoticon_delay = EMOTICON_DELAY;
    if (!d->played_from) reel__ddnet_rules_random(&d->rules, reel__played_text(header->prng_description, value));
    for (size_t i = 0; i < count; i++)
        if (values[i].section == TEEHISTORIAN_CONFIG)
            take_setting(d, reel__played_text(values[i].key, key), reel__played_text(values[i].value, value));
}

static reel_status start(remake *d, const reel_chunk *in)
{
    size_t headers, values;
    level_file file;
    const teehistorian_header *header = reel_chunk_rows(in, &teehistorian_headers, &headers);
    const teehistorian_value *value = reel_chunk_rows(in, &teehistorian_values, &values);
    static const teehistorian_header none;
    if (!headers) header = &none;
    d->started = true;
    d->stated_tick = -1; /* the first tick that a server plays is 1 */
    for (size_t i = 0; i < DDNET_CLIENTS; i++) reel__remake_reset(&d->slots[i]);
    take_options(d);
    take_rules(d, header, value, values);
    const reel_status status = reel__remake_level(d, header, &file);
    if (status < 0) return status;
    const reel_convert_options *how = d->job->how;
    if (how->scramble_key_size) {
        d->scrambler = reel__scramble_begin(&d->job->allocator, how->scramble_key, how->scramble_key_size, &header->game_uuid);
        if (!d->scrambler) return reel__memory_fail(d->job->error);
    }
    d->target->header(d, header, &file);
    return reel__pair_put(d->job);
}

/* ---- rows in the order of the file ------------------------------------------------------------------------------ */

static const struct {
    const reel_table *table;
    bool closes; /* its rows come behind the positions of their tick */
} lanes[] = {
    { &teehistorian_positions, false }, { &teehistorian_inputs, true },    { &teehistorian_joins, true },
    { &teehistorian_drops, true },      { &teehistorian_readies, true },   { &teehistorian_teams, true },
    { &teehistorian_names, false },     { &teehistorian_auths, true },     { &teehistorian_messages, true },
    { &teehistorian_commands, true },   { &teehistorian_finishes, false }, { &teehistorian_protocols, true },
    { &teehistorian_arguments, false }, /* the last: taken with the commands */
};
enum { POSITIONS, TEAM_LANE = 5, LANES = sizeof lanes / sizeof *lanes, ARGUMENTS = LANES - 1 };

typedef struct lane_rows {
    const uint8_t *row, *end;
} lane_rows;

typedef struct merged {
    lane_rows lanes[LANES];
} merged;

static uint64_t seq_at(const lane_rows *lane)
{
    uint64_t seq = UINT64_MAX;
    if (lane->row < lane->end) memcpy(&seq, lane->row, sizeof seq);
    return seq;
}

static int32_t tick_at(const lane_rows *lane)
{
    int32_t tick;
    memcpy(&tick, lane->row + offsetof(teehistorian_join, tick), sizeof tick);
    return tick;
}

static size_t first_lane(const merged *m)
{
    size_t first = LANES;
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < ARGUMENTS; i++) {
        const uint64_t seq = seq_at(&m->lanes[i]);
        if (seq >= least) continue;
        least = seq;
        first = i;
    }
    return first;
}

static void take_positions(remake *d, merged *m, int32_t tick)
{
    lane_rows *lane = &m->lanes[POSITIONS];
    for (; lane->row < lane->end && tick_at(lane) == tick; lane->row += sizeof(teehistorian_position)) {
        d->rows += tick >= d->played_from;
        reel__remake_take_position(d, (const void *)lane->row);
    }
}

/* Teams that the end of the tick that is closed has. */
static void announce_teams(remake *d, const lane_rows *lane, int32_t tick)
{
    const teehistorian_team *row = (const void *)lane->row, *end = (const void *)lane->end;
    for (; d->world && row < end && row->tick == tick; row++) reel__ddnet_world_team_after(d->world, row->cid, row->team);
}

/* A command of the server may have been a vote, which passes in front of the positions. */
static bool closes(size_t number, const uint8_t *row)
{
    if (lanes[number].table != &teehistorian_commands) return lanes[number].closes;
    return ((const teehistorian_command *)(const void *)row)->cid >= 0;
}

static reel_status take_row(remake *d, merged *m, size_t number)
{
    lane_rows *lane = &m->lanes[number];
    const int32_t tick = tick_at(lane);
    reel_status status = tick > d->open ? reel__remake_advance(d, tick) : REEL_OK;
    if (status < 0) return status;
    if (number == POSITIONS) {
        take_positions(d, m, tick);
        return REEL_OK;
    }
    d->rows += tick >= d->played_from;
    if (closes(number, lane->row) && d->open > d->tick) {
        take_positions(d, m, tick);
        announce_teams(d, &m->lanes[TEAM_LANE], tick);
        status = reel__remake_close_tick(d);
    }
    if (status >= 0) reel__remake_process(d, lanes[number].table, lane->row);
    lane->row += lanes[number].table->row_size;
    return status;
}

static reel_status play_rows(remake *d, merged *m)
{
    reel_status status = REEL_OK;
    d->argument = (const void *)m->lanes[ARGUMENTS].row;
    d->last_argument = (const void *)m->lanes[ARGUMENTS].end;
    for (size_t lane; status >= 0 && (lane = first_lane(m)) < LANES;) {
        if (d->entry.is_due && seq_at(&m->lanes[lane]) >= d->entry.seq) reel__remake_enter(d);
        status = take_row(d, m, lane);
    }
    return status;
}

/* ---- chunks ----------------------------------------------------------------------------------------------------- */

/* Chunks end anywhere, and a tick is closed with all of its rows known: those of the last tick wait for the next chunk, or the result would
 * depend on where chunks end. No server writes so many rows in a tick; of more, some are taken as they come. */
enum { HELD_MOST = 1 << 16 };

static merged rows_of(const reel_chunk *in)
{
    merged m;
    for (size_t i = 0; i < LANES; i++) {
        size_t count;
        const uint8_t *rows = reel_chunk_rows(in, lanes[i].table, &count);
        m.lanes[i] = (lane_rows){ rows, rows ? rows + count * lanes[i].table->row_size : NULL };
    }
    return m;
}

static int32_t last_tick(const merged *m)
{
    int32_t last = NO_TICK;
    for (size_t i = 0; i < LANES; i++) {
        if (m->lanes[i].row == m->lanes[i].end) continue;
        const lane_rows end = { m->lanes[i].end - lanes[i].table->row_size, m->lanes[i].end };
        if (tick_at(&end) > last) last = tick_at(&end);
    }
    return last;
}

/* Copies the rows of a tick: those in front, or at the end. */
static reel_status hold(remake *d, merged *m, int32_t tick, bool at_end)
{
    reel_status status = REEL_OK;
    for (size_t i = 0; i < LANES && status >= 0; i++) {
        const size_t size = lanes[i].table->row_size;
        lane_rows *all = &m->lanes[i], part = { all->row, all->row };
        if (at_end) part = (lane_rows){ all->end, all->end };
        while (at_end && part.row > all->row && tick_at(&(lane_rows){ part.row - size, all->end }) >= tick) part.row -= size;
        while (!at_end && part.end < all->end && tick_at(&(lane_rows){ part.end, all->end }) <= tick) part.end += size;
        const size_t count = part.row < part.end ? (size_t)(part.end - part.row) / size : 0;
        if (count) status = reel__chunk_append(d->held, lanes[i].table, part.row, count);
        d->held_rows += count;
        if (at_end)
            all->end = part.row;
        else
            all->row = part.end;
    }
    return status < 0 ? reel__memory_fail(d->job->error) : REEL_OK;
}

static reel_status play_held(remake *d)
{
    if (!d->held_rows) return REEL_OK;
    merged m = rows_of(d->held);
    const reel_status status = play_rows(d, &m);
    reel__chunk_reset(d->held);
    d->held_rows = 0;
    return status;
}

reel_status reel__remake_chunk(pair_job *job, const remake_target *target, const reel_chunk *in)
{
    remake *d = job->state;
    d->job = job;
    d->target = target;
    reel_status status = d->started ? REEL_OK : start(d, in);
    if (status < 0) return status;
    const reel_table *const *tables = reel_format_teehistorian.tables;
    if (!d->held) d->held = reel__chunk_new(tables, tables, UINT64_MAX, &job->allocator);
    if (!d->held) return reel__memory_fail(job->error);
    merged m = rows_of(in);
    const int32_t last = last_tick(&m);
    if (last == NO_TICK) return REEL_OK;
    if (last > d->held_tick) {
        status = hold(d, &m, d->held_tick, false);
        if (status >= 0) status = play_held(d);
    }
    if (status >= 0) status = hold(d, &m, last, true);
    if (status >= 0) status = play_rows(d, &m);
    d->held_tick = last;
    return status >= 0 && d->held_rows > HELD_MOST ? play_held(d) : status;
}

reel_status reel__remake_rest(pair_job *job)
{
    remake *d = job->state;
    d->job = job;
    if (!d->started) return REEL_OK;
    const reel_status status = play_held(d);
    return status < 0 ? status : reel__remake_close_tick(d);
}

/* What comes before the span and is in no row after it. Positions and inputs are in the state of the reader. */
const reel_table *const reel__remake_earlier[] = {
    &teehistorian_joins, &teehistorian_drops,    &teehistorian_readies,  &teehistorian_teams,     &teehistorian_names,
    &teehistorian_auths, &teehistorian_messages, &teehistorian_finishes, &teehistorian_protocols, NULL
};

void reel__remake_enter_at(pair_job *job, const reel_decoder *at)
{
    remake *d = job->state;
    const tee_reader *r = at->state;
    d->entry = (remake_entry){ true, r->seq, r->world };
}

void reel__remake_close(pair_job *job)
{
    remake *d = job->state;
    reel__ddnet_world_free(d->world);
    reel__ddnet_map_free(d->map);
    reel__scramble_end(&job->allocator, d->scrambler);
    reel__chunk_free(d->held);
}

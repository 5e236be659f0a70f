/* SPDX-License-Identifier: MIT
 * A recording is played again. It has where each tee was and what its player pressed; what the client draws of it, speed, hook, aim, weapon,
 * freeze, is computed tick by tick, with the recorded positions as the truth (game/ddnet). */
#include "pairs/ddnet/state.h"

#include "formats/demo/layout.h"
#include "formats/teehistorian/reader.h"

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

/* The release in "0.6.4, 16.4 (abc)" or "0.6, 20.1", as 100 * major + minor; 0: another form. */
static uint32_t release_of(reel_string version)
{
    uint32_t numbers[2] = { 0, 0 };
    size_t at = 0, part = 0;
    while (at < version.size && version.data[at] != ',') at++;
    for (at += 2; at < version.size && part < 2; at++) {
        const char c = version.data[at];
        if (c >= '0' && c <= '9' && numbers[part] < 100)
            numbers[part] = 10 * numbers[part] + (uint32_t)(c - '0');
        else if (c == '.')
            part++;
        else
            break;
    }
    return numbers[0] ? 100 * numbers[0] + numbers[1] % 100 : 0;
}

enum { VALUE_MOST = 256 };

/* A text with an ending 0; longer ones are cut: no setting of the physics is that long. */
static const char *terminated(reel_string text, char to[VALUE_MOST])
{
    const size_t size = text.size < VALUE_MOST ? text.size : VALUE_MOST - 1;
    if (size) memcpy(to, text.data, size);
    to[size] = 0;
    return to;
}

static int32_t number_of(const char *text)
{
    const bool negative = *text == '-';
    int64_t value = 0;
    for (text += negative; *text >= '0' && *text <= '9' && value < INT32_MAX; text++) value = 10 * value + *text - '0';
    if (value > INT32_MAX) value = INT32_MAX;
    return (int32_t)(negative ? -value : value);
}

static void take_setting(remake *d, const char *key, const char *value)
{
    reel__ddnet_rules_set(&d->rules, key, value);
    if (strcmp(key, "sv_spamprotection") == 0 && number_of(value) == 0) d->emoticon_delay = 0;
    if (strcmp(key, "sv_emoticon_delay") == 0 && d->emoticon_delay)
        d->emoticon_delay = (int64_t)number_of(value) * TEEHISTORIAN_TICKS_PER_SECOND;
}

static void take_rules(remake *d, const teehistorian_header *header, const teehistorian_value *values, size_t count)
{
    char key[VALUE_MOST], value[VALUE_MOST];
    d->minor = header->present & TEEHISTORIAN_HAS_VERSION_MINOR ? header->version_minor : -1;
    d->rules = reel__ddnet_rules_default(d->minor > 0 ? (uint32_t)d->minor : 0);
    d->emoticon_delay = EMOTICON_DELAY;
    d->rules.release = release_of(header->server_version);
    d->tuning = reel__ddnet_tuning_default();
    if (!d->played_from) reel__ddnet_rules_random(&d->rules, terminated(header->prng_description, value));
    for (size_t i = 0; i < count; i++) {
        terminated(values[i].key, key);
        terminated(values[i].value, value);
        if (values[i].section == TEEHISTORIAN_CONFIG) take_setting(d, key, value);
        if (values[i].section == TEEHISTORIAN_TUNING) reel__ddnet_tuning_set(&d->tuning, key, number_of(value));
    }
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
};
enum { POSITIONS, TEAM_LANE = 5, LANES = sizeof lanes / sizeof *lanes };

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
    for (size_t i = 0; i < LANES; i++) {
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
    for (; lane->row < lane->end && tick_at(lane) == tick; lane->row += sizeof(teehistorian_position))
        reel__remake_take_position(d, (const void *)lane->row);
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
    if (closes(number, lane->row) && d->open > d->tick) {
        take_positions(d, m, tick);
        announce_teams(d, &m->lanes[TEAM_LANE], tick);
        status = reel__remake_close_tick(d);
    }
    if (status >= 0) reel__remake_process(d, lanes[number].table, lane->row);
    lane->row += lanes[number].table->row_size;
    return status;
}

reel_status reel__remake_chunk(pair_job *job, const remake_target *target, const reel_chunk *in)
{
    remake *d = job->state;
    merged m;
    d->job = job;
    d->target = target;
    size_t arguments;
    reel_status status = d->started ? REEL_OK : start(d, in);
    d->argument = reel_chunk_rows(in, &teehistorian_arguments, &arguments);
    d->last_argument = d->argument ? d->argument + arguments : NULL;
    for (size_t i = 0; i < LANES; i++) {
        size_t count;
        const uint8_t *rows = reel_chunk_rows(in, lanes[i].table, &count);
        m.lanes[i] = (lane_rows){ rows, rows ? rows + count * lanes[i].table->row_size : NULL };
    }
    for (size_t lane; status >= 0 && (lane = first_lane(&m)) < LANES;) {
        if (d->entry.is_due && seq_at(&m.lanes[lane]) >= d->entry.seq) reel__remake_enter(d);
        status = take_row(d, &m, lane);
    }
    return status;
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
}

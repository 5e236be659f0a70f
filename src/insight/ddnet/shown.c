/* SPDX-License-Identifier: MIT
 * Demos as rows of a recording. */
#include "insight/ddnet/shown.h"

#include "codec/teeworlds_int.h"
#include "core/memory.h"
#include "game/ddnet/curves.h"
#include "insight/ddnet/level.h"
#include "insight/ddnet/played.h"

/* A tee goes on where a demo does not state it, if the build has the physics. */
#if !defined REEL_WITHOUT_LEVELS && !defined REEL_WITHOUT_DDNET_MAP && !defined REEL_WITHOUT_EVIDENCE
#define HAS_PHYSICS 1
#else
#define HAS_PHYSICS 0
#endif

#if defined REEL_WITHOUT_DEMO && defined REEL_WITHOUT_GHOST

reel_status reel__shown_chunk(shown_game *s, const reel_analysis *analysis, const reel_chunk *chunk)
{
    return (void)s, (void)analysis, (void)chunk, REEL_OK;
}
void reel__shown_finish(shown_game *s) { (void)s; }
void reel__shown_close(shown_game *s) { (void)s; }
bool reel__shown_header(const reel_chunk *chunk, teehistorian_header *header)
{
    *header = (teehistorian_header){ .map_size = -1 };
    return (void)chunk, false;
}

#else

enum { PREDICTED_MOST = 3 * TEEHISTORIAN_TICKS_PER_SECOND /* servers state it again then */, SUBUNITS = 256, BUTTON_STATES = 64 };

static void take(shown_game *s, shown_kind kind, const void *row) { s->take(s->context, kind, NULL, row); }

/* What all rows begin with. */
static void give(shown_game *s, const reel_table *table, teehistorian_join *origin)
{
    origin->seq = s->seq++;
    origin->tick = s->tick;
    s->take(s->context, SHOWN_RECORDED, table, origin);
}

#define GIVE(s, table, row) give(s, &(table), (teehistorian_join *)(void *)(row))

/* ---- where tees are ------------------------------------------------------------------------------------------------- */

static void give_position(shown_game *s, int32_t cid, teehistorian_kind kind)
{
    shown_tee *tee = &s->tees[cid];
    teehistorian_position row = { .cid = cid, .x = tee->now.x, .y = tee->now.y, .kind = (uint8_t)kind };
    GIVE(s, teehistorian_positions, &row);
    tee->x = tee->now.x, tee->y = tee->now.y;
}

static void end_tee(shown_game *s, int32_t cid)
{
    if (s->tees[cid].alive) give_position(s, cid, TEEHISTORIAN_OLD);
    s->tees[cid].alive = false;
    s->tees[cid].keys.kind = 0;
}

/* The aim as a point. Before 16.3 a demo has its angle alone. */
static void aim_of(const demo_character *now, teehistorian_input *keys)
{
    enum { LENGTH = 256 };
    double sine, cosine;
    keys->target_x = now->target_x, keys->target_y = now->target_y;
    if (now->present & DEMO_CHARACTER_TARGET) return;
    reel__curve_sine_cosine((double)now->angle / SUBUNITS, &sine, &cosine);
    const bool known = now->angle > -1000000 && now->angle < 1000000;
    keys->target_x = known ? (int32_t)(cosine * LENGTH) : 0;
    keys->target_y = known ? (int32_t)(sine * LENGTH) : 0;
}

/* The keys that a tee shows. A shot is a press and a release; weapons that a freeze or a pickup gives are not asked for. */
static void give_keys(shown_game *s, int32_t cid, int32_t flags)
{
    enum { NINJA = 5 };
    shown_tee *tee = &s->tees[cid];
    const demo_character *now = &tee->now;
    const teehistorian_input *last = &tee->keys;
    const bool first = !last->kind;
    teehistorian_input row = { .cid = cid,
                               .direction = now->direction,
                               .jump = now->jumped & 1,
                               .fire = first ? 0 : last->fire,
                               .hook = now->hook_state != 0,
                               .player_flags = flags,
                               .wanted_weapon = last->wanted_weapon,
                               .prev_weapon = now->attack_tick, /* to see the next one; 0 in the row */
                               .kind = first ? TEEHISTORIAN_NEW : TEEHISTORIAN_DIFF };
    aim_of(now, &row);
    if (now->weapon >= 0 && now->weapon < NINJA) row.wanted_weapon = now->weapon + 1;
    if (!first && now->attack_tick != last->prev_weapon) row.fire = (last->fire + 2) % BUTTON_STATES;
    const bool same = !first && row.direction == last->direction && row.jump == last->jump && row.fire == last->fire &&
                      row.hook == last->hook && row.player_flags == last->player_flags &&
                      row.wanted_weapon == last->wanted_weapon && row.target_x == last->target_x &&
                      row.target_y == last->target_y;
    tee->keys = row;
    row.prev_weapon = 0;
    if (!same) GIVE(s, teehistorian_inputs, &row);
}

#if HAS_PHYSICS
static reel_status predict(shown_game *s, shown_tee *tee, const reel_analysis *analysis)
{
    if (tee->holds) tee->at = s->tick;
    if (!s->evolver.world || tee->at >= s->tick || !tee->predicted_left) return REEL_OK;
    reel__evolve_set(&s->evolver, &tee->now);
    for (; tee->at < s->tick && tee->predicted_left; tee->at++, tee->predicted_left--) {
        if (reel_spend(analysis->budget, reel__evolve_steps(&s->evolver)) != REEL_OK)
            return reel_fail_budget(analysis->budget, analysis->error, "", 0);
        reel__evolve_tick(&s->evolver, &tee->now);
    }
    return REEL_OK;
}

static reel_status open_map(shown_game *s, const reel_analysis *analysis)
{
    if (!analysis->level) return REEL_OK;
    ddnet_map *map = reel__played_map(&analysis->allocator, reel_replay_chunk(analysis->level));
    if (!map) return reel__memory_fail(analysis->error);
    reel__evolve_begin(&s->evolver, &analysis->allocator, map);
    return s->evolver.world ? REEL_OK : reel__memory_fail(analysis->error);
}

void reel__shown_close(shown_game *s) { reel__evolve_end(&s->evolver); }
#else
static reel_status predict(shown_game *s, shown_tee *tee, const reel_analysis *analysis)
{
    return (void)s, (void)tee, (void)analysis, REEL_OK;
}
static reel_status open_map(shown_game *s, const reel_analysis *analysis) { return (void)s, (void)analysis, REEL_OK; }
void reel__shown_close(shown_game *s) { (void)s; }
#endif

/* The tees of a snapshot, of which `full` says that it states all that there are. */
static reel_status show_tees(shown_game *s, const reel_analysis *analysis, bool full)
{
    for (int32_t cid = 0; cid < TEEHISTORIAN_CLIENTS; cid++) {
        shown_tee *tee = &s->tees[cid];
        const bool begins = tee->is_stated && !tee->alive;
        if (full && tee->alive && !tee->is_stated) end_tee(s, cid);
        if (!tee->alive && !begins) continue;
        const reel_status status = predict(s, tee, analysis);
        if (status < 0) return status;
        tee->alive = true;
        if (begins)
            give_position(s, cid, TEEHISTORIAN_NEW);
        else if (tee->now.x != tee->x || tee->now.y != tee->y)
            give_position(s, cid, TEEHISTORIAN_DIFF);
        give_keys(s, cid, tee->now.present & DEMO_CHARACTER_FLAGS ? tee->now.player_flags : tee->keys.player_flags);
        tee->now.tick = s->tick;
        take(s, SHOWN_TEE, &tee->now);
        tee->is_stated = false;
    }
    return REEL_OK;
}

/* ---- demos ---------------------------------------------------------------------------------------------------------- */

#ifndef REEL_WITHOUT_DEMO

typedef struct shown_rows {
    const uint8_t *row, *end;
    size_t size;
} shown_rows;

static shown_rows rows_of(const reel_chunk *chunk, const reel_table *table)
{
    size_t count;
    const uint8_t *row = reel_chunk_rows(chunk, table, &count);
    return (shown_rows){ row, row ? row + count * table->row_size : NULL, table->row_size };
}

/* The next row that belongs to a snapshot, or came before it. Rows that were not read from a file all have the number 0. */
static const void *next_of(shown_rows *of, const demo_snapshot *snapshot)
{
    uint64_t seq;
    int32_t tick;
    const uint8_t *row = of->row;
    if (row >= of->end) return NULL;
    memcpy(&seq, row, sizeof seq);
    memcpy(&tick, row + offsetof(demo_snapshot, tick), sizeof tick);
    if (snapshot && (seq > snapshot->seq || (seq == snapshot->seq && tick > snapshot->tick))) return NULL;
    of->row += of->size;
    return row;
}

static void state_tee(shown_game *s, const demo_character *row)
{
    shown_tee *tee = &s->tees[row->cid];
    demo_character before = tee->now;
    if (!(row->present & DEMO_CHARACTER_CORE)) return;
    tee->now = *row;
    tee->now.extra = (reel_bytes){ NULL, 0 };
    if (tee->alive && !(row->present & DEMO_CHARACTER_DDNET)) {
        tee->now.flags = before.flags, tee->now.freeze_end = before.freeze_end;
        tee->now.present |= before.present & DEMO_CHARACTER_DDNET;
    }
    if (tee->alive && !(row->present & DEMO_CHARACTER_TARGET)) {
        tee->now.target_x = before.target_x, tee->now.target_y = before.target_y;
        tee->now.present |= before.present & DEMO_CHARACTER_TARGET;
    }
    tee->at = row->item_tick > 0 && row->item_tick < row->tick ? row->item_tick : row->tick;
    tee->holds = row->item_tick <= 0;
    tee->predicted_left = PREDICTED_MOST;
    tee->is_stated = true;
}

/* Items that are stated without the character itself. */
static void state_more(shown_game *s, const demo_character *row)
{
    demo_character *now = &s->tees[row->cid].now;
    if (row->present & DEMO_CHARACTER_CORE || !s->tees[row->cid].alive) return;
    if (row->present & DEMO_CHARACTER_DDNET) now->flags = row->flags, now->freeze_end = row->freeze_end;
    if (row->present & DEMO_CHARACTER_TARGET) now->target_x = row->target_x, now->target_y = row->target_y;
    now->present |= row->present & (DEMO_CHARACTER_DDNET | DEMO_CHARACTER_TARGET);
}

static bool is_slot(int32_t cid) { return cid >= 0 && cid < TEEHISTORIAN_CLIENTS; }

static void drop(shown_game *s, int32_t cid)
{
    teehistorian_drop row = { .cid = cid };
    end_tee(s, cid);
    if (s->tees[cid].has_player) GIVE(s, teehistorian_drops, &row);
    s->tees[cid].has_player = false;
    s->tees[cid].team = 0;
}

static void take_removal(shown_game *s, const demo_removal *row)
{
    const int32_t character = s->seven ? 10 : 9, player = s->seven ? 11 : 10;
    if (!(row->present & DEMO_HAS_TYPE) || !is_slot(row->id)) return;
    if (row->type == character) end_tee(s, row->id);
    if (row->type == player) drop(s, row->id);
}

/* `first`: players of the first snapshot were there before. */
static void take_player(shown_game *s, const demo_player *row, bool first, bool *seen)
{
    if (!is_slot(row->cid) || !(row->present & DEMO_PLAYER_CORE)) return;
    shown_tee *tee = &s->tees[row->cid];
    teehistorian_join join = { .cid = row->cid };
    seen[row->cid] = true;
    if (!tee->has_player && !first) GIVE(s, teehistorian_joins, &join);
    tee->has_player = true;
    take(s, SHOWN_PLAYER, row);
}

/* ---- messages ------------------------------------------------------------------------------------------------------- */

static const uint8_t teams_uuid[16] = { 0xa0, 0x91, 0x96, 0x1a, 0x95, 0xe8, 0x37, 0x44,
                                        0xbb, 0x60, 0x5e, 0xac, 0x9b, 0xd5, 0x63, 0xc6 },
                     finish_uuid[16] = { 0xc9, 0x15, 0xba, 0x68, 0x0a, 0x49, 0x33, 0x24,
                                         0x91, 0x5a, 0x7a, 0x62, 0x20, 0xce, 0xcf, 0x33 };

/* A server tells of a finish in the chat, and newer ones in a message as well. */
static void finish(shown_game *s, uint64_t seq, int32_t cid, int64_t time)
{
    if (!is_slot(cid) || !s->tees[cid].has_player || time <= 0 || time > INT32_MAX) return;
    const int64_t since = (int64_t)s->tick - s->tees[cid].finished;
    if (s->tees[cid].finished && since >= 0 && since <= 1) return;
    s->tees[cid].finished = s->tick;
    teehistorian_finish row = { .offset = seq, .cid = cid, .time = (int32_t)time, .kind = TEEHISTORIAN_PLAYER_FINISH };
    GIVE(s, teehistorian_finishes, &row);
}

static void take_teams(shown_game *s, const uint8_t *at, size_t left)
{
    for (int32_t cid = 0, team; cid < TEEHISTORIAN_CLIENTS; cid++) {
        const size_t step = varint_read(at, left, &team);
        if (!step) return;
        at += step, left -= step;
        teehistorian_team row = { .cid = cid, .team = team };
        if (team == s->tees[cid].team || !s->tees[cid].has_player) continue;
        s->tees[cid].team = team;
        GIVE(s, teehistorian_teams, &row);
    }
}

static void take_extended(shown_game *s, const demo_message *row)
{
    enum { ROUND = 1000 / TEEHISTORIAN_TICKS_PER_SECOND };
    int32_t zero, cid, ms;
    const uint8_t *at = row->data.data;
    size_t left = row->data.size, step = varint_read(at, left, &zero);
    if (!(row->present & DEMO_HAS_UUID) || left - step < sizeof row->uuid.bytes) return;
    at += step + sizeof row->uuid.bytes, left -= step + sizeof row->uuid.bytes;
    if (memcmp(row->uuid.bytes, teams_uuid, sizeof teams_uuid) == 0) take_teams(s, at, left);
    if (memcmp(row->uuid.bytes, finish_uuid, sizeof finish_uuid) != 0) return;
    step = varint_read(at, left, &cid);
    if (step && varint_read(at + step, left - step, &ms)) finish(s, row->seq, cid, ((int64_t)ms + ROUND / 2) / ROUND);
}

/* "NAME finished in: 1 minute(s)  2.34 second(s)", to the tick. */
typedef struct chat_scan {
    const char *at, *end;
} chat_scan;

static bool skip_text(chat_scan *scan, const char *text)
{
    const size_t size = strlen(text);
    if ((size_t)(scan->end - scan->at) < size || memcmp(scan->at, text, size) != 0) return false;
    scan->at += size;
    return true;
}

static bool scan_number(chat_scan *scan, int64_t *number)
{
    const char *from = scan->at;
    for (*number = 0; scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9' && *number < INT32_MAX; scan->at++)
        *number = 10 * *number + (*scan->at - '0');
    return scan->at > from;
}

/* The time in ticks; 0: the text states none. */
static int64_t time_of(reel_string text, size_t *name_size)
{
    static const char finished[] = " finished in: ";
    enum { LONGEST_NAME = 15 };
    for (size_t at = 0; at <= LONGEST_NAME && at < text.size; at++) {
        chat_scan scan = { text.data + at, text.data + text.size };
        int64_t minutes, seconds, hundredths;
        if (!skip_text(&scan, finished) || !scan_number(&scan, &minutes) || !skip_text(&scan, " minute(s) ")) continue;
        while (skip_text(&scan, " ")) continue;
        if (!scan_number(&scan, &seconds) || !skip_text(&scan, ".")) continue;
        const char *fraction = scan.at;
        if (!scan_number(&scan, &hundredths) || scan.at - fraction != 2 || !skip_text(&scan, " second(s)")) continue;
        *name_size = at;
        return (60 * minutes + seconds) * TEEHISTORIAN_TICKS_PER_SECOND + (hundredths + 1) / 2;
    }
    return 0;
}

static void take_chat(shown_game *s, const demo_message *row)
{
    size_t size = 0;
    const int64_t time = row->present & DEMO_HAS_CLIENT && row->cid == -1 ? time_of(row->text, &size) : 0;
    for (int32_t cid = 0; time && cid < TEEHISTORIAN_CLIENTS; cid++) {
        const shown_tee *tee = &s->tees[cid];
        if (tee->has_player && tee->name_size == size && memcmp(tee->name, row->text.data, size) == 0) {
            finish(s, row->seq, cid, time);
            return;
        }
    }
}

static void take_message(shown_game *s, const demo_message *row)
{
    if (row->system) return;
    if (row->present & DEMO_HAS_TEXT) take_chat(s, row);
    if (row->present & DEMO_HAS_UUID) take_extended(s, row);
    take(s, SHOWN_MESSAGE, row);
}

/* ---- snapshots ------------------------------------------------------------------------------------------------------ */

static void take_client(shown_game *s, const demo_client *row)
{
    if (!is_slot(row->cid)) return;
    shown_tee *tee = &s->tees[row->cid];
    const size_t size = row->name.size < sizeof tee->name ? row->name.size : sizeof tee->name;
    if (size) memcpy(tee->name, row->name.data, size);
    tee->name_size = (uint8_t)size;
    take(s, SHOWN_CLIENT, row);
}

typedef struct demo_lists {
    shown_rows removals, players, clients, characters, messages;
} demo_lists;

/* A message behind the snapshot of a tick was sent in the next one, before its snapshot. */
static void take_messages(shown_game *s, shown_rows *messages, const demo_snapshot *until)
{
    const void *row;
    const int32_t tick = s->tick;
    s->in_message = true;
    if (tick >= 0 && tick < INT32_MAX) s->tick = tick + 1;
    while ((row = next_of(messages, until))) take_message(s, row);
    s->in_message = false;
    s->tick = tick;
}

static reel_status take_snapshot(shown_game *s, const reel_analysis *analysis, demo_lists *lists, const demo_snapshot *snapshot)
{
    const void *row;
    const bool full = snapshot->kind == DEMO_FULL, first = full && !s->begun;
    take_messages(s, &lists->messages, snapshot); /* those behind the snapshot before */
    s->tick = snapshot->tick;
    s->begun |= full;
    memset(s->is_shown, 0, sizeof s->is_shown);
    while ((row = next_of(&lists->removals, snapshot))) take_removal(s, row);
    while ((row = next_of(&lists->players, snapshot))) take_player(s, row, first, s->is_shown);
    for (int32_t cid = 0; full && cid < TEEHISTORIAN_CLIENTS; cid++)
        if (s->tees[cid].has_player && !s->is_shown[cid]) drop(s, cid);
    while ((row = next_of(&lists->clients, snapshot))) take_client(s, row);
    while ((row = next_of(&lists->characters, snapshot))) {
        if (!is_slot(((const demo_character *)row)->cid)) continue;
        state_tee(s, row);
        state_more(s, row);
    }
    return show_tees(s, analysis, full);
}

static reel_status take_demo(shown_game *s, const reel_analysis *analysis, const reel_chunk *chunk)
{
    shown_rows snapshots = rows_of(chunk, &demo_snapshots);
    demo_lists lists = { rows_of(chunk, &demo_removals), rows_of(chunk, &demo_players), rows_of(chunk, &demo_clients),
                         rows_of(chunk, &demo_characters), rows_of(chunk, &demo_messages) };
    const demo_snapshot *snapshot;
    reel_status status = REEL_OK;
    size_t count;
    const demo_info *info = reel_chunk_rows(chunk, &demo_infos, &count);
    if (count) s->seven = info->net_version.size >= 3 && memcmp(info->net_version.data, "0.7", 3) == 0;
    while (status >= 0 && (snapshot = next_of(&snapshots, NULL))) status = take_snapshot(s, analysis, &lists, snapshot);
    take_messages(s, &lists.messages, NULL);
    return status;
}

#else
static reel_status take_demo(shown_game *s, const reel_analysis *analysis, const reel_chunk *chunk)
{
    return (void)s, (void)analysis, (void)chunk, REEL_OK;
}
#endif

/* ---- ghosts --------------------------------------------------------------------------------------------------------- */

#ifndef REEL_WITHOUT_GHOST

enum { OWNER = 0 /* its slot */, FROZEN_WEAPON = 5 };

/* Old ghosts have no ticks. The client takes the last shot for one, and so do we (CGhost::Load). */
static int32_t guess_tick(const ghost_character *rows, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        const int64_t first = (int64_t)rows[i - 1].attack_tick - (int64_t)(i - 1);
        if (rows[i - 1].attack_tick != rows[i - 2].attack_tick) return first > 0 && first <= INT32_MAX ? (int32_t)first : 0;
    }
    return 0;
}

static void take_owner(shown_game *s, const reel_chunk *chunk)
{
    size_t infos, skins;
    const ghost_info *info = reel_chunk_rows(chunk, &ghost_infos, &infos);
    const ghost_skin *skin = reel_chunk_rows(chunk, &ghost_skins, &skins);
    if (!infos) return;
    const demo_client row = {
        .cid = OWNER, .name = info->owner, .skin = skins ? skin->skin : (reel_string){ NULL, 0 }, .country = -1
    };
    s->race_time = info->race_time;
    s->tees[OWNER].has_player = true;
    take(s, SHOWN_CLIENT, &row);
}

static void take_character(shown_game *s, const ghost_character *row)
{
    shown_tee *tee = &s->tees[OWNER];
    tee->now = (demo_character){ .cid = OWNER,
                                 .x = row->x,
                                 .y = row->y,
                                 .angle = row->angle,
                                 .direction = row->direction,
                                 .hook_state = row->hook_state,
                                 .hook_x = row->hook_x,
                                 .hook_y = row->hook_y,
                                 .weapon = row->weapon,
                                 .attack_tick = row->attack_tick,
                                 .freeze_end = row->weapon == FROZEN_WEAPON,
                                 .present = DEMO_CHARACTER_CORE };
    tee->is_stated = tee->holds = true;
}

static reel_status take_ghost(shown_game *s, const reel_analysis *analysis, const reel_chunk *chunk)
{
    size_t count;
    reel_status status = REEL_OK;
    const ghost_character *row = reel_chunk_rows(chunk, &ghost_characters, &count);
    if (!count) return REEL_OK;
    const bool first = !s->begun;
    if (first) s->ghost_tick = guess_tick(row, count);
    for (size_t i = 0; i < count && status >= 0; i++) {
        const int32_t tick = row[i].present & GHOST_HAS_TICK ? row[i].tick : s->ghost_tick;
        if (s->begun && tick <= s->tick) continue;
        s->tick = tick;
        s->ghost_tick = tick < INT32_MAX ? tick + 1 : tick;
        if (!s->begun) take_owner(s, chunk);
        s->begun = true;
        take_character(s, &row[i]);
        status = show_tees(s, analysis, false);
    }
    return status;
}

void reel__shown_finish(shown_game *s)
{
    enum { TICK = 1000 / TEEHISTORIAN_TICKS_PER_SECOND };
    teehistorian_finish row = { .cid = OWNER, .time = (int32_t)(s->race_time / TICK), .kind = TEEHISTORIAN_PLAYER_FINISH };
    if (row.time > 0) GIVE(s, teehistorian_finishes, &row);
}

#else
static reel_status take_ghost(shown_game *s, const reel_analysis *analysis, const reel_chunk *chunk)
{
    return (void)s, (void)analysis, (void)chunk, REEL_OK;
}
void reel__shown_finish(shown_game *s) { (void)s; }
#endif

/* ---- both ----------------------------------------------------------------------------------------------------------- */

#ifndef REEL_WITHOUT_GHOST
static bool is_zeros(reel_string text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] != '0') return false;
    return true;
}
#endif

bool reel__shown_header(const reel_chunk *chunk, teehistorian_header *header)
{
    size_t count = 0;
    *header = (teehistorian_header){ .map_size = -1 };
#ifndef REEL_WITHOUT_DEMO
    const demo_info *demo = reel_chunk_rows(chunk, &demo_infos, &count);
    if (count) {
        header->map_name = demo->map_name;
        header->map_crc = demo->map_crc;
        header->map_sha256 = demo->map_sha256;
        header->start_time = demo->timestamp;
        return true;
    }
#endif
#ifndef REEL_WITHOUT_GHOST
    const ghost_info *ghost = reel_chunk_rows(chunk, &ghost_infos, &count);
    if (count) {
        header->map_name = ghost->map_name;
        if (!is_zeros(ghost->map_crc)) header->map_crc = ghost->map_crc;
        header->map_sha256 = ghost->map_sha256;
        return true;
    }
#endif
    (void)count, (void)chunk;
    return false;
}

reel_status reel__shown_chunk(shown_game *s, const reel_analysis *analysis, const reel_chunk *chunk)
{
    reel_status status = REEL_OK;
    if (!s->opened) {
        s->opened = true;
        s->tick = -1;
        status = open_map(s, analysis);
    }
    if (status >= 0) status = take_demo(s, analysis, chunk);
    return status < 0 ? status : take_ghost(s, analysis, chunk);
}

#endif

/* SPDX-License-Identifier: MIT
 * The effect of each message on sessions, characters, names, teams and commands. docs/insight/ddnet.md has the rules. */
#include "insight/ddnet/game.h"

#include "codec/pull.h"
#include "core/fill.h"

#include <math.h>

static const reel_string nothing = { NULL, 0 };

/* ---- characters ----------------------------------------------------------------------------------------------------- */

static void end_character(game *g, slot *s, int32_t tick, bool gone)
{
    reel__session_row(g, s->character_session)->alive_ticks += (int64_t)tick - s->new_tick;
    reel__player_session(g, s->character_session)->alive_ticks += (int64_t)tick - s->new_tick;
    reel__heat_add(g, s->x, s->y, tick - s->stood + !gone); /* at the end of the recording it is alive in the last tick too */
    if (gone && g->rows_characters && s->character_row >= 0) {
        ddnet_character *row = (ddnet_character *)(void *)g->rows_characters->data + s->character_row;
        row->old_tick = tick;
        row->present |= DDNET_HAS_OLD_TICK;
    }
    s->alive = false;
    g->characters--;
}

static void begin_character(game *g, int32_t cid, const teehistorian_position *p)
{
    slot *s = &g->slots[cid];
    if (s->alive) end_character(g, s, g->tick, true);
    reel__session_ensure(g, cid);
    s->alive = true;
    s->character_session = s->session;
    s->new_tick = s->stood = g->tick;
    s->x = p->x, s->y = p->y;
    g->characters++;
    reel__session_row(g, s->session)->characters++;
    ddnet_character *row = g->rows_characters ? reel_row_add(g->rows_characters) : NULL;
    s->character_row = row ? (int64_t)g->rows_characters->count - 1 : NO_ROW;
    if (row) *row = (ddnet_character){ s->session, cid, g->tick, -1, 0 };
    reel__online_update(g);
}

enum { TELEPORT = 8 }; /* tiles: no tee moves this far in one tick */

/* Whether a tee was swapped, and no position has shown it yet. */
static bool is_swapped(const game *g, const slot *s) { return s->swap_tick && g->tick - s->swap_tick <= 1; }

static void move_character(game *g, slot *s, const teehistorian_position *p)
{
    bool swapped = is_swapped(g, s); /* it moves from where the other tee was */
    double dx = ((double)p->x - (swapped ? s->swap_x : s->x)) / TEEHISTORIAN_TILE,
           dy = ((double)p->y - (swapped ? s->swap_y : s->y)) / TEEHISTORIAN_TILE;
    s->swap_tick = 0;
    double step = sqrt(dx * dx + dy * dy);
    if (step < TELEPORT) {
        reel__activity_row(g, s->character_session)->distance += step;
        reel__player_session(g, s->character_session)->distance += step;
    }
    if (tile_of(s->x) != tile_of(p->x) || tile_of(s->y) != tile_of(p->y)) {
        reel__heat_add(g, s->x, s->y, g->tick - s->stood);
        s->stood = g->tick;
    }
    s->x = p->x, s->y = p->y;
}

static void process_position(game *g, const void *row)
{
    const teehistorian_position *p = row;
    if (!is_client(p->cid)) return;
    slot *s = &g->slots[p->cid];
    if (p->kind == TEEHISTORIAN_NEW) {
        begin_character(g, p->cid, p);
    } else if (p->kind == TEEHISTORIAN_DIFF && s->alive) {
        move_character(g, s, p);
    } else if (p->kind == TEEHISTORIAN_OLD && s->alive) {
        end_character(g, s, g->tick, true);
        reel__online_update(g);
    }
}

/* ---- inputs ---------------------------------------------------------------------------------------------------------- */

/* Number of presses between two states of a button's counter modulo 64. Odd values mean that the button is held. */
int64_t reel__input_presses(int32_t from, int32_t to)
{
    uint32_t steps = ((uint32_t)to - (uint32_t)from) & 63;
    return (steps + !(from & 1)) / 2;
}

static void process_input(game *g, const void *row)
{
    const teehistorian_input *input = row;
    if (!is_client(input->cid)) return;
    reel__session_ensure(g, input->cid);
    slot *s = &g->slots[input->cid];
    reel__session_row(g, s->session)->inputs++;
    reel__player_session(g, s->session)->inputs++;
    reel__session_account_time(g, input->cid, g->tick);
    ddnet_activity *activity = reel__activity_row(g, s->session);
    if (s->pressed) {
        activity->jumps += input->jump && !s->input[3];
        activity->hooks += input->hook && !s->input[5];
        activity->shots += reel__input_presses(s->input[4], input->fire);
        activity->direction_changes += input->direction != s->input[0];
        activity->weapon_changes += input->wanted_weapon != s->input[7];
    }
    memcpy(s->input, &input->direction, sizeof s->input);
    s->has_input = s->pressed = true;
}

/* ---- joins and drops -------------------------------------------------------------------------------------------------- */

static void process_join(game *g, const void *row)
{
    int32_t cid = ((const teehistorian_join *)row)->cid;
    if (!is_client(cid)) return;
    if (g->tick > 0) g->slots[cid].level = 0; /* logins from before the map load precede the JOIN of tick 0 */
    g->slots[cid].has_level = true;
    if (g->slots[cid].open) reel__session_close(g, cid, DDNET_END_JOIN, nothing, g->tick);
    reel__session_open(g, cid, DDNET_START_JOIN);
}

static void process_drop(game *g, const void *row)
{
    const teehistorian_drop *drop = row;
    if (!is_client(drop->cid)) return;
    reel__session_ensure(g, drop->cid);
    reel__session_close(g, drop->cid, DDNET_END_DROP, drop->reason, g->tick);
    g->slots[drop->cid].level = 0;
    g->slots[drop->cid].has_level = false;
}

static void process_protocol(game *g, const void *row)
{
    const teehistorian_protocol *p = row;
    if (!is_client(p->cid)) return;
    slot *s = &g->slots[p->cid];
    s->protocol = p->kind == TEEHISTORIAN_JOINVER7 ? 7 : 6;
    if (p->kind != TEEHISTORIAN_REJOINVER6) return;
    if (s->open) reel__session_close(g, p->cid, DDNET_END_REJOIN, nothing, g->tick);
    reel__session_open(g, p->cid, DDNET_START_REJOIN);
    s->level = 0;
    s->has_level = true;
}

static void process_auth(game *g, const void *row)
{
    const teehistorian_auth *auth = row;
    if (!is_client(auth->cid)) return;
    g->slots[auth->cid].level = auth->kind == TEEHISTORIAN_AUTH_LOGOUT ? 0 : auth->level;
    g->slots[auth->cid].has_level = true;
}

static void process_client(game *g, const void *row)
{
    const teehistorian_client *client = row;
    if (!is_client(client->cid)) return;
    reel__session_ensure(g, client->cid);
    ddnet_session *session = reel__session_row(g, g->slots[client->cid].session);
    session->ddnet_version = client->version;
    session->present |= DDNET_HAS_DDNET_VERSION;
    if (client->kind == TEEHISTORIAN_DDNETVER) session->connection_id = client->connection_id;
}

static void process_ready(game *g, const void *row)
{
    int32_t cid = ((const teehistorian_ready *)row)->cid;
    if (!is_client(cid)) return;
    reel__session_ensure(g, cid);
    ddnet_session *session = reel__session_row(g, g->slots[cid].session);
    session->ready_tick = g->tick;
    session->present |= DDNET_HAS_READY_TICK;
}

/* ---- names ------------------------------------------------------------------------------------------------------------ */

static ddnet_name *add_name(game *g, int32_t cid, uint64_t offset, ddnet_name_origin origin, reel_string name)
{
    ddnet_name *row = g->rows_names ? reel_row_add(g->rows_names) : NULL;
    if (!row) return NULL;
    row->tick = g->tick, row->offset = offset, row->cid = cid, row->session = g->slots[cid].session,
    row->origin = (uint8_t)origin;
    row->country = -1;
    row->name = name;
    return row;
}

static reel_string set_name(game *g, int32_t cid, reel_string text, bool counts)
{
    slot *s = &g->slots[cid];
    reel_string name = reel__text_copy(g, text);
    if (!counts) return name;
    ddnet_session *row = reel__session_row(g, s->session);
    if (!s->name.data) row->first_name = name;
    row->last_name = s->name = name;
    return name;
}

static void process_name(game *g, const void *row)
{
    const teehistorian_name *message = row;
    if (!is_client(message->cid)) return;
    reel__session_ensure(g, message->cid);
    add_name(g, message->cid, message->offset, DDNET_PLAYER_NAME, set_name(g, message->cid, message->name, true));
    g->slots[message->cid].named = true;
}

/* The six skin parts of protocol 0.7, separated by slashes. */
static reel_string join_parts(game *g, const reel_string *parts)
{
    size_t size = 5;
    for (size_t i = 0; i < 6; i++) size += parts[i].size;
    chunk_fill text = reel__fill_begin(g->analysis->result, size);
    for (size_t i = 0; i < 6; i++) {
        if (i) reel__fill_bytes(&text, "/", 1);
        reel__fill_bytes(&text, parts[i].data, parts[i].size);
    }
    return reel__fill_text(&text);
}

enum { MINOR_WITH_NAMES = 8 }; /* since then, PLAYER_NAME records every change */

static void process_info(game *g, const teehistorian_message *message, const teehistorian_net *net, ddnet_name_origin origin)
{
    bool counts = !g->slots[message->cid].named && (origin == DDNET_START_INFO || g->minor < MINOR_WITH_NAMES);
    reel_string name = set_name(g, message->cid, net->texts[0], counts);
    player_session *player = reel__player_session(g, g->slots[message->cid].session);
    if (g->rows_players) player->clan = reel__text_copy(g, net->texts[1]);
    player->has_clan = true;
    ddnet_name *row = add_name(g, message->cid, message->offset, origin, name);
    if (!row) return;
    row->described = 1;
    row->clan = reel__text_copy(g, net->texts[1]);
    row->country = net->numbers[0];
    row->skin = net->protocol == 7 ? join_parts(g, net->texts + 2) : reel__text_copy(g, net->texts[2]);
}

static reel_string parts_of_client(game *g, const demo_client *client)
{
    const reel_string parts[] = { client->skin_body,  client->skin_marking, client->skin_decoration,
                                  client->skin_hands, client->skin_feet,    client->skin_eyes };
    return join_parts(g, parts);
}

static bool is_same_text(reel_string a, reel_string b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

/* A demo repeats who is there. */
void reel__game_describe(game *g, const demo_client *client)
{
    if (!is_client(client->cid)) return;
    reel__session_ensure(g, client->cid);
    slot *s = &g->slots[client->cid];
    player_session *player = reel__player_session(g, s->session);
    const bool known = s->named && is_same_text(s->name, client->name);
    if (g->rows_players && !(player->has_clan && is_same_text(player->clan, client->clan)))
        player->clan = reel__text_copy(g, client->clan);
    player->has_clan = true;
    if (known) return;
    ddnet_name *row = add_name(g, client->cid, client->seq, DDNET_PLAYER_NAME, set_name(g, client->cid, client->name, true));
    s->named = true;
    if (!row) return;
    row->described = 1;
    row->clan = reel__text_copy(g, client->clan);
    row->country = client->country;
    row->skin = client->present & DEMO_CLIENT_SEVEN ? parts_of_client(g, client) : reel__text_copy(g, client->skin);
}

/* ---- network messages --------------------------------------------------------------------------------------------------- */

static void process_vote(game *g, const teehistorian_message *message, const teehistorian_net *net)
{
    ddnet_vote *row = g->rows_votes ? reel_row_add(g->rows_votes) : NULL;
    if (!row) return;
    row->tick = g->tick, row->offset = message->offset, row->cid = message->cid, row->session = g->slots[message->cid].session;
    row->kind = net->kind == TEEHISTORIAN_NET_CALL_VOTE ? DDNET_CALL : DDNET_CAST;
    if (row->kind == DDNET_CAST) {
        row->vote = net->numbers[0];
        return;
    }
    row->called = 1;
    row->vote_type = reel__text_copy(g, net->texts[0]);
    row->value = reel__text_copy(g, net->texts[1]);
    row->reason = reel__text_copy(g, net->texts[2]);
    row->force = net->number_count ? net->numbers[0] : 0;
}

static void process_message(game *g, const void *row)
{
    const teehistorian_message *message = row;
    if (!is_client(message->cid)) return;
    reel__session_ensure(g, message->cid);
    reel__session_row(g, g->slots[message->cid].session)->messages++;
    teehistorian_net net = teehistorian_net_of(message->data, message->protocol);
    if (!net.whole) return;
    if (net.kind == TEEHISTORIAN_NET_START_INFO) process_info(g, message, &net, DDNET_START_INFO);
    if (net.kind == TEEHISTORIAN_NET_CHANGE_INFO) process_info(g, message, &net, DDNET_CHANGE_INFO);
    if (net.kind == TEEHISTORIAN_NET_VOTE || net.kind == TEEHISTORIAN_NET_CALL_VOTE) process_vote(g, message, &net);
}

/* ---- commands ------------------------------------------------------------------------------------------------------------ */

static void write_arguments(void (*put)(void *context, const void *data, size_t size), void *context,
                            const teehistorian_argument *first, size_t count)
{
    push_writer json;
    reel__push_begin(&json, PULL_JSON, put, context);
    json.spaced = true;
    reel__push_array(&json, count);
    for (size_t i = 0; i < count; i++) reel__push_string(&json, first[i].text.data, first[i].text.size);
    reel__push_end(&json);
}

static void count_bytes(void *context, const void *data, size_t size)
{
    (void)data;
    *(size_t *)context += size;
}

static void fill_bytes(void *context, const void *data, size_t size) { reel__fill_bytes(context, data, size); }

static ddnet_source source_of(const teehistorian_command *command)
{
    if (command->cid == -1) return DDNET_SERVER;
    if (command->cid == -2) return DDNET_GAME;
    if (command->cid < 0) return DDNET_NO_GAME;
    return command->flags & 128 ? DDNET_CHAT : DDNET_RCON;
}

static void process_command(game *g, const void *from)
{
    const teehistorian_command *command = from;
    bool client = is_client(command->cid);
    reel__session_ensure(g, command->cid);
    if (client && command->flags & 128) reel__session_row(g, g->slots[command->cid].session)->chat_commands++;
    while (g->argument < g->last_argument && g->argument->seq < command->seq) g->argument++;
    size_t count = 0;
    while ((size_t)(g->last_argument - g->argument) > count && g->argument[count].seq == command->seq) count++;
    ddnet_command *row = g->rows_commands ? reel_row_add(g->rows_commands) : NULL;
    if (!row) return;
    row->tick = g->tick, row->offset = command->offset, row->cid = command->cid, row->flags = command->flags;
    row->session = client ? g->slots[command->cid].session : -1;
    bool has_level = client && g->slots[command->cid].has_level;
    row->present = (uint8_t)((client ? DDNET_HAS_SESSION : 0) | (has_level ? DDNET_HAS_LEVEL : 0));
    row->source = (uint8_t)source_of(command);
    row->level = has_level ? g->slots[command->cid].level : client ? -1 : 0;
    row->command = reel__text_copy(g, command->command);
    size_t size = 0;
    write_arguments(count_bytes, &size, g->argument, count);
    chunk_fill text = reel__fill_begin(g->analysis->result, size);
    write_arguments(fill_bytes, &text, g->argument, count);
    row->args = reel__fill_text(&text);
}

/* ---- teams and finishes ---------------------------------------------------------------------------------------------------- */

static ddnet_team *add_team(game *g, uint64_t offset, ddnet_team_kind kind, int32_t team)
{
    ddnet_team *row = g->rows_teams ? reel_row_add(g->rows_teams) : NULL;
    if (row) row->tick = g->tick, row->offset = offset, row->kind = (uint8_t)kind, row->team = team;
    return row;
}

static void process_team(game *g, const void *row)
{
    const teehistorian_team *team = row;
    if (is_client(team->cid)) g->slots[team->cid].team = team->team;
    ddnet_team *out = add_team(g, team->offset, DDNET_PLAYER_TEAM, team->team);
    if (out) out->cid = team->cid;
}

static bool is_team(int32_t team) { return team >= 0 && team < TEAMS; }

static void process_practice(game *g, const void *row)
{
    const teehistorian_practice *practice = row;
    if (is_team(practice->team)) g->practice[practice->team] = practice->practice != 0;
    ddnet_team *out = add_team(g, practice->offset, DDNET_TEAM_PRACTICE, practice->team);
    if (out) out->practice = practice->practice;
}

/* A load sets the start of the team's tees to the time that the save states before now; a save that fails loads the team back, with the
 * penalty for saving. */
static void process_save(game *g, const void *row)
{
    const teehistorian_save *save = row;
    bool loads = save->kind == TEEHISTORIAN_LOAD_SUCCESS || save->kind == TEEHISTORIAN_SAVE_FAILURE;
    if (loads && is_team(save->team)) g->loaded[save->team] = g->tick;
}

/* The server swaps the tees at once; the positions of the next tick show it. */
static void process_swap(game *g, const void *row)
{
    const teehistorian_swap *swap = row;
    if (!is_client(swap->cid) || !is_client(swap->other_cid)) return;
    slot *one = &g->slots[swap->cid], *other = &g->slots[swap->other_cid];
    if (!one->alive || !other->alive) return;
    int32_t x = is_swapped(g, one) ? one->swap_x : one->x, y = is_swapped(g, one) ? one->swap_y : one->y;
    one->swap_x = is_swapped(g, other) ? other->swap_x : other->x;
    one->swap_y = is_swapped(g, other) ? other->swap_y : other->y;
    other->swap_x = x, other->swap_y = y;
    one->swap_tick = other->swap_tick = g->tick;
}

/* Whether the clock of a run was started in this file, as far as it tells: no save was loaded after the start, and it is not before the
 * game. */
static bool started_here(const game *g, int32_t team, int64_t start)
{
    return start >= 0 && !(is_team(team) && g->loaded[team] > start);
}

/* A team's run has a row of the team and one of each player in the same tick, in either order. */
static void join_team(game *g, ddnet_finish *row)
{
    ddnet_finish *rows = (ddnet_finish *)(void *)g->rows_finishes->data;
    for (size_t i = g->rows_finishes->count - 1; i-- > 0 && rows[i].tick == row->tick;) {
        if (rows[i].kind == row->kind || rows[i].team != row->team) continue;
        if (row->kind == DDNET_TEAM)
            rows[i].of_team = 1;
        else
            row->of_team = 1;
    }
}

static void add_player_finish(game *g, int32_t session, int32_t time)
{
    player_session *player = reel__player_session(g, session);
    player->finishes++;
    if (!player->has_best || time < player->best_time_ticks) player->best_time_ticks = time;
    player->has_best = true;
}

static void process_finish(game *g, const void *from)
{
    const teehistorian_finish *finish = from;
    bool player = finish->kind == TEEHISTORIAN_PLAYER_FINISH, client = player && is_client(finish->cid);
    if (player) reel__session_ensure(g, finish->cid);
    const slot *s = client ? &g->slots[finish->cid] : NULL;
    if (s) {
        ddnet_session *session = reel__session_row(g, s->session);
        session->finishes++;
        if (!(session->present & DDNET_HAS_BEST_TIME) || finish->time < session->best_time_ticks)
            session->best_time_ticks = finish->time;
        session->present |= DDNET_HAS_BEST_TIME;
        if (!(is_team(s->team) && g->practice[s->team])) add_player_finish(g, s->session, finish->time);
    }
    ddnet_finish *row = g->rows_finishes ? reel_row_add(g->rows_finishes) : NULL;
    if (!row) return;
    row->tick = g->tick, row->offset = finish->offset, row->kind = player ? DDNET_PLAYER : DDNET_TEAM;
    row->cid = player ? finish->cid : -1;
    row->session = s ? s->session : -1;
    row->present = (uint8_t)((player ? DDNET_HAS_CID : DDNET_HAS_TEAM) | (s ? DDNET_HAS_SESSION | DDNET_HAS_TEAM : 0));
    row->team = player ? (s ? s->team : -1) : finish->cid;
    row->time_ticks = finish->time;
    row->time = (double)finish->time / TEEHISTORIAN_TICKS_PER_SECOND;
    row->start_tick = (int32_t)((uint32_t)g->tick - (uint32_t)finish->time);
    if (started_here(g, row->team, (int64_t)g->tick - finish->time)) row->present |= DDNET_HAS_START_TICK;
    if (!(row->present & DDNET_HAS_START_TICK)) row->start_tick = -1;
    row->practice = is_team(row->team) && g->practice[row->team];
    if (s) row->name = s->name;
    join_team(g, row);
}

/* ---- all of them -------------------------------------------------------------------------------------------------------- */

static const struct {
    const reel_table *table;
    game_processor process;
} processors[] = {
    { &teehistorian_positions, process_position }, { &teehistorian_inputs, process_input },
    { &teehistorian_joins, process_join },         { &teehistorian_drops, process_drop },
    { &teehistorian_protocols, process_protocol }, { &teehistorian_auths, process_auth },
    { &teehistorian_clients, process_client },     { &teehistorian_readies, process_ready },
    { &teehistorian_names, process_name },         { &teehistorian_messages, process_message },
    { &teehistorian_commands, process_command },   { &teehistorian_teams, process_team },
    { &teehistorian_practices, process_practice }, { &teehistorian_finishes, process_finish },
    { &teehistorian_saves, process_save },         { &teehistorian_swaps, process_swap },
};

game_processor reel__game_processor(const reel_table *table, bool judges_only)
{
    if (judges_only && table != &teehistorian_teams && table != &teehistorian_practices) return NULL;
    for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
        if (processors[i].table == table) return processors[i].process;
    return NULL;
}

void reel__game_end(game *g, int32_t last_tick)
{
    g->tick = last_tick;
    reel__write_dense_until(g, (int64_t)last_tick + 1);
    for (int32_t cid = 0; cid < CLIENTS; cid++) {
        slot *s = &g->slots[cid];
        if (s->alive) end_character(g, s, last_tick, false);
        if (s->open) reel__session_close(g, cid, DDNET_END_OF_FILE, nothing, last_tick);
    }
    reel__heat_write_rows(g);
}

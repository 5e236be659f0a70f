/* SPDX-License-Identifier: MIT
 * What the rows of a recording say of its clients. */
#include "pairs/ddnet/state.h"

#include "core/text.h"

static const reel_string nameless = { "nameless tee", sizeof "nameless tee" - 1 };
static const reel_string usual_skin = { "default", sizeof "default" - 1 };

/* ---- texts ------------------------------------------------------------------------------------------------------ */

/* Copies a text as servers do: without blanks at its ends, with a blank for each control, cut between two characters. Bytes that are not
 * UTF-8 become U+FFFD. */
static void set_text(short_text *to, reel_string from, size_t most)
{
    const char *at = from.data, *end = from.size ? from.data + from.size : from.data;
    size_t size = 0, kept = 0;
    while (at < end) {
        size_t step;
        uint8_t bytes[4];
        uint32_t point = reel_utf8(at, (size_t)(end - at), &step);
        if (!step) point = 0xfffd;
        at += step ? step : 1;
        if (point < ' ') point = ' ';
        const size_t more = reel__utf8_write(bytes, point);
        if (size + more > most) break;
        if (point == ' ' && !size) continue;
        memcpy(to->data + size, bytes, more);
        size += more;
        if (point != ' ') kept = size;
    }
    memset(to->data + kept, 0, sizeof to->data - kept);
    to->size = (uint8_t)kept;
}

void reel__remake_reset(tee_slot *slot)
{
    slot->named = slot->greeted = slot->spectates = false;
    slot->auth_level = slot->best = 0;
    slot->country = -1;
    slot->use_custom_color = slot->color_body = slot->color_feet = 0;
    slot->kill_tick = NO_TICK;
    slot->emoticon_tick = 0;
    slot->eyes_until = -1;
    set_text(&slot->name, nameless, NAME_MOST);
    set_text(&slot->clan, (reel_string){ NULL, 0 }, CLAN_MOST);
    set_text(&slot->skin, usual_skin, SKIN_MOST);
}

void reel__remake_set_name(tee_slot *slot, reel_string name)
{
    set_text(&slot->name, name, NAME_MOST);
    if (!slot->name.size) set_text(&slot->name, nameless, NAME_MOST);
}

/* The lightness of a color of 0.7 goes from 61 of 255 to 255, that of 0.6 from the middle on. */
static int32_t color_of_seven(int32_t color)
{
    const int32_t lightness = 61 + (color & 0xff) * (255 - 61) / 255, six = 2 * lightness - 255;
    return (color & 0xffff00) | (six > 0 ? six : 0);
}

/* Numbers of the message behind the country: six times whether a part has a color of its own, and six colors. */
enum { SEVEN_PARTS = 6, SEVEN_FEET = 4 };

static void describe(tee_slot *slot, const teehistorian_net *net)
{
    const int32_t *numbers = net->numbers;
    if (!slot->named) reel__remake_set_name(slot, net->texts[0]);
    set_text(&slot->clan, net->texts[1], CLAN_MOST);
    slot->country = numbers[0];
    set_text(&slot->skin, net->protocol == 7 ? usual_skin : net->texts[2], SKIN_MOST);
    if (!slot->skin.size) set_text(&slot->skin, usual_skin, SKIN_MOST);
    slot->use_custom_color = numbers[1] != 0;
    slot->color_body = net->protocol == 7 ? color_of_seven(numbers[1 + SEVEN_PARTS]) : numbers[2];
    slot->color_feet = net->protocol == 7 ? color_of_seven(numbers[1 + SEVEN_PARTS + SEVEN_FEET]) : numbers[3];
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static tee_slot *slot_of(remake *d, int32_t cid) { return is_client(cid) ? &d->slots[cid] : NULL; }

/* A client whose join is not in the recording is there all the same. */
static tee_slot *pressing_slot(remake *d, int32_t cid)
{
    tee_slot *slot = slot_of(d, cid);
    if (!slot || slot->online) return slot;
    slot->online = true;
    d->many |= cid >= DEMO_OLD_CLIENTS;
    if (d->world) reel__ddnet_world_join(d->world, cid);
    return slot;
}

static tee_slot *online_slot(remake *d, int32_t cid)
{
    tee_slot *slot = pressing_slot(d, cid);
    if (slot) slot->stated = true;
    return slot;
}

static void forget_tee(remake *d, tee_slot *slot, int32_t cid)
{
    d->alive -= slot->alive;
    slot->alive = false;
    if (d->world) reel__ddnet_world_leave(d->world, cid);
}

static void process_join(remake *d, const void *row)
{
    const teehistorian_join *join = row;
    tee_slot *slot = slot_of(d, join->cid);
    if (!slot) return;
    slot->has_input = false;                      /* a tee that is there already stays: only a drop takes it away */
    if (join->tick > 0) reel__remake_reset(slot); /* those of tick 0 were there before: their names may be given */
    online_slot(d, join->cid);
}

static void greet(remake *d, tee_slot *slot)
{
    if (slot->greeted) return;
    slot->greeted = true;
    reel__remake_chat(d, "'%s' entered and joined the game", slot->name.data);
}

static void process_ready(remake *d, const void *row)
{
    tee_slot *slot = online_slot(d, ((const teehistorian_ready *)row)->cid);
    if (slot) greet(d, slot);
}

static void process_drop(remake *d, const void *row)
{
    const teehistorian_drop *drop = row;
    tee_slot *slot = slot_of(d, drop->cid);
    if (!slot || !slot->online) return;
    if (drop->reason.size)
        reel__remake_chat(d, "'%s' has left the game (%.*s)", slot->name.data, (int)drop->reason.size, drop->reason.data);
    else
        reel__remake_chat(d, "'%s' has left the game", slot->name.data);
    forget_tee(d, slot, drop->cid);
    slot->online = slot->has_input = slot->stated = false;
    reel__remake_reset(slot);
}

static void process_input(remake *d, const void *row)
{
    const teehistorian_input *input = row;
    tee_slot *slot = pressing_slot(d, input->cid);
    if (!slot) return;
    slot->input =
        (ddnet_controls){ input->direction, input->target_x,     input->target_y,      input->jump,        input->fire,
                          input->hook,      input->player_flags, input->wanted_weapon, input->next_weapon, input->prev_weapon };
    slot->has_input = slot->was_pressed = true;
    slot->input_tick = input->tick;
    if (input->tick < INT32_MAX) d->acted[input->cid] = input->tick + 1;
    if (d->world) reel__ddnet_world_input(d->world, input->cid, &slot->input);
}

static void process_name(remake *d, const void *row)
{
    const teehistorian_name *name = row;
    tee_slot *slot = online_slot(d, name->cid);
    if (!slot) return;
    reel__remake_set_name(slot, name->name);
    slot->named = true;
}

static void process_team(remake *d, const void *row)
{
    const teehistorian_team *team = row;
    tee_slot *slot = slot_of(d, team->cid);
    if (!slot || slot->team == team->team) return;
    slot->team = team->team;
    d->teams_changed = true;
    if (d->world) reel__ddnet_world_team(d->world, team->cid, team->team);
}

static void process_auth(remake *d, const void *row)
{
    const teehistorian_auth *auth = row;
    tee_slot *slot = slot_of(d, auth->cid);
    if (slot) slot->auth_level = auth->kind == TEEHISTORIAN_AUTH_LOGOUT ? 0 : auth->level;
}

static void process_protocol(remake *d, const void *row)
{
    const teehistorian_protocol *protocol = row;
    tee_slot *slot = protocol->kind == TEEHISTORIAN_REJOINVER6 ? online_slot(d, protocol->cid) : NULL;
    if (slot) reel__remake_reset(slot);
}

static void process_finish(remake *d, const void *row)
{
    enum { MINUTE = 60 * TEEHISTORIAN_TICKS_PER_SECOND, HUNDREDTHS = 100 / TEEHISTORIAN_TICKS_PER_SECOND };
    const teehistorian_finish *finish = row;
    tee_slot *slot = finish->kind == TEEHISTORIAN_PLAYER_FINISH ? online_slot(d, finish->cid) : NULL;
    if (!slot || finish->time < 0) return;
    if (!slot->best || finish->time < slot->best) slot->best = finish->time;
    const int32_t rest = finish->time % MINUTE * HUNDREDTHS;
    reel__remake_chat(d, "%s finished in: %d minute(s) %s%d.%d%d second(s)", slot->name.data, finish->time / MINUTE,
                      rest < 1000 ? " " : "", rest / 100, rest / 10 % 10, rest % 10);
}

/* Servers leave out those that come too soon, and the eyes follow the others for two seconds. */
static void show_emoticon(remake *d, tee_slot *slot, int32_t cid, int32_t tick, int32_t emoticon)
{
    enum { NORMAL, PAIN, HAPPY, SURPRISE, ANGRY, BLINK, EMOTICONS = 16, LASTS = 100 };
    static const uint8_t eyes[EMOTICONS] = { PAIN, SURPRISE, HAPPY, BLINK, BLINK, HAPPY,    PAIN,  SURPRISE,
                                             PAIN, ANGRY,    ANGRY, ANGRY, BLINK, SURPRISE, HAPPY, SURPRISE };
    if (emoticon < 0 || emoticon >= EMOTICONS || (slot->emoticon_tick && (int64_t)tick - slot->emoticon_tick < d->emoticon_delay))
        return;
    slot->emoticon_tick = tick;
    slot->eyes = eyes[emoticon];
    slot->eyes_until = (int64_t)tick + LASTS;
    reel__remake_emoticon(d, cid, emoticon);
}

static void process_message(remake *d, const void *row)
{
    enum {
        MINOR_WITH_NAMES = 8,
        MINOR_WITH_READY = 3
    }; /* since then PLAYER_NAME has every change, and PLAYER_READY each entry */
    const teehistorian_message *message = row;
    tee_slot *slot = online_slot(d, message->cid);
    if (!slot) return;
    const teehistorian_net net = teehistorian_net_of(message->data, message->protocol);
    const bool starts = net.kind == TEEHISTORIAN_NET_START_INFO;
    if (!net.whole) return;
    if (starts || net.kind == TEEHISTORIAN_NET_CHANGE_INFO) {
        const bool named = slot->named;
        slot->named = named || (!starts && d->minor >= MINOR_WITH_NAMES);
        describe(slot, &net);
        slot->named = named;
        if (starts && d->minor < MINOR_WITH_READY) greet(d, slot);
    } else if (net.kind == TEEHISTORIAN_NET_SET_TEAM) {
        slot->spectates = net.numbers[0] == TEAM_SPECTATORS;
    } else if (net.kind == TEEHISTORIAN_NET_KILL) {
        slot->kill_tick = message->tick;
        if (d->world) reel__ddnet_world_kill(d->world, message->cid);
    } else if (net.kind == TEEHISTORIAN_NET_EMOTICON) {
        show_emoticon(d, slot, message->cid, message->tick, net.numbers[0]);
    }
}

static void add_word(char *line, size_t *size, reel_string word)
{
    enum { LINE_MOST = 256 }; /* no command of the physics is longer */
    if (word.size >= LINE_MOST - *size - 1) return;
    if (*size) line[(*size)++] = ' ';
    if (word.size) memcpy(line + *size, word.data, word.size);
    *size += word.size;
    line[*size] = 0;
}

/* Commands that change the physics: tuning, settings, a pause. */
static void process_command(remake *d, const void *row)
{
    const teehistorian_command *command = row;
    char line[256] = "";
    size_t size = 0;
    add_word(line, &size, command->command);
    while (d->argument < d->last_argument && d->argument->seq < command->seq) d->argument++;
    for (; d->argument < d->last_argument && d->argument->seq == command->seq; d->argument++)
        add_word(line, &size, d->argument->text);
    if (d->world) reel__ddnet_world_command(d->world, command->cid, line);
}

static const struct {
    const reel_table *table;
    void (*process)(remake *, const void *);
} processors[] = {
    { &teehistorian_inputs, process_input },     { &teehistorian_joins, process_join },
    { &teehistorian_drops, process_drop },       { &teehistorian_readies, process_ready },
    { &teehistorian_names, process_name },       { &teehistorian_teams, process_team },
    { &teehistorian_auths, process_auth },       { &teehistorian_messages, process_message },
    { &teehistorian_finishes, process_finish },  { &teehistorian_protocols, process_protocol },
    { &teehistorian_commands, process_command },
};

void reel__remake_process(remake *d, const reel_table *table, const void *row)
{
    for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
        if (processors[i].table == table) processors[i].process(d, row);
}

void reel__remake_enter(remake *d)
{
    const tee_world *world = &d->entry.world;
    d->entry.is_due = false;
    d->tick = d->open = world->tick;
    for (int32_t cid = 0; cid < DDNET_CLIENTS; cid++) {
        tee_slot *slot = &d->slots[cid];
        const int32_t *in = world->input[cid];
        slot->was_pressed = world->has_input[cid];
        slot->input = (ddnet_controls){ in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], in[8], in[9] };
        slot->x = world->at[cid].x;
        slot->y = world->at[cid].y;
        if (world->alive[cid]) reel__remake_begin_tee(d, cid);
    }
}

/* SPDX-License-Identifier: MIT
 * The rows of a snapshot. A whole one states every item, the others what is new or has changed. */
#include "pairs/ddnet/scramble.h"
#include "pairs/ddnet/state.h"

#include "formats/demo/layout.h"

#include <string.h>

/* Types of items of 0.6. */
enum { ITEM_PROJECTILE = 2, ITEM_LASER = 3, ITEM_CHARACTER = 9, ITEM_PLAYER = 10, ITEM_CLIENT = 11 };

enum { EMOTE_NORMAL = 0, EMOTE_PAIN = 1, EMOTE_BLINK = 5 };

enum { NO_SCORE = -9999, SHOT_IDS = 0x10000, PLAYER_AWAY = 1 };

/* Where rows of a snapshot go. */
typedef struct snapshot_rows {
    remake *d;
    reel_chunk *out;
    int32_t tick;
    bool full;
} snapshot_rows;

static void *add_row(snapshot_rows *s, const reel_table *table)
{
    reel_row_list *list = reel_chunk_table(s->out, table);
    return list ? reel_row_add(list) : NULL;
}

static void add_removal(snapshot_rows *s, int32_t type, const char *uuid, int32_t id)
{
    demo_removal *row = add_row(s, &demo_removals);
    if (!row) return;
    row->tick = s->tick;
    row->id = id;
    row->present = uuid ? DEMO_HAS_UUID : DEMO_HAS_TYPE;
    row->type = uuid ? 0 : type;
    for (size_t i = 0; uuid && i < DEMO_UUIDS; i++)
        if (strcmp(reel__demo_uuids[i].name, uuid) == 0) memcpy(row->uuid.bytes, reel__demo_uuids[i].bytes, DEMO_UUID);
}

/* ---- clients ---------------------------------------------------------------------------------------------------- */

static bool same_text(const short_text *a, const short_text *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static void state_client(snapshot_rows *s, tee_slot *slot, int32_t cid)
{
    demo_client *before = &slot->client;
    const bool same = slot->has_client && before->country == slot->country &&
                      before->use_custom_color == slot->use_custom_color && before->color_body == slot->color_body &&
                      before->color_feet == slot->color_feet && same_text(&slot->name, &slot->stated_name) &&
                      same_text(&slot->clan, &slot->stated_clan) && same_text(&slot->skin, &slot->stated_skin);
    if (same && !s->full) return;
    slot->stated_name = slot->name;
    slot->stated_clan = slot->clan;
    slot->stated_skin = slot->skin;
    *before = (demo_client){ .tick = s->tick,
                             .cid = cid,
                             .name = text_of_slot(&slot->stated_name),
                             .clan = text_of_slot(&slot->stated_clan),
                             .skin = text_of_slot(&slot->stated_skin),
                             .country = slot->country,
                             .use_custom_color = slot->use_custom_color,
                             .color_body = slot->color_body,
                             .color_feet = slot->color_feet,
                             .present = DEMO_CLIENT_SIX };
    demo_client *row = add_row(s, &demo_clients);
    if (!row) return;
    *row = *before;
    row->name = reel_chunk_string(s->out, slot->name.data, slot->name.size);
    row->clan = reel_chunk_string(s->out, slot->clan.data, slot->clan.size);
    row->skin = reel_chunk_string(s->out, slot->skin.data, slot->skin.size);
}

static void state_player(snapshot_rows *s, tee_slot *slot, int32_t cid)
{
    const reel_convert_options *how = s->d->job->how;
    demo_player *before = &slot->player;
    const demo_player now = { .tick = s->tick,
                              .cid = cid,
                              .local = how->flags & REEL_FOLLOW && how->follow == cid,
                              .client_id = cid,
                              .team = slot->spectates ? TEAM_SPECTATORS : 0,
                              .score = slot->best ? -(slot->best / TEEHISTORIAN_TICKS_PER_SECOND) : NO_SCORE,
                              .flags = slot->has_input ? 0 : PLAYER_AWAY,
                              .auth_level = slot->auth_level,
                              .present = DEMO_PLAYER_CORE | DEMO_PLAYER_SIX | DEMO_PLAYER_DDNET };
    const bool same = slot->has_client && before->team == now.team && before->score == now.score &&
                      before->auth_level == now.auth_level && before->local == now.local && before->flags == now.flags;
    *before = now;
    demo_player *row = same && !s->full ? NULL : add_row(s, &demo_players);
    if (row) *row = now;
}

static void remove_client(snapshot_rows *s, tee_slot *slot, int32_t cid)
{
    if (slot->has_client && !s->full) {
        add_removal(s, ITEM_PLAYER, NULL, cid);
        add_removal(s, 0, "player@netobj.ddnet.tw", cid);
        add_removal(s, ITEM_CLIENT, NULL, cid);
    }
    slot->has_client = false;
}

/* ---- tees ------------------------------------------------------------------------------------------------------- */

/* CCharacter::DetermineEyeEmote: a player who has pressed nothing yet is away; eyes blink when nothing was pressed for five seconds. */
static int32_t emote_of(const tee_slot *slot, const ddnet_tee *tee, int32_t tick)
{
    enum { PERIOD = 5 * TEEHISTORIAN_TICKS_PER_SECOND, BLINK = 5 };
    const bool deep = tee->freeze_end < 0, live = tee->flags & DDNET_LIVE_FROZEN;
    if (!slot->has_input) return tee->freeze_end ? EMOTE_NORMAL : EMOTE_BLINK;
    if (tick <= slot->eyes_until && slot->eyes != EMOTE_NORMAL) return slot->eyes;
    if (deep || live) return EMOTE_PAIN;
    const int64_t quiet = (int64_t)tick - (slot->input_tick + (int64_t)1);
    return tee->freeze_end || PERIOD - quiet % PERIOD < BLINK ? EMOTE_BLINK : EMOTE_NORMAL;
}

static demo_character character_of(const tee_slot *slot, const ddnet_tee *tee, int32_t tick, int32_t cid)
{
    return (demo_character){ .tick = tick,
                             .cid = cid,
                             .item_tick = tick,
                             .x = tee->x,
                             .y = tee->y,
                             .vel_x = tee->vel_x,
                             .vel_y = tee->vel_y,
                             .angle = tee->angle,
                             .direction = tee->direction,
                             .jumped = tee->jumped,
                             .hooked_cid = tee->hooked_cid,
                             .hook_state = tee->hook_state,
                             .hook_tick = tee->hook_tick,
                             .hook_x = tee->hook_x,
                             .hook_y = tee->hook_y,
                             .hook_dx = tee->hook_dx,
                             .hook_dy = tee->hook_dy,
                             .player_flags = slot->input.player_flags,
                             .health = tee->health,
                             .armor = tee->armor,
                             .ammo = tee->ammo,
                             .weapon = tee->weapon,
                             .emote = emote_of(slot, tee, tick),
                             .attack_tick = tee->attack_tick,
                             .flags = tee->flags,
                             .freeze_end = tee->freeze_end,
                             .jumps = tee->jumps,
                             .tele_checkpoint = tee->tele_checkpoint,
                             .strong_weak_id = tee->strong_weak_id,
                             .jumped_total = tee->jumped_total,
                             .ninja_activation_tick = tee->ninja_activation_tick,
                             .freeze_start = tee->freeze_start,
                             .target_x = tee->target_x,
                             .target_y = tee->target_y };
}

static bool extended_is_same(const demo_character *a, const demo_character *b)
{
    return a->flags == b->flags && a->freeze_end == b->freeze_end && a->jumps == b->jumps &&
           a->tele_checkpoint == b->tele_checkpoint && a->strong_weak_id == b->strong_weak_id &&
           a->jumped_total == b->jumped_total && a->ninja_activation_tick == b->ninja_activation_tick &&
           a->freeze_start == b->freeze_start && a->target_x == b->target_x && a->target_y == b->target_y;
}

static void state_character(snapshot_rows *s, tee_slot *slot, const ddnet_tee *tee, int32_t cid)
{
    const uint8_t plain = DEMO_CHARACTER_CORE | DEMO_CHARACTER_FLAGS;
    const uint8_t extended = DEMO_CHARACTER_DDNET | DEMO_CHARACTER_STRONG | DEMO_CHARACTER_TOTALS | DEMO_CHARACTER_TARGET;
    demo_character now = character_of(slot, tee, s->tick, cid);
    if (s->d->scrambler) reel__scramble_character(s->d->scrambler, &now);
    const bool same = slot->has_character && !s->full && extended_is_same(&now, &slot->character);
    slot->character = now;
    slot->has_character = true;
    demo_character *row = add_row(s, &demo_characters);
    if (!row) return;
    if (same) { /* of a row without the item, its numbers are nothing */
        now.flags = now.freeze_end = now.jumps = now.tele_checkpoint = now.strong_weak_id = now.jumped_total = 0;
        now.ninja_activation_tick = now.freeze_start = now.target_x = now.target_y = 0;
    }
    *row = now;
    row->present = same ? plain : plain | extended;
}

static void remove_character(snapshot_rows *s, tee_slot *slot, int32_t cid)
{
    if (slot->has_character && !s->full) {
        add_removal(s, ITEM_CHARACTER, NULL, cid);
        add_removal(s, 0, "character@netobj.ddnet.tw", cid);
    }
    slot->has_character = false;
}

static void state_slot(snapshot_rows *s, int32_t cid)
{
    tee_slot *slot = &s->d->slots[cid];
    const bool shows = slot->online && reel__remake_shows(s->d, cid);
    const ddnet_tee *tee = shows && slot->alive ? reel__ddnet_world_tee(s->d->world, cid) : NULL;
    if (tee)
        state_character(s, slot, tee, cid);
    else
        remove_character(s, slot, cid);
    if (!shows) {
        remove_client(s, slot, cid);
        return;
    }
    state_player(s, slot, cid);
    state_client(s, slot, cid);
    slot->has_client = true;
}

/* ---- shots ------------------------------------------------------------------------------------------------------ */

static bool same_values(const shot *a, const shot *b) { return memcmp(a->values, b->values, sizeof a->values) == 0; }

static bool is_number_used(const shot_list *shots, int32_t number)
{
    for (size_t i = 0; i < shots->count; i++)
        if (shots->shots[i].number == number) return true;
    return false;
}

static void scramble_projectile(scrambler *s, shot *of)
{
    reel__scramble_point(s, &of->stated[0], &of->stated[1]);
    reel__scramble_direction(s, of->owner, of->values[5], &of->stated[2], &of->stated[3]);
}

static void scramble_laser(scrambler *s, shot *of)
{
    reel__scramble_point(s, &of->stated[0], &of->stated[1]);
    reel__scramble_point(s, &of->stated[2], &of->stated[3]);
}

/* Gives shots the numbers that they had. Those of both snapshots are in the same order, but for some that are new or gone. */
static void number_shots(shot_list *now, shot_list *before, bool is_old[SHOTS_MOST])
{
    size_t from = 0;
    for (size_t i = 0; i < now->count; i++) {
        size_t at = from;
        while (at < before->count && !same_values(&now->shots[i], &before->shots[at])) at++;
        is_old[i] = at < before->count;
        if (!is_old[i]) continue;
        now->shots[i].number = before->shots[at].number;
        memcpy(now->shots[i].stated, before->shots[at].stated, sizeof before->shots[at].stated);
        from = at + 1;
    }
    for (size_t i = 0; i < now->count; i++) {
        if (is_old[i]) continue;
        do now->next = (now->next + 1) % SHOT_IDS;
        while (is_number_used(before, now->next));
        now->shots[i].number = now->next;
    }
}

static void state_shots(snapshot_rows *s, shot_list *now, shot_list *before, int32_t type,
                        void (*state)(snapshot_rows *s, const shot *of), void (*scramble)(scrambler *s, shot *of))
{
    bool is_old[SHOTS_MOST];
    now->next = before->next;
    number_shots(now, before, is_old);
    for (size_t i = 0; i < before->count && !s->full; i++)
        if (!is_number_used(now, before->shots[i].number)) add_removal(s, type, NULL, before->shots[i].number);
    for (size_t i = 0; i < now->count; i++) {
        shot *of = &now->shots[i];
        if (!is_old[i]) memcpy(of->stated, of->values, sizeof of->values);
        if (!is_old[i] && s->d->scrambler) scramble(s->d->scrambler, of);
        if (!is_old[i] || s->full) state(s, of);
    }
    before->count = now->count;
    before->next = now->next;
    if (now->count) memcpy(before->shots, now->shots, now->count * sizeof *now->shots);
}

static void state_projectile(snapshot_rows *s, const shot *of)
{
    demo_projectile *row = add_row(s, &demo_projectiles);
    if (!row) return;
    row->tick = s->tick;
    row->id = of->number;
    row->x = of->stated[0], row->y = of->stated[1];
    row->vel_x = of->stated[2], row->vel_y = of->stated[3];
    row->type = of->stated[4];
    row->start_tick = of->stated[5];
    row->present = DEMO_PROJECTILE_PLAIN;
}

static void state_laser(snapshot_rows *s, const shot *of)
{
    demo_laser *row = add_row(s, &demo_lasers);
    if (!row) return;
    row->tick = s->tick;
    row->id = of->number;
    row->x = of->stated[0], row->y = of->stated[1];
    row->from_x = of->stated[2], row->from_y = of->stated[3];
    row->start_tick = of->stated[4];
    row->present = DEMO_LASER_PLAIN;
}

static int32_t whole(double value) { return value > -2e9 && value < 2e9 ? (int32_t)value : 0; }

static void collect_projectiles(remake *d, shot_list *now)
{
    size_t count;
    const ddnet_projectile *all = reel__ddnet_world_projectiles(d->world, &count);
    for (size_t i = 0; i < count; i++) {
        const ddnet_projectile *p = &all[i];
        if (p->owner >= 0 && !reel__remake_shows(d, p->owner)) continue;
        if (now->count == SHOTS_MOST) {
            reel__pair_lose(d->job, &demo_projectiles, "id", count - i, "a snapshot here has at most 256 of them");
            return;
        }
        now->shots[now->count++] = (shot){ .values = { whole(p->x), whole(p->y), whole((double)p->direction_x * 100),
                                                       whole((double)p->direction_y * 100), p->type, p->start_tick },
                                           .owner = p->owner };
    }
}

static void collect_lasers(remake *d, shot_list *now)
{
    size_t count;
    const ddnet_laser *all = reel__ddnet_world_lasers(d->world, &count);
    for (size_t i = 0; i < count; i++) {
        const ddnet_laser *l = &all[i];
        if (l->owner >= 0 && !reel__remake_shows(d, l->owner)) continue;
        if (now->count == SHOTS_MOST) {
            reel__pair_lose(d->job, &demo_lasers, "id", count - i, "a snapshot here has at most 256 of them");
            return;
        }
        now->shots[now->count++] =
            (shot){ .values = { whole(l->x), whole(l->y), whole(l->from_x), whole(l->from_y), l->start_tick },
                    .owner = l->owner };
    }
}

/* ---- the snapshot ----------------------------------------------------------------------------------------------- */

/* What a server of DDNet says of its game: GameInfoEx. */
enum {
    GAME_FLAGS = 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5 | 1 << 10 | 1 << 11 | 1 << 13 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 17 |
                 1 << 18 | 1 << 22 | 1 << 23 | 1 << 25 | 1 << 26 | 1 << 27,
    GAME_FLAGS2 = 1 << 6 | 1 << 9,
    GAME_NO_WEAK_HOOK = 1 << 7,
    GAME_VERSION = 8
};

static void state_game(snapshot_rows *s)
{
    demo_game *row = add_row(s, &demo_games);
    if (!row) return;
    row->tick = s->tick;
    row->round_current = 1;
    row->flags = GAME_FLAGS;
    row->version = GAME_VERSION;
    row->flags2 = GAME_FLAGS2 | (s->d->rules.no_weak_hook ? GAME_NO_WEAK_HOOK : 0);
    row->present = DEMO_GAME_RULES | DEMO_GAME_STATE | DEMO_GAME_WARMUP | DEMO_GAME_DDNET | DEMO_GAME_FLAGS2;
}

static bool any_team(const remake *d)
{
    for (size_t i = 0; i < DDNET_CLIENTS; i++)
        if (d->slots[i].team) return true;
    return false;
}

/* Also of those that are not shown: a hook may hold them. */
static void scramble_places(remake *d)
{
    reel__scramble_tick(d->scrambler, d->tick);
    for (int32_t cid = 0; cid < DDNET_CLIENTS; cid++) {
        const ddnet_tee *tee = d->slots[cid].alive ? reel__ddnet_world_tee(d->world, cid) : NULL;
        if (tee) reel__scramble_place(d->scrambler, cid, tee->x, tee->y);
    }
}

void reel__remake_snapshot(remake *d)
{
    shot_list shots; /* most of it is not used */
    snapshot_rows s = { .d = d, .out = d->job->out, .tick = d->tick };
    s.full = d->stated_tick < 0 || (int64_t)d->tick - d->key_tick > DEMO_KEY_EVERY;
    if (d->scrambler) scramble_places(d);
    if (d->teams_changed) reel__remake_teams(d);
    for (int32_t cid = 0; cid < DDNET_CLIENTS; cid++) state_slot(&s, cid);
    shots.count = 0;
    collect_projectiles(d, &shots);
    state_shots(&s, &shots, &d->projectiles, ITEM_PROJECTILE, state_projectile, scramble_projectile);
    shots.count = 0;
    collect_lasers(d, &shots);
    state_shots(&s, &shots, &d->lasers, ITEM_LASER, state_laser, scramble_laser);
    if (s.full) state_game(&s);
    reel_row_list *list = reel_chunk_table(s.out, &demo_snapshots);
    demo_snapshot *row = list ? reel_row_add(list) : NULL;
    if (row) {
        row->tick = s.tick;
        row->keyframe = s.full;
        row->kind = s.full ? DEMO_FULL : DEMO_DELTA; /* also without a change: a tick alone at the end of a file is no snapshot */
    }
    d->stated_tick = s.tick;
    if (s.full) d->key_tick = s.tick;
    if (s.full) reel__remake_tuning(d);
    if (s.full && any_team(d)) reel__remake_teams(d);
    d->teams_changed = false;
}

/* SPDX-License-Identifier: MIT
 * The keys of rows that no line has given, or that were changed since. */
#include "core/chunk.h"
#include "formats/echo/replay/session.h"

enum { ALL = 0xff, POSE = ECHO_KEY_POSITION | ECHO_KEY_FORWARD | ECHO_KEY_LEFT | ECHO_KEY_UP, MORE_STATS = 15, MORE_THROW = 31 };

static uint8_t bits_if(bool is, unsigned bits) { return (uint8_t)(is ? bits : 0); }

/* Whether a field has its value in rows that lack it. */
static bool is_unset(const reel_table *table, const reel_field *field, const uint8_t *row)
{
    const size_t at = field->offset;
    const bool team = table == &echoreplay_frames && (at == offsetof(echoreplay_frame, common.paused_team) ||
                                                      at == offsetof(echoreplay_frame, common.unpaused_team) ||
                                                      at == offsetof(echoreplay_frame, common.score_team));
    return team ? row[at] == ECHO_NO_TEAM || !row[at] : reel__field_is_zero(field, row);
}

/* A value that was set has its key, whether or not the line had it. Parts as a whole have bits of their own. */
static void add_keys(const reel_table *table, void *row, size_t has, size_t api)
{
    uint8_t *bytes = row;
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (!field->present_mask || field->present_offset == has || field->present_offset == api) continue;
        if (field->flags & REEL_FIELD_DERIVED || reel_field_present(field, row) || is_unset(table, field, row)) continue;
        bytes[field->present_offset] |= field->present_mask;
    }
}

echoreplay_frame reel__session_complete_frame(const echoreplay_frame *frame)
{
    echoreplay_frame f = *frame;
    const uint8_t has = f.common.has;
    if (f.from_line) {
        add_keys(&echoreplay_frames, &f, offsetof(echoreplay_frame, common.has), offsetof(echoreplay_frame, api));
        return f;
    }
    f.from_line = 1;
    f.keys |= ECHO_KEY_BLUE_RESTART | ECHO_KEY_ORANGE_RESTART | ECHO_KEY_PRIVATE | ECHO_KEY_TOURNAMENT;
    f.keys |= bits_if(has & ECHO_HAS_POINTS, ECHO_KEY_BLUE_POINTS | ECHO_KEY_ORANGE_POINTS);
    f.keys |= bits_if(has & ECHO_HAS_RULES, ECHO_KEY_RULES_AT | ECHO_KEY_RULES_BY);
    f.round_keys |= bits_if(f.api & ECHO_API_ROUNDS, ECHO_KEY_BLUE_ROUNDS | ECHO_KEY_ORANGE_ROUNDS | ECHO_KEY_ROUNDS);
    f.round_keys |= bits_if(has & ECHO_HAS_PAYLOAD,
                            ECHO_KEY_CONTESTED | ECHO_KEY_CHECKPOINT | ECHO_KEY_DISTANCE | ECHO_KEY_DEFENDERS | ECHO_KEY_SPEED);
    f.disc_keys |= bits_if(has & ECHO_HAS_DISC, POSE | ECHO_KEY_VELOCITY);
    f.vr_keys |= bits_if(has & ECHO_HAS_VR, POSE);
    f.pause_keys |= bits_if(has & ECHO_HAS_PAUSE, ECHO_KEY_PAUSED_STATE | ECHO_KEY_PAUSED_TEAM | ECHO_KEY_UNPAUSED_TEAM |
                                                      ECHO_KEY_PAUSED_TIMER | ECHO_KEY_UNPAUSED_TIMER);
    f.score_keys |= bits_if(has & ECHO_HAS_SCORE, ECHO_KEY_SCORE_TEAM | ECHO_KEY_SCORE_POINTS | ECHO_KEY_GOAL_TYPE |
                                                      ECHO_KEY_DISC_SPEED | ECHO_KEY_SCORE_DISTANCE);
    f.throw_keys |= bits_if(has & ECHO_HAS_THROW, ALL);
    f.throw_more_keys |= bits_if(has & ECHO_HAS_THROW, MORE_THROW);
    return f;
}

echoreplay_team reel__session_complete_team(const echoreplay_team *team)
{
    echoreplay_team t = *team;
    const bool has_stats = t.common.has & ECHO_HAS_STATS;
    if (t.name.size) t.keys |= ECHO_KEY_TEAM_NAME;
    if (t.from_line) {
        add_keys(&echoreplay_teams, &t, offsetof(echoreplay_team, common.has), SIZE_MAX);
        return t;
    }
    t.from_line = 1;
    t.keys |= ECHO_KEY_TEAM_POSSESSION;
    t.stats_keys |= bits_if(has_stats, ALL);
    t.stats_more_keys |= bits_if(has_stats, MORE_STATS);
    return t;
}

/* Rows with a flat position have no head and body, and rows with flat hands no directions of them. */
echoreplay_player reel__session_complete_player(const echoreplay_player *player)
{
    echoreplay_player p = *player;
    const bool has_stats = p.common.has & ECHO_HAS_STATS;
    if (p.common.name.size) p.keys |= ECHO_KEY_NAME;
    if (p.from_line) {
        add_keys(&echoreplay_players, &p, offsetof(echoreplay_player, common.has), SIZE_MAX);
        return p;
    }
    p.from_line = 1;
    p.keys = ALL;
    p.state_keys |= ECHO_KEY_STUNNED | ECHO_KEY_INVULNERABLE | ECHO_KEY_POSSESSION | ECHO_KEY_BLOCKING;
    p.state_keys |=
        bits_if(p.common.has & ECHO_HAS_LOADOUT, ECHO_KEY_WEAPON | ECHO_KEY_ORDNANCE | ECHO_KEY_TAC_MOD | ECHO_KEY_ARM);
    p.pose_keys |= bits_if(!(p.flat_keys & POSE), POSE | POSE << ECHO_KEY_SECOND);
    p.hand_keys |= p.flat_keys & ECHO_KEY_FLAT_LEFT ? ECHO_KEY_POSITION : POSE;
    p.hand_keys |= (uint8_t)((p.flat_keys & ECHO_KEY_FLAT_RIGHT ? ECHO_KEY_POSITION : POSE) << ECHO_KEY_SECOND);
    p.stats_keys |= bits_if(has_stats, ALL);
    p.stats_more_keys |= bits_if(has_stats, MORE_STATS);
    return p;
}

echo_bone reel__session_complete_bone(const echo_bone *bone)
{
    echo_bone b = *bone;
    if (b.from_line)
        add_keys(&echoreplay_bones, &b, SIZE_MAX, SIZE_MAX);
    else
        b.keys = 3;
    b.from_line = 1;
    return b;
}

static const reel_field *half_removed(const reel_table *table, const void *rows, size_t count, const reel_row_list *read)
{
    const uint8_t *row = rows, *was = read->data;
    if (count != read->count) return NULL;
    for (size_t i = 0; i < count; i++, row += table->row_size, was += table->row_size)
        for (size_t f = 0; f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            if (field->present_mask && !reel_field_present(field, row) && reel_field_present(field, was) &&
                !reel__field_is_zero(field, row))
                return field;
        }
    return NULL;
}

const reel_field *reel__session_half_removed(const line_rows *rows, reel_chunk *read, const reel_table **table)
{
    const struct {
        const reel_table *table;
        const void *rows;
        size_t count;
    } of[] = { { &echoreplay_frames, rows->frame, 1 },
               { &echoreplay_teams, rows->teams, rows->team_count },
               { &echoreplay_players, rows->players, rows->player_count },
               { &echoreplay_bones, rows->bones, rows->bone_count } };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        *table = of[i].table;
        const reel_field *field = half_removed(*table, of[i].rows, of[i].count, reel__chunk_list(read, *table));
        if (field) return field;
    }
    return NULL;
}

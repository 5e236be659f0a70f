/* SPDX-License-Identifier: MIT
 * The adapters of the supported formats: values that are not in the rows all of them share. */
#include "insight/echo/game.h"

#include <math.h>
#include <reel/ecrreplay.h>
#include <reel/milk.h>
#include <reel/tape.h>

_Static_assert(offsetof(butter_frame, common) == 0 && offsetof(butter_player, common) == 0,
               "rows must begin with the shared structs");
_Static_assert(offsetof(echoreplay_frame, common) == 0 && offsetof(echoreplay_team, common) == 0 &&
                   offsetof(echoreplay_player, common) == 0,
               "rows must begin with the shared structs");
_Static_assert(offsetof(ecrreplay_player, common) == 0, "rows must begin with the shared struct");
_Static_assert(offsetof(milk_frame, common) == 0 && offsetof(milk_player, common) == 0,
               "rows must begin with the shared structs");

static bool begins(reel_string text, const char *word)
{
    size_t size = strlen(word);
    return text.size >= size && memcmp(text.data, word, size) == 0;
}

static reel_vec3 nowhere(void)
{
    const float nan = reel_float_of(0x7fc00000u);
    return (reel_vec3){ nan, nan, nan };
}

static uint8_t mode_of(reel_string map)
{
    return begins(map, "mpl_arena") ? ECHO_MODE_ARENA : begins(map, "mpl_combat") ? ECHO_MODE_COMBAT : ECHO_MODE_OTHER;
}

/* ---- .butter ---------------------------------------------------------------------------------------------------------- */

static reel_string butter_map(const butter_info *info)
{
    return reel__out_word(reel_table_field(&butter_infos, "map")->labels, info->map);
}

static uint8_t butter_mode(const reel_chunk *chunk)
{
    size_t count;
    const butter_info *info = reel_chunk_rows(chunk, &butter_infos, &count);
    return count ? mode_of(butter_map(info)) : ECHO_MODE_OTHER;
}

static void butter_begin(game *g, const reel_chunk *chunk)
{
    size_t count;
    const butter_info *info = reel_chunk_rows(chunk, &butter_infos, &count);
    if (count) {
        echo_match *match = &g->match;
        match->map = butter_map(info);
        match->mode = butter_mode(chunk);
        match->private_match = info->private_match != 0;
        match->client_name = reel__out_text(g, info->client_name);
        match->blue_rounds = info->blue_round_score;
        match->orange_rounds = info->orange_round_score;
        match->present |= ECHO_MATCH_ROUNDS;
    }
    const butter_entry *roster = reel_chunk_rows(chunk, &butter_roster, &count);
    for (size_t i = 0; i < count; i++) {
        g->roster_names[roster[i].player] = reel__out_text(g, roster[i].name);
        g->roster_ids[roster[i].player] = roster[i].userid;
    }
}

static void butter_extra(game *g, const echo_frame *frame, frame_extra *extra)
{
    extra->goal_type = reel__out_word(g->goal_types, frame->goal_type);
    extra->scorer = g->roster_names[frame->score_person];
    extra->assist = g->roster_names[frame->score_assist];
    extra->scorer_userid = g->roster_ids[frame->score_person];
    extra->assist_userid = g->roster_ids[frame->score_assist];
}

static const echo_source butter = {
    .format = &reel_format_butter,
    .frames = &butter_frames,
    .teams = &butter_teams,
    .players = &butter_players,
    .begin = butter_begin,
    .extra = butter_extra,
    .file_mode = butter_mode,
};

/* ---- .echoreplay ------------------------------------------------------------------------------------------------------ */

/* The game writes [INVALID] for nobody. */
static reel_string somebody(reel_string name) { return begins(name, "[INVALID]") ? (reel_string){ NULL, 0 } : name; }

static uint8_t echoreplay_mode(const echo_frame *frame)
{
    const echoreplay_frame *row = (const echoreplay_frame *)(const void *)frame;
    return begins(row->match_type, "Echo_Arena")    ? ECHO_MODE_ARENA
           : begins(row->match_type, "Echo_Combat") ? ECHO_MODE_COMBAT
                                                    : mode_of(row->map_name);
}

static reel_string echoreplay_session(const echo_frame *frame)
{
    return ((const echoreplay_frame *)(const void *)frame)->session_id;
}

static void echoreplay_extra(game *g, const echo_frame *frame, frame_extra *extra)
{
    const echoreplay_frame *row = (const echoreplay_frame *)(const void *)frame;
    echo_match *match = &g->match;
    if (g->serial == 1) {
        match->map = reel__out_text(g, row->map_name);
        match->mode = echoreplay_mode(frame);
        match->private_match = row->private_match != 0;
        match->client_name = reel__out_text(g, row->client_name);
    }
    const uint8_t rounds = ECHO_KEY_BLUE_ROUNDS | ECHO_KEY_ORANGE_ROUNDS;
    const bool stated = row->from_line;
    if (row->api & ECHO_API_ROUNDS && (!stated || (row->round_keys & rounds) == rounds)) {
        match->blue_rounds = row->blue_round_score;
        match->orange_rounds = row->orange_round_score;
        match->present |= ECHO_MATCH_ROUNDS;
    }
    extra->session = row->session_id;
    extra->goal_type = row->goal_text;
    extra->scorer = somebody(row->person_scored);
    extra->assist = somebody(row->assist_scored);
}

static bool is_somewhere(const reel_vec3 *v) { return isfinite(v->x) && isfinite(v->y) && isfinite(v->z); }

static unsigned lacks_if(bool lacks, unsigned bit) { return lacks ? bit : 0; }

/* Rows that no line gave have all that their parts have. A line has no NaN, so that one is missing too. */
static unsigned echoreplay_frame_lacks(const echo_frame *frame, echo_frame *copy)
{
    const echoreplay_frame *row = (const echoreplay_frame *)(const void *)frame;
    const float nan = reel_float_of(0x7fc00000u);
    if (!row->from_line) return 0;
    if (!(row->keys & ECHO_KEY_BLUE_POINTS)) copy->blue_points = nan;
    if (!(row->keys & ECHO_KEY_ORANGE_POINTS)) copy->orange_points = nan;
    if (!(row->api & ECHO_API_CLOCK)) copy->game_clock = nan;
    if (!(row->disc_keys & ECHO_KEY_POSITION)) copy->disc_position = nowhere();
    if (!(row->disc_keys & ECHO_KEY_VELOCITY)) copy->disc_velocity = nowhere();
    if (!(row->round_keys & ECHO_KEY_DISTANCE)) copy->payload_distance = nan;
    if (!(row->round_keys & ECHO_KEY_SPEED)) copy->payload_speed = nan;
    if (!(row->pause_keys & ECHO_KEY_PAUSED_TEAM)) copy->paused_team = ECHO_NO_TEAM;
    if (!(row->pause_keys & ECHO_KEY_UNPAUSED_TEAM)) copy->unpaused_team = ECHO_NO_TEAM;
    return lacks_if(!(row->pause_keys & ECHO_KEY_PAUSED_STATE), LACKS_PAUSE) |
           LACKS_THROW * (ALL_THROWS & ~(unsigned)(row->throw_keys | row->throw_more_keys << 8)) |
           lacks_if(!(row->score_keys & ECHO_KEY_DISC_SPEED), LACKS_SCORE_SPEED) |
           lacks_if(!(row->score_keys & ECHO_KEY_SCORE_DISTANCE), LACKS_SCORE_DISTANCE) |
           lacks_if(!(row->round_keys & ECHO_KEY_CHECKPOINT), LACKS_CHECKPOINT) |
           lacks_if(!(row->round_keys & ECHO_KEY_CONTESTED), LACKS_CONTESTED) |
           lacks_if(!(row->round_keys & ECHO_KEY_DEFENDERS), LACKS_DEFENDERS) |
           lacks_if(!is_somewhere(&copy->disc_velocity), LACKS_DISC_SPEED) |
           lacks_if(!(row->keys & ECHO_KEY_BLUE_POINTS), LACKS_BLUE_POINTS) |
           lacks_if(!(row->keys & ECHO_KEY_ORANGE_POINTS), LACKS_ORANGE_POINTS);
}

/* The position of the API until mid-2020 is used as that of the head. */
static unsigned echoreplay_player_lacks(const echo_player *player, echo_player *copy, uint16_t *counters)
{
    const uint8_t loadout = ECHO_KEY_WEAPON | ECHO_KEY_ORDNANCE | ECHO_KEY_TAC_MOD | ECHO_KEY_ARM;
    const echoreplay_player *row = (const echoreplay_player *)(const void *)player;
    const bool flat = row->flat_keys & ECHO_KEY_POSITION, head = row->pose_keys & ECHO_KEY_POSITION;
    if (!head && flat) copy->head = copy->body = row->position;
    if (!row->from_line) return 0;
    if (!head && !flat) copy->head = nowhere();
    if (!(row->pose_keys & ECHO_KEY_POSITION << ECHO_KEY_SECOND) && (head || !flat)) copy->body = nowhere();
    if (!(row->hand_keys & ECHO_KEY_POSITION)) copy->left_hand = nowhere();
    if (!(row->hand_keys & ECHO_KEY_POSITION << ECHO_KEY_SECOND)) copy->right_hand = nowhere();
    if (!(row->keys & ECHO_KEY_PLAYER_VELOCITY)) copy->velocity = nowhere();
    if (!(row->keys & ECHO_KEY_LOSS)) copy->packet_loss = reel_float_of(0x7fc00000u);
    *counters &= (uint16_t)(row->stats_keys | row->stats_more_keys << 8);
    return lacks_if(!is_somewhere(&copy->head), LACKS_HEAD) |
           lacks_if(!(row->state_keys & ECHO_KEY_POSSESSION), LACKS_POSSESSION) |
           lacks_if(!(row->state_keys & ECHO_KEY_STUNNED), LACKS_STUNNED) | lacks_if(!(row->keys & ECHO_KEY_PING), LACKS_PING) |
           lacks_if((row->state_keys & loadout) != loadout, LACKS_LOADOUT);
}

static const echo_source echoreplay = {
    .format = &reel_format_echoreplay,
    .frames = &echoreplay_frames,
    .teams = &echoreplay_teams,
    .players = &echoreplay_players,
    .extra = echoreplay_extra,
    .frame_mode = echoreplay_mode,
    .session = echoreplay_session,
    .frame = echoreplay_frame_lacks,
    .player = echoreplay_player_lacks,
};

/* ---- .tape ------------------------------------------------------------------------------------------------------------ */

/* The rows are those of .echoreplay, without the arm of a loadout. */
static unsigned tape_player_lacks(const echo_player *player, echo_player *copy, uint16_t *counters)
{
    const uint8_t loadout = ECHO_KEY_WEAPON | ECHO_KEY_ORDNANCE | ECHO_KEY_TAC_MOD;
    const echoreplay_player *row = (const echoreplay_player *)(const void *)player;
    const unsigned lacks = echoreplay_player_lacks(player, copy, counters);
    if (!row->from_line || row->state_keys & ECHO_KEY_ARM || (row->state_keys & loadout) != loadout) return lacks;
    copy->arm = UINT8_MAX;
    return lacks & ~(unsigned)LACKS_LOADOUT;
}

static const echo_source tape = {
    .format = &reel_format_tape,
    .frames = &echoreplay_frames,
    .teams = &echoreplay_teams,
    .players = &echoreplay_players,
    .extra = echoreplay_extra,
    .frame_mode = echoreplay_mode,
    .session = echoreplay_session,
    .frame = echoreplay_frame_lacks,
    .player = tape_player_lacks,
    .by_events = true,
};

static const echo_source nevrcap = {
    .format = &reel_format_nevrcap,
    .frames = &echoreplay_frames,
    .teams = &echoreplay_teams,
    .players = &echoreplay_players,
    .extra = echoreplay_extra,
    .frame_mode = echoreplay_mode,
    .session = echoreplay_session,
    .frame = echoreplay_frame_lacks,
    .player = tape_player_lacks,
};

/* ---- .milk ------------------------------------------------------------------------------------------------------------ */

static uint8_t milk_mode(const reel_chunk *chunk)
{
    size_t count;
    const milk_info *info = reel_chunk_rows(chunk, &milk_infos, &count);
    return count && !(info->flags & MILK_NOT_ARENA) ? ECHO_MODE_ARENA : ECHO_MODE_OTHER;
}

static void milk_begin(game *g, const reel_chunk *chunk)
{
    size_t count;
    const milk_info *info = reel_chunk_rows(chunk, &milk_infos, &count);
    if (!count) return;
    g->match.mode = milk_mode(chunk);
    g->match.private_match = (info->flags & MILK_PRIVATE) != 0;
    g->match.client_name = reel__out_text(g, info->author);
}

static const echo_source milk = {
    .format = &reel_format_milk,
    .frames = &milk_frames,
    .teams = &milk_teams,
    .players = &milk_players,
    .begin = milk_begin,
    .by_roster = true,
    .no_speeds = true,
    .no_line = true,
    .no_times = true,
    .file_mode = milk_mode,
};

#ifndef REEL_WITHOUT_ECRREPLAY
/* ---- .ecrreplay ------------------------------------------------------------------------------------------------------- */

static uint8_t ecrreplay_mode(const reel_chunk *chunk)
{
    size_t count;
    const ecrreplay_info *info = reel_chunk_rows(chunk, &ecrreplay_infos, &count);
    return count ? mode_of(info->map_name) : ECHO_MODE_OTHER;
}

static void ecrreplay_begin(game *g, const reel_chunk *chunk)
{
    size_t count;
    const ecrreplay_info *info = reel_chunk_rows(chunk, &ecrreplay_infos, &count);
    if (!count) return;
    g->match.mode = ecrreplay_mode(chunk);
    g->match.map = reel__out_text(g, info->map_name);
}

/* Frames have nothing but a moment. */
static unsigned ecrreplay_frame_lacks(const echo_frame *frame, echo_frame *copy)
{
    const float nan = reel_float_of(0x7fc00000u);
    (void)frame;
    copy->game_clock = copy->blue_points = copy->orange_points = copy->payload_distance = copy->payload_speed = nan;
    copy->disc_position = copy->disc_velocity = nowhere();
    copy->paused_team = copy->unpaused_team = ECHO_NO_TEAM;
    return UINT32_MAX;
}

static unsigned ecrreplay_player_lacks(const echo_player *player, echo_player *copy, uint16_t *counters)
{
    const ecrreplay_player *row = (const ecrreplay_player *)(const void *)player;
    *counters = 0;
    copy->packet_loss = reel_float_of(0x7fc00000u);
    return LACKS_POSSESSION | LACKS_STUNNED | LACKS_LOADOUT | lacks_if(!(row->keys & ECRREPLAY_HAS_PING), LACKS_PING);
}

static const echo_source ecrreplay = {
    .format = &reel_format_ecrreplay,
    .frames = &ecrreplay_frames,
    .teams = &ecrreplay_teams,
    .players = &ecrreplay_players,
    .begin = ecrreplay_begin,
    .file_mode = ecrreplay_mode,
    .frame = ecrreplay_frame_lacks,
    .player = ecrreplay_player_lacks,
    .no_speeds = true,
    .no_times = true,
    .dated = true,
};
#endif

/* ---- all of them ------------------------------------------------------------------------------------------------------ */

static const echo_source *const sources[] = {
    &butter,    &echoreplay, &tape, &nevrcap, &milk,
#ifndef REEL_WITHOUT_ECRREPLAY
    &ecrreplay,
#endif
    NULL,
};

const echo_source *reel__echo_source_of(const reel_format *format)
{
    const echo_source *const *source = sources;
    while (*source && (*source)->format != format) source++;
    return *source;
}

const reel_format *const reel__echo_formats[] = {
    &reel_format_butter,
    &reel_format_echoreplay,
    &reel_format_milk,
    &reel_format_tape,
    &reel_format_nevrcap,
#ifndef REEL_WITHOUT_ECRREPLAY
    &reel_format_ecrreplay,
#endif
    NULL,
};

const reel_table *const reel__echo_inputs[] = {
    &butter_infos,
    &butter_roster,
    &butter_frames,
    &butter_teams,
    &butter_players,
    &echoreplay_frames,
    &echoreplay_teams,
    &echoreplay_players,
    &milk_infos,
    &milk_frames,
    &milk_teams,
    &milk_players,
#ifndef REEL_WITHOUT_ECRREPLAY
    &ecrreplay_infos,
    &ecrreplay_frames,
    &ecrreplay_teams,
    &ecrreplay_players,
#endif
    NULL,
};
